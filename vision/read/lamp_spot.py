"""Is the pip in the middle of a die a pip, or a lamp that mirrors there?

A four with a lamp's spot in its middle looks like a five, a two like a three. But pips of one die are alike, and a
lamp only ever makes a face lighter.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from vision.reading import Image

Floats = NDArray[np.float32]

# All lengths are shares of the face's side.
_MIDDLE = 0.08  # how far from the middle of its face a pip in the middle is at most
_OTHERS = (0.2, 0.52)  # how far from it the other pips are
_REACH = 0.14  # what belongs to a pip, from its own middle
_GRAIN = 0.03  # what is smaller is the camera's grain
_PIP, _AROUND = 0.055, 0.13  # how wide a pip is, and what is around it, to tell how they differ
_WHITE = 0.1  # a lamp lightens all colours: the least at least so much as the most
_ALIKE = 0.8  # correlation from which two pips have the same colour and shape
_PALER = 0.8  # times as strong as the others, a spot in the middle is paler than a pip


def in_the_middle(cut: Image, side: float) -> bool:
    """Is the spot in the middle of a die's face more like a lamp's than like any other pip of that face?

    :param cut: the die by itself, its face in the middle.
    :param side: of the face, in pixels.
    """
    picture = cv2.GaussianBlur(cut.astype(np.float32), (0, 0), _GRAIN * side)
    reach = int(np.ceil(_REACH * side))
    away = np.arange(-reach, reach + 1)
    disc = np.hypot(away[:, None], away) <= _REACH * side
    spots = sliding_window_view(picture, disc.shape, axis=(0, 1))[..., disc]  # rows × columns × colours × pixels
    spots = spots - spots.mean(axis=3, keepdims=True)
    spots = spots.reshape(*spots.shape[:2], -1)
    strong = np.maximum(np.linalg.norm(spots, axis=2), 1e-3)
    stands_out = cv2.GaussianBlur(picture, (0, 0), _PIP * side) - cv2.GaussianBlur(picture, (0, 0), _AROUND * side)
    stands_out = stands_out[reach:-reach, reach:-reach]

    down, across = np.indices(strong.shape)
    rows, columns = strong.shape
    central = np.hypot(across - (columns - 1) / 2, down - (rows - 1) / 2) <= _MIDDLE * side
    y, x = np.unravel_index(np.where(central, np.linalg.norm(stands_out, axis=2), -1.0).argmax(), strong.shape)
    lighter = stands_out[y, x]
    if lighter.min() <= _WHITE * np.abs(lighter).max():
        return False  # dark pips, or red ones on black: no lamp looks like that
    apart = np.hypot(across - x, down - y) / side
    around = (apart > _OTHERS[0]) & (apart < _OTHERS[1])
    others, their = spots[around], strong[around]
    differ = np.linalg.norm(others - spots[y, x], axis=1) / np.maximum(their, strong[y, x])
    likest = int(differ.argmin())
    alike = float(others[likest] @ spots[y, x]) / float(their[likest] * strong[y, x])
    return alike < _ALIKE or float(strong[y, x] / their[likest]) < _PALER
