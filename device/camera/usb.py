"""A USB camera, through OpenCV and V4L2."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.settings import CameraSettings

from .camera import AFTER, NOTHING, Picture, Reopening, small_grey


class UsbCamera(Reopening):
    """A webcam through V4L2.

    :param start: opens camera *number*; stands in for OpenCV's own in tests.
    """

    NAME = "USB camera"
    ADVICE = "Check its plug; the game goes on, and readings can be tapped in."

    # What to fix, and what to keep at its present value once fixed.
    LOCKS = (
        (cv2.CAP_PROP_AUTO_EXPOSURE, 1.0, cv2.CAP_PROP_EXPOSURE),  # 1 is "manual" in V4L2
        (cv2.CAP_PROP_AUTO_WB, 0.0, cv2.CAP_PROP_WB_TEMPERATURE),
        (cv2.CAP_PROP_AUTOFOCUS, 0.0, cv2.CAP_PROP_FOCUS),
    )
    # What lets it measure again; 3 is "automatic" in V4L2.
    MEASURES = ((cv2.CAP_PROP_AUTO_EXPOSURE, 3.0), (cv2.CAP_PROP_AUTO_WB, 1.0), (cv2.CAP_PROP_AUTOFOCUS, 1.0))

    def __init__(
        self,
        settings: CameraSettings,
        *,
        start: Callable[[int], Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(settings, clock)
        self._start = start or (lambda number: cv2.VideoCapture(number, cv2.CAP_V4L2))
        self._locked: dict[int, float] = {}

    def _open(self) -> Any:
        camera = self._start(self._settings.number)
        if not camera.isOpened():
            camera.release()
            raise RuntimeError(f"no camera {self._settings.number} is connected")
        width, height = self._settings.size
        # MJPG first: few webcams give large pictures uncompressed at a useful pace.
        camera.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        camera.set(cv2.CAP_PROP_FPS, self._settings.frames)
        camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)  # the newest frame, not a queue of old ones
        camera.set(cv2.CAP_PROP_READ_TIMEOUT_MSEC, self._settings.wait * 1000)
        for setting, value in self._locked.items():
            camera.set(setting, value)
        return camera

    def _shut(self, camera: Any) -> None:
        camera.release()

    def _frame(self, camera: Any, *, fresh: bool) -> Picture:
        if fresh:
            camera.grab()  # the frame that already lay waiting
        got, frame = camera.read()
        if not got or frame is None:
            raise TimeoutError
        picture: Picture = frame
        return cv2.rotate(picture, cv2.ROTATE_180).astype(np.uint8) if self._settings.upside_down else picture

    def look(self) -> Picture | None:
        return self._ask(lambda camera: small_grey(self._frame(camera, fresh=False), self._settings.small))

    def picture(self) -> Picture | None:
        return self._ask(lambda camera: self._frame(camera, fresh=True))

    def lock(self) -> None:
        def fix(camera: Any) -> Picture:
            if self._locked:
                for automatic, measures in self.MEASURES:
                    camera.set(automatic, measures)
                self._locked = {}
                for _ in range(AFTER):
                    camera.grab()
            for automatic, manual, setting in self.LOCKS:
                value = camera.get(setting)
                if camera.set(automatic, manual):
                    self._locked[automatic] = manual
                    if value > 0 and camera.set(setting, value):
                        self._locked[setting] = value
            return NOTHING

        self._ask(fix)


def usb_cameras() -> list[int]:
    """The numbers of USB cameras; a Pi's own video devices are not among them."""
    found = []
    for path in Path("/sys/class/video4linux").glob("video*"):
        if "/usb" in str(path.resolve()):
            found.append(int(path.name.removeprefix("video")))
    return sorted(found)
