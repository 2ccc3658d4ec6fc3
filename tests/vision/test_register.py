"""Finding the board: by its markers however it lies, by hand, by matching; and saying what is wrong."""

import cv2
import looks
import numpy as np
import pytest

from rules import markers
from vision import draw
from vision.find import register
from vision.find.register import Layout, Registration
from vision.scene import board as scene

PRINTED = looks.sleepers()
MAT = Layout.from_board(markers.MAT, "reading mat")


def slots_off(found, photo_condition, seed):
    """How far the slots are from where they truly lie, in pixels."""
    camera = scene.Camera.stand(photo_condition, np.random.default_rng(seed + 77), (1280, 960))
    places = list(PRINTED.slots.values())
    return np.hypot(*(found.to_pixels(places) - camera.pixels(places)).T).max()


@pytest.mark.parametrize("name", ["daylight", "tilted", "wide_lens", "turned_board", "dim", "out_of_focus", "far"])
def test_the_board_is_found_by_its_markers(name):
    condition = scene.CONDITIONS[name]
    photo = scene.photograph(PRINTED, {"e5": "white back"}, condition, seed=21)
    found = register.find(photo.picture, PRINTED.layout)

    assert isinstance(found, Registration)
    assert slots_off(found, condition, 21) < 3.0


def test_a_bent_lens_is_noticed():
    bent = scene.harder(scene.DAYLIGHT, lens=(0.14, 0.16))
    photo = scene.photograph(PRINTED, {}, bent, seed=4)
    found = register.find(photo.picture, PRINTED.layout)

    assert abs(found.bend - photo.bend) < 0.04
    assert slots_off(found, bent, 4) < 2.5
    straight = register.find(photo.picture, PRINTED.layout, bend=0.0)
    assert isinstance(straight, register.Trouble) or slots_off(straight, bent, 4) > slots_off(found, bent, 4)


def test_bending_and_straightening_undo_each_other():
    pixels = np.array([[10.0, 20.0], [640, 480], [1200, 900]])
    there = register.straightened(pixels, 0.12, (1280, 960))
    assert np.allclose(register.bent(there, 0.12, (1280, 960)), pixels, atol=0.05)
    assert np.hypot(*(there - pixels)[0]) > 10


def test_an_upside_down_board_is_read_the_right_way_round():
    turned = scene.harder(scene.DAYLIGHT, yaw=(179, 181))
    photo = scene.photograph(PRINTED, {}, turned, seed=3)
    found = register.find(photo.picture, PRINTED.layout)

    assert abs(abs(found.turned) - 180) < 4
    top, bottom = found.to_pixels([PRINTED.slots["e1"], PRINTED.slots["e9"]])
    assert top[1] > bottom[1]


def test_two_markers_suffice_and_one_does_not():
    photo = scene.photograph(PRINTED, {}, seed=5)
    seen = register.markers(register.grey_of(photo.picture))
    size = (1280, 960)
    two = register.fit({n: seen[n] for n in (0, 3)}, PRINTED.layout, size)
    assert two is not None
    assert slots_off(two, scene.DAYLIGHT, 5) < 6
    assert register.fit({0: seen[0]}, PRINTED.layout, size) is None


def test_another_board_is_called_by_its_name():
    picture = np.full((960, 1280, 3), 120, np.uint8)
    for n, at in enumerate([(200, 200), (1000, 200), (1000, 700), (200, 700)]):
        draw.paint(picture, markers.shapes(10 + n), draw.place(at, 90))
    told = register.find(picture, PRINTED.layout, others={"mat": MAT})

    assert told.kind == "wrong board"
    assert "reading mat" in told.sentence
    assert "Sleepers board" in told.sentence


def test_no_board_is_told_with_what_to_do():
    rng = np.random.default_rng(1)
    cat = cv2.GaussianBlur(rng.integers(0, 255, (960, 1280, 3)).astype(np.uint8), (0, 0), 9)
    told = register.find(cat, PRINTED.layout)
    assert told.kind == "no board"
    assert "corner markers cannot be seen" in told.sentence


def test_a_covered_board_says_how_many_markers_it_sees():
    photo = scene.photograph(PRINTED, {}, seed=5)
    picture = photo.picture.copy()
    seen = register.markers(register.grey_of(picture))
    for number, corners in seen.items():
        if number:
            x, y = corners.mean(axis=0).astype(int)
            cv2.circle(picture, (int(x), int(y)), 60, (60, 80, 90), -1)
    told = register.find(picture, PRINTED.layout)
    assert told.sentence.startswith("Only 1 of the Sleepers board's corner markers")


def test_markers_are_found_again_where_they_were():
    first = scene.photograph(PRINTED, {}, seed=6)
    known = register.find(first.picture, PRINTED.layout)
    later = scene.photograph(PRINTED, {"e5": "black back"}, seed=8, camera_seed=6 + 77)
    near = register.markers_near(register.grey_of(later.picture), known, PRINTED.layout)

    assert len(near) == 6
    again = register.fit(near, PRINTED.layout, known.size, known.bend)
    assert again.shifted_from(known) < 1.6


def test_corners_dragged_by_hand_place_the_board():
    photo = scene.photograph(PRINTED, {}, scene.harder(scene.DAYLIGHT, lens=(0, 0)), seed=7)
    truth = register.find(photo.picture, PRINTED.layout)
    w, h = PRINTED.layout.half
    corners = truth.to_pixels([(-w, -h), (w, -h), (w, h), (-w, h)])
    placed = register.by_hand(corners, PRINTED.layout, truth.size)
    assert placed.shifted_from(truth) < 1.0


def test_a_pattern_that_was_taken_for_a_marker_does_not_lose_the_board():
    mat = looks.layouts()["mat"]
    size = (1280, 960)
    scale = np.array([[3.5, 0, 640], [0, 3.5, 480], [0, 0, 1.0]])
    where = register.Registration(scale, size)
    found = {number: where.to_pixels(mat.corners(number)) for number in mat.markers}
    found[12] = found[12] - 300.0
    again = register.fit(found, mat, size)
    assert again is not None
    assert 12 not in again.seen
    assert again.shifted_from(where) < 0.5


def test_near_its_old_place_only_what_is_as_large_as_a_marker_is_looked_into():
    """Else every speck of the table is, and looking near takes longer than looking everywhere."""
    grey = register.grey_of(scene.photograph(PRINTED, {}, seed=3).picture)
    known = register.find(grey, PRINTED.layout)
    number, at = next(iter(PRINTED.layout.markers.items()))
    assert number in register.markers_near(grey, known, PRINTED.layout)

    (x, y), side = known.to_pixels([at])[0].astype(int), known.scale_at(at) * PRINTED.layout.side
    around, small = int(side), int(side / 3)
    grey[y - around : y + around, x - around : x + around] = 200
    drawn = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), number, small)
    grey[y : y + small, x : x + small] = drawn
    assert number in register.markers(grey)
    assert number not in register.markers_near(grey, known, PRINTED.layout)


def large(camera_seed):
    """As large as the Pi's camera takes it."""
    wide = scene.harder(scene.DAYLIGHT, across=(30, 32))
    return scene.photograph(PRINTED, {}, wide, seed=5, camera_seed=camera_seed, size=(2304, 1296))


def test_a_large_picture_shows_markers_as_exactly_in_a_smaller_copy():
    photo = large(9)
    grey = register.grey_of(photo.picture)
    quick, slow = register.markers_of(grey, PRINTED.layout), register.markers(grey)

    assert set(quick) == set(slow) == set(PRINTED.layout.markers)
    assert max(np.abs(quick[number] - slow[number]).max() for number in slow) < 0.5


def test_a_board_that_lies_as_it_lay_is_not_looked_for():
    picture = register.grey_of(large(9).picture)
    where = register.find(picture, PRINTED.layout)

    assert register.stayed(picture, where, PRINTED.layout, 1.6)
    pushed = np.roll(picture, 3, axis=1)
    assert not register.stayed(pushed, where, PRINTED.layout, 1.6)
    # Markers that are hidden say nothing, as long as two are seen.
    for x, y in list(PRINTED.layout.markers.values())[1:]:
        hidden = where.to_pixels([(x - 1.2, y - 1.2), (x + 1.2, y + 1.2)]).round().astype(int)
        assert register.stayed(picture, where, PRINTED.layout, 1.6)
        cv2.rectangle(picture, hidden[0].tolist(), hidden[1].tolist(), 128, -1)
    assert not register.stayed(picture, where, PRINTED.layout, 1.6)
