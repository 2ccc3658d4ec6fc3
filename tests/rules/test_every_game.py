"""What holds for every game the box knows, by playing each at random."""

import random

import pytest

from rules import trying_out
from rules.games import NAMES, game
from rules.position import Step
from rules.record import Record
from rules.selfplay import play_one

CASES = [(name, count, custody) for name in NAMES for count, custody in trying_out.ways(game(name))]


@pytest.mark.parametrize(("name", "count", "custody"), CASES)
@pytest.mark.parametrize("check", trying_out.OF_A_WAY, ids=lambda check: check.__name__)
def test_however_many_play_and_whoever_holds_the_cards(check, name, count, custody):
    check(game(name), count, custody)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("check", trying_out.OF_A_GAME, ids=lambda check: check.__name__)
def test_of_the_game_as_a_whole(check, name):
    check(game(name))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("check", trying_out.OF_ITS_TABLE, ids=lambda check: check.__name__)
def test_of_what_lies_on_the_table(check, name):
    check(game(name))


def test_a_recorded_game_survives_its_file(tmp_path):
    played = game("sleepers")
    _, record, _ = play_one(played, played.setup(2), random.Random(1))
    record = Record(record.setup, (*record.steps[:3], Step("ruling", 3, None, "turn")))
    record.write(tmp_path / "game.json")
    assert Record.read(tmp_path / "game.json") == record
