"""Dice on the mat."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules import markers
from vision.find import loose, register
from vision.find.register import Layout
from vision.read import dice
from vision.scene import board as scene
from vision.scene import dice as scene_dice
from vision.train import solid_dice

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


def solid(count, seed, ground=(82, 90, 61)):
    """Solid dice of any make, each on a piece of the mat by itself: pictures with truths."""
    drawn = solid_dice.some_dice(count, np.random.default_rng(seed))
    for picture, cover, value, turned, size in zip(
        drawn.picture, drawn.cover, drawn.values, drawn.turned, drawn.size, strict=True
    ):
        on_mat = np.array(ground) * (1 - cover[..., None]) + np.clip(picture, 0, 255) * cover[..., None]
        yield on_mat.astype(np.uint8), int(value), float(turned), float(size)


def on_mat(value, look, spot=0.0, wide=0.09):
    """A die by itself on the mat; a lamp as strong as *spot* mirrors in the middle of its face."""
    die, mask = scene_dice.draw_die(value, look, 60, np.random.default_rng(value))
    picture = np.full((240, 240, 3), (82, 90, 61), np.float32)
    part = picture[60:180, 60:180]
    part[:] = part * (1 - mask[..., None]) + die * mask[..., None]
    down, across = np.indices(picture.shape[:2])
    shine = np.exp(-(np.hypot(across - 119.5, down - 119.5) ** 2) / (wide * 60) ** 2)
    picture = cv2.GaussianBlur(picture + 230 * spot * shine[..., None], (0, 0), 1.2)
    return np.clip(picture, 0, 255).astype(np.uint8), dice.Die((119.5, 119.5), 60, 0, (0, 0))


GLOSSY = [
    scene_dice.DieLook((40, 15, 30), (20, 20, 190), gloss=0),  # violet with red pips
    scene_dice.DieLook((25, 60, 170), (240, 240, 240), gloss=0),
    scene_dice.DieLook((60, 80, 90), (225, 225, 225), gloss=0),
    scene_dice.DieLook((25, 110, 105), (220, 240, 240), gloss=0),
]


@pytest.mark.parametrize("look", GLOSSY)
@pytest.mark.parametrize("value", [2, 4])
def test_a_lamp_in_the_middle_of_a_face_is_not_surely_a_pip(look, value):
    assert dice.read(*on_mat(value, look)).sure
    doubts = 0
    for spot in (0.4, 0.5, 0.6, 0.7):
        reading = dice.read(*on_mat(value, look, spot))
        assert not reading.sure or reading.value == value
        if reading.value == value + 1:
            doubts += 1
            assert reading.alternatives[0][0] == value
    assert doubts, "this lamp would be taken for a pip"


@pytest.mark.parametrize("look", [*GLOSSY, IVORY])
@pytest.mark.parametrize("value", [3, 5])
def test_a_pip_in_the_middle_like_the_others_is_sure(look, value):
    reading = dice.read(*on_mat(value, look))
    assert reading.value == value
    assert reading.sure


def from_low_down(top, front, look, tilt, side=60):
    """A die as a camera *tilt* degrees from upright sees it: its top, and its front below that."""
    picture = np.full((240, 240, 3), (82, 90, 61), np.float32)
    deep, high = side * np.cos(np.deg2rad(tilt)), side * np.sin(np.deg2rad(tilt))
    for value, y, height, shade in ((front, 120 + deep / 2, high, 0.8), (top, 120 - deep / 2, deep, 1.0)):
        die, mask = scene_dice.draw_die(value, look, side, np.random.default_rng(0))
        flat = np.array([[1, 0, 120 - side], [0, height / side, y - height / 2]])
        die, mask = (cv2.warpAffine(part, flat, (240, 240)) for part in (die, mask))
        picture = picture * (1 - mask[..., None]) + shade * die * mask[..., None]
    return cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.uint8)


@pytest.mark.parametrize(
    ("body", "pips"),
    [((225, 240, 245), (30, 25, 25)), ((30, 25, 150), (235, 240, 240)), ((50, 140, 30), (240, 240, 240))],
)
def test_pips_of_the_front_are_not_surely_counted_with_those_on_top(body, pips):
    look = scene_dice.DieLook(body, pips, roundness=0.08, gloss=0)
    picture = from_low_down(4, 6, look, 42)
    reading = dice.read(picture, dice.Die((119.5, 140.5), 54, 0, (0, 0)))  # aimed between the two faces
    assert not reading.sure or reading.value == 4


MIDDLE = (solid_dice.FIELD - 1) / 2


def test_dice_that_show_their_sides_are_read_and_emblems_are_not():
    right = sure = count = 0
    for picture, value, turned, size in solid(120, 11):
        reading = dice.read(picture, dice.Die((MIDDLE, MIDDLE), size, turned, (0, 0)))
        assert not reading.sure or reading.value == (value or None)
        if value:
            count, right, sure = count + 1, right + (reading.value == value), sure + reading.sure
    assert right >= 0.93 * count
    assert sure >= 0.5 * count


def test_a_die_aimed_at_badly_is_aimed_at_anew():
    rng = np.random.default_rng(12)
    right = count = 0
    for picture, value, turned, size in solid(80, 12):
        if not value:
            continue
        x, y = MIDDLE + rng.normal(0, 1, 2) / np.sqrt(2) * 0.25 * size
        badly = dice.Die(
            (x, y), size * float(np.exp(rng.uniform(-0.2, 0.2))), turned + float(rng.uniform(-25, 25)), (0, 0)
        )
        count, right = count + 1, right + (dice.read(picture, badly).value == value)
    assert right >= 0.85 * count


def test_a_die_seen_from_afar_and_askew_is_looked_at_again_from_closer_by():
    rng = np.random.default_rng(14)
    right = count = 0
    for picture, value, turned, size in solid(120, 14):
        if not value:
            continue
        way = rng.uniform(0, 2 * np.pi)
        at = (float(MIDDLE + 0.1 * size * np.cos(way)), float(MIDDLE + 0.1 * size * np.sin(way)))
        reading = dice.read(picture, dice.Die(at, 2.0 * size, turned + float(rng.uniform(0, 90)), (0, 0)))
        count, right = count + 1, right + (reading.value == value)
        assert not reading.sure or reading.value == value
    assert right >= 0.9 * count


def test_that_there_are_no_pips_is_never_sure():
    """An emblem, glare or dark pips on a dark die: a thing without pips may be a die all the same."""
    bare = dice.read(np.full((200, 200, 3), (82, 90, 61), np.uint8), dice.Die((100, 100), 60, 0, (0, 0)))
    assert bare.value is None
    assert bare.confidence >= dice.NO_DIE
    assert not bare.sure
    emblems = [one for one in solid(400, 15) if one[1] == 0]
    assert len(emblems) > 5
    for picture, _, turned, size in emblems:
        assert not dice.read(picture, dice.Die((MIDDLE, MIDDLE), size, turned, (0, 0))).sure


def table_of(places, seed, size=(420, 560), frame=None):
    """Solid dice with their middles at *places* (pixels, two for each millimetre) on one mat; and what they show."""
    picture = np.empty((*size, 3), np.float32)
    picture[:] = (82, 90, 61)
    if frame:
        cv2.rectangle(picture, frame[:2], frame[2:], (30, 40, 45), 16)
    drawn = solid_dice.some_dice(len(places), np.random.default_rng(seed))
    half = solid_dice.FIELD // 2
    for (x, y), body, cover in zip(places, drawn.picture, drawn.cover, strict=True):
        part = picture[y - half : y + half, x - half : x + half]
        part[:] = part * (1 - cover[..., None]) + np.clip(body, 0, 255) * cover[..., None]
    height, width = size
    where = register.Registration(np.array([[2.0, 0, width / 2], [0, 2.0, height / 2], [0, 0, 1]]), (width, height))
    return picture.astype(np.uint8), where, (width / 4, height / 4), drawn.values


def found_at(places, found):
    return [min(float(np.hypot(x - die.middle[0], y - die.middle[1])) for die in found) < 9 for x, y in places]


@pytest.mark.parametrize("seed", range(4))
def test_dice_that_touch_each_other_are_found_one_by_one(seed):
    places = [(140, 150), (174, 152), (160, 186), (380, 200), (380, 236)]
    picture, where, half, values = table_of(places, 40 + seed)
    found = dice.find(picture, where, half=half)
    assert sum(found_at(places, found)) >= len(places) - 1 - sum(values == 0)
    assert len(found) <= len(places) + 1


def test_dice_in_a_tray_are_found():
    places = [(200, 160), (300, 240), (360, 150)]
    picture, where, half, _ = table_of(places, 61, frame=(90, 60, 470, 350))
    assert all(found_at(places, dice.find(picture, where, half=half)))


def test_a_die_whose_shadow_reaches_a_card_is_found():
    places = [(400, 150), (420, 320)]
    picture, where, half, _ = table_of(places, 62)
    cv2.rectangle(picture, (150, 120), (326, 300), (190, 210, 215), -1)  # a card of 88 × 90 mm
    cv2.rectangle(picture, (326, 150), (386, 158), (30, 34, 22), -1)  # the shadow between
    assert all(found_at(places, dice.find(picture, where, half=half)))


def test_what_the_network_says_of_a_face_moves_the_aim_there():
    die = dice.Die((100.0, 80.0), 40.0, 30.0, (0, 0))
    aim = np.array([0.25, 0.0, np.log(1.2), np.cos(np.deg2rad(40)), np.sin(np.deg2rad(40))], np.float32)
    there = dice.moved(die, aim)
    assert there.middle == pytest.approx(
        (100 + 10 * np.cos(np.deg2rad(30)), 80 + 10 * np.sin(np.deg2rad(30))), abs=1e-3
    )
    assert there.side == pytest.approx(48, abs=1e-3)
    assert there.turned == pytest.approx(40, abs=1e-3)


PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (0, 0), (-1, 1), (1, -1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def white_on_white(value, shadow):
    """A white die on paper that is hardly darker, with no more than a faint shadow beside it."""
    picture = np.full((1920, 2560, 3), (220, 226, 228), np.uint8)
    turn = cv2.getRotationMatrix2D((0, 0), -20, 1.0)[:, :2] * 192
    face = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) @ turn.T + (1200, 960)
    cv2.fillPoly(picture, [(face + 10).astype(np.int32)], tuple(level - shadow for level in (220, 226, 228)))
    picture = cv2.GaussianBlur(picture, (0, 0), 8)
    cv2.fillPoly(picture, [face.astype(np.int32)], (224, 230, 232))
    for pip in PIPS[value]:
        cv2.circle(picture, tuple((np.array(pip) * 0.26 @ turn.T + (1200, 960)).astype(int)), 17, (40, 40, 40), -1)
    picture = cv2.resize(cv2.GaussianBlur(picture, (0, 0), 3), (640, 480), interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(value).normal(0, 2, picture.shape)
    return np.clip(picture + grain, 0, 255).astype(np.uint8)


ON_PAPER = register.Registration(np.array([[3, 0, 319.5], [0, 3, 239.5], [0, 0, 1.0]]), (640, 480))


@pytest.mark.parametrize(("value", "shadow"), [*((value, 18) for value in range(1, 7)), (4, 0), (5, 0), (6, 0)])
def test_a_white_die_on_white_paper_is_found_by_its_pips(value, shadow):
    picture = white_on_white(value, shadow)
    (die,) = dice.find(picture, ON_PAPER, half=(106, 79))
    assert np.hypot(die.middle[0] - 300, die.middle[1] - 240) < 0.25 * die.side
    assert dice.read(picture, die).value == value


def test_crumbs_on_the_paper_are_no_dice():
    assert dice.find(white_on_white(1, shadow=0), ON_PAPER, half=(106, 79)) == []
    rng = np.random.default_rng(9)
    picture = np.full((480, 640, 3), (220, 226, 228), np.uint8)
    for x, y in rng.uniform((50, 50), (590, 430), (12, 2)):
        speck = (x, y), tuple(rng.uniform(3, 11, 2)), rng.uniform(0, 180)
        cv2.ellipse(picture, speck, (60, 60, 70), -1, cv2.LINE_AA)
    assert dice.find(cv2.GaussianBlur(picture, (0, 0), 0.8), ON_PAPER, half=(106, 79)) == []


def test_on_a_bare_table_one_die_tells_how_large_the_others_are():
    red = scene_dice.DieLook((40, 30, 200), (240, 240, 240))
    die, mask = scene_dice.draw_die(4, red, 48, np.random.default_rng(2))
    picture, alone = white_on_white(5, shadow=0), np.full((480, 640, 3), (220, 226, 228), np.uint8)
    assert loose.find_dice(picture) == [], "a white one by itself has no outline"
    for table in (picture, alone):
        part = table[192:288, 402:498]
        part[:] = part * (1 - mask[..., None]) + die * mask[..., None]
    found = [reading for _, reading in loose.find_dice(picture)]
    assert [reading.value for reading in found] == [5, 4]
    # A lone one could be something printed; two vouch for each other.
    assert found[1].sure
    ((_, reading),) = loose.find_dice(alone)
    assert reading.value == 4
    assert not reading.sure


def test_dice_on_a_bare_table_do_not_vouch_for_what_is_much_smaller():
    red = scene_dice.DieLook((40, 30, 200), (240, 240, 240))
    table = np.full((480, 640, 3), (220, 226, 228), np.uint8)
    for x, y, side, value in ((150, 240, 60, 4), (300, 100, 18, 6), (400, 240, 60, 3)):
        die, mask = scene_dice.draw_die(value, red, side, np.random.default_rng(2))
        part = table[y - side : y + side, x - side : x + side]
        part[:] = part * (1 - mask[..., None]) + die * mask[..., None]
    found = [reading for _, reading in loose.find_dice(table)]
    assert [reading.value for reading in found] == [4, 6, 3]
    assert [reading.sure for reading in found] == [True, False, True]


def test_two_faces_of_one_die_on_a_bare_table_are_not_two_sure_dice():
    for apart, vouched in ((40, [False, False, True]), (51, [True, True, True])):
        places = [dice.Die(at, 50.0, 0.0, at) for at in ((100.0, 100.0), (100.0, 100.0 + apart), (300.0, 100.0))]
        assert [loose._vouched_for(die, places) for die in places] == vouched


def test_clear_dice_are_looked_at_no_more_often_than_need_be(monkeypatch):
    """To look costs most: neither is a face seen again where the aim comes back to it, nor a known die looked for."""
    picture, _ = scene_dice.photograph(Layout({}, MAT.side, (150, 110), "table"), {}, VIEW, seed=3, count=5)
    found = [die for die, reading in loose.find_dice(picture) if reading.sure]
    assert len(found) == 5
    looks = []
    real = dice._look
    monkeypatch.setattr(dice, "_look", lambda cuts: looks.append(len(cuts)) or real(cuts))
    assert all(dice.read(picture, die).sure for die in found)
    # Four looks to read one, four from beside it; where one of those ends is rarely anything new.
    assert sum(looks) <= 5 * (4 + 4 + 1)

    half = (150.0, 110.0)
    per_mm = found[0].side / 16
    where = register.Registration(np.array([[per_mm, 0, 639.5], [0, per_mm, 479.5], [0, 0, 1]]), (1280, 960))
    looks.clear()
    assert len(dice.find(picture, where, half=half)) == 5
    afresh = sum(looks)
    looks.clear()
    assert dice.find(picture, where, half=half, known=found) == []
    assert sum(looks) <= afresh - 2 * 5


def test_what_is_seen_close_beside_a_known_die_is_its_side(monkeypatch):
    empty = np.full((960, 1280, 3), 120, np.uint8)
    die = dice.Die((640.0, 480.0), 64.0, 0.0, (0.0, 0.0))
    where = register.Registration(np.array([[4, 0, 639.5], [0, 4, 479.5], [0, 0, 1]]), (1280, 960))
    for sides, others in ((0.8, 0), (1.0, 1)):
        seen = replace(die, middle=(640.0 + sides * 64, 480.0), on_mat=(sides * 16, 0.0))
        first_nothing_then = iter([[], [(seen, 0.9)]])
        monkeypatch.setattr(dice, "_aimed", lambda *_, found=first_nothing_then: next(found))
        assert len(dice.find(empty, where, half=(150.0, 110.0), known=[die])) == others
