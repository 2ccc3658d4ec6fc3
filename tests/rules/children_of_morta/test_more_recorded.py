"""Whole recorded games: each way to end, on the box's tokens and on the table's."""

from pathlib import Path

import pytest

from rules.children_of_morta import GAME
from rules.record import Record

RECORDED = Path(__file__).parent / "recorded"


@pytest.mark.parametrize("custody", ["box", "table"])
@pytest.mark.parametrize("ending", GAME.endings)
def test_a_recorded_game_still_ends_as_it_did(ending, custody):
    record = Record.read(RECORDED / f"{ending.replace(' ', '_')}_{custody}.json")
    assert set(record.setup.custody.values()) == {custody}
    for run in record.replay():
        GAME.check(run.state)
    assert run.over
    assert GAME.ending(run.state) == ending
