"""The turn, its two actions, and what each of the seven does."""

from __future__ import annotations

import pytest
from playing import Playing, open_values, play, why_not
from sleeping_gods_setting import do, effects, run, ship, texts

from rules.ask import ChooseOne, Confirm, EnterNumber, IllegalAnswer
from rules.chance import DrawCards
from rules.sleeping_gods import GAME
from rules.sleeping_gods.actions import ACTIONS, impossible, prepare, search, take_action
from rules.sleeping_gods.hands import draw_cards
from rules.sleeping_gods.market import trade, visit_market
from rules.sleeping_gods.port import inn, visit_port
from rules.sleeping_gods.resolve import push
from rules.sleeping_gods.supply import gain_command, left
from rules.sleeping_gods.turn import step

# ----- the steps


@pytest.mark.rule("SG-114", "SG-115", "SG-116", "SG-118", "SG-121", "SG-123", "SG-124", "SG-126", "SG-R3", "SG-113")
def test_a_turn_draws_a_card_gains_three_command_draws_an_event_takes_two_actions_and_passes() -> None:
    state = ship(2, phase="turn_start")
    playing = run(state).answer("begin")
    assert isinstance(playing.ask, DrawCards)
    assert playing.ask.deck == "ability deck"
    playing.answer(["triage"])
    assert state.players["north"].hand == ["triage"]
    assert state.players["north"].command == 3
    assert isinstance(playing.ask, DrawCards)
    assert playing.ask.deck == "event deck"
    playing.answer(["calm"])
    assert len(state.events.deck) == 17
    assert state.actions_left == 2
    playing.answer("gain_command").answer("gain_command")  # the same action twice
    assert state.players["north"].command == 5
    assert state.active == "east"  # passing the token is no step with a decision
    assert isinstance(playing.ask, ChooseOne)
    assert playing.ask.seat == "east"
    assert "captain token goes to Ben" in texts(state)


@pytest.mark.rule("SG-125", "SG-R36", "toggle:may_skip_actions")
def test_the_seven_actions_and_both_must_be_taken_unless_the_table_may_skip() -> None:
    assert ACTIONS == ("travel", "explore", "prepare", "search", "gain_command", "market", "port")
    state = ship(1)
    for kind in ("command",):
        gain_command(state, "north", 14)
        assert left(state, kind) == 0  # type: ignore[arg-type]
    playing = run(state)
    offered = [str(option.value) for option in playing.ask.options]  # type: ignore[union-attr]
    assert offered[:7] == list(ACTIONS)
    assert {value.partition(":")[0] for value in offered[7:]} == {"travel", "explore"}  # and where, in one go
    assert {"gain_command", "prepare"} <= set(open_values(playing.ask))  # always possible, even if they move no token
    skipping = ship(1, may_skip_actions=True)
    playing = run(skipping).answer("skip")
    assert skipping.phase == "turn_start"


@pytest.mark.rule("SG-119", "SG-120", "SG-R35", "SG-155")
def test_command_is_limited_to_the_supply_and_never_passed_on() -> None:
    state = ship(2, command={"north": 5, "east": 7})
    assert left(state, "command") == 2
    assert gain_command(state, "north", 3) == 2
    assert "2 command of 3: the supply has no more" in texts(state)
    assert gain_command(state, "north", 1) == 0
    state.owned[1] = 2  # tokens on cards are not in the supply either
    state.players["north"].command = 3
    assert left(state, "command") == 2
    state.window = "free"
    assert not any("give" in str(option.value) for option in GAME.asides(state, "north"))


@pytest.mark.rule("SG-122", "SG-91")
def test_an_event_may_demand_a_challenge() -> None:
    state = ship(1, phase="event")
    state.events.deck = ["deadly"]
    playing = run(state).answer(["storm"])
    assert "Storm, craft 8" in playing.ask.text  # type: ignore[union-attr]
    state = ship(1, phase="event")
    push(
        state,
        effects({"do": "choice", "options": [{"label": "Wait"}, {"label": "Row", "effects": [{"do": "gain_xp"}]}]}),
    )
    run(state).answer(1)
    assert state.progress.xp == 1


# ----- travel


@pytest.mark.rule("SG-127", "SG-128", "SG-79", "SG-80", "SG-81", "SG-137")
def test_the_ship_moves_to_an_adjacent_sea_region_and_never_over_land() -> None:
    state = ship(1)
    playing = run(state).answer("travel")
    assert set(open_values(playing.ask)) == {"fog", "shore", "reef_north", "reef_south", "ice"}
    with pytest.raises(Exception, match="lagoon"):
        playing.answer("lagoon")  # land lies between
    playing.answer("ice")
    assert state.ship.region == "ice"
    assert not any("fuel" in kind or "coal" in kind for kind in state.resources)


@pytest.mark.rule("SG-129", "SG-130", "SG-E4", "SG-R37")
def test_without_a_card_to_avoid_it_the_fog_costs_one_morale() -> None:
    state = ship(2)
    run(state).answer("travel").answer("fog")
    assert state.ship.morale == 4
    assert "Ghostly Fog" in texts(state)
    other = ship(2, hands={"north": ["shove"], "east": ["bluff"]})  # Ben's card is of no use
    playing = run(other).answer("travel").answer("fog")
    assert "SG-130" in why_not(playing.ask, "avoid")
    playing.answer("face")
    assert other.ship.morale == 4


@pytest.mark.rule("SG-130", "SG-R37")
def test_a_hazard_may_be_avoided_with_a_card_of_the_active_players_hand_or_faced_anyway() -> None:
    state = ship(2, hands={"north": ["triage", "bluff"], "east": ["grand_plan"]})
    playing = run(state).answer("travel").answer("fog")
    assert open_values(playing.ask) == ["face", "avoid:1"]  # Triage is a savvy card, not cunning
    assert playing.ask.private  # type: ignore[union-attr]  # what Ann holds is nobody's business
    playing.answer("avoid:1")
    assert state.ship.morale == 5
    assert state.discard == ["bluff"]
    state = ship(2, hands={"north": ["bluff"]})
    run(state).answer("travel").answer("fog").answer("face")
    assert state.ship.morale == 4
    assert state.players["north"].hand == ["bluff"]


@pytest.mark.rule("toggle:anyone_may_avoid_hazard", "SG-R37")
def test_with_the_house_rule_anybodys_card_avoids_a_hazard() -> None:
    state = ship(2, hands={"east": ["bluff"]}, anyone_may_avoid_hazard=True)
    playing = run(state).answer("travel").answer("fog")
    assert playing.ask is not None
    assert playing.ask.seat == "east"  # Ann holds nothing
    playing.answer("avoid:0")
    assert state.players["east"].hand == []
    assert state.ship.morale == 5


@pytest.mark.rule("SG-E5", "SG-129", "SG-57")
@pytest.mark.parametrize(("fate", "card", "health"), [(3, "triage", 9), (4, "shove", 11), (6, "grand_plan", 11)])
def test_rocky_shores_below_four_is_two_ship_damage(fate: int, card: str, health: int) -> None:
    state = ship(1, cards=[], hands={"north": ["triage"]})
    run(state).answer("travel").answer("shore").answer("face").answer(fate).answer([card])
    assert state.ship.health == health


@pytest.mark.rule("SG-131", "SG-133", "SG-134", "SG-135", "SG-136", "SG-8", "SG-E3", "SG-E6", "SG-R37")
def test_over_the_west_edge_the_ship_enters_at_the_east_of_the_named_page_where_the_player_likes() -> None:
    state = ship(1)
    playing = run(state).answer("travel")
    assert {"reef_north", "reef_south"} <= set(open_values(playing.ask))  # both touch the eastern edge of page 13
    assert "reef_far" not in open_values(playing.ask)
    playing.answer("reef_north")
    assert state.pack.pages[state.ship.region] == 13
    assert "Take the ship off the map and turn to page 13; it enters at the east edge" in texts(state)
    assert GAME.show(state, None)["atlas"]["page"] == 13
    # north edge out, south edge in
    state = ship(1)
    run(state).answer("travel").answer("ice")
    assert "turn to page 5; it enters at the south edge" in texts(state)
    # a hazard works over a page edge too
    state = ship(1)
    run(state).answer("travel").answer("reef_south")
    assert state.ship.morale == 4


@pytest.mark.rule("SG-104", "SG-132", "SG-131")
def test_an_edge_without_an_icon_or_of_an_expansion_is_closed() -> None:
    playing = run(ship(1)).answer("travel")
    assert "Tides of Ruin" in why_not(playing.ask, "edge:east")
    assert "SG-131" in why_not(playing.ask, "edge:south")


@pytest.mark.rule("SG-103")
def test_the_atlas_is_a_book_of_several_maps() -> None:
    from rules.sleeping_gods.pack import the_pack

    assert len(the_pack("demo").atlas) >= 4
    assert "9" in GAME.reference["SG-103"].text


# ----- explore


@pytest.mark.rule("SG-138", "SG-140", "SG-139")
def test_exploring_needs_a_red_circle_in_the_region_and_opens_its_paragraph() -> None:
    state = ship(1)
    playing = run(state).answer("explore")
    assert open_values(playing.ask) == ["2", "7"]  # 9 has no red circle
    playing.answer("2")
    assert "Open the storybook at 2" in texts(state)
    assert "SG-138" in str(impossible(ship(1, region="fog"), "explore"))


# ----- prepare


@pytest.mark.rule("SG-148", "SG-149", "SG-R40", "toggle:prepare_clears_all_crew")
def test_prepare_clears_your_boards_the_captains_and_all_adventure_cards() -> None:
    state = ship(2)
    for crew in ("odessa", "mac", "gregory"):
        state.crew[crew].command = 1
    state.owned.update({1: 2, 2: 1})
    prepare(state, "north")
    assert [state.crew[crew].command for crew in ("odessa", "mac", "gregory")] == [0, 0, 1]
    assert state.owned[1] == state.owned[2] == 0
    assert left(state, "command") == 13
    everybody = ship(2, prepare_clears_all_crew=True)
    everybody.crew["gregory"].command = 1
    prepare(everybody, "north")
    assert everybody.crew["gregory"].command == 0


# ----- search


@pytest.mark.rule("SG-150", "SG-152", "SG-153", "SG-154", "SG-E8")
def test_a_search_token_is_applied_at_once_and_discarded() -> None:
    state = ship(1)
    playing = run(state).answer("search")
    assert isinstance(playing.ask, DrawCards)
    assert len(playing.ask.left) == 9
    playing.answer(["greens"])
    assert (state.resources["vegetables"], state.resources["meat"]) == (1, 1)
    assert state.searched == ["greens"]
    playing.answer("search").answer(["purse"])
    assert [option.label for option in playing.ask.options] == ["gain 1 coin", "gain 2 materials"]  # type: ignore[union-attr]
    playing.answer(1)
    assert state.resources["materials"] == 2
    state = ship(1)
    run(state).answer("search").answer(["reef"])
    assert (state.resources["meat"], state.ship.health) == (1, 10)
    assert "SG-150" in str(impossible(ship(1, region="ice"), "search"))


@pytest.mark.rule("SG-151")
def test_a_search_place_has_no_number() -> None:
    assert ship(1).pack.regions["harbor"].search is True


@pytest.mark.rule("SG-R41", "toggle:search_tokens_return_at_once")
def test_an_empty_search_stack_is_mixed_anew() -> None:
    state = ship(1)
    state.searched = [token for token in state.pack.search_tokens if token != "nothing"]
    play(search(state, "north"), ["nothing"])
    assert len(state.searched) == 9
    play(search(state, "north"), ["greens"])
    assert state.searched == ["greens"]
    at_once = ship(1, search_tokens_return_at_once=True)
    play(search(at_once, "north"), ["nothing"])
    assert at_once.searched == []


# ----- market


@pytest.mark.rule("SG-156", "SG-157", "SG-158", "SG-159", "SG-160", "SG-161")
def test_seven_cards_are_for_sale_any_may_be_bought_and_the_rest_go_under_the_deck() -> None:
    state = ship(1, resources={"coins": 6})
    playing = Playing(visit_market(state, "north"))
    for number in range(101, 108):
        playing.answer([str(number)])
    assert isinstance(playing.ask, ChooseOne)
    assert "costs 7 coins; there are 6" in why_not(playing.ask, 107)
    playing.answer(101).answer(102)  # 3 + 2
    assert "SG-159" in why_not(playing.ask, 103)
    playing.answer("done")
    assert state.resources["coins"] == 1
    assert {101, 102} <= set(state.owned)
    assert state.market.bottom == [103, 104, 105, 106, 107]
    assert "SG-156" in str(impossible(ship(1, region="ice"), "market"))


@pytest.mark.rule("SG-R42")
def test_with_fewer_cards_what_is_there_is_drawn_the_put_back_ones_last_and_in_order() -> None:
    state = ship(1)
    state.market.bottom = [105, 103]
    state.boxed = [107, 108, 109]
    playing = Playing(trade(state, "north", 7, 0))
    for number in (101, 102, 104, 106):
        playing.answer([str(number)])  # these nobody knew the order of
    assert "Ware 105 (5), Ware 103 (3)" in texts(state)  # those come as they were put back
    playing.answer("done")
    assert state.market.bottom == [101, 102, 104, 106, 105, 103]
    # with real cards the active player says in which order they go under
    state = ship(1, custody="table")
    state.boxed = [103, 104, 105, 106, 107, 108, 109]
    play(trade(state, "north", 7, 0), 101, 102, "done", [102, 101])
    assert state.market.bottom == [102, 101]


# ----- port


@pytest.mark.rule("SG-162", "SG-163", "SG-164", "SG-165", "SG-R43")
def test_a_port_visit_costs_five_coins_and_every_service_can_be_had_once() -> None:
    assert "SG-163" in str(impossible(ship(1, resources={"coins": 4}), "port"))
    assert "SG-162" in str(impossible(ship(1, region="ice", resources={"coins": 5}), "port"))
    state = ship(1, resources={"coins": 7}, health=8)
    state.crew["mac"].damage = 2
    state.crew["mac"].fatigue = 2
    state.crew["pia"].fatigue = 1
    playing = Playing(visit_port(state, "north"))
    assert state.resources["coins"] == 2
    assert playing.ask.default == ["inn", "shipyard"]  # type: ignore[union-attr]  # all that would do something
    with pytest.raises(IllegalAnswer, match="Nothing can be picked twice"):
        playing.answer(["inn", "inn"])
    playing.answer(["shipyard", "inn"])  # none of them changes what another does
    assert (state.crew["mac"].damage, state.crew["mac"].fatigue, state.crew["pia"].fatigue) == (1, 1, 0)
    assert state.ship.health == 9
    assert playing.ask is None  # nothing is left to be had, so nobody is asked


@pytest.mark.rule("SG-164", "SG-R43")
def test_nobody_is_sent_out_of_the_port_before_the_shipyard_was_offered() -> None:
    state = ship(1, resources={"coins": 5}, health=8)
    state.progress.xp = 3
    playing = Playing(visit_port(state, "north"))
    assert {"inn", "shipyard", "xp"} <= set(open_values(playing.ask))
    playing.answer(["inn", "shipyard", "xp"])
    assert state.ship.health == 9


@pytest.mark.rule("SG-166", "SG-167", "SG-R43")
def test_materials_repair_one_each_but_not_above_eleven() -> None:
    state = ship(1, resources={"coins": 5, "materials": 5}, health=7)
    playing = Playing(visit_port(state, "north")).answer(["shipyard"])
    assert isinstance(playing.ask, EnterNumber)
    assert (playing.ask.low, playing.ask.high) == (0, 3)  # 8 after the first repair, so three more fit
    playing.answer(3)
    assert state.ship.health == 11
    assert state.resources["materials"] == 2


@pytest.mark.rule("SG-168", "SG-359", "SG-360", "SG-362", "SG-363", "SG-365", "SG-412", "SG-R43")
def test_xp_buys_level_cards_which_are_equipped_at_once_to_their_own_crew_member() -> None:
    state = ship(1, resources={"coins": 5})
    state.progress.xp = 5
    state.crew["laurence"].tucked = ["shove", "triage"]
    playing = Playing(visit_port(state, "north")).answer(["xp"]).answer("laurence_1")
    assert state.crew["laurence"].levels == ["laurence_1"]
    assert state.progress.xp == 3
    assert "2 XP crossed off the log" in texts(state)
    assert state.full_health("laurence") == 7
    assert state.skill("laurence", "strength") == 4  # 2, the card's 1, the tucked card's 1
    assert "costs 4 XP; there are 3" in why_not(playing.ask, "laurence_2")
    playing.answer("mac_1")  # several in one visit
    assert state.progress.xp == 0
    assert playing.ask is None  # nothing more can be bought
    poor = ship(1, resources={"coins": 5})
    playing = Playing(visit_port(poor, "north"))
    assert "The cheapest level card costs 2 XP" in why_not(playing.ask, "xp")


@pytest.mark.rule("SG-364", "SG-365")
def test_a_level_card_stays_when_tucked_cards_go() -> None:
    from rules.sleeping_gods.events import next_deck

    state = ship(1)
    state.crew["mac"].levels, state.crew["mac"].tucked = ["mac_1"], ["shove", "triage"]
    next_deck(state)
    assert state.crew["mac"].levels == ["mac_1"]
    assert state.crew["mac"].tucked == []


@pytest.mark.rule("SG-330", "SG-R6")
def test_feared_and_revered_are_counters_from_0_that_only_content_changes() -> None:
    state = ship(1)
    assert (state.progress.feared, state.progress.revered) == (0, 0)
    do(state, {"do": "gain_feared", "n": 2})
    do(state, {"do": "gain_revered", "n": 1})
    do(state, {"do": "gain_xp", "n": 3})
    log = GAME.show(state, None)["log"]
    assert (log["feared"], log["revered"], log["xp"]) == (2, 1, 3)


@pytest.mark.rule("SG-78", "SG-331")
def test_notes_go_into_the_log() -> None:
    state = ship(1)
    do(state, {"do": "note", "text": "The bell opens the chapel on page 5."})
    assert GAME.show(state, None)["log"]["notes"] == ["The bell opens the chapel on page 5."]


@pytest.mark.rule("SG-116")
def test_with_real_cards_the_box_asks_for_the_draw_and_only_counts() -> None:
    state = ship(1, custody="table", phase="draw")
    playing = Playing(step(state))
    assert isinstance(playing.ask, Confirm)
    assert (playing.ask.text, playing.ask.todo) == ("Draw 1 ability card.", ())  # said once
    playing.answer(True)
    assert state.players["north"].hand == ["?"]
    state.players["north"].hand = ["?", "?", "?"]
    playing = Playing(draw_cards(state, "north", 1)).answer(True)
    assert "discard 1" in playing.ask.text  # type: ignore[union-attr]
    playing.answer(True)
    assert state.players["north"].hand == ["?", "?", "?"]
    assert state.discard == ["?"]


@pytest.mark.rule("SG-147")
def test_an_action_that_is_not_possible_is_refused_and_the_turn_goes_on() -> None:
    state = ship(1, region="fog")
    playing = run(state)
    for action in ("explore", "search", "market", "port"):
        assert why_not(playing.ask, action)
    play(take_action(state, "search", "north", free=True))
    assert "not possible" in texts(state)


@pytest.mark.rule("SG-165")
def test_the_inn_serves_everybody_whoever_controls_them() -> None:
    state = ship(3)
    for crew in state.crew.values():
        crew.damage = crew.fatigue = 1
    inn(state)
    assert all(crew.damage == crew.fatigue == 0 for crew in state.crew.values())
