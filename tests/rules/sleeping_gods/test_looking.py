"""Looking at the top of a deck: what was seen there comes next, and only the looker knows."""

from __future__ import annotations

from playing import Playing, play
from sleeping_gods_setting import do, ship, texts

from rules.ask import Confirm
from rules.chance import DrawFate
from rules.sleeping_gods.actions import search
from rules.sleeping_gods.events import discard_events, draw_event, find_totem
from rules.sleeping_gods.fate import draw_fate
from rules.sleeping_gods.hands import draw_cards
from rules.sleeping_gods.market import draw_market


def test_events_that_were_looked_at_come_in_that_order() -> None:
    state = ship(2)
    state.events.deck = ["mild", "perilous", "deadly"]
    playing = do(state, {"do": "discover_card_look", "deck": "event", "n": 2}).answer(["calm"]).answer(["gust"])
    assert isinstance(playing.ask, Confirm)
    assert playing.ask.text == "On top of the event deck: Calm, Gust."
    assert playing.ask.private
    assert "Gust" not in playing.ask.others + texts(state)
    playing.answer(True)
    assert Playing(draw_event(state)).ask is None  # no draw: it is known
    assert state.events.used == ["calm"]
    find_totem(state, "t1")  # two cards nobody knows come on top of the one that was seen
    play(draw_event(state), ["calm"])
    play(discard_events(state, 1), ["calm"])
    assert Playing(draw_event(state)).ask is None
    assert state.events.used[-1] == "gust"


def test_looking_again_shows_the_same_cards() -> None:
    state = ship(1)
    do(state, {"do": "discover_card_look", "deck": "event", "n": 1}).answer(["calm"]).answer(True)
    playing = do(state, {"do": "discover_card_look", "deck": "event", "n": 2}).answer(["calm"])
    assert playing.ask is not None
    assert playing.ask.text == "On top of the event deck: Calm, Calm."


def test_the_same_holds_for_ability_cards_market_cards_and_search_tokens() -> None:
    state = ship(1, cards=[])
    for deck, card in (("ability", "grand_plan"), ("market", "105"), ("search", "idol")):
        do(state, {"do": "discover_card_look", "deck": deck, "n": 1}).answer([card]).answer(True)
    playing = Playing(draw_fate(state, "Test"))
    assert isinstance(playing.ask, DrawFate)
    playing.answer(6)
    assert playing.returned == 6
    assert state.discard == ["grand_plan"]
    do(state, {"do": "discover_card_look", "deck": "ability", "n": 1}).answer(["bluff"]).answer(True)
    play(draw_cards(state, "north", 1))
    assert state.players["north"].hand == ["bluff"]
    assert play(draw_market(state, "north", 2), ["101"]) == [105, 101]
    play(search(state, "north"))
    assert state.searched == ["idol"]


def test_real_cards_are_looked_at_by_hand() -> None:
    state = ship(2, custody="table")
    playing = do(state, {"do": "discover_card_look", "deck": "event", "n": 2})
    assert isinstance(playing.ask, Confirm)
    assert playing.ask.todo == ("Look at the top 2 of the event deck and put them back as they were.",)
