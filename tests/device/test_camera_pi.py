"""The Pi's camera: formats as libcamera gives them, frames given back, faults survived."""

import sys
import threading
import time
import types

import cv2
import numpy as np
import pytest
from bands import SETTINGS, bands, is_bands
from clock import Clock
from stand_in_picamera2 import Picamera2, Sensor
from waiting import until

from device.camera import pi as camera_pi
from device.camera.pi import PiCamera
from device.settings import CameraSettings


@pytest.fixture
def sensor():
    return Sensor(bands())


@pytest.fixture
def pi(sensor):
    camera = PiCamera(SETTINGS, start=lambda number: Picamera2(sensor))
    yield camera
    sensor.hold_close.set()
    camera.close()


@pytest.mark.parametrize("given", ["RGB888", "BGR888", "XRGB8888", "XBGR8888", "NV12", "YUV420"])
def test_a_full_picture_is_blue_green_red_whatever_the_pipeline_gives(sensor, pi, given):
    sensor.formats["main"] = given
    picture = pi.picture()
    assert picture.shape == (482, 642, 3)
    assert picture.dtype == np.uint8
    assert is_bands(picture)
    assert pi.trouble is None


@pytest.mark.parametrize("given", ["YUV420", "NV12", "RGB888", "XBGR8888"])
def test_a_look_is_small_and_grey_without_the_rows_padding(sensor, pi, given):
    sensor.formats["lores"] = given
    seen = pi.look()
    assert seen.shape == (76, 102)
    expected = cv2.cvtColor(cv2.resize(bands(), (102, 76), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    # YUV's brightness runs from 16 to 235; what counts is that places agree.
    assert np.corrcoef(seen.ravel(), expected.ravel())[0, 1] > 0.999


def test_a_yuv_look_is_not_copied_again(sensor, pi, monkeypatch):
    made = []
    original = camera_pi.grey
    monkeypatch.setattr(camera_pi, "grey", lambda array, stream: made.append(array) or original(array, stream))
    assert np.shares_memory(pi.look(), made[0])


def test_an_rgb_picture_is_not_copied_again(sensor, pi, monkeypatch):
    made = []
    original = camera_pi.bgr
    monkeypatch.setattr(camera_pi, "bgr", lambda array, stream: made.append(array) or original(array, stream))
    assert pi.picture() is made[0]


def test_an_unknown_format_is_trouble_in_words(sensor, pi):
    pi.look()
    sensor.in_use._config["main"]["format"] = "R10"
    assert pi.picture() is None
    assert "gives pictures as R10, which is not known here" in pi.trouble


def test_every_borrowed_frame_is_given_back(sensor, pi):
    for _ in range(12):
        assert pi.look() is not None
        assert pi.picture() is not None
    assert sensor.in_use.free == 3
    assert sensor.opened == 1


def test_a_frame_is_given_back_when_reading_it_fails(sensor, pi):
    pi.look()
    camera = sensor.in_use
    sensor.fault = RuntimeError("the buffer cannot be mapped")
    assert pi.picture() is None
    assert camera.free == 3
    assert pi.trouble == (
        "The camera cannot be used: the buffer cannot be mapped. Check its cable; the game goes on, and "
        "readings can be tapped in."
    )


def test_both_streams_and_fresh_frames_are_asked_for(sensor, pi):
    pi.look()
    config = sensor.in_use.camera_configuration()
    assert config["main"]["format"] == "RGB888"
    assert config["lores"]["format"] == "YUV420"
    assert config["queue"] is False
    assert config["controls"]["FrameDurationLimits"] == (16666, 16666)


def test_a_cable_that_falls_out_is_told_in_time_and_mended(sensor):
    clock = Clock()
    pi = PiCamera(SETTINGS, start=lambda number: Picamera2(sensor), clock=clock)
    assert pi.look() is not None
    sensor.frozen = True

    start = time.monotonic()
    assert pi.look() is None
    assert time.monotonic() - start < 60  # a camera that is waited for would hold it up for good
    assert "it gave no picture in time" in pi.trouble
    assert pi.picture() is None  # at once, without trying again yet
    assert sensor.in_use is None
    assert sensor.opened == 1

    sensor.frozen = False
    clock.now += 5
    assert is_bands(pi.picture())
    assert pi.trouble is None
    assert sensor.opened == 2
    pi.close()


def test_no_camera_at_the_start_is_told_and_found_when_it_comes(sensor):
    clock = Clock()
    pi = PiCamera(SETTINGS, start=lambda number: Picamera2(sensor), clock=clock)
    sensor.plugged = False
    assert pi.look() is None
    assert pi.trouble.startswith("The camera cannot be used: no camera 0 is connected. Check its cable")
    sensor.plugged = True
    clock.now += 5
    assert pi.look() is not None
    assert pi.trouble is None
    pi.close()


def test_a_camera_that_cannot_be_configured_is_closed_again(sensor):
    clock = Clock()
    sensor.formats["main"] = "RGB24"
    pi = PiCamera(SETTINGS, start=lambda number: Picamera2(sensor), clock=clock)
    assert pi.look() is None
    assert "Bad format RGB24" in pi.trouble
    assert sensor.in_use is None
    pi.close()


def test_a_camera_that_hangs_when_closing_holds_nobody_up(sensor, pi, monkeypatch):
    pi.look()
    sensor.hold_close.clear()
    sensor.frozen = True
    monkeypatch.setattr(
        threading.Thread, "join", lambda thread, timeout=None, join=threading.Thread.join: join(thread, 0.1)
    )
    start = time.monotonic()
    assert pi.look() is None
    assert time.monotonic() - start < 60  # a camera that is waited for would hold it up for good


def test_a_closed_camera_stays_closed(sensor, pi):
    pi.look()
    pi.close()
    assert pi.look() is None
    assert sensor.in_use is None
    assert sensor.opened == 1


def test_locking_keeps_the_light_and_focus_that_were_found(sensor, pi):
    pi.look()
    pi.lock()
    now = sensor.in_use.set
    until(lambda: now.get("AeEnable") is False)
    assert sensor.asked_focus == 1
    assert now["ExposureTime"] == 20000  # after it had come to rest
    assert now["AnalogueGain"] == 1.5
    assert now["AwbEnable"] is False
    assert now["ColourGains"] == (2.1, 1.7)
    assert (now["AfMode"], now["LensPosition"]) == (0, 1.6)


def test_locking_again_measures_the_light_anew(sensor, pi):
    pi.lock()
    now = sensor.in_use.set
    until(lambda: now.get("ExposureTime") == 20000)
    sensor.exposure = 9000  # somebody switched on a lamp
    pi.lock()
    until(lambda: now.get("AeEnable") is False and now.get("ExposureTime") == 9000)


def test_a_distance_and_an_exposure_in_the_settings_stand(sensor):
    settings = CameraSettings(size=(642, 482), small=(102, 76), wait=0.3, focus_cm=50, exposure_ms=8)
    pi = PiCamera(settings, start=lambda number: Picamera2(sensor))
    pi.lock()
    now = sensor.in_use.set
    until(lambda: now.get("AeEnable") is False)
    assert sensor.asked_focus == 0
    assert (now["AfMode"], now["LensPosition"]) == (0, 2.0)
    assert now["ExposureTime"] == 8000
    pi.close()


def test_a_camera_without_a_lens_motor_locks_what_it_has(sensor, pi):
    sensor.controls = ("AeEnable", "ExposureTime", "AnalogueGain", "FrameDurationLimits")
    pi.lock()
    assert pi.trouble is None
    now = sensor.in_use.set
    until(lambda: now.get("AeEnable") is False)
    assert "AwbEnable" not in now


def test_a_camera_that_measures_nothing_is_left_as_it_is(sensor, pi):
    sensor.controls = ("FrameDurationLimits",)
    pi.lock()
    assert pi.trouble is None
    assert pi.picture() is not None


def test_what_was_locked_is_kept_over_a_reconnect(sensor):
    clock = Clock()
    pi = PiCamera(SETTINGS, start=lambda number: Picamera2(sensor), clock=clock)
    pi.lock()
    sensor.fault = OSError("gone")
    pi.look()
    clock.now += 5
    pi.look()
    assert sensor.opened == 2
    now = sensor.in_use.set
    until(lambda: now.get("AeEnable") is False)
    assert now["LensPosition"] == 1.6
    assert sensor.asked_focus == 1
    pi.close()


def test_upside_down_turns_the_picture_in_the_camera(sensor, monkeypatch):
    library = types.ModuleType("libcamera")
    library.Transform = lambda hflip, vflip: ("turned", hflip, vflip)
    monkeypatch.setitem(sys.modules, "libcamera", library)
    settings = CameraSettings(size=(642, 482), small=(102, 76), upside_down=True)
    pi = PiCamera(settings, start=lambda number: Picamera2(sensor))
    pi.look()
    assert sensor.in_use.camera_configuration()["transform"] == ("turned", 1, 1)
    pi.close()


def test_without_picamera2_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "picamera2", None)
    pi = PiCamera(SETTINGS)
    assert pi.look() is None
    assert "picamera2 is not installed (sudo apt install python3-picamera2)" in pi.trouble


def test_picamera2_is_asked_which_cameras_there_are(monkeypatch, sensor):
    library = types.ModuleType("picamera2")

    class Real(Picamera2):
        cameras = 1

        def __init__(self, number):
            assert number == 0
            super().__init__(sensor)

        @staticmethod
        def global_camera_info():
            return [{"Num": index} for index in range(Real.cameras)]

    library.Picamera2 = Real
    monkeypatch.setitem(sys.modules, "picamera2", library)
    pi = PiCamera(SETTINGS)
    assert is_bands(pi.picture())
    pi.close()
    Real.cameras = 0
    none = PiCamera(SETTINGS)
    assert none.picture() is None
    assert "no camera 0 is connected" in none.trouble
