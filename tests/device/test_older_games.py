"""Newer code, older games: journals that an earlier version wrote, opened by this one.

`older_games` holds a journal of each game, played for sixty answers and left in the middle by an earlier version.
"""

import json
import lzma
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from serving import Served

from device.__main__ import go_on
from device.care.doctor import _games
from device.cli import main
from device.live.journal import Journal
from device.live.older_games import OlderGame, rules_print
from device.live.table import Table
from rules import packs
from rules.games import NAMES
from rules.position import some_step
from rules.sleepers import GAME as SLEEPERS
from rules.sleeping_gods import GAME as GODS

OLDER = Path(__file__).parent / "older_games"


def unpack(name, folder):
    file = folder / "games.db"
    with closing(sqlite3.connect(file)) as db:
        db.executescript(lzma.decompress((OLDER / f"{name}.sql.xz").read_bytes()).decode())
    return file


def rows(file):
    with closing(sqlite3.connect(file)) as db:
        return db.execute("SELECT * FROM entries ORDER BY game, number").fetchall()


def change(file, statement, *values):
    with closing(sqlite3.connect(file)) as db:
        assert db.execute(statement, values).rowcount
        db.commit()


def last_answer(file):
    with closing(sqlite3.connect(file)) as db:
        return db.execute("SELECT max(number) FROM entries WHERE kind = 'answer'").fetchone()[0]


@pytest.fixture
def opened():
    """Opens journals, and closes them."""
    journals = []

    def open_(file):
        journals.append(Journal(file))
        return Table(journals[-1])

    yield open_
    for journal in journals:
        journal.close()


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_an_earlier_version_goes_on_with_every_answer_in_it(name, tmp_path, opened):
    file = unpack(name, tmp_path)
    before = rows(file)
    table = opened(file)
    [saved] = table.games()
    fit = table.fit(saved.id)
    assert fit.whole
    table.open(saved.id)
    assert rows(file)[: len(before)] == before
    steps = [row for row in before if row[5]]
    assert len(steps) >= 60
    moment = table.now()
    step = some_step(moment.position.game, moment.position.state, moment.ask, random.Random(1))
    table.answer(moment.number, step.value, step.seat)
    again = opened(file)
    assert again.fit(saved.id) is None  # from now on it is a game of this version
    assert again.open(saved.id) == []
    assert again.now().position.save() == table.now().position.save()


def test_a_save_with_a_field_that_is_no_more_is_changed_and_loses_nothing(tmp_path, opened):
    file = unpack("children_of_morta", tmp_path)
    saves = [json.loads(row[13]) for row in rows(file) if row[13]]
    assert any('"again"' in json.dumps(save) for save in saves)  # the older version did write it
    table = opened(file)
    [saved] = table.games()
    assert table.open(saved.id) == []
    assert table.now().number >= saved.entries - 1
    assert "again" not in json.dumps(table.now().position.checkpoint)


def test_without_a_way_to_change_a_save_the_answers_are_replayed_from_the_set_up(tmp_path, opened, monkeypatch):
    monkeypatch.setattr(type(SLEEPERS), "changes", ())
    monkeypatch.setattr(type(SLEEPERS), "version", SLEEPERS.version + 1)
    file = unpack("sleepers", tmp_path)
    table = opened(file)
    [saved] = table.games()
    fit = table.fit(saved.id)
    assert (fit.whole, fit.aside) == (True, True)
    told = table.open(saved.id)
    assert told[0] == (
        "This game was played with another version of Tableside. Every answer given is still in its journal."
    )
    assert [text for _, text in table.now().log_for(None)][-len(told) :] == told  # everybody can read it
    again = opened(file)
    again.open(saved.id)  # the saves before stay as they are and are not needed any more
    assert again.now().position.save() == table.now().position.save()
    assert again.taking_back() is None  # older rules' positions cannot be gone back to


def spoil(file, number):
    """Let an answer be one that no rules take."""
    with closing(sqlite3.connect(file)) as db:
        step = json.loads(db.execute("SELECT step FROM entries WHERE number = ?", (number,)).fetchone()[0])
    change(file, "UPDATE entries SET step = ? WHERE number = ?", json.dumps({**step, "value": "nowhere"}), number)
    with closing(sqlite3.connect(file)) as db:  # whole positions after it would be picked up without it
        db.execute("UPDATE entries SET save = NULL WHERE number >= ?", (number,))
        db.commit()


@pytest.fixture
def misfit(tmp_path):
    """A game whose last answer today's rules do not take."""
    file = unpack("sleepers", tmp_path)
    spoil(file, last_answer(file))
    return file


def test_a_game_whose_last_answers_no_longer_fit_is_left_as_it_is(misfit, opened):
    before = rows(misfit)
    table = opened(misfit)
    [saved] = table.games()
    with pytest.raises(OlderGame, match="the last answer does not fit today's rules") as refused:
        table.open(saved.id)
    assert "(nowhere cannot be chosen). It was left as it is" in str(refused.value)
    assert table.moment is None
    assert rows(misfit) == before


def test_it_goes_on_from_before_them_if_people_say_so_and_they_stay_in_the_journal(misfit, opened):
    before = rows(misfit)
    table = opened(misfit)
    [saved] = table.games()
    told = table.open(saved.id, from_before=True)
    assert told[-1].startswith("It goes on from before what no longer fits")
    assert rows(misfit)[: len(before)] == before
    assert table.now().node > saved.entries - 1
    assert table.now().ask is not None
    again = opened(misfit)
    assert again.open(saved.id) == []
    assert again.now().position.save() == table.now().position.save()


def test_what_does_not_fit_of_a_hidden_answer_is_not_told(tmp_path, opened):
    file = unpack("sleepers", tmp_path)
    with closing(sqlite3.connect(file)) as db:
        [(number,)] = db.execute(
            "SELECT max(number) FROM entries WHERE source = 'phone' AND title LIKE '%recruits a sleeper%'"
        ).fetchall()
    spoil(file, number)  # which tile it was: only its player knows
    table = opened(file)
    fit = table.fit(table.games()[0].id)
    assert (fit.node, fit.why) == (number - 1, "an answer only its player may know is no longer possible")
    assert "nowhere" not in fit.sentence + " ".join(fit.report())


def test_sentences_that_come_out_otherwise_are_told(tmp_path, opened):
    file = unpack("sleepers", tmp_path)
    with closing(sqlite3.connect(file)) as db:
        [(number,)] = db.execute(
            "SELECT max(number) FROM entries WHERE said LIKE '%null%' AND kind = 'answer'"
        ).fetchall()
        db.execute("UPDATE entries SET save = NULL WHERE number >= ?", (number,))  # so that it is replayed
        db.execute(
            "UPDATE entries SET said = ? WHERE number = ?", ('[{"text": "Something else.", "seats": null}]', number)
        )
        db.commit()
    table = opened(file)
    [saved] = table.games()
    told = table.open(saved.id)
    assert "1 sentence of its log would read differently today." in told
    assert any(line.startswith(f"Entry {number}: then “Something else.”, now “") for line in told)


@pytest.fixture
def newer(tmp_path):
    """A game that a newer Tableside has written, on a box where an update was taken back."""
    file = unpack("sleepers", tmp_path)
    with closing(sqlite3.connect(file)) as db:
        db.execute("UPDATE games SET setup = json_set(setup, '$.version', 99)")
        db.execute("UPDATE entries SET save = json_set(save, '$.version', 99) WHERE save IS NOT NULL")
        db.commit()
    return file


def test_a_game_of_a_newer_version_can_be_read_and_is_not_touched(newer, opened, capsys):
    before = rows(newer)
    table = opened(newer)
    [saved] = table.games()
    reading = table.reading(saved.id)
    assert not reading.whole
    assert "can only be read" in reading.sentence
    assert "saved by a newer Tableside" in reading.sentence
    assert len(reading.lines) > 20
    for from_before in (False, True):
        with pytest.raises(OlderGame):
            table.open(saved.id, from_before=from_before)
    assert rows(newer) == before
    assert main(["--data", str(newer.parent), "log", saved.id]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(reading.lines)
    assert main(["--data", str(newer.parent), "log", saved.id, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["entries"]) == len(before)


def test_the_commands_tell_of_it(newer, capsys):
    assert main(["--data", str(newer.parent), "games"]) == 0
    assert "can only be read" in capsys.readouterr().out
    [finding] = _games(newer.parent)
    assert not finding.ok
    assert "tableside log" in finding.advice


def test_the_box_starts_without_it_and_its_screen_says_why(newer):
    box = Served(newer.parent)
    try:
        go_on(box.table)
        assert box.table.moment is None
        host = box.client(host=True)
        assert "can only be read" in host.get("/table").get_data(as_text=True)
        [saved] = box.table.games()
        response = host.post(f"/open/{saved.id}")
        assert response.headers["Location"] == f"/saved/{saved.id}"
        page = host.get(f"/saved/{saved.id}").get_data(as_text=True)
        assert "saved by a newer Tableside" in page
        assert box.table.reading(saved.id).lines[5][1] in host.get(f"/saved/{saved.id}.txt").get_data(as_text=True)
        assert box.client().get(f"/saved/{saved.id}").status_code == 403
    finally:
        box.close()


def test_on_the_screen_people_may_go_on_from_before_what_does_not_fit(misfit):
    box = Served(misfit.parent)
    try:
        host = box.client(host=True)
        [saved] = box.table.games()
        assert host.post(f"/open/{saved.id}").headers["Location"] == f"/saved/{saved.id}"
        assert "Play on from before that" in host.get(f"/saved/{saved.id}").get_data(as_text=True)
        told = host.post(f"/saved/{saved.id}/from-before").get_data(as_text=True)
        assert "Every answer given is still in its journal" in told
        assert box.table.now().game_id == saved.id
    finally:
        box.close()


def test_a_game_nobody_knows_any_more_hides_no_other(tmp_path, opened):
    file = unpack("sleepers", tmp_path)
    change(file, "UPDATE games SET setup = ?", json.dumps({"game": "chess", "names": {"white": "Ann"}, "clock": 5}))
    table = opened(file)
    [saved] = table.games()
    assert saved.setup.names == {"white": "Ann"}
    assert "There is no game chess" in table.notes()[saved.id]
    assert table.reading(saved.id).title == "chess"


def test_an_older_version_that_is_put_back_reads_the_journal_as_before(tmp_path, opened):
    file = unpack("sleepers", tmp_path)
    table = opened(file)
    table.open(table.games()[0].id)
    with closing(sqlite3.connect(file)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)


def test_a_changed_pack_is_noticed(tmp_path, monkeypatch):
    setup = GODS.setup(2)
    own = tmp_path / "sleeping_gods/demo"
    own.mkdir(parents=True)
    for file in packs.folder("sleeping_gods", "demo").glob("*.toml"):
        (own / file.name).write_bytes(file.read_bytes())
    plain = rules_print(setup)
    monkeypatch.setattr(packs, "shelves", [tmp_path])
    assert rules_print(setup) == plain
    (own / "more.toml").write_text("# one more card\n")
    assert rules_print(setup) != plain
