"""Sensible players of The Silent Sea: what they conclude from what all have seen, and what they do about it."""

import random

from sea_setting import ASTRO, CAPTAIN, DOCTOR, ENGINEER, playing, table

from rules.silent_sea import GAME, board
from rules.silent_sea.sensible import suspected

AT_THE_WAY_OUT = {ASTRO: "XP", CAPTAIN: "XP"}
PROVEN = {ASTRO: 1, CAPTAIN: 1}
"""Two who stand at the way out with a sample each while the game goes on."""


def wants(game):
    """What whoever is asked would do."""
    return GAME.sensible(random.Random(1)).want(game, playing(game).ask)


def test_whoever_is_left_when_all_others_are_proven_is_the_traitor_and_is_shot():
    there = {**AT_THE_WAY_OUT, ENGINEER: "p9", DOCTOR: "p8"}
    game = table(there, samples=PROVEN, hands={ENGINEER: ["gun"]})
    assert suspected(game, ENGINEER) == {ASTRO: 0.0, DOCTOR: 1.0, CAPTAIN: 0.0}
    assert wants(game) == f"gun:{DOCTOR}"


def test_nobody_is_shot_who_may_be_a_crewmate_as_well():
    there = {**AT_THE_WAY_OUT, ENGINEER: "p9", DOCTOR: "p8"}
    assert wants(table(there, samples={ASTRO: 1}, hands={ENGINEER: ["gun"]})) == "done"
    assert wants(table(there, samples={ASTRO: 1, DOCTOR: 1}, hands={ENGINEER: ["gun"]})) == "done"


def test_whoever_may_well_be_the_traitor_and_is_nearly_out_is_shot_if_that_kills():
    there = {ASTRO: "XP", ENGINEER: "p9", DOCTOR: "p8", CAPTAIN: "WL1"}
    nearly_out = table(there, samples={ASTRO: 1, DOCTOR: 1}, health={DOCTOR: 4}, hands={ENGINEER: ["gun"]})
    assert 0.45 < suspected(nearly_out, ENGINEER)[DOCTOR] < 1
    assert wants(nearly_out) == f"gun:{DOCTOR}"


def test_whoever_has_a_gun_goes_after_a_traitor_all_know_of_until_in_range():
    there = {**AT_THE_WAY_OUT, ENGINEER: "p8", DOCTOR: "WL1"}

    def far_from_the_traitor(hand):
        game = table(there, samples=PROVEN, hands={ENGINEER: hand}, phase="move", rolled=6)
        return board.distance(game, wants(game).removeprefix("to:"), "WL1")

    assert far_from_the_traitor(["gun"]) <= 4
    assert far_from_the_traitor([]) > 4  # a sample, then the way out


def test_a_crew_that_cannot_carry_enough_makes_carriers_before_guns():
    assert wants(table(hands={ENGINEER: ["scrap"] * 4})) == "craft:case"
    assert wants(table(hands={ENGINEER: ["scrap", "case", "holster"]})) == "craft:carrier"
    assert wants(table(hands={ENGINEER: ["scrap"] * 4}, carriers={ASTRO: 2})) == "craft:holster"
    assert wants(table(hands={ENGINEER: ["scrap"] * 4}, traitor=ENGINEER)) == "craft:holster"


def test_a_traitor_whom_all_know_runs():
    there = {**AT_THE_WAY_OUT, ENGINEER: "p1", DOCTOR: "XP"}
    samples = {**PROVEN, DOCTOR: 1, ENGINEER: 1}
    game = table(there, samples=samples, traitor=ENGINEER, phase="move", rolled=1)
    assert wants(game) == "to:p2"


def test_nobody_but_the_captain_goes_for_a_sample_in_a_vip_room():
    labs = {"WL1": 0, "WL2": 0, "WL3": 0, "WL4": 0}
    dropped = {"VP2": 1, "WL3": 1}  # somebody died there
    game = table({ASTRO: "p11"}, current=ASTRO, tokens={**labs, **dropped}, phase="move", rolled=6)
    assert board.distance(game, wants(game).removeprefix("to:"), "WL3") < board.distance(game, "p11", "WL3")
    game = table({CAPTAIN: "p11"}, current=CAPTAIN, tokens={**labs, **dropped}, phase="move", rolled=6)
    assert wants(game) == "to:VP2"
