"""Saves of older versions, step by step up to today's."""

import pytest
from tiny_game import COUNTING, Counting

from rules.game import Change, Setup
from rules.older import renew
from rules.position import Position
from rules.sleepers import GAME


class Third(Counting):
    """Counting, two versions on: the goal was called target once, and before that was written as a text."""

    version = 3
    changes = (
        Change(1, "The goal is a number now.", lambda plain: plain.update(target=int(plain["target"]))),
        Change(2, "", lambda plain: plain.update(goal=plain.pop("target"))),
    )


@pytest.fixture
def first():
    saved = Position.begin(COUNTING, Setup("counting", {"ann": "Ann"})).save()
    plain = dict(saved["checkpoint"])
    return {**saved, "version": 1, "checkpoint": {**plain, "target": str(plain.pop("goal"))}}


def test_each_change_is_made_in_turn_and_told_if_players_should_know(first):
    first["checkpoint"].pop("goal", None)
    renewed, told = renew(Third(), first)
    assert told == ["The goal is a number now."]
    assert renewed["version"] == 3
    assert Position.load(Third(), first).state.goal == 9
    assert first["checkpoint"]["target"] == "9"  # what was saved is left alone


def test_a_gap_between_the_versions_is_not_jumped(first):
    class Gap(Third):
        changes = Third.changes[1:]

    with pytest.raises(ValueError, match="version 1 cannot be read by version 3"):
        renew(Gap(), first)


def test_a_save_of_a_newer_version_says_so(first):
    with pytest.raises(ValueError, match=r"saved by a newer Tableside \(version 7 of the rules; this box has 3\)"):
        renew(Third(), {**first, "version": 7})


def test_a_house_rule_that_is_new_is_as_usual_and_told():
    saved = Position.begin(GAME, GAME.setup(2)).save()
    name, toggle = next(iter(GAME.toggles.items()))
    del saved["checkpoint"]["setup"]["toggles"][name]
    holding = GAME.holdings[0]
    del saved["checkpoint"]["setup"]["custody"][holding.name]
    renewed, told = renew(GAME, saved)
    assert renewed["checkpoint"]["setup"]["toggles"][name] == toggle.default
    assert told == [
        f"The house rule {name} is new; in this game it is {toggle.default}.",
        f"Who holds {holding.name} was not asked yet; in this game it is the {holding.default}.",
    ]


def test_a_save_of_these_rules_is_left_alone():
    saved = Position.begin(GAME, GAME.setup(2)).save()
    assert renew(GAME, saved) == (saved, [])
