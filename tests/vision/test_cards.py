"""Cards on the mat: found, turned the right way up, read."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from rules import markers
from vision.find import cards, register
from vision.find.cards import Deck
from vision.find.register import Layout
from vision.read import digits
from vision.read.digits import Box
from vision.scene import board as scene
from vision.scene import cards as scene_cards

MAT = Layout.from_board(markers.MAT, "reading mat")
SIGNS = {number: markers.shapes(number) for number in MAT.markers}
DECK = Deck("story", number=Box(0.2, 0.11, 0.075))
VIEW = scene.Condition("mat", across=(300, 320), tilt=(0, 12))
GLYPHS = scene_cards.line_digits()


def photograph(numbers, how="free", seed=1, clutter=0, sleeved=False, view=VIEW, deck=DECK):
    rng = np.random.default_rng(seed)
    looks = [scene_cards.CardLook(n, 100 * seed + k, GLYPHS, sleeved) for k, n in enumerate(numbers)]
    laid = scene_cards.scatter(looks, deck, MAT.half, how, rng)
    return scene_cards.photograph(laid, deck, MAT, SIGNS, view, seed=seed, clutter=clutter)


def found_in(photo, deck=DECK):
    where = register.find(photo.picture, MAT)
    assert isinstance(where, register.Registration)
    return cards.find(photo.picture, where, deck, half=MAT.half)


def hit(truth, found):
    """Is this the card? Its corners lie within 3 mm, whichever end is up."""
    reach = 3 * np.hypot(*(truth.corners[1] - truth.corners[0])) / DECK.size[0]
    ends = [np.roll(found.corners, 2 * turn, axis=0) for turn in (0, 1)]
    return min(np.hypot(*(end - truth.corners).T).max() for end in ends) < reach


@pytest.mark.parametrize(
    ("how", "clutter", "sleeved", "seed"),
    [
        ("free", 0, False, 1),
        ("free", 8, True, 2),
        ("touching", 0, False, 3),
        *(("overlapping", 2, False, seed) for seed in range(4, 10)),
    ],
)
def test_cards_are_found_and_their_numbers_read(how, clutter, sleeved, seed):
    photo = photograph([123, 45] if how == "free" else [123, 45, 7], how, seed, clutter, sleeved)
    found = found_in(photo)

    for truth in photo.cards:
        card = next((one for one in found if hit(truth, one)), None)
        assert card is not None, truth.number
        if not truth.number_hidden:
            read = cards.read_number(photo.picture, card, DECK)
            assert read.number.value == truth.number
            # Its end with the number is up now.
            assert np.hypot(*(read.card.corners - truth.corners).T).max() < 15


def test_a_bare_mat_has_no_cards():
    photo = photograph([], seed=4)
    assert found_in(photo) == []


def test_a_card_without_a_number_reads_as_nothing():
    photo = photograph([None], seed=6)
    read = cards.read_number(photo.picture, cards.Found(photo.cards[0].corners, 1, (0, 0), 0), DECK)
    assert read.number.value is None or not read.number.sure


def test_possible_numbers_settle_doubt():
    likely = np.full((3, 11), 0.001, np.float32)
    likely[0, [6, 8]] = [0.5, 0.49]
    likely[1:, digits.BLANK] = 0.98
    open_ = digits.reading("card", likely)
    known = digits.reading("card", likely, possible=[3, 8, 12])

    assert not open_.sure
    assert known.value == 8
    assert known.confidence > open_.confidence


def test_what_is_not_possible_is_not_forced_into_what_is():
    likely = np.full((3, 11), 0.0005, np.float32)
    likely[0, 6] = likely[1, 4] = likely[2, digits.BLANK] = 0.995
    reading = digits.reading("card", likely, possible=[1, 2, 3])
    assert not reading.sure


@pytest.mark.parametrize(("seed", "number", "left"), [(2, 94, -53), (1, 94, -50), (3, 94, -40), (0, 7, -50)])
def test_a_number_that_runs_under_another_card_is_never_sure(seed, number, left):
    low = scene_cards.Lying(scene_cards.CardLook(number, 5 + seed, GLYPHS), (20, 0), 0)
    top = scene_cards.Lying(scene_cards.CardLook(55, 40 + seed, GLYPHS), (20 + left, -20), 0)
    near = scene.Condition("mat", across=(300, 320), tilt=(0, 10))
    photo = scene_cards.photograph([low, top], DECK, MAT, SIGNS, near, seed=seed)
    above, below = found_in(photo)
    assert cards.read_number(photo.picture, above, DECK).number.value == 55
    read = cards.read_number(photo.picture, below, DECK)
    assert read.number.confidence <= 0.5
    assert cards.again([read] * 3, DECK).confidence <= 0.5  # to look again does not lift the card above it


def test_noughts_in_front_do_not_change_a_number():
    likely = np.full((3, 11), 0.0005, np.float32)
    likely[0, 0] = likely[1, 0] = likely[2, 7] = 0.995
    assert digits.reading("card", likely).value == 7


def test_looks_that_agree_make_a_number_surer_and_looks_that_do_not_less():
    seven = np.full((3, 11), 0.01, np.float32)
    seven[0, 7], seven[0, 1] = 0.8, 0.12
    seven[1:, digits.BLANK] = 0.9
    one = seven.copy()
    one[0, 7], one[0, 1] = 0.12, 0.8
    alone = digits.numbers(seven)[0][1]

    assert digits.numbers(digits.together([seven] * 3))[0][1] > alone
    assert digits.numbers(digits.together([seven, one]))[0][1] < alone


def test_numbers_are_read_through_the_whole_range():
    wrong = []
    for n in (0, 1, 4, 9, 10, 17, 58, 66, 99, 100, 236, 305, 474, 818, 999):
        look = scene_cards.CardLook(n, n, GLYPHS)
        card = scene_cards.paint_card(look, DECK)
        small = cv2.resize(card, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
        reading = digits.reading("card", digits.look(small, DECK.number))
        if reading.value != n:
            wrong.append((n, reading))
    assert not wrong


def test_a_six_upside_down_is_not_surely_a_nine():
    """Only a number, nothing that tells which end is up: the box must not be sure."""
    deck = Deck("plain", number=Box(0.5, 0.5, 0.3))
    card = np.full((396, 284, 3), 235, np.uint8)
    mask = scene_cards.number_mask(GLYPHS, 6, 0.3 * 396)
    y, x = (396 - mask.shape[0]) // 2, (284 - mask.shape[1]) // 2
    card[y : y + mask.shape[0], x : x + mask.shape[1]][mask > 0.5] = 20
    corners = np.array([[0, 0], [283, 0], [283, 395], [0, 395]], np.float64)
    read = cards.read_number(card, cards.Found(corners, 1, (0, 0), 0), deck)
    assert not read.number.sure
    # To look at it three times does not help either; to know that there is no nine does.
    assert not cards.again([read] * 3, deck).sure
    known = cards.again([read] * 3, Deck("plain", number=deck.number, possible=[int(read.number.value), 7]))
    assert known.value == read.number.value
    assert known.sure


def test_which_end_is_up_does_not_matter_to_a_card_by_itself():
    photo = photograph([347], seed=12)
    card = cards.Found(photo.cards[0].corners, 1, (0, 0), 0)
    for way in (card, card.turned_by(2)):
        read = cards.read_number(photo.picture, way, DECK)
        assert read.number.value == 347
        assert np.allclose(read.card.corners, photo.cards[0].corners)
        straight = cards.straighten(photo.picture, card, DECK)
        assert np.abs(read.picture.astype(int) - straight).mean() < 1


def test_a_clear_number_is_cut_out_once_and_an_unclear_one_in_every_way(monkeypatch):
    card = scene_cards.paint_card(scene_cards.CardLook(236, 236, GLYPHS), DECK)
    counted = []
    real = digits.places
    monkeypatch.setattr(digits, "places", lambda cuts: counted.append(len(cuts)) or real(cuts))
    digits.look(card, DECK.number)
    assert sum(counted) == 1

    counted.clear()
    blurred = cv2.GaussianBlur(card, (0, 0), 7)
    likely = digits.look(blurred, DECK.number)
    assert sum(counted) == 1 + 3 * 3  # three times in each of three shades
    assert not digits.reading("card", likely).sure

    # Big digits are drawn bolder too, dark ones and light ones.
    counted.clear()
    digits.look(cv2.resize(blurred, None, fx=4, fy=4), DECK.number)
    assert sum(counted) == 1 + 3 * 5

    # A grey picture has one shade.
    counted.clear()
    digits.look(cv2.cvtColor(blurred, cv2.COLOR_BGR2GRAY), DECK.number)
    assert sum(counted) == 1 + 3


def test_no_further_shade_is_asked_and_no_empty_end_once_a_number_is_clear(monkeypatch):
    card = scene_cards.paint_card(scene_cards.CardLook(236, 236, GLYPHS), DECK)
    number = digits.look(card, DECK.number)
    unclear = np.full_like(number, 0.01)
    unclear[[0, 1, 2], [2, 3, 6]] = 0.9
    none = np.full_like(number, 0.0001)
    none[:, digits.BLANK] = 0.97
    counted = []

    def places(cuts):
        """Both ends at once first; neither is clear, but the other end most likely has no number."""
        counted.append(len(cuts))
        return np.stack([none, unclear] if len(counted) == 1 else [number] * len(cuts))

    monkeypatch.setattr(digits, "places", places)
    ends = digits.looks([card[::-1, ::-1], card], DECK.number)
    assert counted == [2, 3], "three times in grey, and only the end that has a number"
    assert [digits.weighed("card", one).value for one in ends] == [None, 236]


@pytest.mark.parametrize(("ink", "art"), [((9, 9, 9), (88, 0, 0)), ((235, 235, 235), (255, 249, 200))])
def test_print_that_is_as_bright_as_the_coloured_art_behind_it_is_read(ink, art):
    card = np.zeros((396, 284, 3), np.uint8)
    card[:] = art
    scene_cards._blend(card, scene_cards.number_mask(GLYPHS, 374, 0.075 * 396), 0.2 * 284, 0.11 * 396, ink)
    grey = cv2.cvtColor(card, cv2.COLOR_BGR2GRAY)
    assert np.ptp(grey.astype(int)) < 4, "in grey there is nothing to see"
    assert digits.reading("card", digits.look(card, DECK.number)).value == 374


def test_where_only_one_digit_can_be_nothing_beside_it_is_taken_for_more():
    card = np.full((396, 284, 3), 170, np.uint8)
    # The edges of the picture left and right of a fate number look like a 1.
    for number, aside in ((1, -1.5), (6, 0.0), (1, 1.5)):
        mask = scene_cards.number_mask(GLYPHS, number, 50)
        scene_cards._blend(card, mask, 142 + 50 * aside, 135, (60, 60, 60))
    card = cv2.GaussianBlur(card, (0, 0), 7)
    place = 142 / 284, 135 / 396, 50 / 396
    assert digits.reading("card", digits.look(card, Box(*place))).value != 6
    assert digits.reading("card", digits.look(card, Box(*place, most=1))).value == 6


def test_however_clear_it_is_what_stands_beside_two_digits_is_no_third():
    """The next tile's number, or the frame: three digits would be clear at once."""
    tile = np.full((120, 260, 3), 235, np.uint8)
    for number, x in ((14, 120), (1, 205)):
        scene_cards._blend(tile, scene_cards.number_mask(GLYPHS, number, 50), x, 60, (30, 30, 30))
    place = 120 / 260, 60 / 120, 50 / 120
    assert digits.reading("tile", digits.look(tile, Box(*place))).value == 141
    assert digits.reading("tile", digits.look(tile, Box(*place, most=2))).value == 14


def test_a_long_number_where_one_digit_should_be_is_not_cut_short():
    """Another deck's card lies there: that must be told, not taken for its middle digit."""
    card = np.full((396, 284, 3), 235, np.uint8)
    scene_cards._blend(card, scene_cards.number_mask(GLYPHS, 374, 0.075 * 396), 0.2 * 284, 0.11 * 396, (20, 20, 20))
    assert digits.reading("card", digits.look(card, Box(0.2, 0.11, 0.075, most=1))).value == 374


@pytest.mark.parametrize("number", [330, 458, 286])
def test_three_digits_of_wide_print_fit_in(number):
    wide = [cv2.resize(glyph, None, fx=1.75, fy=1) for glyph in scene_cards.line_digits(6)]
    card = np.full((396, 284, 3), 235, np.uint8)
    scene_cards._blend(card, scene_cards.number_mask(wide, number, 30), 90, 44, (25, 25, 25))
    place = 90 / 284, 44 / 396, 30 / 396
    assert digits.reading("card", digits.look(card, Box(*place))).value == number


@pytest.mark.parametrize("way", [cv2.MORPH_ERODE, cv2.MORPH_DILATE], ids=["dark", "light"])
def test_a_hairline_of_a_big_digit_is_still_there_when_it_is_made_smaller(way):
    ground, ink = (235, 20) if way == cv2.MORPH_ERODE else (20, 235)
    card = np.full((800, 560, 3), ground, np.uint8)
    cv2.line(card, (280, 150), (280, 390), (ink,) * 3, 1)
    box = Box(0.5, 270 / 800, 0.3, most=1)
    shades = digits._shades(card, box)
    told = [abs(digits.cut_outs(card, box, shade=shade)[0][14].astype(int) - ground).max() for shade in shades]
    assert max(told[3:]) > 3 * max(told[:3])


def test_a_number_under_a_lamps_reflection_is_not_surely_none():
    """Nobody can see whether there is a number: that is unsure. A white card without one is surely without."""
    burnt, blank = np.full((396, 284, 3), 255, np.uint8), np.full((396, 284, 3), 235, np.uint8)
    assert not digits.reading("card", digits.look(burnt, DECK.number)).sure
    assert digits.reading("card", digits.look(blank, DECK.number)).sure


def test_cut_outs_of_a_number_at_the_very_edge_of_a_card_are_whole():
    card = np.zeros((396, 284, 3), np.uint8)
    card[:40, :60] = 200
    for cut in digits.cut_outs(card, Box(0.02, 0.01, 0.1)):
        assert cut.shape == (digits.HEIGHT, digits.WIDTH)
        # What lies beyond the edge looks as the edge does.
        assert cut[0, 0] > 150


def test_the_network_file_is_small():
    for name in ("digits.onnx", "dice.onnx"):
        assert (Path(digits.__file__).parent / name).stat().st_size < 1_000_000
