"""Which of a game's dice is this? Dice that differ in colour are told apart against the mat they lie on.

Lamps tint everything; but the mat's own colour is known, so what the lamp did to it can be undone for the die.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.draw import Colour, colour
from vision.find.cards import PER_MM, mat_colour
from vision.find.mat import Lying
from vision.read import dice
from vision.read.dice import Die
from vision.reading import Image, Reading

Floats = NDArray[np.float64]

USUAL: Mapping[str, str] = {
    "white": "#efece4",
    "black": "#232323",
    "grey": "#85888a",
    "red": "#b92a2c",
    "orange": "#e07a25",
    "yellow": "#e8c437",
    "green": "#3f8f4a",
    "blue": "#2a5aae",
    "purple": "#6c3a94",
    "brown": "#7b4c2b",
    "pink": "#dd86a8",
}
"""Dice as most are made; an owner whose dice differ says so in the pack."""

_SPREAD = 13.0  # how far apart two dice of one colour look, in steps that an eye just tells apart
_STRANGE = 48.0  # farther than this from a colour it is another one
_TINT = 1.7  # a lamp tints no more than this; what is more was printed so
_PALE = 0.55  # brightness says less than hue: one side of the table is always darker


def read(die: Die, lying: Lying, among: Mapping[str, str], *, paper: str) -> Reading:
    """The colour of *die* among those its game has.

    :param among: each colour's name with its look as ``#rrggbb``.
    :param paper: the mat's own colour.
    """
    seen = _lab(body(lying.picture, die) * _undo_lamp(die, lying.flat, colour(paper)))
    apart = {name: _distance(seen, _lab(np.array(colour(look), np.float64))) for name, look in among.items()}
    chances = {name: float(np.exp(-((far / _SPREAD) ** 2) / 2)) for name, far in apart.items()}
    strange = float(np.exp(-((_STRANGE / _SPREAD) ** 2) / 2))
    total = sum(chances.values()) + strange
    ranked = sorted(((name, chance / total) for name, chance in chances.items()), key=lambda one: -one[1])
    (best, sure), others = ranked[0], tuple(one for one in ranked[1:] if one[1] > 0.02)
    if apart[best] > _STRANGE:
        return Reading("colour", None, min(0.99, apart[best] / _STRANGE - 0.5), ((best, sure),))
    return Reading("colour", best, sure, others)


def body(picture: Image, die: Die) -> Floats:
    """The die's own colour (blue, green, red): what most of its face shows; pips and gloss are the smaller part."""
    cut = dice.cut_out(picture, die.middle, die.side, die.turned)
    rim = round(dice.SIDE * (1 - 0.8 * dice.FACE) / 2)
    face = cut[rim:-rim, rim:-rim].reshape(-1, 3).astype(np.float64)
    return np.asarray(np.median(face, axis=0))


def _undo_lamp(die: Die, flat: Image, paper: Colour) -> Floats:
    """What to multiply colours near *die* with, so that the mat there has its own colour again."""
    height, width = flat.shape[:2]
    x = round(die.on_mat[0] * PER_MM + width / 2)
    y = round(die.on_mat[1] * PER_MM + height / 2)
    reach = round(45 * PER_MM)
    bare, _ = mat_colour(flat)
    part = (slice(max(0, y - reach), y + reach), slice(max(0, x - reach), x + reach))
    near = flat[part][bare[part].astype(bool)]
    if len(near) < 200:
        return np.ones(3)
    gain = (np.array(paper, np.float64) + 4) / (np.median(near, axis=0) + 4)
    tint = np.clip(gain / gain.mean(), 1 / _TINT, _TINT)
    return np.asarray(tint * np.clip(gain.mean(), 0.5, 12.0))


def _lab(bgr: Floats) -> Floats:
    pixel = np.clip(bgr, 0, 255).astype(np.float32)[None, None] / 255
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_BGR2LAB)[0, 0], np.float64)


def _distance(one: Floats, other: Floats) -> float:
    light = _PALE * (one[0] - other[0])
    return float(np.sqrt(light**2 + ((one[1:] - other[1:]) ** 2).sum()))
