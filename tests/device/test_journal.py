"""The journal: append-only, forks, nothing half."""

import sqlite3

import pytest

from device.live.dealer import fingerprint, new_seed
from device.live.journal import Journal
from device.live.journal_rows import JournalTrouble
from device.live.table import Table
from rules.ask import IllegalAnswer
from rules.plain import dump
from rules.sleepers import GAME
from rules.sleepers.board import HEXES


@pytest.fixture
def table(journal):
    table = Table(journal)
    table.begin(GAME.setup({"white": "Ann", "black": "Ben"}, {"first_player": "white"}, "table"))
    return table


def play(table, *hexes):
    for hex_ in hexes:
        table.answer(table.now().number, hex_)


def test_sqlite_syncs_every_entry_to_the_card(journal):
    assert journal._db.execute("PRAGMA synchronous").fetchone()[0] == 2  # FULL
    assert journal._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_taking_back_is_one_more_entry_and_a_fork_names_its_parent(table, journal):
    play(table, "a5", "b5", "c5")
    table.undo(table.now().number, "white")
    play(table, "d5")
    entries = list(journal.entries(table.now().game_id))
    assert [(e.number, e.parent, e.kind) for e in entries] == [
        (0, 0, "begin"),
        (1, 0, "answer"),
        (2, 1, "answer"),
        (3, 2, "answer"),
        (4, 2, "undo"),
        (5, 2, "answer"),
    ]
    assert [e.step.value for e in entries if e.step] == ["a5", "b5", "c5", "d5"]  # nothing is ever lost


def test_every_position_can_be_read_again(table, journal):
    seen = {}
    for hex_ in ("a5", "b5", "c5", "d5", "e5"):
        play(table, hex_)
        seen[table.now().node] = dump(table.now().position.state)
    for node, state in seen.items():
        assert dump(journal.position(table.now().game_id, node).state) == state


def test_several_games_lie_side_by_side(table, journal):
    first = table.now().game_id
    play(table, "a5")
    second = table.begin(GAME.setup(2, {"first_player": "black"}, "table")).game_id
    play(table, "i5")
    assert [saved.id for saved in journal.games()] == [second, first]
    table.open(first)
    assert list(table.now().position.state.board) == ["a5"]
    play(table, "a6")
    table.open(second)
    assert list(table.now().position.state.board) == ["i5"]


def test_the_game_played_last_is_told_by_a_count_also_when_the_clock_goes_back(table, journal, monkeypatch):
    first = table.now().game_id
    second = table.begin(GAME.setup(2, {"first_player": "black"}, "table")).game_id
    monkeypatch.setattr("device.live.journal.now", lambda: "1970-01-01T00:00:07.000+00:00")  # a Pi has no battery
    table.open(first)
    play(table, "a5")
    assert [saved.id for saved in journal.games()] == [first, second]
    third = table.begin(GAME.setup(2, {"first_player": "black"}, "table")).game_id
    assert [saved.id for saved in journal.games()] == [third, first, second]


def test_games_of_an_older_version_follow_those_that_were_counted(table, journal):
    first = table.now().game_id
    second = table.begin(GAME.setup(2, {"first_player": "black"}, "table")).game_id
    journal._db.execute("DELETE FROM opened")
    play(table, "i5")
    assert [saved.id for saved in journal.games()] == [second, first]
    table.open(first)
    assert [saved.id for saved in journal.games()] == [first, second]


def test_the_journal_is_for_the_boxs_eyes_only(tmp_path):
    (tmp_path / "older.db").touch(0o644)
    for name in ("games.db", "older.db"):
        journal = Journal(tmp_path / name)
        Table(journal).begin(GAME.setup(2, {"first_player": "white"}, "table"))
        assert {file.stat().st_mode & 0o777 for file in tmp_path.glob(f"{name}*")} == {0o600}
        journal.close()


def test_a_file_that_is_no_journal_is_told(tmp_path):
    (tmp_path / "games.db").write_bytes(b"this is not a database at all, it is a shopping list" * 50)
    with pytest.raises(JournalTrouble, match="cannot be opened: file is not a database"):
        Journal(tmp_path / "games.db")


def test_a_newer_journal_is_left_alone(tmp_path):
    path = tmp_path / "games.db"
    Journal(path).close()
    db = sqlite3.connect(path)
    db.execute("PRAGMA user_version=99")
    db.close()
    with pytest.raises(JournalTrouble, match="written by a newer Tableside"):
        Journal(path)


def test_unknown_games_and_entries_are_told(journal):
    with pytest.raises(JournalTrouble, match="There is no game chess-1 on this box"):
        journal.head("chess-1")
    with pytest.raises(JournalTrouble, match="There is no game chess-1"):
        journal.seed("chess-1")


def test_a_torn_entry_is_told_and_the_game_goes_on_from_before_it(table, journal):
    play(table, "a5", "b5", "c5")
    name = table.now().game_id
    journal._db.execute(
        "UPDATE entries SET step = ?, save = NULL WHERE number = 3", ('{"kind": "answer", "value": "zz"}',)
    )
    journal._db.execute("DELETE FROM sums")  # as an older version wrote it: only the rules can tell
    again = Table(journal)
    [sentence] = again.open(name)
    assert sentence.startswith("Entry 3 cannot be replayed (zz cannot be chosen")
    assert list(again.now().position.state.board) == ["a5", "b5"]
    assert again.now().number == 4  # that it went back is written down too
    play(again, "c6")


def test_a_full_disk_is_told_and_the_answer_did_not_happen(table, journal):
    before = table.now()
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(JournalTrouble, match="The disk is full"):
        play(table, *HEXES)
    told_at = table.now()
    assert journal.head(before.game_id).number == told_at.number
    journal._db.execute("PRAGMA max_page_count=1000000")
    play(table, next(hex_ for hex_ in HEXES if hex_ not in told_at.position.state.board))
    assert table.now().number == told_at.number + 1


def test_the_seed_fits_its_fingerprint(table, journal):
    name = table.now().game_id
    assert fingerprint(journal.seed(name)) == journal.game(name).commitment
    assert fingerprint(new_seed()) != journal.game(name).commitment


def test_a_taken_seat_is_remembered(table, journal):
    table.claim("white", "secret")
    assert Table(journal).journal.claims(table.now().game_id) == {"white": "secret"}
    table.claim("white", "")
    assert table.claims() == {}


def test_an_illegal_answer_is_not_written(table, journal):
    number = table.now().number
    with pytest.raises(IllegalAnswer):
        table.answer(number, "z9")
    assert journal.head(table.now().game_id).number == number
