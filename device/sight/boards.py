"""How each game's printed board looks, as the camera's side wants it: plain shapes, slots and markers."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from math import cos, radians, sin

import cv2
import numpy as np

from rules import art, markers
from rules.awakening import island, mat
from rules.awakening.card_row import CARD, PLACES, SHEET
from rules.game import Setup
from rules.games import game
from rules.packs import names
from rules.sheets import TRACKS
from rules.silent_sea.pack import opened
from rules.sleepers.board import HEXES, drawn_at
from rules.track_sheet import CAP, GROUND, INK, PAPER, ROUND, quarters
from vision import draw
from vision.find.board import Board
from vision.find.cards import Deck
from vision.find.register import Layout
from vision.read.card_row import CardRow
from vision.read.taught import Shelf
from vision.read.tiles import TileReader
from vision.read.tracks import TrackReader
from vision.reading import Image
from vision.scene.board import Printed

from . import boards_sea as looks_sea

# Bare paper of Sleepers' board, one quarter of it; the rest lies mirrored.
_PAPER = ((7.6, 2.6), (7.6, 4.6), (3.9, 7.7), (1.6, 8.1))


@cache
def sleepers() -> Printed:
    """Sleepers' printed board: 61 hexes, each empty or with one of 24 tiles."""
    look = art.load("sleepers")
    pieces = {
        f"{side} {kind or 'back'}": look.shapes(side, kind) for side in look.sides for kind in (None, *look.symbols)
    }
    layout = Layout.from_board(look.board, "Sleepers board")
    return Printed(
        layout=layout,
        slots={hex_: drawn_at(hex_) for hex_ in HEXES},
        pieces=pieces,
        cell=tuple((cos(radians(60 * k)), sin(radians(60 * k))) for k in range(6)),
        colours={name: look.board[name] for name in ("paper", "field", "line", "label")},
        paper=[(x * a, y * b) for x, y in _PAPER for a in (-1, 1) for b in (-1, 1)],
        signs={number: markers.shapes(number) for number in layout.markers},
    )


@cache
def awakening() -> Printed:
    """The Awakening's printed mat: 19 hexes for map tiles, and a triangle for a token between any three."""
    look = art.load("awakening")
    layout = Layout.from_board(look.board, "Awakening mat")
    hex_ = look.board["hex"]
    corners = tuple((cos(radians(60 * k)), sin(radians(60 * k))) for k in range(6))
    return Printed(
        layout=layout,
        slots={f"hex {number}": mat.hex_at(number) for number in island.HEXES},
        pieces={kind or FACE_DOWN: look.shapes("island", kind) for kind in (None, *look.symbols)},
        cell=tuple((hex_ * x, hex_ * y) for x, y in corners),
        outline=corners,
        size=0.97 * hex_,
        labels={f"hex {number}": f"H{number}" for number in island.HEXES},
        lines=mat.lines(),
        colours={name: look.board[name] for name in ("paper", "field", "line", "label")},
        paper=mat.bare(),
        signs={number: markers.shapes(number) for number in layout.markers},
        tokens=look.tokens,
        spots={f"space {space}": mat.space_at(space) for space in mat.ISLAND.spaces},
        token=look.board["token"],
    )


MARKER = "marker"


@cache
def track_sheet(name: str) -> Printed:
    """A game's track sheet; a marker can stand on every space of it."""
    sheet = TRACKS[name]
    layout = Layout(
        {number: sheet.units(at) for number, at in sheet.markers.items()},
        sheet.marker_side / sheet.unit,
        (sheet.paper[0] / 2 / sheet.unit, sheet.paper[1] / 2 / sheet.unit),
        sheet.title,
    )
    cap = ({"shape": "circle", "at": (0, 0), "radius": 1.0, "colour": CAP},)
    return Printed(
        layout=layout,
        slots={},
        pieces={},
        cell=(),
        colours={"paper": PAPER, "field": GROUND, "line": INK, "label": INK},
        signs={number: markers.shapes(number) for number in layout.markers},
        lines=draw.rescaled(sheet.shapes(), (sheet.paper[0] / 2, sheet.paper[1] / 2), sheet.unit),
        tokens={MARKER: cap},
        spots=_track_reader(name).spaces,
        token=(ROUND + 0.5) / sheet.unit,
    )


def _track_reader(name: str) -> TrackReader:
    sheet = TRACKS[name]
    spaces = {slot: {value: sheet.units(at) for value, at in each.items()} for slot, each in sheet.spaces().items()}
    return TrackReader(spaces, tuple(quarters((0.0, 0.0), 1.0)), radius=ROUND / sheet.unit)


CARD_ROW = Layout.from_board(SHEET, "card row")

FACE_DOWN = "face_down"
"""What the camera calls a map tile that shows its back: nothing the rules ever lay on the island."""

_BOARDS: dict[str, Callable[[], Printed]] = {
    "sleepers": sleepers,
    "awakening": awakening,
    "silent_sea": looks_sea.silent_sea,
}
PRINTED = _BOARDS | {name: partial(track_sheet, name) for name in TRACKS if name not in _BOARDS}
"""What lies on the table of each game: the board that the camera reads, or else the sheet with its tracks."""


def layouts() -> dict[str, Layout]:
    """Every board and mat the box knows, to tell which one lies there."""
    sheets = [track_sheet(name).layout for name in TRACKS]
    known = {name: printed().layout for name, printed in PRINTED.items()}
    known |= {layout.title: layout for layout in (*sheets, CARD_ROW) if layout not in known.values()}
    return known | {"mat": Layout.from_board(markers.MAT, "reading mat")}


def name_of(setup: Setup) -> str:
    """Which board lies on the table in a game: the printed one by the game's name, an owner's own by its pack too.

    Empty if the camera knows none.
    """
    if setup.game != "silent_sea" or setup.pack == "demo":
        return setup.game if setup.game in PRINTED else ""
    return f"silent_sea-{setup.pack}" if looks_sea.photograph(setup.pack) is not None else ""


def known() -> dict[str, str]:
    """Every board the camera reads, by its name, and what it is called: the printed ones, then owners' own."""
    printed = {name: game(name).title for name in PRINTED}
    packs = [pack for pack in names("silent_sea") if pack != "demo" and looks_sea.photograph(pack) is not None]
    return printed | {f"silent_sea-{pack}": opened(pack).title for pack in packs}


def board(name: str, shelf: Shelf | None = None) -> Board:
    """A reader of one board, by the name that `name_of` gave it.

    :param shelf: what its owner has taught: tiles known by their pictures count instead of the printed ones.
    """
    of, _, pack = name.partition("-")
    tracks = [track_board(of)] if of in TRACKS else []
    if pack:
        return Board(looks_sea.owners_layout(pack), looks_sea.owners_reader(pack), layouts(), beside=tracks)
    if of not in _BOARDS:
        return tracks[0]
    printed = PRINTED[of]()
    if not printed.slots:  # no tiles: figures that stand anywhere on it
        return Board(printed.layout, looks_sea.figure_reader(), layouts(), beside=tracks)
    row = [Board(CARD_ROW, card_row(shelf), layouts(), aside=True)] if of == "awakening" else []
    beside = [*tracks, *row]
    return Board(printed.layout, tile_reader(name, shelf), layouts(), tokens=printed.token_reader(), beside=beside)


def track_board(name: str) -> Board:
    """A reader of a game's track sheet."""
    return Board(track_sheet(name).layout, _track_reader(name), layouts(), aside=True)


def card_row(shelf: Shelf | None) -> CardRow:
    """A reader of the cards that lie face up in The Awakening, as their owner has shown them to the box."""
    return CardRow(PLACES, Deck("card", CARD), half=CARD_ROW.half, shelf=shelf or Shelf())


def has_tiles(name: str) -> bool:
    """Do tiles lie on this board, and not only figures?"""
    return name in PRINTED and bool(PRINTED[name]().slots)


def tile_reader(name: str, shelf: Shelf | None = None) -> TileReader:
    """A reader of the tiles on a board: as they are printed, or as an owner has shown them to the box."""
    printed = PRINTED[name]()
    taught = _taught_tiles(printed, shelf)
    if not taught:
        return printed.reader()
    drawn = {value: draw.tile(shapes, 64) for value, shapes in printed.pieces.items()}
    # In which light they were taught nobody knows: their colours are no witness, what is on them is.
    return TileReader(drawn | taught, printed.slots, radius=printed.size, paper=printed.paper)


def _taught_tiles(printed: Printed, shelf: Shelf | None) -> dict[str, Image]:
    """Pictures of the taught tiles that can lie on this board, by what they are; people write names as they like."""
    named = {_plain(value): value for value in printed.pieces}
    found = {}
    for piece in shelf.pieces.values() if shelf else ():
        if piece.kind == "tile" and _plain(piece.name) in named:
            looked = np.mean([cv2.resize(picture, (128, 128)) for picture in piece.pictures], axis=0)
            found[named[_plain(piece.name)]] = np.asarray(looked, np.uint8)
    return found


def _plain(name: str) -> str:
    return name.lower().replace("_", " ").removeprefix("the ").strip()
