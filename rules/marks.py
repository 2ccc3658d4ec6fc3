"""Each seat's colour and shape, the same on every screen from the lobby to the end: nobody needs the colour alone.

A seat that is called by a colour has it, as on the table; the others have colours that stand well apart.
"""

from __future__ import annotations

from dataclasses import dataclass

PAINTS = {
    "blue": "#3f86e0",
    "orange": "#f08a24",
    "green": "#3fa65a",
    "pink": "#ea8fb8",
    "yellow": "#f2cc3d",
    "red": "#d6452f",
    "white": "#ffffff",
    "black": "#17181a",
}
"""Every colour of a mark by its name; those first that seats without a colour of their own are given."""

ALSO_CALLED = {"light": "white", "dark": "black"}

OUTLINES = {
    "circle": "M8 1.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13z",
    "triangle": "M8 1.5 15 14H1z",
    "square": "M2.2 2.2h11.6v11.6H2.2z",
    "diamond": "M8 .8 15.2 8 8 15.2.8 8z",
    "star": "M8 .9l2.1 4.9 5.3.5-4 3.5 1.2 5.2L8 12.2 3.4 15l1.2-5.2-4-3.5 5.3-.5z",
    "hexagon": "M4.4 1.6h7.2L15.4 8l-3.8 6.4H4.4L.6 8z",
}
"""The outline of each shape as an SVG path, 16 wide and high."""


@dataclass(frozen=True)
class Mark:
    """How a seat is known at a glance."""

    colour: str
    shape: str

    @property
    def words(self) -> str:
        return f"{self.colour} {self.shape}"

    @property
    def paint(self) -> str:
        return PAINTS[self.colour]

    @property
    def outline(self) -> str:
        return OUTLINES[self.shape]


def marks(seats: tuple[str, ...]) -> dict[str, Mark]:
    """The marks of a game's *seats*, all different; the shapes go by the order of the seats."""
    named = {seat: colour for seat in seats if (colour := ALSO_CALLED.get(seat, seat)) in PAINTS}
    others = [colour for colour in PAINTS if colour not in named.values()] or list(PAINTS)
    unnamed = [seat for seat in seats if seat not in named]
    given = {seat: others[place % len(others)] for place, seat in enumerate(unnamed)}
    shapes = list(OUTLINES)
    return {seat: Mark((named | given)[seat], shapes[place % len(shapes)]) for place, seat in enumerate(seats)}
