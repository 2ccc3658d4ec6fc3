"""What others are sent does not tell what a seat holds: not by its words, its length, its number or its moment."""

import pytest
import twins
from sea_setting import DOCTOR, ENGINEER, table
from waiting import until

from rules.ask import ChooseOne
from rules.position import Run, Step
from rules.silent_sea import GAME as SEA
from rules.sleepers import show
from web.live.chair import left_to_people, thinking

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


class Alike:
    """A mind that does the same whatever it holds: it walks, and reacts to nothing."""

    def think(self, position, seat, strength, knows=""):
        ask = position.ask.of(seat)
        answers = list(ask.answers())
        walks = sorted(str(answer) for answer in answers if str(answer).startswith("to:"))
        usual = [answer for answer in ("pass", "no", "done") if answer in answers]
        answer = (walks[:1] if "done" in answers else []) + usual + answers
        return {"answer": answer[0], "words": ask.words(answer[0]), "best": [], "walks": 0}

    def hurry(self): ...
    def close(self): ...
    def end(self): ...


def test_nobody_can_tell_which_of_two_seats_that_the_box_plays_is_the_traitor():
    """The box plays both, and does the same in both games: pages, messages, numbers and moves told are the same."""
    case, compared = twins.CASES[1], 0
    with twins.twins(case, 3) as pair:
        for box in pair.boxes:
            box.chair._mind = Alike()
            for seat in ("white", "yellow"):
                box.chair.give(seat, "easy")
        for _ in range(STEPS):
            until(lambda: all(_waits_for_people(box) for box in pair.boxes))
            if pair.over:
                break
            pair.had = [{}, {}]  # whole pages: how far the box had come when they were sent before is luck
            pair.messages = [pair._messages(number) for number in (0, 1)]
            assert pair.differences() == []
            moves = [[box.chair.last_move(box.table.now(), seat) for seat in ("red", "blue")] for box in pair.boxes]
            assert moves[0] == moves[1]
            compared += pair.differ
            pair.step()
    assert compared > STEPS // 2


def _waits_for_people(box):
    moment = box.table.now()
    if moment.ask is None:
        return True
    theirs = left_to_people(moment, box.table.played())
    return not box.chair.is_thinking and (bool(theirs) or not thinking(moment, box.table.played()))
