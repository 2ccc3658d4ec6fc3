"""Reading hexes: any tile, any turn, bad light, hands; and no guess taken as sure."""

import cv2
import looks
import numpy as np
import pytest

from vision.find import register
from vision.find.board import Board
from vision.reading import Trouble
from vision.scene import board as scene

PRINTED = looks.sleepers()
READER = PRINTED.reader()


def some_table(seed, full=0.6):
    rng = np.random.default_rng(seed)
    values = list(PRINTED.pieces)
    return {slot: values[int(rng.integers(24))] for slot in PRINTED.slots if rng.random() < full}


def read(table, condition, seed, **how):
    photo = scene.photograph(PRINTED, table, condition, seed=seed, **how)
    where = register.find(photo.picture, PRINTED.layout)
    assert isinstance(where, register.Registration)
    return photo, READER.read(photo.picture, where)


@pytest.mark.parametrize("name", list(scene.CONDITIONS))
def test_hexes_are_read_in_every_condition(name):
    table = some_table(31)
    photo, readings = read(table, scene.CONDITIONS[name], seed=31)

    assert len(readings) == 61
    seen = [r for r in readings if r.slot not in photo.hidden]
    wrong = [r for r in seen if r.value != table.get(r.slot)]
    assert not wrong
    assert not [r for r in readings if r.sure and r.value != table.get(r.slot)]
    assert sum(r.sure for r in seen) > 0.7 * len(seen)


def test_every_tile_in_every_turn():
    slots = list(PRINTED.slots)
    for turn in range(0, 360, 60):
        table = {slots[n]: scene.Laid(value, turn + 4 * (n % 3 - 1)) for n, value in enumerate(PRINTED.pieces)}
        _, readings = read(table, scene.DAYLIGHT, seed=turn)
        values = {r.slot: r.value for r in readings if r.value is not None}
        assert values == {slot: laid.value for slot, laid in table.items()}


def test_where_a_tile_lies_and_how_it_is_turned_is_known():
    table = {"e5": scene.Laid("white scientist", 75.0, (0.12, -0.06))}
    photo = scene.photograph(PRINTED, table, scene.harder(scene.DAYLIGHT, lens=(0, 0)), seed=2)
    where = register.find(photo.picture, PRINTED.layout)
    looked = next(one for one in READER.look(photo.picture, where) if one.slot == "e5")

    assert abs(looked.turned - 75) <= 4
    assert np.allclose(looked.off, (0.12, -0.06), atol=0.05)


def test_something_strange_on_a_hex_is_not_sure():
    table = some_table(5, full=0.3)
    photo = scene.photograph(PRINTED, table, seed=5)
    where = register.find(photo.picture, PRINTED.layout)
    picture = photo.picture.copy()
    empty = [slot for slot in PRINTED.slots if slot not in table][:6]
    for n, slot in enumerate(empty):
        x, y = where.to_pixels([PRINTED.slots[slot]])[0]
        colour = [(40, 60, 200), (150, 175, 220), (30, 30, 30)][n % 3]
        cv2.circle(picture, (int(x), int(y)), 22 + 6 * (n // 3), colour, -1)
    readings = {r.slot: r for r in READER.read(picture, where)}
    for slot in empty:
        assert not readings[slot].sure, (slot, readings[slot])


def test_a_hex_under_a_palm_is_not_taken_for_empty():
    table = {slot: "black militia" for slot in PRINTED.slots}
    photo = scene.photograph(PRINTED, table, seed=6)
    where = register.find(photo.picture, PRINTED.layout)
    picture = photo.picture.copy()
    x, y = where.to_pixels([PRINTED.slots["e5"]])[0]
    cv2.ellipse(picture, (int(x), int(y)), (190, 150), 20, 0, 360, (120, 150, 205), -1)
    picture = cv2.GaussianBlur(picture, (3, 3), 0)
    for reading in READER.read(picture, where):
        if reading.sure:
            assert reading.value == "black militia", reading


def test_a_grey_picture_is_read_too():
    table = some_table(8)
    photo = scene.photograph(PRINTED, table, seed=8)
    where = register.find(photo.picture, PRINTED.layout)
    readings = READER.read(register.grey_of(photo.picture), where)
    assert {r.slot: r.value for r in readings if r.value} == table


def a_board():
    return Board(PRINTED.layout, PRINTED.reader())


def test_a_board_that_stays_is_looked_for_only_once(monkeypatch):
    board = a_board()
    first = scene.photograph(PRINTED, {"e5": "white back"}, seed=6)
    assert not isinstance(board.read(first.picture), Trouble)
    kept = board.where
    monkeypatch.setattr(register, "find", None)
    later = scene.photograph(PRINTED, {"e5": "white police"}, seed=8, camera_seed=6 + 77)
    values = {r.slot: r.value for r in board.read(later.picture) if r.value}
    assert values == {"e5": "white police"}
    assert board.where is kept
    assert not board.moved


def test_a_board_that_was_moved_is_found_again_by_itself():
    board = a_board()
    board.read(scene.photograph(PRINTED, {"e5": "white back"}, seed=6).picture)
    elsewhere = scene.photograph(PRINTED, {"e5": "white back"}, scene.harder(scene.DAYLIGHT, yaw=(25, 26)), seed=9)
    values = {r.slot: r.value for r in board.read(elsewhere.picture) if r.value}
    assert values == {"e5": "white back"}
    assert board.moved


@pytest.mark.parametrize(
    ("picture", "kind"),
    [
        (None, "no picture"),
        (np.zeros((960, 1280, 3), np.uint8), "dark"),
        (np.full((960, 1280, 3), (90, 120, 160), np.uint8), "covered"),
        (np.full((960, 1280, 3), 255, np.uint8), "glare"),
    ],
)
def test_pictures_that_show_nothing_say_why(picture, kind):
    told = a_board().read(picture)
    assert isinstance(told, Trouble)
    assert told.kind == kind
    assert told.sentence.endswith(".")


def test_gloss_that_lies_over_every_tile_alike_leaves_no_doubt():
    values = list(PRINTED.pieces)
    rng = np.random.default_rng(4)
    table = {slot: values[int(rng.integers(len(values)))] for slot in list(PRINTED.slots)[::2]}
    photo = scene.photograph(PRINTED, table, seed=4)
    veiled = np.clip(90 + 0.6 * photo.picture.astype(np.float32) * (0.85, 1, 1), 0, 255).astype(np.uint8)
    readings = READER.read(veiled, register.find(veiled, PRINTED.layout))
    assert {one.slot: one.value for one in readings if one.value} == table
    assert sum(not one.sure for one in readings) <= 1  # 21 where each tile is judged by itself
