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
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zlib import crc32

from rules.ask import Trouble
from rules.game import Said, Setup
from rules.games import game as game_of
from rules.moment import SavedGame
from rules.plain import Misfit, Plain, dump, load
from rules.position import Position, Step

from .dealer import fingerprint
from .older_games import rules_print

SCHEMA = 1

NO_ENTRY = -1
"""In place of an entry's number: the sum of the game's own row."""

MOST = 1_000_000_000
"""No game has so many entries: a number as large as this was damaged."""


class JournalTrouble(Trouble):
    """The journal could not be read or written."""


class Torn(JournalTrouble):
    """An entry that was damaged after it had been written."""


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
            _for_the_box_alone(Path(path))
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._db.text_factory = _text
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

    def close(self) -> None:
        with self._lock:
            self._db.close()

    # Writing

    def begin(self, setup: Setup, seed: bytes, commitment: str, position: Position) -> str:
        """A new game with its entry 0; returns its name."""
        name = f"{setup.game}-{secrets.token_hex(4)}"
        now = _now()
        with self._writing():
            row = (name, json.dumps(dump(setup)), seed, commitment, now)
            self._db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", row)
            self._db.execute("INSERT INTO sums VALUES (?, ?, ?)", (name, NO_ENTRY, row_sum(row)))
            entry = Entry(0, 0, 0, "begin", None, "box", "Begin", tuple(position.said), False, 0, now)
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
            entry.at or _now(),
            whole,
        )
        self._db.execute(f"INSERT INTO entries VALUES ({', '.join('?' * len(row))})", row)
        self._db.execute("INSERT OR REPLACE INTO sums VALUES (?, ?, ?)", (name, entry.number, row_sum(row)))

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
        count = {str(name): int(count) for name, count in self._rows("SELECT game, count FROM opened")}
        saved = map(self.game, self.names())
        return sorted(saved, key=lambda saved: (count.get(saved.id, 0), saved.last), reverse=True)

    def names(self) -> list[str]:
        """Every game on the box, also one of which only entries can be read."""
        found = {str(name) for (name,) in self._rows("SELECT id FROM games")}
        name = ""
        while rows := self._rows("SELECT game FROM entries WHERE game > ? ORDER BY game LIMIT 1", name):
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
            known = _setup(json.loads(setup)) if self._is_sound(name, NO_ENTRY, rows[0]) else self._setup_saved(name)
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
        for number in range(self.newest(name) + 1):
            row = rows.get(number)
            if row is None or not _is_entry(row) or sums.get(number) not in (None, row_sum(row)):
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
        query = f"{_ENTRY} WHERE game = ? AND number < ? ORDER BY number DESC LIMIT 1"
        while rows := self._rows(query, name, number):
            with suppress(Torn):
                return _entry(rows[0])
            number = rows[0][0]
        return None

    def entry(self, name: str, number: int) -> Entry:
        rows = self._rows(f"{_ENTRY} WHERE game = ? AND number = ?", name, number)
        if not rows:
            raise Torn(f"The game {name} has no entry {number}.")
        return _entry(rows[0])

    def entries(self, name: str) -> Iterator[Entry]:
        """Every entry from the first to the newest that can be read, those taken back included."""
        for row in self._rows(f"{_ENTRY} WHERE game = ? ORDER BY number", name):
            with suppress(Torn):
                yield _entry(row)

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
            f"{_ENTRY} WHERE game = ? AND parent = ? AND number = node AND number > 0 ORDER BY number DESC LIMIT 1",
            name,
            node,
        )
        return _entry(rows[0]) if rows else None

    def position(self, name: str, node: int) -> Position:
        """The position at *node*: replayed from the nearest entry that holds a whole one."""
        steps: list[Step] = []
        while True:
            rows = self._rows("SELECT * FROM entries WHERE game = ? AND number = ?", name, node)
            if not rows:
                raise Torn(f"The game {name} has no entry {node}.")
            if not self._is_sound(name, node, rows[0]) or not _is_entry(rows[0]):
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


def must_be_a_journal(db: sqlite3.Connection) -> None:
    """Can today's box read this? Told by what it is made of, whatever lies in it."""
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA:
        raise JournalTrouble(f"The journal was written by a newer Tableside (format {version}); update this box.")
    kinds = dict(db.execute("SELECT name, type FROM sqlite_master"))
    if any(kind in ("view", "trigger") for kind in kinds.values()):
        raise JournalTrouble("This is no journal of Tableside: it does things by itself when it is read.")
    for table, columns in TABLES.items():
        if kinds.get(table) != "table":
            raise JournalTrouble(f"This is no journal of Tableside: it has no table {table}.")
        found = tuple(row[1] for row in db.execute(f"PRAGMA table_info({table})"))
        if found != columns:
            raise JournalTrouble(f"This is no journal of Tableside: its table {table} has {', '.join(found)}.")


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


def _text(written: bytes) -> str:
    """A letter that was damaged costs that letter, not every row beside it."""
    return written.decode("utf-8", "replace")


def _for_the_box_alone(file: Path) -> None:
    """Seeds and seats are nobody else's business; SQLite gives what it writes beside the file the same rights."""
    os.close(os.open(file, os.O_CREAT | os.O_RDONLY, 0o600))
    if file.stat().st_mode & 0o077:
        with suppress(PermissionError):  # somebody else's, which we may only use
            file.chmod(0o600)


def row_sum(row: tuple[Any, ...]) -> int:
    """What tells a row from one that was damaged."""
    plain = [value.hex() if isinstance(value, bytes) else value for value in row]
    return crc32(json.dumps(plain).encode())


def _setup(plain: dict[str, Plain]) -> Setup:
    """A set-up as far as today's box understands it: no game on the box may hide the others."""
    if not isinstance(plain, dict):
        raise ValueError("a set-up was expected")
    try:
        return load(Setup, plain)
    except Misfit:
        known = {name: plain[name] for name in ("game", "names", "toggles", "custody", "pack") if name in plain}
        try:
            return load(Setup, known)
        except Misfit:
            return Setup(str(plain.get("game", "unknown")), {})


COLUMNS = (
    "game",
    "number",
    "node",
    "parent",
    "kind",
    "step",
    "source",
    "title",
    "said",
    "revealed",
    "draws",
    "ending",
    "at",
    "save",
)

TABLES = {
    "games": ("id", "setup", "seed", "commitment", "begun"),
    "entries": COLUMNS,
    "seats": ("game", "seat", "token"),
}
"""What every journal has, however old; what came later is made when it is opened."""

_ENTRY = "SELECT number, node, parent, kind, step, source, title, said, revealed, draws, at FROM entries"


def _is_entry(row: tuple[Any, ...]) -> bool:
    """Can every column be what it should be?"""
    kinds = dict(zip(COLUMNS, row, strict=True))
    numbers = [kinds[name] for name in ("number", "node", "parent", "draws")]
    texts = [kinds[name] for name in ("kind", "source", "title", "said", "ending", "at")]
    if not all(type(number) is int for number in numbers) or not all(isinstance(text, str) for text in texts):
        return False
    number, node, parent, draws = numbers
    follows = 0 <= parent < number or not number  # and so every way back ends at the beginning
    step_and_save = all(each is None or isinstance(each, str) for each in (kinds["step"], kinds["save"]))
    return follows and 0 <= node <= number and draws >= 0 and step_and_save


def _entry(row: tuple[Any, ...]) -> Entry:
    number, node, parent, kind, step, source, title, said, revealed, draws, at = row
    torn = Torn(f"Entry {number} was damaged on the card.")
    if not _is_entry(("", number, node, parent, kind, step, source, title, said, revealed, draws, "", at, None)):
        raise torn
    try:
        taken = load(Step, json.loads(step)) if step else None
        words = load(tuple[Said, ...], json.loads(said))
    except (ValueError, RecursionError):
        raise torn from None
    return Entry(number, node, parent, kind, taken, source, title, words, bool(revealed), draws, at)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
