"""Recorded games as if they had been played on a box, to look back on."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from device.live.dealer import fingerprint, new_seed
from device.live.journal_rows import DEALER, Entry
from rules.chance import Chance
from rules.game import Said
from rules.position import Position
from rules.record import Record

RECORDED = Path(__file__).parent.parent / "rules"
BEGUN = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
SHORT = {
    "sleepers": "success",
    "silent_sea": "crew_box",
    "awakening": "2-box-renown-orange",
    "children_of_morta": "trial_won_box",
    "sleeping_gods": "crew_down",
}
"""A recorded game of each that is not too long."""


def record(name: str, which: str = "") -> Record:
    return Record.read(RECORDED / name / "recorded" / f"{which or SHORT[name]}.json")


def put_away(box: Any, played: Record, *, steps: int | None = None, begun: datetime = BEGUN, apart: float = 25) -> str:
    """Write a recorded game into the box's journal, an answer every *apart* seconds; its name there.

    :param steps: how many of its answers; all of them if None.
    """
    seed = new_seed()
    with box.journal.together():  # one sync of the card for all of it
        positions = _positions(played, steps)
        name: str = box.journal.begin(played.setup, seed, fingerprint(seed), positions[0][1])
        for number, ((source, position), step) in enumerate(zip(positions[1:], played.steps, strict=False), 1):
            at = (begun + timedelta(seconds=apart * number)).isoformat(timespec="milliseconds")
            said = tuple(Said(each.text, each.seats) for each in position.said)
            entry = Entry(number, number, number - 1, step.kind, step, source, "", said, position.revealed, 0, at)
            box.journal.append(name, entry, position)
    return name


_known: dict[tuple[Any, ...], list[tuple[str, Position]]] = {}


def _positions(played: Record, steps: int | None) -> list[tuple[str, Position]]:
    """Every position with the source of the answer that led to it, reckoned once for all tests of a run."""
    key = (str(played.setup), played.steps[-1], len(played.steps), steps)
    if key not in _known:
        run = next(iter(played.replay()))
        position = Position(run.game, run.checkpoint)
        found = [("box", position)]
        for step in played.steps[:steps]:
            asked = position.ask.of(step.seat) if position.ask and step.kind == "answer" else None
            source = DEALER if isinstance(asked, Chance) and asked.at_once else f"phone of {step.seat}"
            position = position.then(step)
            found.append((source, position))
        _known[key] = found
    return _known[key]


def opened(box: Any, name: str, which: str = "", **how: Any) -> str:
    """The same, open on the table."""
    game = put_away(box, record(name, which), **how)
    box.table.open(game)
    return game
