"""Sheets of The Awakening for the printer: the mat with its corner markers, 19 map tiles and the players' tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any

from flask import Blueprint
from flask.typing import ResponseReturnValue

from rules import art
from rules.awakening import card_row, mat
from rules.awakening.honor_sheet import SHEET
from rules.awakening.island import HEXES
from rules.awakening.words import TILE_COUNTS

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
from .tracks import track_pages

printing_awakening = Blueprint("printing_awakening", __name__, url_prefix="/print")

ACROSS, DOWN = 3, 5  # tiles on an A4
SPARE = 2  # of each token: they get lost


@printing_awakening.get("/awakening")
def awakening() -> ResponseReturnValue:
    """Mat, tiles and tokens; the mat on one A3 or, as most printers have it, on two A4."""
    paper, board = paper_asked(), art.load("awakening").board
    mats = board_pages(board, _mat(board), paper)
    kinds = [kind for kind, count in TILE_COUNTS.items() for _ in range(count)]
    pages = []
    for first in range(0, len(kinds), ACROSS * DOWN):
        some = kinds[first : first + ACROSS * DOWN]
        last = first + len(some) == len(kinds)
        pages.append(page(A4, _tiles(some) + (_tokens() if last else "")))
        pages.append(page(A4, _tiles([None] * len(some), mirrored=True) + (_tokens(backs=True) if last else "")))
    return sheets(
        "The Awakening to print",
        [*mats, *pages, page(A4_ACROSS, _card_row()), *track_pages(SHEET, paper)],
        [
            "Print at 100 % (“actual size”), on stiff paper or card; the bar on each sheet is 100 mm long.",
            "Print each page of tiles with the page of backs that follows on its other side, flipped on the long edge.",
            "Cut tiles and tokens along their edge; glue tokens on coins or discs, so that they can be picked up. "
            "The squares on the mat are how the camera finds it: leave them whole.",
            "Cards, dice, blocks and honor are kept on the phones, unless you lay your own beside the mat.",
            "The last sheets are for those who play with their own cards and discs: there the camera sees whether the "
            "cards that lie face up, once they are taught, and everybody's honor are what the box has.",
        ],
        other=on_a3("mat", "printing_awakening.awakening", paper),
    )


def _mat(board: Mapping[str, Any]) -> str:
    cells = {f"H{number}": (mat.hex_at(number), mat.hex_corners(number)) for number in HEXES}
    return fields(board, cells, mat.lines(), font=0.44)


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
    return "".join(tiles) + bar_below()


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


def _card_row() -> str:
    """A place for each card that lies face up, named where the card will hide the name."""
    ink = card_row.SHEET["ink"]
    names = "".join(
        f'<text class="card-place" x="{x:g}" y="{y:g}">{slot.removesuffix(" up").capitalize()}</text>'
        for slot, (x, y) in card_row.PLACES.items()
    )
    words = f'<g font-size="7" text-anchor="middle" fill="{ink}">{names}</g>'
    drawing = with_squares(card_row.SHEET, [], words)
    return f'<g transform="translate({A4_ACROSS[0] / 2:g} {A4_ACROSS[1] / 2:g})">{drawing}</g>'
