"""Photographs of the reading mat with whatever is laid on it, for the pretend table and for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.register import Layout
from vision.reading import Image
from vision.scene import board as scene
from vision.scene.dice import DieLook, draw_die
from vision.scene.sheet import PAPER, PER_MM, spread

Floats = NDArray[np.float32]

ROUND = 3.0  # mm: radius of a card's corners


@dataclass(frozen=True)
class Laid:
    """A card or tile on the mat.

    :param face: what is printed on it, any size.
    :param size: width and height in millimetres.
    :param middle: on the mat, in millimetres; *turned* degrees clockwise.
    """

    face: Image
    size: tuple[float, float]
    middle: tuple[float, float]
    turned: float = 0.0


@dataclass(frozen=True)
class Thrown:
    """A die on the mat.

    :param side: in millimetres.
    :param seed: of its marbling and gloss.
    """

    value: int
    look: DieLook
    middle: tuple[float, float]
    turned: float = 0.0
    side: float = 16.0
    seed: int = 0


def photograph(
    things: Sequence[Laid | Thrown],
    mat: Layout,
    signs: Mapping[int, scene.Shapes],
    condition: scene.Condition,
    *,
    seed: int,
    place: int = 0,
    paper: str = PAPER,
    size: tuple[int, int] = (1280, 960),
) -> Image:
    """The mat as the camera sees it, later things over earlier ones.

    :param seed: of the grain, which falls anew in every picture.
    :param place: where the camera stands and the light comes from; another number, another place.
    """
    return expose(things, mat, signs, condition, place=place, paper=paper, size=size).picture(seed)


def expose(
    things: Sequence[Laid | Thrown],
    mat: Layout,
    signs: Mapping[int, scene.Shapes],
    condition: scene.Condition,
    *,
    place: int = 0,
    paper: str = PAPER,
    size: tuple[int, int] = (1280, 960),
) -> scene.Exposed:
    """The same for many pictures of a mat on which nothing moves.

    :param place: where the camera stands and the light comes from; another number, another place.
    """
    stands = np.random.default_rng(place)
    camera = scene.Camera.stand(condition, stands, size)
    flat, to_flat = spread(mat, signs, table=place, paper=paper)
    for thing in things:
        at = (to_flat @ np.array([*thing.middle, 1.0]))[:2]
        if isinstance(thing, Laid):
            face, mask = _card(thing)
            _lay(flat, face, mask, at, thing.turned, shade=0.35)
        else:
            face, mask = _die(thing, camera)
            _lay(flat, face, mask, at, thing.turned, shade=0.4)
    return scene.Exposed(scene.light(camera.see(flat, to_flat), camera, condition, stands), condition, stands)


def _card(card: Laid) -> tuple[Image, Floats]:
    """A card with its rounded corners."""
    width, height = (round(side * PER_MM) for side in card.size)
    face = np.asarray(cv2.resize(card.face, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    mask = np.zeros((height, width), np.uint8)
    r = round(min(ROUND, min(card.size) / 8) * PER_MM)
    cv2.rectangle(mask, (r, 0), (width - r, height), 255, -1)
    cv2.rectangle(mask, (0, r), (width, height - r), 255, -1)
    for x in (r, width - r - 1):
        for y in (r, height - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return face, np.asarray(mask / np.float32(255), np.float32)


def _die(die: Thrown, camera: scene.Camera) -> tuple[Image, Floats]:
    """A die's face, and beside it the sides that the camera sees from where it stands."""
    away = (camera.pixels([die.middle])[0] - np.array(camera.size) / 2) / camera.size[0]
    a = np.deg2rad(die.turned)
    c, s = np.cos(a), np.sin(a)
    lean = -np.array([c * away[0] + s * away[1], -s * away[0] + c * away[1]]) * 0.5
    rng = np.random.default_rng(die.seed)
    return draw_die(die.value, die.look, round(die.side * PER_MM), rng, lean=(float(lean[0]), float(lean[1])))


def _lay(flat: Image, face: Image, mask: Floats, at: NDArray[np.float64], turned: float, *, shade: float) -> None:
    """Lay a picture on the flat drawing with its middle at *at*, and the shadow it casts beside itself."""
    height, width = mask.shape
    reach = int(np.hypot(width, height) / 2) + 8
    x, y = int(at[0]), int(at[1])
    x0, y0 = max(0, x - reach), max(0, y - reach)
    part = flat[y0 : y + reach, x0 : x + reach]
    a = np.deg2rad(turned)
    c, s = np.cos(a), np.sin(a)
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0]])
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    matrix[:, 2] = at - (x0, y0) - matrix[:, :2] @ middle
    size = (part.shape[1], part.shape[0])
    there = cv2.warpAffine(face, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.warpAffine(mask, matrix, size, flags=cv2.INTER_LINEAR)[..., None]
    dark = np.roll(soft, (4, 3), (0, 1)) * shade
    part[:] = (part * (1 - dark) * (1 - soft) + there * soft).astype(np.uint8)
