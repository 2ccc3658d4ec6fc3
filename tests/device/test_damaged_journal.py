"""A card that wears out: whatever it does to the journal, the box starts, opens what it can and says what happened."""

import random
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime

import pytest
from how_many import so_many
from serving import Served

from device.__main__ import go_on
from device.care import rescue
from device.care.backup import alone, back_up, fault_of
from device.care.doctor import _games
from device.cli import main
from device.live.journal import Journal
from device.live.journal_rows import COLUMNS, JournalTrouble
from device.live.table import Table
from rules.games import game
from rules.position import some_step

PLACES = so_many(60, long=1000)
NOW = datetime(2026, 1, 2, 23, 30)


def play(table, answers, chance):
    for _ in range(answers):
        moment = table.now()
        if moment.ask is None:
            return
        step = some_step(moment.position.game, moment.position.state, moment.ask, chance)
        table.answer(moment.number, step.value, step.seat)


@pytest.fixture(scope="module")
def healthy(tmp_path_factory):
    """Three games and an evening's copy; the last steps were played after it."""
    data, chance = tmp_path_factory.mktemp("healthy"), random.Random(7)
    with closing(Journal(data / "games.db")) as journal:
        table = Table(journal)
        for name, players in (("silent_sea", 4), ("sleepers", 2), ("sleepers", 2)):
            table.begin(game(name).setup(players))
            play(table, 12, chance)
        back_up(data, NOW)
        play(table, 5, chance)
    return data


def content(file):
    """All that was ever written of the games, as far as it can be read at all."""
    with closing(sqlite3.connect(file)) as db:
        db.text_factory = lambda written: written.decode("utf-8", "replace")
        games = db.execute("SELECT * FROM games ORDER BY id").fetchall()
        return games, db.execute(f"SELECT {', '.join(COLUMNS)} FROM entries ORDER BY game, number").fetchall()


def start(data):
    """As the box does it; what it says, and what the table looks like then."""
    with alone(data):
        journal, told = rescue.open_journal(data)
        table = Table(journal)
        told += go_on(table)
        return table, told


def spoil(file, chance):
    """One byte turned over, a stretch of them lost, or all from one place on."""
    written = bytearray(file.read_bytes())
    place = chance.randrange(len(written))
    how = chance.choice(("byte", "byte", "stretch", "cut"))
    if how == "cut":
        del written[place:]
    else:
        for each in range(place, min(place + (1 if how == "byte" else 600), len(written))):
            written[each] ^= chance.randrange(1, 256)
    file.write_bytes(written)
    return how, place


def test_damaged_journals_all_start_and_say_what_happened(healthy, tmp_path):
    chance, silent = random.Random(17), 0
    whole = content(healthy / "games.db")
    for number in range(PLACES):
        data = tmp_path / str(number)
        shutil.copytree(healthy, data)
        where = spoil(data / "games.db", chance)
        damaged = (data / "games.db").read_bytes()
        table, told = start(data)
        names = [saved.id for saved in table.games()]
        told += table.notes().values()
        for name in names:  # each of them can be opened, or says why not
            try:
                told += table.open(name)
            except JournalTrouble as why:
                told.append(str(why))
            table.reading(name)
        table.journal.close()
        asides = list(data.glob("games-damaged*.db"))
        assert [each.read_bytes() for each in asides] in ([], [damaged]), where  # never written to
        if not told:
            games, entries = content(data / "games.db")
            lost = [row for row in (*whole[0], *whole[1]) if row not in games and row not in entries]
            assert not lost, where
            silent += 1
        shutil.rmtree(data)
    assert silent < PLACES / 2  # the rest fell where nothing lies, or on what is made anew


def test_a_file_cut_off_is_set_aside_and_the_newest_copy_is_offered(healthy, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(healthy, data)
    file = data / "games.db"
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    table, told = start(data)
    assert told[0].startswith("The journal was damaged on its card (")
    assert "set aside as games-damaged.db" in told[0]
    [copy] = (data / "backups").iterdir()
    [offered] = [sentence for sentence in told if "newest good copy" in sentence]
    assert f"came from the copy {copy.name}." in told[1]
    assert f"is {copy.name}, with 3 games of" in offered
    assert f"tableside restore {copy}" in offered
    findings = list(_games(data))
    table.journal.close()
    [aside] = [finding for finding in findings if "games-damaged.db" in finding.sentence]
    assert not aside.ok
    assert main(["--data", str(data), "restore", str(copy)]) == 0
    assert not fault_of(file)


def test_a_copy_of_another_course_of_the_game_fills_no_hole(healthy, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(healthy, data)
    [copy] = (data / "backups").iterdir()
    with closing(sqlite3.connect(copy)) as db, db:
        db.execute("UPDATE entries SET title = 'Something else' WHERE number = 2")
    with closing(Journal(data / "games.db")) as journal:
        name = journal.games()[0].id
        journal._db.execute("DELETE FROM entries WHERE game = ? AND number = 5", (name,))
        assert rescue._fill(journal, data / "games.db", copy, name) == 0
        assert journal.damaged(name) == [5]


def test_what_putting_the_copy_back_would_lose_is_told(healthy, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(healthy, data)
    with closing(Journal(data / "games.db")) as journal:
        [last, *_] = journal.games()
        with closing(sqlite3.connect(next((data / "backups").iterdir()))) as db:
            [(then,)] = db.execute("SELECT count(*) FROM entries WHERE game = ?", (last.id,))
        [sentence] = rescue.offer(data, {last.id: last})
    assert f"would lose what came after it: {last.entries - then} steps of Sleepers (" in sentence


def test_the_start_page_says_what_happened(healthy, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(healthy, data)
    (data / "games.db").write_bytes(b"a shopping list" * 1000)
    _, told = start(data)
    box = Served(data, pretend=True)
    try:
        box.health._told = lambda: told
        page = box.client(host=True).get("/table").get_data(as_text=True)
        assert "The journal was damaged on its card (file is not a database)" in page
        assert "The newest good copy is games-000001-2026-01-02-233000.db" in page
    finally:
        box.close()


def test_one_bad_game_keeps_no_other_from_being_opened(healthy, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(healthy, data)
    with closing(Journal(data / "games.db")) as journal:
        last, *_, first = [saved.id for saved in journal.games()]
        journal._db.execute("UPDATE games SET setup = ? WHERE id = ?", ("{ not JSON", first))
        journal._db.execute("UPDATE entries SET said = ?, save = ? WHERE game = ?", ("[1", b"\xff\xfe", first))
    table, told = start(data)
    assert table.now().game_id == last
    assert told == []
    with pytest.raises(JournalTrouble, match="cannot be opened"):
        table.open(first)
    assert table.now().game_id == last
    table.journal.close()


def test_a_damaged_answer_is_known_by_its_sum_and_the_game_goes_on_from_before_it(journal):
    table = Table(journal)
    table.begin(game("sleepers").setup(2, {"first_player": "white"}, "table"))
    for hex_ in ("a5", "b5", "c5"):
        table.answer(table.now().number, hex_)
    name = table.now().game_id
    changed = '{"kind": "answer", "value": "c6", "seat": null, "path": ""}'  # as legal as c5 was
    journal._db.execute("UPDATE entries SET step = ?, save = NULL WHERE number = 3", (changed,))
    again = Table(journal)
    [sentence] = again.open(name)
    assert sentence == (
        "Entry 3 cannot be replayed (Entry 3 was damaged on the card); the game goes on from before it."
    )
    said = [text for _, text in again.now().log_for(None)]
    assert said[-1] == "Entry 3 cannot be replayed; the game goes on from before it."
    assert sorted(again.now().position.state.board) == ["a5", "b5"]


def test_a_damaged_sentence_costs_no_answer(journal):
    table = Table(journal)
    table.begin(game("sleepers").setup(2, {"first_player": "white"}, "table"))
    for hex_ in ("a5", "b5", "c5"):
        table.answer(table.now().number, hex_)
    journal._db.execute("UPDATE entries SET said = '[' WHERE number = 1")
    again = Table(journal)
    told = again.open(table.now().game_id)
    assert told == ["Entry 1 was damaged on the card: what the log says there may be wrong."]
    assert sorted(again.now().position.state.board) == ["a5", "b5", "c5"]
    assert again.reading(table.now().game_id).lines


def test_a_journal_of_a_newer_version_is_set_aside_whole(healthy, tmp_path):
    data = tmp_path / "data"
    shutil.copytree(healthy, data)
    with closing(sqlite3.connect(data / "games.db")) as db:
        db.execute("PRAGMA user_version=99")
    before = (data / "games.db").read_bytes()
    table, told = start(data)
    assert "written by a newer Tableside (format 99)" in told[0]
    assert (data / "games-damaged.db").read_bytes() == before
    assert len(table.games()) == 3
    table.journal.close()


def test_saved_games_that_cannot_even_be_listed_keep_the_box_from_nothing(journal, monkeypatch):
    def unreadable():
        raise JournalTrouble("The journal cannot be read: database disk image is malformed.")

    table = Table(journal)
    monkeypatch.setattr(table, "games", unreadable)
    [told] = go_on(table)
    assert told.startswith("The saved games cannot be listed. The journal cannot be read")
