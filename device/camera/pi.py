"""The Pi's own camera, through picamera2."""

from __future__ import annotations

import importlib.util
import logging
import time
from collections.abc import Callable, Mapping
from typing import Any

import cv2
import numpy as np

from device.settings import CameraSettings

from .camera import AFTER, NOTHING, Picture, Reopening

log = logging.getLogger(__name__)

SETTLE = 3.0  # seconds for exposure and white balance to come to rest
FOCUS = 5.0  # seconds for the lens to find the table


class PiCamera(Reopening):
    """The Pi's camera through picamera2: a full stream and a small one from the same moment.

    Frames are borrowed from the camera and given back at once: one that is kept would stall it. Each picture
    is copied exactly once, out of the borrowed frame.

    :param start: opens camera *number*; stands in for picamera2's own in tests.
    """

    NAME = "camera"
    ADVICE = "Check its cable; the game goes on, and readings can be tapped in."

    def __init__(
        self,
        settings: CameraSettings,
        *,
        start: Callable[[int], Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(settings, clock)
        self._start = start or _start_picamera2
        self._locked: dict[str, Any] = {}  # kept over a reconnect

    def _open(self) -> Any:
        wanted = self._settings
        camera = self._start(wanted.number)
        try:
            frame = int(1_000_000 / wanted.frames)  # microseconds
            more: dict[str, Any] = {}
            if wanted.upside_down:
                from libcamera import Transform

                more["transform"] = Transform(hflip=1, vflip=1)
            camera.configure(
                camera.create_video_configuration(
                    main={"format": "RGB888", "size": wanted.size},
                    lores={"format": "YUV420", "size": wanted.small},
                    buffer_count=4,
                    controls={"FrameDurationLimits": (frame, frame)},
                    queue=False,  # a picture from after it was asked for, not one that lay waiting
                    **more,
                )
            )
            camera.start()
            if self._locked:
                camera.set_controls(self._locked)
        except Exception:
            self._shut_calmly(camera)
            raise
        return camera

    def _shut(self, camera: Any) -> None:
        camera.cancel_all_and_flush()  # or a picture still asked for would come later and never be given back
        camera.close()

    def _frame(self, camera: Any, stream: str) -> Picture:
        request = camera.capture_request(wait=self._settings.wait)
        try:
            array: Picture = request.make_array(stream)
        finally:
            request.release()
        return array

    def look(self) -> Picture | None:
        return self._ask(lambda camera: grey(self._frame(camera, "lores"), camera.camera_configuration()["lores"]))

    def picture(self) -> Picture | None:
        return self._ask(lambda camera: bgr(self._frame(camera, "main"), camera.camera_configuration()["main"]))

    def lock(self) -> None:
        """Let focus, exposure and white balance come to rest, then keep them."""

        def measure(camera: Any) -> Picture:
            can = camera.camera_controls
            if self._locked:
                # Locked before: let it measure again. The first frames still tell of what was kept.
                camera.set_controls({name: True for name in ("AeEnable", "AwbEnable") if name in can})
                for _ in range(AFTER):
                    camera.capture_metadata(wait=self._settings.wait)
            self._focus(camera, can)
            seen = self._settled(camera)
            keep: dict[str, Any] = {}
            if "AeEnable" in can and "ExposureTime" in seen:
                exposure = self._settings.exposure_ms
                keep["AeEnable"] = False
                keep["ExposureTime"] = int(exposure * 1000) if exposure else seen["ExposureTime"]
                keep["AnalogueGain"] = seen.get("AnalogueGain", 1.0)
            if "AwbEnable" in can and "ColourGains" in seen:
                keep["AwbEnable"] = False
                keep["ColourGains"] = tuple(seen["ColourGains"])
            if "LensPosition" in can and "LensPosition" in seen:
                keep["AfMode"] = 0  # manual
                keep["LensPosition"] = self._lens() or seen["LensPosition"]
            camera.set_controls(keep)
            self._locked = keep
            return NOTHING

        self._ask(measure)

    def _lens(self) -> float | None:
        """The lens counts in dioptres: one over metres."""
        distance = self._settings.focus_cm
        return 100 / distance if distance else None

    def _focus(self, camera: Any, can: Mapping[str, Any]) -> None:
        if "AfMode" not in can:
            return
        if lens := self._lens():
            camera.set_controls({"AfMode": 0, "LensPosition": lens})
            return
        camera.set_controls({"AfMode": 1, "AfTrigger": 0})  # once, now
        # The first frames still tell of before: first it must begin to search, then it has found or given up.
        for states, seconds in (((1,), 1.0), ((2, 3), FOCUS)):
            end = self._clock() + seconds
            while camera.capture_metadata(wait=self._settings.wait).get("AfState") not in states:
                if self._clock() >= end:
                    break

    def _settled(self, camera: Any) -> dict[str, Any]:
        """What the camera measures once two frames running agree."""
        before: tuple[Any, ...] = ()
        end = self._clock() + SETTLE
        while True:
            seen: dict[str, Any] = camera.capture_metadata(wait=self._settings.wait)
            # Not every camera measures everything.
            now = (
                round(seen.get("ExposureTime", 0), -2),
                round(seen.get("AnalogueGain", 0), 2),
                *(round(gain, 2) for gain in seen.get("ColourGains", ())),
            )
            if now == before or self._clock() >= end:
                return seen
            before = now


def _start_picamera2(number: int) -> Any:
    """picamera2's camera; it is imported here and nowhere else."""
    try:
        from picamera2 import Picamera2
    except ImportError:
        raise RuntimeError("picamera2 is not installed (sudo apt install python3-picamera2)") from None
    if number >= len(Picamera2.global_camera_info()):
        raise RuntimeError(f"no camera {number} is connected")
    return Picamera2(number)


def bgr(array: Picture, stream: Mapping[str, Any]) -> Picture:
    """A stream's array as OpenCV wants it. The format is the one the camera really gave, whatever was asked.

    libcamera's names say the order in a number, so what it calls RGB lies in memory as blue, green, red.
    """
    width, height = stream["size"]
    match stream["format"]:
        case "RGB888":
            return array
        case "BGR888":
            return np.ascontiguousarray(array[:, :, ::-1])
        case "XRGB8888":
            return np.ascontiguousarray(array[:, :, :3])
        case "XBGR8888":
            return np.ascontiguousarray(array[:, :, 2::-1])
        case "NV12":
            whole = np.ascontiguousarray(array[: height * 3 // 2, :width])
            return np.asarray(cv2.cvtColor(whole, cv2.COLOR_YUV2BGR_NV12), np.uint8)
        case "YUV420":
            # Rows carry padding up to the stride, in all three planes: convert with it, cut it off after.
            return np.asarray(cv2.cvtColor(array, cv2.COLOR_YUV2BGR_I420)[:, :width], np.uint8)
    raise ValueError(f"the camera gives pictures as {stream['format']}, which is not known here")


def grey(array: Picture, stream: Mapping[str, Any]) -> Picture:
    """A stream's brightness: for YUV its first plane as it lies, without its padding and without a copy."""
    width, height = stream["size"]
    if stream["format"] in ("YUV420", "NV12"):
        return array[:height, :width]
    return np.asarray(cv2.cvtColor(bgr(array, stream), cv2.COLOR_BGR2GRAY), np.uint8)


def pi_cameras() -> int:
    """How many cameras picamera2 sees."""
    if importlib.util.find_spec("picamera2") is None:
        return 0
    try:
        from picamera2 import Picamera2

        return len(Picamera2.global_camera_info())
    except Exception as fault:  # libcamera may be there in part only
        log.warning("picamera2: %s", fault)
        return 0
