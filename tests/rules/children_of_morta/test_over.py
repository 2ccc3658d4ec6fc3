"""Ends of runs and games that are easily forgotten."""

from dataclasses import replace

import pytest
from morta_setting import foe, pack, table, texts
from playing import asked, open_values, play

from rules.children_of_morta import GAME, home
from rules.children_of_morta.asides import aside, asides
from rules.children_of_morta.outcome import RunOver, judge, lose
from rules.children_of_morta.turn import Playing, phases
from rules.children_of_morta.vocabulary import Collect, DamageHero, ManualGoal, Reach
from rules.position import Run, Step


def with_chapter(state, **changes):
    """The same pack with another second chapter."""
    chapters = {**pack().chapters, 2: replace(pack().chapters[2], **changes)}
    state.pack = replace(pack(), chapters=chapters)
    return state


@pytest.mark.rule("CM-205", "CM-12")
def test_what_a_chapter_does_after_a_lost_run_loses_nothing_twice():
    state = with_chapter(table(2), on_loss=(DamageHero(n=99, who="each_hero"),))
    with pytest.raises(RunOver):
        lose(state, "space", "No room.")
    state.phase = "run_end"
    going = asked(phases(state), True)
    assert state.run.way == "space"
    assert "must be played again" in going.ask.text


@pytest.mark.rule("CM-R77", "CM-9", "CM-201", "CM-371")
def test_the_run_is_won_as_soon_as_every_objective_is_met():
    state = with_chapter(table(2), objectives=(Collect(resource="morv", n=2), Reach(location="hall")))
    state.hero("north").morv = 2
    judge(state)
    assert state.run.result == ""  # one of two
    state.run.explored = ["hall"]
    with pytest.raises(RunOver):
        judge(state)
    assert (state.run.result, state.run.way) == ("won", "objective")


@pytest.mark.rule("CM-R77")
def test_some_objectives_are_looked_at_only_when_the_round_ends():
    state = with_chapter(table(2), objectives=(Reach(location="hall", check="end_of_round"),))
    state.run.explored = ["hall"]
    judge(state)
    assert state.run.result == ""
    with pytest.raises(RunOver):
        judge(state, end_of_round=True)


@pytest.mark.rule("CM-R77", "CM-201")
def test_an_objective_only_people_can_judge_is_called_by_them():
    state = with_chapter(table(2, phase="perform"), objectives=(ManualGoal(text="Sing."),))
    going = asked(Playing(state))
    assert "goal 0" in [option.value for option in asides(state, "east")]
    play(aside(state, "east", "goal 0"))
    assert state.run.result == "won"
    going.again()  # whatever was pending is dropped
    assert going.ask.text == "Every objective is met. Chapter 2 is won!"
    going.answer(True)
    assert GAME.ending(state) == "story won"  # it was the last chapter of this pack


@pytest.mark.rule("CM-285", "CM-286")
@pytest.mark.parametrize("phase", ["draw", "perform", "home", "saved"])
def test_the_game_can_be_started_over_at_any_time_if_all_agree(phase):
    state = table(2, phase=phase)
    state.campaign.records["john"].xp = 7
    state.at_home = "buy"
    foe(state, "north", 1, "wolf")
    going = asked(Playing(state))
    assert "reset" in [option.value for option in asides(state, "north")]
    play(aside(state, "north", "reset"), ("north", "yes"), ("east", "no"))
    assert state.campaign.records["john"].xp == 7
    play(aside(state, "north", "reset"), ("east", "yes"), ("north", "yes"))
    going.again()
    assert open_values(going.ask) == ["again", "stop"]
    assert state.campaign.records["john"].xp == 0
    GAME.check(state)


@pytest.mark.rule("CM-344", "CM-286")
def test_a_trial_that_is_given_up_is_lost():
    state = table(2, mode="trial")
    home.reset(state)
    play(home.after_reset(state), "stop")
    assert GAME.ending(state) == "trial lost"
    assert "given up" in state.result["text"]
    assert "reset" in texts(state)


@pytest.mark.rule("CM-5", "CM-6", "CM-327")
@pytest.mark.parametrize(("mode", "kept"), [("story", True), ("trial", False)])
def test_a_story_keeps_what_a_run_gave_and_a_trial_does_not(mode, kept):
    state = table(2, mode=mode, phase="run_end")
    state.campaign.records["john"].xp = 2
    state.campaign.records["john"].levels["attack"] = 2
    state.campaign.stock.remove("red/fury")
    state.campaign.bag["red/fury"] = 1
    state.run.result = "lost"
    asked(phases(state), True, *(["no"] if mode == "trial" else []))
    campaign = state.campaign
    assert (campaign.records["john"].xp, campaign.records["john"].levels) == ((2, {"attack": 2}) if kept else (0, {}))
    assert ("red/fury" in campaign.bag) == kept
    GAME.check(state)


def ended(how):
    """A game that came to its end, at the very end."""
    state = table(2, mode="trial" if how == "trial" else "story", phase="home" if how == "story" else "after_reset")
    if how == "story":
        state.campaign.chapter, state.run.result, state.at_home = max(state.pack.chapters), "won", "next"
        return Run(GAME, state)
    if how == "trial":
        state.run.result, state.phase = "lost", "after_trial"
    else:
        home.reset(state)
    run = Run(GAME, state)
    run.take(Step("answer", "stop"))
    return run


@pytest.mark.parametrize(
    ("how", "offered"),
    [("story", ["on", "reset", "stop"]), ("trial", ["stop", "again"]), ("reset", ["again", "stop"])],
)
def test_the_table_can_say_that_it_did_not_end(how, offered):
    run = ended(how)
    was = run.state.result
    assert GAME.show(run.state, None)["phase"] == "Over"
    run.take(Step("ruling", None, None, "result"))
    assert open_values(run.ask) == offered
    assert GAME.show(run.state, None)["phase"] != "Over"
    run.take(Step("answer", "stop"))
    assert run.state.result == was


@pytest.mark.parametrize(("answer", "phase"), [("on", "gather"), ("reset", "after_reset")])
def test_a_campaign_that_is_not_over_after_all_goes_on(answer, phase):
    run = ended("story")
    run.take(Step("ruling", None, None, "result"))
    run.take(Step("answer", answer))
    assert run.state.phase == phase
    assert run.ask is not None
    GAME.check(run.state)
