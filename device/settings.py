"""What `table.toml` says: pins, camera, page, network, players, voice, hall, data folder.

Every key has a default, so an empty file, or none, is a good one. A wrong one is told in a sentence naming
file, section and key, what was expected and what came.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime, time
from pathlib import Path
from typing import Any, TypeVar

SEATS = 5  # lamps on the box
HIGHEST_GPIO = 27  # on the 40-pin header


class SettingsError(ValueError):
    """Something in `table.toml` cannot be meant; the message is for whoever wrote the file."""


@dataclass(frozen=True)
class Box:
    """Buttons, lamps, digit and buzzer. Pins are BCM numbers; `None` is a part that is not there."""

    fitted: str = "auto"  # "auto": yes on a Raspberry Pi, no elsewhere
    fate_button: int | None = 17
    yes_button: int | None = 27
    back_button: int | None = 22
    buttons_to: str = "ground"  # what a pressed button connects its pin to
    fate_lamp: int | None = 18
    seat_lamps: tuple[int | None, ...] = (5, 6, 13, 19, 26)
    camera_lamp: int | None = 7
    lamps_lit: str = "high"
    digit: tuple[int, ...] | None = (23, 24, 25, 12, 16, 20, 21)  # segments a to g
    digit_dot: int | None = None
    digit_common: str = "cathode"
    buzzer: int | None = 4
    sound: bool = True
    brightness: float = 0.8
    quiet_hours: tuple[time, time] | None = None
    quiet_brightness: float = 0.2
    debounce: float = 0.03  # seconds
    hold: float = 1.0  # seconds
    shut_down_hold: float = 3.0  # seconds

    @property
    def buttons(self) -> dict[str, int]:
        """The pin of each button that is there."""
        pins = {"fate": self.fate_button, "yes": self.yes_button, "back": self.back_button}
        return {name: pin for name, pin in pins.items() if pin is not None}

    @property
    def lamps(self) -> dict[str, int]:
        """The pin of each lamp that is there: "fate", "seat 1" to "seat 5", "camera"."""
        pins = {"fate": self.fate_lamp}
        pins |= {f"seat {seat + 1}": pin for seat, pin in enumerate(self.seat_lamps)}
        pins["camera"] = self.camera_lamp
        return {name: pin for name, pin in pins.items() if pin is not None}

    @property
    def segments(self) -> dict[str, int]:
        """The pin of each segment of the digit: "a" to "g", and "dot"."""
        pins = dict(zip("abcdefg", self.digit or (), strict=False))
        if self.digit and self.digit_dot is not None:
            pins["dot"] = self.digit_dot
        return pins


@dataclass(frozen=True)
class CameraSettings:
    """Which camera looks at the table, and how."""

    kind: str = "auto"  # "auto", "pi", "usb", "folder" or "none"
    number: int = 0
    folder: Path | None = None
    size: tuple[int, int] = (2304, 1296)
    small: tuple[int, int] = (320, 180)  # for noticing that something moved
    frames: float = 10.0  # a second
    upside_down: bool = False
    focus_cm: float | None = None  # lens to table; `None`: find it once, then keep it
    exposure_ms: float | None = None
    wait: float = 3.0  # seconds for one picture


@dataclass(frozen=True)
class Page:
    """Where phones find the page."""

    host: str = "0.0.0.0"
    port: int = 8080
    name: str = "tableside"


@dataclass(frozen=True)
class Network:
    """Whether the box brings a network of its own."""

    own: str = "auto"  # "auto": where no other works; "by hand": only when somebody wants it; "never"


@dataclass(frozen=True)
class Table:
    """Who usually sits here, in the order of the seat lamps."""

    players: tuple[str, ...] = ()


@dataclass(frozen=True)
class Voice:
    """How the box speaks, until somebody says otherwise on its page."""

    says: str = "everything"  # "nothing", "results", "turns" or "everything"
    stories: bool = True
    volume: int = 70  # percent
    pace: int = 165  # words a minute
    name: str = "en-gb"  # of espeak-ng's voices
    quiet_hours: tuple[time, time] | None = None
    by_ear: bool = False  # choices are read out by number, and buttons step through them


@dataclass(frozen=True)
class Hall:
    """Whether and where the box tells how its table stands. Without it nothing leaves the box."""

    on: bool = False
    address: str = ""  # of the MQTT broker
    port: int | None = None  # `None`: 1883, or 8883 with TLS
    name: str = "Table"  # of this table
    user: str = ""
    password: str = ""
    tls: bool = False
    certificate: Path | None = None  # of whoever signed the broker's; `None`: the system knows them
    buttons: bool = False  # may the house press "draw" and "yes"?

    @property
    def door(self) -> int:
        """The port of the broker."""
        return self.port or (8883 if self.tls else 1883)


@dataclass(frozen=True)
class Settings:
    """The whole of `table.toml`."""

    box: Box = field(default_factory=Box)
    camera: CameraSettings = field(default_factory=CameraSettings)
    page: Page = field(default_factory=Page)
    network: Network = field(default_factory=Network)
    table: Table = field(default_factory=Table)
    voice: Voice = field(default_factory=Voice)
    hall: Hall = field(default_factory=Hall)
    data: Path = Path("tableside")
    path: Path | None = None  # the file this came from


Reader = Callable[[Any], Any]
Section = TypeVar("Section", Box, CameraSettings, Page, Network, Table, Voice, Hall)


class ExpectedError(Exception):
    """A reader's word on what should have stood there."""


def _shown(value: object) -> str:
    """*value* as somebody would type it into the file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return "[" + ", ".join(_shown(one) for one in value) + "]"
    return "a table" if isinstance(value, dict) else str(value)


def _whole(lowest: int, highest: int) -> Reader:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
            raise ExpectedError(f"a whole number from {lowest} to {highest}")
        return value

    return read


def _number(lowest: float, highest: float, unit: str = "") -> Reader:
    def read(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not lowest <= value <= highest:
            raise ExpectedError(f"a number from {lowest:g} to {highest:g}" + (f" ({unit})" if unit else ""))
        return float(value)

    return read


def _one_of(*words: str) -> Reader:
    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in words:
            raise ExpectedError(" or ".join(f'"{word}"' for word in words))
        return value

    return read


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ExpectedError("a text")
    return value.strip()


def _words(longest: int) -> Reader:
    def read(value: Any) -> str:
        if not isinstance(value, str) or len(value.strip()) > longest or not value.isprintable():
            raise ExpectedError(f"a text of up to {longest} letters")
        return value.strip()

    return read


ADDRESS = re.compile(r"[A-Za-z0-9_-]{1,63}(\.[A-Za-z0-9_-]{1,63}){0,9}|[0-9A-Fa-f]*:[0-9A-Fa-f.]*:[0-9A-Za-z:.%]*|")


def _address(value: Any) -> str:
    """Of a computer in the network: its name or number, and nothing around it."""
    if not isinstance(value, str) or not ADDRESS.fullmatch(value.strip()):
        raise ExpectedError('an address such as "192.168.1.5" or "hall.local", and nothing else')
    return value.strip()


def _user(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9_-]{0,40}", value):
        raise ExpectedError('letters, digits, "-" and "_", such as "table-7"')
    return value


def _voice(value: Any) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[A-Za-z0-9+_-]{1,40}", value):
        raise ExpectedError('a voice such as "en-gb" or "en-us+f3"; `espeak-ng --voices` lists them')
    return value


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ExpectedError("true or false")
    return value


def _pin(value: Any) -> int | None:
    if value is False:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= HIGHEST_GPIO:
        raise ExpectedError(f"a GPIO number from 0 to {HIGHEST_GPIO}, or false if the part is not fitted")
    return value


def _pins(count: int) -> Reader:
    def read(value: Any) -> tuple[int | None, ...]:
        if value is False:
            return (None,) * count
        if not isinstance(value, list) or len(value) > count:
            raise ExpectedError(f"a list of up to {count} GPIO numbers (false for one not fitted)")
        return tuple(_pin(one) for one in value) + (None,) * (count - len(value))

    return read


def _segments(value: Any) -> tuple[int, ...] | None:
    if value is False:
        return None
    pins = [_pin(one) for one in value] if isinstance(value, list) else []
    if len(pins) != 7 or None in pins:
        raise ExpectedError("the seven GPIO numbers of segments a, b, c, d, e, f, g, or false")
    return tuple(pin for pin in pins if pin is not None)


def _hours(value: Any) -> tuple[time, time] | None:
    if value is False:
        return None
    try:
        start, end = (time.fromisoformat(part.strip()) for part in value.split("-"))
    except (AttributeError, ValueError):
        raise ExpectedError('hours such as "22:00-07:00", or false') from None
    return start, end


def within(hours: tuple[time, time] | None, at: datetime) -> bool:
    """Is it one of these hours? They may begin in the evening and end in the morning."""
    if hours is None:
        return False
    start, end = hours
    now = at.time()
    return start <= now < end if start <= end else now >= start or now < end


def _size(lowest: int, highest: int) -> Reader:
    def read(value: Any) -> tuple[int, int]:
        good = isinstance(value, list) and len(value) == 2
        if not good or any(type(one) is not int or not lowest <= one <= highest for one in value):
            raise ExpectedError(f"[width, height] in pixels, each from {lowest} to {highest}")
        return value[0], value[1]

    return read


def _folder(value: Any) -> Path | None:
    if value is False:
        return None
    return Path(_text(value)).expanduser()


def _or_false(read: Reader) -> Reader:
    def either(value: Any) -> Any:
        return None if value is False else read(value)

    return either


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > SEATS or not all(isinstance(one, str) for one in value):
        raise ExpectedError(f'a list of up to {SEATS} names, such as ["Ann", "Ben"]')
    names = tuple(one.strip() for one in value)
    if "" in names or len(set(names)) < len(names):
        raise ExpectedError("names that differ and are not empty")
    return names


BOX: Mapping[str, Reader] = {
    "fitted": _one_of("auto", "yes", "no"),
    "fate_button": _pin,
    "yes_button": _pin,
    "back_button": _pin,
    "buttons_to": _one_of("ground", "3.3V"),
    "fate_lamp": _pin,
    "seat_lamps": _pins(SEATS),
    "camera_lamp": _pin,
    "lamps_lit": _one_of("high", "low"),
    "digit": _segments,
    "digit_dot": _pin,
    "digit_common": _one_of("cathode", "anode"),
    "buzzer": _pin,
    "sound": _yes_or_no,
    "brightness": _number(0.05, 1),
    "quiet_hours": _hours,
    "quiet_brightness": _number(0, 1),
    "debounce": _number(0, 0.5, "seconds"),
    "hold": _number(0.3, 5, "seconds"),
    "shut_down_hold": _number(1, 20, "seconds"),
}
CAMERA: Mapping[str, Reader] = {
    "kind": _one_of("auto", "pi", "usb", "folder", "none"),
    "number": _whole(0, 63),
    "folder": _folder,
    "size": _size(320, 9248),
    "small": _size(64, 1280),
    "frames": _number(1, 60, "a second"),
    "upside_down": _yes_or_no,
    "focus_cm": _or_false(_number(5, 1000, "centimetres")),
    "exposure_ms": _or_false(_number(0.05, 1000, "milliseconds")),
    "wait": _number(0.2, 30, "seconds"),
}
PAGE: Mapping[str, Reader] = {"host": _text, "port": _whole(1, 65535), "name": _text}
NETWORK: Mapping[str, Reader] = {"own": _one_of("auto", "by hand", "never")}
TABLE: Mapping[str, Reader] = {"players": _names}
VOICE: Mapping[str, Reader] = {
    "says": _one_of("nothing", "results", "turns", "everything"),
    "stories": _yes_or_no,
    "volume": _whole(0, 100),
    "pace": _whole(80, 320),
    "name": _voice,
    "quiet_hours": _hours,
    "by_ear": _yes_or_no,
}
HALL: Mapping[str, Reader] = {
    "on": _yes_or_no,
    "address": _address,
    "port": _or_false(_whole(1, 65535)),
    "name": _words(24),
    "user": _user,
    "password": _words(200),
    "tls": _yes_or_no,
    "certificate": _folder,
    "buttons": _yes_or_no,
}
DATA: Mapping[str, Reader] = {"folder": _folder}
SECTIONS = {
    "box": BOX,
    "camera": CAMERA,
    "page": PAGE,
    "network": NETWORK,
    "table": TABLE,
    "voice": VOICE,
    "hall": HALL,
    "data": DATA,
}


def load(path: Path | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """Read *path*; without one the user's or the machine's `table.toml`, and without those the defaults."""
    if path is None:
        path = next((place for place in places(environ) if place.is_file()), None)
    written = _read_file(path) if path else {}
    where = str(path)
    known = _known(where, written)
    box = _section(Box, known["box"])
    camera = _section(CameraSettings, known["camera"])
    if camera.kind == "folder" and camera.folder is None:
        raise SettingsError(f'{where}: [camera] folder: expected the folder of pictures, as kind is "folder"')
    if camera.small[0] > camera.size[0] or camera.small[1] > camera.size[1]:
        raise SettingsError(f"{where}: [camera] small: expected no more than size {list(camera.size)}")
    return Settings(
        box=box,
        camera=camera,
        page=_section(Page, known["page"]),
        network=_section(Network, known["network"]),
        table=_section(Table, known["table"]),
        voice=_section(Voice, known["voice"]),
        hall=_section(Hall, known["hall"]),
        data=known["data"].get("folder") or default_data(environ),
        path=path,
    )


def places(environ: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """Where `table.toml` is looked for, the user's own first."""
    home = Path(environ.get("HOME") or Path.home())
    config = Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
    return config / "tableside" / "table.toml", Path("/etc/tableside/table.toml")


def default_data(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder for games and packs: systemd's when it gives one, else the user's data folder."""
    if state := environ.get("STATE_DIRECTORY"):
        return Path(state.split(":")[0])
    home = Path(environ.get("HOME") or Path.home())
    return Path(environ.get("XDG_DATA_HOME") or home / ".local" / "share") / "tableside"


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise SettingsError(f"{path}: expected a settings file, found none") from None
    except OSError as fault:
        raise SettingsError(f"{path}: cannot be read: {fault.strerror}") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: expected text in UTF-8") from None
    except tomllib.TOMLDecodeError as fault:
        raise SettingsError(f"{path}: expected TOML: {fault}") from None


def _known(where: str, written: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Each section's values, read and checked."""
    read: dict[str, dict[str, Any]] = {name: {} for name in SECTIONS}
    for section, keys in written.items():
        if section not in SECTIONS:
            raise SettingsError(f"{where}: [{section}] is no section{_perhaps(section, SECTIONS)}")
        if not isinstance(keys, dict):
            raise SettingsError(f"{where}: expected a section [{section}], got {section} = {_shown(keys)}")
        readers = SECTIONS[section]
        for key, value in keys.items():
            if key not in readers:
                raise SettingsError(f"{where}: [{section}] {key} is no key{_perhaps(key, readers)}")
            try:
                read[section][key] = readers[key](value)
            except ExpectedError as expected:
                got = _shown(value)
                raise SettingsError(f"{where}: [{section}] {key}: expected {expected}, got {got}") from None
    return read


def _perhaps(word: str, known: Mapping[str, object]) -> str:
    """The key that was likely meant, or all of them."""
    close = difflib.get_close_matches(word, known, n=1)
    return f"; did you mean {close[0]}?" if close else f"; expected one of {', '.join(known)}"


def _section(kind: type[Section], values: Mapping[str, Any]) -> Section:
    assert set(values) <= {one.name for one in fields(kind)}
    return kind(**values)
