"""The printed board, in millimetres of an A3 sheet that lies across: where everything is on it.

The page prints it, the pretend table shows it, and the camera knows by it where to look.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Any

from rules import markers

from .pack import Board, Node

PAPER = (420.0, 297.0)
MAP = (360.0, 240.0)
MARKERS = {14: (17.0, 17.0), 15: (403.0, 17.0), 16: (403.0, 280.0), 17: (17.0, 280.0)}  # centres
MARKER_SIDE = 20.0
ROOM = (34.0, 17.0)
SPACE = 4.5  # radius
FIGURE = 6.5  # radius of a printed figure
LINE = 1.4  # how broad a line is
GROUND, INK, DOOR = "#bccdd0", "#555555", "#d21f12"
FILLS = {"water_lab": "#8fcdf0", "crisis": "#f0a9a1", "role": "#a9dbb3", "extraction": "#f0d173", "plain": "#e6e6e6"}

Place = tuple[float, float]

UNIT = 22.0
"""Millimetres that are one unit to the camera: a board is about 19 units across, as the others are."""


def at(node: Node) -> Place:
    """Where a place of the board is printed."""
    return (PAPER[0] - MAP[0]) / 2 + node.x * MAP[0], (PAPER[1] - MAP[1]) / 2 + node.y * MAP[1]


def units(place: Place) -> Place:
    """Millimetres of the sheet in units from its middle, as the camera counts."""
    return (place[0] - PAPER[0] / 2) / UNIT, (place[1] - PAPER[1] / 2) / UNIT


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


def stands(board: Board) -> dict[str, tuple[float, float]]:
    """Where a figure can be put, in millimetres: ``place, how many share it, which of them``."""
    found = {}
    for node in board.nodes:
        if node.kind != "junction":
            x, y = at(node)
            for count, offsets in (_IN_A_ROOM if node.kind == "room" else _ON_A_SPACE).items():
                for number, (dx, dy) in enumerate(offsets):
                    found[f"{node.id} {count} {number}"] = (x + dx, y + dy)
    return found


def shapes(board: Board) -> list[dict[str, Any]]:
    """What is printed, as flat shapes: ground, lines, spaces, rooms and closed doors; names are left to the page."""
    nodes = {node.id: node for node in board.nodes}
    drawn: list[dict[str, Any]] = [
        {"shape": "polygon", "points": _box((PAPER[0] / 2, PAPER[1] / 2), PAPER, 4), "colour": GROUND}
    ]
    for edge in board.edges:
        ends = (at(nodes[edge.a]), at(nodes[edge.b]))
        drawn.append({"shape": "stroke", "points": ends, "width": LINE, "closed": False, "colour": INK})
    for node in board.nodes:
        drawn += _place(node)
    for edge in board.edges:
        if edge.closed:
            drawn += _door(at(nodes[edge.a]), at(nodes[edge.b]))
    for number, (x, y) in MARKERS.items():
        for shape in markers.shapes(number):
            points = tuple((x + MARKER_SIDE * a, y + MARKER_SIDE * b) for a, b in shape["points"])
            drawn.append({**shape, "points": points})
    return drawn


def _box(middle: Place, size: Place, rim: float = 0.0) -> tuple[Place, ...]:
    (x, y), w, h = middle, size[0] / 2 - rim, size[1] / 2 - rim
    return ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))


def _place(node: Node) -> Iterator[dict[str, Any]]:
    here = at(node)
    if node.kind == "space":
        yield {"shape": "circle", "at": here, "radius": SPACE, "colour": INK}
        yield {"shape": "circle", "at": here, "radius": SPACE - 0.8, "colour": "#ffffff"}
    elif node.kind == "room":
        border, width = (DOOR, 1.8) if node.restricted else ("#333333", 0.8)
        yield {"shape": "polygon", "points": _box(here, ROOM), "colour": border}
        yield {"shape": "polygon", "points": _box(here, ROOM, width), "colour": FILLS[node.room_type]}


def _door(one: Place, other: Place) -> Iterator[dict[str, Any]]:
    x, y = (one[0] + other[0]) / 2, (one[1] + other[1]) / 2
    for slope in (-1, 1):
        points = ((x - 3, y - 3 * slope), (x + 3, y + 3 * slope))
        yield {"shape": "stroke", "points": points, "width": 1.6, "closed": False, "colour": DOOR}


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
            x, y = 12 + across * step, 12 + down * step
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
