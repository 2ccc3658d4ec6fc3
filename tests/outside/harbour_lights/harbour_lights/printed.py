"""The printed harbour with its boats, and what lies beside it. All lengths are millimetres from the board's middle."""

from __future__ import annotations

from functools import cache

from rules import art
from rules.printed import Component, Cut, Piece, PrintedBoard, Slot, ToPrint, Words, Zone, polygon

from .harbour import BERTHS, at
from .pack import Pack
from .state import COLOURS, HarbourLights
from .table import boat

PAPER = (277.0, 190.0)  # an A4 across, less what printers leave white
EDGE = 34.0  # of a berth
CORNER = EDGE / 2**0.5  # from its middle to its corners
MARKERS = {18: (-122.0, -79.0), 19: (122.0, -79.0), 28: (122.0, 79.0), 29: (-122.0, 79.0)}
BARE = [(x, y) for x in (-112.0, 112.0) for y in (-40.0, 0.0, 40.0)] + [(x, y) for x in (-97, 97) for y in (-60, 60)]

ZONES = tuple(
    zone
    for colour in COLOURS
    for name in [f"{colour.capitalize()}'s"]
    for zone in (
        Zone(f"hand {colour}", f"{name} hand", takes=colour, faces=True, turns_down=True),
        Zone(f"stock {colour}", f"{name} stock", takes=colour, hidden=True, drawn_to=f"hand {colour}", turns_down=True),
    )
)


@cache
def board() -> PrintedBoard:
    """25 berths, each empty or with one of 15 boats; the number of each row stands at its ends."""
    look = art.load("harbour_lights")
    middles = {berth: (EDGE * (x - 2), EDGE * (y - 2)) for berth in BERTHS for x, y in [at(berth)]}
    rows = [Words(str(row), (x, EDGE * (row - 3) + 3), 9.0) for row in range(1, 6) for x in (-93.0, 93.0)]
    return PrintedBoard(
        title="Harbour Lights board",
        paper=PAPER,
        unit=PAPER[0] / 19,
        markers=MARKERS,
        colours=look.board,
        slots={berth: Slot(m, polygon(4, CORNER, middle=m, turned=45), berth) for berth, m in middles.items()},
        tiles={boat(side, kind): look.shapes(side, kind) for side in look.sides for kind in (None, *look.symbols)},
        tile=CORNER,
        outline=look.outline,
        words=rows,
        bare=BARE,
    )


def to_print(pack: Pack) -> ToPrint:
    kinds = [each.code for each in pack.boats for _ in range(each.count)]
    cuts = [Cut([boat(colour, kind) for kind in kinds], boat(colour, None)) for colour in COLOURS]
    return ToPrint([board()], cuts, says=["Any die with six faces is the tide die."])


def components(game: HarbourLights) -> list[Component]:
    """A fleet each; what is printed on the boats nobody knows where the box deals."""
    kinds: list[str | None] = [None] * game.pack.fleet
    if not game.box_deals:
        kinds = [each.code for each in game.pack.boats for _ in range(each.count)]
    return [
        Component(Piece(kind or "", colour, up=False), f"stock {colour}")
        for colour in game.setup.seats
        for kind in kinds
    ]


def beside(game: HarbourLights) -> dict[str, int]:
    """How many boats lie beside the harbour, and where."""
    counts = {f"hand {colour}": len(side.hand) for colour, side in game.sides.items()}
    return counts | {f"stock {colour}": side.stock for colour, side in game.sides.items()}
