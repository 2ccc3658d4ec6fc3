"""Dice as solid bodies: what the dice network learns from."""

import cv2
import numpy as np
import pytest

from vision.read import dice
from vision.train import dice as train_dice
from vision.train import solid_dice


def test_a_solid_die_lies_in_the_middle_with_its_upper_face():
    drawn = solid_dice.some_dice(40, np.random.default_rng(1))
    for cover, turned, size in zip(drawn.cover, drawn.turned, drawn.size, strict=True):
        face = cv2.boxPoints(((35.5, 35.5), (0.75 * size, 0.75 * size), float(turned)))
        inside = np.zeros(cover.shape, np.uint8)
        cv2.fillConvexPoly(inside, face.round().astype(np.int32), 1)
        assert (cover * inside).sum() > 0.97 * inside.sum()
        assert 0.8 * size**2 < cover.sum() < 2.2 * solid_dice.SIDE**2


def test_every_face_comes_and_some_are_emblems():
    values = solid_dice.some_dice(300, np.random.default_rng(2)).values
    assert set(values.tolist()) == set(range(7))
    assert (values == 0).mean() < 0.1


def test_faces_around_a_die_are_those_of_a_real_one():
    rng = np.random.default_rng(3)
    for value in range(1, 7):
        left, right, front, back, below, top = solid_dice._around(np.array([value]), rng)[0]
        assert (left + right, front + back, below + top) == (7, 7, 7)
        assert top == value
        assert len({left, right, front, back, below, top}) == 6


def test_the_upper_face_has_as_many_pips_as_it_is_worth():
    rng = np.random.default_rng(8)
    values = np.repeat(np.arange(1, 7), 20)
    seen = solid_dice._bodies(np.repeat(np.eye(3, dtype=np.float32)[None], len(values), axis=0), rng)
    pip, _ = solid_dice._pips(seen, solid_dice._around(values, rng), rng)
    for n, value in enumerate(values):
        mine = (seen.of == n) & (np.abs(seen.spot).argmax(axis=1) == 2)
        face = np.zeros((solid_dice.FIELD, solid_dice.FIELD), np.uint8)
        face[seen.y[mine], seen.x[mine]] = pip[mine] > 0.99  # the inside of pips: close ones touch
        assert cv2.connectedComponents(face, connectivity=4)[0] - 1 == value


def test_the_same_seed_draws_the_same_dice():
    one, other = (solid_dice.some_dice(6, np.random.default_rng(4)) for _ in range(2))
    assert np.array_equal(one.picture, other.picture)


def test_what_is_learnt_of_an_aim_leads_to_the_die():
    rng = np.random.default_rng(5)
    for _ in range(50):
        die = dice.Die(
            (float(rng.uniform(0, 90)), 40.0), float(rng.uniform(10, 60)), float(rng.uniform(0, 360)), (0, 0)
        )
        x, y = np.array(die.middle) + rng.uniform(-0.4, 0.4, 2) * die.side
        there = dice.Die((x, y), die.side * float(rng.uniform(0.7, 1.4)), float(rng.uniform(0, 90)), (0, 0))
        aimed = dice.moved(die, train_dice.aim_at(die, there))
        assert aimed.middle == pytest.approx(there.middle, abs=1e-3)
        assert aimed.side == pytest.approx(there.side, rel=1e-3)
        assert (aimed.turned - there.turned + 45) % 90 == pytest.approx(45, abs=1e-2)


def test_cut_outs_for_learning_look_as_the_reader_cuts_them():
    rng = np.random.default_rng(6)
    drawn = train_dice.draw(60, rng)
    for n in range(60):
        cut, value, aim, there = train_dice.cut(drawn, n, rng)
        assert cut.shape == (dice.CHANNELS, dice.SIDE, dice.SIDE)
        assert abs(float(cut[:3].mean())) < 1e-3
        assert value in (0, drawn.values[n])
        assert there or value == 0
        assert np.hypot(aim[0], aim[1]) < 1.1
