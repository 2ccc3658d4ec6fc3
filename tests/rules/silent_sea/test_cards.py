"""The Draw Phase, hands, decks and discards; and real cards the box cannot see."""

import pytest
from playing import asked, open_values
from sea_setting import (
    CAPTAIN,
    DOCTOR,
    ENGINEER,
    choices,
    crisis_card,
    example_pack,
    hand,
    playing,
    table,
    texts,
)

from rules.ask import Confirm
from rules.chance import DrawCards, ReadCard, RollDice
from rules.silent_sea import GAME, cards, turn
from rules.silent_sea.pack import CrisisCard, Discard

FIVE = ["scrap", "scrap", "vial", "case", "bulb"]


@pytest.mark.rule("SS-54", "SS-111")
def test_a_turn_begins_with_one_generic_card_into_the_hand():
    game = table(phase="draw")
    drawing = playing(game)
    assert isinstance(drawing.ask, DrawCards)
    assert (drawing.ask.seat, drawing.ask.count, drawing.ask.private) == (ENGINEER, 1, True)
    assert sum(count for _, count in drawing.ask.left) == 48
    drawing.answer(["bulb"])
    assert (hand(game, ENGINEER), game.deck) == (["bulb"], 47)
    assert isinstance(drawing.ask, RollDice)


@pytest.mark.rule("SS-54")
def test_a_real_card_is_drawn_unseen():
    game = table(phase="draw", custody="table", traitor=None)
    drawing = playing(game)
    assert isinstance(drawing.ask, Confirm)
    assert drawing.ask.text == "Ann (Engineer): draw 1 Generic card."
    drawing.answer(True)
    assert (hand(game, ENGINEER), game.deck) == ([None], 47)


@pytest.mark.rule("SS-110", "SS-R25", "toggle:hand_limit")
@pytest.mark.parametrize(("limit", "over"), [(5, 1), (3, 3), (6, 0)])
def test_a_hand_above_the_limit_is_discarded_down_before_anything_else(limit, over):
    game = table(phase="draw", hands={ENGINEER: FIVE}, hand_limit=5)
    game.setup.toggles["hand_limit"] = limit
    at = asked(turn.play(game), ["suit"])
    if over:
        assert at.ask.text == f"Ann (Engineer): discard down to {limit}; {over} too many."
        at.answer("suit" if over == 1 else [option.value for option in at.ask.options[:over]])
    assert isinstance(at.ask, RollDice)
    assert len(hand(game, ENGINEER)) == min(limit, 6)


@pytest.mark.rule("SS-13", "SS-75")
def test_discards_lie_open_on_one_place():
    game = table(phase="draw", hands={ENGINEER: FIVE})
    playing(game, ["suit"], "vial")
    for seat in (None, DOCTOR):
        assert GAME.show(game, seat)["decks"]["generic_discard"] == ["Vial"]


@pytest.mark.rule("SS-R30", "toggle:reshuffle")
def test_an_empty_deck_is_made_of_its_own_discards():
    game = table(phase="draw")
    game.unseen, game.deck = {}, 0
    everything = [card.id for card in game.pack.generic for _ in range(card.count)]
    game.generic_discard = list(everything)
    playing(game, ["bulb"])
    assert (hand(game, ENGINEER), game.deck, game.generic_discard) == (["bulb"], 47, [])
    off = table(phase="draw", reshuffle="off")
    off.unseen, off.deck, off.generic_discard = {}, 0, list(everything)
    assert isinstance(playing(off).ask, RollDice)
    assert (hand(off, ENGINEER), off.deck) == ([], 0)
    assert "The Generic deck is empty: no card is drawn." in texts(off)


@pytest.mark.rule("SS-R30")
def test_without_discards_no_card_is_drawn():
    game = table(phase="draw")
    game.players[DOCTOR].hand = []
    game.unseen, game.deck = {}, 0
    at = asked(cards.draw_generic(game, ENGINEER, 2))
    assert at.ask is None
    assert hand(game, ENGINEER) == []


@pytest.mark.rule("SS-R30")
def test_the_crisis_deck_is_made_anew_from_crisis_discards_only():
    pack = example_pack(crisis_card())
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=1, pack=pack)
    game.crisis_deck, game.crisis_discard = {}, ["test"]
    at = playing(game, "to:CR1")
    assert dict(at.ask.left) == {"test": 1}
    off = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=1, pack=pack, reshuffle="off")
    off.crisis_deck, off.crisis_discard = {}, ["test"]
    playing(off, "to:CR1")
    assert "The Crisis deck is empty: no card is drawn." in texts(off)


@pytest.mark.rule("SS-R24", "SS-61", "SS-111")
def test_crisis_cards_are_no_hand_cards_unless_they_say_so():
    for after, piles in (("discard", (["test"], [], 5)), ("table", ([], ["test"], 5)), ("hand", ([], [], 6))):
        card = CrisisCard("test", "Test", "…", (), after=after)
        game = table(
            {DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=1, pack=example_pack(card), hands={DOCTOR: FIVE}
        )
        at = playing(game, "to:CR1", ["test"], True)
        assert (game.crisis_discard, game.crisis_table, len(hand(game, DOCTOR))) == piles
        if after == "hand":  # no room: a card is discarded, and it may be this one
            at.answer("test")
            assert (game.crisis_discard, hand(game, DOCTOR)) == (["test"], FIVE)


def test_chance_takes_a_card_of_the_hand():
    pack = example_pack(crisis_card(Discard("discard", 1, choice="random")))
    game = table({DOCTOR: "p2"}, current=DOCTOR, phase="move", rolled=1, pack=pack, hands={DOCTOR: ["vial", "bulb"]})
    at = playing(game, "to:CR1", ["test"], True)
    assert isinstance(at.ask, DrawCards)
    assert dict(at.ask.left) == {"vial": 1, "bulb": 1}
    at.answer(["vial"])
    assert (hand(game, DOCTOR), game.generic_discard) == (["bulb"], ["vial"])
    real = table(
        {DOCTOR: "p2"},
        current=DOCTOR,
        phase="move",
        rolled=1,
        pack=pack,
        hands={DOCTOR: [None, None]},
        custody="table",
    )
    at = playing(real, "to:CR1", "test", True)
    assert isinstance(at.ask, ReadCard)
    at.answer("vial")
    assert (hand(real, DOCTOR), real.generic_discard) == ([None], ["vial"])


# Real cards


def test_a_real_hand_could_hold_whatever_is_not_seen_elsewhere():
    game = table(hands={ENGINEER: [None, None], DOCTOR: ["gun", None]}, custody="table")
    could = cards.could_hold(game, ENGINEER)
    assert could == dict.fromkeys(could, 2)
    assert "gun" not in could  # everybody saw who crafted it
    assert set(could) == {card.id for card in game.pack.generic}
    game.generic_discard = ["suit"] * 3
    del game.unseen["suit"]
    game.deck -= 3
    assert "suit" not in cards.could_hold(game, ENGINEER)
    GAME.check(game)


def test_a_real_card_is_known_once_it_is_played():
    game = table(phase="move", rolled=1, hands={ENGINEER: [None, None]}, custody="table")
    at = playing(game)
    assert not at.ask.private
    assert "extra_space" in open_values(at.ask)
    at.answer("extra_space")
    assert (hand(game, ENGINEER), game.unseen["extra_space"], game.generic_discard) == ([None], 5, ["extra_space"])
    GAME.check(game)


def test_crafting_from_a_real_hand_needs_enough_cards_and_enough_of_the_kind():
    game = table(hands={ENGINEER: [None, None]}, custody="table")
    at = playing(game)
    assert "craft:gun" in open_values(at.ask)
    assert "craft:medkit" not in open_values(at.ask)  # three cards
    at.answer("craft:gun")
    assert hand(game, ENGINEER) == ["gun"]
    assert game.generic_discard == ["scrap", "holster"]
    scarce = table(hands={ENGINEER: [None, None]}, custody="table")
    scarce.unseen["scrap"], scarce.deck = 1, scarce.deck - 11
    scarce.generic_discard = ["scrap"] * 11
    assert "You still need 1 Scrap" in choices(playing(scarce).ask)["craft:bulb"]


def test_a_real_hand_is_laid_down_card_by_card():
    game = table(hands={ENGINEER: ["gun"], DOCTOR: [None, "medkit"]}, health={DOCTOR: 1}, custody="table")
    at = playing(game, f"gun:{DOCTOR}")
    assert isinstance(at.ask, ReadCard)
    assert at.ask.text == "Cem (Doctor): lay down your hand. Which is the next card?"
    at.answer("vial")
    assert (hand(game, DOCTOR), game.generic_discard) == ([], ["vial"])
    assert game.players[CAPTAIN].alive
