"""Combat: tokens and rounds, attacks, counter-attacks, splash, armor, combo points."""

from __future__ import annotations

from typing import Any

import pytest
from playing import Playing, open_values, why_not
from sleeping_gods_setting import do, fight, run, ship, texts

from rules.ask import AskAny, ChooseOne, DrawCards, ReadStory
from rules.sleeping_gods import GAME
from rules.sleeping_gods.attack import defense_against, weapons
from rules.sleeping_gods.combat import allotment, begin_combat
from rules.sleeping_gods.crew import gain_status
from rules.sleeping_gods.grid import Slash, can_finish, damage_of, defeated, next_spots, touching
from rules.sleeping_gods.state import Attack, Campaign, Fight

CARD = {1: "bluff", 2: "tinker", 3: "triage", 4: "shove", 5: "keen_eye", 6: "grand_plan"}


def attack(playing: Playing, crew: str, fate: int, *places: Any, target: int | None = None) -> Playing:
    """One attack up to its last placing: crew, target if there are several, fate, squares."""
    seat = None
    if isinstance(playing.ask, AskAny):
        seat = next(a.seat for a in playing.ask.asks if f"attack:{crew}" in open_values(a))
    playing.answer((seat, f"attack:{crew}") if seat else f"attack:{crew}")
    if target is not None:
        playing.answer(target)
    playing.answer(fate).answer([CARD[fate]])
    for place in places:
        playing.answer(place)
    return playing


def squares(state: Campaign, place: int = 0) -> dict[tuple[int, int], str]:
    """What lies on a card: by row and column, damage or armor."""
    assert state.combat
    foe = state.combat.row[place]
    printed = state.pack.enemies[foe.number].squares
    marks = {i: "damage" for i in foe.covered} | {i: "armor" for i in foe.armor}
    return {(printed[i].row, printed[i].col): mark for i, mark in sorted(marks.items())}


# ----- beginning


@pytest.mark.rule("SG-216", "SG-217", "SG-218", "SG-219", "SG-260", "SG-269", "SG-410")
def test_combat_fetches_the_enemies_shuffles_them_into_a_row_and_sets_armor() -> None:
    state = ship(2)
    task = Fight(enemies=[1, 2, 3])
    state.agenda.append(task)
    playing = Playing(begin_combat(state, task))
    assert isinstance(playing.ask, DrawCards)
    assert playing.ask.count == 3
    playing.answer(["3", "1", "2"])
    assert state.combat
    assert [foe.number for foe in state.combat.row] == [3, 1, 2]
    assert squares(state, 1) == {(3, 1): "armor"}
    assert state.combat.combo == 0
    assert sum(state.combat.tokens.values()) == 4
    assert "Skeletal Warrior" not in str(GAME.show(ship(2), None))  # other fronts are not looked at


@pytest.mark.rule("SG-220", "SG-221", "SG-222", "SG-223")
def test_four_tokens_are_handed_out_by_the_number_of_players() -> None:
    assert allotment(ship(4)) == {"north": 1, "east": 1, "south": 1, "west": 1}
    assert allotment(ship(3, active="east")) == {"north": 1, "east": 2, "south": 1}
    assert allotment(ship(2)) == {"north": 2, "east": 2}
    assert allotment(ship(1)) == {"north": 4}


@pytest.mark.rule("SG-R18", "SG-260")
def test_without_armor_tokens_in_the_supply_none_are_placed() -> None:
    from dataclasses import replace

    state = ship(1)
    board = replace(state.pack.board, supply={**state.pack.board.supply, "armor": 0})
    state.opened = replace(state.pack, board=board)
    task = Fight(enemies=[1])
    state.agenda.append(task)
    Playing(begin_combat(state, task))
    assert squares(state) == {}


# ----- the players' half


@pytest.mark.rule("SG-225", "SG-226", "SG-239", "SG-240")
def test_tokens_are_spent_in_any_order_on_ones_own_crew() -> None:
    state = ship(2)
    fight(state, 2, 3)
    playing = run(state)
    assert isinstance(playing.ask, AskAny)
    assert set(playing.ask.seats) == {"north", "east"}
    assert "attack:odessa" in open_values(playing.ask.of("north"))  # the captain is the active player's
    assert "attack:odessa" not in open_values(playing.ask.of("east"))
    playing.answer(("east", "attack:gregory"))
    assert state.combat
    assert state.combat.tokens == {"north": 2, "east": 1}
    assert open_values(playing.ask) == [0, 1]  # then the target


@pytest.mark.rule("SG-R53", "toggle:must_use_all_tokens")
def test_players_may_stop_with_tokens_left_unless_the_table_says_otherwise() -> None:
    state = ship(2)
    fight(state, 2)
    playing = run(state).answer(("north", "done"))
    assert playing.ask is not None
    assert playing.ask.seat == "east"
    playing.answer("done")
    assert "The enemies attack" in texts(state)
    strict = ship(1, must_use_all_tokens=True)
    fight(strict, 2)
    playing = run(strict)
    assert "SG-R53" in why_not(playing.ask, "done")
    for crew in strict.crew:
        strict.crew[crew].statuses = ["frightened"]
    assert "done" in open_values(run(strict).ask)  # nobody is able to


@pytest.mark.rule("SG-R54", "SG-224")
def test_there_is_no_way_out_of_a_fight() -> None:
    state = ship(1)
    fight(state, 2)
    labels = [option.label for option in run(state).ask.options]  # type: ignore[union-attr]
    assert not any("flee" in label or "retreat" in label for label in labels)
    assert {label.split()[0] for label in labels} == {"attack", "done"}


@pytest.mark.rule("SG-237", "SG-238", "SG-R55", "SG-R56", "toggle:gifted_tokens_stay")
def test_a_token_given_away_costs_one_command_of_either_and_comes_back_next_round() -> None:
    state = ship(2, command={"east": 1})
    battle = fight(state, 2)
    playing = run(state).answer(("north", "give"))
    # with two players the receiver is the only other one
    playing.answer("east")
    assert battle.tokens == {"north": 1, "east": 3}
    assert state.players["east"].command == 0  # Ann had none, so Ben paid
    assert isinstance(playing.ask, AskAny)
    assert "SG-238" in why_not(playing.ask.of("north"), "give")
    playing.answer(("north", "done")).answer("done").answer("laurence")
    assert battle.tokens == {"north": 2, "east": 2}
    both = ship(2, command={"north": 1, "east": 1})
    fight(both, 2)
    playing = run(both).answer(("north", "give")).answer("east")
    assert open_values(playing.ask) == ["north", "east"]
    playing.answer("north")
    assert both.players["north"].command == 0
    house = ship(2, command={"east": 1}, gifted_tokens_stay=True)
    kept = fight(house, 2)
    run(house).answer(("north", "give")).answer("east").answer(("north", "done")).answer("done").answer("laurence")
    assert kept.tokens == {"north": 1, "east": 3}


@pytest.mark.rule("SG-377", "SG-378", "SG-R57", "toggle:repeat_cost_second_only")
def test_with_one_or_two_players_each_attack_after_the_first_costs_one_command() -> None:
    for players in (1, 2):
        state = ship(players, command={"north": 1}, cards=[])
        battle = fight(state, 10)
        battle.attacks = {"laurence": 1}
        if players == 2:
            battle.tokens = {"north": 2}
        playing = run(state).answer("attack:laurence")
        assert state.players["north"].command == 0
        assert battle.attacks["laurence"] == 2
        del playing
        rule = "SG-378" if players == 1 else "SG-377"
        assert rule in why_not(run_again(state), "attack:laurence")
    free = ship(3, cards=[])
    battle = fight(free, 10, tokens={"north": 2})
    battle.attacks = {"laurence": 1}
    assert "attack:laurence" in open_values(run(free).ask)  # with three it is free
    house = ship(1, cards=[], repeat_cost_second_only=True)
    battle = fight(house, 10)
    battle.attacks = {"laurence": 2, "mac": 1}
    ask = run(house).ask
    assert "attack:laurence" in open_values(ask)  # the third is free again
    assert "SG-378" in why_not(ask, "attack:mac")


def run_again(state: Campaign) -> Any:
    assert state.combat
    state.combat.attack = None
    return run(state).ask


@pytest.mark.rule("SG-99", "SG-R24")
def test_a_mad_attacker_costs_one_morale_for_each_attack() -> None:
    state = ship(1, cards=[], command={"north": 1})
    fight(state, 10)
    gain_status(state, "laurence", "madness")
    run(state).answer("attack:laurence")
    assert state.ship.morale == 4


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
    assert "1 damage finds no square and is lost" in texts(state)


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
    playing.answer("take")  # Triage itself could add to fate
    assert "discard an equipped savvy card for +1 damage?" in playing.ask.text  # type: ignore[union-attr]
    playing.answer("yes")
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
    playing.answer("attack:laurence").answer(4).answer(["shove"]).answer("take").answer("yes").answer("laurence:0")
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


# ----- combo points


@pytest.mark.rule("SG-270", "SG-279", "SG-R77")
def test_covering_combo_squares_moves_the_marker_never_above_four() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    battle.combo = 3
    attack(run(state), "laurence", 4, "take", "place", "0:6", "0:7")  # two combo squares
    assert battle.combo == 4


@pytest.mark.rule("SG-271", "SG-272", "SG-273", "SG-274", "SG-E14")
def test_plus_one_accuracy_spends_all_points_of_the_marker() -> None:
    state = ship(2, cards=[])
    battle = fight(state, 10)
    battle.combo = 4
    playing = run(state).answer(("north", "attack:laurence")).answer(2).answer(["tinker"])
    assert isinstance(playing.ask, AskAny)  # any player may
    playing.answer(("east", "combo:accuracy"))
    assert battle.combo == 0
    assert "Hit!" in texts(state)
    assert playing.ask.text == "Place damage 1 of 2."  # only the accuracy


@pytest.mark.rule("SG-274", "SG-275", "SG-276", "SG-R77")
@pytest.mark.parametrize(("points", "open_"), [(1, []), (2, ["accuracy"]), (3, ["accuracy", "damage"])])
def test_each_combo_ability_has_its_price(points: int, open_: list[str]) -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    battle.combo = points
    playing = run(state)
    assert "SG-276" in why_not(playing.ask, "combo:action")
    playing.answer("attack:laurence").answer(4).answer(["shove"])
    if "accuracy" in open_:
        assert "combo:accuracy" in open_values(playing.ask)
        playing.answer("take")
    if "damage" in open_:
        playing.answer("combo:damage")
        assert battle.combo == 0
        assert "Place damage 1 of 3" in playing.ask.text  # type: ignore[union-attr]
    else:
        assert "Place damage 1 of 2" in playing.ask.text  # type: ignore[union-attr]


@pytest.mark.rule("SG-276", "SG-277", "SG-R76")
def test_four_points_give_the_fifth_token_for_this_round_only() -> None:
    state = ship(2, cards=[])
    battle = fight(state, 10, tokens={"north": 0, "east": 1})
    battle.combo = 4
    playing = run(state)
    playing.answer(("north", "combo:action"))
    assert battle.combo == 0
    assert battle.fifth == "north"
    playing.answer(("north", "attack:laurence"))
    assert battle.fifth == ""  # back to the supply, and it can be won again
    other = ship(1, cards=[])
    unused = fight(other, 10, tokens={"north": 0})
    unused.combo = 4
    run(other).answer("combo:action").answer("done").answer("laurence")
    assert unused.round == 2
    assert unused.fifth == ""


@pytest.mark.rule("SG-278")
def test_combo_damage_only_joins_an_attack() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    battle.combo = 3
    assert "combo:damage" not in [option.value for option in run(state).ask.options]  # type: ignore[union-attr]


@pytest.mark.rule("SG-R76", "toggle:combo_before_fate_only")
def test_points_won_by_an_attack_come_too_late_for_it_and_by_house_rule_are_spent_before_fate() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    battle.combo = 2
    playing = attack(run(state), "laurence", 4)
    playing.answer("take")
    assert "Place damage" in playing.ask.text  # type: ignore[union-attr]  # 2 points: no damage to buy
    playing.answer("0:6").answer("0:7")
    assert battle.combo == 4
    house = ship(1, cards=[], combo_before_fate_only=True)
    battle = fight(house, 10)
    battle.combo = 3
    playing = run(house).answer("attack:laurence")
    assert open_values(playing.ask) == ["no", "combo:accuracy", "combo:damage"]
    playing.answer("combo:damage").answer(4).answer(["shove"])
    assert "Place damage 1 of 3" in playing.ask.text  # type: ignore[union-attr]


# ----- block


@pytest.mark.rule("SG-E26", "SG-324", "SG-408", "SG-R69", "SG-251")
def test_temporary_block_adds_to_the_weapons_against_one_counter_attack() -> None:
    state = ship(1, cards=[3], command={"north": 2})
    battle = fight(state, 10)
    playing = attack(run(state), "laurence", 4, "take", "place", "0:3", "0:6")
    assert "about to take 2 damage" in playing.ask.text  # type: ignore[union-attr]  # 3 - 1
    playing.answer("card:3:0:0")
    assert state.crew["laurence"].damage == 1
    assert battle.shield == 0  # one activation covers one attack


@pytest.mark.rule("SG-R20")
def test_a_hit_without_damage_is_still_a_hit_and_is_answered() -> None:
    state = ship(1, cards=[])
    battle = fight(state, 10)
    state.crew["mac"].fatigue = 2
    attack(run(state), "mac", 4)
    assert "Hit!" in texts(state)
    assert battle.row[0].covered == []
    assert state.crew["mac"].damage == 3


@pytest.mark.rule("SG-227")
def test_level_cards_and_weapon_cards_are_weapons_too() -> None:
    state = ship(1, cards=[11])
    state.crew["laurence"].levels = ["laurence_2"]
    state.crew["laurence"].weapons = [11]
    assert list(weapons(state, "laurence")) == ["basic", "level:laurence_2", "card:11"]
    fight(state, 10)
    playing = run(state).answer("attack:laurence")
    assert open_values(playing.ask) == ["basic", "level:laurence_2", "card:11"]


@pytest.mark.rule("SG-188")
def test_damage_by_a_card_needs_no_attack_and_draws_no_counter() -> None:
    state = ship(1)
    battle = fight(state, 10)
    do(state, {"do": "enemy_damage", "n": 2, "target": "chosen"}).answer("0:0").answer("0:1")
    assert battle.row[0].covered == [0, 1]
    battle.attack = Attack(seat="north", crew="mac", target=0)
    assert isinstance(do(state, {"do": "enemy_damage", "n": 1, "target": "target"}).ask, ChooseOne)
