"""Several seats act at once: an answer is late only if its question is not asked any more."""

import threading

import pytest

from device.live.journal import Journal
from device.live.table import Table
from rules.ask import StaleAnswer
from rules.games import game

SEATS = ("north", "east", "south", "west")


@pytest.fixture
def table(tmp_path):
    journal = Journal(tmp_path / "games.sqlite")
    table = Table(journal)
    table.begin(game("children_of_morta").setup(4, custody={"bag": "table"}))  # each draws from the real bag
    yield table
    journal.close()


def to_the_bag(table):
    """Everybody has a hero and the tokens are about to be drawn."""
    table.answer(table.now().number, "story", "north")
    for seat, hero in zip(SEATS, ("bram", "nell", "wick"), strict=False):
        table.answer(table.now().number, hero, seat)  # the last one takes the hero that is left
    while table.now().position.state.phase != "draw":
        ask = table.now().ask
        answer = next(iter(ask.answers()))
        table.answer(table.now().number, answer, ask.seat)


def everybody_draws(table):
    while table.now().position.state.phase == "draw":  # what is left in the bag at last is nobody's question
        table.draw(table.now().number, table.now().ask.seats[0])


def test_an_answer_is_late_when_its_question_changed(table):
    table.answer(table.now().number, "story", "north")
    number = table.now().number
    table.answer(number, "bram", "north")
    with pytest.raises(StaleAnswer):  # Bram is taken now: East's question is another one
        table.answer(number, "nell", "east")


def test_what_others_do_meanwhile_makes_nobody_late_whose_question_stays_the_same(table):
    to_the_bag(table)
    everybody_draws(table)
    number = table.now().number
    for seat in SEATS[:3]:
        table.answer(number, "done", seat)  # all with the same number
    state = table.now().position.state
    assert [state.hero(seat).done for seat in SEATS] == [True, True, True, False]
    assert table.now().number == number + 3


def test_the_same_seat_never_answers_twice_with_one_look(table):
    to_the_bag(table)
    number = table.now().number
    table.draw(number, "north")
    with pytest.raises(StaleAnswer):
        table.draw(number, "north")
    assert table.now().number == number + 1
    assert table.now().position.state.hero("north").drawn


def test_an_old_number_from_another_game_is_late(table):
    table.answer(table.now().number, "story", "north")
    number = table.now().number
    table.begin(game("children_of_morta").setup(4))
    with pytest.raises(StaleAnswer):
        table.answer(number, "bram", "east")


def test_what_is_said_is_read_against_the_question_it_counts_for(table):
    to_the_bag(table)
    everybody_draws(table)
    number = table.now().number
    table.answer(number, "done", "north")
    pending, read = table.now().ask, []
    table.hear(number, "east", lambda ask: (read.append(ask), ("east", "done"))[1])
    assert read == [pending]
    with pytest.raises(StaleAnswer):  # East has spoken: what it says now is not even read
        table.hear(number, "east", lambda ask: (read.append(ask), ("east", "done"))[1])
    assert read == [pending]


def test_nothing_changes_while_an_answer_is_read(table):
    to_the_bag(table)
    everybody_draws(table)
    number = table.now().number
    other = threading.Thread(target=table.answer, args=(number, "done", "north"))

    def read(ask):
        other.start()
        other.join(0.2)
        assert table.now().ask is ask
        return "east", "done"

    table.hear(number, "east", read)
    other.join()
    assert [table.now().position.state.hero(seat).done for seat in SEATS[:2]] == [True, True]
