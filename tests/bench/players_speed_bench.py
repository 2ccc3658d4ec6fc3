"""How fast the rules are walked through: answers and walks a processor second, beside an older commit in the same run.

Every tree is measured in turn, in a process of its own, and the best of some rounds counts: whatever else the computer
does only makes it slower. All play the same games, none of which was played before: what was looked up once and is
kept must not count twice. Garbage is looked for as seldom as in the process that thinks. An answer is chosen among all
that are possible and carried out; a walk is what a player of the box takes again and again: it imagines a world,
answers its questions and judges where it comes to.
"""

from __future__ import annotations

import gc
import inspect
import io
import json
import random
import subprocess
import sys
import tarfile
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
GAMES = ("sleepers", "silent_sea", "awakening", "sleeping_gods", "children_of_morta")
WITH_CHECKPOINTS = "def4d03"
"""The last commit where a run wrote every checkpoint down, and players of the box were not there yet."""

WANTED = 5.0  # times as many answers as with checkpoints
ROUNDS, SECONDS = 3, 0.7
GAMES_PLAYED = 12  # of all numbers of players in turn


def run() -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        trees = {"now": ROOT}
        if found := _taken_out(WITH_CHECKPOINTS, Path(folder)):
            trees["with checkpoints"] = found
        return [row for game in GAMES for row in _rows(game, trees)]


def _taken_out(commit: str, folder: Path) -> Path | None:
    """The rules as they were; None where the history does not reach back so far."""
    archive = subprocess.run(["git", "archive", commit, "rules"], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        return None
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as rules:
        rules.extractall(folder, filter="data")
    return folder


def _rows(game: str, trees: dict[str, Path]) -> list[dict[str, Any]]:
    best: dict[str, dict[str, float]] = {name: {} for name in trees}
    for _ in range(ROUNDS):
        for name, tree in trees.items():
            for what, rate in _measured(tree, game).items():
                best[name][what] = max(best[name].get(what, 0.0), rate)
    rows = []
    for what in ("answers", "walks"):
        figures = {name: round(rates[what], 1) for name, rates in best.items() if what in rates}
        row: dict[str, Any] = {"what": f"{game}: {what} a processor second", **figures}
        for name in [each for each in figures if each != "now"]:
            row[f"times_{name.replace(' ', '_')}"] = round(figures["now"] / figures[name], 2)
        if "times_with_checkpoints" in row:
            row |= {"limit": WANTED, "ok": row["times_with_checkpoints"] >= WANTED}
        rows.append(row)
    return rows


def _measured(tree: Path, game: str) -> dict[str, float]:
    from device.live.thinking import SMALL_THINGS  # here: a tree brings its own rules

    command = [sys.executable, __file__, str(tree), game, str(SMALL_THINGS)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    rates: dict[str, float] = json.loads(told.stdout)
    return rates


# In the process of one tree


def _answers(game: Any, named: str, games: int) -> float:
    """Random games; a mind that has just begun to think is not measured."""
    from rules.position import Run, some_step

    silent = {"keeps": False} if "keeps" in inspect.signature(Run).parameters else {}
    counts = range(game.fewest, len(game.seats) + 1)
    answers, begun = 0, time.process_time()
    for number in range(games):
        chance = random.Random(f"{named}/{number}")
        run = Run(game, game.begin(game.setup(counts[number % len(counts)], None, "box")), **silent)
        for _ in range(500):
            if run.ask is None:
                break
            run.take(some_step(game, run.state, run.ask, chance))
            answers += 1
    return answers / (time.process_time() - begun)


def _walks(game: Any) -> float:
    """Walks from questions in the middle of games that sensible players play."""
    from rules.chance import Chance, ReadCard
    from rules.players import KINDS, Player
    from rules.players.search import Search
    from rules.players.worlds import Worlds
    from rules.position import Position, Run

    chance, walks, spent = random.Random("walks"), 0, 0.0
    while spent < SECONDS:
        run = Run(game, game.begin(game.setup(max(2, game.fewest), None, "box")))
        usual = game.sensible(chance)
        for number in range(200):
            if run.ask is None or spent >= SECONDS:
                break
            asked = run.ask.each[0]
            if number % 23 == 22 and not isinstance(asked, (Chance, ReadCard)):
                position = Position(game, run.checkpoint, tuple(run.steps))
                thinker = Player(game, asked.seat, KINDS["hard"], chance)
                begun = time.process_time()
                search = Search(thinker, Worlds(position, asked.seat))
                for _ in range(10):
                    search.walk()
                spent += time.process_time() - begun
                walks += 10
            run.take(usual.step(run.state, run.ask))
    return walks / spent


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    from rules.games import game as the_game

    gc.set_threshold(int(sys.argv[3]))
    _answers(the_game(sys.argv[2]), "warm", 2)
    rates = {"answers": _answers(the_game(sys.argv[2]), "answers", GAMES_PLAYED)}
    if Path(sys.argv[1], "rules", "players", "search.py").exists():
        rates["walks"] = _walks(the_game(sys.argv[2]))
    print(json.dumps(rates))
