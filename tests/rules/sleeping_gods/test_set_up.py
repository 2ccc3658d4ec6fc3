"""Setting up a new campaign, and what the game is made of."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playing import Playing
from sleeping_gods_setting import NAMES, do, effects, run, ship, texts

from rules.ask import Confirm, IllegalAnswer
from rules.chance import DrawCards
from rules.plain import dump, load
from rules.sleeping_gods import GAME
from rules.sleeping_gods.pack import the_pack
from rules.sleeping_gods.resolve import push
from rules.sleeping_gods.set_up import crew_shares
from rules.sleeping_gods.state import Campaign
from rules.sleeping_gods.supply import left
from rules.sleeping_gods.words import RESOURCES, SKILLS, STATUSES, TIERS


def begun(players: int = 3, **more: Any) -> tuple[Campaign, Playing]:
    """A new campaign up to its first turn, with the first player in the second seat if there is one."""
    custody = more.pop("custody", "box")
    seats = list(NAMES)[:players]
    state = GAME.begin(GAME.setup({seat: NAMES[seat] for seat in seats}, more, custody, "sample"))
    playing = run(state).answer("normal").answer("fresh")
    if players > 1:
        playing.answer("east").answer("deal")
    playing.answer(True)
    while isinstance(playing.ask, DrawCards):
        playing.answer(playing.ask.sample(random.Random(1)))
    return state, playing


@pytest.mark.rule("SG-17", "SG-18", "SG-19", "SG-20", "SG-21", "SG-22", "SG-23", "SG-R10")
def test_a_new_campaign_starts_on_page_2_with_health_11_morale_5_3_coins_and_1_grain() -> None:
    state, _ = begun()

    assert state.pack.pages[state.ship.region] == 2
    here = state.pack.regions[state.ship.region]
    assert "2" in [place.label for place in here.locations]  # the sea region in which location 2 is printed
    assert (state.ship.health, state.ship.morale) == (11, 5)
    assert {kind: n for kind, n in state.resources.items() if n} == {"coins": 3, "grain": 1}


@pytest.mark.rule("SG-20", "SG-24", "SG-26", "SG-27", "SG-31", "SG-35", "SG-36", "SG-39", "SG-40", "SG-41", "SG-42")
@pytest.mark.rule("SG-43", "SG-44", "SG-45", "SG-46", "SG-76", "SG-328", "SG-329", "SG-32", "SG-38")
def test_the_box_lists_everything_hands_have_to_lay_out() -> None:
    seats = {"north": "Ann", "east": "Ben"}
    state = GAME.begin(GAME.setup(seats, {}, "table", "sample"))
    playing = run(state).answer("easy").answer("fresh").answer("north").answer("deal")
    assert isinstance(playing.ask, Confirm)
    todo = playing.ask.todo

    for words in (
        "Lay the atlas in the centre, open at page 2",
        "Lay the ship board beside it: damage marker on 11, morale on 5, 3 coins, 1 grain",
        "Lay Captain Odessa's board in the centre, and the other boards in front of their players",
        "Shuffle the ability deck",
        "Shuffle the market deck",
        "Sort the events by grade and shuffle each: 6 deadly, 6 perilous on them, 6 mild on top, on the ship board",
        "the rest stays in the box",
        "The others stay face down, in order; no peeking",
        "Lay the enemy deck face down, in order; no peeking",
        "Lay the quest deck face down, in order; no peeking",
        "Lay out the combo point card with its marker on 0, and all other tokens and the storybook near the board",
        "Mix the search tokens and stack them face down",
        "player 1: Ann; player 2: Ben",
        "Lay the level cards near the ship board; anybody may look through them",
        "Begin a new journey log sheet: names, date and mode",
    ):
        assert any(words in line for line in todo), words
    playing.answer(True)
    playing.answer(True)  # three cards are drawn by hand
    assert "A new journey log: Ann, Ben; easy mode" in texts(state)
    assert GAME.show(state, None)["log"]["mode"] == "easy"


def test_what_the_box_holds_need_not_be_laid_out_by_hand() -> None:
    state = GAME.begin(GAME.setup({"north": "Ann"}, {}, {"events": "table"}, "sample"))
    todo = run(state).answer("easy").answer("fresh").ask.todo  # type: ignore[union-attr]
    assert todo[0] == "The box holds the ability deck and the hands, the market deck, the search tokens."
    assert any("Sort the events by grade" in line for line in todo)
    assert not any(line.startswith(("Shuffle the ability", "Shuffle the market", "Mix the search")) for line in todo)
    screens = GAME.begin(GAME.setup({"north": "Ann"}, {}, "box", "sample"))
    todo = run(screens).answer("easy").answer("fresh").ask.todo  # type: ignore[union-attr]
    assert "on the screens" in todo[0]


@pytest.mark.rule("SG-24", "SG-25", "SG-R9")
def test_the_captain_is_dealt_to_nobody_and_the_others_as_evenly_as_possible() -> None:
    for players, shares in {1: [8], 2: [4, 4], 3: [3, 3, 2], 4: [2, 2, 2, 2]}.items():
        assert crew_shares(8, players) == shares
        state, _ = begun(players)
        assert state.crew[state.captain].controller == ""
        counts = [sum(crew.controller == seat for crew in state.crew.values()) for seat in state.order]
        assert sorted(counts, reverse=True) == shares


@pytest.mark.rule("SG-R9")
def test_the_group_may_choose_its_boards_itself_and_who_gets_fewer() -> None:
    seats = {seat: NAMES[seat] for seat in list(NAMES)[:3]}
    state = GAME.begin(GAME.setup(seats, {}, "box", "sample"))
    playing = run(state).answer("normal").answer("fresh").answer("north").answer("choose")
    assert playing.ask
    assert playing.ask.text == "Who takes only 2 crew boards?"
    playing.answer(["north"]).answer(["quill", "pia"]).answer(["laurence", "mac", "otto"])
    playing.answer(True)
    assert [c for c in state.crew if state.crew[c].controller == "north"] == ["pia", "quill"]
    assert [c for c in state.crew if state.crew[c].controller == "south"] == ["gregory", "rafael", "nell"]


@pytest.mark.rule("SG-28", "SG-29", "SG-30", "SG-115", "SG-R11", "toggle:everyone_starts_with_three")
def test_the_group_decides_who_is_first_and_only_the_first_player_gets_three_cards() -> None:
    state, _ = begun(3)
    assert state.active == "east"
    assert state.order == ["east", "south", "north"]  # clockwise from the first player
    assert {seat: len(player.hand) for seat, player in state.players.items()} == {"east": 3, "south": 0, "north": 0}

    state, _ = begun(3, everyone_starts_with_three=True)
    assert [len(player.hand) for player in state.players.values()] == [3, 3, 3]


@pytest.mark.rule("SG-12", "SG-32", "SG-33", "SG-34", "SG-36", "SG-E28")
def test_the_event_deck_has_six_mild_on_six_perilous_on_six_deadly() -> None:
    state, _ = begun()
    assert TIERS == ("mild", "perilous", "deadly")
    assert state.events.deck == ["mild"] * 6 + ["perilous"] * 6 + ["deadly"] * 6
    assert state.events.box == {"mild": 12, "perilous": 12, "deadly": 12}


@pytest.mark.rule("SG-37", "SG-11", "SG-38")
def test_the_group_starts_with_the_four_starting_cards_and_the_rest_stays_in_order() -> None:
    from rules.sleeping_gods.card_deeds import undiscovered

    state, _ = begun()
    assert [state.card_name(number) for number in state.owned] == ["Gloria", "Soup", "Gear", "Flapjacks"]
    assert undiscovered(state) == [10, 11, 12, 13, 14, 15, 16]
    shown = str(GAME.show(state, "north"))
    assert "Harpoon" not in shown  # nobody looks through the undiscovered cards
    assert "Scorpion Squid" not in shown
    assert "The Lost Bell" not in shown


@pytest.mark.rule("SG-13", "SG-14", "SG-84", "SG-94", "SG-415", "SG-421", "SG-323")
def test_there_are_two_fatigues_six_resources_five_skills_and_four_statuses() -> None:
    from rules.sleeping_gods.crew import FATIGUE
    from rules.sleeping_gods.words import FOOD

    assert list(FATIGUE.values()) == ["tired", "exhausted"]
    assert RESOURCES == ("meat", "vegetables", "grain", "materials", "artifacts", "coins")
    assert FOOD == ("meat", "vegetables", "grain")
    assert SKILLS == ("strength", "perception", "savvy", "craft", "cunning")
    assert STATUSES == ("venom", "frightened", "weakened", "madness")


@pytest.mark.rule("SG-85")
def test_most_crew_members_have_four_of_the_five_skills() -> None:
    demo = the_pack("demo")
    counts = [sum(value > 0 for value in board.skills.values()) for board in demo.crew.values()]
    assert len(counts) == 9
    assert counts.count(4) > len(counts) / 2


@pytest.mark.rule("SG-86", "SG-87", "SG-88", "SG-89", "SG-90")
def test_the_box_can_say_what_each_skill_is_for() -> None:
    for number, word in {86: "Strength", 87: "Perception", 88: "Savvy", 89: "Craft", 90: "Cunning"}.items():
        assert word in GAME.reference[f"SG-{number}"].text


@pytest.mark.rule("SG-2", "SG-R34")
def test_the_game_is_for_one_to_four() -> None:
    assert (GAME.fewest, len(GAME.seats)) == (1, 4)
    with pytest.raises(IllegalAnswer):
        GAME.setup({})
    state, playing = begun(1)
    assert state.crew_of("north") == list(state.crew)
    assert playing.ask
    assert playing.ask.seat == "north"


@pytest.mark.rule("SG-1", "SG-6")
def test_everybody_wins_or_fails_together_and_eight_totems_are_the_aim() -> None:
    assert GAME.show(begun()[0], None)["totems_to_win"] == 8
    state = ship(2)
    push(state, effects({"do": "end_campaign", "outcome": "win"}))
    assert run(state).ask is None
    assert state.result["won"] is True  # one result for the group, no winner among the seats
    assert "winner" not in state.result


@pytest.mark.rule("SG-15", "SG-18")
def test_what_is_used_up_cannot_be_gained() -> None:
    state = ship(1, resources={"artifacts": 2})
    play_all(do(state, {"do": "gain_resource", "kind": "artifacts", "n": 3}))
    assert state.resources["artifacts"] == 3  # the supply has three in all
    assert left(state, "artifacts") == 0
    assert "the supply has no more" in texts(state)


def play_all(playing: Playing) -> None:
    assert playing.ask is None, playing.ask


@pytest.mark.rule("SG-100", "SG-101", "SG-E1")
def test_a_returned_token_goes_from_the_ship_board_to_the_supply() -> None:
    state = ship(1, resources={"meat": 1})
    assert left(state, "meat") == 5
    play_all(do(state, {"do": "lose_resource", "kind": "meat"}))
    assert state.resources["meat"] == 0
    assert left(state, "meat") == 6


@pytest.mark.rule("SG-102")
def test_what_is_paid_goes_back_to_the_supply() -> None:
    state = ship(1, resources={"coins": 4})
    before = left(state, "coins")
    play_all(do(state, {"do": "pay", "cost": {"coins": 3}}))
    assert state.resources["coins"] == 1
    assert left(state, "coins") == before + 3  # type: ignore[operator]


@pytest.mark.rule("SG-16", "SG-R18")
def test_damage_tokens_never_run_out_but_armor_status_and_fatigue_do() -> None:
    state = ship(1)
    assert "damage" not in state.pack.board.supply
    for crew in state.crew:
        state.crew[crew].damage = state.full_health(crew) - 1  # 23 tokens and more
    playing = do(state, {"do": "damage", "who": "named", "crew": "laurence", "n": 1})
    assert playing.ask is None
    for crew in ("mac", "otto", "pia"):
        play_all(do(state, {"do": "gain_status", "status": "venom", "who": "named", "crew": crew}))
    play_all(do(state, {"do": "gain_status", "status": "venom", "who": "named", "crew": "quill"}))
    assert state.crew["quill"].statuses == []
    assert "No venom token is left" in texts(state)


@pytest.mark.rule("SG-45", "SG-368")
def test_player_cards_follow_the_turn_order() -> None:
    state, _ = begun(3)
    numbers = {seat["name"]: seat["facts"][0][1] for seat in GAME.show(state, None)["seats"]}
    assert numbers == {"Ben": "1", "Cid": "2", "Ann": "3"}


@pytest.mark.rule("SG-46", "SG-361")
def test_level_cards_are_open_to_everybody() -> None:
    state, _ = begun(2)
    for seat in (None, "north", "east"):
        assert [level["name"] for level in GAME.show(state, seat)["levels"]] == ["Strong Arm", "Old Salt", "Grit"]


@pytest.mark.rule("SG-R8")
def test_morale_stops_at_the_top_of_the_track_or_has_no_limit_while_it_is_unknown() -> None:
    from dataclasses import replace

    state = ship(1, morale=7)
    play_all(do(state, {"do": "gain_morale", "n": 3}))
    assert state.ship.morale == 8
    state.pack = replace(state.pack, board=replace(state.pack.board, morale_max=None))
    play_all(do(state, {"do": "gain_morale", "n": 3}))
    play_all(do(state, {"do": "gain_morale", "n": 1}))
    assert state.ship.morale == 12
    assert texts(state).count("top of the morale track is not known") == 1


@pytest.mark.rule("SG-3", "SG-4", "SG-77", "SG-332")
def test_a_campaign_is_plain_data_at_every_moment_and_goes_on_from_there() -> None:
    state, playing = begun(2)
    again = load(Campaign, dump(state))
    assert dump(again) == dump(state)
    assert run(again).ask == playing.ask


@pytest.mark.rule("SG-R1")
def test_missing_failure_paragraphs_are_told_to_be_read_in_the_book() -> None:
    from dataclasses import replace

    state = ship(1, health=1)
    special = replace(state.pack.special_paragraphs, ship_sunk="")
    state.pack = replace(state.pack, special_paragraphs=special)
    state.agenda.clear()
    push(state, effects({"do": "ship_damage", "n": 1}))
    assert run(state).ask is None
    assert "read the failure paragraph for it in your book" in texts(state)


@pytest.mark.rule("SG-R5")
def test_chance_comes_from_cards_and_tokens_and_never_from_dice() -> None:
    assert not any("dice" in holding.title for holding in GAME.holdings)


@pytest.mark.rule("SG-R4", "SG-326", "SG-420")
def test_the_price_of_a_market_card_is_its_coin_cost() -> None:
    from rules.sleeping_gods.market import price

    state = ship(1)
    assert price(state, 101, 0) == state.pack.adventure_cards[101].coin_cost == 3
