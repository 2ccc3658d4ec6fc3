"""The rows of the journal: how they are written, told apart from damage, and read back."""

from __future__ import annotations

import json
import sqlite3
import threading
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zlib import crc32

from rules.ask import Trouble
from rules.game import Said, Setup
from rules.plain import Misfit, Plain, load
from rules.position import Step

SCHEMA = 1


NO_ENTRY = -1
"""In place of an entry's number: the sum of the game's own row."""


MOST = 1_000_000_000
"""No game has so many entries: a number as large as this was damaged."""


class JournalTrouble(Trouble):
    """The journal could not be read or written."""


class Torn(JournalTrouble):
    """An entry that was damaged after it had been written."""


DEALER = "dealer"
ITSELF = "itself"
NEXT_GAME = "SELECT game FROM entries WHERE game > ? ORDER BY game LIMIT 1"
THE_BOX_PLAYS = "the box plays"
"""A seat that the box plays answers."""


SECRET, SECRET_LAST = "in secret", "in secret, the last"
"""Answers to a question that several are asked in secret; whoever gave them, and however, looks the same."""


def is_the_boxs(source: str) -> bool:
    """Did the box answer, dealing or because nobody had to be asked? Such an answer belongs to the one before it."""
    return source in (DEALER, ITSELF)


def goes_along(source: str) -> bool:
    """Is it taken back together with what led to it? What was answered in secret too, or it would tell who has.

    What the box played upon it goes too: it would only play it again.
    """
    return is_the_boxs(source) or source in (SECRET, SECRET_LAST, THE_BOX_PLAYS)


def is_of_people(source: str) -> bool:
    """Did somebody at the table do it? Then hands have done what was to do, and what comes of it is news."""
    return not is_the_boxs(source) and source != THE_BOX_PLAYS


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


class Writing:
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


def text_of(written: bytes) -> str:
    """A letter that was damaged costs that letter, not every row beside it."""
    return written.decode("utf-8", "replace")


def row_sum(row: tuple[Any, ...]) -> int:
    """What tells a row from one that was damaged."""
    plain = [value.hex() if isinstance(value, bytes) else value for value in row]
    return crc32(json.dumps(plain).encode())


def setup_of(plain: dict[str, Plain]) -> Setup:
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


ENTRY = "SELECT number, node, parent, kind, step, source, title, said, revealed, draws, at FROM entries"


def is_entry(row: tuple[Any, ...]) -> bool:
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


def entry_of(row: tuple[Any, ...]) -> Entry:
    number, node, parent, kind, step, source, title, said, revealed, draws, at = row
    torn = Torn(f"Entry {number} was damaged on the card.")
    if not is_entry(("", number, node, parent, kind, step, source, title, said, revealed, draws, "", at, None)):
        raise torn
    try:
        taken = load(Step, json.loads(step)) if step else None
        words = load(tuple[Said, ...], json.loads(said))
    except (ValueError, RecursionError):
        raise torn from None
    return Entry(number, node, parent, kind, taken, source, title, words, bool(revealed), draws, at)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
