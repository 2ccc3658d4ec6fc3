"""Players who know what they want, for measuring what a game asks of people; each game may bring its own."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from .ask import Ask
from .chance import Chance, ReadCard
from .plain import Plain
from .position import Step, sensible_sample

if TYPE_CHECKING:
    from .game import Game


class Sensible:
    """Everybody at the table, as they would play: by default whatever is usual, and else anything."""

    def __init__(self, game: Game, chance: random.Random) -> None:
        self.game = game
        self.chance = chance

    def aside(self, state: Any) -> Step | None:
        """Something somebody does at any time, before the pending question is answered."""
        return None

    def whose(self, state: Any, ask: Ask) -> Ask:
        """Who of those that are asked answers first."""
        return self.chance.choice(ask.each)

    def answer(self, state: Any, ask: Ask) -> Plain:
        """What the asked one answers."""
        wanted = None if isinstance(ask, (Chance, ReadCard)) else self.want(state, ask)
        if wanted is None:
            wanted = ask.default
        return sensible_sample(self.game, state, ask, self.chance) if wanted is None else wanted

    def want(self, state: Any, ask: Ask) -> Plain:
        """What the asked one prefers; None: whatever is usual, or any answer is as good."""
        return None

    def step(self, state: Any, ask: Ask) -> Step:
        """What happens next at the table."""
        if step := self.aside(state):
            return step
        asked = self.whose(state, ask)
        return Step("answer", self.answer(state, asked), asked.seat)
