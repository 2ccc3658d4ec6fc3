"""NetworkManager by `nmcli`: what Debian 13's prints is read, and no password is a word of a command."""

import pytest

from device.wifi import manager as wifi
from device.wifi.manager import OWN, Device, Heard, Manager, ManagerTrouble, NotHere, Own, Ran

SHOWN = """GENERAL.DEVICE:lo
GENERAL.TYPE:loopback
GENERAL.STATE:100 (connected (externally))
GENERAL.CONNECTION:lo
IP4.ADDRESS[1]:127.0.0.1/8

GENERAL.DEVICE:wlan0
GENERAL.TYPE:wifi
GENERAL.STATE:100 (connected)
GENERAL.CONNECTION:Home: sweet\\home
WIFI-PROPERTIES.AP:yes
IP4.ADDRESS[1]:192.168.77.62/24

GENERAL.DEVICE:p2p-dev-wlan0
GENERAL.TYPE:wifi-p2p
GENERAL.STATE:30 (disconnected)
GENERAL.CONNECTION:

GENERAL.DEVICE:wlan1
GENERAL.TYPE:wifi
GENERAL.STATE:10 (unmanaged)
GENERAL.CONNECTION:
WIFI-PROPERTIES.AP:yes
"""
WRONG_PASSWORD = """Passwords or encryption keys are required to access the wireless network 'Home: sweet\\home'.
Warning: password for '802-11-wireless-security.psk' not given in 'passwd-file' and nmcli cannot ask without '--ask' option.
Error: Connection activation failed: Secrets were required, but not provided
Hint: use 'journalctl -xe NM_CONNECTION=ad407c62-402e-4b2c-acc8-7234947b6ebb + NM_DEVICE=wlan0' to get more details.
"""  # noqa: E501
UUID = "9da6fc70-cbbe-48c7-a34a-a90b7b644564"


class Nmcli:
    """Answers as recorded; keeps what was said to it."""

    def __init__(self, **answers):
        self.answers = {words.replace("_", " "): answer for words, answer in answers.items()} | {
            "connection add": Ran(0, f"Connection 'Home' ({UUID}) successfully added.\n"),
            "802-11-wireless-security.psk": Ran(0, "802-11-wireless-security.psk:<hidden>\n"),
        }
        self.said = []

    def __call__(self, command, given, seconds):
        line = " ".join(command)
        self.said.append((line, given))
        return next((answer for words, answer in self.answers.items() if words in line), Ran(0))

    def lines(self, words):
        return [line for line, _ in self.said if words in line]


def test_each_device_is_told_with_its_state_and_addresses():
    lo, wlan0, _, wlan1 = wifi.devices_in(SHOWN)
    assert wlan0 == Device("wlan0", "wifi", 100, "Home: sweet\\home", ("192.168.77.62/24",), True)
    assert wlan0.works
    assert lo.kind == "loopback"
    assert not wlan1.makes_networks  # somebody else looks after it


def test_networks_are_listed_once_the_strongest_first_and_names_may_hold_anything():
    said = "Home\\: sweet\\\\home:54:WPA2\n:80:WPA2\nCafé:70:\nHome\\: sweet\\\\home:61:WPA2\nUni:40:WPA2 802.1X\n"
    assert wifi.heard_in(said) == [
        Heard("Café", 70),
        Heard("Home: sweet\\home", 61, "WPA2"),
        Heard("Uni", 40, "WPA2 802.1X"),
    ]
    cafe, home, uni = wifi.heard_in(said)
    assert (cafe.open, home.open, uni.needs_a_user) == (True, False, True)


@pytest.mark.parametrize(
    ("line", "fields"),
    [("a:b:c", ["a", "b", "c"]), ("a\\:b::", ["a:b", "", ""]), ("\\\\:x", ["\\", "x"]), ("", [""])],
)
def test_backslashes_guard_colons(line, fields):
    assert wifi.fields_in(line) == fields


def test_without_networkmanager_it_is_not_there():
    for code in (wifi.NOT_RUNNING, wifi.NOT_INSTALLED):
        with pytest.raises(NotHere):
            Manager(lambda *_, code=code: Ran(code)).devices()
    assert wifi.run(("a-command-that-nobody-has",)).code == wifi.NOT_INSTALLED


def test_its_own_network_is_made_once_and_its_words_are_read_back():
    nmcli = Nmcli()
    Manager(nmcli).make_own(Own("Tableside-k7pm", "otter-kettle-violet"))
    [added] = nmcli.lines("connection add")
    assert f"con-name {OWN} ssid Tableside-k7pm" in added
    assert "802-11-wireless.mode ap" in added
    assert "connection.autoconnect no" in added
    [made] = nmcli.lines("connection modify")
    assert "ipv4.method shared ipv4.addresses 10.42.42.1/24" in made
    shown = "802-11-wireless.ssid:Tableside-k7pm\n802-11-wireless-security.psk:otter-kettle-violet\n"
    assert Manager(Nmcli(connection_show=Ran(0, shown))).own() == Own("Tableside-k7pm", "otter-kettle-violet")
    assert Manager(Nmcli(connection_show=Ran(10, "", "no such connection"))).own() is None


def test_a_password_goes_in_by_standard_input_and_stands_in_no_command():
    nmcli = Nmcli()
    Manager(nmcli).join("wlan0", Heard("Home", 50, "WPA2"), 'a:b\\c "d;e')
    Manager(nmcli).make_own(Own("Tableside-k7pm", "otter-kettle-violet"))
    assert not nmcli.lines("a:b")
    assert not nmcli.lines("otter")
    assert [given for _, given in nmcli.said if 'set 802-11-wireless-security.psk a:b\\c "d;e\n' in given]
    assert "otter" not in repr(Own("Tableside-k7pm", "otter-kettle-violet"))


def test_a_network_that_lets_the_box_in_is_kept_and_an_older_word_for_it_forgotten():
    saved = Nmcli(
        NAME=Ran(0, f"Home:802-11-wireless:old-one\n{OWN}:802-11-wireless:{UUID}\nlo:loopback:x\n"),
        ssid_connection_show=Ran(0, "802-11-wireless.ssid:Home\n"),
    )
    Manager(saved).join("wlan0", Heard("Home", 50, "WPA2"), "correct horse")
    assert saved.lines(f"connection up uuid {UUID} ifname wlan0")
    assert saved.lines(f"modify uuid {UUID} connection.autoconnect yes")
    assert saved.lines("delete uuid old-one")
    again = Nmcli(**{words.replace(" ", "_"): answer for words, answer in saved.answers.items()})
    Manager(again).join("wlan0", Heard("Home", 50, "WPA2"), "")
    assert again.lines("connection up uuid old-one")
    assert not again.lines("connection add")


def test_a_network_that_lets_the_box_in_at_the_last_moment_is_kept():
    late = Ran(3, "", "Error: Timeout expired (40 seconds)\n")
    nmcli = Nmcli(connection_up=late, **{"show --active": Ran(0, f"Home:{UUID}:activated\nlo:x:activated\n")})
    Manager(nmcli).join("wlan0", Heard("Home", 50, "WPA2"), "correct horse")
    assert nmcli.lines(f"modify uuid {UUID} connection.autoconnect yes")
    assert not nmcli.lines(f"delete uuid {UUID}")
    still_trying = Nmcli(connection_up=late, **{"show --active": Ran(0, f"Home:{UUID}:activating\n")})
    with pytest.raises(ManagerTrouble, match=r"^It didn't answer in time\.$"):
        Manager(still_trying).join("wlan0", Heard("Home", 50, "WPA2"), "correct horse")
    assert still_trying.lines(f"delete uuid {UUID}")


def test_with_the_wrong_password_nothing_is_kept():
    nmcli = Nmcli(connection_up=Ran(4, "", WRONG_PASSWORD))
    with pytest.raises(ManagerTrouble, match=r"^The password isn't right\.$"):
        Manager(nmcli).join("wlan0", Heard("Home", 50, "WPA2"), "wrong horse")
    assert nmcli.lines(f"delete uuid {UUID}")
    assert not nmcli.lines("autoconnect yes")


def test_a_password_that_networkmanager_does_not_take_is_told():
    nmcli = Nmcli(connection_show=Ran(0, ""))
    with pytest.raises(ManagerTrouble, match="did not take the password"):
        Manager(nmcli).join("wlan0", Heard("Home", 50, "WPA2"), "wrong horse")
    assert nmcli.lines(f"delete uuid {UUID}")


def test_open_and_newest_networks_are_joined_as_they_want_it():
    nmcli = Nmcli()
    Manager(nmcli).join("wlan0", Heard("Café", 50), "")
    assert not nmcli.lines("connection edit")
    Manager(nmcli).join("wlan0", Heard("New", 50, "WPA3"), "correct horse")
    assert "key-mgmt sae" in next(given for _, given in nmcli.said if given)


def test_a_network_that_hides_its_name_is_looked_for_by_it():
    nmcli = Nmcli()
    Manager(nmcli).join("wlan0", Heard("Attic", 0, "WPA2", hidden=True), "correct horse")
    assert "ssid Attic connection.autoconnect no 802-11-wireless.hidden yes" in nmcli.lines("connection add")[0]
    assert nmcli.lines(f"connection up uuid {UUID} ifname wlan0")


def test_somebody_elses_network_is_none_of_ours_whatever_its_name():
    nmcli = Nmcli()
    Manager(nmcli).join("wlan0", Heard(OWN, 50, "WPA2"), "correct horse")
    assert f"con-name “{OWN}” ssid {OWN} " in nmcli.lines("connection add")[0]
    told = Nmcli(
        device_show=Ran(0, SHOWN.replace("Home: sweet\\home", "preconfigured")),
        ssid_connection_show=Ran(0, f"802-11-wireless.ssid:{OWN}\n"),
    )
    assert Manager(told).devices()[1].connection == f"“{OWN}”"


def test_a_network_is_called_as_people_call_it_whatever_the_card_saved_it_as():
    shown = SHOWN.replace("Home: sweet\\home", "preconfigured")
    nmcli = Nmcli(
        device_show=Ran(0, shown),
        ssid_connection_show_id_preconfigured=Ran(0, "802-11-wireless.ssid:Home: sweet\\home\n"),
    )
    box = Manager(nmcli)
    assert box.devices()[1].connection == box.devices()[1].connection == "Home: sweet\\home"
    assert len(nmcli.lines("preconfigured")) == 1  # it is asked for once
    nmcli = Nmcli(device_show=Ran(0, shown), ssid_connection_show=Ran(10, "", "no such connection"))
    assert Manager(nmcli).devices()[1].connection == "preconfigured"
    nmcli = Nmcli(device_show=Ran(0, SHOWN.replace("Home: sweet\\home", OWN)))
    assert Manager(nmcli).devices()[1].connection == OWN


def test_why_it_failed_is_said_in_few_words():
    assert wifi.reason_in(Ran(4, "", "Error: something odd.\n")) == "something odd."
    assert wifi.reason_in(Ran(1)) == "NetworkManager does not say why."
    assert wifi.reason_in(Ran(10, "", "Error: Not authorized to control networking.")).startswith("This box's user")


def test_how_many_phones_a_pis_radio_takes_depends_on_its_firmware(tmp_path):
    radio = tmp_path / "sys/class/net/wlan0/device"
    radio.mkdir(parents=True)
    box = Manager(Nmcli(), root=tmp_path)
    assert box.room("wlan0") is None
    (radio / "driver").symlink_to("../../bus/sdio/drivers/brcmfmac")
    assert box.room("wlan0") == 7
    (tmp_path / "etc/alternatives").mkdir(parents=True)
    (tmp_path / "etc/alternatives/cyfmac43455-sdio.bin").symlink_to(
        "/lib/firmware/cypress/cyfmac43455-sdio-minimal.bin"
    )
    assert box.room("wlan0") == 19


def test_a_cable_or_radio_with_nobody_at_the_other_end_does_not_work(tmp_path):
    carrier = tmp_path / "sys/class/net/wlan0/carrier"
    carrier.parent.mkdir(parents=True)
    carrier.write_text("0\n")
    box = Manager(Nmcli(device_show=Ran(0, SHOWN)), root=tmp_path)
    assert not box.devices()[1].works
    carrier.write_text("1\n")
    assert box.devices()[1].works
    carrier.unlink()
    carrier.mkdir()  # as unreadable as that of a device that is off
    assert box.links() == {"wlan0": False}


def test_phones_are_counted_where_iw_is_there():
    dump = "Station 02:00:00:00:01:00 (on wlan0)\n\tinactive time:\t8 ms\nStation 02:00:00:00:02:00 (on wlan0)\n"
    assert Manager(Nmcli(station=Ran(0, dump))).phones("wlan0") == 2
    assert Manager(Nmcli(station=Ran(wifi.NOT_INSTALLED))).phones("wlan0") is None
