"""Part of the table as the camera saw it, to ask with."""

import cv2
import looks
import numpy as np
import pytest

from vision.find import register
from vision.find.closeup import WIDE, closeup, jpeg
from vision.scene import board as scene

MARK = np.array([235, 140, 30])


@pytest.fixture(scope="module")
def seen():
    printed = looks.sleepers()
    picture = scene.photograph(printed, {"e5": "white back", "a5": "black back"}, seed=4).picture
    return printed, picture, register.find(picture, printed.layout)


def marked(shot):
    """Where something is drawn in, in parts of the picture."""
    rows, columns = np.nonzero((np.abs(shot.astype(int) - MARK) < 40).all(axis=2))
    return columns / shot.shape[1], rows / shot.shape[0]


def test_it_shows_the_place_that_is_asked_about_and_rings_it(seen):
    printed, picture, where = seen
    shot = closeup(picture, where, printed.layout.half, marks=[printed.slots["e5"]])
    assert shot.shape == (WIDE, WIDE, 3)
    x, y = marked(shot)
    assert x.mean() == pytest.approx(0.5, abs=0.03)
    assert y.mean() == pytest.approx(0.5, abs=0.03)
    middle = shot[WIDE // 2 - 9 : WIDE // 2 + 9, WIDE // 2 - 9 : WIDE // 2 + 9]
    assert middle.mean() > picture.mean()  # a white tile's back lies there


def test_places_apart_are_both_in_it_with_an_arrow_between(seen):
    printed, picture, where = seen
    places = [printed.slots["a5"], printed.slots["i5"]]
    shot = closeup(picture, where, printed.layout.half, marks=places)
    x, y = marked(shot)
    long = max(np.ptp(x) * shot.shape[1], np.ptp(y) * shot.shape[0])
    assert long > 0.6 * max(shot.shape)


def test_nothing_beside_the_sheet_is_shown(seen):
    """Hands of cards lie there."""
    printed, picture, where = seen
    w, h = printed.layout.half
    corners = where.to_pixels([(-w, -h), (w, -h), (w, h), (-w, h)]).round().astype(np.int32)
    sheet = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(sheet, [corners], 255)
    loud = picture.copy()
    loud[cv2.dilate(sheet, np.ones((7, 7), np.uint8)) == 0] = (255, 0, 255)
    for places in ([], [(-w, -h)], [(w, h), (-w, h)]):
        shot = closeup(loud, where, printed.layout.half, places, rings=False)
        assert not (shot.astype(int) @ np.array([1, -2, 1]) > 400).any()


def test_a_grey_picture_will_do(seen):
    printed, picture, where = seen
    shot = closeup(register.grey_of(picture), where, printed.layout.half, [printed.slots["e5"]])
    assert cv2.imdecode(np.frombuffer(jpeg(shot), np.uint8), 1).shape == shot.shape
