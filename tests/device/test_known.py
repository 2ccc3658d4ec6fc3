"""What owners described in one campaign is known in the next, and earlier campaigns still open as they were."""

import tomllib

import pytest

from device.live.table import Table
from rules import packs
from rules.plain import dump
from rules.sleeping_gods import GAME


@pytest.fixture
def table(own_packs, journal):
    return Table(journal)


def answer(table, *values):
    for value in values:
        table.answer(table.now().number, value, "north")


def describe_the_crew(table):
    """Nine boards are read off at any time, in as few words as possible; then the table is set."""
    answer(table, "normal", True, "done")
    for place, crew in enumerate(list(table.now().position.state.crew)):
        table.aside(table.now().number, "describe", "north")
        answer(table, f"crew:{crew}", {"name": f"Sailor {place}", "health": 4, "skills": {"craft": 1}})


def own(seats=None):
    return GAME.setup(seats or {"north": "Ann"}, {}, "table", "own")


def test_boards_described_once_are_known_in_the_next_campaign(table):
    table.begin(own())
    assert table.now().setup.pack == "own"
    describe_the_crew(table)
    first = table.now().game_id
    table.begin(own())
    assert table.now().setup.pack == "own-2"
    answer(table, "normal")
    assert table.now().ask.text == "Set the table."  # no question about any board
    state = table.now().position.state
    assert not state.pack.crew["crew_3"].unread
    assert state.called(state.captain) == "Sailor 0"
    written = tomllib.loads((packs.shelves[0] / "sleeping_gods" / "own-2" / "pack.toml").read_text("utf-8"))
    assert written["crew"]["crew_3"]["name"] == "Sailor 3"
    assert packs.title("sleeping_gods", "own-2") == "Your own copy: 9 boards and cards known"
    # the first campaign goes on with what it knew itself
    assert table.open(first) == []
    assert table.now().setup.pack == "own"
    assert dump(table.now().position.state.met)["crew"]


def test_with_nothing_new_to_know_no_further_description_is_written(table):
    table.begin(own())
    describe_the_crew(table)
    for _ in range(2):
        table.begin(own())
        assert table.now().setup.pack == "own-2"
    assert [pack for pack, _ in packs.choices("sleeping_gods")] == ["own-2", "demo"]


def test_two_campaigns_add_up_and_the_one_played_last_has_the_say(table):
    table.begin(own())
    describe_the_crew(table)
    for quest, name in ((7, "The Lamp"), (8, "The Well")):
        table.begin(own())
        answer(table, "normal", True)
        words = {"name": name, "keywords": [], "text": ""}
        table.ruling(table.now().number, f"met.quests.{quest}", words, "Ann", "a test of two campaigns")
    table.begin(own())
    quests = table.now().position.state.pack.quests
    assert {number: quest.name for number, quest in quests.items()} == {7: "The Lamp", 8: "The Well"}


def test_a_shelf_that_cannot_be_written_keeps_nobody_from_playing(table, caplog):
    table.begin(own())
    describe_the_crew(table)
    packs.shelves[:] = []
    table.begin(own())
    assert table.now().setup.pack == "own"
    assert "could not be kept" in caplog.text


def test_the_demo_world_stays_as_it_is(table):
    table.begin(GAME.setup({"north": "Ann"}))
    table.begin(GAME.setup({"north": "Ann"}))
    assert table.now().setup.pack == "demo"


def test_a_copy_of_which_nothing_was_read_yet_is_not_kept(table):
    table.begin(own())
    answer(table, "normal", True, "done", {"ship.morale": 4}, "gain_command", "gain_command")
    table.begin(own())
    assert table.now().setup.pack == "own"


def test_one_number_read_off_a_board_is_known_in_the_next_campaign(table):
    table.begin(own())
    answer(table, "normal", True, "done", {"crew.crew_1.damage": 1}, {"crew_1.health": 6})
    table.begin(own())
    assert packs.title("sleeping_gods", "own-2") == "Your own copy: 1 board or card known"
    answer(table, "normal", True, "done")
    state = table.now().position.state
    assert (state.full_health("crew_1"), "craft" in state.pack.crew["crew_1"].unread) == (6, True)
    assert len(state.crew) == 9
