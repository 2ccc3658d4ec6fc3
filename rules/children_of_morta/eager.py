"""How people play: they act before they stop, hit before they wander, and end a campaign some evening.

Only selfplay looks at this; the rules allow everything alike.
"""

from __future__ import annotations

from collections.abc import Callable

from ..ask import Ask, ChooseOne
from ..plain import Plain
from .state import Table

LONG_CAMPAIGN = 5  # runs after which random players put the game away


def leans(state: Table, ask: Ask) -> Callable[[Plain], float] | None:
    """How eagerly each answer is given."""
    if not isinstance(ask, ChooseOne):
        return None
    tired = state.campaign.runs >= LONG_CAMPAIGN

    def eager(answer: Plain) -> float:
        if answer in ("done", "all done"):
            return 0.05 if any(str(value).startswith("act:") for value in ask.open) else 1.0
        if answer in ("back", "stay"):
            return 0.05
        if isinstance(answer, str) and answer.startswith(("join:", "leave:")):
            return 0.1
        if answer == "reset":
            return 1.0 if tired else 0.05
        if answer in ("on", "save", "again"):
            return 0.05 if tired else 0.5
        return 1.0

    return eager
