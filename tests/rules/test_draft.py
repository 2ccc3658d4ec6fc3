"""Putting a card together: moves, one back, "or", what cannot be said, and a trial that changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from sleeping_gods_setting import ship

from rules.ask import IllegalAnswer
from rules.describing import Describe
from rules.draft_page import page
from rules.plain import dump
from rules.sleeping_gods.describe import judged, tried
from rules.sleeping_gods.effects import Effect
from rules.sleeping_gods.pack import AdventureCard, EventCard
from rules.sleeping_gods.speaking import Speech

STATE = ship(1)


def asking(begun: Any, table: str = "") -> Describe:
    return Describe(
        "north",
        "What is printed there?",
        type(begun),
        begun,
        Speech(STATE),
        judge=lambda record: judged(STATE, record, table),
        trial=lambda record: tried(STATE, "north", record),
    )


EVENT = asking(EventCard("Thin Soup", "mild", ()), "events")
MORALE = ["add", ["effects"], "lose_morale"]
COINS = ["add", ["effects"], "gain_resource"]


def test_the_sentence_grows_with_every_tap_and_back_takes_one_off() -> None:
    moves = [MORALE, ["put", ["effects", 0, "n"], 2], COINS]
    said = [EVENT.draft(moves[:count]).sentence() for count in range(4)]
    assert said == [
        "Thin Soup: nothing.",
        "Thin Soup: lose 1 morale.",
        "Thin Soup: lose 2 morale.",
        "Thin Soup: lose 2 morale, gain 1 coin.",
    ]


def test_or_makes_what_was_said_one_way_and_begins_another() -> None:
    draft = EVENT.draft([MORALE, ["or", ["effects"]]])
    assert draft.value["effects"][0]["options"] == [[{"do": "lose_morale"}], []]
    draft = draft.then(["add", list(draft.focus), "damage"]).then(["or", list(draft.focus)])
    draft = draft.then(["add", list(draft.focus), "manual"]).then(["put", [*draft.focus, 0, "text"], "Sing."])
    assert draft.sentence() == "Thin Soup: lose 1 morale or 1 damage to those who took part or Sing."
    lines = [line for line in page(draft).lines if line.is_other]
    assert [line.words for line in lines] == ["1 damage to those who took part", "Sing."]
    assert [effect.do for effect in EVENT.record(draft.value).effects] == ["one_of"]


def test_what_was_said_can_be_opened_again_and_removed() -> None:
    draft = EVENT.draft([MORALE, COINS, ["open", ["effects", 0]], ["put", ["effects", 0, "n"], 3]])
    assert draft.sentence() == "Thin Soup: lose 3 morale, gain 1 coin."
    draft = draft.then(["drop", ["effects", 0]])
    assert (draft.sentence(), draft.focus) == ("Thin Soup: gain 1 coin.", ("effects",))


def test_what_is_tried_is_announced_without_a_stop_before_its_colon() -> None:
    card = asking(AdventureCard("Gear", "gear"))
    lines = tried(STATE, "north", card.record(card.draft([["add", ["abilities"], "0"]]).value))
    assert lines[0] == "Activate it: do what the card says:"


def test_the_most_used_words_come_first_and_differ_by_place() -> None:
    card = asking(AdventureCard("Gear", "gear"))
    always = card.draft([["add", ["abilities"], "1"]])
    failing = EVENT.draft([["add", ["effects"], "challenge"]])
    first = [[button.label for button in page(draft).menu[:2]] for draft in (EVENT.draft(), always, failing)]
    assert first == [
        ["lose morale", "gain resources"],
        ["a skill bonus", "damage to an attack"],
        ["damage to the crew", "ship damage"],
    ]
    assert page(failing).asks == "if it fails"
    harmed = failing.then(["add", ["effects", 0, "fail"], "damage"])
    assert harmed.sentence(("effects", 0)) == (
        "strength 7 (failing: 1 damage to those who took part for each point short)"
    )


@pytest.mark.parametrize(
    ("effects", "why"),
    [
        ([{"do": "manual", "text": ""}], "Write in your own words"),
        ([{"do": "combat", "enemies": []}], "Which enemies"),
        ([{"do": "gain_resource"}], "Expected a kind or a choice of kinds"),
        ([{"do": "lose_morale", "n": 10**9}], "can be 1 to 99"),
        ([{"do": "manual", "text": "x" * 401}], "400 letters at most"),
        ([{"do": "fly"}], "expected one of"),
        ([{"do": "lose_morale"}] * 61, "60 things at most"),
        ("all", "expected a list"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(effects: Any, why: str) -> None:
    with pytest.raises(IllegalAnswer, match=why):
        EVENT.check({"effects": effects})


@pytest.mark.parametrize(
    "moves",
    [
        [["open", ["effects", 7]]],
        [["add", ["effects"], "fly"]],
        [["put", ["effects"], 3]],
        [["put", ["name"], 3]],
        [["put", ["tier", "x"], "mild"]],
        [["add", ["name"], "x"]],
        [["drop", []]],
        [["or", ["name"]]],
        [["or", []]],
        [["jump", []]],
        [["open"]],
        ["open"],
        [None],
        [["open", None]],
        [["open", [["effects"]]]],
        [["add", ["effects"], ["damage"]]],
        [MORALE] * 401,
    ],
)
def test_a_move_that_makes_no_sense_is_refused(moves: Any) -> None:
    with pytest.raises(IllegalAnswer):
        EVENT.draft(moves)


def test_a_trial_tells_what_would_happen_now_and_changes_nothing() -> None:
    before = dump(STATE)
    told = EVENT.try_out({"effects": [{"do": "lose_morale"}, {"do": "gain_resource", "kind": "coins", "n": 2}]})
    assert told[-2:] == ["Ship: morale 5 → 4.", "Resources: coins 0 → 2."]
    chosen = [{"do": "one_of", "options": [[{"do": "lose_morale"}], [{"do": "gain_xp"}]]}]
    told = EVENT.try_out({"effects": chosen})
    assert any(line.endswith("Thin Soup: choose one.") for line in told)
    assert EVENT.try_out({"effects": [{"do": "manual", "text": "Sing."}]})[-1].startswith("You do that yourselves")
    assert dump(STATE) == before


def test_as_it_stands_is_an_answer_and_what_is_left_out_stays_known() -> None:
    assert EVENT.check(True)["name"] == "Thin Soup"
    told = EVENT.check({"effects": [{"do": "lose_morale"}]})
    assert (told["name"], told["tier"]) == ("Thin Soup", "mild")
    assert EVENT.words(told) == "Thin Soup: lose 1 morale."
    assert list(EVENT.answers()) == [EVENT.check(True)]
    assert isinstance(EVENT.record(told).effects[0], Effect)
