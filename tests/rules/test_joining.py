"""Joining two descriptions, for a game that says nothing of its cards, and in the words of those that do."""

import random

import pytest

from rules import packs
from rules.awakening import GAME as AWAKENING
from rules.joining import Cards, compare, entries, plainly, told_since
from rules.sleepers.pack import doubts as tile_doubts
from rules.sleepers.pack import opened as tiles
from rules.sleeping_gods import GAME as SLEEPING_GODS

ABOUT = {"about": {"title": "Ours"}}


class Counted(Cards):
    counted = ("items",)


def items(**cards):
    return {**ABOUT, "items": cards}


def test_what_one_left_open_the_other_fills_in_and_the_title_counts():
    ours = items(lamp={"name": "Lamp", "worth": 2, "weight": None})
    theirs = items(lamp={"name": "Lamp", "worth": None, "weight": 4}, rope={"name": "Rope", "worth": 1, "weight": 1})
    found = compare(Counted(), ours, theirs)
    assert found.tables["items"]["lamp"] == {"name": "Lamp", "worth": 2, "weight": 4}
    assert (found.added, found.completed, found.differences) == (("Rope",), ("Lamp",), ())
    assert found.tables["about"]["title"] == "Ours: 2 cards known"
    assert ours == items(lamp={"name": "Lamp", "worth": 2, "weight": None})  # nothing is changed by asking


def test_cards_in_a_list_go_by_their_ids_and_single_values_stay():
    ours = {**ABOUT, "boats": [{"id": "a", "length": 3}], "die": [1, 2], "weather": None}
    theirs = {"about": {"title": "Theirs"}, "boats": [{"id": "a", "length": 4}, {"id": "b", "length": 1}], "die": [3]}
    found = compare(Cards(), ours, theirs)
    assert found.tables["boats"] == [{"id": "a", "length": 3}, {"id": "b", "length": 1}]
    assert [(each.our_words, each.their_words) for each in found.differences] == [("id a, length 3", "id a, length 4")]
    assert found.chosen()["boats"][0]["length"] == 4
    assert (found.tables["die"], found.tables["about"]) == ([1, 2], {"title": "Ours"})


def test_what_differs_is_read_out_where_the_words_of_a_card_leave_it_out():
    class Short(Cards):
        def told(self, table, key, card):
            return "a card"

    [one] = compare(Short(), items(a={"worth": 1, "secret": [1]}), items(a={"worth": 1, "secret": [2]})).differences
    assert (one.our_words, one.their_words) == ("secret 1", "secret 2")


def test_a_card_is_read_out_plainly():
    card = {
        "name": "Net",
        "holds": {"name": "Fish", "many": 3},
        "does": [{"text": "Catch."}],
        "big": True,
        "old": False,
    }
    assert plainly(card) == "holds Fish (many 3), does (Catch), big"
    assert plainly({}) == "nothing"


@pytest.mark.parametrize("seed", range(20))
def test_joining_is_idempotent_loses_nothing_of_ours_and_is_the_same_either_way_where_nothing_differs(seed):
    chance = random.Random(seed)

    def some():
        numbers = sorted(chance.sample(range(12), chance.randrange(10)))
        return items(
            **{f"n{n}": {"name": f"Card {n}", "worth": chance.choice([None, n % 3, n % 3, 9])} for n in numbers}
        )

    ours, theirs = some(), some()
    found = compare(Cards(), ours, theirs)
    for key, card in ours["items"].items():
        kept = found.tables["items"][key]
        assert all(kept[name] == value for name, value in card.items() if value is not None)
    again = compare(Cards(), found.tables, theirs, found.rejected(()))
    assert again.changes_nothing
    assert again.tables == found.tables
    every = found.chosen([each.id for each in found.differences])
    assert compare(Cards(), every, theirs, found.rejected([each.id for each in found.differences])).changes_nothing
    back = compare(Cards(), theirs, ours)
    assert sorted(each.key for each in back.differences) == sorted(each.key for each in found.differences)
    if not found.differences:
        assert back.tables["items"] == found.tables["items"]
    if not told_since(Cards(), ours, theirs):
        assert found.changes_nothing


def test_the_islands_cards_are_told_in_sentences_and_put_together():
    told = AWAKENING.cards.told
    card = {"name": "Old Bran", "sort": "red", "honor": 3, "gains": {"strength": 2}, "choice": 1, "charges": None}
    assert told("met", "", card) == "red companion Old Bran, 3 honor, generates 2 strength and 1 of your choice"
    relic = {"name": "Lamp", "sort": "relic", "honor": None, "gains": None, "choice": 0, "charges": 3}
    assert told("met", "", relic) == "relic Lamp, holds 3 blocks"
    less = {**card, "gains": None, "choice": 0}
    assert AWAKENING.cards.fuller("met", less, card) == AWAKENING.cards.fuller("met", card, less) == card
    assert AWAKENING.cards.fuller("met", {**card, "honor": 4}, card) is None


def test_every_kind_of_card_at_sea_is_told_in_a_sentence():
    cards, tables = SLEEPING_GODS.cards, packs.tables("sleeping_gods", "demo")
    told = {table: [cards.told(table, k, c) for k, c in entries(tables, table).items()] for table in cards.counted}
    assert {table for table, said in told.items() if said} == set(cards.counted)
    for said in told.values():
        for sentence in said:
            assert sentence
            assert not any(sign in sentence for sign in "{}[]_")
    assert compare(cards, tables, tables).changes_nothing


def test_a_tile_too_many_is_a_doubt():
    assert tile_doubts(tiles("demo")) == []
    pack = tiles("demo")
    first, second, *rest = pack.tiles
    odd = type(pack)(
        pack.pack_id,
        pack.origin,
        pack.language,
        (type(first)(first.code, first.name, 7, first.summary), type(second)(second.code, second.name, 6, ""), *rest),
        pack.colours,
    )
    said = [f"7 {first.name} tiles in each colour; a whole box has 8."]
    said.append(f"6 {second.name} tiles in each colour; a whole box has 5.")
    assert tile_doubts(odd) == said
