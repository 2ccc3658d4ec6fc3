"""Players of the box against each other: who wins how often, and how long they think."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from rules.ask import Ask
from rules.chance import Chance, ReadCard
from rules.game import Game, Setup
from rules.games import game as the_game
from rules.players import KINDS, Player
from rules.position import Position, Run, Step

TOO_LONG = 6000


@dataclass
class Tally:
    """What came of many games: how often each kind won, how they ended, and how long each answer took."""

    won: Counter[str] = field(default_factory=Counter)
    endings: Counter[str] = field(default_factory=Counter)
    games: int = 0
    took: list[float] = field(default_factory=list)  # processor seconds of answers that were thought about

    def share(self, kind: str) -> float:
        return round(self.won[kind] / self.games, 3) if self.games else 0.0

    def took_most(self, share: float = 0.95) -> float:
        took = sorted(self.took) or [0.0]
        return took[min(len(took) - 1, int(share * len(took)))]


def play(run: Run, kind_of: Callable[[str], str], chance: random.Random, tally: Tally) -> None:
    """One game to its end; who answers is told by *kind_of* the seat, as it may hang on hidden things."""
    players: dict[tuple[str, str], Player] = {}
    for _ in range(TOO_LONG):
        if run.ask is None:
            return
        asked: Ask = run.ask.each[0]
        if isinstance(asked, (Chance, ReadCard)):
            run.take(Step("answer", asked.sample(chance), asked.seat))
            continue
        who = (kind_of(asked.seat), asked.seat)
        if who not in players:
            players[who] = Player(run.game, asked.seat, KINDS[who[0]], chance)
        begun = time.process_time()
        choice = players[who].choose(Position(run.game, run.checkpoint, tuple(run.steps)))
        if choice.walks:
            tally.took.append(time.process_time() - begun)
        run.take(choice.step)
    raise AssertionError(f"{run.game.title}: no end after {TOO_LONG} answers")


def duel(game: Game, one: str, other: str, games: int, seed: str) -> Tally:
    """Two players, who change sides from game to game."""
    tally = Tally()
    for number in range(games):
        setup: Setup = game.setup(2)
        sides = (one, other) if number % 2 == 0 else (other, one)
        kinds = dict(zip(setup.seats, sides, strict=True))
        run = Run(game, game.begin(setup))
        play(run, kinds.__getitem__, random.Random(f"{seed}/{number}"), tally)
        worth = {seat: game.worth(run.state, seat) for seat in setup.seats}
        for seat, value in worth.items():
            tally.won[kinds[seat]] += value  # type: ignore[assignment]  # a draw is half a win
        tally.endings[game.ending(run.state)] += 1
        tally.games += 1
    return tally


def at_sea(crew: str, traitor: str, games: int, seed: str) -> Tally:
    """Games of The Silent Sea; the set-up is everybody's, so there all are sensible."""
    game, tally = the_game("silent_sea"), Tally()
    for number in range(games):
        run = Run(game, game.begin(game.setup(4)))

        def kind_of(seat: str, run: Run = run) -> str:
            player = run.state.players.get(seat)  # type: ignore[attr-defined]
            return "sensible" if player is None else traitor if player.loyalty == "traitor" else crew

        play(run, kind_of, random.Random(f"{seed}/{number}"), tally)
        tally.won[str(run.state.result["winner"])] += 1
        tally.endings[game.ending(run.state)] += 1
        tally.games += 1
    return tally
