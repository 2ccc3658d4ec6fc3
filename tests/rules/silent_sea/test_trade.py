"""Trading."""

import pytest
from playing import open_values, why_not
from sea_setting import ASTRO, CAPTAIN, DOCTOR, ENGINEER, crisis_card, example_pack, hand, playing, table, texts

from rules.ask import EnterNumber, PickSome

FIVE = ["scrap", "scrap", "vial", "case", "bulb"]


@pytest.mark.rule("SS-69", "SS-R39")
def test_trading_reaches_two_spaces_and_the_living():
    game = table({ASTRO: "p2", CAPTAIN: "CR1"}, hands={ENGINEER: ["vial"]}, health={DOCTOR: 0})
    asking = playing(game).ask
    assert why_not(asking, f"trade:{ASTRO}") == ""
    assert why_not(asking, f"trade:{CAPTAIN}") == "Dia (Captain) is 3 Spaces away; trading reaches 2 Spaces. (SS-69)"
    assert why_not(asking, f"trade:{DOCTOR}") == "Cem (Doctor) is out of the game. (SS-R39)"


@pytest.mark.rule("SS-70", "SS-71", "SS-R39")
def test_items_generic_cards_and_samples_change_hands_at_the_same_time():
    game = table(hands={ENGINEER: ["gun", "vial"], ASTRO: ["bulb", "scrap"]}, samples={ASTRO: 1})
    at = playing(game, f"trade:{ASTRO}")
    assert isinstance(at.ask, PickSome)
    assert [option.label for option in at.ask.options] == ["Gun", "Vial"]  # the Engineer carries no sample
    at.answer(["0:gun"])
    assert (at.ask.seat, at.ask.private) == (ASTRO, True)
    assert at.ask.text == "Ann (Engineer) offers you Gun. Trade?"
    at.answer("yes").answer(["0:bulb", "1:scrap", "sample:0"])
    assert at.ask.text == "Ben (Astrobiologist) gives Bulb, Scrap, 1 Water Sample for Gun. Agreed?"
    at.answer("yes")
    assert hand(game, ENGINEER) == ["vial", "bulb", "scrap"]
    assert hand(game, ASTRO)[0] == "gun"
    assert (game.players[ENGINEER].samples, game.players[ASTRO].samples) == (1, 0)
    assert game.current == ASTRO


@pytest.mark.rule("SS-72")
def test_one_side_may_give_nothing_but_not_both():
    game = table(hands={ENGINEER: ["vial"], ASTRO: ["bulb"]})
    playing(game, f"trade:{ASTRO}", ["0:vial"], "yes", [], "yes")
    assert (hand(game, ENGINEER), hand(game, ASTRO)[:2]) == ([], ["bulb", "vial"])
    nothing = table(hands={ENGINEER: ["vial"], ASTRO: ["bulb"]})
    at = playing(nothing, f"trade:{ASTRO}", [], "yes", [])
    assert why_not(at.ask, "yes") == "One side may give nothing, but not both. (SS-72)"
    empty = table()
    assert why_not(playing(empty).ask, f"trade:{ASTRO}") == "Neither of you has a card or a Water Sample. (SS-71)"


@pytest.mark.rule("SS-70", "SS-R38", "toggle:refused_trade_costs_action")
@pytest.mark.parametrize(("costs", "next_seat"), [("off", ENGINEER), ("on", ASTRO)])
def test_a_refused_trade_leaves_the_action_unless_the_house_says_otherwise(costs, next_seat):
    game = table(hands={ENGINEER: ["vial"], ASTRO: ["bulb"]}, refused_trade_costs_action=costs)
    at = playing(game, f"trade:{ASTRO}", ["0:vial"], "no")
    assert game.current == next_seat
    assert (hand(game, ENGINEER), hand(game, ASTRO)) == (["vial"], ["bulb"])
    if costs == "off":
        assert f"trade:{ASTRO}" in open_values(at.ask)  # ask again, or do something else
        at.answer(f"trade:{DOCTOR}").answer([]).answer("no")
        assert game.current == ENGINEER
    late = table(hands={ENGINEER: ["vial"], ASTRO: ["bulb"]}, refused_trade_costs_action=costs)
    playing(late, f"trade:{ASTRO}", ["0:vial"], "yes", [], "no")  # the asker may say no as well
    assert late.current == next_seat


@pytest.mark.rule("SS-R39")
def test_carriers_in_play_cannot_be_traded():
    game = table(carriers={ENGINEER: 1}, hands={ENGINEER: ["vial"], ASTRO: ["bulb"]})
    at = playing(game, f"trade:{ASTRO}")
    assert [option.value for option in at.ask.options] == ["0:vial"]


@pytest.mark.rule("SS-R40")
def test_nobody_can_end_up_with_more_samples_than_room():
    game = table(samples={ENGINEER: 1, ASTRO: 1})
    at = playing(game, f"trade:{ASTRO}", ["sample:0"])
    assert open_values(at.ask) == ["yes", "no"]  # Ben has no room for two: one must come back
    at.answer("yes")
    assert "you have no room for, so that goes back" in at.ask.text
    at.answer([])
    assert at.ask.text == "Ben (Astrobiologist) gives 1 Water Sample for 1 Water Sample. Agreed?"
    at.answer("yes")
    assert (game.players[ENGINEER].samples, game.players[ASTRO].samples) == (1, 1)
    keep = table(samples={ENGINEER: 1, ASTRO: 2}, carriers={ASTRO: 1})
    at = playing(keep, f"trade:{ASTRO}", [], "yes")
    assert at.ask.at_most == 0  # Ann has no room; asked all the same, as the offer is hidden
    assert at.answer([]).ask.text.endswith("Agreed?")
    real = table(samples={ENGINEER: 1, ASTRO: 2}, carriers={ASTRO: 1}, custody="table")
    at = playing(real, f"trade:{ASTRO}", 0, "yes")
    assert at.ask.text.endswith("Agreed?")  # where all see it, nobody is asked in vain
    two = table(samples={ENGINEER: 2}, carriers={ENGINEER: 1})
    assert playing(two, f"trade:{ASTRO}").ask.at_most == 1


@pytest.mark.rule("SS-70", "SS-72")
def test_whoever_takes_what_is_offered_and_gives_nothing_has_agreed():
    game = table(hands={ENGINEER: ["vial"]})
    playing(game, f"trade:{ASTRO}", ["0:vial"], "gift")
    assert (hand(game, ENGINEER), hand(game, ASTRO)) == ([], ["vial"])
    assert game.current == ASTRO
    nothing = table(hands={ENGINEER: ["vial"]})
    assert open_values(playing(nothing, f"trade:{ASTRO}", []).ask) == ["yes", "no"]


@pytest.mark.rule("SS-71", "SS-R40")
def test_with_real_cards_the_two_say_how_many_they_give():
    game = table(hands={ENGINEER: [None], ASTRO: [None]}, samples={ENGINEER: 1}, custody="table")
    at = playing(game, f"trade:{ASTRO}")
    assert isinstance(at.ask, EnterNumber)
    playing(game, f"trade:{ASTRO}", 1, 1, "yes", 0, "yes")
    assert (hand(game, ENGINEER), game.players[ASTRO].samples) == ([], 1)


@pytest.mark.rule("SS-R40", "SS-R25")
def test_a_hand_above_the_limit_is_discarded_down_after_the_trade():
    game = table(hands={ENGINEER: ["vial", "vial"], ASTRO: FIVE})
    at = playing(game, f"trade:{ASTRO}", ["0:vial", "1:vial"], "yes", [], "yes")
    assert len(hand(game, ASTRO)) == 7
    assert at.ask.text == "Ben (Astrobiologist): discard down to 5; 2 too many."
    at.answer(["0:scrap", "1:scrap"])
    assert len(hand(game, ASTRO)) == 5


@pytest.mark.rule("SS-71")
def test_what_is_no_item_and_no_generic_card_cannot_be_traded():
    game = table(pack=example_pack(crisis_card()), hands={ASTRO: ["bulb"]})
    game.players[ENGINEER].hand = ["vial", "test"]
    game.crisis_deck = {}
    game.unseen["vial"] -= 1
    game.deck -= 1
    at = playing(game, f"trade:{ASTRO}")
    assert [option.label for option in at.ask.options] == ["Vial"]


def test_only_the_partners_learn_what_is_traded():
    game = table(hands={ENGINEER: ["gun"], ASTRO: ["bulb"]}, samples={ENGINEER: 1})
    playing(game, f"trade:{ASTRO}", ["0:gun", "sample:0"], "yes", ["0:bulb"], "yes")
    public = [said.text for said in game.said if said.seats is None]
    assert "Ann (Engineer) gives 1 card and 1 Water Sample." in public
    assert not any("Gun" in text or "Bulb" in text for text in public)
    assert [(said.text, said.seats) for said in game.said if said.seats] == [
        ("You got Gun, 1 Water Sample.", (ASTRO,)),
        ("You got Bulb.", (ENGINEER,)),
    ]
    assert "Ann (Engineer) asks Ben (Astrobiologist) for a trade." in texts(game)


def test_of_real_cards_the_box_only_learns_how_many_changed_hands():
    game = table(hands={ENGINEER: ["gun", None], ASTRO: [None, None]}, custody="table")
    at = playing(game, f"trade:{ASTRO}")
    assert isinstance(at.ask, EnterNumber)
    assert (at.ask.low, at.ask.high) == (0, 2)
    playing_on = at.answer(1).answer("yes").answer(2).answer("yes")
    assert (hand(game, ENGINEER), hand(game, ASTRO)) == ([None] * 3, [None])
    assert game.unseen["gun"] == 1  # whoever holds it now
    assert playing_on.ask is not None
