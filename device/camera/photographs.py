"""Photographs that people take of their own things: checked, turned upright, made small, straightened.

They stay on this box unless its owner takes them along with a pack. Whatever else the file said (where and when it was
taken) is not kept.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from rules.ask import Trouble
from vision import picture_head
from vision.reading import Image

from .camera import Camera

LARGEST = 2000  # pixels of the longer side that are kept
QUALITY = 84  # of the kept JPEG
LEAST = 300  # pixels of the shorter side; with less nobody can tap a Space
CARD = 900  # pixels of the longer side of a card's photograph: its smallest print can still be read
SMALL = 168  # of its thumbnail: three times what a page gives it, for the sharpest phones
LEAST_CARD = 60  # of the shorter side; with less nobody knows the card again
REDUCED = {4: cv2.IMREAD_REDUCED_COLOR_4, 2: cv2.IMREAD_REDUCED_COLOR_2}
NO_PICTURE = "That is no picture the box can read. Send a photograph as JPEG, PNG or WebP."


class Photographs:
    """Takes pictures with the box's camera, and reads those that phones send."""

    def __init__(self, camera: Camera | None) -> None:
        self._camera = camera

    def take(self) -> bytes:
        """What the box's own camera sees now."""
        picture = self._camera.picture() if self._camera is not None else None
        if picture is None:
            why = self._camera.trouble if self._camera is not None else None
            raise Trouble(f"{why or 'The box has no camera.'} Send a photograph from a phone instead.")
        return _packed(picture)

    def read(self, sent: bytes) -> bytes:
        """A picture that was sent, as the box keeps it; a sentence if it is none, or too big, or too small."""
        return _packed(_opened(sent, LARGEST, LEAST))

    def card(self, sent: bytes) -> tuple[bytes, bytes]:
        """A card's photograph as the box keeps it, and its thumbnail."""
        return as_card(_opened(sent, CARD, LEAST_CARD))

    def straighten(self, kept: bytes, corners: Sequence[Sequence[float]]) -> tuple[bytes, float]:
        """The board alone, as if seen from straight above, and its width by its height.

        :param corners: top left, top right, bottom right, bottom left, each as parts of width and height.
        """
        picture = cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR)
        if picture is None:
            raise Trouble("The picture is damaged. Take it again.")
        quad = np.asarray(corners, np.float32).reshape(4, 2)
        if not np.isfinite(quad).all() or quad.min() < -0.01 or quad.max() > 1.01:
            raise Trouble("A corner lies outside the picture. Drag all four onto the corners of the board.")
        height, width = picture.shape[:2]
        quad = (quad * np.array([width - 1, height - 1], np.float32)).astype(np.float32)
        x, y = quad.T
        area = float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) / 2  # negative if two corners are swapped
        if area < 0.02 * width * height or not cv2.isContourConvex(quad.reshape(-1, 1, 2)):
            raise Trouble("These corners make no board. Drag each one onto its own corner of the board.")
        sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)  # top, right, bottom, left
        across, down = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
        scale = min(1.0, LARGEST / max(across, down))
        wide, high = max(LEAST, round(across * scale)), max(LEAST, round(down * scale))
        there = np.array([[0, 0], [wide - 1, 0], [wide - 1, high - 1], [0, high - 1]], np.float32)
        flat = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, there), (wide, high))
        return _packed(np.asarray(flat, np.uint8)), round(wide / high, 4)


def as_card(picture: Image) -> tuple[bytes, bytes]:
    """A picture of a card as it is kept: large, and as a thumbnail."""
    return _packed(picture, CARD), _packed(picture, SMALL)


def _opened(sent: bytes, largest: int, least: int) -> Image:
    """A picture that was sent, upright whichever way the phone was held.

    :param largest: pixels of the longer side that are kept of it.
    :param least: pixels that the shorter side must have.
    """
    told = picture_head.head(sent)
    if told is None:
        raise Trouble(NO_PICTURE)
    if not told.fits:
        raise Trouble(f"The picture is too big: {told.width} × {told.height} points. Send a smaller one.")
    # A picture far larger than is kept is unpacked at a part of its size to begin with.
    longer = max(told.width, told.height)
    how = next((how for times, how in REDUCED.items() if longer >= times * largest), cv2.IMREAD_COLOR)
    try:
        picture = cv2.imdecode(np.frombuffer(sent, np.uint8), how)
    except cv2.error:
        picture = None
    if picture is None:
        raise Trouble("The picture is damaged: only a part of it arrived. Send it again.")
    if min(picture.shape[:2]) < least:
        raise Trouble(f"The picture is too small: it must be {least} points high and wide at least.")
    return np.asarray(picture, np.uint8)


def _packed(picture: Image, largest: int = LARGEST) -> bytes:
    """As JPEG, no larger than it is kept; nothing of what the camera wrote beside the picture comes along."""
    longer = max(picture.shape[:2])
    if longer > largest:
        scale = largest / longer
        picture = np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
