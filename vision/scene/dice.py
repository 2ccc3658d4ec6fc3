"""Drawn dice of every colour, for the pretend table, for teaching the dice network and for the bench."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import draw
from vision.find.register import Layout
from vision.reading import Image
from vision.scene import board as scene

Floats = NDArray[np.float32]

PIPS = {  # where they stand on each face, in steps from its middle
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
    for x, y in PIPS[value]:
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


def photograph(
    mat: Layout,
    signs: dict[int, scene.Shapes],
    condition: scene.Condition,
    *,
    seed: int,
    count: int,
    paper: str = "#3d5a52",
    size: tuple[int, int] = (1280, 960),
) -> tuple[Image, list[tuple[tuple[float, float], int]]]:
    """*count* dice on the mat as the camera sees them, and where each lies in pixels with what it shows."""
    rng = np.random.default_rng(seed)
    camera = scene.Camera.stand(condition, rng, size)
    per_mm = 5.0
    reach = np.array(mat.half) + 60
    width, height = (round(2 * side * per_mm) for side in reach)
    flat = scene.table_top(seed % 3, width, height).copy()
    middle = np.array([width / 2 - 0.5, height / 2 - 0.5])
    w, h = mat.half
    sheet = {"shape": "polygon", "points": ((-w, -h), (w, -h), (w, h), (-w, h)), "colour": paper}
    to_pixels = draw.place((middle[0], middle[1]), per_mm)
    draw.paint(flat, [sheet], to_pixels)
    for number, (x, y) in mat.markers.items():
        at = to_pixels @ np.array([x, y, 1])
        draw.paint(flat, signs[number], draw.place((at[0], at[1]), mat.side * per_mm))
    truths: list[tuple[tuple[float, float], int]] = []
    places: list[NDArray[np.float64]] = []
    while len(places) < count:
        place = np.array([rng.uniform(-w + 45, w - 45), rng.uniform(-h + 25, h - 25)])
        if any(np.hypot(*(place - other)) < 27 for other in places):
            continue
        places.append(place)
        value = int(rng.integers(1, 7))
        _drop(flat, value, middle + place * per_mm, per_mm, camera, place, rng)
        x, y = camera.pixels([place])[0]
        truths.append(((float(x), float(y)), value))
    to_flat = np.array([[per_mm, 0, middle[0]], [0, per_mm, middle[1]], [0, 0, 1.0]])
    lit = scene.light(camera.see(flat, to_flat), camera, condition, rng)
    return scene.sensor(lit, condition, rng, rng), truths


def _drop(
    flat: Image,
    value: int,
    at: NDArray[np.float64],
    per_mm: float,
    camera: scene.Camera,
    place: NDArray[np.float64],
    rng: np.random.Generator,
) -> None:
    """Lay one die on the flat drawing: its face, and beside it the sides that the camera sees from where it stands."""
    look = any_look(rng)
    while np.abs(np.array(look.body) - np.array([82, 90, 61])).max() < 40:
        look = any_look(rng)  # a die of the mat's own colour is for nobody to see
    side = round(rng.uniform(13, 18) * per_mm)
    turned = float(rng.uniform(0, 90))
    # The farther from the middle of the picture, the more of its outer sides is seen.
    away = (camera.pixels([place])[0] - np.array(camera.size) / 2) / camera.size[0]
    a = np.deg2rad(turned)
    lean = -np.array([np.cos(a) * away[0] + np.sin(a) * away[1], -np.sin(a) * away[0] + np.cos(a) * away[1]]) * 0.5
    die, mask = draw_die(value, look, side, rng, lean=(float(lean[0]), float(lean[1])))
    size = die.shape[0]
    matrix = cv2.getRotationMatrix2D((size / 2 - 0.5, size / 2 - 0.5), -turned, 1.0)
    die = cv2.warpAffine(die, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpAffine(mask, matrix, (size, size), flags=cv2.INTER_LINEAR)
    x, y = (at - size / 2).round().astype(int)
    part = flat[y : y + size, x : x + size]
    shade = np.roll(mask, (5, 4), (0, 1))[..., None] * 0.4
    part[:] = (part * (1 - shade)).astype(np.uint8)
    part[:] = (part * (1 - mask[..., None]) + die * mask[..., None]).astype(np.uint8)
