"""Teaching the box a piece: three looks and a name."""

import io
import json
import zipfile

import cv2
import numpy as np
import pytest

from vision.find.cards import Deck
from vision.read import taught as teach
from vision.read import taught_file as shelf_file
from vision.scene import cards as scene_cards
from vision.scene import pieces as scene_pieces

GLYPHS = scene_cards.line_digits()


def card(seed):
    return scene_cards.paint_card(scene_cards.CardLook(None, seed, GLYPHS), Deck("own"))


def looks(seed, spread=1.0, of=card):
    """The same card seen three times: a little shifted, lighter, grainier."""
    rng = np.random.default_rng(seed)
    seen = []
    for _ in range(3):
        move = np.array([[1, 0, rng.normal(0, 2 * spread)], [0, 1, rng.normal(0, 2 * spread)]])
        picture = cv2.warpAffine(of(seed), move, (315, 440), borderMode=cv2.BORDER_REPLICATE)
        lit = picture * rng.uniform(0.8, 1.1) + rng.normal(0, 5, picture.shape)
        seen.append(np.clip(lit, 0, 255).astype(np.uint8))
    return seen


@pytest.fixture(scope="module")
def twelve():
    taught = teach.Shelf()
    for n in range(12):
        taught.teach(f"card {n}", looks(n))
    return taught


@pytest.fixture
def shelf(twelve):
    return teach.Shelf(twelve.pieces.values())


def test_a_taught_card_is_known_whichever_way_up_it_lies(shelf):
    for n in range(12):
        seen = looks(n)[1]
        assert shelf.read("slot", seen).value == f"card {n}"
        turned = np.ascontiguousarray(seen[::-1, ::-1])
        reading = shelf.read("slot", turned)
        assert reading.value == f"card {n}"
        assert reading.sure


def test_an_unknown_card_is_none_of_them(shelf):
    reading = shelf.read("slot", card(99))
    assert reading.value is None


def test_cards_that_share_a_frame_are_told_apart_by_their_pictures():
    """Most of what is printed on them is the same: only what differs counts, and a card not taught is none of them."""

    def framed(seed):
        return scene_pieces.card(seed, frame=5).picture

    shelf = teach.Shelf()
    for n in range(8):
        shelf.teach(f"card {n}", looks(n, of=framed))
    for n in range(8):
        again = looks(n, of=framed)[2]
        assert shelf.read("slot", again).value == f"card {n}"
        assert shelf.estimate(f"card {n}").sure > 0.8
    assert [shelf.read("slot", framed(n)).value for n in range(60, 75)] == [None] * 15


def test_the_estimate_is_high_for_a_clear_piece_and_names_the_twin_of_an_unclear_one(shelf):
    assert shelf.estimate("card 3").sure > 0.8
    told = shelf.teach("copy of 3", looks(3))
    assert told.like == "card 3"
    assert told.sure < 0.3
    assert "card 3" in told.sentence
    assert shelf.estimate("card 3").like == "copy of 3"
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
    with pytest.raises(ValueError, match="up to 60 letters; this one has 61"):
        teach.Shelf().teach("x" * 61, looks(1))


def test_only_what_the_rules_allow_is_considered(shelf):
    assert shelf.read("slot", looks(4)[0], among=["card 5", "card 6"]).value is None
    assert shelf.read("slot", looks(4)[0], among=["card 4", "card 6"]).value == "card 4"
    assert shelf.read("slot", looks(4)[0], among=[]).confidence == 0


def test_a_piece_is_renamed_and_forgotten(shelf):
    shelf.rename("card 4", " The  hermit ")
    assert shelf.read("slot", looks(4)[0]).value == "The hermit"
    assert list(shelf.pieces)[4] == "The hermit"
    with pytest.raises(ValueError, match="already a piece called card 5"):
        shelf.rename("The hermit", "card 5")
    with pytest.raises(ValueError, match="knows no piece called card 4"):
        shelf.rename("card 4", "something")
    shelf.remove("The hermit")
    assert shelf.read("slot", looks(4)[0]).value is None
    with pytest.raises(ValueError, match="knows no piece called The hermit"):
        shelf.remove("The hermit")


def test_a_die_is_no_card_and_a_card_no_die(shelf):
    """Pieces are compared with their own kind only, though all lie on one shelf."""
    faces = [scene_pieces.die(emblem).picture for emblem in ("sun", "moon")]
    shelf.teach("sun", [faces[0]] * 3, "die")
    assert shelf.read("die", faces[0], kind="die").value == "sun"
    assert shelf.read("die", faces[1], kind="die").value is None
    assert shelf.read("card", cv2.resize(faces[0], (126, 176))).value is None


# As one file


def test_taught_pieces_are_saved_sent_and_merged(shelf, tmp_path):
    shelf.teach("sun", [scene_pieces.die("sun").picture] * 3, "die")
    file = tmp_path / "deep" / "own.taught"
    shelf_file.save(shelf, file)
    back = shelf_file.load(file)
    assert back.read("slot", looks(7)[2]).value == "card 7"
    assert back.read("slot", scene_pieces.die("sun").picture, kind="die").value == "sun"
    more = teach.Shelf()
    more.teach("card 50", looks(50))
    both = back.merged(shelf_file.unpacked(shelf_file.packed(more)))
    assert both.read("slot", looks(50)[0]).value == "card 50"
    assert len(both.pieces) == 14
    assert [path.name for path in file.parent.iterdir()] == ["own.taught"]


def zipped(index, pictures=3, picture=None):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("pieces.json", json.dumps(index))
        for n in range(pictures):
            archive.writestr(f"0/{n}.png", picture or cv2.imencode(".png", card(1))[1].tobytes())
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"something else", "no file of taught pieces"),
        (zipped({"format": 9, "pieces": []}), "have format 9; expected 2"),
        (zipped([]), "no file of taught pieces"),
        (zipped({"format": 2, "pieces": [{"name": "x", "kind": "dragon"}]}), "is a dragon called “x”"),
        (zipped({"format": 2, "pieces": [{"name": " ", "kind": "card"}]}), "nobody can teach that"),
        (zipped({"format": 2, "pieces": [{"name": "x", "kind": "card"}]}, pictures=2), "no file of taught pieces"),
        (zipped({"format": 2, "pieces": [{"name": "x", "kind": "card"}]}, picture=b"?"), "cannot be read"),
        (zipped({"format": 2, "pieces": [{"name": "x", "kind": "card"}] * 2001}), "2001 pieces"),
    ],
    ids=["no zip", "format", "no list", "kind", "name", "too few pictures", "no picture", "too many"],
)
def test_a_file_that_is_none_is_refused_in_a_sentence(data, why):
    with pytest.raises(ValueError, match=why):
        shelf_file.unpacked(data)


def test_a_file_that_would_fill_the_box_is_refused(monkeypatch):
    monkeypatch.setattr(shelf_file, "MOST_BYTES", 1000)
    with pytest.raises(ValueError, match="far too large"):
        shelf_file.unpacked(zipped({"format": 2, "pieces": [{"name": "x", "kind": "card"}]}))
