"""A card of the owner's copy that the camera reads for the first time leaves its picture."""

import cv2
import numpy as np
import pytest
from on_the_mat import AtTheMat

from device.live.table import Table
from rules import packs
from rules.sleeping_gods import GAME
from web.owner import albums


@pytest.fixture
def table(own_packs, journal):
    return Table(journal)


def say(table, *answers):
    for answer in answers:
        table.answer(table.now().number, answer, "north", along=9)


def test_a_new_cards_picture_is_kept_and_goes_by_the_name_it_gets(table):
    table.begin(GAME.setup({"north": "Ann"}, {}, "table", "own"))
    say(table, "normal", True, "done", {"then": "gain_adventure"})
    there = AtTheMat(table)
    there.wait()
    there.lay(301)
    assert table.now().ask.about == ("Adventure card 301",)
    [kept] = albums.album("sleeping_gods", "own").all
    assert kept.name == "Adventure card 301"
    file = albums.file("sleeping_gods", "own", kept.number)
    high, wide = cv2.imdecode(np.frombuffer(file.read_bytes(), np.uint8), cv2.IMREAD_COLOR).shape[:2]
    assert high > 400
    assert 0.6 < wide / high < 0.8  # the card alone

    # a picture that somebody took is not overlaid by the camera's
    table.undo(table.now().number, "north")
    there.mat.clear()
    there.wait()
    there.lay(301)
    assert albums.album("sleeping_gods", "own").all == (kept,)


def test_of_what_is_nobodys_own_copy_nothing_is_kept(table, monkeypatch):
    table.begin(GAME.setup({"north": "Ann"}, {}, "table", "own"))
    say(table, "normal", True, "done", {"then": "gain_adventure"})
    there = AtTheMat(table)
    there.wait()
    monkeypatch.setattr(packs, "is_private", lambda game, pack: False)
    there.lay(301)
    assert not albums.album("sleeping_gods", "own").all
