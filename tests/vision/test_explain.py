"""Which legal answers explain what is seen: whole random games, told by their views alone."""

import random

import pytest

from device.sight.stories import stories
from rules.chance import Chance
from rules.position import Position, some_step
from rules.sleepers import GAME
from rules.sleepers.board import HEXES
from vision.reading import Reading


def board(position):
    view = position.view()
    return {hex_: view.get(hex_) for hex_ in HEXES}


def readings(position):
    return [Reading(hex_, value, 0.99) for hex_, value in board(position).items()]


def dealt(position, luck):
    while isinstance(position.ask, Chance):
        position = position.then(some_step(GAME, position.state, position.ask, luck))
    return position


@pytest.mark.parametrize("custody", ["table", "box"])
def test_every_move_of_a_game_is_explained_by_what_was_done(custody):
    luck = random.Random(7)
    here = dealt(Position.begin(GAME, GAME.setup(2, {}, custody)), luck)
    explained = 0
    while here.ask is not None and explained < 40:
        there = here
        while there.ask is not None and board(there) == board(here):
            there = there.then(some_step(GAME, there.state, there.ask, luck))
        if board(there) == board(here):
            break
        found = stories(here, readings(there))
        assert len(found) == 1, [story.words for story in found]
        again = here
        for answer in found[0].answers:
            again = again.after(answer.value, answer.seat)
        if found[0].waits_for:
            assert again.ask.private
        else:
            assert board(again) == board(there)
        explained += 1
        here = dealt(there, luck)
    assert explained >= 20


def test_what_no_rule_allows_is_not_explained():
    luck = random.Random(2)
    here = dealt(Position.begin(GAME, GAME.setup(2, {"first_player": "white"}, "table")), luck)
    wild = board(here) | {"e5": "white back", "e6": "white back", "a5": "black militia", "i1": "black back"}
    assert stories(here, [Reading(hex_, value, 0.99) for hex_, value in wild.items()]) == []


def test_what_is_as_it_was_needs_no_story():
    here = dealt(Position.begin(GAME, GAME.setup(2, {}, "table")), random.Random(2))
    assert stories(here, readings(here)) == []
