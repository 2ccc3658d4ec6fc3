"""Which camera there is."""

from __future__ import annotations

from dataclasses import replace

from .camera import Camera, FolderCamera, NoCamera
from .camera_pi import PiCamera, pi_cameras
from .camera_usb import UsbCamera, usb_cameras
from .settings import CameraSettings


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
