"""The live game looked back on: its deeds, any earlier moment, and what stays hidden until the end."""

from datetime import UTC, datetime, timedelta

import pytest
from finished import SHORT, opened
from serving import Served

from rules.ask import IllegalAnswer
from rules.games import game
from rules.sleepers import GAME


@pytest.fixture
def box(tmp_path):
    box = Served(tmp_path)
    yield box
    box.close()


def answered(box, value, seat):
    return box.table.answer(box.table.now().number, value, seat)


@pytest.fixture
def draw(box):
    """A game of Sleepers in which each recruited once, one was taken back, and then both agreed on a draw."""
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    for hex_, seat in (("e5", "white"), ("e6", "black"), ("e4", "white")):
        answered(box, hex_, seat)
        answered(box, box.table.now().ask.options[0].value, seat)
    box.table.undo(box.table.now().number, "white")
    for seat in ("white", "black") if box.table.now().proposal else ():
        box.table.agree(box.table.now().number, seat, True)
    before = box.table.now()
    box.table.aside(before.number, "draw", "white")
    answered(box, "yes", "black")
    return before


@pytest.mark.parametrize("name", SHORT)
def test_every_moment_of_a_finished_game_can_be_seen_again(box, name):
    opened(box, name)
    story = box.table.story()

    assert story.deeds[0].number == 0
    assert story.deeds[-1].number == box.table.now().node
    assert [deed.turn for deed in story.deeds] == sorted(deed.turn for deed in story.deeds)
    assert len(story.marks) == story.turns > 1
    assert any(figure.words == f"{game(name).turn_words}s" for figure in story.figures)
    assert len(story.figures) > 3
    places = range(0, len(story.deeds), max(1, len(story.deeds) // 12))
    for place in (*places, len(story.deeds) - 1):
        then = box.table.back_at(story.deeds[place].number)
        then.position.show(None)
        assert game(name).turned_over(then.position.state)["seats"] is not None
    assert then.position.state.result == box.table.now().position.state.result


def test_nothing_is_looked_back_on_while_something_is_hidden(box):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    answered(box, "e5", "white")

    with pytest.raises(IllegalAnswer, match="once the game is over"):
        box.table.story()
    with pytest.raises(IllegalAnswer, match="once the game is over"):
        box.table.back_at(0)


def test_what_was_taken_back_is_no_deed(box, draw):
    told = [text for deed in box.table.story().deeds for text in deed.sentences]

    assert "Ben recruits a sleeper on e6." in told
    assert "Ann recruits a sleeper on e4." not in told
    lost = next(e.number for e in box.journal.entries(box.table.now().game_id) if "on e4" in str(e.said))
    with pytest.raises(IllegalAnswer, match="no such moment"):
        box.table.back_at(lost)


def test_an_earlier_moment_is_as_it_was_and_can_be_turned_over(box, draw):
    state = box.table.back_at(draw.node).position.state

    assert GAME.show(state, "black")["board"]["e5"]["kind"] is None
    assert GAME.turned_over(state)["board"]["e5"]["kind"] == state.board["e5"].kind is not None
    assert all(GAME.turned_over(state)["seats"][0]["hand"])


def test_once_everything_was_turned_over_taking_back_needs_everybody(box, draw):
    assert box.table.taking_back().seen
    box.table.undo(box.table.now().number, "white")

    assert box.table.now().proposal is not None
    assert box.table.now().ask is None


def test_the_box_knows_how_long_nobody_did_anything(box):
    opened(box, "sleepers", steps=40, begun=datetime.now(UTC) - timedelta(days=7))
    assert 7 * 24 * 60 - 60 < box.table.paused() <= 7 * 24 * 60

    moment = box.table.now()
    option = next(option for option in moment.ask.options if not option.barred)
    answered(box, option.value, moment.ask.seat)
    assert box.table.paused() == 0


def test_where_there_are_secrets_no_more_is_told_again_than_the_log_shows(box):
    opened(box, "silent_sea", steps=300)
    lately = box.table.lately()

    assert len(lately) < len(box.table.deeds())
    shown = {text for _, text in box.table.now().log_for(None)}
    assert {text for deed in lately[1:] for text in deed.sentences} <= shown


def test_a_campaign_is_told_from_its_first_evening(box):
    opened(box, "sleeping_gods", "totems", steps=200)

    assert box.table.lately() == box.table.deeds()
