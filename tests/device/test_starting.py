"""Starting: buttons and lamps first, then the page, then the camera; nothing that hangs keeps the rest waiting."""

import io
import logging
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request

import numpy as np
import pytest
from waiting import until

from device import __main__ as box
from device import cli
from device.camera.camera import NoCamera
from device.camera.search import CameraLater
from device.care import welcome
from device.panel import panel
from device.settings import CameraSettings, Network, Settings


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
        hang.wait(200)
        return Still()

    camera = CameraLater(CameraSettings(), search)
    began = time.monotonic()
    camera.wait(0.1)
    assert camera.trouble is None
    assert time.monotonic() - began < 100
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


# What is printed when it has started


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("pretend", "to_a_person"), [(True, True), (False, False)])
def test_the_way_to_its_own_screen_is_printed_for_people_only(monkeypatch, tmp_path, pretend, to_a_person):
    monkeypatch.setattr(sys, "stdout", Terminal())
    assert welcome.is_read_by_a_person(pretend=pretend)
    with (tmp_path / "log").open("w") as log:
        monkeypatch.setattr(sys, "stdout", log)
        assert welcome.is_read_by_a_person(pretend=pretend) == to_a_person
        stream = os.fstat(log.fileno())
        monkeypatch.setenv("JOURNAL_STREAM", f"{stream.st_dev}:{stream.st_ino}")  # the system's journal itself
        assert not welcome.is_read_by_a_person(pretend=pretend)
        monkeypatch.setenv("JOURNAL_STREAM", "8:1")  # of the desktop whose terminal this is
        assert welcome.is_read_by_a_person(pretend=pretend) == to_a_person


START = ("-m", "device")


def started(folder, *words, settings='[box]\nfitted = "no"\n[camera]\nkind = "none"\n', start=START):
    """A whole box as a service starts it: what it prints goes into a file."""
    command = [sys.executable, *start, "--settings", str(folder / "table.toml"), "--data", str(folder / "data")]
    (folder / "table.toml").write_text(settings)
    with (folder / "log").open("w") as log:
        return subprocess.Popen([*command, "run", "--port", "0", *words], stdout=log, stderr=subprocess.STDOUT)


def printed(folder, process, words):
    end = time.monotonic() + 120
    while words not in (text := (folder / "log").read_text()):
        assert time.monotonic() < end, text
        assert process.poll() is None, text
        time.sleep(0.05)
    return text


def test_a_service_writes_no_secret_into_its_log_and_starts_with_a_journal_that_is_none(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data/games.db").write_bytes(b"a shopping list" * 1000)
    process = started(tmp_path)
    try:
        text = printed(tmp_path, process, "Phones join at")
        port = re.search(r"the page: port (\d+)", text)[1]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/table", timeout=60) as answer:
            page = answer.read().decode()
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)
    text = (tmp_path / "log").read_text()
    token = (tmp_path / "data/host.token").read_text().strip()
    assert token not in text
    assert "/host/" not in text
    assert "tableside token" in text
    assert "The journal was damaged on its card (file is not a database)" in text
    assert "The journal was damaged on its card (file is not a database)" in page


SPELLS_ALOUD = """
import runpy
from device.panel.panel import Panel
flash = Panel.flash
def aloud(panel, prompt, seconds):
    print("the digit:", prompt.digit, flush=True)
    flash(panel, prompt, seconds)
Panel.flash = aloud
runpy.run_module("device", run_name="__main__", alter_sys=True)
"""


def test_back_and_fate_held_then_yes_bring_the_boxs_own_network_to_its_screen_and_digit(tmp_path):
    start, settings = ("-c", SPELLS_ALOUD), "[box]\nshut_down_hold = 20\n"
    process = started(tmp_path, "--pretend", settings=settings, start=start)
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def shown():
        with browser.open(f"{page}/table", timeout=60) as answer:
            return answer.read().decode()

    try:
        text = printed(tmp_path, process, "Phones join at")
        page = "http://127.0.0.1:" + re.search(r"the page: port (\d+)", text)[1]
        browser.open(f"{page}/host/{(tmp_path / 'data/host.token').read_text().strip()}", timeout=60).close()
        assert "Scan to join" in shown()
        for button in ("back", "fate", "yes"):
            browser.open(f"{page}/pretend/hold/{button}", b"down=1", timeout=60).close()
        until(lambda: "Join the network" in shown())
        assert "Scan to join" not in shown()
        printed(tmp_path, process, "the digit: 1\n")  # 10.42.42.1
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


def test_a_secret_that_the_card_spoilt_is_made_anew(tmp_path):
    for spoilt in (b"", b"\xff\xfe", b"half", b"../../x" * 9):
        (tmp_path / "host.token").write_bytes(spoilt)
        token = welcome.host_token(tmp_path)
        assert re.fullmatch(r"[\w-]{32}", token)
        assert welcome.host_token(tmp_path) == token
        assert (tmp_path / "host.token").stat().st_mode & 0o777 == 0o640


def test_only_an_installed_box_brings_a_network_by_itself(monkeypatch):
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert box.own_network(Settings(), pretend=False) == "by hand"  # somebody's laptop
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/notify")
    assert box.own_network(Settings(), pretend=False) == "auto"
    assert box.own_network(Settings(), pretend=True) == "by hand"
    assert box.own_network(Settings(network=Network("never")), pretend=False) == "never"
