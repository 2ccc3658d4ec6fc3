"""The page that compares the board slot by slot with what the box has."""

import re

import pytest
from serving import Served

from rules.awakening import GAME


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path, pretend=True)
    box.watch.close()  # nobody glances between: what is checked is looked at for that
    yield box
    box.close()


def slots(page):
    found = re.findall(r'<tr class="(\w+)"><th scope="row">([^<]+)</th><td>([^<]+)</td>(?:<td>([^<]+)</td>)?', page)
    return {slot: (word, seen, has) for word, slot, seen, has in found}


def test_what_lies_there_is_listed_beside_what_the_box_has(box):
    box.table.begin(GAME.setup({"orange": "Ann", "green": "Ben"}, {}, "table"))
    box.table.ruling(box.table.now().number, "players.orange.space", "1-2", "Ann", "a test")
    box.table.ruling(box.table.now().number, "tiles.5", "gaping_maw", "Ann", "a test")
    page = box.client("orange").get("/camera/check").text
    assert slots(page) == {
        "hex 5": ("same", "gaping maw", ""),  # said once where both are at one
        "space 1-2": ("same", "orange", ""),
    }
    assert "Everything lies as it should." in page
    assert "71 places are empty, as they should be." in page

    box.pretended.table.follows = False
    tile = next(piece["id"] for piece in box.pretended.table.seen()["pieces"] if piece["place"] == "hex 5")
    box.pretended.table.move(tile, "hex 6")
    page = box.client(host=True).get("/camera/check").text
    assert slots(page)["hex 5"] == ("differs", "nothing", "gaping maw")
    assert slots(page)["hex 6"] == ("differs", "gaping maw", "nothing")
    assert "2 places need a look." in page


def test_it_is_only_for_those_who_sit_at_the_table_and_only_where_something_lies(box):
    box.table.begin(GAME.setup(2, {}, "table"))
    assert box.client().get("/camera/check").status_code == 403
    box.table.close()
    from rules.children_of_morta import GAME as MORTA

    box.table.begin(MORTA.setup(2))
    told = box.client(host=True).get("/camera/check")
    assert told.status_code == 200
    assert "17 places are empty, as they should be." in told.text  # its track sheet: no hero is chosen yet


def test_without_a_camera_there_is_nothing_to_check(tmp_path):
    box = Served(tmp_path)
    box.table.begin(GAME.setup(2, {}, "table"))
    assert box.client(host=True).get("/camera/check").status_code == 404
    box.close()
