"""Whole recorded games, one for each way to end."""

from pathlib import Path

import pytest

from rules.record import Record
from rules.sleepers import GAME

RECORDED = Path(__file__).parent / "recorded"


@pytest.mark.parametrize("ending", GAME.endings)
def test_a_recorded_game_still_ends_as_it_did(ending):
    record = Record.read(RECORDED / f"{ending}.json")
    for run in record.replay():
        GAME.check(run.state)
    assert run.over
    assert GAME.ending(run.state) == ending
