"""The camera above the table: a small grey picture to notice that something moved, a full one to read.

Four kinds behind one small interface: the Pi's own camera (`camera_pi`), a USB one (`camera_usb`), a folder of
pictures, and none. A camera that fails says so in `trouble` and gives `None`; it is tried again by itself.
"""

from __future__ import annotations

import logging
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from device.settings import CameraSettings

log = logging.getLogger(__name__)

Picture = NDArray[np.uint8]

TRY_AGAIN = 5.0  # seconds between two tries with a camera that failed
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


def small_grey(picture: Picture, size: tuple[int, int]) -> Picture:
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


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
        return None if picture is None else small_grey(picture, self._small)

    def lock(self) -> None:
        pass

    def close(self) -> None:
        self._read = None


NOTHING: Picture = np.zeros((0, 0), np.uint8)
"""The answer of a camera that was only told something."""


class Reopening(ABC):
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
