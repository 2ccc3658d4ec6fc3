"""Players of the box against each other: who wins how often, and how sure that is.

They think for so many walks as a Pi has time for. How long a walk takes is measured before, again and again, and the
quickest counts; so whatever else the computer does meanwhile makes nobody weaker.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, lgamma, log

from rules.ask import Ask
from rules.chance import Chance, ReadCard
from rules.game import Game
from rules.games import game as the_game
from rules.onward import only_answer
from rules.players import KINDS, Player, Strength, choose
from rules.position import Position, Run, Step

TOO_LONG = 6000

ERRS = 0.05

ALL_KNOWING = "all-knowing"
"""Sensible players who look at the table as it is, as those who play where a game is measured."""

PI = 5
"""A Pi 4 is about so many times slower than the computers on which this is measured."""

PLACES, OFTEN = 12, 0.05
"""Where it is measured how long a walk takes: so many positions, and how many of all questions are taken for it."""

Kinds = Mapping[str, Strength]

Chooses = Callable[[Position, str], Step]
"""Somebody else who answers what a seat is asked."""


Thinks = Callable[[Position, str, int], object]
"""Somebody who thinks about what a seat is asked for so many walks."""

TRIED = 20  # walks, wherever it is measured how long they take
ROUNDS = 4


def pi_clock() -> float:
    """Seconds of work, as a Pi would take for it."""
    return time.process_time() * PI


def choices(game: Game, count: int, seed: str) -> list[tuple[Position, str]]:
    """Positions of all stages of sensible games in which somebody really has to choose, and who."""
    found, number = list[tuple[Position, str]](), 0
    while len(found) < count:
        chance, number = random.Random(f"{seed}/{number}"), number + 1
        run, usual = Run(game, game.begin(game.setup(max(2, game.fewest)))), game.sensible(chance)
        assert usual
        while run.ask is not None:
            asked = run.ask.each[0]
            choosing = not isinstance(asked, (Chance, ReadCard)) and only_answer(asked) is None
            if choosing and game.turn_of(run.state) is not None and chance.random() < OFTEN:
                found.append((Position(game, run.checkpoint, tuple(run.steps)), asked.seat))
            run.take(Step("answer", usual.answer(run.state, asked), asked.seat))
    return found[:count]


def pace(game: Game, thinks: Thinks) -> float:
    """Seconds that a walk takes on a Pi, about."""
    places = choices(game, PLACES, "pace")
    quickest = [float("inf")] * len(places)
    for _ in range(ROUNDS):
        for number, (position, seat) in enumerate(places):
            begun = pi_clock()
            thinks(position, seat, TRIED)
            quickest[number] = min(quickest[number], pi_clock() - begun)
    return sum(quickest) / len(places) / TRIED


def ours(position: Position, seat: str, walks: int) -> object:
    """A player of the box thinks, to the last walk."""
    patient = replace(KINDS["hard"], walks=round(walks / position.game.walks))
    return choose(position, seat, patient, random.Random(1), knows=seat)


def on_a_pi(game: Game, walk: float) -> dict[str, Strength]:
    """Everybody, with as many walks as a Pi has time for that takes *walk* seconds for each."""
    fit = {name: kind.seconds / walk / game.walks for name, kind in KINDS.items() if game.walks}
    return {name: replace(kind, walks=min(kind.walks, round(fit.get(name, 0)))) for name, kind in KINDS.items()}


@dataclass
class Tally:
    """What came of the games so far."""

    won: float = 0.0
    games: int = 0

    @property
    def share(self) -> float:
        return self.won / self.games if self.games else 0.0

    def doubts(self, share: float) -> bool:
        """Whether the true share may still be *share*.

        However often one looks and stops as soon as it pleases, this errs in one match of twenty at most: what came
        is weighed against what would come if every share were equally likely.
        """
        won, lost, n = self.won, self.games - self.won, self.games
        if (share <= 0 and won) or (share >= 1 and lost):
            return False
        ways = lgamma(n + 1) - lgamma(won + 1) - lgamma(lost + 1)
        likely = (won * log(share) if won else 0.0) + (lost * log(1 - share) if lost else 0.0)
        return exp(ways + likely) * (n + 1) > ERRS

    @property
    def between(self) -> tuple[float, float]:
        """Where the true share lies, 19 times of 20."""
        possible = [number / 1000 for number in range(1001) if self.doubts(number / 1000)]
        return possible[0], possible[-1]


def play(run: Run, kind_of: Callable[[str], str], chance: random.Random, kinds: Kinds, **others: Chooses) -> None:
    """One game to its end; who answers is told by *kind_of* the seat, as it may hang on hidden things.

    :param kinds: everybody of the box, as a Pi plays them.
    :param others: kinds that are none of the box's own.
    """
    players: dict[tuple[str, str], Player] = {}
    for _ in range(TOO_LONG):
        if run.ask is None:
            return
        asked: Ask = run.ask.each[0]
        if isinstance(asked, (Chance, ReadCard)):
            run.take(Step("answer", asked.sample(chance), asked.seat))
            continue
        kind, position = kind_of(asked.seat), Position(run.game, run.checkpoint, tuple(run.steps))
        if kind in others:
            run.take(others[kind](position, asked.seat))
            continue
        who = (kind, asked.seat)
        if who not in players:
            players[who] = Player(run.game, asked.seat, kinds[kind], chance)
        run.take(players[who].choose(position).step)
    raise AssertionError(f"{run.game.title}: no end after {TOO_LONG} answers")


def duel(
    game: Game, one: str, other: str, number: int, seed: str, tally: Tally, kinds: Kinds, **others: Chooses
) -> None:
    """One more game of two players, who change sides from game to game."""
    setup = game.setup(2)
    sides = (one, other) if number % 2 == 0 else (other, one)
    kind_of = dict(zip(setup.seats, sides, strict=True))
    run = Run(game, game.begin(setup))
    play(run, kind_of.__getitem__, random.Random(f"{seed}/{number}"), kinds, **others)
    seat = next(seat for seat, kind in kind_of.items() if kind == one)
    tally.won += game.worth(run.state, seat)
    tally.games += 1


def at_sea(crew: str, traitor: str, number: int, seed: str, tally: Tally, kinds: Kinds) -> None:
    """One more game of The Silent Sea: does the crew win? The set-up is everybody's, so there all are sensible."""
    game = the_game("silent_sea")
    run = Run(game, game.begin(game.setup(4)))

    def kind_of(seat: str) -> str:
        player = run.state.players.get(seat)  # type: ignore[attr-defined]
        return "sensible" if player is None else traitor if player.loyalty == "traitor" else crew

    play(run, kind_of, random.Random(f"{seed}/{number}"), kinds)
    tally.won += run.state.result["winner"] == "crew"
    tally.games += 1


def together(game: Game, kind: str, number: int, seed: str, tally: Tally) -> None:
    """One more game that two of one kind play together: do they win? Nobody needs to know more than its seat."""
    setup = game.setup(2)
    run = Run(game, game.begin(setup))
    chance = random.Random(f"{seed}/{number}")
    if kind == ALL_KNOWING:
        usual = game.sensible(chance)
        assert usual
        while run.ask is not None:
            run.take(usual.step(run.state, run.ask))
    else:
        play(run, lambda seat: kind, chance, KINDS)
    tally.won += game.worth(run.state, setup.seats[0])
    tally.games += 1


Match = Callable[[int, Tally], None]


def so_far(match: Match, games: int, tally: Tally, limits: Sequence[float] = ()) -> Iterator[Tally]:
    """The tally after each further game, until it is plain on which side of all *limits* it comes to lie, if any."""
    while tally.games < games and (not limits or any(map(tally.doubts, limits))):
        match(tally.games, tally)
        yield tally
