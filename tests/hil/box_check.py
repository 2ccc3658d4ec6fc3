"""The whole box on real lines: started as a program, played through its buttons, seen on its lamps."""

import contextlib
import http.cookiejar
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from simulated_chip import Checks, Chip, until

from device.settings import Box

PORT = 8080
BOX = Box()
check = Checks()
chip = Chip()
chip.plug_in()
work = Path("/run/work")
data = work / "data"
(work / "table.toml").write_text('[camera]\nkind = "none"\n')
# Whoever asks for power off is only written down.
stub = work / "bin"
stub.mkdir(exist_ok=True)
(stub / "systemctl").write_text(f'#!/bin/sh\necho "$@" >> {work}/asked\n')
(stub / "systemctl").chmod(0o755)

browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))


def get(path: str) -> str:
    with browser.open(f"http://127.0.0.1:{PORT}{path}", timeout=60) as answer:
        return answer.read().decode()


def post(path: str, **form: str) -> None:
    with browser.open(f"http://127.0.0.1:{PORT}{path}", urllib.parse.urlencode(form).encode(), timeout=60):
        pass


def is_up() -> bool:
    try:
        get("/table")
    except OSError:
        return False
    return True


def start() -> subprocess.Popen[bytes]:
    environ = os.environ | {"PATH": f"{stub}:{os.environ['PATH']}"}
    begin = "import sys; from device.cli import main; sys.exit(main())"  # as the installed command does
    command = [sys.executable, "-c", begin, "--settings", str(work / "table.toml"), "--data", str(data), "run"]
    began = time.monotonic()
    box = subprocess.Popen(command, cwd=work, env=environ)
    lit = up = 0.0
    while not up and time.monotonic() - began < 300:
        # the faint beat of the fate lamp: a box without a game, alive
        if not lit and any(chip.level(BOX.fate_lamp) for _ in range(300)):
            lit = time.monotonic() - began
        if is_up():
            up = time.monotonic() - began
    check("the box starts", bool(up), f"{up:.0f} s, emulated")
    check("its lamps were alive before its page", 0 < lit < up, f"after {lit:.0f} s")
    get(f"/host/{(data / 'host.token').read_text().strip()}")
    return box


def entries() -> list[tuple[int, str, str]]:
    with contextlib.closing(sqlite3.connect(f"file:{data}/games.db?mode=ro", uri=True)) as db:
        return db.execute("SELECT number, kind, source FROM entries ORDER BY game, number").fetchall()


def sources() -> list[str]:
    return [source for _, _, source in entries()]


box = start()
check("without a game only the fate lamp's slow beat shows", chip.duty(5, 1.0) == 0)
post("/new/sleepers", **{"name.white": "Ann", "name.black": "Ben"})
check("a game waits for the fate button: its lamp swells", until(lambda: chip.duty(18, 0.5) > 0.1, 10))
check("nothing is drawn before the press", "fate button" not in sources(), f"{len(entries())} entries")

before = chip.duty(18, 1.0)
began = time.monotonic()
chip.press(BOX.fate_button)
journalled = until(lambda: "fate button" in sources(), 10)
took = time.monotonic() - began
chip.let_go(BOX.fate_button)
check("the press through the line is in the journal", journalled, f"seen after {took * 1000:.0f} ms, emulated")
check("the fate lamp's line changed", until(lambda: chip.duty(18, 0.5) == 0, 5), f"duty was {before:.2f}")
first = "Ann" if "Ann begins" in get("/table") else "Ben"
lamp = BOX.seat_lamps[0 if first == "Ann" else 1]
other = BOX.seat_lamps[1 if first == "Ann" else 0]
check("the lamp of whoever begins breathes, the other's is dark", chip.duty(lamp, 2.4) > 0.1 and chip.duty(other) == 0)

count = len(entries())
chip.press(BOX.fate_button)
time.sleep(0.2)
chip.let_go(BOX.fate_button)
time.sleep(1.5)
check("a press with nothing to draw changes nothing", len(entries()) == count)

box.send_signal(signal.SIGKILL)
box.wait()
box = start()
check("killed and started again, every entry is still there", len(entries()) == count, f"{count} entries")
check("and so is the lamp", until(lambda: chip.duty(lamp, 1.0) > 0.1, 10))

chip.pull_out()
told = until(lambda: 'class="trouble"' in get("/table"), 20)
sentences = re.findall(r'class="trouble">(.*?)<', get("/table"))
check("the chip pulled out is told on the page", told, sentences[:1])
check("and the page still plays", get("/table").count("Put away") == 1)
chip.plug_in()
check("plugged in again, the page is content", until(lambda: 'class="trouble"' not in get("/table"), 40))

chip.press(BOX.back_button)
time.sleep(0.3)
chip.press(BOX.fate_button)
with contextlib.suppress(subprocess.TimeoutExpired):
    box.wait(30)
asked = (work / "asked").read_text().strip() if (work / "asked").exists() else "nothing"
check("both thumbs end the box and ask for power off", box.returncode == 0 and asked == "poweroff", asked)
check("and have answered nothing", len(entries()) == count)
if box.poll() is None:
    box.kill()
sys.exit(check.end())
