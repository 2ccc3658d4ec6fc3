"""What players read when something on the table does not add up."""

import pytest
from morta_setting import foe, table

from rules.children_of_morta import GAME


def _less(state):
    state.run.enemies["goblins"].take("skeleton")


def _swapped(state):
    state.run.enemies["goblins"].take("skeleton")
    state.run.enemies["goblins"].put("archer")
    state.run.enemies["goblins"].put("archer")


def _on(path, value):
    *way, last = path.split(".")

    def change(state):
        thing = state
        for part in way:
            thing = thing[part] if isinstance(thing, dict) else getattr(thing, part)
        if isinstance(thing, dict):
            thing[last] = value
        else:
            setattr(thing, last, value)

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_less, "the deck Goblins lacks Skeleton"),
        (_swapped, "the deck Goblins lacks Skeleton and has 2 × Archer too many"),
        (_on("campaign.bag.red", 1), "there are 3 basic Red tokens instead of 4"),
        (_on("campaign.bag.red/sky", 1), "there are 2 tokens Red with Sky instead of 1"),
        (_on("campaign.corruption", 1), "there is 1 corruption token instead of 5"),
        (_on("run.heroes.north.face_up", 1), "John has 1 fatigue token instead of 3"),
        (_on("campaign.bag.fatigue/mark", 4), "there are 4 fatigue tokens of Mark, and 3 are the most"),
        (_on("run.heroes.north.row", [None] * 5), "There are 5 spaces above John's board instead of 6."),
        (_on("run.heroes.north.health", 12), "John's health cannot be 12; it is 0 to 10."),
        (_on("run.heroes.north.focus", -1), "John's focus cannot be -1; it is 0 to 6."),
        (_on("run.heroes.north.items", ["bomb"] * 4), "John has 4 items, and 3 are the most"),
        (_on("run.heroes.north.talents", ["skin", "might", "ease"]), "John has 3 talents, and 2 are the most"),
        (_on("run.heroes.north.morv", -1), "John cannot have -1 Morvs."),
        (_on("run.heroes.north.stun", -1), "John cannot have -1 stun tokens."),
        (_on("run.rage", -1), "There cannot be -1 rage in the pool."),
        (_on("run.rage", 11), "there is 11 rage in the pool, and 10 is the most"),
        (_on("run.heroes.north.gemstone", 13), "there are 13 gemstones on the boards, and 12 are the most"),
        (_on("campaign.fund", 13), "there are 13 Morvs in all, and 12 are the most"),
        (_on("run.items.left", {"bomb": 4}), "there are 4 item cards instead of 10"),
        (_on("run.ferocious.left", {"claws": 6}), "there are 6 ferocious tiles instead of 12"),
        (_on("run.heroes.east.talent_pile.left", {}), "Linda has 0 talent cards instead of 3"),
    ],
)
def test_what_is_missing_or_too_much_is_said_in_words(change, told):
    state = table(2)
    foe(state, "north", 1, "wolf")
    GAME.check(state)
    change(state)
    with pytest.raises(AssertionError) as odd:
        GAME.check(state)
    assert str(odd.value) == told
