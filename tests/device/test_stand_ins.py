"""One person plays with real tiles against the box, which deals its own: on the board any tile stands in for them."""

import random

import pytest
from minds import AtOnce
from waiting import until

from device.live import opening
from device.live.chair import Chair
from device.live.journal import Journal
from device.live.table import Table
from rules.ask import IllegalAnswer
from rules.chance import ReadCard
from rules.players import KINDS, choose, why_not
from rules.position import Position, Step
from rules.silent_sea import GAME as SEA
from rules.sleepers import GAME

REAL = {"tiles": "table"}


@pytest.fixture
def table(tmp_path, monkeypatch):
    monkeypatch.setattr(opening, "new_seed", lambda: bytes(32))
    table = Table(Journal(tmp_path / "games.db"))
    table.begin(GAME.setup(2, {"first_player": "white"}, REAL, box_plays=["black"]))
    yield table
    table.journal.close()


@pytest.fixture
def chair(table):
    chair = Chair(table, AtOnce(), pause=lambda: 0.0)
    chair.give("black", "easy")
    yield chair
    chair.close()


def of_people(table):
    """What people are asked once the box has done its part: their own questions, and whatever their eyes must tell."""
    until(lambda: not (ask := table.now().ask) or ask.seat == "white" or isinstance(ask, ReadCard))
    return table.now().ask


def test_the_box_deals_its_own_tiles_and_never_sees_the_real_ones(table, chair):
    chance, woken, orders = random.Random(2), 0, []
    for _ in range(60):
        ask, state = of_people(table), table.now().position.state
        orders += table.now().todo
        if ask is None:
            break
        assert all(tile.kind is None or tile.seen for tile in state.sides["white"].hand)
        assert all(tile.kind for tile in state.sides["black"].hand)
        view = GAME.view(state)
        assert "rack white" in view
        assert "rack black" not in view  # nothing lies there
        for side in GAME.show(state, "white")["seats"]:
            tiles = zip(state.sides[side["seat"]].hand, side["hand"], strict=True)
            assert all(kind is None or tile.seen for tile, kind in tiles)  # only what once lay open
        woken += isinstance(ask, ReadCard)
        table.answer(table.now().number, ask.sample(chance) if ask.default is None else ask.default, ask.seat)
    assert woken
    assert any(order.startswith("Put a black tile, face-down, on ") for order in orders)
    assert any(order.startswith("Swap the tile on ") and " for a black " in order for order in orders)
    assert any(order.startswith("Turn ") for order in orders)  # a real one is turned over as it is
    assert not any(order.startswith("Black: draw ") for order in orders)


def test_the_box_gives_no_advice_on_a_rack_that_it_cannot_see(table, chair):
    with pytest.raises(IllegalAnswer, match="or give it its seat before you begin"):
        chair.ask_advice("white")
    with pytest.raises(IllegalAnswer, match="cannot see its own hand"):
        chair.give("white", "easy")


def test_one_who_thinks_ahead_never_peeks_at_real_tiles(table):
    position = table.now().position
    while position.ask.seat == "white":
        position = position.after(next(iter(position.ask.answers())), "white")
    assert position.state.board["a5"].kind is None
    found = choose(position, "black", KINDS["easy"], random.Random(1))
    assert found.walks
    assert position.then(Step("answer", found.answer, "black"))


def test_only_what_each_seat_has_apart_can_be_held_for_one_of_them():
    real = GAME.setup(2, custody=REAL, box_plays=["black"])
    assert (why_not(GAME, real, "black"), real.stand_ins) == ("", ("black",))
    assert GAME.setup(2, custody="box", box_plays=["black"]).stand_ins == ()
    sea = SEA.setup(4, custody="table", box_plays=["red"])  # all draw from one deck
    assert sea.stand_ins == ()
    assert why_not(SEA, sea, "red").endswith("Let the box deal them to play.")


def test_the_set_up_says_what_is_real_and_what_stands_in(table):
    state = Position.begin(GAME, table.now().setup).state
    told = list(GAME.guide(state))
    assert told[1:] == [
        "Put a heap of black tiles beside the board, for the box to play with.",
        "Mix your 30 white tiles face-down.",
        "Draw four white tiles into your rack, so that only you see them.",
    ]
    kinds = {
        colour: {piece.piece.kind for piece in GAME.components(state) if piece.piece.owner == colour}
        for colour in ("white", "black")
    }
    assert kinds["black"] == {""}
    assert len(kinds["white"]) > 5
