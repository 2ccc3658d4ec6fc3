"""Recorded runs of both ways to lose, and a recorded game taken up in the middle."""

import json
from pathlib import Path

import pytest

from rules.children_of_morta import GAME
from rules.position import Position
from rules.record import Record

RECORDED = Path(__file__).parent / "recorded"


@pytest.mark.rule("CM-202", "CM-203", "CM-204")
@pytest.mark.parametrize("way", ["health", "space"])
def test_a_run_is_lost_in_either_way(way):
    record = Record.read(RECORDED / f"trial_lost_{way}.json")
    for run in record.replay():
        GAME.check(run.state)
    assert run.over
    assert (run.state.run.result, run.state.run.way) == ("lost", way)


def test_a_recorded_game_can_be_taken_up_anywhere():
    record = Record.read(RECORDED / "trial_lost_health.json")
    position = Position.begin(GAME, record.setup)
    for number, step in enumerate(record.steps):
        position = position.then(step)
        if number % 10 == 0:
            again = Position.load(GAME, json.loads(json.dumps(position.save())))
            assert again.ask == position.ask
    assert position.over
