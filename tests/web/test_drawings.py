"""How a game looks is found by what it says of itself, wherever it comes from."""

import re
import sys
from types import ModuleType
from xml.etree import ElementTree

import pytest
from flask import url_for
from serving import Served

from rules.games import NAMES, game
from rules.sleepers import GAME
from web.games import Drawing, board_of, style_of
from web.games.own_pages import owner_pages


class Elsewhere(type(GAME)):
    """A game that came with another package."""

    screen = "elsewhere.screen"


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_drawing_of_its_own(name):
    drawing = board_of(game(name))
    assert drawing.board is not Drawing().board
    assert drawing.ruling


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_style_sheet_of_its_own_and_its_pages_ask_for_it(tmp_path, name):
    box = Served(tmp_path)
    try:
        box.table.begin(game(name).setup(game(name).fewest))
        assert f'<link rel="stylesheet" href="/static/games/{name}.css">' in box.client().get("/seat").text
        sheet, common = (box.client().get(f"/static/{file}.css") for file in (f"games/{name}", "table"))
        assert sheet.mimetype == "text/css"
        assert sheet.headers["Cache-Control"] == common.headers["Cache-Control"]
        assert box.client().get("/static/games/chess.css").status_code == 404
    finally:
        box.close()


@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_sign_in_one_colour_that_stands_out_from_its_card(name):
    sign = ElementTree.fromstring(f"<svg>{game(name).emblem}</svg>")
    assert len(sign)
    paints = {each.get(what) for each in sign.iter() for what in ("fill", "stroke")}
    assert paints <= {None, "none", "currentColor"}
    for colour in game(name).colours:
        parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
        light = sum(
            weight * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
            for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True)
        )
        assert 1.05 / (light + 0.05) >= 3  # white on it can be seen


def test_the_colours_of_all_cards_are_one_style_sheet(tmp_path):
    box = Served(tmp_path)
    try:
        sheet = box.client().get("/static/games.css")
        assert sheet.mimetype == "text/css"
        assert ".g-sleepers { --one: #2b3a67; --two: #5d4b8a; }" in sheet.text
        assert all(f".g-{name} " in sheet.text for name in NAMES)
        again = box.client().get("/static/games.css", headers={"If-None-Match": sheet.headers["ETag"]})
        assert again.status_code == 304
        assert '<link rel="stylesheet" href="/static/games.css">' in box.client().get("/table").text
    finally:
        box.close()


def test_a_game_from_elsewhere_brings_its_own(monkeypatch):
    package, screen = ModuleType("elsewhere"), ModuleType("elsewhere.screen")
    package.__path__ = []
    screen.DRAWING = Drawing(lambda shown, slots, seat: "its own board")
    monkeypatch.setitem(sys.modules, "elsewhere", package)
    monkeypatch.setitem(sys.modules, "elsewhere.screen", screen)
    assert board_of(Elsewhere()).board({}, {}, None) == "its own board"


def test_a_game_without_a_drawing_is_played_by_its_questions():
    assert board_of(Elsewhere()) == Drawing()
    assert style_of(Elsewhere()) is None


def test_a_game_whose_drawing_cannot_be_loaded_is_played_without_it(monkeypatch, tmp_path, caplog):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "__init__.py").touch()
    (tmp_path / "elsewhere" / "screen.py").write_text("import nowhere_to_be_found\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "elsewhere", raising=False)
    assert board_of(Elsewhere()) == Drawing()
    assert "nowhere_to_be_found" in caplog.text
    sys.modules.pop("elsewhere", None)


def test_the_print_menu_lists_the_games_that_have_sheets_and_every_link_leads_somewhere(tmp_path, monkeypatch):
    box = Served(tmp_path)
    try:
        screen = box.client(host=True)
        links = re.findall(r'href="(/print/\w+)">([^<]+)<', screen.get("/table").text)
        assert {(f"/print/{name}", game(name).title) for name in NAMES if game(name).to_print("demo")} < set(links)
        assert [screen.get(link).status_code for link, _ in links] == [200] * len(links)
        monkeypatch.setattr(type(GAME), "to_print", lambda self, pack: None)
        assert "/print/sleepers" not in screen.get("/table").text
    finally:
        box.close()


def test_pages_of_one_game_are_linked_where_owners_look_for_them(tmp_path, own_packs):
    with_pages = [name for name in NAMES if owner_pages(game(name))]
    assert with_pages
    box = Served(tmp_path)
    try:
        screen, phone = box.client(host=True), box.client()
        start, shelf = screen.get("/table").text, screen.get("/packs/").text
        for name in with_pages:
            for page in owner_pages(game(name)):
                with box.app.test_request_context():
                    link = f'href="{url_for(page.endpoint)}">'
                assert link + page.words in shelf
                assert link + page.menu in start
                assert link not in phone.get("/packs/").text
    finally:
        box.close()
