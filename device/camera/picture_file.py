"""A picture in a file: opened whatever it is, or told why not."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from rules.ask import Trouble
from vision import picture_head
from vision.reading import Image

LARGEST = 4608  # pixels along the longer side, as many as a Pi's camera has: more is slower and shows no more
MOST_BYTES = 100_000_000  # of the file
SMALLEST = 40  # pixels along the shorter side; in less nobody could read anything


def opened(file: Path) -> Image:
    """The picture in *file*; one that is far larger than any camera's is made smaller."""
    if not file.exists():
        raise Trouble(f"There is no file {file}.")
    if not file.is_file():
        raise Trouble(f"{file} is no file; expected a picture.")
    try:
        data = file.read_bytes() if file.stat().st_size <= MOST_BYTES else None
    except OSError as fault:
        raise Trouble(f"{file} cannot be read: {fault.strerror}.") from None
    if data is None:
        raise Trouble(f"{file} is too large to be read.")
    return decoded(data, str(file))


def decoded(data: bytes, file: str) -> Image:
    """The picture that *data* is.

    :param file: what it is called, to tell what is wrong with it.
    """
    told = picture_head.head(data)
    if told and not told.fits:
        raise Trouble(f"{file} is too large to be read.")
    if told is None:
        raise Trouble(f"{file} is no picture that can be read; expected JPEG, PNG or WebP.")
    how = cv2.IMREAD_REDUCED_COLOR_2 if max(told.width, told.height) >= 2 * LARGEST else cv2.IMREAD_COLOR
    try:
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error:
        picture = None
    if picture is None:
        raise Trouble(f"{file} is damaged: no picture can be read from it.")
    high, wide = picture.shape[:2]
    if min(high, wide) < SMALLEST:
        raise Trouble(f"{file} is too small to show anything: {wide} × {high} pixels.")
    if max(high, wide) > LARGEST:
        scale = LARGEST / max(high, wide)
        size = (max(SMALLEST, round(wide * scale)), max(SMALLEST, round(high * scale)))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(picture, np.uint8)


def keep(picture: Image, file: Path) -> None:
    """Write *picture*, in the way that the end of the name says."""
    try:
        written = cv2.imwrite(str(file), picture)
    except cv2.error:
        raise Trouble(f"{file} has an ending that stands for no sort of picture; expected .png or .jpg.") from None
    if not written:
        raise Trouble(f"{file} could not be written.")
