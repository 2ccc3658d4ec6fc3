"""What creatures of every plan are made of."""

from __future__ import annotations

from dataclasses import dataclass

from .paint import BONE, INK, Hue, Lots, bare, both, dot, line, shape


@dataclass(frozen=True)
class Body:
    """What a creature is made of.

    :param fierce: it hits hard: brows and fangs show it.
    :param tough: it takes much: plates and scars show it.
    """

    coat: Hue
    accent: Hue
    eye: str
    lots: Lots
    fierce: bool = False
    tough: bool = False
    winged: bool = False
    sign: str = ""


def eyes_of(body: Body, x: float, y: float, r: float = 3) -> str:
    slit = (
        dot(x, y, r * 0.42, INK)
        if body.lots.number(2)
        else shape(f"M{x} {y - r:g}L{x + 1:g} {y}L{x} {y + r:g}L{x - 1:g} {y}Z", INK)
    )
    drawn = bare(both(dot(x, y, r, body.eye) + slit))
    if body.fierce:
        drawn += both(line(f"M{x - r - 1:g} {y - r - 1.5:g}L{x + r + 0.5:g} {y - r + 1:g}", INK, 2.6))
    return drawn


def fangs(y: float, wide: float = 5) -> str:
    return bare(both(shape(f"M{32 - wide:g} {y:g}h3.5l-1.7 5Z", BONE)))


def wings_of(body: Body) -> str:
    """Behind whatever flies and is no bird or moth by its plan."""
    return (
        both(shape("M24 34C14 14 4 14 1 22 5 22 5 26 4 30 9 29 9 33 9 37 14 35 16 39 16 42Z", body.accent.dark))
        if body.winged
        else ""
    )
