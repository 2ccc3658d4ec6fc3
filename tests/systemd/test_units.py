"""The units, looked at by systemd itself."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from device.network.limits import Limits
from device.wifi.manager import OWN

UNITS = Path(__file__).parents[2] / "systemd"
needs_systemd = pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed here")


@pytest.fixture
def copies(tmp_path):
    """The units as they are, but for the commands, which are not installed on this machine."""
    for unit in [*UNITS.glob("*.service"), *UNITS.glob("*.socket"), *UNITS.glob("*.timer")]:
        text = re.sub(r"^ExecStart=.*$", "ExecStart=/bin/true", unit.read_text(), flags=re.MULTILINE)
        (tmp_path / unit.name).write_text(text)
    return tmp_path


@needs_systemd
def test_systemd_finds_nothing_to_complain_about(copies):
    units = [str(unit) for unit in sorted(copies.iterdir())]
    found = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False
    )
    # It exits with 0 on misspelt words: any word of it counts.
    assert (found.stdout + found.stderr).strip() == ""


@needs_systemd
def test_the_service_is_hardened_to_1_6_or_better(copies):
    found = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(copies / "tableside.service")],
        capture_output=True,
        text=True,
        check=False,
    )
    level = float(re.search(r"exposure level for tableside.service: ([\d.]+)", found.stdout).group(1))
    assert level <= 1.6


def test_sound_gets_out_though_its_card_may_come_after_the_box():
    """By the name of its driver systemd lets in only what is there when the unit starts: a card plugged in later, or a
    driver that is loaded late, would stay silent. Tried in a virtual machine with the kernel's loopback card.
    """
    unit = (UNITS / "tableside.service").read_text()
    assert "DeviceAllow=char-116 rw" in unit  # Linux keeps this number for ALSA
    assert "PrivateDevices" not in unit
    [groups] = re.findall(r"^SupplementaryGroups=(.*)$", unit, re.MULTILINE)
    assert "audio" in groups.split()


def test_the_box_may_open_as_many_files_as_it_lets_connections_in():
    text = (UNITS / "tableside.service").read_text()
    files = int(re.search(r"^LimitNOFILE=(\d+)$", text, re.MULTILINE).group(1))
    assert files >= 2 * Limits().connections  # what is sent to some of them waits in a file


def test_the_game_waits_for_neither_network_nor_clock_nor_screen():
    text = (UNITS / "tableside.service").read_text()
    assert "network" not in text
    assert "time-sync" not in text
    assert "kiosk" not in text


def test_the_screen_does_not_pull_the_game_down_with_it():
    text = (UNITS / "tableside-kiosk.service").read_text()
    assert "Wants=tableside.service" in text
    assert "Requires=" not in text
    assert "BindsTo=" not in text


def test_the_boxs_user_may_do_these_things_as_others_and_nothing_else():
    rules = (UNITS / "50-tableside.rules").read_text()
    assert set(re.findall(r'"(org\.[\w.-]+)"', rules)) == {
        "org.freedesktop.login1.power-off",
        "org.freedesktop.NetworkManager.network-control",
        "org.freedesktop.NetworkManager.settings.modify.system",
        "org.freedesktop.NetworkManager.wifi.scan",
        "org.freedesktop.NetworkManager.wifi.share.protected",
    }
    assert 'subject.user === "tableside"' in rules


def test_taking_it_away_takes_the_boxs_own_network_too():
    installer = (UNITS / "install.py").read_text()
    assert f'OWN_NETWORK = "{OWN}"' in installer
    assert '"connection", "delete", "id", OWN_NETWORK' in installer
    assert "dnsmasq-shared.d/tableside.conf" in installer
