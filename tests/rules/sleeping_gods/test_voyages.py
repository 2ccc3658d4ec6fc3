"""Whole campaigns: recorded ones replayed to their ends, and random ones that must come to one."""

from __future__ import annotations

from pathlib import Path

import pytest
import sleeping_gods_setting  # noqa: F401  # puts the sample pack on the shelf
from sleeping_gods_voyages import voyage

from rules.plain import dump
from rules.position import Position
from rules.record import Record
from rules.sleeping_gods import GAME

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.json"))


@pytest.mark.rule("SG-10")
@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_a_recorded_campaign_comes_to_its_end(file: Path) -> None:
    record = Record.read(file)
    longest = 0
    for number, run in enumerate(record.replay()):
        GAME.check(run.state)
        longest = max(longest, len(run.steps))
        if number % 40 == 0:  # switched off and on again, everything is as it was
            again = Position.load(GAME, Position(GAME, run.checkpoint, tuple(run.steps)).save())
            assert again.ask == run.ask
            assert dump(again.state) == dump(run.state)
    assert run.over
    assert GAME.ending(run.state) == file.stem
    assert run.state.result["won"] == (file.stem in ("totems", "story_win"))
    assert longest <= 40  # never far from a checkpoint


def test_every_ending_is_recorded() -> None:
    assert {file.stem for file in RECORDED} == set(GAME.endings)


@pytest.mark.parametrize("number", range(8))
def test_a_random_campaign_with_things_done_at_any_time_comes_to_an_end(number: int) -> None:
    setup = GAME.setup(number % 4 + 1, {}, ("box", "table")[number // 4], "demo")
    run, record = voyage(setup, f"test {number}")
    assert GAME.ending(run.state) in GAME.endings
    replayed = record.end()
    assert dump(replayed.state) == dump(run.state)  # the same answers give the same campaign


def test_a_random_campaign_with_every_house_rule_comes_to_an_end() -> None:
    toggles = {name: True for name, toggle in GAME.toggles.items() if toggle.default is False}
    run, _ = voyage(GAME.setup(3, toggles, "box", "demo"), "house rules")
    assert GAME.ending(run.state) in GAME.endings


def test_an_owners_copy_can_be_played_with_nothing_known() -> None:
    run, _ = voyage(GAME.setup(2, {}, "table", "own"), "own 1", asides=0.05)
    assert GAME.ending(run.state) in GAME.endings
