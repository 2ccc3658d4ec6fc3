"""Every sort of question is drawn on a phone, with whatever it may carry."""

from dataclasses import replace

import pytest

from rules.ask import ChooseOne, Confirm, EnterNumber, EnterText, Option, PickSome, Refusal, SplitAmount
from rules.chance import DrawCards, DrawFate, RollDice
from rules.describing import Describe
from rules.draft import Tongue
from rules.sheet import Field, WhatChanged
from rules.sleepers import GAME
from web.live.render import regions
from web.live.seats import Viewer

BARRED = Refusal("XX-1", "Not today.")
SOME = (Option("a", "Apple", hint="sweet"), Option("b", "Pear", BARRED), Option("c", "Plum"))
MANY = tuple((n, f"card {n}") for n in range(20))
SHEET = (
    Field("coins", "coins", "Ship", "number", 3, high=9, slot="e5"),
    Field("card", "gain the card numbered", "Ship", "number", 0, high=999, choices=((0, "none"),)),
    Field("awake", "awake", "Kasumi", "yes", True),
    Field("side", "side", "Kasumi", "one", "a", choices=(("a", "left"), ("b", "right"))),
    Field("where", "where", "Kasumi", "one", 3, choices=MANY),
    Field("held", "held", "Ann", "some", [2, 2], choices=MANY, copies=3),
    Field("status", "status", "Ann", "some", ["v"], choices=(("v", "venom"), ("f", "fear"))),
    Field("note", "note", "Ann", "text", "hm"),
)


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
            return regions(box.table, moment, Viewer("white", False), "seat", strictly=True)["ask"]

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
        (
            Describe("white", "What is printed there?", Option, Option("a", "Apple"), Tongue(), trial=lambda _: []),
            ["What is printed there?", 'value="Apple"', "More about it", "Try it", "That's it"],
        ),
        (Confirm("white", "Turn the page.", todo=("Open the book.",)), ["Open the book."]),
        (DrawFate("white", "Draw fate."), ["Draw"]),
        (RollDice("white", "Roll two dice.", 2), ["Roll"]),
        (DrawCards("white", "Draw two.", "deck", {"seven": 2, "nine": 1}, count=2), ["That's what came"]),
        (DrawFate("white", "Draw fate.", from_table=True), ["Let the box do it"]),
        (RollDice("white", "Roll two dice.", 2, from_table=True), ["That's the roll", "Die 2"]),
        (DrawCards("white", "Draw one.", "deck", {"seven": 2}, from_table=True), ["Seven"]),
        (ChooseOne("white", "Boost?", SOME, default="a", habit="boost"), ['class="usual"', "Always"]),
        (PickSome("white", "Which?", SOME, at_most=2, default=["c"]), ["checked"]),
        (
            WhatChanged("white", "What changed?", SHEET, then=SOME, likely=("Ship",)),
            [
                'data-name="Ship" open>',
                'data-name="Kasumi" >',
                "awake · side left · where card 3",
                'data-at="e5"',
                'placeholder="none"',
                'role="switch"',
                '<option value="3" selected>Card 3</option>',
                "Add one of 19",
                "One more: card 2",
                'type="radio" name="field.side" value="&#34;a&#34;"',
                'value="hm"',
                "And then?",
                "Apple",
                "Not today.",
                "Nothing changed",
            ],
        ),
    ],
    ids=lambda each: type(each).__name__ if not isinstance(each, list) else "",
)
def test_it_is_drawn(drawn, ask, words):
    part = drawn(ask)
    for each in words:
        assert each in part
