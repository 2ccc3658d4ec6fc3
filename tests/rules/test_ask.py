"""The questions and how they check an answer."""

import random
import re

import pytest

from rules.ask import (
    AskAny,
    ChooseOne,
    Confirm,
    EnterNumber,
    EnterText,
    IllegalAnswer,
    Option,
    PickSome,
    Refusal,
    SplitAmount,
    ask_each,
    offered,
)
from rules.chance import DrawCards, DrawFate, ReadCard, RollDice
from rules.unread import once

BARRED = Option("rest", "Rest", Refusal("XX-3", "You rested already: 1 of 1."))
QUESTIONS = [
    ChooseOne("ann", "Which?", ("fight", BARRED, 3)),
    PickSome("ann", "Who?", ("a", "b", "c", BARRED), at_least=1, at_most=2),
    EnterNumber("ann", "How many?", 2, 5),
    SplitAmount("ann", "Share out.", 3, {"a": 2, "b": 2}),
    Confirm("ann", "Done?", todo=("Turn the card.",)),
    DrawFate("ann", "Fate!", {1: 1, 2: 2, 3: 0}),
    RollDice("ann", "Roll!", [("red", "AB"), ("blue", (1, 2, 3))]),
    DrawCards("ann", "Draw.", "bag", {"x": 2, "y": 1}, count=2),
    ReadCard("ann", "Which card?", {"x": 2, "y": 1}),
    EnterText("ann", "What is it called?", 12, "Old Tom", taken=("Ann", "Ben")),
]
WORDS = QUESTIONS[-1]


@pytest.mark.parametrize("ask", QUESTIONS, ids=lambda ask: type(ask).__name__)
def test_every_offered_and_every_sampled_answer_is_legal(ask):
    answers = list(ask.answers())
    assert answers
    for answer in answers:
        assert ask.check(answer) == answer
        assert ask.words(answer)
    chance = random.Random(1)
    for _ in range(50):
        assert ask.check(ask.sample(chance)) in answers


@pytest.mark.parametrize(
    ("ask", "answer", "sentence"),
    [
        (QUESTIONS[0], "flee", "flee cannot be chosen; expected one of fight, 3."),
        (QUESTIONS[0], "rest", "You rested already: 1 of 1. (XX-3)"),
        (QUESTIONS[0], True, "True cannot be chosen"),
        (QUESTIONS[0], None, "None cannot be chosen"),
        (QUESTIONS[1], [], "Pick 1 to 2; 0 picked."),
        (QUESTIONS[1], ["a", "a"], "Nothing can be picked twice."),
        (QUESTIONS[1], ["rest"], "XX-3"),
        (QUESTIONS[1], "a", "Expected some of the options"),
        (QUESTIONS[2], 6, "Expected a number from 2 to 5, got 6."),
        (QUESTIONS[2], True, "Expected a number"),
        (QUESTIONS[3], {"a": 3}, "a takes at most 2, not 3."),
        (QUESTIONS[3], {"a": 1}, "Share out all 3: so far it's 1."),
        (QUESTIONS[3], {"c": 3}, "c doesn't take part in this."),
        (QUESTIONS[3], {"a": -1, "b": 4}, "Expected how many for each."),
        (QUESTIONS[4], False, "Expected a yes"),
        (QUESTIONS[5], 3, "Expected one of 1, 2, got 3."),
        (QUESTIONS[6], ["A"], "Expected what 2 dice show"),
        (QUESTIONS[6], ["A", 7], "The blue cannot show 7; it has 1, 2, 3."),
        (QUESTIONS[7], ["y", "y"], "y is not left in the bag."),
        (QUESTIONS[7], ["x"], "Expected 2 drawn from the bag"),
        (QUESTIONS[8], "z", "z cannot be chosen"),
    ],
)
def test_a_wrong_answer_is_told_in_a_sentence(ask, answer, sentence):
    with pytest.raises(IllegalAnswer) as told:
        ask.check(answer)
    assert sentence in str(told.value)


def test_picks_come_in_the_order_of_the_options_unless_their_order_matters():
    assert QUESTIONS[1].check(["c", "a"]) == ["a", "c"]
    ordered = PickSome("ann", "Which first?", "abc", at_least=2, at_most=2, in_order=True)
    assert ordered.check(["c", "a"]) == ["c", "a"]
    assert len(list(ordered.answers())) == 6


def test_barred_options_are_never_needed_to_pick_enough():
    ask = PickSome("ann", "Who?", ("a", BARRED), at_least=2, at_most=2)
    assert (ask.at_least, ask.at_most) == (1, 1)


def test_chance_follows_its_weights():
    fate = DrawFate("ann", "Fate!", {1: 1, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1})
    chance = random.Random(7)
    drawn = [fate.sample(chance) for _ in range(10_000)]
    assert drawn.count(1) / 10_000 == pytest.approx(0.1, abs=0.015)
    assert drawn.count(2) / 10_000 == pytest.approx(0.2, abs=0.015)


def test_cards_are_drawn_without_putting_back():
    bag = DrawCards("ann", "Draw.", "bag", ["x", "x", "y"], count=3)
    assert sorted(bag.sample(random.Random(1))) == ["x", "x", "y"]


def test_several_seats_are_asked_at_once_and_each_answers_its_own():
    async def rule():
        return await ask_each([EnterNumber("ann", "?", 0, 9), EnterNumber("ben", "?", 0, 9)])

    run = rule()
    asked = run.send(None)
    assert asked.seats == ("ann", "ben")
    assert asked.of("cy") is None
    asked = run.send(asked.received(asked.of("ben").check(4), "ben"))
    assert asked.seats == ("ann",)
    with pytest.raises(StopIteration) as end:
        run.send(asked.received(7, "ann"))
    assert end.value.value == {"ann": 7, "ben": 4}


def test_a_question_gives_the_single_ones_in_it():
    ann, ben = Confirm("ann", "?"), Confirm("ben", "?")
    assert ann.each == (ann,)
    assert AskAny([ann, ben]).each == (ann, ben)


def test_an_answer_to_several_must_say_who():
    with pytest.raises(IllegalAnswer, match="say who answers"):
        AskAny([Confirm("ann", "?"), Confirm("ben", "?")]).check(True)


def test_an_unknown_word_in_a_question_is_an_error_of_the_rules():
    with pytest.raises(TypeError, match="knows no 'colour'"):
        Confirm("ann", "?", colour="red")


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("  Old   Tom ", "Old Tom"),
        ("Zoe\u0308", "Zo\u00eb"),  # an accent of its own becomes the letter people type
        ("Łódź-7", "Łódź-7"),
        ("蛇", "蛇"),
        ("true", "true"),
        ("7", "7"),
        ("O’Hara & Co.", "O’Hara & Co."),
    ],
)
def test_words_are_kept_as_people_write_them(written, kept):
    assert WORDS.check(written) == kept


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("", "Write at least one letter."),
        (" \n ", "Write at least one letter."),
        ("...", "Write at least one letter or digit."),
        ("thirteen let", None),
        ("thirteen lett", "12 letters at most; these are 13."),
        ("<b>Tom</b>", "Only letters"),
        ('"Tom"', "Only letters"),
        ("Tom{{7}}", "Only letters"),
        ("Tom\x1b[2J", "Only letters"),
        ("Tom\u202eeb", "Only letters"),  # would turn the line around
        ("Tom\u200b", "Only letters"),  # nobody sees it
        ("T\u0323\u0332\u0330\u0331om", "Only letters"),  # accents piled up
        ("ANN", "ANN is already taken"),
        (7, "Expected a few words."),
        (None, "Expected a few words."),
        (["Tom"], "Expected a few words."),
    ],
)
def test_words_that_could_harm_a_page_or_a_log_are_refused(written, sentence):
    if sentence is None:
        assert WORDS.check(written) == written
        return
    with pytest.raises(IllegalAnswer, match=re.escape(sentence)):
        WORDS.check(written)


def test_where_every_usual_name_is_taken_another_is_found():
    ask = EnterText("ann", "?", 8, taken=("Ann", "Ben", "Cid", "Dot", "Old Harbour", "7 Bells"))
    assert list(ask.answers()) == []
    assert ask.sample(random.Random(3)).isdigit()


def test_an_option_of_a_big_menu_is_an_option_like_any_other():
    def label():
        return "Here"

    barred = Refusal("X-1", "No.")
    told = {"slot": "a", "hint": lambda: "near", "group": "Go"}
    assert offered("here", label, barred, **told) == Option("here", label, barred, **told)
    assert offered("here", "Here") == Option("here", "Here")
    assert offered("here", "Here").but(hint="far").hint == "far"


def test_what_is_worked_out_once_is_worked_out_when_somebody_looks():
    asked = []

    class Board:
        @once
        def rows(self):
            asked.append(self)
            return 3

    one, other = Board(), Board()
    assert not asked
    assert (one.rows, one.rows, other.rows) == (3, 3, 3)
    assert asked == [one, other]


def test_words_are_made_when_somebody_looks_and_only_once():
    made = []

    def say(words):
        return lambda: made.append(words) or words

    option = Option("rest", say("Rest"), Refusal("XX-3", say("You rested.")), hint=say("1 hour"))
    ask = ChooseOne("ann", say("What now?"), (option, "go"), others=say("Ann decides."))
    assert list(ask.answers()) == ["go"]
    assert not made
    assert (ask.text, ask.others) == ("What now?", "Ann decides.")
    assert str(option.barred) == "You rested. (XX-3)"
    assert (option.label, option.hint, ask.text) == ("Rest", "1 hour", "What now?")
    assert made == ["What now?", "Ann decides.", "You rested.", "Rest", "1 hour"]
    assert option == Option("rest", "Rest", Refusal("XX-3", "You rested."), hint="1 hour")


def test_an_option_told_otherwise_keeps_the_words_that_are_not_made_yet():
    option = Option("rest", lambda: "Rest", hint=lambda: "1 hour")
    assert option.but(value="go", hint=lambda: "2 hours") == Option("go", "Rest", hint="2 hours")
    assert option.label == "Rest"
    assert option.but(label=lambda: "Sleep", hint="").label == "Sleep"
