"""Spending Morvs and XP at home: advanced tokens, removed basics, levels."""

import pytest
from family_setting import auto, begin_run, family
from playing import Playing, asked, open_values, play, why_not

from rules.children_of_morta import home, levels, tracks


def levelling(state, *seats):
    """The step in which everybody may level up."""
    state.busy = list(seats or state.seats)
    return Playing(levels.level_up_all(state))


# Advanced tokens


@pytest.mark.rule("CM-218", "CM-219", "CM-220", "CM-221")
def test_the_family_buys_tokens_together_in_a_colour_of_its_choice():
    state = family()
    state.campaign.fund = 5
    play(home.buy(state), "token:stone", "green", "no", "enough")
    assert state.campaign.bag["green/stone"] == 1
    assert state.campaign.fund == 2
    assert "green/stone" not in state.campaign.stock
    assert len(state.campaign.stock) == 24
    assert tracks.reserve(state, "morv") == 10  # the three that were paid can be taken again


@pytest.mark.rule("CM-219")
def test_a_token_nobody_can_pay_is_barred_with_its_price():
    state = family()
    state.campaign.fund = 3
    playing = Playing(home.buy(state))
    assert "Gale costs 4 Morvs and there are 3" in why_not(playing.ask, "token:storm")
    assert open_values(playing.ask) == ["token:ember", "token:hush", "token:spark", "token:stone", "enough"]


@pytest.mark.rule("CM-R82")
def test_each_type_exists_once_in_each_colour():
    state = family()
    state.campaign.fund = 12
    playing = asked(home.buy(state), "token:ember", "red", "no", "token:ember")
    assert "already bought" in why_not(playing.ask, "red")
    assert open_values(playing.ask) == ["green", "blue", "yellow", "white"]
    state.campaign.stock = [token for token in state.campaign.stock if not token.endswith("/hush")]
    assert "No Hush token is left" in why_not(Playing(home.buy(state)).ask, "token:hush")


@pytest.mark.rule("CM-222", "CM-223", "CM-225", "CM-R81")
def test_one_more_morv_takes_a_basic_token_of_that_colour_out_for_the_campaign():
    state = family()
    state.campaign.fund = 3
    play(home.buy(state), "token:ember", "blue", "yes")
    campaign = state.campaign
    assert campaign.fund == 0
    assert campaign.bag["blue"] == 1
    assert campaign.removed == {"blue": 1}
    begin_run(state)
    assert campaign.bag["blue"] == 1  # it does not come back with the next run
    assert campaign.bag["blue/ember"] == 1


@pytest.mark.rule("CM-R81")
def test_removing_costs_a_morv_that_has_to_be_there():
    state = family()
    state.campaign.fund = 2
    play(home.buy(state), "token:ember", "blue")  # there is none: nobody is asked
    assert state.campaign.removed == {}


@pytest.mark.rule("CM-224", "CM-R81")
def test_without_a_basic_token_of_the_colour_nothing_can_be_removed_but_the_purchase_stands():
    state = family()
    state.campaign.fund = 5
    state.campaign.removed["blue"] = state.campaign.bag.pop("blue")
    playing = asked(home.buy(state), "token:ember", "blue")
    assert "Buy advanced tokens?" in playing.ask.text  # nobody is asked
    assert state.campaign.bag["blue/ember"] == 1


# Levels


@pytest.mark.rule("CM-226", "CM-238", "CM-239", "CM-R80", "CM-R86", "CM-E18")
def test_two_actions_rise_to_level_two_for_ten_xp_of_eleven():
    state = family()
    state.record("north").xp = 11
    playing = levelling(state, "north")
    playing.answer(("north", "hammer")).answer(("north", "guard"))
    assert playing.ask is None  # one XP buys nothing more
    assert state.record("north").levels == {"hammer": 2, "guard": 2}
    assert state.record("north").xp == 1


@pytest.mark.rule("CM-227", "CM-242", "CM-243", "CM-R86")
def test_an_action_rises_one_level_at_a_time_and_once_for_each_run():
    state = family()
    state.record("north").xp = 30
    playing = levelling(state, "north").answer(("north", "hammer"))
    assert "CM-243" in why_not(playing.ask.of("north"), "hammer")
    assert state.record("north").levels["hammer"] == 2
    begin_run(state)
    playing = levelling(state, "north")
    offered = next(option for option in playing.ask.of("north").options if option.value == "hammer")
    assert offered.label == "Red-hot hammer, level 3"
    playing.answer(("north", "hammer"))
    begin_run(state)
    assert "Level 3 is the last" in why_not(levelling(state, "north").ask.of("north"), "hammer")


@pytest.mark.rule("CM-228", "CM-239", "CM-241", "CM-46")
def test_the_card_lies_on_the_action_and_is_what_is_played_from_now_on():
    state = family()
    assert levels.level_of(state, "north", "hammer").name == "Hammer"
    state.record("north").xp = 5
    levelling(state, "north").answer(("north", "hammer"))
    assert levels.level_of(state, "north", "hammer").name == "Heavy hammer"
    assert state.record("north").xp == 0


@pytest.mark.rule("CM-240", "CM-104")
def test_what_costs_too_much_says_so():
    state = family()
    state.record("north").xp = 4
    ask = levelling(state, "north").ask.of("north")
    assert "Melee 1 + brown die: that costs 5 XP and there are 4." in why_not(ask, "hammer")
    hint = next(option.hint for option in ask.options if option.value == "breather")
    assert hint == "4 XP. Gain 1 + blue die focus, instead of Catch breath: Gain blue die focus."
    assert open_values(ask) == ["bellow", "breather", "enough"]


@pytest.mark.rule("CM-226", "CM-237")
def test_everybody_spends_their_own_xp_at_the_same_time_and_only_at_home():
    state = family()
    state.record("north").xp = state.record("east").xp = 5
    playing = levelling(state)
    assert playing.ask.seats == ("north", "east")
    playing.answer(("east", "arrow"))
    assert (state.record("north").xp, state.record("east").xp) == (5, 0)
    assert playing.ask.seats == ("north",)
    playing.answer(("north", "enough"))
    assert state.record("north").levels == {}


@pytest.mark.rule("CM-236")
def test_xp_is_kept_on_the_dial():
    state = family()
    tracks.gain_xp(state, state.hero("east"), 2)
    tracks.gain_xp(state, state.hero("east"), 3)
    assert state.campaign.records["nell"].xp == 5
    auto(home.run_end(_won(state)))
    assert state.campaign.records["nell"].xp >= 5


def _won(state):
    state.run.result = "won"
    return state
