"""How each game looks on a screen: one folder for each, found by `Game.screen`.

A game's folder makes a `Drawing` and calls it ``DRAWING``. Beside it may lie ``style.css``, its own style
sheet, and ``pages.py``, pages of its own (see `own_pages`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from rules.ask import Ask, Option
from rules.game import Game
from web.portraits import Sitter

log = logging.getLogger(__name__)

Shown = Mapping[str, Any]
"""What `Game.show` tells one viewer, with the ``news`` of the last answer."""

Slots = Mapping[str, Option]
"""What can be tapped on the table, by its place; `taps.tap` makes a place a button."""


def _nothing(shown: Shown, slots: Slots, seat: str | None) -> str:
    return ""


def _nothing_own(shown: Shown, seat: str | None, options: Iterable[Option]) -> str:
    return ""


def _the_board(slots: Slots) -> str:
    return "the board"


def _only_words(shown: Shown, option: Option, ask: Ask) -> str:
    return ""


def _no_face(option: Option) -> str:
    return ""


def _nobody(shown: Shown) -> Mapping[str, Sitter]:
    return {}


@dataclass(frozen=True)
class Drawing:
    """What a game may say about how it looks; where it says nothing, this is what holds.

    :param board: the table for all to see, as HTML. The seat is the viewer's, None on the box's own screen.
    :param mine: what lies before one seat, from all options of its question.
    :param where: what there is to be tapped on the table, in words that follow "Tap".
    :param badge: the piece that an option of a question stands for, drawn on its button.
    :param cast: whoever and whatever the viewer sees on the table, by name in small letters: a button that names one
        shows the portrait.
    :param faces: what can be picked before the game begins (`Game.picks`), drawn.
    :param sheet: what is kept on paper, such as a journey log, from what everybody may know; None: nothing is.
    :param kept: what of the table at the end goes onto the one page that is kept; None: the table.
    :param own_first: most of a turn is tapped on the player's own board: on a phone it stands above the table.
    :param ruling: how experts set a value by its path, for instance: where it stands, and what it becomes.
    """

    board: Callable[[Shown, Slots, str | None], str] = _nothing
    mine: Callable[[Shown, str | None, Iterable[Option]], str] = _nothing_own
    where: Callable[[Slots], str] = _the_board
    badge: Callable[[Shown, Option, Ask], str] = _only_words
    cast: Callable[[Shown], Mapping[str, Sitter]] = _nobody
    faces: Callable[[Option], str] = _no_face
    sheet: Callable[[Shown], str] | None = None
    kept: Callable[[Shown], str] | None = None
    own_first: bool = False
    ruling: tuple[str, str] | None = None


def part_of(game: Game, name: str = "") -> ModuleType | None:
    """A module of the game's folder, or the folder itself; None if there is none, or if it cannot be loaded."""
    wanted = f"{game.screen}.{name}" if name else game.screen
    try:
        return import_module(wanted)
    except Exception as broken:  # somebody else's drawing keeps the box from nothing
        missing = isinstance(broken, ModuleNotFoundError) and f"{wanted}.".startswith(f"{broken.name}.")
        if not missing:
            log.exception("%s cannot be loaded: %s is played without it", wanted, game.title)
        return None


def style_of(game: Game) -> Path | None:
    """The game's own style sheet, if it has one beside the common one."""
    folder = part_of(game)
    file = Path(folder.__file__).with_name("style.css") if folder and folder.__file__ else None
    return file if file and file.is_file() else None


@cache
def board_of(game: Game) -> Drawing:
    """How *game* looks; one that brings no drawing is played by its questions alone."""
    folder = part_of(game)
    found = getattr(folder, "DRAWING", None)
    return found if isinstance(found, Drawing) else Drawing()
