"""Players who know what they want, without any search; each game may bring its own.

They play where a game asks to be measured, and inside the search: what they want is tried first and most, and they
play on where a walk leaves the tree.
"""

from __future__ import annotations

import json
import random
from itertools import islice
from typing import TYPE_CHECKING, Any

from rules.ask import Ask, PickSome, SplitAmount
from rules.chance import Chance, ReadCard
from rules.plain import Plain
from rules.position import Step, sensible_sample

from .asked import BY_HAND

if TYPE_CHECKING:
    from rules.game import Game

MOST = 80
"""Answers of one question that are looked at; of questions with more, some at random."""

FAVOURED = 1.5
"""What is wanted weighs so many times as much as all else together."""


def key(answer: Plain) -> str:
    """An answer as a name."""
    return answer if type(answer) is str else json.dumps(answer, sort_keys=True)


def candidates(ask: Ask, chance: random.Random) -> list[Plain]:
    """The answers worth looking at: all, or of very many some at random; of what hands do, whatever they did."""
    if isinstance(ask, BY_HAND):
        return [ask.sample(chance)]
    found = list(islice(ask.answers(), MOST + 1))
    if len(found) <= MOST:
        return found
    if isinstance(ask, (PickSome, SplitAmount)):
        some = {key(answer): answer for answer in (ask.sample(chance) for _ in range(MOST // 2))}
        return list(some.values())
    return chance.sample(list(ask.answers()), MOST)


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

    def considers(self, state: Any, ask: Ask) -> list[tuple[Plain, float]]:
        """The answers worth thinking about, each with how likely it is to be the best."""
        answers = {key(answer): answer for answer in candidates(ask, self.chance)}
        if len(answers) == 1:
            return [(answer, 1.0) for answer in answers.values()]
        wanted = self.want(state, ask)
        if wanted is None:
            wanted = ask.default
        if wanted is None:
            return [(answer, 1.0) for answer in answers.values()]
        favourite = key(wanted)
        answers[favourite] = wanted
        heavy = FAVOURED * (len(answers) - 1)
        return [(answer, heavy if name == favourite else 1.0) for name, answer in answers.items()]

    def step(self, state: Any, ask: Ask) -> Step:
        """What happens next at the table."""
        if step := self.aside(state):
            return step
        asked = self.whose(state, ask)
        return Step("answer", self.answer(state, asked), asked.seat)
