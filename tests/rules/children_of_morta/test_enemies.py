"""The enemy phase, evade and shield."""

import pytest
from morta_setting import foe, pack, row, table, texts
from playing import asked, open_values, play, why_not

from rules.ask import EnterNumber
from rules.chance import RollDice
from rules.children_of_morta import GAME, bosses, enemies, hurt
from rules.children_of_morta.outcome import RunOver
from rules.children_of_morta.state import Rolled


def phase(state, *answers):
    return asked(enemies.enemy_phase(state), *answers)


def dice(*shown):
    """``blue 1+`` as dice that were rolled."""
    return [Rolled(colour=each.split()[0], group=0, face=each.split()[1]) for each in shown]


# Who acts, and when


@pytest.mark.rule("CM-173", "CM-39", "CM-174", "CM-175", "CM-364", "CM-R63", "CM-40")
def test_face_up_enemies_attack_but_melee_ones_in_the_far_spaces_are_skipped():
    state = table(2)
    foe(state, "north", 1, "grunt")
    foe(state, "north", 4, "grunt")
    foe(state, "north", 2, "archer")
    foe(state, "north", 6, "archer")
    going = phase(state)
    assert isinstance(going.ask, RollDice)
    going.answer(["1"]).answer(["1"])  # both archers, in either zone
    assert state.hero("north").health == 10 - 1 - 1 - 1
    assert "Grunt in space 4 is too far away and skipped." in texts(state)
    assert state.phase == "clean_up"


@pytest.mark.rule("CM-177", "CM-178", "CM-179", "CM-363", "CM-176", "CM-R62")
def test_right_to_left_top_to_bottom_the_leaders_row_first_then_clockwise():
    state = table(3)
    state.run.leader = "east"
    first = foe(state, "east", 5, "archer")
    foe(state, "east", 1, "grunt")
    foe(state, "south", 2, "grunt")
    foe(state, "north", 3, "grunt")
    going = phase(state)
    assert state.run.activations == [2, 3, 4]  # the archer acts, then Linda's grunt, Lucy's, John's
    assert "Archer attacks Linda" in going.ask.text
    assert first.number == 1
    going.answer(["0"])
    order = [line for line in texts(state).splitlines() if "hits" in line]
    assert order == [
        "Archer hits Linda for 0.",
        "Grunt hits Linda for 1.",
        "Grunt hits Lucy for 1.",
        "Grunt hits John for 1.",
    ]


@pytest.mark.rule("CM-180", "CM-364")
def test_a_stunned_enemy_does_nothing():
    state = table(2)
    foe(state, "north", 6, "caller", stunned=True)
    play(enemies.enemy_phase(state))
    assert "Caller is stunned and skipped." in texts(state)
    assert state.hero("north").stun == 0


@pytest.mark.rule("CM-R53", "CM-173")
def test_a_face_down_card_does_nothing():
    state = table(2, defeated_cards_hold_space=True)
    foe(state, "north", 1, "grunt", face_down=True)
    play(enemies.enemy_phase(state))
    assert state.hero("north").health == 10


@pytest.mark.rule("CM-181", "CM-366", "CM-266", "CM-267")
def test_the_boss_card_comes_after_all_enemies():
    state = table(2)
    bosses.begin(state, "nohar")
    play(bosses.draw_card(state), ["nohar_roar"])
    foe(state, "east", 1, "grunt")
    play(enemies.enemy_phase(state))
    said = texts(state)
    assert said.index("Grunt hits Linda") < said.index("Nohar: Roar.")
    assert (state.hero("north").health, state.hero("east").health) == (9, 6)
    assert state.run.boss.pile.discard == ["nohar_roar"]


@pytest.mark.rule("CM-R63", "toggle:far_melee_other_actions")
@pytest.mark.parametrize("house_rule", [False, True])
def test_a_far_melee_enemy_skips_everything_unless_the_house_says_only_the_attack(house_rule):
    state = table(2, far_melee_other_actions=house_rule)
    foe(state, "north", 5, "skeleton")
    going = phase(state)
    if house_rule:
        assert row(state, "east")[0] == "skeleton"  # it moved over and attacks there
        assert "Skeleton attacks Linda" in going.ask.text
    else:
        assert going.ask is None
        assert row(state, "north")[4] == "skeleton"


# What they do


@pytest.mark.rule("CM-312", "CM-R64", "CM-E16", "CM-307", "CM-R68", "CM-187", "CM-136")
def test_the_example_of_archer_and_skeleton():
    state = table(2)
    linda = state.hero("east")
    linda.defence = 1
    foe(state, "east", 6, "archer")
    foe(state, "east", 2, "skeleton")
    state.run.leader = "east"
    going = phase(state, ["1+"])
    assert "Ignore the blue 1+" in [option.label for option in going.ask.options]
    going.answer(0)
    assert (linda.health, linda.defence) == (8, 0)
    going.answer(["0"])  # the skeleton's blank
    assert row(state, "north")[0] == "skeleton"
    assert "Skeleton attacks John" in going.ask.text
    going.answer(["2"])
    assert (state.hero("north").health, linda.health) == (8, 8)


@pytest.mark.rule("CM-R62")
def test_an_enemy_acts_once_and_newcomers_do_not_act_this_phase():
    state = table(2)
    foe(state, "north", 1, "skeleton")
    going = phase(state, ["0"], ["0"])  # attacks John, moves, attacks Linda
    assert going.ask is None
    assert row(state, "east")[0] == "skeleton"


@pytest.mark.rule("CM-R64")
def test_a_melee_enemy_that_lands_in_the_far_spaces_attacks_no_more():
    state = table(2)
    foe(state, "north", 1, "skeleton")
    for space in (1, 2, 3):
        foe(state, "east", space, "grunt", stunned=True)
    going = phase(state, ["0"])
    assert going.ask is None
    assert row(state, "east")[3] == "skeleton"
    assert "too far away to attack" in texts(state)


@pytest.mark.rule("CM-R65", "CM-R101", "CM-312", "toggle:full_board_always_loses")
def test_without_room_or_neighbour_a_board_changer_stays_and_goes_on():
    alone = table(1)
    foe(alone, "north", 1, "skeleton")
    going = phase(alone, ["0"])
    assert "nowhere to go" in texts(alone)
    assert "Skeleton attacks John" in going.ask.text
    state = table(2)
    foe(state, "north", 1, "skeleton")
    for space in range(1, 7):
        foe(state, "east", space, "wolf", stunned=True)
    going = phase(state, ["0"])
    assert "finds no room" in texts(state)
    assert "Skeleton attacks John" in going.ask.text
    strict = table(2, full_board_always_loses=True)
    foe(strict, "north", 1, "skeleton")
    for space in range(1, 7):
        foe(strict, "east", space, "wolf", stunned=True)
    with pytest.raises(RunOver):
        phase(strict, ["0"])
    assert strict.run.way == "space"


@pytest.mark.rule("CM-R65")
def test_with_two_players_left_and_right_are_the_same_hero():
    state = table(2)
    foe(state, "north", 1, "rock")
    play(enemies.enemy_phase(state))
    assert row(state, "east")[0] == "rock"  # it goes to the right


@pytest.mark.rule("CM-R73", "toggle:steady_never_moves")
@pytest.mark.parametrize("house_rule", [False, True])
def test_steady_enemies_change_boards_unless_the_house_says_never(house_rule):
    state = table(2, steady_never_moves=house_rule)
    foe(state, "north", 1, "rock")
    play(enemies.enemy_phase(state))
    assert (row(state, "north")[0] == "rock") == house_rule


@pytest.mark.rule("CM-308", "CM-311", "CM-R66", "CM-R62")
def test_a_caller_summons_a_card_above_the_board_and_stuns_the_hero():
    state = table(2)
    foe(state, "north", 6, "caller")
    going = phase(state)
    assert dict(going.ask.left) == {"wolf": 8, "rock": 4, "caller": 3}
    going.answer(["wolf"])
    assert going.ask is None  # no ferocious tile, and the wolf does not act this phase
    assert row(state, "north") == ["wolf", None, None, None, None, "caller"]
    assert (state.hero("north").stun, state.hero("north").health) == (1, 10)


@pytest.mark.rule("CM-R66")
def test_with_six_enemies_nobody_is_summoned_and_nothing_is_lost():
    state = table(2)
    for space in range(1, 6):
        foe(state, "north", space, "grunt", stunned=True)
    foe(state, "north", 6, "caller")
    play(enemies.enemy_phase(state))
    assert "nobody comes" in texts(state)
    assert state.run.result == ""


@pytest.mark.rule("CM-R62", "toggle:summoned_act_at_once")
def test_summoned_enemies_act_at_once_by_a_house_rule_when_the_order_reaches_them():
    state = table(2, summoned_act_at_once=True)
    foe(state, "north", 6, "caller")
    foe(state, "north", 2, "grunt")
    play(enemies.enemy_phase(state), ["wolf"])
    assert row(state, "north")[0] == "wolf"
    assert state.hero("north").health == 8  # the grunt, then the wolf
    said = texts(state)
    assert said.index("Grunt hits") < said.index("Wolf hits")


@pytest.mark.rule("CM-R67", "CM-R26", "CM-74")
def test_white_icons_dice_and_ferocious_bonus_are_one_hit():
    state = table(2)
    foe(state, "north", 1, "brute", ferocious="claws")
    going = phase(state)
    assert [name for name, _ in going.ask.dice] == ["brown die", "purple die"]
    going.answer(["2", "3"])
    assert state.hero("north").health == 10 - (1 + 2 + 3 + 1)


@pytest.mark.rule("CM-307", "CM-R68", "toggle:enemy_crit_once")
@pytest.mark.parametrize(("house_rule", "damage"), [(False, 4), (True, 3)])
def test_each_die_with_a_critical_adds_one_only_with_the_icon(house_rule, damage):
    from rules.children_of_morta.vocabulary import Attack, Value

    state = table(2, enemy_crit_once=house_rule)
    archer = foe(state, "north", 6, "archer")
    play(
        enemies.attack(state, "north", archer, Attack(value=Value(blue=2), crit_bonus=1)),
        ["1+", "1+"],
    )
    assert state.hero("north").health == 10 - damage
    state.hero("north").health = 10
    play(enemies.attack(state, "north", archer, Attack(value=Value(blue=2))), ["1+", "1+"])
    assert state.hero("north").health == 8  # no icon: a critical means nothing


# Evade and shield


@pytest.mark.rule("CM-182", "CM-183", "CM-184", "CM-185", "CM-E14", "CM-365", "CM-R70")
def test_shield_takes_as_much_of_any_hit_as_the_player_likes():
    state = table(2)
    john = state.hero("north")
    john.defence = 4
    going = asked(hurt.hurt(state, "north", 3))
    assert isinstance(going.ask, EnterNumber)
    assert (going.ask.low, going.ask.high) == (0, 3)
    going.answer(2)
    assert (john.health, john.defence) == (9, 2)
    going = asked(hurt.hurt(state, "north", 5))
    assert going.ask.high == 2
    going.answer(0)
    assert (john.health, john.defence) == (4, 2)
    assert [pack().heroes[hero].defence for hero in ("john", "joey")] == ["shield", "shield"]


@pytest.mark.rule("CM-186", "CM-187", "CM-188", "CM-189", "CM-E15", "CM-R69", "CM-365", "CM-R1")
def test_evade_ignores_whole_dice_for_one_two_or_three_steps():
    state = table(2)
    linda = state.hero("east")
    linda.defence = 5
    going = asked(hurt.evade(state, "east", "Wolf", dice("blue 1+", "brown 3", "purple 4"), len))
    assert [option.hint for option in going.ask.options[1:]] == ["1 evade", "2 evade", "3 evade"]
    going.answer(2)  # the purple die
    assert linda.defence == 2
    going.answer(1)  # the brown die
    assert linda.defence == 0
    assert [die.colour for die in going.returned] == ["blue"]  # nothing left for the blue one
    linda.defence = 1
    going = asked(hurt.evade(state, "east", "Wolf", dice("blue 1", "brown 2"), len))
    assert open_values(going.ask) == ["take", 0]
    assert "A brown die costs 2 evade and there is 1." in why_not(going.ask, 1)
    assert [pack().heroes[hero].defence for hero in ("linda", "kevin", "lucy")] == ["evade"] * 3


@pytest.mark.rule("CM-R69")
def test_fixed_and_ferocious_damage_cannot_be_evaded():
    state = table(2)
    linda = state.hero("east")
    linda.defence = 5
    foe(state, "east", 1, "grunt", ferocious="claws")
    play(enemies.enemy_phase(state))  # not even asked
    assert linda.health == 6


@pytest.mark.rule("CM-190", "CM-203", "CM-205", "CM-R71", "CM-202")
def test_a_hero_at_zero_ends_the_run_at_once():
    state = table(2)
    state.hero("north").health = 1
    foe(state, "north", 2, "grunt")
    foe(state, "east", 1, "grunt")
    with pytest.raises(RunOver):
        phase(state)
    assert (state.run.result, state.run.way) == ("lost", "health")
    assert state.hero("east").health == 8  # nothing later is resolved
    assert state.hero("north").health == 0  # never below


@pytest.mark.rule("CM-R71", "toggle:defeat_only_in_enemy_phase")
def test_outside_the_enemy_phase_too_unless_the_house_waits_for_it():
    state = table(2)
    with pytest.raises(RunOver):
        play(hurt.hurt(state, "north", 12))
    late = table(2, defeat_only_in_enemy_phase=True)
    play(hurt.hurt(late, "north", 12))
    assert (late.hero("north").health, late.run.result) == (0, "")
    with pytest.raises(RunOver):
        phase(late)
    assert late.run.way == "health"


@pytest.mark.rule("CM-R45", "toggle:reroll_any_die")
@pytest.mark.parametrize("house_rule", [False, True])
def test_enemy_dice_cannot_be_rerolled_unless_the_house_says_any(house_rule):
    state = table(2, reroll_any_die=house_rule)
    foe(state, "north", 6, "archer")
    going = phase(state, ["2"])
    if house_rule:
        going.answer(0).answer(["0"]).answer("keep")
        assert (state.hero("north").health, state.hero("north").face_up) == (10, 2)
    else:
        assert going.ask is None
        assert state.hero("north").health == 8


@pytest.mark.rule("CM-179")
def test_the_phase_can_be_taken_up_between_two_enemies():
    state = table(2)
    foe(state, "north", 6, "archer")
    foe(state, "north", 5, "archer")
    phase(state, ["0"])
    assert state.run.activations == []  # the second acts now
    again = phase(state)  # from the state alone: nobody acts twice
    assert again.ask is None
    GAME.check(state)


@pytest.mark.rule("CM-R100", "toggle:solo_boss_always_leader")
@pytest.mark.parametrize(("house_rule", "health"), [(False, 10), (True, 9)])
def test_a_solo_hero_without_the_token_is_not_struck_as_leader_unless_the_house_says_so(house_rule, health):
    state = table(1, solo_boss_always_leader=house_rule)
    state.run.leader = None
    bosses.begin(state, "nohar")
    play(bosses.draw_card(state), ["nohar_claw"])
    going = phase(state)
    if house_rule:
        going.answer(["0"])
    assert going.ask is None
    assert state.hero("north").health == health
    assert ("finds nobody to strike at" in texts(state)) == (not house_rule)
