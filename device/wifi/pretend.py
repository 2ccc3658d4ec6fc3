"""A pretend NetworkManager: networks that are not there, for trying out the pages on a laptop and in tests."""

from __future__ import annotations

from collections.abc import Callable

from device.care.welcome import own_number

from .manager import CONNECTED, OWN, OWN_ADDRESS, Device, Heard, ManagerTrouble, Own

PASSWORDS = {"Home": "correct horse", "Café guests": "", "Attic": "correct horse"}
HIDING = "Attic"


class PretendManager:
    """A box with one radio, in the network "Home", whose password is "correct horse".

    :param number: where the page is really found, as long as nothing else is pretended.
    """

    def __init__(self, number: Callable[[], str] = own_number) -> None:
        self._number = number
        self.joined = "Home"
        self.in_reach = [Heard("Home", 84, "WPA2"), Heard("Café guests", 61), Heard("University", 40, "WPA2 802.1X")]
        self.kept = {"Home"}
        self.own_one: Own | None = None
        self.on_it: int | None = 0

    def devices(self) -> list[Device]:
        number = OWN_ADDRESS if self.joined == OWN else f"{self._number()}/24"
        state = CONNECTED if self.joined else 30
        return [Device("wlan0", "wifi", state, self.joined, (number,) if self.joined else (), True)]

    def links(self) -> dict[str, bool]:
        return {}

    def heard(self, device: str, *, anew: bool = False) -> list[Heard]:
        return list(self.in_reach)

    def saved(self) -> dict[str, str]:
        return {name: name for name in self.kept}

    def own(self) -> Own | None:
        return self.own_one

    def make_own(self, own: Own) -> None:
        self.own_one = own

    def open_own(self, device: str) -> None:
        self.joined = OWN

    def close_own(self) -> None:
        reachable = [each.name for each in self.in_reach if each.name in self.kept]
        self.joined = reachable[0] if reachable else ""

    def join(self, device: str, heard: Heard, password: str) -> None:
        if heard.name not in {each.name for each in self.in_reach} and (heard.name != HIDING or not heard.hidden):
            raise ManagerTrouble("It's out of reach.")
        if (password or heard.name not in self.kept) and PASSWORDS.get(heard.name, "") != password:
            self.joined = ""
            raise ManagerTrouble("The password isn't right.")
        self.joined = heard.name
        self.kept.add(heard.name)

    def phones(self, device: str) -> int | None:
        return self.on_it

    def room(self, device: str) -> int | None:
        return 7

    def listen(self) -> None:
        return None
