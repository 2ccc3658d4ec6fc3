"""Everybody's colour and shape on the pages."""

from pathlib import Path

import pytest
from serving import Served

from rules.sleepers import GAME
from web.live.marks import teller

WHITE, BLACK = 'aria-label="white circle"', 'aria-label="black triangle"'


@pytest.fixture
def box(tmp_path: Path):
    served = Served(tmp_path)
    served.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    yield served
    served.close()


def test_marks_stand_with_seats_question_log_and_who_is_in(box: Served) -> None:
    ann, ben, screen = box.client("white"), box.client("black"), box.client(host=True)
    for page, client in (("seat", ben), ("table", screen)):
        parts = client.get(f"/state/{page}").get_json()["parts"]
        assert WHITE in parts["ask"]
        assert BLACK not in parts["ask"]
        assert WHITE in parts["seats"]
        assert BLACK in parts["seats"]
        assert WHITE in parts["log"]  # Ann begins.
        assert page == "seat" or BLACK in parts["joined"]
    assert WHITE not in ann.get("/state/seat").get_json()["parts"]["ask"]  # she knows
    assert f"{WHITE}>" in ann.get("/seat").get_data(as_text=True).partition("</header>")[0]


def test_a_line_of_the_log_is_told_of_whoever_it_begins_with() -> None:
    names = {"north": "Ann", "east": "Anna", "south": "Bo"}
    assert teller("Anna draws 2.", names) == "east"
    assert teller("Ann's turn.", names) == "north"
    assert teller("Bob draws.", names) == ""
    assert teller("The captain token goes to Ann.", names) == ""
