"""What the table should look like, what hands have to do, and what rulings change."""

import pytest
from sea_setting import ASTRO, DOCTOR, ENGINEER, playing, setup, table, texts

from rules.position import Run, Step
from rules.silent_sea import GAME, board
from rules.silent_sea.state import SilentSea


@pytest.mark.rule("SS-114", "SS-120", "SS-96", "SS-44")
def test_the_difference_of_two_tables_is_told_as_orders():
    game = table({DOCTOR: "p6"}, samples={DOCTOR: 1})
    before = GAME.view(game)
    game.players[DOCTOR].node, game.players[DOCTOR].health, game.players[DOCTOR].carriers = "MD1", 3, 1
    game.players[DOCTOR].abilities[0].state = "enabled"
    board.unlock(game, "k1")
    del game.tokens["WL1"]
    game.tokens["p6"] = 1
    game.supply += 1
    assert GAME.todo(before, GAME.view(game)) == [
        "Take the Water Sample off WL1.",  # hands take a thing before they lay it down
        "Put the red figure on MD1.",
        "Red's placard: 3 Health.",
        "Next to Red's placard: 1 Carrier.",
        "Red's Ability slot 1: face-up.",
        "Mark the passage p7 – p9 as open.",
        "Beside the board: 4 Water Samples.",
        "Put 1 Water Sample on p6.",
    ]


@pytest.mark.rule("SS-120", "SS-121", "SS-R27")
def test_samples_that_come_to_a_place_or_leave_it_are_counted():
    def order(was, now):
        return GAME.todo({"token p6": was} if was else {}, {"token p6": now} if now else {})

    assert order("2 on p6", "1 on p6") == ["Take 1 Water Sample off p6."]
    assert order("2 on p6", "") == ["Take 2 Water Samples off p6."]
    assert order("1 on p6", "") == ["Take the Water Sample off p6."]
    assert order("1 on p6", "3 on p6") == ["Put 2 more Water Samples on p6."]
    assert order("", "2 on p6") == ["Put 2 Water Samples on p6."]


def test_a_fresh_table_is_told_in_a_few_orders():
    game = table()
    assert GAME.todo({}, GAME.view(game)) == [
        "Put all four figures on ST.",
        "Each placard: 5 Health.",
        "All Ability cards: face-down.",
        "Put 1 Water Sample on WL1.",
        "Put 1 Water Sample on WL2.",
        "Put 1 Water Sample on WL3.",
        "Put 1 Water Sample on WL4.",
        "Beside the board: 4 Water Samples.",
    ]
    game.players[DOCTOR].samples, game.players[ENGINEER].carriers = 1, 2
    game.players[ASTRO].node, game.players[ASTRO].health = "p1", 3
    board.unlock(game, "k1")
    orders = GAME.todo({}, GAME.view(game))  # a saved game is put back one by one
    assert "Put the yellow figure on p1." in orders
    assert "Yellow's placard: 3 Health." in orders
    assert "Red's inventory box: 1 Water Sample." in orders
    assert "Next to White's placard: 2 Carriers." in orders
    assert "Mark the passage p7 – p9 as open." in orders
    assert not any(" 0 " in order for order in orders)


def test_who_dies_is_taken_off_the_board():
    game = table({DOCTOR: "p6"}, hands={ENGINEER: ["gun"]}, health={DOCTOR: 1})
    before = GAME.view(game)
    playing(game, f"gun:{DOCTOR}")
    orders = GAME.todo(before, GAME.view(game))
    assert "Take the red figure off the board." in orders
    assert "Red's Ability slot 1: empty." in orders


def test_real_hands_are_counted_and_never_told_what_they_hold():
    game = table(hands={ENGINEER: [None, None]}, custody="table")
    view = GAME.view(game)
    assert (view[f"hand {ENGINEER}"], view["deck"]) == ("2", "46")
    assert f"hand {ENGINEER}" not in GAME.view(table())
    assert GAME.view(SilentSea(setup=setup())) == {}


@pytest.mark.rule("SS-36", "SS-42", "SS-46", "SS-47", "SS-48")
def test_the_set_up_is_a_check_list():
    game = table()
    box = "\n".join(GAME.guide(game))
    assert "dealt to the phones" in box
    assert "keep a place for discards" in box
    assert "1 Water Sample on each of the 4 Water Labs; 4 stay beside the board." in box
    assert "Shuffle" not in box
    real = "\n".join(GAME.guide(table(custody="table")))
    assert "Shuffle the 4 Loyalty cards" in real
    assert "Shuffle the Generic deck" in real
    assert "Shuffle the Crisis deck" in real


def test_the_lamp_of_the_seat_on_turn():
    assert GAME.at_turn(SilentSea(setup=setup())) is None
    assert GAME.at_turn(table(current=ASTRO)) == ASTRO


@pytest.mark.parametrize(
    ("path", "secret"),
    [
        ("players.red.loyalty", True),
        ("players.red.hand.0", True),
        ("unseen.gun", True),
        ("loyalties.red", True),
        ("players.red.health", False),
        ("players.red.abilities.0.state", False),
        ("tokens.p6", False),
        ("doors.k1", False),
    ],
)
def test_rulings_on_hidden_things_are_not_read_aloud(path, secret):
    assert GAME.is_secret(path) is secret


def test_a_ruling_that_takes_the_last_health_kills():
    game = table({DOCTOR: "p6"}, phase="move", rolled=2, samples={DOCTOR: 1})
    run = Run(GAME, game)
    run.take(Step("ruling", 0, path=f"players.{DOCTOR}.health"))
    run.take(Step("answer", "to:p1"))
    assert not game.players[DOCTOR].alive
    assert game.tokens["p6"] == 1
    assert "Cem (Doctor) is out. 1 Water Sample stays behind on p6." in texts(game)
    GAME.check(game)


def test_a_ruling_builds_the_question_afresh():
    run = Run(GAME, table(phase="move", rolled=1))
    assert "1 Space to go" in run.ask.text
    run.take(Step("ruling", 4, path="move.rolled"))
    assert "4 Spaces to go" in run.ask.text
