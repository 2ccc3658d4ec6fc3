"""Sheets of The Awakening for the printer: the mat with its corner markers, 19 map tiles and the players' tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import sqrt

from flask import Blueprint, abort, request, url_for
from flask.typing import ResponseReturnValue

from rules import art, markers
from rules.awakening import mat
from rules.awakening.island import HEXES
from rules.awakening.words import TILE_COUNTS

from .printing import A3_ACROSS, A4, GAP, GLUE, TESTED, TILE, _bar, _moved, _page, _sheets

printing_awakening = Blueprint("printing_awakening", __name__, url_prefix="/print")

ACROSS, DOWN = 3, 5  # tiles on an A4
SPARE = 2  # of each token: they get lost


@printing_awakening.get("/awakening")
def awakening() -> ResponseReturnValue:
    """Mat, tiles and tokens; the mat on one A3 or, as most printers have it, on two A4."""
    paper = request.args.get("paper", "a4")
    if paper not in ("a3", "a4"):
        abort(404, "There are sheets for A3 and for A4 paper.")
    mats = [_page(A3_ACROSS, _whole_mat())] if paper == "a3" else [_page(A4, half) for half in _halves()]
    kinds = [kind for kind, count in TILE_COUNTS.items() for _ in range(count)]
    pages = []
    for first in range(0, len(kinds), ACROSS * DOWN):
        some = kinds[first : first + ACROSS * DOWN]
        last = first + len(some) == len(kinds)
        pages.append(_page(A4, _tiles(some) + (_tokens() if last else "")))
        pages.append(_page(A4, _tiles([None] * len(some), mirrored=True) + (_tokens(backs=True) if last else "")))
    return _sheets(
        "The Awakening to print",
        mats + pages,
        [
            "Print at 100 % (“actual size”), on stiff paper or card; the bar on each sheet is 100 mm long.",
            "Print each page of tiles with the page of backs that follows on its other side, flipped on the long edge.",
            "Cut tiles and tokens along their edge; glue tokens on coins or discs, so that they can be picked up. "
            "The squares on the mat are how the camera finds it: leave them whole.",
            "Cards, dice, blocks and honor are kept on the phones, unless you lay your own beside the mat.",
        ],
        other=None if paper == "a3" else ("The mat on one A3", url_for("printing_awakening.awakening", paper="a3")),
    )


# The mat


def _mat(middle: tuple[float, float]) -> str:
    """The mat around *middle*; its own units become millimetres here."""
    board = art.load("awakening").board
    wide, high = board["half_width"], board["half_height"]
    sheet = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
    drawn: list[art.Shape] = [{"shape": "polygon", "points": sheet, "colour": board["paper"]}]
    for number in HEXES:
        cell = mat.hex_corners(number)
        drawn.append({"shape": "polygon", "points": cell, "colour": board["field"]})
        drawn.append({"shape": "stroke", "points": cell, "width": 0.04, "closed": True, "colour": board["line"]})
    names = "".join(
        f'<text x="{x:.3f}" y="{y + 0.16:.3f}">H{number}</text>'
        for number, (x, y) in ((number, mat.hex_at(number)) for number in HEXES)
    )
    squares = "".join(
        _moved(markers.shapes(each["number"]), each["at"], board["marker_side"]) for each in board["markers"]
    )
    return (
        f'<g class="mat" transform="translate({middle[0]:.3f} {middle[1]:.3f}) scale({board["unit_mm"]:g})">'
        f'{art.svg_shapes([*drawn, *mat.lines()])}<g font-size=".44" text-anchor="middle" fill="{board["label"]}">'
        f"{names}</g>{squares}</g>"
    )


def _whole_mat() -> str:
    # Beside the mat, not under it: it is nearly as high as the sheet.
    return _mat((A3_ACROSS[0] / 2 + 20, A3_ACROSS[1] / 2)) + _bar((22, 285), turned=True)


def _halves() -> Iterator[str]:
    """The mat cut down its middle: the left half keeps a strip to glue the right one on."""
    board = art.load("awakening").board
    half = board["half_width"] * board["unit_mm"]
    top = A4[1] / 2 - board["half_height"] * board["unit_mm"]
    high = A4[1] - 2 * top
    for name, cut in (("left", 8.0 + half), ("right", A4[0] - 8.0 - half)):
        left, wide = (8.0, half + GLUE) if name == "left" else (cut, half)
        yield (
            f'<clipPath id="{name}"><rect x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" height="{high:.3f}"/>'
            f'</clipPath><g clip-path="url(#{name})">{_mat((cut, A4[1] / 2))}</g>'
            f'<path d="M{cut:.3f} 0V{top:.3f}M{cut:.3f} {A4[1] - top:.3f}V{A4[1]:g}" stroke="#000" stroke-width=".2"/>'
            + _bar((cut + GLUE + 8, 285) if name == "left" else (cut - 8, 285), turned=True)
        )


# Tiles and tokens


def _places(count: int, mirrored: bool) -> list[tuple[float, float]]:
    """Where tiles lie on an A4; mirrored for the backs, as the sheet is turned over its long edge."""
    board = art.load("awakening").board
    radius = board["hex"] * board["unit_mm"] * TILE
    wide, high = 2 * radius + 2 * GAP, sqrt(3) * radius + GAP
    left, top = A4[0] / 2 - (ACROSS - 1) / 2 * wide, 12 + high / 2
    places = [(left + k % ACROSS * wide, top + k // ACROSS * high) for k in range(count)]
    return [(A4[0] - x, y) for x, y in places] if mirrored else places


def _tiles(kinds: Sequence[str | None], *, mirrored: bool = False) -> str:
    drawing = art.load("awakening")
    radius = drawing.board["hex"] * drawing.board["unit_mm"] * TILE
    tiles = (
        f'<g class="tile">{drawing.svg_group("island", kind, at=at, scale=radius)}</g>'
        for kind, at in zip(kinds, _places(len(kinds), mirrored), strict=True)
    )
    return "".join(tiles) + _bar((A4[0] / 2 - TESTED / 2, A4[1] - 12))


def _tokens(*, backs: bool = False) -> str:
    """Each player's token, with spare ones; the same on both sides."""
    drawing = art.load("awakening")
    radius = drawing.board["token"] * drawing.board["unit_mm"]
    step, top = 2 * radius + 3 * GAP, 0.68 * A4[1]
    start = A4[0] / 2 - (len(drawing.tokens) - 1) / 2 * step
    return "".join(
        f'<g class="token">{drawing.svg_token(name, at=at, scale=radius)}</g>'
        for row in range(SPARE)
        for column, name in enumerate(drawing.tokens)
        for x, at_y in [(start + column * step, top + row * step)]
        for at in [(A4[0] - x if backs else x, at_y)]
    )
