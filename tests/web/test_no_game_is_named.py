"""A game is two folders: nothing else of the pages names one."""

import re
from pathlib import Path

import pytest

import web
from rules.games import NAMES, game

ROOT = Path(web.__file__).parent
MAY = ("games/", "printing/", "__init__.py", "pages/pretend.py", "pages/trying.py", "templates/parts/pretend_")
"""The games' own folders; what is printed and pretended; and the tour, which is a tour of one game."""


@pytest.mark.parametrize("name", NAMES)
def test_only_a_games_own_folder_names_it(name):
    words = re.compile(rf"\b{name}\b|\b{re.escape(game(name).title.split(': ')[-1])}\b")
    found = []
    for file in ROOT.rglob("*"):
        where = str(file.relative_to(ROOT))
        if file.suffix in (".py", ".html", ".js", ".css") and not where.startswith(MAY):
            found += [f"{where}: {line.strip()}" for line in file.read_text("utf-8").split("\n") if words.search(line)]
    assert found == []
