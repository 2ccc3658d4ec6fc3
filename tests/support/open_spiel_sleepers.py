"""OpenSpiel's own information-set player at our table, through as thin a wrapper as can be; for the bench alone.

It gets the same imagined worlds and the same time for each answer as ours, and plays its walks to the end at random,
as it does by itself. What it may tell apart is what its seat has seen since: the answers, but for those that only
others were asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts

from rules.chance import Chance, ReadCard
from rules.players.sensible import candidates, key
from rules.players.worlds import Worlds
from rules.position import Position, Run, Step

CURIOUS = 1.4


class Type:
    dynamics = pyspiel.GameType.Dynamics.SEQUENTIAL
    information = pyspiel.GameType.Information.IMPERFECT_INFORMATION


class Game:
    def get_type(self) -> type[Type]:
        return Type


class State:
    """One imagined world under way, as OpenSpiel sees it."""

    def __init__(self, run: Run, chance: random.Random, names: dict[str, int]) -> None:
        self.run, self.chance, self.names = run, chance, names
        self.seats = run.state.setup.seats
        self.seen: list[tuple[str, str]] = []
        self._draw()

    def _draw(self) -> None:
        """Chance is no branch here either: it is drawn at once."""
        while self.run.ask is not None and isinstance(self.run.ask.each[0], (Chance, ReadCard)):
            ask = self.run.ask.each[0]
            self.run.take(Step("answer", ask.sample(self.chance), ask.seat))
        ask = self.run.ask.each[0] if self.run.ask else None
        self.answers = {self._number(answer): answer for answer in candidates(ask, self.chance)} if ask else {}

    def _number(self, answer: Any) -> int:
        return self.names.setdefault(key(answer), len(self.names))

    def get_game(self) -> Game:
        return Game()

    def current_player(self) -> int:
        assert self.run.ask
        return int(self.seats.index(self.run.ask.each[0].seat))

    def is_chance_node(self) -> bool:
        return False

    def is_terminal(self) -> bool:
        return self.run.ask is None

    def legal_actions(self) -> list[int]:
        return list(self.answers)

    def information_state_string(self) -> str:
        seat = self.seats[self.current_player()]
        return str([said if whose in ("", seat) else "" for whose, said in self.seen])

    def apply_action(self, action: int) -> None:
        assert self.run.ask
        ask, answer = self.run.ask.each[0], self.answers[action]
        self.seen.append((ask.seat if ask.private else "", key(answer)))
        self.run.take(Step("answer", answer, ask.seat))
        self._draw()

    def returns(self) -> list[float]:
        return [2 * self.run.game.worth(self.run.state, seat) - 1 for seat in self.seats]


class ToTheEnd:
    """OpenSpiel's random rollouts, in the world that is thrown away afterwards anyway."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def evaluate(self, state: State) -> Any:
        while not state.is_terminal():
            state.apply_action(self.chance.choice(state.legal_actions()))
        return np.array(state.returns())

    def prior(self, state: State) -> list[tuple[int, float]]:
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


def peer(walks: int, seed: int = 1) -> Callable[[Position, str], Step]:
    """Somebody who answers what a seat is asked, after so many walks."""
    chance, names = random.Random(seed), dict[str, int]()
    bot = ismcts.ISMCTSBot(
        Game(),
        ToTheEnd(chance),
        CURIOUS,
        max(walks, 2),  # its first walk only meets the question
        random_state=np.random.RandomState(seed),
        allow_inconsistent_action_sets=True,
    )

    def choose(position: Position, seat: str) -> Step:
        worlds = Worlds(position, seat)
        bot.set_resampler(lambda state, player: State(worlds.imagine(chance), chance, names))
        state = State(worlds.imagine(chance), chance, names)
        return Step("answer", state.answers[bot.step(state)], seat)

    return choose


def theirs(position: Position, seat: str, walks: int) -> object:
    """It thinks; how long that takes is to be measured."""
    return peer(walks)(position, seat)
