"""Tables that one seat cannot tell from each other: what it may not know differs, nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator

from rules import sheet
from rules.game import State
from rules.plain import Misfit, Path, Plain, dump, load, put
from rules.position import Position


def hidden_places(position: Position) -> list[tuple[Path, str]]:
    """Where texts lie that are not for everybody."""

    def places(plain: Plain, path: Path = ()) -> Iterator[tuple[Path, str]]:
        names = range(len(plain)) if isinstance(plain, list) else plain if isinstance(plain, dict) else ()
        for name in names:
            yield from places(plain[name], (*path, str(name)))
        if isinstance(plain, str):
            yield path, plain

    return [
        (path, text)
        for path, text in places(dump(position.state))
        if path[0] not in ("setup", "result") and position.game.is_secret(".".join(path))
    ]


def other_worlds(position: Position, seat: str | None, chance: random.Random) -> Iterator[State]:
    """States that *seat* cannot tell from this one: two hidden things have changed places."""
    played, found = position.game, hidden_places(position)
    for _ in range(40):
        if len(found) < 2:
            return
        (here, one), (there, other) = chance.sample(found, 2)
        if one == other:
            continue
        try:
            world = sheet.copy_of(played, position.state)
            put(world, here, other)
            put(world, there, one)
            load(played.state_type, dump(world))
            played.must_hold_together(world)
            played.check(world)
            same = played.show(world, seat) == position.show(seat) and played.view(world) == position.view()
        except (Misfit, AssertionError, KeyError, StopIteration, ValueError):
            continue
        if same and not played.impossible(world):
            yield world
