"""What others are sent does not tell what a seat holds: not by its words, its length, its number or its moment."""

import pytest
import twins
from sea_setting import DOCTOR, ENGINEER, table

from rules.ask import ChooseOne
from rules.position import Run, Step
from rules.silent_sea import GAME as SEA
from rules.sleepers import show

STEPS = 15


@pytest.mark.parametrize("case", twins.CASES, ids=lambda case: case.what)
def test_two_games_that_differ_only_in_what_is_hidden_look_the_same_to_the_others(case):
    for pair in twins.compared(case, range(40), STEPS):
        assert pair.differences() == []


def test_what_somebody_else_is_shown_would_be_noticed(monkeypatch):
    def leaking(game, seat):
        shown = honest(game, seat)
        shown["seats"][0]["facts"] += [["In hand", str(game.sides["white"].hand[0].kind)]] if game.turn else []
        return shown

    honest = show.show
    monkeypatch.setattr(show, "show", leaking)
    found = [found for pair in twins.compared(twins.CASES[0], range(40), STEPS) for found in pair.differences()]
    assert any("the public screen is sent" in each for each in found)


def test_a_step_more_would_be_noticed():
    with twins.twins(twins.CASES[0], 1) as pair:
        pair.step()
        first = pair.boxes[0].table
        first.ruling(first.now().number, "turn", 1, "Ann", "a test")
        pair.step()
        assert any("pages were told" in each for each in pair.differences())


def test_whoever_could_react_and_passes_is_not_told_from_whoever_could_not():
    for pair in twins.reactions(2):
        assert pair.differences() == []


@pytest.mark.rule("SS-R40")
@pytest.mark.parametrize("offered", [0, 1])
def test_whether_a_sample_was_offered_does_not_show_in_how_much_is_asked(offered):
    """The Doctor has no room left unless the offer makes some: asked all the same, so that nobody counts questions."""
    state = table(
        {DOCTOR: "p9", ENGINEER: "p9"},
        current=DOCTOR,
        phase="action",
        samples={DOCTOR: 1, ENGINEER: 1},
        hands={DOCTOR: ["bulb"], ENGINEER: ["bulb"]},
    )
    run = Run(SEA, state)
    run.take(Step("answer", f"trade:{ENGINEER}"))
    run.take(Step("answer", ["sample:0"] * offered, DOCTOR))
    run.take(Step("answer", "yes", ENGINEER))
    asked = 0
    while not isinstance(run.ask, ChooseOne):
        run.take(Step("answer", next(iter(run.ask.answers())), ENGINEER))
        asked += 1
    assert asked == 1  # cards and samples
    assert "Agreed?" in run.ask.text
