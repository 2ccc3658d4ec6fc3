"""How the board of The Silent Sea looks to the camera: the printed one with its markers, and an owner's photograph."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import cv2
import numpy as np

from rules import art, markers
from rules.plain import Plain
from rules.silent_sea import sheet
from rules.silent_sea.pack import Board as Station
from rules.silent_sea.pack import Node, opened
from rules.silent_sea.state import SilentSea
from vision import draw
from vision.figures import Area, FigureReader
from vision.reading import Image, Value
from vision.register import Layout
from vision.scene import Printed

UNIT = 22.0
"""Millimetres of the printed sheet that are one unit: a board is about 19 units across, as the others are."""

TITLE = "Silent Sea board"
HALF = (sheet.PAPER[0] / 2 / UNIT, sheet.PAPER[1] / 2 / UNIT)


def units(x: float, y: float) -> tuple[float, float]:
    """Millimetres of the sheet in units from its middle."""
    return (x - sheet.PAPER[0] / 2) / UNIT, (y - sheet.PAPER[1] / 2) / UNIT


def layout() -> Layout:
    places = {number: units(*at) for number, at in sheet.MARKERS.items()}
    return Layout(places, sheet.MARKER_SIDE / UNIT, HALF, TITLE)


def _shapes(station: Station) -> list[dict[str, Any]]:
    """What is printed, in units."""
    drawn = []
    for shape in sheet.shapes(station):
        moved = dict(shape)
        if "points" in moved:
            moved["points"] = tuple(units(*point) for point in moved["points"])
        if "at" in moved:
            moved["at"] = units(*moved["at"])
        for length in ("radius", "width"):
            if length in moved:
                moved[length] /= UNIT
        drawn.append(moved)
    return drawn


@cache
def silent_sea() -> Printed:
    """The demo station on its printed sheet, and the four figures; each is laid by how far it is from the middle."""
    figures = art.load("silent_sea").tokens
    where = layout()
    return Printed(
        layout=where,
        slots={},
        pieces={},
        cell=(),
        colours={"paper": "#ffffff", "field": sheet.GROUND, "line": sheet.INK, "label": sheet.INK},
        signs={number: markers.shapes(number) for number in where.markers},
        lines=_shapes(opened("demo").board),
        tokens=figures,
        spots={f"figure {name}": (0.0, 0.0) for name in figures},
        token=sheet.FIGURE / UNIT,
    )


def _figures(ground: draw.Colour) -> dict[str, Image]:
    return {name: draw.tile(one, 40, background=ground) for name, one in art.load("silent_sea").tokens.items()}


def figure_reader() -> FigureReader:
    """The reader of figures on the printed demo station."""
    station = opened("demo").board
    per_unit = 60
    size = (round(2 * HALF[0] * per_unit), round(2 * HALF[1] * per_unit))
    printed = np.full((size[1], size[0], 3), 255, np.uint8)
    draw.paint(printed, _shapes(station), draw.place((size[0] / 2 - 0.5, size[1] / 2 - 0.5), per_unit))
    ground = draw.colour(sheet.GROUND)
    return FigureReader(
        _figures(ground),
        {station.called(node): _area(node) for node in station.nodes if node.kind != "junction"},
        radius=sheet.FIGURE / UNIT,
        half=HALF,
        printed=printed,
        ground=ground,
        paper=[units(*place) for place in sheet.bare(station)],
    )


def _area(node: Node) -> Area:
    x, y = units(*sheet.at(node))
    half = sheet.ROOM if node.kind == "room" else (sheet.SPACE, sheet.SPACE)
    return Area(x, y, (half[0] / 2 / UNIT, half[1] / 2 / UNIT))


# What is right


def as_seen(game: SilentSea, seen: Mapping[str, Value | None]) -> list[tuple[str, Plain]]:
    """Rulings that put each figure where it was *seen*; who is dead or not found stays as the box has it."""
    station = game.pack.board
    places = {station.called(node): node.id for node in station.nodes if node.kind != "junction"}
    changes: list[tuple[str, Plain]] = []
    for seat, player in game.players.items():
        place = places.get(str(seen.get(f"figure {seat}")))
        if player.alive and place is not None and place != player.node:
            changes.append((f"players.{seat}.node", place))
    return changes


# The owner's board


def owners_layout(station: Station) -> Layout:
    """No markers: its corners are dragged once, and then its picture is known."""
    high = 2 * HALF[0] / station.aspect
    return Layout({}, 1.0, (HALF[0], high / 2), TITLE)


def owners_reader(station: Station, photograph: Image) -> FigureReader:
    """The reader of printed figures on an owner's board, by the straightened photograph of it."""
    half = owners_layout(station).half
    radius = sheet.FIGURE / UNIT
    small = cv2.resize(photograph, (round(half[0] * 16), round(half[1] * 16)), interpolation=cv2.INTER_AREA)
    ground, paper = _plain_places(np.asarray(small, np.uint8), half)
    places = {}
    for node in station.nodes:
        if node.kind != "junction":
            at = ((node.x * 2 - 1) * half[0], (node.y * 2 - 1) * half[1])
            reach = (0.55, 0.4) if node.kind == "room" else (0.1, 0.1)
            places[station.called(node)] = Area(*at, reach)
    return FigureReader(
        _figures(ground), places, radius=radius, half=half, printed=photograph, ground=ground, paper=paper
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
    blue, green, red = (int(round(each)) for each in middle.tolist())
    return (blue, green, red), places
