"""Photographs of single pieces on the reading mat that are not there: cards, emblem dice, tiles and tokens.

For the pretend table, on which pieces are laid to be taught, and for tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import draw
from vision.find.cards import Deck
from vision.find.register import Layout
from vision.reading import Image
from vision.scene import board as scene
from vision.scene import cards as scene_cards
from vision.scene.sheet import PAPER, PER_MM, spread

Floats = NDArray[np.float32]

VIEW = scene.Condition("mat", across=(300, 320), tilt=(0, 10))
"""A camera that stands above the mat."""

# What is printed on pretend dice and tokens, around (0, 0) and within 1.
EMBLEMS: Mapping[str, Sequence[Sequence[tuple[float, float]]]] = {
    "sun": [[(np.cos(a) * r, np.sin(a) * r) for a, r in zip(np.arange(16) * np.pi / 8, [0.85, 0.45] * 8, strict=True)]],
    "moon": [
        [(0.75 * np.cos(a), 0.75 * np.sin(a)) for a in np.linspace(0.7, 5.6, 16)]
        + [(0.28 + 0.5 * np.cos(a), 0.5 * np.sin(a)) for a in np.linspace(5.3, 1.0, 12)]
    ],
    "sword": [
        [(-0.1, -0.85), (0.1, -0.85), (0.1, 0.3), (-0.1, 0.3)],
        [(-0.45, 0.3), (0.45, 0.3), (0.45, 0.46), (-0.45, 0.46)],
        [(-0.09, 0.46), (0.09, 0.46), (0.09, 0.85), (-0.09, 0.85)],
    ],
    "tower": [
        [(-0.5, 0.8), (-0.4, -0.3), (0.4, -0.3), (0.5, 0.8)],
        [(-0.55, -0.3), (-0.55, -0.75), (-0.25, -0.75), (-0.25, -0.5), (-0.12, -0.5), (-0.12, -0.75), (0.12, -0.75),
         (0.12, -0.5), (0.25, -0.5), (0.25, -0.75), (0.55, -0.75), (0.55, -0.3)],
    ],
    "leaf": [[(0, -0.85), (0.45, -0.3), (0.5, 0.2), (0.12, 0.6), (0.1, 0.9), (-0.1, 0.9), (-0.12, 0.6), (-0.5, 0.2),
              (-0.45, -0.3)]],
    "crown": [[(-0.7, 0.6), (-0.75, -0.5), (-0.35, 0.0), (0, -0.75), (0.35, 0.0), (0.75, -0.5), (0.7, 0.6)]],
}  # fmt: skip


@dataclass(frozen=True)
class Drawn:
    """A piece as it is printed.

    :param mask: 0 to 1, what of the picture is the piece.
    :param size: width and height in millimetres.
    """

    picture: Image
    mask: Floats
    size: tuple[float, float]


@dataclass(frozen=True)
class Lying:
    """A piece on the mat: where its middle is in millimetres, and degrees clockwise."""

    piece: Drawn
    middle: tuple[float, float] = (0.0, 0.0)
    turned: float = 0.0


def card(seed: int, *, frame: int | None = None) -> Drawn:
    """A card with a picture of its own.

    :param frame: a deck whose cards share frame and text; only the picture differs.
    """
    deck = Deck("pretend")
    picture = scene_cards.paint_card(scene_cards.CardLook(None, seed if frame is None else frame, ()), deck, PER_MM)
    if frame is not None:
        height, width = picture.shape[:2]
        x0, y0, x1, y1 = round(0.2 * width), round(0.16 * height), round(0.8 * width), round(0.52 * height)
        own = scene_cards.paint_card(scene_cards.CardLook(None, seed, ()), deck, PER_MM)
        picture[y0:y1, x0:x1] = own[y0:y1, x0:x1]
    mask = np.zeros(picture.shape[:2], np.uint8)
    r = round(3 * PER_MM)
    cv2.rectangle(mask, (r, r), (picture.shape[1] - r - 1, picture.shape[0] - r - 1), 255, -1)
    grown = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * r + 1, 2 * r + 1)))
    return Drawn(picture, np.asarray(grown / 255, np.float32), deck.size)


def die(emblem: str, *, body: str = "#f2efe6", ink: str = "#7a1f1f", side: float = 18.0) -> Drawn:
    """A die's face with an emblem instead of pips."""
    return _emblazoned(emblem, body, ink, side, [(-1, -1), (1, -1), (1, 1), (-1, 1)], rounded=0.16)


def token(emblem: str, *, body: str = "#2d4f7c", ink: str = "#f4e9c8", across: float = 26.0) -> Drawn:
    """A round token with an emblem."""
    ring = [(float(np.cos(a)), float(np.sin(a))) for a in np.linspace(0, 2 * np.pi, 72, endpoint=False)]
    return _emblazoned(emblem, body, ink, across, ring)


HEX = tuple((float(np.cos(turn)), float(np.sin(turn))) for turn in np.deg2rad(np.arange(0, 360, 60)))


def tile(
    shapes: Iterable[Mapping[str, Any]], outline: Sequence[tuple[float, float]] = HEX, *, across: float = 40.0
) -> Drawn:
    """A tile as a game's art draws it; a hex has corners left and right."""
    radius = round(across * PER_MM / 2)
    picture = draw.tile(shapes, radius)
    mask = np.zeros(picture.shape[:2], np.uint8)
    corners = radius - 0.5 + (radius - 1) * np.array(outline)
    cv2.fillPoly(mask, [corners.round().astype(np.int32)], 255, cv2.LINE_AA)
    return Drawn(picture, np.asarray(mask / 255, np.float32), (across, across))


def _emblazoned(
    emblem: str, body: str, ink: str, across: float, outline: Sequence[tuple[float, float]], rounded: float = 0.0
) -> Drawn:
    side = round(across * PER_MM)
    place = draw.place((side / 2 - 0.5, side / 2 - 0.5), side / 2)
    picture = np.empty((side, side, 3), np.uint8)
    picture[:] = draw.colour(body)
    mask = np.zeros((side, side, 3), np.uint8)
    shrink = 1 - rounded
    shape = {"shape": "polygon", "points": [(x * shrink, y * shrink) for x, y in outline], "colour": "#ffffff"}
    draw.paint(mask, [shape], place)
    if rounded:
        width = round(rounded * side) | 1
        mask = np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width, width))), np.uint8)
    signs = [{"shape": "polygon", "points": [(0.78 * x, 0.78 * y) for x, y in part], "colour": ink}
             for part in EMBLEMS[emblem]]  # fmt: skip
    draw.paint(picture, signs, place)
    return Drawn(picture, np.asarray(mask[..., 0] / 255, np.float32), (across, across))


def photograph(
    laid: Sequence[Lying],
    mat: Layout,
    signs: Mapping[int, scene.Shapes],
    condition: scene.Condition = VIEW,
    *,
    seed: int,
    camera_seed: int = 1,
    paper: str = PAPER,
    size: tuple[int, int] = (1280, 960),
) -> Image:
    """The mat with pieces on it as the camera sees it.

    :param camera_seed: where the camera stands and the light falls.
    """
    place, rng = np.random.default_rng(camera_seed), np.random.default_rng(seed)
    camera = scene.Camera.stand(condition, place, size)
    flat, to_flat = spread(mat, signs, table=camera_seed, paper=paper)
    for piece in laid:
        _lay_down(flat, piece, to_flat)
    lit = scene.light(camera.see(flat, to_flat), camera, condition, place)
    return scene.sensor(lit, condition, place, rng)


def _lay_down(flat: Image, lying: Lying, to_flat: NDArray[np.float64]) -> None:
    """One piece with the thin shadow it casts beside itself."""
    height, width = lying.piece.picture.shape[:2]
    scale = lying.piece.size[0] * PER_MM / width
    at = (to_flat @ np.array([*lying.middle, 1]))[:2]
    reach = round(scale * float(np.hypot(width, height)) / 2) + 12
    x0, y0 = (max(0, round(float(v)) - reach) for v in at)
    part = flat[y0 : y0 + 2 * reach, x0 : x0 + 2 * reach]
    turn = draw.place((float(at[0]) - x0, float(at[1]) - y0), scale, lying.turned)
    turn[:, 2] -= turn[:, :2] @ np.array([width / 2 - 0.5, height / 2 - 0.5])
    size = (part.shape[1], part.shape[0])
    mask = cv2.warpAffine(lying.piece.mask, turn, size, flags=cv2.INTER_LINEAR)[..., None]
    there = cv2.warpAffine(
        lying.piece.picture, turn, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.float32)
    shade = np.roll(mask, (4, 3), (0, 1)) * 0.35
    part[:] = (part * (1 - shade) * (1 - mask) + there * mask).astype(np.uint8)
