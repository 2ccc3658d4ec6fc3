"""The check-lists of the table: the set-up while it is done, then the table as it stands."""

import random

import pytest
from serving import Served

from rules.games import NAMES, game
from rules.position import some_step

SETTING_UP, NOW = "<h1>Setting up", "<h1>As it stands now"


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    yield box
    box.close()


def guide(box):
    return box.client(host=True).get("/guide").get_data(as_text=True)


@pytest.mark.parametrize("name", NAMES)
def test_once_the_first_turn_is_taken_nobody_is_told_to_set_up(box, name):
    played, chance = game(name), random.Random(4)
    box.table.begin(played.setup(played.fewest, custody="box"))
    lists = {False: 0, True: 0}
    for _ in range(600):
        moment = box.table.now()
        done = played.is_set_up(moment.position.state)
        if not lists[done] and played.guide(moment.position.state):
            page = guide(box)
            assert (SETTING_UP in page) is not done
            assert (NOW in page) is bool(played.put_back(moment.position.state))
            assert ('class="board aslies" aria-hidden="true" inert' in page) is (NOW in page), "it is drawn, too"
            assert "data-answer" not in page.partition("aslies")[2]
            assert ("<details><summary>Everything else, as for a new game" in page) is done
        lists[done] += bool(played.guide(moment.position.state))
        if moment.ask is None or lists[True] or (done and name == "sleeping_gods"):
            break
        step = some_step(played, moment.position.state, moment.ask, chance)
        box.table.answer(moment.number, step.value, step.seat)
    assert lists[False]
    assert done


def test_before_anything_lies_there_it_says_so(box):
    box.table.begin(game("children_of_morta").setup(2))
    page = guide(box)
    assert "Nothing has to lie on the table yet." in page
    assert SETTING_UP not in page
    assert NOW not in page
