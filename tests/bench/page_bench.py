"""Two hundred phones hear of an answer, a phone opens its first page, and how soon a slow one can be tapped.

Beside our Server-Sent Events, in the same run: the same table and pages through Flask-SocketIO with threads, and
boardgame.io's own server with messages of the same size (it only counts; ours plays by the rules, journals to disk
and draws the page within the measured time). Both are installed for this bench alone, into a folder thrown away.

``python tests/bench/page_bench.py against 9c92b38~1 --phones 300`` compares with an earlier commit of this repository
in one run, with and without phones that take nothing; that one is the last with Werkzeug's own server.
"""

from __future__ import annotations

import argparse
import base64
import gc
import http.client
import json
import os
import random
import selectors
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, Any

HERE = Path(__file__).parent
PHONES = 200
STUCK = 20  # phones that take nothing of what they are sent, besides
ANSWERS = 20
ROUNDS = 3
FIRST_PAGE_LIMIT = 60_000  # bytes over the wire
INTERACTIVE_LIMIT_MS = 1000.0
SLOW_DOWN = 4
LULL = 0.003  # seconds in which nothing comes
MANY = 5_000  # pieces that may wait to be looked through
PATIENCE = 60.0  # seconds until a phone that heard nothing counts as having missed it


def run(phones: int = PHONES, answers: int = ANSWERS) -> list[dict[str, Any]]:
    """The figures, each with its limit if it has one."""
    with tempfile.TemporaryDirectory() as folder:
        # One after another and all over again: whatever else this machine does then meets all three alike.
        ours = [_fan_out([sys.executable, __file__, "serve"], "sse", phones, answers)]
        size = ours[0]["bytes"]
        peers: list[tuple[str, list[str], str, list[dict[str, Any]]]] = []
        rows: list[dict[str, Any]] = []
        for name, install, protocol in (
            ("Flask-SocketIO with threads", _flask_socketio, "socketio"),
            ("boardgame.io's server", _boardgame_io, "boardgame"),
        ):
            try:
                server = install(Path(folder), size)
                peers.append((name, server, protocol, [_fan_out(server, protocol, phones, answers)]))
            except (OSError, subprocess.SubprocessError, RuntimeError) as why:
                rows.append({"what": f"the same through {name}", "note": f"could not be run here: {why}"})
        for _ in range(ROUNDS - 1):
            ours.append(_fan_out([sys.executable, __file__, "serve"], "sse", phones, answers))
            for _, server, protocol, theirs in peers:
                theirs.append(_fan_out(server, protocol, phones, answers))
        held_up = [_fan_out([sys.executable, __file__, "serve"], "sse", phones, answers, STUCK) for _ in range(ROUNDS)]
    mine = _middle(ours)
    note = f"{phones} phones, {answers} answers in each of {ROUNDS} rounds, the middle round"
    found = [{"what": "answer to all phones, Server-Sent Events", **mine, "note": note}]
    stuck = _middle(held_up)
    times = round(stuck["p95_ms"] / mine["p95_ms"], 2)
    found.append({"what": f"the same beside {STUCK} phones that take nothing", **stuck, "times": times})
    for name, _, _, theirs in peers:
        middle = _middle(theirs)
        ratio = round(mine["p95_ms"] / middle["p95_ms"], 2)
        ok = ratio <= 1.0 and mine["missed"] == 0
        found.append({"what": f"the same through {name}", **middle, "ours_to_theirs": ratio, "limit": 1.0, "ok": ok})
    return [*found, *rows, _first_page(), _interactive()]


def _middle(rounds: list[dict[str, Any]]) -> dict[str, Any]:
    """The round whose p95 is the middle one; what was missed in any of them counts."""
    chosen = sorted(rounds, key=lambda each: each["p95_ms"])[len(rounds) // 2]
    return {**chosen, "missed": sum(each["missed"] for each in rounds)}


# Beside an earlier commit


NOT_WORSE = 1.1  # times its p95


def against(commit: str, phones: int, answers: int, rounds: int) -> list[dict[str, Any]]:
    """The fan-out of this tree and of *commit*, one after the other and all over again."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "tree")
        tree.mkdir()
        repository = HERE.parents[1]
        packed = subprocess.run(["git", "archive", commit], cwd=repository, check=True, capture_output=True)
        subprocess.run(["tar", "-x", "-C", tree], input=packed.stdout, check=True)
        bench = tree / "tests" / "bench" / Path(__file__).name
        shutil.copyfile(__file__, bench)  # measured alike, whatever its own bench could do
        ours = [sys.executable, "-W", "ignore", __file__, "serve"]
        theirs = ["env", f"PYTHONPATH={tree}", sys.executable, "-W", "ignore", str(bench), "serve"]
        rows = []
        for stuck in (0, STUCK):
            took: list[list[dict[str, Any]]] = [[], []]
            for number in range(rounds):
                for place in (0, 1) if number % 2 else (1, 0):
                    took[place].append(_fan_out((ours, theirs)[place], "sse", phones, answers, stuck))
            mine, other = map(_middle, took)
            ratio = round(mine["p95_ms"] / other["p95_ms"], 2)
            each = [round(one["p95_ms"] / two["p95_ms"], 2) for one, two in zip(*took, strict=True)]
            beside = f", beside {stuck} that take nothing" if stuck else ""
            rows += [
                {"what": f"{phones} phones{beside}: this tree", **mine},
                {"what": f"{phones} phones{beside}: {commit}", **other},
                {
                    "what": "ours to theirs, p95",
                    "times": ratio,
                    "rounds": each,
                    "limit": NOT_WORSE,
                    "ok": ratio <= NOT_WORSE,
                },
            ]
        return rows


def _against() -> None:
    parser = argparse.ArgumentParser(prog="page_bench.py against")
    parser.add_argument("commit")
    parser.add_argument("--phones", type=int, default=PHONES)
    parser.add_argument("--answers", type=int, default=ANSWERS)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(sys.argv[2:])
    for row in against(options.commit, options.phones, options.answers, options.rounds):
        print(json.dumps(row), flush=True)


# The fan-out


def _fan_out(server: list[str], protocol: str, phones: int, answers: int, stuck: int = 0) -> dict[str, Any]:
    """Milliseconds from an answer to each phone's hearing of it, the server's memory, and a message's size."""
    serving = subprocess.Popen(server, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    watching = asleep = None
    try:
        assert serving.stdin
        assert serving.stdout
        line = serving.stdout.readline()
        if not line.strip().isdigit():
            raise RuntimeError("its server did not start")
        if stuck:
            command = [sys.executable, __file__, "asleep", line.strip(), str(stuck)]
            asleep = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            assert asleep.stdout
            _line(asleep.stdout, "the sleeping phones did not connect")
            serving.stdin.write("fill\n")
            serving.stdin.flush()
            _line(serving.stdout, "their lines were not filled")
        alone = _memory(serving.pid)
        watching = subprocess.Popen(
            [sys.executable, __file__, "phones", line.strip(), str(phones), protocol],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert watching.stdin
        assert watching.stdout
        _line(watching.stdout, "the phones did not connect")
        asks = watching.stdin if protocol == "boardgame" else serving.stdin  # there a player's own socket moves
        says = watching.stdout if protocol == "boardgame" else serving.stdout
        took, sizes, missed = [], [], 0
        for _ in range(answers):
            asks.write("go\n")
            asks.flush()
            begun = float(_line(says, "no answer was taken"))
            heard, size = json.loads(_line(watching.stdout, "no phone heard"))
            sizes.append(size)
            took += [(at - begun) * 1000 for at in heard]
            missed += phones - len(heard)
        full = _memory(serving.pid)
    finally:
        for each in (asleep, watching, serving):
            if each:
                each.kill()
                each.communicate()
    ordered = sorted(took)
    return {
        "p50_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[int(len(ordered) * 0.95)], 1),
        "worst_ms": round(ordered[-1], 1),
        "missed": missed,
        "memory_mb": round(full / 1024, 1),
        "kb_a_phone": round((full - alone) / phones, 1),
        "bytes": round(statistics.median(sizes)),
    }


def _line(stream: IO[str], otherwise: str) -> str:
    line = stream.readline()
    if not line:
        raise RuntimeError(otherwise)
    return line


def _memory(pid: int) -> int:
    """What the process holds in memory, in kB."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    return 0


def serve(through: str = "") -> None:
    """The real page on a port of its own; each line read is one answer taken.

    :param through: "socketio" to tell the phones through Flask-SocketIO instead of our own events.
    """
    sys.path.insert(0, str(HERE.parent / "support"))
    from serving import Served

    from rules.games import game
    from rules.position import some_step

    chance = random.Random(5)
    with tempfile.TemporaryDirectory() as folder:
        box = Served(Path(folder))
        played = game("sleepers")
        box.table.begin(played.setup(2))
        for _ in range(24):  # a board with something on it
            moment = box.table.now()
            box.table.answer(moment.number, some_step(played, moment.position.state, moment.ask, chance).value)
        if through == "socketio":
            _tell_through_socketio(box)
        with box.listening():
            gc.freeze()  # as the box does
            print(box.url.rsplit(":", 1)[1], flush=True)
            for line in sys.stdin:
                if line == "fill\n":
                    _fill(box.app.config["WIRE"])
                    print("filled", flush=True)
                    continue
                moment = box.table.now()
                if moment.ask is None:
                    box.table.begin(played.setup(2))
                    moment = box.table.now()
                step = some_step(played, moment.position.state, moment.ask, chance)
                begun = time.monotonic()
                box.table.answer(moment.number, step.value, step.seat)
                print(begun, flush=True)


def _fill(wire: Any) -> None:
    """Tell so much that no more fits the line of a phone that takes nothing."""
    pages = sys.modules[type(wire).__module__]
    before = pages.troubles_part  # type: ignore[attr-defined]
    for number in range(60):
        pages.troubles_part = lambda *_, number=number: f"<p>{number}" + "x" * 200_000  # type: ignore[attr-defined]
        wire.tell()
        time.sleep(0.05)
    pages.troubles_part = before  # type: ignore[attr-defined]
    wire.tell()


BOARDGAME_IO = """
const { Server } = require('boardgame.io/server');
const size = Number(process.argv[2]);
const text = n => String(n).padStart(8, '0') + 'x'.repeat(size);
const game = {
  name: 'bench', setup: () => ({ n: 0, parts: text(0) }),
  moves: { go: (state) => { const G = state.G || state; G.n += 1; G.parts = text(G.n); } },
};
const server = Server({ games: [game], origins: [/./] });
console.log = () => {}; console.info = () => {};
server.run({ port: 0, callback: () => {} }).then(running => {
  process.stdout.write(String((running.appServer || running).address().port) + '\\n');
});
"""


def _tell_through_socketio(box: Any) -> None:
    """The same table and the same drawing; one message to all who listen, by Flask-SocketIO's own threads."""
    from flask import request
    from flask_socketio import SocketIO

    from web.live.changes import Drawn, told
    from web.live.seats import Viewer

    sockets = SocketIO(box.app, async_mode="threading")
    wire = box.app.config["WIRE"]
    before: Drawn | None = None

    def tell(moment: object) -> None:
        nonlocal before
        with box.app.test_request_context():
            drawn = wire.draw(wire.count, Viewer(None, False), "seat")
        message = told(before, drawn)  # the same bytes that our own events carry
        before = drawn
        sockets.emit("position", message.decode())

    @sockets.on("connect")
    def connected() -> None:
        sockets.emit("position", {"n": 0}, to=request.sid)  # type: ignore[attr-defined]

    box.table.when_changed.append(tell)


PEER = ("flask-socketio", "python-socketio", "python-engineio", "bidict", "simple-websocket", "wsproto", "h11")


def _flask_socketio(folder: Path, size: int) -> list[str]:
    where = folder / "flask-socketio"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "-t", where, "--no-deps", *PEER],
        check=True,
        capture_output=True,
        timeout=600,
    )
    return ["env", f"PYTHONPATH={where}", sys.executable, "-W", "ignore", __file__, "serve", "socketio"]


def _boardgame_io(folder: Path, size: int) -> list[str]:
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        raise RuntimeError("there is no Node here")
    where = folder / "boardgame.io"
    where.mkdir()
    subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "boardgame.io"],
        cwd=where,
        check=True,
        capture_output=True,
        timeout=600,
    )
    (where / "peer.js").write_text(BOARDGAME_IO)
    return [node, str(where / "peer.js"), str(size)]


# The phones: bare sockets, so that they cost the machine as little as may be


class Phone:
    """One phone's end of the wire."""

    def __init__(self, port: int, protocol: str) -> None:
        self.protocol = protocol
        self.got = bytearray()
        self.open = False
        self.size = 0  # of the last message
        self.wire = socket.create_connection(("127.0.0.1", port))
        if protocol == "sse":
            self.wire.sendall(b"GET /events/seat HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            return
        key = base64.b64encode(os.urandom(16)).decode()
        self.wire.sendall(
            f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def hear(self, came: bytes) -> bool:
        """Take in what came; true if a whole position was among it."""
        if not came:
            raise ConnectionError("the server hung up")
        self.got += came
        return self._hear_events() if self.protocol == "sse" else self._hear_socket()

    def _hear_events(self) -> bool:
        heard = False
        while (end := self.got.find(b"\n\n")) >= 0:
            message = bytes(self.got[:end])
            del self.got[: end + 2]
            if b"data: {" in message and b'"n":' in message:
                heard, self.size = True, len(message)
        return heard

    def _hear_socket(self) -> bool:
        if not self.open:
            end = self.got.find(b"\r\n\r\n")
            if end < 0:
                return False
            if b" 101 " not in self.got[:40]:
                raise ConnectionError(self.got[:end].decode("latin-1").splitlines()[0])
            del self.got[: end + 4]
            self.open = True
        heard = False
        while (text := self._frame()) is not None:
            heard = self._packet(text) or heard
        return heard

    def _frame(self) -> str | None:
        if len(self.got) < 2:
            return None
        long, start = self.got[1] & 127, 2
        if long == 126:
            if len(self.got) < 4:
                return None
            (long,), start = struct.unpack(">H", self.got[2:4]), 4
        elif long == 127:
            if len(self.got) < 10:
                return None
            (long,), start = struct.unpack(">Q", self.got[2:10]), 10
        if len(self.got) < start + long:
            return None
        text = self.got[start : start + long].decode("utf-8", "replace")
        del self.got[: start + long]
        return text

    def _packet(self, text: str) -> bool:
        """Socket.IO's own small talk; true for a position."""
        room = "/bench," if self.protocol == "boardgame" else ""
        if text.startswith("0"):
            self.say(f"40{room}")
        elif text == "2":
            self.say("3")
        elif text.startswith("40") and room:
            self.say(f'42{room}["sync","table","{0 if first(self) else 1}",null,2]')
        elif text.startswith("42"):
            self.size = len(text)
            return '["position"' in text or '["sync"' in text or '["update"' in text or '["patch"' in text
        return False

    def move(self, number: int) -> None:
        """A move of boardgame.io: its players send them through their own sockets."""
        deed = {"type": "MAKE_MOVE", "payload": {"type": "go", "args": [], "playerID": "0", "credentials": None}}
        self.say(f"42/bench,{json.dumps(['update', deed, number, 'table', '0'])}")

    def say(self, text: str) -> None:
        data = text.encode()
        head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else b"\x81\xfe" + struct.pack(">H", len(data))
        self.wire.sendall(head + b"\0\0\0\0" + data)  # masked by zeros


_first: list[Phone] = []


def first(phone: Phone) -> bool:
    """The first phone is the player who moves."""
    if not _first:
        _first.append(phone)
    return _first[0] is phone


def be_phones(port: int, count: int, protocol: str) -> None:
    """So many phones; once all hear, prints for each answer when each one heard and how long the message was."""
    waiting = selectors.DefaultSelector()
    phones = []
    for _ in range(count):
        phone = Phone(port, protocol)
        phones.append(phone)
        first(phone)
        waiting.register(phone.wire, selectors.EVENT_READ, phone)
        _hear_all(waiting, 1, {phone})
    wake, waker = socket.socketpair()
    waiting.register(wake, selectors.EVENT_READ, None)
    moves = 0
    if protocol == "boardgame":

        def read() -> None:
            for _ in sys.stdin:
                waker.send(b"g")

        threading.Thread(target=read, daemon=True).start()
    print("ready", flush=True)
    while True:
        if protocol == "boardgame":
            wake.recv(1)
            print(time.monotonic(), flush=True)
            phones[0].move(moves)
            moves += 1
        print(json.dumps([_hear_all(waiting, count), phones[0].size]), flush=True)


def be_asleep(port: int, count: int) -> None:
    """So many phones that listen and take nothing."""
    lines = []
    for _ in range(count):
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port))
        line.sendall(b"GET /events/seat HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        lines.append(line)
    print("ready", flush=True)
    threading.Event().wait()


def _hear_all(waiting: selectors.BaseSelector, count: int, only: set[Phone] | None = None) -> list[float]:
    """When each phone heard the next position; those that did not in good time are left out.

    Phones are machines of their own: while anything comes in, only the time is noted, and in a lull it is looked
    through. Otherwise all that is measured is how fast one process can play two hundred phones.
    """
    heard: dict[Phone, float] = {}
    came: list[tuple[Phone, bytes, float]] = []
    until = None
    while len(heard) < count:
        patience = LULL if came else PATIENCE if until is None else max(0.0, until - time.monotonic())
        ready = waiting.select(patience)
        for key, _ in ready:
            if key.data is not None:
                came.append((key.data, key.data.wire.recv(1 << 16), time.monotonic()))
                until = until or time.monotonic() + PATIENCE
        if not ready or len(came) > MANY:
            for phone, data, at in came:
                if phone.hear(data) and (only is None or phone in only):
                    heard.setdefault(phone, at)
            came.clear()
        if until is not None and time.monotonic() >= until:
            break
    return list(heard.values())


# The first page


def _first_page() -> dict[str, Any]:
    """Bytes over the wire until a phone that just took a seat shows everything."""
    with Sat() as (box, _):
        cookie = box.client(seat="white").get_cookie("tableside_seat").value
        page, total = _get(box.url, "/seat", cookie)
        files = [part.split('"')[0] for part in page.replace('src="', 'href="').split('href="/static')[1:]]
        for file in sorted(set(files)):
            total += _get(box.url, f"/static{file}", cookie)[1]
    return {
        "what": "first page of a phone, all files",
        "bytes": total,
        "limit": FIRST_PAGE_LIMIT,
        "ok": total < FIRST_PAGE_LIMIT,
    }


def _get(url: str, path: str, cookie: str) -> tuple[str, int]:
    wire = http.client.HTTPConnection(url.removeprefix("http://"))
    wire.request("GET", path, headers={"Cookie": f"tableside_seat={cookie}", "Accept-Encoding": "gzip"})
    answer = wire.getresponse()
    data = answer.read()
    size = len(data) + sum(len(name) + len(value) + 4 for name, value in answer.getheaders())
    wire.close()
    if answer.getheader("Content-Encoding") == "gzip":
        import gzip

        data = gzip.decompress(data)
    return data.decode(), size


def _interactive() -> dict[str, Any]:
    """Until a slowed-down phone could be tapped: the page is ready and no long task runs any more."""
    from playwright.sync_api import sync_playwright

    with Sat() as (box, phone), sync_playwright() as playwright:
        from browsers import ALONE, chromium

        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--disable-gpu", ALONE] + ["--no-sandbox"] * (os.getuid() == 0)
        )
        took = []
        for _ in range(5):
            context = browser.new_context(**phone)
            page = context.new_page()
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW_DOWN})
            page.goto(f"{box.url}/seat")
            page.wait_for_timeout(500)
            took.append(page.evaluate(INTERACTIVE))
            context.close()
        browser.close()
    middle = round(statistics.median(took), 1)
    return {
        "what": f"page can be tapped, processor slowed down {SLOW_DOWN} times",
        "p50_ms": middle,
        "worst_ms": round(max(took), 1),
        "limit_p50": INTERACTIVE_LIMIT_MS,
        "ok": middle < INTERACTIVE_LIMIT_MS,
    }


INTERACTIVE = """() => new Promise(done => {
  const ready = performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd;
  let last = ready;
  new PerformanceObserver(list => list.getEntries().forEach(task => {
    last = Math.max(last, task.startTime + task.duration);
  })).observe({ type: "longtask", buffered: true });
  setTimeout(() => done(last), 100);
})"""


class Sat:
    """A box with a game of Sleepers under way, behind a real port; with it the kind of window a phone has."""

    def __enter__(self) -> tuple[Any, dict[str, Any]]:
        sys.path.insert(0, str(HERE.parent / "support"))
        from serving import PHONE, Served

        from rules.games import game
        from rules.position import some_step

        self._folder = tempfile.TemporaryDirectory()
        self._box = Served(Path(self._folder.name))
        played, chance = game("sleepers"), random.Random(5)
        self._box.table.begin(played.setup(2))
        for _ in range(40):
            moment = self._box.table.now()
            if moment.ask is None:
                break
            step = some_step(played, moment.position.state, moment.ask, chance)
            self._box.table.answer(moment.number, step.value, step.seat)
        self._listening = self._box.listening()
        self._listening.__enter__()
        return self._box, dict(PHONE)

    def __exit__(self, *fault: object) -> None:
        self._listening.__exit__(None, None, None)
        self._box.close()
        self._folder.cleanup()


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve(*sys.argv[2:])
    elif sys.argv[1:2] == ["asleep"]:
        be_asleep(int(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1:2] == ["against"]:
        _against()
    elif sys.argv[1:2] == ["phones"]:
        be_phones(int(sys.argv[2]), int(sys.argv[3]), sys.argv[4])
    else:
        for figure in run():
            print(json.dumps(figure), flush=True)
