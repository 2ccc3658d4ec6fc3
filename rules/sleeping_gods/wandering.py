"""How selfplay leans, so that campaigns come to an end instead of resetting or packing up all the time."""

from __future__ import annotations

from collections.abc import Callable

from ..ask import Ask
from ..plain import Plain
from .state import Campaign

RARE = {"save": 0.02, "players": 0.02, "reset": 0.002, "choose": 0.3, "ticked": 0.2, "end": 0.5}

ENDS = ("that is all", "return to the ship")
"""How a list of effects is ended."""
ENDLESS = ("search", "move_ship")
"""Tokens that let another one be drawn, hazards that drive the ship into the next."""


def leans(state: Campaign, ask: Ask) -> Callable[[Plain], float]:
    """How eagerly each answer is given."""

    def eager(answer: Plain) -> float:
        if not isinstance(answer, str):
            return 1.0
        if answer == "reset" and state.combat:
            return 0.2
        if answer == "done" and state.combat:
            return 0.15  # whoever stops early never gets anywhere
        if answer in RARE:
            return RARE[answer]
        if answer not in ("done", "over") and _lists_effects(ask):
            return 0.01 if answer in ENDLESS else 0.1  # every card that is told leads to others
        return 1.0

    return eager


def _lists_effects(ask: Ask) -> bool:
    """Somebody tells what a text says, one effect after another."""
    return any(option.value in ("done", "over") and option.label in ENDS for option in getattr(ask, "options", ()))
