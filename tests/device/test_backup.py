"""Copies of all games, and back again."""

import os
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta

import pytest

from device.care.backup import KEPT, alone, back_up, check, copies, keep, restore
from device.care.welcome import host_token
from device.cli import main
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
    assert names[0] == "games-000004-2026-01-05-233000.db"


def test_a_clock_that_goes_back_costs_no_copy_just_made(data):
    older = data / "backups/games-2026-01-01-233000.db"  # of a version that kept them by their dates
    first = back_up(data, NOW)
    older.write_bytes(first.read_bytes())
    for minute in range(KEPT):
        made = back_up(data, datetime(1970, 1, 1, 0, minute))
        assert made.exists()
    assert not older.exists()
    assert not first.exists()
    assert len(copies(data)) == KEPT
    assert copies(data)[-1] == made
    same = back_up(data, datetime(1970, 1, 1, 0, KEPT - 1))
    assert same != made
    assert made.exists()


def test_copies_are_for_the_boxs_eyes_only_and_hold_no_phones_secret(data):
    with closing(Journal(data / "games.db")) as journal:
        table = Table(journal)
        table.open(journal.games()[0].id)
        for secret in ("the-first-phone-of-white", "the-second-phone-of-white"):
            table.claim("white", "")
            table.claim("white", secret)
        copy = back_up(data, NOW)
        assert table.claims() == {"white": secret}
    assert copy.stat().st_mode & 0o777 == 0o600
    assert b"phone-of-white" not in copy.read_bytes()
    restore(data, copy, NOW)
    assert (data / "games.db").stat().st_mode & 0o777 == 0o600
    assert b"phone-of-white" not in (data / "games.db").read_bytes()


def test_a_link_to_elsewhere_is_not_copied(data, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "secret").write_text("not the box's")
    (data / "packs").mkdir()
    (data / "packs/link").symlink_to(elsewhere / "secret")
    (data / "packs/folder").symlink_to(elsewhere)
    with closing(sqlite3.connect(back_up(data, NOW))) as db:
        assert db.execute("SELECT path FROM things").fetchall() == []


def test_putting_back_keeps_what_was_there(data):
    copy = back_up(data, NOW)
    journal = Journal(data / "games.db")
    table = Table(journal)
    table.begin(GAME.setup(2, {"first_player": "black"}, "table"))
    journal.close()
    assert restore(data, copy, NOW) == "1 game is back. What was there before is games-before-2026-01-02-233000.db."
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

    assert restore(data, copy, NOW).startswith("1 game is back, and 2 files of your packs and boards.")
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


def everything(data):
    """Every file with its content, every folder and every link."""
    return {
        path.relative_to(data).as_posix(): os.readlink(path)
        if path.is_symlink()
        else path.read_bytes()
        if path.is_file()
        else None
        for path in data.rglob("*")
        if path.name != "box.lock"
    }


@pytest.mark.parametrize(
    ("path", "content", "sentence"),
    [
        ("", b"x", "wants to write to '', where no pack or board lies"),
        (7, b"x", "wants to write to 7, where"),
        (b"packs/x", b"x", "wants to write to b'packs/x', where"),
        ("packs/a\0b", b"x", r"wants to write to 'packs/a\\x00b', where"),
        ("packs", b"x", "wants to write to packs, where"),
        ("packs/.", b"x", r"wants to write to packs/\., where"),
        ("packs/new", "text", "holds no file for packs/new"),
        ("packs/link/x", b"x", "packs/link is a link that leads elsewhere"),
        ("packs/file_link", b"x", "packs/file_link is a link that leads elsewhere"),
        ("packs/folder", b"x", "packs/folder is a folder, and the copy has a file there"),
        ("packs/folder/file/x", b"x", "packs/folder/file is a file, and the copy has a folder there"),
        ("packs/" + "x" * 300, b"x", "File name too long"),
    ],
)
def test_what_cannot_be_put_back_is_told_and_nothing_is_half_done(data, tmp_path_factory, path, content, sentence):
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (data / "packs/folder").mkdir(parents=True)
    (data / "packs/folder/file").write_text("mine")
    (data / "packs/first").write_text("as it is now")
    copy = tmp_path_factory.mktemp("stick") / "copy.db"
    back_up(data, NOW).rename(copy)
    (data / "packs/link").symlink_to(elsewhere)
    (data / "packs/file_link").symlink_to(elsewhere / "file")
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("DROP TABLE things")
        db.execute("CREATE TABLE things (path, bytes)")
        db.execute("INSERT INTO things VALUES (?, ?)", ("packs/first", b"as it was"))
        db.execute("INSERT INTO things VALUES (?, ?)", ("boards/new/file", b"new"))
        db.execute("INSERT INTO things VALUES (?, ?)", (path, content))
    before = everything(data)
    with pytest.raises(Trouble, match=sentence):
        restore(data, copy, NOW)
    assert everything(data) == before
    assert list(elsewhere.iterdir()) == []


def test_a_fault_at_the_very_end_takes_everything_back(data, tmp_path_factory, monkeypatch):
    (data / "packs").mkdir()
    (data / "packs/first").write_text("as it was")
    copy = tmp_path_factory.mktemp("stick") / "copy.db"
    back_up(data, NOW).rename(copy)
    (data / "packs/first").write_text("as it is now")
    before = everything(data)

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.care.backup.put_journal", full)
    with pytest.raises(Trouble, match=r"could not be put back.*Everything is as it was"):
        restore(data, copy, NOW)
    after = everything(data)
    assert after.pop("games-before-2026-01-02-233000.db") == before["games.db"]
    assert after == before


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("ALTER TABLE games RENAME TO real; CREATE VIEW games AS SELECT * FROM real", "does things by itself"),
        ("DROP TABLE entries", "it has no table entries"),
        ("ALTER TABLE entries DROP COLUMN title", "its table entries has"),
        ("PRAGMA user_version=99", "newer Tableside"),
        ("CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM games; END", "does things by itself"),
    ],
)
def test_a_copy_that_is_made_otherwise_is_refused(data, change, sentence):
    copy = back_up(data, NOW)
    with closing(sqlite3.connect(copy)) as db:
        db.executescript(change)
    before = everything(data)
    with pytest.raises(Trouble, match=sentence):
        restore(data, copy, NOW)
    assert everything(data) == before


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("", "Say which copy"),
        ("a\0b", "There is no file"),
        ("nowhere.db", "There is no file"),
        ("/", "There is no file"),
    ],
)
def test_a_file_that_is_none_is_told_in_a_sentence(data, capsys, name, sentence):
    assert main(["--data", str(data), "restore", name]) == 1
    assert sentence in capsys.readouterr().err


def test_a_copy_with_an_odd_name_is_put_back(data):
    copy = back_up(data, NOW).rename(data / "all 100% of it? #1.db")
    assert restore(data, copy, NOW).startswith("1 game is back")


def test_a_damaged_journal_does_not_keep_a_copy_from_being_put_back(data):
    copy = back_up(data, NOW)
    (data / "games.db").write_bytes(b"a shopping list" * 1000)
    told = restore(data, copy, NOW)
    assert told == "1 game is back. What was there before is games-before-2026-01-02-233000.db."
    assert (data / "games-before-2026-01-02-233000.db").read_bytes().startswith(b"a shopping list")
    assert restore(data, copy, NOW).endswith("What was there before is games-before-2026-01-02-233000-2.db.")


@pytest.mark.parametrize("command", [["run", "--pretend"], ["games"], ["restore", "COPY"]])
def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(data, capsys, command):
    (data / "file").touch()
    folder = data / "file/data"
    named = [str(data / "games.db") if word == "COPY" else word for word in command]
    assert main(["--data", str(folder), *named]) == 1
    assert capsys.readouterr().err.strip() == (
        f"Nothing can be written to {folder}: Not a directory. "
        "Give this user the folder, or name another with --data or under [data] in table.toml."
    )


def test_a_folder_for_copies_that_cannot_be_written_is_told_too(data, capsys):
    (data / "backups").touch()
    assert main(["--data", str(data), "backup"]) == 1
    assert f"Nothing can be written to {data / 'backups'}: File exists." in capsys.readouterr().err


def test_any_other_file_that_cannot_be_used_is_told_without_numbers(data, capsys):
    (data / "host.token").mkdir()
    assert main(["--data", str(data), "token"]) == 1
    assert capsys.readouterr().err == f"{data / 'host.token'} cannot be used: Is a directory.\n"


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
