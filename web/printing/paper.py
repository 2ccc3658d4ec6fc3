"""Sheets of paper for the printer, in true millimetres: what all that is printed has in common.

Every page is one drawing whose units are millimetres of paper, so what is drawn is what comes out at 100 %.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from flask import render_template
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from rules.printed import Place, Words

GAP = 2.0  # mm between two pieces, to cut in
EDGE = 8.0  # mm that printers leave white
FOOT = 18.0  # mm at the foot of a sheet, for the bar
TESTED = 100.0  # mm: the bar by which people check that the printer did not shrink the page


def sheets(
    title: str, pages: Sequence[str], says: Sequence[str], other: tuple[str, str] | None = None
) -> ResponseReturnValue:
    """The page from which people print.

    :param other: name and address of the same on other paper, or for elsewhere.
    """
    return render_template("print.html", title=title, pages=[Markup(page) for page in pages], says=says, other=other)


def page(size: Place, drawing: str) -> str:
    """One sheet of paper; the name of its size picks the printer's paper."""
    width, height = size
    name = "A3" if width > 300 else "A4 across" if width > height else "A4"
    return (
        f'<svg class="paper {name.lower().replace(" ", "-")}" xmlns="http://www.w3.org/2000/svg" width="{width:g}mm"'
        f' height="{height:g}mm" viewBox="0 0 {width:g} {height:g}" role="img" aria-label="One sheet of {name}">'
        f"{drawing}</svg>"
    )


def bar(at: Place, *, turned: bool = False, colour: str = "#000") -> str:
    """One hundred millimetres, to hold a ruler against."""
    turn = " rotate(-90)" if turned else ""
    return (
        f'<g class="bar-100" transform="translate({at[0]:.3f} {at[1]:.3f}){turn}">'
        f'<path d="M0 -2V2M0 0H{TESTED:g}M{TESTED:g} -2V2" fill="none" stroke="{colour}" stroke-width=".3"/>'
        f'<text x="{TESTED / 2:g}" y="-1.5" font-size="4" text-anchor="middle" fill="{colour}">100 mm</text></g>'
    )


def bar_below(size: Place, colour: str = "#000") -> str:
    """The bar at the foot of a sheet."""
    return bar((size[0] / 2 - TESTED / 2, size[1] - 12), colour=colour)


def written(words: Iterable[Words], colour: str = "#000") -> str:
    """Whatever there is to read."""
    lines = (
        f'<text x="{each.at[0]:.3f}" y="{each.at[1]:.3f}" font-size="{each.size:g}"'
        f' text-anchor="{"middle" if each.middle else "start"}">{escape(each.text)}</text>'
        for each in words
    )
    return f'<g fill="{colour}">{"".join(lines)}</g>'
