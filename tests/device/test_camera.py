"""A folder of pictures for a camera, no camera, and which one is opened."""

import os
from pathlib import Path

import cv2
import numpy as np
import pytest
from clock import Clock

from device.camera import search as cameras
from device.camera.camera import FolderCamera, NoCamera
from device.camera.pi import PiCamera
from device.camera.search import open_camera
from device.camera.usb import UsbCamera
from device.settings import CameraSettings


def test_a_folder_shows_its_pictures_in_order_round_and_round(tmp_path):
    for name, shade in (("b.png", 200), ("a.png", 100)):
        cv2.imwrite(str(tmp_path / name), np.full((40, 60, 3), shade, np.uint8))
    (tmp_path / "notes.txt").write_text("not a picture")
    clock = Clock()
    folder = FolderCamera(tmp_path, small=(30, 20), seconds=2.0, clock=clock)
    seen = []
    for clock.now in (0.0, 1.9, 2.0, 4.1):
        seen.append(int(folder.picture()[0, 0, 0]))
    assert seen == [100, 100, 200, 100]
    assert folder.look().shape == (20, 30)


def test_a_folder_sees_a_picture_that_changed(tmp_path):
    path = tmp_path / "a.png"
    cv2.imwrite(str(path), np.full((40, 60, 3), 10, np.uint8))
    folder = FolderCamera(tmp_path)
    assert folder.picture()[0, 0, 0] == 10
    cv2.imwrite(str(path), np.full((40, 60, 3), 90, np.uint8))
    os.utime(path, (1, 1))
    assert folder.picture()[0, 0, 0] == 90


def test_an_empty_a_missing_and_a_broken_folder_are_told(tmp_path):
    folder = FolderCamera(tmp_path)
    assert folder.look() is None
    assert folder.trouble == f"The folder {tmp_path} holds no pictures (.jpg, .jpeg, .png)."
    (tmp_path / "a.jpg").write_bytes(b"no")
    assert folder.picture() is None
    assert folder.trouble == f"{tmp_path}/a.jpg is not a picture that can be read."
    missing = FolderCamera(tmp_path / "none")
    assert missing.picture() is None
    assert "cannot be read: No such file or directory" in missing.trouble


def test_no_camera_is_no_trouble():
    none = NoCamera()
    none.lock()
    assert (none.look(), none.picture(), none.trouble) == (None, None, None)


@pytest.mark.parametrize(
    ("kind", "pi_cameras", "usb_cameras", "expected"),
    [
        ("auto", 1, [0], PiCamera),
        ("auto", 0, [2], UsbCamera),
        ("auto", 0, [], NoCamera),
        ("pi", 0, [], PiCamera),
        ("usb", 1, [], UsbCamera),
        ("folder", 1, [0], FolderCamera),
        ("none", 1, [0], NoCamera),
    ],
)
def test_the_settings_choose_the_camera(monkeypatch, kind, pi_cameras, usb_cameras, expected):
    monkeypatch.setattr(cameras, "pi_cameras", lambda: pi_cameras)
    monkeypatch.setattr(cameras, "usb_cameras", lambda: usb_cameras)
    found = open_camera(CameraSettings(kind=kind, folder=Path("/pictures")))
    assert type(found) is expected
    if expected is UsbCamera and kind == "auto":
        assert found._settings.number == 2
