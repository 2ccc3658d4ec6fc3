"""Screenshots of every page, at every size, by day and by night, of all games, the box and the hall: ``make pictures``.

They come to ``build/pictures``, one folder a game; with ``--docs`` those that the README shows are taken anew, too.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "support"), str(HERE)]

import moving  # noqa: E402
from a_hall import of_a_hall  # noqa: E402
from browsers import ALONE, chromium  # noqa: E402
from of_the_box import of_the_box  # noqa: E402
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from serving import TOKEN, Served, up_to_date  # noqa: E402

from rules.games import NAMES, game  # noqa: E402
from rules.moment import Moment  # noqa: E402
from rules.players.sensible import Sensible  # noqa: E402

SCREENS = {"7-inch": (800, 480), "10-inch": (1024, 600), "full-hd": (1920, 1080)}
PHONE = {"phone": (390, 844)}
THEMES = ("light", "dark")
PEOPLE = ("Ann", "Ben", "Cleo", "Dov", "Eve")
UNDER_WAY = {"sleepers": 60, "sleeping_gods": 30, "silent_sea": 60, "awakening": 60, "children_of_morta": 110}
LONGEST = 4000
OF_A_GAME = {
    "rules": "rules/{game}",
    "set-up": "guide",
    "log": "saved/{id}",
    "by-hand": "by-hand/{page}",
    "catch-me-up": "catch-me-up/{page}",
}
ONLY_OF_THE_BOX = {"log"}
APART = {"box": of_the_box, "hall": of_a_hall}
OF_ITS_END = {"looking-back": "looking-back/{page}", "keepsake": "keepsake/{page}"}
DRAWN = "Promise.all([...document.images].map(each => each.loading == 'lazy' || each.decode().catch(() => 0)))"
IN_THE_README = {
    ("sleepers", "stage", "7-inch", "dark"): "kiosk.png",
    ("sleepers", "seat", "phone", "dark"): "phone.png",
    ("sleeping_gods", "stage", "10-inch", "dark"): "sleeping_gods.png",
    ("silent_sea", "stage", "10-inch", "dark"): "silent_sea.png",
    ("awakening", "stage", "10-inch", "dark"): "awakening.png",
    ("children_of_morta", "stage", "10-inch", "dark"): "children_of_morta.png",
    ("box", "start", "7-inch", "dark"): "start.png",
}


MOMENTS: dict[str, Callable[[Moment], object]] = {
    "moment": lambda moment: moment.staged and not moment.story,
    "story": lambda moment: moment.story,
    "chance": lambda moment: moment.drawn and not moment.story and not moment.staged,
}


class Pictures:
    def __init__(self, browser: Browser, folder: Path, *, docs: bool, only: tuple[str, ...] = ()) -> None:
        self.browser = browser
        self.folder = folder
        self.docs = docs
        self.only = only
        self.taken = 0

    def wants(self, *names: str) -> bool:
        return not self.only or any(name.startswith(self.only) for name in names)

    def windows(self, sizes: dict[str, tuple[int, int]]) -> Iterator[tuple[str, str, Page]]:
        """A fresh window of every size in both lights."""
        for size, (width, height) in sizes.items():
            for theme in THEMES:
                context = self.browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=theme,  # type: ignore[arg-type]
                    reduced_motion="reduce",
                )
                yield size, theme, context.new_page()
                context.close()

    def take(self, page: Page, about: str, name: str, size: str, theme: str, *, whole: bool = False) -> None:
        """What the window shows; or the *whole* page, however long."""
        if not self.wants(name):
            return
        path = self.folder / about / f"{name}-{size}-{theme}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        page.evaluate(DRAWN)
        page.screenshot(path=path, full_page=whole)
        self.taken += 1
        print(f"\r{self.taken} pictures, {about}: {name}                    ", end="", flush=True)
        if self.docs and (wanted := IN_THE_README.get((about, name, size, theme))):
            shutil.copy(path, ROOT / "docs" / wanted)


def play(box: Served, name: str, steps: int, until: Callable[[Moment], object] = lambda moment: False) -> bool:
    """As people who know what they want left it, or when it came to a moment: whether it did."""
    played, luck = game(name), random.Random(7)
    people = played.sensible(luck) or Sensible(played, luck)
    for _ in range(steps):
        moment = box.table.now()
        if until(moment):
            return True
        if moment.ask is None:
            return False
        step = people.step(moment.position.state, moment.ask)
        (box.table.answer if step.kind == "answer" else box.table.aside)(moment.number, step.value, step.seat)
    return False


def a_moment(pictures: Pictures, box: Served, name: str, what: str) -> None:
    """What everybody looks up for, as it comes to the stage and to a phone."""
    seat = box.table.now().seats[0]
    for size, theme, page in pictures.windows(SCREENS | PHONE):
        if size in PHONE:
            page.goto(box.url)
            page.click(f'button[value="{seat}"]')
        else:
            page.goto(f"{box.url}/host/{TOKEN}")
            page.add_init_script("sessionStorage.setItem('stage', 'on')")
            page.goto(f"{box.url}/table")
        up_to_date(page, box)
        page.evaluate("document.getElementById('scene').classList.add('on')")  # a page that was just opened has no news
        pictures.take(page, name, what, size, theme)
        if size in PHONE:
            box.table.leave(box.table.claims()[seat])


def of_a_game(pictures: Pictures, box: Served, name: str) -> None:
    played = game(name)
    seats = played.seats[: max(3, played.fewest)]
    setup = played.setup(dict(zip(seats, PEOPLE, strict=False)))
    for what, has_come in MOMENTS.items():
        box.table.begin(setup)
        if pictures.wants(what) and play(box, name, LONGEST, has_come):
            a_moment(pictures, box, name, what)
    box.table.begin(setup)
    play(box, name, UNDER_WAY[name])
    under_way(pictures, box, name)
    if pictures.wants("end", "end-controls", *OF_ITS_END):
        play(box, name, LONGEST)
        at_the_table(pictures, box, name, "end")
        pages(pictures, box, name, OF_ITS_END)
    if not pictures.wants("lobby"):
        return
    box.client(host=True).post(f"/lobby/gather/{name}")
    for size, theme, page in pictures.windows(SCREENS | PHONE):
        page.goto(box.url if size in PHONE else f"{box.url}/host/{TOKEN}")
        pictures.take(page, name, "lobby", size, theme)


def under_way(pictures: Pictures, box: Served, name: str) -> None:
    at_the_table(pictures, box, name, "stage")
    pages(pictures, box, name, OF_A_GAME)


def pages(pictures: Pictures, box: Served, name: str, wanted: dict[str, str]) -> None:
    """As the box's own screen shows them, and a phone at the first seat."""
    seat = box.table.now().seats[0]
    for what, path in wanted.items():
        if not pictures.wants(what):
            continue
        for size, theme, page in pictures.windows(SCREENS if what in ONLY_OF_THE_BOX else SCREENS | PHONE):
            about = {"game": name, "id": box.table.now().game_id, "page": "seat" if size in PHONE else "table"}
            if size in PHONE:
                page.goto(box.url)
                page.click(f'button[value="{seat}"]')
                page.wait_for_selector("#ask")
            else:
                page.goto(f"{box.url}/host/{TOKEN}")
            page.goto(f"{box.url}/{path.format(**about)}")
            pictures.take(page, name, what, size, theme)
            if size in PHONE:
                box.table.leave(box.table.claims()[seat])


def at_the_table(pictures: Pictures, box: Served, name: str, what: str) -> None:
    if not pictures.wants(what, f"{what}-controls", "seat" if what == "stage" else what):
        return
    for size, theme, page in pictures.windows(SCREENS):
        page.goto(f"{box.url}/host/{TOKEN}")
        page.goto(f"{box.url}/table")
        up_to_date(page, box)
        looked_through(page, what)
        pictures.take(page, name, f"{what}-controls", size, theme)
        page.evaluate("sessionStorage.setItem('stage', 'on')")
        page.reload()
        up_to_date(page, box)
        looked_through(page, what)
        pictures.take(page, name, what, size, theme)
    for size, theme, page in pictures.windows(PHONE):
        moment = box.table.now()
        seat: Any = moment.ask.told[0] if moment.ask else moment.seats[0]
        page.goto(box.url)
        page.click(f'button[value="{seat}"]')
        up_to_date(page, box)
        looked_through(page, what)
        pictures.take(page, name, "seat" if what == "stage" else what, size, theme)
        if what == "stage":
            page.goto(f"{box.url}/learn/now")
            pictures.take(page, name, "what-could-i-do", size, theme)
        box.table.leave(box.table.claims()[seat])


def looked_through(page: Page, what: str) -> None:
    """At the end the box first looks through the whole game; then it stands there as a strip."""
    if what == "end":
        page.locator("#ask .turns rect").first.wait_for(state="attached")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("of", nargs="*", default=(*NAMES, *APART), help="only these games, box or hall")
    parser.add_argument("--only", nargs="+", default=(), metavar="WHAT", help="only names that begin like these")
    parser.add_argument("--docs", action="store_true", help="take those of the README anew, too")
    options = parser.parse_args()
    folder = ROOT / "build" / "pictures"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium(), args=["--disable-gpu", ALONE, "--no-sandbox"])
        pictures = Pictures(browser, folder, docs=options.docs, only=tuple(options.only))
        for name in options.of:
            if name in APART:
                APART[name](pictures)
                continue
            with tempfile.TemporaryDirectory() as place:
                box = Served(Path(place))
                with box.listening():
                    of_a_game(pictures, box, name)
                box.close()
        if options.docs:
            moving.make(browser, ROOT / "docs" / "moving.webp")
        browser.close()
    print(f"\n{pictures.taken} pictures in {folder.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
