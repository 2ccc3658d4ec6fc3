"""What the journal keeps of those who learn: which games are taught, what each name knows, what was set up so far."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from typing import Any

from .journal_rows import Writing

MOST_NAMES = 100
"""Names whose lessons are remembered; whoever was not here for longest learns anew."""


class KeptPupils(ABC):
    """What people learnt, by name and from evening to evening; nothing of it is ever taken back with a step."""

    _db: sqlite3.Connection

    @abstractmethod
    def _writing(self) -> Writing: ...

    @abstractmethod
    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]: ...

    def _prepare_pupils(self) -> None:
        # Which games are taught as they are played, and set up together.
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS taught (game TEXT NOT NULL REFERENCES games (id), what TEXT NOT NULL, "
            "PRIMARY KEY (game, what)) WITHOUT ROWID"
        )
        # What somebody knows of a kind of game; counted, as the clock of a Pi may go back.
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS learnt (name TEXT NOT NULL, kind TEXT NOT NULL, lesson TEXT NOT NULL, "
            "count INTEGER NOT NULL, PRIMARY KEY (name, kind, lesson)) WITHOUT ROWID"
        )
        # Whether somebody wants lessons, or a word of advice.
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS wishes (name TEXT NOT NULL, what TEXT NOT NULL, wanted INTEGER NOT NULL, "
            "PRIMARY KEY (name, what)) WITHOUT ROWID"
        )
        # What of the set-up is done.
        self._db.execute(
            "CREATE TABLE IF NOT EXISTS ticked (game TEXT NOT NULL REFERENCES games (id), step TEXT NOT NULL, "
            "PRIMARY KEY (game, step)) WITHOUT ROWID"
        )

    def teach(self, game: str, what: str, on: bool) -> None:
        """Whether a game is taught, or set up together."""
        with self._writing():
            if on:
                self._db.execute("INSERT OR REPLACE INTO taught VALUES (?, ?)", (game, what))
            else:
                self._db.execute("DELETE FROM taught WHERE game = ? AND what = ?", (game, what))

    def taught(self, game: str) -> frozenset[str]:
        return frozenset(str(what) for (what,) in self._rows("SELECT what FROM taught WHERE game = ?", game))

    def learn(self, name: str, kind: str, lesson: str) -> None:
        """*name* knows this from now on."""
        with self._writing():
            [(newest,)] = self._rows("SELECT coalesce(max(count), 0) FROM learnt")
            row = (name.casefold(), kind, lesson, newest + 1)
            self._db.execute("INSERT OR REPLACE INTO learnt VALUES (?, ?, ?, ?)", row)
            gone = "SELECT name FROM learnt GROUP BY name ORDER BY max(count) DESC LIMIT -1 OFFSET ?"
            self._db.execute(f"DELETE FROM learnt WHERE name IN ({gone})", (MOST_NAMES,))
            self._db.execute("DELETE FROM wishes WHERE name NOT IN (SELECT name FROM learnt)")

    def learnt(self, name: str, kind: str) -> frozenset[str]:
        """The lessons that *name* had in this kind of game."""
        rows = self._rows("SELECT lesson FROM learnt WHERE name = ? AND kind = ?", name.casefold(), kind)
        return frozenset(str(lesson) for (lesson,) in rows)

    def forget_pupil(self, name: str) -> None:
        """*name* learns everything anew, and wants what everybody wants."""
        with self._writing():
            self._db.execute("DELETE FROM learnt WHERE name = ?", (name.casefold(),))
            self._db.execute("DELETE FROM wishes WHERE name = ?", (name.casefold(),))

    def wish(self, name: str, what: str, wanted: bool) -> None:
        with self._writing():
            # somebody who never learnt anything is known by the wish alone
            self._db.execute("INSERT OR IGNORE INTO learnt VALUES (?, '', '', 0)", (name.casefold(),))
            self._db.execute("INSERT OR REPLACE INTO wishes VALUES (?, ?, ?)", (name.casefold(), what, int(wanted)))

    def wishes(self, name: str) -> dict[str, bool]:
        rows = self._rows("SELECT what, wanted FROM wishes WHERE name = ?", name.casefold())
        return {str(what): bool(wanted) for what, wanted in rows}

    def tick(self, game: str, step: str, done: bool) -> None:
        """A step of the set-up is done, or not after all."""
        with self._writing():
            if done:
                self._db.execute("INSERT OR REPLACE INTO ticked VALUES (?, ?)", (game, step))
            else:
                self._db.execute("DELETE FROM ticked WHERE game = ? AND step = ?", (game, step))

    def ticked(self, game: str) -> frozenset[str]:
        return frozenset(str(step) for (step,) in self._rows("SELECT step FROM ticked WHERE game = ?", game))
