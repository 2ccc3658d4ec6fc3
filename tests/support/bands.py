"""A picture in three bands of colour, by which a camera's pictures are known."""

from __future__ import annotations

import numpy as np

from device.settings import CameraSettings

SETTINGS = CameraSettings(size=(642, 482), small=(102, 76), wait=0.3, frames=60)


def bands() -> np.ndarray:
    """Left third blue, middle green, right red."""
    picture = np.zeros((482, 642, 3), np.uint8)
    for index in range(3):
        picture[:, index * 214 : (index + 1) * 214, index] = 255
    return picture


def is_bands(picture: np.ndarray) -> bool:
    height, width = picture.shape[:2]
    spots = [picture[height // 2, width * (2 * index + 1) // 6].astype(int) for index in range(3)]
    return all(spot[index] > 200 and spot.sum() - spot[index] < 80 for index, spot in enumerate(spots))
