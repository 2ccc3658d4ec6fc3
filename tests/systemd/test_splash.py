"""The picture while the box starts, drawn into frame buffers that are files."""

import importlib.machinery
import importlib.util
import os
import struct
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
ART = SYSTEMD / "splash.png"


@pytest.fixture
def splash():
    loader = importlib.machinery.SourceFileLoader("tableside_splash", str(SYSTEMD / "splash"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("tableside_splash", loader))
    loader.exec_module(module)
    return module


@pytest.fixture
def screen(tmp_path):
    """A frame buffer: what it says of itself, and its glass."""

    def make(width, height, bits, spare=0):
        stride = width * bits // 8 + spare
        about = tmp_path / "fb0"
        about.mkdir()
        (about / "virtual_size").write_text(f"{width},{height}\n")
        (about / "bits_per_pixel").write_text(f"{bits}\n")
        (about / "stride").write_text(f"{stride}\n")
        glass = tmp_path / "glass"
        glass.write_bytes(b"\xff" * (stride * height))
        return about, glass, stride

    return make


def test_the_art_is_read_by_python_alone_as_opencv_reads_it(splash):
    rows = splash.picture(ART)
    assert np.array_equal(np.array(rows, np.uint8)[:, :, ::-1], cv2.imread(str(ART)))


@pytest.mark.parametrize(("width", "height", "times"), [(1920, 1080, 2), (800, 480, 1), (3840, 2160, 4)])
def test_the_art_stands_in_the_middle_as_large_as_half_the_screen_allows(splash, screen, width, height, times):
    about, glass, stride = screen(width, height, 32, spare=64)
    splash.show(ART, glass, about)
    rows = np.frombuffer(glass.read_bytes(), np.uint8).reshape(height, stride)
    shown = rows[:, : 4 * width].reshape(height, width, 4)
    art = cv2.imread(str(ART)).repeat(times, 0).repeat(times, 1)
    top, left = (height - art.shape[0]) // 2, (width - art.shape[1]) // 2
    assert np.array_equal(shown[top : top + art.shape[0], left : left + art.shape[1], :3], art)
    assert (shown[:top] == (0x1C, 0x17, 0x14, 255)).all()


def test_a_screen_of_sixteen_bits_shows_it_too(splash, screen):
    about, glass, _ = screen(800, 480, 16)
    splash.show(ART, glass, about)
    (ground,) = struct.unpack("<H", glass.read_bytes()[:2])
    assert ground == 0x14 >> 3 << 11 | 0x17 >> 2 << 5 | 0x1C >> 3


def test_a_screen_smaller_than_the_art_shows_what_fits(splash, screen):
    about, glass, stride = screen(320, 200, 32)
    splash.show(ART, glass, about)
    assert len(glass.read_bytes()) == stride * 200


def test_a_screen_of_another_kind_is_told_and_left_alone(splash, screen):
    about, glass, _ = screen(640, 400, 8)
    with pytest.raises(SystemExit, match="8 bits a pixel"):
        splash.show(ART, glass, about)
    assert set(glass.read_bytes()) == {255}


def test_it_needs_nothing_but_python_and_is_quick():
    """It runs before anything else is up."""
    began = os.times()
    code = f"import runpy; runpy.run_path({str(SYSTEMD / 'splash')!r}, run_name='splash')"
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True)
    done = os.times()
    assert done.children_user + done.children_system - began.children_user - began.children_system < 5
