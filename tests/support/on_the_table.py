"""Pictures of tables as they should not be: boards without markers, other boards, and a cat."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import cv2
import looks
import numpy as np

from vision.reading import Image
from vision.scene import board as scene

PRINTED = looks.sleepers()
BARE = replace(PRINTED, layout=replace(PRINTED.layout, markers={}), signs={})
"""Sleepers' board as an owner may have it: without corner markers."""

PLACES = {f"m{n}": (1.13 * x + 0.4, 1.2 * y - 0.3) for n, (x, y) in enumerate(PRINTED.slots.values()) if abs(y) < 6}
OTHER = replace(
    BARE,
    slots=PLACES,
    cells={name: [(x + a, y + b) for a, b in PRINTED.outline] for name, (x, y) in PLACES.items()},
    labels={},
)
"""Another board without markers, of the same paper and the same tiles."""


def camera(seed: int, condition: scene.Condition = scene.DAYLIGHT, size: tuple[int, int] = (1280, 960)) -> Any:
    """The camera that stands at place *seed*."""
    return scene.Camera.stand(condition, np.random.default_rng(seed), size)


def corners(of: Any) -> Any:
    """The board's four corners as *of* sees them, in pixels."""
    w, h = PRINTED.layout.half
    return of.pixels([(-w, -h), (w, -h), (w, h), (-w, h)])


def some_tiles(count: int, seed: int = 1) -> dict[str, str]:
    rng = np.random.default_rng(seed)
    values = list(PRINTED.pieces)
    return {str(slot): values[int(rng.integers(len(values)))] for slot in rng.permutation(list(PRINTED.slots))[:count]}


def cat(picture: Image, at: tuple[int, int], size: float, seed: int = 0) -> Image:
    """A striped cat lies down on the table.

    :param size: half its length, in pixels.
    """
    rng = np.random.default_rng(seed)
    height, width = picture.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    x, y = at

    def spot(right: float, down: float) -> tuple[int, int]:
        return x + round(right * size), y + round(down * size)

    cv2.ellipse(mask, at, (round(size), round(0.62 * size)), 20, 0, 360, 255, -1)
    cv2.circle(mask, spot(0.95, -0.35), round(0.42 * size), 255, -1)
    for ear in (0.7, 1.2):
        tip = [spot(ear - 0.16, -0.57), spot(ear, -0.95), spot(ear + 0.16, -0.57)]
        cv2.fillPoly(mask, [np.array(tip, np.int32)], 255)
    cv2.ellipse(mask, spot(-1.1, 0.2), (round(0.7 * size), round(0.5 * size)), 0, 90, 300, 255, round(0.16 * size))
    fur = cv2.resize(rng.normal(0, 1, (height // 3, width // 9)).astype(np.float32), (width, height))
    stripes = np.sin(np.arange(width)[None] * 14 / size + np.arange(height)[:, None] * 3 / size)
    coat = np.array([60, 95, 140]) * (1 + 0.18 * fur + 0.25 * stripes)[..., None]
    soft = cv2.GaussianBlur(mask, (0, 0), 3).astype(np.float32)[..., None] / 255
    return np.asarray(np.clip(picture * (1 - soft) + coat * soft, 0, 255), np.uint8)
