"""From a sent form to an answer."""

import pytest
from werkzeug.datastructures import MultiDict

from rules.ask import ChooseOne, Confirm, EnterNumber, EnterText, IllegalAnswer, PickSome, SplitAmount
from rules.chance import DrawCards, RollDice
from web.live.forms import read


@pytest.mark.parametrize(
    ("ask", "form", "answer"),
    [
        (ChooseOne("a", "?", ("x", 3)), [("answer", '"x"')], "x"),
        (ChooseOne("a", "?", ("x", 3)), [("answer", "3")], 3),
        (ChooseOne("a", "?", ("x", 3)), [("answer", "x")], "x"),
        (PickSome("a", "?", "xyz"), [("pick", '"x"'), ("pick", '"z"')], ["x", "z"]),
        (PickSome("a", "?", "xyz"), [], []),
        (SplitAmount("a", "?", 3, {"x": 3, "y": 3}), [("part.x", "1"), ("part.y", "2")], {"x": 1, "y": 2}),
        (EnterNumber("a", "?", 0, 99), [("number", "42")], 42),
        (EnterText("a", "?"), [("words", "Zoë")], "Zoë"),
        (EnterText("a", "?"), [("words", "7")], "7"),  # a name, not a number
        (EnterText("a", "?"), [("words", "true")], "true"),
        (RollDice("a", "?", 2), [("each.0", "3"), ("each.1", "5")], [3, 5]),
        (DrawCards("a", "?", "bag", "xy"), [("each.0", '"x"')], ["x"]),
        (Confirm("a", "?"), [], True),
    ],
)
def test_every_kind_of_question_can_be_answered_by_a_form(ask, form, answer):
    assert read(ask, MultiDict(form)) == answer
    ask.check(answer)


def test_what_is_no_number_is_told():
    with pytest.raises(IllegalAnswer, match="Expected a number, got 'many'"):
        read(EnterNumber("a", "?", 0, 9), MultiDict([("number", "many")]))
    with pytest.raises(IllegalAnswer, match="No answer came"):
        read(ChooseOne("a", "?", "x"), MultiDict())
    ask = EnterText("a", "?")
    with pytest.raises(IllegalAnswer, match="Write at least one letter"):
        ask.check(read(ask, MultiDict()))
