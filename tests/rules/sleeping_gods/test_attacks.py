"""Attacks: hit and miss, slashes, splash, armor, flying, resist, first strike, counter-attacks."""

from __future__ import annotations

from typing import Any

import pytest
from playing import open_values, why_not
from sleeping_gods_setting import attack, fight, foe_card, run, ship, squares, texts

from rules.ask import ReadStory
from rules.sleeping_gods import GAME
from rules.sleeping_gods.arms import defense_against
from rules.sleeping_gods.crew import gain_status
from rules.sleeping_gods.grid import Slash, allowance, can_finish, damage_of, defeated, next_spots, touching

# ----- hit and miss


@pytest.mark.rule("SG-241", "SG-242", "SG-409", "SG-267", "SG-108")
@pytest.mark.parametrize(("fate", "hit"), [(3, True), (2, False)])
def test_fate_plus_accuracy_must_reach_the_defence_whatever_the_morale(fate: int, hit: bool) -> None:
    state = ship(1, cards=[], morale=1)
    fight(state, 2)
    attack(run(state), "laurence", fate)  # +2 against 5
    assert ("Hit!" in texts(state)) == hit
    assert ("Miss." in texts(state)) != hit


@pytest.mark.rule("SG-243", "SG-244", "SG-245", "SG-246", "SG-247", "SG-R58", "SG-R59")
def test_all_damage_of_an_attack_lies_on_connected_squares_never_diagonally_one_each() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    slash = Slash(target=0, damage=3)
    start = next_spots(state, slash, ())
    assert len(start) == 9  # the start is free
    second = next_spots(state, slash, ((0, 0),))
    assert second == [(0, 1), (0, 3)]  # right and below, no diagonal
    third = next_spots(state, slash, ((0, 0), (0, 1)))
    assert sorted(third) == [(0, 2), (0, 3), (0, 4)]  # bends and branches are fine, no square twice
    battle.row[0].covered = [1]
    assert next_spots(state, slash, ((0, 0),)) == [(0, 3)]  # covered squares cannot be hit or passed


@pytest.mark.rule("SG-R58", "toggle:slash_must_be_path")
def test_with_the_house_rule_a_slash_has_no_branches() -> None:
    state = ship(1, cards=[])
    fight(state, 10)
    branching = Slash(target=0, damage=4)
    path = Slash(target=0, damage=4, path=True)
    hits = ((0, 0), (0, 1), (0, 2))
    assert (0, 4) in next_spots(state, branching, hits)
    assert (0, 4) not in next_spots(state, path, hits)  # it would branch off the middle
    assert set(next_spots(state, path, hits)) == {(0, 3), (0, 5)}  # it grows at both ends
    house = ship(1, cards=[], slash_must_be_path=True)
    fight(house, 10)
    house.crew["laurence"].levels = ["laurence_2"]
    playing = run(house).answer("attack:laurence").answer("level:laurence_2").answer(5).answer(["keen_eye"])
    playing.answer("0:0").answer("0:1")
    assert set(open_values(playing.ask)) == {"0:2", "0:3", "0:4"}
    playing.answer("0:2")
    assert sorted(squares(house)) == [(1, 1), (1, 2), (1, 3)]


@pytest.mark.rule("SG-R60")
def test_all_damage_must_be_placed_while_a_square_of_the_target_touches_and_the_rest_is_lost() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 53)
    battle.row[0].covered = []
    playing = run(state).answer("attack:laurence").answer(5).answer(["keen_eye"])
    playing.answer("0:1")  # two squares only: the second follows by itself
    assert state.combat is None or not battle.row
    state = ship(1, cards=[])
    battle = fight(state, 10)
    battle.row[0].covered = [1, 3, 4]
    playing = run(state).answer("attack:laurence").answer(5).answer(["keen_eye"]).answer("0:0")
    assert "1 damage has no square to go to and is lost" in texts(state)


@pytest.mark.rule("SG-248", "SG-249", "SG-234", "SG-235", "SG-236", "SG-214")
def test_an_enemy_with_all_hearts_covered_is_defeated_the_row_closes_and_the_story_goes_on() -> None:
    state = ship(1, region="shore", cards=[])
    playing = run(state).answer("explore").answer(True).answer("D")
    assert state.combat
    state.combat.row[0].covered = [0]
    playing = run(state)
    attack(playing, "laurence", 5, "0:3", "0:2")
    assert state.combat is None
    assert "goes back to the enemy deck" in texts(state)
    assert "combat is won" in texts(state)
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "169"
    row = ship(1, cards=[])
    battle = fight(row, 2, 53, 3)
    battle.row[1].covered = [1]
    attack(run(row), "laurence", 5, "stop", target=1)  # its last square; splash is never compulsory
    assert [foe.number for foe in battle.row] == [2, 3]  # they slide together
    assert touching(row, (0, 1)) == [(0, 0), (0, 3), (1, 0)]


@pytest.mark.rule("SG-250", "SG-251", "SG-258", "SG-259", "SG-263", "SG-261", "SG-268", "SG-E16", "SG-E21", "SG-R75")
def test_laurence_and_the_scorpion_squid() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 1)
    state.crew["laurence"].tucked = ["triage"]
    playing = run(state).answer("attack:laurence").answer(3).answer(["triage"])
    assert "Hit for 2 damage. Add to it?" in playing.ask.text  # type: ignore[union-attr]
    assert [option.label for option in playing.ask.options if option.value == "bonus:0"] == [  # type: ignore[union-attr]
        "Club: discard a tucked savvy card for +1 damage"
    ]
    playing.answer("bonus:0")
    assert state.crew["laurence"].tucked == []
    playing.answer("0:0").answer("0:2").answer("0:4")
    assert squares(state) == {(1, 1): "damage", (2, 1): "damage"}  # the armor token is gone, the square not covered
    assert damage_of(state, battle.row[0]) == 5  # 2 + 2 + 1
    assert state.crew["laurence"].damage == 4  # block 1


@pytest.mark.rule("SG-R75")
def test_the_weapons_bonus_is_once_per_attack_and_level_cards_do_not_pay_for_it() -> None:
    state = ship(1, cards=[])
    fight(state, 10)
    state.crew["laurence"].tucked = ["triage", "triage"]
    playing = run(state)
    playing.answer("attack:laurence").answer(4).answer(["shove"]).answer("bonus:0").answer("laurence:0")
    assert state.crew["laurence"].tucked == ["triage"]
    assert playing.ask.text == "Place damage 1 of 3."  # type: ignore[union-attr]  # asked once, not twice
    bare = ship(1, cards=[])
    fight(bare, 10)
    bare.crew["laurence"].levels = ["laurence_1"]
    playing = run(bare).answer("attack:laurence").answer(4).answer(["shove"])
    assert playing.ask.text == "Place damage 1 of 2."  # type: ignore[union-attr]


@pytest.mark.rule("SG-E17", "SG-222", "SG-242", "SG-250")
def test_gregory_hits_the_skeleton_and_is_struck_for_two() -> None:
    state = ship(2, active="east", cards=[])
    battle = fight(state, 2, 3)
    attack(run(state), "gregory", 5, "0:0", "0:1", target=0)  # 7 against 5: a heart and a blank
    assert squares(state, 0) == {(1, 1): "damage", (1, 2): "damage"}
    assert state.crew["gregory"].damage == 2  # 1 + 1
    assert battle.tokens["east"] == 1


@pytest.mark.rule("SG-E18", "SG-253", "SG-254", "SG-249", "SG-R64")
def test_the_captain_misses_is_struck_first_and_still_covers_the_last_heart() -> None:
    state = ship(2, active="east", cards=[])
    battle = fight(state, 2, 3)
    battle.row[0].covered = [0, 1]
    playing = attack(run(state), "odessa", 2, target=0)
    assert state.crew["odessa"].damage == 1  # 2 less block 1, before her damage
    playing.answer("0:3")
    assert [foe.number for foe in battle.row] == [3]
    said = texts(state)
    assert said.index("counter-attacks") < said.index("is covered")


@pytest.mark.rule("SG-E19", "SG-250")
def test_had_she_hit_there_would_be_no_counter_attack() -> None:
    state = ship(2, active="east", cards=[])
    battle = fight(state, 2, 3)
    battle.row[0].covered = [0, 1]
    attack(run(state), "odessa", 5, "0:3", "0:2", target=0)
    assert [foe.number for foe in battle.row] == [3]
    assert state.crew["odessa"].damage == 0


@pytest.mark.rule("SG-252", "SG-R67", "SG-231")
def test_what_the_attacker_cannot_take_goes_to_others_without_block() -> None:
    state = ship(2, cards=[3], command={"north": 0})
    battle = fight(state, 1)
    state.crew["laurence"].damage = 5
    playing = attack(run(state), "laurence", 3, "0:0", "0:2")
    assert state.crew["laurence"].damage == 6  # 5 - 1 block = 4, one fits
    assert "remaining 3 damage" in playing.ask.text  # type: ignore[union-attr]
    assert playing.ask.seat == "north"  # type: ignore[union-attr]
    assert "quill" in open_values(playing.ask)  # anybody's, Ben's too
    playing.answer("pia")
    assert state.crew["pia"].damage == 2
    playing.answer("quill")
    assert state.crew["quill"].damage == 1
    assert battle.attack is None


@pytest.mark.rule("SG-R64", "SG-66", "toggle:exhausted_spares_miss")
def test_a_miss_is_one_damage_less_exhausted_or_resisted_and_never_more() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    state.crew["laurence"].fatigue = 2
    attack(run(state), "laurence", 2)
    assert battle.row[0].covered == []  # exhausted: 0
    assert "deals no damage" in texts(state)
    house = ship(1, cards=[], exhausted_spares_miss=True)
    spared = fight(house, 10)
    house.crew["laurence"].fatigue = 2
    attack(run(house), "laurence", 2, "0:8")
    assert spared.row[0].covered == [8]
    resisted = ship(1, cards=[])
    battle = fight(resisted, 71)
    attack(run(resisted), "mac", 2)
    assert battle.row[0].covered == []
    armored = ship(1, cards=[])
    battle = fight(armored, 1)
    attack(run(armored), "laurence", 2, "0:4")
    assert battle.row[0].armor == []  # it removes an armor token
    alone = ship(1, cards=[])
    fight(alone, 2, 2)
    playing = attack(run(alone), "otto", 4, target=0)
    assert all(str(value).startswith("0:") for value in open_values(playing.ask))  # no splash


@pytest.mark.rule("SG-265", "SG-266", "SG-R65", "toggle:parting_blow_after_hit")
def test_who_falls_in_a_counter_attack_still_deals_the_one_damage_of_a_miss() -> None:
    state = ship(1, cards=[], morale=8)
    battle = fight(state, 2)
    state.crew["gregory"].damage = 3
    playing = attack(run(state), "gregory", 2)
    playing.answer("otto")  # one of two damage fits, the other goes on
    playing.answer("0:5")
    assert battle.row[0].covered == [5]
    assert "SG-54" in why_not(playing.ask, "attack:gregory")
    # after a hit the damage is dealt already
    state = ship(1, cards=[], morale=8)
    battle = fight(state, 2)
    state.crew["gregory"].damage = 3
    attack(run(state), "gregory", 4, "0:0", "0:1", "otto")
    assert battle.row[0].covered == [0, 1]
    house = ship(1, cards=[], morale=8, parting_blow_after_hit=True)
    battle = fight(house, 2)
    house.crew["gregory"].damage = 3
    attack(run(house), "gregory", 4, "0:0", "0:1", "otto", "0:5")
    assert battle.row[0].covered == [0, 1, 5]


@pytest.mark.rule("SG-R68", "SG-289", "SG-56")
def test_the_last_one_falling_fails_the_campaign_before_a_parting_blow() -> None:
    state = ship(2, cards=[])
    battle = fight(state, 2)
    battle.row[0].covered = [0]
    for crew in state.crew:
        state.crew[crew].damage = state.full_health(crew) - (crew == "gregory")
    playing = attack(run(state), "gregory", 2)
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "C1"
    playing.answer(True)
    assert state.result["how"] == "crew_down"
    assert battle.row[0].covered == [0]


# ----- splash


@pytest.mark.rule("SG-255", "SG-256", "SG-257", "SG-R61", "SG-R62")
def test_splash_reaches_the_neighbours_but_half_rounded_up_stays_on_the_target() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 2, 3, 53)
    # the right column of the left card touches the left column of the right card in the same row
    assert touching(state, (0, 1)) == [(0, 0), (0, 3), (1, 0)]
    assert touching(state, (1, 1)) == [(1, 0), (1, 3), (2, 0)]
    two = Slash(target=0, damage=2)
    assert (1, 0) in next_spots(state, two, ((0, 1),))  # one of two may splash
    three = Slash(target=0, damage=3)
    assert not can_finish(state, three, ((0, 1), (1, 0), (1, 1)))  # two of three may not
    assert can_finish(state, Slash(target=0, damage=4), ((0, 1), (1, 0), (1, 1)))  # two of four may
    far = Slash(target=0, damage=6)
    assert (2, 0) not in next_spots(state, far, ((0, 0), (0, 1), (1, 0), (1, 1)))  # only directly beside the target
    attack(run(state), "laurence", 3, "0:1", "1:0", target=0)  # defence 4 + 1 of the flyer was not tested
    assert battle.row[1].covered == [0]


@pytest.mark.rule("SG-R61", "toggle:splash_half_of_full_damage")
def test_half_is_of_what_is_placed_or_by_house_rule_of_the_whole_damage() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 2, 3)
    battle.row[0].covered = [0, 3]  # the top right square of the target stands alone
    placed = Slash(target=0, damage=4)
    assert (1, 0) in next_spots(state, placed, ((0, 1),))  # one on the target, one beside it
    whole = Slash(target=0, damage=4, half_of_all=True)
    assert (1, 0) not in next_spots(state, whole, ((0, 1),))  # two of four would have to lie on the target
    assert ship(1, splash_half_of_full_damage=True).toggle("splash_half_of_full_damage") is True


@pytest.mark.rule("SG-R62")
def test_only_the_target_counter_attacks_and_all_cards_are_checked_after_the_whole_attack() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 2, 53)
    battle.row[1].covered = [1]
    attack(run(state), "laurence", 3, "0:1", "1:0", target=0)
    assert [foe.number for foe in battle.row] == [2]  # the neighbour fell by splash
    assert state.crew["laurence"].damage == 2 - 1


@pytest.mark.rule("SG-R63", "SG-261", "SG-262")
def test_splash_may_take_a_neighbours_armor_without_a_combo_point() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 2, 1)
    attack(run(state), "laurence", 3, "0:5", "1:4", target=0)
    assert battle.row[1].armor == []
    assert battle.row[1].covered == []
    assert battle.combo == 0
    foe = battle.row[1]
    foe.covered = [0, 1]
    assert defeated(state, foe)  # armor squares need no cover
    foe.armor = [4]
    assert not defeated(state, foe)  # but every token must be off


@pytest.mark.rule("SG-R59", "toggle:armor_square_twice")
def test_an_armor_square_is_hit_once_in_an_attack_unless_the_table_allows_twice() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 1)
    once = Slash(target=0, damage=2)
    assert (0, 4) not in next_spots(state, once, ((0, 4),))
    house = ship(1, cards=[], armor_square_twice=True)
    battle = fight(house, 1)
    attack(run(house), "laurence", 3, "0:4", "0:4")
    assert battle.row[0].armor == []
    assert battle.row[0].covered == [4]


# ----- flying, resist, first strike


@pytest.mark.rule("SG-264", "SG-413", "SG-419", "SG-E15", "SG-280")
def test_an_uncovered_wing_is_one_more_defence_against_weapons_that_are_not_ranged() -> None:
    state = ship(1)
    battle = fight(state, 3)
    assert defense_against(state, 0, "laurence", "basic") == 5
    assert defense_against(state, 0, "rafael", "basic") == 4  # his bow is ranged
    assert damage_of(state, battle.row[0]) == 2
    battle.row[0].covered = [0, 2, 4]  # flying, the damage square, madden
    assert defense_against(state, 0, "laurence", "basic") == 4
    assert damage_of(state, battle.row[0]) == 1
    from rules.sleeping_gods.enemy_phase import ready_abilities

    assert ready_abilities(state) == []


@pytest.mark.rule("SG-395", "SG-R66")
def test_first_strike_counter_attacks_before_fate_and_only_once() -> None:
    state = ship(1, cards=[])
    fight(state, 64)
    playing = run(state).answer("attack:mac")
    assert state.crew["mac"].damage == 1
    playing.answer(2).answer(["tinker"])  # a miss: no second counter-attack
    playing.answer("0:1")
    assert state.crew["mac"].damage == 1
    # somebody it fells draws no fate and deals one damage
    state = ship(1, cards=[], morale=8)
    battle = fight(state, 64)
    state.crew["mac"].damage = 2
    playing = run(state).answer("attack:mac")
    assert "Place damage 1 of 1" in playing.ask.text  # type: ignore[union-attr]
    playing.answer("0:1")
    assert battle.row[0].covered == [1]
    # covered, it does nothing
    state = ship(1, cards=[])
    battle = fight(state, 64)
    battle.row[0].covered = [5]
    run(state).answer("attack:mac")
    assert state.crew["mac"].damage == 0


@pytest.mark.rule("SG-402", "SG-R73")
def test_resist_takes_one_off_the_attack_and_another_if_a_resisting_neighbour_is_hit() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 71)
    attack(run(state), "laurence", 3, "0:1")
    assert battle.row[0].covered == [1]  # 2 - 1
    both = ship(1, cards=[])
    fight(both, 71, 71)
    slash = Slash(target=0, damage=4, resisting=(0, 1))
    assert next_spots(both, slash, ((0, 1), (0, 0))) == [(0, 3), (0, 2)]  # a third only on the target itself
    assert next_spots(both, slash, ((0, 1), (1, 0))) == []  # 4 - 1 - 1
    # active means uncovered when the attack began: covering it in the same attack changes nothing
    state = ship(1, cards=[])
    battle = fight(state, 71)
    attack(run(state), "laurence", 3, "0:5")
    assert battle.row[0].covered == [5]
    battle.row[0].covered = [5]
    battle.tokens["north"] = 4
    state.crew["laurence"].damage = 0
    attack(run(state), "otto", 5, "0:1", "0:0", "0:2")
    assert len(battle.row[0].covered) == 4  # all three


@pytest.mark.rule("SG-R48")
def test_everybody_may_act_before_damage_is_placed_but_not_while_it_is() -> None:
    state = ship(1, cards=[], command={"north": 1})
    fight(state, 10)
    gain_status(state, "pia", "venom")
    playing = attack(run(state), "otto", 6)
    assert "Place damage 1" in playing.ask.text  # type: ignore[union-attr]
    assert any(option.value == "crew:mac:0:0" for option in GAME.asides(state, "north"))
    playing.answer("0:0")
    assert GAME.asides(state, "north") == ()


def resisting(amount: int) -> dict[str, Any]:
    return {"row": 3, "col": 2, "ability": {"name": "resist", "amount": amount}}


HEARTS = ({"row": 1, "col": 1, "heart": True}, {"row": 3, "col": 1, "heart": True})
BLANKS = ({"row": 1, "col": 2}, {"row": 2, "col": 1}, {"row": 2, "col": 2})


@pytest.mark.rule("SG-402", "SG-R73")
def test_resist_2_takes_two_off_an_attack_and_off_a_splash_onto_it() -> None:
    state = ship(1, cards=[])
    foe_card(state, 80, *HEARTS, *BLANKS, resisting(2))
    battle = fight(state, 80)
    playing = attack(run(state), "otto", 5)  # three damage
    assert playing.ask.text == "Place damage 1 of 1."  # type: ignore[union-attr]
    playing.answer("0:2")
    assert battle.row[0].covered == [2]
    beside = ship(1, cards=[])
    foe_card(beside, 80, *HEARTS, *BLANKS, resisting(2))
    fight(beside, 60, 80)
    slash = Slash(target=0, damage=4, resisting=(1, 1))
    assert allowance(slash, [(0, 1)]) == 4
    assert allowance(slash, [(0, 1), (1, 0)]) == 2
    two_squares = ship(1, cards=[])
    foe_card(two_squares, 80, *HEARTS, *BLANKS, resisting(1), {**resisting(1), "col": 3})
    fight(two_squares, 80)
    missed = attack(run(two_squares), "otto", 2)
    assert "The attack deals no damage." in texts(two_squares)
    assert missed.ask is not None


@pytest.mark.rule("SG-402", "SG-R73", "SG-R65", "SG-249", "toggle:parting_blow_after_hit")
def test_whoever_resists_still_does_when_the_row_has_closed_up() -> None:
    state = ship(1, cards=[], morale=8, parting_blow_after_hit=True)
    foe_card(state, 79, {"row": 1, "col": 2, "heart": True})
    battle = fight(state, 79, 71)
    state.crew["otto"].damage = 3
    attack(run(state), "otto", 5, "1:0", "0:0", target=1)  # 3 - 1: one on the target, one falls on its neighbour
    assert [foe.number for foe in battle.row] == [71]
    assert not state.up("otto")
    assert "The attack deals no damage." in texts(state)  # the parting blow was resisted
    assert battle.row[0].covered == [0]


@pytest.mark.rule("SG-402", "SG-280", "SG-R65", "toggle:parting_blow_after_hit")
def test_a_resist_that_the_hit_covered_does_not_resist_the_parting_blow() -> None:
    state = ship(1, cards=[], morale=8, parting_blow_after_hit=True)
    battle = fight(state, 71)
    state.crew["otto"].damage = 3
    attack(run(state), "otto", 5, "0:5", "0:3", "0:1")
    assert not state.up("otto")
    assert battle.row[0].covered == [5, 3, 1]
