"""Area control (AW-67 to AW-78, AW-R34 to AW-R40)."""

import pytest
from awakening_setting import give, go, heard, lay, offered, put, question, refusal, table
from playing import play

from rules.awakening import end
from rules.awakening.state import Grant

TILES = {1: "library", 2: "spire"}


def held_by_green(**toggles):
    state = table(2, TILES, **toggles)
    state.control[1] = "green"
    put(state, "green", conviction=1)
    return state


@pytest.mark.rule("AW-67", "AW-73", "AW-72")
def test_a_free_tile_takes_one_conviction_and_gives_two_honor():
    state = table(2, TILES)

    go(state, "control 1")

    player = state.players["orange"]
    assert (player.conviction, player.influence, player.honor) == (1, 8, 12)
    assert state.control == {1: "orange"}


@pytest.mark.rule("AW-68", "AW-217")
def test_each_controlled_tile_gives_two_honor_at_the_end():
    state = table(2, TILES)
    state.control |= {1: "orange", 2: "orange"}

    play(end.tiles_held(state))

    assert state.players["orange"].honor == 14


@pytest.mark.rule("AW-69", "AW-R35")
def test_the_controller_gains_two_honor_when_another_uses_the_tile():
    state = held_by_green()

    go(state, "act 1")

    assert state.players["green"].honor == 12
    assert state.players["orange"].honor == 10


@pytest.mark.rule("AW-70")
def test_ones_own_tile_brings_no_honor_for_using_it():
    state = table(2, TILES)
    state.control[1] = "orange"
    put(state)

    go(state, "act 1")

    assert state.players["orange"].honor == 10


@pytest.mark.rule("AW-71")
def test_one_tile_cannot_be_taken_and_another_used():
    state = table(2, TILES)
    assert refusal(go(state, "control 1"), "act 2").rule == "AW-71"
    state = table(2, TILES)
    assert refusal(go(state, "act 2"), "control 1").rule == "AW-71"


@pytest.mark.rule("AW-71", "AW-R84")
def test_an_ability_may_lift_the_same_tile_rule():
    state = table(2, TILES)
    give(state, "orange", "merrow")

    go(state, "activate merrow", "now", "control 1", "act 2")

    assert state.control == {1: "orange"}
    assert state.players["orange"].has("inspiration") == 3


@pytest.mark.rule("AW-72")
def test_only_a_tile_beside_the_token_can_be_taken():
    state = table(2, {**TILES, 10: "fort"})

    assert "control 10" not in offered(go(state))
    state.players["orange"].space = "5-6-10"
    assert "control 10" in offered(go(state))
    assert "control 1" not in offered(go(state))


@pytest.mark.rule("AW-X1", "AW-74", "AW-75", "AW-67", "AW-78", "AW-77", "AW-70")
def test_x1_sample_takeover():
    state = table(2)
    lay(state, 5, "library")
    state.players["orange"].space = "1-2-5"
    state.control[5] = "green"
    put(state, "orange", potential=8, influence=8, conviction=2, honor=14)
    put(state, "green", potential=8, influence=8, conviction=1, honor=12)
    orange, green = state.players["orange"], state.players["green"]

    go(state, "control 5")
    assert (orange.conviction, orange.influence, orange.honor) == (0, 9, 16)
    assert state.control == {5: "orange"}
    assert (green.influence, green.honor) == (9, 12)
    go(state, "act 5")

    assert (orange.influence, orange.has("knowledge"), orange.honor) == (7, 3, 16)
    assert green.honor == 12
    assert 24 - orange.reserve == 21


@pytest.mark.rule("AW-74")
def test_a_takeover_needs_two_conviction():
    state = held_by_green()
    put(state, conviction=1)

    assert refusal(go(state), "control 1").why == "Library (H1) takes 2 conviction; you have 1."


@pytest.mark.rule("AW-75", "AW-R25")
def test_the_knock_out_block_returns_to_influence():
    state = held_by_green()

    go(state, "control 1")

    assert (state.players["orange"].influence, state.players["orange"].conviction) == (9, 0)


@pytest.mark.rule("AW-76", "AW-77")
@pytest.mark.parametrize("order", [("control 1", "act 1"), ("act 1", "control 1")], ids=["before", "after"])
def test_control_is_a_bonus_before_or_after_using_the_same_tile(order):
    state = table(2, TILES)

    go(state, *order)

    assert state.control == {1: "orange"}
    assert state.players["orange"].has("knowledge") == 3


@pytest.mark.rule("AW-78", "AW-R34")
def test_the_loser_only_gets_the_block_back():
    state = held_by_green()
    influence = state.players["green"].influence

    go(state, "control 1")

    green = state.players["green"]
    assert (green.influence, green.honor, green.conviction) == (influence + 1, 10, 1)
    assert "Green loses Library (H1); the block returns to influence." in heard(state)


@pytest.mark.rule("AW-R35")
def test_using_first_honours_the_old_holder_and_taking_first_nobody():
    state = held_by_green()
    go(state, "act 1", "control 1")
    assert state.players["green"].honor == 12

    state = held_by_green()
    go(state, "control 1", "act 1")
    assert state.players["green"].honor == 10


@pytest.mark.rule("AW-R36")
def test_one_gain_of_control_per_turn():
    state = table(2, TILES)

    assert refusal(go(state, "control 1"), "control 2").rule == "AW-R36"
    assert "control 2" not in offered(go(state))


@pytest.mark.rule("AW-R37")
def test_control_may_be_taken_before_travel_and_the_use_come_at_any_time():
    state = table(2, {**TILES, 5: "fort"})

    go(state, "control 1", "travel 1-2-5", "activate self", "act 1")

    assert state.control == {1: "orange"}
    assert state.players["orange"].has("knowledge") == 4


@pytest.mark.rule("AW-R38", "toggle:control_with_block_upgrade")
def test_control_and_a_block_upgrade_go_together_unless_the_table_forbids_it():
    state = table(2, TILES)
    put(state, conviction=0)
    go(state, "upgrade conviction", "control 1")  # the very conviction just made
    assert state.control == {1: "orange"}
    state = table(2, TILES)
    assert "upgrade conviction" in offered(go(state, "control 1"))

    strict = table(2, TILES, control_with_block_upgrade=False)
    assert refusal(go(strict, "upgrade conviction"), "control 1").rule == "AW-R38"
    strict = table(2, TILES, control_with_block_upgrade=False)
    assert refusal(go(strict, "control 1"), "upgrade influence").rule == "AW-R38"


@pytest.mark.rule("AW-R39")
def test_only_the_normal_tile_action_must_match_the_controlled_tile():
    state = table(2, TILES)
    go(state, "control 1", "act 1")
    state.now.grants.append(Grant(what="act"))

    go(state, "act 2")

    assert state.players["orange"].has("inspiration") == 3


@pytest.mark.rule("AW-R40")
def test_ones_own_tile_cannot_be_taken_again():
    state = table(2, TILES)
    state.control[1] = "orange"
    put(state)

    assert refusal(go(state), "control 1").rule == "AW-R40"


@pytest.mark.rule("AW-R33")
def test_an_action_at_a_distance_is_a_use_for_the_controller():
    state = table(2, {**TILES, 5: "fort"})
    state.control[5] = "green"
    put(state, "green")
    give(state, "orange", "silent_per")

    playing = go(state, "activate silent_per", "now")
    assert "act 5" in offered(playing)
    playing.answer("act 5")

    assert state.players["green"].honor == 12
    assert question(playing).seat == "orange"
