"""A stand-in for picamera2 that keeps its documented habits, for tests on a machine without libcamera.

- `create_video_configuration` gives a plain dict; odd sizes go down to even; unknown keys are a ValueError.
- What a stream really gives is what `camera_configuration()` says after `configure`, not what was asked.
- `RGB888` lies in memory as blue, green, red; YUV420 rows are padded up to the stride; RGB rows are not.
- A request that is not released keeps its buffer: after `buffer_count - 1` of them no frame comes any more.
- `wait=SECONDS` raises TimeoutError, and what was asked for stays queued until `cancel_all_and_flush`.
- A control that the camera lacks is a RuntimeError; one that it has shows in the metadata some frames later.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Any

import cv2
import numpy as np

BYTES = {"RGB888": 3, "BGR888": 3, "XRGB8888": 4, "XBGR8888": 4}
YUV = ("YUV420", "NV12")
STRIDE = 64  # bytes, on a Pi 5
DELAY = 2  # frames until a control shows

MODULE_3 = (
    "AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "FrameDurationLimits",
    "AfMode", "AfTrigger", "LensPosition",
)  # fmt: skip


class Sensor:
    """The table's end of the cable: what tests change."""

    def __init__(self, picture: np.ndarray) -> None:
        self.picture = picture
        self.controls: tuple[str, ...] = MODULE_3
        self.formats: dict[str, str] = {}  # stream → what the pipeline gives instead of what was asked
        self.frames_a_second = 200.0
        self.frozen = False  # the cable fell out: no frame comes any more
        self.plugged = True
        self.fault: Exception | None = None  # raised by the next reading of a frame
        self.in_use: Picamera2 | None = None
        self.asked_focus = 0
        self.opened = 0
        self.exposure = 20000  # microseconds that the light on the table asks for
        self.hold_close = threading.Event()
        self.hold_close.set()


def encode(bgr: np.ndarray, stream: dict[str, Any]) -> np.ndarray:
    """A picture as the stream's buffer holds it."""
    width, height = stream["size"]
    picture = cv2.resize(bgr, (width, height), interpolation=cv2.INTER_AREA)
    opaque = np.full((height, width, 1), 255, np.uint8)
    match stream["format"]:
        case "RGB888":
            return picture
        case "BGR888":
            return picture[:, :, ::-1].copy()
        case "XRGB8888":
            return np.concatenate([picture, opaque], axis=2)
        case "XBGR8888":
            return np.concatenate([picture[:, :, ::-1], opaque], axis=2)
    planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).reshape(-1)
    luma = planes[: width * height].reshape(height, width)
    blue, red = planes[width * height :].reshape(2, height // 2, width // 2)
    if stream["format"] == "NV12":
        chroma = np.stack([blue, red], axis=2).reshape(height // 2, width)
        return np.concatenate([luma, chroma])
    stride = stream["stride"]
    padded = [np.pad(luma, ((0, 0), (0, stride - width)), constant_values=7).reshape(-1)]
    for plane in (blue, red):
        padded.append(np.pad(plane, ((0, 0), (0, (stride - width) // 2)), constant_values=7).reshape(-1))
    return np.concatenate(padded).reshape(height * 3 // 2, stride)


class Request:
    """A frame on loan."""

    def __init__(self, camera: Picamera2, picture: np.ndarray, metadata: dict[str, Any]) -> None:
        self._camera = camera
        self._picture = picture
        self._metadata = metadata
        self._count = 1

    def release(self) -> None:
        self._count -= 1
        if self._count < 0:
            raise RuntimeError("CompletedRequest: lock now has negative ref_count")
        self._camera.free += 1

    def make_array(self, name: str) -> np.ndarray:
        if self._camera.sensor.fault is not None:
            fault, self._camera.sensor.fault = self._camera.sensor.fault, None
            raise fault
        stream = self._camera.camera_configuration().get(name)
        if stream is None:
            raise RuntimeError(f"Stream {name!r} is not defined")
        return encode(self._picture, stream)

    def get_metadata(self) -> dict[str, Any]:
        return dict(self._metadata)


class Picamera2:
    """The part of picamera2 that a camera above a table uses."""

    def __init__(self, sensor: Sensor) -> None:
        if not sensor.plugged:
            raise RuntimeError("no camera 0 is connected")
        if sensor.in_use is not None:
            raise RuntimeError("Camera __init__ sequence did not complete.")
        sensor.in_use = self
        sensor.opened += 1
        self.sensor = sensor
        self.free = 0
        self.started = False
        self._config: dict[str, Any] = {}
        self._jobs: deque[tuple[Callable[[Request], Any], Future[Any]]] = deque()
        self._lock = threading.Lock()
        self._frame = 0
        self._pending: list[tuple[int, str, Any]] = []
        self.set: dict[str, Any] = {}
        self._thread: threading.Thread | None = None

    @property
    def camera_controls(self) -> dict[str, Any]:
        return {name: (0, 1, 0) for name in self.sensor.controls}

    def create_video_configuration(
        self,
        main: dict[str, Any],
        lores: dict[str, Any] | None = None,
        transform: object = None,
        buffer_count: int = 6,
        controls: dict[str, Any] | None = None,
        queue: bool = True,
    ) -> dict[str, Any]:
        def stream(asked: dict[str, Any] | None) -> dict[str, Any] | None:
            if asked is None:
                return None
            for key in asked:
                if key not in ("format", "size", "stride", "preserve_ar"):
                    raise ValueError(f"Bad key {key!r}")
            width, height = asked["size"]
            return {**asked, "size": (width - width % 2, height - height % 2)}

        return {
            "main": stream(main),
            "lores": stream(lores),
            "transform": transform,
            "buffer_count": buffer_count,
            "controls": {"FrameDurationLimits": (33333, 33333)} | (controls or {}),
            "queue": queue,
        }

    def configure(self, config: dict[str, Any]) -> None:
        if self.started:
            raise RuntimeError("Camera must be stopped before configuring")
        main, lores = config["main"], config["lores"]
        if lores and (lores["size"][0] > main["size"][0] or lores["size"][1] > main["size"][1]):
            raise RuntimeError("lores stream dimensions may not exceed main stream")
        self._config = dict(config)
        for name in ("main", "lores"):
            if config[name] is None:
                continue
            given = dict(config[name])
            given["format"] = self.sensor.formats.get(name, given["format"])
            if given["format"] not in (*BYTES, *YUV):
                raise RuntimeError(f"Bad format {given['format']} in stream {name}")
            row = given["size"][0] * BYTES.get(given["format"], 1)
            step = STRIDE * 2 if given["format"] == "YUV420" else STRIDE
            given["stride"] = -(-row // step) * step
            self._config[name] = given
        self.set_controls(config["controls"])

    def camera_configuration(self) -> dict[str, Any]:
        return self._config

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name, value in controls.items():
            if name not in self.sensor.controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
            if name == "AfTrigger":
                self.sensor.asked_focus += 1
            self._pending.append((self._frame + DELAY, name, value))

    def start(self) -> None:
        self.started = True
        self.free = max(1, self._config["buffer_count"] - 1)  # picamera2 keeps one itself
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self.started = False
        if self._thread:
            self._thread.join(2)

    def close(self) -> None:
        self.sensor.hold_close.wait(30)
        self.stop()
        if self.sensor.in_use is self:
            self.sensor.in_use = None

    def cancel_all_and_flush(self) -> None:
        with self._lock:
            for _, future in self._jobs:
                future.set_exception(CancelledError())
            self._jobs.clear()

    def _metadata(self) -> dict[str, Any]:
        for due, name, value in self._pending:
            if due <= self._frame:
                self.set[name] = value
        self._pending = [one for one in self._pending if one[0] > self._frame]
        # Exposure creeps up over the first frames, as it does.
        measured = min(self.sensor.exposure, 5000 + 1500 * self._frame)
        automatic = self.set.get("AeEnable", True)
        found: dict[str, Any] = {"SensorTimestamp": time.monotonic_ns()}
        if "ExposureTime" in self.sensor.controls:
            found["ExposureTime"] = measured if automatic else self.set["ExposureTime"]
            found["AnalogueGain"] = 1.5 if automatic else self.set["AnalogueGain"]
        if "ColourGains" in self.sensor.controls:
            found["ColourGains"] = (2.1, 1.7)
        if "LensPosition" in self.sensor.controls:
            scanning = self.set.get("AfMode") == 1 and self._frame < 15
            found["AfState"] = 1 if scanning else 2
            found["LensPosition"] = self.set.get("LensPosition", 1.0 if scanning else 1.6)
        return found

    def _run(self) -> None:
        while self.started:
            time.sleep(1 / self.sensor.frames_a_second)
            if self.sensor.frozen or self.free < 1:
                continue
            self._frame += 1
            metadata = self._metadata()
            with self._lock:
                job = self._jobs.popleft() if self._jobs else None
            if job is None:
                continue
            action, future = job
            self.free -= 1
            try:
                future.set_result(action(Request(self, self.sensor.picture, metadata)))
            except Exception as fault:
                future.set_exception(fault)

    def _ask(self, action: Callable[[Request], Any], wait: float) -> Any:
        future: Future[Any] = Future()
        with self._lock:
            self._jobs.append((action, future))
        return future.result(timeout=wait)

    def capture_request(self, wait: float) -> Request:
        return self._ask(lambda request: request, wait)

    def capture_metadata(self, wait: float) -> dict[str, Any]:
        def read(request: Request) -> dict[str, Any]:
            found = request.get_metadata()
            request.release()
            return found

        return self._ask(read, wait)
