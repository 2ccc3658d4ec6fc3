"""How each game's cards, tiles and dice look on the reading mat: sizes, and where numbers are printed.

An owner whose copy differs says so in ``camera/mat.toml`` of the pack:

    [decks.fate]
    size = [57, 89]               # millimetres
    number = [0.14, 0.10, 0.09]   # across and down in parts of the card, height of a digit in parts of its height

    [dice]
    blue = "#2a5aae"
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from typing import Any

from rules import packs
from rules.ask import Trouble
from rules.games import game as the_game
from rules.reading_mat import CARD, CORNER, NumberPlace, Sort
from rules.written import from_toml
from vision.find.cards import Deck
from vision.read.die_colour import USUAL
from vision.read.digits import PLACES, Box

USUAL_PLACES = (CORNER, *(NumberPlace(*place) for place in ((0.85, 0.11, 0.08), (0.5, 0.11, 0.08), (0.5, 0.5, 0.3))))
"""Where numbers are printed on the cards of most games: in the corners, on top, or large in the middle."""


def deck(sort: Sort) -> Deck:
    """As the camera's side wants it."""
    place = sort.number
    return Deck(sort.thing, sort.size, Box(place.x, place.y, place.tall, place.most) if place else None)


def decks(game: str | None, pack: str = "demo") -> list[Deck]:
    """Every size and number place of the cards and tiles of *game*; of no game in particular, the usual ones."""
    if game is None:
        return [deck(replace(CARD, number=place)) for place in USUAL_PLACES]
    found = [deck(sort) for sort in sheet(game, pack).sorts.values()] or [deck(CARD)]
    return list({(each.size, each.number): each for each in found}.values())


@dataclass(frozen=True)
class Sheet:
    """How one pack's cards and dice look.

    :param problem: why the owner's own sheet is not followed, a sentence.
    """

    sorts: Mapping[str, Sort] = field(default_factory=dict)
    dice: Mapping[str, str] = field(default_factory=lambda: dict(USUAL))
    problem: str = ""

    def sort(self, key: str) -> Sort:
        return next((sort for name, sort in self.sorts.items() if key and fnmatch(key, name)), CARD)


# The owner's own sheet

_read: dict[tuple[str, str], tuple[float, Sheet]] = {}


def sheet(game: str, pack: str) -> Sheet:
    """How the cards and dice of a pack look: as usual, but for what its owner says."""
    usual = the_game(game).sorts
    try:
        file = packs.folder(game, pack) / "camera" / "mat.toml"
    except Trouble:
        return Sheet(usual)
    changed = file.stat().st_mtime if file.is_file() else 0.0
    known = _read.get((game, pack))
    if known is None or known[0] != changed:
        known = changed, _opened(file.read_bytes(), usual) if changed else Sheet(usual)
        _read[(game, pack)] = known
    return known[1]


def _opened(data: bytes, usual: Mapping[str, Sort]) -> Sheet:
    try:
        tables = from_toml(data.decode())
        sorts = dict(usual)
        for key, says in tables.pop("decks", {}).items():
            base = next((sort for name, sort in usual.items() if fnmatch(key, name)), CARD)
            # What the owner says of one deck goes before what is usual for many.
            sorts = {key: _sort(key, base, says), **{name: sort for name, sort in sorts.items() if name != key}}
        dice = {name: _hex(name, look) for name, look in tables.pop("dice", {}).items()}
        if tables:
            raise ValueError(f"{next(iter(tables))}: expected decks or dice")
        return Sheet(sorts, {**USUAL, **dice})
    except (ValueError, TypeError, AttributeError) as broken:
        return Sheet(usual, problem=f"camera/mat.toml of this pack cannot be used: {broken}.")


def _sort(key: str, base: Sort, says: Mapping[str, Any]) -> Sort:
    unknown = set(says) - {"thing", "size", "number"}
    if unknown:
        raise ValueError(f"decks.{key}: expected thing, size and number, got {', '.join(sorted(unknown))}")
    size, number = says.get("size", base.size), says.get("number", base.number)
    width, height = _numbers(f"decks.{key}.size", size, 2, 20, 200)
    if isinstance(number, list):
        x, y, tall = _numbers(f"decks.{key}.number", number, 3, 0, 1)
        number = NumberPlace(x, y, tall, base.number.most if base.number else PLACES)
    elif number is not base.number:
        raise ValueError(f"decks.{key}.number: expected [across, down, height of a digit]")
    return replace(base, thing=str(says.get("thing", base.thing)), size=(width, height), number=number)


def _numbers(where: str, values: Any, count: int, low: float, high: float) -> list[float]:
    good = isinstance(values, list | tuple) and all(isinstance(one, int | float) and low < one < high for one in values)
    if not good or len(values) != count:
        raise ValueError(f"{where}: expected {count} numbers between {low} and {high}, got {values}")
    return [float(one) for one in values]


def _hex(name: str, look: Any) -> str:
    digits = str(look).removeprefix("#")
    if len(digits) != 6 or not all(digit in "0123456789abcdefABCDEF" for digit in digits):
        raise ValueError(f"dice.{name}: expected a colour such as #2a5aae, got {look}")
    return f"#{digits}"
