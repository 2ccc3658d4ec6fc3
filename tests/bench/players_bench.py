"""How strong the players of the box are, how long they think, that they never peek, and how fast the rules go.

Budgets are those of a Pi 4: walks that take about 3 s there, a fifth of the speed of the computer this was written on.
``TABLESIDE_LONG=1 make bench ARGS=players`` plays 400 games each instead of 20, which takes a night.
"""

from __future__ import annotations

import os
import random
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "support")]

PI = 5  # times slower than here
LONGEST = 3.0  # seconds for 95 of 100 answers
DUELS = (
    ("sleepers", "hard", "random", 0.99),
    ("sleepers", "normal", "random", 0.95),
    ("sleepers", "hard", "greedy", 0.80),
    ("sleepers", "hard", "normal", 0.65),
    ("awakening", "hard", "random", 0.80),
    ("awakening", "hard", "greedy", 0.65),
)
SEAS = (("hard", "hard", 0.35, 0.65), ("hard", "random", 0.75, 1.0), ("random", "hard", 0.0, 0.25))
"""Crew and Traitor of The Silent Sea, and how often the crew should win."""

BEFORE = {"sleepers": 5400, "silent_sea": 2880, "awakening": 1540, "sleeping_gods": 3450, "children_of_morta": 2330}
"""Answers a processor second when every checkpoint was written down, on a computer with two shared cores."""


def run() -> list[dict[str, Any]]:
    from how_many import so_many

    games, positions = so_many(20, 400), so_many(40, 500)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        duels = [pool.submit(_duel, *case, games) for case in DUELS]
        seas = [pool.submit(_sea, *case, games) for case in SEAS]
        peeks = [pool.submit(_peeks, name, positions) for name in ("sleepers", "silent_sea", "awakening")]
        rows = [each.result() for each in (*duels, *seas, *peeks)]
    return rows + [_speed(name) for name in BEFORE]


def _duel(name: str, one: str, other: str, least: float, games: int) -> dict[str, Any]:
    from matches import duel

    from rules.games import game

    tally = duel(game(name), one, other, games, "bench")
    share, took = tally.share(one), tally.took_most() * PI
    return {
        "what": f"{game(name).title}: {one} against {other}",
        "games": games,
        "won": share,
        "p95_s_on_a_pi": round(took, 2),
        "limit": least,
        "ok": share >= least and took <= LONGEST,
    }


def _sea(crew: str, traitor: str, least: float, most: float, games: int) -> dict[str, Any]:
    from matches import at_sea

    tally = at_sea(crew, traitor, games, "bench")
    share, took = tally.share("crew"), tally.took_most() * PI
    return {
        "what": f"The Silent Sea: a crew of {crew} players, a {traitor} Traitor: the crew wins",
        "games": games,
        "won": share,
        "p95_s_on_a_pi": round(took, 2),
        "limit": [least, most],
        "ok": least <= share <= most and took <= LONGEST,
    }


def _peeks(name: str, positions: int) -> dict[str, Any]:
    from alike import alike

    from rules.games import game
    from rules.players import KINDS, choose

    differ = 0
    for here, there, seat in islice(alike(game(name), "bench"), positions):
        one, other = (choose(each, seat, KINDS["normal"], random.Random(1)) for each in (here, there))
        differ += one != other
    what = f"{game(name).title}: worlds that look alike and get another answer"
    return {"what": what, "positions": positions, "differ": differ, "limit": 0, "ok": not differ}


def _speed(name: str) -> dict[str, Any]:
    from rules.games import game
    from rules.position import Run, some_step

    played, answers, taken, number = game(name), 0, 0.0, 0
    counts = range(played.fewest, len(played.seats) + 1)
    while taken < 3:
        chance = random.Random(f"1/{number}")
        run = Run(played, played.begin(played.setup(counts[number % len(counts)], None, "box")), keeps=False)
        number += 1
        while run.ask is not None and taken < 3:
            step = some_step(played, run.state, run.ask, chance)
            begun = time.process_time()
            run.take(step)
            taken += time.process_time() - begun
            answers += 1
    times = round(answers / taken / BEFORE[name], 1)
    return {
        "what": f"{played.title}: answers a processor second",
        "answers": round(answers / taken),
        "before": BEFORE[name],
        "times": times,
    }
