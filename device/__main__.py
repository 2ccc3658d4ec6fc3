"""Start here: builds the objects and connects them, nothing more."""

from __future__ import annotations

import gc
import logging
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2
from flask import Flask

from rules.ask import Trouble
from rules.moment import SavedGame
from web import create_app
from web.live import bodies

from .camera.photographs import Photographs
from .camera.search import CameraLater
from .care.backup import alone, keep
from .care.health import Health
from .care.heartbeat import Heartbeat, given_socket, tell
from .care.rescue import called, open_journal
from .care.running import announced
from .cli import main
from .live.chair import Chair
from .live.older_games import OlderGame
from .live.table import Table
from .network.server import Server
from .panel.hands import Hands
from .panel.lamps import Prompt
from .panel.panel import Panel
from .panel.pins import on_a_pi
from .pretend.box import Pretend, PretendBox
from .pretend.camera import PretendCamera
from .pretend.mat import PretendMat
from .pretend.table import PretendTable
from .settings import Settings
from .sight.eye import Eye

LOOKING_FOR = 10.0
"""Seconds that finding the camera may keep the box's own screen waiting."""


def host_token(data: Path) -> str:
    """The secret of the box's own screen, kept across restarts."""
    file = data / "host.token"
    try:
        known = file.read_text("ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        known = ""
    if not re.fullmatch(r"[\w-]{20,}", known):  # none yet, or the card lost it
        known = secrets.token_urlsafe(24)
        keep(file, known, 0o640)  # the box's own screen runs as another user of the same group
    return known


def is_read_by_a_person(*, pretend: bool) -> bool:
    """Whether what is printed goes to somebody's terminal and into no log.

    A pretend box is tried out by hand, also with its words sent through a pipe; the system's journal is no pipe of
    anybody's. A desktop's terminal knows JOURNAL_STREAM too, so it only counts for the stream it names.
    """
    if sys.stdout.isatty():
        return True
    try:
        written = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):
        return pretend
    return pretend and os.environ.get("JOURNAL_STREAM") != f"{written.st_dev}:{written.st_ino}"


def own_address(port: int) -> str:
    """Where phones on the same network find this box; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is never anybody's
            number = probe.getsockname()[0]
        except OSError:
            number = "127.0.0.1"
    return f"http://{number}" + ("" if port == 80 else f":{port}")


def _pretend(settings: Settings, table: Table) -> tuple[Pretend, PretendCamera]:
    """A box, a table and a camera that exist only on the screen."""
    tiles, mat = PretendTable(table), PretendMat(table)
    camera = PretendCamera(tiles, mat=mat)

    def photograph() -> bytes | None:
        picture = camera.picture()
        return None if picture is None else cv2.imencode(".jpg", picture)[1].tobytes()

    return Pretend(PretendBox(settings.box), tiles, mat, photograph), camera


def go_on(table: Table) -> list[str]:
    """Open the game that was played last, unless it is over; one that cannot be opened keeps the box from nothing.

    :return: what has to be said of it.
    """
    told: list[str] = []
    saved: Sequence[SavedGame] = ()
    try:
        saved = table.games()
        if saved and not saved[0].ending:
            told = table.open(saved[0].id)
    except OlderGame as older:
        logging.warning(older)  # the start page says it beside the game
    except Trouble as trouble:
        what = f"{called(saved[0])} could not be opened." if saved else "The saved games cannot be listed."
        told = [f"{what} {trouble}"]
    except Exception:
        logging.exception("the game played last cannot be opened")
        told = ["The game played last could not be opened: its journal or its rules are at fault. The others can be."]
    for sentence in told:
        logging.warning(sentence)
    return told


def run_box(settings: Settings, data: Path, *, pretend: bool, port: int | None, panel: Panel | None = None) -> int:
    """Play until told to stop.

    :param panel: buttons and lamps that are alive already; not used for a pretend box.
    """
    listen = settings.page.port if port is None else port
    stop, switch_off = threading.Event(), threading.Event()
    with ExitStack() as opened:
        opened.enter_context(alone(data))
        journal, told = open_journal(data)
        opened.callback(journal.close)
        table = Table(journal)
        token = host_token(data)
        pretended, pretend_camera = _pretend(settings, table) if pretend else (None, None)
        panel = pretended.box.panel if pretended else panel or Panel(settings.box)
        hands = Hands(table, panel)
        camera = pretend_camera or CameraLater(settings.camera)
        opened.callback(camera.close)
        eye = Eye(table, camera, panel, data, pretend=pretend)
        watch = eye.watch
        opened.callback(eye.close)
        health = Health(
            replace(settings, data=data),
            panel,
            camera,
            port=lambda: server.port,
            told=lambda: told if table.moment is None else [],  # an open game says it in its log
        )
        chair = Chair(table)
        opened.callback(chair.close)
        chair.waits_for.append(lambda: watch.seen.state in ("differs", "asks"))
        app: Flask = create_app(
            table,
            token,
            lambda: own_address(server.port),  # systemd may have opened another than the settings say
            health,
            watch=watch,
            eye=eye,
            pretended=pretended,
            photographs=Photographs(camera),
            names=(settings.page.name,),
            chair=chair,
        )
        watch.when_seen += [hands.seen, lambda _: app.config["WIRE"].tell(), lambda _: chair.look()]
        chair.when_thought.append(app.config["WIRE"].tell)
        panel.when_problem = app.config["WIRE"].tell
        may_bring = partial(bodies.largest, app)
        server = Server(app, settings.page.host, listen, given=given_socket(), largest_body=may_bring)
        logging.info("the page: port %s", server.port)
        opened.callback(server.stop)
        opened.callback(app.config["WIRE"].close)
        told += go_on(table)
        watch.start()
        if isinstance(camera, CameraLater):
            camera.wait(LOOKING_FOR)  # the box's own screen comes after it, but not never

        def shut_down() -> None:
            """Both thumbs were held: every answer is on the card already, so it only remains to say so."""
            panel.show(Prompt("safe"))
            switch_off.set()
            stop.set()

        hands.when_shut_down = shut_down
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: stop.set())
        opened.callback(Heartbeat(table).close)
        gc.freeze()  # what was loaded stays: looking through it for garbage would keep phones waiting now and then
        tell("READY=1")
        listen = server.port
        own_screen = f"http://127.0.0.1:{listen}/host/{token}"
        opened.enter_context(announced(data, listen))
        # Whoever has the address of the box's own screen may do all that it can: no log shall hold it.
        if is_read_by_a_person(pretend=pretend):
            if pretended:
                print(f"Open this first, a pretend box and table: {own_screen}/pretend")
            print(f"The box's own screen: {own_screen}")
        else:
            print("The box's own screen: `tableside token` gives its secret.")
        print(f"Phones join at: {own_address(listen)}/", flush=True)
        if pretended and sys.stdout.isatty() and (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
            webbrowser.open(f"{own_screen}/pretend")
        stop.wait()
    if switch_off.is_set() and on_a_pi() and not pretend:
        # The panel is left as it is: "safe to unplug" stays lit until the Pi goes off.
        return subprocess.run(["systemctl", "poweroff"], check=False).returncode
    panel.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
