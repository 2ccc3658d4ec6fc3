"""What of a picture may be kept: the board, or what was read on the mat. Nothing else is ever written down."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.register import Layout, Registration
from vision.reading import Image

Points = NDArray[np.float64]

OUTSIDE = (110, 110, 110)
AROUND = 4.0  # mm of the mat that stay around a thing: its edge is found by what is beside it
FROM_AFAR = 4  # a hand is looked for in a picture so many times smaller
HAND = 0.012  # of a sheet: so much skin no piece shows
_RED, _BLUE, _DARK = 1.13, 1.03, 0.05  # of skin beside white paper: red to green, green to blue, and how dark it may be


def board(picture: Image, where: Registration, layout: Layout) -> Image:
    """The board by itself."""
    return _only(picture, [_sheet(where, layout)])


def things(picture: Image, where: Registration, layout: Layout, outlines: Sequence[Points]) -> Image:
    """Of a mat its corner markers and what lies inside *outlines*; the rest of it is bare, whatever lies there.

    :param outlines: in millimetres of the mat.
    """
    signs = [np.asarray(layout.corners(number), np.float64) for number in layout.markers]
    shown = _mask(picture, [where.to_pixels(_grown(line, AROUND)) for line in (*signs, *outlines)])
    mat = _mask(picture, [_sheet(where, layout)])
    pieces = _mask(picture, [where.to_pixels(_grown(line, 1.0)) for line in (*signs, *outlines)])
    bare = picture[(shown & mat & ~pieces).astype(bool)]
    kept = np.full_like(picture, OUTSIDE)
    kept[mat > 0] = np.median(bare, axis=0) if len(bare) else OUTSIDE
    inside = (shown & mat) > 0
    kept[inside] = picture[inside]
    return kept


def hand_in(picture: Image, where: Registration, layout: Layout, clear: Sequence[Points] = ()) -> bool:
    """Does a hand seem to lie in what would be kept? Told by its colour beside the white around corner markers.

    :param clear: outlines in the board's units of what is known to be no hand.
    """
    height, width = picture.shape[:2]
    small = cv2.resize(picture, (width // FROM_AFAR, height // FROM_AFAR), interpolation=cv2.INTER_AREA)
    signs = [where.to_pixels(layout.corners(number)) / FROM_AFAR for number in layout.markers]
    light = small[_mask(small, signs) > 0]
    if not len(light):
        return False
    white = np.maximum(np.percentile(light, 85, axis=0), 20)
    blue, green, red = (small[..., n].astype(np.float32) / white[n] for n in range(3))
    skin = ((red > _RED * green) & (green > _BLUE * blue) & (green > _DARK)).astype(np.uint8)
    sheet = _mask(small, [_sheet(where, layout) / FROM_AFAR])
    skin[sheet == 0] = 0
    skin[_mask(small, [where.to_pixels(line) / FROM_AFAR for line in clear]) > 0] = 0
    skin = cv2.morphologyEx(skin, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, _, found, _ = cv2.connectedComponentsWithStats(skin)
    largest = int(found[1:, cv2.CC_STAT_AREA].max()) if len(found) > 1 else 0
    return largest > HAND * cv2.countNonZero(sheet)


def _only(picture: Image, outlines: Sequence[Points]) -> Image:
    kept = np.full_like(picture, OUTSIDE)
    inside = _mask(picture, outlines) > 0
    kept[inside] = picture[inside]
    return kept


def _mask(picture: Image, outlines: Sequence[Points]) -> Image:
    mask = np.zeros(picture.shape[:2], np.uint8)
    for outline in outlines:
        cv2.fillPoly(mask, [outline.round().astype(np.int32)], 255)
    return mask


def _sheet(where: Registration, layout: Layout) -> Points:
    """The edge of a sheet in the picture; straight on the table, it may be bent in the picture."""
    w, h = layout.half
    steps = np.linspace(-1, 1, 24)
    edges = [(x * w, -h) for x in steps], [(w, y * h) for y in steps], [(-x * w, h) for x in steps]
    return where.to_pixels([*(place for edge in edges for place in edge), *((-w, -y * h) for y in steps)])


def _grown(outline: Points, by: float) -> Points:
    """The outline with its corners so much farther from its middle."""
    middle = outline.mean(axis=0)
    away = outline - middle
    length = np.hypot(*away.T)[:, None]
    return np.asarray(middle + away * (1 + 1.42 * by / np.maximum(length, 1e-6)))
