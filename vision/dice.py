"""Finds dice on the mat and reads how many pips lie on top.

A small network looks at each die in four turns, for a die has no up; it was trained on drawn dice of any colour
(``train_dice.py``). Faces with emblems are not pips: those dice are taught instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import straightened
from vision.digits import load_network
from vision.outline import PER_MM, mat_colour
from vision.reading import Image, Reading
from vision.register import Registration

Floats = NDArray[np.float32]
Points = NDArray[np.float64]

SIDE = 32  # of a die's cut-out, in pixels
FACE = 0.72  # how much of the cut-out the die's face fills
FACES = 7  # six faces, and 0 for what is no die


@dataclass(frozen=True)
class Die:
    """A die in the picture: its middle and its side in pixels, and how it is turned (degrees, up to a quarter)."""

    middle: tuple[float, float]
    side: float
    turned: float
    on_mat: tuple[float, float]


def find(
    picture: Image, mat: Registration, *, half: tuple[float, float], side: tuple[float, float] = (10.0, 24.0)
) -> list[Die]:
    """Everything on the mat that could be a die, from left to right.

    :param half: half width and height of the mat in millimetres.
    :param side: of a die as seen from above, least and most, in millimetres.
    """
    flat, to_flat = straightened(picture, mat, half)
    found: list[Die] = []
    # A lamp's reflection on the mat has another colour too, but no sharp edge: what runs together with it by colour
    # is told apart by edges.
    for things in (_unlike_mat(flat), _edged(flat)):
        outlines, _ = cv2.findContours(things, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            (x, y), (w, h), turned = cv2.minAreaRect(outline)
            small, big = min(w, h) / PER_MM, max(w, h) / PER_MM
            if small < side[0] or big > side[1] * 1.35 or small / big < 0.62:
                continue
            if cv2.contourArea(cv2.convexHull(outline)) < 0.72 * w * h:
                continue
            place = (np.array([x, y]) - to_flat[:2, 2]) / PER_MM
            if any(np.hypot(*(place - die.on_mat)) < 0.5 * small for die in found):
                continue
            here, right = mat.to_pixels([place, place + np.array([1.0, 0.0])])
            # The top face is what is nearest to square: seen aslant, a die shows a side too.
            length = small * float(np.hypot(*(right - here)))
            at = (float(here[0]), float(here[1]))
            found.append(Die(at, length, float(turned) % 90, (float(place[0]), float(place[1]))))
    return sorted(found, key=lambda die: die.on_mat)


def _unlike_mat(flat: Image) -> Image:
    """1 where something of another colour than the mat lies."""
    bare, _ = mat_colour(flat)
    things = cv2.morphologyEx(np.asarray(1 - bare, np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    return np.asarray(cv2.morphologyEx(things, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)


def _edged(flat: Image, least: float = 0.045) -> Image:
    """1 where something with a sharp edge lies.

    :param least: how fast brightness must change there, in natural logarithms a pixel.
    """
    logs = np.log(cv2.GaussianBlur(flat, (0, 0), 1.2).astype(np.float32) + 16.0)
    across, down = cv2.Sobel(logs, cv2.CV_32F, 1, 0), cv2.Sobel(logs, cv2.CV_32F, 0, 1)
    steep = np.hypot(across, down).reshape(*flat.shape[:2], -1).max(axis=2) / 8
    # Grain is everywhere: an edge stands out from it.
    sharp = np.asarray(steep > max(least, 3.5 * float(np.median(steep))), np.uint8)
    outlines, _ = cv2.findContours(
        cv2.morphologyEx(sharp, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    filled = np.zeros(flat.shape[:2], np.uint8)
    cv2.drawContours(filled, outlines, -1, 1, cv2.FILLED)
    return np.asarray(cv2.morphologyEx(filled, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)


@cache
def _network() -> Any:
    return load_network(str(Path(__file__).with_name("dice.onnx")))


def normalised(cut: Image) -> Floats:
    """A cut-out with its light taken out, colour by colour: mean 0, spread 1 of all together."""
    picture = cut.astype(np.float32).reshape(SIDE, SIDE, -1)
    picture -= picture.mean(axis=(0, 1))
    return np.asarray((picture / (picture.std() + 4.0)).transpose(2, 0, 1), np.float32)


def cut_out(picture: Image, middle: tuple[float, float], side: float, turned: float) -> Image:
    """A die by itself, turned upright."""
    scale = SIDE * FACE / side
    source = picture
    if scale < 0.7:
        reach = round(side * 1.1) + 4
        x, y = round(middle[0]), round(middle[1])
        x0, y0 = max(0, x - reach), max(0, y - reach)
        source = cv2.GaussianBlur(picture[y0 : y + reach, x0 : x + reach], (0, 0), 0.35 / scale)
        middle = (middle[0] - x0, middle[1] - y0)
    a = np.deg2rad(turned)
    c, s = np.cos(a) * scale, np.sin(a) * scale
    matrix = np.array([[c, s, 0.0], [-s, c, 0.0]])
    matrix[:, 2] = (SIDE - 1) / 2 - matrix[:, :2] @ np.array(middle)
    return np.asarray(
        cv2.warpAffine(source, matrix, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


# A die is looked at a little shifted and zoomed too: what changes its mind then is not sure.
_NUDGES = ((0.0, 0.0, 1.0), (0.07, 0.0, 0.92), (-0.04, 0.06, 1.0), (-0.04, -0.06, 1.1))


def read(picture: Image, die: Die, slot: str = "die") -> Reading:
    """How many pips lie on top; ``None`` if this is no die."""
    cuts = []
    for n, (dx, dy, zoom) in enumerate(_NUDGES):
        at = (die.middle[0] + dx * die.side, die.middle[1] + dy * die.side)
        cuts.append(cut_out(picture, at, die.side * zoom, die.turned + 90 * n))
    likely = faces(cuts)
    together = np.exp(np.log(np.maximum(likely, 1e-4)).mean(axis=0))
    together /= together.sum()
    best = int(together.argmax())
    # The least convinced look limits how sure the die may be read.
    confidence = float(min(together[best], 0.5 + 0.5 * likely[:, best].min()))
    others = tuple((int(n) or None, float(together[n])) for n in np.argsort(-together)[1:3])
    return Reading(slot, best or None, confidence, others)


def faces(cuts: list[Image]) -> Floats:
    """How likely each face is for each cut-out: cuts × 7, the first being no die."""
    net = _network()
    net.setInput(np.stack([normalised(cut) for cut in cuts]))
    out = np.asarray(net.forward(), np.float32).reshape(len(cuts), FACES)
    out = np.exp(out - out.max(axis=1, keepdims=True))
    return np.asarray(out / out.sum(axis=1, keepdims=True))
