"""Whole games: recorded ones to every ending, and the crew and the Traitor both win their share."""

from pathlib import Path

import pytest

from rules.record import Record
from rules.selfplay import play_many
from rules.silent_sea import GAME

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.json"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_game_comes_to_its_ending(path):
    for run in Record.read(path).replay():
        GAME.check(run.state)
    assert run.over
    ending, _, custody = path.stem.rpartition("_")
    assert GAME.ending(run.state) == ending
    assert set(run.state.setup.custody.values()) == {custody}


def test_every_ending_is_recorded_in_both_custodies():
    assert {path.stem for path in RECORDED} == {f"{e}_{c}" for e in GAME.endings for c in ("box", "table")}


@pytest.mark.parametrize(
    "toggles",
    [
        {"engineer_unlock": "ability_only", "unlock_scope": "engineer_only", "range_blocked_by_doors": "off"},
        {"engineer_unlock": "action_adjacent", "crisis_timing": "end_of_move", "hand_limit": 3, "reshuffle": "off"},
        {"craft_supply": "limited", "cooldown_auto": "on", "carrier_on_craft": "on", "carrier_stacks": "off"},
        {"reaction_limit": "unlimited", "gun_self_blocks": "on", "hazmat_stays": "on", "death_mode": "respawn"},
        {"reveal_on_death": "on", "crew_extraction": "samples_only", "last_side_standing": "on", "opening_hand": 3},
        {"reaction_limit": "one_per_player", "reaction_move_triggers": "off", "traitor_must_be_first": "on"},
    ],
    ids=lambda toggles: next(iter(toggles)),
)
def test_games_with_house_rules_end_without_fault(toggles):
    outcome = play_many(GAME, 2, seed=5, toggles=toggles)
    assert [fault for fault, _ in outcome.failures] == []
