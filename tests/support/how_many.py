"""How often or how long something is tried: enough for every day, and more for `make test-long`."""

from __future__ import annotations

import os
from typing import TypeVar

T = TypeVar("T")


def so_many(usual: T, long: T) -> T:
    return long if os.environ.get("TABLESIDE_LONG") else usual
