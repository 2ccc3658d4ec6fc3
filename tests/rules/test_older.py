"""Saves of older versions, step by step up to today's."""

import pytest
from tiny_game import TinyGame

from rules.game import Change, Setup
from rules.older import renew
from rules.position import Position
from rules.sleepers import GAME


class Third(TinyGame):
    """Tiny, two versions on: the stage was called chapter once, and before that was written as a text."""

    version = 3
    changes = (
        Change(1, "Chapters are counted now.", lambda plain: plain.update(chapter=int(plain["chapter"]))),
        Change(2, "", lambda plain: plain.update(stage=plain.pop("chapter"))),
    )


@pytest.fixture
def first():
    saved = Position.begin(TinyGame(), Setup("tiny", {"ann": "Ann", "ben": "Ben"})).save()
    plain = dict(saved["checkpoint"])
    plain["chapter"] = str(plain.pop("stage"))
    return {**saved, "version": 1, "checkpoint": plain}


def test_each_change_is_made_in_turn_and_told_if_players_should_know(first):
    renewed, told = renew(Third(), first)
    assert told == ["Chapters are counted now."]
    assert renewed["version"] == 3
    assert Position.load(Third(), first).state.stage == 0
    assert first["checkpoint"]["chapter"] == "0"  # what was saved is left alone


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
