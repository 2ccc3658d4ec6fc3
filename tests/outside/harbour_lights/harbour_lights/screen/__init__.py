"""How Harbour Lights looks on a screen: the harbour, and the hand on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from markupsafe import Markup
from rules import art
from rules.ask import Option
from web.games import Drawing, Shown, Slots
from web.games.taps import answer, can_tap, tap

from ..harbour import BERTHS, SIDE, at, row_of
from ..pack import opened
from ..turn import ANY_ROW

TILE = 0.66  # from a berth's middle to the corners of the boat in it, of the berth's edge


def board(shown: Shown, slots: Slots, seat: str | None) -> str:
    """The harbour as one drawing; a berth that can be answered is a button, one that cannot says why not."""
    parts = [_berth(berth, shown, slots) for berth in BERTHS]
    return Markup(
        f'<svg class="harbour" viewBox="-.1 -.1 {SIDE + 0.2} {SIDE + 0.2}" role="group" aria-label="Harbour">'
        f"{''.join(parts)}</svg>"
    )


def _berth(berth: str, shown: Shown, slots: Slots) -> str:
    column, row = at(berth)
    boat, option = shown["board"].get(berth), slots.get(berth)
    classes = ["berth"] + ["open"] * can_tap(option) + ["last"] * (berth in shown["last"])
    classes += ["tide"] * (shown["current"] is not None and shown["tide"] in (row_of(berth), ANY_ROW))
    what = f"{berth}: {_words(boat)}"
    inside = f'<text x=".5" y=".58">{berth}</text>'
    if boat:
        inside = art.load("harbour_lights").svg_group(boat["owner"], boat["kind"], at=(0.5, 0.5), scale=TILE)
        if boat["kind"] and not boat["up"]:  # one's own: known, yet dark
            inside = f'<g class="faint">{inside}</g>'
    return (
        f'<g class="{" ".join(classes)}" transform="translate({column} {row})" data-slot="{berth}"{tap(option, what)}>'
        f'<title>{escape(what)}</title><rect class="field" width="1" height="1"/>{inside}'
        '<rect class="ring" x=".06" y=".06" width=".88" height=".88"/></g>'
    )


def _words(boat: Mapping[str, Any] | None) -> str:
    if boat is None:
        return "empty"
    name = opened("demo").names.get(boat["kind"] or "", "boat").lower()
    return f"{boat['owner']} {name}, {'lit' if boat['up'] else 'dark'}"


def mine(shown: Shown, seat: str | None, options: Iterable[Option]) -> str:
    """The hand of this seat: its boats if the box deals, otherwise how many are in the real hand."""
    side = next((side for side in shown["seats"] if side["seat"] == seat), None)
    if side is None:
        return ""
    known = {boat.code: boat for boat in opened("demo").boats}
    choices = {option.value: option for option in options if not option.slot}
    boats = []
    for kind in sorted(filter(None, side["hand"])):
        picture = art.load("harbour_lights").svg(str(seat), kind)
        words = f"<span><b>{escape(known[kind].name)}</b><small>{escape(known[kind].summary)}</small></span>"
        if kind in choices:
            boats.append(f'<button type="button" class="boat"{answer(choices[kind])}>{picture}{words}</button>')
        else:
            boats.append(f'<div class="boat">{picture}{words}</div>')
    if not boats:
        count = len(side["hand"])
        boats.append(f'<p class="quiet">{count} boat{"s" * (count != 1)} in your hand.</p>')
    return Markup(f'<h2>Your hand</h2><div class="fleet">{"".join(boats)}</div>')


def where(slots: Slots) -> str:
    return "a berth"


DRAWING = Drawing(board, mine, where, ruling=("board.c3.up", "true"))
