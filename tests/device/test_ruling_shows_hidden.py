"""A change by hand that shows something hidden needs everybody's consent, and counts as shown."""

import pytest

from device.live.table import Table
from rules.games import game
from rules.sleepers import GAME


@pytest.fixture
def table(journal):
    """White has one sleeper on e5, dealt by the box; nobody but White knows what it is."""
    table = Table(journal)
    table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "box"))
    while "e5" not in table.now().position.state.board:
        ask = table.now().ask
        values = [option.value for option in ask.options if not option.barred]
        table.answer(table.now().number, "e5" if "e5" in values else values[0], ask.seat)
    return table


def turn_up(table):
    return table.ruling(table.now().number, "board.e5.up", True, "Ben", "let me see", "black")


def test_turning_a_sleeper_up_by_hand_is_only_proposed(table):
    kind = table.now().position.state.board["e5"].kind
    before = table.now().position.show("black")
    moment = turn_up(table)
    assert moment.proposal.agreed == ("black",)
    assert moment.position.show("black") == before
    assert kind not in moment.proposal.wanted.title
    assert not moment.position.state.board["e5"].up


def test_once_all_agree_it_counts_and_is_not_taken_back_by_one_alone(table):
    moment = turn_up(table)
    after = table.agree(moment.number, "white", True)
    assert after.position.state.board["e5"].up
    back = table.undo(after.number, "black")
    assert back.position.state.board["e5"].up
    assert back.proposal is not None
    assert back.proposal.taking.seen


def test_whoever_refuses_keeps_it_hidden(table):
    moment = turn_up(table)
    after = table.agree(moment.number, "white", False)
    assert after.proposal is None
    assert not after.position.state.board["e5"].up


def test_what_everybody_sees_anyway_is_changed_at_once(table):
    moment = table.ruling(table.now().number, "turn", 9, "Ann", "we lost count", "white")
    assert (moment.position.state.turn, moment.proposal) == (9, None)


@pytest.fixture
def at_sea(journal):
    """The Silent Sea, just set up."""
    table = Table(journal)
    table.begin(game("silent_sea").setup(4, {}, "box"))
    while not table.now().position.state.players:
        ask = table.now().ask.each[0]
        open_ones = [option.value for option in getattr(ask, "options", ()) if not option.barred]
        value = open_ones[0] if open_ones else True
        table.answer(table.now().number, value, ask.seat)
    return table


def test_a_figure_is_put_where_others_have_been_without_asking_everybody(at_sea):
    state = at_sea.now().position.state
    places = [node.id for node in state.pack.board.nodes if node.kind == "space"]
    for place, seat in ((places[0], "white"), (places[0], "blue"), (state.players["red"].node, "white")):
        moment = at_sea.ruling(at_sea.now().number, f"players.{seat}.node", place, "Ann", "it stands there", "white")
        assert (moment.proposal, moment.position.state.players[seat].node) == (None, place)


@pytest.mark.parametrize("path", ["open_loyalty", "result"])
def test_nobody_reads_the_traitor_by_a_ruling(at_sea, path):
    table, sea = at_sea, game("silent_sea")
    state = table.now().position.state
    value = {"open_loyalty": list(state.players), "result": {"by": sea.endings[0], "text": "x", "winners": []}}[path]
    before = [table.now().position.show(seat) for seat in state.players]
    moment = table.ruling(table.now().number, path, value, "Ann", "let me see", "white")
    assert moment.proposal is not None
    assert [moment.position.show(seat) for seat in state.players] == before
