"""Clean-up."""

import pytest
from morta_setting import foe, give, row, table, texts
from playing import asked, play

from rules.children_of_morta import GAME, clean_up
from rules.children_of_morta.perform import perform


@pytest.mark.rule("CM-192", "CM-193", "CM-88", "CM-367", "CM-R74", "CM-E17", "CM-195", "CM-199", "CM-197")
def test_the_example_used_tokens_fatigue_and_corruption_into_the_bag_focus_enemy_and_leader():
    state = table(3)
    state.run.leader = "east"
    linda = give(state, "east", "green", "blue")
    linda.corruption, state.campaign.corruption = 1, 4
    linda.face_up, linda.fatigue_discard = 2, 1
    foe(state, "east", 4, "archer")
    asked(perform(state, "east"), "act:breathe", "green", ["1"], "keep", "act:bind", "fatigue/linda")
    linda.row[3].stunned = False
    play(clean_up.clean_up(state))
    assert state.campaign.bag["green"] == 3
    assert state.campaign.bag["fatigue/linda"] == 1
    assert state.campaign.bag["corruption"] == 1
    assert (linda.hand, linda.actions, linda.corruption) == (["blue"], {}, 0)
    assert linda.fatigue_discard == 1  # the discard pile is left alone
    assert linda.focus == 2
    assert row(state, "east")[0] == "archer"
    assert state.run.leader == "south"
    GAME.check(state)


@pytest.mark.rule("CM-194", "CM-195", "CM-368", "CM-R1", "CM-R48")
def test_shield_and_evade_go_to_zero_and_focus_rises_by_one_if_there_is_room():
    state = table(2)
    john, linda = state.hero("north"), state.hero("east")
    john.defence, linda.defence, john.focus, linda.focus, john.health = 3, 2, 6, 1, 4
    play(clean_up.clean_up(state))
    assert (john.defence, linda.defence) == (0, 0)
    assert (john.focus, linda.focus) == (6, 2)
    assert john.health == 4  # never zeroed


@pytest.mark.rule("CM-196", "CM-198", "CM-369", "CM-R75")
def test_enemies_close_in_from_the_left_past_each_other_and_only_leftwards():
    state = table(2)
    first = foe(state, "north", 1, "grunt")
    foe(state, "north", 3, "archer")
    foe(state, "north", 6, "brute")
    play(clean_up.clean_up(state))
    assert row(state, "north") == ["grunt", "archer", "brute", None, None, None]
    assert state.hero("north").row[0] is first


@pytest.mark.rule("CM-197", "CM-191", "CM-313", "CM-369", "CM-R73", "CM-R72")
def test_stunned_enemies_lose_the_token_instead_and_steady_ones_stay():
    state = table(2)
    stunned = foe(state, "north", 3, "archer", stunned=True)
    foe(state, "north", 4, "rock")
    both = foe(state, "north", 5, "rock", stunned=True)
    foe(state, "north", 6, "grunt")
    play(clean_up.clean_up(state))
    assert row(state, "north") == ["grunt", None, "archer", "rock", "rock", None]
    assert (stunned.stunned, both.stunned) == (False, False)
    play(clean_up.clean_up(state))
    assert row(state, "north") == ["grunt", "archer", None, "rock", "rock", None]


@pytest.mark.rule("CM-199", "CM-370", "CM-R76")
def test_the_leader_token_goes_left_after_all_have_cleaned_up():
    state = table(3)
    for leader in ("east", "south", "north"):
        state.said = []
        play(clean_up.clean_up(state))
        assert state.run.leader == leader
    assert state.run.round == 4
    assert texts(state).splitlines()[-1] == "John leads now."


@pytest.mark.rule("CM-R76")
def test_a_run_that_ended_is_not_cleaned_up():
    from rules.children_of_morta.turn import phases

    state = table(2, phase="enemy")
    john = state.hero("north")
    john.health, john.defence, state.hero("east").focus = 1, 0, 3
    foe(state, "north", 1, "grunt")
    asked(phases(state))
    assert state.run.round == 1
    assert "leads now" not in texts(state)
