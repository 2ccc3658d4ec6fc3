"""Failing, the three event decks, totems and endings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playing import Playing, open_values
from sleeping_gods_setting import aside, do, effects, fight, own_card, refused, run, ship

from rules.ask import ReadStory
from rules.chance import DrawCards
from rules.sleeping_gods import GAME
from rules.sleeping_gods.command import cannot_train
from rules.sleeping_gods.events import add_events, build_deck, deck_is_out, find_totem, may_end, next_deck
from rules.sleeping_gods.failure import reckon
from rules.sleeping_gods.pack import Ability, AdventureCard
from rules.sleeping_gods.resolve import push
from rules.sleeping_gods.state import Campaign, Fight, TellStory
from rules.sleeping_gods.story import begin
from rules.sleeping_gods.travel import distances, limp_home


def suffer(state: Campaign, *plain: dict[str, Any]) -> Playing:
    """Effects on the agenda of a running campaign; event cards that are lost are dealt as they come."""
    push(state, effects(*plain))
    playing = run(state)
    while isinstance(playing.ask, DrawCards) and playing.ask.deck == "event deck":
        playing.answer([playing.ask.left[0][0]])
    return playing


def lost(playing: Playing, paragraph: str) -> None:
    """The last paragraph is read and everything is over."""
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == paragraph
    playing.answer(True)
    assert playing.ask is None


# ----- normal mode


@pytest.mark.rule("SG-93", "SG-112", "SG-92", "SG-288")
def test_at_ship_health_0_the_ship_sinks_and_the_campaign_fails() -> None:
    state = ship(2, health=3)
    playing = suffer(state, {"do": "ship_damage", "n": 2})
    assert state.ship.health == 1
    assert state.result is None
    assert "Choose an action" in playing.ask.text  # type: ignore[union-attr]
    state = ship(2, health=3)
    lost(suffer(state, {"do": "ship_damage", "n": 5}), "S1")
    assert GAME.ending(state) == "ship_sunk"
    assert state.result["won"] is False


@pytest.mark.rule("SG-56", "SG-289")
def test_with_every_crew_member_at_0_the_campaign_fails() -> None:
    state = ship(2)
    for crew in state.crew:
        state.crew[crew].damage = state.full_health(crew) - (crew == "mac")
    lost(suffer(state, {"do": "damage", "who": "one_any", "n": 1}), "C1")
    assert GAME.ending(state) == "crew_down"


@pytest.mark.rule("SG-109", "SG-110", "SG-290", "SG-291", "SG-111", "SG-105")
@pytest.mark.parametrize(("fate", "card", "over"), [(3, "triage", True), (1, "bluff", True), (4, "shove", False)])
def test_morale_0_draws_fate_and_1_to_3_is_mutiny(fate: int, card: str, over: bool) -> None:
    state = ship(2, morale=1, cards=[])
    playing = suffer(state, {"do": "lose_morale", "n": 1})
    assert "Mutiny draw" in playing.ask.text  # type: ignore[union-attr]
    playing.answer(fate).answer([card])
    if over:
        lost(playing, "M1")
        assert GAME.ending(state) == "mutiny"
    else:
        assert state.ship.morale == 1
        assert state.result is None


@pytest.mark.rule("SG-R23", "toggle:mutiny_draw_penalty")
def test_the_mutiny_draw_has_no_penalty_unless_the_table_wants_it() -> None:
    state = ship(2, morale=1, cards=[])
    suffer(state, {"do": "lose_morale"}).answer(5).answer(["keen_eye"])
    assert state.ship.morale == 1
    house = ship(2, morale=1, cards=[], mutiny_draw_penalty=True)
    playing = suffer(house, {"do": "lose_morale"}).answer(5).answer(["keen_eye"])
    lost(playing, "M1")  # 5 - 2


@pytest.mark.rule("SG-R80")
def test_ship_crew_and_morale_are_looked_at_in_this_order() -> None:
    state = ship(1, cards=[])
    state.ship.health, state.ship.morale = 0, 0
    for crew in state.crew:
        state.crew[crew].damage = state.full_health(crew)
    playing = Playing(reckon(state))
    assert playing.ask is not None
    assert playing.ask.paragraph == "S1"  # type: ignore[attr-defined]  # the first one found ends it
    easy = ship(1, mode="easy", cards=[])
    easy.ship.health, easy.ship.morale = 0, 0
    for crew in easy.crew:
        easy.crew[crew].damage = easy.full_health(crew)
    playing = Playing(reckon(easy))
    for _ in range(3):
        playing.answer(["calm"])  # 1 for limping (the port is here), 2 for the crew
    playing.answer(5).answer(["keen_eye"])
    assert (easy.ship.health, easy.ship.morale) == (2, 1)
    assert all(easy.health(crew) == 1 for crew in easy.crew)


@pytest.mark.rule("SG-379", "SG-R33", "SG-R34")
def test_alone_every_fall_costs_one_morale() -> None:
    state = ship(1, cards=[])
    suffer(state, {"do": "damage", "who": "named", "crew": "pia", "n": 2})
    assert state.ship.morale == 4
    suffer(state, {"do": "damage", "who": "each_crew", "n": 3})
    # Mac, Rafael, Nell and Quill fall too; who was down already does not fall again
    assert state.ship.morale == 0
    two = ship(2)
    suffer(two, {"do": "damage", "who": "named", "crew": "pia", "n": 2})
    assert two.ship.morale == 5


# ----- easy mode


@pytest.mark.rule("SG-293", "SG-294", "SG-295", "SG-R87")
def test_in_easy_mode_the_ship_limps_to_the_nearest_port_for_event_cards() -> None:
    state = ship(1, mode="easy", health=1, region="ice")
    suffer(state, {"do": "ship_damage", "n": 4})
    assert state.ship.region == "harbor"  # one region away
    assert state.ship.health == 2
    assert len(state.events.deck) == 18 - 2
    here = ship(1, mode="easy", health=1)
    suffer(here, {"do": "ship_damage", "n": 4})
    assert len(here.events.deck) == 17  # already there: 0 moves, 1 card
    assert here.ship.region == "harbor"


@pytest.mark.rule("SG-R87")
def test_the_nearest_port_is_counted_over_open_edges_and_ties_are_chosen() -> None:
    state = ship(1, mode="easy", region="reef_south")
    far = distances(state, "reef_south")
    assert far["harbor"] == far["reef_north"] == 1
    assert "beyond" not in far  # closed pages do not count
    playing = Playing(limp_home(state))
    assert set(open_values(playing.ask)) == {"harbor", "reef_north"}
    playing.answer("reef_north").answer(["calm"]).answer(["calm"])
    assert state.ship.region == "reef_north"
    assert state.ship.morale == 5  # no hazards on the way


@pytest.mark.rule("SG-R88", "toggle:limp_home_ends_story")
def test_limping_home_inside_a_story_the_story_goes_on_unless_the_table_says_otherwise() -> None:
    state = ship(1, mode="easy", health=1, region="fog")
    begin(state, "546", exploring=True)
    playing = suffer(state, {"do": "ship_damage", "n": 1})
    assert isinstance(playing.ask, ReadStory)
    assert state.ship.region == "harbor"
    house = ship(1, mode="easy", health=1, region="fog", limp_home_ends_story=True)
    begin(house, "546", exploring=True)
    playing = suffer(house, {"do": "ship_damage", "n": 1})
    assert house.agenda == []
    assert "Choose an action" in playing.ask.text  # type: ignore[union-attr]


@pytest.mark.rule("SG-296")
def test_in_easy_mode_a_fallen_crew_costs_two_event_cards_and_gets_up_at_1() -> None:
    state = ship(2, mode="easy")
    for crew in state.crew:
        state.crew[crew].damage = state.full_health(crew) - (crew == "mac")
    suffer(state, {"do": "damage", "who": "one_any", "n": 1})
    assert len(state.events.deck) == 16
    assert {state.health(crew) for crew in state.crew} == {1}


@pytest.mark.rule("SG-297", "SG-298")
@pytest.mark.parametrize(("fate", "card", "morale", "cards"), [(2, "tinker", 2, 16), (4, "shove", 1, 18)])
def test_in_easy_mode_an_angry_crew_costs_two_event_cards(fate: int, card: str, morale: int, cards: int) -> None:
    state = ship(2, mode="easy", morale=1, cards=[])
    playing = suffer(state, {"do": "lose_morale"}).answer(fate).answer([card])
    while isinstance(playing.ask, DrawCards):
        playing.answer(["calm"])
    assert state.ship.morale == morale
    assert len(state.events.deck) == cards


@pytest.mark.rule("SG-299", "SG-292", "SG-312", "SG-R2", "SG-7")
@pytest.mark.parametrize("mode", ["normal", "easy"])
def test_the_third_deck_running_out_ends_the_campaign_in_both_modes(mode: str) -> None:
    state = ship(2, mode=mode)
    state.events.number, state.events.deck, state.phase, state.actions_left = 3, [], "actions", 1
    playing = run(state).answer("gain_command")
    lost(playing, "D1")
    assert GAME.ending(state) == "hunter"
    assert state.combat is None


@pytest.mark.rule("SG-R83")
def test_events_are_discarded_from_the_top_unread_and_what_is_missing_is_forgiven() -> None:
    state = ship(1, health=11)
    state.events.deck = ["perilous", "deadly"]
    suffer(state, {"do": "discard_events", "n": 5})
    assert state.events.deck == []
    assert state.events.used == ["gust", "storm"]
    assert state.ship.health == 11  # without effect
    assert state.events.number == 1  # no debt is carried over
    table = ship(1, custody="table")
    suffer(table, {"do": "discard_events", "n": 1})
    assert table.events.used == ["?mild"]


# ----- the three decks


@pytest.mark.rule("SG-300", "SG-301", "SG-302", "SG-R79", "SG-R2")
def test_the_first_deck_runs_out_the_turn_is_finished_and_the_hunter_attacks() -> None:
    state = ship(2, phase="event")
    state.events.deck = ["deadly"]
    playing = run(state).answer(["storm"]).answer([]).answer(4).answer(["shove"])
    assert state.combat is None
    assert state.actions_left == 2  # the turn is finished first
    playing.answer("gain_command").answer("gain_command")
    assert state.combat is not None
    assert [foe.number for foe in state.combat.row] == [10]
    assert state.active == "north"  # the captain token passes only afterwards


@pytest.mark.rule("SG-307", "SG-308", "SG-309", "SG-310", "SG-311", "SG-303", "SG-304", "SG-305", "SG-306", "SG-R86")
@pytest.mark.parametrize(("number", "enemies"), [(1, [10]), (2, [50, 53, 55])])
def test_after_winning_a_new_deck_is_built_marked_and_tucked_cards_go(number: int, enemies: list[int]) -> None:
    state = ship(2, hands={"north": ["bluff"]})
    state.events.number, state.events.deck, state.actions_left = number, [], 1
    state.crew["mac"].tucked, state.crew["mac"].levels = ["shove", "triage"], ["mac_1"]
    playing = run(state).answer("gain_command")
    if number == 2:
        playing.answer([str(each) for each in enemies])
    assert state.combat is not None
    assert [foe.number for foe in state.combat.row] == enemies
    state.combat.row.clear()
    before = GAME.view(state)
    playing = run(state)
    assert state.events.number == number + 1
    assert state.events.deck == ["mild"] * 6 + ["perilous"] * 6 + ["deadly"] * 6
    assert state.events.done == [number]
    assert f"Mark event deck {number} as done on the journey log." in GAME.todo(before, GAME.view(state))
    assert state.crew["mac"].tucked == []
    assert state.crew["mac"].levels == ["mac_1"]
    assert state.discard == ["shove", "triage"]
    assert state.players["north"].hand == ["bluff"]  # hands stay
    assert state.active == "east"
    assert playing.ask is not None
    assert playing.ask.seat == "east"
    state.players["north"].command = 3
    playing.again()
    assert "may still train" not in str(playing.ask.todo)  # what is tucked now would have been discarded
    assert "SG-172" in str(cannot_train(state, "north"))


@pytest.mark.rule("SG-R86", "toggle:reshuffle_ability_at_deck_end")
def test_by_house_rule_the_discards_are_shuffled_back_at_the_end_of_a_deck() -> None:
    state = ship(1, reshuffle_ability_at_deck_end=True)
    state.crew["mac"].tucked = ["shove"]
    next_deck(state)
    assert state.discard == []


@pytest.mark.rule("SG-R81", "toggle:deck_end_locked_on_last_draw")
def test_the_deck_counts_as_run_out_if_it_is_empty_at_the_end_of_the_turn() -> None:
    state = ship(1)
    state.events.deck, state.events.ran_out = [], True
    assert deck_is_out(state)
    find_totem(state, "t1")
    assert not deck_is_out(state)  # the totem's cards postpone the attack
    house = ship(1, deck_end_locked_on_last_draw=True)
    house.events.deck, house.events.ran_out = [], True
    find_totem(house, "t1")
    assert deck_is_out(house)


@pytest.mark.rule("SG-R82", "SG-303")
def test_later_decks_have_eighteen_cards_whatever_the_totems_took() -> None:
    state = ship(1)
    for totem in ("t1", "t2", "t3"):
        find_totem(state, totem)
    assert state.events.box["mild"] == 12 - 6
    state.events.deck = []
    next_deck(state)
    assert state.events.deck.count("mild") == 6
    assert state.events.number == 2  # a deck counts once, however many cards were added to it


@pytest.mark.rule("SG-R84", "SG-303")
def test_used_events_stay_out_of_the_box() -> None:
    state = ship(1, phase="event")
    run(state).answer(["calm"])
    assert state.events.used == ["calm"]
    assert state.events.box["mild"] == 12
    assert len(state.events.deck) == 17


@pytest.mark.rule("SG-R85")
def test_with_too_few_in_the_box_the_used_ones_are_shuffled_back_and_what_there_is_is_taken() -> None:
    state = ship(1)
    state.events.deck, state.events.box["mild"] = ["mild"] * 2, 1
    state.events.used = ["calm"] * 15
    state.events.number = 2
    assert add_events(state, "mild", 2, "top") == 2
    assert state.events.used == []
    state.events.box = {"mild": 4, "perilous": 6, "deadly": 6}
    build_deck(state)
    assert state.events.deck.count("mild") == 4


# ----- totems and the ending


@pytest.mark.rule("SG-313", "SG-E28", "SG-404")
def test_a_totem_puts_two_mild_events_on_the_deck_and_marks_its_box() -> None:
    state = ship(1)
    state.events.deck = ["deadly"]
    do(state, {"do": "gain_totem", "totem": "t1"})
    assert state.events.deck == ["mild", "mild", "deadly"]
    assert state.progress.totems == ["t1"]
    assert state.progress.achievements == ["a1"]
    do(state, {"do": "gain_totem", "totem": "t1"})
    assert len(state.progress.totems) == 1


@pytest.mark.rule("SG-314", "SG-315", "SG-405", "SG-406", "SG-R7")
def test_with_eight_totems_the_group_may_end_the_campaign_at_f1() -> None:
    state = ship(2)
    for number in range(1, 8):
        find_totem(state, f"t{number}")
    playing = run(state)
    assert not may_end(state)
    assert not any(option.value == "end" for option in GAME.asides(state, "north"))
    find_totem(state, "t8")
    aside(state, "east", "end")
    playing.again()
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "F1"
    playing.answer(True)
    assert GAME.ending(state) == "totems"
    assert state.result["won"] is True
    assert "home" in state.result["achievements"]  # endings mark boxes too
    assert state.result["modes"] == ["easy"]  # only a mode the pack defines


@pytest.mark.rule("SG-R89", "toggle:end_until_hectakron_arrives")
def test_ending_is_possible_while_nothing_is_resolved_and_the_third_deck_has_cards() -> None:
    state = ship(1)
    for number in range(1, 10):
        find_totem(state, f"t{number}")  # more than eight are fine
    assert may_end(state)
    fight(state, 2)
    assert not may_end(state)
    state.agenda.clear()
    state.combat = None
    begin(state, "2")
    assert not may_end(state)
    state.agenda.clear()
    state.events.deck = []
    assert may_end(state)  # the first deck only brings a fight
    state.events.number = 3
    assert not may_end(state)
    house = ship(1, end_until_hectakron_arrives=True)
    for number in range(1, 9):
        find_totem(house, f"t{number}")
    house.events.number, house.events.deck = 3, []
    assert may_end(house)


@pytest.mark.rule("SG-315")
def test_the_ending_is_also_offered_at_the_start_of_a_turn() -> None:
    state = ship(1, phase="turn_start")
    for number in range(1, 9):
        find_totem(state, f"t{number}")
    playing = run(state).answer("end")
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "F1"


def test_a_campaign_that_ends_in_an_aside_stops_at_once() -> None:
    state = ship(1, morale=1, command={"north": 1}, cards=[])
    card = AdventureCard(
        "Cursed Idol",
        "gear",
        cost=1,
        abilities=(Ability("lose 1 morale", cost=1, options=(effects({"do": "lose_morale"}),)),),
    )
    state.pack = replace(state.pack, adventure_cards={**state.pack.adventure_cards, 17: card})
    state.owned = {17: 0}
    playing = run(state)
    idol = aside(state, "north", "card:17:0:0").answer(1).answer(["bluff"]).answer(True)
    assert idol.ask is None
    playing.again()
    assert playing.ask is None
    assert GAME.ending(state) == "mutiny"


def test_lasting_events_leave_when_what_they_wait_for_happens() -> None:
    state = ship(1, phase="event")
    state.events.used = ["calm"]
    stay = {"do": "stay_in_play", "until": "next_combat", "each_turn": [{"do": "gain_xp"}]}
    do(state, stay)
    assert state.events.in_play == ["calm"]
    from rules.sleeping_gods.turn import venom

    assert Playing(venom(state)).ask is None
    state.phase = "event"
    run(state).answer(["calm"])
    assert state.progress.xp == 1
    state.agenda.append(Fight(enemies=[2]))
    run(state)
    assert state.events.in_play == []
    assert isinstance(state.agenda[-1], Fight)
    assert not any(isinstance(task, TellStory) for task in state.agenda)
    assert refused(state, "north", "card:2:0:0")


@pytest.mark.rule("SG-109", "SG-R48")
@pytest.mark.parametrize("harm", [{"do": "lose_morale"}, {"do": "damage", "who": "one_any", "n": 1}])
def test_something_done_while_the_mutiny_draw_is_pending_brings_no_second_one(harm: dict[str, Any]) -> None:
    state = ship(2, morale=1, cards=[], command={"north": 1})
    own_card(state, 17, harm)
    playing = suffer(state, {"do": "lose_morale"})
    assert "Mutiny draw" in playing.ask.text  # type: ignore[union-attr]
    done = aside(state, "north", "card:17:0:0")
    if harm["do"] == "damage":
        done.answer("mac")
    assert done.ask is None  # nobody draws in between
    playing.again()
    playing.answer(4).answer(["shove"])
    assert state.ship.morale == 1
    assert "Choose an action" in playing.ask.text  # type: ignore[union-attr]
    # morale that falls to 0 once more is drawn for once more
    state.ship.morale = 1
    assert "Mutiny draw" in suffer(state, {"do": "lose_morale"}).ask.text  # type: ignore[union-attr]
