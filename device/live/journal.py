"""The journal: every game on the box, every answer, written before it takes effect and never changed again.

An entry names the entry it follows. Taking back is one more entry that goes back to an earlier one, so whatever is
played then forks off there and nothing is ever lost. SQLite syncs each entry to the card before it is acknowledged.

Cards wear out. Each row has a sum beside it, so that one that was damaged is known for it, and a row that cannot be
read hides no other.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from rules.game import Setup
from rules.games import game as game_of
from rules.moment import SavedGame
from rules.plain import Plain, dump, load
from rules.position import Position, Step

from .dealer import fingerprint
from .journal_pupils import KeptPupils
from .journal_rows import (
    COLUMNS,
    ENTRY,
    MOST,
    NEXT_GAME,
    NO_ENTRY,
    SCHEMA,
    Entry,
    JournalTrouble,
    Torn,
    Writing,
    entry_of,
    is_entry,
    must_be_a_journal,
    now,
    row_sum,
    setup_of,
    text_of,
)
from .journal_seats import KeptSeats
from .older_games import rules_print


class Journal(KeptSeats, KeptPupils):
    """All games of this box in one SQLite file. One thread writes; any may read."""

    def __init__(self, path: Path | str) -> None:
        self.file = path
        self._lock = threading.RLock()
        try:
            _for_the_box_alone(Path(path))
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.text_factory = text_of
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")  # NORMAL loses acknowledged rows when the plug is pulled
            self._db.execute("PRAGMA foreign_keys=ON")
            self._prepare()
        except (sqlite3.DatabaseError, OSError) as broken:
            why = broken.strerror if isinstance(broken, OSError) else broken
            raise JournalTrouble(f"The journal {path} cannot be opened: {why}.") from broken

    def _prepare(self) -> None:
        if self._db.execute("PRAGMA user_version").fetchone()[0]:
            must_be_a_journal(self._db)
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
        # When each game was opened last, counted: the clock of a Pi may go back.
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS opened (game TEXT PRIMARY KEY REFERENCES games (id), count INTEGER NOT NULL) "
            "WITHOUT ROWID"
        )
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS sums (game TEXT NOT NULL REFERENCES games (id), number INTEGER NOT NULL, "
            "sum INTEGER NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID"
        )
        self._prepare_seats()
        self._prepare_pupils()

    def close(self) -> None:
        with self._lock:
            self._db.close()

    # Writing

    def begin(self, setup: Setup, seed: bytes, commitment: str, position: Position) -> str:
        """A new game with its entry 0; returns its name."""
        name = f"{setup.game}-{secrets.token_hex(4)}"
        begun = now()
        with self._writing():
            row = (name, json.dumps(dump(setup)), seed, commitment, begun)
            self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", row)
            self._db.execute("INSERT INTO sums VALUES (?, ?, ?)", (name, NO_ENTRY, row_sum(row)))
            entry = Entry(0, 0, 0, "begin", None, "box", "Begin", tuple(position.said), False, 0, begun)
            self._insert(name, entry, position)
            self._mark(name, rules_print(setup))
            self._opened(name)
        return name

    def opened(self, name: str) -> None:
        """From here on this is the game that was played last."""
        with self._writing():
            self._opened(name)

    def _opened(self, name: str) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO opened VALUES (?, (SELECT coalesce(max(count), 0) + 1 FROM opened))", (name,)
        )

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
        row = (
            name,
            entry.number,
            entry.node,
            entry.parent,
            entry.kind,
            json.dumps(dump(entry.step)) if entry.step else None,
            entry.source,
            entry.title,
            json.dumps(dump(entry.said)),
            int(entry.revealed),
            entry.draws,
            ending,
            entry.at or now(),
            whole,
        )
        self._db.execute(f"INSERT INTO entries VALUES ({', '.join('?' * len(row))})", row)
        self._db.execute("INSERT OR REPLACE INTO sums VALUES (?, ?, ?)", (name, entry.number, row_sum(row)))

    def together(self) -> Writing:
        """Whatever is written inside is written as one: all of it or nothing."""
        return self._writing()

    def _writing(self) -> Writing:
        return Writing(self._db, self._lock)

    # Reading

    def games(self) -> list[SavedGame]:
        """Every game on the box, the one played last first."""
        count = {str(name): int(count) for name, count in self._rows("SELECT game, count FROM opened")}
        saved = map(self.game, self.names())
        return sorted(saved, key=lambda saved: (count.get(saved.id, 0), saved.last), reverse=True)

    def names(self) -> list[str]:
        """Every game on the box, also one of which only entries can be read."""
        found = {str(name) for (name,) in self._rows("SELECT id FROM games")}
        name = ""
        while rows := self._rows(NEXT_GAME, name):
            name = str(rows[0][0])
            found.add(name)
        return sorted(found)

    def games_count(self) -> int:
        return int(self._rows("SELECT count(*) FROM games")[0][0])

    def game(self, name: str) -> SavedGame:
        """What there is to say of a game; what of it can be read, if it was damaged."""
        rows = self._rows("SELECT * FROM games WHERE id = ?", name)
        newest = self._rows("SELECT at, ending FROM entries WHERE game = ? ORDER BY number DESC LIMIT 1", name)
        if not rows and not newest:
            raise JournalTrouble(f"There is no game {name} on this box.")
        at, ending = map(str, newest[0]) if newest else ("", "")
        entries = self.newest(name) + 1 if newest else 0
        if not rows or not newest:
            what = "what it began with" if newest else "every answer given in it"
            trouble = f"It can only be read: {what} was damaged on the card."
            return SavedGame(name, self._setup_saved(name), "", at, at, entries, ending, trouble)
        _, setup, seed, commitment, begun = rows[0]
        trouble = (
            "" if isinstance(seed, bytes) else "It can only be read: the seed of its draws was damaged on the card."
        )
        try:
            known = setup_of(json.loads(setup)) if self._is_sound(name, NO_ENTRY, rows[0]) else self._setup_saved(name)
        except (ValueError, TypeError):
            known = self._setup_saved(name)
        return SavedGame(name, known, str(commitment), str(begun), at, entries, ending, trouble)

    def _setup_saved(self, name: str) -> Setup:
        """The set-up as it stands in a position of the game, where its own row cannot be trusted."""
        query = "SELECT save FROM entries WHERE game = ? AND save IS NOT NULL ORDER BY number"
        for (save,) in self._rows(query, name):
            with suppress(ValueError, TypeError, KeyError):
                return load(Setup, json.loads(save)["checkpoint"]["setup"])
        return Setup(name.rpartition("-")[0], {})

    def newest(self, name: str) -> int:
        """The number of the newest entry, whether or not it can be read."""
        rows = self._rows(
            "SELECT max(number) FROM entries WHERE game = ? AND number < ? AND typeof(number) = 'integer'", name, MOST
        )
        return int(rows[0][0] or 0)

    def damaged(self, name: str) -> list[int]:
        """The entries of a game that are not as they were written, or no longer there; `NO_ENTRY` is its own row."""
        begun = self._rows("SELECT * FROM games WHERE id = ?", name)
        found = [] if begun and self._is_sound(name, NO_ENTRY, begun[0]) else [NO_ENTRY]
        rows = {row[1]: row for row in self._rows("SELECT * FROM entries WHERE game = ?", name)}
        sums = dict(self._rows("SELECT number, sum FROM sums WHERE game = ?", name))
        newest = max([self.newest(name), *sums])  # the last of them may be gone: then its sum is left
        for number in range(newest + 1):
            row = rows.get(number)
            if row is None or not is_entry(row) or sums.get(number) not in (None, row_sum(row)):
                found.append(number)
        return found

    def has_its_own_seed(self, name: str) -> bool:
        """Whether the seed is still the one whose fingerprint was published."""
        return fingerprint(self.seed(name)) == self.game(name).commitment

    def _is_sound(self, name: str, number: int, row: tuple[Any, ...]) -> bool:
        """Is the row as it was written? Rows of an older version have no sum to tell it by."""
        sums = self._rows("SELECT sum FROM sums WHERE game = ? AND number = ?", name, number)
        return not sums or bool(sums[0][0] == row_sum(row))

    def plain_setup(self, name: str) -> dict[str, Plain]:
        """The set-up as it was written."""
        rows = self._rows("SELECT setup FROM games WHERE id = ?", name)
        if not rows:
            raise JournalTrouble(f"There is no game {name} on this box.")
        try:
            plain: dict[str, Plain] = json.loads(rows[0][0])
        except (ValueError, TypeError):
            raise Torn(f"The set-up of {name} was damaged on the card.") from None
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
                with suppress(ValueError):  # one that was damaged is passed over
                    yield place, json.loads(rows[0][0])

    def seed(self, name: str) -> bytes:
        rows = self._rows("SELECT seed FROM games WHERE id = ?", name)
        if not rows:
            raise JournalTrouble(f"There is no game {name} on this box.")
        if not isinstance(rows[0][0], bytes):
            raise Torn(f"The seed of {name} was damaged on the card.")
        return rows[0][0]

    def head(self, name: str) -> Entry:
        """The newest entry that can be read."""
        entry = self._before(name, MOST)
        if entry is None:
            known = name in self.names()
            raise JournalTrouble(
                f"The game {name} cannot be opened: none of its entries can be read."
                if known
                else f"There is no game {name} on this box."
            )
        return entry

    def _before(self, name: str, number: int) -> Entry | None:
        """The newest entry before *number* that can be read."""
        query = f"{ENTRY} WHERE game = ? AND number < ? ORDER BY number DESC LIMIT 1"
        while rows := self._rows(query, name, number):
            with suppress(Torn):
                return entry_of(rows[0])
            number = rows[0][0]
        return None

    def entry(self, name: str, number: int) -> Entry:
        rows = self._rows(f"{ENTRY} WHERE game = ? AND number = ?", name, number)
        if not rows:
            raise Torn(f"The game {name} has no entry {number}.")
        return entry_of(rows[0])

    def entries(self, name: str) -> Iterator[Entry]:
        """Every entry from the first to the newest that can be read, those taken back included."""
        for row in self._rows(f"{ENTRY} WHERE game = ? ORDER BY number", name):
            with suppress(Torn):
                yield entry_of(row)

    def path(self, name: str, node: int) -> Iterator[Entry]:
        """From *node* back to the beginning, without what was taken back; what cannot be read is passed over."""
        while True:
            try:
                entry = self.entry(name, node)
            except Torn:
                before = self._before(name, node)
                if before is None:
                    return
                node = before.node  # where the game stood then
                continue
            yield entry
            if entry.number == 0:
                return
            node = entry.parent

    def next_node(self, name: str, node: int) -> Entry | None:
        """What was played last after *node*, for doing again what was taken back."""
        rows = self._rows(
            f"{ENTRY} WHERE game = ? AND parent = ? AND number = node AND number > 0 ORDER BY number DESC LIMIT 1",
            name,
            node,
        )
        return entry_of(rows[0]) if rows else None

    def position(self, name: str, node: int) -> Position:
        """The position at *node*: replayed from the nearest entry that holds a whole one."""
        steps: list[Step] = []
        while True:
            rows = self._rows("SELECT * FROM entries WHERE game = ? AND number = ?", name, node)
            if not rows:
                raise Torn(f"The game {name} has no entry {node}.")
            if not self._is_sound(name, node, rows[0]) or not is_entry(rows[0]):
                raise Torn(f"Entry {node} was damaged on the card.")
            row = dict(zip(COLUMNS, rows[0], strict=True))
            if row["save"] is not None:
                break
            steps.append(load(Step, json.loads(row["step"])))
            node = row["parent"]
        saved: dict[str, Plain] = json.loads(row["save"])
        position = Position.load(game_of(saved["game"]), saved)
        # Replayed once and whole, not once for each answer.
        return Position(position.game, position.checkpoint, (*position.steps, *reversed(steps))) if steps else position

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self._db.execute(query, values).fetchall()
            except sqlite3.DatabaseError as broken:
                raise JournalTrouble(f"The journal cannot be read: {broken}.") from broken


def _for_the_box_alone(file: Path) -> None:
    """Seeds and seats are nobody else's business; SQLite gives what it writes beside the file the same rights."""
    os.close(os.open(file, os.O_CREAT | os.O_RDONLY, 0o600))
    if file.stat().st_mode & 0o077:
        with suppress(PermissionError):  # somebody else's, which we may only use
            file.chmod(0o600)
