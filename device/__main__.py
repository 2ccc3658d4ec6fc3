"""Start here: builds the objects and connects them, nothing more."""

from __future__ import annotations

import gc
import logging
import os
import signal
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
from .care.backup import alone
from .care.chosen import Chosen
from .care.health import Health
from .care.heartbeat import Heartbeat, given_socket, is_a_service, tell
from .care.rescue import called, open_journal
from .care.running import announced
from .care.welcome import host_token, is_read_by_a_person
from .cli import main
from .hall.member import Member
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
from .voice.by_ear import ByEar
from .voice.lecturing import Lecturing
from .voice.mouth import Espeak
from .voice.voice import Voice
from .wifi.network import Network
from .wifi.pretend import PretendManager

LOOKING_FOR = 10.0
"""Seconds that finding the camera may keep the box's own screen waiting."""


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


def own_network(settings: Settings, *, pretend: bool) -> str:
    """When the box brings its own network: by itself only where it is a box, not on somebody's laptop without Wi-Fi."""
    own = settings.network.own
    return "by hand" if pretend or (own == "auto" and not is_a_service()) else own


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
        opened.callback(table.wait_no_longer)
        token = host_token(data)
        pretended, pretend_camera = _pretend(settings, table) if pretend else (None, None)
        panel = pretended.box.panel if pretended else panel or Panel(settings.box)
        # A laptop on which somebody tries the box out does not suddenly speak; its browser may.
        mouth = None if pretend else Espeak()
        quiet = partial(getattr, panel, "quiet")
        voice = Voice(table, mouth, Chosen("voice", settings.voice, data / "voice.json"), quiet=quiet)
        opened.callback(voice.close)
        Lecturing(table, voice)
        ear = ByEar(table, voice)
        hands = Hands(table, panel, ear)
        network = Network(
            PretendManager() if pretend else None,
            own=own_network(settings, pretend=pretend),
            port=lambda: server.port,  # systemd may have opened another than the settings say
            phones_here=pretend,
        )
        opened.callback(network.close)
        ear.when_stepped.append(hands.stepped)
        camera = pretend_camera or CameraLater(settings.camera)
        opened.callback(camera.close)
        eye = Eye(table, camera, panel, data, pretend=pretend)
        watch = ear.watch = eye.watch
        opened.callback(eye.close)
        health = Health(
            replace(settings, data=data),
            panel,
            camera,
            port=lambda: server.port,
            hall=lambda: member.trouble,
            told=lambda: told if table.moment is None else [],  # an open game says it in its log
        )
        member = Member(
            Chosen("hall", settings.hall, data / "hall.json"),
            table,
            data,
            press=hands.pressed,
            troubles=lambda: health.troubles,
        )
        opened.callback(member.close)
        member.when_coming = hands.help_is_coming
        chair = Chair(table)
        opened.callback(chair.close)
        chair.waits_for.append(lambda: watch.seen.state in ("differs", "asks"))
        app: Flask = create_app(
            table,
            token,
            lambda: network.address,
            health,
            watch=watch,
            eye=eye,
            pretended=pretended,
            photographs=Photographs(camera),
            names=(settings.page.name,),
            chair=chair,
            voice=voice,
            hall=member,
            network=network,
        )
        hands.when_own_network = network.toggle
        hands.where = lambda: "" if network.is_lost else network.standing.number
        network.when_changed.append(app.config["WIRE"].tell)
        network.when_moved.append(hands.spell)
        watch.when_seen += [
            ear.seen,
            hands.seen,
            lambda seen: table.saw(seen.state),
            lambda _: app.config["WIRE"].tell(),
            lambda _: chair.look(),
        ]
        chair.when_thought.append(app.config["WIRE"].tell)
        panel.when_problem = app.config["WIRE"].tell
        may_bring = partial(bodies.largest, app)
        server = Server(app, settings.page.host, listen, given=given_socket(), largest_body=may_bring)
        logging.info("the page: port %s", server.port)
        opened.callback(server.stop)
        opened.callback(app.config["WIRE"].close)
        network.start()
        told += go_on(table)
        member.start(app.config["WIRE"], app.config["ENTRANCE"])
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
        print(f"Phones join at: {network.address}/", flush=True)
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
