"""Crafting items and resources."""

import pytest
from playing import open_values, why_not
from sea_setting import ASTRO, DOCTOR, ENGINEER, hand, playing, table

from rules.silent_sea import GAME

RECIPES = {
    "flashlight": ["scrap", "bulb"],
    "gun": ["scrap", "holster"],
    "medkit": ["scrap", "chemical", "vial"],
    "carrier": ["case", "scrap"],
    "hazmat": ["suit", "scrap"],
    "bulb": ["scrap", "scrap"],
    "holster": ["scrap", "scrap"],
    "suit": ["scrap", "scrap"],
    "case": ["scrap", "scrap"],
}
NUMBERS = ("SS-79", "SS-83", "SS-89", "SS-93", "SS-97", "SS-101", "SS-102", "SS-103", "SS-104")


@pytest.mark.rule(*NUMBERS, "SS-65", "SS-R32")
@pytest.mark.parametrize("product", RECIPES)
def test_each_product_takes_just_its_ingredients_from_the_own_hand(product):
    game = table(hands={ENGINEER: [*RECIPES[product], "extra_space"]})
    at = playing(game)
    possible = {value for value in open_values(at.ask) if value.startswith("craft:")}
    assert f"craft:{product}" in possible
    at.answer(f"craft:{product}")
    made = product if product in ("flashlight", "gun", "medkit", "carrier", "hazmat") else f"crafted_{product}"
    assert hand(game, ENGINEER) == ["extra_space", made]
    assert sorted(game.generic_discard) == sorted(RECIPES[product])
    for number, missing in zip(NUMBERS, RECIPES, strict=True):
        for left_out in set(RECIPES[missing]):
            short = list(RECIPES[missing])
            short.remove(left_out)
            barred = why_not(playing(table(hands={ENGINEER: short})).ask, f"craft:{missing}")
            assert barred.startswith("You still need 1 ")
            assert barred.endswith(f"({number})")


@pytest.mark.rule("SS-R32")
def test_the_hand_of_another_does_not_help():
    game = table(hands={ENGINEER: ["scrap"], ASTRO: ["bulb"]})
    assert why_not(playing(game).ask, "craft:flashlight") == "You still need 1 Bulb. (SS-79)"


@pytest.mark.rule("SS-R33", "toggle:craft_supply")
def test_crafted_cards_come_from_an_unlimited_supply_and_go_back_there():
    game = table(hands={ENGINEER: ["scrap", "scrap", "scrap"]})
    playing(game, "craft:bulb")
    assert hand(game, ENGINEER) == ["scrap", "crafted_bulb"]
    game.current, game.phase = ENGINEER, "action"
    playing(game, "craft:flashlight")  # a crafted Bulb is a Bulb
    assert hand(game, ENGINEER) == ["flashlight"]
    assert game.generic_discard == ["scrap", "scrap", "scrap"]  # and no Bulb among the Generic discards
    assert game.unseen["bulb"] == 3


@pytest.mark.rule("SS-R33", "toggle:craft_supply")
def test_by_a_house_rule_items_are_counted_and_resources_come_from_the_discards():
    game = table(hands={ENGINEER: ["scrap", "scrap", "bulb"]}, craft_supply="limited")
    asking = playing(game).ask
    assert why_not(asking, "craft:case") == "0 Case cards lie on the Generic discards. (SS-R33)"
    assert game.items_left["flashlight"] == 4
    game.items_left["flashlight"] = 0
    assert why_not(playing(game).ask, "craft:flashlight") == "0 Flashlight cards are left. (SS-R33)"
    game.items_left["flashlight"] = 1
    playing(game, "craft:flashlight")
    assert game.items_left["flashlight"] == 0
    again = table(hands={ENGINEER: ["scrap", "scrap"]}, craft_supply="limited")
    again.unseen["case"], again.deck, again.generic_discard = 2, again.deck - 1, ["case"]
    playing(again, "craft:case")
    assert (hand(again, ENGINEER), again.generic_discard) == (["case"], ["scrap", "scrap"])


@pytest.mark.rule("SS-R34")
def test_a_crafted_reaction_works_at_once_and_a_crafted_action_next_turn():
    game = table(hands={ENGINEER: ["scrap", "bulb"], ASTRO: ["gun"]})
    playing(game, "craft:flashlight")
    game.current, game.phase = ASTRO, "action"
    at = playing(game, f"gun:{ENGINEER}")
    assert "flashlight" in open_values(at.ask.of(ENGINEER))
    action = table(hands={ENGINEER: ["scrap", "holster"]})
    playing(action, "craft:gun")
    assert action.current == ASTRO  # one action, and it is used


@pytest.mark.rule("SS-R41", "SS-109", "toggle:carrier_on_craft")
def test_a_carrier_gives_nothing_until_it_lies_next_to_the_placard():
    game = table(hands={ENGINEER: ["case", "scrap"]})
    playing(game, "craft:carrier")
    assert (hand(game, ENGINEER), game.capacity(ENGINEER)) == (["carrier"], 1)
    at_once = table(hands={ENGINEER: ["case", "scrap"]}, carrier_on_craft="on")
    playing(at_once, "craft:carrier")
    assert (hand(at_once, ENGINEER), at_once.capacity(ENGINEER)) == ([], 2)


@pytest.mark.rule("SS-94", "SS-95", "SS-96")
def test_a_carrier_is_played_as_an_action_and_stays():
    game = table(hands={ENGINEER: ["carrier"]})
    assert "carrier" in open_values(playing(game).ask)
    playing(game, "carrier")
    assert (game.players[ENGINEER].carriers, game.generic_discard, hand(game, ENGINEER)) == (1, [], [])


@pytest.mark.rule("SS-R42", "toggle:carrier_stacks")
@pytest.mark.parametrize(("stacks", "capacity"), [("on", 4), ("off", 2)])
def test_each_carrier_adds_one_unless_the_house_says_two_are_the_most(stacks, capacity):
    game = table(carriers={DOCTOR: 3}, carrier_stacks=stacks)
    assert game.capacity(DOCTOR) == capacity


def after_trading_a_crafted_bulb():
    """Somewhere under the Engineer's three blanks may lie the crafted Bulb, or one of the deck."""
    game = table(hands={ENGINEER: [None, None, None], ASTRO: [None]}, custody="table")
    game.unseen["crafted_bulb"] = 1
    game.players[ENGINEER].hand.append(None)
    GAME.check(game)
    return game


@pytest.mark.rule("SS-R33")
@pytest.mark.parametrize(("which", "discards"), [("crafted_bulb", ["scrap"]), ("bulb", ["scrap", "bulb"])])
def test_with_real_cards_the_holder_says_which_bulb_is_spent_so_that_the_discards_are_right(which, discards):
    game = after_trading_a_crafted_bulb()
    at = playing(game, "craft:flashlight")
    assert at.ask.text == "Ann (Engineer): which Bulb do you spend?"
    at.answer(which)
    GAME.check(game)
    assert game.generic_discard == discards
    assert ("crafted_bulb" in game.unseen) is (which == "bulb")
    assert hand(game, ENGINEER).count("flashlight") == 1


def test_nobody_is_asked_which_bulb_where_only_one_can_be_meant():
    # two blanks, one of them the crafted Bulb for certain: the other pays the Scrap
    game = table(hands={ENGINEER: [None]}, custody="table")
    game.unseen["crafted_bulb"] = 1
    game.players[ENGINEER].hand.append(None)
    playing(game, "craft:flashlight")
    assert (game.generic_discard, hand(game, ENGINEER)) == (["scrap"], ["flashlight"])
    assert "crafted_bulb" not in game.unseen
    # where the box deals it knows, and the crafted one goes first
    game = table(hands={ENGINEER: ["scrap", "bulb", "crafted_bulb"]})
    playing(game, "craft:flashlight")
    assert hand(game, ENGINEER) == ["bulb", "flashlight"]
