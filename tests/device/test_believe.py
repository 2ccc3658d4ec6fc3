"""The table is right: what the camera saw becomes rulings, and the box's books still add up."""

import pytest
from awakening_setting import table

from rules.ask import IllegalAnswer
from rules.awakening import AwakeningGame
from rules.awakening.as_seen import as_seen
from rules.game import Game
from rules.plain import put


def believed(state, seen):
    for path, value in as_seen(state, seen):
        put(state, tuple(path.split(".")), value)
    return state


def test_a_tile_that_the_pouch_cannot_have_held_is_not_believed():
    state = table(2, {1: "library", 2: "inn", 5: "academy"})
    believed(state, {"hex 1": "library", "hex 7": "academy"})  # there is but one academy, and it lies on H5

    assert state.tiles == {1: "library", 2: "inn", 5: "academy"}
    assert sum(state.pouch.values()) == 16


def test_a_tile_that_moved_is_believed_with_the_place_it_left():
    state = table(2, {1: "library", 2: "inn", 5: "academy"})
    believed(state, {"hex 5": None, "hex 7": "academy", "hex 1": "inn", "hex 2": "library"})

    assert state.tiles == {1: "inn", 2: "library", 7: "academy"}
    assert sum(state.pouch.values()) == 16
    assert min(state.pouch.values()) >= 0


def test_a_tile_somebody_looked_at_leaves_those_that_were_looked_at():
    state = table(2, {1: "library"})
    state.pouch["fort"] -= 1
    state.known_tiles.append("fort")
    believed(state, {"hex 2": "fort"})

    assert state.known_tiles == []
    assert state.tiles[2] == "fort"


def test_backs_and_tokens_seen_twice_or_nowhere_change_nothing():
    state = table(2, {1: "library"})
    seen = {"hex 1": "face_down", "hex 4": "face_down", "space 3-7": "orange", "space 2-3": "orange", "space 1-2": None}

    assert as_seen(state, seen) == []


def test_tokens_may_change_places():
    state = table(3, {1: "library"})
    believed(state, {"space 1-2": "green", "space 3-7": "orange"})

    assert state.players["orange"].space == "3-7"
    assert state.players["green"].space == "1-2"
    assert len({player.space for player in state.players.values()}) == 3


def test_a_game_that_does_not_say_what_to_believe_is_told_so_and_nothing_is_guessed():
    class Silent(AwakeningGame):
        as_seen = Game.as_seen

    with pytest.raises(IllegalAnswer, match="cannot be told by the table"):
        Silent().as_seen(table(2, {}), {"hex 1": "inn"})
