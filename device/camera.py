"""The camera above the table: a small grey picture to notice that something moved, a full one to read.

Four kinds behind one small interface: the Pi's own camera, a USB one, a folder of pictures, and none.
A camera that fails says so in `trouble` and gives `None`; it is tried again by itself.
"""

from __future__ import annotations

import importlib.util
import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from device.settings import CameraSettings

log = logging.getLogger(__name__)

Picture = NDArray[np.uint8]

TRY_AGAIN = 5.0  # seconds between two tries with a camera that failed
SETTLE = 3.0  # seconds for exposure and white balance to come to rest
FOCUS = 5.0  # seconds for the lens to find the table
AFTER = 8  # frames until a camera that was told to measure again does


class Camera(Protocol):
    """Looks at the table."""

    @property
    def trouble(self) -> str | None:
        """Why there is no picture, a sentence; `None` while all is well."""

    def look(self) -> Picture | None:
        """A small grey picture, for noticing that something moved."""

    def picture(self) -> Picture | None:
        """The table in full, colours in OpenCV's order (blue, green, red)."""

    def lock(self) -> None:
        """Measure light and focus now and keep them, so that the same table gives the same picture."""

    def close(self) -> None:
        """Let go of the camera."""


class NoCamera:
    """No camera: everything is tapped in."""

    trouble: str | None = None

    def look(self) -> Picture | None:
        return None

    def picture(self) -> Picture | None:
        return None

    def lock(self) -> None:
        pass

    def close(self) -> None:
        pass


class FolderCamera:
    """Pictures from a folder, in the order of their names, round and round.

    :param seconds: how long each stays.
    """

    KINDS = (".jpg", ".jpeg", ".png")

    def __init__(
        self,
        folder: Path,
        *,
        small: tuple[int, int] = (320, 180),
        seconds: float = 3.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.trouble: str | None = None
        self._folder = folder
        self._small = small
        self._seconds = seconds
        self._clock = clock
        self._start = clock()
        self._read: tuple[tuple[Path, float], Picture] | None = None

    def picture(self) -> Picture | None:
        try:
            paths = sorted(path for path in self._folder.iterdir() if path.suffix.lower() in self.KINDS)
        except OSError as fault:
            self.trouble = f"The folder of pictures {self._folder} cannot be read: {fault.strerror}."
            return None
        if not paths:
            self.trouble = f"The folder {self._folder} holds no pictures ({', '.join(self.KINDS)})."
            return None
        path = paths[int((self._clock() - self._start) / self._seconds) % len(paths)]
        return self._open(path)

    def _open(self, path: Path) -> Picture | None:
        try:
            known = path, path.stat().st_mtime
        except OSError:
            return None  # gone between two looks
        if self._read is None or self._read[0] != known:
            found = cv2.imread(str(path))
            if found is None:
                self.trouble = f"{path} is not a picture that can be read."
                return None
            self._read = known, np.asarray(found, np.uint8)
        self.trouble = None
        return self._read[1]

    def look(self) -> Picture | None:
        picture = self.picture()
        return None if picture is None else _small_grey(picture, self._small)

    def lock(self) -> None:
        pass

    def close(self) -> None:
        self._read = None


class _Reopening(ABC):
    """What the two real cameras share: they fail, say so, and are opened again."""

    NAME = "camera"
    ADVICE = ""

    def __init__(self, settings: CameraSettings, clock: Callable[[], float]) -> None:
        self.trouble: str | None = None
        self._settings = settings
        self._clock = clock
        self._try_again = 0.0
        self._use = threading.RLock()  # the watch and the doctor may both ask
        self._camera: Any = None
        self._closed = False

    @abstractmethod
    def _open(self) -> Any: ...

    @abstractmethod
    def _shut(self, camera: Any) -> None: ...

    def _ask(self, action: Callable[[Any], Picture]) -> Picture | None:
        """Do *action* with the open camera; a fault is put into words and the camera opened again later."""
        with self._use:
            try:
                if not self._ready():
                    return None
                result = action(self._camera)
            except Exception as fault:
                self._failed(fault)
                return None
            self.trouble = None
            return result

    def _ready(self) -> bool:
        if self._closed:
            return False
        if self._camera is None:
            if self._clock() < self._try_again:
                return False
            self._camera = self._open()
        return True

    def _failed(self, fault: Exception) -> None:
        log.warning("%s: %s: %s", self.NAME, type(fault).__name__, fault)
        why = "it gave no picture in time" if isinstance(fault, TimeoutError) else str(fault).strip(" .")
        self.trouble = f"The {self.NAME} cannot be used: {why or type(fault).__name__}. {self.ADVICE}".strip()
        self._try_again = self._clock() + TRY_AGAIN
        self._drop()

    def _drop(self) -> None:
        """Close the camera, but never wait for one that hangs."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        closing = threading.Thread(target=self._shut_calmly, args=(camera,), name="camera-close", daemon=True)
        closing.start()
        closing.join(3)
        if closing.is_alive():
            log.warning("%s does not close", self.NAME)

    def _shut_calmly(self, camera: Any) -> None:
        try:
            self._shut(camera)
        except Exception as fault:
            log.debug("closing the %s: %s", self.NAME, fault)

    def close(self) -> None:
        with self._use:
            self._closed = True
            self._drop()


class PiCamera(_Reopening):
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
            return _NOTHING

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


_NOTHING: Picture = np.zeros((0, 0), np.uint8)


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


def _small_grey(picture: Picture, size: tuple[int, int]) -> Picture:
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


class UsbCamera(_Reopening):
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
        return self._ask(lambda camera: _small_grey(self._frame(camera, fresh=False), self._settings.small))

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
            return _NOTHING

        self._ask(fix)


def usb_cameras() -> list[int]:
    """The numbers of USB cameras; a Pi's own video devices are not among them."""
    found = []
    for path in Path("/sys/class/video4linux").glob("video*"):
        if "/usb" in str(path.resolve()):
            found.append(int(path.name.removeprefix("video")))
    return sorted(found)


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


def open_camera(settings: CameraSettings) -> Camera:
    """The camera that the settings ask for; with "auto" the Pi's, else a USB one, else none."""
    kind = settings.kind
    if kind == "auto":
        kind = "pi" if pi_cameras() else "usb" if (found := usb_cameras()) else "none"
        if kind == "usb" and settings.number not in found:
            settings = replace(settings, number=found[0])
    if kind == "pi":
        return PiCamera(settings)
    if kind == "usb":
        return UsbCamera(settings)
    if kind == "folder" and settings.folder is not None:
        return FolderCamera(settings.folder, small=settings.small)
    return NoCamera()
