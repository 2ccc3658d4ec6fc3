"""The pages of a game that an installed package brings along."""

from xml.etree import ElementTree

import pytest
from on_paper import groups, middles, papers, rounded, squares
from serving import TOKEN, Served

from rules.printed import TILE
from web.makers.api import maker_token


@pytest.fixture
def box(harbour_lights, tmp_path):
    box = Served(tmp_path)
    yield box
    box.close()


def test_it_is_printed_with_its_corner_markers_and_all_its_boats(box, harbour_lights):
    page = box.client().get("/print/harbour_lights")
    assert page.status_code == 200
    assert "Any die with six faces is the tide die." in page.text
    board, *sheets = papers(box, "/print/harbour_lights")
    printed = harbour_lights.boards("demo")[0]
    [drawn] = groups(board, "board")
    assert middles(squares(drawn)) == [rounded(at) for at in printed.markers.values()]
    tiles = [tile for sheet in sheets for tile in groups(sheet, "tile")]
    assert len(tiles) == 2 * 3 * 8  # each with its back
    assert all(f"scale({TILE * printed.tile:.3f})" in tile.get("transform") for tile in tiles)


def test_every_page_that_lists_games_has_it(box):
    screen = box.client(host=True)
    for page in ("/table", "/packs/"):
        assert "Harbour Lights" in screen.get(page).text, page
    assert "g-harbour_lights" in screen.get("/").text
    assert ".g-harbour_lights { --one: #14324a; --two: #1f6273; }" in screen.get("/static/games.css").text
    assert ".berth" in screen.get("/static/games/harbour_lights.css").text
    new = screen.post("/lobby/gather/harbour_lights", follow_redirects=True).text
    assert "Slack water" in new
    assert "How many lit boats of one player end the game." in new
    assert "HL-23" in screen.get("/rules/harbour_lights").text
    start = screen.post("/lobby/shut", follow_redirects=True).text
    assert 'href="/print/harbour_lights"' in start


def test_its_sign_is_drawn_in_one_colour(harbour_lights):
    sign = ElementTree.fromstring(f"<svg>{harbour_lights.emblem}</svg>")
    assert {each.get(what) for each in sign.iter() for what in ("fill", "stroke")} <= {None, "none", "currentColor"}


def test_makers_find_it(box):
    allowed = {"Authorization": f"Bearer {maker_token(TOKEN)}"}
    games = box.client().get("/api/games", headers=allowed).get_json()["games"]
    assert [each["rules"] for each in games if each["name"] == "harbour_lights"] == [29]
    assert box.client().get("/api/rules/harbour_lights", headers=allowed).status_code == 200


def test_whoever_may_not_moor_there_is_told_why(box, harbour_lights):
    box.table.begin(harbour_lights.setup({"red": "Ann", "green": "Ben"}))
    box.table.answer(box.table.now().number, [2], "red")
    phone = box.client("red").get("/seat").text
    assert 'data-slot="c2" role="button"' in phone
    assert "The tide is 2: boats can be moored in row 2, not in c3. (HL-9)" in phone
