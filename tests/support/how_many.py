"""How often something is tried at random: enough for every day, and more for `make test-long`."""

from __future__ import annotations

import os


def so_many(usual: int, long: int) -> int:
    return long if os.environ.get("TABLESIDE_LONG") else usual
