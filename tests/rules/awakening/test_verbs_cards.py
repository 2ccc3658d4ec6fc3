"""Verbs on cards, dice, relics and triggers, and how verbs are put together (AW-V28 to AW-V44)."""

import pytest
from awakening_setting import (
    CASE,
    close,
    do,
    effect,
    give,
    go,
    heard,
    offered,
    options,
    put,
    question,
    table,
    v,
    with_trait,
)
from playing import asked, play

from rules.awakening import dice, effects, end
from rules.chance import DrawCards

# Cards, dice, triggers


@pytest.mark.rule("AW-V28")
def test_acquire_card_for_a_price():
    state = table(2)
    put(state, courage=1)

    dear = v("acquire_card", kind="trait", source="blind", cost=[v("pay_attribute", attr="courage", amount=1)])
    play(do(state, dear), ["lucky"])
    assert state.players["orange"].traits == ["lucky"]
    play(do(state, dear))

    assert "cannot take a trait" in heard(state)


@pytest.mark.rule("AW-V29")
def test_lose_card_out_of_the_game_or_under_its_stack():
    state = table(2)
    give(state, "orange", "FX-CALM")

    play(do(state, v("lose_card", card={"kind": "trait"}, destination="bottom")))

    assert state.stacks["trait"].bottom == ["FX-CALM"]
    assert state.players["orange"].honor == 6
    play(do(state, v("lose_card", card={"kind": "companion", "owner": "each_other"})))
    assert state.removed == ["glasseye"]


@pytest.mark.rule("AW-V30")
def test_cycle_face_up():
    state = table(2)

    play(do(state, v("cycle_face_up")), "relic", ["cup"])

    assert state.stacks["relic"].up == "cup"
    assert state.stacks["relic"].bottom == ["FX-LENS"]


@pytest.mark.rule("AW-V31")
def test_look_at_is_private_and_may_reorder():
    state = table(2)
    looking = asked(do(state, v("look_at", stack="trait", number=2, then="reorder")))

    assert isinstance(looking.ask, DrawCards)
    assert looking.ask.private
    looking.answer(["lucky"]).answer(["patron"])
    assert question(looking).private
    looking.answer("patron")

    assert state.stacks["trait"].top == ["patron", "lucky"]
    assert all(said.seats == ("orange",) for said in state.said if "Lucky" in said.text)
    assert state.shown


@pytest.mark.rule("AW-V31")
def test_look_at_the_pouch_and_take_one():
    state = table(2, {1: "library", 2: "spire"})
    play(do(state, v("look_at", stack="pouch")), ["inn"])
    assert state.known_tiles == ["inn"]
    go(state, "travel 1-2-5")
    assert state.tiles[5] == "inn"

    play(do(state, v("look_at", stack="relic", number=2, then="take_one")), ["cup"], ["bell"], "bell")
    assert state.players["orange"].relics[0].card == "bell"
    assert state.stacks["relic"].top == ["cup"]


@pytest.mark.rule("AW-V32")
def test_roll_die_binds_the_rolled_face():
    state = table(2)

    play(do(state, v("roll_die", die="white", then=[v("gain_attribute", attr="rolled")])), ["vision"])

    assert state.players["orange"].has("vision") == 1


@pytest.mark.rule("AW-V33")
def test_reroll_replaces_a_just_rolled_face():
    reroll = (v("reroll", die="white"),)
    state = with_trait(*reroll, window="on_event", event="die_rolled", filter="white", optional=True)

    rolling = asked(dice.roll(state, "orange", "white"), ["courage"])
    assert offered(rolling) == ["yes", "no"]
    rolling.answer("yes").answer(["wisdom"])

    assert rolling.returned == "wisdom"


@pytest.mark.rule("AW-V34")
def test_set_die_fixes_a_face():
    state = with_trait(v("set_die", die="black", face="miss"), window="on_event", event="die_rolled", filter="black")
    assert play(dice.roll(state, "orange", "black"), ["death"]) == "miss"

    state = with_trait(v("set_die", die="white"), window="on_event", event="die_rolled", filter="white")
    assert play(dice.roll(state, "orange", "white"), ["courage"], "vision") == "vision"


@pytest.mark.rule("AW-V36")
def test_recharge_relic_outside_the_tower():
    state = table(2)
    give(state, "orange", "FX-LENS", 0)
    give(state, "orange", "bell", 1)

    play(do(state, v("recharge_relic", card={"kind": "relic"}, amount=1)), "bell")
    assert state.players["orange"].held("bell").blocks == 2
    play(do(state, v("recharge_relic", card="all")))

    assert [held.blocks for held in state.players["orange"].relics] == [3, 3]


@pytest.mark.rule("AW-V37")
def test_reuse_relic_lifts_once_per_turn():
    state = table(2)
    give(state, "orange", "FX-LENS", 3)
    assert "relic FX-LENS" not in offered(go(state, "relic FX-LENS"))

    play(do(state, v("reuse_relic")))

    assert "relic FX-LENS" in offered(go(state))


@pytest.mark.rule("AW-V38")
def test_upgrade_mount_outside_the_command_post():
    state = table(2)

    play(do(state, v("upgrade_mount", cost=[v("pay_attribute", attr="strength", amount=1)])))
    assert (state.players["orange"].speed, state.players["orange"].honor) == (3, 13)
    play(do(state, v("upgrade_mount", cost=[v("pay_attribute", attr="strength", amount=1)])))

    assert state.players["orange"].speed == 3


@pytest.mark.rule("AW-V39")
def test_gain_proficiency_beyond_the_one_per_turn():
    state = table(3)
    state.now.bought = True

    play(do(state, v("gain_proficiency", attr=["wisdom", "vision"])), "vision")

    assert state.players["orange"].proficiency["vision"] == 1
    assert state.proficiency["vision"] == 1


@pytest.mark.rule("AW-V40")
def test_add_and_remove_triggers():
    state = table(2)

    play(do(state, v("add_trigger")), ["renown"])
    assert "renown" in state.active
    play(do(state, v("remove_trigger", chosen_by="chosen_opponent")), "renown")

    assert state.removed_triggers == ["renown"]


@pytest.mark.rule("AW-V41")
def test_swap_and_reveal_tiles_with_markers_staying():
    state = table(2, {1: "library", 2: "spire"})
    state.control[1] = "green"
    put(state, "green")

    play(do(state, v("swap_tiles")), "1")
    assert (state.tiles[1], state.tiles[2], state.control) == ("spire", "library", {1: "green"})
    revealing = asked(do(state, v("reveal_tile", tile={"where": "open", "distance": 2})))
    assert set(offered(revealing)) == {"4", "5", "6"}
    revealing.answer("6").answer(["inn"])

    assert state.tiles[6] == "inn"


@pytest.mark.rule("AW-V42")
def test_end_game_bonus_counts_only_at_the_end():
    state = with_trait(v("end_game_bonus", amount=3), window="end_game")
    go(state, "activate self")
    assert state.players["orange"].honor == 10

    assert end.end_bonus(state, "orange", "FX-T") == 3


@pytest.mark.rule("AW-V44")
def test_manual_shows_its_text_and_takes_corrections():
    state = table(2)

    doing = asked(do(state, v("manual", text="Bow.")))
    assert question(doing).text.endswith("Bow. What changed?")
    doing.answer({"players.orange.honor": 12})

    assert state.players["orange"].honor == 12


# Composition, limits, conditions


def test_sequence_choose_may_if_repeat_pay_and_for_each():
    state = close()
    gain = v("gain_honor", amount=1)
    play(do(state, v("sequence", do=[gain, gain])))
    play(do(state, v("choose_one", options=[{"label": "a", "do": [gain]}, {"label": "b", "do": []}])), 0)
    play(do(state, v("may", do=[gain])), "no")
    rich = {"test": "at_least", "of": {"count": "honor"}, "number": 13}
    play(do(state, v("if", condition=rich, then=[gain], otherwise=[])))
    assert state.players["orange"].honor == 14
    play(do(state, v("repeat", do=[gain], cost=[v("pay_attribute", attr="strength")])), "yes")  # then unpayable
    play(do(state, v("pay", cost=[v("pay_attribute", attr="knowledge")], then=[gain])), "yes")
    assert state.players["orange"].honor == 16
    play(do(state, v("for_each", who="each_other", do=[v("lose_honor", amount=1, who="other")])))
    assert [player.honor for player in state.players.values()] == [16, 9, 9]


@pytest.mark.rule("AW-R84")
def test_limits_hold_where_the_effect_says_so():
    once = effect("on_use", v("gain_honor", amount=1), limit="once_per_game")
    state = table(2)

    play(effects.carry_out(state, CASE, once, "key"))

    assert effects.cannot(state, CASE, once, "key").rule == "AW-R84"
    per_turn = effect("on_use", v("gain_honor", amount=1), limit="once_per_turn")
    play(effects.carry_out(state, CASE, per_turn, "other"))
    assert effects.cannot(state, CASE, per_turn, "other")
    go(state, "end")
    assert effects.cannot(state, CASE, per_turn, "other") is None


def test_the_oathblade_takes_a_free_tile_and_the_grudge_costs_whom_it_passes():
    state = table(2, {1: "inn", 2: "fort", 5: "spire", 4: "library"})
    give(state, "orange", "oathblade", 2)
    give(state, "orange", "grudge")
    state.players["green"].space = "1-2-5"

    go(state, "relic oathblade", "1", "travel 1-4-5")

    assert state.control == {1: "orange"}
    assert state.players["green"].honor == 9


@pytest.mark.rule("AW-V28", "AW-113")
def test_a_card_outside_its_location_is_named_with_all_it_brings():
    state = table(2)

    found = options(asked(do(state, v("acquire_card", kind="companion", colour="red", source="choice"))))

    assert found["red face-up"].label == "Red, face up"
    assert found["red face-up"].hint.startswith("2 honor, generates 2 strength.")
    assert found["red blind"].hint == f"The top one of {state.stacks['red'].down} face down."
