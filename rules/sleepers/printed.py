"""The printed board of 61 hexes with its 60 tiles, and what lies beside it."""

from __future__ import annotations

from functools import cache

from rules import art
from rules.printed import Component, Cut, Piece, PrintedBoard, Slot, ToPrint, Zone, polygon

from .board import HEXES, drawn_at
from .pack import TILES_EACH, opened
from .state import COLOURS, Sleepers

# Where the paper stays bare, in hexes: one quarter of the board, the rest lies mirrored.
_BARE = ((7.6, 2.6), (7.6, 4.6), (3.9, 7.7), (1.6, 8.1))

ZONES = tuple(
    zone
    for colour in COLOURS
    for name in [f"{colour.capitalize()}'s"]
    for zone in (
        Zone(f"rack {colour}", f"{name} rack", takes=colour, faces=True, turns_down=True),
        Zone(f"stock {colour}", f"{name} stock", takes=colour, hidden=True, drawn_to=f"rack {colour}", turns_down=True),
        Zone(f"killed {colour}", f"{name} killed", takes=colour),
    )
)


def tile(colour: str, kind: str | None) -> Piece:
    """A tile with its face up, or with its back if nobody says what it is."""
    return Piece(kind or "", colour, up=kind is not None)


@cache
def board() -> PrintedBoard:
    """61 hexes, each empty or with one of 24 tiles."""
    look = art.load("sleepers")
    unit = look.board["unit_mm"]
    middles = {hex_: (unit * x, unit * y) for hex_ in HEXES for x, y in [drawn_at(hex_)]}
    return PrintedBoard(
        title="Sleepers board",
        paper=(2 * unit * look.board["half_width"], 2 * unit * look.board["half_height"]),
        unit=unit,
        markers={each["number"]: (unit * each["at"][0], unit * each["at"][1]) for each in look.board["markers"]},
        marker_side=unit * look.board["marker_side"],
        colours=look.board,
        slots={hex_: Slot(at, polygon(6, unit, middle=at), hex_) for hex_, at in middles.items()},
        tiles={tile(side, kind): look.shapes(side, kind) for side in look.sides for kind in (None, *look.symbols)},
        tile=unit,
        outline=look.outline,
        bare=[(unit * x * a, unit * y * b) for x, y in _BARE for a in (-1, 1) for b in (-1, 1)],
    )


def to_print() -> ToPrint:
    kinds = [each.code for each in opened("demo").tiles for _ in range(each.count)]
    cuts = [Cut([tile(colour, kind) for kind in kinds], tile(colour, None)) for colour in COLOURS]
    return ToPrint([board()], cuts)


def components(game: Sleepers) -> list[Component]:
    """Thirty tiles each; what is printed on those that the box deals nobody knows."""
    printed = [kind for kind, count in game.pack.counts.items() for _ in range(count)]
    kinds = {colour: [""] * TILES_EACH if game.box_deals(colour) else printed for colour in COLOURS}
    return [Component(Piece(kind, colour, up=False), f"stock {colour}") for colour in COLOURS for kind in kinds[colour]]


def beside(game: Sleepers) -> dict[str, int]:
    """How many tiles of each colour lie beside the board, and where."""
    return {
        place: count
        for colour, side in game.sides.items()
        for place, count in (
            (f"killed {colour}", len(side.killed)),
            (f"rack {colour}", len(side.hand)),
            (f"stock {colour}", side.stock),
        )
    }
