"""The doctor: looks at every part of the box and says OK, or what to do.

Here is what can be seen without hands; `self_test` asks for eyes and fingers.
"""

from __future__ import annotations

import grp
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

import cv2
import numpy as np

from device.camera.camera import Camera, NoCamera, Picture
from device.camera.search import CameraLater
from device.live.journal import Journal
from device.live.journal_rows import JournalTrouble
from device.live.table import Table
from device.panel import wiring
from device.panel.panel import Panel
from device.panel.pins import on_a_pi
from device.settings import Settings
from device.sight import boards as looks
from device.voice.mouth import Espeak
from device.wifi.manager import DEVICE_FIELDS, OWN, SWITCHED_OFF, devices_in
from rules import games
from vision.find import register

from .backup import fault_of
from .chosen import Chosen
from .rescue import offer, set_aside_before
from .running import Running

DARK, BRIGHT = 40.0, 215.0  # mean of 0 to 255
BLUR = 60.0  # variance of the Laplacian of a small picture; a sharp table has hundreds
ROOM_MB = 500.0
HOT = 80.0  # °C, where a Pi slows down
GROUPS = {"gpio": "/dev/gpiochip*", "video": "/dev/video*"}
PACKAGES = ("flask", "gpiozero", "numpy", "lgpio", "picamera2", "segno")

# What `vcgencmd get_throttled` tells, bit by bit: now, and since it was switched on.
THROTTLED = {
    0: "the power is too weak now",
    1: "the processor is slowed down now",
    2: "the processor is held back now",
    3: "it is too hot now",
    16: "the power was too weak since it was switched on",
    17: "the processor was slowed down since it was switched on",
    18: "the processor was held back since it was switched on",
    19: "it was too hot since it was switched on",
}


@dataclass(frozen=True)
class Finding:
    """What the doctor says of one part.

    :param advice: what to do; empty when all is well.
    """

    part: str
    ok: bool
    sentence: str
    advice: str = ""

    def __str__(self) -> str:
        mark = "OK " if self.ok else "!! "
        return f"{mark} {self.part}: {self.sentence}" + (f" {self.advice}" if self.advice else "")


@dataclass
class Machine:
    """The computer as the doctor asks it; tests ask another."""

    root: Path = Path("/")
    is_pi: Callable[[], bool] = on_a_pi
    now: Callable[[], datetime] = datetime.now

    def run(self, *command: str) -> str | None:
        """What a program prints; `None` if it is not there or fails."""
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout.strip()

    def read(self, path: str) -> str | None:
        try:
            return (self.root / path.lstrip("/")).read_text(errors="replace").strip("\0\n ")
        except OSError:
            return None

    def find(self, pattern: str) -> list[Path]:
        return sorted(self.root.glob(pattern.lstrip("/")))

    def groups(self) -> set[str]:
        """The groups of whoever runs this."""
        names = set()
        for number in {os.getegid(), *os.getgroups()}:
            try:
                names.add(grp.getgrgid(number).gr_name)
            except KeyError:
                continue
        return names

    def is_root(self) -> bool:
        return os.geteuid() == 0

    def addresses(self) -> list[str]:
        """The numeric addresses other machines reach this one at."""
        found = []
        listed = self.run("ip", "-4", "-o", "addr", "show", "scope", "global") or ""
        for line in listed.splitlines():
            words = line.split()
            if "inet" in words:
                found.append(words[words.index("inet") + 1].split("/")[0])
        return found or [each for each in (self.run("hostname", "-I") or "").split() if "." in each]


def examine(
    settings: Settings,
    *,
    panel: Panel | None = None,
    camera: Camera | None = None,
    machine: Machine | None = None,
    markers: Callable[[Picture], Sequence[int]] | None = None,
    visiting: bool = False,
    beside: Running | None = None,
    mouth: Espeak | None = None,
    hall: str = "",
) -> list[Finding]:
    """Look at everything that needs no hands.

    :param panel: the running one; without it only the settings of the pins are looked at.
    :param camera: the running one.
    :param markers: finds the numbers of the corner markers in a picture.
    :param visiting: somebody looks from the command line; this is not the box itself.
    :param beside: the box that runs meanwhile.
    :param mouth: with which it speaks.
    :param hall: why the hall hears nothing of this table, as far as the running box knows.
    """
    machine = machine or Machine()
    return [
        *_settings(settings),
        *_pins(settings, machine),
        *_panel(settings, panel, machine),
        *_camera(camera, markers or markers_in),
        *_voice(settings, mouth or Espeak()),
        *_hall(settings, hall),
        *_disk(settings.data),
        *_games(settings.data),
        *_brought_games(),
        *_power(machine),
        *_temperature(machine),
        *_clock(machine),
        *_network(settings, machine),
        *_own_network(settings, machine),
        *_permissions(machine, visiting, beside),
        *_versions(machine),
    ]


def _settings(settings: Settings) -> Iterable[Finding]:
    where = str(settings.path) if settings.path else "No table.toml: using the defaults"
    yield Finding("settings", True, f"{where}.")


def _pins(settings: Settings, machine: Machine) -> Iterable[Finding]:
    told = wiring.check(settings.box, buses_on(machine))
    for sentence in told:
        yield Finding("wiring", False, sentence, "Change it in table.toml, and the wire with it.")
    if not told:
        yield Finding("wiring", True, f"{len(wiring.connections(settings.box))} wires, each with its own pin.")


def buses_on(machine: Machine) -> list[str]:
    """What of the header the Pi uses itself."""
    seen = {"I2C": "/dev/i2c-1", "SPI": "/dev/spidev0.*", "1-Wire": "/sys/bus/w1/devices/w1_bus_master*"}
    found = [bus for bus, pattern in seen.items() if machine.find(pattern)]
    console = machine.read("/proc/cmdline") or ""
    if "console=serial0" in console or "console=ttyS0" in console or "console=ttyAMA0" in console:
        found.append("serial port")
    return found


def _panel(settings: Settings, panel: Panel | None, machine: Machine) -> Iterable[Finding]:
    if panel is None:
        return
    if not panel.fitted:
        why = "table.toml says so" if settings.box.fitted == "no" else "this is no Raspberry Pi"
        yield Finding("panel", True, f"No buttons or lamps are used, as {why}.")
        return
    for problem in panel.problems:
        yield Finding("panel", False, problem, "Check the wire and the pin in table.toml.")
    if not panel.problems:
        count = len(settings.box.buttons), len(settings.box.lamps)
        yield Finding("panel", True, f"{count[0]} buttons and {count[1]} lamps answer.")


def _camera(camera: Camera | None, markers: Callable[[Picture], Sequence[int]]) -> Iterable[Finding]:
    if camera is None or isinstance(camera.chosen if isinstance(camera, CameraLater) else camera, NoCamera):
        yield Finding("camera", True, "No camera is used: you tap everything in.")
        return
    picture = camera.picture()
    if picture is None:
        yield Finding("camera", False, camera.trouble or "It gives no picture.", "Check its cable and its plug.")
        return
    height, width = picture.shape[:2]
    yield Finding("camera", True, f"It gives pictures of {width} by {height}.")
    yield from look_at(picture)
    yield from _markers(markers(picture))


def look_at(picture: Picture) -> Iterable[Finding]:
    """Is there light, and is it sharp?"""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (640, 640 * grey.shape[0] // grey.shape[1]), interpolation=cv2.INTER_AREA)
    light = float(small.mean())
    if light < DARK:
        yield Finding("light", False, f"The table is dark ({light:.0f} of 255).", "Switch on a lamp above it.")
    elif light > BRIGHT:
        yield Finding("light", False, f"The picture is washed out ({light:.0f} of 255).", "Keep lamps out of its view.")
    else:
        yield Finding("light", True, f"The table is well lit ({light:.0f} of 255).")
    sharp = float(np.var(cv2.Laplacian(small, cv2.CV_64F)))
    if sharp < BLUR:
        advice = "Wipe the lens, or set focus_cm in table.toml to the distance from lens to table."
        yield Finding("focus", False, f"The picture is blurred (sharpness {sharp:.0f}, needs {BLUR:.0f}).", advice)
    else:
        yield Finding("focus", True, f"The picture is sharp ({sharp:.0f}).")


def markers_in(picture: Picture) -> list[int]:
    """The numbers of all corner markers in a picture."""
    return sorted(register.markers(register.grey_of(picture)))


def _markers(seen: Sequence[int]) -> Iterable[Finding]:
    """Each printed board or mat that lies there, by its markers."""
    told = False
    for sheet in looks.layouts().values():
        mine = [number for number in seen if number in sheet.markers]
        if not mine:
            continue
        told = True
        count = f"{len(mine)} of the {len(sheet.markers)} corner markers of the {sheet.title} are seen."
        # Two suffice to find it, but then a sleeve over one of them loses it.
        if len(mine) >= 3:
            yield Finding("markers", True, count)
        else:
            advice = f"Move the camera or the {sheet.title} until its corners are in view, with nothing on them."
            yield Finding("markers", False, count, advice)
    if not told:
        advice = "lay a printed board or the reading mat under the camera to use them"
        yield Finding("markers", True, f"No corner markers are seen: {advice}.")


def _voice(settings: Settings, mouth: Espeak) -> Iterable[Finding]:
    """A box that cannot speak is no broken one: phones can, and everything can be read."""
    if mouth.trouble:
        yield Finding("voice", True, f"The box does not speak: {mouth.trouble}. Phones can.")
    elif settings.voice.says == "nothing":
        yield Finding("voice", True, "The box could speak; the settings keep it silent.")
    else:
        yield Finding("voice", True, f"espeak-ng speaks through the system's sound, in {settings.voice.name}.")


def _hall(settings: Settings, trouble: str) -> Iterable[Finding]:
    how = Chosen("hall", settings.hall, settings.data / "hall.json").now
    if not how.on or not how.address:
        yield Finding("hall", True, "This box is in no hall.")
    elif importlib.util.find_spec("paho") is None:
        yield Finding("hall", False, "It can't tell the hall: paho-mqtt is missing.", "pip install 'tableside[hall]'")
    elif trouble:
        yield Finding("hall", False, trouble, "Check address, user and password under Hall; the game goes on without.")
    else:
        yield Finding("hall", True, f"It tells the hall at {how.address} how “{how.name}” stands.")


def _disk(folder: Path) -> Iterable[Finding]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".doctor-") as trial:
            trial.write(b"written")
            trial.flush()
            os.fsync(trial.fileno())
        room = shutil.disk_usage(folder).free / 1e6
    except OSError as fault:
        advice = "Give this user the folder, or name another with --data or under [data] in table.toml."
        yield Finding("disk", False, f"{folder} cannot be written: {fault.strerror}.", advice)
        return
    if room < ROOM_MB:
        advice = "Free some room: games are saved after every answer."
        yield Finding("disk", False, f"{room:.0f} MB are left for games in {folder}.", advice)
    else:
        yield Finding("disk", True, f"{room / 1000:.1f} GB are left for games in {folder}.")


def _games(folder: Path) -> Iterable[Finding]:
    """Whether every saved game can be gone on with."""
    for name, sentences in set_aside_before(folder):
        yield Finding("games", False, " ".join(sentences), f"Once you need it no more, delete {name}.")
    if not os.access(folder / "games.db", os.R_OK):
        return
    if fault := fault_of(folder / "games.db"):
        advice = "Start the box again: it takes over what can be read, and says what it cannot."
        yield Finding("games", False, f"The journal is damaged on its card: {fault}.", advice)
        return
    try:
        journal = Journal(folder / "games.db")
    except JournalTrouble as trouble:
        yield Finding("games", False, str(trouble), "Put a copy back: tableside restore FILE.")
        return
    with closing(journal):
        table = Table(journal)
        saved = {each.id: each for each in journal.games()}
        notes, found = table.notes(), []
        for name, sentence in notes.items():
            whole = table.reading(name).whole
            found.append(Finding("games", whole, f"{name}: {sentence}", "" if whole else _read_with(name)))
        for name in saved:
            numbers = journal.damaged(name)
            if numbers and name not in notes:
                steps = f"{len(numbers)} of its {saved[name].entries} steps"
                found.append(Finding("games", False, f"{name}: {steps} were damaged on the card.", _read_with(name)))
        hurt = [finding for finding in found if "damaged" in finding.sentence]
        found += [Finding("games", True, sentence) for sentence in (offer(folder, saved) if hurt else ())]
    yield from found
    if not found:
        count = len(saved)
        yield Finding("games", True, f"{count} saved game{'s' * (count != 1)}, each ready to go on with.")


def _brought_games() -> Iterable[Finding]:
    """Games that installed packages bring along."""
    for sentence in games.broken().values():
        advice = "Install a newer version of the package that brings it, or uninstall it."
        yield Finding("games", False, sentence, advice)
    more = [games.game(name).title for name in games.names() if name not in games.NAMES]
    if more:
        yield Finding("games", True, f"Installed beside the box's own games: {', '.join(more)}.")


def _read_with(name: str) -> str:
    return f"Read it with: tableside log {name}."


def _power(machine: Machine) -> Iterable[Finding]:
    if not machine.is_pi():
        return
    told = machine.run("vcgencmd", "get_throttled") or ""
    try:
        bits = int(told.removeprefix("throttled="), 16)
    except ValueError:
        advice = "Add this user to the group video, so that vcgencmd answers."
        yield Finding("power", False, "The Pi does not say how its power is.", advice)
        return
    wrong = [sentence for bit, sentence in THROTTLED.items() if bits >> bit & 1]
    weak = any("power is" in one or "power was" in one for one in wrong)
    if weak:
        advice = "Use the official power supply and a short cable; unplug what hangs on USB."
        yield Finding("power", False, f"{', '.join(wrong).capitalize()}.", advice)
    elif wrong:
        yield Finding("power", False, f"{', '.join(wrong).capitalize()}.", "Give the Pi some air, or fit a cooler.")
    else:
        yield Finding("power", True, "The power is good, and has been since the box was switched on.")


def _temperature(machine: Machine) -> Iterable[Finding]:
    told = machine.read("/sys/class/thermal/thermal_zone0/temp")
    if told is None or not told.lstrip("-").isdigit():
        return
    degrees = int(told) / 1000
    if degrees >= HOT:
        yield Finding(
            "temperature", False, f"The processor is at {degrees:.0f} °C.", "Give it some air, or fit a cooler."
        )
    else:
        yield Finding("temperature", True, f"The processor is at {degrees:.0f} °C.")


def _clock(machine: Machine) -> Iterable[Finding]:
    now = machine.now()
    shown = f"{now:%Y-%m-%d %H:%M}"
    if now.year < 2025:
        advice = "Connect to a network once, or set it with timedatectl; only dates in the journal depend on it."
        yield Finding("clock", False, f"The clock says {shown}, which cannot be.", advice)
    else:
        yield Finding("clock", True, f"It is {shown}.")


def _network(settings: Settings, machine: Machine) -> Iterable[Finding]:
    addresses = [each for each in machine.addresses() if not each.startswith("127.")]
    port = "" if settings.page.port == 80 else f":{settings.page.port}"
    if not addresses:
        advice = "Join a Wi-Fi or plug in a cable; the box's own screen works without."
        yield Finding("network", False, "No phone can reach this box.", advice)
        return
    pages = " or ".join(f"http://{address}{port}" for address in addresses)
    yield Finding("network", True, f"Phones find the page at {pages}, or http://{settings.page.name}.local{port}.")


def _own_network(settings: Settings, machine: Machine) -> Iterable[Finding]:
    """Whether the box could bring a network of its own; one that can't is no broken one."""
    told = machine.run("nmcli", "-t", "-e", "yes", "-f", DEVICE_FIELDS, "device", "show")
    if told is None:
        advice = "the box can't bring its own network; everything else works"
        yield Finding("own network", True, f"NetworkManager does not run here: {advice}.")
        return
    radios = [each for each in devices_in(told) if each.kind == "wifi" and each.makes_networks]
    if settings.network.own == "never":
        yield Finding("own network", True, "The settings keep the box from making a network of its own.")
    elif not radios:
        yield Finding("own network", True, "No Wi-Fi radio here can make a network.")
    elif all(each.state == SWITCHED_OFF for each in radios):
        advice = "Set the WLAN country with sudo raspi-config, or: sudo rfkill unblock wifi."
        yield Finding("own network", False, "Wi-Fi is switched off, so the box can't bring its own network.", advice)
    elif not machine.find("/usr/sbin/dnsmasq"):
        sentence = "dnsmasq is missing: in the box's own network phones would get no address."
        yield Finding("own network", False, sentence, "sudo apt install dnsmasq-base")
    elif any(each.connection == OWN for each in radios):
        yield Finding("own network", True, "The box's own network is on.")
    else:
        when = "where no other works" if settings.network.own == "auto" else "when somebody wants it"
        yield Finding("own network", True, f"{radios[0].name} brings the box's own network {when}.")


def _permissions(machine: Machine, visiting: bool, beside: Running | None) -> Iterable[Finding]:
    advice = "Start the box as a user of its own, as the installed service does."
    if beside and beside.as_root:
        yield Finding("permissions", False, "The box runs as root.", advice)
        return
    if machine.is_root() and not visiting:
        yield Finding("permissions", False, "This runs as root.", advice)
        return
    if machine.is_root():
        yield Finding(
            "permissions", True, "You look as root, who may do everything; the box itself should not be root."
        )
        return
    mine = machine.groups()
    missing = [group for group, devices in GROUPS.items() if machine.find(devices) and group not in mine]
    if missing:
        advice = f"sudo usermod -aG {','.join(missing)} $USER, then log in again."
        names = " and ".join(missing)
        yield Finding("permissions", False, f"This user is not in the group {names}.", advice)
    else:
        yield Finding("permissions", True, "This user may use pins and camera.")


def _versions(machine: Machine) -> Iterable[Finding]:
    model = machine.read("/proc/device-tree/model") or platform.machine()
    found = [f"Python {platform.python_version()}", f"OpenCV {cv2.__version__}"]
    for name in ("tableside", *PACKAGES):
        try:
            found.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            continue
    ok = sys.version_info >= (3, 11)
    yield Finding(
        "versions", ok, f"{model}; {', '.join(found)}.", "" if ok else "Tableside needs Python 3.11 or newer."
    )
