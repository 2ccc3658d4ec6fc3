"""The vocabulary of card effects: every verb does what it says (AW-V1 to AW-V44)."""

import typing

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
    reached,
    table,
    v,
    with_trait,
)
from playing import asked, play

from rules.awakening import effects, mastery, monsters, passives
from rules.awakening.case import Case
from rules.awakening.state import Turn
from rules.awakening.verbs import Verb

PER_TILE = {"per": {"count": "tiles_controlled"}}


def test_every_verb_is_known_to_the_rules():
    assert set(typing.get_args(Verb)) == set(effects.DO)


# Attributes, honor, blocks


@pytest.mark.rule("AW-V1")
def test_gain_attribute_of_a_choice_cut_short_by_influence():
    state = table(2)
    put(state, influence=1)

    play(do(state, v("gain_attribute", attr="any_heroic", amount=2)), "wisdom")

    assert state.players["orange"].has("wisdom") == 1


@pytest.mark.rule("AW-V2")
def test_lose_attribute_as_much_as_there_is():
    state = close()

    play(do(state, v("lose_attribute", attr="strength", amount=3, who="each_other")))

    assert [player.has("strength") for player in state.players.values()] == [1, 0, 0]
    assert state.players["green"].influence == 9


@pytest.mark.rule("AW-V3", "AW-V6")
def test_payments_must_be_covered():
    price = effect("on_use", v("gain_honor", amount=4), cost=[v("pay_attribute", attr="any_common", amount=2)])
    state = table(2)
    assert effects.cannot(state, CASE, price, "k").rule == "AW-81"
    put(state, knowledge=2, strength=2)
    play(effects.carry_out(state, CASE, price, "k"), "strength")
    assert (state.players["orange"].has("strength"), state.players["orange"].honor) == (0, 14)

    exact = effect("on_use", v("gain_honor", amount=1), cost=[v("pay_attribute", attr="vision")])
    assert effects.cannot(state, CASE, exact, "k").why == "This takes 1 vision; you have 0 vision."
    twice = effect("on_use", cost=[v("pay_attribute", attr="wisdom"), v("pay_attribute", attr="wisdom")])
    put(state, wisdom=1)
    assert effects.cannot(state, CASE, twice, "k").rule == "AW-81"  # two prices in one attribute add up
    put(state, wisdom=0)

    dear = effect("on_use", v("gain_attribute", attr="wisdom"), cost=[v("pay_honor", amount=15)])
    assert effects.cannot(state, CASE, dear, "k").rule == "AW-R69"
    put(state, honor=15)
    play(effects.carry_out(state, CASE, dear, "k"))
    assert (state.players["orange"].honor, state.players["orange"].has("wisdom")) == (0, 1)


@pytest.mark.rule("AW-V4", "AW-V5")
def test_gain_and_lose_honor():
    state = table(2, {1: "inn"})
    state.control[1] = "orange"
    put(state)

    play(do(state, v("gain_honor", amount={"per": {"count": "tiles_controlled"}, "each": 3})))
    play(do(state, v("lose_honor", amount=12, who="chosen_opponent")))

    assert [player.honor for player in state.players.values()] == [13, 0]


@pytest.mark.rule("AW-V7")
def test_transfer_honor_takes_what_is_there_and_gives_the_same():
    state = close()
    put(state, "green", honor=2)

    play(do(state, v("transfer_honor", amount=5, giver={"adjacent_players": 1, "choose": True})))

    assert [player.honor for player in state.players.values()] == [12, 0, 10]


@pytest.mark.rule("AW-V8", "AW-V9")
def test_upgrade_and_downgrade_blocks():
    state = table(2)

    play(do(state, v("upgrade_block", amount={"up_to": 3}, level="to_conviction")), 2)
    assert (state.players["orange"].influence, state.players["orange"].conviction) == (6, 4)
    play(do(state, v("downgrade_block", who="each_other")), "influence")

    assert (state.players["green"].potential, state.players["green"].influence) == (9, 7)


@pytest.mark.rule("AW-V10")
def test_move_blocks_between_any_two_zones():
    state = table(2)
    from_reserve = v("move_blocks", source={"zone": "reserve"}, target={"zone": "potential"}, amount="all")
    play(do(state, from_reserve))
    assert (state.players["orange"].reserve, state.players["orange"].potential) == (0, 11)

    onto = v(
        "move_blocks",
        source={"zone": "attribute", "attr": "any"},
        target={"zone": "companion", "card": {"kind": "companion"}},
    )
    play(do(state, onto), "strength")
    assert state.players["orange"].held("tall_sister").blocks == 1
    assert state.blocks_of("orange") == 24


@pytest.mark.rule("AW-V10")
def test_move_blocks_onto_and_off_a_tile_is_control():
    state = table(2, {1: "inn", 2: "fort"})
    off = v("move_blocks", source={"zone": "tile", "tile": {"where": "any_revealed"}}, target={"zone": "influence"})
    onto = v("move_blocks", source={"zone": "potential"}, target={"zone": "tile"})

    play(do(state, onto), "2")
    assert state.control == {2: "orange"}
    play(do(state, off))

    assert state.control == {}
    assert state.blocks_of("orange") == 24


@pytest.mark.rule("AW-V11")
def test_place_influence_on_a_companion_a_relic_or_a_free_tile():
    state = table(2, {1: "inn", 2: "fort"})
    give(state, "orange", "FX-LENS", 1)
    state.control[1] = "green"
    put(state, "green")

    play(do(state, v("place_influence", on={"where": "adjacent"})))
    assert state.control == {1: "green", 2: "orange"}
    assert state.players["orange"].honor == 10
    play(do(state, v("place_influence", on="this", amount=5)))
    assert state.players["orange"].held("FX-LENS").blocks == 3
    play(do(state, v("place_influence", on={"kind": "companion"}, amount=2)))

    assert state.players["orange"].held("tall_sister").blocks == 2
    assert state.players["orange"].influence == 7 - 1 - 2 - 2


@pytest.mark.rule("AW-V12")
def test_rest_companion_one_or_split():
    state = table(2)
    give(state, "orange", "FX-RED", 3)
    state.players["orange"].companions[0].blocks = 1
    put(state)

    play(do(state, v("rest_companion", card={"kind": "companion"}, amount=2)), "FX-RED")
    assert state.players["orange"].held("FX-RED").blocks == 1
    play(
        do(state, v("rest_companion", card={"kind": "companion"}, amount=2, split=True)),
        {"FX-RED": 1, "tall_sister": 1},
    )

    assert [held.blocks for held in state.players["orange"].companions] == [0, 0]
    assert state.players["orange"].influence == 5 + 2 + 2


@pytest.mark.rule("AW-V13")
def test_exchange_attributes():
    state = table(2)
    swap = v("exchange_attributes", give=["strength"], get=["courage", "wisdom"])

    play(do(state, swap))
    player = state.players["orange"]
    assert (player.has("strength"), player.has("courage"), player.has("wisdom"), player.influence) == (0, 1, 1, 7)
    play(do(state, swap))  # no strength left

    assert player.has("courage") == 1
    assert "lacks 1 strength" in heard(state)


# The map


@pytest.mark.rule("AW-V14")
def test_move_extra_this_turn_or_for_good():
    state = table(2)
    play(do(state, v("move_extra", amount=2)))
    assert passives.speed(state, "orange") == 4
    state.turn = Turn(seat="orange")
    assert passives.speed(state, "orange") == 2
    play(do(state, v("move_extra", amount=1, lasts="permanent")))
    assert passives.speed(state, "orange") == 3


@pytest.mark.rule("AW-V15")
def test_second_travel():
    state = table(2, {1: "inn", 2: "fort", 5: "spire"})
    playing = go(state, "travel 1-2-5")
    assert not reached(playing)
    play(do(state, v("second_travel", amount=1)))

    playing = go(state)
    assert reached(playing) == {"1-2", "1-4-5", "2-5-6"}
    playing.answer("travel 1-2")

    assert not reached(playing)


@pytest.mark.rule("AW-V16")
def test_relocate_places_a_token_on_a_free_space_and_reveals():
    state = close(tiles={1: "inn", 2: "inn", 5: "inn", 6: "fort", 9: "fort", 10: "spire", 14: "spire"})

    moving = asked(do(state, v("relocate", to="within", distance=1)))
    assert offered(moving) == ["1-2", "1-4-5"]  # 2-5-6 is taken
    moving.answer("1-4-5").answer(["academy"])
    assert state.tiles[4] == "academy"
    near = asked(do(state, v("relocate", to="adjacent_to_player")))
    assert "2-3-6" in offered(near)
    assert "18-19" not in offered(near)
    at_hex = asked(do(state, v("relocate", to="adjacent_to_hex", tile={"where": "any_revealed", "kinds": ["academy"]})))

    assert set(offered(at_hex)) == {"1-4", "4-5-9", "4-8", "4-8-9"}


@pytest.mark.rule("AW-V17")
def test_swap_places():
    state = close()

    play(do(state, v("swap_places", other="chosen_opponent")), "white")

    assert state.players["orange"].space == "9-10-14"
    assert state.players["white"].space == "1-2-5"


@pytest.mark.rule("AW-V18")
def test_push_player_along_neighbours_by_the_owners_or_the_pushed_ones_choice():
    revealed = {1: "inn", 2: "inn", 3: "inn", 5: "fort", 6: "fort", 10: "spire"}
    state = close(tiles=revealed)
    pushing = asked(do(state, v("push_player", who={"adjacent_players": 1})))
    assert question(pushing).seat == "orange"
    assert set(offered(pushing)) == {"2-3-6", "5-6-10"}
    pushing.answer("2-3-6")
    assert state.players["green"].space == "2-3-6"

    state = close(tiles=revealed)
    pushing = asked(do(state, v("push_player", who={"adjacent_players": 1}, chosen_by="pushed")))
    assert question(pushing).seat == "green"


@pytest.mark.rule("AW-V19")
def test_extra_tile_action_on_certain_tiles_or_another_tile():
    state = table(2, {1: "library", 2: "spire"})
    play(do(state, v("extra_tile_action", tile={"kinds": ["library"]})))
    playing = go(state, "act 2")
    assert "act 1" in offered(playing)
    assert "act 2" not in offered(playing)

    state = table(2, {1: "library", 2: "spire"})
    play(do(state, v("extra_tile_action", other_tile=True)))
    playing = go(state, "act 1")
    assert "act 1" not in offered(playing)
    assert "act 2" in offered(playing)


@pytest.mark.rule("AW-V20")
def test_act_at_distance():
    state = table(2, {1: "library", 2: "spire", 5: "fort", 10: "inn"})
    play(do(state, v("act_at_distance", reach=1)))

    playing = go(state)

    assert "act 5" in offered(playing)
    assert "act 10" not in options(playing)
    playing.answer("act 5")
    assert state.players["orange"].has("strength") == 3


@pytest.mark.rule("AW-V21")
def test_extra_activation_of_some_colour_perhaps_for_free():
    state = table(2)
    give(state, "orange", "FX-RED")
    give(state, "orange", "FX-YEL")
    play(do(state, v("extra_activation", target="yellow", free=True)))

    playing = go(state, "activate self")

    assert "activate FX-YEL" in offered(playing)
    assert "activate FX-RED" not in offered(playing)
    playing.answer("activate FX-YEL")
    assert state.players["orange"].held("FX-YEL").blocks == 0
    assert state.players["orange"].has("inspiration") == 2


@pytest.mark.rule("AW-V22")
def test_gain_control_outside_the_bonus_action():
    state = table(2, {1: "library", 2: "spire"})
    go(state, "control 1")

    play(do(state, v("gain_control", conviction=1, honor=False)))

    assert state.control == {1: "orange", 2: "orange"}
    assert (state.players["orange"].conviction, state.players["orange"].honor) == (0, 12)


@pytest.mark.rule("AW-V23")
def test_lose_control():
    state = table(2, {1: "library", 2: "spire"})
    state.control |= {1: "green", 2: "orange"}
    put(state, "green")
    put(state)

    play(do(state, v("lose_control", who="each_other")))

    assert state.control == {2: "orange"}
    assert state.players["green"].influence == 9


@pytest.mark.rule("AW-V24")
def test_lift_same_tile_rule():
    state = table(2, {1: "library", 2: "spire"})
    play(do(state, v("lift_same_tile_rule")))

    assert "act 2" in offered(go(state, "control 1"))


# Standing changes


@pytest.mark.rule("AW-V25")
@pytest.mark.parametrize(
    ("what", "place", "answers"),
    [("command_post", "command_post", ("act 1",)), ("mount", "command_post", ("act 1",))],
)
def test_modify_cost_lowers_a_price(what, place, answers):
    state = with_trait(v("modify_cost", what=what, delta=-2, minimum=1), tiles={1: place})
    put(state, strength=1)

    go(state, *answers)

    assert state.players["orange"].speed == 3


@pytest.mark.rule("AW-V25")
def test_modify_cost_lets_another_attribute_pay():
    state = with_trait(v("modify_cost", what="trait", substitute="courage"), tiles={1: "tomb_of_the_ancients"})
    put(state, wisdom=2, courage=2)

    paying = go(state, "act 1 trait face-up")
    assert [option.label for option in options(paying).values()] == ["2 wisdom", "2 courage"]
    paying.answer(1).answer(["tireless"])

    assert (state.players["orange"].has("wisdom"), state.players["orange"].has("courage")) == (2, 0)


@pytest.mark.rule("AW-V25")
def test_modify_cost_of_control_and_proficiency():
    state = with_trait(v("modify_cost", what="control", delta=-1), tiles={1: "inn"})
    state.control[1] = "green"
    put(state, "green")
    put(state, conviction=1)
    go(state, "control 1")
    assert (state.control[1], state.players["orange"].conviction) == ("orange", 0)

    state = with_trait(v("modify_cost", what="proficiency", delta=-1))
    put(state, wisdom=2)
    go(state, "buy wisdom")
    assert state.players["orange"].proficiency["wisdom"] == 1


@pytest.mark.rule("AW-V26")
def test_modify_gain_of_some_source():
    state = with_trait(v("modify_gain", source="library", delta=1), tiles={1: "library", 2: "spire"})
    go(state, "act 1")
    assert state.players["orange"].has("knowledge") == 4
    state = with_trait(v("modify_gain", source="self", delta=1, attr="strength"), tiles={1: "library"})
    go(state, "activate self")
    assert state.players["orange"].has("knowledge") == 2  # no strength was gained


@pytest.mark.rule("AW-V27")
@pytest.mark.parametrize(
    ("owner", "change", "honors"),
    [
        ("green", {"delta": 1}, [10, 13]),
        ("orange", {"redirect": "nobody"}, [10, 10]),
        ("orange", {"redirect": "self"}, [12, 10]),
    ],
)
def test_modify_owner_bonus(owner, change, honors):
    state = with_trait(v("modify_owner_bonus", **change), tiles={1: "library"}, seat=owner)
    state.control[1] = "green"
    put(state, "green")

    go(state, "act 1")

    assert [player.honor for player in state.players.values()] == honors


@pytest.mark.rule("AW-V35")
def test_protect_keeps_control_champions_attributes_honor_and_position():
    state = with_trait(v("protect", what="control"), tiles={1: "inn"}, seat="green")
    state.control[1] = "green"
    put(state, "green")
    assert "control 1" not in offered(go(state))

    state = with_trait(v("protect", what="champion"))
    play(monsters.counter_attack(state, "orange", "tall_sister", "death"))
    assert state.players["orange"].companions

    for what, hit in (
        ("attributes", v("lose_attribute", attr="strength", who="each_other")),
        ("honor", v("lose_honor", amount=3, who="each_other")),
        ("position", v("push_player", who="each_other")),
    ):
        state = with_trait(v("protect", what=what), seat="green")
        before = (state.players["green"].has("strength"), state.players["green"].honor, state.players["green"].space)
        play(do(state, hit))
        player = state.players["green"]
        assert (player.has("strength"), player.honor, player.space) == before


@pytest.mark.rule("AW-V35")
def test_protection_until_the_turn_ends_or_the_next_one_begins():
    state = table(2)
    play(do(state, v("protect", what="honor", until="turn_end"), v("protect", what="control", until="next_turn")))
    assert passives.protects(state, "orange", "honor")
    go(state, "end")
    assert not passives.protects(state, "orange", "honor")
    assert passives.protects(state, "orange", "control")
    go(state, "end")
    assert not passives.protects(state, "orange", "control")


@pytest.mark.rule("AW-V43")
def test_count_as_changes_mastery_totals():
    state = with_trait(v("count_as", attr="vision", value=2))

    assert mastery.total(state, "orange", "vision") == 2


@pytest.mark.rule("AW-V10")
def test_a_price_in_blocks_is_covered_by_any_one_card():
    price = effect(
        "on_use",
        v("gain_honor", amount=3),
        cost=[
            v(
                "move_blocks",
                source={"zone": "companion", "card": {"kind": "companion"}},
                target={"zone": "influence"},
                amount=2,
            )
        ],
    )
    state = table(2)
    give(state, "orange", "FX-RED", 1)
    assert effects.cannot(state, CASE, price, "k").rule == "AW-R22"
    state.players["orange"].held("FX-RED").blocks = 2
    put(state)

    play(effects.carry_out(state, CASE, price, "k"))

    assert state.players["orange"].held("FX-RED").blocks == 0
    assert state.players["orange"].honor == 13


def blocks_off(card, amount=2, **more):
    """An effect that takes blocks off a companion as its price."""
    source = {"zone": "companion", "card": card}
    move = v("move_blocks", source=source, target=more.pop("target", {"zone": "influence"}), amount=amount)
    return effect("on_use", v("gain_honor", amount=3), cost=[move])


@pytest.mark.rule("AW-V10", "AW-R18", "AW-R22")
def test_a_price_on_this_companion_is_covered_by_this_companion_only():
    price, case = blocks_off("this"), Case("orange", "FX-RED", champion="FX-YEL")
    state = table(2)
    give(state, "orange", "FX-RED", 1)
    give(state, "orange", "FX-YEL", 3)  # fuller, but another one
    assert effects.cannot(state, case, price, "k").why == "This takes 2 from companion; you have 1."
    assert effects.cannot(state, case, blocks_off("champion"), "k") is None
    assert effects.cannot(state, case, blocks_off({"kind": "companion", "colour": "red"}), "k") is not None
    assert effects.cannot(state, case, blocks_off({"kind": "companion", "colour": "yellow"}), "k") is None
    state.players["orange"].held("FX-RED").blocks = 2
    put(state)

    play(effects.carry_out(state, case, price, "k"))

    assert [state.players["orange"].held(card).blocks for card in ("FX-RED", "FX-YEL")] == [0, 3]


@pytest.mark.rule("AW-R18", "AW-R22")
def test_a_price_in_blocks_is_paid_from_a_card_that_holds_all_of_it():
    state = table(2)
    give(state, "orange", "FX-RED", 1)
    give(state, "orange", "FX-YEL", 3)
    give(state, "orange", "FX-BLUE", 2)

    paying = asked(effects.carry_out(state, CASE, blocks_off({"kind": "companion"}), "k"))
    assert offered(paying) == ["FX-YEL", "FX-BLUE"]
    paying.answer("FX-BLUE")

    assert state.players["orange"].held("FX-BLUE").blocks == 0
    assert state.players["orange"].honor == 13


@pytest.mark.rule("AW-R18", "AW-R22")
def test_a_price_in_blocks_needs_room_where_they_go():
    state = table(2, {1: "inn", 2: "library"})
    give(state, "orange", "FX-RED", 2)
    give(state, "orange", "FX-LENS", 3)  # full
    relic = {"zone": "relic", "card": {"kind": "relic"}}
    assert effects.cannot(state, CASE, blocks_off({"kind": "companion"}, target=relic), "k").rule == "AW-R22"
    state.players["orange"].held("FX-LENS").blocks = 1
    put(state)
    assert effects.cannot(state, CASE, blocks_off({"kind": "companion"}, target=relic), "k") is None
    tile = {"zone": "tile"}
    assert effects.cannot(state, CASE, blocks_off({"kind": "companion"}, 1, target=tile), "k") is None
    state.control |= {1: "green", 2: "green"}
    put(state, "green")
    assert effects.cannot(state, CASE, blocks_off({"kind": "companion"}, 1, target=tile), "k").rule == "AW-R22"


@pytest.mark.rule("AW-R18", "AW-R22", "AW-R69")
def test_the_parts_of_a_price_are_added_up():
    one = v("move_blocks", source={"zone": "conviction"}, target={"zone": "influence"})
    for cost, have in (
        ([one, one], {"conviction": 1}),
        ([v("pay_honor", amount=2), v("pay_honor", amount=2)], {"honor": 3}),
        ([v("move_blocks", source={"zone": "conviction"}, target={"zone": "influence"}, amount=PER_TILE)], {}),
    ):
        state = table(2, {1: "inn", 2: "library", 3: "fort"})
        state.control |= {1: "orange", 2: "orange", 3: "orange"}
        put(state, **have)
        price = effect("on_use", v("gain_attribute", attr="vision"), cost=cost)
        assert effects.cannot(state, CASE, price, "k") is not None
        put(state, conviction=3, honor=4)
        assert effects.cannot(state, CASE, price, "k") is None


@pytest.mark.rule("AW-V8")
def test_how_many_says_of_what():
    state = table(2)
    give(state, "orange", "anchor_stone", 2)

    asking = question(go(state, "relic anchor_stone"))

    assert asking.text == "Orange: The Anchor Stone: how many blocks do you raise?"
