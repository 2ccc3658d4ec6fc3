"""Every event, hazard, search token, paragraph and enemy of the demo world, played out at the table."""

from __future__ import annotations

import random

import pytest
from playing import Playing, play
from sleeping_gods_setting import do, fight, run, ship, texts

from rules.position import some_step
from rules.sleeping_gods import GAME
from rules.sleeping_gods.pack import the_pack
from rules.sleeping_gods.resolve import push
from rules.sleeping_gods.state import Campaign, Context
from rules.sleeping_gods.story import begin
from rules.sleeping_gods.travel import meet_hazard

DEMO = the_pack("demo")
PLENTY = {"meat": 4, "vegetables": 4, "grain": 4, "materials": 4, "artifacts": 3, "coins": 9}


def aboard(players: int, mode: str = "normal") -> Campaign:
    """A well-found ship in the demo world."""
    seats = ("north", "east", "south", "west")[:players]
    state = ship(
        players,
        pack="demo",
        region="2e",
        mode=mode,
        resources=PLENTY,
        hands={seat: ["feint", "marginalia"] for seat in seats[:1]} | {seat: ["sea_legs"] for seat in seats[1:2]},
        command=dict.fromkeys(seats, 3),
    )
    state.players[state.active].command = 4
    return state


def played_out(state: Campaign, chance: random.Random, most: int = 3000) -> Playing:
    """Answer at random until what lies on the agenda is done, checking the table after every answer."""
    playing = run(state)
    for count in range(most):
        if playing.ask is None or not (state.agenda or state.combat):
            return playing
        step = some_step(GAME, state, playing.ask, chance)
        several = len(playing.ask.seats) > 1 or not playing.ask.seat
        playing.answer((step.seat, step.value) if several else step.value)
        GAME.check(state)
        if count % 25 == 0:
            for each in (None, *state.order):
                GAME.show(state, each)
    raise AssertionError(f"no end after {most} answers")


@pytest.mark.parametrize("card", list(DEMO.events))
def test_every_event_can_be_played_out(card: str) -> None:
    for players in (1, 3):
        state = aboard(players)
        push(state, DEMO.events[card].effects, Context(source=DEMO.events[card].name))
        played_out(state, random.Random(f"{card}{players}"))


@pytest.mark.parametrize("paragraph", [p for p in DEMO.paragraphs if p not in ("D1", "D2", "D3", "D4")])
def test_every_paragraph_can_be_played_out(paragraph: str) -> None:
    for quests in ([], list(DEMO.quests)):
        state = aboard(2)
        state.quests = quests
        begin(state, paragraph, exploring=True)
        played_out(state, random.Random(paragraph))


@pytest.mark.parametrize("number", list(DEMO.enemies))
def test_every_enemy_can_be_fought_to_an_end_in_both_modes(number: int) -> None:
    for mode in ("normal", "easy"):
        state = aboard(2, mode)
        fight(state, number)
        played_out(state, random.Random(number), most=8000)
        assert state.combat is None or state.result is not None


@pytest.mark.parametrize("hazard", list(DEMO.hazards))
def test_every_hazard_can_be_met_and_avoided(hazard: str) -> None:
    skill = DEMO.hazards[hazard].avoid_discard_skill
    card = next(card for card, printed in DEMO.ability_cards.items() if printed.skill == skill)
    state = aboard(1)
    state.players["north"].hand = [card]
    play(meet_hazard(state, hazard, "north"), "avoid:0")
    assert state.players["north"].hand == []
    assert not state.agenda
    state = aboard(1)
    state.players["north"].hand = []
    Playing(meet_hazard(state, hazard, "north"))
    played_out(state, random.Random(hazard))


@pytest.mark.parametrize("token", list(DEMO.search_tokens))
def test_every_search_token_can_be_played_out(token: str) -> None:
    state = aboard(1)
    push(state, DEMO.search_tokens[token].effects, Context(source="Search"))
    played_out(state, random.Random(token))


# ----- how stories go on


@pytest.mark.rule("SG-210", "SG-204", "SG-214")
def test_a_failure_that_turns_elsewhere_gives_none_of_the_choices_rewards_and_any_other_failure_does() -> None:
    def told(paragraph: str, choice: str, fate: int, until: str) -> Campaign:
        state = ship(1, pack="demo", region="2e", custody="table", cards=[])
        begin(state, paragraph, exploring=True)
        playing = run(state).answer(True).answer(choice).answer([])  # nobody takes part
        playing.answer(fate)
        while getattr(playing.ask, "paragraph", "") != until:
            assert playing.ask is not None
            playing.answer(playing.ask.sample(random.Random(1)))
        return state

    lost = told("B4", "A", 1, until="B8")
    assert 25 not in lost.quests  # the long form was not granted
    mended = told("10", "B", 1, until="C41")
    assert 5 in mended.quests  # the pump hurt them, but it pumps
    assert 10 in mended.owned
    assert any(board.damage for board in mended.crew.values())


@pytest.mark.rule("SG-286", "SG-282")
def test_a_keyword_leads_on_and_the_quest_is_used_up() -> None:
    state = ship(1, pack="demo", region="3a", custody="table")
    state.quests = [2]
    begin(state, "9", exploring=True)
    playing = run(state)
    assert playing.ask is not None
    assert playing.ask.paragraph == "C20"  # type: ignore[attr-defined]
    playing.answer(True)
    assert (state.quests, state.used_quests) == ([], [2])
    assert 7 in state.owned


def test_a_seal_found_already_is_not_found_again() -> None:
    state = ship(1, pack="demo", region="2b", custody="table")
    state.progress.totems = ["gull"]
    begin(state, "3", exploring=True)
    assert run(state).ask.paragraph == "B10"  # type: ignore[union-attr]


@pytest.mark.rule("SG-414", "SG-105")
def test_the_morale_icon_moves_the_token_as_told_up_to_the_top_of_the_track() -> None:
    state = ship(1, pack="demo", region="2e")
    do(state, {"do": "gain_morale", "n": 2})
    assert state.ship.morale == 7
    do(state, {"do": "gain_morale", "n": 2})
    assert state.ship.morale == 8  # the demo world's track ends there
    do(state, {"do": "lose_morale", "n": 3})
    assert state.ship.morale == 5
    assert "Lose 3 morale: morale 5." in texts(state)


# ----- endings


@pytest.mark.rule("SG-315", "SG-405")
@pytest.mark.parametrize(
    ("choice", "needs", "won", "title", "box"),
    [
        ("A", [21], True, "Delivered", "delivered"),
        ("B", [], True, "Return to Sender", "returned"),
        ("C", [25], True, "Branch Office", "branch_office"),
        ("D", [21], False, "Ashes", "burned"),
    ],
)
def test_eight_seals_lead_to_four_endings(choice: str, needs: list[int], won: bool, title: str, box: str) -> None:
    state = ship(1, pack="demo", region="2e", custody="table", phase="turn_start")
    state.progress.totems = list(state.pack.totems)[:8]
    state.quests = needs
    playing = run(state).answer("end").answer(True).answer(choice).answer(True)
    assert playing.ask is None
    assert (state.result["won"], state.result["text"]) == (won, f"The campaign is {'won' if won else 'lost'}: {title}.")
    assert GAME.ending(state) == ("totems" if won else "story_fail")
    assert box in state.progress.achievements


def test_the_campaign_can_be_won_without_seals_by_being_well_spoken_of() -> None:
    state = ship(1, pack="demo", region="2e", custody="table")
    state.quests, state.progress.revered = [21, 25], 10
    begin(state, "2", exploring=True)
    run(state).answer(True).answer("F").answer(True)
    assert (GAME.ending(state), state.result["text"]) == (
        "story_win",
        "The campaign is won: Open All Hours.",
    )


def test_the_crew_may_stay_in_the_orchard_for_good() -> None:
    state = ship(1, pack="demo", region="4e", custody="table", morale=7)
    begin(state, "16", exploring=True)
    playing = run(state).answer(True).answer("D").answer(True).answer("A")
    while playing.ask is not None:
        playing.answer(True)
    assert (state.result["won"], state.result["how"]) == (False, "story_fail")
