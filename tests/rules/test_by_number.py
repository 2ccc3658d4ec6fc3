"""Any question can be answered with two buttons."""

import random
import re

import pytest
import tiny_game
from how_many import so_many

from rules.ask import ChooseOne, Confirm, EnterNumber, EnterText, Option, PickSome, ReadStory, Refusal, SplitAmount
from rules.by_ear import in_letters
from rules.by_number import NINE, Choice, Choosing, folded
from rules.chance import DrawCards, DrawFate, ReadCard, RollDice
from rules.games import NAMES, game
from rules.position import Run, Step, some_step

TINY = tiny_game.GAME
FOR_THE_EYE = re.compile(r"[\d()\[\]{}<>_/=+*#%&→×·–—“”\"…;]")


def choosing(ask):
    return Choosing(TINY, ask)


def words(choosing):
    return [each.words for each in choosing.choices]


def taking(choosing, *places):
    for place in places:
        choosing.take(place)
    return choosing.answer if choosing.is_done else "not yet"


def test_what_is_barred_is_not_offered_and_the_usual_comes_first():
    ask = ChooseOne("ann", "Which?", (Option("a", "Ale"), Option("b", "Beer", Refusal("", "no")), "tea"), default="tea")
    chosen = choosing(ask)
    assert words(chosen) == ["Ale", "Tea"]
    assert chosen.usual == 1
    assert taking(chosen, 0) == "a"


def test_many_choices_are_folded_by_their_words():
    places = [f"Recruit on {letter} {number}" for letter in "abcde" for number in ("one", "two", "three")]
    top = folded([Choice(each, each) for each in (*places, "Wake f four", "Stop")])
    assert [each.words for each in top] == ["Recruit", "Wake f four", "Stop"]
    assert [each.words for each in top[0].inside] == ["a", "b", "c", "d", "e"]
    assert [each.words for each in top[0].inside[4].inside] == ["one", "two", "three"]
    assert top[0].inside[4].inside[1].value == "Recruit on e two"


def test_what_all_choices_begin_with_is_not_said_again():
    top = folded([Choice(f"Swap with {letter} {number}") for letter in "abcd" for number in ("one", "two", "three")])
    assert [each.words for each in top] == ["a", "b", "c", "d"]


def test_a_choice_that_others_only_add_to_keeps_its_word_among_them():
    ways = ["Explore", "Explore four Simmer Isle", "Explore six Thumbsuck"]
    top = folded([Choice(each, each) for each in (*ways, *(f"w{number}" for number in range(7)))])
    assert top[0].words == "Explore"
    assert [each.words for each in top[0].inside] == ["Explore", "four Simmer Isle", "six Thumbsuck"]
    assert [each.value for each in top[0].inside] == ways


def test_numbers_are_folded_in_their_order_and_the_is_no_common_word():
    top = folded([Choice(in_letters(number), number) for number in (7, 3, *range(20, 8, -1))])
    assert [each.words for each in top] == ["three to fifteen", "sixteen to twenty"]
    assert [each.value for each in top[0].inside] == [3, 7, *range(9, 16)]
    top = folded(
        [Choice(f"The {letter}-beast") for letter in "abcdef"] + [Choice(f"{letter}-beast") for letter in "ghij"]
    )
    assert [each.words for each in top] == ["The a-beast to i-beast", "j-beast"]
    acts = [Choice(f"Act at {place}") for place in ("Inn", "Fort")] + [Choice(f"w{number}") for number in range(8)]
    assert folded(acts)[0].words == "Act"


def test_many_choices_without_common_words_are_folded_in_spans():
    top = folded([Choice(f"w{number}", number) for number in range(30)])
    assert [each.words for each in top] == ["w0 to w8", "w9 to w17", "w18 to w26", "w27 to w29"]


def test_picking_some_goes_on_until_enough():
    ask = PickSome("ann", "Who?", ("Ann", "Ben", "Cid"), at_least=1, at_most=2)
    chosen = choosing(ask)
    assert words(chosen) == ["Ann", "Ben", "Cid"]
    chosen.take(1)
    assert words(chosen) == ["Ann", "Cid", "That's all: Ben"]
    assert taking(chosen, 2) == ["Ben"]
    assert taking(choosing(ask), 0, 0) == ["Ann", "Ben"]


def test_what_was_picked_can_be_put_back():
    chosen = choosing(PickSome("ann", "Who?", ("Ann", "Ben"), at_least=1))
    assert not chosen.up()
    chosen.take(0)
    assert chosen.up()
    assert words(chosen) == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("ask", "places", "answer"),
    [
        (SplitAmount("ann", "Who?", 3, {"Ann": 2, "Ben": 3}), (0, 1, 0), {"Ann": 2, "Ben": 1}),
        (EnterNumber("ann", "How many?", 2, 6), (3,), 5),
        (EnterNumber("ann", "How many?", 1, 40), (2, 1), 20),
        (DrawFate("ann", "Draw."), (5,), 6),
        (RollDice("ann", "Roll.", 2), (3, 0), [4, 1]),
        (RollDice("ann", "Roll."), (3,), [4]),
        (DrawCards("ann", "Draw.", "bag", ["pearl", "stone", "stone"], count=2), (1, 1), ["stone", "stone"]),
        (ReadCard("ann", "Which?", ("pearl", "stone")), (1,), "stone"),
        (Confirm("ann", "Do it."), (0,), True),
        (ReadStory("ann", "Read.", "7", "Once."), (0,), True),
        (EnterText("ann", "A name?", proposed="Old Harbour"), (0,), "Old Harbour"),
    ],
)
def test_each_kind_of_question(ask, places, answer):
    assert taking(choosing(ask), *places) == answer
    assert ask.check(answer) == answer


def test_what_only_a_screen_can_answer_offers_nothing():
    assert not choosing(EnterText("ann", "A name?")).can_be_answered


@pytest.mark.parametrize("name", NAMES)
def test_every_question_of_every_game_leads_to_a_legal_answer(name):
    """At random through the choices, and what comes out is always legal; what is on a table is never folded too far."""
    chance, played = random.Random(name), game(name)
    run = Run(played, played.begin(played.setup(played.fewest, custody="table")))
    for _ in range(so_many(150, long=2000)):
        if run.ask is None:
            break
        ask = chance.choice(run.ask.each)
        chosen = Choosing(played, ask)
        while chosen.choices and not chosen.is_done:
            assert len(chosen.choices) <= NINE
            assert not any(FOR_THE_EYE.search(each.words) for each in chosen.choices), chosen.choices
            assert len({each.words for each in chosen.choices}) == len(chosen.choices), chosen.choices
            chosen.take(chance.randrange(len(chosen.choices)))
        if chosen.is_done:
            run.take(Step("answer", ask.check(chosen.answer), ask.seat))
        else:
            run.take(some_step(played, run.state, run.ask, chance))
