"""A game is two folders, `rules/<game>` and `web/games/<game>`: nothing else of box, eye and pages names one."""

import re
from pathlib import Path

import pytest

from rules.games import NAMES, game

ROOT = Path(__file__).parent.parent
MAY = ("web/games/", "web/pages/trying.py")
"""The games' own folders, and the tour, which is a tour of one game."""

NOUNS = {
    "sleepers": ("ringleader", "saboteur", "informant", "double agent"),
    "sleeping_gods": ("manticore", "totem", "adventure card", "madness"),
    "silent_sea": ("traitor", "crewmate", "water sample", "extraction"),
    "awakening": ("wretch", "honor", "map tile", "gaping"),
    "children_of_morta": ("bergson", "rage", "encounter tile", "morv"),
}
"""Words that only one game uses."""


def lines():
    for package in ("device", "vision", "web"):
        for file in sorted((ROOT / package).rglob("*")):
            where = file.relative_to(ROOT).as_posix()
            if file.suffix in (".py", ".html", ".js", ".css") and not where.startswith(MAY):
                yield from ((where, line.strip()) for line in file.read_text("utf-8").split("\n"))


@pytest.mark.parametrize("name", NAMES)
def test_only_a_games_own_folders_name_it_and_its_things(name):
    title = game(name).title.split(": ")[-1].removeprefix("The ")
    words = "|".join(map(re.escape, (name, title, *NOUNS[name])))
    named = re.compile(rf"\b({words})s?\b", re.IGNORECASE)
    assert [f"{where}: {line}" for where, line in lines() if named.search(line)] == []
