"""Five hundred tables in one hall: how long a change takes to the hall's page, and whether a box notices the hall.

And of a few real ones: how soon the broker has a change, and how soon all are back when it was killed.

In the same run, over the same broker: a bare paho client that hears a message of the same size. Tables are simulated by
one process, the page is read by another, and the hall is a whole one in a third.
"""

from __future__ import annotations

import json
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "support")]

TABLES = 500
SECONDS = 120.0
WARM = 10.0  # seconds before anything counts
CONNECTIONS = 10
TIMES = 3.0
"""How much longer to the page than to a bare client."""

GROWTH = 1.05
ANSWERS = 400
BOX = 1.1
TOLD = 1.0  # seconds until the broker has told others of a change
BACK = 5.0  # seconds after the broker is there again
BOXES = 8
STAMP = re.compile(rb"sent (\d+\.\d+)")


def run(tables: int = TABLES, seconds: float = SECONDS) -> list[dict[str, Any]]:
    """The figures, each with its limit."""
    return [*_page(tables, seconds), *_boxes(), _box()]


def _page(tables: int, seconds: float) -> list[dict[str, Any]]:
    from boxes import Process
    from broker import Broker

    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder))
        how = f'[hall]\naddress = "127.0.0.1"\nport = {broker.port}\n'
        says, port = "Its desk", r"The hall: http://[^:]+:(\d+)"
        hall = Process(Path(folder) / "hall", how, "hall", "--port", "0", says=says, port=port)
        try:
            hall.wait()
            reader = _started("read", hall.url.rpartition(":")[2], broker.port, seconds + WARM)
            teller = _started("tell", broker.port, tables, seconds + WARM)
            time.sleep(WARM)
            before = _memory(hall.process.pid)
            time.sleep(seconds / 2)
            middle = _memory(hall.process.pid)
            told = int(teller.communicate()[0])
            after = _memory(hall.process.pid)
            heard = json.loads(reader.communicate()[0])
        finally:
            hall.stop()
            broker.kill()
    page, bare = (_p95(heard[kind]) for kind in ("page", "bare"))
    times = round(page / bare, 2)
    growth = round(after / middle, 3)
    return [
        {
            "what": f"{tables} tables, a change a second each: from the change to the hall's page, against bare paho",
            "told": told,
            "on_the_page": len(heard["page"]),
            "p95_ms": round(page * 1000, 2),
            "bare_p95_ms": round(bare * 1000, 2),
            "p50_ms": round(statistics.median(heard["page"]) * 1000, 2),
            "bare_p50_ms": round(statistics.median(heard["bare"]) * 1000, 2),
            "times": times,
            "limit": TIMES,
            "ok": times <= TIMES,
        },
        {
            "what": "memory of the hall, at the end against half-way",
            "mb": [round(each / 1e6, 1) for each in (before, middle, after)],
            "times": growth,
            "limit": GROWTH,
            "ok": growth <= GROWTH,
        },
    ]


def _started(*words: object) -> subprocess.Popen[str]:
    command = [sys.executable, __file__, *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def _memory(process: int) -> int:
    """Bytes of its own."""
    found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    return int(found[1]) * 1000 if found else 0


def _p95(values: list[float]) -> float:
    return sorted(values)[int(len(values) * 0.95)]


def tell(port: int, tables: int, seconds: float) -> None:
    """Be so many tables; a second-hand goes round, and each speaks once in a turn."""
    from halls import a_state
    from paho.mqtt.client import Client
    from paho.mqtt.enums import CallbackAPIVersion

    luck, now = random.Random(1), time.time()
    states = [a_state(number + 1, luck, now) for number in range(tables)]
    clients = []
    for _ in range(CONNECTIONS):
        client = Client(CallbackAPIVersion.VERSION2)
        client.connect("127.0.0.1", port)
        client.loop_start()
        clients.append(client)
    for number in range(tables):
        clients[number % CONNECTIONS].publish(f"tableside/table-{number + 1}/here", "here", qos=1, retain=True)
    begun, told = time.monotonic(), 0
    while (due := begun + told / tables) < begun + seconds:
        time.sleep(max(0.0, due - time.monotonic()))
        number = told % tables
        state = states[number] | {"number": told, "round": f"Turn {told // tables}"}
        client = clients[number % CONNECTIONS]
        text = json.dumps(state | {"question": f"sent {time.monotonic():.6f}"})
        client.publish(f"tableside/table-{number + 1}/state", text, qos=1, retain=True)
        if told % 10 == 5:
            client.publish("bare/message", json.dumps(state | {"question": f"sent {time.monotonic():.6f}"}), qos=1)
        told += 1
    for client in clients:
        client.disconnect()
        client.loop_stop()
    print(told)


def read(page: int, broker: int, seconds: float) -> None:
    """Look at the hall's page, and hear a bare client beside it."""
    from paho.mqtt.client import Client
    from paho.mqtt.enums import CallbackAPIVersion

    heard: dict[str, list[float]] = {"page": [], "bare": []}
    begun = time.monotonic()

    def note(kind: str, data: bytes, at: float) -> None:
        if at - begun > WARM:
            heard[kind] += [at - float(sent) for sent in STAMP.findall(data)]

    client = Client(CallbackAPIVersion.VERSION2)
    client.on_message = lambda client, data, message: note("bare", message.payload, time.monotonic())
    client.connect("127.0.0.1", broker)
    client.subscribe("bare/#", qos=1)
    threading.Thread(target=client.loop_forever, daemon=True).start()
    line = socket.create_connection(("127.0.0.1", page))
    line.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    line.settimeout(5.0)
    rest = b""
    while time.monotonic() - begun < seconds:
        try:
            rest += line.recv(1 << 20)
        except TimeoutError:
            continue
        at = time.monotonic()
        *messages, rest = rest.split(b"\n\n")
        for message in messages:
            if b'"tables"' not in message[:400] and len(message) < 1 << 18:  # all cards at once are no change of one
                note("page", message, at)
    client.disconnect()
    print(json.dumps(heard))


def _boxes() -> list[dict[str, Any]]:
    """Some boxes play; then their broker is killed, they play on, and it is started again with an empty memory."""
    from contextlib import ExitStack

    from broker import Broker, Listener
    from in_the_hall import a_box
    from waiting import until

    luck = random.Random(5)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as opened:
        broker = Broker(Path(folder))
        opened.callback(broker.kill)
        names = [f"table-{number + 1}" for number in range(BOXES)]
        boxes = [opened.enter_context(a_box(Path(folder) / name, broker.settings(user=name))) for name in names]
        ear, told = Listener(broker), []
        for _ in range(20):
            for name, box in zip(names, boxes, strict=True):
                if box.table.moment is None or box.table.now().ask is None:
                    box.begin()
                else:
                    box.play(luck, 1)
                begun, number = time.monotonic(), box.table.now().number
                until(lambda name=name, number=number: ear.state(name).get("number") == number)
                told.append(ear.heard_at[f"tableside/{name}/state"] - begun)
        ear.close()
        broker.kill()
        for box in boxes:
            box.play(luck, 3)
        broker.start()
        begun, ear = time.monotonic(), Listener(broker)
        for name, box in zip(names, boxes, strict=True):
            number = box.table.now().number
            until(lambda name=name, number=number: ear.state(name).get("number") == number)
        back = max(ear.heard_at[f"tableside/{name}/state"] for name in names) - begun
        ear.close()
    late = max(told)
    return [
        {
            "what": "seconds from an answer until another client of the broker has heard of it, at worst",
            "changes": len(told),
            "p50_ms": round(statistics.median(told) * 1000, 1),
            "seconds": round(late, 3),
            "limit": TOLD,
            "ok": late <= TOLD,
        },
        {
            "what": f"seconds until all {BOXES} boxes are told of again, after the broker was killed and is back",
            "seconds": round(back, 2),
            "limit": BACK,
            "ok": back <= BACK,
        },
    ]


def _box() -> dict[str, Any]:
    """One answer at a box, with the hall and without: now one first and now the other."""
    from broker import Broker
    from in_the_hall import a_box

    from device.hall.member import PAUSE
    from rules.position import some_step

    took: dict[str, list[float]] = {"on": [], "off": []}
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder))
        with (
            a_box(Path(folder) / "on", broker.settings(user="on")) as on,
            a_box(Path(folder) / "off", broker.settings(on=False)) as off,
        ):
            lucks = {"on": random.Random(3), "off": random.Random(3)}
            for box in (on, off):
                box.begin()
            for number in range(ANSWERS):
                for name, box in (("on", on), ("off", off)) if number % 2 else (("off", off), ("on", on)):
                    if box.table.now().ask is None:
                        box.begin()
                    moment, luck = box.table.now(), lucks[name]
                    step = some_step(moment.position.game, moment.position.state, moment.ask, luck)
                    begun = time.perf_counter()
                    box.table._step(moment.number, step, "phone")
                    took[name].append(time.perf_counter() - begun)
                    time.sleep(PAUSE + 0.01)  # nobody answers again at once: by then the hall has heard of it
        broker.kill()
    times = round(statistics.median(took["on"]) / statistics.median(took["off"]), 3)
    return {
        "what": "an answer at the box, with the hall against without",
        "p50_ms": round(statistics.median(took["on"]) * 1000, 3),
        "p95_ms": round(_p95(took["on"]) * 1000, 3),
        "off_p95_ms": round(_p95(took["off"]) * 1000, 3),
        "times": times,
        "limit": BOX,
        "ok": times <= BOX,
    }


if __name__ == "__main__":
    kind, *words = sys.argv[1:]
    if kind == "tell":
        tell(int(words[0]), int(words[1]), float(words[2]))
    else:
        read(int(words[0]), int(words[1]), float(words[2]))
