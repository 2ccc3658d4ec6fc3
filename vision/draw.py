"""Draws flat shapes into pictures: the camera's own copy of what is printed on the pieces.

Shapes are plain data, ``{"shape": "polygon" | "circle" | "stroke", "colour": "#rrggbb", ...}``, in the units
of the piece; a page can draw the very same data as SVG.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Colour = tuple[int, int, int]  # blue, green, red, as OpenCV has them
Points = NDArray[np.float64]

# Corners are placed on a grid of 1/16 pixel, the finest that OpenCV's filling rounds well.
_FINE = 4


def colour(text: str) -> Colour:
    """``#rrggbb`` in OpenCV's order."""
    value = int(text.removeprefix("#"), 16)
    return value & 0xFF, value >> 8 & 0xFF, value >> 16


def paint(picture: Image, shapes: Iterable[Mapping[str, Any]], to_pixels: Points) -> None:
    """Paint *shapes* into *picture*, in order.

    :param to_pixels: 2×3, from the shapes' units to pixels; any turn and one scale, no slant.
    """
    scale = float(np.hypot(to_pixels[0, 0], to_pixels[1, 0]))
    for shape in shapes:
        ink = colour(shape["colour"])
        if shape["shape"] == "circle":
            _disc(picture, _moved([shape["at"]], to_pixels)[0], shape["radius"] * scale, ink)
        elif shape["shape"] == "polygon":
            _fill(picture, _moved(shape["points"], to_pixels), ink)
        else:
            _stroke(
                picture,
                _moved(shape["points"], to_pixels),
                shape["width"] * scale,
                ink,
                closed=shape["closed"],
            )


def place(at: Sequence[float], scale: float, turned: float = 0.0) -> Points:
    """From a piece's units to pixels: centre at *at*, one unit is *scale* pixels, *turned* degrees
    clockwise.
    """
    angle = np.deg2rad(turned)
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    return np.array([[c, -s, at[0]], [s, c, at[1]]])


def rescaled(shapes: Iterable[Mapping[str, Any]], middle: tuple[float, float], unit: float) -> list[dict[str, Any]]:
    """The same shapes with *middle* at (0, 0), and so much of the old units as one."""

    def there(point: Sequence[float]) -> tuple[float, float]:
        return (point[0] - middle[0]) / unit, (point[1] - middle[1]) / unit

    out = []
    for shape in shapes:
        moved = dict(shape)
        if "points" in moved:
            moved["points"] = tuple(there(point) for point in moved["points"])
        if "at" in moved:
            moved["at"] = there(moved["at"])
        for length in ("radius", "width"):
            if length in moved:
                moved[length] /= unit
        out.append(moved)
    return out


def tile(
    shapes: Iterable[Mapping[str, Any]],
    radius: int,
    *,
    background: Colour = (128, 128, 128),
    finer: int = 4,
    closer: float = 1.0,
) -> Image:
    """One piece by itself: a square picture of 2 × *radius* pixels, smooth at its edges.

    :param finer: drawn this many times bigger and then averaged down.
    :param closer: its middle only, so many times larger.
    """
    side = 2 * radius * finer
    picture = np.full((side, side, 3), background, np.uint8)
    # Pixel k covers k to k + 1, and OpenCV names its middle k.
    paint(picture, shapes, place((side / 2 - 0.5, side / 2 - 0.5), radius * finer * closer))
    return np.asarray(cv2.resize(picture, (2 * radius, 2 * radius), interpolation=cv2.INTER_AREA), np.uint8)


def _moved(points: Sequence[Sequence[float]], to_pixels: Points) -> Points:
    flat = np.asarray(points, np.float64)
    return np.asarray(flat @ to_pixels[:, :2].T + to_pixels[:, 2], np.float64)


def _fill(picture: Image, points: Points, ink: Colour) -> None:
    fine = np.round(points * (1 << _FINE)).astype(np.int32)
    cv2.fillPoly(picture, [fine], ink, cv2.LINE_AA, _FINE)


def _disc(picture: Image, at: Points, radius: float, ink: Colour) -> None:
    x, y = np.round(at * (1 << _FINE)).astype(int)
    cv2.circle(picture, (int(x), int(y)), round(radius * (1 << _FINE)), ink, cv2.FILLED, cv2.LINE_AA, _FINE)


def _stroke(picture: Image, points: Points, width: float, ink: Colour, *, closed: bool) -> None:
    """A line with round ends and corners: a bar for each piece and a disc at each point."""
    ends = np.roll(points, -1, axis=0) if closed else points[1:]
    for a, b in zip(points, ends, strict=False):
        along = b - a
        length = float(np.hypot(*along))
        if length > 0:
            across = np.array([-along[1], along[0]]) * (width / 2 / length)
            _fill(picture, np.array([a + across, b + across, b - across, a - across]), ink)
    for point in points:
        _disc(picture, point, width / 2, ink)
