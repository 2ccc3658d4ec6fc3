"""What came of the last thing people did, with all the box dealt upon it."""

import pytest

from device.live.table import Table
from rules.sleeping_gods import GAME


@pytest.fixture
def table(journal):
    return Table(journal)


def answer(table, *values):
    for value in values:
        table.answer(table.now().number, value, table.now().ask.seats[0])


def test_an_event_is_news_although_the_box_dealt_it_and_more_after_the_answer(table):
    table.begin(GAME.setup({"north": "Ann", "east": "Ben"}, {"everyone_starts_with_three": False}))
    answer(table, "normal", "fresh", "north", "deal", True)
    answer(table, [0])  # the hand is full: command and event come upon the discard
    news = table.now().news_for("north")
    assert news[0].startswith("Ann discards")
    assert any(line.startswith("Ann takes 3 command") for line in news)
    assert any(line.startswith("Event: ") for line in news)
    assert not any("first player" in line for line in news)  # that is older


def test_what_only_one_seat_may_read_is_news_to_nobody_else(table):
    table.begin(GAME.setup({"north": "Ann", "east": "Ben"}))
    answer(table, "normal", "fresh", "north", "deal", True)
    mine = [line for line in table.now().news_for("north") if line.startswith("You drew")]
    assert len(mine) == 4  # three to begin with, and one as the turn began
    for other in ("east", None):
        assert not any(line.startswith("You drew") for line in table.now().news_for(other))


def test_what_is_taken_back_and_what_was_before_the_box_was_switched_off_is_no_news(table):
    table.begin(GAME.setup({"north": "Ann"}))
    answer(table, "normal", "fresh", True)
    assert any("journey log" in line for line in table.now().news_for(None))
    table.undo(table.now().number, "north")
    assert not any("journey log" in line for line in table.now().news_for(None))
    table.redo(table.now().number)
    name = table.now().game_id
    table.close()
    table.open(name)
    assert table.now().news_for(None) == []


def test_what_the_box_deals_in_between_makes_one_order_for_the_hands(table):
    """A level card, then the turn itself, bring command: that is one handful of tokens, not two."""
    table.begin(GAME.setup({"north": "Ann"}))
    answer(table, "normal", "fresh")
    table.ruling(table.now().number, "stopping", True, "Ann", "a test of the hands")
    answer(table, True)
    for path, value in (("crew.mirren.levels", ["owner_of_the_bridge"]), ("players.north.hand", [])):
        table.ruling(table.now().number, path, value, "Ann", "a test of the hands")
    answer(table, "begin")
    gained = table.now().position.state.players["north"].command
    assert gained >= 4
    assert f"Put {gained} command in front of Ann." in table.now().todo
