"""Does a change by hand show somebody what was hidden?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.plain import Plain, dump
from rules.position import Position, Step


def shows_hidden(before: Position, step: Step, after: Position) -> bool:
    """Would *step* let any seat, or all, read something that lay hidden and that the step itself does not name?"""
    game = before.game
    lay_hidden = {
        text
        for path, text in _texts(dump(before.state))
        if text and not path.startswith("setup.") and game.is_secret(path)
    }
    named = Counter(text for _, text in _texts(step.value))
    for seat in (None, *game.players(before.state)):
        fresh = _read(after, seat) - _read(before, seat) - named
        if lay_hidden & fresh.keys():
            return True
    return False


def _read(position: Position, seat: str | None) -> Counter[str]:
    return Counter(text for _, text in _texts(position.show(seat)))


def _texts(plain: Plain, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in *plain*, and where it stands."""
    if isinstance(plain, str):
        yield path, plain
    elif isinstance(plain, dict):
        for name, value in plain.items():
            yield from _texts(value, f"{path}.{name}" if path else str(name))
    elif isinstance(plain, (list, tuple)):
        for place, value in enumerate(plain):
            yield from _texts(value, f"{path}.{place}" if path else str(place))
