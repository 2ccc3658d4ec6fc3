"""Games under way to look at, and what axe says of a page."""

from __future__ import annotations

import random
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

from rules.games import game
from rules.position import some_step

PEOPLE = ("Ann", "Ben", "Cleo", "Dov")


def begin(box: Any, name: str, steps: int) -> None:
    """A game under way, as random players left it."""
    played, chance = game(name), random.Random(4)
    people = dict(zip(played.seats, PEOPLE[: max(3, played.fewest)], strict=False))
    box.table.begin(played.setup(people))
    for _ in range(steps):
        moment = box.table.now()
        if moment.ask is None:
            break
        step = some_step(played, moment.position.state, moment.ask, chance)
        if step.kind == "answer":
            box.table.answer(moment.number, step.value, step.seat)
        else:
            box.table.aside(moment.number, step.value, step.seat)


FADED_IN = """Promise.allSettled(document.getAnimations()
    .filter(each => each.effect.getComputedTiming().endTime !== Infinity).map(each => each.finished))"""
EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}  # sounds and films: there are none
COLOURS = {**EVERYTHING, "runOnly": ["color-contrast", "link-in-text-block"]}


def complaints(page: Any) -> list[str]:
    """What axe finds by day, and of the colours by night, as lines to read; the page's own fading in is over first."""
    by_day = _complaints(page, EVERYTHING)
    page.emulate_media(color_scheme="dark")
    by_night = _complaints(page, COLOURS)
    page.emulate_media(color_scheme="light")
    return by_day + [f"by night: {each}" for each in by_night]


def _complaints(page: Any, about: dict[str, Any]) -> list[str]:
    page.evaluate(FADED_IN)
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("about => axe.run(about)", about)["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {' '.join(why['message'] for why in node['any'])}"
        for each in found
        for node in each["nodes"]
    ]


def still(kind: dict[str, Any]) -> dict[str, Any]:
    """A window in which nothing moves."""
    return {**kind, "reduced_motion": "reduce"}
