"""The island: 19 hexes, the triangles between them, and the ways from triangle to triangle.

Hexes are numbered 1 to 19 in reading order. A triangle lies where three hex positions meet and is named after the
hexes of the map it touches: ``1-2-5``, at the rim ``1-2``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from math import atan2, pi, sqrt

Position = tuple[int, int]  # axial: q to the right, r down and to the right

HEXES: dict[int, Position] = {
    number: position
    for number, position in enumerate(
        ((q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2),
        start=1,
    )
}
"""Where each hex of the map lies: a hexagon with three hexes on each side."""

NUMBER: dict[Position, int] = {position: number for number, position in HEXES.items()}

RIM: tuple[int, ...] = (1, 2, 3, 7, 12, 16, 19, 18, 17, 13, 8, 4)  # clockwise
CORNERS: tuple[int, ...] = (1, 3, 12, 19, 17, 8)
RIM_SPACES: tuple[str, ...] = (
    *("1-2", "2-3", "3-7", "7-12", "12-16", "16-19"),
    *("18-19", "17-18", "13-17", "8-13", "4-8", "1-4"),
)
"""The spaces between two hexes of the rim, clockwise; the first bears number 1."""

STEPS: tuple[Position, ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))

FEWEST_HEXES = {"all54": 1, "between2": 2, "inner24": 3}
"""How many hexes of the map a playable triangle touches, by house rule."""


def neighbours_of_hex(number: int) -> tuple[int, ...]:
    """The hexes of the map beside this one."""
    q, r = HEXES[number]
    around = ((q + dq, r + dr) for dq, dr in STEPS)
    return tuple(sorted(NUMBER[place] for place in around if place in NUMBER))


def centre_of(position: Position) -> tuple[float, float]:
    """Where a hex is drawn: side 1, a corner on top, y downward."""
    q, r = position
    return sqrt(3) * (q + r / 2), 1.5 * r


@dataclass(frozen=True, eq=False)  # there is one of each sort
class Island:
    """The playable triangles and how they hang together."""

    corners: dict[str, tuple[Position, Position, Position]]  # the three hex positions around each space
    hexes: dict[str, tuple[int, ...]]  # those of them on the map
    neighbours: dict[str, tuple[str, ...]]  # one move away

    @cached_property
    def spaces(self) -> tuple[str, ...]:
        return tuple(self.hexes)

    def centre(self, space: str) -> tuple[float, float]:
        """Where a space is drawn."""
        points = [centre_of(position) for position in self.corners[space]]
        return sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3

    @cached_property
    def _touching(self) -> dict[int, tuple[str, ...]]:
        numbers = {number for hexes in self.hexes.values() for number in hexes}
        return {number: tuple(space for space, hexes in self.hexes.items() if number in hexes) for number in numbers}

    def around(self, number: int) -> tuple[str, ...]:
        """The spaces that touch a hex."""
        return self._touching.get(number, ())

    @cached_property
    def _measured(self) -> dict[str, dict[str, int]]:
        return {space: self._measure(space) for space in self.hexes}

    def distances(self, start: str) -> dict[str, int]:
        """How many moves every space is away."""
        return self._measured[start]

    def _measure(self, start: str) -> dict[str, int]:
        found = {start: 0}
        queue = [start]
        for space in queue:
            for beside in self.neighbours[space]:
                if beside not in found:
                    found[beside] = found[space] + 1
                    queue.append(beside)
        return found

    def distance(self, here: str, there: str) -> int:
        return self.distances(here)[there]

    @cached_property
    def _within(self) -> dict[tuple[str, int], tuple[str, ...]]:
        return {}

    def within(self, start: str, steps: int) -> tuple[str, ...]:
        """The spaces one to so many moves away."""
        found = self._within.get((start, steps))
        if found is None:
            found = tuple([space for space, far in self.distances(start).items() if 0 < far <= steps])
            self._within[start, steps] = found
        return found

    def distance_to_hex(self, space: str, number: int) -> int:
        """How many moves until a hex is touched; 0 when it is touched already."""
        far = self.distances(space)
        return min(far[beside] for beside in self.around(number))

    def walks(self, start: str, steps: int) -> Iterator[tuple[str, ...]]:
        """Every way of one to so many moves, short ones first; spaces may be passed twice."""
        ways: list[tuple[str, ...]] = [()]
        for _ in range(steps):
            ways = [(*way, beside) for way in ways for beside in self.neighbours[way[-1] if way else start]]
            yield from ways


@cache
def island(rim: str = "between2") -> Island:
    """The island with the triangles the table plays with (AW-R5)."""
    found = [tuple(sorted(triangle)) for triangle in _triangles()]
    named: dict[str, tuple[Position, Position, Position]] = {}
    for triangle in found:
        numbers = _on_map(triangle)
        if len(numbers) >= max(2, FEWEST_HEXES[rim]):
            named["-".join(map(str, numbers))] = (triangle[0], triangle[1], triangle[2])
    if rim == "all54":
        for number in HEXES:
            alone = [triangle for triangle in found if _on_map(triangle) == (number,)]
            alone.sort(key=lambda triangle: _turn(number, triangle))
            for letter, triangle in zip("ab", alone, strict=False):
                named[f"{number}{letter}"] = (triangle[0], triangle[1], triangle[2])
    corners = dict(sorted(named.items(), key=lambda item: (_on_map(item[1]), item[0])))
    return Island(
        corners=corners,
        hexes={space: _on_map(triangle) for space, triangle in corners.items()},
        neighbours={
            space: tuple(
                other
                for other, beside in corners.items()
                if other != space and sum(position in triangle for position in beside) == 2
            )
            for space, triangle in corners.items()
        },
    )


def _triangles() -> Iterator[tuple[Position, ...]]:
    """Every place where three hex positions meet, as far as the map can reach."""
    for q in range(-4, 5):
        for r in range(-4, 5):
            yield (q, r), (q + 1, r), (q + 1, r - 1)
            yield (q, r), (q + 1, r), (q, r + 1)


def _on_map(triangle: tuple[Position, ...]) -> tuple[int, ...]:
    return tuple(sorted(NUMBER[position] for position in triangle if position in NUMBER))


def _turn(number: int, triangle: tuple[Position, ...]) -> float:
    """How far clockwise of a hex a triangle lies, seen from the middle of the board."""
    points = [centre_of(position) for position in triangle]
    x, y = sum(x for x, _ in points) / 3, sum(y for _, y in points) / 3
    hex_x, hex_y = centre_of(HEXES[number])
    return (atan2(y, x) - atan2(hex_y, hex_x) + pi) % (2 * pi)
