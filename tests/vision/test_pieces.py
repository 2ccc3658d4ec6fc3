"""Pieces on the mat: found by their outline, taught from three looks, known again in any turn."""

import looks
import numpy as np
import pytest

from rules import markers
from vision.find import cards, pieces, register
from vision.find.register import Layout
from vision.read import taught as teach
from vision.scene import board as scene
from vision.scene import pieces as scene_pieces

MAT = Layout.from_board(markers.MAT, "reading mat")
SIGNS = {number: markers.shapes(number) for number in MAT.markers}
TILES = looks.sleepers().pieces
EVENING = scene.harder(scene_pieces.VIEW, light=(0.5, 0.6), warmth=(0.2, 0.3), slope=(0.3, 0.5))
THINGS = {
    "card": {f"card {n}": scene_pieces.card(n) for n in (1, 4, 7)},
    "die": {emblem: scene_pieces.die(emblem) for emblem in scene_pieces.EMBLEMS},
    "tile": {value: scene_pieces.tile(TILES[value]) for value in list(TILES)[:6]},
    "token": {emblem: scene_pieces.token(emblem) for emblem in ("sun", "moon", "leaf", "crown")},
}


def photo(piece, seed, condition=scene_pieces.VIEW, *, at=1):
    rng = np.random.default_rng(seed)
    middle = (float(rng.uniform(-60, 60)), float(rng.uniform(-35, 35)))
    lying = scene_pieces.Lying(piece, middle, float(rng.uniform(0, 360)))
    return scene_pieces.photograph([lying], MAT, SIGNS, condition, seed=seed, camera_seed=at)


def found(picture):
    where = register.find(picture, MAT)
    return pieces.find(picture, where, MAT)


@pytest.mark.parametrize("kind", THINGS)
def test_a_piece_shown_three_times_is_known_again_in_any_turn_and_in_other_light(kind):
    shelf = teach.Shelf()
    for number, (name, thing) in enumerate(THINGS[kind].items()):
        cuts = []
        for look in range(3):
            picture = photo(thing, 10 * number + look)
            (piece,) = found(picture)
            assert piece.kind == kind
            cuts.append(pieces.cut_out(picture, piece))
        shelf.teach(name, cuts, kind)
    assert all(shelf.estimate(name).sure > 0.9 for name in THINGS[kind])
    for number, (name, thing) in enumerate(THINGS[kind].items()):
        for condition, place in ((scene_pieces.VIEW, 1), (EVENING, 5)):
            picture = photo(thing, 500 + number, condition, at=place)
            (piece,) = found(picture)
            reading = shelf.read("piece", pieces.cut_out(picture, piece), kind=kind)
            assert reading.value == name or not reading.sure
            assert reading.value in (name, None)
    strange = {"card": scene_pieces.card(40), "tile": scene_pieces.tile(TILES["black saboteur"])}.get(kind)
    if strange is not None:
        picture = photo(strange, 900)
        assert shelf.read("piece", pieces.cut_out(picture, found(picture)[0]), kind=kind).value is None


@pytest.mark.parametrize("kind", ["die", "token"])
def test_a_piece_that_was_not_taught_is_never_surely_another(kind):
    """With four ways to lie, or any, one emblem comes to look like another: that must not be enough."""

    def cut(thing, seed):
        picture = photo(thing, seed)
        return pieces.cut_out(picture, found(picture)[0], kind)

    shown = {name: cut(thing, 80) for name, thing in THINGS[kind].items()}
    for name, thing in THINGS[kind].items():
        shelf = teach.Shelf()
        shelf.teach(name, [cut(thing, 30 + look) for look in range(3)], kind)
        for other, seen in shown.items():
            reading = shelf.read("piece", seen, kind=kind)
            assert reading.sure == (other == name) or reading.value is None, (name, other, reading)


def test_a_piece_is_measured_in_millimetres():
    (card,) = found(photo(scene_pieces.card(3), 4))
    assert card.size == pytest.approx((63, 88), abs=2.5)
    (die,) = found(photo(scene_pieces.die("moon"), 4))
    assert die.size == pytest.approx((18, 18), abs=2.5)


def test_a_taught_card_is_known_where_the_game_looks_for_cards():
    """It is taught by its outline and looked for by its deck's size: both cut out the same card."""
    shelf, deck = teach.Shelf(), cards.Deck("own")
    for n in (1, 4, 7):
        looked = [photo(scene_pieces.card(n), 20 * n + look) for look in range(3)]
        shelf.teach(f"card {n}", [pieces.cut_out(one, found(one)[0]) for one in looked])
    for n in (1, 4, 7):
        picture = photo(scene_pieces.card(n), 700 + n)
        (card,) = cards.find(picture, register.find(picture, MAT), deck, half=MAT.half)
        assert shelf.read("card", cards.straighten(picture, card, deck)).value == f"card {n}"


def test_an_empty_mat_has_nothing_on_it():
    assert found(scene_pieces.photograph([], MAT, SIGNS, seed=3)) == []


def test_several_pieces_are_found_the_largest_first():
    laid = [
        scene_pieces.Lying(scene_pieces.die("sun"), (-70, 10), 20),
        scene_pieces.Lying(scene_pieces.card(2), (20, 0), 70),
    ]
    assert [piece.kind for piece in found(scene_pieces.photograph(laid, MAT, SIGNS, seed=3))] == ["card", "die"]
