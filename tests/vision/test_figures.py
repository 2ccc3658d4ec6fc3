"""Figures on a board: found wherever they stand, counted for the place they stand on, and never guessed."""

import cv2
import looks
import numpy as np
import owners_board
import pytest

from rules import packs
from rules.silent_sea import printed as sheet
from rules.silent_sea.drafting import read
from rules.silent_sea.pack import opened
from vision import draw
from vision.read.figures import Found
from vision.reading import Trouble
from vision.scene import board as scene
from web.games.silent_sea import board_shelf

STATION = opened("demo").board
PRINTED = looks.silent_sea()


def units(node):
    """Where a place of the station lies, as the camera counts."""
    x, y = sheet.at(node)
    return x / sheet.UNIT, y / sheet.UNIT


@pytest.fixture(scope="module")
def board():
    return looks.board("silent_sea")


def photograph(spots, condition="daylight", seed=4):
    """Figures by the spots they stand on: ``place, how many share it, which of them``."""
    table = scene.lay(spots, scene.harder(scene.CONDITIONS[condition], any_turn=True), np.random.default_rng(seed))
    return scene.photograph(PRINTED, table, scene.CONDITIONS[condition], seed=seed, beside=False).picture


SPREAD = {"s7 1 0": "white", "lab_c 1 0": "yellow", "shuttle_bay 1 0": "red", "s20 1 0": "blue"}
WHERE = {"white": "Space 7", "yellow": "Water Lab 3", "red": "Extraction Point", "blue": "Space 20"}


@pytest.mark.parametrize("condition", ["daylight", "evening", "window", "hard_shadow", "tilted", "webcam"])
def test_each_figure_is_found_where_it_stands(board, condition):
    readings = board.read(photograph(SPREAD, condition))
    assert {r.slot.split()[1]: r.value for r in readings} == WHERE
    assert all(reading.sure for reading in readings)


def test_figures_that_share_a_space_or_a_room_are_told_apart(board):
    spots = {"s2 2 0": "white", "s2 2 1": "blue", "crisis_b 2 0": "red", "crisis_b 2 1": "yellow"}
    readings = board.read(photograph(spots))
    assert [r.value for r in readings] == ["Space 2", "Crisis! 2", "Crisis! 2", "Space 2"]


def test_a_figure_that_is_not_there_is_never_surely_gone(board):
    spots = {spot: name for spot, name in SPREAD.items() if name != "red"}
    red = board.read(photograph(spots))[2]
    assert (red.slot, red.value, red.sure) == ("figure red", None, False)


def test_between_two_places_nothing_is_sure():
    reader = looks.board("silent_sea").tiles
    (x1, y1), (x2, y2) = (units(node) for node in STATION.nodes if node.id in ("s7", "s8"))
    middle = reader.judge("white", [Found("white", 0.99, ((x1 + x2) / 2, (y1 + y2) / 2))])
    assert not middle.sure
    assert {middle.value, middle.alternatives[0][0]} == {"Space 7", "Space 8"}
    twice = reader.judge("white", [Found("white", 0.99, (x1, y1)), Found("white", 0.97, (5.0, 1.0))])
    assert not twice.sure
    astray = reader.judge("white", [Found("white", 0.99, (x1, y1 + 1.2))])
    assert (astray.value, astray.sure) == (None, False)


def test_figures_that_push_each_other_off_a_space_into_a_room_are_not_surely_there():
    reader = looks.board("silent_sea").tiles
    at = PRINTED.spots
    crowd = [Found("white", 0.99, at["s19 2 0"]), Found("blue", 0.99, at["s19 2 1"])]
    for name in ("white", "blue"):
        assert not reader.judge(name, crowd).sure  # half on the Crisis Room, half on the Med Room
    assert reader.judge("white", [Found("white", 0.99, at["s19 1 0"])]).value == "Space 19"
    neighbours = [Found("white", 0.99, at["s7 1 0"]), Found("blue", 0.99, at["s8 1 0"])]  # each on its own Space
    assert [reader.judge(name, neighbours).value for name in ("white", "blue")] == ["Space 7", "Space 8"]
    assert all(reader.judge(name, neighbours).sure for name in ("white", "blue"))
    lock = [Found(name, 0.99, at[f"landing_lock 4 {n}"]) for n, name in enumerate(reader.figures)]
    assert all(reader.judge(name, lock).sure for name in reader.figures)


def test_coins_and_water_samples_are_no_figures(board):
    picture = photograph(SPREAD)
    assert not isinstance(board.read(picture), Trouble)
    for place, colour in (("lab_a", (230, 180, 90)), ("observatory", (60, 120, 170)), ("s3", (235, 200, 120))):
        node = next(node for node in STATION.nodes if node.id == place)
        x, y = board.where.to_pixels([units(node)])[0]
        cv2.circle(picture, (round(x), round(y)), 15, colour, -1, cv2.LINE_AA)
    readings = board.read(picture)
    assert {r.slot.split()[1]: r.value for r in readings} == WHERE


# The owner's board


@pytest.fixture
def owners(tmp_path):
    """A board that was photographed and tapped, chosen as a pack."""
    packs.shelves[:] = [tmp_path / "packs"]
    packs.forget()
    name = board_shelf.begin("Our station")
    flat = owners_board.flat()
    board_shelf.keep_picture(name, owners_board.jpeg(flat))
    board_shelf.keep_flat(name, owners_board.jpeg(flat), owners_board.ASPECT, 420.0)
    kinds = {"AIRLOCK": "plain", "LAB": "water_lab", "CRISIS": "crisis", "REACTOR": "plain", "EXIT": "extraction"}
    nodes = [
        {
            "id": place.lower(), "kind": "room" if place in kinds else "junction" if place == "x1" else "space",
            "x": x, "y": y, "room_type": kinds.get(place, ""), "label": place.title(), "start": place == "AIRLOCK",
        }
        for place, (x, y) in owners_board.PLACES.items()
    ]  # fmt: skip
    ways = ["airlock-s1", "s1-x1", "x1-lab", "x1-crisis", "x1-s2", "s2-reactor", "reactor-exit"]
    edges = [dict(zip(("id", "a", "b"), (way, *way.split("-")), strict=True)) for way in ways]
    board_shelf.keep(
        name, read({"title": "Our station", "nodes": nodes, "edges": edges, "aspect": owners_board.ASPECT})
    )
    return board_shelf.finish(name, ())


def seen_askew(figures):
    """The owner's board with printed figures on it, photographed askew."""
    flat = owners_board.flat()
    tokens = looks.silent_sea().tokens
    radius = sheet.FIGURE / 420 * flat.shape[1]
    for name, place in figures.items():
        x, y = owners_board.PLACES[place]
        draw.paint(flat, tokens[name], draw.place((x * flat.shape[1], y * flat.shape[0]), radius, 40))
    return owners_board.photograph(1600, 1200, flat)


def test_an_owners_board_is_placed_by_its_corners_and_read_by_what_was_tapped(owners):
    board = looks.board(f"silent_sea-{owners}")
    bare = seen_askew({})
    assert "drag its corners" in str(board.read(bare))
    board.place([(x * 1599, y * 1199) for x, y in owners_board.CORNERS], bare)
    stands = {"white": "AIRLOCK", "yellow": "s2", "red": "REACTOR", "blue": "s1"}
    readings = board.read(seen_askew(stands))
    assert [r.value for r in readings] == ["Airlock", "S2", "Reactor", "S1"]
    assert all(reading.sure for reading in readings)
