"""What the lessons look for where words alone cannot say it: see `rules.lessons`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NOTICED: dict[str, Callable[[dict[str, Any], str | None], bool]] = {}
