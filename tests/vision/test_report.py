"""What `tableside read` prints and draws."""

import cv2
import looks
import numpy as np

from rules import markers
from vision.find.board import Board
from vision.find.cards import Deck
from vision.find.register import Layout
from vision.read.digits import Box
from vision.read.report import report
from vision.scene import board as scene
from vision.scene import cards as scene_cards
from vision.scene import dice as scene_dice

PRINTED = looks.sleepers()
MAT = Layout.from_board(markers.MAT, "reading mat")


def boards():
    tiles = PRINTED.reader()
    return {"sleepers": Board(PRINTED.layout, tiles, {"mat": MAT})}


def test_a_board_is_reported_with_everything_on_it():
    table = {"e5": "white police", "a5": "black back"}
    photo = scene.photograph(PRINTED, table, seed=3)
    seen = report(photo.picture, boards())

    assert seen.board == "sleepers"
    assert {r.slot: r.value for r in seen.readings if r.value} == table
    assert seen.picture.shape == photo.picture.shape
    assert np.abs(seen.picture.astype(int) - photo.picture).max() > 100
    text = "\n".join(seen.lines())
    assert "white police" in text
    assert "59 slots are empty." in text
    plain = seen.plain()
    assert plain["board"] == "sleepers"
    assert len(plain["readings"]) == 61


def test_cards_on_the_mat_are_reported():
    deck = Deck("story", number=Box(0.2, 0.11, 0.075))
    card = scene_cards.CardLook(123, 5, scene_cards.line_digits())
    view = scene.Condition("mat", across=(300, 320), tilt=(0, 10))
    signs = {number: markers.shapes(number) for number in MAT.markers}
    photo = scene_cards.photograph([scene_cards.Lying(card, (10, 5), 40)], deck, MAT, signs, view, seed=2)
    seen = report(photo.picture, boards(), mat=MAT, decks=[deck])
    assert [r.value for r in seen.readings if r.slot == "card 1"] == [123]


def test_a_picture_of_nothing_says_so():
    assert "black" in report(np.zeros((480, 640, 3), np.uint8), boards()).lines()[0]
    assert "no picture" in report(None, boards()).lines()[0]
    rng = np.random.default_rng(3)
    noise = rng.integers(0, 255, (480, 640, 3)).astype(np.uint8)
    assert "corner markers cannot be seen" in report(noise, boards()).lines()[0]


# On a bare table, with no marker to go by

BARE = Layout({}, MAT.side, MAT.half, "bare table")
NEAR = scene.Condition("bare", across=(300, 320), tilt=(0, 15))
STORY = Deck("story", number=Box(0.2, 0.11, 0.075))


def bare_table(numbers, places, seed=2):
    looks_ = [scene_cards.CardLook(number, 5 + n, scene_cards.line_digits()) for n, number in enumerate(numbers)]
    laid = [scene_cards.Lying(look, (x, y), turned) for look, (x, y, turned) in zip(looks_, places, strict=True)]
    return scene_cards.photograph(laid, STORY, BARE, {}, NEAR, seed=seed).picture


def test_cards_on_a_bare_table_are_read_without_any_marker():
    picture = bare_table([123, 45], [(-50, 5, 40), (55, -8, 100)])
    seen = report(picture, {}, mat=MAT, decks=[STORY], loose=True)
    assert sorted(r.value for r in seen.readings) == [45, 123]
    assert seen.light > 0
    assert all(r.sure for r in seen.readings)
    for reading in seen.plain()["readings"]:
        corners = np.array(reading["corners"])
        assert corners.shape == (4, 2)
        short, long = (np.hypot(*(corners[n + 1] - corners[n])) for n in (0, 1))
        assert 1.2 < long / short < 1.6


def test_dice_on_a_bare_table_are_read_at_any_size():
    for across in (150, 420):
        view = scene.Condition("bare", across=(across, across), tilt=(0, 8))
        photo, truths = scene_dice.photograph(Layout({}, 20, (60, 45)), {}, view, seed=4, count=2)
        seen = report(photo, {}, mat=MAT, decks=[STORY], loose=True)
        values = sorted(r.value for r in seen.readings if r.slot.startswith("die"))
        assert values == sorted(value for _, value in truths), across


def aslant(values, side, front):
    """Dice that show a face in front below the upper one: together they have a card's proportions."""
    picture = np.full((720, 960, 3), (70, 110, 120), np.uint8)
    for n, value in enumerate(values):
        x, y = 150 + 250 * (n % 3), 140 + 320 * (n // 3)
        cv2.rectangle(picture, (x, y), (x + side, y + side), (225, 228, 230), -1)
        cv2.rectangle(picture, (x, y + side), (x + side, y + side + front), (190, 192, 195), -1)
        for right, down in scene_dice.PIPS[value]:
            at = (round(x + side * (0.5 + 0.26 * right)), round(y + side * (0.5 + 0.26 * down)))
            cv2.circle(picture, at, side // 10, (20, 20, 25), -1, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


def test_dice_that_have_a_card_s_proportions_are_no_cards():
    for side, front in ((60, 12), (60, 18), (110, 44), (160, 80)):
        seen = report(aslant([1, 2, 3, 4, 5, 6], side, front), {}, mat=MAT, decks=[STORY], loose=True)
        assert sorted((r.slot[:3], r.value) for r in seen.readings) == [("die", pips) for pips in range(1, 7)], side


def test_the_mat_s_own_edge_is_no_card():
    picture = bare_table([], [])
    seen = report(picture, {}, mat=MAT, decks=[STORY], loose=True)
    assert [r for r in seen.readings if r.value is not None] == []


def test_a_picture_with_only_a_mat_says_that_nothing_lies_there():
    signs = {number: markers.shapes(number) for number in MAT.markers}
    light = scene.Condition("light", across=(300, 320), light=(0.9, 1.0), slope=(0, 0.1))
    photo = scene_cards.photograph([], STORY, MAT, signs, light, seed=2)
    assert report(photo.picture, {}, mat=MAT, decks=[STORY]).lines() == [
        "The reading mat lies there, and nothing was read on it."
    ]
