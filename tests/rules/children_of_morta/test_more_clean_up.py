"""Clean-up, step by step."""

import pytest
from family_setting import auto, family, said, stand
from playing import Playing, play

from rules.children_of_morta import clean_up, defeat, rows
from rules.children_of_morta.outcome import RunOver


def clean(state):
    auto(clean_up.clean_up(state), {"Use ": "no"})


@pytest.mark.rule("CM-192", "CM-193", "CM-88", "CM-367", "CM-E17")
def test_step_1_used_tokens_fatigue_on_actions_and_corruption_go_into_the_bag():
    state = family()
    hero, bag = state.hero("east"), state.campaign.bag
    for token in ("red", "green", "white"):
        bag[token] -= 1
    hero.actions, hero.spent, hero.hand = {"arrow": ["green"], "volley": ["red", "fatigue/nell"]}, [], ["white"]
    hero.corruption, hero.face_up, hero.fatigue_discard = 1, 1, 1
    clean(state)
    assert bag == {"red": 2, "green": 2, "blue": 2, "yellow": 2, "white": 1, "fatigue/nell": 1, "corruption": 1}
    assert (hero.actions, hero.corruption) == ({}, 0)
    assert hero.hand == ["white"]


@pytest.mark.rule("CM-R74", "CM-367")
def test_the_fatigue_discard_pile_stays_where_it_is():
    state = family()
    state.hero("north").face_up, state.hero("north").fatigue_discard = 1, 2
    clean(state)
    assert (state.hero("north").face_up, state.hero("north").fatigue_discard) == (1, 2)
    assert "fatigue/bram" not in state.campaign.bag


@pytest.mark.rule("CM-194", "CM-368", "CM-R1")
def test_step_2_shield_and_evade_go_to_zero_and_health_stays():
    state = family()
    for seat in state.seats:
        state.hero(seat).defence, state.hero(seat).health = 3, 5
    clean(state)
    assert [(state.hero(seat).defence, state.hero(seat).health) for seat in state.seats] == [(0, 5), (0, 5)]


@pytest.mark.rule("CM-195", "CM-368", "CM-R48")
def test_step_3_everybody_gains_a_focus_if_there_is_room():
    state = family()
    state.hero("north").focus, state.hero("east").focus = 4, 2
    clean(state)
    assert (state.hero("north").focus, state.hero("east").focus) == (4, 3)


@pytest.mark.rule("CM-196", "CM-198", "CM-369", "CM-R75", "CM-E17")
def test_step_4_from_the_left_each_enemy_goes_to_the_left_most_empty_space():
    state = family()
    for space, card in ((2, "cur"), (4, "biter"), (6, "dustmoth")):
        stand(state, "north", space, card)
    clean(state)
    assert [enemy and enemy.card for enemy in state.hero("north").row] == ["cur", "biter", "dustmoth", None, None, None]


@pytest.mark.rule("CM-198", "CM-197", "CM-369")
def test_a_stunned_enemy_stays_loses_its_token_and_is_passed_by_others():
    state = family()
    stand(state, "north", 3, "cur", stunned=True)
    stand(state, "north", 5, "biter")
    clean(state)
    row = state.hero("north").row
    assert (row[0].card, row[2].card, row[2].stunned) == ("biter", "cur", False)


@pytest.mark.rule("CM-191", "CM-313", "CM-369", "CM-R73")
def test_a_steady_enemy_stays_and_loses_its_stun_token():
    state = family()
    stand(state, "north", 5, "hollow_guard", stunned=True)
    clean(state)
    assert state.hero("north").row[4].card == "hollow_guard"
    assert not state.hero("north").row[4].stunned
    clean(state)
    assert state.hero("north").row[4].card == "hollow_guard"


@pytest.mark.rule("CM-R75")
def test_nobody_ever_moves_to_the_right():
    state = family()
    stand(state, "north", 1, "dustmoth")
    stand(state, "north", 2, "cur")
    rows.close_in(state, state.hero("north"))
    assert [enemy and enemy.card for enemy in state.hero("north").row[:3]] == ["dustmoth", "cur", None]


@pytest.mark.rule("CM-R56")
def test_damage_and_ferocious_tiles_stay_on_an_enemy_that_closes_in():
    state = family()
    stand(state, "north", 6, "packmother", damage=2, ferocious="old_one")
    clean(state)
    enemy = state.hero("north").row[0]
    assert (enemy.card, enemy.damage, enemy.ferocious) == ("packmother", 2, "old_one")


@pytest.mark.rule("CM-199", "CM-370", "CM-E17")
def test_step_5_the_next_seat_on_the_left_leads():
    state = family(3)
    led = []
    for _ in range(4):
        led.append(state.run.leader)
        clean(state)
    assert led == ["north", "east", "south", "north"]
    assert said(state, "leads now")


@pytest.mark.rule("CM-52", "CM-R76")
def test_all_players_clean_up_together_and_the_next_round_begins():
    state = family()
    for seat in state.seats:
        state.hero(seat).drawn = state.hero(seat).done = True
    state.run.links[0].used = True
    clean(state)
    assert (state.run.round, state.phase) == (2, "encounter")
    assert not any(state.hero(seat).drawn or state.hero(seat).done for seat in state.seats)
    assert not state.run.links[0].used


@pytest.mark.rule("CM-R35", "CM-113", "toggle:may_return_unused")
def test_unused_tokens_stay_or_by_house_rule_may_go_back():
    state = family()
    state.hero("north").hand = ["red", "blue"]
    clean(state)
    assert state.hero("north").hand == ["red", "blue"]
    other = family(may_return_unused=True)
    other.campaign.bag["red"] -= 1
    other.campaign.bag["blue"] -= 1
    other.hero("north").hand = ["red", "blue"]
    play(clean_up.clean_up(other), [1])
    assert other.hero("north").hand == ["red"]
    assert other.campaign.bag["blue"] == 2


@pytest.mark.rule("CM-R53", "toggle:defeated_cards_hold_space")
@pytest.mark.parametrize("hold", [False, True])
def test_a_beaten_card_frees_its_space_at_once_or_by_house_rule_at_clean_up(hold):
    state = family(defeated_cards_hold_space=hold)
    stand(state, "north", 1, "mongrel")
    play(defeat.strike(state, "north", {1: 2}))
    hero = state.hero("north")
    assert (1 in hero.empty()) is not hold
    assert hero.enemies() == []
    clean(state)
    assert 1 in hero.empty()
    assert state.run.enemies["hounds"].discard == ["mongrel"]


@pytest.mark.rule("CM-R77")
def test_a_goal_of_the_round_is_looked_at_before_the_leader_passes_on():
    state = family(chapter=1)
    state.run.explored = ["well"]
    with pytest.raises(RunOver):
        Playing(clean_up.clean_up(state))
    assert state.run.result == "won"
