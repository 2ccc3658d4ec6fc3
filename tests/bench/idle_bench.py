"""The whole box while nobody does anything: its share of one core and its memory, over five minutes, camera on.

Beside it, in the same run, the floor: the same glances (shrink a picture, compare it with the last) and nothing else.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.live.journal import Journal
from device.live.table import Table
from device.sight.watch import PERIOD
from rules.games import game
from vision.find import steady

SECONDS = 300.0
PAGES = 5  # the box's own screen and four phones
LIMIT = 0.15  # of one core


def run(seconds: float = SECONDS) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as folder:
        _begin(Path(folder))
        box = subprocess.Popen(
            [sys.executable, "-m", "device", "--data", folder, "run", "--pretend", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        try:
            assert box.stdout
            first = next(line for line in box.stdout if "own screen:" in line)
            pages = [_page(int(first.split("127.0.0.1:")[1].split("/")[0])) for _ in range(PAGES)]
            time.sleep(8)  # the first picture is taken and read
            share, megabytes, grown = _watched(box.pid, seconds)
            for page in pages:
                page.close()
        finally:
            box.terminate()
            box.wait()
    floor = _floor(min(seconds, 30.0))
    note = f"{seconds:.0f} s, {PAGES} pages open, pretend camera"
    return [
        {
            "what": "idle box, share of one core",
            "share": round(share, 4),
            "bare glances": round(floor, 4),
            "times": round(share / floor, 2),
            "limit": LIMIT,
            "ok": share <= LIMIT,
            "note": note,
        },
        {"what": "idle box, memory", "megabytes": round(megabytes), "grown": round(grown, 1), "note": note},
    ]


def _begin(data: Path) -> None:
    """A game to be idle in; its tiles are the table's, so the camera has a board to watch."""
    journal = Journal(data / "games.db")
    Table(journal).begin(game("sleepers").setup(2, custody="table"))
    journal.close()


def _page(port: int) -> socket.socket:
    """A page that listens to the box, and reads whatever comes."""
    page = socket.create_connection(("127.0.0.1", port))
    page.sendall(b"GET /events/table HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")

    def listen() -> None:
        try:
            while page.recv(65536):
                pass
        except OSError:
            pass  # closed at the end

    threading.Thread(target=listen, daemon=True).start()
    return page


def _watched(pid: int, seconds: float) -> tuple[float, float, float]:
    """Share of one core, megabytes at the end, and by how many they grew."""
    used, began, before = _used(pid), time.monotonic(), _megabytes(pid)
    time.sleep(seconds)
    after = _megabytes(pid)
    return (_used(pid) - used) / (time.monotonic() - began), after, after - before


def _used(pid: int) -> float:
    """Seconds of processor time a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def _floor(seconds: float) -> float:
    """Share of one core that the glances alone take."""
    picture = np.random.default_rng(1).integers(0, 255, (960, 1280, 3), np.uint8)
    gate = steady.Gate()
    used, began = time.process_time(), time.monotonic()
    while (now := time.monotonic()) < began + seconds:
        small = cv2.cvtColor(cv2.resize(picture, (320, 240), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
        gate.look(np.asarray(small, np.uint8), now)
        time.sleep(PERIOD)
    return (time.process_time() - used) / (time.monotonic() - began)
