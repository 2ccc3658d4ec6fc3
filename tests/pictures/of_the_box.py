"""Every page of the box itself: before a game, in the lobby, beside a game, and what its owner does with it."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from card_photos import photograph
from playwright.sync_api import Page
from serving import TOKEN, Served, up_to_date
from two_boxes import OTHERWISE, OURS, theirs

from device.wifi.network import HERE
from rules import cards_file, packs
from rules.games import NAMES, game
from web.owner import albums

SCREENS = {"7-inch": (800, 480), "10-inch": (1024, 600), "full-hd": (1920, 1080)}
HAND = {"phone": (390, 844)}
EVERYWHERE = SCREENS | HAND

FORM = "multipart/form-data"

Way = tuple[str, ...]
"""Where a page is, and what is tapped there before it is looked at."""

NO_GAME: dict[str, Way] = {
    "start": ("table",),
    "start-camera": ("table", "summary:text-is('Camera')"),
    "start-print": ("table", "summary:text-is('Print')"),
    "settings": ("table", ".prefs > summary"),
    "packs": ("packs/",),
    "voice": ("voice/",),
    "hall": ("hall/",),
    "boards": ("boards/",),
    "board-photograph": ("boards/our_station/photograph",),
    "rules-by-number": ("rules/sleepers#by-number",),
    "rules-found": ("rules/sleeping_gods?q=camp",),
    "no-such-page": ("no/such/page",),
    "print-mat": ("print/mat",),
    "print-join": ("print/join",),
    **{f"print-{name}": (f"print/{name}",) for name in NAMES},
}
BY_CAMERA: dict[str, Way] = {
    "doctor": ("doctor",),
    "pretend-welcome": ("pretend/",),
    "camera": ("calibrate/",),
    "camera-corners": ("calibrate/", "#drag"),
    "teach": ("teach/",),
    "teach-a-die": ("teach/?game=awakening&kind=die",),
}
BESIDE_A_GAME: dict[str, Way] = {
    "stage-menu": ("table", ".menu > summary"),
    "stage-code": ("table", ".people > summary"),
    "check-the-board": ("camera/check",),
}
IN_A_HAND: dict[str, Way] = {
    "seat-people": ("seat", ".people > summary"),
    "seat-settings": ("seat", ".prefs > summary"),
    "another-seat": ("?seats",),
}


def of_the_box(pictures: Any) -> None:
    for each in (_before_a_game, _at_the_camera, _in_the_lobby, _coming_back, _an_owners_copy, _on_a_network):
        each(pictures)


@contextmanager
def _a_box(*, pretend: bool = False) -> Iterator[Served]:
    before = list(packs.shelves)
    with tempfile.TemporaryDirectory() as folder:
        packs.shelves[:] = [Path(folder) / "packs"]
        packs.forget()
        box = Served(Path(folder), pretend=pretend)
        with box.listening():
            yield box
        box.close()
    packs.shelves[:] = before
    packs.forget()


def _look(
    pictures: Any,
    box: Served,
    ways: dict[str, Way],
    sizes: dict[str, tuple[int, int]] = EVERYWHERE,
    *,
    seat: str | None = None,
    drawn: Callable[[Page], None] = lambda page: None,
) -> None:
    """These pages, as the box's own screen shows them; or a phone at a *seat*, or at none where it is empty."""
    ways = {name: way for name, way in ways.items() if pictures.wants(name)}
    for size, theme, page in pictures.windows(sizes) if ways else ():
        page.goto(f"{box.url}/host/{TOKEN}" if seat is None else f"{box.url}/")
        if seat:
            page.click(f'button[value="{seat}"]')
            page.wait_for_selector("#ask")
        for name, (path, *taps) in ways.items():
            page.goto("about:blank")
            page.goto(f"{box.url}/{path}")
            drawn(page)
            for tap in taps:
                page.locator(tap).first.click()
            pictures.take(page, "box", name, size, theme, whole=size in HAND)
        if seat:
            box.table.leave(box.table.claims()[seat])


def _before_a_game(pictures: Any) -> None:
    with _a_box() as box:
        owner = box.client(host=True)
        owner.post("/boards/new", data={"title": "Our station"})
        _look(pictures, box, NO_GAME)
        _look(pictures, box, {"join-no-game": ("",)}, HAND, seat="")
    with _a_box(pretend=True) as box:
        owner = box.client(host=True)
        owner.post("/doctor/test/begin")
        _look(pictures, box, {"doctor-a-lamp": ("doctor/test",)})
        while (step := box.health.self_test.step) and not step.press:
            owner.post("/doctor/test/seen")
        _look(pictures, box, {"doctor-a-button": ("doctor/test",)})
        while box.health.self_test.step:
            owner.post("/doctor/test/skip")
        _look(pictures, box, {"doctor-report": ("doctor/test",)})


def _seen(page: Page) -> None:
    """The camera has looked, and the pretend box shows how it stands."""
    if page.locator("#found").count():
        page.locator("#found", has_text="found.").wait_for()
    if page.locator("#digit").count():
        page.locator("figure.eye:not([hidden])").wait_for()


def _at_the_camera(pictures: Any) -> None:
    with _a_box(pretend=True) as box:
        _look(pictures, box, BY_CAMERA, drawn=_seen)
        owner = box.client(host=True)
        owner.post("/pretend/try")
        _look(pictures, box, {"pretend-tour": ("pretend/",)}, drawn=_seen)
        box.table.close()
        sleepers = game("sleepers")
        box.table.begin(sleepers.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
        for place in ("e5", "d4"):
            box.table.answer(box.table.now().number, place, box.table.now().ask.seat)
        _look(pictures, box, {"pretend": ("pretend/",), **BESIDE_A_GAME}, drawn=_seen)
        _look(pictures, box, IN_A_HAND, HAND, seat="white")
        box.table.begin(game("sleeping_gods").setup({"north": "Ann", "east": "Ben"}))
        _look(pictures, box, {"pretend-mat": ("pretend/",)}, drawn=_seen)


def _in_the_lobby(pictures: Any) -> None:
    with _a_box() as box:
        owner = box.client(host=True)
        for name in NAMES:
            owner.post(f"/lobby/gather/{name}")
            _look(
                pictures,
                box,
                {f"lobby-empty-{name}": ("table",), f"lobby-more-{name}": ("table", ".moreset > summary")},
            )
            _look(pictures, box, {f"lobby-phone-{name}": ("",)}, HAND, seat="")
            owner.post("/lobby/shut")
        owner.post("/lobby/gather/children_of_morta")
        seats = game("children_of_morta").seats
        phones = [box.app.test_client() for _ in seats]
        for phone, seat, name in zip(phones, seats[:2], ("Ann", "Bartholomew"), strict=False):
            phone.post("/lobby/sit", data={"seat": seat, "name": name})
        owner.post("/lobby/seat", data={"seat": seats[2], "name": "Cleo"})
        naming = f"[data-naming='{seats[3]}']"
        _look(pictures, box, {"lobby": ("table",), "lobby-naming": ("table", naming)})
        for size, theme, page in pictures.windows(HAND):
            page.goto(box.url)
            page.fill("[name=name]", "Dov")
            page.click(f"button[value={seats[3]}]")
            page.wait_for_selector(".youre-in")
            pictures.take(page, "box", "lobby-in", size, theme, whole=True)
            page.get_by_role("button", name="Leave").click()
            page.wait_for_selector("[name=name]")
            page.click("text=Just watch")
            page.wait_for_selector(".asked-for")
            pictures.take(page, "box", "lobby-watching", size, theme, whole=True)


def _coming_back(pictures: Any) -> None:
    """Games put away, one of them opened again, and a new phone that says whose it is."""
    with _a_box() as box:
        for name in NAMES:
            played = game(name)
            people = dict(zip(played.seats, ("Ann", "Ben", "Cleo", "Dov"), strict=False))
            kept = box.table.begin(played.setup(people)).game_id
        box.table.close()
        first = box.table.games()[-1].id
        _look(pictures, box, {"start-saved": ("table",), "saved": (f"saved/{kept}",)})
        owner = box.client(host=True)
        owner.post(f"/open/{first}")
        _look(pictures, box, {"resume": ("table",)})
        _look(pictures, box, {"thats-me": ("",)}, HAND, seat="")
        box.client(box.table.now().seats[0])
        for size, theme, page in pictures.windows(HAND):
            page.goto(box.url)
            page.click(f'button[value="{box.table.now().seats[0]}"]')
            page.wait_for_selector(".asked-for")
            pictures.take(page, "box", "thats-me-asked", size, theme, whole=True)
        _look(pictures, box, {"resume-handover": ("table",)})
        owner.post("/lobby/shut")
        _look(pictures, box, {"stage-handover": ("table",)})
        _look(pictures, box, {"seat-handover": ("seat",)}, HAND, seat=box.table.now().seats[1])
        _look(pictures, box, {"watching": ("seat",), "watching-people": ("seat", ".people > summary")}, HAND, seat="")


def _an_owners_copy(pictures: Any) -> None:
    """Cards that are photographed, described, and joined with another box's; and a board drawn from a photograph."""
    with _a_box() as box:
        owner = box.client(host=True)
        sea = game("sleeping_gods")
        box.table.begin(sea.setup({"north": "Ann"}, {}, "table", "own"))
        for value in ("normal", True, "done"):
            box.table.answer(box.table.now().number, value, "north")
        for path, value in OURS:
            box.table.ruling(box.table.now().number, path, value, "Ann", "a card was described")
        names = ("Tin Heron", "Salt Widow", "Long Tide", "Grey Oar")
        sent = [(io.BytesIO(photograph(each)), f"{each}.jpg") for each in names]
        owner.post("/photographs/sleeping_gods/own", data={"photo": sent}, content_type=FORM)
        for each, name in zip(albums.album("sleeping_gods", "own").all, names[:2], strict=False):
            owner.post(f"/photographs/sleeping_gods/own/{each.number}", data={"name": name})
        unnamed = next(each.number for each in albums.album("sleeping_gods", "own").all if not each.name)
        theirs_file = io.BytesIO(cards_file.written("sleeping_gods", theirs(*OTHERWISE)))
        owner.post("/packs/sleeping_gods/cards", data={"cards": (theirs_file, "cards.json")}, content_type=FORM)
        ways: dict[str, Way] = {
            "packs-own": ("packs/",),
            "photographs": ("photographs/sleeping_gods/own",),
            "photograph": (f"photographs/sleeping_gods/own/{unnamed}",),
            "joining": ("packs/sleeping_gods/join",),
        }
        _look(pictures, box, ways)
        box.table.answer(box.table.now().number, {}, "north")
        _describe(pictures, box)


def _describe(pictures: Any, box: Served) -> None:
    """Only what stands on the glass: the question lies over the table."""
    windows = pictures.windows(HAND)
    size, _, page = next(windows)
    page.goto(box.url)
    page.click("button[value=north]")
    page.wait_for_selector("#ask")
    up_to_date(page, box)
    page.click("text=Describe a card or a board for next time")
    page.locator("#ask", has_text="Describe which?").wait_for()
    up_to_date(page, box)
    _in_both_lights(pictures, page, "describe-which", size)
    page.locator("#ask .inhand > form button[value*='903']").first.click()
    form = page.locator("form.describe")
    form.get_by_role("button", name="Activate it to …", exact=True).click()
    form.get_by_role("button", name="A skill bonus", exact=True).click()
    form.get_by_role("button", name="Try it").click()
    form.locator(".tried").wait_for()
    _in_both_lights(pictures, page, "describe", size)
    windows.close()


def _in_both_lights(pictures: Any, page: Page, name: str, size: str) -> None:
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        pictures.take(page, "box", name, size, theme)


def _on_a_network(pictures: Any) -> None:
    with _a_box() as box:
        _look(pictures, box, {"network": ("network/",)})
        box.network.open_own()
        box.network.step()
        box.network.is_own = lambda number: True
        _look(pictures, box, {"network-own": ("network/",), "start-own-network": ("table",), "welcome": ("welcome/",)})
        box.client(host=True).post("/lobby/gather/sleepers")
        _look(pictures, box, {"lobby-own-network": ("table",)})
        box.client(host=True).post("/lobby/shut")
    with _a_box() as box:
        box.air.joined, box.network._number = "", lambda: HERE
        box.network.step()
        _look(pictures, box, {"start-no-network": ("table",), "network-lost": ("network/",)})
