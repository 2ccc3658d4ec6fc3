"""The Family Trial and playing alone."""

from dataclasses import replace

import pytest
from family_setting import auto, bare, begin_run, family, said, stand
from playing import Playing, asked, open_values, play, why_not

from rules.children_of_morta import (
    aim,
    bazaar,
    bosses,
    clean_up,
    encounter,
    enemies,
    home,
    levels,
    outcome,
    session,
    set_up,
)
from rules.children_of_morta.dungeons import Ware
from rules.children_of_morta.outcome import RunOver


def trial(players=2, **more):
    return family(players, mode="trial", **more)


def arrive(state, place):
    """The marker goes to *place*, where nothing lies but what the board shows."""
    state.run.tiles = {place: []}
    return encounter._arrive(state, place)


async def stroll(state):
    """The whole visit to a bazaar: shop, then level up."""
    await bazaar.visit(state)
    await bazaar.level_up(state)


# Set-up


@pytest.mark.rule("CM-329", "CM-330", "CM-R97")
def test_the_trial_begins_with_full_focus_and_everything_else_as_in_the_story():
    state = trial()
    bram, nell = state.hero("north"), state.hero("east")
    assert (bram.health, bram.defence, bram.focus) == (10, 0, 4)
    assert (nell.health, nell.defence, nell.focus) == (8, 0, 5)
    assert (bram.face_up, bram.talent_pile.size) == (3, 10)
    assert (state.record("north").xp, state.record("north").levels) == (0, {})
    assert family().hero("north").focus == 0


@pytest.mark.rule("CM-331", "CM-332", "CM-333", "CM-335", "CM-336")
def test_the_checklist_lays_out_the_trial_side_shop_bazaar_bag_and_dice():
    state = trial()
    todo = set_up.checklist(state)
    assert todo[0] == "Lay the Adventure Book in the middle, Family Trial side up, and unfold the shop."
    assert todo[1] == "Sort the advanced tokens by type onto the bazaar."
    assert todo[2] == "Shuffle the item cards and lay them on the shop."
    assert todo[3] == "Put the bag, tokens and dice within reach, and spare tokens back in the box."


@pytest.mark.rule("CM-333")
def test_items_lie_on_the_spaces_of_the_shop():
    state = trial()
    assert len(state.run.shop) == 3
    taken = len(state.run.shop) + sum(len(hero.items) for hero in state.run.heroes.values())
    assert state.run.items.size == 30 - taken


@pytest.mark.rule("CM-334", "CM-335")
@pytest.mark.parametrize(("players", "tokens"), [(2, 10), (3, 15), (4, 20)])
def test_one_set_of_basic_tokens_for_each_player_goes_into_the_bag(players, tokens):
    state = trial(players)
    assert sum(state.campaign.bag.values()) == tokens
    assert sum(state.campaign.box.values()) == 20 - tokens


@pytest.mark.rule("CM-337", "CM-338", "CM-R97")
@pytest.mark.parametrize(("players", "links"), [(1, 0), (2, 1), (3, 3), (4, 4)])
def test_a_support_card_lies_between_neighbours_and_bonds_do_not_count(players, links):
    state = bare(players, mode="trial")
    state.campaign.bonded = ["bram|nell", "nell|wick"]
    state.heroes = dict(zip(state.seats, ("bram", "nell", "wick", "isa"), strict=False))
    begin_run(state)
    assert [link.kind for link in state.run.links] == ["support"] * links


@pytest.mark.rule("CM-339", "CM-340")
def test_two_tiles_of_its_kind_lie_on_each_place_and_the_run_begins_at_the_first():
    state = trial()
    assert state.run.marker == "door_step"
    assert state.run.tiles["lane"] == ["near", "near"]
    assert state.run.tiles["moor"] == ["far", "far"]
    assert all(len(tiles) == 2 for tiles in state.run.tiles.values())
    assert encounter.reachable(state) == ["lane", "brook"]


@pytest.mark.rule("CM-R85", "CM-R97")
def test_every_hero_may_be_taken_to_a_trial():
    playing = Playing(session.choose_heroes(bare(2, mode="trial")))
    assert open_values(playing.ask.of("north")) == ["bram", "nell", "wick", "isa", "orsa", "corin"]


# Bazaar


@pytest.mark.rule("CM-341", "CM-R93")
def test_a_bazaar_opens_on_arrival_before_the_hero_turn():
    state = trial()
    state.run.marker = "lane"
    state.run.tiles = {"fair": ["near", "near"], "gallows": ["lair", "lair"]}
    auto(encounter.encounter_phase(state))
    assert state.run.met  # the tiles came first
    assert state.phase == "bazaar"
    auto(stroll(state), {"The bazaar.": "leave", "Level up": "enough"})
    assert state.phase == "draw"


@pytest.mark.rule("CM-341", "CM-R93")
def test_at_the_bazaar_tokens_wares_and_shop_items_are_paid_with_everybodys_morvs():
    state = trial()
    state.hero("north").morv, state.hero("east").morv = 2, 4
    state.hero("east").items = []
    item = state.run.shop[2]
    playing = asked(bazaar.visit(state), "token:ember", "red", "no", "shop:2", "east", "ware:0", "north")
    assert state.campaign.bag["red/ember"] == 1
    assert state.hero("east").items == [item]
    assert item not in state.run.shop
    assert state.hero("north").potion == 2  # one from the set-up
    assert levels.purse(state) == 1
    assert "costs 2 Morvs and there is 1" in why_not(playing.ask, "ware:1")


def crowded(morvs):
    """A bazaar with Nell, who has three items already, and that many Morvs."""
    state = trial()
    nell = state.hero("east")
    nell.items = []
    for card in ("bell_rope", "pot_lid", "lucky_coin"):
        state.run.items.left[card] = 1  # wherever it was
        state.run.items.take(card)
        nell.items.append(card)
    nell.morv = morvs
    return state


@pytest.mark.rule("CM-341", "CM-77", "CM-78", "CM-R29")
@pytest.mark.parametrize("what", ["shop:0", "item", "random"])
def test_room_for_a_bought_item_is_made_before_it_is_paid_for(what):
    state = crowded(9)
    wares = {
        "item": Ware(name="A rope", price=2, item="glass_arrow"),
        "random": Ware(name="Anything", price=2, resource="item"),
    }
    trial_ = state.pack.trial
    bazaar_ = replace(trial_.bazaar, item_price=2, stock=(wares.get(what, trial_.bazaar.stock[0]),))
    state.pack = replace(state.pack, trial=replace(trial_, bazaar=bazaar_))
    state.run.items.left["glass_arrow"] = 1
    nell, shop = state.hero("east"), list(state.run.shop)
    buy = what if what.startswith("shop") else "ware:0"

    playing = asked(bazaar.visit(state), buy, "east")
    assert playing.ask.text.startswith("Nell has 3 items. Make room for ")
    assert [option.label for option in playing.ask.options] == [
        "Don't buy it",
        "Discard Bell rope",
        "Discard Pot lid",
        "Discard Lucky coin",
    ]
    playing.answer("decline")
    assert (nell.morv, nell.items, state.run.shop) == (9, ["bell_rope", "pot_lid", "lucky_coin"], shop)
    assert state.run.items.discard == []
    assert playing.ask.text == "The bazaar. 9 Morvs between you."

    playing.answer(buy).answer("east").answer("item:1")
    if what == "random":
        playing.answer(["glass_arrow"])
    new = shop[0] if what == "shop:0" else "glass_arrow"
    assert (nell.morv, nell.items) == (7, ["bell_rope", "lucky_coin", new])
    assert state.run.items.discard == ["pot_lid"]


@pytest.mark.rule("CM-341", "CM-R16", "CM-R30")
def test_an_item_is_not_sold_when_no_card_is_left():
    state = crowded(9)
    bazaar_ = replace(state.pack.trial.bazaar, stock=(Ware(name="Anything", price=2, resource="item"),))
    state.pack = replace(state.pack, trial=replace(state.pack.trial, bazaar=bazaar_))
    state.run.items.left = {}
    assert why_not(Playing(bazaar.visit(state)).ask, "ware:0") == "No item card is left. (CM-R16)"


@pytest.mark.rule("CM-341")
def test_heroes_level_up_at_the_bazaar():
    state = trial()
    state.record("east").xp = 5
    playing = asked(stroll(state), "leave")
    assert playing.ask.seats == ("east",)
    playing.answer(("east", "arrow"))
    assert state.record("east").levels == {"arrow": 2}


@pytest.mark.rule("CM-343", "CM-R93", "CM-R94")
def test_every_support_token_on_any_card_is_worth_an_xp_for_every_hero_first():
    state = trial(3)
    for link, tokens in zip(state.run.links, (2, 0, 3), strict=True):
        link.tokens = tokens
    Playing(bazaar.visit(state))
    assert [state.record(seat).xp for seat in state.seats] == [5, 5, 5]
    assert [link.tokens for link in state.run.links] == [0, 0, 0]


@pytest.mark.rule("CM-R95", "toggle:trial_levelup_per_bazaar")
@pytest.mark.parametrize(("per_bazaar", "level"), [(False, 2), (True, 3)])
def test_an_action_rises_once_in_a_trial_or_by_house_rule_once_at_each_bazaar(per_bazaar, level):
    state = trial(trial_levelup_per_bazaar=per_bazaar)
    state.record("east").xp = 40
    for _ in range(2):
        playing = asked(stroll(state), "leave")
        if "arrow" in open_values(playing.ask.of("east")):
            playing.answer(("east", "arrow"))
        playing.answer(("east", "enough"))
        assert playing.ask is None
    assert state.record("east").levels["arrow"] == level


# Bosses and the end


@pytest.mark.rule("CM-324", "CM-325", "CM-342")
def test_the_first_boss_does_not_end_the_trial_and_the_second_wins_it():
    state = trial()
    assert state.pack.trial.bosses == ("gallowhart", "drowned_bell")
    play(arrive(state, "gallows"), True)
    assert state.run.boss.id == "gallowhart"
    state.run.boss = None
    state.run.bosses_beaten = ["gallowhart"]
    outcome.judge(state)
    assert state.run.result == ""
    play(arrive(state, "bell"), True)
    assert state.run.boss.id == "drowned_bell"
    with pytest.raises(RunOver):
        play(bosses.wound(state, 99))
    assert state.run.result == "won"


@pytest.mark.rule("CM-326", "CM-R96")
def test_any_hero_without_health_or_a_full_row_loses_the_trial():
    state = trial()
    state.hero("east").health = 0
    with pytest.raises(RunOver):
        outcome.fall(state, state.hero("east"))
    assert (state.run.result, state.run.way) == ("lost", "health")
    crowded = trial()
    for space in range(1, 7):
        stand(crowded, "north", space, "cur" if space < 5 else "biter")
    crowded.run.tiles = {"lane": ["near", "near"]}
    with pytest.raises(RunOver):
        auto(encounter.encounter_phase(crowded))
    assert (crowded.run.result, crowded.run.way) == ("lost", "space")


@pytest.mark.rule("CM-6", "CM-327", "CM-344")
@pytest.mark.parametrize("result", ["won", "lost"])
def test_nothing_but_achievements_outlives_a_trial(result):
    state = trial()
    campaign = state.campaign
    campaign.records["bram"].xp, campaign.records["bram"].levels = 9, {"hammer": 2}
    campaign.bag["red/ember"] = 1
    state.run.result = result
    auto(home.run_end(state))
    assert state.phase == "after_trial"
    assert all(record.xp == 0 and record.levels == {} for record in state.campaign.records.values())
    assert state.campaign.bag == {}
    assert len(state.campaign.stock) == 25
    assert state.run.heroes == {}


@pytest.mark.rule("CM-328", "CM-345", "CM-346", "CM-R98")
def test_achievements_are_checked_after_a_trial_and_help_in_later_ones():
    state = trial()
    state.run.bosses_beaten = ["gallowhart"]
    state.run.result = "lost"
    auto(home.run_end(state), {"Did you manage this": "no"})
    assert state.campaign.achievements == ["first_bell"]
    play(home.after_trial(state), "again")
    state.heroes = {"north": "bram", "east": "nell"}
    begin_run(state)
    assert state.run.rage == 2
    assert trial().run.rage == 0


TICKED = "Which achievements are ticked from earlier Family Trials?"


@pytest.mark.rule("CM-346", "CM-328", "CM-R98")
def test_a_new_game_asks_for_the_achievements_of_earlier_trials_and_gives_their_bonus():
    asked_for = []

    def ticked(ask):
        asked_for.append(ask)
        return ["first_bell"]

    state = trial(said={TICKED: ticked})
    [ask] = asked_for
    assert open_values(ask) == list(state.pack.trial.achievements)
    assert ask.options[0].label == "Beat the Gallow Hart: begin later trials with 2 rage."
    assert (state.campaign.achievements, state.run.rage) == (["first_bell"], 2)


@pytest.mark.rule("CM-346")
def test_nobody_is_asked_for_achievements_in_the_story_or_where_there_are_none():
    def ticked(ask):
        raise AssertionError("asked")

    family(said={TICKED: ticked})
    state = bare(mode="trial")
    state.pack = replace(state.pack, trial=replace(state.pack.trial, achievements={}))
    state.heroes = {"north": "bram", "east": "nell"}
    begin_run(state, {TICKED: ticked})
    begin_run(trial(), {TICKED: ticked})  # nor a second time


@pytest.mark.rule("CM-346", "CM-286", "CM-344")
def test_starting_over_leaves_the_achievement_table_as_it_is():
    state = trial(said={TICKED: ["first_bell"]})
    home.reset(state)
    play(home.after_reset(state), "again")
    play(session.choose_mode(state), "trial")
    state.heroes = {"north": "bram", "east": "nell"}
    begin_run(state)
    assert (state.campaign.achievements, state.run.rage) == (["first_bell"], 2)


@pytest.mark.rule("CM-345", "CM-346")
def test_players_are_told_to_tick_what_a_trial_unlocked():
    state = trial()
    state.run.bosses_beaten = ["gallowhart"]
    state.run.result = "lost"
    auto(home.run_end(state), {"Did you manage this": "no"})
    assert said(state, "begin later trials with 2 rage. Tick it in the achievement table.")


@pytest.mark.rule("CM-R98")
def test_an_achievement_only_people_can_judge_is_asked_for():
    state = trial()
    state.run.result = "lost"
    auto(home.run_end(state), {"Did you manage this": "yes"})
    assert state.campaign.achievements == ["storytellers"]


@pytest.mark.rule("CM-325", "CM-326")
@pytest.mark.parametrize("result", ["won", "lost"])
def test_a_trial_ends_won_or_lost(result):
    state = trial()
    state.run.result = result
    auto(home.run_end(state))
    play(home.after_trial(state), "stop")
    assert state.result["ending"] == f"trial {result}"


# Solo


@pytest.mark.rule("CM-347", "CM-348")
@pytest.mark.parametrize("mode", ["story", "trial"])
def test_both_modes_can_be_played_alone_with_the_bag_of_two(mode):
    state = family(1, mode=mode)
    assert state.campaign.bag == dict.fromkeys(state.pack.skill_colours, 2)
    assert state.phase == "encounter"


@pytest.mark.rule("CM-349")
@pytest.mark.parametrize("mode", ["story", "trial"])
def test_alone_there_are_no_support_cards(mode):
    state = family(1, mode=mode)
    assert state.run.links == []
    assert state.run.supports.size == 0


@pytest.mark.rule("CM-350", "CM-351")
def test_alone_one_leads_in_odd_rounds_and_not_in_even_ones():
    state = family(1)
    led = []
    for _ in range(4):
        led.append((state.run.round, state.run.leader))
        auto(clean_up.clean_up(state))
    assert led == [(1, "north"), (2, None), (3, "north"), (4, None)]


@pytest.mark.rule("CM-R99")
@pytest.mark.parametrize(("leader", "enemies_met"), [("north", 2), (None, 1)])
def test_alone_the_leader_takes_the_higher_tile_and_otherwise_the_lower(leader, enemies_met):
    state = family(1)
    state.run.leader = leader
    state.run.tiles = {"sluice": ["near", "near"]}
    auto(encounter.encounter_phase(state), {"Turn up the 2 tiles": lambda ask: ["near_1", "near_8"]})
    assert len(state.hero("north").enemies()) == enemies_met
    assert sorted(state.run.tiles_out) == ["near_1", "near_8"]  # the other one is set aside, too


@pytest.mark.rule("CM-R99")
def test_alone_equal_tiles_are_a_free_choice():
    state = family(1)
    state.run.tiles = {"sluice": ["near", "near"]}
    playing = asked(encounter.encounter_phase(state), "sluice", ["near_2", "near_3"])
    assert open_values(playing.ask) == ["near_2", "near_3"]


@pytest.mark.rule("CM-R101", "CM-R65")
def test_alone_there_is_no_neighbour_to_shoot_at_or_to_go_over_to():
    state = family(1, heroes=("nell",))
    stand(state, "north", 1, "prowler")
    assert [option.value for option in aim.options(state, "north", "ranged")] == ["enemy:1"]
    play(enemies.activate(state, 1), ["1"], ["1"])
    assert state.hero("north").row[0].card == "prowler"
    assert state.hero("north").health == 6  # both attacks hit the only hero
    assert said(state, "has nowhere to go")


@pytest.mark.rule("CM-349")
def test_alone_nothing_is_crossed_off():
    state = family(1)
    home.cross_off(state)
    assert state.campaign.bonds == {}


@pytest.mark.rule("CM-13", "CM-334")
def test_the_set_up_says_what_goes_into_the_bag():
    state = trial()

    asking = asked(set_up.set_up(state)).ask

    assert asking.todo[-1] == "Put into the bag: 2 × Blue, 2 × Green, 2 × Red, 2 × White, 2 × Yellow."
