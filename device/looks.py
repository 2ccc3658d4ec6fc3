"""How each game's printed board looks, as the camera's side wants it: plain shapes, slots and markers."""

from __future__ import annotations

from functools import cache
from math import cos, radians, sin

from rules import art, markers
from rules.sleepers.board import HEXES, drawn_at
from vision.register import Layout
from vision.scene import Printed

# Bare paper of Sleepers' board, one quarter of it; the rest lies mirrored.
_PAPER = ((7.6, 2.6), (7.6, 4.6), (3.9, 7.7), (1.6, 8.1))


@cache
def sleepers() -> Printed:
    """Sleepers' printed board: 61 hexes, each empty or with one of 24 tiles."""
    look = art.load("sleepers")
    pieces = {
        f"{side} {kind or 'back'}": look.shapes(side, kind) for side in look.sides for kind in (None, *look.symbols)
    }
    layout = Layout.from_board(look.board, "Sleepers board")
    return Printed(
        layout=layout,
        slots={hex_: drawn_at(hex_) for hex_ in HEXES},
        pieces=pieces,
        cell=tuple((cos(radians(60 * k)), sin(radians(60 * k))) for k in range(6)),
        colours={name: look.board[name] for name in ("paper", "field", "line", "label")},
        paper=[(x * a, y * b) for x, y in _PAPER for a in (-1, 1) for b in (-1, 1)],
        signs={number: markers.shapes(number) for number in layout.markers},
    )
