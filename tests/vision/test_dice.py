"""Dice on the mat."""

import cv2
import numpy as np
import pytest

from rules import markers
from vision import dice, register, scene, scene_dice
from vision.register import Layout

MAT = Layout.from_board(markers.MAT, "reading mat")
SIGNS = {number: markers.shapes(number) for number in MAT.markers}
VIEW = scene.Condition("mat", across=(300, 320), tilt=(0, 12))
IVORY = scene_dice.DieLook((225, 240, 245), (30, 25, 25))


@pytest.mark.parametrize("value", range(1, 7))
def test_every_face_is_read_in_every_turn(value):
    rng = np.random.default_rng(value)
    for turned in (0, 30, 75, 160, 250):
        die, mask = scene_dice.draw_die(value, IVORY, 60, rng)
        picture = np.full((240, 240, 3), (82, 90, 61), np.uint8)
        matrix = cv2.getRotationMatrix2D((59.5, 59.5), turned, 1.0)
        die, mask = cv2.warpAffine(die, matrix, (120, 120)), cv2.warpAffine(mask, matrix, (120, 120))
        part = picture[60:180, 60:180]
        part[:] = (part * (1 - mask[..., None]) + die * mask[..., None]).astype(np.uint8)
        reading = dice.read(picture, dice.Die((119.5, 119.5), 60, -turned, (0, 0)))
        assert reading.value == value
        assert reading.confidence > 0.7


def test_a_roll_is_found_and_read():
    right = sure_wrong = count = 0
    for seed in range(4):
        picture, truths = scene_dice.photograph(MAT, SIGNS, VIEW, seed=seed, count=4)
        where = register.find(picture, MAT)
        found = dice.find(picture, where, half=MAT.half)
        for at, value in truths:
            count += 1
            near = [d for d in found if np.hypot(d.middle[0] - at[0], d.middle[1] - at[1]) < 0.4 * d.side]
            reading = dice.read(picture, near[0]) if near else None
            right += reading is not None and reading.value == value
            sure_wrong += reading is not None and reading.sure and reading.value != value
    assert right >= 0.9 * count
    assert sure_wrong == 0


def test_a_lamp_reflected_beside_the_dice_hides_none_of_them():
    view = scene.harder(VIEW, glare=(2, 3), glare_strength=(0.3, 0.6))
    for seed in range(3):
        picture, truths = scene_dice.photograph(MAT, SIGNS, view, seed=seed, count=5)
        found = dice.find(picture, register.find(picture, MAT), half=MAT.half)
        for at, _ in truths:
            assert [d for d in found if np.hypot(d.middle[0] - at[0], d.middle[1] - at[1]) < 0.4 * d.side], (seed, at)


def test_what_is_no_die_is_not_read_as_one():
    picture = np.full((200, 200, 3), (82, 90, 61), np.uint8)
    reading = dice.read(picture, dice.Die((100, 100), 60, 0, (0, 0)))
    assert reading.value is None or not reading.sure
