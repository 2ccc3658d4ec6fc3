"""What the mat looks for, question by question, and how an owner says that the own cards differ."""

import pytest

from device.sight.mat_looks import sheet
from device.sight.mat_wanted import WantedDie, wanted
from rules import packs
from rules.ask import AskAny, Confirm, EnterNumber, Option, Refusal
from rules.chance import DrawCards, DrawFate, ReadCard, RollDice
from rules.games import game
from rules.moment import Moment


class Standing:
    """A position in which *ask* is pending."""

    def __init__(self, name, ask, players=2):
        self.game = game(name)
        self.ask = ask
        self.state = self.game.begin(self.game.setup(players))


def asks(name, ask, players=2, taught=()):
    return wanted(Moment("a game", 1, 1, 0, Standing(name, ask, players)), taught)


def test_fate_is_looked_for_among_the_numbers_that_are_left():
    (want,) = asks("sleeping_gods", DrawFate("north", "Fate!", {1: 2, 2: 0, 3: 1}))
    assert set(want.numbers) == {1, 3}
    assert want.refusal(2) == "2 is not among the ability cards that are left: expected 1, 3. (SG-57)"


def test_cards_are_known_by_their_number_or_by_a_taught_picture():
    ask = DrawCards("north", "Draw.", "enemy cards", {"12": 1, "7": 2}, count=2)
    (want,) = asks("sleeping_gods", ask)
    assert want.numbers == {12: ("12",), 7: ("7",)}
    assert want.invitation == "Lay 2 enemy cards on the mat, from left to right, or press the button."
    relics = ReadCard("green", "Which is it?", [Option("old_lamp", "Old Lamp"), Option("rope", "Rope")])
    assert asks("awakening", relics) == ()
    (want,) = asks("awakening", relics, taught=["old lamp", "Something else"])
    assert want.names == {"old lamp": "old_lamp"}
    assert want.invitation == "Lay the card on the mat, or tap it in."


def test_a_barred_card_is_refused_with_its_own_reason():
    ask = ReadCard(
        "north",
        "Which card?",
        [Option(4, "Four"), Option(5, "Five", Refusal("SG-9", "Five was sold."))],
        slot="market",
    )
    (want,) = asks("sleeping_gods", ask)
    assert set(want.numbers) == {4}
    assert want.refusal(5) == "Five was sold. (SG-9)"
    assert want.refusal(6).startswith("6 is not among the market cards")


@pytest.mark.parametrize(
    "ask",
    [
        Confirm("north", "Done?"),
        EnterNumber("north", "How many coins?", 1, 9),
        DrawFate("north", "Fate!", at_once=True),
        DrawCards("north", "Draw.", "bag", {"red": 3}),
    ],
)
def test_what_nothing_on_the_mat_can_answer_is_not_looked_for(ask):
    assert asks("sleeping_gods", ask) == ()


def test_a_number_is_only_read_where_it_is_printed_on_a_card():
    (want,) = asks("sleeping_gods", EnterNumber("north", "Which quest number?", 1, 999, slot="quest card"))
    assert 999 in want.numbers
    assert want.invitation == "Lay the quest card on the mat, or tap it in."
    assert "from 1 to 9" in want.refusal(1000)


def test_several_who_are_asked_at_once_are_all_looked_for():
    ask = AskAny([RollDice("north", "Roll."), Confirm("east", "Done?"), RollDice("south", "Roll.")])
    assert [want.ask.seat for want in asks("silent_sea", ask, 4)] == ["north", "south"]


def test_pips_are_the_number_or_the_place_in_the_packs_list():
    assert WantedDie("die", None, (1, 2, 3, 4, 5, 6)).shows(4) == 4
    assert WantedDie("die", None, (1, 2, 3)).shows(4) is None
    assert WantedDie("blue die", "blue", ("0", "1", "1", "1", "1+", "2")).shows(5) == "1+"
    assert WantedDie("odd die", None, ("a", "b")).shows(1) is None


# The owner's own sheet


@pytest.fixture
def own(tmp_path):
    """A pack whose owner can say how the cards look."""
    folder = tmp_path / "sleeping_gods" / "mine" / "camera"
    folder.mkdir(parents=True)
    packs.shelves[:] = [tmp_path]

    def say(text):
        (folder / "mat.toml").write_text(text)
        return sheet("sleeping_gods", "mine")

    return say


def test_an_owner_says_where_the_number_stands(own):
    mine = own('[decks.fate]\nsize = [57, 89]\nnumber = [0.5, 0.2, 0.1]\n[dice]\nred = "#aa1122"\n')
    assert mine.problem == ""
    assert mine.sort("fate").size == (57, 89)
    assert mine.sort("fate").number.x == 0.5
    assert mine.sort("fate").number.most == 1, "fate has one digit, wherever it stands"
    assert mine.sort("fate").rule == "SG-57"
    assert mine.sort("enemy cards") == sheet("sleeping_gods", "demo").sort("enemy cards")
    assert mine.dice["red"] == "#aa1122"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[decks.fate]\nsize = [57]", "decks.fate.size: expected 2 numbers"),
        ("[decks.fate]\nnumber = [0.5, 2, 0.1]", "decks.fate.number: expected 3 numbers"),
        ('[decks.fate]\nnumber = "left"', "decks.fate.number: expected [across, down"),
        ("[decks.fate]\ncolour = 1", "expected thing, size and number, got colour"),
        ('[dice]\nred = "crimson"', "dice.red: expected a colour such as #2a5aae"),
        ("[cards]\n", "cards: expected decks or dice"),
        ("decks = 3", "cannot be used"),
        ("[[[", "cannot be used"),
    ],
)
def test_a_sheet_that_cannot_be_used_is_told_and_the_usual_one_stands(own, text, told):
    mine = own(text)
    assert told in mine.problem
    assert mine.problem.startswith("camera/mat.toml of this pack cannot be used: ")
    assert mine.sort("fate") == sheet("sleeping_gods", "demo").sort("fate")
