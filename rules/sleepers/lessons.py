"""What the lessons look for where words alone cannot say it: see `rules.lessons`."""

from __future__ import annotations

from typing import Any


def somebody_is_close(shown: dict[str, Any], seat: str | None) -> bool:
    """One of the five endings is near."""
    return bool(shown.get("near"))


NOTICED = {"somebody_is_close": somebody_is_close}
