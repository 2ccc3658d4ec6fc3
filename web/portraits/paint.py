"""The paint box of all portraits: few colours, one ink, and a hand that always draws the same lots for a name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar
from zlib import crc32

One = TypeVar("One")

INK = "#241d29"
BONE = "#f6ead4"
GOLD = "#e8b445"


@dataclass(frozen=True)
class Hue:
    """One colour in three depths."""

    dark: str
    mid: str
    light: str


TEAL = Hue("#1c4d58", "#3a8c8a", "#9fd0c1")
RUST = Hue("#7a2f20", "#c25a34", "#eba680")
OCHRE = Hue("#8a5a14", "#d99f35", "#f3d386")
MOSS = Hue("#3b5226", "#759443", "#bccf8b")
PLUM = Hue("#46305a", "#80598f", "#c3a5cb")
SLATE = Hue("#31425c", "#5f7796", "#b0c0d4")
ROSE = Hue("#78323f", "#c4626b", "#eab0ab")
SAND = Hue("#6f5434", "#b8925f", "#e2cba2")
COAL = Hue("#2f2c38", "#5b5666", "#a39dae")
HUES = (TEAL, RUST, OCHRE, MOSS, PLUM, SLATE, ROSE, SAND)

SKINS = ("#f0c9a4", "#dda877", "#b57b4e", "#7d5235", "#f4d9c2")
HAIRS = ("#3a2b26", "#7a4a2a", "#b8783a", "#d9b46a", "#9c3f28", "#241d29")
GREYS = ("#8d8a8c", "#e9e4da")


class Lots:
    """What chance decides about a portrait: always the same for the same words."""

    def __init__(self, words: str) -> None:
        self._left = int.from_bytes(blake2b(words.encode(), digest_size=32).digest(), "big")

    def number(self, below: int) -> int:
        self._left, drawn = divmod(self._left, below)
        return drawn

    def one(self, of: Sequence[One]) -> One:
        return of[self.number(len(of))]

    def hue(self, *but: Hue) -> Hue:
        return self.one([hue for hue in HUES if hue not in but])


def shape(path: str, fill: str, more: str = "") -> str:
    return f'<path fill="{fill}" d="{path}"{more}/>'


def line(path: str, colour: str = INK, width: float = 2) -> str:
    stroke = "" if colour == INK else f' stroke="{colour}"'
    wide = "" if width == 2 else f' stroke-width="{width:g}"'
    return f'<path fill="none"{stroke}{wide} d="{path}"/>'


def dot(x: float, y: float, r: float, fill: str, more: str = "") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}"{more}/>'


def bare(drawn: str) -> str:
    """Without the ink around it."""
    return f'<g stroke="none">{drawn}</g>'


def both(half: str) -> str:
    """A shape and the same on the other side; a long one is written once."""
    if len(half) < 64:
        return f'{half}<g transform="matrix(-1 0 0 1 64 0)">{half}</g>'
    name = f"b{crc32(half.encode()) % 1296:x}"
    return f'<g id="{name}">{half}</g><use href="#{name}" transform="matrix(-1 0 0 1 64 0)"/>'


def placed(drawn: str, x: float, y: float, size: float = 1, turned: float = 0) -> str:
    turn = f" rotate({turned:g})" if turned else ""
    scale = f" scale({size:g})" if size != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){turn}{scale}">{drawn}</g>'
