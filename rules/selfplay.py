"""Whole games without anybody: through random legal answers, or by players of the box.

What the rules allow must never lead nowhere. ``tableside selfplay GAME --games N --seed S`` prints how they ended and
how long they were; with ``--seats hard,normal`` also who won.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .chance import Chance, ReadCard
from .game import Game, Setup
from .games import game, names
from .players import KINDS, Player
from .position import Position, Run, Step, some_step
from .record import Record
from .written import whole

TOO_LONG = 20_000
"""Answers after which a game counts as going nowhere."""


@dataclass
class Outcome:
    """What became of many games."""

    endings: Counter[str] = field(default_factory=Counter)
    lengths: list[int] = field(default_factory=list)
    failures: list[tuple[str, Record]] = field(default_factory=list)
    examples: dict[str, Record] = field(default_factory=dict)  # the shortest game of each ending
    won: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))  # by who sat there
    seconds: float = 0.0

    def summary(self) -> dict[str, Any]:
        lengths = sorted(self.lengths) or [0]
        return {
            "games": len(self.lengths) + len(self.failures),
            "failures": len(self.failures),
            "endings": dict(self.endings.most_common()),
            "won": {who: round(times, 1) for who, times in self.won.items()},
            "answers": {"least": lengths[0], "median": lengths[len(lengths) // 2], "most": lengths[-1]},
            "answers_per_second": round(sum(self.lengths) / self.seconds) if self.seconds else 0,
        }


def sat_down(played: Game, setup: Setup, seats: Sequence[str], chance: random.Random) -> dict[str, Player]:
    """Players of the box on all seats, in turn those named."""
    found = {}
    for place, seat in enumerate(setup.seats):
        kind, _, character = seats[place % len(seats)].partition("/")
        found[seat] = Player(played, seat, KINDS[kind], chance, character)
    return found


def next_step(run: Run, players: Mapping[str, Player], chance: random.Random) -> Step:
    """What happens next where players of the box sit on all seats."""
    assert run.ask is not None
    asked = players[run.ask.seats[0]].usual.whose(run.state, run.ask)
    if isinstance(asked, (Chance, ReadCard)):
        return Step("answer", asked.sample(chance), asked.seat)
    return players[asked.seat].choose(Position(run.game, run.checkpoint, tuple(run.steps))).step


def play_one(
    played: Game, setup: Setup, chance: random.Random, seats: Sequence[str] = ()
) -> tuple[Run | None, Record, str]:
    """One game to its end: the finished run, what was answered, and what went wrong (empty if nothing).

    :param seats: who sits where; nobody: any legal answer is given.
    """
    steps: list[Step] = []
    players = sat_down(played, setup, seats, chance) if seats else {}
    try:
        run = Run(played, played.begin(setup), keeps=bool(seats))
        played.check(run.state)
        while run.ask is not None:
            if len(steps) >= TOO_LONG:
                return None, Record(setup, tuple(steps)), f"no end after {TOO_LONG} answers"
            step = next_step(run, players, chance) if players else some_step(played, run.state, run.ask, chance)
            steps.append(step)
            run.take(steps[-1])
            played.check(run.state)
        if played.ending(run.state) not in played.endings:
            raise AssertionError(f"unknown ending {played.ending(run.state)}")
    except Exception as fault:  # whatever it is, the answers that led to it are worth keeping
        return None, Record(setup, tuple(steps)), f"{type(fault).__name__}: {fault}"
    return run, Record(setup, tuple(steps)), ""


def play_many(
    played: Game,
    games: int,
    seed: int,
    *,
    players: int = 0,
    custody: str = "",
    toggles: Mapping[str, Any] | None = None,
    seats: Sequence[str] = (),
) -> Outcome:
    """Many games, each with its own seed; players and custody take turns where not given.

    :param seats: who sits where in the first game; from one game to the next they move on by one.
    """
    outcome = Outcome()
    begun = time.perf_counter()
    counts = range(played.fewest, len(played.seats) + 1)
    for number in range(games):
        chance = random.Random(f"{seed}/{number}")
        count = players or (max(len(seats), played.fewest) if seats else counts[number % len(counts)])
        setup = played.setup(count, toggles, custody or ("box", "table")[0 if seats else number % 2])
        moved = [seats[(place + number) % len(seats)] for place in range(len(seats))]
        run, record, fault = play_one(played, setup, chance, moved)
        if run is None:
            outcome.failures.append((fault, record))
            continue
        ending = played.ending(run.state)
        outcome.endings[ending] += 1
        outcome.lengths.append(len(record.steps))
        for place, seat in enumerate(setup.seats if moved else ()):
            outcome.won[moved[place % len(moved)]] += played.worth(run.state, seat)
        if ending not in outcome.examples or len(record.steps) < len(outcome.examples[ending].steps):
            outcome.examples[ending] = record
    outcome.seconds = time.perf_counter() - begun
    return outcome


def a_game(name: str) -> str:
    """A game's name on the command line; looked up only if one is given."""
    if name not in names():
        raise argparse.ArgumentTypeError(f"There is no game {name}; there are {', '.join(names())}.")
    return name


def some_kinds(words: str) -> tuple[str, ...]:
    """Players on the command line, such as ``hard,normal/hunter``."""
    found = tuple(words.split(","))
    for each in found:
        if each.partition("/")[0] not in KINDS:
            raise argparse.ArgumentTypeError(f"There is no {each}; there are {', '.join(KINDS)}.")
    return found


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=a_game, help="such as sleepers")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, default=0, help="how many play; all numbers in turn if not given")
    parser.add_argument("--custody", choices=("box", "table"), default="", help="both in turn if not given")
    parser.add_argument("--toggle", action="append", default=[], metavar="NAME=VALUE", help="a house rule")
    parser.add_argument("--seats", type=some_kinds, default=(), help=f"who sits where, of {', '.join(KINDS)}")
    parser.add_argument("--save", type=Path, help="folder for failed games and the shortest game of each ending")
    parser.add_argument("--json", action="store_true")


def main(options: argparse.Namespace) -> int:
    played = game(options.game)
    toggles: dict[str, Any] = {}
    for each in options.toggle:
        name, _, value = each.partition("=")
        number = whole(value)
        toggles[name] = value if number is None else number
    outcome = play_many(
        played,
        options.games,
        options.seed,
        players=options.players,
        custody=options.custody,
        toggles=toggles,
        seats=options.seats,
    )
    summary = outcome.summary()
    if options.json:
        print(json.dumps(summary))
    else:
        print(f"{played.title}: {summary['games']} games, {summary['failures']} failed")
        for ending, count in summary["endings"].items():
            print(f"  {ending:<24}{count:>7}")
        for who, times in summary["won"].items():
            print(f"  won by {who:<17}{times:>7}")
        print("  answers: {least} to {most}, half of them up to {median}".format(**summary["answers"]))
        print(f"  {summary['answers_per_second']} answers a second")
        for missing in (ending for ending in played.endings if ending not in outcome.endings):
            print(f"  never ended by {missing}")
    folder = options.save or (Path("selfplay-failures") if outcome.failures else None)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for ending, record in outcome.examples.items() if options.save else ():
            record.write(folder / f"{ending}.json")
        for number, (fault, record) in enumerate(outcome.failures[:20]):
            file = folder / f"failed-{options.game}-{number}.json"
            record.write(file)
            print(f"  {fault}\n    answers in {file}", file=sys.stderr)
    return 1 if outcome.failures else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="selfplay")
    arguments(parser)
    sys.exit(main(parser.parse_args()))
