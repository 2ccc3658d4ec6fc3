"""The box on the network: where phones find it, and the network it brings along when there is none."""

from __future__ import annotations

import ipaddress
import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from device.care.welcome import own_number
from rules.ask import IllegalAnswer, Trouble

from .manager import BUSY, OWN, SWITCHED_OFF, Device, Heard, Manager, ManagerTrouble, NotHere, Own
from .words import new_name, new_password

log = logging.getLogger(__name__)

LOOK = 1.0  # seconds between two looks at the box's own number, which costs nothing
ASK = 10.0  # seconds after which NetworkManager is asked again, though it told of no change
ALONE, HOPEFUL = 8.0, 12.0  # seconds after a network was lost, and while NetworkManager just tries one
AT_FIRST, HOPEFUL_AT_FIRST = 25.0, 45.0  # seconds after the start: a network that works must not be forestalled
READY = 5.0  # seconds before it brings a network in which it makes ready
FAREWELL = 2.0  # seconds in which pages hear that the box is about to leave
RETURN = 120.0  # seconds that its own network stays empty before the box looks for the old one; then twice as many
LONGEST = 1800.0
UNREACHED = 90.0  # seconds in a Wi-Fi in which no phone has found the box
TOLD = 300.0  # seconds that people have to read what became of a try

LINKS = ("ethernet", "wifi")
HERE = "127.0.0.1"


@dataclass(frozen=True)
class Standing:
    """How the box stands on the network.

    :param managed: NetworkManager looks after it; without it the box only says where it is.
    :param radio: the name of a radio that can make a network; empty if there is none.
    :param is_open: the box's own network is on.
    :param joined: the Wi-Fi it is in, by name.
    :param cable: it is reached by cable.
    :param number: where phones find it.
    :param phones: in its own network now; `None` if nobody can tell.
    :param room: how many phones the radio takes; `None` if nobody knows.
    :param trying: the network it is about to join or just trying to.
    :param told: what became of the last try, until the next.
    :param lonely: no phone has reached it in the Wi-Fi it is in, for long enough to wonder.
    """

    managed: bool = False
    radio: str = ""
    switched_off: bool = False
    is_open: bool = False
    name: str = ""
    password: str = field(default="", repr=False)
    joined: str = ""
    cable: bool = False
    number: str = HERE
    phones: int | None = None
    room: int | None = None
    trying: str = ""
    told: str = ""
    lonely: bool = False
    heard: tuple[Heard, ...] = ()
    saved: frozenset[str] = frozenset()


class Looks(Protocol):
    """NetworkManager, or what stands in for it."""

    def devices(self) -> list[Device]: ...
    def links(self) -> dict[str, bool]: ...
    def heard(self, device: str, *, anew: bool = False) -> list[Heard]: ...
    def saved(self) -> dict[str, str]: ...
    def own(self) -> Own | None: ...
    def make_own(self, own: Own) -> None: ...
    def open_own(self, device: str) -> None: ...
    def close_own(self) -> None: ...
    def join(self, device: str, heard: Heard, password: str) -> None: ...
    def phones(self, device: str) -> int | None: ...
    def room(self, device: str) -> int | None: ...
    def listen(self) -> Any: ...


class Network:
    """Says where phones find the box, and brings a network where there is none.

    :param own: "auto": by itself where no network works; "by hand": only when somebody wants it; "never".
    :param number: the box's own number as the system tells it; 127.0.0.1 where there is none.
    :param phones_here: windows of this very computer count as phones; else they are the box's own screen.
    """

    def __init__(
        self,
        manager: Looks | None = None,
        *,
        own: str = "auto",
        port: Callable[[], int] = lambda: 80,
        number: Callable[[], str] = own_number,
        clock: Callable[[], float] = time.monotonic,
        phones_here: bool = False,
    ) -> None:
        self.when_changed: list[Callable[[], None]] = []
        self.when_moved: list[Callable[[], None]] = []  # phones find it elsewhere from now on
        self._manager = manager or Manager()
        self._own = own
        self._port, self._number, self._clock = port, number, clock
        self._own_screen = () if phones_here else (HERE, "::1")
        self._naming = threading.Lock()  # one name, though pages want it while the box makes ready
        self.standing = Standing(number=number())
        self._lock = threading.Lock()  # pages wish while the box looks
        self._wishes: deque[tuple[float, Callable[[], None]]] = deque()
        self._alone_since: float | None = None
        self._made_ready = False
        self._ready: Own | None = None  # its own network, which only has to be opened
        self._by_itself = False  # it opened its own network without being asked
        self._had_one = False  # a network, since the start
        self._pause = RETURN
        self._empty_since: float | None = None
        self._told_since: float | None = None
        self._hopeful = False  # NetworkManager is just trying a network
        self._seen: tuple[str, dict[str, bool]] = "", {}
        self._program: Any = None
        self._asked_at = -ASK
        self._joined_since = 0.0
        self._reached = False
        self._news = threading.Event()
        self._closing = False

    def start(self) -> None:
        """Look after the network from now on."""
        for work in (self._run, self._hear):
            threading.Thread(target=work, name="network", daemon=True).start()

    # What pages ask

    @property
    def address(self) -> str:
        """Where phones find the page."""
        port = self._port()
        return f"http://{self.standing.number}" + ("" if port == 80 else f":{port}")

    @property
    def can_open(self) -> bool:
        return self.standing.managed and bool(self.standing.radio) and self._own != "never"

    @property
    def is_lost(self) -> bool:
        """No phone can reach the box just now."""
        return self.standing.number == HERE and HERE in self._own_screen

    @property
    def brings_its_own(self) -> bool:
        """It will do so by itself in a moment."""
        return self.is_lost and self.can_open and self._own == "auto" and not self.standing.switched_off

    def is_own(self, address: str) -> bool:
        """Does this number belong to somebody in the box's own network?"""
        if not self.standing.is_open:
            return False
        try:
            return ipaddress.ip_address(address) in ipaddress.ip_network(f"{self.standing.number}/24", strict=False)
        except ValueError:
            return False

    def reached(self, address: str) -> None:
        """Somebody at this number has found the page."""
        if not self._reached and address not in self._own_screen:
            self._reached = True
            if self.standing.lonely:
                self._stands(lonely=False)

    def open_own(self) -> None:
        """Somebody wants the box's own network."""
        self._must_be_able()
        self._by_itself = False
        self._wish(self._open, 0.0)

    def name_own(self) -> None:
        """Somebody wants its name and password though it may not be on: cards are printed before one goes out."""
        self._must_be_able()
        try:
            own = self._own_or_new()
        except ManagerTrouble as trouble:
            raise Trouble(f"The box's own network can't be made. {trouble}") from None
        self._stands(name=own.name, password=own.password)

    def close_own(self) -> None:
        """Back to whatever network the box knows."""
        self._must_be_able()
        self._wish(self._close, FAREWELL)

    def toggle(self) -> None:
        """Hands on the buttons: its own network, or the others again."""
        (self.close_own if self.standing.is_open else self.open_own)()

    def look_again(self) -> None:
        """Look which networks are in reach; where the box is busy with its own, that goes away meanwhile."""
        self._must_be_able()
        self._wish(self._look_around, FAREWELL if self.standing.is_open else 0.0)

    def join(self, name: str, password: str, *, hidden: bool = False) -> None:
        """Try a network soon; until then pages hear of it.

        :param hidden: it tells nobody its name; this one was typed.
        """
        self._must_be_able()
        known = name in self.standing.saved
        heard = next((each for each in self.standing.heard if each.name == name), None)
        if hidden and heard is None:
            if not 1 <= len(name.encode()) <= 32 or not name.isprintable():
                raise IllegalAnswer("A network's name has 1 to 32 letters, digits and signs.")
            heard = Heard(name, 0, "WPA2" if password or known else "", hidden=True)
        if heard is None:
            raise IllegalAnswer(f"The box hears no network called {name}. Let it look again.")
        if heard.needs_a_user:
            raise IllegalAnswer(f"{name} wants a user name as well; the box can't join it from here.")
        if not heard.open and not (known and not password) and not 8 <= len(password) <= 63:
            raise IllegalAnswer(f"A Wi-Fi password has 8 to 63 characters; this one has {len(password)}.")
        if not password.isprintable():
            raise IllegalAnswer("A Wi-Fi password has letters, digits and signs only.")
        self._stands(trying=name, told="")
        self._wish(lambda: self._try(heard, password), FAREWELL)

    def _must_be_able(self) -> None:
        if not self.standing.managed:
            raise Trouble("NetworkManager is not running on this box, so its network is changed elsewhere.")
        if self._own == "never":
            raise Trouble("The settings keep this box from making a network of its own.")
        if not self.standing.radio:
            raise Trouble("This box has no Wi-Fi radio that can make a network.")

    # What it does, one thing after the other

    def _wish(self, do: Callable[[], None], wait: float) -> None:
        self._wishes.append((self._clock() + wait, do))
        self._news.set()

    def step(self) -> None:
        """One look, and whatever is due."""
        if self._wishes and self._clock() >= self._wishes[0][0]:
            _, do = self._wishes.popleft()
            try:
                do()
            except ManagerTrouble as trouble:
                log.warning("network: %s", trouble)
                self._stands(trying="", told=f"That didn't work: {trouble}")
            self._asked_at = -ASK
        now = self._clock()
        seen = self._number(), self._manager.links()
        if self._news.is_set() or now - self._asked_at >= ASK or seen != self._seen:
            self._seen = seen
            self._news.clear()
            self._asked_at = now
            self._look()
        self._mind(now)

    def _look(self) -> None:
        """Ask how things stand."""
        try:
            devices = self._manager.devices()
        except NotHere:
            self._stands(managed=False, radio="", is_open=False, joined="", cable=False, number=self._number())
            return
        except ManagerTrouble as trouble:
            log.warning("network: %s", trouble)
            return
        number = self._number()  # only now: asking takes time, in which a network may let the box in
        radio = next((each for each in devices if each.kind == "wifi" and each.makes_networks), None)
        links = [each for each in devices if each.kind in LINKS and each.works]
        ours = next((each for each in links if each.connection == OWN), None)
        wifi = next((each.connection for each in links if each.kind == "wifi" and each is not ours), "")
        if any(
            address.startswith(f"{number}/") for each in devices if not each.is_linked for address in each.addresses
        ):
            number = HERE  # it was its number, but nobody is at the other end any more
        if ours or number == HERE:
            first = ours or next(iter(links), None)
            number = first.addresses[0].partition("/")[0] if first else HERE
        own = self._manager.own() if ours and not self.standing.is_open else None
        if wifi != self.standing.joined:
            self._joined_since, self._reached = self._clock(), False
        self._stands(
            managed=True,
            radio=radio.name if radio else "",
            switched_off=bool(radio and radio.state == SWITCHED_OFF),
            is_open=bool(ours),
            joined=wifi,
            cable=any(each.kind == "ethernet" for each in links),
            number=number,
            phones=self._manager.phones(ours.name) if ours else None,
            room=self._manager.room(radio.name) if radio and self.standing.room is None else self.standing.room,
            **({"name": own.name, "password": own.password} if own else {}),
        )
        self._hopeful = any(each.kind in LINKS and each.state in BUSY for each in devices)
        if ours is None and radio and not self.standing.heard:
            self._note_heard(radio.name)

    def _mind(self, now: float) -> None:
        """Bring a network where none works, and go back to the old one when nobody uses it."""
        standing = self.standing
        calm, hopeful = (ALONE, HOPEFUL) if self._had_one else (AT_FIRST, HOPEFUL_AT_FIRST)
        if standing.is_open or standing.number != HERE or self._wishes or not self.can_open or standing.switched_off:
            self._alone_since, self._ready = None, None
            self._had_one |= standing.is_open or standing.number != HERE
        elif self._alone_since is None:
            self._alone_since, self._made_ready = now, False
        elif self._own == "auto":
            left = self._alone_since + (hopeful if self._hopeful else calm) - now
            if left <= 0:
                self._alone_since = None
                self._by_itself = True
                self._wish(self._open, 0.0)
            elif left <= READY and not self._made_ready:
                self._made_ready = True
                self._wish(self._make_ready, 0.0)
        empty = standing.is_open and self._by_itself and standing.phones == 0
        if not empty:
            self._empty_since = None
            if standing.joined or standing.cable:
                self._pause = RETURN
        elif self._empty_since is None:
            self._empty_since = now
        elif now - self._empty_since >= self._pause and (standing.cable or standing.saved) and not self._wishes:
            self._empty_since, self._pause = None, min(2 * self._pause, LONGEST)
            self._wish(self._close, 0.0)
        if not standing.told:
            self._told_since = None
        elif self._told_since is None:
            self._told_since = now
        elif now - self._told_since >= TOLD:
            self._stands(told="")
        lonely = bool(standing.joined) and not standing.cable and not self._reached
        if lonely and now - self._joined_since >= UNREACHED:
            self._stands(lonely=True)
        elif not standing.joined:
            self._stands(lonely=False)

    def _open(self) -> None:
        radio = self.standing.radio
        if self.standing.is_open or not radio:
            return
        if self._by_itself:
            self._look()
            if self.standing.number != HERE:  # another has let the box in since
                self._by_itself = False
                return
        if self._ready is None:
            self._make_ready(anew=not self._by_itself)
        self._start_own(radio)
        log.info("the box's own network is on: %s", self.standing.name)

    def _make_ready(self, *, anew: bool = False) -> None:
        """All that can be done while there is still hope for another network.

        An access point hears nothing, so what is in reach is noted before. Without a network NetworkManager looks
        around all the time; where one works, it has to be asked for *anew*.
        """
        self._note_heard(self.standing.radio, anew=anew)
        self._ready = self._own_or_new()

    def _own_or_new(self) -> Own:
        with self._naming:
            own = self._manager.own()
            if own is None:
                own = Own(new_name(), new_password())
                self._manager.make_own(own)
            return own

    def _start_own(self, radio: str) -> None:
        own, self._ready = self._ready or self._own_or_new(), None
        self._manager.open_own(radio)
        self._stands(name=own.name, password=own.password)

    def _close(self) -> None:
        if self.standing.is_open:
            self._by_itself = False
            self._manager.close_own()
            self._had_one = False  # as after a start, the others get their time
            self._stands(told="")

    def _look_around(self) -> None:
        radio, was_open = self.standing.radio, self.standing.is_open
        if was_open:
            self._manager.close_own()
        try:
            self._note_heard(radio, anew=True)
            if not self.standing.heard:  # a radio that was just an access point may be deaf for a moment
                self._note_heard(radio, anew=True)
            log.info("the box looked around and heard %d networks", len(self.standing.heard))
        finally:
            if was_open:
                self._start_own(radio)

    def _try(self, heard: Heard, password: str) -> None:
        """Join *heard*; where that fails, the box comes back to its own network, or to the one it was in."""
        was_open, before = self.standing.is_open, self.standing.joined
        try:
            self._manager.join(self.standing.radio, heard, password)
        except ManagerTrouble as trouble:
            log.info("the box could not join a network: %s", trouble)
            why = "Look at its name and its password again." if heard.hidden else trouble
            told = f"{heard.name} didn't let the box in. {why}"
            if was_open or not before:
                self._start_own(self.standing.radio)
                told += " The box is back on its own network."
            self._stands(trying="", told=told)
            return
        self._by_itself = False
        self._note_saved()
        self._stands(trying="", told="")

    def _note_heard(self, radio: str, *, anew: bool = False) -> None:
        try:
            heard: Sequence[Heard] = self._manager.heard(radio, anew=anew)
        except ManagerTrouble as trouble:
            log.info("the networks in reach could not be listed: %s", trouble)
            return
        self._note_saved()
        self._stands(heard=tuple(each for each in heard if each.name != self.standing.name))

    def _note_saved(self) -> None:
        self._stands(saved=frozenset(self._manager.saved()))

    def _stands(self, **how: Any) -> None:
        with self._lock:
            before = self.standing
            now = self.standing = replace(before, **how)
        if now == before:
            return
        for heard in (*self.when_changed, *(self.when_moved if now.number != before.number else ())):
            try:
                heard()
            except Exception:  # whoever listens must not keep the box from its network
                log.exception("somebody could not be told of the network")

    # Threads

    def _run(self) -> None:
        while not self._closing:
            try:
                self.step()
            except Exception:
                log.exception("the network could not be looked at")
            self._news.wait(LOOK)
            if self._news.is_set() and not self._closing:
                time.sleep(0.2)  # changes come in flocks

    def _hear(self) -> None:
        """NetworkManager says when something changes; without it the box looks by itself now and then."""
        while not self._closing:
            self._program = self._manager.listen()
            for _ in self._program.stdout if self._program else ():
                self._news.set()
            if not self._closing:
                time.sleep(5)

    def close(self) -> None:
        """The network itself stays as it is."""
        self._closing = True
        self._news.set()
        if self._program:
            self._program.terminate()
