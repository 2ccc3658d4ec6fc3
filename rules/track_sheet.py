"""A printed sheet with the tracks of a game, in millimetres: a row of spaces for each, on which one marker stands.

The page prints it, the pretend table shows it, and the camera knows by it where to look. In every space a circle is
printed in four quarters, dark and light: whatever stands there hides it, so any cube, coin or cap will do as a marker.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from rules import markers

Place = tuple[float, float]

A4_ACROSS = (297.0, 210.0)
TWO_A4 = (362.0, 268.0)  # what comes out of two A4 that are glued together
EDGE = 4.0  # mm that are left white around the sheet
PAPER, INK, LIGHT, GROUND = "#ffffff", "#1c2b33", "#f4f1e6", "#c9d6cf"
CAP = "#b5462f"  # of the markers on the pretend table
ROUND = 5.0  # radius of the circle in a space
LABEL = 29.0  # from a row's left end to its first space
_SIDE = 0.057  # of a corner marker, in parts of the sheet's width


@dataclass(frozen=True)
class Track:
    """One row.

    :param slot: what the table calls it.
    :param title: what is printed before it.
    :param last: its spaces go from 0 to this.
    :param across: so many of them stand side by side; the others follow in further lines.
    """

    slot: str
    title: str
    last: int
    across: int = 100

    def lines(self) -> int:
        return self.last // self.across + 1


@dataclass(frozen=True)
class Sheet:
    """All tracks of a game on one sheet of paper.

    :param title: what people call it.
    :param paper: width and height.
    :param first: the number of its first corner marker; the other three follow.
    :param columns: from left to right: where each begins, and its tracks from top to bottom.
    :param step: from one space to the next, and from one row to the next.
    :param gap: more room between two tracks.
    """

    title: str
    paper: tuple[float, float]
    first: int
    columns: Sequence[tuple[Place, Sequence[Track]]]
    step: tuple[float, float]
    gap: float = 0.0

    @property
    def unit(self) -> float:
        """Millimetres that are one unit to the camera: a board is about 19 units across, as the others are."""
        return self.paper[0] / 19

    @property
    def markers(self) -> dict[int, Place]:
        """The middle of each corner marker."""
        (w, h), c = self.paper, EDGE + 0.7 * self.marker_side  # it has a white edge of its own
        return dict(enumerate([(c, c), (w - c, c), (w - c, h - c), (c, h - c)], self.first))

    @property
    def marker_side(self) -> float:
        return _SIDE * self.paper[0]

    def units(self, place: Place) -> Place:
        """Millimetres of the sheet in units from its middle, as the camera counts."""
        return (place[0] - self.paper[0] / 2) / self.unit, (place[1] - self.paper[1] / 2) / self.unit

    def rows(self) -> Iterator[tuple[Track, Place]]:
        """Each track, and where its row begins."""
        for (x, y), tracks in self.columns:
            for track in tracks:
                yield track, (x, y)
                y += track.lines() * self.step[1] + self.gap

    def spaces(self) -> dict[str, dict[str, Place]]:
        """The middle of every space of every track, by what stands there means."""
        return {
            track.slot: {
                str(n): (x + LABEL + n % track.across * self.step[0], y + n // track.across * self.step[1])
                for n in range(track.last + 1)
            }
            for track, (x, y) in self.rows()
        }

    def shapes(self) -> list[dict[str, Any]]:
        """What is printed, as flat shapes; words and numbers are left to the page."""
        (w, h), e = self.paper, EDGE
        ground = ((e, e), (w - e, e), (w - e, h - e), (e, h - e))
        drawn: list[dict[str, Any]] = [{"shape": "polygon", "points": ground, "colour": GROUND}]
        for spaces in self.spaces().values():
            for place in spaces.values():
                drawn += quarters(place, ROUND)
        side = self.marker_side
        for number, (x, y) in self.markers.items():
            for shape in markers.shapes(number):
                drawn.append({**shape, "points": tuple((x + side * a, y + side * b) for a, b in shape["points"])})
        return drawn


def quarters(middle: Place, radius: float) -> Iterator[dict[str, Any]]:
    """The circle in a space: dark, with two light quarters."""
    x, y = middle
    yield {"shape": "circle", "at": middle, "radius": radius, "colour": INK}
    for way in (-0.94 * radius, 0.94 * radius):
        rim = tuple((x + way * sin(pi / 12 * k), y + way * cos(pi / 12 * k)) for k in range(7))
        yield {"shape": "polygon", "points": ((x, y), *rim), "colour": LIGHT}
