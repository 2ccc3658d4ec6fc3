"""A pretend table's camera that also sees what a test lays beside the board."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from device.pretend.camera import PretendCamera
from vision.reading import Image


class AlsoBeside:
    """Two pictures side by side in one.

    :param more: what lies beside the board, in a picture of that size.
    """

    def __init__(self, camera: PretendCamera, more: Callable[[tuple[int, int]], Image]) -> None:
        self.trouble = None
        self._camera, self._more = camera, more

    def picture(self) -> Image:
        board = self._camera.picture()
        return np.hstack([board, self._more((board.shape[1], board.shape[0]))])

    def look(self) -> Image:
        return np.asarray(cv2.cvtColor(cv2.resize(self.picture(), (320, 120)), cv2.COLOR_BGR2GRAY), np.uint8)

    def lock(self) -> None:
        pass

    def close(self) -> None:
        self._camera.close()
