"""A printed sheet with the tracks of a game, in millimetres: a row of spaces for each, on which one marker stands.

The page prints it, the pretend table shows it, and the camera knows by it where to look. In every space a circle is
printed in four quarters, dark and light: whatever stands there hides it, so any cube, coin or cap will do as a marker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin
from typing import Any

from .plain import Plain
from .printed import A4_ACROSS as A4_ACROSS
from .printed import MARKER, Place, PrintedBoard, ToPrint, Words

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

    def board(self) -> PrintedBoard:
        """The sheet as it is printed, shown and read."""
        return self._board

    @cached_property
    def _board(self) -> PrintedBoard:
        (w, h), c = self.paper, EDGE + 0.7 * _SIDE * self.paper[0]  # a marker has a white edge of its own
        corners = [(c, c), (w - c, c), (w - c, h - c), (c, h - c)]
        return PrintedBoard(
            title=self.title,
            paper=self.paper,
            unit=self.paper[0] / 19,
            markers={number: self._at(corner) for number, corner in enumerate(corners, self.first)},
            marker_side=_SIDE * self.paper[0],
            colours={"paper": PAPER, "field": GROUND, "line": INK, "label": INK},
            tracks=self.spaces(),
            tokens={MARKER: ({"shape": "circle", "at": (0.0, 0.0), "radius": 1.0, "colour": CAP},)},
            token=ROUND + 0.5,
            drawn=self._shapes(),
            words=tuple(self._words()),
            aside=True,
        )

    def _at(self, place: Place) -> Place:
        """From the sheet's top left corner to its middle."""
        return place[0] - self.paper[0] / 2, place[1] - self.paper[1] / 2

    def rows(self) -> Iterator[tuple[Track, Place]]:
        """Each track, and where its row begins."""
        for (x, y), tracks in self.columns:
            for track in tracks:
                yield track, self._at((x, y))
                y += track.lines() * self.step[1] + self.gap

    def spaces(self) -> dict[str, dict[str, Place]]:
        """The middle of every space of every track, by what standing there means."""
        return {
            track.slot: {
                str(n): (x + LABEL + n % track.across * self.step[0], y + n // track.across * self.step[1])
                for n in range(track.last + 1)
            }
            for track, (x, y) in self.rows()
        }

    def _shapes(self) -> list[dict[str, Any]]:
        """What is printed beside the corner markers, as flat shapes."""
        w, h = self.paper[0] / 2 - EDGE, self.paper[1] / 2 - EDGE
        ground = ((-w, -h), (w, -h), (w, h), (-w, h))
        drawn: list[dict[str, Any]] = [{"shape": "polygon", "points": ground, "colour": GROUND}]
        for spaces in self.spaces().values():
            for place in spaces.values():
                drawn += quarters(place, ROUND)
        return drawn

    def _words(self) -> Iterator[Words]:
        """The names of the tracks, and the numbers above their spaces."""
        spaces = self.spaces()
        for track, (x, y) in self.rows():
            *first, last = track.title.split(" ")
            lines = ((" ".join(first), y - 1.2), (last, y + 4.2)) if first else ((last, y + 1.6),)
            for line, down in lines:
                yield Words(line, (x, down), 4.6, middle=False)
            for value, at in spaces[track.slot].items():
                yield Words(value, (at[0], at[1] - ROUND - 1.2), 4.0)


def quarters(middle: Place, radius: float) -> Iterator[dict[str, Any]]:
    """The circle in a space: dark, with two light quarters."""
    x, y = middle
    yield {"shape": "circle", "at": middle, "radius": radius, "colour": INK}
    for way in (-0.94 * radius, 0.94 * radius):
        rim = tuple((x + way * sin(pi / 12 * k), y + way * cos(pi / 12 * k)) for k in range(7))
        yield {"shape": "polygon", "points": ((x, y), *rim), "colour": LIGHT}


def tracks_as_seen(seen: Mapping[str, str | None], kept: Mapping[str, tuple[str, int]]) -> list[tuple[str, Plain]]:
    """Each marker stands for the number it stands on; where none was found, the box is right.

    :param kept: for each track, where the box keeps it and what it has.
    """
    stands = [(*kept[slot], int(value)) for slot, value in seen.items() if slot in kept and value is not None]
    return [(path, value) for path, has, value in stands if value != has]


def to_print(sheet: Sheet) -> ToPrint:
    """A game of which nothing is printed but its tracks."""
    return ToPrint(
        [sheet.board()],
        says=[
            "You can play without this sheet. With it, the camera notices when a marker stands wrong.",
            "Put one marker on each row that is in play: any cube, coin or cap of 8 to 12 mm, so that it hides the "
            "circle under it and no other.",
            "Lay it beside the reading mat or alone, where the camera sees all of it.",
        ],
    )
