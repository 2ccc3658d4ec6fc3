"""Faces of dice that were taught on the mat are known again there."""

from math import dist

import pytest
from on_the_mat import AtTheMat

from device.live.table import Table
from device.sight.mat_watch import SOURCE
from rules import markers
from rules.chance import RollDice
from rules.games import game
from vision.find import mat, register
from vision.find.register import Layout
from vision.read import dice
from vision.read.taught import Shelf

MAT = Layout.from_board(markers.MAT, "reading mat")


def thrown_face(there, dots):
    """A die thrown on the mat and taken up again; its upper face as the camera saw it."""
    (thrown,) = there.mat.throw([dots])
    picture = there.camera.picture()
    found = dice.find(picture, register.find(picture, MAT), half=MAT.half)
    die = min(found, key=lambda one: dist(one.on_mat, thrown.at))
    there.mat.clear()
    return mat.face_of(picture, die)


@pytest.fixture
def table(journal):
    table = Table(journal)
    table.begin(game("awakening").setup(2, {}, "table"))
    return table


def test_taught_faces_of_a_die_are_known_in_any_turn(table):
    shelf = Shelf()
    there = AtTheMat(table, seed=32, shelf=shelf)
    ask = there.play_until(lambda ask: isinstance(ask, RollDice), 5)
    name, faces = ask.dice[0]
    assert name == "white die"
    # On this owner's die the emblem of the second face happens to be four dots. Each is shown as people show it.
    for face, dots in zip(faces, (1, 4, 2, 3, 5, 6), strict=True):
        shelf.teach(f"white die: {face}", [thrown_face(there, dots) for _ in range(3)], "die")
    there.wait()
    there.mat.throw([4])
    there.wait()

    entry = there.table.journal.entry(there.now.game_id, there.now.node)
    answered = entry if entry.source == SOURCE else there.table.journal.entry(there.now.game_id, entry.parent)
    assert answered.step.value == [faces[1]]
