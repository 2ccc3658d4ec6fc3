"""Proficiency and mastery (AW-165 to AW-179, AW-R64 to AW-R68)."""

import pytest
from awakening_setting import aside, give, go, offered, put, question, refusal, table
from playing import play

from rules.ask import IllegalAnswer
from rules.awakening import GAME, end, mastery, turn
from rules.awakening.pack import opened
from rules.awakening.words import ATTRIBUTES, COMMON, HEROIC
from rules.position import Run, Step


@pytest.mark.rule("AW-165", "AW-166", "AW-214")
def test_each_of_six_mastery_tiles_goes_to_the_single_leader():
    state = table(3)
    give(state, "green", "FX-OGRE")
    give(state, "white", "FX-LENS")

    play(end.masteries(state))

    # Orange's Tall Sister is red, Green's Glasseye blue, White's dog yellow.
    assert {seat: player.masteries for seat, player in state.players.items()} == {
        "orange": ["strength"],
        "green": ["knowledge", "courage"],
        "white": ["inspiration", "vision"],
    }
    assert [player.honor for player in state.players.values()] == [15, 21, 22]
    assert len(opened("demo").mastery_values) == 6


@pytest.mark.rule("AW-167", "AW-R66")
def test_on_a_tie_nobody_gets_it_and_nobody_wins_with_nothing():
    state = table(2)
    give(state, "green", "FX-RED")

    assert mastery.leader(state, "strength") is None  # 1 and 1
    assert mastery.leader(state, "wisdom") is None  # 0 and 0
    give(state, "green", "FX-A")
    assert mastery.leader(state, "strength") == "green"


@pytest.mark.rule("AW-X8", "AW-169", "AW-167")
def test_x8_vision_mastery_seven():
    state = table(3)
    state.players["orange"].proficiency["vision"] = 1
    for card in ("FX-LENS", "cup"):
        give(state, "orange", card)
    for card in ("bell", "reed", "mirror"):
        give(state, "green", card)
    totals = [mastery.total(state, seat, "vision") for seat in state.seats]
    assert totals == [4, 3, 0]

    play(end.masteries(state))
    assert ("vision" in state.players["orange"].masteries, state.pack.mastery_values["vision"]) == (True, 7)
    assert state.players["orange"].sources["Mastery"] == 7 + 5  # vision, and strength for the Tall Sister

    give(state, "green", "orrery")
    assert mastery.leader(state, "vision") is None


@pytest.mark.rule("AW-168", "AW-170")
def test_a_proficiency_tile_counts_as_two_cards():
    state = table(2)
    before = mastery.total(state, "orange", "strength")
    state.players["orange"].proficiency["strength"] = 2

    assert mastery.total(state, "orange", "strength") == before + 4


@pytest.mark.rule("AW-169", "AW-37", "AW-R67")
def test_the_mastery_tiles_are_worth_five_to_seven():
    values = opened("demo").mastery_values

    assert values["vision"] == 7
    assert [values[attr] for attr in ATTRIBUTES] == [5, 5, 5, 6, 7, 6]


@pytest.mark.rule("AW-X9", "AW-171", "AW-178", "AW-179")
def test_x9_wisdom_proficiency():
    state = table(3)
    put(state, wisdom=3, influence=4)
    player = state.players["orange"]

    go(state, "buy wisdom")
    assert (player.has("wisdom"), player.influence, state.proficiency["wisdom"]) == (0, 7, 1)
    assert mastery.total(state, "orange", "wisdom") == 2
    aside(state, "discard wisdom")

    assert (player.has("wisdom"), player.influence, state.proficiency["wisdom"]) == (2, 5, 1)
    assert mastery.total(state, "orange", "wisdom") == 0


@pytest.mark.rule("AW-171", "AW-R64")
@pytest.mark.parametrize("attr", ATTRIBUTES)
def test_three_blocks_of_one_attribute_buy_its_tile(attr):
    state = table(2)
    heroic = dict.fromkeys(HEROIC, 0 if attr in COMMON else 2)  # and nothing to make a third of
    common = dict.fromkeys(COMMON, 2 if attr in COMMON else 0)
    put(state, **{**heroic, **common, attr: 3}, influence=0, potential=0)

    playing = go(state)

    buys = [str(value) for value in offered(playing) if str(value).startswith("buy ")]
    assert buys == [f"buy {attr}"]  # never a mixture
    assert refusal(playing, f"buy {next(a for a in ATTRIBUTES if a != attr)}").rule == "AW-171"


@pytest.mark.rule("AW-172")
def test_a_tile_must_still_be_there():
    state = table(2)
    put(state, wisdom=3)
    state.proficiency["wisdom"] = 0

    assert refusal(go(state), "buy wisdom").rule == "AW-172"


@pytest.mark.rule("AW-173", "AW-175", "AW-176", "AW-R64")
def test_one_tile_per_turn_at_any_moment_of_it_without_using_a_step():
    state = table(3, {1: "library"})
    put(state, wisdom=3, courage=3, influence=1)

    playing = go(state, "act 1", "buy wisdom")

    assert refusal(playing, "buy courage").rule == "AW-173"
    assert state.now.travelled is False
    assert not state.now.activated


@pytest.mark.rule("AW-174")
def test_only_on_ones_own_turn():
    state = table(2)
    put(state, "green", wisdom=3)

    playing = go(state)

    assert question(playing).seats == ("orange",)
    assert not any(option.value.startswith("buy") for option in turn.asides(state, "green"))


@pytest.mark.rule("AW-177")
def test_any_number_of_tiles_may_be_owned():
    state = table(5)
    put(state, wisdom=9, influence=0, potential=0)
    for _ in range(3):
        go(state, "buy wisdom", *["end"] * 5)

    assert state.players["orange"].proficiency["wisdom"] == 3


@pytest.mark.rule("AW-178", "AW-R65", "toggle:discard_proficiency_any_turn")
def test_a_tile_may_be_discarded_on_anothers_turn_unless_the_table_forbids_it():
    state = table(2)
    state.players["green"].proficiency["vision"] = 1
    run = Run(GAME, state)

    run.take(Step("aside", "discard vision", "green"))

    assert state.players["green"].has("vision") == 2
    assert state.players["green"].proficiency["vision"] == 0
    assert run.ask is not None
    assert run.ask.seat == "orange"

    strict = table(2, discard_proficiency_any_turn=False)
    strict.players["green"].proficiency["vision"] = 1
    with pytest.raises(IllegalAnswer, match="AW-R65"):
        Run(GAME, strict).take(Step("aside", "discard vision", "green"))


@pytest.mark.rule("AW-R65", "AW-R15")
def test_a_tile_is_not_discarded_while_something_is_being_resolved():
    state = table(2, {1: "sacred_monastery"})
    state.players["green"].proficiency["vision"] = 1
    run = Run(GAME, state)
    run.take(Step("answer", "act 1", "orange"))

    with pytest.raises(IllegalAnswer, match="AW-R15"):
        run.take(Step("aside", "discard vision", "green"))


@pytest.mark.rule("AW-R65")
def test_a_tile_may_be_bought_and_discarded_in_one_turn():
    state = table(2)
    put(state, courage=3)

    go(state, "buy courage")
    aside(state, "discard courage")

    assert state.players["orange"].has("courage") == 2
    assert state.proficiency["courage"] == 0


@pytest.mark.rule("AW-R65")
def test_after_the_last_turn_nothing_is_discarded_any_more():
    state = table(2)
    state.players["orange"].proficiency["wisdom"] = 1
    state.phase = "scoring"

    assert mastery.cannot_discard(state, "orange", "wisdom").rule == "AW-R65"


@pytest.mark.rule("AW-R68", "AW-168")
def test_the_first_companion_counts_and_wretch_or_journey_never():
    state = table(2)

    totals = [mastery.total(state, "orange", attr) for attr in ATTRIBUTES]

    assert totals == [0, 0, 1, 0, 0, 0]  # the Tall Sister
