"""The printed board on an A3 sheet that lies across: the station of a pack, the figures on it, and its cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import hypot
from pathlib import Path
from textwrap import wrap
from typing import Any

from rules import art, packs
from rules.printed import A3_ACROSS, BESIDE, Area, Card, Component, Piece, Place, PrintedBoard, ToPrint, Words

from .health_sheet import SHEET
from .pack import Board, Node, Pack, opened
from .state import SEATS, SilentSea

PAPER = A3_ACROSS
MAP = (360.0, 240.0)
MARKERS = {14: (-193.0, -131.5), 15: (193.0, -131.5), 16: (193.0, 131.5), 17: (-193.0, 131.5)}
MARKER_SIDE = 20.0
ROOM = (34.0, 17.0)
SPACE = 4.5  # radius
FIGURE = 6.5  # radius of a printed figure
LINE = 1.4  # how broad a line is
GROUND, INK, DOOR = "#bccdd0", "#555555", "#d21f12"
FILLS = {"water_lab": "#8fcdf0", "crisis": "#f0a9a1", "role": "#a9dbb3", "extraction": "#f0d173", "plain": "#e6e6e6"}

UNIT = 22.0
SPOT = 3.0  # around the middle of a Space a figure's middle is as good as on it


def at(node: Node) -> Place:
    """Where a place of the board is printed."""
    return (node.x - 0.5) * MAP[0], (node.y - 0.5) * MAP[1]


# How figures that share a place stand on it, by how many there are: on a Space, and in a room; millimetres.
_CLOSE = FIGURE + 0.3
_ON_A_SPACE = {
    1: ((0.0, 0.0),),
    2: ((0.0, -_CLOSE), (0.0, _CLOSE)),
    3: ((-_CLOSE, -3.9), (_CLOSE, -3.9), (0.0, 7.8)),
    4: ((-_CLOSE, -_CLOSE), (_CLOSE, -_CLOSE), (-_CLOSE, _CLOSE), (_CLOSE, _CLOSE)),
}
_IN_A_ROOM = {
    1: ((0.0, 2.0),),
    2: ((-8.0, 2.0), (8.0, 2.0)),
    3: ((-13.6, 2.0), (0.0, 2.0), (13.6, 2.0)),
    4: ((-13.6, 2.0), (0.0, 4.0), (13.6, 2.0), (0.0, -9.6)),
}


def _printed(pack: str) -> PrintedBoard:
    station = opened(pack).board
    return PrintedBoard(
        title="Silent Sea board",
        paper=PAPER,
        unit=UNIT,
        markers=MARKERS,
        marker_side=MARKER_SIDE,
        colours={"paper": "#ffffff", "field": GROUND, "line": INK, "label": "#000000"},
        areas={
            node.id: Area(
                station.called(node),
                at(node),
                (ROOM[0] / 2, ROOM[1] / 2) if node.kind == "room" else (SPOT, SPOT),
                _IN_A_ROOM if node.kind == "room" else _ON_A_SPACE,
            )
            for node in station.nodes
            if node.kind != "junction"
        },
        tokens=art.load("silent_sea").tokens,
        titles=art.load("silent_sea").token_titles,
        token=FIGURE,
        drawn=shapes(station),
        words=tuple(_names(station)),
        bare=bare(station),
    )


@cache
def _demo() -> PrintedBoard:
    """The station that every box brings along; it never changes."""
    return _printed("demo")


def _owners(pack: str, file: Path) -> PrintedBoard:
    """An owner's own board: its straightened photograph, and the places that were tapped on it."""
    station = opened(pack).board
    wide, high = PAPER[0], PAPER[0] / station.aspect
    return PrintedBoard(
        title=opened(pack).title,
        paper=(wide, high),
        unit=UNIT,
        areas={
            node.id: Area(
                station.called(node),
                ((node.x - 0.5) * wide, (node.y - 0.5) * high),
                (12.1, 8.8) if node.kind == "room" else (2.2, 2.2),
            )
            for node in station.nodes
            if node.kind != "junction"
        },
        tokens=art.load("silent_sea").tokens,
        token=FIGURE / station.width * wide,
        photograph=file,
    )


def photograph(pack: str) -> Path | None:
    """The straightened photograph of an owner's board, if it lies beside the pack."""
    try:
        art_of = opened(pack).board.art
    except packs.BrokenPack:
        return None
    file = packs.folder("silent_sea", pack) / art_of
    return file if art_of and file.is_file() else None


def boards(pack: str) -> tuple[PrintedBoard, ...]:
    """The demo station is printed; an owner's own board is the one that was photographed, or none."""
    if pack == "demo":
        return _demo(), SHEET.board()
    file = photograph(pack)
    return (_owners(pack, file), SHEET.board()) if file else ()


def to_print(pack: str) -> ToPrint:
    return ToPrint(
        [_printed(pack), SHEET.board()],
        spare=4,
        cards=list(_cards(opened(pack))),
        says=[
            "You also need a die, 8 tokens for Water Samples and 20 for Health.",
            "Or keep Health on its own sheet, with a marker of 8 to 12 mm in each row: then the camera "
            "notices when it stands wrong.",
        ],
    )


def _cards(pack: Pack) -> Iterator[Card]:
    """Every card, as often as it is there."""
    for loyalty in pack.loyalty:
        goal = "At least 1 Water Sample, and first at the Extraction Point."
        if loyalty.side == "crewmate":
            goal = "All Crewmates at the Extraction Point with 4 Water Samples together."
        yield from [Card("Loyalty", loyalty.side.capitalize(), goal)] * loyalty.count
    for generic in pack.generic:
        yield from [Card("Generic", generic.name)] * generic.count
    for item in pack.items:
        yield from [Card("Item", item.name, item.text)] * (item.copies or 4)
    for ability in pack.abilities:
        yield Card(f"{ability.role.capitalize()} · {ability.timing}", ability.name, ability.text)
    for crisis in pack.crisis:
        yield from [Card("Crisis", crisis.name, crisis.text)] * crisis.count


def _names(board: Board) -> Iterator[Words]:
    """What each room is called."""
    for node in board.nodes:
        if node.kind == "room":
            (x, y), lines = at(node), wrap(board.called(node), 14)
            first = y + 1.4 - 2.4 * (len(lines) - 1)
            yield from (Words(line, (x, first + 4.8 * n), 4.0) for n, line in enumerate(lines))


def components(state: SilentSea) -> list[Component]:
    """Four figures."""
    return [Component(Piece(seat, words=seat), BESIDE, "areas") for seat in SEATS]


def shapes(board: Board) -> list[dict[str, Any]]:
    """What is drawn: ground, lines, spaces, rooms and closed doors."""
    nodes = {node.id: node for node in board.nodes}
    drawn: list[dict[str, Any]] = [{"shape": "polygon", "points": _box((0.0, 0.0), PAPER, 4), "colour": GROUND}]
    for edge in board.edges:
        ends = (at(nodes[edge.a]), at(nodes[edge.b]))
        drawn.append({"shape": "stroke", "points": ends, "width": LINE, "closed": False, "colour": INK, "part": "line"})
    for node in board.nodes:
        drawn += _place(node)
    for edge in board.edges:
        if edge.closed:
            drawn += _door(at(nodes[edge.a]), at(nodes[edge.b]))
    return drawn


def _box(middle: Place, size: Place, rim: float = 0.0) -> tuple[Place, ...]:
    (x, y), w, h = middle, size[0] / 2 - rim, size[1] / 2 - rim
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def _place(node: Node) -> Iterator[dict[str, Any]]:
    here = at(node)
    if node.kind == "space":
        yield {"shape": "circle", "at": here, "radius": SPACE, "colour": INK, "part": "space"}
        yield {"shape": "circle", "at": here, "radius": SPACE - 0.8, "colour": "#ffffff"}
    elif node.kind == "room":
        border, width = (DOOR, 1.8) if node.restricted else ("#333333", 0.8)
        yield {"shape": "polygon", "points": _box(here, ROOM), "colour": border, "part": "room"}
        yield {"shape": "polygon", "points": _box(here, ROOM, width), "colour": FILLS[node.room_type]}


def _door(one: Place, other: Place) -> Iterator[dict[str, Any]]:
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    for slope in (-1, 1):
        points = ((x - 3, y - 3 * slope), (x + 3, y + 3 * slope))
        yield {"shape": "stroke", "points": points, "width": 1.6, "closed": False, "colour": DOOR, "part": "door"}


def bare(board: Board, room: float = 11.0, step: float = 9.0) -> list[Place]:
    """Places where nothing is printed and no figure stands that is on its place.

    :param room: millimetres to the nearest line, space, room or marker.
    """
    nodes = {node.id: node for node in board.nodes}
    lines = [(at(nodes[edge.a]), at(nodes[edge.b])) for edge in board.edges]
    blocks = [(at(node), (ROOM[0] / 2, ROOM[1] / 2)) for node in board.nodes if node.kind == "room"]
    blocks += [(place, (MARKER_SIDE * 0.7, MARKER_SIDE * 0.7)) for place in MARKERS.values()]
    found = []
    for across in range(round((PAPER[0] - 24) / step)):
        for down in range(round((PAPER[1] - 24) / step)):
            x, y = 12 + across * step - PAPER[0] / 2, 12 + down * step - PAPER[1] / 2
            free = all(hypot(max(abs(x - cx) - w, 0), max(abs(y - cy) - h, 0)) > room for (cx, cy), (w, h) in blocks)
            if free and all(_away((x, y), a, b) > room for a, b in lines):
                found.append((x, y))
    return found


def _away(point: Place, a: Place, b: Place) -> float:
    """How far *point* is from the line between *a* and *b*."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    along = ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1.0)
    along = min(1.0, max(0.0, along))
    return hypot(a[0] + along * dx - point[0], a[1] + along * dy - point[1])
