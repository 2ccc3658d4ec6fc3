"""Which lessons a game's recorded games come to."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import sleeping_gods_setting  # noqa: F401  # puts the sample pack on the shelf

from rules.game import Game
from rules.lessons import Sight, matters
from rules.position import Run
from rules.record import Record

RULES = Path(__file__).parents[1] / "rules"


def recorded(game: Game) -> list[Path]:
    return sorted((RULES / game.name / "recorded").glob("*.json"))


def not_reached(game: Game, runs: Iterable[Run], left: set[str] | None = None) -> set[str]:
    """The lessons that never mattered to anybody in these games."""
    lessons = game.teaching.lessons
    left = set(lessons) if left is None else left
    for run in runs:
        if not left:
            break
        seats = (None, *game.players(run.state))
        sights = [Sight.of(game, run.state, run.ask, run.state.said, seat) for seat in seats]
        left -= {name for name in left if any(matters(lessons[name].when, sight) for sight in sights)}
    return left


def never_told(game: Game) -> set[str]:
    """The lessons that no recorded game comes to."""
    left = set(game.teaching.lessons)
    for file in recorded(game):
        if not left:
            break
        not_reached(game, Record.read(file).replay(), left)
    return left
