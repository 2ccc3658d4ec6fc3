"""The Pi's camera class on the real picamera2, with libcamera's virtual camera at the other end."""

import logging
import os
import threading
import time

import libcamera
import numpy as np
from picamera2 import Picamera2
from picamera2.allocators import LibcameraAllocator

from device.camera.pi import PiCamera
from device.settings import CameraSettings

passed = failed = 0


def check(sentence: str, holds: bool, note: object = "") -> None:
    global passed, failed
    passed, failed = passed + bool(holds), failed + (not holds)
    print(("ok    " if holds else "FAIL  ") + sentence + (f"   [{note}]" if note != "" else ""), flush=True)


def processed_modes(camera: Picamera2) -> list[dict[str, object]]:
    """The virtual camera has no raw pictures to ask about."""
    formats = camera.camera.generate_configuration([libcamera.StreamRole.Viewfinder]).at(0).formats
    return [
        {"format": str(pixels), "size": (size.width, size.height)}
        for pixels in formats.pixel_formats
        for size in formats.sizes(pixels)
    ]


Picamera2._get_raw_modes = processed_modes
logging.getLogger("picamera2").setLevel(logging.CRITICAL)
opened: list[Picamera2] = []
later = [0.0]  # seconds the clock is put forward


def start(number: int) -> Picamera2:
    [index] = [i for i, info in enumerate(Picamera2.global_camera_info()) if info["Id"] == "Virtual0"]
    camera = Picamera2(index)
    camera.allocator = LibcameraAllocator(camera.camera)  # its buffers come from libcamera
    opened.append(camera)
    return camera


settings = CameraSettings(size=(640, 480), small=(320, 240), wait=3.0, frames=30)
camera = PiCamera(settings, start=start, clock=lambda: later[0] + time.monotonic())

picture = camera.picture()
check("a full picture comes", picture is not None and picture.shape == (480, 640, 3), camera.trouble)
spots = [picture[240, 640 * (2 * index + 1) // 6].tolist() for index in range(3)]
right = all(spot[index] > 200 and sum(spot) - spot[index] < 80 for index, spot in enumerate(spots))
check("its bands are blue, green, red", right, spots)
given = opened[0].camera_configuration()["main"]["format"]
check("whatever format the pipeline gave", given != "RGB888", given)
seen = camera.look()
check("a look is small and grey", seen is not None and seen.shape == (240, 320) and seen.dtype == np.uint8)
frames = sum(camera.look() is not None and camera.picture() is not None for _ in range(20))
check("40 frames one after another, all given back", frames == 20)
camera.lock()
check("locking a camera with almost no controls is no trouble", camera.trouble is None, camera.trouble)

opened[-1].stop()
began = time.monotonic()
check("a stream that stops is told in time", camera.picture() is None and time.monotonic() - began < 8, camera.trouble)
later[0] += 10
check("and the camera opened anew", camera.picture() is not None and camera.trouble is None, f"{len(opened)} times")


def fail(request: object) -> None:
    raise ValueError("in a callback")


threading.excepthook = lambda told: None
opened[-1].post_callback = fail
time.sleep(0.5)
began = time.monotonic()
check(
    "an event loop that ended is told in time", camera.look() is None and time.monotonic() - began < 8, camera.trouble
)
later[0] += 10
check("and the camera opened anew", camera.look() is not None, camera.trouble)
camera.close()
check("closed, it gives nothing", camera.look() is None)
try:
    start(0).close()
    taken = ""
except RuntimeError as fault:
    taken = str(fault)
check("and is free for others", not taken, taken)
print(f"{passed} passed, {failed} failed", flush=True)
os._exit(bool(failed))
