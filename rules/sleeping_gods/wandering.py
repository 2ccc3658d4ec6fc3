"""How selfplay leans, so that campaigns come to an end instead of resetting or packing up all the time."""

from __future__ import annotations

from typing import Any

from ..ask import Ask
from .state import Campaign

RARE = {"save": 0.02, "players": 0.02, "reset": 0.002, "choose": 0.3, "ticked": 0.2, "end": 0.5}


def weigh(state: Campaign, ask: Ask, answer: Any) -> float:
    """How eagerly *answer* is given."""
    if isinstance(answer, str):
        if answer == "reset" and state.combat:
            return 0.2
        if answer == "done" and state.combat:
            return 0.15  # whoever stops early never gets anywhere
        if answer in RARE:
            return RARE[answer]
        if ask.text.endswith(("What changed?", "what next?")) and answer not in ("done", "over"):
            return 0.1
    return 1.0
