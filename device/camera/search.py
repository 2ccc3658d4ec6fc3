"""Which camera there is; looked for when somebody first looks through it.

Finding out which camera there is takes seconds on a Pi; buttons, lamps and the page do not wait for it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import replace

from device.settings import CameraSettings

from .camera import Camera, FolderCamera, NoCamera, Picture
from .pi import PiCamera, pi_cameras
from .usb import UsbCamera, usb_cameras

log = logging.getLogger(__name__)


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


class CameraLater:
    """Stands in for the camera until it is needed, then is that camera."""

    def __init__(self, settings: CameraSettings, find: Callable[[CameraSettings], Camera] = open_camera) -> None:
        self._settings = settings
        self._find = find
        self._found: Camera | None = None
        self._closed = False
        self._lock = threading.Lock()

    @property
    def chosen(self) -> Camera:
        """The camera itself; looked for now if it was not yet."""
        with self._lock:
            if self._found is None:
                self._found = NoCamera() if self._closed else self._find(self._settings)
                log.info("the camera: %s", type(self._found).__name__)
            return self._found

    def wait(self, seconds: float) -> None:
        """Look for it now, for so long at most; whatever hangs goes on hanging by itself."""
        search = threading.Thread(target=lambda: self.chosen, name="camera-search", daemon=True)
        search.start()
        search.join(seconds)

    @property
    def trouble(self) -> str | None:
        found = self._found  # asking how it is does not open it
        return found.trouble if found else None

    def look(self) -> Picture | None:
        return self.chosen.look()

    def picture(self) -> Picture | None:
        return self.chosen.picture()

    def lock(self) -> None:
        self.chosen.lock()

    def close(self) -> None:
        self._closed = True
        if self._lock.acquire(timeout=2):  # a search that hangs keeps nobody from stopping
            self._lock.release()
        if self._found:
            self._found.close()
