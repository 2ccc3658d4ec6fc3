"""A table with its page, for tests: with Flask's own client or behind a real port."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from playwright.sync_api import TimeoutError
from werkzeug.routing import Rule

from device.__main__ import _pretend
from device.camera.photographs import Photographs
from device.care.chosen import Chosen
from device.care.health import Health
from device.hall.member import Member
from device.live.chair import Chair
from device.live.journal import Journal
from device.live.table import Table
from device.network.limits import Limits
from device.network.server import Server
from device.panel.hands import Hands
from device.settings import Hall as HallSettings
from device.settings import Settings
from device.settings import Voice as VoiceSettings
from device.sight.eye import Eye
from device.voice.by_ear import ByEar
from device.voice.lecturing import Lecturing
from device.voice.voice import Voice
from device.wifi.manager import Own
from device.wifi.network import Network
from device.wifi.pretend import PretendManager
from web import create_app
from web.live import bodies

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True, "is_mobile": True}
SCREEN = {"viewport": {"width": 1280, "height": 800}}
TOKEN = "the-host-token-of-tests"


class Compiled(BytecodeCache):
    """Templates as Jinja understood them, for all boxes of a run: reading them takes longer than most tests."""

    def __init__(self) -> None:
        self._all: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if known := self._all.get((bucket.key, bucket.checksum)):
            bucket.bytecode_from_string(known)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._all[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


TEMPLATES = Compiled()


def _addresses_once() -> None:
    """How an address is built is worked out once for all boxes of a run: a box has more than a hundred."""
    work_out, known = Rule._compile_builder, {}

    def remembered(rule: Rule, append_unknown: bool = True) -> Any:
        key = (rule.rule, repr(rule._trace), repr(rule.defaults), append_unknown)
        if key not in known:
            known[key] = work_out(rule, append_unknown)
        return known[key]

    Rule._compile_builder = remembered  # type: ignore[method-assign]


_addresses_once()


class Paged:
    """Something with a page."""

    app: Flask

    def client(self, seat: str = "", host: bool = False) -> Any:
        """A browser without a screen; as a seat's phone, as the box's own screen, or watching."""
        client = self.app.test_client()
        if host:
            client.get(f"/host/{TOKEN}")
        if seat:
            assert client.post("/join", data={"seat": seat}).status_code == 303
        return client


class Served(Paged):
    """One box: its table, its page, and where to find it."""

    def __init__(self, folder: Path, *, pretend: bool = False) -> None:
        self.journal = Journal(folder / "games.db")
        self.table = Table(self.journal)
        self.pretended, self.watch, self.eye, self.health, camera = None, None, None, None, None
        if pretend:
            self.pretended, camera = _pretend(Settings(), self.table)
            self.eye = Eye(self.table, camera, self.pretended.box.panel, folder, pretend=True)
            self.watch = self.eye.watch
            self.health = Health(Settings(), self.pretended.box.panel, camera)
        self.chair = Chair(self.table, pause=lambda: 0.0)  # nobody waits in a test
        self.voice = Voice(self.table, None, Chosen("voice", VoiceSettings(), folder / "voice.json"))
        Lecturing(self.table, self.voice)
        self.hall = Member(Chosen("hall", HallSettings(), folder / "hall.json"), self.table, folder)
        self.air = PretendManager(lambda: "192.168.1.20")
        self.air.make_own(Own("Tableside-k7pm", "otter-kettle-violet"))
        self.network = Network(self.air, own="by hand", port=lambda: 8080, number=lambda: "192.168.1.20")
        self.network.step()
        self.app = create_app(
            self.table,
            TOKEN,
            lambda: self.network.address,
            self.health,
            watch=self.watch,
            eye=self.eye,
            pretended=self.pretended,
            photographs=Photographs(camera),
            chair=self.chair,
            voice=self.voice,
            hall=self.hall,
            network=self.network,
        )
        self.network.when_changed.append(self.app.config["WIRE"].tell)
        self.hall.start(self.app.config["WIRE"], self.app.config["ENTRANCE"])
        self.chair.when_thought.append(self.app.config["WIRE"].tell)
        self.app.jinja_env.bytecode_cache = TEMPLATES
        self.app.config["QUIET_SCREEN"] = 3600  # a slow computer is no quiet table
        if (watch := self.watch) and self.pretended:
            ear = ByEar(self.table, self.voice, watch)
            hands = Hands(self.table, self.pretended.box.panel, ear)
            ear.when_stepped.append(hands.stepped)
            self.watch.when_seen += [ear.seen, hands.seen, lambda _: self.app.config["WIRE"].tell()]
            self.watch.when_seen.append(lambda _: self.chair.look())
            self.watch.when_seen.append(lambda seen: self.table.saw(seen.state))
            self.chair.waits_for.append(lambda: watch.seen.state in ("differs", "asks"))
            self.watch.start()
        self.url = ""

    @contextmanager
    def listening(self, port: int = 0, limits: Limits | None = None) -> Iterator[Served]:
        server = Server(
            self.app, "127.0.0.1", port, limits=limits, largest_body=lambda about: bodies.largest(self.app, about)
        )
        self.url = f"http://127.0.0.1:{server.port}"
        try:
            yield self
        finally:
            self.app.config["WIRE"].close()
            server.stop()

    def close(self) -> None:
        self.hall.close()
        self.chair.close()
        self.voice.close()
        if self.eye:
            self.eye.close()
        if self.pretended:
            self.pretended.box.close()
        self.table.wait_no_longer()
        self.journal.close()


def at_home(box: Served) -> None:
    """Everybody knows the game and taps as soon as a question stands there: before any page is opened.

    Otherwise a question that just changed takes no tap for a moment, and a whole game would mostly wait for that.
    """
    box.app.config["QUESTION_SETTLES"] = 30


def sit(window: Any, box: Served, seat: str) -> Any:
    """Somebody takes a seat with a phone."""
    phone = window(**PHONE)
    phone.goto(box.url)
    phone.click(f"button[value={seat}]")
    phone.wait_for_selector("#ask")
    return phone


def come_in(window: Any, box: Served, seat: str, name: str) -> Any:
    """Somebody comes to the lobby with a phone, types a name and takes a seat."""
    phone = window(**PHONE)
    phone.goto(box.url)
    phone.fill("[name=name]", name)
    phone.click(f"button[value={seat}]")
    phone.wait_for_selector(".youre-in")
    return phone


def gathering(screen: Any, box: Served, name: str) -> None:
    """The box's own screen, on which somebody has tapped a game."""
    screen.goto("about:blank")  # an open page would follow by itself, at the same time
    box.client(host=True).post(f"/lobby/gather/{name}")
    screen.goto(f"{box.url}/table")


def seated(screen: Any, names: Mapping[str, str]) -> None:
    """Somebody types on the box's own screen who sits where."""
    for seat, name in names.items():
        screen.click(f"[data-naming='{seat}']")
        screen.fill(".naming [name=name]", name)
        screen.click(".naming button.go")
        screen.wait_for_selector(f".named [data-naming='{seat}'][data-name='{name}']")


def tap_begin(screen: Any) -> None:
    """Somebody taps Begin, behind which the table is."""
    if screen.locator(".moreset[open]").count():
        screen.click(".moreset > summary")
    screen.click("#begin button.go")
    screen.wait_for_selector(".screen")


def up_to_date(page: Any, box: Served) -> None:
    """The page shows the table as it stands, and takes taps.

    It locks itself for a moment when its question changed under the finger; nobody reads and taps as fast as that.
    The table may go on by itself meanwhile.
    """
    page.wait_for_load_state()  # before that its scripts hear no tap
    takes_taps = page.locator("body:not([data-locked])")
    meanwhile(page, lambda: takes_taps.get_attribute("data-n") == str(box.table.now().number))


def place_of(target: Any) -> dict[str, float]:
    """Where something stands on its page; looked for again where the page was just drawn anew under the look."""
    found: list[dict[str, float]] = []
    target.page.wait_for_load_state()
    meanwhile(target.page, lambda: found.extend(filter(None, [target.bounding_box()])) or found)
    return found[0]


COVERED = """place => { const box = place.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return !place.closest("#ask") && !!top && !!top.closest("#ask"); }"""


UPPERMOST = """place => { const box = place.getBoundingClientRect();
    return place.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)); }"""


def uncover(target: Any) -> None:
    """Push the question down where it lies over something."""
    target.scroll_into_view_if_needed()
    if target.evaluate(COVERED):
        target.page.locator("#ask .grip").click()


def uppermost(target: Any) -> bool:
    uncover(target)
    return bool(target.evaluate(UPPERMOST))


def tap_barred(target: Any) -> None:
    """Tap something that says why not: pages call it disabled, and Playwright's own tap would wait for it."""
    meanwhile(target.page, lambda: uppermost(target))
    at = place_of(target)
    target.page.mouse.click(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)


def reach(page: Any, target: Any, seconds: float = 120.0) -> None:
    """Tap something on a phone; the question is pushed down wherever it lies over it, as people would.

    It may come up again at any moment, as when something else is asked: so a finger that was kept off looks again.
    """
    end = time.monotonic() + seconds
    while True:
        uncover(target)
        try:
            return target.click(timeout=5000)
        except TimeoutError:
            if time.monotonic() > end:
                raise


def until(page: Any, expression: str, seconds: float = 120.0) -> None:
    """Wait until *expression* holds on the page.

    Playwright's own waiting evaluates a text inside the page, which the page's security policy forbids.
    """
    meanwhile(page, lambda: page.evaluate(expression), seconds)


def meanwhile(page: Any, true: Callable[[], object], seconds: float = 120.0) -> None:
    """Wait until it is *true*, and let the page go on meanwhile."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true"
        page.wait_for_timeout(30)
