"""Does a change by hand show somebody what was hidden?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rules.game import Game, State
from rules.plain import Plain, dump


def shows_hidden(game: Game, before: State, after: State, said: Plain) -> bool:
    """Would a change let any seat, or all, read something that lay hidden and that was not *said* with it?

    Ending the game does: then everything may be turned over.
    """
    if game.has_secrets and before.result is None and after.result is not None:
        return True
    lay_hidden = {
        text for path, text in _texts(dump(before)) if text and not path.startswith("setup.") and game.is_secret(path)
    }
    read = {seat: _read(game, before, seat) for seat in (None, *game.players(before))}
    for seat, theirs in read.items():  # what one player alone could read, by whatever name
        lay_hidden |= (theirs - read[None]).keys() if seat and game.has_secrets else set()
    named = Counter(text for _, text in _texts(said))
    for seat, theirs in read.items():
        fresh = _read(game, after, seat) - theirs - named
        if lay_hidden & fresh.keys():
            return True
    return False


def _read(game: Game, state: State, seat: str | None) -> Counter[str]:
    return Counter(text for _, text in _texts(game.show(state, seat)))


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
