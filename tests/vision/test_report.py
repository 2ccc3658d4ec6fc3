"""What `tableside read` prints and draws."""

import numpy as np

from device import looks
from rules import markers
from vision import scene, scene_cards
from vision.board import Board
from vision.cards import Deck
from vision.digits import Box
from vision.register import Layout
from vision.report import report

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
    seen = report(photo.picture, boards(), mat=MAT, deck=deck)
    assert [r.value for r in seen.readings if r.slot == "card 1"] == [123]


def test_a_picture_of_nothing_says_so():
    assert "black" in report(np.zeros((480, 640, 3), np.uint8), boards()).lines()[0]
    assert "no picture" in report(None, boards()).lines()[0]
    rng = np.random.default_rng(3)
    noise = rng.integers(0, 255, (480, 640, 3)).astype(np.uint8)
    assert "corner markers cannot be seen" in report(noise, boards()).lines()[0]
