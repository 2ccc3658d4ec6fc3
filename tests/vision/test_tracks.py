"""Tracks: the marker of each row is read, of whatever colour it is; and what nobody can see is not sure."""

import cv2
import looks
import numpy as np
import pytest
from looks import TRACKS
from on_the_tracks import photograph, some_table

from vision.reading import Trouble
from vision.scene import board as scene

SHEETS = list(TRACKS)


def read(name, picture):
    found = looks.track_board(name).read(picture)
    assert not isinstance(found, Trouble), found
    return {reading.slot: reading for reading in found}


@pytest.mark.parametrize("name", SHEETS)
@pytest.mark.parametrize("condition", ["daylight", "evening", "dim", "tilted", "far", "webcam"])
def test_markers_of_every_colour_and_height_are_read(name, condition):
    truth = some_table(name, np.random.default_rng(5))
    found = read(name, photograph(name, truth, scene.CONDITIONS[condition], seed=5))
    assert {slot: reading.value for slot, reading in found.items()} == truth
    sure = [slot for slot in truth if found[slot].sure]
    assert all(truth[slot] is not None for slot in sure)
    assert len(sure) >= 0.9 * sum(value is not None for value in truth.values())


@pytest.mark.parametrize("name", SHEETS)
def test_a_row_without_a_marker_is_never_surely_empty(name):
    found = read(name, photograph(name, {}, seed=3))
    assert {(reading.value, reading.sure) for reading in found.values()} == {(None, False)}


def test_two_markers_on_one_row_are_not_sure_and_the_other_row_is():
    name = "sleeping_gods"
    table = {"morale": "4", "ship health": "9"}
    sheet = TRACKS[name]
    x, y = (mm / sheet.unit for mm in sheet.tracks["morale"]["8"])
    coin = {"shape": "circle", "at": (x, y), "radius": 6 / sheet.unit, "colour": "#a0522d"}
    where = {f"{slot} {value}": looks.MARKER for slot, value in table.items()}
    picture = scene.photograph(looks.track_sheet(name), where, seed=2, over=[coin], beside=False).picture
    found = read(name, picture)
    assert not found["morale"].sure
    assert (found["ship health"].value, found["ship health"].sure) == ("9", True)


def test_a_lamp_on_a_row_is_no_marker():
    name = "sleeping_gods"
    board = looks.track_board(name)
    picture = photograph(name, {"morale": "4", "ship health": "9"}, seed=2)
    board.read(picture)
    x, y = board.where.to_pixels([board.tiles.spaces["morale 8"]])[0]
    cv2.circle(picture, (round(x), round(y)), 40, (255, 255, 255), -1)
    found = read(name, picture)
    assert not found["morale"].sure
    assert found["ship health"].sure


def test_where_hardly_a_circle_is_seen_nothing_is_believed():
    name = "children_of_morta"
    board = looks.track_board(name)
    picture = photograph(name, some_table(name, np.random.default_rng(1)), seed=1)
    board.read(picture)
    left, top, right, bottom = (round(v) for at in board.where.to_pixels([(-8, -5), (8, 6)]) for v in at)
    picture[top:bottom, left:right] = (90, 120, 150)  # somebody laid a magazine on it
    assert not any(reading.sure for reading in board.read(picture))
