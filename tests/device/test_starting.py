"""Starting: buttons and lamps first, then the page, then the camera; nothing that hangs keeps the rest waiting."""

import logging
import threading
import time

import numpy as np
import pytest

from device import __main__ as box
from device import cli
from device.camera.camera import NoCamera
from device.camera.search import CameraLater
from device.panel import panel
from device.settings import CameraSettings, Settings


class Still(NoCamera):
    """A camera that always sees the same."""

    closed = False

    def picture(self):
        return np.zeros((4, 4, 3), np.uint8)

    def close(self):
        self.closed = True


def test_the_camera_is_looked_for_when_somebody_looks():
    found = []
    camera = CameraLater(CameraSettings(), lambda settings: found.append(settings) or Still())
    assert camera.trouble is None
    assert found == []
    assert camera.picture().shape == (4, 4, 3)
    assert camera.picture() is not None
    assert len(found) == 1
    camera.close()
    assert camera.chosen.closed


def test_a_search_that_hangs_keeps_nobody_waiting():
    hang = threading.Event()

    def search(settings):
        hang.wait(10)
        return Still()

    camera = CameraLater(CameraSettings(), search)
    began = time.monotonic()
    camera.wait(0.1)
    assert camera.trouble is None
    assert time.monotonic() - began < 2
    hang.set()
    assert camera.look() is None
    camera.close()


def test_a_closed_box_looks_for_no_camera_any_more():
    camera = CameraLater(CameraSettings(), lambda settings: pytest.fail("looked for"))
    camera.close()
    assert camera.picture() is None


def test_the_panel_is_alive_before_the_rest_is_built(monkeypatch, tmp_path, caplog):
    caplog.set_level(logging.INFO)
    lit = []

    class Lit(panel.Panel):
        def close(self):
            lit.append("closed")
            super().close()

    monkeypatch.setattr(panel, "Panel", Lit)

    def run(settings, data, *, pretend, port, panel):
        lit.append(panel)
        raise OSError("the disk is gone")

    monkeypatch.setattr(box, "run_box", run)
    with pytest.raises(OSError, match="the disk is gone"):
        cli.start_box(Settings(), tmp_path, pretend=False, port=0)
    assert isinstance(lit[0], Lit)
    assert lit[1:] == ["closed"]  # and dark again when the box cannot start
    assert "the panel: none" in caplog.text
