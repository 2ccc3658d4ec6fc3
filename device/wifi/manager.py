"""NetworkManager, asked and told through its own command `nmcli`: everything it prints is read here and nowhere else.

No password is ever a word of a command, which everybody on the box could read: they go in by standard input.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

OWN = "Tableside's own network"
"""What NetworkManager calls it among the networks it has saved."""

OWN_ADDRESS = "10.42.42.1/24"
"""The box's number in it; `systemd/tableside.dnsmasq.conf` leads phones' questions there."""

BUSY, CONNECTED = range(40, 100), 100  # NetworkManager's numbers for how far a device is
UNMANAGED, SWITCHED_OFF = 10, 20
NOT_RUNNING, NOT_INSTALLED = 8, 127  # what nmcli ends with
PATIENCE = 20.0  # seconds for what NetworkManager knows by heart
CONNECTING = 45.0  # seconds for a network to let the box in

DEVICE_FIELDS = "GENERAL.DEVICE,GENERAL.TYPE,GENERAL.STATE,GENERAL.CONNECTION,WIFI-PROPERTIES.AP,IP4.ADDRESS"

Run = Callable[[Sequence[str], str, float], "Ran"]


@dataclass(frozen=True)
class Ran:
    """A command that has ended: 0 when all went well."""

    code: int
    said: str = ""
    complained: str = ""


@dataclass(frozen=True)
class Device:
    """A cable's socket or a radio.

    :param state: NetworkManager's number: 100 is connected, 20 switched off.
    :param addresses: such as ``192.168.1.20/24``.
    :param makes_networks: a radio that can be an access point.
    """

    name: str
    kind: str
    state: int
    connection: str = ""
    addresses: tuple[str, ...] = ()
    makes_networks: bool = False
    is_linked: bool = True

    @property
    def works(self) -> bool:
        return self.state == CONNECTED and bool(self.addresses) and self.is_linked


@dataclass(frozen=True)
class Heard:
    """A network that the radio hears.

    :param signal: 0 to 100.
    :param security: as NetworkManager says it, such as "WPA2"; empty if anybody may come in.
    :param hidden: it tells nobody its name, so somebody typed it.
    """

    name: str
    signal: int
    security: str = ""
    hidden: bool = False

    @property
    def open(self) -> bool:
        return not self.security

    @property
    def needs_a_user(self) -> bool:
        """It wants a name and a password for each person, as offices and universities have it."""
        return "802.1X" in self.security


@dataclass(frozen=True)
class Own:
    """Name and password of the network that the box brings."""

    name: str
    password: str

    def __repr__(self) -> str:  # no log shall hold the password
        return f"Own({self.name!r})"


class ManagerTrouble(Exception):
    """NetworkManager could not do it; the message says why, in its own words or ours."""


class NotHere(ManagerTrouble):
    """No NetworkManager looks after this box."""


def run(command: Sequence[str], given: str = "", seconds: float = PATIENCE) -> Ran:
    """Run *command* with *given* as its input, in plain English whatever the box speaks."""
    try:
        done = subprocess.run(
            command,
            input=given,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
    except FileNotFoundError:
        return Ran(NOT_INSTALLED)
    except (OSError, subprocess.TimeoutExpired) as fault:
        return Ran(1, "", type(fault).__name__)
    return Ran(done.returncode, done.stdout, done.stderr)


class Manager:
    """NetworkManager.

    :param run: runs a command; tests bring another.
    """

    def __init__(self, run: Run = run, root: Path = Path("/")) -> None:
        self._run = run
        self._root = root
        self._called: dict[str, str] = {}

    def devices(self) -> list[Device]:
        """Every cable and radio that NetworkManager looks after."""
        found = devices_in(self._must("-f", DEVICE_FIELDS, "device", "show"))
        linked = self.links()
        return [
            replace(each, is_linked=linked.get(each.name, True), connection=self._by_its_name(each)) for each in found
        ]

    def _by_its_name(self, device: Device) -> str:
        """What people call the network that a radio is in; a Pi's card may have saved it as "preconfigured"."""
        saved_as = device.connection
        if device.kind != "wifi" or saved_as in ("", OWN):
            return saved_as
        if saved_as not in self._called:
            shown = self._ask("-f", "802-11-wireless.ssid", "connection", "show", "id", saved_as)
            if shown.code:
                return saved_as
            name = dict(pairs_in(shown.said)).get("802-11-wireless.ssid") or saved_as
            self._called[saved_as] = not_ours(name)
        return self._called[saved_as]

    def links(self) -> dict[str, bool]:
        """Which cables and radios have somebody at the other end; NetworkManager hopes for 15 seconds first."""
        return {file.parent.name: _reads(file) == "1" for file in self._root.glob("sys/class/net/*/carrier")}

    def heard(self, device: str, *, anew: bool = False) -> list[Heard]:
        """The networks in reach, the strongest first; *anew* takes some seconds and needs a radio that is free."""
        rescan = "yes" if anew else "no"
        listed = ("-f", "SSID,SIGNAL,SECURITY", "device", "wifi", "list", "ifname", device, "--rescan", rescan)
        return heard_in(self._must(*listed, seconds=CONNECTING))

    def saved(self) -> dict[str, str]:
        """The networks the box could join by itself: by name, under which NetworkManager keeps them."""
        found = {}
        for name, kind, uuid in table_in(self._must("-f", "NAME,TYPE,UUID", "connection", "show"), 3):
            if kind == "802-11-wireless" and name != OWN:
                shown = self._ask("-f", "802-11-wireless.ssid", "connection", "show", "uuid", uuid)
                found[dict(pairs_in(shown.said)).get("802-11-wireless.ssid") or name] = uuid
        return found

    def own(self) -> Own | None:
        """The box's own network, if it was ever made."""
        fields = "802-11-wireless.ssid,802-11-wireless-security.psk"
        shown = self._ask("-s", "-f", fields, "connection", "show", "id", OWN)
        found = dict(pairs_in(shown.said))
        name, password = (found.get(field, "") for field in fields.split(","))
        return Own(name, password) if shown.code == 0 and name and password else None

    def make_own(self, own: Own) -> None:
        """Save the box's own network, for whenever it is wanted."""
        self._ask("connection", "delete", "id", OWN)
        # Only what every phone understands: 2.4 GHz, WPA2. Frames protected in WPA3's way trouble the Pi's radio.
        security = ("key-mgmt wpa-psk", "proto rsn", "pairwise ccmp", "group ccmp", "pmf disable")
        self._add(OWN, own.name, ("mode", "ap", "band", "bg"), security, own.password)
        self._must(
            *("connection", "modify", "id", OWN, "ipv4.method", "shared", "ipv4.addresses", OWN_ADDRESS),
            *("ipv4.dad-timeout", "0", "ipv6.method", "disabled"),  # nobody can have its number before it opens
        )

    def forget_own(self) -> None:
        self._ask("connection", "delete", "id", OWN)

    def open_own(self, device: str) -> None:
        """Be an access point."""
        self._up("id", OWN, device)

    def close_own(self) -> None:
        """Leave the radio to whatever network is known."""
        self._must("--wait", "10", "connection", "down", "id", OWN, seconds=CONNECTING)

    def join(self, device: str, heard: Heard, password: str) -> None:
        """Join a network and keep it for later; with the wrong password nothing is kept.

        :param password: empty for an open network, or for one that is saved already.
        """
        known = self.saved().get(heard.name)
        if known and not password:
            self._up("uuid", known, device)
            return
        management = "sae" if heard.security == "WPA3" else "wpa-psk"
        radio = ("hidden", "yes") if heard.hidden else ()
        called = not_ours(heard.name)
        uuid = self._add(called, heard.name, radio, (f"key-mgmt {management}",) if password else (), password)
        try:
            self._up("uuid", uuid, device)
        except ManagerTrouble:
            self._ask("connection", "delete", "uuid", uuid)
            raise
        self._must("connection", "modify", "uuid", uuid, "connection.autoconnect", "yes")
        if known:
            self._ask("connection", "delete", "uuid", known)

    def phones(self, device: str) -> int | None:
        """How many are in the box's own network; `None` if nobody can tell."""
        told = self._run(("iw", "dev", device, "station", "dump"), "", PATIENCE)
        return None if told.code else len(re.findall(r"^Station ", told.said, re.MULTILINE))

    def room(self, device: str) -> int | None:
        """How many phones the radio takes, as far as that is known.

        A Pi's stock firmware takes 7 to 10, its smaller one 19: https://github.com/RPi-Distro/firmware-nonfree
        """
        driver = self._root / "sys/class/net" / device / "device/driver"
        if not driver.is_symlink() or driver.readlink().name != "brcmfmac":
            return None
        chosen = self._root / "etc/alternatives/cyfmac43455-sdio.bin"
        return 19 if chosen.is_symlink() and "minimal" in chosen.readlink().name else 7

    def listen(self) -> subprocess.Popen[str] | None:
        """A program that prints a line whenever something changes."""
        try:
            return subprocess.Popen(
                ("nmcli", "monitor"),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        except OSError:
            return None

    # What is said to nmcli

    def _ask(self, *words: str, given: str = "", seconds: float = PATIENCE) -> Ran:
        return self._run(("nmcli", "-t", "-e", "yes", *words), given, seconds)

    def _must(self, *words: str, given: str = "", seconds: float = PATIENCE) -> str:
        done = self._ask(*words, given=given, seconds=seconds)
        if done.code in (NOT_RUNNING, NOT_INSTALLED):
            raise NotHere("NetworkManager is not running.")
        if done.code:
            raise ManagerTrouble(reason_in(done))
        return done.said

    def _add(self, called: str, name: str, radio: Sequence[str], security: Sequence[str], password: str) -> str:
        """Save a Wi-Fi network that is not joined by itself; its password goes in by the editor's input."""
        more = [f"802-11-wireless.{word}" if at % 2 == 0 else word for at, word in enumerate(radio)]
        said = self._must(
            *("connection", "add", "type", "wifi", "ifname", "*", "con-name", called, "ssid", name),
            *("connection.autoconnect", "no", *more),
        )
        found = re.search(r"\(([0-9a-f-]{36})\)", said)
        if not found:
            raise ManagerTrouble("NetworkManager did not say what it saved.")
        uuid = found[1]
        if security:
            lines = [f"set 802-11-wireless-security.{each}" for each in security]
            lines += [f"set 802-11-wireless-security.psk {password}", "save persistent", "quit", ""]
            try:
                self._must("connection", "edit", "uuid", uuid, given="\n".join(lines))
                if "psk:<hidden>" not in self._must("-f", "802-11-wireless-security.psk", "connection", "show", uuid):
                    raise ManagerTrouble("NetworkManager did not take the password.")
            except ManagerTrouble:
                self._ask("connection", "delete", "uuid", uuid)
                raise
        return uuid

    def _up(self, kind: str, which: str, device: str) -> None:
        """Bring up what is saved under this "id" or "uuid"."""
        wait = ("--wait", str(int(CONNECTING) - 5))
        try:
            self._must(*wait, "connection", "up", kind, which, "ifname", device, seconds=CONNECTING)
        except ManagerTrouble:
            # A slow network may let the box in at the very moment at which nmcli loses its patience.
            active = self._ask("-f", "NAME,UUID,STATE", "connection", "show", "--active")
            if not any(which in called and state == "activated" for *called, state in table_in(active.said, 3)):
                raise


def _reads(file: Path) -> str:
    try:
        return file.read_text().strip()
    except OSError:  # nobody can ask a device that is off
        return ""


def not_ours(name: str) -> str:
    """What somebody else's network is called here: one that goes by the name of ours is still none of ours."""
    return f"“{name}”" if name == OWN else name


# What nmcli prints


def unescaped(text: str) -> str:
    """A field of a table as it was before nmcli put backslashes before colons and backslashes."""
    return re.sub(r"\\(.)", r"\1", text)


def fields_in(line: str) -> list[str]:
    """The fields of one line of ``nmcli -t -e yes``."""
    return [unescaped(field) for field in re.findall(r"(?:^|(?<=:))((?:\\.|[^\\:])*)(?=:|$)", line)]


def table_in(said: str, columns: int) -> Iterator[list[str]]:
    """The rows of a table; what has not as many columns is no row of it."""
    for line in said.splitlines():
        if len(fields := fields_in(line)) == columns:
            yield fields


def pairs_in(said: str) -> Iterator[tuple[str, str]]:
    """Names and values, one to a line; nmcli escapes nothing here, and the first colon parts them."""
    for line in said.splitlines():
        name, colon, value = line.partition(":")
        if colon:
            yield name, value


def devices_in(said: str) -> list[Device]:
    """What ``nmcli device show`` tells of each device, one after the other with an empty line between them."""
    found = []
    for block in re.split(r"\n\s*\n", said):
        told = dict(pairs_in(block))
        addresses = tuple(value for name, value in told.items() if name.startswith("IP4.ADDRESS"))
        state = re.match(r"\d+", told.get("GENERAL.STATE", ""))
        if told.get("GENERAL.DEVICE") and state:
            makes = told.get("WIFI-PROPERTIES.AP") == "yes" and int(state[0]) > UNMANAGED
            name, kind, connection = (told.get(f"GENERAL.{word}", "") for word in ("DEVICE", "TYPE", "CONNECTION"))
            found.append(Device(name, kind, int(state[0]), connection, addresses, makes))
    return found


def heard_in(said: str) -> list[Heard]:
    """Each network once, as strong as its strongest access point, without those that hide their name."""
    best: dict[str, Heard] = {}
    for name, signal, security in table_in(said, 3):
        if name and signal.isdigit() and (name not in best or best[name].signal < int(signal)):
            best[name] = Heard(name, int(signal), "" if security == "--" else security)
    return sorted(best.values(), key=lambda each: (-each.signal, each.name))


def reason_in(done: Ran) -> str:
    """Why nmcli failed, in few words for people; what it says itself only where none of ours fits."""
    complaint = done.complained.strip() or done.said.strip()
    for words, sentence in REASONS.items():
        if words in complaint:
            return sentence
    last = complaint.splitlines()[-1] if complaint else ""
    return last.removeprefix("Error: ") or "NetworkManager does not say why."


REASONS = {
    "Secrets were required": "The password isn't right.",
    "802-11-wireless-security.psk": "The password isn't right.",
    "property is invalid": "The password isn't right.",
    "network could not be found": "It's out of reach.",
    "Timeout expired": "It didn't answer in time.",
    "TimeoutExpired": "It didn't answer in time.",
    "IP configuration could not be reserved": "It gave the box no address.",
    "Not authorized": "This box's user may not change the network.",
    "Insufficient privileges": "This box's user may not change the network.",
}
