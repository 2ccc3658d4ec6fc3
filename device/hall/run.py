"""``tableside hall``: builds the hall and connects it with its pages, nothing more."""

from __future__ import annotations

import argparse
import json
import logging
import signal
import threading
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

from device.care.welcome import host_token, is_read_by_a_person, own_address
from device.network.server import Server
from device.settings import HALL as SETTINGS
from device.settings import ExpectedError, Hall
from rules.ask import Trouble
from web.hall import create_hall
from web.live import bodies

from .house import House
from .keys import HALL, make_broker
from .store import Store


def hall_command(options: argparse.Namespace, how: Hall, data: Path) -> int:
    """Make a broker's keys, or run the hall."""
    if options.make_broker:
        if not 1 <= options.tables <= 1000:
            raise Trouble(f"A hall has 1 to 1000 tables, not {options.tables}.")
        boxes = [f"table-{number + 1}" for number in range(options.tables)]
        print("\n".join(make_broker(options.make_broker, boxes, port=how.door)))
        return 0
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    address, _, port = (options.broker or how.address or "127.0.0.1").partition(":")
    try:
        how = replace(how, address=SETTINGS["address"](address), port=SETTINGS["port"](int(port)) if port else how.port)
    except (ExpectedError, ValueError):
        raise Trouble(
            f"--broker: expected an address such as 192.168.1.5 or hall.local:1883, not {address}:{port}."
        ) from None
    if options.keys:
        how = replace(how, user=HALL, password=_key(options.keys))
    return run_hall(how, data, options.port)


def _key(file: Path) -> str:
    """The hall's own password."""
    try:
        return str(json.loads(file.read_text("utf-8"))[HALL])
    except OSError as fault:
        raise Trouble(f"{file} can't be read: {fault.strerror}.") from None
    except (ValueError, TypeError, KeyError):
        raise Trouble(f"{file} has no key for the hall. `tableside hall --make-broker` writes one.") from None


def run_hall(how: Hall, data: Path, port: int) -> int:
    """Listen to all tables until told to stop."""
    stop = threading.Event()
    with ExitStack() as opened:
        data.mkdir(parents=True, exist_ok=True)
        house = House(how, Store(data / "hall.db"))
        opened.callback(house.close)
        token = host_token(data, "hall.token")
        app = create_hall(house, token)
        server = Server(app, "0.0.0.0", port, largest_body=partial(bodies.largest, app))
        opened.callback(server.stop)
        opened.callback(app.config["SENDER"].close)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        print(f"The hall: {own_address(server.port)}/")
        if is_read_by_a_person(pretend=False):
            print(f"Its desk: {own_address(server.port)}/host/{token}", flush=True)
        else:
            print(f"Its desk: the secret is in {data / 'hall.token'}.", flush=True)
        stop.wait()
    return 0
