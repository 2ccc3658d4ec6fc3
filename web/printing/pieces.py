"""Tiles, tokens and cards for the printer, to be cut out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap

from rules import art
from rules.printed import A4, CARD, MARKER, TILE, Card, Cut, Place, PrintedBoard, Shapes, Words

from .paper import EDGE, FOOT, GAP, bar_below, page, written

TITLE = 3.6  # mm: the letters of a token's name
COLUMN = 32.0  # mm that such a name needs
ACROSS, DOWN = 3, 3  # cards on an A4


@dataclass(frozen=True)
class _Piece:
    """One piece on a sheet.

    :param at: its middle, from the middle of the sheet and from the top of its row.
    :param size: from its middle to its corners or its edge.
    :param turns: its back is drawn mirrored, as its outline looks otherwise from behind.
    """

    part: str
    front: Shapes
    back: Shapes
    at: Place
    size: float
    turns: bool = False


@dataclass(frozen=True)
class _Row:
    """Pieces that stand side by side, what is written among them, and how high all that is."""

    high: float
    pieces: Sequence[_Piece]
    words: Sequence[Words] = ()


def cut_pages(boards: Sequence[PrintedBoard], cuts: Sequence[Cut], spare: int) -> Iterator[str]:
    """Each sheet of tiles is followed by their backs; tokens come below the last of them, or on a sheet of their own.

    :param spare: how often each token is printed.
    """
    stacks = [list(_tiles(next(each for each in boards if cut.back in each.tiles), cut)) for cut in cuts] or [[]]
    stacks[-1] += [row for board in boards for row in _tokens(board, spare)]
    for rows in (sheet for stack in stacks for sheet in _sheets(stack)):
        yield page(A4, _side(rows))
        if any(piece.part == "tile" for row in rows for piece in row.pieces):
            yield page(A4, _side(rows, backs=True))


def tokens_of(board: PrintedBoard) -> list[str]:
    """The tokens that are printed; on a track stands whatever people have."""
    return [name for name in board.tokens if name != MARKER]


def _tiles(board: PrintedBoard, cut: Cut) -> Iterator[_Row]:
    """As many side by side as an A4 holds."""
    size = TILE * board.tile
    (left, right), (top, bottom) = ((min(each) * size, max(each) * size) for each in zip(*board.outline, strict=True))
    step, high = right - left + GAP, bottom - top
    across = int((A4[0] - 2 * EDGE + GAP) // step)
    rounded = {(round(x, 3) + 0.0, round(y, 3)) for x, y in board.outline}
    turns = rounded != {(0.0 - x, y) for x, y in rounded}
    for first in range(0, len(cut.faces), across):
        yield _Row(
            high,
            [
                _Piece("tile", board.tiles[face], board.tiles[cut.back],
                       ((n - (across - 1) / 2) * step - (left + right) / 2, -top), size, turns)
                for n, face in enumerate(cut.faces[first : first + across])
            ],
        )  # fmt: skip


def _tokens(board: PrintedBoard, spare: int) -> Iterator[_Row]:
    """A column for each token, with its name above: the same on both sides."""
    names, size, step = tokens_of(board), board.token, 2 * board.token + 3 * GAP
    across = int((A4[0] - 2 * EDGE) // max(COLUMN, step))
    for first in range(0, len(names), across):
        some = names[first : first + across]
        places = {name: (n - (len(some) - 1) / 2) * max(COLUMN, step) for n, name in enumerate(some)}
        titles = [Words(board.titles[name], (x, 3 * GAP), TITLE) for name, x in places.items() if name in board.titles]
        yield _Row(
            4 * GAP + spare * step,
            [
                _Piece("token", board.tokens[name], board.tokens[name], (x, 5 * GAP + size + k * step), size)
                for k in range(spare)
                for name, x in places.items()
            ],
            titles,
        )


def _sheets(rows: Sequence[_Row]) -> Iterator[list[_Row]]:
    """As many rows as an A4 holds."""
    sheet: list[_Row] = []
    for row in rows:
        if sheet and _high([*sheet, row]) > A4[1] - 2 * FOOT:
            yield sheet
            sheet = []
        sheet.append(row)
    if sheet:
        yield sheet


def _high(rows: Sequence[_Row]) -> float:
    return sum(row.high for row in rows) + GAP * (len(rows) - 1)


def _side(rows: Sequence[_Row], *, backs: bool = False) -> str:
    """One side of a sheet; the other one is mirrored, as the sheet is turned over its long edge."""
    drawn, top = [], (A4[1] - _high(rows)) / 2
    for row in rows:
        for piece in row.pieces:
            x, y = A4[0] / 2 + (-piece.at[0] if backs else piece.at[0]), top + piece.at[1]
            scale = f"{-piece.size:.3f} {piece.size:.3f}" if backs and piece.turns else f"{piece.size:.3f}"
            shapes = art.svg_shapes(piece.back if backs else piece.front)
            drawn.append(f'<g class="{piece.part}" transform="translate({x:.3f} {y:.3f}) scale({scale})">{shapes}</g>')
        if not backs:
            drawn.append(written(Words(w.text, (A4[0] / 2 + w.at[0], top + w.at[1]), w.size) for w in row.words))
        top += row.high + GAP
    return "".join(drawn) + bar_below(A4)


def card_pages(cards: Sequence[Card]) -> Iterator[str]:
    """Nine to an A4."""
    for first in range(0, len(cards), ACROSS * DOWN):
        yield page(A4, _nine(cards[first : first + ACROSS * DOWN]))


def _nine(cards: Sequence[Card]) -> str:
    left, top = (A4[0] - ACROSS * CARD[0]) / 2, (A4[1] - DOWN * CARD[1]) / 2
    drawn = []
    for place, card in enumerate(cards):
        x, y = left + place % ACROSS * CARD[0], top + place // ACROSS * CARD[1]
        middle = CARD[0] / 2
        title = [Words(line, (middle, 24.0 + 7 * n), 6.0) for n, line in enumerate(wrap(card.name, 17))]
        text = [Words(line, (middle, 44 + 5.2 * n), 4.0) for n, line in enumerate(wrap(card.text, 27))]
        drawn.append(
            f'<g class="card" transform="translate({x:.2f} {y:.2f})"><rect width="{CARD[0]:g}" height="{CARD[1]:g}"'
            f' fill="#fff" stroke="#999" stroke-width=".2"/><text x="{middle:g}" y="10" font-size="3.6"'
            f' text-anchor="middle" fill="#555">{escape(card.deck)}</text><g font-weight="700">{written(title)}</g>'
            f"{written(text)}</g>"
        )
    return "".join(drawn)
