"""Dice as they lie on the table: the face that came up, in the die's own colour."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from .emblems import emblem
from .paint import BONE, GOLD, INK, OCHRE, Hue

COLOURS = {
    "white": ("#f6ead4", INK),
    "black": ("#2f2c38", BONE),
    "blue": ("#2f62a8", "#fff"),
    "brown": ("#7d5530", "#fff"),
    "purple": ("#6d4592", "#fff"),
    "red": ("#a8352a", "#fff"),
    "green": ("#3b6e35", "#fff"),
    "yellow": ("#e0b13c", INK),
}
PIPS = {
    1: ((0, 0),),
    2: ((-6, -6), (6, 6)),
    3: ((-6, -6), (0, 0), (6, 6)),
    4: ((-6, -6), (6, -6), (-6, 6), (6, 6)),
    5: ((-6, -6), (6, -6), (0, 0), (-6, 6), (6, 6)),
    6: ((-6, -7), (6, -7), (-6, 0), (6, 0), (-6, 7), (6, 7)),
}
FACES = {
    "strength": ("fist", Hue("#7a2f20", "#c25a34", "#eba680")),
    "knowledge": ("book", Hue("#31425c", "#5b9ce0", "#cfe2f7")),
    "inspiration": ("flame", OCHRE),
    "courage": ("shield", Hue("#8a4a14", "#e8953f", "#f7d0a0")),
    "vision": ("eye", Hue("#46305a", "#a77fda", "#e0cff5")),
    "wisdom": ("tree", Hue("#3b5226", "#66b369", "#cbe6c4")),
    "fatigue": ("moon", Hue("#31425c", "#8fa3bd", "#dfe6ee")),
    "death": ("mask", Hue("#2f2c38", "#a39dae", "#f6ead4")),
    "miss": ("boot", Hue("#6f5434", "#b8925f", "#e2cba2")),
}
NUMBER = re.compile(r"(\d+)(\+*)$")


def die(name: str, face: str | int | None) -> Markup:
    """One die called *name*, such as ``blue die``, with *face* up; None: it is still to be rolled."""
    ground, ink = next((COLOURS[word] for word in name.lower().split() if word in COLOURS), COLOURS["white"])
    return Markup(
        f'<svg class="dieface" viewBox="-16 -16 32 32" aria-hidden="true"><rect x="-14" y="-14" width="28" height="28"'
        f' rx="6" fill="{ground}" stroke="{INK}"/>{_up(face, ink)}</svg>'
    )


def _up(face: str | int | None, ink: str) -> str:
    if face is None:
        return ""
    if isinstance(face, int) and face in PIPS:
        return "".join(f'<circle cx="{x}" cy="{y}" r="2.7" fill="{ink}"/>' for x, y in PIPS[face])
    if str(face) in FACES:
        sign, hue = FACES[str(face)]
        lines = f'stroke="{INK}" stroke-width="1.5" stroke-linejoin="round"'
        return f'<g {lines} transform="scale(.8)">{emblem(sign, hue)}</g>'
    found = NUMBER.match(str(face))
    words, crits = (found[1], len(found[2])) if found else (str(face)[:3], 0)
    stars = "".join(
        f'<path d="{STAR}" fill="{GOLD}" stroke="{INK}" transform="translate({9 - 7 * n} -9)"/>' for n in range(crits)
    )
    return (
        f'<text y="6" text-anchor="middle" font-size="18" font-weight="800" fill="{ink}">{escape(words)}</text>{stars}'
    )


STAR = "M0-5 1.5-1.5 5-1.5 2.3 1 3.2 5 0 2.7-3.2 5-2.3 1-5-1.5-1.5-1.5Z"
