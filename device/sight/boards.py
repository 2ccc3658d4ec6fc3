"""The printed boards of all games, as the camera's side wants them: each game says what it has (`rules.printed`)."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from rules import markers, packs
from rules.ask import Trouble
from rules.game import Setup
from rules.games import game, names
from rules.printed import TILE, PrintedBoard
from rules.track_sheet import ROUND, quarters
from vision import draw
from vision.find.board import Board, Reader
from vision.find.cards import Deck
from vision.find.register import Layout
from vision.read.card_row import CardRow
from vision.read.figures import Area, FigureReader
from vision.read.taught import Shelf
from vision.read.tiles import TileReader, Tiles
from vision.read.tracks import TrackReader
from vision.reading import Image
from vision.scene.board import Printed

MAT = Layout.from_board(markers.MAT, "reading mat")
DEMO = "demo"
PER_UNIT = 60  # pixels of a board that is drawn to be compared with


# Which boards there are


def name_of(setup: Setup) -> str:
    """Which board lies on the table in a game: the printed one by the game's name, an owner's own by its pack too.

    Empty if the camera knows none.
    """
    first = next(iter(game(setup.game).boards(setup.pack)), None)
    if first is None:
        return ""
    return f"{setup.game}-{setup.pack}" if first.photograph else setup.game


def known() -> dict[str, str]:
    """Every board the camera reads, by its name, and what it is called: the printed ones, then owners' own."""
    printed = {name: game(name).title for name in names() if _boards(name)}
    own = {}
    for name in names():
        for pack in packs.names(name):
            first = next(iter(game(name).boards(pack)), None) if pack != DEMO else None
            if first is not None and first.photograph:
                own[f"{name}-{pack}"] = first.title
    return printed | own


@cache
def _boards(name: str) -> tuple[PrintedBoard, ...]:
    """The board and the sheets that can be printed of a game."""
    return game(name).boards(DEMO)


def _of(name: str) -> tuple[PrintedBoard, ...]:
    """Board and sheets by the name that `name_of` gave."""
    of, _, pack = name.partition("-")
    return game(of).boards(pack) if pack else _boards(of)


def layouts() -> dict[str, Layout]:
    """Every board and mat the box knows, to tell which one lies there."""
    found: dict[str, Layout] = {}
    for name in names():
        for number, board in enumerate(_boards(name)):
            found[board.title if number else name] = layout(board)
    return found | {"mat": MAT}


# How a board looks and is read


@cache
def layout(board: PrintedBoard) -> Layout:
    """Where its corner markers are, in the camera's units."""
    half = (board.half[0] / board.unit, board.half[1] / board.unit)
    return Layout(
        {number: (x / board.unit, y / board.unit) for number, (x, y) in board.markers.items()},
        board.marker_side / board.unit,
        half,
        board.title,
    )


@cache
def printed(board: PrintedBoard) -> Printed:
    """A board with all its pieces, as it is drawn and photographed."""
    unit = board.unit

    def units(place: tuple[float, float]) -> tuple[float, float]:
        return place[0] / unit, place[1] / unit

    spots = {name: units(slot.at) for name, slot in board.spots.items()}
    spots |= {f"{track} {value}": units(at) for track, each in board.tracks.items() for value, at in each.items()}
    for name, area in board.areas.items():
        for count, stands in area.stands.items():
            for number, (dx, dy) in enumerate(stands):
                spots[f"{name} {count} {number}"] = units((area.at[0] + dx, area.at[1] + dy))
    lines = [
        {"shape": "stroke", "points": slot.outline, "width": slot.line, "closed": True, "colour": board.colours["line"]}
        for slot in board.spots.values()
        if slot.outline
    ]
    return Printed(
        layout=layout(board),
        slots={name: units(slot.at) for name, slot in board.slots.items()},
        pieces={piece: shapes for piece, shapes in board.tiles.items()},
        cells={name: tuple(units(corner) for corner in slot.outline) for name, slot in board.slots.items()},
        outline=board.outline,
        size=TILE * board.tile / unit,
        labels={name: slot.label for name, slot in board.slots.items()},
        lines=draw.rescaled([*lines, *board.drawn], (0.0, 0.0), unit),
        colours=board.colours,
        paper=[units(place) for place in board.bare],
        signs={number: markers.shapes(number) for number in board.markers},
        tokens=board.tokens,
        spots=spots,
        token=board.token / unit,
    )


def board(name: str, shelf: Shelf | None = None) -> Board:
    """A reader of one board and of the sheets beside it, by the name that `name_of` gave it.

    :param shelf: what its owner has taught: tiles known by their pictures count instead of the printed ones.
    """
    first, *beside = _of(name)
    return _board(first, shelf, [_board(each, shelf) for each in beside])


def _board(printed_board: PrintedBoard, shelf: Shelf | None, beside: list[Board] | None = None) -> Board:
    found, tokens = reader(printed_board, shelf), None
    if printed_board.slots and printed_board.spots:
        tokens = printed(printed_board).token_reader()
    where, aside = layout(printed_board), printed_board.aside
    return Board(where, found, layouts(), tokens=tokens, aside=aside, beside=beside or [])


def teach(known_board: Board, name: str, shelf: Shelf) -> None:
    """From now on *known_board* knows pieces by the pictures that were taught."""
    for each, read_by in zip((known_board, *known_board.beside), _of(name), strict=True):
        if read_by.slots or read_by.cards:
            before, each.tiles = each.tiles, reader(read_by, shelf)
            if isinstance(before, TileReader) and isinstance(each.tiles, TileReader):
                each.tiles.learnt = before.learnt  # the table and its lamp are the same


def reader(board: PrintedBoard, shelf: Shelf | None = None) -> Reader:
    """What reads whatever lies on a board: tiles in slots, figures in areas, markers on tracks, or taught cards."""
    if board.slots:
        return _tiles(printed(board), shelf)
    if board.areas:
        return _figures(board)
    if board.spots:
        tokens = printed(board).token_reader()
        assert tokens is not None, f"{board.title} has places for tokens and no tokens"
        return tokens
    if board.cards:
        places = {slot: (x / board.unit, y / board.unit) for slot, (x, y) in board.cards.items()}
        return CardRow(places, Deck("card", board.card), half=layout(board).half, shelf=shelf or Shelf())
    tracks = {
        track: {value: (x / board.unit, y / board.unit) for value, (x, y) in spaces.items()}
        for track, spaces in board.tracks.items()
    }
    return TrackReader(tracks, tuple(quarters((0.0, 0.0), 1.0)), radius=ROUND / board.unit)


def _tiles(look: Printed, shelf: Shelf | None) -> TileReader:
    """A reader of tiles: as they are printed, or as an owner has shown them to the box."""
    taught = _taught_tiles(look, shelf)
    if not taught:
        return look.reader()
    # In which light they were taught nobody knows: their colours are no witness, what is on them is.
    return TileReader(Tiles(look.pictures() | taught), look.slots, radius=look.reach, paper=look.paper)


# What a taught tile was cut out as, by the corners it has.
_TAUGHT_AS = {4: "die", 6: "tile"}


def _taught_tiles(look: Printed, shelf: Shelf | None) -> dict[str, Image]:
    """Pictures of the taught tiles that can lie on this board, by what they are; people write names as they like."""
    named = {_plain(value): value for value in look.pieces}
    kind = _TAUGHT_AS.get(len(look.outline), "tile")
    # A square is cut out by its sides, a hex by the circle around it; the reader looks at a circle inside of both.
    wide = max(abs(x) for x, _ in look.outline)
    seen = round(128 * wide / look.inner) if kind == "die" else 128
    edge = ((128 - seen) // 2, 128 - seen - (128 - seen) // 2)
    found = {}
    for piece in shelf.pieces.values() if shelf else ():
        if piece.kind == kind and _plain(piece.name) in named:
            looked = np.mean([cv2.resize(picture, (seen, seen)) for picture in piece.pictures], axis=0)
            whole = cv2.copyMakeBorder(np.asarray(looked, np.uint8), *edge, *edge, cv2.BORDER_REPLICATE)
            found[named[_plain(piece.name)]] = np.asarray(whole, np.uint8)
    return found


def _plain(name: str) -> str:
    return name.lower().replace("_", " ").removeprefix("the ").strip()


def _figures(board: PrintedBoard) -> FigureReader:
    """A reader of figures that stand wherever they like; an owner's board is known by its photograph."""
    half, unit = layout(board).half, board.unit
    if board.photograph:
        taken = cv2.imread(str(board.photograph))
        if taken is None:
            raise Trouble(f"The photograph of {board.title} cannot be read. Take it anew.")
        picture = np.asarray(taken, np.uint8)
        small = cv2.resize(picture, (round(half[0] * 16), round(half[1] * 16)), interpolation=cv2.INTER_AREA)
        ground, paper = _plain_places(np.asarray(small, np.uint8), half)
    else:
        size = (round(2 * half[0] * PER_UNIT), round(2 * half[1] * PER_UNIT))
        picture = np.full((size[1], size[0], 3), 255, np.uint8)
        shapes = draw.rescaled(board.shapes(), (0.0, 0.0), unit)
        draw.paint(picture, shapes, draw.place((size[0] / 2 - 0.5, size[1] / 2 - 0.5), PER_UNIT))
        ground, paper = draw.colour(board.colours["field"]), [(x / unit, y / unit) for x, y in board.bare]
    return FigureReader(
        {name: draw.tile(shapes, 40, background=ground) for name, shapes in board.tokens.items()},
        {
            area.title: Area(area.at[0] / unit, area.at[1] / unit, (area.half[0] / unit, area.half[1] / unit))
            for area in board.areas.values()
        },
        radius=board.token / unit,
        half=half,
        printed=picture,
        ground=ground,
        paper=paper,
    )


def _plain_places(small: Image, half: tuple[float, float]) -> tuple[draw.Colour, list[tuple[float, float]]]:
    """The colour that most of a photographed board has, and places all over it that have it."""
    high, wide = small.shape[:2]
    soft = cv2.GaussianBlur(small, (0, 0), 2).astype(np.float32)
    flat = soft.reshape(-1, 3)
    # Colours in coarse steps; the step that holds most of the board is its ground.
    steps = (flat // 32).astype(np.int64)
    codes = steps @ np.array([64, 8, 1])
    common = int(np.bincount(codes).argmax())
    middle = np.median(flat[codes == common], axis=0)
    near = np.flatnonzero(np.abs(flat - middle).max(axis=1) < 20)
    chosen = near[:: max(1, len(near) // 300)]
    rows, columns = np.divmod(chosen, wide)
    places = [((c + 0.5) / wide * 2 * half[0] - half[0], (r + 0.5) / high * 2 * half[1] - half[1])
              for r, c in zip(rows.tolist(), columns.tolist(), strict=True)]  # fmt: skip
    blue, green, red = (round(each) for each in middle.tolist())
    return (blue, green, red), places
