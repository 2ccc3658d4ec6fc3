"""Saving, changing heroes and players, and starting over."""

import pytest
from family_setting import auto, bare, begin_run, family, said
from playing import Playing, asked, open_values, play, why_not

from rules.children_of_morta import GAME, asides, home, session, set_up
from rules.plain import dump, load
from rules.position import Run


def roster(state, *answers):
    return asked(session.gather(state), *answers)


# Saving


@pytest.mark.rule("CM-272", "CM-274")
def test_a_saved_game_keeps_bag_levels_xp_fund_bonds_and_chapter():
    state = family(chapter=4)
    campaign = state.campaign
    campaign.records["bram"].levels, campaign.records["bram"].xp = {"hammer": 3}, 7
    campaign.bag["red/ember"], campaign.fund, campaign.bonds = 1, 4, {"bram|nell": 5}
    again = load(GAME.state_type, dump(state))
    assert again == state
    assert again.campaign.bag == campaign.bag


@pytest.mark.rule("CM-273", "CM-274", "CM-275")
def test_putting_the_game_away_is_told_box_by_box():
    state = family()
    state.hero("east").face_up = 1
    todo = home.packing(state)
    assert todo[0] == "Bram's box: markers, talent cards, 3 fatigue tokens."
    assert todo[1].endswith("1 fatigue token.")  # not those in the bag
    assert any("Close the bag with everything in it" in line for line in todo)
    assert todo[-1] == "Pack the rest as usual."


@pytest.mark.rule("CM-271", "CM-275")
def test_another_evening_everything_is_as_it_was_and_the_table_gathers():
    state = family()
    state.phase = "saved"
    play(session.open_saved(state), True)
    assert state.phase == "gather"


# Players and heroes


@pytest.mark.rule("CM-230", "CM-276", "CM-278", "CM-280", "CM-E23")
def test_players_join_and_leave_when_a_session_begins():
    state = bare(2)
    playing = roster(state, "join:south", "Cid", "join:west", "Dot")
    assert state.seats == ["north", "east", "south", "west"]
    playing.answer("leave:east").answer("leave:west").answer("go")
    assert state.seats == ["north", "south"]
    assert state.name("south") == "Cid"
    assert state.phase == "heroes"


@pytest.mark.rule("CM-279", "CM-E23")
def test_there_are_never_more_than_four_players():
    playing = roster(bare(4))
    assert "CM-279" in why_not(playing.ask, "join:more")
    assert not any(str(value).startswith("join:") for value in open_values(playing.ask))


@pytest.mark.rule("CM-20", "CM-277", "CM-R11")
def test_every_session_another_hero_may_be_taken_but_no_hero_twice():
    state = family()
    state.heroes, state.phase = {}, "heroes"
    playing = Playing(session.choose_heroes(state))
    assert open_values(playing.ask.of("north")) == ["bram", "nell", "wick", "isa"]
    playing.answer(("east", "wick"))
    assert "East plays Wick" in why_not(playing.ask.of("north"), "wick")
    playing.answer(("north", "isa"))
    assert state.heroes == {"north": "isa", "east": "wick"}


@pytest.mark.rule("CM-19", "CM-277")
def test_a_locked_hero_can_be_taken_once_unlocked():
    state = bare(1)
    assert "CM-19" in why_not(Playing(session.choose_heroes(state)).ask.of("north"), "orsa")
    state.campaign.unlocked.append("orsa")
    assert "orsa" in open_values(Playing(session.choose_heroes(state)).ask.of("north"))


@pytest.mark.rule("CM-281", "CM-282")
def test_a_new_hero_has_no_levels_of_its_own_but_draws_from_the_same_bag():
    state = family()
    state.campaign.records["bram"].levels = {"hammer": 2}
    state.campaign.bag["green/storm"] = 1
    state.heroes = {"north": "bram", "east": "isa"}
    begin_run(state)
    assert state.record("north").levels == {"hammer": 2}
    assert state.record("east").levels == {}
    assert state.campaign.bag["green/storm"] == 1


@pytest.mark.rule("CM-283", "CM-284", "CM-R84", "CM-E22", "CM-E23")
def test_each_player_more_or_less_adds_or_takes_out_a_set_of_five():
    state = bare(2)
    set_up.fill_bag(state)
    assert state.campaign.bag == dict.fromkeys(state.pack.skill_colours, 2)
    state.seats = ["north", "east", "south"]
    set_up.fill_bag(state)
    assert state.campaign.bag == dict.fromkeys(state.pack.skill_colours, 3)
    state.seats = ["north", "east"]
    set_up.fill_bag(state)
    state.seats = ["north", "east", "south", "west"]  # two at once
    set_up.fill_bag(state)
    assert sum(state.campaign.bag.values()) == 20
    assert sum(state.campaign.box.values()) == 0


@pytest.mark.rule("CM-R84")
def test_tokens_removed_for_the_campaign_never_come_back_and_a_missing_colour_is_skipped():
    state = bare(4)
    set_up.fill_bag(state)
    campaign = state.campaign
    campaign.bag["red"], campaign.removed["red"] = 1, 3
    state.seats = ["north", "east"]
    set_up.fill_bag(state)
    assert campaign.bag == {"green": 2, "blue": 2, "yellow": 2, "white": 2}
    assert campaign.box["red"] == 1
    state.seats = ["north", "east", "south", "west"]
    set_up.fill_bag(state)
    assert (campaign.bag["red"], campaign.removed["red"]) == (1, 3)


@pytest.mark.rule("CM-R84", "CM-348")
def test_going_from_one_to_two_players_and_switching_heroes_leaves_the_bag_alone():
    state = family(1)
    bag = dict(state.campaign.bag)
    state.seats, state.heroes = ["north", "east"], {"north": "isa", "east": "wick"}
    begin_run(state)
    assert state.campaign.bag == bag == dict.fromkeys(state.pack.skill_colours, 2)


# Starting over


@pytest.mark.rule("CM-285", "CM-286", "CM-287", "CM-288", "CM-289", "CM-290")
def test_a_reset_loses_the_whole_campaign():
    state = family(chapter=5)
    campaign = state.campaign
    campaign.records["bram"].levels, campaign.records["bram"].xp = {"hammer": 2}, 9
    campaign.bag.update({"red/ember": 1, "corruption": 2, "fatigue/bram": 2})
    campaign.stock.remove("red/ember")
    campaign.corruption, campaign.fund, campaign.bonded = 3, 5, ["bram|nell"]
    campaign.chapter_cards_out, campaign.events_out = ["lost_lamb"], ["soup"]
    campaign.unlocked.append("orsa")
    home.reset(state)
    fresh = state.campaign
    assert (fresh.chapter, fresh.fund, fresh.bonded, fresh.bonds) == (1, 0, [], {})
    assert all(record.levels == {} and record.xp == 0 for record in fresh.records.values())
    assert fresh.bag == {}
    assert len(fresh.stock) == 25
    assert fresh.corruption == 5
    assert sum(fresh.box.values()) == 20
    assert (fresh.chapter_cards_out, fresh.events_out) == ([], [])
    assert "orsa" not in fresh.unlocked


@pytest.mark.rule("CM-285", "CM-286")
def test_at_any_time_the_table_may_start_over_if_all_agree():
    run = Run(GAME, _begun())
    assert "reset" in [option.value for option in GAME.asides(run.state, "north")]
    state = run.state
    playing = Playing(asides.aside(state, "north", "reset"))
    assert playing.ask.seats == ("north", "east")
    playing.answer(("north", "yes")).answer(("east", "no"))
    assert state.phase == "encounter"
    auto(asides.aside(state, "north", "reset"), {"Start over?": "yes"})
    assert state.phase == "after_reset"
    assert state.run.heroes == {}


def _begun():
    state = family()
    state.campaign.chapter = 2
    return state


@pytest.mark.rule("CM-286")
def test_after_a_reset_a_new_game_or_nothing_follows():
    state = family()
    home.reset(state)
    play(home.after_reset(state), "again")
    assert state.phase == "mode"
    home.reset(state)
    play(home.after_reset(state), "stop")
    assert state.result["ending"] == "story given up"
    assert said(state, "The campaign is reset")
