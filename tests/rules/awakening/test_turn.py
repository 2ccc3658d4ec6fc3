"""The turn and activation (AW-49 to AW-56, AW-198, AW-199, AW-R14 to AW-R21)."""

from itertools import permutations

import pytest
from awakening_setting import effect, give, go, heard, offered, put, question, refusal, table, v

from rules.ask import IllegalAnswer
from rules.awakening.pack import Companion
from rules.awakening.state import Grant

TILES = {1: "library", 2: "spire", 5: "fort"}
STEPS = {"activate": ("activate self",), "travel": ("travel 1-2-5",), "act": ("act 1",)}


@pytest.mark.rule("AW-49", "AW-50", "AW-R31")
@pytest.mark.parametrize("order", list(permutations(STEPS)), ids="-".join)
def test_the_three_steps_may_be_done_in_any_order(order):
    state = table(2, TILES)

    playing = go(state, *(answer for step in order for answer in STEPS[step]))

    assert (state.now.activated, state.now.travelled, state.now.acted) == ("self", True, "1")
    assert state.players["orange"].space == "1-2-5"
    left = "take control of a tile and take a proficiency tile in any order, or end the turn."
    assert question(playing).text == f"Orange: {left}"  # not done as long as there is honor to be had
    assert question(playing).default is None
    state.players["orange"].conviction, state.proficiency["knowledge"] = 0, 0
    assert question(playing.again()).text == "Orange: all three steps are done. End the turn?"


@pytest.mark.rule("AW-R14", "AW-51", "AW-64")
def test_each_step_is_done_once_at_most_and_may_be_skipped():
    state = table(2, TILES)
    playing = go(state)
    assert "end" in offered(playing)  # nothing is compulsory

    playing = go(state, "activate self", "travel 1-2-5", "act 1")

    assert refusal(playing, "activate self").rule == "AW-51"
    assert refusal(playing, "activate tall_sister").rule == "AW-51"
    assert refusal(playing, "travel").rule == "AW-R14"
    assert refusal(playing, "act 2").rule == "AW-64"


@pytest.mark.rule("AW-R14", "AW-R15")
def test_travel_is_one_uninterrupted_move():
    state = table(2, TILES)

    state.players["orange"].speed = 4
    del state.tiles[5]
    playing = go(state, "travel", "1-2-5")

    assert all(str(value)[0].isdigit() for value in offered(playing))  # ways there and nothing else
    assert not state.between


@pytest.mark.rule("AW-52", "AW-54")
def test_activating_oneself_is_free():
    state = table(2)

    go(state, "activate self")

    player = state.players["orange"]
    assert (player.influence, player.has("knowledge")) == (7, 2)  # only the yield left influence


@pytest.mark.rule("AW-53", "AW-54", "AW-55")
def test_a_companion_costs_a_block_and_yields_its_attributes():
    state = table(2)
    give(state, "orange", "FX-BLUE")

    go(state, "activate FX-BLUE")

    player = state.players["orange"]
    assert player.held("FX-BLUE").blocks == 1
    assert (player.has("knowledge"), player.has("inspiration")) == (2, 2)
    assert player.influence == 8 - 1 - 2


@pytest.mark.rule("AW-56", "AW-R21")
def test_the_ability_may_be_used_once_until_the_turn_ends():
    state = table(2, TILES)
    give(state, "orange", "drift_hand")

    playing = go(state, "activate drift_hand", "later", "act 1")
    assert "ability drift_hand" in offered(playing)  # later in the turn
    playing = go(state, "ability drift_hand")
    assert state.now.speed_bonus == 1
    assert "ability drift_hand" not in offered(playing)

    state = table(2, TILES)
    give(state, "orange", "drift_hand")
    playing = go(state, "activate drift_hand", "later", "end")  # unused it lapses
    assert question(playing).seat == "green"
    playing = go(state, "end")
    assert "ability drift_hand" not in offered(playing)


@pytest.mark.rule("AW-R19", "AW-R21", "AW-X21")
def test_x21_activation_with_one_block_left():
    state = table(
        2,
        None,
        Companion(
            id="FX-RED2",
            name="Red two",
            colour="red",
            honor=2,
            gains={"strength": 2},
            ability=effect("while_activated", v("gain_honor", amount=1)),
        ),
    )
    give(state, "orange", "FX-RED2", 2)
    put(state, influence=1, strength=0)

    playing = go(state, "activate FX-RED2")

    player = state.players["orange"]
    assert (player.held("FX-RED2").blocks, player.influence, player.has("strength")) == (3, 0, 0)
    assert offered(playing) == ["now", "later"]
    assert "ability FX-RED2" in offered(playing.answer("later"))


@pytest.mark.rule("AW-R19")
def test_without_influence_only_oneself_can_be_activated_for_nothing():
    state = table(2)
    put(state, influence=0)

    playing = go(state)
    assert refusal(playing, "activate tall_sister").rule == "AW-R19"
    playing.answer("activate self")

    assert state.players["orange"].has("knowledge") == 1


@pytest.mark.rule("AW-R20", "AW-121", "toggle:loyalty_cost")
def test_activation_always_costs_one_block_unless_loyalty_gets_dearer():
    for toggle, blocks in (("flat", 4), ("escalating", 7)):
        state = table(2, loyalty_cost=toggle)
        give(state, "orange", "FX-A", 3)
        put(state, influence=6)
        go(state, "activate FX-A")
        assert state.players["orange"].held("FX-A").blocks == blocks


@pytest.mark.rule("AW-R15")
def test_free_actions_are_not_offered_inside_a_resolution():
    state = table(2, {1: "sacred_monastery", 2: "spire"})
    put(state, knowledge=3)

    playing = go(state, "act 1")

    assert {option.value for option, _ in question(playing).limits} == {"influence", "conviction", "keep"}
    with pytest.raises(IllegalAnswer):
        playing.answer("convert courage")


@pytest.mark.rule("AW-199", "AW-213")
def test_play_goes_clockwise_by_seat():
    state = table(4)
    seats = []
    for _ in range(8):
        playing = go(state)
        seats.append(question(playing).seat)
        playing.answer("end")

    assert seats == ["orange", "green", "white", "black"] * 2
    assert state.round == 3


@pytest.mark.rule("AW-R13", "AW-R31")
def test_a_tile_revealed_by_ones_own_move_can_be_used_and_taken_at_once():
    state = table(2, {1: "library", 2: "spire"})

    playing = go(state)
    assert "act 5" not in offered(playing)
    playing = go(state, "travel 1-2-5", ["fort"])

    assert {"act 5", "control 5"} <= set(offered(playing))
    go(state, "control 5", "act 5")
    assert state.players["orange"].has("strength") == 3


@pytest.mark.rule("AW-49")
def test_the_turn_is_told_in_the_log():
    state = table(2, TILES)
    go(state, "act 1", "end")

    assert "Orange acts at Library (H1)." in heard(state)
    assert "Green's turn." in heard(state)


@pytest.mark.rule("AW-R21")
def test_a_companion_activated_twice_may_use_its_ability_twice():
    state = table(2, TILES)
    give(state, "orange", "drift_hand")
    go(state, "activate drift_hand", "later")
    state.now.grants.append(Grant(what="activate"))

    playing = go(state, "activate drift_hand", "now", "ability drift_hand")

    assert state.now.speed_bonus == 2
    assert "ability drift_hand" not in offered(playing)


@pytest.mark.rule("AW-65", "AW-R39")
def test_the_prompt_reminds_of_what_a_card_grants_beyond_the_steps():
    state = table(2, {1: "library", 2: "fort"})
    go(state, "act 1")
    assert question(go(state)).text == "Orange: activate and travel in any order, or end the turn."

    state.now.grants.append(Grant(what="act", other_tile=True))

    assert question(go(state)).text == "Orange: activate, travel and act once more in any order, or end the turn."
