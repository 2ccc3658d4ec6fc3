"""How Sleepers looks: the board of 61 hexes, and the rack on a phone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import Any

from markupsafe import Markup, escape

from rules import art
from rules.ask import Option
from rules.sleepers.board import HEXES, drawn_at
from rules.sleepers.pack import opened

RADIUS = 0.96  # a hair of table between the hexes


def _corners(x: float, y: float, radius: float) -> str:
    points = ((x + radius * cos(pi / 3 * k), y + radius * sin(pi / 3 * k)) for k in range(6))
    return " ".join(f"{px:.2f},{py:.2f}" for px, py in points)


def board(shown: Mapping[str, Any], slots: Mapping[str, Option], seat: str | None) -> str:
    """The board as one drawing; a hex that can be answered is a button, one that cannot says why not."""
    drawing = art.load("sleepers")
    names = opened("demo").names
    win = (shown["result"] or {}).get("hexes", ())
    near = {hex_ for warning in shown["near"] for hex_ in warning["hexes"]}
    parts = []
    for hex_ in HEXES:
        x, y = drawn_at(hex_)
        agent, option = shown["board"].get(hex_), slots.get(hex_)
        classes = ["hex"]
        classes += ["last"] * (hex_ in shown["last"]) + ["won"] * (hex_ in win) + ["near"] * (hex_ in near)
        what = _words(agent, names)
        extra = ""
        if option and not option.barred:
            classes.append("open")
            label = f"{option.label}. {hex_}: {what}"
            extra = f' role="button" tabindex="0" data-answer="{escape(hex_)}" aria-label="{escape(label)}"'
        elif option:
            extra = f' data-why="{escape(str(option.barred))}"'
        tile = ""
        if agent:
            tile = drawing.svg_group(agent["owner"], agent["kind"], at=(x, y), scale=RADIUS * 0.94)
            if agent["kind"] and not agent["up"]:  # remembered or peeked at, yet face-down
                tile = f'<g class="faint">{tile}</g>'
        label_at = f'<text x="{x:.2f}" y="{y + 0.14:.2f}">{hex_}</text>' if not agent else ""
        parts.append(
            f'<g class="{" ".join(classes)}" data-slot="{hex_}"{extra}><title>{hex_}: {escape(what)}</title>'
            f'<polygon class="field" points="{_corners(x, y, RADIUS)}"/>{label_at}{tile}'
            f'<polygon class="ring" points="{_corners(x, y, RADIUS * 0.9)}"/></g>'
        )
    return Markup(
        f'<svg class="hexboard" viewBox="-7.2 -8 14.4 16" role="group" aria-label="Board">{"".join(parts)}</svg>'
    )


def _words(agent: Mapping[str, Any] | None, names: Mapping[str, str]) -> str:
    if agent is None:
        return "empty"
    kind = names.get(agent["kind"] or "", "")
    if agent["up"]:
        return f"{agent['owner']} {kind}, awake"
    return f"{agent['owner']} sleeper" + (f" ({kind})" if kind else "")


def mine(shown: Mapping[str, Any], seat: str | None, options: Iterable[Option]) -> str:
    """The rack of this seat: its tiles if the box deals, otherwise how many stand in the real rack."""
    side = next((side for side in shown["seats"] if side["seat"] == seat), None)
    if side is None:
        return ""
    pack, drawing = opened("demo"), art.load("sleepers")
    summaries = {tile.code: tile.summary for tile in pack.tiles}
    choices = {option.value: option for option in options if not option.slot}
    tiles = []
    for kind in sorted(side["hand"], key=str):
        if kind is None:
            continue
        picture = drawing.svg(str(seat), kind)
        inside = f"{picture}<span><b>{escape(pack.names[kind])}</b><small>{escape(summaries[kind])}</small></span>"
        if kind in choices:
            tiles.append(f'<button type="button" class="tile" data-answer="{escape(kind)}">{inside}</button>')
        else:
            tiles.append(f'<div class="tile">{inside}</div>')
    if not tiles:
        count = len(side["hand"])
        tiles.append(f'<p class="quiet">{count} tile{"s" * (count != 1)} in your rack.</p>')
    return Markup(f'<h2>Your rack</h2><div class="rack">{"".join(tiles)}</div>')
