"""What the journal keeps beside the game itself: whose phone sits where, what it always says, who plays, who asked."""

from __future__ import annotations

import json
import sqlite3
from abc import ABC, abstractmethod
from contextlib import suppress
from typing import Any

from rules.moment import Habit
from rules.plain import Plain

from .journal_rows import Writing


class KeptSeats(ABC):
    """The seats of each game; nothing of it is a step, so nothing of it is ever taken back."""

    _db: sqlite3.Connection

    @abstractmethod
    def _writing(self) -> Writing: ...

    @abstractmethod
    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...

    def _prepare_seats(self) -> None:
        # What a seat answers once and for all, until it says otherwise.
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS habits (game TEXT NOT NULL REFERENCES games (id), seat TEXT NOT NULL, "
            "habit TEXT NOT NULL, answer TEXT NOT NULL, words TEXT NOT NULL, PRIMARY KEY (game, seat, habit)) "
            "WITHOUT ROWID"
        )

        # Which seats the box plays, and how well.
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS played (game TEXT NOT NULL REFERENCES games (id), seat TEXT NOT NULL, "
            "strength TEXT NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID"
        )
        # Where nobody asks the box for advice.
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS unadvised (game TEXT PRIMARY KEY REFERENCES games (id)) WITHOUT ROWID"
        )

        # What was told at the table and is no step, by the entry after which it was.
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS remarks (game TEXT NOT NULL REFERENCES games (id), node INTEGER NOT NULL, "
            "place INTEGER NOT NULL, sentence TEXT NOT NULL, PRIMARY KEY (game, node, place)) WITHOUT ROWID"
        )

    def remark(self, name: str, node: int, sentence: str) -> None:
        """Something all were told after entry *node*, which changed nothing in the game."""
        with self._writing():
            self._db.execute(
                "INSERT INTO remarks VALUES (?1, ?2, (SELECT count(*) FROM remarks WHERE game = ?1 AND node = ?2), ?3)",
                (name, node, sentence),
            )

    def remarks(self, name: str) -> dict[int, list[str]]:
        """What all were told beside the game, in order, by the entry after which it was."""
        found: dict[int, list[str]] = {}
        query = "SELECT node, sentence FROM remarks WHERE game = ? ORDER BY node, place"
        for node, sentence in self._rows(query, name):
            found.setdefault(node, []).append(str(sentence))
        return found

    def claim(self, name: str, seat: str, token: str) -> None:
        """Whose phone sits where; an empty token frees the seat."""
        with self._writing():
            if token:
                self._db.execute("INSERT OR REPLACE INTO seats VALUES (?, ?, ?)", (name, seat, token))
            else:
                self._db.execute("DELETE FROM seats WHERE game = ? AND seat = ?", (name, seat))

    def let_play(self, name: str, seat: str, strength: str) -> None:
        """The box plays *seat*; without a strength it no longer does."""
        with self._writing():
            if strength:
                self._db.execute("INSERT OR REPLACE INTO played VALUES (?, ?, ?)", (name, seat, strength))
            else:
                self._db.execute("DELETE FROM played WHERE game = ? AND seat = ?", (name, seat))

    def allow_advice(self, name: str, allowed: bool) -> None:
        with self._writing():
            if allowed:
                self._db.execute("DELETE FROM unadvised WHERE game = ?", (name,))
            else:
                self._db.execute("INSERT OR REPLACE INTO unadvised VALUES (?)", (name,))

    def keep_habit(self, name: str, seat: str, habit: str, answer: Plain, words: str) -> None:
        """What *seat* answers from now on wherever it is asked this."""
        with self._writing():
            row = (name, seat, habit, json.dumps(answer), words)
            self._db.execute("INSERT OR REPLACE INTO habits VALUES (?, ?, ?, ?, ?)", row)

    def drop_habit(self, name: str, seat: str, habit: str) -> None:
        with self._writing():
            self._db.execute("DELETE FROM habits WHERE game = ? AND seat = ? AND habit = ?", (name, seat, habit))

    def habits(self, name: str) -> dict[str, dict[str, Habit]]:
        """What each seat answers once and for all; one that was damaged is asked again."""
        found: dict[str, dict[str, Habit]] = {}
        for seat, habit, answer, words in self._rows(
            "SELECT seat, habit, answer, words FROM habits WHERE game = ?", name
        ):
            with suppress(ValueError, TypeError):
                found.setdefault(str(seat), {})[str(habit)] = Habit(json.loads(answer), str(words))
        return found

    def claims(self, name: str) -> dict[str, str]:
        """The secret token of each seat a phone has taken."""
        return dict(self._rows("SELECT seat, token FROM seats WHERE game = ?", name))

    def played(self, name: str) -> dict[str, str]:
        """The seats that the box plays, and how well."""
        rows = self._rows("SELECT seat, strength FROM played WHERE game = ?", name)
        return {str(seat): str(strength) for seat, strength in rows}

    def allows_advice(self, name: str) -> bool:
        return not self._rows("SELECT game FROM unadvised WHERE game = ?", name)
