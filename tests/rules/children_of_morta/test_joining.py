"""Players who come and go between sessions have a seat for their phones."""

import pytest
from morta_setting import table

from rules.children_of_morta import GAME


@pytest.mark.rule("CM-278", "CM-280")
def test_whoever_joins_later_sits_at_a_seat_of_their_own():
    state = table(2)
    assert GAME.players(state) == {"north": "Ann", "east": "Ben"}
    state.seats.append("west")
    assert GAME.players(state) == {"north": "Ann", "east": "Ben", "west": "West"}
    state.seats.remove("north")  # Ann stays at home tonight and keeps her seat
    assert "north" in GAME.players(state)
