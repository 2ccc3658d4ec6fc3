"""The printed mat of the island: where each hex and each triangle lies on it.

On paper hexes touch at their corners, so that a whole triangle is free between any three of them. Lengths are in the
units of the mat that ``art.toml`` gives.
"""

from __future__ import annotations

from functools import cache
from math import atan2, cos, pi, sin, sqrt

from rules import art

from .island import HEXES, centre_of, island

Place = tuple[float, float]

# Everything a house rule may play on (AW-R5): the mat has a triangle for each.
ISLAND = island("all54")


@cache
def _scale() -> float:
    """From the map's own units, in which neighbours are √3 apart, to the mat's, where they touch at their corners."""
    return float(2 * art.load("awakening").board["hex"] / sqrt(3))


def hex_at(number: int) -> Place:
    """The middle of a hex."""
    x, y = centre_of(HEXES[number])
    return x * _scale(), y * _scale()


def space_at(space: str) -> Place:
    """The middle of a triangle."""
    x, y = ISLAND.centre(space)
    return x * _scale(), y * _scale()


def hex_corners(number: int, size: float = 1.0) -> tuple[Place, ...]:
    """The six corners of a hex, or of a piece so much smaller than it."""
    x, y = hex_at(number)
    radius = size * art.load("awakening").board["hex"]
    return tuple((x + radius * cos(pi / 3 * k), y + radius * sin(pi / 3 * k)) for k in range(6))


def space_corners(space: str, size: float = 1.0) -> tuple[Place, ...]:
    """The three corners of a triangle: where its hexes touch each other, also those beyond the rim."""
    x, y = space_at(space)
    middles = [centre_of(position) for position in ISLAND.corners[space]]
    places = [
        ((a[0] + b[0]) / 2 * _scale(), (a[1] + b[1]) / 2 * _scale())
        for a, b in ((middles[0], middles[1]), (middles[1], middles[2]), (middles[2], middles[0]))
    ]
    places.sort(key=lambda place: atan2(place[1] - y, place[0] - x))
    return tuple((x + size * (px - x), y + size * (py - y)) for px, py in places)


def bare() -> tuple[Place, ...]:
    """Places that stay bare whatever lies on the hexes and stands on the triangles: the corners of each triangle."""
    return tuple(place for space in ISLAND.spaces for place in space_corners(space, 0.66))


def lines() -> tuple[art.Shape, ...]:
    """What is printed beside the hexes: an outline for each triangle, fainter where only a house rule plays."""
    board = art.load("awakening").board
    usual = set(island().spaces)
    return tuple(
        {
            "shape": "stroke",
            "points": space_corners(space),
            "width": 0.05 if space in usual else 0.02,
            "closed": True,
            "colour": board["line"],
        }
        for space in ISLAND.spaces
    )
