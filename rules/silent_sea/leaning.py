"""How selfplay leans, so that random players get somewhere: towards samples, and with them towards the way out."""

from __future__ import annotations

from rules.ask import Ask
from rules.plain import Plain

from .state import SilentSea


def weigh(game: SilentSea, ask: Ask, answer: Plain) -> float:
    return 1.0
