"""Games under way to look at, and what axe says of a page."""

from __future__ import annotations

import random
from typing import Any

from axe_playwright_python.sync_playwright import Axe

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


def complaints(page: Any) -> list[str]:
    """What axe finds, as lines to read; the page's own fading in is over first."""
    page.wait_for_timeout(100)
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {' '.join(why['message'] for why in node['any'])}"
        for each in found
        for node in each["nodes"]
    ]


def still(kind: dict[str, Any], theme: str) -> dict[str, Any]:
    """A window by day or by night in which nothing moves."""
    return {**kind, "color_scheme": theme, "reduced_motion": "reduce"}
