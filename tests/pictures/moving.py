"""The README's moving picture: fate is pressed, a tile is dragged under the pretend camera, and the phone follows."""

from __future__ import annotations

import tempfile
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, Page
from serving import TOKEN, Served, place_of

SIZE = (1280, 720)
SHOWN = (960, 540)
EACH = 90  # ms a frame is shown
LAST = 2600
PLACES = ("e5", "d4")


class Reel:
    """Frames of a page, one after the other; a frame like the one before only makes that one last longer."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[np.ndarray] = []
        self.lasting: list[int] = []

    def shoot(self, times: int = 1) -> None:
        for _ in range(times):
            picture = cv2.imdecode(np.frombuffer(self.page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
            frame = cv2.resize(picture, SHOWN, interpolation=cv2.INTER_AREA)
            if self.frames and np.array_equal(frame, self.frames[-1]):
                self.lasting[-1] += EACH
            else:
                self.frames.append(frame)
                self.lasting.append(EACH)

    def write(self, path: Path) -> None:
        reel = cv2.Animation()
        reel.frames, reel.durations = self.frames, [*self.lasting[:-1], LAST]
        cv2.imwriteanimation(str(path), reel, [cv2.IMWRITE_WEBP_QUALITY, 60])


def drag(reel: Reel, piece: str, place: str) -> None:
    """A tile under a finger, slowly enough to be followed."""
    page = reel.page
    start, end = place_of(page.locator(piece).first), place_of(page.locator(f'.place[data-place="{place}"]'))
    (x1, y1), (x2, y2) = (((box["x"] + box["width"] / 2), box["y"] + box["height"] / 2) for box in (start, end))
    page.mouse.move(x1, y1)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(x1 + (x2 - x1) * step / 8, y1 + (y2 - y1) * step / 8)
        reel.shoot()
    page.mouse.up()
    phone = page.frame_locator("#tryphone")
    reel.shoot(2)
    phone.locator(f'#board [data-slot="{place}"] [data-piece]').wait_for()
    reel.shoot(8)


def make(browser: Browser, path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        box = Served(Path(folder), pretend=True)
        with box.listening():
            context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="dark")
            page = context.new_page()
            page.goto(f"{box.url}/host/{TOKEN}/pretend")
            page.get_by_role("button", name="Try it").click()
            page.frame_locator("#tryphone").locator("#ask .question").wait_for()
            page.wait_for_timeout(800)
            reel = Reel(page)
            reel.shoot(5)
            page.locator("[data-button=fate]").click()
            reel.shoot(14)
            for place in PLACES:
                turn = box.table.now().position.state.current
                drag(reel, f'.piece[data-place="rack {turn}"]', place)
            context.close()
            reel.write(path)
        box.close()
