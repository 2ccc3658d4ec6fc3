"""Sheets of paper for the printer, in true millimetres: what the printed components of all games have in common.

Every page is one drawing whose units are millimetres of paper, so what is drawn is what comes out at 100 %.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from flask import abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from rules import art, markers
from rules.printed import PrintedBoard, Words

A4, A4_ACROSS, A3_ACROSS = (210.0, 297.0), (297.0, 210.0), (420.0, 297.0)
TILE = 0.97
"""A tile is a little smaller than its hex, so that neighbours do not push each other."""

GAP = 2.0  # mm between two tiles, to cut in
GLUE = 8.0  # mm of paper left beside the cut of a board in two halves, to glue the other half on
EDGE = 8.0  # mm that printers leave white
TESTED = 100.0  # mm: the bar by which people check that the printer did not shrink the page


def sheets(
    title: str, pages: Sequence[str], says: Sequence[str], other: tuple[str, str] | None = None
) -> ResponseReturnValue:
    """The page from which people print.

    :param other: name and address of the same on other paper.
    """
    return render_template("print.html", title=title, pages=[Markup(page) for page in pages], says=says, other=other)


def page(size: tuple[float, float], drawing: str) -> str:
    """One sheet of paper; the name of its size picks the printer's paper."""
    width, height = size
    name = "A3" if width > 300 else "A4 across" if width > height else "A4"
    return (
        f'<svg class="paper {name.lower().replace(" ", "-")}" xmlns="http://www.w3.org/2000/svg" width="{width:g}mm"'
        f' height="{height:g}mm" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="One sheet of {name}">'
        f"{drawing}</svg>"
    )


def bar(at: tuple[float, float], turned: bool = False) -> str:
    """One hundred millimetres, to hold a ruler against."""
    turn = " rotate(-90)" if turned else ""
    return (
        f'<g class="bar-100" transform="translate({at[0]:.3f} {at[1]:.3f}){turn}">'
        f'<path d="M0 -2V2M0 0H{TESTED:g}M{TESTED:g} -2V2" fill="none" stroke="#000" stroke-width=".3"/>'
        f'<text x="{TESTED / 2:g}" y="-1.5" font-size="4" text-anchor="middle">100 mm</text></g>'
    )


def bar_below() -> str:
    """The bar at the foot of an A4."""
    return bar((A4[0] / 2 - TESTED / 2, A4[1] - 12))


def words_on(board: PrintedBoard) -> str:
    """Everything to read on a board: what its slots are called, and whatever else is written there."""
    size = 0.34 * board.unit
    named = [Words(slot.label, (slot.at[0], slot.at[1] + 0.36 * size), size) for slot in board.slots.values()]
    drawn = (
        f'<text x="{each.at[0]:.2f}" y="{each.at[1]:.2f}" font-size="{each.size:g}"'
        f' text-anchor="{"middle" if each.middle else "start"}">{escape(each.text)}</text>'
        for each in (*named, *board.words)
        if each.text
    )
    return f'<g fill="{board.colours["label"]}" pointer-events="none">{"".join(drawn)}</g>'


def squares(placed: Iterable[tuple[int, Sequence[float]]], side: float) -> str:
    """The corner markers by which the camera finds a board."""
    return "".join(
        f'<g transform="translate({at[0]:.3f} {at[1]:.3f}) scale({side:.4f})">'
        f"{art.svg_shapes(list(markers.shapes(number)))}</g>"
        for number, at in placed
    )


def ground(board: Mapping[str, Any]) -> list[art.Shape]:
    """The board's own sheet with nothing on it."""
    wide, high = board["half_width"], board["half_height"]
    corners = ((-wide, -high), (wide, -high), (wide, high), (-wide, high))
    return [{"shape": "polygon", "points": corners, "colour": board["paper"]}]


def with_squares(board: Mapping[str, Any], shapes: list[art.Shape], labels: str = "") -> str:
    """A board in its own units, from its sheet up to its corner markers."""
    corners = squares(((each["number"], each["at"]) for each in board["markers"]), board["marker_side"])
    return art.svg_shapes([*ground(board), *shapes]) + labels + corners


def fields(
    board: Mapping[str, Any],
    cells: Mapping[str, tuple[art.Point, Sequence[art.Point]]],
    lines: Sequence[art.Shape] = (),
    *,
    font: float,
) -> str:
    """A board with named fields.

    :param cells: the middle and the corners of each field, by its name.
    :param lines: what is drawn over the fields.
    """
    drawn: list[art.Shape] = []
    for _, corners in cells.values():
        drawn.append({"shape": "polygon", "points": corners, "colour": board["field"]})
        drawn.append({"shape": "stroke", "points": corners, "width": 0.04, "closed": True, "colour": board["line"]})
    names = "".join(f'<text x="{x:.3f}" y="{y + 0.36 * font:.3f}">{name}</text>' for name, ((x, y), _) in cells.items())
    labels = f'<g font-size="{font:g}" text-anchor="middle" fill="{board["label"]}">{names}</g>'
    return with_squares(board, [*drawn, *lines], labels)


def board_pages(board: Mapping[str, Any], drawing: str, paper: str) -> list[str]:
    """A board on one A3 or, as most printers have it, on two A4."""
    if paper == "a3":
        # The bar stands beside the board, not under it: the board is nearly as high as the sheet.
        middle = (A3_ACROSS[0] / 2 + 20, A3_ACROSS[1] / 2)
        return [page(A3_ACROSS, _around(middle, board, drawing) + bar((22, 285), turned=True))]
    return [page(A4, half) for half in _halves(board, drawing)]


def paper_asked() -> str:
    """A3 or A4, as the address says."""
    paper = request.args.get("paper", "a4")
    if paper not in ("a3", "a4"):
        abort(404, "There are sheets for A3 and for A4 paper.")
    return paper


def on_a3(what: str, endpoint: str, paper: str, **which: Any) -> tuple[str, str] | None:
    """The way from the two A4 to the one A3."""
    return None if paper == "a3" else (f"The {what} on one A3", url_for(endpoint, paper="a3", **which))


def _around(middle: tuple[float, float], board: Mapping[str, Any], drawing: str) -> str:
    """The board around *middle*; its own units become millimetres here."""
    return (
        f'<g class="board" transform="translate({middle[0]:.3f} {middle[1]:.3f}) scale({board["unit_mm"]:g})">'
        f"{drawing}</g>"
    )


def _halves(board: Mapping[str, Any], drawing: str) -> Iterator[str]:
    """The board cut down its middle: the left half keeps a strip to glue the right one on."""
    half = board["half_width"] * board["unit_mm"]
    top = A4[1] / 2 - board["half_height"] * board["unit_mm"]
    high = A4[1] - 2 * top
    for name, cut in (("left", EDGE + half), ("right", A4[0] - EDGE - half)):
        left, wide = (EDGE, half + GLUE) if name == "left" else (cut, half)
        part = f"{name}-{half:.0f}"  # two boards on one page have each their own
        yield (
            f'<clipPath id="{part}"><rect x="{left:.3f}" y="{top:.3f}" width="{wide:.3f}" height="{high:.3f}"/>'
            f'</clipPath><g clip-path="url(#{part})">{_around((cut, A4[1] / 2), board, drawing)}</g>'
            f'<path d="M{cut:.3f} 0V{top:.3f}M{cut:.3f} {A4[1] - top:.3f}V{A4[1]:g}" stroke="#000" stroke-width=".2"/>'
            + bar((cut + GLUE + 8, 285) if name == "left" else (cut - 8, 285), turned=True)
        )
