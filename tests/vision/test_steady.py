"""When to look, and in what light."""

import cv2
import looks
import numpy as np
import pytest

from rules import markers
from vision.find import register, steady
from vision.scene import board as scene
from vision.scene import mat as scene_mat

PRINTED = looks.sleepers()


def small(value=100, spot=None, seed=0):
    rng = np.random.default_rng(seed)
    picture = np.full((240, 320), value, np.float32) + rng.normal(0, 2, (240, 320))
    if spot:
        x, y = spot
        picture[y : y + 26, x : x + 26] += 70
    return np.clip(picture, 0, 255).astype(np.uint8)


def test_the_gate_opens_once_after_a_change_came_to_rest():
    gate = steady.Gate()
    said = []
    for n in range(12):
        spot = None if n < 3 else (40 + 20 * min(n, 6), 100)
        state = gate.look(small(spot=spot, seed=n), n * 0.15)
        if state == "changed":
            gate.was_read()
        said.append(state)

    assert said[3:7] == ["moving"] * 4
    assert said[7] == "settling"
    assert "changed" in said[8:10]
    assert said[-1] == "idle"
    assert said.count("changed") == 2  # at the beginning, and after the piece was moved


def test_an_idle_table_stays_idle_though_the_picture_is_grainy_and_the_lamp_is_dimmed():
    gate = steady.Gate()
    for n in range(5):
        gate.look(small(seed=n), n * 0.2)
    gate.was_read()
    assert {gate.look(small(seed=50 + n), 2 + n * 0.2) for n in range(10)} == {"idle"}
    assert gate.look(small(value=104, seed=70), 5) == "idle"


def test_forgetting_makes_it_look_again():
    gate = steady.Gate()
    for n in range(5):
        gate.look(small(seed=n), n * 0.2)
    gate.was_read()
    gate.forget()
    assert gate.look(small(seed=9), 3.0) == "changed"


def judged(name, seed=1):
    photo = scene.photograph(PRINTED, {"e5": "white back"}, scene.CONDITIONS[name], seed=seed)
    where = register.find(photo.picture, PRINTED.layout)
    return steady.light(photo.picture, where if isinstance(where, register.Registration) else None)


def test_good_light_needs_no_advice():
    light = judged("daylight")
    assert light.score > 0.9
    assert light.advice == ()


def test_the_dark_is_told():
    light = judged("dim")
    assert light.score < 0.8
    assert any("dark" in sentence for sentence in light.advice)


def test_a_reflection_is_told_with_its_side():
    photo = scene.photograph(PRINTED, {}, seed=3)
    picture = photo.picture.astype(np.float32)
    yy, xx = np.mgrid[0:960, 0:1280]
    picture += 400 * np.exp(-(((xx - 300) / 90) ** 2) - ((yy - 480) / 90) ** 2)[..., None]
    light = steady.light(np.clip(picture, 0, 255).astype(np.uint8))
    assert any("reflects on the left side of the table: move it left." in sentence for sentence in light.advice)


def test_a_dark_half_is_told():
    photo = scene.photograph(PRINTED, {}, seed=3)
    picture = photo.picture.copy()
    picture[:, :640] //= 4
    light = steady.light(picture)
    assert any("left side of the table is much darker" in sentence for sentence in light.advice)


def test_a_blurred_picture_is_told():
    photo = scene.photograph(PRINTED, {"e5": "white police"}, scene.harder(scene.DAYLIGHT, blur=(9, 10)), seed=3)
    assert any("not sharp" in sentence for sentence in steady.light(photo.picture).advice)


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ((1100, 480), "right side of the table: move it right."),
        ((640, 100), "far side of the table: move it away from you."),
        ((640, 860), "near side of the table: move it towards you."),
        ((640, 480), "middle of the table: move it to one side."),
    ],
)
def test_advice_says_which_way_to_move_the_lamp(at, words):
    picture = np.full((960, 1280, 3), 120, np.uint8)
    cv2.circle(picture, at, 90, (255, 255, 255), -1)
    assert f"A lamp reflects on the {words}" in steady.light(picture).advice


def test_a_lamp_that_reflects_on_the_cards_is_told_so():
    picture = np.full((960, 1280, 3), 120, np.uint8)
    cv2.circle(picture, (300, 480), 90, (255, 255, 255), -1)
    card = np.array([[200.0, 300], [450, 300], [450, 650], [200, 650]])
    assert "A lamp reflects on the cards: move it left." in steady.light(picture, cards=[card]).advice
    assert "A lamp reflects on the left side of the table: move it left." in steady.light(picture).advice


def test_a_sheet_that_is_printed_dark_is_not_a_dark_table():
    mat = looks.layouts()["mat"]
    signs = {number: markers.shapes(number) for number in mat.markers}
    paper, above = markers.MAT["paper"], scene.harder(scene.DAYLIGHT, across=(305.0, 320.0))
    picture = scene_mat.photograph((), mat, signs, above, seed=1, place=3, paper=paper)
    where = register.find(picture, mat)
    assert not any("dark" in sentence for sentence in steady.light(picture, where, mat.half).advice)
    assert any("dark" in sentence for sentence in steady.light(picture // 4, where, mat.half).advice)
