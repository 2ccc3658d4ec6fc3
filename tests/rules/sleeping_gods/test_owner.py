"""The owner's own copy: nothing is known but what is told at the table, once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playing import Playing, open_values
from sleeping_gods_setting import aside, do, fight, run, ship, texts

from rules.ask import Confirm, IllegalAnswer, PickSome, ReadStory, SplitAmount
from rules.chance import DrawFate, ReadCard
from rules.plain import dump, load
from rules.sheet import WhatChanged
from rules.sleeping_gods import GAME
from rules.sleeping_gods.actions import search
from rules.sleeping_gods.crew import hurt
from rules.sleeping_gods.describe import describe_adventure_card
from rules.sleeping_gods.enemy_phase import adjacent_bonus, ready_abilities
from rules.sleeping_gods.events import draw_event, find_totem, next_deck
from rules.sleeping_gods.hands import draw_cards
from rules.sleeping_gods.laying_out import as_it_stands
from rules.sleeping_gods.pack import CrewBoard, Weapon
from rules.sleeping_gods.resolve import go_on
from rules.sleeping_gods.sketch import describe_enemy
from rules.sleeping_gods.state import ByHand, Campaign
from rules.sleeping_gods.voyage_log import save_line, unpacking_list
from rules.sleeping_gods.words import SKILLS


def own(*, read: bool = True, **more: Any) -> Campaign:
    """An owner's copy after set-up; *read*: with nine plain boards that were read off already."""
    state = GAME.begin(GAME.setup({"north": "Ann"}, {}, "table", "own"))
    playing = run(state).answer("normal")
    assert isinstance(playing.ask, Confirm)
    playing.answer(True).answer(True)  # the table is set, three cards are drawn
    for place, (crew, board) in enumerate(state.pack.crew.items() if read else ()):
        skills = {skill: n for n, skill in enumerate(SKILLS)}
        state.met.crew[crew] = CrewBoard(
            board.name, 3 + place % 3, Weapon(board.weapon.name, 1, 2, 1), place == 0, skills
        )
    state.forget_pack()
    for name, value in more.items():
        setattr(state, name, value)
    return state


ACTIVATED = {"text": "", "options": [[{"do": "redraw_fate", "keep": "highest"}]]}


@pytest.mark.rule("SG-R1", "SG-37")
def test_boards_and_cards_are_not_asked_for_at_set_up() -> None:
    state = own(read=False)
    assert len(state.crew) == 9
    assert state.called(state.captain) == "Captain Odessa"
    assert state.pack.crew["crew_1"].unread == ("health", "weapon", *SKILLS)
    assert [state.card_name(card) for card in state.owned] == ["Gloria", "Soup", "Gear", "Flapjacks"]
    assert state.players["north"].hand == ["?", "?", "?"]
    shown = GAME.show(state, None)["crew"][1]
    assert (shown["unread"], shown["weapons"][0]["text"]) == (["health", "weapon", *SKILLS], "?")
    again = load(Campaign, dump(state))
    assert again.pack.crew == state.pack.crew


@pytest.mark.rule("SG-54")
def test_health_is_read_off_the_board_of_whoever_is_hurt_first_and_never_again() -> None:
    state = own(read=False)
    playing = do(state, {"do": "damage", "who": "spread_any", "n": 4})
    assert isinstance(playing.ask, SplitAmount)
    playing.answer({"crew_1": 3, "crew_2": 1})
    assert playing.ask.text == "How much health is printed on the board of Laurence and Gregory?"
    playing.answer({"crew_1.health": 2, "crew_2.health": 5})
    assert not state.up("crew_1")  # one damage did not fit, and Gregory or another takes it
    playing.answer({"crew_2": 1} if isinstance(playing.ask, SplitAmount) else "crew_2")
    assert (playing.ask, state.health("crew_2"), state.full_health("crew_2")) == (None, 3, 5)
    assert hurt_again(state, "crew_2").ask is None
    GAME.check(state)


def hurt_again(state: Campaign, crew: str) -> Playing:
    return Playing(hurt(state, crew, 1))


@pytest.mark.rule("SG-54")
def test_damage_told_on_the_sheet_asks_for_the_health_it_counts_against() -> None:
    state = own(read=False)
    playing = Playing(by_hand_alone(state)).answer({"crew.crew_1.damage": 3})
    with pytest.raises(IllegalAnswer, match="3 to 20"):
        playing.ask.check({"crew_1.health": 2})  # type: ignore[union-attr]
    playing.answer({"crew_1.health": 3})
    assert not state.up("crew_1")


@pytest.mark.rule("SG-194")
def test_a_skill_is_read_off_the_boards_of_those_who_take_part() -> None:
    state = own(read=False)
    playing = do(state, {"do": "challenge", "skill": "craft", "number": 6})
    assert isinstance(playing.ask, PickSome)
    assert playing.ask.default is None  # only their player knows who is best
    assert playing.ask.options[0].hint.startswith("craft ?; unhurt")
    playing.answer(["captain", "crew_1"]).answer({"captain.craft": 4, "crew_1.craft": 2}).answer(1)
    assert "7 of 6: success." in texts(state)
    assert (state.skill("captain", "craft"), "craft" in state.pack.crew["crew_2"].unread) == (4, True)


def test_an_ability_nobody_described_is_used_by_hand_at_any_time() -> None:
    state = own(phase="actions", actions_left=1)
    state.players["north"].command = 2
    run(state)
    playing = aside(state, "north", "by_hand")
    assert isinstance(playing.ask, WhatChanged)
    playing.answer({"players.north.command": 1, "crew.crew_1.command": 1, "ship.morale": 6})
    assert (playing.ask, state.ship.morale, state.crew["crew_1"].command) == (None, 6, 1)
    GAME.check(state)


def test_boards_and_cards_are_described_whenever_somebody_likes() -> None:
    state = own(read=False, phase="actions", actions_left=1)
    run(state)
    playing = aside(state, "north", "describe").answer("crew:crew_1")
    playing.answer({"health": 6, "skills": {"craft": 2}, "weapon": {"name": "Knife", "damage": 3}})
    board = state.pack.crew["crew_1"]
    assert (board.health, board.skills, board.weapon.damage, board.unread) == (6, {"craft": 2}, 3, ())
    aside(state, "north", "describe").answer("card:901").answer(True)
    assert state.pack.adventure_cards[901].described
    known = aside(state, "north", "describe")
    assert next(each.group for each in known.ask.options if each.value == "card:901")  # type: ignore[union-attr]
    known.answer("card:901").answer({"cost": 2, "abilities": [ACTIVATED]})  # and can be put right
    assert state.pack.adventure_cards[901].abilities[0].cost == 2


def test_an_unknown_enemy_is_described_square_by_square_and_known_from_then_on() -> None:
    state = own()
    playing = Playing(describe_enemy(state, "north", 50))
    playing.answer({"name": "Reed Hag", "defense": 4, "damage": 2, "rows": 3, "cols": 2})
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
    playing = event(state).answer({"ship.morale": 4, "then": "keep"})
    effects = [{"do": "lose_morale", "n": 1}, {"do": "gain_resource", "kind": "coins", "n": 2}]
    playing.answer({"name": "Thin Soup", "effects": effects})
    assert (playing.ask, state.ship.morale, state.agenda) == (None, 4, [])  # done by hand, and not once more
    name = "mild event 1"
    assert state.events.used == [name]
    assert state.pack.events[name].name == "Thin Soup"
    assert [effect.do for effect in state.pack.events[name].effects] == ["lose_morale", "gain_resource"]
    state.events.used = []
    playing = event(state)
    assert open_values(playing.ask) == [name, "new"]
    playing.answer(name)
    assert state.ship.morale == 3


def event(state: Campaign) -> Playing:
    """One event is drawn and done."""

    async def drawn() -> None:
        await draw_event(state)
        while state.agenda:
            await go_on(state)

    return Playing(drawn())


def test_a_trained_card_is_described_by_skill_cost_and_fate() -> None:
    state = own(phase="actions", actions_left=2)
    state.players["north"].command = 2
    run(state)
    playing = aside(state, "north", "train").answer("crew_1")
    playing.answer({"skill": "savvy", "cost": 1, "fate": 3, "name": "Old Charts"})
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
    playing = run(state).answer("explore").answer("A1")
    assert isinstance(playing.ask, ReadStory)
    assert playing.ask.paragraph == "A1"
    assert playing.ask.story == ""
    playing.answer(True).answer({"progress.xp": 2, "then": "challenge"})
    assert state.progress.xp == 2
    fail = [{"do": "damage", "who": "participants_first", "n": "difference"}]
    playing.answer({"skill": "strength", "number": 9, "fail": fail})
    playing.answer(["captain"]).answer(3)
    # nobody of the captain's skill can reach 9: the difference is damage on her, then on the others
    assert "failed by 6" in texts(state)
    playing.answer({"crew_1": 3})
    playing.answer({"then": "gain_quest"}).answer(7).answer({"name": "The Lamp", "keywords": "LAMP, WICK"})
    assert state.keywords == ["LAMP", "WICK"]
    playing.answer({"story.turn_to": "169", "ship.morale": 4})
    assert isinstance(playing.ask, ReadStory)
    assert (playing.ask.paragraph, state.ship.morale) == ("169", 4)
    playing.answer(True).answer({})
    assert state.agenda == []


def test_the_book_can_end_the_campaign() -> None:
    for then, won in (("win", True), ("fail", False)):
        state = own(phase="actions", actions_left=1)
        run(state).answer("explore").answer("A1").answer(True).answer({"then": then})
        assert state.result is not None
        assert state.result["won"] is won


def test_the_real_atlas_is_sailed_by_page() -> None:
    state = own(phase="actions", actions_left=1)
    playing = run(state).answer("travel")
    assert playing.ask.default == "calm"  # type: ignore[union-attr]
    playing.answer("edge").answer({"page": 13, "hazard": True})
    assert isinstance(playing.ask, WhatChanged)
    playing.answer({"ship.morale": 4})
    assert state.ship.region == "page 13"
    assert state.ship.morale == 4
    assert GAME.view(state)["ship"] == "page 13"
    assert GAME.show(state, None)["ship"]["region_name"] == "page 13"


def test_an_adventure_card_is_described_with_its_cost_and_what_it_does() -> None:
    state = own(phase="actions", actions_left=2)
    do(state, {"do": "gain_adventure", "number": 12})
    assert state.card_name(12) == "Adventure card 12"
    assert 12 in state.owned
    playing = Playing(describe_adventure_card(state, "north", 12))
    playing.answer({"cost": 2, "abilities": [ACTIVATED]})
    card = state.pack.adventure_cards[12]
    assert card.cost == 2
    assert [effect.do for effect in card.abilities[0].options[0]] == ["redraw_fate"]


def test_what_no_verb_says_is_done_by_hand_and_entered() -> None:
    state = ship(1)
    playing = do(state, {"do": "manual", "text": "Everybody sings."})
    assert isinstance(playing.ask, WhatChanged)
    assert playing.ask.text == "Test: Everybody sings. What changed?"
    playing.answer({"ship.morale": 7, "resources.coins": 5})
    assert (playing.ask, state.ship.morale, state.resources["coins"]) == (None, 7, 5)
    assert "Ship: morale 5 → 7." in texts(state)
    assert do(state, {"do": "manual", "text": "Everybody sings."}).answer(True).ask is None  # and nothing changed


def test_what_was_done_by_hand_can_go_on_by_the_rules_and_is_asked_again_until_nothing_comes_of_it() -> None:
    state = ship(1)
    playing = do(state, {"do": "manual", "text": "Something comes up the ladder."})
    playing.answer({"ship.morale": 4, "then": "challenge"}).answer({"skill": "strength", "number": 2})
    assert state.ship.morale == 4
    playing.answer([state.captain]).answer(6).answer(["grand_plan"])
    assert isinstance(playing.ask, WhatChanged)
    playing.answer({})
    assert (playing.ask, state.agenda) == (None, [])


@pytest.mark.rule("SG-R80")
def test_morale_that_comes_to_nothing_by_hand_calls_for_the_mutiny_draw() -> None:
    state = ship(1)
    playing = do(state, {"do": "manual", "text": "Everybody despairs."}).answer({"ship.morale": 0})
    assert isinstance(playing.ask, DrawFate)
    playing.answer(6).answer(["grand_plan"])
    assert state.ship.morale == 1


def test_level_cards_are_described_in_port() -> None:
    from rules.sleeping_gods.port import visit_port

    state = own()
    state.resources["coins"], state.progress.xp = 5, 3
    playing = Playing(visit_port(state, "north")).answer(["xp"]).answer("new")
    playing.answer(
        {"crew": "crew_2", "name": "Better Boots", "xp_cost": 2, "skills": {"strength": 1}, "health_bonus": 1}
    )
    playing.answer("crew_2_1")
    assert state.crew["crew_2"].levels == ["crew_2_1"]
    assert state.progress.xp == 1
    assert state.skill("crew_2", "strength") == 1


@pytest.mark.rule("SG-403")
def test_a_square_with_an_ability_of_its_own_is_told_in_words_and_works_in_its_moment() -> None:
    state = own()
    playing = Playing(describe_enemy(state, "north", 9))
    playing.answer({"name": "Reed Hag", "defense": 3, "damage": 1, "rows": 1, "cols": 3})
    playing.answer([]).answer(["1:1"]).answer([]).answer([]).answer([]).answer([])
    playing.answer(["1:2", "1:3"])
    playing.answer("custom")
    playing.answer({"text": "Steals a coin", "effects": [{"do": "lose_resource", "kind": "coins"}]})
    playing.answer("custom").answer({"text": "Spits", "when": "counter"})  # no verb says it: done by hand
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
    state = own(phase="actions", actions_left=1)
    run(state)
    always = {
        "text": "",
        "kind": "passive",
        "options": [[{"do": "skill_bonus", "skill": "craft", "n": 2, "window": "while_equipped"}]],
    }
    dawn = {"text": "", "kind": "triggered", "when": ["turn_start"], "options": [[{"do": "gain_command"}]]}
    board = state.pack.crew["crew_1"]
    aside(state, "north", "describe").answer("crew:crew_1").answer(
        {"abilities": [always, dawn, {"text": "", "cost": 1, "options": [[]]}]}
    )
    holds, happens, read = state.pack.crew["crew_1"].abilities
    assert (holds.text, happens.text) == ("+2 craft", "gain 1 command")
    assert read.options[0][0].do == "manual"  # whoever holds the card reads it
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


# ----- where the real copy lies, and what its decks still hold


@pytest.mark.rule("SG-344", "SG-336")
def test_the_table_is_laid_out_at_the_page_the_ship_was_sailed_to() -> None:
    state = own(phase="actions", actions_left=1)
    run(state).answer("travel:edge").answer({"page": 13})
    assert state.page == 13
    assert GAME.show(state, None)["ship"]["page"] == 13
    for told in (unpacking_list(state), as_it_stands(state)):
        [line] = [line for line in told if line.startswith("Atlas open")]
        assert line == "Atlas open at page 13; the ship in the region where it was."
    assert save_line(state).startswith("page 13 (write down the region); ")


@pytest.mark.rule("SG-313", "SG-R84", "SG-R85")
def test_a_totem_brings_new_events_from_the_real_box_and_no_used_ones() -> None:
    state = own()
    kept(state)
    state.said.clear()
    left = len(state.events.deck)
    find_totem(state, "totem 1")
    assert state.events.used == ["mild event 1"]
    assert state.events.deck[:2] == ["mild", "mild"]
    assert len(state.events.deck) == left + 2
    assert "runs short" not in texts(state)
    assert (
        "Shuffle the mild events of the box and lay 2 on the event deck; if there are too few, shuffle the used ones "
        "in (SG-R85)."
    ) in texts(state)
    # if the table did shuffle the used ones in, the card is known when it comes again
    playing = Playing(draw_event(state))
    assert open_values(playing.ask) == ["new", "mild event 1"]
    playing.answer("mild event 1")
    assert state.events.used == ["mild event 1"]  # it lies in one place only


@pytest.mark.rule("SG-303", "SG-308", "SG-R85")
def test_the_next_event_deck_is_built_of_new_cards_too() -> None:
    state = own()
    kept(state)
    state.said.clear()
    next_deck(state)
    assert state.events.used == ["mild event 1"]
    assert len(state.events.deck) == 18
    assert "runs short" not in texts(state)


def kept(state: Campaign) -> None:
    """An event that is called by a name from now on."""
    assert event(state).answer({"then": "keep"}).answer({"name": "Thin Soup"}).ask is None


def search_once(state: Campaign, answer: dict[str, Any] | None = None) -> Playing:
    """A token nobody described, done by hand."""

    async def searched() -> None:
        await search(state, "north")
        while state.agenda:
            await go_on(state)

    return Playing(searched()).answer(answer or {})


@pytest.mark.rule("SG-152", "SG-154", "SG-R41")
def test_the_search_stack_has_nine_tokens_however_few_of_them_were_met() -> None:
    state = own()
    for place in range(9):
        assert "mixed again" not in texts(state)
        assert GAME.show(state, None)["search"] == {"used": place, "stack": 9 - place}
        search_once(state)
    assert state.searched == ["?"] * 9
    search_once(state)
    assert "The search stack is empty: all tokens are mixed again." in texts(state)
    assert state.searched == ["?"]


@pytest.mark.rule("SG-152")
def test_a_search_token_is_described_once_and_offered_the_next_time() -> None:
    state = own()
    playing = search_once(state, {"resources.coins": 6, "then": "keep"})
    playing.answer({"effects": [{"do": "gain_resource", "kind": "coins"}]})
    assert (playing.ask, state.searched, state.resources["coins"]) == (None, ["token 1"], 6)
    state.searched = []
    drawing = do(state, {"do": "search"})
    assert isinstance(drawing.ask, ReadCard)
    assert open_values(drawing.ask) == ["token 1", "new"]
    drawing.answer("token 1")
    assert state.resources["coins"] == 7
    assert isinstance(do(state, {"do": "search"}).ask, WhatChanged)  # the only known one is used


@pytest.mark.rule("SG-152")
def test_several_search_tokens_are_drawn_though_none_is_known_yet() -> None:
    state = own()
    playing = do(state, {"do": "search", "n": 2, "keep": 1})
    assert playing.ask.text.startswith("Search: draw 2 tokens, keep 1")  # type: ignore[union-attr]
    playing.answer({"ship.morale": 6})
    assert (state.ship.morale, len(state.searched)) == (6, 2)


def trained(state: Campaign) -> str:
    """A card is described, tucked under a board and discarded again."""
    aside(state, "north", "train").answer("crew_1").answer(
        {"skill": "savvy", "cost": 1, "fate": 3, "name": "Old Charts"}
    )
    [card] = state.crew["crew_1"].tucked
    assert aside(state, "north", "untuck").ask is None
    assert state.discard == [card]
    return card


@pytest.mark.rule("SG-178", "SG-R13")
def test_a_discarded_card_is_known_when_it_is_drawn_again() -> None:
    state = own(phase="actions", actions_left=2)
    state.players["north"].command = 3
    run(state)
    card = trained(state)
    training = aside(state, "north", "train").answer("crew_2")
    assert isinstance(training.ask, ReadCard)
    assert open_values(training.ask) == [card, "new"]
    training.answer(card)
    assert training.ask.text == "Old Charts was in the discard pile. How did you get it?"  # type: ignore[union-attr]
    training.answer("shuffled")
    assert state.crew["crew_2"].tucked == [card]
    assert state.discard == []
    assert state.pack.ability_cards[card].copies == 1
    GAME.check(state)
    # while the only copy lies under a board, nobody can have drawn it
    assert card not in str(aside(state, "north", "train").answer("crew_1").ask)


@pytest.mark.rule("SG-178")
def test_it_may_also_be_another_copy_of_the_discarded_card() -> None:
    state = own(phase="actions", actions_left=2)
    state.players["north"].command = 3
    run(state)
    card = trained(state)
    aside(state, "north", "train").answer("crew_2").answer(card).answer("copy")
    assert state.crew["crew_2"].tucked == [card]
    assert state.discard == [card]
    assert state.pack.ability_cards[card].copies == 2
    GAME.check(state)


@pytest.mark.rule("SG-342", "SG-349")
def test_the_real_piles_are_not_counted_where_the_box_cannot_know() -> None:
    state = own(phase="actions", actions_left=2)
    state.players["north"].command = 3
    run(state)
    trained(state)
    told = "\n".join([*unpacking_list(state), *as_it_stands(state)])
    assert "Ability draw deck and discard pile apart, not shuffled." in told


@pytest.mark.rule("SG-72", "SG-117", "SG-130")
def test_a_card_discarded_for_a_hazard_is_told_and_counts_no_more_towards_the_hand_limit() -> None:
    state = own(phase="actions", actions_left=1)
    playing = run(state).answer("travel:hazard")
    playing.answer({"players.north.cards": 2})
    assert state.players["north"].hand == ["?", "?"]
    assert state.discard == ["?"]
    drawing = Playing(draw_cards(state, "north", 1)).answer(True)
    assert drawing.ask is None  # they hold three now
    assert state.players["north"].hand == ["?", "?", "?"]


@pytest.mark.rule("SG-71", "SG-117")
def test_somebody_who_holds_only_three_real_cards_says_so_instead_of_discarding() -> None:
    state = own()
    drawing = Playing(draw_cards(state, "north", 1)).answer(True)
    assert drawing.ask.text == "Your hand limit is 3: discard 1."  # type: ignore[union-attr]
    assert [option.label for option in drawing.ask.options] == ["done", "I hold only 3"]  # type: ignore[union-attr]
    drawing.answer("fewer")
    assert state.players["north"].hand == ["?", "?", "?"]
    assert state.discard == []
    drawing = Playing(draw_cards(state, "north", 1)).answer(True).answer("done")
    assert state.players["north"].hand == ["?", "?", "?"]
    assert state.discard == ["?"]


@pytest.mark.parametrize(
    ("changes", "after"),
    [
        ({"players.north.command": 1}, lambda state: state.players["north"].command == 1),
        ({"cards": [902, 903, 904]}, lambda state: 901 not in state.owned),
        ({"progress.xp": 1}, lambda state: state.progress.xp == 1),
        ({"actions_left": 2}, lambda state: state.actions_left == 2),
        ({"ship.page": 13}, lambda state: state.page == 13),
        ({"crew.crew_1.under_the_board": []}, lambda state: state.crew["crew_1"].tucked == []),
        ({"crew.crew_1.damage": 2, "crew.crew_2.fatigue": 1}, lambda state: state.crew["crew_1"].damage == 2),
        ({"crew.crew_3.statuses": ["venom"]}, lambda state: state.crew["crew_3"].statuses == ["venom"]),
        ({"progress.found": 1}, lambda state: len(state.progress.totems) == 1),
        ({"cards.gained": 33, "quests.gained": 7}, lambda state: 33 in state.owned and state.quests == [7]),
        ({"events.left": 16}, lambda state: len(state.events.deck) == 16),
    ],
)
def test_whatever_a_text_of_the_book_takes_or_gives_can_be_entered(
    changes: dict[str, Any], after: Callable[[Campaign], bool]
) -> None:
    state = well_found()
    playing = Playing(by_hand_alone(state)).answer(changes)
    assert playing.ask is None
    assert after(state)


@pytest.mark.parametrize(
    ("verb", "answers", "after"),
    [
        ("move_ship", ["edge", {"page": 13}], lambda state: state.page == 13),
        ("search", [{}], lambda state: len(state.searched) == 1),
        ("gain_quest", [7, {"name": "The Lamp", "keywords": "LAMP"}], lambda state: state.keywords == ["LAMP"]),
        ("gain_adventure", [12, "Tin Cat"], lambda state: state.card_name(12) == "Tin Cat"),
        ("fate", [5], lambda state: "Fate 5 counts." in texts(state)),
    ],
)
def test_what_the_box_must_hear_of_follows_from_the_sheet(
    verb: str, answers: list[Any], after: Callable[[Campaign], bool]
) -> None:
    state = well_found()
    playing = Playing(by_hand_alone(state)).answer({"then": verb})
    for answer in answers:
        playing.answer(answer)
    assert after(state)


def well_found() -> Campaign:
    """Something of everything: command, XP, a card under a board."""
    state = own(phase="actions", actions_left=1)
    state.players["north"].command, state.progress.xp = 2, 3
    run(state)
    aside(state, "north", "train").answer("crew_1").answer(
        {"skill": "savvy", "cost": 0, "fate": 3, "name": "Old Charts"}
    )
    return state


async def by_hand_alone(state: Campaign) -> None:
    state.agenda.append(ByHand(text="Do what it says."))
    while state.agenda:
        await go_on(state)


@pytest.mark.rule("SG-391", "SG-R71")
def test_an_adjacent_attack_asks_whom_it_names() -> None:
    state = own()
    playing = Playing(describe_enemy(state, "north", 9))
    playing.answer({"name": "Reed Hag", "defense": 3, "damage": 1, "rows": 1, "cols": 3})
    playing.answer([]).answer(["1:1"]).answer([]).answer([]).answer([]).answer([])
    playing.answer(["1:2", "1:3"])
    playing.answer("adjacent_attack").answer("yes")
    assert playing.ask.text == "Row 1, column 2: does it name one kind of enemy?"  # type: ignore[union-attr]
    playing.answer("yes").answer("reed imp")
    playing.answer("adjacent_attack").answer("no").answer("no")
    named, anybody = (state.pack.enemies[9].at[1, col].ability for col in (2, 3))
    assert named is not None
    assert anybody is not None
    assert (named.amount, named.only_name) == (2, "reed imp")
    assert (anybody.amount, anybody.only_name) == (1, "")
    imp = replace(state.pack.enemies[9], name="Reed Imp", squares=state.pack.enemies[9].squares[:1])
    state.met.enemies |= {7: imp, 8: replace(imp, name="Toad")}
    state.forget_pack()
    fight(state, 7, 9, 8)
    ready = ready_abilities(state)
    assert [adjacent_bonus(state, place, ready) for place in range(3)] == [3, 0, 1]  # however it was written
    shown = GAME.show(state, None)["combat"]["row"][1]["squares"]
    assert [square["ability"] for square in shown] == ["", "adjacent attack 2 (reed imp)", "adjacent attack"]


@pytest.mark.rule("SG-331")
def test_notes_on_the_real_map_are_written_by_page() -> None:
    state = own(phase="actions", actions_left=1)
    run(state)
    aside(state, "north", "note").answer(13).answer("Location 40 wants a keyword")
    assert GAME.show(state, None)["log"]["notes"] == ["page 13: Location 40 wants a keyword"]
