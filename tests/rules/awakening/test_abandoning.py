"""Abandoning a card, and the game in which no block can move any more (AW-209, AW-210, AW-R80)."""

import random

import pytest
from awakening_setting import aside, effect, give, go, heard, offered, options, put, question, refusal, table, v
from playing import play

from rules.awakening import GAME, jam, turn
from rules.awakening.pack import Trait
from rules.awakening.state import Turn
from rules.awakening.words import TILE_COUNTS
from rules.position import Run, some_step
from rules.selfplay import play_many


@pytest.mark.rule("AW-209", "AW-R80", "AW-48")
def test_a_card_is_abandoned_on_ones_own_turn_for_its_honor_and_gives_its_blocks_back():
    state = table(2, {1: "inn", 2: "library"})
    give(state, "orange", "FX-RED", 3)

    at = aside(state, "abandon")
    assert question(at).text == "Orange: which card do you abandon?"
    assert offered(at) == ["tall_sister", "FX-RED", "keep"]
    assert options(at)["FX-RED"].hint == "Lose 2 honor; 3 blocks return to influence."
    at.answer("FX-RED")

    player = state.players["orange"]
    assert (player.honor, player.influence) == (8, 8)
    assert player.sources["Companions"] == -2
    assert "FX-RED" in state.removed
    assert "Orange abandons Red." in heard(state)
    assert at.ask is None
    at = go(state)
    assert question(at).seat == "orange"
    assert "act 1" in options(at)  # it is no step of the turn
    GAME.check(state)


@pytest.mark.rule("AW-209", "AW-211")
def test_traits_relics_and_monsters_can_be_abandoned_as_well_and_keeping_all_costs_nothing():
    state = table(2, {1: "inn", 2: "library"})
    for card in ("FX-LENS", "FX-CALM", "FX-OGRE"):
        give(state, "orange", card)
    at = aside(state, "abandon")
    assert offered(at) == ["tall_sister", "FX-LENS", "FX-CALM", "FX-OGRE", "keep"]
    at.answer("keep")
    assert state.players["orange"].honor == 10
    aside(state, "abandon", "FX-OGRE")
    assert (state.players["orange"].honor, state.players["orange"].monsters) == (5, [])


@pytest.mark.rule("AW-210", "AW-196")
def test_abandoning_a_treachery_card_costs_no_honor():
    state = table(2)
    give(state, "orange", "FX-SPY", 1)
    at = aside(state, "abandon")
    assert options(at)["FX-SPY"].hint == "Lose no honor; 1 block returns to influence."
    at.answer("FX-SPY")
    assert state.players["orange"].honor == 10


@pytest.mark.rule("AW-R80", "AW-R21")
def test_an_abandoned_companion_has_no_ability_left_this_turn():
    state = table(2, {1: "inn", 2: "library"})
    give(state, "orange", "finch")
    go(state, "activate finch")
    aside(state, "abandon", "finch")
    at = go(state)
    assert "no longer in your party" in refusal(at, "ability finch").why


def test_who_has_no_card_is_told_so():
    state = table(2)
    state.players["orange"].companions = []
    go(state)
    [found] = GAME.asides(state, "orange")
    assert (found.value, found.barred.rule) == ("abandon", "AW-209")


@pytest.mark.rule("AW-R80", "AW-R15")
def test_a_card_is_abandoned_between_steps_of_ones_own_turn_only():
    state = table(2)
    go(state, "travel 1-2-5")  # a tile is being revealed
    [found] = GAME.asides(state, "orange")
    assert found.barred.rule == "AW-R15"
    assert GAME.asides(state, "green") == ()


@pytest.mark.rule("AW-126")
def test_cards_hear_of_an_abandoned_one():
    ear = effect("on_event", v("gain_attribute", attr="vision"), event="card_lost")
    state = table(2, None, Trait(id="FX-EAR", name="The ear", honor=4, effects=(ear,)))
    give(state, "orange", "FX-EAR")
    aside(state, "abandon", "tall_sister")
    assert state.players["orange"].has("vision") == 1


# Jammed


def locked(state, seat="orange", **numbers):
    """All blocks of a player lie on the first companion."""
    player = state.players[seat]
    put(state, seat, potential=0, influence=0, conviction=0, inspiration=0, knowledge=0, strength=0, **numbers)
    player.reserve, player.companions[0].blocks = 3, player.reserve - 3
    GAME.check(state)


def jammed(players=2, **numbers):
    state = table(players, {1: "inn", 2: "library", 5: "fort"})
    for seat in state.seats:
        locked(state, seat, **numbers)
    return state


@pytest.mark.rule("AW-R22", "AW-R80")
def test_the_box_notices_when_nobody_can_move_a_block_and_says_what_helps():
    state = jammed()
    assert all(jam.is_stuck(state, seat) for seat in state.seats)
    at = go(state, "end")
    told = "Nobody can move a block any more. Abandoning a card brings its blocks back."
    assert told in heard(state)
    assert "You can move none of your blocks; abandoning a card would bring its blocks back." in question(at).text
    at.answer("abandon").answer("glasseye")
    assert state.players["green"].influence == 21
    assert not jam.is_stuck(state, "green")
    assert "You can move none" not in question(at).text
    state.said.clear()
    at.answer("end")
    assert told not in heard(state)
    assert "You can move none" in question(at).text  # orange still


@pytest.mark.rule("AW-R22")
@pytest.mark.parametrize(
    ("numbers", "stuck"),
    [
        ({}, True),
        ({"strength": 1}, True),  # nothing takes 1 strength alone
        ({"courage": 1, "vision": 1, "wisdom": 1}, True),
        ({"inspiration": 1}, False),  # the Shrine
        ({"knowledge": 1}, False),  # the Monastery
        ({"strength": 2}, False),  # an Inn
        ({"strength": 1, "knowledge": 1}, False),  # vision
        ({"courage": 2}, False),  # the Maw
        ({"vision": 2}, False),
        ({"wisdom": 2}, False),
        ({"wisdom": 3}, False),
        ({"conviction": 1}, False),  # a free tile, if need be one that is still to be revealed
        ({"influence": 1}, False),
        ({"potential": 1}, False),
    ],
    ids=str,
)
def test_a_player_is_stuck_if_no_action_anywhere_would_move_a_block(numbers, stuck):
    state = table(2, {1: "inn", 2: "library"})
    locked(state)
    player = state.players["orange"]
    for name, number in numbers.items():
        if name in player.attributes:
            player.attributes[name] = number
        else:
            setattr(player, name, number)
        player.companions[0].blocks -= number
    GAME.check(state)

    assert jam.is_stuck(state, "orange") is stuck


@pytest.mark.rule("AW-R22", "AW-74")
def test_conviction_is_stuck_only_where_every_tile_is_held_and_none_can_be_taken_over():
    state = table(2)
    state.pouch = dict.fromkeys(state.pouch, 0)
    kinds = [kind for kind, count in TILE_COUNTS.items() for _ in range(count)]
    state.tiles = dict(enumerate(kinds, 1))
    state.control = dict.fromkeys(range(1, 20), "green")
    player = state.players["green"]
    player.companions[0].blocks = player.potential = player.influence = player.conviction = player.reserve = 0
    player.attributes = dict.fromkeys(player.attributes, 0)
    player.reserve = 24 - 19
    locked(state)
    state.players["orange"].conviction, state.players["orange"].companions[0].blocks = 1, 20
    assert jam.is_stuck(state, "orange")
    state.players["orange"].conviction, state.players["orange"].companions[0].blocks = 2, 19
    assert not jam.is_stuck(state, "orange")


@pytest.mark.rule("AW-146")
def test_a_charged_relic_frees_a_block():
    state = table(2)
    give(state, "orange", "FX-LENS", 1)
    locked(state)
    assert not jam.is_stuck(state, "orange")


@pytest.mark.rule("AW-R80")
def test_random_players_get_out_of_a_jam():
    chance = random.Random(3)
    state = jammed(3)
    state.turn = Turn(seat="orange")
    run = Run(GAME, state)
    for _ in range(400):
        if run.ask is None or not all(jam.is_stuck(run.state, seat) for seat in run.state.seats):
            break
        run.take(some_step(GAME, run.state, run.ask, chance))
    assert not all(jam.is_stuck(run.state, seat) for seat in run.state.seats)


def test_games_with_abandoned_cards_still_end():
    outcome = play_many(GAME, 3, seed=21)
    assert outcome.failures == []


def test_the_menu_is_played_as_an_action():
    state = table(2)
    play(turn.do(state, "orange", "abandon"), "tall_sister")
    assert state.players["orange"].companions == []
