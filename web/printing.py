"""Sheets for the printer, in true millimetres: Sleepers' board and tiles, the reading mat, and the join card.

Every page is one drawing whose units are millimetres of paper, so what is drawn is what comes out at 100 %.
The pieces are those of `rules.art`, the very ones that the camera knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import cos, pi, sin, sqrt
from typing import Any

from flask import Blueprint, abort, current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from rules import art, markers
from rules.sleepers.board import HEXES, drawn_at
from rules.sleepers.pack import opened

printing = Blueprint("printing", __name__, url_prefix="/print")

A4, A4_ACROSS, A3_ACROSS = (210.0, 297.0), (297.0, 210.0), (420.0, 297.0)
TILE = 0.97
"""A tile is a little smaller than its hex, so that neighbours do not push each other."""

GAP = 2.0  # mm between two tiles, to cut in
GLUE = 8.0  # mm of paper left beside the cut of a board in two halves, to glue the other half on
TESTED = 100.0  # mm: the bar by which people check that the printer did not shrink the page


@printing.get("/sleepers")
def sleepers() -> ResponseReturnValue:
    """Board and tiles; the board on one A3 or, as most printers have it, on two A4."""
    paper = request.args.get("paper", "a4")
    if paper not in ("a3", "a4"):
        abort(404, "There are sheets for A3 and for A4 paper.")
    boards = [_page(A3_ACROSS, _whole_board())] if paper == "a3" else [_page(A4, half) for half in _halves()]
    tiles = [_page(A4, sheet) for side in ("white", "black") for sheet in (_faces(side), _backs(side))]
    return _sheets(
        "Sleepers to print",
        boards + tiles,
        [
            "Print at 100 % (“actual size”), on stiff paper or card; the bar on each sheet is 100 mm long.",
            "Print each page of tiles with the page of backs that follows on its other side, or glue the two together.",
            "Cut the tiles along their edge. The squares on the board are how the camera finds it: leave them whole.",
        ],
        other=None if paper == "a3" else ("The board on one A3", url_for("printing.sleepers", paper="a3")),
    )


@printing.get("/mat")
def mat() -> ResponseReturnValue:
    """The mat on which the camera reads cards and dice."""
    says = ["Print at 100 %. Cards and dice are read wherever they lie between the four squares."]
    return _sheets("Reading mat", [_page(A4_ACROSS, _mat())], says)


@printing.get("/join")
def join() -> ResponseReturnValue:
    """Four cards by which guests find the page."""
    says = ["Cut into four and lay one at each seat. If the box gets another number, print them again."]
    return _sheets("Join cards", [_page(A4, _cards(current_app.config["ADDRESS"]()))], says)


def _sheets(
    title: str, pages: Sequence[str], says: Sequence[str], other: tuple[str, str] | None = None
) -> ResponseReturnValue:
    return render_template("print.html", title=title, pages=[Markup(page) for page in pages], says=says, other=other)


def _page(size: tuple[float, float], drawing: str) -> str:
    """One sheet of paper; the name of its size picks the printer's paper."""
    width, height = size
    name = "A3" if width > 300 else "A4 across" if width > height else "A4"
    return (
        f'<svg class="paper {name.lower().replace(" ", "-")}" xmlns="http://www.w3.org/2000/svg" width="{width:g}mm"'
        f' height="{height:g}mm" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="One sheet of {name}">'
        f"{drawing}</svg>"
    )


# Sleepers


def _hex(radius: float) -> tuple[art.Point, ...]:
    return tuple((radius * cos(pi / 3 * k), radius * sin(pi / 3 * k)) for k in range(6))


def _moved(shapes: Iterable[art.Shape], at: Sequence[float], scale: float) -> str:
    return f'<g transform="translate({at[0]:.3f} {at[1]:.3f}) scale({scale:.4f})">{art.svg_shapes(list(shapes))}</g>'


def _board(middle: tuple[float, float]) -> str:
    """The board around *middle*; its own units become millimetres here."""
    board = art.load("sleepers").board
    unit = board["radius_mm"]
    half = (board["half_width"], board["half_height"])
    corners = ((-half[0], -half[1]), (half[0], -half[1]), (half[0], half[1]), (-half[0], half[1]))
    drawn: list[art.Shape] = [{"shape": "polygon", "points": corners, "colour": board["paper"]}]
    names = []
    for hex_ in HEXES:
        x, y = drawn_at(hex_)
        cell = tuple((x + dx, y + dy) for dx, dy in _hex(1.0))
        drawn.append({"shape": "polygon", "points": cell, "colour": board["field"]})
        drawn.append({"shape": "stroke", "points": cell, "width": 0.04, "closed": True, "colour": board["line"]})
        names.append(f'<text x="{x:.3f}" y="{y + 0.12:.3f}">{hex_}</text>')
    squares = "".join(
        _moved(markers.shapes(each["number"]), each["at"], board["marker_side"]) for each in board["markers"]
    )
    return (
        f'<g class="board" transform="translate({middle[0]:.3f} {middle[1]:.3f}) scale({unit:g})">'
        f'{art.svg_shapes(drawn)}<g font-size=".34" text-anchor="middle" fill="{board["label"]}">{"".join(names)}</g>'
        f"{squares}</g>"
    )


def _whole_board() -> str:
    # Beside the board, not under it: it is nearly as high as the sheet.
    return _board((A3_ACROSS[0] / 2 + 20, A3_ACROSS[1] / 2)) + _bar((22, 285), turned=True)


def _halves() -> Iterable[str]:
    """The board cut down its middle: the left half keeps a strip to glue the right one on."""
    board = art.load("sleepers").board
    half = board["half_width"] * board["radius_mm"]
    top = A4[1] / 2 - board["half_height"] * board["radius_mm"]
    high = A4[1] - 2 * top
    for name, start, cut in (("left", 8.0, 8.0 + half), ("right", A4[0] - 8.0 - half, A4[0] - 8.0 - half)):
        glue = GLUE if name == "left" else 0.0
        left = start if name == "left" else cut
        yield (
            f'<clipPath id="{name}"><rect x="{left:.3f}" y="{top:.3f}" width="{half + glue:.3f}" height="{high:.3f}"/>'
            f'</clipPath><g clip-path="url(#{name})">{_board((cut, A4[1] / 2))}</g>'
            f'<path d="M{cut:.3f} 0V{top:.3f}M{cut:.3f} {A4[1] - top:.3f}V{A4[1]:g}" stroke="#000" stroke-width=".2"/>'
            + _bar((cut + GLUE + 8, 285) if name == "left" else (cut - 8, 285), turned=True)
        )


def _places(count: int) -> list[tuple[float, float]]:
    """Where tiles lie on an A4: centred, so that backs meet their faces whichever way the sheet is turned."""
    radius = art.load("sleepers").board["radius_mm"] * TILE
    wide, high = 2 * radius + GAP, sqrt(3) * radius + GAP
    across = 5
    down = count // across
    return [
        (A4[0] / 2 + (k % across - (across - 1) / 2) * wide, A4[1] / 2 + (k // across - (down - 1) / 2) * high)
        for k in range(count)
    ]


def _faces(side: str) -> str:
    kinds = [tile.code for tile in opened("demo").tiles for _ in range(tile.count)]
    return _tiles(side, kinds)


def _backs(side: str) -> str:
    return _tiles(side, [None] * sum(tile.count for tile in opened("demo").tiles))


def _tiles(side: str, kinds: Sequence[str | None]) -> str:
    drawing = art.load("sleepers")
    radius = drawing.board["radius_mm"] * TILE
    tiles = (
        f'<g class="tile">{drawing.svg_group(side, kind, at=at, scale=radius)}</g>'
        for kind, at in zip(kinds, _places(len(kinds)), strict=True)
    )
    return "".join(tiles) + _bar((A4[0] / 2 - TESTED / 2, A4[1] - 12))


def _bar(at: tuple[float, float], turned: bool = False) -> str:
    """One hundred millimetres, to hold a ruler against."""
    turn = " rotate(-90)" if turned else ""
    return (
        f'<g class="bar-100" transform="translate({at[0]:.3f} {at[1]:.3f}){turn}">'
        f'<path d="M0 -2V2M0 0H{TESTED:g}M{TESTED:g} -2V2" fill="none" stroke="#000" stroke-width=".3"/>'
        f'<text x="{TESTED / 2:g}" y="-1.5" font-size="4" text-anchor="middle">100 mm</text></g>'
    )


# The mat and the cards


def _mat() -> str:
    mat: dict[str, Any] = markers.MAT
    wide, high = mat["half_width"], mat["half_height"]
    ground = {
        "shape": "polygon",
        "points": ((-wide, -high), (wide, -high), (wide, high), (-wide, high)),
        "colour": mat["paper"],
    }
    squares = "".join(_moved(markers.shapes(each["number"]), each["at"], mat["marker_side"]) for each in mat["markers"])
    return (
        f'<g transform="translate({A4_ACROSS[0] / 2:g} {A4_ACROSS[1] / 2:g})">{art.svg_shapes([ground])}{squares}</g>'
    )


def _cards(address: str) -> str:
    wide, high = A4[0] / 2, A4[1] / 2
    plain = escape(address.replace("http://", ""))
    steps = ("Be in the same network as the box.", "Scan the code and open the page.", "Tap your seat and play.")
    lines = "".join(
        f'<text x="14" y="{116 + 8 * k}" font-size="4.2">{k + 1}.  {step}</text>' for k, step in enumerate(steps)
    )
    card = (
        '<text x="52.5" y="17" font-size="9" font-weight="700" text-anchor="middle">Tableside</text>'
        f'<image class="qr" href="{url_for("qr")}" x="17.5" y="21" width="70" height="70"/>'
        f'<text x="52.5" y="99" font-size="6" font-weight="700" text-anchor="middle">{plain}</text>'
        f'<text x="52.5" y="106" font-size="4.2" text-anchor="middle">or tableside.local</text>{lines}'
    )
    cards = "".join(f'<g transform="translate({x} {y})">{card}</g>' for x in (0.0, wide) for y in (0.0, high))
    cuts = f'<path d="M{wide} 0V{A4[1]}M0 {high}H{A4[0]}" stroke="#999" stroke-width=".2" stroke-dasharray="2 2"/>'
    return f'<g fill="#000">{cards}</g>{cuts}'
