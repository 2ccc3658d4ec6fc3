"""Waiting for what other threads do."""

from __future__ import annotations

import time
from collections.abc import Callable


def until(true: Callable[[], object], seconds: float = 120.0) -> None:
    """Wait until it is *true*. A busy computer is slow, not wrong: only what never comes takes so long."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true"
        time.sleep(0.01)
