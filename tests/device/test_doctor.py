"""The doctor: each part OK, or a sentence and what to do."""

from datetime import datetime
from pathlib import Path

import cv2
import numpy as np
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.camera.camera import FolderCamera, NoCamera
from device.care import doctor
from device.care.doctor import Finding, Machine, examine
from device.care.running import Running
from device.panel.panel import Panel
from device.settings import Box, Hall, Network, Page, Settings, Voice
from device.voice.mouth import Espeak
from rules import markers
from vision.find.register import Layout
from vision.scene import board as scene
from vision.scene import mat as scene_mat


class Fake(Machine):
    """A machine that says what the test wants."""

    def __init__(self, root: Path, **more) -> None:
        super().__init__(
            root=root, is_pi=lambda: more.get("pi", True), now=lambda: more.get("now", datetime(2026, 3, 1))
        )
        self.more = more
        self.said = {
            "vcgencmd": "throttled=0x0",
            "ip": "2: wlan0    inet 192.168.4.20/24 brd 192.168.4.255 scope global wlan0",
        } | more.get("said", {})

    def run(self, *command):
        return self.said.get(command[0])

    def groups(self):
        return self.more.get("groups", {"gpio", "video"})

    def is_root(self):
        return self.more.get("superuser", False)


def put(root: Path, path: str, text: str = "") -> None:
    place = root / path.lstrip("/")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)


def findings(tmp_path, settings=None, **more) -> dict[str, Finding]:
    settings = settings or Settings(data=tmp_path / "data")
    hands = {
        name: more.pop(name) for name in ("panel", "camera", "markers", "visiting", "beside", "hall") if name in more
    }
    found = examine(settings, machine=Fake(tmp_path / "root", **more), **hands)
    return {finding.part: finding for finding in found}


def test_a_healthy_pi_has_nothing_to_do(tmp_path):
    put(tmp_path / "root", "/sys/class/thermal/thermal_zone0/temp", "48312\n")
    put(tmp_path / "root", "/proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    found = findings(tmp_path)
    assert all(finding.ok and not finding.advice for finding in found.values())
    assert {*found} == {
        "settings", "wiring", "camera", "disk", "power", "temperature", "clock", "network", "permissions", "versions",
        "voice", "hall", "own network",
    }  # fmt: skip
    assert found["temperature"].sentence == "The processor is at 48 °C."
    assert found["versions"].sentence.startswith("Raspberry Pi 5 Model B Rev 1.0; Python 3.")


@pytest.mark.parametrize(
    ("cards", "says", "sentence"),
    [
        (" 0 [Headphones     ]: bcm2835", "turns", "espeak-ng speaks through the system's sound, in en-gb."),
        (" 0 [Headphones     ]: bcm2835", "nothing", "The box could speak; the settings keep it silent."),
        ("--- no soundcards ---", "turns", "The box does not speak: no sound card was found. Phones can."),
    ],
)
def test_whether_the_box_can_speak(tmp_path, cards, says, sentence):
    (tmp_path / "cards").write_text(cards)
    mouth = Espeak(("cat",), tmp_path / "cards")
    settings = Settings(data=tmp_path, voice=Voice(says=says))
    [found] = [each for each in examine(settings, mouth=mouth) if each.part == "voice"]
    assert (found.ok, found.sentence) == (True, sentence)


def test_without_espeak_the_doctor_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    [found] = [each for each in examine(Settings(data=tmp_path)) if each.part == "voice"]
    assert "espeak-ng is not installed (sudo apt install espeak-ng)" in found.sentence


def test_a_finding_reads_as_a_line():
    assert str(Finding("disk", True, "Fine.")) == "OK  disk: Fine."
    assert str(Finding("disk", False, "Full.", "Free some.")) == "!!  disk: Full. Free some."


@pytest.mark.parametrize(
    ("told", "part_of_sentence", "part_of_advice"),
    [
        ("throttled=0x50005", "The power is too weak now", "official power supply"),
        ("throttled=0x10000", "The power was too weak since it was switched on", "official power supply"),
        ("throttled=0x80008", "It is too hot now, it was too hot since it was switched on", "fit a cooler"),
        (None, "The Pi does not say how its power is", "group video"),
        ("error=1", "The Pi does not say how its power is", "group video"),
    ],
)
def test_weak_power_and_heat_are_told(tmp_path, told, part_of_sentence, part_of_advice):
    power = findings(tmp_path, said={"vcgencmd": told})["power"]
    assert not power.ok
    assert part_of_sentence in power.sentence
    assert part_of_advice in power.advice


def test_off_a_pi_nobody_asks_for_its_power(tmp_path):
    assert "power" not in findings(tmp_path, pi=False)


def test_a_hot_processor_is_told(tmp_path):
    put(tmp_path / "root", "/sys/class/thermal/thermal_zone0/temp", "83000")
    assert findings(tmp_path)["temperature"] == Finding(
        "temperature", False, "The processor is at 83 °C.", "Give it some air, or fit a cooler."
    )


def test_a_clock_that_never_ran_is_told(tmp_path):
    clock = findings(tmp_path, now=datetime(1970, 1, 1, 0, 5))["clock"]
    assert clock.sentence == "The clock says 1970-01-01 00:05, which cannot be."
    assert not clock.ok


def test_the_page_is_told_by_number_first(tmp_path):
    settings = Settings(data=tmp_path, page=Page(port=80, name="box"))
    assert findings(tmp_path, settings)["network"].sentence == (
        "Phones find the page at http://192.168.4.20, or http://box.local."
    )


def test_without_the_program_ip_the_host_is_asked(tmp_path):
    said = {"ip": None, "hostname": "10.0.0.7 fe80::1 "}
    assert "http://10.0.0.7:8080" in findings(tmp_path, said=said)["network"].sentence


def test_no_network_is_told(tmp_path):
    network = findings(tmp_path, said={"ip": None})["network"]
    assert (network.ok, network.sentence) == (False, "No phone can reach this box.")


@pytest.mark.parametrize(
    ("groups", "devices", "ok", "advice"),
    [
        ({"users"}, ["/dev/gpiochip0", "/dev/video0"], False, "sudo usermod -aG gpio,video $USER, then log in again."),
        ({"gpio"}, ["/dev/gpiochip0", "/dev/video0"], False, "sudo usermod -aG video $USER, then log in again."),
        ({"gpio"}, ["/dev/gpiochip0"], True, ""),
        ({"users"}, [], True, ""),
    ],
)
def test_missing_groups_are_told_with_the_command(tmp_path, groups, devices, ok, advice):
    for device in devices:
        put(tmp_path / "root", device)
    found = findings(tmp_path, groups=groups)["permissions"]
    assert (found.ok, found.advice) == (ok, advice)


def test_a_box_that_runs_as_root_is_told(tmp_path):
    found = findings(tmp_path, superuser=True)["permissions"]
    assert (found.ok, found.sentence) == (False, "This runs as root.")
    assert "as a user of its own" in found.advice


def test_whoever_only_looks_as_root_is_not_the_box(tmp_path):
    found = findings(tmp_path, superuser=True, visiting=True)["permissions"]
    assert (found.ok, found.advice) == (True, "")
    for superuser in (True, False):
        beside = Running(tmp_path, 80, as_root=True)
        found = findings(tmp_path, superuser=superuser, visiting=True, beside=beside)["permissions"]
        assert (found.ok, found.sentence) == (False, "The box runs as root.")


def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("in the way")
    found = findings(tmp_path, Settings(data=tmp_path / "file" / "data"))["disk"]
    assert not found.ok
    assert "cannot be written: Not a directory" in found.sentence


def test_a_full_disk_is_told(tmp_path, monkeypatch):
    usage = type("Usage", (), {"free": 120e6})
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda folder: usage)
    found = findings(tmp_path)["disk"]
    assert (found.ok, found.sentence) == (False, f"120 MB are left for games in {tmp_path / 'data'}.")


def test_the_trial_of_the_disk_leaves_nothing_behind(tmp_path):
    findings(tmp_path)
    assert list((tmp_path / "data").iterdir()) == []


@pytest.mark.parametrize(
    ("path", "bus"),
    [
        ("/dev/i2c-1", "I2C"),
        ("/dev/spidev0.0", "SPI"),
        ("/sys/bus/w1/devices/w1_bus_master1", "1-Wire"),
    ],
)
def test_buses_the_pi_uses_itself_are_found(tmp_path, path, bus):
    assert doctor.buses_on(Fake(tmp_path)) == []
    put(tmp_path, path)
    assert doctor.buses_on(Fake(tmp_path)) == [bus]


def test_a_console_on_the_serial_port_is_found(tmp_path):
    put(tmp_path, "/proc/cmdline", "console=serial0,115200 console=tty1 root=PARTUUID=1")
    assert doctor.buses_on(Fake(tmp_path)) == ["serial port"]


def test_pins_that_clash_are_told(tmp_path):
    settings = Settings(data=tmp_path, box=Box(buzzer=26))
    found = findings(tmp_path, settings)["wiring"]
    assert not found.ok
    assert "is given to the seat 5 lamp and the buzzer" in found.sentence


def test_the_running_panels_problems_are_told(tmp_path):
    settings = Settings(data=tmp_path, box=Box(buzzer=26))
    pins = MockFactory(pin_class=MockPWMPin)
    with Panel(settings.box, pin_factory=pins, start=False) as panel:
        found = findings(tmp_path, settings, panel=panel)["panel"]
    assert (found.ok, found.sentence) == (False, panel_problem())
    with Panel(Box(), pin_factory=MockFactory(pin_class=MockPWMPin), start=False) as panel:
        assert findings(tmp_path, panel=panel)["panel"].sentence == "3 buttons and 7 lamps answer."


def panel_problem() -> str:
    return "The buzzer (GPIO 26) cannot be used: table.toml gives its pin to another part too."


def test_a_panel_that_is_not_used_is_fine(tmp_path):
    with Panel(Box(fitted="no")) as panel:
        settings = Settings(data=tmp_path, box=Box(fitted="no"))
        told = findings(tmp_path, settings, panel=panel)["panel"]
    assert (told.ok, told.sentence) == (True, "No buttons or lamps are used, as table.toml says so.")


# The camera


def board(light: int, blur: int = 0) -> np.ndarray:
    """A chequered table of that mean brightness."""
    squares = (np.indices((480, 640)) // 40).sum(axis=0) % 2
    grey = np.where(squares, min(255, light + 35), max(0, light - 35)).astype(np.uint8)
    picture = cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    return cv2.GaussianBlur(picture, (blur, blur), 0) if blur else picture


@pytest.mark.parametrize(
    ("light", "blur", "ok"),
    [(128, 0, (True, True)), (15, 0, (False, True)), (240, 0, (False, True)), (128, 61, (True, False))],
)
def test_light_and_focus_are_judged(light, blur, ok):
    found = list(doctor.look_at(board(light, blur)))
    assert tuple(finding.ok for finding in found) == ok
    assert all(bool(finding.advice) != finding.ok for finding in found)


def test_a_working_camera_is_looked_through(tmp_path):
    cv2.imwrite(str(tmp_path / "table.png"), board(128))
    camera = FolderCamera(tmp_path)
    found = findings(tmp_path, camera=camera, markers=lambda picture: [10, 11, 12, 13])
    assert found["camera"].sentence == "It gives pictures of 640 by 480."
    assert found["focus"].ok
    assert found["markers"].sentence == "4 of the 4 corner markers of the reading mat are seen."


@pytest.mark.parametrize(("seen", "ok"), [([10, 12], False), ([0, 2], False), ([], True)])
def test_too_few_markers_are_told(tmp_path, seen, ok):
    cv2.imwrite(str(tmp_path / "table.png"), board(128))
    found = findings(tmp_path, camera=FolderCamera(tmp_path), markers=lambda picture: seen)
    assert found["markers"].ok == ok
    assert not [name for name in ("focus", "light") if not found[name].ok]


def test_the_printed_mat_is_known_by_its_own_markers(tmp_path):
    mat = Layout.from_board(markers.MAT, "reading mat")
    signs = {number: markers.shapes(number) for number in mat.markers}
    view = scene.Condition("mat", across=(300, 320), tilt=(0, 12))
    cv2.imwrite(str(tmp_path / "table.png"), scene_mat.photograph([], mat, signs, view, seed=1))
    found = findings(tmp_path, camera=FolderCamera(tmp_path))
    assert found["markers"].sentence == "4 of the 4 corner markers of the reading mat are seen."


def test_a_camera_in_trouble_is_told_in_its_own_words(tmp_path):
    (tmp_path / "pictures").mkdir()
    found = findings(tmp_path, camera=FolderCamera(tmp_path / "pictures"))["camera"]
    assert not found.ok
    assert "holds no pictures" in found.sentence


def test_no_camera_is_fine(tmp_path):
    assert findings(tmp_path, camera=NoCamera())["camera"].ok


def test_this_very_machine_can_be_examined(tmp_path):
    found = examine(Settings(data=tmp_path))
    assert {"settings", "wiring", "disk", "clock", "versions"} <= {finding.part for finding in found}


def test_what_there_is_to_say_of_the_hall(tmp_path):
    assert findings(tmp_path)["hall"].sentence == "This box is in no hall."
    joined = Settings(data=tmp_path / "data", hall=Hall(on=True, address="192.168.1.5", name="Table 7"))
    assert findings(tmp_path, joined)["hall"].sentence == "It tells the hall at 192.168.1.5 how “Table 7” stands."
    away = findings(tmp_path, joined, hall="Nobody answers at 192.168.1.5, port 1883.")["hall"]
    assert not away.ok
    assert away.sentence == "Nobody answers at 192.168.1.5, port 1883."


RADIO = "GENERAL.DEVICE:wlan0\nGENERAL.TYPE:wifi\nGENERAL.STATE:{}\nGENERAL.CONNECTION:{}\nWIFI-PROPERTIES.AP:yes\n"


@pytest.mark.parametrize(
    ("said", "own", "ok", "sentence"),
    [
        (None, "auto", True, "NetworkManager does not run here: the box can't bring its own network; everything else"),
        ("", "auto", True, "No Wi-Fi radio here can make a network."),
        (RADIO.format("100 (connected)", "Home"), "auto", True, "wlan0 brings the box's own network where no other"),
        (RADIO.format("100 (connected)", "Home"), "by hand", True, "wlan0 brings the box's own network when somebody"),
        (RADIO.format("100 (connected)", "Home"), "never", True, "The settings keep the box from making a network"),
        (RADIO.format("100 (connected)", "Tableside's own network"), "auto", True, "The box's own network is on."),
        (RADIO.format("20 (unavailable)", ""), "auto", False, "Wi-Fi is switched off, so the box can't bring"),
    ],
)
def test_whether_the_box_could_bring_its_own_network_is_told(tmp_path, said, own, ok, sentence):
    put(tmp_path / "root", "/usr/sbin/dnsmasq")
    settings = Settings(data=tmp_path / "data", network=Network(own=own))
    found = findings(tmp_path, settings, said={"nmcli": said})["own network"]
    assert (found.ok, found.sentence.startswith(sentence)) == (ok, True), found


def test_without_dnsmasq_phones_would_get_no_address(tmp_path):
    found = findings(tmp_path, said={"nmcli": RADIO.format("100 (connected)", "Home")})["own network"]
    assert (found.ok, found.advice) == (False, "sudo apt install dnsmasq-base")
