"""Pictures that are kept where the box asked or was corrected: when, what of them, and how many."""

import errno
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from by_mouse import AtTheTable
from on_the_mat import AtTheMat
from on_the_table import PRINTED, some_tiles

from device.live.table import Table
from device.pictures import bundle, cut
from device.pictures.bundle import Look
from device.pictures.kept import Kept
from device.pictures.score import score
from device.sight import boards
from rules.ask import Trouble
from rules.chance import RollDice
from rules.games import game
from rules.sleepers import GAME
from vision.find import register
from vision.scene import board as scene


@pytest.fixture
def kept(tmp_path):
    """A box whose people allow it."""
    found = Kept(tmp_path / "pictures")
    found.allow(True)
    return found


def looks(kept):
    return list(bundle.looks(kept.folder)) if kept.folder.is_dir() else []


# The board


@pytest.fixture
def live(journal):
    table = Table(journal)
    table.begin(GAME.setup(2, {"first_player": "white"}, "table"))
    return table


def asked(live, kept):
    """A tile that could only have been woken and blown up where nobody saw it."""
    there = AtTheTable(live, seed=7, kept=kept)
    for colour, hex_ in [("white", "e5"), ("black", "a5")]:
        there.pretend.move(there.piece(f"rack {colour}"), hex_)
        there.wait()
    there.pretend.move(there.piece("e5"), "killed white")
    there.wait(5.0)
    assert there.watch.seen.state == "asks"
    return there


def test_a_board_it_asked_about_is_kept_with_what_people_said(live, kept):
    there = asked(live, kept)
    before = there.camera.picture()
    there.watch.choose(0)
    [look] = looks(kept)
    assert (look.sheet, look.why) == ("sleepers", "asked")
    assert {slot: value for slot, value in look.lies.items() if value} == there.lies() == {"a5": "black back"}
    assert len(look.lies) == len(look.readings) == 61
    assert kept.count == 1
    scores = score([look])
    assert (scores["tiles"].count, scores["tiles"].right, scores["tiles"].wrong) == (61, 61, 0)

    # Of the picture only the board is there: what lies beside it is not even in the file.
    where = register.find(before, PRINTED.layout)
    height, width = look.picture.shape[:2]
    places = where.to_board([(x + 0.5, y + 0.5) for y in range(0, height, 6) for x in range(0, width, 6)])
    away = (np.abs(places) - np.array(PRINTED.layout.half)).max(axis=1).reshape(-1, len(range(0, width, 6)))
    seen = look.picture[::6, ::6].astype(int)
    assert np.abs(seen[away > 0.5] - cut.OUTSIDE).max() <= 2
    assert np.abs(seen[away < -0.5] - before[::6, ::6][away < -0.5]).mean() < 6  # but for the grain
    assert (np.abs(before[::6, ::6][away > 0.5].astype(int) - cut.OUTSIDE).max(axis=1) > 20).mean() > 0.5


def test_a_phone_that_answers_instead_settles_it_once_all_is_clear(live, kept):
    there = asked(live, kept)
    story = there.watch.seen.choices[0]
    for answer in story.answers:
        live.answer(live.now().number, answer.value, answer.seat)
    there.wait(2.0)
    assert there.watch.seen.state == "same"
    [look] = looks(kept)
    assert {slot: value for slot, value in look.lies.items() if value} == {"a5": "black back"}


def test_a_table_put_right_by_hands_leaves_nothing_to_keep(live, kept):
    there = asked(live, kept)
    there.watch.guide()
    there.pretend.move(there.piece("killed white"), "e5")
    there.wait(2.0)
    assert there.watch.seen.state == "same"
    assert looks(kept) == []


def bring(kept, condition, seed):
    """A board that the camera was corrected about."""
    tiles = some_tiles(12)
    photo = scene.photograph(PRINTED, tiles, scene.CONDITIONS[condition], seed=seed)
    board = boards.board("sleepers")
    seen = board.look(photo.picture)
    lies = {one.slot: tiles.get(one.slot) for one in seen.readings}
    kept.board("sleepers", board, seen.where, photo.picture, seen.readings, lies, "asked")


def test_nothing_is_kept_until_people_allow_it(tmp_path):
    kept = Kept(tmp_path / "pictures")
    assert not kept.allowed
    bring(kept, "daylight", 1)
    assert not kept.folder.exists()
    assert kept.count == kept.size == 0
    assert "stay on this box" in kept.allow(True)
    bring(kept, "daylight", 1)
    assert kept.count == 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_board_with_a_hand_over_it_is_not_kept(kept, seed):
    bring(kept, "hand", seed)
    assert kept.count == 0


# The mat


def roll(journal, kept, **more):
    table = Table(journal)
    table.begin(game("silent_sea").setup(4, {}, {"die": "table"}))
    there = AtTheMat(table, seed=2, kept=kept, **more)
    there.play_until(lambda ask: isinstance(ask, RollDice), 2)
    there.wait()
    return there


def take_back(there):
    """Everybody saw the die: all of them agree."""
    there.table.undo(there.now.number, there.now.seats[0])
    for seat in there.now.seats:
        if (proposal := there.now.proposal) and seat not in proposal.agreed:
            there.table.agree(there.now.number, seat, True)


def test_a_die_read_wrong_is_kept_with_what_people_say_it_shows(journal, kept):
    there = roll(journal, kept)
    asked_at = there.now
    there.mat.lay(94)  # something that is none of the question's business lies there, too
    there.throw(3)
    assert looks(kept) == []
    take_back(there)
    there.wait()
    assert there.now.node == asked_at.node
    there.table.answer(there.now.number, [5], asked_at.ask.seat)
    there.wait()
    [look] = looks(kept)
    assert (look.sheet, look.why, look.dice, look.cards) == ("mat", "corrected", (5,), ())
    assert [one.value for one in look.readings] == [3]
    scores = score([look])["dice"]
    assert (scores.count, scores.right, scores.wrong) == (1, 0, 1)

    # Of the mat nothing is kept but its markers and the die.
    where = register.find(look.picture, boards.MAT)
    card = next(piece for piece in there.mat.seen()["pieces"] if piece["kind"] == "card")
    x, y = where.to_pixels([card["at"]])[0].round().astype(int)
    assert np.ptp(look.picture[y - 20 : y + 20, x - 20 : x + 20].reshape(-1, 3).astype(int), axis=0).max() <= 6


def test_what_is_for_one_seats_eyes_is_never_kept(journal, kept):
    there = roll(journal, kept)
    asked_at = there.now
    there.watch._mat.wanted = tuple(
        replace(want, ask=replace(want.ask, private=True)) for want in there.watch._mat.wanted
    )
    there.throw(3)
    take_back(there)
    there.wait()
    there.table.answer(there.now.number, [5], asked_at.ask.seat)
    there.wait()
    assert looks(kept) == []


def test_what_moved_since_is_not_what_people_speak_of(journal, kept):
    there = roll(journal, kept)
    asked_at = there.now
    there.throw(3)
    take_back(there)
    there.mat.clear()
    there.wait()
    there.table.answer(there.now.number, [5], asked_at.ask.seat)
    there.wait()
    assert looks(kept) == []


# How much


def a_look(of, size=1000):
    return Look("sleepers", bytes([of]) * size, lies={"e5": None})


def test_the_oldest_make_room_for_the_newest(tmp_path):
    kept = Kept(tmp_path / "pictures", most=5000)
    for of in range(9):
        assert kept.add(a_look(of))
        assert kept.size <= 5000
    assert [look.jpeg[0] for look in looks(kept)] == [5, 6, 7, 8]
    assert not kept.add(a_look(9, 6000))
    assert kept.count == 4
    assert [file.name for file in sorted(kept.folder.iterdir())][-1] == "000009.json"


def test_only_the_box_may_read_what_it_keeps(kept):
    kept.add(a_look(1))
    assert kept.folder.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in kept.folder.iterdir()} == {0o600}


def test_a_full_card_keeps_nothing_and_hurts_nobody(tmp_path, monkeypatch, caplog):
    kept = Kept(tmp_path / "pictures", free=lambda path: 500_000_100)
    assert not kept.add(a_look(1))
    assert kept.count == 0

    def full(file, data):
        raise OSError(errno.ENOSPC, "No space left on device", str(file))

    kept = Kept(tmp_path / "pictures")
    monkeypatch.setattr(Path, "write_bytes", full)
    assert not kept.add(a_look(1))
    assert list(kept.folder.iterdir()) == []
    assert "could not be kept" in caplog.text


def test_pictures_are_forgotten_and_switched_off(kept):
    kept.add(a_look(1))
    assert "stay until you forget them" in kept.allow(False)
    assert not kept.allowed
    assert kept.count == 1
    assert kept.forget() == "1 picture forgotten."
    assert kept.forget() == "There was no picture to forget."
    assert list(kept.folder.iterdir()) == []


# As one file


def test_a_bundle_is_the_same_as_a_file_and_as_a_folder(kept, tmp_path):
    deck = boards.Deck("card", (57.0, 89.0), bundle.Box(0.2, 0.1, 0.08, 2), [4, 94])
    reading = bundle.Reading("card", 94, 0.5)
    kept.add(Look("mat", b"picture", cards=(94,), deck=deck, light="dim", readings=(reading,)))
    kept.add(Look("sleepers", b"other", lies={"e5": "white back", "d5": None}, why="set"))
    (tmp_path / "all.zip").write_bytes(kept.packed())
    assert list(bundle.looks(tmp_path / "all.zip")) == looks(kept)
    [card, _] = looks(kept)
    assert (card.deck.size, card.deck.number, card.deck.possible) == (deck.size, deck.number, [4, 94])


@pytest.mark.parametrize(
    "words",
    ["{", "[]", "{}", '{"sheet": 3}', '{"sheet": "mat", "dice": ["six"]}', '{"sheet": "mat", "deck": {"size": [1]}}'],
)
def test_what_is_no_bundle_is_told(tmp_path, words):
    (tmp_path / "000001.json").write_text(words)
    (tmp_path / "000001.jpg").write_bytes(b"")
    with pytest.raises(Trouble, match="000001 tells nothing"):
        list(bundle.looks(tmp_path))
    (tmp_path / "none.zip").write_bytes(b"no zip file")
    with pytest.raises(Trouble, match="is no bundle of pictures"):
        list(bundle.looks(tmp_path / "none.zip"))
    with pytest.raises(Trouble, match="There is no file"):
        list(bundle.looks(tmp_path / "nowhere.zip"))
