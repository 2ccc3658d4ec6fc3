"""What nobody has to be asked: places tapped on the map, usual teams, turns that begin by themselves."""

from __future__ import annotations

from typing import Any

import pytest
from playing import open_values, why_not
from sleeping_gods_setting import aside, do, fight, run, ship, texts

from rules.ask import AskAny, ChooseOne, PickSome, ReadStory
from rules.burden import measure
from rules.chance import DrawFate
from rules.onward import forced, going_along, needs_people
from rules.sleeping_gods import GAME
from rules.sleeping_gods.challenge import usual_team
from rules.sleeping_gods.state import Trial


@pytest.mark.rule("SG-127", "SG-138")
def test_a_place_named_with_the_action_is_not_asked_for_again() -> None:
    state = ship(1, region="harbor", cards=[])
    playing = run(state)
    assert {"travel", "travel:fog", "explore:2"} <= set(open_values(playing.ask))
    playing.answer("travel:ice" if "travel:ice" in open_values(playing.ask) else "travel:fog")
    assert state.ship.region != "harbor"
    assert state.actions_left == 1
    there = run(ship(1, region="harbor", cards=[])).answer("explore:2")
    assert isinstance(there.ask, ReadStory)


@pytest.mark.rule("SG-125", "SG-127", "SG-128")
def test_both_actions_are_one_answer_only_where_no_hazard_lies_between() -> None:
    state = ship(1, pack="demo", region="3g", cards=[])
    both = [str(value) for value in open_values(run(state).ask) if "+" in str(value)]
    assert "travel:3h+explore:10" in both
    regions = state.pack.regions
    assert not any(regions[value.removeprefix("travel:").partition("+")[0]].hazard for value in both)
    run(state).answer("travel:3h+explore:10")
    assert (state.ship.region, state.actions_left) == ("3h", 0)
    assert state.story is not None
    assert state.story.paragraph == "10"
    once = ship(1, pack="demo", region="3g", cards=[])
    once.actions_left = 1
    assert not [value for value in open_values(run(once).ask) if "+" in str(value)]


@pytest.mark.rule("SG-334", "SG-366")
def test_a_turn_begins_by_itself_unless_somebody_wants_to_stop() -> None:
    state = ship(2, cards=[])
    playing = run(state).answer("gain_command").answer("gain_command")
    assert open_values(playing.ask) == ["begin"]
    assert forced(playing.ask)
    state = ship(2, cards=[])
    playing = run(state).answer("gain_command")
    aside(state, "east", "stop")
    aside(state, "east", "go_on")
    aside(state, "north", "stop")
    assert "Ann wants to stop before the next turn." in texts(state)
    playing.again().answer("gain_command")
    assert open_values(playing.ask) == ["begin", "save", "players", "reset"]
    playing.answer("begin")
    assert not state.stopping


CRAFT: dict[str, Any] = {"do": "challenge", "skill": "craft", "number": 7}


@pytest.mark.rule("SG-194", "SG-198", "SG-202")
def test_others_may_help_until_the_active_player_draws() -> None:
    state = ship(2, command={"east": 1}, cards=[])
    best = usual_team(state, Trial(skill="craft", number=99, source=""), state.crew_of("east"))[0]
    playing = do(state, CRAFT).answer(("north", []))
    assert isinstance(playing.ask, AskAny)
    assert isinstance(playing.ask.of("north"), DrawFate)
    playing.answer(("east", [best]))
    assert isinstance(playing.ask, DrawFate)  # nobody else could
    assert (state.players["east"].command, state.crew[best].fatigue) == (0, 1)
    assert f"the crew brings {state.skill(best, 'craft')}" in playing.ask.text
    drawn = do(ship(2, command={"east": 1}, cards=[]), CRAFT).answer(("north", [])).answer(("north", 2))
    assert not isinstance(drawn.ask, PickSome)  # whoever drew did not wait for help


@pytest.mark.rule("SG-203")
def test_nobody_is_asked_for_help_that_is_not_needed() -> None:
    state = ship(2, command={"east": 1}, cards=[])
    team = state.crew_of("north")
    surely = sum(state.skill(crew, "craft") for crew in team) + 1
    playing = do(state, CRAFT | {"number": surely}).answer(("north", team))
    assert isinstance(playing.ask, DrawFate)
    assert "Any fate succeeds" in playing.ask.text


@pytest.mark.rule("SG-99", "SG-192")
def test_the_usual_team_reckons_with_a_middling_fate_and_leaves_the_mad_behind() -> None:
    state = ship(1, cards=[])
    crew = list(state.crew)
    best = max(crew, key=lambda each: state.skill(each, "craft"))
    team = usual_team(state, Trial(skill="craft", number=state.skill(best, "craft") + 3, source=""), crew)
    assert len(team) == 1
    assert usual_team(state, Trial(skill="craft", number=3, source=""), crew) == []
    state.crew[team[0]].statuses.append("madness")
    assert team[0] not in usual_team(state, Trial(skill="craft", number=20, source=""), crew)


@pytest.mark.rule("SG-191")
def test_a_team_goes_along_with_the_choice_that_named_it_and_with_nothing_else() -> None:
    state = ship(1, pack="demo", region="3h", cards=[])
    playing = run(state).answer("explore")
    assert not needs_people(playing.ask)  # type: ignore[arg-type]  # the story is read with the choices
    playing.answer(True)
    assert isinstance(playing.ask, ChooseOne)
    assert playing.ask.story
    mend = next(option for option in playing.ask.options if option.value == "B")
    assert mend.begins
    playing.answer("B")
    assert isinstance(playing.ask, PickSome)
    assert going_along(playing.ask, "north")
    event = do(ship(1, cards=[]), CRAFT).ask
    assert isinstance(event, PickSome)
    assert event.default
    assert not event.along  # nobody has seen it yet


@pytest.mark.rule("SG-249")
def test_the_second_damage_goes_along_with_the_first() -> None:
    state = ship(1, cards=[])
    fight(state, 10)
    playing = run(state).answer("attack:laurence").answer(6).answer(["grand_plan"])
    first = playing.ask
    assert isinstance(first, ChooseOne)
    if first.text.startswith("Hit"):
        first = playing.answer("place").ask
    assert isinstance(first, ChooseOne)
    assert not first.along
    assert first.default in open_values(first)
    second = playing.answer(first.default).ask
    if second is not None and second.text.startswith("Place damage 2"):
        assert second.along


@pytest.mark.rule("SG-174")
def test_real_cards_that_cannot_be_paid_for_are_not_offered_for_training() -> None:
    state = ship(1, custody="table", hands={"north": ["?"]}, command={"north": 1})
    state.window = "actions"
    training = aside(state, "north", "train").answer("mac")
    dear = next(card for card, printed in state.pack.ability_cards.items() if printed.cost > 1)
    assert "SG-174" in why_not(training.ask, dear)


@pytest.mark.parametrize("custody", ["box", "table"])
def test_a_turn_of_two_asks_little_and_nothing_that_has_one_answer(custody: str) -> None:
    burden = measure(GAME, GAME.setup(2, custody=custody), turns=30, seed=1)
    assert sum(turn["forced"] for turn in burden.turns) == 0
    assert burden.quantile("answers", 0.5) <= {"box": 8, "table": 9}[custody]
    assert burden.before["answers"] <= 2 * burden.games + 2
