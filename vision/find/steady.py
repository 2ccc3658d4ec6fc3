"""When to look, and in what light.

An idle table costs almost nothing: a small grey picture is compared with the last one, and only when something moved
and then came to rest is the full picture worth reading. Hands move; a picture with a hand in it is not read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.register import Registration, grey_of
from vision.reading import Image, Reading, Trouble

Floats = NDArray[np.float32]

SMALL = (160, 120)  # of the picture that is compared, in pixels
BLOCKS = (16, 12)
SHARP = 0.45  # the least `sharpness` with which small things can be read
COVERED = 0.2  # of a board's slots, so many that cannot be read are one large thing that lies on it


@dataclass
class Gate:
    """Says when the table has come to rest after something changed.

    :param moved: how much brighter or darker a block must become between two looks to have moved, of 255.
    :param changed: the same against the picture read last, which is longer ago.
    :param rest: seconds without movement before a picture is worth reading.
    """

    moved: float = 6.0
    changed: float = 4.0
    rest: float = 0.3
    _last: Floats | None = field(default=None, repr=False)
    _read: Floats | None = field(default=None, repr=False)
    _still_since: float | None = field(default=None, repr=False)

    def look(self, small: Image, now: float) -> str:
        """``moving``, ``settling``, ``changed`` (at rest and not read yet) or ``idle``.

        :param small: a small grey picture of the table.
        :param now: seconds that only rise.
        """
        blocks = _blocks(small)
        last, self._last = self._last, blocks
        if last is None or _most_changed(blocks, last) > self.moved:
            self._still_since = now
            return "moving"
        if self._still_since is None:
            self._still_since = now
        if now - self._still_since < self.rest:
            return "settling"
        if self._read is None or _most_changed(blocks, self._read) > self.changed:
            return "changed"
        return "idle"

    def was_read(self) -> None:
        """The picture seen last was read: it is not worth reading again until something changes."""
        self._read = self._last

    def forget(self) -> None:
        """Read again at the next rest, whatever it shows."""
        self._read = None


def _blocks(small: Image) -> Floats:
    """Brightness of the picture block by block, the finest difference that a moved tile makes."""
    grey = grey_of(small)
    if grey.shape[1] != SMALL[0]:
        grey = np.asarray(cv2.resize(grey, SMALL, interpolation=cv2.INTER_AREA), np.uint8)
    return grey.astype(np.float32)


def _most_changed(one: Floats, other: Floats) -> float:
    """The block that changed most; a lamp switched on changes all alike and is taken out first."""
    if one.shape != other.shape:
        return 255.0
    change = np.abs(one - other - np.float32(np.median(one - other)))
    return float(cv2.resize(change, (BLOCKS[0] * 2, BLOCKS[1] * 2), interpolation=cv2.INTER_AREA).max())


@dataclass(frozen=True)
class Light:
    """How well the table is lit: a score of 0 to 1, and what would help, in plain words."""

    score: float
    advice: tuple[str, ...]


def light(
    picture: Image,
    where: Registration | None = None,
    half: Sequence[float] = (9.4, 8.5),
    cards: Sequence[NDArray[np.float64]] = (),
) -> Light:
    """Judge the light on the board (or in the whole picture, if none is found).

    :param half: half width and height of the board, in its units.
    :param cards: the corners of each card that lies there, in pixels.
    """
    grey = cv2.resize(grey_of(picture), (320, 240), interpolation=cv2.INTER_AREA)
    mask = np.ones(grey.shape, bool)
    if where is not None:
        w, h = half
        corners = where.to_pixels([(-w, -h), (w, -h), (w, h), (-w, h)])
        scale = np.array([320 / where.size[0], 240 / where.size[1]])
        area = np.zeros(grey.shape, np.uint8)
        cv2.fillPoly(area, [(corners * scale).round().astype(np.int32)], 1)
        mask = area.astype(bool) if area.any() else mask
    seen = grey[mask]
    advice: list[str] = []
    score = 1.0
    bright, white = (float(np.percentile(seen, share)) for share in (90, 99))
    # A sheet may be printed dark; but around its corner markers it is white.
    if bright < 70 and white < 110:
        score *= max(0.1, bright / 70)
        advice.append("It is dark on the table: switch on a lamp, best one that lights it from the side.")
    burnt = (grey >= 252) & mask
    share = float(burnt.sum()) / max(1, int(mask.sum()))
    if share > 0.004:
        score *= max(0.2, 1 - 12 * share)
        advice.append(_reflection(burnt, _covers(cards, picture, burnt)))
    rows, columns = np.nonzero(mask)
    left, right = (float(np.percentile(grey[mask & side], 75)) for side in _halves(grey.shape, columns, axis=1))
    top, bottom = (float(np.percentile(grey[mask & side], 75)) for side in _halves(grey.shape, rows, axis=0))
    for dark, light_, name in (
        (left, right, "left"),
        (right, left, "right"),
        (top, bottom, "far"),
        (bottom, top, "near"),
    ):
        if dark < 0.45 * light_:
            score *= 0.75
            advice.append(f"The {name} side of the table is much darker than the other: add some light there.")
    if sharpness(picture) < SHARP:
        score *= 0.6
        advice.append("The picture is not sharp: wipe the lens, or turn its focus ring until the tiles are clear.")
    return Light(round(score, 3), tuple(advice))


def sharpness(picture: Image) -> float:
    """How steep the steepest edges are against all there is to see; below a half nothing small can be read."""
    half = cv2.resize(grey_of(picture), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.float32)
    fine = cv2.GaussianBlur(half, (0, 0), 0.8)
    edges = np.abs(fine - cv2.GaussianBlur(fine, (0, 0), 1.6))
    return float(np.percentile(edges, 99.5)) / max(1.0, float(half.std()))


def _halves(shape: tuple[int, ...], where: NDArray[np.intp], axis: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Two masks: before and after the middle of what is looked at."""
    middle = int((where.min() + where.max()) / 2)
    first = np.zeros(shape, bool)
    if axis == 1:
        first[:, :middle] = True
    else:
        first[:middle] = True
    return first, ~first


def _covers(outlines: Sequence[NDArray[np.float64]], picture: Image, spots: NDArray[np.bool_]) -> bool:
    """Does a good part of the spots lie on one of the things?"""
    on = np.zeros(spots.shape, np.uint8)
    scale = np.array([spots.shape[1] / picture.shape[1], spots.shape[0] / picture.shape[0]])
    for outline in outlines:
        cv2.fillPoly(on, [(outline * scale).round().astype(np.int32)], 1)
    return bool((on.astype(bool) & spots).sum() > 0.25 * spots.sum())


def _reflection(spots: NDArray[np.bool_], on_cards: bool) -> str:
    """Where a lamp reflects, and which way to move it: its reflection goes the same way, off the table."""
    rows, columns = np.nonzero(spots)
    x, y = float(columns.mean()) / spots.shape[1], float(rows.mean()) / spots.shape[0]
    side = _side(x, y)
    thing = "cards" if on_cards else f"{side} of the table"
    off = max((0.5 - x, "left"), (x - 0.5, "right"), (0.5 - y, "away from you"), (y - 0.5, "towards you"))[1]
    return f"A lamp reflects on the {thing}: move it {'to one side' if side == 'middle' else off}."


def _side(x: float, y: float) -> str:
    """A part of the picture, as people at the table would say; both run from 0 to 1."""
    across = "left" if x < 0.38 else "right" if x > 0.62 else ""
    along = "far" if y < 0.38 else "near" if y > 0.62 else ""
    return " ".join(part for part in (along, across) if part) + " side" if across or along else "middle"


def trouble(picture: Image | None) -> Trouble | None:
    """Why nothing at all can be read from this picture, if so."""
    if picture is None:
        return Trouble("no picture", "The camera gives no picture: check its cable. Play goes on by hand.")
    small = _smaller(grey_of(picture))
    low, high = (float(v) for v in np.percentile(small, (2, 98)))
    if high < 14:
        return Trouble(
            "dark", "The picture is black: take the cap off the camera or switch on a light. Play goes on by hand."
        )
    if low > 246:
        return Trouble(
            "glare", "The picture is all white: the camera looks into a lamp. Turn it away. Play goes on by hand."
        )
    if high - low < 14:
        return Trouble(
            "covered",
            "Something covers the camera: only one colour can be seen. Clear its view of the table. "
            "Play goes on by hand.",
        )
    return None


def _smaller(grey: Image) -> Image:
    """About 160 pixels across, each the mean of whole ones: to share pixels between two takes many times as long."""
    step = max(1, grey.shape[1] // 160)
    height, width = (side // step for side in grey.shape)
    whole = grey[: height * step, : width * step]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def covered(
    readings: Sequence[Reading], slots: Mapping[str, Sequence[float]], where: Registration, title: str = "board"
) -> Trouble | None:
    """Does something large lie on the board: a cat, a coat, a bowl, an arm that rests?"""
    hidden = [slots[one.slot] for one in readings if not one.sure and one.slot in slots]
    if len(hidden) < max(6, COVERED * len(readings)):
        return None
    # Bad light spoils slots all over the board; a thing lies somewhere, and beside it the board is clear.
    places = where.to_pixels(hidden)
    spread = float(np.prod(places.std(axis=0) + 1))
    everywhere = float(np.prod(where.to_pixels(list(slots.values())).std(axis=0) + 1))
    count = f"{len(hidden)} of its {len(readings)} places"
    if spread > 0.8 * everywhere:
        return Trouble(
            "unclear", f"The camera cannot read {count} on the {title}: better light would help. Play goes on by hand."
        )
    width, height = where.size
    side = _side(float(places[:, 0].mean()) / width, float(places[:, 1].mean()) / height)
    return Trouble(
        "foreign",
        f"Something large lies on the {title} ({side} of the picture): {count} cannot be seen. "
        "Take it off the board. Play goes on by hand.",
    )
