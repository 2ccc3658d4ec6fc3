"""The box on the network: it brings its own where none works, and people see whatever changes."""

import re
from dataclasses import replace
from itertools import pairwise

import pytest
from waiting import until

from device.wifi import network as wifi
from device.wifi.manager import OWN, Device, Heard, ManagerTrouble, NotHere, Own
from device.wifi.network import HERE, Network
from device.wifi.pretend import PretendManager
from device.wifi.words import WORDS, new_name, new_password
from rules.ask import IllegalAnswer, Trouble


class Place:
    """A box somewhere: its pretend radio, a clock that tests turn, and what it told."""

    def __init__(self, own="auto", joined="Home", **known):
        self.now, self.number = 0.0, "192.168.1.20" if joined else HERE
        self.air = PretendManager(lambda: "192.168.1.20")
        self.air.joined = joined
        self.network = Network(self.air, own=own, number=lambda: self.number, clock=lambda: self.now, **known)
        self.told, self.moved = [], []
        self.network.when_changed.append(lambda: self.told.append(self.network.standing))
        self.network.when_moved.append(lambda: self.moved.append(self.network.address))

    def loses_its_network(self):
        self.number, self.air.joined = HERE, ""

    def after(self, seconds):
        for _ in range(round(seconds)):
            self.now += 1
            if self.air.joined == OWN:
                self.number = HERE  # no way leads out of its own network
            self.network.step()
        return self.network.standing


def test_where_a_network_works_the_box_brings_none():
    place = Place()
    assert not place.after(600).is_open
    assert place.network.standing.joined == "Home"
    assert place.network.address == "http://192.168.1.20"


def test_without_any_network_it_brings_its_own_after_a_while():
    place = Place(joined="")
    assert not place.after(wifi.AT_FIRST - 1).is_open
    standing = place.after(5)
    assert standing.is_open
    assert re.fullmatch(r"Tableside-[a-z2-9]{4}", standing.name)
    assert set(standing.password.split("-")) <= set(WORDS)
    assert place.network.address == "http://10.42.42.1"
    assert place.moved == ["http://10.42.42.1"]


def test_a_network_lost_in_play_is_made_up_for_within_30_seconds():
    place = Place()
    place.after(60)
    place.loses_its_network()
    place.air.devices = trying(place.air.devices)
    assert place.after(wifi.HOPEFUL + 5).is_open
    assert wifi.HOPEFUL + 5 < 30


def test_a_link_that_is_gone_counts_before_networkmanager_gives_it_up():
    place = Place()
    place.after(60)
    [radio] = place.air.devices()
    place.air.devices = lambda: [replace(radio, is_linked=False)]
    place.air.links = lambda: {"wlan0": False}
    place.after(1)
    assert place.network.standing.number == HERE  # though the system still has the old one
    place.air.devices = PretendManager.devices.__get__(place.air)
    place.air.joined = ""
    place.number = HERE
    assert place.after(wifi.ALONE + 2).is_open


def test_what_takes_time_is_done_while_there_is_still_hope_for_the_lost_network():
    place, asked = Place(), []
    place.after(60)
    for what in ("heard", "saved", "own", "open_own"):
        do = getattr(place.air, what)
        setattr(place.air, what, lambda *a, what=what, do=do, **k: (asked.append((what, place.now)), do(*a, **k))[1])
    place.loses_its_network()
    assert place.after(wifi.ALONE + 2).is_open
    [opened] = [when for what, when in asked if what == "open_own"]
    before = asked[: asked.index(("open_own", opened))]
    assert {what for what, _ in before} == {"heard", "saved", "own"}
    assert all(when < opened for _, when in before)


def test_while_it_is_lost_it_says_so_and_whether_it_brings_its_own():
    place = Place()
    assert not place.network.is_lost
    place.after(60)
    place.loses_its_network()
    place.after(2)
    assert (place.network.is_lost, place.network.brings_its_own) == (True, True)
    place.after(wifi.ALONE + 2)
    assert (place.network.is_lost, place.network.brings_its_own) == (False, False)
    by_hand = Place(own="by hand", joined="")
    by_hand.after(60)
    assert (by_hand.network.is_lost, by_hand.network.brings_its_own) == (True, False)
    assert not Place(joined="", phones_here=True).network.is_lost  # the laptop's own windows are the phones


def test_what_became_of_a_try_is_not_told_all_evening():
    place = at_its_own()
    place.network.join("Home", "wrong horse")
    assert place.after(wifi.FAREWELL + wifi.TOLD - 5).told
    assert not place.after(10).told
    place.network.join("Home", "wrong horse")
    assert place.after(wifi.FAREWELL + wifi.TOLD - 5).told


def test_its_name_is_known_before_it_is_ever_on():
    place = Place()
    place.after(1)
    place.network.name_own()
    named = place.network.standing
    assert named.name
    assert not named.is_open
    place.network.open_own()
    standing = place.after(2)
    assert standing.is_open
    assert (standing.name, standing.password) == (named.name, named.password)

    def refuses(own):
        raise ManagerTrouble("This box's user may not change the network.")

    place = Place()
    place.after(1)
    place.air.make_own = refuses
    with pytest.raises(Trouble, match=r"can't be made\. This box's user may not"):
        place.network.name_own()


def test_a_network_that_comes_back_in_time_is_not_left():
    place = Place()
    place.after(60)
    for _ in range(3):
        place.loses_its_network()
        place.after(wifi.ALONE - 1)
        place.number, place.air.joined = "192.168.1.20", "Home"
        assert not place.after(wifi.ASK + 1).is_open
    place.loses_its_network()
    assert place.after(wifi.ALONE + 2).is_open


def about_to_open_its_own():
    place = Place()
    place.after(60)
    place.loses_its_network()
    while place.network._open not in [do for _, do in place.network._wishes]:
        place.after(1)
    return place


def test_a_network_that_comes_back_at_the_last_moment_is_not_left():
    place = about_to_open_its_own()
    place.number, place.air.joined = "192.168.1.20", "Home"
    standing = place.after(1)
    assert (standing.is_open, standing.joined) == (False, "Home")
    assert not place.after(60).is_open
    place.network.toggle()
    assert place.after(2).is_open  # somebody wants it


def test_a_network_that_comes_back_while_networkmanager_is_asked_is_not_left():
    place = about_to_open_its_own()
    ask = place.air.devices

    def just_before_it_came_back():
        place.air.devices, found = ask, ask()
        place.number, place.air.joined = "192.168.1.20", "Home"
        return found

    place.air.devices = just_before_it_came_back
    assert not place.after(60).is_open
    assert place.network.standing.joined == "Home"


def test_a_network_that_takes_its_time_at_the_start_is_waited_for():
    place = Place(joined="")
    place.air.devices = trying(place.air.devices)
    assert not place.after(wifi.HOPEFUL_AT_FIRST - 1).is_open
    assert place.after(5).is_open


def trying(devices):
    """NetworkManager tries the lost network again and again."""

    def listed():
        return [
            Device(d.name, d.kind, 50 if not d.connection else d.state, d.connection, d.addresses, True)
            for d in devices()
        ]

    return listed


@pytest.mark.parametrize("own", ["by hand", "never"])
def test_the_settings_can_keep_it_from_doing_so_by_itself(own):
    place = Place(own=own, joined="")
    assert not place.after(300).is_open


def test_its_name_and_password_stay_the_same():
    place = Place(joined="")
    before = place.after(30)
    again = Network(place.air, number=lambda: HERE, clock=lambda: place.now)
    again.step()
    assert (again.standing.name, again.standing.password) == (before.name, before.password)
    assert before.password not in repr(before)


def test_somebody_wants_it_though_a_network_works():
    place = Place()
    place.after(1)
    place.network.toggle()
    assert place.after(2).is_open
    assert place.after(3600).is_open  # whoever asked for it keeps it
    place.network.toggle()
    standing = place.after(wifi.FAREWELL + 2)
    assert (standing.is_open, standing.joined) == (False, "Home")


def test_without_networkmanager_the_box_only_says_where_it_is():
    place = Place()

    def nobody():
        raise NotHere("NetworkManager is not running.")

    place.air.devices = nobody
    place.number = "192.168.1.30"
    standing = place.after(300)
    assert not standing.managed
    assert place.network.address == "http://192.168.1.30"
    with pytest.raises(Trouble, match="NetworkManager is not running"):
        place.network.toggle()


def test_another_number_is_told_at_once():
    place = Place()
    place.after(1)
    place.number = "192.168.1.77"
    place.after(1)
    assert place.moved == ["http://192.168.1.77"]


def test_a_cable_in_and_out_is_told_at_once():
    place = Place()
    place.after(1)
    [radio], socket = place.air.devices(), Device("eth0", "ethernet", 100, "Wired", ("10.0.0.5/24",))
    place.air.devices, place.air.links = lambda: [socket, radio], lambda: {"eth0": True, "wlan0": True}
    place.number = "10.0.0.5"
    assert place.after(1).cable
    # It is pulled: for a while the system still says the old number, and NetworkManager that all is well.
    place.air.devices = lambda: [replace(socket, is_linked=False), radio]
    place.air.links = lambda: {"eth0": False, "wlan0": True}
    standing = place.after(1)
    assert (standing.cable, standing.joined, standing.is_open) == (False, "Home", False)
    assert place.moved == ["http://10.0.0.5", "http://192.168.1.20"]


def test_a_box_without_a_radio_says_so():
    place = Place()
    place.air.devices = lambda: [Device("eth0", "ethernet", 100, "Wired", ("192.168.1.20/24",))]
    assert place.after(1).cable
    with pytest.raises(Trouble, match="no Wi-Fi radio"):
        place.network.toggle()


def at_its_own(**air):
    place = Place(joined="")
    place.air.kept = set()
    for name, value in air.items():
        setattr(place.air, name, value)
    place.after(30)
    assert place.network.standing.is_open
    return place


def test_a_network_is_joined_from_the_page_and_pages_hear_of_it_before():
    place = at_its_own()
    place.network.join("Home", "correct horse")
    assert place.told[-1].trying == "Home"
    assert place.network.standing.is_open  # the answer is still on its way to the phone
    place.now += wifi.FAREWELL
    place.network.step()
    place.number = "192.168.1.20"
    standing = place.after(2)
    assert (standing.joined, standing.is_open, standing.trying, standing.told) == ("Home", False, "", "")
    assert "Home" in standing.saved


def test_with_the_wrong_password_it_comes_back_and_says_so():
    place = at_its_own()
    place.network.join("Home", "wrong horse")
    standing = place.after(wifi.FAREWELL + 2)
    assert standing.is_open
    assert standing.told == "Home didn't let the box in. The password isn't right. The box is back on its own network."
    assert standing.saved == frozenset()


def test_a_network_that_hides_its_name_is_joined_by_its_typed_name():
    place = at_its_own()
    place.network.join("Attic", "wrong horse", hidden=True)
    standing = place.after(wifi.FAREWELL + 2)
    assert standing.is_open
    assert standing.told.startswith("Attic didn't let the box in. Look at its name and its password again. The box is")
    place.network.join("Attic", "correct horse", hidden=True)
    place.now += wifi.FAREWELL
    place.network.step()
    place.number = "192.168.1.20"
    assert place.after(2).joined == "Attic"
    place.network.toggle()
    assert place.after(2).is_open
    place.network.join("Attic", "", hidden=True)  # it is saved
    place.now += wifi.FAREWELL
    place.network.step()
    assert place.after(2).joined == "Attic"
    place.network.join("Home", "correct horse", hidden=True)  # it hides nothing
    assert place.after(wifi.FAREWELL + 2).joined == "Home"
    for name in ("", "M" * 33, "two\nlines"):
        with pytest.raises(IllegalAnswer, match="A network's name has 1 to 32"):
            place.network.join(name, "correct horse", hidden=True)


@pytest.mark.parametrize(
    ("name", "password", "sentence"),
    [
        ("Home", "short", "8 to 63 characters; this one has 5"),
        ("Home", "with\nanother line", "letters, digits and signs only"),
        ("Nowhere", "correct horse", "hears no network called Nowhere"),
        ("University", "correct horse", "wants a user name"),
    ],
)
def test_what_cannot_be_meant_is_said_before_the_box_leaves(name, password, sentence):
    place = at_its_own()
    with pytest.raises(IllegalAnswer, match=sentence):
        place.network.join(name, password)
    assert place.after(10).is_open


def test_looking_again_needs_the_radio_and_gives_it_back():
    place = at_its_own()
    place.air.in_reach = [Heard("Next door", 50, "WPA2")]
    place.network.look_again()
    standing = place.after(wifi.FAREWELL + 2)
    assert [each.name for each in standing.heard] == ["Next door"]
    assert standing.is_open


def test_a_look_that_hears_nothing_is_taken_twice():
    place = at_its_own(in_reach=[])
    looks = iter([[], [Heard("Next door", 50, "WPA2")]])
    place.air.heard = lambda device, anew=False: next(looks)
    place.network.look_again()
    standing = place.after(wifi.FAREWELL + 2)
    assert [each.name for each in standing.heard] == ["Next door"]
    assert standing.is_open


def test_nobody_on_its_own_network_and_the_old_one_may_be_back():
    place = at_its_own(kept={"Home"}, in_reach=[])
    place.air.in_reach = [Heard("Home", 80, "WPA2")]
    place.after(wifi.RETURN - 5)
    assert place.network.standing.is_open
    place.after(30)
    assert place.network.standing.joined == "Home"


def test_the_old_network_gets_its_time_to_let_the_box_in_again():
    place = at_its_own(kept={"Home"})
    close = place.air.close_own

    def slowly():
        close()
        place.air.joined = ""
        place.air.devices = trying(PretendManager.devices.__get__(place.air))

    place.air.close_own = slowly
    place.after(wifi.RETURN + wifi.AT_FIRST)
    assert not place.network.standing.is_open
    place.number, place.air.joined = "192.168.1.20", "Home"
    assert place.after(60).joined == "Home"


def test_as_long_as_a_phone_is_on_it_stays():
    place = at_its_own(kept={"Home"}, on_it=1)
    assert place.after(3600).is_open


def test_looking_for_the_old_network_in_vain_is_done_less_and_less_often():
    place = at_its_own(kept={"Home"}, in_reach=[])
    closed = []
    close = place.air.close_own
    place.air.close_own = lambda: (closed.append(place.now), close())
    place.after(3600)
    gaps = [later - sooner for sooner, later in pairwise(closed)]
    assert gaps == sorted(gaps)
    assert len(closed) <= 5
    assert place.network.standing.is_open


def test_a_wifi_in_which_no_phone_finds_the_box_is_told_of_until_one_does():
    place = Place()
    assert not place.after(wifi.UNREACHED - 5).lonely
    place.network.reached("127.0.0.1")  # its own screen
    assert place.after(10).lonely
    place.network.reached("192.168.1.31")
    assert not place.after(300).lonely


def test_windows_of_the_laptop_that_pretends_to_be_the_box_are_phones():
    place = Place(phones_here=True)
    place.after(1)
    place.network.reached("127.0.0.1")
    assert not place.after(wifi.UNREACHED + 5).lonely


def test_what_networkmanager_cannot_do_is_told():
    place = Place()
    place.after(1)

    def refuses(device):
        raise ManagerTrouble("This box's user may not change the network.")

    place.air.open_own = refuses
    place.network.toggle()
    assert place.after(3).told == "That didn't work: This box's user may not change the network."


def test_only_those_in_its_own_network_are_its_own():
    place = at_its_own()
    assert place.network.is_own("10.42.42.17")
    assert not place.network.is_own("192.168.1.31")
    assert not place.network.is_own("nobody")
    assert not Place().network.is_own("10.42.42.17")


def test_words_are_short_plain_and_never_the_same_twice():
    assert len(WORDS) == len(set(WORDS)) > 400
    assert all(re.fullmatch(r"[a-z]{3,9}", word) for word in WORDS)
    assert 8 <= len(new_password()) <= 63
    assert new_name() != new_name() or new_name() != new_name()
    assert Own("a", "b") == Own("a", "b")


def test_a_listener_that_fails_keeps_nobody_from_the_network(caplog):
    place = Place(joined="")
    place.network.when_changed.insert(0, lambda: 1 / 0)
    assert place.after(30).is_open
    assert "could not be told" in caplog.text
    caplog.clear()


def test_it_looks_after_the_network_by_itself_and_lets_go():
    place = Place(joined="")
    place.network._clock = iter(range(0, 10**9, 5)).__next__  # hurried
    place.network.start()
    until(lambda: place.network.standing.is_open)
    place.network.close()
