"""Cards and dice on the reading mat answer the game: each of the five, on the pretend table, by the real readers."""

import cv2
import numpy as np
import pytest
from on_the_mat import AtTheMat

from device.cli import main
from device.live.journal_rows import is_the_boxs
from device.live.table import Table
from device.pictures import bundle
from device.pictures.kept import Kept
from device.pictures.score import score
from device.sight.mat_watch import SOURCE
from rules.ask import EnterNumber
from rules.chance import DrawCards, DrawFate, RollDice
from rules.games import game
from rules.sheet import WhatChanged


@pytest.fixture
def sit_down(journal):
    """Opens a game of that name beside a pretend mat, and plays it until something is asked that the mat may answer."""

    def open_game(name, players, custody="table", *, toggles=None, pack="demo", until=None, luck=1, **more):
        table = Table(journal)
        table.begin(game(name).setup(players, toggles or {}, custody, pack))
        there = AtTheMat(table, **more)
        if until is not None:
            there.play_until(until, luck)
            there.wait()
        return there

    return open_game


def is_fate(ask):
    return isinstance(ask, DrawFate)


def is_roll(ask):
    return isinstance(ask, RollDice)


def taken(there):
    """Was the last thing that happened answered by the camera?"""
    path = there.table.journal.path(there.now.game_id, there.now.node)
    return next(entry for entry in path if entry.kind == "answer" and not is_the_boxs(entry.source))


# Each game


@pytest.mark.parametrize("custody", ["table", "box"])
def test_sleeping_gods_fate_is_read_off_the_card(sit_down, custody):
    there = sit_down("sleeping_gods", 2, custody, until=is_fate, luck=1)
    assert there.seen == "Lay the ability card on the mat, or press the button."
    there.lay(4)

    assert taken(there).step.value == 4
    assert taken(there).source == SOURCE
    assert "Read on the mat: 4." in [line for _, line in there.now.log_for(None)]
    assert there.seen.startswith("The camera read 4.")


REAL_DIE = {"die": "table"}  # and the box deals the cards


@pytest.mark.parametrize("custody", ["table", REAL_DIE], ids=["table", "die"])
def test_the_silent_sea_die_is_read(sit_down, custody):
    there = sit_down("silent_sea", 4, custody, seed=2, until=is_roll, luck=2)
    there.throw(3)

    assert taken(there).step.value == [3]
    assert there.now.drawn == "3"


def test_the_awakening_white_and_then_black_die(sit_down):
    there = sit_down("awakening", 2, seed=3, until=is_roll, luck=25)
    assert there.seen == "Throw the white die on the mat, or press the button."
    # An ordinary die stands in for the emblems: five pips are the fifth face of the pack.
    faces = there.now.ask.dice[0][1]
    there.throw(5)
    assert taken(there).step.value == [faces[4]]

    black = there.play_until(lambda ask: is_roll(ask) and ask.dice[0][0] == "black die", 25)
    assert black.dice[0][0] == "black die"
    there.wait()
    there.throw(6)
    assert taken(there).step.value == [black.dice[0][1][5]]


def test_children_of_morta_dice_are_told_apart_by_colour(sit_down):
    there = sit_down("children_of_morta", 2, seed=4)
    # two colours at least, and two dice of one of them
    ask = there.play_until(lambda ask: is_roll(ask) and 1 < len({name for name, _ in ask.dice}) < len(ask.dice), 3)
    there.wait()
    assert there.seen == f"Throw {len(ask.dice)} dice on the mat, or press the button."
    pips = [1 + (2 * n + 3) % 6 for n in range(len(ask.dice))]
    there.throw(*pips)

    by_colour = {}
    for (name, faces), value in zip(ask.dice, pips, strict=True):
        by_colour.setdefault(name, []).append(faces[value - 1])
    answer = {}
    for (name, _), face in zip(ask.dice, taken(there).step.value, strict=True):
        answer.setdefault(name, []).append(face)
    assert {name: sorted(faces) for name, faces in answer.items()} == {n: sorted(f) for n, f in by_colour.items()}


def encounter(there):
    """Two tiles are drawn; all that may come, by the number on them."""
    ask = there.play_until(lambda ask: isinstance(ask, DrawCards) and ask.deck.endswith(" tiles") and ask.count == 2, 1)
    tiles = there.now.position.state.pack.encounter_tiles
    found = {}
    for card, _ in ask.left:
        found.setdefault(tiles[card].number, []).append(card)
    return found


def test_children_of_morta_encounter_tiles_by_their_numbers(sit_down):
    there = sit_down("children_of_morta", 2, seed=5)
    one, other, *_ = [(number, *cards) for number, cards in encounter(there).items() if len(cards) == 1]
    there.wait()
    there.lay(one[0], other[0])

    assert taken(there).step.value == [one[1], other[1]]
    assert taken(there).source == SOURCE


def test_tiles_that_share_a_number_are_asked_about_and_kept_with_the_answer(sit_down, tmp_path):
    kept = Kept(tmp_path / "pictures")
    kept.allow(True)
    there = sit_down("children_of_morta", 2, seed=6, kept=kept)
    by_number = encounter(there)
    number, twins = next((number, cards) for number, cards in by_number.items() if len(cards) > 1)
    other, [alone] = next((number, cards) for number, cards in by_number.items() if len(cards) == 1)
    before = there.now.number
    there.wait()
    there.mat.lay(number)
    there.mat.lay(other)
    there.wait(2.0)

    assert there.now.number == before
    assert there.watch.seen.state == "asks"
    assert [story.answers[0].value for story in there.watch.seen.choices] == [[card, alone] for card in twins]
    [shown] = there.watch.seen.pictures  # of the tile that lies there: all answers are about the same one
    assert there.watch.choice_picture(0) == shown
    assert there.watch.choice_picture(1) is None
    there.watch.choose(1)
    assert taken(there).step.value == [twins[1], alone]
    assert taken(there).source == SOURCE
    [look] = bundle.looks(kept.folder)
    assert (look.sheet, look.cards, look.dice) == ("mat", (number, other), ())
    numbers = score([look])["card numbers"]
    assert (numbers.count, numbers.wrong, numbers.lost) == (2, 0, 0)


def test_sleeping_gods_enemy_cards_are_read_from_left_to_right(sit_down):
    there = sit_down("sleeping_gods", 2, seed=7)
    ask = there.play_until(lambda ask: isinstance(ask, DrawCards), 5)
    cards = [card for card, copies in ask.left for _ in range(copies)][::-1]
    assert len(cards) == ask.count > 1
    there.wait()
    for number, card in enumerate(cards, 1):
        before = there.now.number
        there.mat.lay(int(card))
        there.wait()
        if number < len(cards):
            assert there.seen == f"{number} of {len(cards)} enemy cards lie on the mat."
            assert there.now.number == before

    assert taken(there).step.value == cards


def test_an_owners_card_number_is_read_instead_of_typed(sit_down):
    there = sit_down("sleeping_gods", 1, pack="own", seed=8)
    there.play_until(lambda ask: isinstance(ask, WhatChanged) and ask.then, 3)  # an event, done by hand
    there.table.answer(there.now.number, {"then": "gain_quest"}, "north")
    ask = there.now.ask
    assert isinstance(ask, EnterNumber)
    there.wait()
    assert there.seen.endswith("on the mat, or tap it in.")
    there.mat.lay(min(ask.high, 137))
    there.wait()

    assert taken(there).step.value == min(ask.high, 137)


def test_sleepers_is_played_without_the_mat(sit_down):
    there = sit_down("sleepers", 2, toggles={"first_player": "white"})
    assert not there.mat.lies
    there.wait()
    assert there.watch.seen.state == "same"


# Only what is new, still and single answers


def test_what_lies_there_already_does_not_answer_the_next_question(sit_down):
    there = sit_down("silent_sea", 4, seed=9, until=is_roll, luck=2)
    there.throw(2)
    first = there.now.number
    there.play_until(lambda ask: is_roll(ask) and there.now.number > first, 2)
    again = there.now.number
    there.wait(4.0)
    assert there.now.number == again
    assert there.watch.seen.state == "mat"

    there.throw(2)  # the same face, but thrown anew
    assert taken(there).step.value == [2]
    assert there.now.number > again


def test_a_card_that_lay_there_before_the_box_was_switched_on_does_not_answer(sit_down):
    there = sit_down("sleeping_gods", 2, seed=10)
    there.play_until(is_fate, 1)
    before = there.now.number
    there.mat.lay(3)
    there.wait(3.0)
    assert there.now.number == before


def test_what_was_taken_back_is_not_answered_by_the_same_card_again(sit_down):
    there = sit_down("sleeping_gods", 2, seed=11, until=is_fate, luck=1)
    there.lay(2)
    assert taken(there).step.value == 2
    there.table.undo(there.now.number, None)
    if there.now.proposal:
        for seat in there.now.seats:
            there.table.agree(there.now.number, seat, True)
    assert any(map(is_fate, there.now.ask.each))
    number = there.now.number
    there.wait(3.0)
    assert there.now.number == number
    there.mat.clear()
    there.wait()
    there.lay(5)
    assert taken(there).step.value == 5


def test_a_die_that_was_shown_to_be_taught_does_not_answer(sit_down):
    there = sit_down("silent_sea", 4, seed=23, until=is_roll, luck=2)
    number = there.now.number
    there.mat.throw([5])
    there.teach_meanwhile()
    there.wait(3.0)
    assert there.now.number == number
    there.throw(5)
    assert taken(there).step.value == [5]


def test_while_taking_back_is_discussed_the_mat_waits(sit_down):
    there = sit_down("silent_sea", 4, REAL_DIE, seed=24, until=is_roll, luck=2)
    one, other = there.now.seats[:2]
    there.table.undo(there.now.number, one)
    assert there.now.proposal is not None  # a card was drawn since
    number = there.now.number
    there.mat.throw([3])
    there.wait(2.0)
    assert there.now.number == number
    there.table.agree(number, other, False)
    there.throw(3)
    assert taken(there).step.value == [3]


def test_the_button_is_first_and_the_die_still_rolling_does_not_answer_what_comes_next(sit_down):
    there = sit_down("silent_sea", 4, seed=12, until=is_roll, luck=2)
    there.mat.throw([6])
    there.clock.now += 0.1
    there.watch.glance()  # it moves
    there.table.draw(source="fate button")
    after = there.now.number
    there.play_until(lambda ask: is_roll(ask) and there.now.number > after, 2)
    number = there.now.number
    there.wait(3.0)
    assert there.now.number == number


def test_a_die_that_rolls_between_two_looks_is_not_read(sit_down):
    there = sit_down("silent_sea", 4, seed=13, until=is_roll, luck=2)
    number = there.now.number
    there.mat.throw([1])
    picture = there.camera.picture

    def rolling():
        seen = picture()
        there.mat.throw([1])
        return seen

    there.camera.picture = rolling
    there.wait(2.0)
    assert there.now.number == number
    there.camera.picture = picture
    there.wait()
    assert taken(there).step.value == [1]


def test_two_dice_where_one_is_asked(sit_down):
    there = sit_down("silent_sea", 4, seed=14, until=is_roll, luck=2)
    number = there.now.number
    there.mat.throw([1, 5], ["white", "red"])
    there.wait(2.0)
    assert there.now.number == number
    assert there.seen == "Two dice lie there and one is asked for: take away what doesn't belong."
    there.mat.take(1)
    there.wait(2.0)
    assert taken(there).step.value == [5]


def test_the_wrong_die_is_named(sit_down):
    there = sit_down("awakening", 2, seed=15, until=is_roll, luck=5)
    number = there.now.number
    there.mat.throw([2], ["black"])
    there.wait(2.0)
    assert there.now.number == number
    assert there.seen == "That's the black die; the white die is asked for."


def test_a_number_that_is_not_left_is_refused_with_the_rule(sit_down):
    there = sit_down("sleeping_gods", 2, seed=16, until=is_fate, luck=1)
    number = there.now.number
    there.mat.lay(7)
    there.wait(2.0)
    assert there.now.number == number
    assert there.seen == "7 is not among the ability cards that are left: expected 1 to 6. (SG-57)"


def test_a_card_turned_over_is_not_guessed(sit_down):
    there = sit_down("sleeping_gods", 2, seed=17, until=is_fate, luck=1)
    number = there.now.number
    back = np.full((440, 315, 3), (40, 40, 120), np.uint8)
    there.mat.lay(1, back)
    there.wait(2.0)
    assert there.now.number == number
    assert there.watch.seen.state == "unsure"
    assert "cannot be made out" in there.seen


@pytest.mark.parametrize("condition", ["evening", "window", "webcam"])
def test_fate_in_other_light(sit_down, condition):
    there = sit_down("sleeping_gods", 2, condition=condition, seed=18, until=is_fate, luck=1)
    there.lay(6)
    assert taken(there).step.value == 6


# Trouble


def test_a_covered_lens_is_told_and_play_goes_on(sit_down):
    there = sit_down("silent_sea", 4, seed=19, until=is_roll, luck=2)
    grey = np.full((960, 1280, 3), 90, np.uint8)
    there.camera._photograph = lambda seed: grey
    there.wait()
    assert there.watch.seen.state == "trouble"
    assert "covers the camera" in there.seen
    there.table.draw(source="fate button")
    assert there.now.drawn


def test_without_the_mat_people_are_told_how_to_use_it(sit_down):
    there = sit_down("silent_sea", 4, seed=20)
    there.play_until(is_roll, 2)
    there.camera._mat = None
    there.wait()
    assert there.seen == "Slide the reading mat under the camera, and it reads the die there."


def test_an_answer_by_phone_meanwhile_counts(sit_down):
    there = sit_down("silent_sea", 4, seed=21)
    ask = there.play_until(is_roll, 2)
    there.wait()
    there.mat.throw([4])
    there.table.answer(there.now.number, [1], ask.seat)
    there.wait()
    assert taken(there).step.value == [1]


# What the log and verify say


def test_verify_says_which_draws_were_claimed_at_the_table(sit_down, tmp_path, capsys):
    there = sit_down("silent_sea", 4, REAL_DIE, seed=22, until=is_roll, luck=2)
    there.throw(3)
    claimed = taken(there).number
    later = there.play_until(lambda ask: is_roll(ask) and there.now.number > claimed, 2)
    there.table.draw(seat=later.seat, source="fate button")
    pressed = taken(there).number
    typed = there.play_until(lambda ask: is_roll(ask) and there.now.number > pressed, 2)
    there.table.answer(there.now.number, [6], typed.seat, source="phone of a seat")
    tapped = taken(there).number
    name = there.now.game_id
    assert main(["--data", str(tmp_path), "verify", name]) == 1  # not over yet: the seed stays secret
    there.play_to_the_end(2)
    capsys.readouterr()

    assert main(["--data", str(tmp_path), "verify", name]) == 0
    told = capsys.readouterr().out
    assert f"Entry {claimed} was claimed at the table ({SOURCE}), not dealt." in told
    assert f"Entry {tapped} was claimed at the table (phone of a seat), not dealt." in told
    assert f"Entry {pressed} " not in told
    assert " draws checked, 0 wrong.\n2 more came from the table and were not dealt." in told


def test_a_number_that_nobody_can_make_out_comes_with_advice_about_the_lamp(sit_down, monkeypatch):
    there = sit_down("sleeping_gods", 2, seed=3)
    there.play_until(lambda ask: isinstance(ask, DrawFate), 1)
    there.wait()
    before = there.now.number
    face = np.full((352, 252, 3), (40, 90, 150), np.uint8)  # no number on it anywhere
    monkeypatch.setattr(there.mat, "_place", lambda reach: (-60.0, 0.0))
    there.mat.lay(3, face)
    take = there.camera.picture

    def under_a_lamp():
        picture = take().copy()
        mat = there.watch._mat.mat.where
        x, y = mat.to_pixels([(-60.0, 0.0)])[0].round().astype(int)
        cv2.circle(picture, (int(x), int(y)), 60, (255, 255, 255), -1)
        return picture

    monkeypatch.setattr(there.camera, "picture", under_a_lamp)
    there.wait(3.0)
    assert there.now.number == before
    assert there.watch.seen.state == "unsure"
    assert "cannot be made out" in there.seen
    assert "A lamp reflects on the cards: move it" in there.seen
