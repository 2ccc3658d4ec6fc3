"""Who may know what: quests and the order of stacks are nobody else's business (AW-18, AW-19)."""

import json

import pytest
from awakening_setting import give, go, put, table
from playing import asked

from rules.awakening import GAME, effects, show
from rules.awakening.case import Case
from rules.awakening.verbs import LookAt

EYES = ("orange", "green", None)


@pytest.mark.rule("AW-18", "AW-19", "AW-216")
def test_anothers_quest_changes_nothing_one_can_see():
    shown = []
    for quest in ("q_host", "q_hermit"):
        state = table(2)
        for player in state.players.values():
            player.has_quest = True
        state.players["green"].quest = quest
        shown.append([show.show(state, eye) for eye in ("orange", None)])

    assert shown[0] == shown[1]


@pytest.mark.rule("AW-19")
def test_the_projected_score_counts_a_quest_for_its_owner_alone():
    state = table(2)
    state.players["green"].quest, state.players["green"].has_quest = "q_host", True  # one companion: 1 honor
    give(state, "orange", "fenn")  # so that nobody masters knowledge alone

    mine = show.show(state, "green")["seats"][1]["projected"]
    theirs = show.show(state, "orange")["seats"][1]["projected"]

    assert mine == theirs + 1


def test_the_order_of_stacks_and_what_others_looked_at_is_not_shown():
    shown = []
    for top in (["cup", "bell"], ["bell", "cup"], []):
        state = table(2)
        pile = state.stacks["relic"]
        pile.top = list(top)
        pile.left = [card for card in sorted([*pile.left]) if card not in top]
        shown.append([show.show(state, eye) for eye in EYES])

    assert shown[0] == shown[1] == shown[2]
    assert "Glass Orrery" not in json.dumps(shown)  # face-down cards are only counted


def test_only_the_looking_player_is_told_what_lies_on_top():
    state = table(2)
    looking = asked(effects.run(state, Case("orange", "FX-LENS"), (LookAt("look_at", "relic"),)))
    looking.answer(["cup"])

    assert [said.seats for said in state.said if "Cup" in said.text] == [("orange",)]
    assert state.shown


def test_the_kinds_left_in_the_pouch_follow_from_the_list_and_are_shown():
    state = table(2, {1: "inn", 2: "inn"})
    state.pouch["fort"] -= 1
    state.known_tiles.append("fort")  # looked at by somebody

    pouch = show.show(state, "green")["board"]["pouch"]

    assert (pouch["inn"], pouch["fort"]) == (1, 2)


def test_everybody_sees_all_that_lies_open():
    state = table(2, {1: "library"})
    give(state, "green", "FX-LENS", 2)
    go(state, "control 1")
    put(state, "green", wisdom=2)

    for eye in EYES:
        shown = show.show(state, eye)
        assert shown["current"] == "orange"
        assert shown["board"]["tiles"] == {"1": {"kind": "library", "name": "Library"}}
        assert shown["board"]["control"] == {"1": "orange"}
        assert shown["track"] == {"tokens": [20, 30, 40, 50], "discs": {"orange": 12, "green": 10}}
        green = shown["seats"][1]
        assert green["relics"][0]["blocks"] == 2
        assert green["attributes"]["wisdom"] == 2
        assert [trigger["name"] for trigger in shown["triggers"]] == ["Quiet one", "Quiet two"]


def test_the_reachable_spaces_are_shown_until_one_has_travelled():
    state = table(2, {1: "inn", 2: "fort", 5: "spire", 4: "fort", 6: "inn"})
    assert set(show.show(state, None)["board"]["reach"]) == {"1-2", "1-2-5", "1-4-5", "2-5-6"}
    go(state, "travel 1-4-5")
    assert show.show(state, None)["board"]["reach"] == []
    assert show.show(state, None)["board"]["trail"] == ["1-2", "1-2-5", "1-4-5"]


def test_phases_are_told():
    state = table(2)
    assert show.show(state, None)["phase"] == "Round 1"
    state.end_met, state.round = 1, 2
    assert show.show(state, None)["phase"] == "Round 2 (the last)"
    assert show.show(GAME.begin(GAME.setup(2)), None)["phase"] == "Setting up"
