"""Boards and sheets for the printer: on one A4, on two that are glued together, or on A3."""

from __future__ import annotations

from collections.abc import Iterator

from rules import art
from rules.printed import A3_ACROSS, A4, A4_ACROSS, Place, PrintedBoard

from .paper import EDGE, bar, bar_below, page, written

GLUE = 8.0  # mm of paper left beside the cut of a board in two halves, to glue the other half on
BESIDE = 10.0  # mm that the bar needs beside a board


def board_pages(board: PrintedBoard, paper: str) -> list[str]:
    """A board on the smallest sheet that holds it.

    :param paper: ``a3`` for one A3 instead of two A4, which is what most printers have.
    """
    if not in_halves(board):
        return [_whole(board, next((size for size in (A4_ACROSS, A4) if _fits(board, size)), A3_ACROSS))]
    if paper == "a4":
        return [page(A4, half) for half in _halves(board)]
    # The bar stands beside the board, not under it: the board may be as high as the sheet.
    middle = (A3_ACROSS[0] / 2 + 20, A3_ACROSS[1] / 2)
    return [page(A3_ACROSS, _around(middle, board) + bar((22, 285), turned=True))]


def in_halves(board: PrintedBoard) -> bool:
    """Whether it is larger than an A4 and small enough for two."""
    widest = 2 * (A4[0] - EDGE - GLUE - BESIDE)
    return not (_fits(board, A4_ACROSS) or _fits(board, A4)) and _fits(board, (widest, A4[1]))


def _fits(board: PrintedBoard, size: Place) -> bool:
    return board.paper[0] <= size[0] and board.paper[1] <= size[1]


def _around(middle: Place, board: PrintedBoard) -> str:
    drawing = art.svg_shapes(board.shapes()) + written(board.written(), board.colours["label"])
    return f'<g class="board" transform="translate({middle[0]:.3f} {middle[1]:.3f})">{drawing}</g>'


def _whole(board: PrintedBoard, size: Place) -> str:
    # Whatever lies on a mat is looked for everywhere between its markers: nothing is printed on it.
    is_mat = not (board.slots or board.spots or board.drawn)
    foot = "" if is_mat else bar_below(size, board.colours["label"])
    return page(size, _around((size[0] / 2, size[1] / 2), board) + foot)


def _halves(board: PrintedBoard) -> Iterator[str]:
    """The board cut down its middle: the left half keeps a strip to glue the right one on."""
    half, high = board.half[0], board.paper[1]
    top = A4[1] / 2 - board.half[1]
    for name, cut in (("left", EDGE + half), ("right", A4[0] - EDGE - half)):
        left, wide = (EDGE, half + GLUE) if name == "left" else (cut, half)
        part = f"{name}-{half:.0f}-{high:.0f}"  # two boards on one page have each their own
        yield (
            f'<clipPath id="{part}"><rect x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" height="{high:.3f}"/>'
            f'</clipPath><g clip-path="url(#{part})">{_around((cut, A4[1] / 2), board)}</g>'
            f'<path d="M{cut:.3f} 0V{top:.3f}M{cut:.3f} {A4[1] - top:.3f}V{A4[1]:g}" stroke="#000" stroke-width=".2"/>'
            + bar((cut + GLUE + 8, 285) if name == "left" else (cut - 8, 285), turned=True)
        )
