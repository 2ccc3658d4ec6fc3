"""The enemy phase: who acts in which order, evade and shield, and what enemies do."""

import pytest
from family_setting import auto, family, said, stand
from playing import Playing, asked, open_values, play, why_not

from rules.children_of_morta import deeds, defeat, enemies, hurt, rows
from rules.children_of_morta.outcome import RunOver
from rules.children_of_morta.state import Rolled


def evaders(players=2, **more):
    """Nell and Wick (and Isa): heroes whose board asks nothing when they are hit."""
    return family(players, heroes=("nell", "wick", "isa", "corin"), **more)


def attacks(playing):
    """Every question of the phase, answered the first way."""
    seen = []
    while playing.ask is not None:
        seen.append(playing.ask.text)
        playing.answer(["0" for _ in playing.ask.dice])
    return seen


# Order


@pytest.mark.rule("CM-173", "CM-176", "CM-177", "CM-363", "CM-R62")
def test_enemies_act_from_right_to_left_the_leaders_first_then_clockwise():
    state = evaders(3)
    state.run.leader = "east"
    stand(state, "north", 1, "biter")
    stand(state, "east", 2, "cur")
    stand(state, "east", 6, "dustmoth")
    stand(state, "east", 4, "candlemoth")
    stand(state, "south", 3, "lampeater")
    assert attacks(Playing(enemies.enemy_phase(state))) == [
        "Dust moth attacks Wick.",
        "Candle moth attacks Wick.",
        "Mud cur attacks Wick.",
        "Lamp-eater attacks Isa.",
        "Heel-biter attacks Nell.",
    ]


@pytest.mark.rule("CM-178", "CM-179", "CM-363")
def test_an_enemy_does_all_its_actions_from_the_top_before_the_next_acts():
    state = evaders()
    stand(state, "north", 6, "moonmoth")
    stand(state, "north", 5, "dustmoth")
    seen = attacks(Playing(enemies.enemy_phase(state)))
    assert seen == ["Moon moth attacks Nell.", "Moon moth attacks Nell.", "Dust moth attacks Nell."]


@pytest.mark.rule("CM-39", "CM-40", "CM-174", "CM-175", "CM-364")
def test_a_melee_enemy_attacks_only_from_spaces_1_to_3_a_ranged_one_from_anywhere():
    state = evaders()
    stand(state, "north", 4, "cur")
    stand(state, "north", 3, "biter")
    stand(state, "north", 6, "candlemoth")
    stand(state, "north", 1, "dustmoth")
    assert attacks(Playing(enemies.enemy_phase(state))) == [
        "Candle moth attacks Nell.",
        "Heel-biter attacks Nell.",
        "Dust moth attacks Nell.",
    ]
    assert said(state, "Mud cur in space 4 is too far away and skipped.")


@pytest.mark.rule("CM-R63", "toggle:far_melee_other_actions")
@pytest.mark.parametrize(("others", "summoned"), [(False, 0), (True, 1)])
def test_a_far_melee_enemy_does_nothing_or_by_house_rule_only_does_not_attack(others, summoned):
    state = evaders(far_melee_other_actions=others)
    stand(state, "north", 5, "packmother")
    auto(enemies.activate(state, 1))
    assert len(state.hero("north").enemies()) == 1 + summoned
    assert state.hero("north").health == 8


@pytest.mark.rule("CM-180", "CM-364")
def test_a_stunned_enemy_is_skipped():
    state = evaders()
    stand(state, "north", 1, "packmother", stunned=True)
    play(enemies.enemy_phase(state))
    assert state.hero("north").health == 8
    assert len(state.hero("north").enemies()) == 1


@pytest.mark.rule("CM-R62", "toggle:summoned_act_at_once")
@pytest.mark.parametrize("at_once", [False, True])
def test_a_summoned_enemy_waits_or_by_house_rule_acts_when_it_stands_further_left(at_once):
    state = evaders(chapter=4, summoned_act_at_once=at_once)
    stand(state, "north", 6, "conductor")
    playing = asked(enemies.enemy_phase(state), ["mute"], ["0"])  # a melee enemy: it comes to space 1
    assert state.hero("north").row[0].card == "mute"
    assert playing.ask is None
    assert state.hero("north").health == (7 if at_once else 8)


@pytest.mark.rule("CM-R62")
def test_an_enemy_that_came_over_does_not_act_again_there():
    state = evaders()
    stand(state, "north", 1, "runner")
    seen = attacks(Playing(enemies.enemy_phase(state)))
    assert seen == ["Reed runner attacks Wick."]
    assert state.hero("east").row[0].card == "runner"


# Evade and shield


def dice(*faces):
    colours = {"b": "blue", "n": "brown", "p": "purple"}
    return [Rolled(colour=colours[face[0]], group=0, face=face[1:]) for face in faces]


@pytest.mark.rule("CM-182", "CM-187", "CM-188", "CM-189", "CM-365", "CM-R69", "CM-E15")
@pytest.mark.parametrize(("face", "price"), [("b2", 1), ("n3", 2), ("p3+", 3)])
def test_evading_a_die_costs_one_two_or_three_by_its_colour_and_leaves_nothing_of_it(face, price):
    state = evaders()
    state.hero("north").defence = 3
    assert play(hurt.evade(state, "north", "Mud cur", dice(face), len), 0) == []
    assert state.hero("north").defence == 3 - price


@pytest.mark.rule("CM-187", "CM-R69")
def test_what_the_points_do_not_pay_for_is_barred():
    state = evaders()
    state.hero("north").defence = 2

    def damage(left):  # white icons count, too, and cannot be evaded
        return 1 + sum(die.value for die in left)

    playing = Playing(hurt.evade(state, "north", "Mud cur", dice("b1", "p4"), damage))
    assert open_values(playing.ask) == ["take", 0]
    assert "A purple die costs 3 evade and there are 2" in why_not(playing.ask, 1)
    assert playing.ask.text == "Mud cur: Nell is about to take 6 damage and has 2 evade."
    assert [option.label for option in playing.ask.options] == ["Take it", "Ignore the blue 1", "Ignore the purple 4"]
    playing.answer(0)
    assert [die.face for die in playing.returned] == ["4"]


@pytest.mark.rule("CM-R69", "CM-365")
def test_several_dice_may_be_ignored_as_long_as_the_points_last():
    state = evaders()
    state.hero("north").defence = 3
    kept = play(hurt.evade(state, "north", "Mud cur", dice("b1", "b2", "n2"), len), 2, 0)
    assert [die.face for die in kept] == ["2"]
    assert state.hero("north").defence == 0


@pytest.mark.rule("CM-182", "CM-184", "CM-185", "CM-365", "CM-R70", "CM-E14")
@pytest.mark.parametrize(("spent", "health", "left"), [(0, 7, 4), (2, 9, 2), (3, 10, 1)])
def test_each_shield_step_stops_one_damage_and_the_player_says_how_many(spent, health, left):
    state = family()
    state.hero("north").defence = 4
    playing = asked(hurt.hurt(state, "north", 3), "no")
    assert (playing.ask.low, playing.ask.high) == (0, 3)
    playing.answer(spent)
    assert (state.hero("north").health, state.hero("north").defence) == (health, left)


@pytest.mark.rule("CM-R70")
def test_shield_works_on_any_damage_but_no_more_than_there_is():
    state = family()
    state.hero("north").defence = 1
    playing = asked(hurt.hurt(state, "north", 3), "no")
    assert playing.ask.high == 1


@pytest.mark.rule("CM-190")
def test_health_never_goes_below_zero():
    state = evaders()
    with pytest.raises(RunOver):
        play(hurt.hurt(state, "north", 20))
    assert state.hero("north").health == 0


# What enemies do


@pytest.mark.rule("CM-R67", "CM-R26")
def test_white_icons_dice_and_the_ferocious_bonus_are_one_hit():
    state = evaders()
    state.hero("north").defence = 1
    stand(state, "north", 6, "hollow_reeve", ferocious="sharp_teeth")
    play(enemies.activate(state, 1), ["2"], 0)  # the die is evaded, the rest is not
    assert state.hero("north").health == 8 - 2


@pytest.mark.rule("CM-R26")
def test_a_ferocious_tile_may_bring_a_die_for_every_attack():
    state = evaders()
    stand(state, "north", 6, "moonmoth", ferocious="wild_eyes")
    playing = Playing(enemies.activate(state, 1))
    assert [name for name, _ in playing.ask.dice] == ["blue die", "blue die"]
    playing.answer(["1", "1"])
    assert [name for name, _ in playing.ask.dice] == ["blue die", "blue die"]


@pytest.mark.rule("CM-307", "CM-R68", "CM-E16")
def test_the_critical_icon_adds_one_damage_and_goes_with_the_evaded_die():
    state = evaders()
    stand(state, "north", 6, "lampeater")
    play(enemies.activate(state, 1), ["1+"])
    assert state.hero("north").health == 6
    state.hero("north").defence = 1
    play(enemies.activate(state, 1), ["1+"], 0)
    assert (state.hero("north").health, state.hero("north").defence) == (6, 0)


@pytest.mark.rule("CM-R68")
def test_without_the_icon_an_enemys_critical_means_nothing():
    state = evaders()
    stand(state, "north", 6, "dustmoth")
    play(enemies.activate(state, 1), ["1+"])
    assert state.hero("north").health == 7


@pytest.mark.rule("CM-R68", "toggle:enemy_crit_once")
@pytest.mark.parametrize(("once", "health"), [(False, 8 - 4), (True, 8 - 3)])
def test_every_critical_die_adds_one_or_by_house_rule_all_together(once, health):
    state = evaders(enemy_crit_once=once)
    stand(state, "north", 6, "lampeater", ferocious="wild_eyes")
    play(enemies.activate(state, 1), ["1+", "1+"])
    assert state.hero("north").health == health


@pytest.mark.rule("CM-308")
def test_an_enemy_may_stun_the_hero():
    state = evaders()
    stand(state, "north", 6, "powderwing")
    stand(state, "north", 5, "hollow_fiddler")
    play(enemies.enemy_phase(state))
    assert state.hero("north").stun == 2


@pytest.mark.rule("CM-311", "CM-R66")
def test_a_summoned_enemy_takes_its_place_by_the_usual_rule_without_a_ferocious_tile():
    state = evaders()
    stand(state, "north", 1, "packmother", ferocious="old_one")
    play(enemies.activate(state, 1), ["0"], ["biter"])
    newcomer = state.hero("north").row[1]
    assert (newcomer.card, newcomer.ferocious) == ("biter", None)


@pytest.mark.rule("CM-R25", "CM-R66", "toggle:full_board_always_loses")
@pytest.mark.parametrize("loses", [False, True])
def test_a_summons_without_a_free_space_draws_nothing_or_by_house_rule_loses(loses):
    state = evaders(full_board_always_loses=loses)
    stand(state, "north", 1, "packmother")
    for space in range(2, 7):
        stand(state, "north", space, "candlemoth" if space < 5 else "dustmoth")
    playing = Playing(enemies.activate(state, 1))
    if loses:
        with pytest.raises(RunOver):
            playing.answer(["0"])
        assert state.run.way == "space"
    else:
        playing.answer(["0"])
        assert playing.ask is None
        assert state.run.enemies["hounds"].size == 15
        assert state.run.result == ""


@pytest.mark.rule("CM-312", "CM-R64", "CM-E16")
def test_a_wandering_enemy_takes_the_left_most_space_there_and_goes_on_against_its_new_hero():
    state = evaders(3)
    stand(state, "north", 1, "prowler", damage=1)
    stand(state, "east", 1, "candlemoth")
    playing = asked(enemies.activate(state, 1), ["0"])
    assert "Prowler attacks Wick" in playing.ask.text  # left of Nell sits Wick
    playing.answer(["1"])
    assert state.hero("north").row[0] is None
    assert state.hero("east").row[1].card == "prowler"
    assert state.hero("east").row[1].damage == 1  # what lies on it goes along
    assert (state.hero("north").health, state.hero("east").health) == (8, 7)


@pytest.mark.rule("CM-312")
def test_right_is_the_other_neighbour():
    state = evaders(3)
    stand(state, "north", 1, "runner")
    playing = Playing(enemies.activate(state, 1))
    assert "Reed runner attacks Isa" in playing.ask.text


@pytest.mark.rule("CM-R64")
def test_a_melee_enemy_that_lands_in_the_ranged_zone_skips_its_later_attacks():
    state = evaders()
    stand(state, "north", 1, "prowler")
    for space in (1, 2, 3):
        stand(state, "east", space, "candlemoth")
    play(enemies.activate(state, 1), ["1"])
    assert state.hero("east").row[3].card == "prowler"
    assert (state.hero("north").health, state.hero("east").health) == (7, 8)


@pytest.mark.rule("CM-R65", "toggle:full_board_always_loses")
@pytest.mark.parametrize("loses", [False, True])
def test_a_wandering_enemy_without_a_free_space_stays_or_by_house_rule_loses_the_run(loses):
    state = evaders(full_board_always_loses=loses)
    stand(state, "north", 1, "runner")
    for space in range(1, 7):
        stand(state, "east", space, "candlemoth" if space < 4 else "dustmoth")
    if loses:
        with pytest.raises(RunOver):
            Playing(enemies.activate(state, 1))
    else:
        playing = Playing(enemies.activate(state, 1))
        assert "Reed runner attacks Nell" in playing.ask.text
        assert state.hero("north").row[0].card == "runner"


@pytest.mark.rule("CM-R65")
def test_with_two_players_left_and_right_are_the_same_hero():
    state = evaders()
    stand(state, "north", 1, "runner")
    assert "attacks Wick" in Playing(enemies.activate(state, 1)).ask.text


@pytest.mark.rule("CM-R73", "toggle:steady_never_moves")
@pytest.mark.parametrize("never", [False, True])
def test_steady_stops_pushes_only_by_house_rule(never):
    state = evaders(steady_never_moves=never)
    stand(state, "north", 2, "hollow_guard")
    playing = Playing(deeds.push(state, "north", 1, "any"))
    if never:
        assert playing.ask is None
        assert state.hero("north").row[1].card == "hollow_guard"
    else:
        playing.answer("enemy:1").answer("space:6")
        assert state.hero("north").row[5].card == "hollow_guard"


# Rewards


@pytest.mark.rule("CM-314", "CM-315", "CM-316", "CM-317", "CM-141")
@pytest.mark.parametrize(
    ("card", "what", "n"),
    [("mongrel", "rage", 1), ("biter", "focus", 1), ("hollow_reeve", "morv", 2), ("packmother", "gemstone", 1)],
)
def test_a_beaten_enemy_leaves_what_its_card_shows_and_xp(card, what, n):
    state = evaders()
    stand(state, "north", 1, card)
    play(defeat.strike(state, "north", {1: 9}))
    hero = state.hero("north")
    found = {"rage": state.run.rage, "focus": hero.focus, "morv": hero.morv, "gemstone": hero.gemstone}
    assert found == {"rage": 0, "focus": 0, "morv": 0, "gemstone": 0, what: n}
    assert state.record("north").xp == state.pack.enemy(card).xp


@pytest.mark.rule("CM-318", "CM-R55")
def test_bonus_damage_goes_to_another_enemy_of_the_same_row_and_may_set_off_more():
    state = evaders()
    stand(state, "north", 1, "cur")
    stand(state, "north", 5, "cur", damage=1)
    stand(state, "north", 6, "candlemoth", damage=1)
    stand(state, "east", 1, "dustmoth")
    playing = Playing(defeat.strike(state, "east", {1: 2}))
    assert playing.ask.seat == "north"  # whose row it is chooses
    assert open_values(playing.ask) == ["enemy:2", "enemy:3"]
    playing.answer("enemy:2")  # falls as well, and its own bonus fells the last one
    assert playing.ask is None
    assert state.hero("north").enemies() == []
    assert len(state.hero("east").enemies()) == 1
    assert state.record("north").xp == 3


@pytest.mark.rule("CM-318", "CM-R55")
def test_bonus_damage_without_another_enemy_is_lost():
    state = evaders()
    stand(state, "north", 1, "cur")
    play(defeat.strike(state, "north", {1: 2}))
    assert said(state, "the bonus damage is lost")


@pytest.mark.rule("CM-R72")
def test_an_enemy_carries_one_stun_token_at_most():
    state = evaders()
    stand(state, "north", 1, "cur")
    play(deeds.stun(state, "north", 2, "own_row", None))
    rows.close_in(state, state.hero("north"))
    assert not state.hero("north").row[0].stunned
