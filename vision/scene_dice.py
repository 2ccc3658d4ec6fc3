"""Drawn dice of every colour, for the pretend table, for teaching the dice network and for the bench."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image

Floats = NDArray[np.float32]

_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True)
class DieLook:
    """How one die is made: colours in blue, green, red."""

    body: tuple[float, float, float]
    pips: tuple[float, float, float]
    pip_size: float = 0.1  # radius, of the die's side
    spread: float = 0.26  # how far pips stand from the middle
    roundness: float = 0.18  # radius of its corners, of the die's side
    marbled: float = 0.0
    gloss: float = 0.2
    sunk: float = 0.2  # how much the pips look like hollows


def any_look(rng: np.random.Generator) -> DieLook:
    """A die as found in any game box."""
    kind = rng.random()
    if kind < 0.4:
        body, pips = rng.uniform(200, 255, 3), rng.uniform(0, 60, 3)
    elif kind < 0.55:
        body, pips = rng.uniform(5, 55, 3), rng.uniform(190, 255, 3)
    elif kind < 0.65:
        body, pips = rng.uniform(5, 60, 3), np.array([30, 30, 200]) + rng.uniform(-30, 40, 3)  # dark with red pips
    else:
        hue = np.array([[[rng.integers(180), rng.integers(120, 256), rng.integers(70, 245)]]], np.uint8)
        body = cv2.cvtColor(hue, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float64)
        light = float(body @ np.array([0.114, 0.587, 0.299]))
        pips = rng.uniform(215, 255, 3) if light < 150 or rng.random() < 0.3 else rng.uniform(0, 50, 3)
    return DieLook(
        _colour(body),
        _colour(pips),
        float(rng.uniform(0.075, 0.125)),
        float(rng.uniform(0.22, 0.29)),
        float(rng.uniform(0.06, 0.34)),
        float(rng.choice([0, 0, rng.uniform(0.1, 0.5)])),
        float(rng.uniform(0, 0.7)),
        float(rng.uniform(0, 0.5)),
    )


def _colour(values: NDArray[np.float64]) -> tuple[float, float, float]:
    b, g, r = np.clip(values, 0, 255)
    return float(b), float(g), float(r)


def draw_die(
    value: int, look: DieLook, side: int, rng: np.random.Generator, *, lean: tuple[float, float] = (0.0, 0.0)
) -> tuple[Image, Floats]:
    """A die from above: picture and soft mask, both 2 × *side* pixels square, the face in the middle, upright.

    :param lean: how much of its right (or left) and lower (or upper) side is seen, of its length.
    """
    size = 2 * side
    picture = np.zeros((size, size, 3), np.float32)
    mask = np.zeros((size, size), np.float32)
    body = np.array(look.body, np.float32)
    # The sides under the face first: darker, and shifted away from the camera.
    dx, dy = lean[0] * side, lean[1] * side
    steps = max(1, round(max(abs(dx), abs(dy))))
    for k in range(steps, -1, -1):
        face = _rounded(size, side, look.roundness, dx * k / steps, dy * k / steps)
        dark = 1.0 if k == 0 else 0.55 + 0.2 * (1 - k / steps)
        picture = picture * (1 - face[..., None]) + (body * dark) * face[..., None]
        mask = np.maximum(mask, face)
    if look.marbled:
        coarse = rng.normal(0, 1, (6, 6, 3)).astype(np.float32)
        veins = cv2.resize(coarse, (size, size), interpolation=cv2.INTER_CUBIC)
        picture = picture + veins * look.marbled * 55 * mask[..., None]
    for x, y in _PIPS[value]:
        cx, cy = size / 2 - 0.5 + x * look.spread * side, size / 2 - 0.5 + y * look.spread * side
        pip = _disc(size, cx, cy, look.pip_size * side)
        picture = picture * (1 - pip[..., None]) + np.array(look.pips, np.float32) * pip[..., None]
        if look.sunk:
            rim = np.clip(
                pip
                - _disc(size, cx + 0.3 * look.pip_size * side, cy + 0.3 * look.pip_size * side, look.pip_size * side),
                0,
                1,
            )
            picture = picture * (1 - look.sunk * rim[..., None])
    if look.gloss:
        at = size / 2 + rng.uniform(-0.45, 0.45, 2) * side
        yy, xx = np.mgrid[0:size, 0:size].astype(np.float32)
        width = rng.uniform(0.06, 0.3) * side
        far = np.hypot(xx - at[0], yy - at[1])
        # Lamps reflect as a spot or, on a rounded edge, as a ring.
        shine = (
            np.exp(-((far / width) ** 2))
            if rng.random() < 0.7
            else np.exp(-(((far - 0.3 * side) / (0.25 * width)) ** 2))
        )
        picture = picture + 230 * look.gloss * shine[..., None] * mask[..., None]
    return np.clip(picture, 0, 255).astype(np.uint8), mask


def _rounded(size: int, side: int, roundness: float, dx: float, dy: float) -> Floats:
    yy, xx = np.mgrid[0:size, 0:size].astype(np.float32)
    radius = roundness * side
    x = np.abs(xx - (size / 2 - 0.5 + dx)) - (side / 2 - radius)
    y = np.abs(yy - (size / 2 - 0.5 + dy)) - (side / 2 - radius)
    out = np.hypot(np.maximum(x, 0), np.maximum(y, 0)) + np.minimum(np.maximum(x, y), 0) - radius
    return np.asarray(np.clip(0.5 - out, 0, 1), np.float32)


def _disc(size: int, cx: float, cy: float, radius: float) -> Floats:
    yy, xx = np.mgrid[0:size, 0:size].astype(np.float32)
    return np.asarray(np.clip(radius + 0.5 - np.hypot(xx - cx, yy - cy), 0, 1), np.float32)
