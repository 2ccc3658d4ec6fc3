"""Pages of one game alone, such as an owner's own board: a game's folder may have them in ``pages.py``.

It makes an `OwnPages` and calls it ``PAGES``. Templates lie in ``templates/<game>/`` of that folder, so that no two
games' are called the same; scripts and style sheets in ``static/``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from flask import Blueprint

from rules.game import Game

from . import part_of


@dataclass(frozen=True)
class OwnerPage:
    """A page on which owners make something for their copy, open to the box's own screen.

    :param endpoint: its route, for links.
    :param words: of the link beside the game's packs.
    :param menu: of the link in the camera's menu on the start page; empty: it is not there.
    """

    endpoint: str
    words: str
    menu: str = ""


@dataclass(frozen=True)
class Belonging:
    """A file that travels with a pack beside its cards.

    :param largest: in bytes.
    :param read: what is kept of it; a ValueError or a `Trouble` if it is broken.
    :param told: what the shelf says of a pack that has it.
    """

    largest: int
    read: Callable[[bytes], bytes]
    told: str = ""


@dataclass(frozen=True)
class OwnPages:
    """What a game adds to the pages of the box.

    :param blueprint: its routes, with folders of its own for templates and static files.
    :param belongings: by file name, what lies in a pack's folder beside its cards.
    """

    blueprint: Blueprint
    owner: tuple[OwnerPage, ...] = ()
    belongings: Mapping[str, Belonging] = field(default_factory=dict)


@cache
def pages_of(game: Game) -> OwnPages | None:
    """The pages of *game* alone; most have none."""
    module = part_of(game, "pages")
    found: OwnPages | None = module.PAGES if module else None
    return found


def owner_pages(game: Game) -> tuple[OwnerPage, ...]:
    found = pages_of(game)
    return found.owner if found else ()


def belongings(game: Game) -> Mapping[str, Belonging]:
    found = pages_of(game)
    return found.belongings if found else {}
