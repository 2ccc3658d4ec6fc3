"""Keeps a board found that has no corner markers, by matching the picture against the one in which it was placed.

Whatever is printed on the board and is unlike everything around it serves as an anchor. Most of them are still to be
seen when pieces were moved, and they all agree on where the board went when it, or the camera, was pushed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.register import Points, Registration, grey_of, straightened
from vision.reading import Image, Trouble

Floats = NDArray[np.float32]

WIDE = 800  # pixels across of the copies that are compared: finer is slower and no surer
ANCHORS = 220
PATCH = 10  # an anchor is a square of 2 × PATCH + 1 pixels of the copy
ROOM = 7  # pixels of the copy that an anchor is looked for around where it should be
ALIKE = 0.72  # how alike an anchor must look, -1 to 1
LEAST = 16  # anchors that must agree
SHARE = 0.09  # of all anchors, at least so many; another board comes to a handful
SPREAD = 0.2  # of the board's area, so much must lie between anchors that agree


@dataclass(frozen=True)
class Kept:
    """Where the board lies now.

    :param share: how many of the anchors agree on it, 0 to 1.
    """

    where: Registration
    share: float


class Keeper:
    """Knows a board by one picture of it.

    :param where: where the board lies in *picture*.
    :param reach: half width and half height of the board, in its units.
    :param title: what people call it.
    """

    def __init__(
        self, where: Registration, picture: Image, *, reach: tuple[float, float], title: str = "board"
    ) -> None:
        self.where = where
        self.reach = reach
        self.title = title
        self._eye = cv2.SIFT.create(nfeatures=1500, contrastThreshold=0.02)
        self._copy, self._scale = _copy(picture)
        keys, words = self._eye.detectAndCompute(self._copy, self._on_board())
        self._points = np.array([key.pt for key in keys], np.float64).reshape(-1, 2)
        self._words = words if words is not None else np.zeros((0, 128), np.float32)
        self._anchors = self._spread_out(_unlike_the_others(self._words))

    @property
    def knows_enough(self) -> bool:
        """Is there enough printed on the board to know it again?"""
        return len(self._anchors) >= 2 * LEAST

    def again(self, picture: Image, near: Registration | None = None) -> Kept | Trouble:
        """Where the board lies now, or that it is lost.

        :param near: where it was last; it is looked for there first, which is far cheaper.
        """
        if (picture.shape[1], picture.shape[0]) == self.where.size and self.knows_enough:
            copy, _ = _copy(picture)
            if near is not None and (found := self._exact(copy, near)):
                return found
            for guess in self._matched(copy):
                if found := self._exact(copy, guess):
                    return found
        return Trouble(
            "moved",
            f"The {self.title} is not where it was, and the camera cannot find it again: another board may lie there, "
            "or it was covered or moved too far. Put it back, or drag its corners anew under Camera. "
            "Play goes on by hand.",
        )

    def _on_board(self) -> Image:
        """Only what lies on the board counts: the table around it may be rearranged."""
        mask = np.zeros(self._copy.shape, np.uint8)
        cv2.fillPoly(mask, [(self._quad(self.where) / self._scale).round().astype(np.int32)], 255)
        return mask

    def _quad(self, where: Registration) -> Points:
        w, h = self.reach
        return where.to_pixels([(-w, -h), (w, -h), (w, h), (-w, h)])

    def _spread_out(self, unlike: Floats) -> NDArray[np.intp]:
        """The points most unlike all others, but not all in one corner; none whose square leaves the picture."""
        height, width = self._copy.shape
        edge = np.array([width, height]) - PATCH - 3
        inside = np.all((self._points > PATCH + 2) & (self._points < edge), axis=1).tolist()
        taken: list[int] = []
        crowd: dict[tuple[int, int], int] = {}
        for n in np.argsort(-unlike):
            cell = (int(self._points[n, 0] // 40), int(self._points[n, 1] // 40))
            if inside[n] and crowd.get(cell, 0) < 3 and len(taken) < ANCHORS:
                crowd[cell] = crowd.get(cell, 0) + 1
                taken.append(int(n))
        return np.array(taken, np.intp)

    def _matched(self, copy: Image) -> Iterator[Registration]:
        """Where the board may have gone, however far: by words that describe each point whichever way it is turned."""
        keys, words = self._eye.detectAndCompute(copy, None)
        if words is None or len(keys) < LEAST or len(self._words) < LEAST:
            return
        pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(self._words, words, k=2)
        clear = sorted((m[0] for m in pairs if len(m) == 2 and m[0].distance < 0.82 * m[1].distance), key=_distance)
        # What looks alike in many places is claimed by the nearest only.
        good = list({match.trainIdx: match for match in reversed(clear)}.values())
        old = np.array([self._points[m.queryIdx] for m in good]).reshape(-1, 2) * self._scale
        new = np.array([keys[m.trainIdx].pt for m in good]).reshape(-1, 2) * self._scale
        # Seen from above a push is a shift, a turn and a change of size: few points that agree on that tell more
        # than many that agree on any slant. If the first try proves wrong, the rest may still agree on another.
        for _ in range(3):
            if len(old) < 8:
                return
            rough, agree = cv2.estimateAffinePartial2D(
                old, new, method=cv2.RANSAC, ransacReprojThreshold=14.0 * self._scale, maxIters=4000
            )
            if rough is None or not 0.5 < np.hypot(rough[0, 0], rough[1, 0]) < 2.0:
                return
            one = np.asarray(agree).ravel().astype(bool)
            moved = self._moved(old[one], new[one], 3.0 * self._scale)[0] if one.sum() >= 8 else None
            if moved is not None:
                yield moved
            old, new = old[~one], new[~one]

    def _moved(self, old: Points, new: Points, slack: float) -> tuple[Registration | None, NDArray[np.bool_]]:
        """The board after what was at *old* pixels went to *new* ones, and which of them agree."""
        bend, size = self.where.bend, self.where.size
        matrix, agree = cv2.findHomography(
            straightened(old, bend, size), straightened(new, bend, size), cv2.RANSAC, slack, maxIters=4000
        )
        if matrix is None or not np.isfinite(matrix).all():
            return None, np.zeros(len(old), bool)
        moved = Registration(np.asarray(matrix, np.float64) @ self.where.board, size, bend)
        return (moved if self._sensible(moved) else None), np.asarray(agree).ravel().astype(bool)

    def _exact(self, copy: Image, guess: Registration) -> Kept | None:
        """The place that anchors agree on: a first fit may be off at the far corners, from there the next is exact."""
        for _ in range(4):
            found = self._fitted(copy, guess)
            if found is None:
                return None
            if found.where.shifted_from(guess) < 1.5 * self._scale:
                return found
            guess = found.where
        return None

    def _fitted(self, copy: Image, guess: Registration) -> Kept | None:
        """The exact place near *guess*, if enough anchors are found there."""
        as_then = self._seen_as_then(copy, guess)
        places, offs = [], []
        side = 2 * PATCH + 1
        for x, y in self._points[self._anchors].round().astype(int):
            patch = self._copy[y - PATCH : y + PATCH + 1, x - PATCH : x + PATCH + 1]
            x0, y0 = max(0, x - PATCH - ROOM), max(0, y - PATCH - ROOM)
            around = as_then[y0 : y + PATCH + ROOM + 1, x0 : x + PATCH + ROOM + 1]
            if min(around.shape) < side:
                continue
            alike = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
            _, best, _, at = cv2.minMaxLoc(alike)
            if best >= ALIKE:
                places.append((x, y))
                offs.append((at[0] + _between(alike[at[1]], at[0]) + x0 - x + PATCH,
                             at[1] + _between(alike[:, at[0]], at[1]) + y0 - y + PATCH))  # fmt: skip
        if len(places) < max(LEAST, SHARE * len(self._anchors)):
            return None
        old = np.array(places, np.float64) * self._scale
        then = old + np.array(offs) * self._scale
        new = guess.to_pixels(self.where.to_board(then))
        moved, agree = self._moved(old, new, 1.6 * self._scale)
        if moved is None or agree.sum() < max(LEAST, SHARE * len(self._anchors)):
            return None
        hull = cv2.convexHull(old[agree].astype(np.float32))
        whole = cv2.contourArea(self._quad(self.where).astype(np.float32))
        if cv2.contourArea(hull) < SPREAD * whole:
            return None
        return Kept(moved, float(agree.sum()) / len(self._anchors))

    def _seen_as_then(self, copy: Image, guess: Registration) -> Image:
        """The present picture as it would look if the board lay where it was then."""
        height, width = self._copy.shape
        step = 16
        xs, ys = np.arange(0, width + step, step), np.arange(0, height + step, step)
        x, y = np.meshgrid(xs, ys)
        then = np.column_stack([x.ravel(), y.ravel()]) * self._scale
        there = guess.to_pixels(self.where.to_board(then)) / self._scale
        grid = np.clip(there, -1e4, 1e4).reshape(len(ys), len(xs), 2).astype(np.float32)
        sample = np.array([[1 / step, 0, 0], [0, 1 / step, 0]])
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        maps = cv2.warpAffine(grid, sample, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cv2.remap(copy, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), np.uint8)

    def _sensible(self, where: Registration) -> bool:
        """Does the board still look like a board: convex, not mirrored, of a size that can be read?"""
        quad = self._quad(where).astype(np.float32)
        if not np.isfinite(quad).all() or not cv2.isContourConvex(quad.reshape(-1, 1, 2)):
            return False
        x, y = quad.T
        turned = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y))  # twice the area, positive if not mirrored
        return turned > 0.04 * where.size[0] * where.size[1]


def _copy(picture: Image) -> tuple[Image, float]:
    """A small grey copy, and how many pixels of the picture one of its pixels is."""
    grey = grey_of(picture)
    scale = max(1.0, grey.shape[1] / WIDE)
    if scale > 1.0:
        grey = np.asarray(
            cv2.resize(grey, (WIDE, round(grey.shape[0] / scale)), interpolation=cv2.INTER_AREA), np.uint8
        )
    # A dark evening has the same board in it, only fainter.
    low, high = (float(v) for v in np.percentile(grey[::4, ::4], (1, 99)))
    gain = 235 / max(24.0, high - low)
    stretched = (np.arange(256) - low) * gain + 10
    return np.asarray(cv2.LUT(grey, np.clip(stretched, 0, 255).astype(np.uint8)), np.uint8), scale


def _unlike_the_others(words: Floats) -> Floats:
    """How far from its nearest like each point is: one crossing of lines among sixty tells nothing."""
    if len(words) < 3:
        return np.zeros(len(words), np.float32)
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(words, words, k=2)
    return np.array([pair[1].distance for pair in pairs], np.float32)


def _distance(match: Any) -> float:
    return float(match.distance)


def _between(values: Any, at: int) -> float:
    """Where between the samples the peak is, by the parabola through it and its neighbours."""
    if not 0 < at < len(values) - 1:
        return 0.0
    low, mid, high = (float(v) for v in values[at - 1 : at + 2])
    return 0.5 * (low - high) / min(low - 2 * mid + high, -1e-6)
