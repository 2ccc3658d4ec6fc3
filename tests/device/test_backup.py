"""Copies of all games, and back again."""

import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

import pytest

from device.__main__ import host_token
from device.care.backup import KEPT, alone, back_up, check, keep, restore
from device.live.journal import Journal
from device.live.table import Table
from rules.ask import Trouble
from rules.sleepers import GAME

NOW = datetime(2026, 1, 2, 23, 30)


@pytest.fixture
def data(tmp_path):
    journal = Journal(tmp_path / "games.db")
    table = Table(journal)
    table.begin(GAME.setup(2, {"first_player": "white"}, "table"))
    table.answer(table.now().number, "e5")
    journal.close()
    return tmp_path


def test_a_copy_taken_while_the_game_goes_on_holds_everything_so_far(data):
    journal = Journal(data / "games.db")
    table = Table(journal)
    table.open(journal.games()[0].id)
    table.answer(table.now().number, "a5")
    copy = back_up(data, NOW)
    table.answer(table.now().number, "b5")
    journal.close()
    again = Journal(copy)
    copied = Table(again)
    copied.open(again.games()[0].id)
    assert sorted(copied.now().position.state.board) == ["a5", "e5"]
    again.close()


def test_only_so_many_evenings_are_kept(data):
    for day in range(KEPT + 3):
        back_up(data, NOW + timedelta(days=day))
    names = sorted(file.name for file in (data / "backups").iterdir())
    assert len(names) == KEPT
    assert names[0] == "games-2026-01-05-233000.db"


def test_putting_back_keeps_what_was_there(data):
    copy = back_up(data, NOW)
    journal = Journal(data / "games.db")
    table = Table(journal)
    table.begin(GAME.setup(2, {"first_player": "black"}, "table"))
    journal.close()
    assert restore(data, copy, NOW) == "1 games are back. What was there before is games-before-2026-01-02-233000.db."
    assert check(data / "games.db") == 1
    assert check(data / "games-before-2026-01-02-233000.db") == 2


def test_what_owners_have_made_is_copied_too_and_comes_back(data):
    made = {"packs/sleeping_gods/own/about.toml": b"1", "boards/sleepers.png": b"2", "packs/silent_sea.taught": b"3"}
    for name, content in made.items():
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_bytes(content)
    copy = back_up(data, NOW)
    (data / "boards/sleepers.png").unlink()
    (data / "packs/silent_sea.taught").write_bytes(b"changed since")

    assert restore(data, copy, NOW).startswith("1 games are back, and 2 files of your packs and boards.")
    assert {name: (data / name).read_bytes() for name in made} == made
    assert (data / "packs/silent_sea.taught.before-2026-01-02-233000").read_bytes() == b"changed since"
    with closing(sqlite3.connect(data / "games.db")) as db:
        assert not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'things'").fetchone()


def test_a_copy_that_would_write_elsewhere_is_refused(data):
    copy = back_up(data, NOW)
    for path in ("../away", "packs/../host.token", "/etc/passwd", "games.db"):
        with closing(sqlite3.connect(copy)) as db, db:
            db.execute("DELETE FROM things")
            db.execute("INSERT INTO things VALUES (?, ?)", (path, b"x"))
        with pytest.raises(Trouble, match="where no pack or board lies"):
            restore(data, copy, NOW)
    assert check(data / "games.db") == 1


def test_what_is_no_copy_is_refused_and_nothing_is_lost(data, tmp_path):
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_bytes(b"not a database" * 100)
    with pytest.raises(Trouble, match="no copy of Tableside's games"):
        restore(data, rubbish, NOW)
    assert check(data / "games.db") == 1


def test_two_boxes_do_not_share_a_folder(data):
    with alone(data), pytest.raises(Trouble, match="Another box is using"), alone(data):
        pass
    with alone(data), pytest.raises(Trouble, match="Stop it first"):
        restore(data, back_up(data, NOW), NOW)


def test_without_games_there_is_nothing_to_copy(tmp_path):
    with pytest.raises(Trouble, match="There is no game"):
        back_up(tmp_path, NOW)


def test_on_a_full_card_no_copy_is_begun_and_the_game_keeps_its_room(data, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda folder: type("Usage", (), {"free": 1_000_000}))
    with pytest.raises(Trouble, match="free some room"):
        back_up(data, NOW)
    assert list((data / "backups").iterdir()) == []


def test_half_a_copy_is_taken_away_again(data, monkeypatch):
    def full(file):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("device.care.backup.check", full)
    with pytest.raises(Trouble, match="No copy of all games could be made: database or disk is full"):
        back_up(data, NOW)
    assert list((data / "backups").iterdir()) == []


def test_a_small_file_is_there_whole_or_as_it_was(tmp_path, monkeypatch):
    file = tmp_path / "host.token"
    keep(file, "first", 0o640)
    assert file.read_text() == "first"
    assert file.stat().st_mode & 0o777 == 0o640

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space left"):
        keep(file, "second")
    assert file.read_text() == "first"
    assert [path.name for path in tmp_path.iterdir()] == ["host.token"]


def test_a_secret_that_a_cut_left_empty_is_made_anew(tmp_path):
    (tmp_path / "host.token").write_text("")
    token = host_token(tmp_path)
    assert len(token) > 20
    assert host_token(tmp_path) == token
