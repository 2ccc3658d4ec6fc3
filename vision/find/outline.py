"""How well a card's outline fits what is seen on the mat, beside the cards that are found already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image

Floats = NDArray[np.float32]
Points = NDArray[np.float64]

PER_MM = 2.4  # pixels of the straightened mat in which cards are looked for
_SAMPLES = 36  # places along each edge that are asked for it
_RIM = 1.6  # millimetres inside a card's edge its frame is looked at
_ONE_COLOUR = 0.25  # how far two spots of one frame may differ, in natural logarithms
_AT_ONCE = 512  # cards judged together: more would be slower, for what is worked out must be kept near
_SLIDE = 8.0  # millimetres a card may lie off a line that was taken for its edge
_FRAME = 0.3  # how much a frame of one colour speaks, against the outline's 1


def corners_of(places: Points, size: tuple[float, float]) -> Points:
    """Corners of cards (n × 4 × 2), clockwise, the short edge at the upper end first."""
    w, h = min(size) / 2, max(size) / 2
    right = np.column_stack([np.cos(places[:, 2]), np.sin(places[:, 2])])[:, None] * w
    down = np.column_stack([-np.sin(places[:, 2]), np.cos(places[:, 2])])[:, None] * h
    signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    return np.asarray(places[:, None, :2] + signs[None, :, :1] * right + signs[None, :, 1:] * down)


def _axes(turned: float) -> Points:
    """Across a card, along it and its turn, as moves of its place."""
    c, s = np.cos(turned), np.sin(turned)
    return np.array([(c, s, 0.0), (-s, c, 0.0), (0.0, 0.0, 1.0)])


def _union(cards: Sequence[Image], shape: tuple[int, ...]) -> Image:
    """1 where any of *cards* lies."""
    out = np.zeros(shape, np.uint8)
    for card in cards:
        out |= card
    return out


@dataclass(frozen=True)
class Judged:
    """How guesses fit among the cards found already.

    :param seen: how much of the outline can be seen, 0 to 1.
    :param worth: the same with what the frame says.
    :param over: which of the cards found already each lies over.
    """

    seen: Floats
    worth: Floats
    over: list[tuple[int, ...]]

    def renew(self, which: NDArray[np.intp], judged: Judged) -> None:
        self.seen[which], self.worth[which] = judged.seen, judged.worth
        for n, over in zip(which, judged.over, strict=True):
            self.over[n] = over


@dataclass(frozen=True)
class Edges:
    """How steep the picture is at every pixel, and which way: made once, and asked by every guess."""

    slopes: Floats  # which way it is steepest, across and down, and how much that counts
    bare: Image  # 1 where the mat itself is seen
    away: Image  # how far each pixel's colour is from the mat's, 0 to 255
    colour: Floats  # as a logarithm, grain taken out

    @classmethod
    def of(cls, flat: Image) -> Edges:
        soft = cv2.GaussianBlur(flat, (0, 0), 0.9).astype(np.float32)
        x, y, steep = (np.zeros(flat.shape[:2], np.float32) for _ in range(3))
        # Of the three colours the one that changes most speaks: a red card on a green mat has no grey edge.
        for colour in cv2.split(soft):
            gx, gy = cv2.Sobel(colour, cv2.CV_32F, 1, 0, ksize=3), cv2.Sobel(colour, cv2.CV_32F, 0, 1, ksize=3)
            this = cv2.magnitude(gx, gy)
            more = np.asarray(this > steep, np.uint8)
            for chosen, one in ((x, gx), (y, gy), (steep, this)):
                cv2.copyTo(one, more, chosen)
        counts = np.clip((steep - 14) / 40, 0, 1)
        slopes = cv2.merge([x / (steep + 1e-3), y / (steep + 1e-3), counts])
        logs = cv2.LUT(cv2.blur(flat, (3, 3)), _FRAME_LOGS).reshape(*flat.shape[:2], -1)
        return cls(np.asarray(slopes, np.float32), *mat_colour(flat), np.asarray(logs, np.float32))

    def support(
        self, places: Points, size: tuple[float, float], hidden: Image | None = None, known: Image | None = None
    ) -> Floats:
        """How much of the outline of each card can be seen, 0 to 1: the better three of its four edges count most.

        An edge with the mat outside and something else inside is surely a card's own; one inside a picture is not.

        :param hidden: 1 where another card lies on top; what is under it does not count.
        :param known: 1 where another card lies below: it is as good as the mat.
        """
        if len(places) > _AT_ONCE:
            parts = np.array_split(places, -(-len(places) // _AT_ONCE))
            return np.concatenate([self.support(part, size, hidden, known) for part in parts])
        corners = corners_of(places, size).astype(np.float32)
        along = np.roll(corners, -1, axis=1) - corners
        length = np.linalg.norm(along, axis=2, keepdims=True)
        normal = np.stack([along[..., 1], -along[..., 0]], axis=-1) / length
        # Rounded corners are left out.
        steps = np.linspace(0.07, 0.93, _SAMPLES, dtype=np.float32)
        x, y = (corners[:, :, None, n] + along[:, :, None, n] * steps for n in (0, 1))
        nx, ny = normal[:, :, :1], normal[:, :, 1:]
        best = np.zeros(x.shape, np.float32)
        for off in (-1.4, 0.0, 1.4):
            slopes = _seen_at(self.slopes, x + nx * np.float32(off), y + ny * np.float32(off))
            aligned = np.abs(slopes[..., 0] * nx + slopes[..., 1] * ny)
            best = np.maximum(best, slopes[..., 2] * np.clip((aligned - np.float32(0.8)) / np.float32(0.15), 0, 1))
        outside = self.bare if known is None else self.bare | known
        out, within = (
            _seen_at(ground, x + nx * np.float32(off), y + ny * np.float32(off))
            for ground, off in ((outside, 2.6 * PER_MM), (self.bare, -1.2 * PER_MM))
        )
        worth = best * np.where(out & (1 - within), np.float32(1), np.float32(0.68))
        seen = np.ones(best.shape, np.float32)
        if hidden is not None:
            seen = (1 - _seen_at(hidden, x, y)).astype(np.float32)
        share = seen.mean(axis=2)
        sides = (worth * seen).mean(axis=2) / np.maximum(share, 0.1)
        order = np.argsort(sides, axis=1)
        weights = np.array([0.13, 0.25, 0.31, 0.31], np.float32) * np.take_along_axis(share, order, axis=1)
        total = (np.take_along_axis(sides, order, axis=1) * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 0.3)
        # To lie under another card must not make up for an outline that does not fit; and where neither of two
        # opposite edges is seen, nothing tells how far along the card lies.
        loose = np.maximum(share[:, :2], share[:, 2:]).min(axis=1) < 0.35
        return np.asarray(total - 0.25 * (1 - share.mean(axis=1)) - 0.15 * loose, np.float32)

    def area(self, place: Points, size: tuple[float, float]) -> Image:
        """1 where the card lies."""
        card = np.zeros(self.bare.shape, np.uint8)
        cv2.fillPoly(card, [corners_of(place[None], size)[0].round().astype(np.int32)], 1)
        return card

    def plausible(self, place: Points, size: tuple[float, float], cards: Sequence[Image], room: float = 1.0) -> bool:
        """Cards may lie half under others, but not mostly, and no card shows the mat through itself."""
        card = self.area(place, size)
        whole = max(1, cv2.countNonZero(card))
        fresh = card & (1 - _union(cards, card.shape))
        bare = cv2.countNonZero(fresh & self.bare)
        return cv2.countNonZero(fresh) * room > 0.5 * whole and bare < 0.12 * whole * room

    def among(self, places: Points, size: tuple[float, float], cards: Sequence[Image]) -> Judged:
        """The same beside *cards* that are found already, each of which may lie above or below: what fits best
        counts."""
        whole = tuple(range(len(cards)))
        ways: list[tuple[int, ...]] = [(), *((n,) for n in whole), *([whole] if len(cards) > 1 else [])]
        seen, framed = (
            np.stack(one) for one in zip(*(self._beside(places, size, cards, w) for w in ways), strict=True)
        )
        worth = seen + _FRAME * framed
        best = worth.argmax(axis=0)
        rows = np.arange(len(places))
        return Judged(seen[best, rows], worth[best, rows], [ways[n] for n in best])

    def _beside(
        self, places: Points, size: tuple[float, float], cards: Sequence[Image], over: tuple[int, ...]
    ) -> tuple[Floats, Floats]:
        """Outline and frame of cards that lie over some of *cards* and under the others."""
        shape = self.bare.shape
        above = [card for n, card in enumerate(cards) if n not in over]
        hidden = cv2.erode(_union(above, shape), np.ones((5, 5), np.uint8)) if above else None
        known = _union([cards[n] for n in over], shape) if over else None
        return self.support(places, size, hidden, known), self.framed(places, size, hidden)

    def settled(
        self, place: Points, size: tuple[float, float], cards: Sequence[Image]
    ) -> tuple[Points, float, tuple[int, ...]]:
        """One card moved to where it fits best among *cards*, how much of it is seen, and which of them it lies over.

        Lines inside a card run along its edges, a frame's width off; so first it slides along itself both ways.
        """
        slides = np.arange(-_SLIDE, _SLIDE + 0.1) * PER_MM
        none = np.zeros_like(slides)
        ways = np.vstack([np.column_stack([slides, none, none]), np.column_stack([none, slides, none])])
        tries = place + ways @ _axes(place[2])
        judged = self.among(tries, size, cards)
        best = int(judged.worth.argmax())
        place, over = tries[best], judged.over[best]
        steps = np.array([(x, y, t) for x in (-1, 0, 1) for y in (-1, 0, 1) for t in (-1, 0, 1)], np.float64)
        for reach in (1.5, 0.8, 0.5):
            moves = (steps * (reach, reach, np.deg2rad(0.5 * reach))) @ _axes(place[2])
            seen, framed = self._beside(place + moves, size, cards, over)
            best = int((seen + _FRAME * framed).argmax())
            place = place + moves[best]
        return place, float(seen[best]), over

    def framed(self, places: Points, size: tuple[float, float], hidden: Image | None = None) -> Floats:
        """How much of each card's rim has one colour all around, 0 to 1.

        Most cards are printed with a frame. The line between frame and picture is as straight as the card's own edge
        and often stronger; but only inside the card's own edge the same frame is seen on every side.

        :param hidden: 1 where another card lies on top.
        """
        corners = corners_of(places, size)
        inner = corners + (corners.mean(axis=1, keepdims=True) - corners) * (2 * _RIM * PER_MM / np.array(size).mean())
        steps = np.linspace(0.08, 0.92, _SAMPLES)
        points = inner[:, :, None] + (np.roll(inner, -1, axis=1) - inner)[:, :, None] * steps[None, None, :, None]
        x, y = (points[..., n].reshape(len(places), -1).astype(np.float32) for n in (0, 1))
        colours = np.ascontiguousarray(np.moveaxis(_seen_at(self.colour, x, y), -1, 1))  # cards × colours × places
        middle = x.shape[1] // 2
        if hidden is None:
            seen = np.ones(x.shape, bool)
            usual = np.partition(colours, (middle - 1, middle), axis=2)[..., middle - 1 : middle + 1].mean(axis=2)
        else:
            seen = _seen_at(hidden, x, y) == 0
            order = np.sort(np.where(seen[:, None], colours, np.inf), axis=2)
            half = np.maximum(seen.sum(axis=1) - 1, 0)[:, None, None] // 2
            usual = np.take_along_axis(order, half.repeat(colours.shape[1], axis=1), axis=2)[..., 0]
        away = np.abs(colours - usual[..., None]).max(axis=1)
        alike = (away < _ONE_COLOUR) & seen
        return np.asarray(alike.sum(axis=1) / np.maximum(seen.sum(axis=1), 1), np.float32)

    def refined(self, places: Points, size: tuple[float, float]) -> tuple[Points, Floats]:
        """For each card the place nearby where most of its outline is seen, and how much that is."""
        best = places
        scores = self.support(best, size)
        rows = np.arange(len(best))
        for reach in (3.0, 2.0, 1.2, 0.6):
            # Along the card, across it, and a turn about its middle.
            c, s, none = np.cos(best[:, 2]) * reach, np.sin(best[:, 2]) * reach, np.zeros(len(best))
            turn = none + np.deg2rad(reach * 0.5)
            steps = np.stack([np.stack(one, axis=1) for one in ((c, s, none), (-s, c, none), (none, none, turn))])
            tries = best + np.concatenate([steps, -steps])
            found = self.support(tries.reshape(-1, 3), size).reshape(len(tries), -1)
            which = found.argmax(axis=0)
            better = found[which, rows] > scores
            best = np.where(better[:, None], tries[which, rows], best)
            scores = np.maximum(found[which, rows], scores)
        return best, scores


def _seen_at(ground: NDArray[Any], x: Floats, y: Floats) -> NDArray[Any]:
    """What *ground* shows at places, for each card those along its edges; beyond the edge of all what is nearest."""
    flat = (len(x), -1)
    how = {"interpolation": cv2.INTER_NEAREST, "borderMode": cv2.BORDER_REPLICATE}
    return np.asarray(cv2.remap(ground, x.reshape(flat), y.reshape(flat), **how)).reshape(*x.shape, *ground.shape[2:])


_LOGS = np.log(np.arange(256, dtype=np.float32) + 6.0)
_FRAME_LOGS = np.log(np.arange(256, dtype=np.float32) + 20.0)


def _farthest(one: Floats, other: Floats) -> Floats:
    """How far two pictures are from each other in the colour that differs most; numpy is slow at that by itself."""
    return reduce(np.maximum, np.moveaxis(np.abs(one - other), -1, 0))


def mat_colour(flat: Image, unlike: float = 0.2) -> tuple[Image, Image]:
    """Where the mat itself is seen (1), and how far from its colour every pixel is (255 is far).

    The mat has one colour; how bright it is changes slowly over the picture. Its rim shows it first, then every
    pixel that fits is asked how the light goes on.

    :param unlike: how far a colour may be from the mat's, in natural logarithms.
    """
    small = cv2.resize(flat, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    logs = _LOGS[small.reshape(*small.shape[:2], -1)]
    height, width, colours = logs.shape
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1).reshape(-1, 6)
    values = logs.reshape(-1, colours)
    rim = ((np.abs(x) > 0.9) | (np.abs(y) > 0.88)).ravel() & (
        np.abs(np.abs(x) - 0.9) + np.abs(np.abs(y) - 0.85) > 0.3
    ).ravel()
    light = np.tile(np.median(values[rim], axis=0), (len(values), 1))
    fits = _farthest(values, light) < 0.45
    for reach in (0.35, 0.25, unlike):
        if fits.sum() < 60:
            break
        some = terms[fits]
        light = terms @ np.linalg.solve(some.T @ some + 1e-3 * np.eye(6, dtype=np.float32), some.T @ values[fits])
        fits = _farthest(values, light) < reach
    smooth = cv2.resize(
        light.reshape(height, width, colours), (flat.shape[1], flat.shape[0]), interpolation=cv2.INTER_LINEAR
    )
    full = cv2.absdiff(cv2.LUT(cv2.GaussianBlur(flat, (0, 0), 1.0), _LOGS), smooth.astype(np.float32))
    away = reduce(cv2.max, cv2.split(full))
    return np.asarray(away < unlike, np.uint8), np.asarray(np.clip(away / unlike * 100, 0, 255), np.uint8)
