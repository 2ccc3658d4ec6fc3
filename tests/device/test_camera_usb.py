"""A USB camera: fresh pictures, faults survived, the light kept."""

import cv2
import pytest
from bands import SETTINGS, bands, is_bands
from clock import Clock

from device.camera.usb import UsbCamera
from device.settings import CameraSettings


class Webcam:
    """OpenCV's VideoCapture as far as it is used."""

    def __init__(self, opened: bool = True) -> None:
        self.opened = opened
        self.settings = {
            cv2.CAP_PROP_EXPOSURE: 157.0,
            cv2.CAP_PROP_WB_TEMPERATURE: 4600.0,
            cv2.CAP_PROP_FOCUS: 30.0,
        }
        self.can = {*UsbCamera.LOCKS[0], *UsbCamera.LOCKS[1], *UsbCamera.LOCKS[2]}
        self.frame = 0
        self.gone = False
        self.released = False

    def isOpened(self):  # noqa: N802
        return self.opened

    def set(self, setting, value):
        self.settings[setting] = value
        return setting in self.can

    def get(self, setting):
        return self.settings.get(setting, 0.0)

    def grab(self):
        self.frame += 1
        return not self.gone

    def read(self):
        self.frame += 1
        if self.gone:
            return False, None
        picture = bands()
        picture[0, 0] = self.frame
        return True, picture

    def release(self):
        self.released = True


def test_a_webcam_gives_small_grey_looks_and_full_pictures():
    webcam = Webcam()
    usb = UsbCamera(SETTINGS, start=lambda number: webcam)
    assert usb.look().shape == (76, 102)
    assert is_bands(usb.picture())
    assert webcam.settings[cv2.CAP_PROP_FRAME_WIDTH] == 642
    assert webcam.settings[cv2.CAP_PROP_BUFFERSIZE] == 1
    assert webcam.settings[cv2.CAP_PROP_READ_TIMEOUT_MSEC] == pytest.approx(300)
    usb.close()
    assert webcam.released


def test_a_webcams_full_picture_is_not_the_one_that_lay_waiting():
    webcam = Webcam()
    usb = UsbCamera(SETTINGS, start=lambda number: webcam)
    assert usb.picture()[0, 0, 0] == 2


def test_a_webcam_upside_down_is_turned():
    settings = CameraSettings(size=(642, 482), small=(102, 76), upside_down=True)
    usb = UsbCamera(settings, start=lambda number: Webcam())
    assert is_bands(usb.picture()[::-1, ::-1])


def test_a_webcam_pulled_out_is_told_and_found_again():
    clock = Clock()
    webcams = [Webcam(), Webcam(opened=False), Webcam()]
    left = list(webcams)
    usb = UsbCamera(SETTINGS, start=lambda number: left.pop(0), clock=clock)
    usb.lock()
    webcams[0].gone = True
    assert usb.look() is None
    assert usb.trouble == (
        "The USB camera cannot be used: it gave no picture in time. Check its plug; the game goes on, and "
        "readings can be tapped in."
    )
    assert webcams[0].released
    clock.now += 5
    assert usb.look() is None
    assert "no camera 0 is connected" in usb.trouble
    clock.now += 5
    assert usb.look() is not None
    assert usb.trouble is None
    assert webcams[2].settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1  # still locked
    assert webcams[2].settings[cv2.CAP_PROP_EXPOSURE] == 157


def test_a_webcam_is_locked_at_what_it_measured():
    webcam = Webcam()
    usb = UsbCamera(SETTINGS, start=lambda number: webcam)
    usb.lock()
    assert webcam.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert webcam.settings[cv2.CAP_PROP_EXPOSURE] == 157
    assert webcam.settings[cv2.CAP_PROP_AUTO_WB] == 0
    assert webcam.settings[cv2.CAP_PROP_WB_TEMPERATURE] == 4600
    assert webcam.settings[cv2.CAP_PROP_AUTOFOCUS] == 0
    assert webcam.settings[cv2.CAP_PROP_FOCUS] == 30


def test_a_webcam_locked_again_measures_anew():
    webcam = Webcam()
    usb = UsbCamera(SETTINGS, start=lambda number: webcam)
    usb.lock()
    grab = webcam.grab

    def measuring():
        if webcam.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 3:
            webcam.settings[cv2.CAP_PROP_EXPOSURE] = 60.0  # somebody switched on a lamp
        return grab()

    webcam.grab = measuring
    usb.lock()
    assert webcam.settings[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert webcam.settings[cv2.CAP_PROP_EXPOSURE] == 60
