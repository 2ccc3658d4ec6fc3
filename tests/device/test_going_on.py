"""What the box answers for people: only choices, orders, the parts of something begun, and habits."""

import duel_game
import pytest

from device.live import journal as journal_module
from device.live import opening as table_module
from device.live.journal import Journal
from device.live.table import Table
from rules.burden import measure
from rules.games import game as game_of
from rules.onward import whole


@pytest.fixture(autouse=True)
def _duel(monkeypatch):
    def find(name):
        return duel_game.GAME if name == "duel" else game_of(name)

    monkeypatch.setattr(table_module, "game_of", find)
    monkeypatch.setattr(journal_module, "game_of", find)
    monkeypatch.setattr(table_module, "with_all_that_is_known", lambda journal, setup: setup)
    monkeypatch.setattr(table_module, "rules_print", lambda setup: "")
    monkeypatch.setattr(journal_module, "rules_print", lambda setup: "")


@pytest.fixture
def table(journal):
    table = Table(journal)
    table.begin(duel_game.GAME.setup({"ann": "Ann", "ben": "Ben"}))
    return table


def say(table, value, *, along=50, seat=None):
    seat = seat or table.now().ask.seat
    return table.hear(table.now().number, seat, lambda ask: (seat, value), along=along)


def texts(table):
    return [text for _, text in table.now().log_for(None)]


def test_the_usual_parts_go_along_with_what_began_them(table):
    say(table, "strike")
    assert table.now().ask.text == "Which foe?"
    assert [step.value for step in table.now().position.steps] == ["strike", "red", 0]


def test_what_would_go_along_is_known_beforehand(table):
    assert [part.words for part in whole(table.now().position, "strike", "ann").parts] == ["red", "No boost"]
    assert whole(table.now().position, "wait", "ann").parts == ()


def test_any_part_can_be_opened_and_the_rest_still_goes_along(table):
    say(table, "strike", along=0)
    assert table.now().ask.text == "Which token?"
    say(table, "blue")
    assert table.now().ask.text == "Which foe?"
    assert [step.value for step in table.now().position.steps] == ["strike", "blue", 0]


def test_a_whole_is_taken_back_in_one_go(table):
    before = table.now().position.save()
    say(table, "strike")
    table.undo(table.now().number, "ann")
    assert table.now().ask.text == "What next?"
    assert table.now().position.save() == before
    table.redo(table.now().number)
    assert table.now().ask.text == "Which foe?"


def test_an_order_stands_with_the_next_question_until_it_is_answered(table):
    say(table, "strike")
    say(table, "ogre")
    assert table.now().ask.text == "Roll."
    assert table.now().orders == ("Lay the red token on the ogre.",)
    table.draw()
    assert table.now().orders == ()


def test_orders_survive_the_plug(table, journal):
    say(table, "strike")
    say(table, "ogre")
    again = Table(Journal(journal.file))
    again.open(table.now().game_id)
    assert again.now().orders == ("Lay the red token on the ogre.",)
    assert again.now().ask.text == "Roll."


def test_an_only_choice_is_taken_and_told(table):
    say(table, "strike")
    say(table, "ogre")
    table.draw()
    say(table, "strike", seat="ben")
    assert table.now().ask.text == "Roll."  # which foe was no question any more
    assert "Ben: goblin (Which foe?)" in texts(table)
    table.undo(table.now().number, "ben")
    assert table.now().ask.text == "What next?"


def test_a_story_and_a_roll_are_waited_for(table):
    say(table, "wait")
    assert table.now().ask.text == "Read on."


def test_the_digit_still_shows_a_roll_that_the_box_went_on_from(table):
    say(table, "strike")
    say(table, "ogre")
    table.draw()
    assert table.now().drawn


def test_a_habit_answers_from_now_on_until_it_is_dropped(table, journal):
    say(table, "strike", along=1)
    table.stand(table.now().number, "ann", 1)
    say(table, 1)
    assert table.now().position.state.rage == 1
    assert table.habits("ann")["boost"].words == "1 rage"
    assert table.habits("ben") == {}
    table.undo(table.now().number, "ann")
    table.undo(table.now().number, "ann")
    say(table, "strike", along=1)
    assert table.now().ask.text == "Which foe?"
    assert table.now().position.state.rage == 1
    assert "Ann: 1 rage, as always." in texts(table)
    table.undo(table.now().number, "ann")
    table.no_longer("ann", "boost")
    say(table, "strike", along=1)
    assert table.now().ask.text == "Boost it?"


def test_a_habit_that_is_not_possible_now_is_asked(table, journal):
    journal.keep_habit(table.now().game_id, "ann", "boost", 7, "7 rage")
    say(table, "strike", along=1)
    assert table.now().ask.text == "Boost it?"


def test_the_meter_counts_what_people_are_asked(table):
    setup = duel_game.GAME.setup(2)
    light, every = (measure(duel_game.GAME, setup, turns=40, seed=1, every=every) for every in (False, True))
    assert len(light.turns) == len(every.turns) == 40
    assert light.quantile("forced", 1) == 0
    assert every.quantile("forced", 0.9) >= 1
    assert sum(turn["answers"] for turn in light.turns) < 0.7 * sum(turn["answers"] for turn in every.turns)
