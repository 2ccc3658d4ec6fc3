"""A clock for tests."""

from __future__ import annotations


class Clock:
    """Seconds that pass when the test says so."""

    def __init__(self, now: float = 0.0) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now
