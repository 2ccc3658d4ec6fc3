"""What the lessons look for where words alone cannot say it: see `rules.lessons`."""

from __future__ import annotations

from typing import Any

FULL = 5


def is_hurt(shown: dict[str, Any], seat: str | None) -> bool:
    """Some of the own Health is gone."""
    return any(each["seat"] == seat and each["health"] < FULL for each in shown["seats"])


def knows_hand(shown: dict[str, Any], seat: str | None) -> bool:
    """The box dealt the own hand, so it is known; real cards only their holder knows."""
    return seat is not None and all(each["card"] for each in shown["me"]["hand"])


def could_heal(shown: dict[str, Any], seat: str | None) -> bool:
    return is_hurt(shown, seat) and knows_hand(shown, seat)


NOTICED = {"knows_hand": knows_hand, "could_heal": could_heal}
