"""The vocabulary of card effects: every verb does what it says (AW-V1 to AW-V44)."""

import typing

import pytest
from awakening_setting import effect, face_up, give, go, heard, offered, options, put, question, table, v, verb
from playing import asked, play

from rules.ask import DrawCards
from rules.awakening import attributes, dice, effects, end, honor, mastery, monsters, passives, tiles
from rules.awakening.case import Case
from rules.awakening.pack import Trait
from rules.awakening.state import Turn
from rules.awakening.verbs import Verb

CASE = Case("orange", "FX-LENS")
CLOSE = {"orange": "1-2-5", "green": "2-5-6", "white": "9-10-14"}


def do(state, *verbs, case=CASE):
    """Carry out verbs as a card of orange would."""
    return effects.run(state, case, effect("on_use", *verbs).do)


def trait(*verbs, window="passive", **more):
    return Trait(id="FX-T", name="The trait", honor=4, effects=(effect(window, *verbs, **more),))


def with_trait(*verbs, tiles=None, seat="orange", players=2, window="passive", **more):
    state = table(players, tiles, trait(*verbs, window=window, **more))
    give(state, seat, "FX-T")
    return state


def close(players=3, tiles=None, **toggles):
    """Orange and green one move apart, white far away."""
    state = table(players, tiles, **toggles)
    for seat in state.seats:
        state.players[seat].space = CLOSE[seat]
    return state


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
    playing = go(state, "travel", "1-2-5")
    assert "travel" not in offered(playing)
    play(do(state, v("second_travel", amount=1)))

    playing = go(state, "travel")
    assert set(offered(playing)) == {"1-2", "1-4-5", "2-5-6"}
    playing.answer("1-2")

    assert "travel" not in offered(playing)


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

    paying = go(state, "act 1", "trait face-up")
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
    go(state, "travel", "1-2-5")
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
    assert question(doing).todo == ("Bow.",)
    doing.answer("honor").answer("orange").answer(12).answer("done")

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

    go(state, "relic oathblade", "1", "travel", "1-4-5")

    assert state.control == {1: "orange"}
    assert state.players["green"].honor == 9


def test_face_up_cards_can_be_set_and_tiles_rest():
    state = table(2)
    face_up(state, "merrow")
    state.players["orange"].companions[0].blocks = 2
    put(state)

    assert tiles.rest(state, "orange", "tall_sister", 5) == 2
    assert verb("gain_honor", amount=1).amount == 1
    play(attributes.gain(state, "orange", {"wisdom": 1}, "card"))
    play(honor.gain_honor(state, "orange", 0, "Test"))
    assert state.players["orange"].honor == 10
