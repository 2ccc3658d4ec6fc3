"""A piece of the table as the camera saw it, straight from above, with places marked: to ask people with a picture."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.register import Registration
from vision.reading import Image

WIDE = 320  # pixels across, at most
_MARK, _CHANGED = (235, 140, 30), (30, 170, 250)
_EDGE = (25, 25, 25)

Places = Sequence[Sequence[float]]


def closeup(
    picture: Image,
    where: Registration,
    half: Sequence[float],
    around: Places = (),
    *,
    marks: Places = (),
    room: float = 1.0,
    rings: bool = True,
) -> Image:
    """The part of a board or mat around some places; all of it if there are none. Nothing beside the sheet is shown.

    :param half: half width and height of the sheet; all lengths are in its units.
    :param around: where something changed, each with a ring around it.
    :param marks: where something was done, in order: an arrow goes from one to the next.
    :param room: from the middle of a place to its edge.
    :param rings: whether to draw anything in at all.
    """
    low, high = _part([*around, *marks], half, room)
    scale = WIDE / max(high - low)
    size = np.maximum(np.round((high - low) * scale), 1).astype(int)
    flat = _from_above(picture, where, low, scale, (int(size[0]), int(size[1])))
    if not rings:
        return flat
    thick = max(2, round(WIDE / 110))

    def at(place: Sequence[float]) -> tuple[int, int]:
        x, y = (np.asarray(place, np.float64) - low) * scale
        return round(float(x)), round(float(y))

    ringed = [(place, _MARK) for place in marks] + [(p, _CHANGED) for p in around if not _among(p, marks)]
    for place, colour in ringed:
        cv2.circle(flat, at(place), round(0.8 * room * scale), _EDGE, thick + 2, cv2.LINE_AA)
        cv2.circle(flat, at(place), round(0.8 * room * scale), colour, thick, cv2.LINE_AA)
    for one, other in itertools.pairwise(marks):
        if not _among(one, [other]):
            cv2.arrowedLine(flat, at(one), at(other), _EDGE, thick + 3, cv2.LINE_AA, tipLength=0.25)
            cv2.arrowedLine(flat, at(one), at(other), _MARK, thick, cv2.LINE_AA, tipLength=0.25)
    return flat


def _part(places: Places, half: Sequence[float], room: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """From where to where on the sheet, with enough around the places to see where on it that is."""
    edge = np.asarray(half, np.float64)
    if not places:
        return -edge, edge
    points = np.asarray(places, np.float64)
    middle = (points.min(axis=0) + points.max(axis=0)) / 2
    reach = np.maximum(np.ptp(points, axis=0) / 2 + 2.2 * room, 3.2 * room)
    low, high = np.maximum(middle - reach, -edge), np.minimum(middle + reach, edge)
    return (-edge, edge) if (high - low).min() <= 0 else (low, high)


def _from_above(
    picture: Image, where: Registration, low: NDArray[np.float64], scale: float, size: tuple[int, int]
) -> Image:
    xs, ys = np.meshgrid(np.arange(size[0]) / scale + low[0], np.arange(size[1]) / scale + low[1])
    seen = where.to_pixels(np.column_stack([xs.ravel(), ys.ravel()])).astype(np.float32)
    maps = seen.reshape(size[1], size[0], 2)
    colour = picture if picture.ndim == 3 else cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    return np.asarray(cv2.remap(colour, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _among(place: Sequence[float], places: Places) -> bool:
    return any(abs(place[0] - x) + abs(place[1] - y) < 1e-6 for x, y in places)


def jpeg(picture: Image) -> bytes:
    """For a page."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 80])[1])
