"""Teaching the box a piece: three looks and a name."""

import cv2
import numpy as np
import pytest

from vision import scene_cards, teach
from vision.cards import Deck

GLYPHS = scene_cards.line_digits()


def card(seed):
    return scene_cards.paint_card(scene_cards.CardLook(None, seed, GLYPHS), Deck("own"))


def looks(seed, spread=1.0):
    """The same card seen three times: a little shifted, lighter, grainier."""
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(3):
        move = np.array([[1, 0, rng.normal(0, 2 * spread)], [0, 1, rng.normal(0, 2 * spread)]])
        picture = cv2.warpAffine(card(seed), move, (315, 440), borderMode=cv2.BORDER_REPLICATE)
        lit = picture * rng.uniform(0.8, 1.1) + rng.normal(0, 5, picture.shape)
        seen.append(np.clip(lit, 0, 255).astype(np.uint8))
    return seen


@pytest.fixture
def shelf():
    taught = teach.Shelf()
    for n in range(12):
        taught.teach(f"card {n}", looks(n))
    return taught


def test_a_taught_card_is_known_whichever_way_up_it_lies(shelf):
    for n in range(12):
        seen = looks(n)[1]
        assert shelf.read("slot", seen).value == f"card {n}"
        turned = np.ascontiguousarray(seen[::-1, ::-1])
        reading = shelf.read("slot", turned)
        assert reading.value == f"card {n}"
        assert reading.sure
        assert shelf.way_up(f"card {n}", seen)
        assert not shelf.way_up(f"card {n}", turned)


def test_an_unknown_card_is_none_of_them(shelf):
    reading = shelf.read("slot", card(99))
    assert reading.value is None


def test_the_estimate_is_high_for_a_clear_piece_and_names_the_twin_of_an_unclear_one(shelf):
    assert shelf.estimate("card 3").sure > 0.8
    told = shelf.teach("copy of 3", looks(3))
    assert told.like == "card 3"
    assert told.sure < 0.3
    assert "card 3" in told.sentence
    assert not shelf.read("slot", looks(3)[0]).sure


def test_looks_that_are_not_alike_are_told():
    shelf = teach.Shelf()
    told = shelf.teach("mixed", [card(1), card(2), card(3)])
    assert "show it again" in told.sentence
    assert told.sure < 0.2


def test_three_looks_and_a_name_are_needed():
    with pytest.raises(ValueError, match="Show it 3 times; 2 came"):
        teach.Shelf().teach("new", looks(1)[:2])
    with pytest.raises(ValueError, match="needs a name"):
        teach.Shelf().teach(" ", looks(1))


def test_only_what_the_rules_allow_is_considered(shelf):
    assert shelf.read("slot", looks(4)[0], among=["card 5", "card 6"]).value is None
    assert shelf.read("slot", looks(4)[0], among=["card 4", "card 6"]).value == "card 4"
    assert shelf.read("slot", looks(4)[0], among=[]).confidence == 0


def test_taught_pieces_are_saved_sent_and_merged(shelf, tmp_path):
    file = tmp_path / "own.taught"
    shelf.save(file)
    back = teach.Shelf.load(file)
    assert back.read("slot", looks(7)[2]).value == "card 7"
    more = teach.Shelf()
    more.teach("card 50", looks(50))
    both = back.merged(teach.Shelf.unpacked(more.packed()))
    assert both.read("slot", looks(50)[0]).value == "card 50"
    assert len(both.pieces) == 13


def test_a_file_that_is_none_is_refused_in_a_sentence():
    with pytest.raises(ValueError, match="no file of taught pieces"):
        teach.Shelf.unpacked(b"something else")
