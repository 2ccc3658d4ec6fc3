"""The games the box knows, by the names of their folders."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from .game import Game

NAMES = (
    "sleepers",
    "sleeping_gods",
    "silent_sea",
    "awakening",
    "children_of_morta",
)


@cache
def game(name: str) -> Game:
    """The game of that name, opened when it is first wanted."""
    if name not in NAMES:
        raise KeyError(f"There is no game {name}; there are {', '.join(NAMES)}.")
    found: Game = import_module(f"rules.{name}").GAME
    return found
