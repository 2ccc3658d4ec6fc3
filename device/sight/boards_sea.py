"""How the board of The Silent Sea looks to the camera: the printed one with its markers, and an owner's photograph."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from rules import art, markers
from rules.ask import Trouble
from rules.packs import BrokenPack, folder
from rules.silent_sea import sheet
from rules.silent_sea.pack import Board as Station
from rules.silent_sea.pack import Node, opened
from vision import draw
from vision.find.register import Layout
from vision.read.figures import Area, FigureReader
from vision.reading import Image
from vision.scene.board import Printed

UNIT = sheet.UNIT
SPOT = 3.0
"""Millimetres around the middle of a Space within which a figure's middle is as good as on it."""

TITLE = "Silent Sea board"
HALF = (sheet.PAPER[0] / 2 / UNIT, sheet.PAPER[1] / 2 / UNIT)


def layout() -> Layout:
    places = {number: sheet.units(at) for number, at in sheet.MARKERS.items()}
    return Layout(places, sheet.MARKER_SIDE / UNIT, HALF, TITLE)


def _shapes(station: Station) -> list[dict[str, Any]]:
    """What is printed, in units."""
    return draw.rescaled(sheet.shapes(station), (sheet.PAPER[0] / 2, sheet.PAPER[1] / 2), UNIT)


@cache
def silent_sea() -> Printed:
    """The demo station on its printed sheet, and the four figures on it."""
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
        spots={name: sheet.units(at) for name, at in sheet.stands(opened("demo").board).items()},
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
        paper=[sheet.units(place) for place in sheet.bare(station)],
    )


def _area(node: Node) -> Area:
    x, y = sheet.units(sheet.at(node))
    half = (sheet.ROOM[0] / 2, sheet.ROOM[1] / 2) if node.kind == "room" else (SPOT, SPOT)
    return Area(x, y, (half[0] / UNIT, half[1] / UNIT))


# The owner's board


def photograph(pack: str) -> Path | None:
    """The straightened photograph of an owner's board, if it lies beside the pack."""
    try:
        art_of = opened(pack).board.art
    except BrokenPack:
        return None
    file = folder("silent_sea", pack) / art_of
    return file if art_of and file.is_file() else None


def owners_layout(pack: str) -> Layout:
    """No markers: its corners are dragged once, and then its picture is known."""
    high = 2 * HALF[0] / opened(pack).board.aspect
    return Layout({}, 1.0, (HALF[0], high / 2), opened(pack).title)


def owners_reader(pack: str) -> FigureReader:
    """The reader of printed figures on an owner's board, by the straightened photograph of it."""
    station, file = opened(pack).board, photograph(pack)
    taken = cv2.imread(str(file)) if file else None
    if taken is None:
        raise Trouble(f"The photograph of {opened(pack).title} cannot be read. Take it anew.")
    picture = np.asarray(taken, np.uint8)
    half = owners_layout(pack).half
    radius = sheet.FIGURE / station.width * 2 * HALF[0]
    small = cv2.resize(picture, (round(half[0] * 16), round(half[1] * 16)), interpolation=cv2.INTER_AREA)
    ground, paper = _plain_places(np.asarray(small, np.uint8), half)
    places = {}
    for node in station.nodes:
        if node.kind != "junction":
            at = ((node.x * 2 - 1) * half[0], (node.y * 2 - 1) * half[1])
            reach = (0.55, 0.4) if node.kind == "room" else (0.1, 0.1)
            places[station.called(node)] = Area(*at, reach)
    return FigureReader(_figures(ground), places, radius=radius, half=half, printed=picture, ground=ground, paper=paper)


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
