"""A board without markers: placed by hand once, kept by its picture, found again when it or the camera was pushed."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from on_the_table import BARE, OTHER, PRINTED, camera, cat, corners, some_tiles

from rules import markers
from vision import draw
from vision.find import register
from vision.find.board import Board
from vision.find.register import Layout
from vision.reading import Trouble
from vision.scene import board as scene

MAT = Layout.from_board(markers.MAT, "reading mat")
READER = PRINTED.reader()
HERE = 3  # where the camera stands


def photo(table, condition=scene.DAYLIGHT, *, at=HERE, seed=1, printed=BARE):
    return scene.photograph(printed, table, condition, seed=seed, camera_seed=at).picture


def off(where, seen_by):
    """How far the slots are from where they truly lie, in pixels."""
    places = list(PRINTED.slots.values())
    return np.hypot(*(where.to_pixels(places) - seen_by.pixels(places)).T).max()


@pytest.fixture
def board():
    """Placed by hand on an empty board."""
    placed = Board(PRINTED.layout, READER, {"mat": MAT})
    placed.place(corners(camera(HERE)), photo({}))
    return placed


def read(board, picture):
    seen = board.read(picture)
    assert not isinstance(seen, Trouble), seen
    return {reading.slot: reading.value for reading in seen if reading.value}


def test_tiles_are_read_on_a_board_whose_corners_were_dragged(board):
    tiles = some_tiles(20)
    assert board.by_hand
    assert read(board, photo(tiles)) == tiles
    assert not board.moved


def test_a_pushed_camera_is_noticed_and_the_board_found_again(board):
    tiles = some_tiles(9)
    for place in (4, 6):
        assert read(board, photo(tiles, at=place, seed=place)) == tiles
        assert board.moved
        assert off(board.where, camera(place)) < 3.5
        assert read(board, photo(tiles, at=place, seed=place + 50)) == tiles
        assert not board.moved


def test_a_pushed_board_is_found_again(board):
    tiles = some_tiles(9)
    seen = photo(tiles)
    nudge = np.array([[1, 0, 41], [0, 1, -23]], np.float64)
    pushed = cv2.warpAffine(seen, nudge, (1280, 960), borderMode=cv2.BORDER_REFLECT)
    before = board.where
    assert read(board, pushed) == tiles
    assert board.moved
    assert np.abs(board.where.to_pixels([(0, 0)]) - before.to_pixels([(0, 0)]) - [41, -23]).max() < 2


def test_a_nudge_too_small_to_mention_is_followed_all_the_same(board):
    nudge = np.array([[1, 0, 3], [0, 1, 2]], np.float64)
    pushed = cv2.warpAffine(photo({}), nudge, (1280, 960), borderMode=cv2.BORDER_REFLECT)
    before = board.where
    board.find(pushed)
    assert not board.moved
    assert np.abs(board.where.to_pixels([(0, 0)]) - before.to_pixels([(0, 0)]) - [3, 2]).max() < 1


def test_an_upside_down_board_is_read_the_right_way_round(board):
    turned = scene.harder(scene.DAYLIGHT, yaw=(178, 182))
    tiles = some_tiles(9)
    assert read(board, photo(tiles, turned, at=8, seed=5)) == tiles
    assert abs(board.where.turned) > 150
    assert off(board.where, camera(8, turned)) < 3.5


def test_the_board_stays_known_as_it_fills_up(board):
    """Sixty tiles cover nearly all that was printed on it; they were laid one after the other."""
    tiles = some_tiles(58)
    names = list(tiles)
    for count in range(8, 59, 10):
        lying = {name: tiles[name] for name in names[:count]}
        assert read(board, photo(lying, seed=count)) == lying
        assert not board.moved


def test_another_board_without_markers_is_not_taken_for_it(board):
    for seed in (21, 22):
        told = board.read(photo({}, at=seed, seed=seed, printed=OTHER))
        assert isinstance(told, Trouble)
        assert told.kind == "moved"
        assert "another board may lie there" in told.sentence
        assert "Play goes on by hand" in told.sentence


def test_another_board_with_markers_is_called_by_its_name(board):
    picture = np.full((960, 1280, 3), 120, np.uint8)
    for n, at in enumerate([(200, 200), (1000, 200), (1000, 700), (200, 700)]):
        draw.paint(picture, markers.shapes(10 + n), draw.place(at, 90))
    told = board.read(picture)
    assert told.kind == "wrong board"
    assert "reading mat" in told.sentence


def test_a_lost_board_is_found_as_soon_as_it_is_back(board):
    assert isinstance(board.read(photo({}, at=21, seed=21, printed=OTHER)), Trouble)
    tiles = some_tiles(5)
    assert read(board, photo(tiles)) == tiles


def test_a_board_with_nothing_on_it_to_know_it_by_is_refused_with_advice():
    blank = Board(PRINTED.layout, READER)
    flat = np.full((960, 1280, 3), 110, np.uint8)
    with pytest.raises(ValueError, match="Too little can be seen of the Sleepers board"):
        blank.place(corners(camera(HERE)), flat)
    assert not blank.by_hand


def test_forgetting_what_was_dragged_goes_by_markers_again(board):
    board.forget()
    assert not board.by_hand
    assert board.read(photo({})).kind == "no board"
    assert read(board, photo({"e5": "white police"}, printed=PRINTED)) == {"e5": "white police"}


def test_a_lens_that_bends_is_heeded_if_it_is_known():
    bent = scene.harder(scene.DAYLIGHT, lens=(0.14, 0.15))
    seen_by = camera(HERE, bent)
    found = register.find(photo({}, bent, printed=PRINTED), PRINTED.layout)
    placed, plain = Board(PRINTED.layout, READER), Board(PRINTED.layout, READER)
    assert off(placed.place(corners(seen_by), photo({}, bent), bend=found.bend), seen_by) < 3
    assert off(plain.place(corners(seen_by), photo({}, bent)), seen_by) > 8


# Bad weather, with markers and without


def weather(kind):
    seen = photo(some_tiles(12), printed=PRINTED)
    return {
        "unplugged": None,
        "black": np.zeros_like(seen),
        "covered": np.full_like(seen, 87),
        "lamp": np.full_like(seen, 253),
        "cat": cat(seen, (520, 560), 210),
        "face down": photo({}, printed=replace(BARE, slots={})),
    }[kind]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("unplugged", "check its cable"),
        ("black", "take the cap off"),
        ("covered", "Clear its view"),
        ("lamp", "looks into a lamp"),
        ("cat", "Something large lies on the Sleepers board"),
        ("face down", "turn it over if it lies face down"),
    ],
)
def test_whatever_happens_is_told_in_a_sentence_that_helps(kind, words):
    told = Board(PRINTED.layout, READER, {"mat": MAT}).read(weather(kind))
    assert isinstance(told, Trouble)
    assert words in told.sentence
    assert told.sentence.endswith("Play goes on by hand.")


def test_a_cat_is_told_with_its_side_and_what_it_hides_and_the_rest_is_still_read():
    tiles = some_tiles(12)
    seen = Board(PRINTED.layout, READER).look(cat(photo(tiles, printed=PRINTED), (400, 640), 260))
    assert "(near side of the picture)" in seen.trouble.sentence
    hidden = {reading.slot for reading in seen.readings if not reading.sure}
    assert f"{len(hidden)} of its 61 places" in seen.trouble.sentence
    assert all(reading.value == tiles.get(reading.slot) for reading in seen.readings if reading.sure)


def test_a_cat_does_not_make_a_kept_board_move(board):
    told = board.read(cat(photo(some_tiles(12)), (520, 560), 190))
    assert told.kind == "foreign"
    assert not board.moved


def test_ordinary_light_is_no_cat():
    for name in ("evening", "lamp_glare", "window", "dim"):
        seen = Board(PRINTED.layout, READER).look(photo(some_tiles(30), scene.CONDITIONS[name], printed=PRINTED))
        assert seen.trouble is None, name
