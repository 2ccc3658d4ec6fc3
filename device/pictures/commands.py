"""``tableside pictures``, ``tableside read --score`` and ``tableside capture-set``."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from device.camera.camera import NoCamera
from device.camera.search import open_camera
from device.care.backup import alone
from device.pretend.sheets import PretendSheets
from device.settings import CameraSettings
from rules.ask import IllegalAnswer, Trouble
from vision.reading import Value

from . import bundle, score
from .bundle import Look
from .capture_set import CaptureSet, steps
from .kept import Kept, told

DEEDS = {"": 0, "show": 1, "export": 1, "forget": 0}


def run(options: Namespace, settings: CameraSettings, data: Path) -> int:
    """Whichever of the three was typed."""
    if options.command == "read":
        return measure(options.score)
    return capture(options, settings, data) if options.command == "capture-set" else pictures(options, data)


def pictures(options: Namespace, data: Path) -> int:
    """What is kept on this box; the camera's page has its own way to it."""
    deed, *rest = options.words or [""]
    kept = Kept(data / "pictures")
    if len(rest) != DEEDS.get(deed, -1):
        raise IllegalAnswer("Say it like this: tableside pictures [show NUMBER | export FILE.zip | forget]")
    if deed == "show":
        return _show(kept, rest[0], options.to)
    if deed == "export":
        Path(rest[0]).write_bytes(kept.packed())
        print(f"{told(kept.count)} in {rest[0]}.")
        return 0
    if deed == "forget":
        print(kept.forget())
        return 0
    for name, look in bundle.named(kept.folder) if kept.folder.is_dir() else ():
        where = f"{look.sheet}, {look.light}" if look.light else look.sheet
        print(f"{name.lstrip('0'):>6}  {look.why:<10}{where:<24}{look.count:>4} known, {_missed(look)} not read so")
    print("Pictures are kept." if kept.allowed else "No pictures are kept: switch it on under Camera.")
    return 0


def _missed(look: Look) -> int:
    """How many of a board's places were read otherwise then, or not surely."""
    read = {one.slot: one for one in look.readings}
    if look.lies:
        return sum(slot not in read or not read[slot].sure or read[slot].value != v for slot, v in look.lies.items())
    left = [one.value for one in look.readings if one.sure]
    return sum(value not in left for value in (*look.dice, *look.cards))


def _show(kept: Kept, number: str, to: Path | None) -> int:
    name = number.zfill(6)
    look = next((one for each, one in bundle.named(kept.folder) if each == name), None) if kept.count else None
    if look is None:
        raise Trouble(f"There is no picture {number}.")
    for kind, reading, truth in score.compared(look):
        if reading is None or not reading.sure or reading.value != truth:
            seen = "not found" if reading is None else f"{_said(reading.value)} ({reading.confidence:.2f})"
            place = f"{reading.slot}: " if reading is not None and look.lies else ""
            print(f"{kind}: {place}{_said(truth)} lies there; read: {seen}")
    print("\n".join(score.table(score.score([look]))))
    if to is not None:
        to.write_bytes(look.jpeg)
        print(f"The picture is in {to}.")
    return 0


def _said(value: Value | None) -> str:
    return "nothing" if value is None else str(value)


def measure(file: Path) -> int:
    """How well this version reads a bundle."""
    scores = score.score(bundle.looks(file))
    if not scores:
        raise Trouble(f"{file} holds no pictures with anything known on them.")
    print("\n".join(score.table(scores)))
    return 0


# A set taken on purpose


def capture(options: Namespace, settings: CameraSettings, data: Path) -> int:
    """Ten minutes with a camera and printed sheets."""
    with alone(data):  # the camera serves one at a time
        camera = PretendSheets() if options.pretend else open_camera(settings)
        try:
            if isinstance(camera, NoCamera):
                raise Trouble("No camera is connected. With --pretend you can see what would be asked.")
            wanted = steps(options.game)
            lay = camera.lay if isinstance(camera, PretendSheets) else lambda step: None
            taking = CaptureSet(wanted, camera, data / "capture-set", lay=lay, hear=_heard, tell=print)
            if options.anew:
                taking.forget()
            taking.run()
            options.to.write_bytes(taking.packed())
            print(f"\n{told(taking.taken)} in {options.to}. Please send it in, with the name of your camera.")
        finally:
            camera.close()
    return 0


def _heard() -> str:
    """A line that somebody typed; whoever types nothing more wants to stop."""
    print("> ", end="", flush=True)
    line = sys.stdin.readline()
    return line.strip().lower() if line else "q"
