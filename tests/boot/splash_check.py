"""The picture while the box starts, on a real kernel's frame buffer: the glass of a virtual machine, photographed.

Part of ``make boot-test``; the machine is the one of ``make power-test`` with a graphics card.
"""

from __future__ import annotations

import importlib.machinery
import importlib.util
import json
import random
import socket
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "power"))
import machine
from disc import Disc

HERE = machine.CODE


def ask(channel, **words) -> None:
    """One command of qemu's monitor, and its answer."""
    channel.write(json.dumps(words).encode() + b"\n")
    channel.flush()
    while "event" in (answer := json.loads(channel.readline())):
        pass
    assert "return" in answer or "QMP" in answer, answer


def photograph(place: Path, file: Path) -> None:
    with socket.socket(socket.AF_UNIX) as monitor:
        monitor.connect(str(place))
        with monitor.makefile("rwb") as channel:
            json.loads(channel.readline())
            ask(channel, execute="qmp_capabilities")
            ask(channel, execute="screendump", arguments={"filename": str(file)})


def pixels(file: Path) -> tuple[int, int, bytes]:
    """A picture as qemu writes it (PPM)."""
    kind, size, _, rest = file.read_bytes().split(b"\n", 3)
    assert kind == b"P6"
    width, height = map(int, size.split())
    return width, height, rest


def main() -> int:
    machine.WORK = HERE / "build/splash"
    machine.ROOT = machine.WORK / "root"
    machine.MODULES = (*machine.MODULES, "bochs")
    machine.build()
    loader = importlib.machinery.SourceFileLoader("splash", str(HERE / "systemd/splash"))
    splash = importlib.util.module_from_spec(importlib.util.spec_from_loader("splash", loader))
    loader.exec_module(splash)
    disc = Disc(bytes(1 << 20), random.Random(0))
    place, glass, monitor = machine.WORK / "disc.sock", machine.WORK / "glass.ppm", machine.WORK / "monitor.sock"
    with disc.plugged_in(place):
        screen = ("-device", "VGA", "-qmp", f"unix:{monitor},server=on,wait=off")
        process = machine.start(place, "picture=1 vt.global_cursor_default=0", *screen)
        try:
            told = []
            for line in process.stdout:
                told.append(line.decode(errors="replace"))
                if "@shown" in told[-1]:
                    break
            else:
                print(f"     the machine went out ({process.wait()}) after telling: {''.join(told)[-800:]}")
                return 1
            time.sleep(3)
            photograph(monitor, glass)
        finally:
            disc.cut()
            process.kill()
            process.wait()
    width, height, seen = pixels(glass)
    wanted = splash.frame(splash.picture(HERE / "systemd/splash.png"), width, height, 4 * width, 32)
    shown = bytes(byte for at in range(0, len(wanted), 4) for byte in (wanted[at + 2], wanted[at + 1], wanted[at]))
    same = sum(one == other for one, other in zip(seen, shown, strict=True)) / len(shown)
    print(f"     {same:.2%} of {width} by {height} as drawn")
    return 0 if same > 0.999 else 1


if __name__ == "__main__":
    sys.exit(main())
