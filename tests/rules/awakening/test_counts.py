"""Numbers read off the table and conditions on them, as triggers, quests and bonuses use them."""

import typing

import pytest
from awakening_setting import close, give, go, put, question, table
from playing import asked

from rules.awakening import counts, honor, travel
from rules.awakening.terms import Count, Per
from rules.plain import load


def number(state, name, seat="orange", **fields):
    return counts.value(state, load(Count, {"count": name, **fields}), seat)


def holds(state, test, seat="orange", **fields):
    from rules.awakening.pack import Trigger

    card = load(Trigger, {"id": "t", "name": "T", "condition": {"test": test, **fields}})
    return counts.holds(state, card.condition, seat)


def a_rich_table():
    """Something of everything for orange."""
    state = close(3, {1: "inn", 2: "inn", 5: "spire", 6: "fort", 9: "library", 10: "academy", 14: "fort"})
    state.control |= {1: "orange", 2: "orange", 5: "orange", 6: "green"}
    for card, blocks in (("FX-RED", 2), ("FX-SPY", 1), ("FX-LENS", 2), ("bell", 1), ("FX-CALM", 0), ("FX-OGRE", 0)):
        give(state, "orange", card, blocks)
    put(state, honor=17, conviction=4, influence=3, wisdom=2, potential=0)
    state.players["orange"].proficiency["vision"] = 2
    state.players["orange"].speed = 4
    state.players["orange"].masteries = ["vision"]
    state.round = 5
    return state


TABLE = {
    "honor": ({}, 17),
    "blocks": ({"zone": "conviction"}, 4),
    "attribute": ({"attr": "wisdom"}, 2),
    "attributes_total": ({"group": "common"}, 3),
    "attributes_different": ({}, 4),
    "cards": ({"kind": "companion"}, 3),
    "colours_of_companions": ({}, 2),
    "tiles_controlled": ({}, 3),
    "kinds_controlled": ({}, 2),
    "proficiency": ({}, 2),
    "mastery_total": ({"attr": "vision"}, 6),
    "masteries_won": ({}, 1),
    "speed": ({}, 4),
    "blocks_on_companions": ({}, 3),
    "relic_charges": ({}, 3),
    "revealed_tiles": ({}, 7),
    "stack_size": ({"stack": "trait"}, 12),
    "pouch_size": ({}, 12),
    "active_triggers": ({}, 2),
    "tokens_left": ({}, 4),
    "round": ({}, 5),
    "distance": ({"to": "each_other"}, 1),
    "players_within": ({"reach": 1}, 1),
}


def test_every_count_is_looked_at():
    assert set(TABLE) == set(typing.get_args(typing.get_type_hints(Count)["count"]))


@pytest.mark.rule("AW-R76", "AW-34")
@pytest.mark.parametrize("name", TABLE)
def test_what_each_count_comes_to(name):
    fields, expected = TABLE[name]
    assert number(a_rich_table(), name, **fields) == expected


@pytest.mark.parametrize(
    ("name", "fields", "expected"),
    [
        ("attribute", {}, 5),
        ("attributes_total", {"group": "heroic"}, 2),
        ("attributes_total", {}, 5),
        ("blocks", {"zone": "tiles"}, 3),
        ("cards", {}, 7),
        ("cards", {"treachery": False}, 6),
        ("cards", {"colour": "red"}, 2),
        ("tiles_controlled", {"tile": "inn"}, 2),
        ("tiles_controlled", {"who": "all"}, 4),
        ("proficiency", {"attr": "wisdom"}, 0),
        ("stack_size", {"stack": "trigger"}, 12),
        ("honor", {"who": "leader"}, 17),
        ("honor", {"who": "last"}, 10),
        ("honor", {"who": "each_other"}, 20),
        ("honor", {"who": {"adjacent_players": 1}}, 10),
        ("honor", {"who": "active"}, 17),
        ("players_within", {"reach": 9}, 2),
    ],
)
def test_counts_may_be_narrowed(name, fields, expected):
    assert number(a_rich_table(), name, **fields) == expected


def test_the_last_in_honor_is_one_player():
    state = table(3)
    put(state, "green", honor=4)

    assert counts.seats_of(state, "last", "orange") == ["green"]
    assert counts.seats_of(state, "leader", "orange") == ["orange"]
    assert counts.seats_of(state, "tile_controller", "orange", hex_=3) == []
    state.control[3] = "white"
    assert counts.seats_of(state, "tile_controller", "orange", hex_=3) == ["white"]


def test_so_much_for_each_of_something_up_to_a_cap():
    state = a_rich_table()
    tiles = Count("tiles_controlled")

    assert counts.per(state, Per(tiles, each=2), "orange") == 6
    assert counts.per(state, Per(tiles, each=2, cap=5), "orange") == 5
    assert counts.per(state, Per(tiles, every=2), "orange") == 1


@pytest.mark.parametrize(
    ("test", "honors", "expected"),
    [
        ("more_than_each_other", (12, 11), True),
        ("more_than_each_other", (12, 12), False),
        ("most_or_tied", (12, 12), True),
        ("most_or_tied", (11, 12), False),
        ("fewest", (9, 9), True),
        ("fewest", (10, 9), False),
    ],
)
def test_comparing_with_everybody_else(test, honors, expected):
    state = table(2)
    for seat, amount in zip(state.seats, honors, strict=True):
        put(state, seat, honor=amount)

    assert holds(state, test, of={"count": "honor"}) is expected


@pytest.mark.parametrize(
    ("test", "amount", "expected"),
    [
        ("at_least", 10, True),
        ("at_least", 11, False),
        ("at_most", 10, True),
        ("at_most", 9, False),
        ("equals", 10, True),
        ("equals", 9, False),
    ],
)
def test_comparing_with_a_number(test, amount, expected):
    assert holds(table(2), test, of={"count": "honor"}, number=amount) is expected


def test_logic_and_places():
    state = close(3, {1: "inn"})
    rich = {"test": "at_least", "of": {"count": "honor"}, "number": 99}
    poor = {"test": "at_most", "of": {"count": "honor"}, "number": 99}

    assert holds(state, "any_of", conditions=[rich, poor])
    assert not holds(state, "all_of", conditions=[rich, poor])
    assert holds(state, "not", condition=rich)
    assert holds(state, "adjacent_to", tile="inn")
    assert not holds(state, "adjacent_to", tile="inn", seat="green")
    assert not holds(state, "on_rim")
    state.players["orange"].space = "1-2"
    assert holds(state, "on_rim")
    assert holds(state, "same_space_distance", distance=2)  # green is exactly two moves away now
    assert not holds(state, "same_space_distance", distance=1)


def test_the_box_draws_hidden_things_at_once_and_dice_at_a_press():
    state = table(2, {1: "library", 2: "academy"})
    put(state, honor=19)
    assert question(asked(honor.gain_honor(state, "orange", 1, "Test"))).at_once
    assert question(asked(travel.reveal(state, "orange", 5))).at_once
    assert not question(go(state, "act 2")).at_once
