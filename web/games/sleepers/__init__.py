"""How Sleepers looks: the board of 61 hexes, and the rack on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from math import cos, pi, sin
from typing import Any

from markupsafe import Markup, escape

from rules import art
from rules.ask import Ask, Option
from rules.sleepers.board import HEXES, drawn_at
from rules.sleepers.pack import opened
from web.games import Drawing
from web.games.taps import answer, can_tap, tap

RADIUS = 0.96  # a hair of table between the hexes
MANY = 12  # hexes that may be tapped: with more, an empty one is nothing special, and own sleepers stand out


def _corners(radius: float) -> str:
    points = ((radius * cos(pi / 3 * k), radius * sin(pi / 3 * k)) for k in range(6))
    return " ".join(f"{px:.2f},{py:.2f}" for px, py in points)


@cache
def _face(side: str, kind: str | None) -> tuple[str, str]:
    """A tile's face by name and, once for all hexes that show it, as a drawing."""
    name = f"face-{side}-{kind or 'back'}"
    drawn = art.load("sleepers").svg_group(side, kind, scale=RADIUS * 0.94)
    return name, f'<g id="{name}">{drawn}</g>'


@cache
def _place(hex_: str) -> str:
    x, y = drawn_at(hex_)
    return f'transform="translate({x:.2f} {y:.2f})" data-slot="{hex_}"'


FIELD = (
    f'<polygon id="hex-field" points="{_corners(RADIUS)}"/><polygon id="hex-ring" points="{_corners(RADIUS * 0.9)}"/>'
)


def board(shown: Mapping[str, Any], slots: Mapping[str, Option], seat: str | None) -> str:
    """The board as one drawing; a hex that can be answered is a button, one that cannot says why not."""
    names = opened("demo").names
    win = (shown["result"] or {}).get("hexes", ())
    near = {hex_ for warning in shown["near"] for hex_ in warning["hexes"]}
    crowded = sum(can_tap(option) for option in slots.values()) > MANY
    parts, faces = [], dict[str, str]()
    for hex_ in HEXES:
        agent, option = shown["board"].get(hex_), slots.get(hex_)
        classes = ["hex"]
        classes += ["last"] * (hex_ in shown["last"]) + ["won"] * (hex_ in win) + ["near"] * (hex_ in near)
        what = f"{hex_}: {_words(agent, names)}"
        classes += ["open"] * can_tap(option) + ["plain"] * (crowded and agent is None)
        on_it = f'<text y=".14">{hex_}</text>'
        if agent:
            name, drawing = _face(agent["owner"], agent["kind"])
            faces[name] = drawing
            hidden = agent["kind"] and not agent["up"]  # remembered or peeked at, yet face-down
            faint = ' class="faint"' if hidden else ""
            on_it = f'<use href="#{name}" data-piece="{name}"{faint}/>'
        parts.append(
            f'<g class="{" ".join(classes)}" {_place(hex_)}{tap(option, what)}><title>{escape(what)}</title>'
            f'<use class="field" href="#hex-field"/>{on_it}<use class="ring" href="#hex-ring"/></g>'
        )
    drawn_once = FIELD + "".join(faces[name] for name in sorted(faces))
    return Markup(
        f'<svg class="hexboard" viewBox="-7.2 -8 14.4 16" role="group" aria-label="Board"><defs>{drawn_once}</defs>'
        f"{''.join(parts)}</svg>"
    )


def _words(agent: Mapping[str, Any] | None, names: Mapping[str, str]) -> str:
    if agent is None:
        return "empty"
    kind = names.get(agent["kind"] or "", "")
    if agent["up"]:
        return f"{agent['owner']} {kind}, awake"
    return f"{agent['owner']} sleeper" + (f" ({kind})" if kind else "")


@cache
def _picture(side: str, kind: str) -> str:
    return art.load("sleepers").svg(side, kind)


def mine(shown: Mapping[str, Any], seat: str | None, options: Iterable[Option]) -> str:
    """The rack of this seat: its tiles if the box deals, otherwise how many stand in the real rack."""
    side = next((side for side in shown["seats"] if side["seat"] == seat), None)
    if side is None:
        return ""
    pack = opened("demo")
    summaries = {tile.code: tile.summary for tile in pack.tiles}
    choices = {option.value: option for option in options if not option.slot}
    tiles = []
    for kind in sorted(side["hand"], key=str):
        if kind is None:
            continue
        picture = _picture(str(seat), kind)
        inside = f"{picture}<span><b>{escape(pack.names[kind])}</b><small>{escape(summaries[kind])}</small></span>"
        if kind in choices:
            tiles.append(f'<button type="button" class="tile"{answer(choices[kind])}>{inside}</button>')
        else:
            tiles.append(f'<div class="tile">{inside}</div>')
    if not tiles:
        count = len(side["hand"])
        tiles.append(f'<p class="quiet">{count} tile{"s" * (count != 1)} in your rack.</p>')
    return Markup(f'<h2>Your rack</h2><div class="rack">{"".join(tiles)}</div>')


def badge(shown: Mapping[str, Any], option: Option, ask: Ask) -> str:
    """A tile to name or to play: of whoever owns the one that is turned over, or else of whoever is asked."""
    if option.value not in opened("demo").names or option.slot:
        return ""
    side = shown["board"].get(ask.slot, {}).get("owner", ask.seat)
    return Markup(f'<span class="tile-piece">{_picture(side, str(option.value))}</span>')


DRAWING = Drawing(board, mine, badge=badge, ruling=("board.e5.up", "true"))
