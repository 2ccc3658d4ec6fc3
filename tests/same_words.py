"""Whether a change that should change nothing does: games of older rules and of these, every word compared.

``make same-words ARGS="HEAD~3 --games 100"`` plays that many games of each of the box's own with both, at random and
with sensible players in turn, and says at which answer of which game what first differs: a question and its options
with all their words, a sentence, what a seat is shown, or the table itself.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import random
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LONGEST = 400
SELDOM = 10  # answers between two looks at the whole table, which take longer than all else


def main() -> int:
    parser = argparse.ArgumentParser(prog="make same-words")
    parser.add_argument("commit", help="with whose rules these are compared")
    parser.add_argument("--games", type=int, default=20, help="of each game")
    parser.add_argument("--only", default="", help="one game's name")
    parser.add_argument("--play", default="", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.play:
        sys.path.insert(0, options.play)
        for line in _played(options.only, options.games):
            print(json.dumps(line))
        return 0
    from rules.games import names

    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run(["git", "archive", options.commit, "rules"], cwd=ROOT, capture_output=True, check=True)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as rules:
            rules.extractall(folder, filter="data")
        found = [_compared(name, Path(folder), options.games) for name in names() if options.only in ("", name)]
    return 0 if all(found) else 1


def _compared(name: str, older: Path, games: int) -> bool:
    trees = [
        subprocess.Popen(
            [sys.executable, __file__, "-", "--play", str(tree), "--only", name, "--games", str(games)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for tree in (older, ROOT)
    ]
    told = 0
    for here, there in zip_longest(*(tree.stdout or () for tree in trees)):
        if here != there:
            was, now = (json.loads(line) if line else [] for line in (here, there))
            parts = [part for one, other in zip_longest(was, now) if one != other for part in (one, other)]
            print(f"{name}: differs after {told} answers: {parts}")
            for tree in trees:
                tree.kill()
            return False
        told += 1
    same = not any(tree.wait() for tree in trees)
    print(f"{name}: {games} games, {told} answers, " + ("every word the same" if same else "the rules failed"))
    return same


# In the process of one tree


def _played(name: str, games: int) -> Iterator[list[Any]]:
    """After each answer: which game, what was answered, and a print of every word there was to read."""
    from rules.games import game as the_game
    from rules.plain import dump
    from rules.position import Run, some_step

    game = the_game(name)
    counts = range(game.fewest, len(game.seats) + 1)
    for number in range(games):
        chance = random.Random(f"words/{number}")
        setup = game.setup(counts[number // 2 % len(counts)], None, "table" if number % 5 == 4 else "box")
        run = Run(game, game.begin(setup))
        usual = game.sensible(chance) if number % 2 else None
        for answer in range(LONGEST):
            if run.ask is None:
                break
            prints = [_print(_words(each)) for each in run.ask.each]
            step = usual.step(run.state, run.ask) if usual else some_step(game, run.state, run.ask, chance)
            asides = [_words(option) for seat in setup.seats for option in game.asides(run.state, seat)]
            run.take(step)
            said = [[each.text, each.seats, each.spoken] for each in run.state.said]
            told = [f"game {number}: {dump(step)}", prints, _print(said), _print(asides)]
            if answer % SELDOM == 0:
                shown = [game.show(run.state, seat) for seat in (*setup.seats, None)]
                told += [_print(part) for part in (shown, dump(run.state), game.view(run.state))]
            yield told


def _words(thing: Any) -> Any:
    """Everything that a question or an option tells."""
    if hasattr(thing, "__dataclass_fields__"):
        return {name: _words(getattr(thing, name)) for name in thing.__dataclass_fields__}
    if isinstance(thing, (list, tuple)):
        return [_words(each) for each in thing]
    return "a function" if callable(thing) else thing


def _print(words: Any) -> str:
    return hashlib.sha256(json.dumps(words, default=str).encode()).hexdigest()[:12]


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
