"""The printed sheet for the six cards that lie face up beside their stacks (AW-R9): where each lies, in millimetres."""

from __future__ import annotations

from typing import Any

SHEET: dict[str, Any] = {
    "half_width": 141.0,
    "half_height": 98.0,
    "marker_side": 18.0,
    "paper": "#4a4f63",
    "ink": "#dfe2ec",
    "markers": [
        {"number": 40, "at": (-126.0, -83.0)},
        {"number": 41, "at": (126.0, -83.0)},
        {"number": 42, "at": (126.0, 83.0)},
        {"number": 43, "at": (-126.0, 83.0)},
    ],
}
CARD = (63.0, 88.0)
STACKS = ("red", "yellow", "blue", "relic", "trait", "monster")
PLACES = {f"{stack} up": (68.0 * (n % 3 - 1), 92.0 * (n // 3) - 46.0) for n, stack in enumerate(STACKS)}
"""The middle of each card, by what the table calls it."""
