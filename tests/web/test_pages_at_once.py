"""Several act at once: another's answer does not make one's own stale, unless it changed the question."""

import json
import random

import pytest
from serving import Served

from rules.children_of_morta import GAME
from rules.children_of_morta.sensible import Family

NAMES = {"north": "Ann", "east": "Ben", "south": "Cid"}


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    box.table.begin(GAME.setup(NAMES))
    family = Family(GAME, random.Random(5), "story")
    while box.table.now().position.state.phase != "perform":
        moment = box.table.now()
        step = family.step(moment.position.state, moment.ask)
        box.table.answer(moment.number, step.value, step.seat)
    yield box
    box.close()


def send(client, number, value):
    return client.post(f"/answer/{number}", data={"answer": json.dumps(value)}, headers={"X-Page": "1"}).status_code


def test_all_answers_to_one_look_at_the_table_are_taken(box):
    number = box.table.now().number
    phones = {seat: box.client(seat) for seat in NAMES}
    assert [send(phone, number, "done") for phone in phones.values()] == [204, 204, 204]
    assert box.table.now().position.state.phase != "perform"


def test_the_same_tap_twice_counts_once(box):
    phone = box.client("north")
    number = box.table.now().number
    state = box.table.now().position.state
    action = next(each for each in GAME.show(state, "north")["seats"][0]["actions"] if each["ready"])
    assert send(phone, number, f"act:{action['slot']}") == 204
    assert send(phone, number, f"act:{action['slot']}") == 409
    assert send(phone, number, "done") == 409
    assert not box.table.now().position.state.hero("north").done


def test_an_answer_to_a_question_that_another_changed_is_told_so(box):
    """Shared rage stands in everybody's question: when it changes, one looks again before one acts."""
    number = box.table.now().number
    box.table.ruling(number, "run.rage", 7, "Ann", "the pool was counted wrong")
    phone = box.client("east")
    assert send(phone, number, "done") == 409
    assert send(phone, box.table.now().number, "done") == 204


def test_what_was_taken_back_is_not_answered(box):
    number = box.table.now().number
    box.table.answer(number, "done", "north")
    moment = box.table.now()
    box.table.undo(moment.number, "north")
    assert send(box.client("east"), number, "done") == 409


def test_an_old_answer_from_another_game_is_refused(box):
    number = box.table.now().number
    box.table.begin(GAME.setup(NAMES))
    assert number > box.table.now().number
    assert send(box.client("north"), number, "done") == 409
