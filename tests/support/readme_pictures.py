"""Retakes the README's pictures of the real pages: ``python tests/support/readme_pictures.py [NAME …]``."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from for_everyone import begin, still
from playwright.sync_api import Browser, Page, expect, sync_playwright
from serving import PHONE, SCREEN, TOKEN, Served

DOCS = Path(__file__).parents[2] / "docs"
GAMES = {  # which game, after how many steps of random players, by day or by night
    "kiosk": ("sleepers", 118, "dark"),
    "sleeping_gods": ("sleeping_gods", 27, "light"),
    "children_of_morta": ("children_of_morta", 190, "dark"),
    "awakening": ("awakening", 105, "light"),
    "silent_sea": ("silent_sea", 130, "dark"),
}


@contextmanager
def a_box(*, pretend: bool = False) -> Iterator[Served]:
    with tempfile.TemporaryDirectory() as folder:
        box = Served(Path(folder), pretend=pretend)
        with box.listening():
            yield box
        box.close()


@contextmanager
def window(browser: Browser, kind: dict[str, Any], theme: str) -> Iterator[Page]:
    context = browser.new_context(**still(kind, theme))
    yield context.new_page()
    context.close()


def taken(page: Page, name: str) -> None:
    page.wait_for_timeout(400)
    page.screenshot(path=DOCS / f"{name}.png")
    print(name)


def a_game(browser: Browser, name: str) -> None:
    """The box's own screen in the middle of a game, with every phone at its seat; of Sleepers also a phone."""
    game, steps, theme = GAMES[name]
    with a_box() as box:
        begin(box, game, steps)
        moment = box.table.now()
        asked = moment.ask.seats[0] if moment.ask else moment.seats[0]
        for seat in moment.seats:
            if seat != asked:
                box.client(seat)
        with window(browser, {**PHONE, "device_scale_factor": 1}, theme) as phone:
            phone.goto(box.url)
            phone.click(f"button[value={asked}]")
            if name == "kiosk":
                taken(phone, "phone")
            with window(browser, SCREEN, theme) as screen:
                screen.goto(f"{box.url}/host/{TOKEN}")
                taken(screen, name)


def start(browser: Browser) -> None:
    with a_box() as box:
        for game, steps in (("sleepers", 30), ("children_of_morta", 60), ("silent_sea", 45)):
            begin(box, game, steps)
            box.table.close()
        with window(browser, SCREEN, "light") as screen:
            screen.goto(f"{box.url}/host/{TOKEN}")
            taken(screen, "start")


def try_it(browser: Browser) -> None:
    """The tour's last step: the button was pressed, a tile lies on the board, the phone follows."""
    with a_box(pretend=True) as box, window(browser, SCREEN, "light") as page:
        page.goto(f"{box.url}/host/{TOKEN}/pretend")
        page.get_by_role("button", name="Try it").click()
        page.locator("[data-button=fate]").click()
        steps = page.locator("#tour li")
        expect(steps.nth(0)).to_have_class("ticked", timeout=20_000)
        turn = box.table.now().position.state.current
        page.locator(f'.piece[data-place="rack {turn}"]').first.drag_to(page.locator('.place[data-place="e5"]'))
        expect(page.locator("#tour .done")).to_be_visible(timeout=30_000)
        taken(page, "try_it")


def main(names: list[str]) -> None:
    arguments = ["--disable-gpu"] + ["--no-sandbox"] * (os.getuid() == 0)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=arguments)
        for name in names or [*GAMES, "start", "try_it"]:
            if name in GAMES:
                a_game(browser, name)
            else:
                {"start": start, "try_it": try_it}[name](browser)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
