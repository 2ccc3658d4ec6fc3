"""A hand with a sleeve that reaches over a pretend table, and what it hides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image

if TYPE_CHECKING:
    from vision.scene.board import Camera

_SKIN = ((150, 178, 222), (110, 140, 190), (70, 95, 140), (48, 62, 92))


def reach_in(picture: Image, camera: Camera, rng: np.random.Generator) -> tuple[Image, Image]:
    """*picture* with a hand that came in from the edge, and where it is."""
    width, height = camera.size
    to = camera.pixels([(rng.uniform(-5, 5), rng.uniform(-5, 5))])[0]
    start = np.array([rng.uniform(0.1, 0.9) * width, height * 1.05])
    if rng.random() < 0.3:
        start = np.array([width * float(rng.choice([-0.05, 1.05])), rng.uniform(0.2, 0.9) * height])
    mask = np.zeros((height, width), np.uint8)
    thick = camera.per_unit
    cuff = start + (to - start) * 0.55
    cv2.line(mask, _at(start), _at(to + (start - to) * 0.12), 255, round(2.2 * thick), cv2.LINE_AA)
    cv2.circle(mask, _at(to), round(1.5 * thick), 255, -1, cv2.LINE_AA)
    along = (to - start) / max(1.0, float(np.hypot(*(to - start))))
    for spread in (-0.55, -0.2, 0.12, 0.42):
        c, s = np.cos(spread), np.sin(spread)
        finger = np.array([c * along[0] - s * along[1], s * along[0] + c * along[1]])
        tip = to + finger * thick * rng.uniform(2.2, 3.1)
        cv2.line(mask, _at(to), _at(tip), 255, round(0.62 * thick), cv2.LINE_AA)
    sleeve = np.zeros_like(mask)
    cv2.line(sleeve, _at(start), _at(cuff), 255, round(2.7 * thick), cv2.LINE_AA)
    both = np.asarray(cv2.max(mask, sleeve), np.uint8)
    skin = np.array(_SKIN[int(rng.integers(len(_SKIN)))], np.float32)
    cloth = rng.uniform(20, 200, 3).astype(np.float32)
    shape = cv2.distanceTransform(both, cv2.DIST_L2, 3)
    round_ = (0.72 + 0.28 * np.clip(shape / (0.8 * thick), 0, 1))[..., None]
    a = mask.astype(np.float32)[..., None] / 255
    b = sleeve.astype(np.float32)[..., None] / 255
    mixed = picture * (1 - a) + skin * round_ * a
    mixed = mixed * (1 - b) + cloth * round_ * b
    return np.clip(mixed, 0, 255).astype(np.uint8), both


def hides(hand: Image, camera: Camera, rim: Sequence[tuple[float, float]]) -> bool:
    """Does a hand lie over more than a little of what is inside *rim*?"""
    area = np.zeros_like(hand)
    cv2.fillPoly(area, [camera.pixels(rim).round().astype(np.int32)], 255)
    return cv2.countNonZero(cv2.bitwise_and(area, hand)) > 0.04 * cv2.countNonZero(area)


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
