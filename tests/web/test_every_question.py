"""Every sort of question is drawn on a phone, with whatever it may carry."""

from dataclasses import replace

import pytest

from rules.ask import ChooseOne, Confirm, EnterNumber, EnterText, Option, PickSome, Refusal, SplitAmount
from rules.chance import DrawCards, DrawFate, RollDice
from rules.sleepers import GAME
from web.live.render import regions
from web.live.seats import Viewer

BARRED = Refusal("XX-1", "Not today.")
SOME = (Option("a", "Apple", hint="sweet"), Option("b", "Pear", BARRED), Option("c", "Plum"))


class Standing:
    """A position at which something else is asked."""

    def __init__(self, position, ask):
        self.game, self.state, self.ask = position.game, position.state, ask
        self.show, self.view, self.steps = position.show, position.view, ()


@pytest.fixture
def drawn(box):
    box.table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {}, "table"))

    def draw(ask):
        moment = replace(box.table.now(), position=Standing(box.table.now().position, ask))
        with box.app.test_request_context():
            return regions(box.table, moment, Viewer("white", False), strictly=True)["ask"]

    return draw


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (ChooseOne("white", "Which?", SOME), ["Apple", "sweet", "Not today."]),
        (PickSome("white", "Which two?", SOME, at_least=0, at_most=2), ["Pick 0 to 2", "Not today."]),
        (
            PickSome("white", "In which order?", SOME, at_least=2, at_most=2, in_order=True),
            ["The order in which you tap them counts."],
        ),
        (SplitAmount("white", "Share out.", 3, ((SOME[0], 2), (SOME[1], 3))), ["Share out 3", "up to 2", "Not today."]),
        (EnterNumber("white", "How many?", 0, 3), ['value="3"']),
        (EnterNumber("white", "Which page?", 1, 99), ['type="number"', "Enter"]),
        (EnterText("white", "What is it called?"), ["What is it called?"]),
        (Confirm("white", "Turn the page.", todo=("Open the book.",)), ["Open the book."]),
        (DrawFate("white", "Draw fate."), ["Draw"]),
        (RollDice("white", "Roll two dice.", 2), ["Roll"]),
        (DrawCards("white", "Draw two.", "deck", {"seven": 2, "nine": 1}, count=2), ["That's what came"]),
        (DrawFate("white", "Draw fate.", from_table=True), ["Let the box do it"]),
        (RollDice("white", "Roll two dice.", 2, from_table=True), ["That's the roll", "Die 2"]),
        (DrawCards("white", "Draw one.", "deck", {"seven": 2}, from_table=True), ["Seven"]),
        (ChooseOne("white", "Boost?", SOME, default="a", habit="boost"), ['class="usual"', "Always"]),
        (PickSome("white", "Which?", SOME, at_most=2, default=["c"]), ["checked"]),
    ],
    ids=lambda each: type(each).__name__ if not isinstance(each, list) else "",
)
def test_it_is_drawn(drawn, ask, words):
    part = drawn(ask)
    for each in words:
        assert each in part
