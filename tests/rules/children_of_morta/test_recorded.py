"""Whole recorded games, replayed from the first answer to the last."""

import json
from pathlib import Path

import pytest

from rules.children_of_morta import GAME
from rules.position import Position
from rules.record import Record

GAMES = sorted((Path(__file__).parent / "recorded").glob("*.json"))
ENDINGS = {
    "campaign_won": ("story won", "objective"),
    "campaign_given_up": ("story given up", ""),
    "trial_won": ("trial won", "objective"),
    "trial_lost_health": ("trial lost", "health"),
    "trial_lost_space": ("trial lost", "space"),
}


@pytest.mark.parametrize("file", GAMES, ids=lambda file: file.stem)
def test_a_recorded_game_comes_to_its_end(file):
    record = Record.read(file)
    for number, run in enumerate(record.replay()):
        if number % 20 == 0:
            GAME.check(run.state)
    assert run.ask is None
    ending, way = ENDINGS[file.stem]
    assert (GAME.ending(run.state), run.state.run.way) == (ending, way)


def test_there_is_a_recorded_game_of_every_ending():
    assert {file.stem for file in GAMES} == set(ENDINGS)
    assert {ending for ending, _ in ENDINGS.values()} == set(GAME.endings)


def test_a_recorded_game_can_be_taken_up_anywhere():
    record = Record.read(next(file for file in GAMES if file.stem == "trial_lost_health"))
    position = Position.begin(GAME, record.setup)
    for number, step in enumerate(record.steps):
        position = position.then(step)
        if number % 10 == 0:
            again = Position.load(GAME, json.loads(json.dumps(position.save())))
            assert again.ask == position.ask
    assert position.over
