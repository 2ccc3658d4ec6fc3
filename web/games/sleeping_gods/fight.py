"""The row of enemies with the squares of their cards."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import escape

from web.games.health import health
from web.portraits import portrait

from .cast import enemy_of
from .taps import Slots

WIDE = 11  # letters of a square


def combat(fight: Mapping[str, Any], taps: Slots) -> str:
    foes = "".join(_foe(foe, place, fight, taps) for place, foe in enumerate(fight["row"]))
    classes, attributes = taps.attributes("combo")
    points = "".join(f'<i class="{"full" if n < fight["combo"] else "empty"}"></i>' for n in range(4))
    return (
        f'<section class="combat" id="sg-map"><h2>Combat, round {fight["round"]}</h2>'
        f'<div class="row-of-enemies" tabindex="0" role="group" aria-label="Enemies">{foes}</div>'
        f"{_in_full(fight['row'])}"
        f'<div class="combo{classes}"{attributes}><span>Combo {fight["combo"]} of 4</span>{points}</div>'
        f"{SQUARES}</section>"
    )


SQUARES = (
    '<details class="legend"><summary>What stands in the squares</summary><ul>'
    "<li>A heart has to be covered; when all are, the enemy is defeated.</li>"
    "<li>A grey heart is armor: the first damage there only takes its token off.</li>"
    "<li>+1 or more is damage the enemy deals while the square is uncovered.</li>"
    "<li>Wings: 1 more defence against weapons that are not ranged.</li>"
    "<li>A diamond gives a combo point when it is covered: 2 buy 1 accuracy, 3 buy 1 damage, 4 an attack.</li>"
    "<li>Words happen at the end of every round while uncovered; first strike and resist hold all the time.</li>"
    "</ul></details>"
)


def _foe(foe: Mapping[str, Any], place: int, fight: Mapping[str, Any], taps: Slots) -> str:
    classes, attributes = taps.attributes(f"enemy:{place}")
    target = " target" * bool(fight["attack"] and fight["attack"]["target"] == place)
    width, height = foe["cols"] * 10, foe["rows"] * 10
    now = [f"enemy:{at}:{index}" for at, index in fight["attack"]["hits"]] if fight["attack"] else []
    squares = "".join(_square(square, taps, now=square["slot"] in now) for square in foe["squares"])
    defense = f"{foe['defense']}{' +1 (flying)' if foe['flying'] else ''}"
    if foe["tokens"] is not None:  # only hands know its squares
        lying = f" · {foe['tokens']} damage on it" if foe["tokens"] else ""
        return (
            f'<div class="enemy unread{target}"><div class="head{classes}"{attributes}>{portrait(enemy_of(foe), 64)}'
            f"<span><b>{escape(foe['name'])}</b>"
            f"<small>Defence {escape(defense)} · deals {foe['damage']}{lying}</small></span></div></div>"
        )
    return (
        f'<div class="enemy cols{foe["cols"]}{target}">'
        f'<div class="head{classes}"{attributes}>{portrait(enemy_of(foe), 64)}<span><b>{escape(foe["name"])}</b>'
        f"{_hearts(foe)}<small>Defence {escape(defense)} · deals {foe['damage']}</small></span></div>"
        f'<svg viewBox="-.5 -.5 {width + 1} {height + 1}" role="group" aria-label="{escape(foe["name"])}">'
        f"{squares}</svg></div>"
    )


def _hearts(foe: Mapping[str, Any]) -> str:
    """How many hearts are still to be covered."""
    hearts = [square for square in foe["squares"] if square["heart"] or square["armor"]]
    return health(sum(not square["covered"] for square in hearts), len(hearts))


def sketch(sketch: Mapping[str, Any], taps: Slots) -> str:
    """The grid editor: the card as far as it is described; every square can be tapped."""
    width, height = sketch["cols"] * 10, sketch["rows"] * 10
    squares = "".join(_square(square, taps) for square in sketch["squares"])
    return (
        f'<section class="sketch" id="sg-map"><h2>{escape(sketch["name"])}</h2>'
        f'<svg viewBox="-.5 -.5 {width + 1} {height + 1}" role="group" aria-label="{escape(sketch["name"])}">'
        f"{squares}</svg></section>"
    )


def _square(square: Mapping[str, Any], taps: Slots, *, now: bool = False) -> str:
    """One square; *now*: damage of the attack under way was just put there."""
    x, y = (square["col"] - 1) * 10, (square["row"] - 1) * 10
    classes, attributes = taps.attributes(square["slot"])
    marks = []
    if square["heart"] or square["armor"]:
        kind = "armor" if square["armor"] else "heart"
        down, size = _room(square)
        marks.append(f'<path class="{kind}" transform="translate({x + 5} {y + down:.1f}) scale({size})" d="{HEART}"/>')
    if square["bonus"]:
        marks.append(f'<text class="bonus" x="{x + 9.3}" y="{y + 3.1}">+{square["bonus"]}</text>')
    if square["combo"]:
        marks.append(
            f'<path class="combo-mark" transform="translate({x + 2.2} {y + 2.4})" d="M0 -1.7L1.7 0L0 1.7L-1.7 0z"/>'
        )
    if square["flying"]:
        marks.append(f'<path class="wing" transform="translate({x + 5} {y + 4})" d="{WING}"/>')
    if square["ability"]:
        lines = _lines(square["ability"])
        words = "".join(
            f'<tspan x="{x + 5}" dy="{1.8 * (n > 0):g}">{escape(each)}</tspan>' for n, each in enumerate(lines)
        )
        marks.append(f'<text class="skill" y="{y + 10.2 - 1.8 * len(lines):.1f}">{words}</text>')
    if square["armor_token"]:
        down, size = _room(square)
        marks.append(
            f'<circle class="armor-token" cx="{x + 5}" cy="{y + down + 0.4 * size:.1f}" r="{3.4 * size:.1f}"/>'
        )
    if square["covered"] or now:
        marks.append(f'<rect class="damage" x="{x + 1.2}" y="{y + 1.2}" width="7.6" height="7.6" rx="1.4"/>')
        marks.append(f'<path class="slash" d="M{x + 3} {y + 7}L{x + 7} {y + 3}"/>')
    return (
        f'<g class="square{" now" * now}{classes}"{attributes}><title>{escape(_square_words(square))}</title>'
        f'<rect x="{x + 0.3}" y="{y + 0.3}" width="9.4" height="9.4" rx="1"/>{"".join(marks)}</g>'
    )


def _lines(ability: str) -> list[str]:
    """What fits into a square; a longer text stands below the card in full."""
    return textwrap.wrap(ability, WIDE, max_lines=2, placeholder="…") if ability else []


def _in_full(row: Iterable[Mapping[str, Any]]) -> str:
    """The abilities that are too long for their squares; below the row, so that the squares of neighbours meet."""
    long_ones = {
        (foe["name"], square["ability"]): None
        for foe in row
        for square in foe["squares"]
        if not square["covered"] and " ".join(_lines(square["ability"])) != square["ability"]
    }
    told = "".join(f"<li><b>{escape(name)}</b>: {escape(ability)}</li>" for name, ability in long_ones)
    return f'<ul class="told">{told}</ul>' if told else ""


def _room(square: Mapping[str, Any]) -> tuple[float, float]:
    """How far down a heart stands and how large, so that neither a number above nor words below run into it."""
    above, below = bool(square["bonus"] or square["combo"]), len(_lines(square["ability"]))
    if above:
        return (4.8, 0.6) if below else (5.6, 0.85)
    return (2.7, 0.8) if below > 1 else (3.6, 1.0)


WING = "M-3.4 1Q-1.6 -2.6 0 .4Q1.6 -2.6 3.4 1Q1.4 -.4 0 1.8Q-1.4 -.4 -3.4 1z"
HEART = "M0 3.2C-4.4 .2 -2.6 -2.6 0 -.9C2.6 -2.6 4.4 .2 0 3.2z"


def _square_words(square: Mapping[str, Any]) -> str:
    words = [f"row {square['row']}, column {square['col']}"]
    words += ["covered"] if square["covered"] else []
    words += ["armor token"] if square["armor_token"] else []
    words += [mark for mark in ("heart", "armor", "combo", "flying") if square[mark]]
    words += [f"+{square['bonus']} damage"] if square["bonus"] else []
    words += [square["ability"]] if square["ability"] else []
    return ", ".join(words)
