"""The games the box knows: a folder each beside this file, and those that installed packages bring along.

A package says so under the entry point ``tableside.games``, such as ``pebbles = "pebbles:GAME"``. One that cannot be
loaded keeps the box from nothing: `broken` says what is wrong with it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

from .game import Game
from .markers import MAT

log = logging.getLogger(__name__)

GROUP = "tableside.games"
DEMO = "demo"  # the pack that every game brings along
_BOOKS = sorted(Path(__file__).parent.glob("*/reference.toml"), key=lambda book: (book.stat().st_size, book))
NAMES = tuple(book.parent.name for book in _BOOKS)
"""The games of this box's own, the thinnest rulebook first."""


@cache
def _brought() -> tuple[dict[str, Game], dict[str, str]]:
    """What installed packages bring, by name, before anybody has looked into it; and why some of it is no game."""
    found: dict[str, Game] = {}
    why_not: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            found[entry.name] = _loaded(entry, found)
        except Exception as broken:  # whatever a stranger's code may raise
            why_not[entry.name] = _sentence(entry.name, broken)
    return found, why_not


def _loaded(entry: EntryPoint, found: Iterable[str]) -> Game:
    if entry.name in NAMES or entry.name in found:
        raise ValueError("there is a game of that name already")
    loaded = entry.load()
    if not isinstance(loaded, Game):
        raise TypeError(f"{entry.value} is no Game")
    if loaded.name != entry.name:
        raise ValueError(f"it calls itself {loaded.name}")
    return loaded


@cache
def _outside() -> tuple[dict[str, Game], dict[str, str]]:
    """Games of installed packages that can be played, by name; and why others cannot, a sentence for each."""
    brought, told = _brought()
    found: dict[str, Game] = {}
    why_not = dict(told)
    for name, each in brought.items():
        try:
            _look_into(each, found.values())
            found[name] = each
        except Exception as broken:
            why_not[name] = _sentence(name, broken)
    return found, why_not


def _look_into(brought: Game, others: Iterable[Game]) -> None:
    """Read all its files now, so that whatever is broken is told now and not in the middle of an evening."""
    if not (brought.reference and brought.title and brought.seats):
        raise ValueError("it has no rules, no title or no seats")
    for preset in brought.presets:
        brought.setup(brought.fewest, preset.toggles)
    _ = brought.emblem
    brought.try_pack(DEMO)
    theirs = {number for board in brought.boards(DEMO) for number in board.markers}
    ours = _markers([*map(game, NAMES), *others])
    for number in sorted(theirs & set(ours)):
        raise ValueError(f"its board has the corner marker {number} of the {ours[number]}")


def _sentence(name: str, broken: Exception) -> str:
    log.error("the game %s cannot be loaded", name, exc_info=broken)
    return f"The game {name} cannot be played: {type(broken).__name__}: {str(broken).rstrip('.')}."


def names() -> tuple[str, ...]:
    """Every game that can be played on this box."""
    return (*NAMES, *_outside()[0])


def folder(name: str) -> Path:
    """Where a game lives; nothing is opened for it."""
    outside = {} if name in NAMES else _brought()[0]
    return outside[name].folder if name in outside else Path(__file__).parent / name


def taken_markers() -> dict[int, str]:
    """Every corner marker that is in use, and the board or mat it belongs to; there are 50."""
    return _markers(map(game, names()))


def _markers(games: Iterable[Game]) -> dict[int, str]:
    taken = {int(each["number"]): "reading mat" for each in MAT["markers"]}
    for each in games:
        taken |= {number: board.title for board in each.boards(DEMO) for number in board.markers}
    return taken


def broken() -> dict[str, str]:
    """Why some games that were installed cannot be played, by their names."""
    return dict(_outside()[1])


def forget() -> None:
    """Packages came or went: look again when a game is wanted."""
    _brought.cache_clear()
    _outside.cache_clear()
    game.cache_clear()


@cache
def game(name: str) -> Game:
    """The game of that name, opened when it is first wanted."""
    if name in NAMES:
        found: Game = import_module(f"rules.{name}").GAME
        return found
    outside = _outside()[0]
    if name not in outside:
        raise KeyError(f"There is no game {name}; there are {', '.join(names())}.")
    return outside[name]
