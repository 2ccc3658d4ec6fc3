"""What the box asks of people in a turn: whatever belongs together is one answer, and what is usual goes along."""

import random

import pytest
from awakening_setting import effect, give, go, heard, offered, offers, options, put, question, table, v

from rules import burden
from rules.awakening import GAME
from rules.awakening.pack import Trait
from rules.onward import forced

TOWER = {1: "arcane_tower", 2: "spire"}


@pytest.mark.rule("AW-85", "AW-86", "AW-92", "AW-R15")
def test_heroic_attributes_are_made_for_a_price_of_ones_own_turn():
    state = table(2, TOWER)
    put(state, vision=1, strength=1, knowledge=2, influence=4)

    playing = go(state)
    hint = options(playing)["act 1 relic face-up"].hint
    assert hint.startswith("First converts 1 strength and 1 knowledge into 1 vision. Costs 2 vision.")
    playing.answer("act 1 relic face-up").answer(["cup"])

    player = state.players["orange"]
    assert [player.has(attr) for attr in ("vision", "strength", "knowledge")] == [0, 0, 1]
    assert player.influence == 4 + 1 + 2 - 3  # one block came back from the conversion, two from the price
    assert "Orange converts strength and knowledge into vision." in heard(state)
    GAME.check(state)


@pytest.mark.rule("AW-171", "AW-85")
def test_heroic_attributes_are_made_for_a_proficiency_tile():
    state = table(2)
    put(state, wisdom=1, inspiration=2, knowledge=3)

    assert options(go(state))["buy wisdom"].hint.startswith(
        "First converts 2 inspiration and 2 knowledge into 2 wisdom."
    )
    go(state, "buy wisdom")

    player = state.players["orange"]
    assert [player.has(attr) for attr in ("wisdom", "inspiration", "knowledge")] == [0, 0, 1]
    assert player.proficiency["wisdom"] == 1


@pytest.mark.rule("AW-86", "AW-R15")
def test_nothing_is_converted_where_the_price_can_be_paid_without_or_not_at_all():
    state = table(2, TOWER)
    put(state, vision=2, strength=1, knowledge=1)
    go(state, "act 1 relic face-up", ["cup"])
    assert "converts" not in heard(state)

    state = table(2, TOWER)
    put(state, vision=0, strength=2, knowledge=1)
    assert offers(go(state), 1) == []


@pytest.mark.rule("AW-R18", "AW-R84")
def test_a_card_that_answers_the_conversion_may_leave_too_little_for_the_price():
    spite = effect("on_event", v("lose_attribute", attr="vision", who="other"), event="converted", by="other")
    state = table(2, TOWER, Trait(id="FX-SPITE", name="Spite", honor=4, effects=(spite,)))
    give(state, "green", "FX-SPITE")
    put(state, vision=1)

    playing = go(state, "act 1 relic face-up")

    assert state.players["orange"].relics == []
    assert state.now.acted == ""  # the step is still to be taken
    assert question(playing).seat == "orange"
    GAME.check(state)


@pytest.mark.rule("AW-76", "AW-77", "AW-70")
def test_control_is_taken_before_acting_in_one_answer_so_that_nobody_is_paid_for_the_visit():
    state = table(2, {1: "library", 2: "spire"})
    state.control[1] = "green"
    put(state, "green", honor=12)

    go(state, "take 1")

    player = state.players["orange"]
    assert (state.control[1], state.now.controlled, state.now.acted) == ("orange", 1, "1")
    assert (player.honor, player.conviction, player.has("knowledge")) == (12, 0, 3)
    assert state.players["green"].honor == 12


@pytest.mark.rule("AW-71", "AW-73", "AW-74")
def test_acting_with_control_is_offered_where_control_could_be_taken():
    state = table(2, {1: "library", 2: "inn"})
    put(state, strength=2, conviction=1)
    state.control[1] = "green"
    put(state, "green")

    found = offered(go(state))

    assert "take 1" not in found  # another's tile takes two
    assert {"take 2 red face-up", "take 2 red blind"} <= set(found)
    assert "take 2 blue blind" not in found  # nothing to pay with
    assert not [value for value in offered(go(state, "control 2")) if str(value).startswith("take")]


@pytest.mark.rule("AW-66", "AW-R38", "toggle:control_with_block_upgrade")
def test_a_block_is_raised_to_take_a_tile_with_it_in_one_answer():
    state = table(2, {1: "library", 2: "spire"})
    put(state, conviction=0)
    playing = go(state)
    assert "control 1" not in offered(playing)

    playing.answer("raise 1")

    player = state.players["orange"]
    assert (state.control[1], state.now.acted, player.conviction, player.honor) == ("orange", "upgrade", 0, 12)
    assert player.influence == 7
    strict = table(2, {1: "library", 2: "spire"}, control_with_block_upgrade=False)
    assert "raise 1" not in options(go(strict))


@pytest.mark.rule("AW-R14")
def test_the_end_goes_along_with_the_last_thing_worth_doing():
    state = table(2, {1: "library", 2: "spire", 5: "fort"})
    put(state, conviction=0, knowledge=0, strength=0, influence=1)
    state.proficiency = dict.fromkeys(state.proficiency, 0)
    playing = go(state, "activate self", "travel 1-2-5")
    assert question(playing).default is None  # something is left

    playing = go(state, "upgrade influence")

    assert (question(playing).default, question(playing).along) == ("end", True)
    assert question(playing).text == "Orange: all three steps are done. End the turn?"


@pytest.mark.rule("AW-85", "AW-R14")
def test_a_turn_does_not_end_by_itself_where_the_last_deed_made_a_conversion_possible():
    state = table(2, {1: "library", 2: "spire", 5: "fort"})
    put(state, conviction=0, inspiration=0, knowledge=0)
    state.proficiency = dict.fromkeys(state.proficiency, 0)

    playing = go(state, "travel 1-2-5", "activate self", "act 2")  # now there are inspiration and knowledge

    assert (question(playing).default, question(playing).along) == ("end", False)


def test_a_turn_in_which_nothing_more_can_be_done_ends_by_itself():
    state = table(2, {1: "library", 2: "spire", 5: "fort"})
    put(state, conviction=0, inspiration=0, strength=0)
    state.proficiency = dict.fromkeys(state.proficiency, 0)
    playing = go(state, "activate self", "travel 1-2-5", "upgrade influence")

    assert offered(playing) == ["end"]
    assert forced(question(playing))[1].value == "end"


@pytest.mark.rule("AW-V25")
def test_the_printed_price_is_proposed_where_there_are_several():
    other = effect("passive", v("modify_cost", what="inn", delta=0, substitute="courage"))
    state = table(2, {1: "inn"}, Trait(id="FX-WAYS", name="Ways", honor=4, effects=(other,)))
    give(state, "orange", "FX-WAYS")
    put(state, strength=2, courage=2)

    asked = question(go(state, "act 1 red face-up"))

    assert (asked.options[0].label, asked.default, asked.along) == ("2 strength", 0, True)


@pytest.mark.rule("AW-150", "AW-R58")
def test_the_champion_proposed_is_the_one_that_would_be_missed_least():
    state = table(2, {1: "gaping_maw"})
    give(state, "orange", "FX-YEL")
    give(state, "orange", "FX-SPY")  # no honor is lost with it
    put(state, courage=2)

    asked = question(go(state, "act 1 monster face-up"))

    assert (asked.default, asked.along) == ("FX-SPY", True)


def test_what_goes_along_with_a_companion_is_its_ability_for_nothing():
    state = table(2, {1: "library", 2: "spire", 5: "fort"})
    give(state, "orange", "drift_hand")
    give(state, "orange", "cutpurse")
    entries = options(go(state))

    assert entries["activate drift_hand"].begins
    assert not entries["activate cutpurse"].begins
    asked = question(go(state, "activate drift_hand"))
    assert (asked.words(asked.default), asked.along) == ("Use the ability", True)


@pytest.mark.parametrize(("players", "custody"), [(3, "box"), (5, "table")])
def test_a_turn_takes_five_answers_at_most_and_none_without_a_choice(players, custody):
    """Sensible players, thirty turns; half of all turns take no more."""
    found = burden.measure(GAME, GAME.setup(players, custody=custody), turns=30, seed=1)

    assert len(found.turns) == 30
    assert found.quantile("answers", 0.5) <= 5
    assert sum(turn["forced"] for turn in found.turns) == 0
    assert sum(turn["alike"] for turn in found.turns) == 0


def test_sensible_players_come_to_an_end_with_more_honor_than_they_began_with():
    meter = burden.Meter(GAME, GAME.setup(3), random.Random("island"))
    meter.measure(10**6, burden.Burden())

    state = meter.run.state
    assert state.result["winners"]
    assert all(player.honor >= 25 for player in state.players.values())
