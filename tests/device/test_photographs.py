"""Photographs that people send: checked, made small, straightened."""

import card_photos
import cv2
import numpy as np
import owners_board
import pytest

from device.camera import photographs
from device.camera.photographs import Photographs
from rules.ask import Trouble
from vision.picture_head import head


def packed(ending, picture):
    return cv2.imencode(ending, picture)[1].tobytes()


def unpacked(data):
    return cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)


def size(sent):
    told = head(sent)
    return told.width, told.height


class StandIn:
    trouble = None

    def __init__(self, picture):
        self._picture = picture

    def picture(self):
        return self._picture


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_the_size_is_known_before_anything_is_unpacked(ending):
    assert size(packed(ending, np.zeros((480, 640, 3), np.uint8))) == (640, 480)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_a_large_picture_is_kept_as_a_small_jpeg(ending):
    kept = Photographs(None).read(packed(ending, owners_board.flat(4200)))
    assert kept[:2] == b"\xff\xd8"
    high, wide = unpacked(kept).shape[:2]
    assert (wide, round(wide / high, 2)) == (2000, 1.5)


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (b"", "no picture the box can read"),
        (b"%PDF-1.7 and so on, for a while", "no picture the box can read"),
        (b"\xff\xd8\xff\xe0", "no picture the box can read"),
        (packed(".png", np.zeros((400, 400, 3), np.uint8))[:60], "damaged"),
        (packed(".jpg", np.zeros((200, 400, 3), np.uint8)), "too small"),
    ],
)
def test_what_is_no_photograph_is_refused_with_a_sentence(sent, sentence):
    with pytest.raises(Trouble, match=sentence):
        Photographs(None).read(sent)


def test_a_picture_that_would_fill_the_memory_is_refused_by_its_head():
    head = bytearray(packed(".png", np.zeros((300, 300, 3), np.uint8)))
    head[16:24] = (60000).to_bytes(4, "big") * 2
    with pytest.raises(Trouble, match="too big: 60000 × 60000"):
        Photographs(None).read(bytes(head))


def test_nothing_the_phone_wrote_beside_the_picture_is_kept():
    sent = packed(".jpg", owners_board.flat(600))
    secret = b"Exif\x00\x00 52.5200 N 13.4050 E"
    marked = sent[:2] + b"\xff\xe1" + (len(secret) + 2).to_bytes(2, "big") + secret + sent[2:]
    assert size(marked) == (600, 400)
    assert secret not in Photographs(None).read(marked)


def test_the_boxs_camera_takes_it_or_says_why_not():
    taken = Photographs(StandIn(owners_board.flat(800))).take()
    assert unpacked(taken).shape[:2] == (533, 800)
    for none in (None, StandIn(None)):
        with pytest.raises(Trouble, match="Send a photograph from a phone instead"):
            Photographs(none).take()


def test_a_board_that_lies_askew_is_straightened():
    data, aspect = Photographs(None).straighten(owners_board.jpeg(owners_board.photograph()), owners_board.CORNERS)
    board = unpacked(data)
    high, wide = board.shape[:2]
    assert aspect == pytest.approx(wide / high, abs=0.01)
    for x, y in owners_board.PLACES.values():  # every printed place is where the board has it
        assert board[round(y * high), round(x * wide)].min() > 140


@pytest.mark.parametrize(
    ("corners", "sentence"),
    [
        (((0, 0), (1, 0), (0, 1), (1, 1)), "make no board"),  # two swapped
        (((0.5, 0.5), (0.51, 0.5), (0.51, 0.51), (0.5, 0.51)), "make no board"),  # all in one place
        (((0, 0), (1, 0), (0.2, 0.2), (0, 1)), "make no board"),  # dented
        (((0, 0), (1.5, 0), (1, 1), (0, 1)), "outside the picture"),
        (((0, 0), (float("nan"), 0), (1, 1), (0, 1)), "outside the picture"),
    ],
)
def test_corners_that_make_no_board_are_refused(corners, sentence):
    with pytest.raises(Trouble, match=sentence):
        Photographs(None).straighten(owners_board.jpeg(owners_board.photograph()), corners)


def test_a_picture_far_larger_than_is_kept_is_unpacked_at_half_its_size(monkeypatch):
    asked = []
    decode = cv2.imdecode
    monkeypatch.setattr(photographs.cv2, "imdecode", lambda data, how: asked.append(how) or decode(data, how))
    Photographs(None).read(packed(".jpg", owners_board.flat(4200)))
    assert asked == [cv2.IMREAD_REDUCED_COLOR_2]


def test_a_picture_five_times_as_large_as_is_kept_is_unpacked_at_a_quarter_of_its_size(monkeypatch):
    asked = []
    decode = cv2.imdecode
    monkeypatch.setattr(photographs.cv2, "imdecode", lambda data, how: asked.append(how) or decode(data, how))
    kept = Photographs(None).read(packed(".jpg", np.zeros((6000, 9000), np.uint8)))
    assert asked == [cv2.IMREAD_REDUCED_COLOR_4]
    assert unpacked(kept).shape[:2] == (1333, 2000)


def test_only_a_jpeg_whose_lines_come_in_order_may_be_larger_than_memory():
    grey, colours = np.zeros((300, 300), np.uint8), np.zeros((300, 300, 3), np.uint8)
    assert head(packed(".jpg", grey)).shrinks
    assert head(packed(".jpg", colours)).shrinks
    in_pieces = cv2.imencode(".jpg", colours, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    assert (head(in_pieces).shrinks, size(in_pieces)) == (False, (300, 300))
    assert not head(packed(".png", colours)).shrinks
    one_colour_at_a_time = bytearray(packed(".jpg", colours))
    one_colour_at_a_time[one_colour_at_a_time.index(b"\xff\xda") + 4] = 1
    assert not head(bytes(one_colour_at_a_time)).shrinks


@pytest.mark.parametrize("turned", [1, 3, 6, 8])
@pytest.mark.parametrize("long", [800, 2000, 4000])
def test_a_cards_photograph_is_kept_upright_and_small_without_where_it_was_taken(turned, long):
    sent = card_photos.photograph("Brass Lung", long, turned=turned)
    assert card_photos.GPS in sent
    large, small = Photographs(None).card(sent)
    for kept, longest in ((large, min(long, 900)), (small, 168)):
        picture = unpacked(kept)
        high, wide = picture.shape[:2]
        assert (high, round(wide / high, 2)) == (longest, 0.75)
        # its name stands on white, on top; the rest of the card is coloured
        assert picture[high * 15 // 100, wide * 3 // 4].min() > 200
        assert picture[high * 85 // 100, wide // 2].min() < 200
        assert b"Exif" not in kept
        assert card_photos.GPS not in kept


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "no picture the box can read"),
        (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "no picture the box can read"),
        (card_photos.photograph("Brass Lung")[:300], "no picture|damaged"),
        (packed(".png", np.zeros((40, 40, 3), np.uint8)), "too small"),
    ],
)
def test_what_is_no_photograph_of_a_card_is_refused_with_a_sentence(sent, sentence):
    with pytest.raises(Trouble, match=sentence):
        Photographs(None).card(sent)
