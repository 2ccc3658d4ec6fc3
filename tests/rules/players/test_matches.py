"""The matches in which the box's players are measured."""

from __future__ import annotations

from dataclasses import replace

import pytest
from matches import Tally, at_sea, duel

from rules.games import game
from rules.players import KINDS

HASTY = {name: replace(kind, walks=min(kind.walks, 1)) for name, kind in KINDS.items()}


@pytest.mark.parametrize("number", [0, 1])
def test_a_duel_is_played_by_two_of_whom_one_thinks(number):
    tally = Tally()

    duel(game("sleepers"), "hard", "random", number, "a match", tally, HASTY)

    assert tally.games == 1
    assert tally.won in (0, 0.5, 1)


def test_a_crew_plays_against_a_traitor_of_another_kind():
    tally = Tally()

    at_sea("sensible", "random", 0, "a match", tally, HASTY)

    assert tally.games == 1
    assert tally.won in (0, 1)
