"""What would do nothing is not offered, and so costs nothing (AW-R41, AW-R82)."""

import pytest
from awakening_setting import CASE, close, effect, give, go, offered, put, refusal, table, v
from playing import play

from rules.awakening import effects, events
from rules.awakening.case import Case
from rules.awakening.pack import Trait

NEAR = {"adjacent_players": 1, "choose": True}


@pytest.mark.rule("AW-197", "AW-R41", "AW-189")
@pytest.mark.parametrize("card", ["cutpurse", "borrowed_face", "mildew", "greatheart"])
def test_an_ability_against_adjacent_players_waits_until_somebody_is_near(card):
    state = table(2, {1: "inn", 2: "library"})
    give(state, "orange", card)

    at = go(state, f"activate {card}")
    why = refusal(at, f"ability {card}")
    assert why.rule == "AW-R41"
    assert "There is nobody for" in why.why
    state.players["green"].space = "1-2-5"
    at.again()

    assert f"ability {card}" in offered(at)


@pytest.mark.rule("AW-R41")
def test_a_tile_nobody_else_holds_cannot_be_lost():
    state = table(2, {1: "inn", 2: "library"})
    give(state, "orange", "false_herald")
    assert refusal(go(state, "activate false_herald"), "ability false_herald").why.endswith("would do nothing now.")
    state.control[2] = "green"
    put(state, "green")
    assert "ability false_herald" in offered(go(state))


@pytest.mark.rule("AW-R41", "AW-145")
def test_a_relic_against_players_near_keeps_its_block():
    state = table(2, {1: "inn"})
    give(state, "orange", "leech_stone", 1)
    assert refusal(go(state), "relic leech_stone").rule == "AW-R41"
    assert state.players["orange"].held("leech_stone").blocks == 1


@pytest.mark.rule("AW-189", "AW-R41")
def test_a_treacherous_trait_does_not_pay_for_a_blow_in_the_air():
    blow = effect("on_event", v("lose_honor", amount=1, who=NEAR), event="converted")
    sly = Trait(id="FX-BLOW", name="Blow", honor=-1, treachery=True, use_honor_cost=1, effects=(blow,))
    state = table(2, None, sly)
    give(state, "orange", "FX-BLOW")
    play(events.happened(state, "converted", "orange", "courage"))
    assert state.players["orange"].honor == 10
    state.players["green"].space = "1-2-5"
    play(events.happened(state, "converted", "orange", "courage"))
    assert (state.players["orange"].honor, state.players["green"].honor) == (9, 9)


def vain(state, *verbs, case=CASE):
    return effects.cannot(state, case, effect("on_use", *verbs), "k") is not None


@pytest.mark.rule("AW-R41")
@pytest.mark.parametrize(
    "verb",
    [
        v("lose_attribute", attr="courage", who="each_other"),
        v("for_each", who={"adjacent_players": 1}, do=[v("lose_honor", amount=1, who="other")]),
        v("gain_honor", amount={"per": {"count": "tiles_controlled"}}),
        v("lose_honor", amount=1, who="other"),
        v("transfer_honor", amount=1, giver="other"),
        v("downgrade_block", who={"adjacent_players": 1}),
        v("push_player", who={"adjacent_players": 1}),
        v("swap_places", other={"adjacent_players": 1}),
        v("lose_card", card={"kind": "relic", "owner": "each_other"}),
        v("may", do=[v("lose_honor", amount=1, who={"adjacent_players": 1})]),
        v("if", condition={"test": "on_rim"}, then=[v("lose_honor", amount=1, who="other")]),
        v("choose_one", options=[{"label": "a", "do": [v("lose_honor", amount=1, who="other")]}]),
        v("upgrade_mount", cost=[v("pay_attribute", attr="courage", amount=1)]),
        v("sequence", do=[v("lose_honor", amount=1, who="other")]),
        v("repeat", do=[v("lose_honor", amount=1, who="other")]),
        v("pay", cost=[], then=[v("lose_honor", amount=1, who="other")]),
    ],
    ids=lambda verb: verb["verb"],
)
def test_verbs_that_would_find_nobody_or_nothing(verb):
    state = table(2, {1: "inn", 2: "library"})
    assert vain(state, verb)
    assert not vain(state, verb, v("gain_attribute", attr="vision"))  # it does something else as well


@pytest.mark.rule("AW-R41", "AW-R18")
def test_an_ability_that_buys_something_says_what_it_takes():
    state = table(2, {1: "inn"})
    give(state, "orange", "vesper")
    at = go(state, "activate vesper")
    assert str(refusal(at, "ability vesper")) == "This takes 3 strength; you have 1 strength. (AW-81)"


@pytest.mark.rule("AW-R41")
def test_verbs_that_find_somebody_are_not_in_vain():
    state = close(3, {1: "inn", 2: "library"})
    state.control[2] = "green"
    put(state, "green")
    for verb in (
        v("lose_attribute", attr="strength", who="each_other"),
        v("for_each", who={"adjacent_players": 1}, do=[v("lose_honor", amount=1, who="other")]),
        v("lose_control", who="each_other"),
        v("gain_honor", amount={"per": {"count": "players_within"}}),
        v("downgrade_block", who={"adjacent_players": 1}),
        v("if", condition={"test": "on_rim"}, then=[], otherwise=[v("gain_honor", amount=1)]),
        v("manual", text="Anything."),
    ):
        assert not vain(state, verb)
    assert not vain(state, v("lose_honor", amount=1, who="other"), case=Case("orange", "FX-LENS", "green"))
