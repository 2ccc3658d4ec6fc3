"""The printed sheet for the six cards that lie face up beside their stacks (AW-R9): where each lies, in millimetres."""

from __future__ import annotations

from typing import Any

from rules.markers import MAT

# As large as the reading mat, with markers of its own.
SHEET: dict[str, Any] = {
    **MAT,
    "paper": "#4a4f63",
    "ink": "#dfe2ec",
    "markers": [{**each, "number": each["number"] + 30} for each in MAT["markers"]],
}
CARD = (63.0, 88.0)
STACKS = ("red", "yellow", "blue", "relic", "trait", "monster")
PLACES = {f"{stack} up": (68.0 * (n % 3 - 1), 92.0 * (n // 3) - 46.0) for n, stack in enumerate(STACKS)}
"""The middle of each card, by what the table calls it."""
