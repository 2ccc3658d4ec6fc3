"""The journal: every game on the box, every answer, written before it takes effect and never changed again.

An entry names the entry it follows. Taking back is one more entry that goes back to an earlier one, so whatever is
played then forks off there and nothing is ever lost. SQLite syncs each entry to the card before it is acknowledged.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rules.ask import Trouble
from rules.game import Said, Setup
from rules.games import game as game_of
from rules.moment import SavedGame
from rules.plain import Misfit, Plain, dump, load
from rules.position import Position, Step

from .older_games import rules_print

SCHEMA = 1


class JournalTrouble(Trouble):
    """The journal could not be read or written."""


@dataclass(frozen=True)
class Entry:
    """One line of a game's journal.

    :param number: counts from 0; the position the page speaks of.
    :param node: the entry whose position this is: its own number, or where taking back went.
    :param parent: the node it follows.
    :param draws: how many draws of the dealer lie on the way here.
    """

    number: int
    node: int
    parent: int
    kind: str  # begin, answer, aside, ruling, undo, redo or renewed (brought up to newer rules)
    step: Step | None
    source: str
    title: str
    said: tuple[Said, ...]
    revealed: bool
    draws: int
    at: str


class Journal:
    """All games of this box in one SQLite file. One thread writes; any may read."""

    def __init__(self, path: Path | str) -> None:
        self.file = path
        self._lock = threading.RLock()
        try:
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")  # NORMAL loses acknowledged rows when the plug is pulled
            self._db.execute("PRAGMA foreign_keys=ON")
            self._prepare()
        except sqlite3.DatabaseError as broken:
            raise JournalTrouble(f"The journal {path} cannot be opened: {broken}.") from broken

    def _prepare(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > SCHEMA:
            raise JournalTrouble(f"The journal was written by a newer Tableside (format {version}); update this box.")
        if version == SCHEMA:
            self._prepare_more()
            return
        self._db.executescript(
            f"""
            BEGIN IMMEDIATE;
            CREATE TABLE games (
                id TEXT PRIMARY KEY, setup TEXT NOT NULL, seed BLOB NOT NULL, commitment TEXT NOT NULL,
                begun TEXT NOT NULL
            ) WITHOUT ROWID;
            CREATE TABLE entries (
                game TEXT NOT NULL REFERENCES games (id), number INTEGER NOT NULL, node INTEGER NOT NULL,
                parent INTEGER NOT NULL, kind TEXT NOT NULL, step TEXT, source TEXT NOT NULL, title TEXT NOT NULL,
                said TEXT NOT NULL, revealed INTEGER NOT NULL, draws INTEGER NOT NULL, ending TEXT NOT NULL,
                at TEXT NOT NULL, save TEXT,
                PRIMARY KEY (game, number)
            ) WITHOUT ROWID;
            CREATE TABLE seats (
                game TEXT NOT NULL REFERENCES games (id), seat TEXT NOT NULL, token TEXT NOT NULL,
                PRIMARY KEY (game, seat)
            ) WITHOUT ROWID;
            CREATE INDEX children ON entries (game, parent);
            PRAGMA user_version={SCHEMA};
            COMMIT;
            """
        )
        self._prepare_more()

    def _prepare_more(self) -> None:
        """What came later, as tables of their own: an older version that is put back reads on undisturbed."""
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS written (game TEXT PRIMARY KEY REFERENCES games (id), rules TEXT NOT NULL) "
            "WITHOUT ROWID"
        )

    def close(self) -> None:
        with self._lock:
            self._db.close()

    # Writing

    def begin(self, setup: Setup, seed: bytes, commitment: str, position: Position) -> str:
        """A new game with its entry 0; returns its name."""
        name = f"{setup.game}-{secrets.token_hex(4)}"
        now = _now()
        with self._writing():
            self._db.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?)", (name, json.dumps(dump(setup)), seed, commitment, now)
            )
            entry = Entry(0, 0, 0, "begin", None, "box", "Begin", tuple(position.said), False, 0, now)
            self._insert(name, entry, position)
            self._mark(name, rules_print(setup))
        return name

    def append(self, name: str, entry: Entry, position: Position) -> None:
        """Write *entry*, after which the game stands at *position*."""
        with self._writing():
            self._insert(name, entry, position)

    def mark(self, name: str, rules: str) -> None:
        """From here on the game is played with the rules of this fingerprint."""
        with self._writing():
            self._mark(name, rules)

    def _mark(self, name: str, rules: str) -> None:
        self._db.execute("INSERT OR REPLACE INTO written VALUES (?, ?)", (name, rules))

    def _insert(self, name: str, entry: Entry, position: Position) -> None:
        # A position without steps since its checkpoint can be picked up here; others replay from further back. A game
        # brought up to newer rules is never replayed from further back.
        can_be_picked_up = not position.steps or not entry.number or entry.kind == "renewed"
        whole = json.dumps(position.save()) if can_be_picked_up else None
        ending = position.game.ending(position.state) if position.over else ""
        self._db.execute(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                name,
                entry.number,
                entry.node,
                entry.parent,
                entry.kind,
                json.dumps(dump(entry.step)) if entry.step else None,
                entry.source,
                entry.title,
                json.dumps(dump(entry.said)),
                entry.revealed,
                entry.draws,
                ending,
                entry.at or _now(),
                whole,
            ),
        )

    def together(self) -> _Writing:
        """Whatever is written inside is written as one: all of it or nothing."""
        return self._writing()

    def _writing(self) -> _Writing:
        return _Writing(self._db, self._lock)

    def claim(self, name: str, seat: str, token: str) -> None:
        """Whose phone sits where; an empty token frees the seat."""
        with self._writing():
            if token:
                self._db.execute("INSERT OR REPLACE INTO seats VALUES (?, ?, ?)", (name, seat, token))
            else:
                self._db.execute("DELETE FROM seats WHERE game = ? AND seat = ?", (name, seat))

    # Reading

    def claims(self, name: str) -> dict[str, str]:
        """The secret token of each seat a phone has taken."""
        return dict(self._rows("SELECT seat, token FROM seats WHERE game = ?", name))

    def games(self) -> list[SavedGame]:
        """Every game on the box, the one played last first."""
        names = [name for (name,) in self._rows("SELECT id FROM games ORDER BY id")]
        return sorted(map(self.game, names), key=lambda saved: saved.last, reverse=True)

    def games_count(self) -> int:
        return int(self._rows("SELECT count(*) FROM games")[0][0])

    def game(self, name: str) -> SavedGame:
        found = self._rows("SELECT setup, commitment, begun FROM games WHERE id = ?", name)
        if not found:
            raise JournalTrouble(f"There is no game {name} on this box.")
        newest = "SELECT at, number, ending FROM entries WHERE game = ? ORDER BY number DESC LIMIT 1"
        [(setup, commitment, begun)], [(at, number, ending)] = found, self._rows(newest, name)
        return SavedGame(name, _setup(json.loads(setup)), commitment, begun, at, number + 1, ending)

    def plain_setup(self, name: str) -> dict[str, Plain]:
        """The set-up as it was written."""
        rows = self._rows("SELECT setup FROM games WHERE id = ?", name)
        if not rows:
            raise JournalTrouble(f"There is no game {name} on this box.")
        plain: dict[str, Plain] = json.loads(rows[0][0])
        return plain

    def written_with(self, name: str) -> str:
        """The fingerprint of the rules it was played with last; empty if that was never noted."""
        rows = self._rows("SELECT rules FROM written WHERE game = ?", name)
        return rows[0][0] if rows else ""

    def saves(self, name: str, path: list[Entry]) -> Iterator[tuple[int, dict[str, Plain]]]:
        """Whole positions along *path*, newest first, with their places in it."""
        for place in reversed(range(len(path))):
            rows = self._rows("SELECT save FROM entries WHERE game = ? AND number = ?", name, path[place].number)
            if rows and rows[0][0] is not None:
                yield place, json.loads(rows[0][0])

    def seed(self, name: str) -> bytes:
        rows = self._rows("SELECT seed FROM games WHERE id = ?", name)
        if not rows:
            raise JournalTrouble(f"There is no game {name} on this box.")
        return bytes(rows[0][0])

    def head(self, name: str) -> Entry:
        """The newest entry."""
        rows = self._rows(f"{_ENTRY} WHERE game = ? ORDER BY number DESC LIMIT 1", name)
        if not rows:
            raise JournalTrouble(f"There is no game {name} on this box.")
        return _entry(rows[0])

    def entry(self, name: str, number: int) -> Entry:
        rows = self._rows(f"{_ENTRY} WHERE game = ? AND number = ?", name, number)
        if not rows:
            raise JournalTrouble(f"The game {name} has no entry {number}.")
        return _entry(rows[0])

    def entries(self, name: str) -> Iterator[Entry]:
        """Every entry from the first to the newest, those taken back included."""
        return map(_entry, self._rows(f"{_ENTRY} WHERE game = ? ORDER BY number", name))

    def path(self, name: str, node: int) -> Iterator[Entry]:
        """From *node* back to the beginning, without what was taken back."""
        while True:
            entry = self.entry(name, node)
            yield entry
            if entry.number == 0:
                return
            node = entry.parent

    def next_node(self, name: str, node: int) -> Entry | None:
        """What was played last after *node*, for doing again what was taken back."""
        rows = self._rows(
            f"{_ENTRY} WHERE game = ? AND parent = ? AND number = node AND number > 0 ORDER BY number DESC LIMIT 1",
            name,
            node,
        )
        return _entry(rows[0]) if rows else None

    def position(self, name: str, node: int) -> Position:
        """The position at *node*: replayed from the nearest entry that holds a whole one."""
        steps: list[Step] = []
        while True:
            rows = self._rows("SELECT parent, step, save FROM entries WHERE game = ? AND number = ?", name, node)
            if not rows:
                raise JournalTrouble(f"The game {name} has no entry {node}.")
            parent, step, save = rows[0]
            if save is not None:
                break
            steps.append(load(Step, json.loads(step)))
            node = parent
        saved: dict[str, Plain] = json.loads(save)
        position = Position.load(game_of(saved["game"]), saved)
        # Replayed once and whole, not once for each answer.
        return Position(position.game, position.checkpoint, (*position.steps, *reversed(steps))) if steps else position

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.DatabaseError as broken:
                raise JournalTrouble(f"The journal cannot be read: {broken}.") from broken


class _Writing:
    """One transaction: all of it or nothing. Inside another it is part of that one."""

    def __init__(self, db: sqlite3.Connection, lock: threading.RLock) -> None:
        self._db, self._lock = db, lock
        self._inside = False

    def __enter__(self) -> None:
        self._lock.acquire()
        self._inside = self._db.in_transaction  # ours: nobody else's while we hold the lock
        if self._inside:
            return
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as full:
            self._lock.release()
            raise JournalTrouble(_unwritten(full)) from full

    def __exit__(self, kind: Any, fault: BaseException | None, trace: Any) -> None:
        try:
            if self._inside:
                pass  # the outer one ends it
            elif fault is None:
                self._db.execute("COMMIT")
            elif self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if isinstance(fault, sqlite3.Error):
                raise JournalTrouble(_unwritten(fault)) from fault
        except sqlite3.Error as full:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise JournalTrouble(_unwritten(full)) from full
        finally:
            self._lock.release()


def _unwritten(why: sqlite3.Error) -> str:
    if "full" in str(why):
        return "The disk is full: this was not written down and did not happen. Free some room and try again."
    return f"This could not be written down and did not happen: {why}."


def _setup(plain: dict[str, Plain]) -> Setup:
    """A set-up as far as today's box understands it: no game on the box may hide the others."""
    try:
        return load(Setup, plain)
    except Misfit:
        known = {name: plain[name] for name in ("game", "names", "toggles", "custody", "pack") if name in plain}
        try:
            return load(Setup, known)
        except Misfit:
            return Setup(str(plain.get("game", "unknown")), {})


_ENTRY = "SELECT number, node, parent, kind, step, source, title, said, revealed, draws, at FROM entries"


def _entry(row: tuple[Any, ...]) -> Entry:
    number, node, parent, kind, step, source, title, said, revealed, draws, at = row
    return Entry(
        number,
        node,
        parent,
        kind,
        load(Step, json.loads(step)) if step else None,
        source,
        title,
        load(tuple[Said, ...], json.loads(said)),
        bool(revealed),
        draws,
        at,
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
