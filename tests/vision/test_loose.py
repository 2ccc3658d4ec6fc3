"""Cards on a bare table, as people photograph them: close up, well rounded, one on another."""

import cv2
import numpy as np
import pytest

from vision.find import loose
from vision.find.cards import Deck
from vision.read.digits import Box

PLAIN = Deck("plain", (57, 88))
BIG = Deck("big", (57, 88), Box(0.5, 0.5, 0.3, most=1))
TABLE = (28, 34, 40)


def table(width=1000, height=720):
    noise = np.random.default_rng(1).normal(0, 3, (height, width, 3))
    return np.clip(np.array(TABLE) + noise, 0, 255).astype(np.uint8)


def lay(picture, middle, turned, *, per_mm, rounded, sign="", white=225):
    """A white card with well rounded corners and a big sign on it; where its sides meet."""
    (w, h), fine = PLAIN.size, 8
    face = np.full((h * fine, w * fine, 3), white, np.uint8)
    if sign:
        (across, tall), _ = cv2.getTextSize(sign, cv2.FONT_HERSHEY_SIMPLEX, 9, 34)
        at = ((w * fine - across) // 2, (h * fine + tall) // 2)
        cv2.putText(face, sign, at, cv2.FONT_HERSHEY_SIMPLEX, 9, (30, 30, 30), 34, cv2.LINE_AA)
    mask = np.zeros(face.shape[:2], np.uint8)
    r = round(rounded * fine)
    cv2.rectangle(mask, (r, 0), (w * fine - r, h * fine), 255, -1)
    cv2.rectangle(mask, (0, r), (w * fine, h * fine - r), 255, -1)
    for x in (r, w * fine - r):
        for y in (r, h * fine - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    cos, sin = np.cos(np.deg2rad(turned)), np.sin(np.deg2rad(turned))
    turn = np.array([[cos, -sin], [sin, cos]]) * per_mm / fine
    there = np.column_stack([turn, np.array(middle) - turn @ np.array([w * fine / 2, h * fine / 2])])
    size = picture.shape[1::-1]
    soft = cv2.warpAffine(mask, there, size, flags=cv2.INTER_AREA)[..., None] / 255.0
    on_it = cv2.warpAffine(face, there, size, flags=cv2.INTER_AREA)
    picture[:] = (picture * (1 - soft) + on_it * soft).astype(np.uint8)
    corners = np.array([(0, 0), (w, 0), (w, h), (0, h)], float) * fine
    return corners @ there[:, :2].T + there[:, 2]


def off(found, truth):
    """How far the corners that were found lie from where they are, in pixels."""
    return min(np.abs(np.roll(found.corners, n, axis=0) - truth).max() for n in range(4))


@pytest.mark.parametrize("turned", [0, 4, 30, 85, 90])
@pytest.mark.parametrize("rounded", [1, 4, 7])
def test_cards_are_found_however_rounded_their_corners_are(turned, rounded):
    picture = table()
    truth = [lay(picture, (x, 350), turned, per_mm=3.4, rounded=rounded) for x in (250, 720)]
    found = loose.find_cards(picture, [PLAIN])
    assert len(found) == 2
    assert all(min(off(card, one) for one in truth) < 2 * 3.4 for card in found), "within two millimetres"


@pytest.mark.parametrize("sign", ["3", "6", "8"])
def test_one_card_close_up_is_found_by_its_number_whichever_end_is_up(sign):
    picture = table()
    truth = lay(picture, (500, 360), 90, per_mm=7.4, rounded=5, sign=sign)
    (card,) = loose.find_cards(picture, [BIG])
    assert off(card, truth) < 2 * 7.4


@pytest.mark.parametrize("turned", [8, 25])
def test_a_card_on_another_is_outlined_by_its_own_sides(turned):
    picture = table()
    lay(picture, (590, 290), turned + 52, per_mm=3.4, rounded=3, white=180)
    truth = lay(picture, (430, 380), turned, per_mm=3.4, rounded=3)
    (card,) = loose.find_cards(picture, [PLAIN])
    assert off(card, truth) < 2 * 3.4


def test_what_fills_no_rectangle_is_no_card():
    picture = table()
    cv2.ellipse(picture, (300, 360), (150, 220), 10, 0, 360, (225, 225, 225), -1, cv2.LINE_AA)
    many = np.array([(680, 130), (820, 130), (860, 170), (860, 530), (820, 570), (640, 570), (640, 170)], np.int32)
    cv2.fillPoly(picture, [many], (225, 225, 225), cv2.LINE_AA)
    assert loose.find_cards(picture, [PLAIN]) == []
