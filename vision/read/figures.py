"""Finds the figures of a board wherever they stand on it, and says on which of its places each one is.

Places are small and near each other, and several figures may share one: so figures are not looked for place by place.
What differs from the board as it is printed is looked at closely; there each figure is known by its colour and its sign
(`tokens`), and it counts for the place it stands nearest to.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import draw
from vision.find.register import Registration
from vision.read import sureness
from vision.read.tokens import TokenReader
from vision.reading import Image, Reading, rises

Floats = NDArray[np.float32]

# Samples from a figure's middle to its edge.
FINE = 8
# How much a place must differ from the print to be looked at, in natural logarithms of brightness and colour.
FOREIGN = 0.25
CANDIDATES = 16
# Of the brightest parts of the picture, so much is added before logarithms are taken.
LIFT = 0.10
# A figure farther from the edge of every place than this stands nowhere, in its own radii.
ASTRAY = 1.3
# A figure must be nearer to its place than to any other by so much, in its own radii, to be half sure.
CLEARLY = 0.18
# Figures that share a small place push each other off it, by so much of their radius: then they may belong to a
# neighbour's place as well as to the one they stand on.
PUSHED = 0.95
TOUCHING = 3.2  # how near two figures' middles are that may share a place, in their radii
# A figure that stands this far inside a large place was not pushed there, in its radii.
SETTLED = 0.4
# However surely nothing is found, a figure may be hidden by a sleeve: never sure enough to act upon.
NOT_FOUND = 0.6


@dataclass(frozen=True)
class Area:
    """A place on which figures stand: its middle, and how far it reaches to either side and up and down."""

    x: float
    y: float
    half: tuple[float, float]

    def away(self, x: float, y: float) -> float:
        """How far a point is from this area; a point inside counts by how far it is from the middle, but less."""
        dx, dy = abs(x - self.x) - self.half[0], abs(y - self.y) - self.half[1]
        outside = float(np.hypot(max(dx, 0.0), max(dy, 0.0)))
        return outside if outside > 0 else max(dx, dy) * 0.5


@dataclass(frozen=True)
class Found:
    """One figure that was seen: how surely it is that figure, and where its middle is."""

    figure: str
    sure: float
    at: tuple[float, float]


class FigureReader:
    """Knows a few figures and reads on which place of a board each of them stands.

    :param figures: a picture of each by its name: square, its outer circle touching the edges.
    :param places: where figures can stand, by what each place is called; all lengths in the board's units.
    :param radius: of a figure.
    :param half: half width and half height of the board.
    :param printed: the bare board from straight above, filling the picture.
    :param ground: the bare board's own colour at *paper*, where nothing is printed.
    """

    def __init__(
        self,
        figures: Mapping[str, Image],
        places: Mapping[str, Area],
        *,
        radius: float,
        half: tuple[float, float],
        printed: Image,
        ground: draw.Colour,
        paper: Sequence[Sequence[float]],
    ) -> None:
        self.figures = dict(figures)
        self.places = dict(places)
        self.slots: dict[str, tuple[float, float]] = {}  # figures are read, not places
        self.radius, self.half, self.ground = radius, half, ground
        self.paper = np.array([(float(x), float(y)) for x, y in paper])
        self._size = (round(2 * half[0] / radius * FINE), round(2 * half[1] / radius * FINE))
        small = np.asarray(cv2.resize(printed, self._size, interpolation=cv2.INTER_AREA), np.uint8)
        lift = np.float32(LIFT * max(float(max(ground)), 20.0))
        bare = np.log(np.array(ground, np.float32) + lift)
        self._print = _colours(np.log(small.astype(np.float32) + lift) - bare)
        every = self._board(np.indices(self._size[::-1])[::-1].reshape(2, -1).T)
        self._terms = _smooth_terms(every)
        self._walked = self._near_a_place()
        self._at_paper = _smooth_terms(self.paper)
        self._where: Registration | None = None
        self._map: Floats = np.zeros((0, 0, 2), np.float32)
        self._spots: Floats = self._map
        self._inside: NDArray[np.bool_] = np.zeros((0, 0), np.bool_)

    def read(self, picture: Image, where: Registration) -> list[Reading]:
        """On which place each figure stands, in the order of the figures."""
        found = self.find(picture, where)
        return [self.judge(name, found) for name in self.figures]

    # Finding

    def find(self, picture: Image, where: Registration) -> list[Found]:
        """Every figure that can be seen, the surest first."""
        if where is not self._where:
            self._prepare(where)
        places = self._foreign(picture)
        if not places:
            return []
        reader = TokenReader(
            self.figures,
            {str(number): at for number, at in enumerate(places)},
            radius=self.radius,
            ground=self.ground,
            paper=[tuple(map(float, at)) for at in self.paper],
            reach=0.75 * self.radius,
            each_once=False,
            ringed=False,
            kind="",
        )
        found = []
        for slot, reading in zip(looked := reader.look(picture, where), reader.judge(looked), strict=True):
            if reading.value is not None and slot.spotted:
                x, y = places[int(slot.name)]
                off = slot.spotted[0].off
                found.append(Found(str(reading.value), reading.confidence, (x + off[0], y + off[1])))
        return sorted(found, key=lambda one: -one.sure)

    def _foreign(self, picture: Image) -> list[tuple[float, float]]:
        """Places where something lies that is not printed there, the most foreign first."""
        seen = cv2.remap(picture, self._map, None, cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        bare = cv2.remap(picture, self._spots, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)[0]
        lift = np.float32(LIFT * max(float(np.percentile(bare, 95)), 20.0))
        light = np.log(bare.astype(np.float32) + lift)
        ground = (self._terms @ _fitted(self._at_paper, light)).reshape(*seen.shape)
        differs = np.abs(_colours(np.log(seen + lift) - ground) - self._print).sum(axis=2)
        differs[~(self._inside & self._walked)] = 0
        across = 2 * round(0.7 * FINE) + 1
        disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (across, across)).astype(np.float32)
        level = cv2.filter2D(differs, -1, disc / disc.sum(), borderType=cv2.BORDER_REPLICATE)
        out: list[tuple[float, float]] = []
        while len(out) < CANDIDATES:
            _, strength, _, (x, y) = cv2.minMaxLoc(level)
            if strength < FOREIGN:
                break
            at = self._board(np.array([[x, y]], np.float64))[0]
            out.append((float(at[0]), float(at[1])))
            cv2.circle(level, (x, y), round(1.5 * FINE), 0.0, cv2.FILLED)
        return out

    def _near_a_place(self) -> NDArray[np.bool_]:
        """Where on the board a figure's middle may be: what lies elsewhere on it is none of the game's business."""
        width, height = self._size
        across = self._board(np.array([(x, 0) for x in range(width)]))[:, 0]
        down = self._board(np.array([(0, y) for y in range(height)]))[:, 1]
        near, far = np.zeros((height, width), np.bool_), ASTRAY * self.radius
        for area in self.places.values():
            x = np.maximum(np.abs(across - area.x) - area.half[0], 0)
            y = np.maximum(np.abs(down - area.y) - area.half[1], 0)
            near[np.ix_(y < far, x < far)] |= np.hypot(x[x < far], y[y < far, None]) < far
        return near

    def _board(self, samples: NDArray[np.int_] | NDArray[np.float64]) -> NDArray[np.float64]:
        """Samples of the straightened picture as places on the board."""
        size = np.array(self._size)
        return np.asarray((samples + 0.5) / size * 2 * np.array(self.half) - np.array(self.half), np.float64)

    def _prepare(self, where: Registration) -> None:
        width, height = self._size
        samples = np.indices((height, width))[::-1].reshape(2, -1).T
        pixels = where.to_pixels(self._board(samples))
        room = np.array(where.size)
        self._inside = np.asarray(((pixels > 0) & (pixels < room - 1)).all(axis=1)).reshape(height, width)
        self._map = pixels.astype(np.float32).reshape(height, width, 2)
        self._spots = where.to_pixels(self.paper).astype(np.float32).reshape(1, -1, 2)
        self._where = where

    # Judging

    def judge(self, name: str, found: Sequence[Found]) -> Reading:
        """The place of one figure; unsure between two places, or between two things that look like it."""
        slot = f"figure {name}"
        seen = [one for one in found if one.figure == name]
        if not seen or seen[0].sure < 0.3:
            return Reading(slot, None, NOT_FOUND)
        best = seen[0]
        # The same figure may have been come upon from two sides; another thing that looks like it is a doubt.
        rivals = [o.sure for o in seen[1:] if np.hypot(o.at[0] - best.at[0], o.at[1] - best.at[1]) > self.radius]
        doubt = 1 - max(rivals, default=0.0)
        ranked = sorted(self.places, key=lambda place: self.places[place].away(*best.at))
        near, next_ = (self.places[place].away(*best.at) / self.radius for place in ranked[:2])
        crowd = self._crowd(best, found)
        if crowd and near > 0:
            next_ -= PUSHED
        # Figures that touch stand together; if they seem to stand on different places, who knows which is meant.
        large = min(self.places[ranked[0]].half) > 0.9 * self.radius
        settled = near <= (-SETTLED if large else 0.0)
        if not settled and any(self._nearest(one) != ranked[0] for one in crowd):
            doubt = min(doubt, 0.6)
        if near > ASTRAY:
            return Reading(slot, None, 0.5, ((ranked[0], 0.3),))
        clear = rises(next_ - near, CLEARLY, 20)
        sure = best.sure * doubt * clear
        return sureness.fitted(
            Reading(slot, ranked[0], sure, ((ranked[1], best.sure * doubt * (1 - clear)),)), "figure"
        )

    def _crowd(self, one: Found, found: Sequence[Found]) -> list[Found]:
        """Whatever looks like another figure and touches this one."""
        near, far = 0.9 * self.radius, TOUCHING * self.radius
        return [
            other
            for other in found
            if other.figure != one.figure
            and other.sure > 0.02
            and near < np.hypot(other.at[0] - one.at[0], other.at[1] - one.at[1]) < far
        ]

    def _nearest(self, one: Found) -> str:
        return min(self.places, key=lambda place: self.places[place].away(*one.at))


def _colours(logs: Floats) -> Floats:
    """Brightness, then blue and red against green."""
    blue, green, red = (logs[..., channel] for channel in range(3))
    return np.asarray(np.stack([(blue + green + red) / 3, blue - green, red - green], axis=-1), np.float32)


def _smooth_terms(places: NDArray[np.float64]) -> Floats:
    """Light falls smoothly: a constant, two slopes and three bends."""
    x, y = places.T / 10
    return np.asarray(np.column_stack([np.ones(len(places)), x, y, x * x, y * y, x * y]), np.float32)


def _fitted(terms: Floats, light: Floats) -> Floats:
    """The smooth light that most bare places agree on; what is covered or in a shadow of its own is left out."""
    keep = np.ones(len(terms), bool)
    fit = np.zeros((terms.shape[1], light.shape[1]), np.float32)
    for _ in range(3):
        fit = np.linalg.lstsq(terms[keep], light[keep], rcond=None)[0].astype(np.float32)
        off = np.abs(light - terms @ fit).max(axis=1)
        keep = off <= max(2.5 * float(np.median(off)), 0.03)
        if keep.sum() < 4 * terms.shape[1]:
            break
    return fit
