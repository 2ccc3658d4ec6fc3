"""Sheets for the printer, in true millimetres: Sleepers' board and tiles, the reading mat, and the join card.

The pieces are those of `rules.art`, the very ones that the camera knows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import cos, pi, sin, sqrt
from typing import Any

from flask import Blueprint, current_app, url_for
from flask.typing import ResponseReturnValue

from rules import art, markers
from rules.sleepers.board import HEXES, drawn_at
from rules.sleepers.pack import opened

from .paper import (
    A4,
    A4_ACROSS,
    GAP,
    TILE,
    bar_below,
    board_pages,
    fields,
    on_a3,
    page,
    paper_asked,
    sheets,
    with_squares,
)

printing = Blueprint("printing", __name__, url_prefix="/print")


@printing.get("/sleepers")
def sleepers() -> ResponseReturnValue:
    """Board and tiles; the board on one A3 or, as most printers have it, on two A4."""
    paper, board = paper_asked(), art.load("sleepers").board
    boards = board_pages(board, _board(board), paper)
    tiles = [page(A4, sheet) for side in ("white", "black") for sheet in (_faces(side), _backs(side))]
    return sheets(
        "Sleepers to print",
        boards + tiles,
        [
            "Print at 100 % (“actual size”), on stiff paper or card; the bar on each sheet is 100 mm long.",
            "Print each page of tiles with the page of backs that follows on its other side, or glue the two together.",
            "Cut the tiles along their edge. The squares on the board are how the camera finds it: leave them whole.",
        ],
        other=on_a3("board", "printing.sleepers", paper),
    )


@printing.get("/mat")
def mat() -> ResponseReturnValue:
    """The mat on which the camera reads cards and dice."""
    says = ["Print at 100 %. Cards and dice are read wherever they lie between the four squares."]
    return sheets("Reading mat", [page(A4_ACROSS, _mat())], says)


@printing.get("/join")
def join() -> ResponseReturnValue:
    """Four cards by which guests find the page."""
    says = ["Cut into four and lay one at each seat. If the box gets another number, print them again."]
    return sheets("Join cards", [page(A4, _cards(current_app.config["ADDRESS"]()))], says)


# Sleepers


def _hex(radius: float) -> tuple[art.Point, ...]:
    return tuple((radius * cos(pi / 3 * k), radius * sin(pi / 3 * k)) for k in range(6))


def _board(board: Mapping[str, Any]) -> str:
    places = {hex_: drawn_at(hex_) for hex_ in HEXES}
    cells = {hex_: ((x, y), tuple((x + dx, y + dy) for dx, dy in _hex(1.0))) for hex_, (x, y) in places.items()}
    return fields(board, cells, font=0.34)


def _places(count: int) -> list[tuple[float, float]]:
    """Where tiles lie on an A4: centred, so that backs meet their faces whichever way the sheet is turned."""
    radius = art.load("sleepers").board["unit_mm"] * TILE
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
    radius = drawing.board["unit_mm"] * TILE
    tiles = (
        f'<g class="tile">{drawing.svg_group(side, kind, at=at, scale=radius)}</g>'
        for kind, at in zip(kinds, _places(len(kinds)), strict=True)
    )
    return "".join(tiles) + bar_below()


# The mat and the cards


def _mat() -> str:
    drawing = with_squares(markers.MAT, [])
    return f'<g transform="translate({A4_ACROSS[0] / 2:g} {A4_ACROSS[1] / 2:g})">{drawing}</g>'


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
