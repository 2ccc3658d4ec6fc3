"""The reading mat: found again, what is new on it, tiles in four turns, dice by their colour."""

import numpy as np
import pytest

from rules import markers
from vision.draw import colour
from vision.find import cards, mat
from vision.find.mat import SAME_DIE, Lying, Mat
from vision.find.register import Layout
from vision.read import die_colour
from vision.read.digits import Box
from vision.scene import board as scene
from vision.scene import cards as scene_cards
from vision.scene import mat as scene_mat
from vision.scene.dice import DieLook
from vision.scene.mat import Laid, Thrown

MAT = Layout.from_board(markers.MAT, "reading mat")
SIGNS = {number: markers.shapes(number) for number in MAT.markers}
VIEW = scene.Condition("mat", across=(305, 320), tilt=(0, 12))
TILE = cards.Deck("tile", (45.0, 45.0), Box(0.5, 0.5, 0.4))
CARD = cards.Deck("card", number=Box(0.15, 0.11, 0.1))
GLYPHS = scene_cards.line_digits()


def photograph(*things, seed=0, place=1, view=VIEW):
    return scene_mat.photograph(things, MAT, SIGNS, view, seed=seed, place=place)


def card(number, at=(0.0, 0.0), turned=0.0, deck=CARD, seed=1):
    return Laid(scene_cards.paint_card(scene_cards.CardLook(number, seed, GLYPHS), deck), deck.size, at, turned)


def die(value, at=(0.0, 0.0), turned=0.0, name="white"):
    light = name in ("white", "yellow")
    return Thrown(
        value, DieLook(colour(die_colour.USUAL[name]), (35, 32, 30) if light else (238, 240, 242)), at, turned
    )


def look(picture, on=None):
    lying = (on or Mat(MAT)).look(picture)
    assert isinstance(lying, Lying)
    return lying


def test_the_mat_is_found_again_when_it_was_pushed():
    on = Mat(MAT)
    first = look(photograph(place=1), on)
    assert look(photograph(place=1, seed=1), on).where is first.where
    assert look(photograph(place=2), on).where is not first.where


@pytest.mark.parametrize("turned", [5.0, 95.0, 185.0, 275.0])
def test_a_square_tile_is_read_in_all_four_turns(turned):
    pictures = [photograph(card(8, turned=turned, deck=TILE), seed=seed) for seed in (0, 1)]
    on = Mat(MAT)
    (tile,) = on.cards(look(pictures[0], on), TILE)
    reads, _ = mat.read_card(pictures, tile, TILE)
    reading = cards.again(reads, TILE)
    assert (reading.value, reading.sure) == (8, True)


def test_the_mats_own_markers_are_no_dice():
    on = Mat(MAT)
    (found,) = on.dice(look(photograph(die(5, (40, 20), 30)), on))
    assert np.hypot(found.on_mat[0] - 40, found.on_mat[1] - 20) < 3


def test_cards_stand_in_the_order_people_read_them():
    on = Mat(MAT)
    laid = [card(n, at) for n, at in ((1, (-70, -46)), (2, (0, -48)), (3, (70, -45)), (4, (-68, 47)), (5, (2, 46)))]
    found = on.cards(look(photograph(*laid[::-1]), on), CARD)
    assert [round(one.middle[0] / 70) for one in found] == [-1, 0, 1, -1, 0]


def test_a_card_that_lies_as_it_lay_is_no_news_in_any_light():
    on = Mat(MAT)
    before = look(photograph(card(3, turned=12)), on)
    darker = scene.harder(VIEW, light=(0.5, 0.55))
    now = look(photograph(card(3, turned=12), seed=1, view=darker), on)
    (lies,) = on.cards(now, CARD)
    assert on.stayed(mat.card_outline(lies, now), before, now)
    nudged = look(photograph(card(3, at=(5, 2), turned=12)), on)
    (moved,) = on.cards(nudged, CARD)
    assert not on.stayed(mat.card_outline(moved, nudged), before, nudged)


@pytest.mark.parametrize("name", ["white", "black"])
def test_a_die_turned_over_in_its_place_is_news(name):
    on = Mat(MAT)
    before = look(photograph(die(2, (30, 0), 20, name)), on)
    same = look(photograph(die(2, (30, 0), 20, name), seed=1), on)
    (lies,) = on.dice(same)
    assert on.stayed(mat.die_outline(lies, same), before, same, SAME_DIE)
    other = look(photograph(die(5, (30, 0), 20, name)), on)
    (turned,) = on.dice(other)
    assert not on.stayed(mat.die_outline(turned, other), before, other, SAME_DIE)


@pytest.mark.parametrize("condition", ["daylight", "evening"])
@pytest.mark.parametrize("among", [("blue", "brown", "purple"), ("white", "black")])
def test_dice_are_told_apart_by_colour_under_a_lamp(condition, among):
    looks = {name: die_colour.USUAL[name] for name in among}
    view = scene.harder(scene.CONDITIONS[condition], across=(305, 320), tilt=(0, 12))
    on = Mat(MAT)
    thrown = [die(4, (60.0 * n - 60, 15.0 * n), 25.0 * n, name) for n, name in enumerate(among)]
    lying = look(photograph(*thrown, view=view, place=4), on)
    read = [die_colour.read(one, lying, looks, paper=markers.MAT["paper"]) for one in on.dice(lying)]
    assert [one.value for one in read] == list(among)
    assert all(one.confidence > 0.6 for one in read)


def test_a_die_of_none_of_the_games_colours_is_a_stranger():
    on = Mat(MAT)
    lying = look(photograph(die(4, name="yellow")), on)
    looks = {name: die_colour.USUAL[name] for name in ("blue", "purple")}
    assert die_colour.read(on.dice(lying)[0], lying, looks, paper=markers.MAT["paper"]).value is None


def test_looks_end_once_two_of_them_are_sure_of_the_same():
    first, second, never = (photograph(card(48, (-60.0, 0.0)), die(3, (70.0, 0.0)), seed=seed) for seed in (1, 2, 3))
    on = Mat(MAT)
    now = look(first, on)
    (found,), (thrown,) = on.cards(now, CARD), on.dice(now)
    reads, _ = mat.read_card([first, second, never], found, CARD)

    assert [one.number.value for one in reads] == [48, 48]
    assert cards.again(reads, CARD).sure
    # A third picture that shows something else is not even looked at.
    assert mat.read_die([first, second, photograph(seed=4)], thrown).value == 3


def test_looks_that_differ_are_no_sure_number():
    first, second, third = (photograph(card(number), seed=number) for number in (48, 27, 48))
    on = Mat(MAT)
    (found,) = on.cards(look(first, on), CARD)
    reads, _ = mat.read_card([first, second, third], found, CARD)

    assert len(reads) == 3
    assert not cards.again(reads, CARD).sure
