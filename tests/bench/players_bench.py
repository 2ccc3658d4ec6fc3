"""How strong the players of the box are, how long they think, and that they never peek.

Budgets are those of a Pi 4: whatever is thought in 2 s there, about a fifth of the speed of the computer this was
written on. ``make bench ARGS="players --games 400"`` plays at most so many games a match, and fewer where it is plain
before that on which side of its limit a match comes to lie. It shows how far it is, and can be stopped at any time: the
games that were played are kept in ``build/players`` (or ``--kept FOLDER``) and not played again as long as the rules
and the players stay as they are. Matches are counted in walks, so they come out the same on a busy computer; only how
long a walk takes is measured before them. ``--match "sea hard"`` plays only matches with these words in their names.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/support")]

LONGEST = 3.0  # seconds for 95 of 100 answers
MOST_MEMORY = 60  # MB more with the box thinking
SLOWER, BLOCKS, PAGES = 1.2, 12, 25  # times as long that a page may take meanwhile; and how often it is looked at
KEPT = Path(os.environ.get("TABLESIDE_KEPT", ROOT / "build/players"))
ONLY = os.environ.get("TABLESIDE_MATCH", "")
DUELS = (
    ("sleepers", "hard", "random", 0.99),
    ("sleepers", "normal", "random", 0.95),
    ("sleepers", "hard", "greedy", 0.80),
    ("sleepers", "hard", "normal", 0.65),
    ("awakening", "hard", "random", 0.80),
    ("awakening", "hard", "greedy", 0.65),
)
SEAS = (
    ("sensible", "sensible", 0.35, 0.65),
    ("hard", "hard", 0.35, 0.65),
    ("hard", "random", 0.75, 1.0),
    ("random", "hard", 0.0, 0.25),
)
"""Crew and Traitor of The Silent Sea, and how often the crew should win."""

TOGETHER = ("sleeping_gods", "children_of_morta")

PEER = 0.6
"""How much of the games against OpenSpiel's player should be won."""

PACED = ("sleepers", "silent_sea", "awakening")
"""Games in which players think ahead."""

SECRETS = ("sleepers", "silent_sea", "awakening", "sleeping_gods")


def run() -> Iterator[dict[str, Any]]:
    from how_many import so_many

    from device.live.thinking import SMALL_THINGS

    gc.set_threshold(SMALL_THINGS)  # as in the process that thinks
    games, positions = int(os.environ.get("TABLESIDE_GAMES", so_many(20, 400))), so_many(40, 500)
    measured: list[tuple[str, Callable[[], dict[str, Any]]]] = [
        *((f"{case[0]} {case[1]} {case[2]}", partial(_duel, *case, games)) for case in DUELS),
        *((f"sea {case[0]} {case[1]}", partial(_sea, *case, games)) for case in SEAS),
        *((f"{name} together", partial(_together, name, games)) for name in TOGETHER),
        *((f"sleepers {kind} openspiel", partial(_peer, kind, min(games, 200))) for kind in ("hard", "normal")),
        *((f"{name} time", partial(_time, name, positions)) for name in PACED),
        *((f"{name} peeks", partial(_peeks, name, positions)) for name in SECRETS),
        ("page", _page),
        ("memory", _memory),
    ]
    yield from (measure() for name, measure in measured if ONLY in name)


def _rules_as_they_are() -> str:
    """Changes with every change of the rules or the players."""
    found = hashlib.sha256()
    for file in sorted((ROOT / "rules").rglob("*.*")):
        if file.suffix in (".py", ".toml"):
            found.update(file.read_bytes())
    return found.hexdigest()[:12]


def _played(what: str, match: Any, games: int, limits: Sequence[float] = ()) -> Any:
    """So many games at most, with what was played before; each is kept as soon as it is over."""
    from matches import Tally, so_far

    file = KEPT / f"{_rules_as_they_are()}-{what.replace(' ', '-')}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    tally = Tally(**json.loads(file.read_text())) if file.is_file() else Tally()
    for _ in so_far(match, games, tally, limits):
        beside = file.with_suffix(".new")
        beside.write_text(json.dumps(asdict(tally)))
        beside.replace(file)
        low, high = tally.between
        told = f"{what}: {tally.won:g} of {tally.games}, surely {low:.2f} to {high:.2f}"
        print(f"\r  {told}  ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return tally


def _pace(name: str, whose: str, thinks: Any) -> float:
    """Seconds that a walk takes on a Pi; measured once for all games that are kept."""
    from matches import pace

    from rules.games import game

    file = KEPT / f"{_rules_as_they_are()}-{name}-{whose}.pace"
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(str(pace(game(name), thinks)))
    return float(file.read_text())


def _kinds(name: str) -> Any:
    """Everybody, with as many walks as they have on a Pi."""
    from matches import on_a_pi, ours

    from rules.games import game

    return on_a_pi(game(name), _pace(name, "ours", ours))


def _row(what: str, tally: Any, least: float, most: float = 1.0) -> dict[str, Any]:
    low, high = tally.between
    return {
        "what": what,
        "games": tally.games,
        "won": round(tally.share, 3),
        "surely_between": [round(low, 2), round(high, 2)],
        "limit": [least, most] if most < 1 else least,
        "ok": least <= tally.share <= most,
    }


def _duel(name: str, one: str, other: str, least: float, games: int) -> dict[str, Any]:
    from matches import duel

    from rules.games import game

    match, kinds = partial(duel, game(name), one, other), _kinds(name)
    tally = _played(f"{name} {one} {other}", lambda number, tally: match(number, "bench", tally, kinds), games, [least])
    return _row(f"{game(name).title}: {one} against {other}", tally, least)


def _sea(crew: str, traitor: str, least: float, most: float, games: int) -> dict[str, Any]:
    from matches import at_sea

    limits, kinds = [limit for limit in (least, most) if 0 < limit < 1], _kinds("silent_sea")
    match = partial(at_sea, crew, traitor)
    tally = _played(f"sea {crew} {traitor}", lambda number, tally: match(number, "bench", tally, kinds), games, limits)
    return _row(f"The Silent Sea: a crew of {crew} players, a {traitor} Traitor: the crew wins", tally, least, most)


def _time(name: str, positions: int) -> dict[str, Any]:
    """How long somebody thinks who looks at a Pi's clock, as at the table."""
    from matches import choices, pi_clock

    from rules.games import game
    from rules.players import KINDS, choose

    took = list[float]()
    for position, seat in choices(game(name), positions, "time"):
        begun = pi_clock()
        choose(position, seat, KINDS["hard"], random.Random(1), clock=pi_clock)
        took.append(pi_clock() - begun)
    most = sorted(took)[int(0.95 * len(took))]
    return {
        "what": f"{game(name).title}: how long hard players think on a Pi, in seconds",
        "answers": len(took),
        "p95": round(most, 2),
        "limit": LONGEST,
        "ok": most <= LONGEST,
    }


def _together(name: str, games: int) -> dict[str, Any]:
    """Players who know no more than their seats, beside sensible ones who look at the table as it is."""
    from matches import ALL_KNOWING, together

    from rules.games import game

    here, there = (
        _played(
            f"{name} {kind}", lambda number, tally, kind=kind: together(game(name), kind, number, "bench", tally), games
        )
        for kind in ("hard", ALL_KNOWING)
    )
    row = _row(f"{game(name).title}: two hard players together", here, 0.0)
    least = there.between[0]
    return row | {
        "all_knowing": round(there.share, 3),
        "limit": round(least, 2),
        "ok": row["ok"] and here.share >= least,
    }


def _peer(kind: str, games: int) -> dict[str, Any]:
    """OpenSpiel's own information-set player on our Sleepers, with as much time for each answer as ours takes."""
    from matches import duel

    from rules.games import game

    what = f"Sleepers: {kind} against OpenSpiel's ISMCTS with equal time"
    try:
        from open_spiel_sleepers import peer, theirs
    except ImportError as missing:
        return {"what": what, "not_measured": f"{missing}; pip install open_spiel"}
    kinds, walk = _kinds("sleepers"), _pace("sleepers", "openspiel", theirs)
    walks = round(kinds[kind].walks * _pace("sleepers", "ours", None) / walk)
    other, match = peer(walks), partial(duel, game("sleepers"), kind, "openspiel")
    tally = _played(
        f"sleepers {kind} openspiel",
        lambda number, tally: match(number, "peer", tally, kinds, openspiel=other),
        games,
        [PEER],
    )
    return {**_row(what, tally, PEER), "walks": kinds[kind].walks, "their_walks": walks}


def _peeks(name: str, positions: int) -> dict[str, Any]:
    from alike import alike

    from rules.games import game
    from rules.players import KINDS, choose

    differ = 0
    for here, there, seat in islice(alike(game(name), "bench"), positions):
        one, other = (choose(each, seat, KINDS["easy"], random.Random(1)) for each in (here, there))
        differ += one != other
    what = f"{game(name).title}: worlds that look alike and get another answer"
    return {"what": what, "positions": positions, "differ": differ, "limit": 0, "ok": not differ}


def _page() -> dict[str, Any]:
    """How long a seat's page takes while the box thinks, beside how long it takes otherwise; both in turn."""
    from serving import Served

    from device.live.thinker import Thinker
    from rules.games import game

    took: dict[bool, list[float]] = {True: [], False: []}
    with tempfile.TemporaryDirectory() as folder:
        box = Served(Path(folder))
        box.table.begin(game("sleepers").setup(2, None, "box"))
        phone, mind, position = box.client("white"), Thinker(), box.table.now().position
        for number in range(2 * BLOCKS):
            thinks = number % 2 == 1
            thread = threading.Thread(target=mind.think, args=(position, position.ask.seat, "hard"))
            if thinks:
                thread.start()
            for _ in range(PAGES):
                begun = time.perf_counter()
                assert phone.get("/seat").status_code == 200
                took[thinks].append(time.perf_counter() - begun)
            if thinks:
                mind.hurry()
                thread.join()
        mind.end()
        box.close()
    still, thinking = (sorted(took[each])[int(0.95 * len(took[each]))] * 1000 for each in (False, True))
    what = "a seat's page, p95 in ms, with the box thinking and without"
    ratio = round(thinking / still, 2)
    return {
        "what": what,
        "with": round(thinking, 1),
        "without": round(still, 1),
        "times": ratio,
        "limit": SLOWER,
        "ok": ratio <= SLOWER,
    }


def _memory() -> dict[str, Any]:
    """What the process that thinks takes, after a thought about each game that it thinks ahead in."""
    from device.live.thinker import Thinker
    from rules.games import game
    from rules.position import Position, some_step

    mind, most = Thinker(), 0
    for name in ("sleepers", "silent_sea", "awakening"):
        played, chance = game(name), random.Random(5)
        position = Position.begin(played, played.setup(max(2, played.fewest), None, "box"))
        while played.turn_of(position.state) is None or not hasattr(position.ask, "options"):
            position = position.then(some_step(played, position.state, position.ask, chance))
        mind.think(position, position.ask.seat, "hard")
        status = Path(f"/proc/{mind.process}/status").read_text()
        most = max(most, int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))))
    mind.end()
    what = "memory of the box's mind, in MB"
    return {"what": what, "mb": round(most / 1024), "limit": MOST_MEMORY, "ok": most / 1024 < MOST_MEMORY}
