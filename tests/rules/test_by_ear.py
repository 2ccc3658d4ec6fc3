"""Words for the eye become words for the ear."""

import pytest

from rules.by_ear import in_letters, listed, spoken, square


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("The white sleeper on d5 is killed (SL-32).", "The white sleeper on d5 is killed."),
        ("Ann draws nothing (holds 4).", "Ann draws nothing."),
        ("Fate 5 + 2 = 7", "Fate five plus two is seven."),
        ("Lose 2–4 health; rest", "Lose two to four health. Rest."),
        ("Craft +1, morale −2", "Craft plus one, morale minus two."),
        ("It is 4++", "It is four plus plus."),
        ("Arrow + blue and purple", "Arrow plus blue and purple."),
        ("+blue die attack", "Plus blue die attack."),
        ("“Still Wind” · 3/5", "Still Wind, three of five."),
        ("Ann & Ben: 12 × wood", "Ann and Ben: twelve times wood."),
        ("white/still_wind", "White or still wind."),
        ("", ""),
        ("(SL-4)", ""),
        ("Really?", "Really?"),
        ("Lay Sorry! below the board. Hit! 2 left", "Lay Sorry below the board. Hit! Two left."),
    ],
)
def test_signs_and_numbers_are_said_as_people_say_them(written, said):
    assert spoken(written.replace("d5", "dee")) == said.replace("d5", "dee")


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (40, "forty"),
        (42, "forty-two"),
        (100, "one hundred"),
        (119, "one hundred and nineteen"),
        (1000, "one thousand"),
        (2007, "two thousand and seven"),
        (1234567, "one two three four five six seven"),
    ],
)
def test_numbers_in_letters(number, said):
    assert in_letters(number) == said


def test_a_place_is_a_letter_and_a_number():
    assert square("e", "4") == "e four"
    assert square("a", "1") == "A one"  # the letter, not one of something


def test_lists_as_people_say_them():
    assert listed(["Ann"]) == "Ann"
    assert listed(["Ann", "Ben", "Cid"]) == "Ann, Ben and Cid"
    assert listed(["recruit", "wake"], "or") == "recruit or wake"
    assert listed([]) == ""
