"""From the fate button going down to the answer journalled and the lamp changed, with 20 phones connected.

Beside it, in the same run and under the same load, what a bare gpiozero button takes to call back, and how long
until every phone has been told.
"""

from __future__ import annotations

import json
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from gpiozero import Button

from device.camera.camera import NoCamera
from device.care.health import Health
from device.live.journal import Journal
from device.live.table import Table
from device.network.server import Server
from device.panel.hands import Hands
from device.panel.panel import Panel
from device.panel.pins import PretendPin, pretend_pins
from device.settings import Box, Settings
from rules.games import game
from web import create_app

PHONES = 20
PRESSES = 40
LIMIT_MS = 30.0


class TimedPin(PretendPin):
    """Remembers when it last went dark."""

    went_dark = 0.0

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        if changed and not value:
            self.went_dark = time.monotonic()
        return changed


def run(presses: int = PRESSES, phones: int = PHONES) -> list[dict[str, Any]]:
    """The figures, each with its limit if it has one."""
    with tempfile.TemporaryDirectory() as folder:
        pins = pretend_pins()
        pins.pin_class = TimedPin
        settings = Settings(box=Box(brightness=1.0), data=Path(folder))
        table = Table(Journal(Path(folder) / "games.db"))
        with Panel(settings.box, pin_factory=pins) as panel:
            Hands(table, panel)
            table.begin(game("sleepers").setup(2))
            health = Health(settings, panel, NoCamera())
            app = create_app(table, "bench", lambda: "http://127.0.0.1", health)
            server = Server(app, "127.0.0.1", 0)
            watching = subprocess.Popen(
                [sys.executable, __file__, "phones", str(server.port), str(phones)], stdout=subprocess.PIPE, text=True
            )
            try:
                assert watching.stdout
                watching.stdout.readline()  # all are connected
                told: list[tuple[float, str, int]] = []
                threading.Thread(target=_collect, args=(watching.stdout, told), daemon=True).start()
                lamp, reached, bare = _press(table, pins, settings.box, presses, told, phones)
            finally:
                watching.terminate()
                watching.wait()
                app.config["WIRE"].close()
                server.stop()
        table.journal.close()
    note = f"{presses} presses, {phones} phones connected"
    return [
        _figure("fate button to answer journalled and lamp changed", lamp, LIMIT_MS, note),
        _figure("bare gpiozero button to its callback, same run", bare, None, note),
        _figure("fate button to the last phone told", reached, None, note),
    ]


def _until_bright(lamp: Any) -> None:
    """The fate lamp swells and fades; a press is timed from its bright half."""
    begun = time.monotonic()
    while not 0.4 < lamp.state < 0.8:
        time.sleep(0.002)
        assert time.monotonic() < begun + 5, "the fate lamp should be bright now"


def _press(
    table: Table, pins: Any, box: Box, presses: int, told: list[tuple[float, str, int]], phones: int
) -> tuple[list[float], list[float], list[float]]:
    """Milliseconds for each press: to the lamp, to the last phone, and of the bare button."""
    assert box.fate_button is not None
    assert box.fate_lamp is not None
    button, lamp = pins.pin(box.fate_button), pins.pin(box.fate_lamp)
    to_lamp, to_phones, to_callback = [], [], []
    heard = [0.0]
    with Button(2, pin_factory=pins) as plain:
        plain.when_pressed = lambda: heard.__setitem__(0, time.monotonic())
        for _ in range(presses):
            moment = table.begin(game("sleepers").setup(2))
            _until_bright(lamp)
            start = time.monotonic()
            button.drive_low()
            while lamp.went_dark < start:
                time.sleep(0.0005)
                assert time.monotonic() < start + 5, "the lamp did not change"
            after = table.now()
            head = table.journal.head(moment.game_id)
            assert head.number == after.number
            assert head.source == "fate button"
            to_lamp.append((lamp.went_dark - start) * 1000)
            button.drive_high()
            to_phones.append((_last_phone(told, after.game_id, after.number, phones) - start) * 1000)
            begin = time.monotonic()
            pins.pin(2).drive_low()
            to_callback.append((heard[0] - begin) * 1000)
            pins.pin(2).drive_high()
    return to_lamp, to_phones, to_callback


def _last_phone(told: list[tuple[float, str, int]], name: str, number: int, phones: int) -> float:
    """When the last of them heard of this position."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        times = [at for at, which, n in list(told) if (which, n) == (name, number)]
        if len(times) >= phones:
            return max(times)
        time.sleep(0.005)
    raise AssertionError(f"not every phone was told of {name} {number}")


def _collect(lines: Any, told: list[tuple[float, str, int]]) -> None:
    for line in lines:
        at, name, number = json.loads(line)
        told.append((at, name, number))


def _figure(what: str, milliseconds: list[float], limit: float | None, note: str) -> dict[str, Any]:
    ordered = sorted(milliseconds)
    return {
        "what": what,
        "unit": "ms",
        "median": round(statistics.median(ordered), 2),
        "p95": round(ordered[max(0, -(-len(ordered) * 95 // 100) - 1)], 2),
        "worst": round(ordered[-1], 2),
        "limit_p95": limit,
        "note": note,
    }


def be_phones(port: int, count: int) -> None:
    """So many phones hear the events, in a process of their own; each position is printed as it comes."""
    waiting = selectors.DefaultSelector()
    for _ in range(count):
        phone = socket.create_connection(("127.0.0.1", port))
        phone.sendall(b"GET /events/seat HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        waiting.register(phone, selectors.EVENT_READ, bytearray())
    ready = 0
    while True:
        for key, _ in waiting.select():
            got = key.fileobj.recv(65536)  # type: ignore[union-attr]
            at = time.monotonic()
            if not got:
                return
            key.data.extend(got)
            while (end := key.data.find(b"\n\n")) >= 0:
                message, key.data[: end + 2] = bytes(key.data[:end]), b""
                start = message.find(b"data: {")
                if start < 0 or b'"n":' not in message:
                    continue
                data = message[start + 6 :].replace(b"\r\n", b"")
                name, number = _position(data)
                if ready < count:
                    ready += 1
                    if ready == count:
                        print("ready", flush=True)
                else:
                    print(json.dumps([at, name, number]), flush=True)


def _position(data: bytes) -> tuple[str, int]:
    """Game and number from the head of a message; the rest may be split over chunks."""
    head = data[:200].decode("utf-8", "replace")
    number = int(head.split('"n":')[1].split(",")[0])
    return head.split('"game":"')[1].split('"')[0], number


if __name__ == "__main__":
    if sys.argv[1:2] == ["phones"]:
        be_phones(int(sys.argv[2]), int(sys.argv[3]))
    else:
        for figure in run():
            print(json.dumps(figure))
