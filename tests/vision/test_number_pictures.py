"""The pictures that the number network learns from: a number where the reader looks for it, and readable."""

import cv2
import numpy as np
import pytest

from vision.read import digits
from vision.read.digits import DIGIT, HEIGHT, WIDTH
from vision.scene import cards as scene_cards
from vision.train import number_pictures, typefaces

FACES = typefaces.Typefaces([*typefaces.of_opencv()])


def drawn(count, seed=1):
    rng = np.random.default_rng(seed)
    return [number_pictures.drawing(FACES, rng) for _ in range(count)]


def test_a_drawing_holds_its_number_with_room_around():
    for one in drawn(30):
        assert one.picture.shape == (HEIGHT + 12, WIDTH + 24)
        assert len(one.text) <= 3
        assert one.wide < WIDTH
        if not one.text:
            continue
        assert one.wide > 0.1 * DIGIT


def test_most_of_what_is_drawn_the_network_reads():
    """Pictures for learning are cut out and lit as the reader does it: or nothing learnt from them would help."""
    ones = drawn(120, seed=5)
    rng = np.random.default_rng(2)
    likely = digits.places([number_pictures.shown(one.picture, one.wide, rng) for one in ones])
    right = 0
    for one, places in zip(ones, likely, strict=True):
        value = digits.numbers(places)[0][0]
        right += value == (int(one.text) if one.text else None)
    assert right > 0.8 * len(ones)


def test_a_number_drowned_in_glare_is_not_kept():
    rng = np.random.default_rng(3)
    page, ink = number_pictures.painted(FACES, "58", rng)
    assert ink is not None
    picture, way = number_pictures.seen(page, rng)
    burnt = np.full_like(picture, 255)

    assert not number_pictures.readable(burnt, ink, way, 2)
    clear = np.full(number_pictures.CANVAS, 0.9, np.float32)
    y, x = (clear.shape[0] - ink.shape[0]) // 2, (clear.shape[1] - ink.shape[1]) // 2
    clear[y : y + ink.shape[0], x : x + ink.shape[1]] -= 0.8 * ink
    flat = cv2.warpAffine((clear * 255).astype(np.uint8), way, number_pictures.ROOM[::-1])
    assert number_pictures.readable(flat, ink, way, 2)


@pytest.mark.parametrize("wide", [8.0, 40.0, 66.0])
def test_however_it_is_shown_a_number_loses_no_more_than_its_very_edge(wide):
    room = np.zeros(number_pictures.ROOM, np.uint8)
    height, width = room.shape
    inner = round((width - wide) / 2) + 3
    room[height // 2 - 7 : height // 2 + 8, inner : width - inner] = 255
    rng = np.random.default_rng(4)
    for _ in range(60):
        shown = number_pictures.shown(room, wide, rng)
        assert not (shown[:, [0, -1]] > 128).any()
        assert not (shown[[0, -1]] > 128).any()


def bars(wide):
    """Two upright bars: no 3 with a flat top, no marked nought."""
    glyph = np.zeros((64, 30), np.float32)
    glyph[2:-2, :wide] = glyph[2:-2, -wide:] = 1
    return glyph


def test_thin_faces_come_up_more_often_than_they_are_many():
    thin, bold = [bars(1)] * 10, [bars(9)] * 10
    faces = typefaces.Typefaces([thin] + [bold] * 40)
    rng = np.random.default_rng(1)
    assert sum(faces.any(rng) is thin for _ in range(4000)) > 1.8 * (1 - typefaces.BETWEEN) * 4000 / 41


@pytest.mark.parametrize(("digit", "shape"), [(3, np.s_[:8]), (0, np.s_[24:40])], ids=["flat 3", "marked 0"])
def test_faces_with_digits_of_unusual_shape_come_up_often(digit, shape):
    usual, unusual = [bars(6)] * 10, [bars(6)] * 10
    unusual[digit] = bars(6)
    unusual[digit][2:-2][shape] = 1
    faces = typefaces.Typefaces([unusual] + [usual] * 40)
    rng = np.random.default_rng(1)
    share = sum(faces.any(rng) is unusual for _ in range(2000)) / 2000
    assert 0.22 < share / (1 - typefaces.BETWEEN) < 0.32  # of the faces that are between no two


def test_a_face_between_two_has_digits_of_its_own_that_can_be_read():
    plain, serifs = typefaces.of_opencv()[2], typefaces.of_opencv()[10]
    half = typefaces.between(plain, serifs, 0.5)
    assert all(mixed is not one for mixed, one in zip(half, plain, strict=True))
    cuts = [scene_cards.number_mask([(g * 255).astype(np.uint8) for g in half], n, DIGIT) for n in range(10)]
    for number, mask in enumerate(cuts):
        page = np.full((HEIGHT, WIDTH), 220, np.uint8)
        y, x = (HEIGHT - mask.shape[0]) // 2, (WIDTH - mask.shape[1]) // 2
        page[y : y + mask.shape[0], x : x + mask.shape[1]] -= (mask * 200).astype(np.uint8)
        assert digits.numbers(digits.places([page])[0])[0][0] == number


def test_a_digit_that_falls_to_pieces_between_two_faces_stays_as_it_was():
    left, right = np.zeros((64, 40), np.float32), np.zeros((64, 40), np.float32)
    left[:, 4:8], right[:, 32:36] = 1, 1
    assert typefaces.between([left], [right], 0.5)[0] is left


def test_typefaces_are_kept_in_a_file(tmp_path):
    faces = typefaces.Typefaces(typefaces.of_opencv()[:3], [np.ones((24, 50), np.float32)])
    faces.save(tmp_path / "atlas.npz")
    again = typefaces.Typefaces.load(tmp_path / "atlas.npz")

    assert len(again.faces) == 3
    assert len(again.words) == 1
    assert np.allclose(again.faces[2][7], faces.faces[2][7], atol=1 / 255)
