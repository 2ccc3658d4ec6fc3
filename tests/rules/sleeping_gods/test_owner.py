"""The owner's own copy: nothing is known but what is told at the table, once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playing import Playing, open_values
from sleeping_gods_setting import aside, do, run, ship, texts

from rules.ask import Confirm, EnterNumber, EnterText, PickSome, ReadStory
from rules.chance import DrawFate, ReadCard
from rules.plain import dump, load
from rules.sleeping_gods import GAME
from rules.sleeping_gods.describe import tell_ability
from rules.sleeping_gods.events import draw_event
from rules.sleeping_gods.pack import CrewBoard, Weapon
from rules.sleeping_gods.sketch import describe_enemy
from rules.sleeping_gods.state import Campaign


def own(**more: Any) -> Campaign:
    """An owner's copy after set-up, with nine plain boards."""
    state = GAME.begin(GAME.setup({"north": "Ann"}, {}, "table", "own"))
    playing = run(state).answer("normal")
    for place in range(9):
        assert isinstance(playing.ask, EnterText)
        playing.answer(playing.ask.proposed).answer(3 + place % 3)
        for skill in range(5):
            playing.answer(skill)
        playing.answer(1).answer(2).answer(1).answer("no").answer("no").answer("no")
    for _ in range(4):
        playing.answer(0).answer("gear").answer("no")
    assert isinstance(playing.ask, Confirm)
    playing.answer(True).answer(True)  # the table is set, three cards are drawn
    for name, value in more.items():
        setattr(state, name, value)
    return state


@pytest.mark.rule("SG-R1", "SG-37")
def test_boards_and_starting_cards_are_described_at_set_up_and_kept() -> None:
    state = own()
    assert len(state.crew) == 9
    assert state.called(state.captain) == "Captain Odessa"
    assert state.pack.crew["crew_1"] == CrewBoard(
        "Laurence",
        4,
        Weapon("Laurence's weapon", 1, 2, 1),
        skills={"strength": 0, "perception": 1, "savvy": 2, "craft": 3, "cunning": 4},
    )
    assert [state.card_name(card) for card in state.owned] == ["Gloria", "Soup", "Gear", "Flapjacks"]
    assert state.players["north"].hand == ["?", "?", "?"]
    again = load(Campaign, dump(state))
    assert again.pack.crew == state.pack.crew


def test_an_unknown_enemy_is_described_square_by_square_and_known_from_then_on() -> None:
    state = own()
    playing = Playing(describe_enemy(state, "north", 50))
    assert isinstance(playing.ask, EnterText)
    playing.answer("Reed Hag").answer(4).answer(2).answer(3).answer(2)  # name, defence, damage, rows, columns
    assert isinstance(playing.ask, PickSome)
    assert "no square" in playing.ask.text
    assert [option.slot for option in playing.ask.options][:2] == ["square:1:1", "square:1:2"]
    assert len(playing.ask.options) == 6
    playing.answer(["3:2"]).answer(["1:1", "2:2"]).answer(["3:1"]).answer(["1:2"]).answer(["2:1"])
    shown = GAME.show(state, None)["sketch"]
    drawn = {(square["row"], square["col"]): square for square in shown["squares"]}
    assert (shown["name"], shown["rows"], shown["cols"], (3, 2) in drawn) == ("Reed Hag", 3, 2, False)
    assert drawn[1, 1]["heart"]
    assert drawn[2, 1]["flying"]
    playing.answer(["1:2"]).answer(2)  # bonus damage
    playing.answer(["2:1"]).answer("madden")
    assert GAME.show(state, None)["sketch"] is None
    enemy = state.pack.enemies[50]
    assert (enemy.name, enemy.defense, enemy.damage, enemy.rows, enemy.cols) == ("Reed Hag", 4, 2, 3, 2)
    assert sorted(enemy.at) == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1)]
    assert enemy.at[1, 2].bonus_damage == 2
    assert enemy.at[1, 2].combo
    assert enemy.at[2, 1].flying
    assert enemy.at[2, 1].ability is not None
    assert enemy.at[2, 1].ability.name == "madden"
    assert enemy.at[3, 1].armor
    do(state, {"do": "combat", "enemies": [50]})
    assert state.combat is not None  # no question about it any more


def test_an_unknown_event_is_told_once_and_offered_the_next_time() -> None:
    state = own()
    playing = Playing(draw_event(state))
    assert isinstance(playing.ask, ReadCard)
    assert open_values(playing.ask) == ["new"]
    playing.answer("new").answer("Thin Soup").answer("lose_morale").answer(1).answer("gain_resource").answer(
        "coins"
    ).answer(2).answer("done")
    assert playing.ask is None
    name = "mild event 1"
    assert state.events.used == [name]
    assert state.pack.events[name].name == "Thin Soup"
    assert [effect.do for effect in state.pack.events[name].effects] == ["lose_morale", "gain_resource"]
    state.events.used = []
    playing = Playing(draw_event(state))
    assert open_values(playing.ask) == [name, "new"]


def test_a_trained_card_is_described_by_skill_cost_and_fate() -> None:
    state = own(phase="actions", actions_left=2)
    state.players["north"].command = 2
    run(state)
    playing = aside(state, "north", "train")
    playing.answer("savvy").answer(1).answer(3).answer("Old Charts").answer("no").answer("crew_1")
    assert [state.pack.ability_cards[card].name for card in state.crew["crew_1"].tucked] == ["Old Charts"]
    assert state.skill("crew_1", "savvy") == 3
    assert state.players["north"].hand == ["?", "?"]


def test_fate_is_read_from_the_real_card() -> None:
    from rules.sleeping_gods.fate import draw_fate

    state = own()
    playing = Playing(draw_fate(state, "Test"))
    assert isinstance(playing.ask, DrawFate)
    playing.answer(6)
    assert playing.returned == 6


def test_a_paragraph_is_read_in_the_book_and_tapped_in() -> None:
    state = own(phase="actions", actions_left=1)
    playing = run(state).answer("explore").answer("A").answer(1)
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "A1"
    assert playing.ask.story == ""
    playing.answer(True).answer("gain_xp").answer(2)
    assert state.progress.xp == 2
    playing.answer("challenge").answer("strength").answer(9).answer(["health"])
    playing.answer(["captain"]).answer(3)
    # nobody of the captain's skill can reach 9: the difference is damage on her, then on the others
    assert "failed by 6" in texts(state)
    playing.answer({"crew_1": 3})
    playing.answer("gain_quest").answer(7).answer("The Lamp").answer("yes").answer("LAMP").answer("no")
    assert state.keywords == ["LAMP"]
    playing.answer("turn_to").answer("").answer(169)
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "169"
    playing.answer(True).answer("over")
    assert state.agenda == []


def test_the_real_atlas_is_sailed_by_page() -> None:
    state = own(phase="actions", actions_left=1)
    playing = run(state).answer("travel")
    assert isinstance(playing.ask, EnterNumber)
    playing.answer(13).answer("yes").answer("lose_morale").answer(1).answer("done")
    assert state.ship.region == "page 13"
    assert state.ship.morale == 4
    assert GAME.view(state)["ship"] == "page 13"
    assert GAME.show(state, None)["ship"]["region_name"] == "page 13"


def test_an_adventure_card_is_described_with_its_cost_and_what_it_does() -> None:
    state = own(phase="actions", actions_left=2)
    playing = do(state, {"do": "gain_adventure", "number": 12})
    playing.answer("Tin Cat").answer(2).answer("gear").answer("redraw_highest").answer("no")
    assert state.card_name(12) == "Tin Cat"
    assert 12 in state.owned
    card = state.pack.adventure_cards[12]
    assert card.cost == 2
    assert [effect.do for effect in card.abilities[0].options[0]] == ["redraw_fate"]


def test_what_no_verb_says_is_done_by_hand_and_entered() -> None:
    state = ship(1)
    playing = do(state, {"do": "manual", "text": "Everybody sings."})
    assert isinstance(playing.ask, Confirm)
    assert playing.ask.todo == ("Everybody sings.",)
    playing.answer(True).answer("gain_morale").answer(2).answer("done")
    assert state.ship.morale == 7


def test_level_cards_are_described_in_port() -> None:
    from rules.sleeping_gods.port import visit_port

    state = own()
    state.resources["coins"], state.progress.xp = 5, 3
    playing = Playing(visit_port(state, "north")).answer("xp").answer("new").answer("crew_2")
    playing.answer("Better Boots").answer(2)
    for bonus in (1, 0, 0, 0, 0, 1):
        playing.answer(bonus)
    playing.answer("no").answer("no").answer("crew_2_1")
    assert state.crew["crew_2"].levels == ["crew_2_1"]
    assert state.progress.xp == 1
    assert state.skill("crew_2", "strength") == 1


@pytest.mark.rule("SG-403")
def test_a_square_with_an_ability_of_its_own_is_told_in_words_and_works_in_its_moment() -> None:
    state = own()
    playing = Playing(describe_enemy(state, "north", 9))
    playing.answer("Reed Hag").answer(3).answer(1).answer(1).answer(3)
    playing.answer([]).answer(["1:1"]).answer([]).answer([]).answer([]).answer([])
    playing.answer(["1:2", "1:3"])
    playing.answer("custom").answer("Steals a coin").answer("end_round")
    playing.answer("lose_resource").answer("coins").answer(1).answer("done")
    playing.answer("custom").answer("Spits").answer("counter").answer("done")  # no verb says it: done by hand
    thief, spitter = state.pack.enemies[9].at[1, 2].ability, state.pack.enemies[9].at[1, 3].ability
    assert thief is not None
    assert (thief.name, thief.when, thief.text) == ("custom", "end_round", "Steals a coin")
    assert spitter is not None
    assert (spitter.when, [effect.do for effect in spitter.effects]) == ("counter", ["manual"])
    playing = do(state, {"do": "combat", "enemies": [9]})
    coins = state.resources["coins"]
    assert GAME.show(state, None)["combat"]["row"][0]["squares"][1]["ability"] == "Steals a coin"
    playing.answer("done").answer("captain")
    assert state.resources["coins"] == coins - 1


@pytest.mark.rule("SG-321", "SG-386")
def test_abilities_that_always_hold_or_happen_by_themselves_are_told_too() -> None:
    state = own()
    told = Playing(tell_ability(state, "north", "Laurence", own=True))
    told.answer("passive").answer("skill").answer("craft").answer(2)
    always = told.returned
    assert (always.kind, always.options[0][0].window) == ("passive", "while_equipped")
    told = Playing(tell_ability(state, "north", "Laurence", own=True))
    told.answer("turn_start").answer("gain_command").answer(1).answer("done")
    assert (told.returned.kind, told.returned.when) == ("triggered", ("turn_start",))
    told = Playing(tell_ability(state, "north", "Laurence", own=True))
    told.answer("activated").answer(1).answer("effects").answer("done")
    assert told.returned.options[0][0].do == "manual"  # whoever holds the card reads it
    board = state.pack.crew["crew_1"]
    state.met.crew["crew_1"] = replace(board, abilities=(always,))
    state.opened = None
    assert state.skill("crew_1", "craft") == board.skills["craft"] + 2


def test_nothing_is_named_before_it_is_met() -> None:
    """A fresh copy knows the starting cards and five names of the rulebook, and not a card more."""
    state = GAME.begin(GAME.setup({"north": "Ann"}, {}, "table", "own"))
    known = GAME.show(state, "north")
    assert (known["quests"], known["cards"], known["keywords"], known["levels"]) == ([], [], [], [])
    pack = state.pack
    for cards in (pack.enemies, pack.quests, pack.events, pack.ability_cards, pack.level_cards, pack.paragraphs):
        assert not cards
    assert [card.name for card in pack.adventure_cards.values()] == ["Gloria", "Soup", "Gear", "Flapjacks"]
    assert GAME.learned(state) is None
