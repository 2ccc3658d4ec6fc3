"""What the hall keeps for good: results, the league that comes of them, and tournaments."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from rules.ask import Trouble

from .swiss import Met

EVENING_ENDS = 6
"""The hour until which a night still belongs to the evening before."""

TABLES = """
create table if not exists results (
    box text, id text, place text, game text, title text, seats text, winners text, told text, ended real, evening text,
    primary key (box, id)
);
create table if not exists helps (box text primary key, since integer, noticed real, coming integer default 0);
create table if not exists tournaments (id integer primary key, title text, game text, rounds integer, over integer);
create table if not exists entries (tournament integer, name text, gone integer default 0,
    primary key (tournament, name));
create table if not exists pairings (id integer primary key, tournament integer, round integer, first text, second text,
    box text default '', points real);
"""


@dataclass(frozen=True)
class Result:
    """A finished game, as the hall tells of it."""

    place: str
    title: str
    names: tuple[str, ...]
    winners: tuple[str, ...] | None
    text: str
    ended: float


@dataclass(frozen=True)
class Call:
    """A call for help.

    :param since: of the box's clock, by which the call is known.
    :param noticed: of the hall's clock.
    """

    since: int
    noticed: float
    coming: bool = False


@dataclass(frozen=True)
class League:
    """How somebody did over all evenings, in games with a winner."""

    name: str
    played: int
    wins: int
    draws: int


@dataclass(frozen=True)
class Pairing:
    """Two who meet in a tournament; *box* is where, empty while no table is free."""

    id: int
    round: int
    first: str
    second: str | None
    box: str
    points: float | None

    @property
    def met(self) -> Met:
        return Met(self.round, self.first, self.second, self.points)


@dataclass(frozen=True)
class Tournament:
    """A tournament as it is kept."""

    id: int
    title: str
    game: str
    rounds: int
    over: bool
    names: tuple[str, ...]  # in the order they entered
    gone: frozenset[str]
    pairings: tuple[Pairing, ...]

    @property
    def round(self) -> int:
        return max((each.round for each in self.pairings), default=0)


def evening(at: float) -> str:
    """The day to which a game belongs that ended so late."""
    return str((datetime.fromtimestamp(at) - timedelta(hours=EVENING_ENDS)).date())


class Store:
    """One file; everything is in it as soon as a call returns."""

    def __init__(self, file: Path) -> None:
        self._lock = threading.Lock()
        self._database = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        try:
            self._database.execute("pragma journal_mode = wal")
            self._database.execute("pragma synchronous = full")
            self._database.executescript(TABLES)
        except sqlite3.Error as fault:
            self._database.close()
            raise Trouble(
                f"{file} can't be opened: {fault}. Move it away and the hall starts with an empty league."
            ) from None

    def close(self) -> None:
        with self._lock:
            self._database.close()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._database.execute("begin immediate")
            try:
                yield self._database
            except BaseException:
                self._database.execute("rollback")
                raise
            self._database.execute("commit")

    def _read(self, question: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._database.execute(question, values).fetchall()

    # Results

    def known(self) -> set[tuple[str, str]]:
        """Every result, by table and game."""
        return {(box, name) for box, name in self._read("select box, id from results")}

    def keep_result(self, box: str, place: str, result: dict[str, Any], ended: float) -> None:
        """Once for good: told again, it is the same one."""
        seats, winners = result["seats"], result["winners"]
        row = (box, result["id"], place, result["game"], result["title"], json.dumps(list(seats.values())))
        won = None if winners is None else json.dumps([seats[seat] for seat in winners])
        with self._writing() as database:
            database.execute(
                "insert or ignore into results values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, won, result["text"], ended, evening(ended)),
            )

    def drop_result(self, box: str, game_id: str) -> None:
        """The last answer was taken back: the game goes on."""
        with self._writing() as database:
            database.execute("delete from results where box = ? and id = ?", (box, game_id))

    def tonight(self, now: float) -> list[Result]:
        """The newest first."""
        rows = self._read(
            "select place, title, seats, winners, told, ended from results where evening = ? order by ended desc",
            evening(now),
        )
        return [
            Result(place, title, tuple(json.loads(seats)), None if won is None else tuple(json.loads(won)), text, ended)
            for place, title, seats, won, text, ended in rows
        ]

    def league(self) -> list[League]:
        """Most wins first; who needed fewer games for them is better."""
        counted: dict[str, list[int]] = {}
        called: dict[str, str] = {}
        for seats, won in self._read("select seats, winners from results where winners is not null order by ended"):
            names, winners = json.loads(seats), json.loads(won)
            for name in names:
                line = counted.setdefault(name.casefold(), [0, 0, 0])
                called[name.casefold()] = name
                line[0] += 1
                line[1] += name in winners
                line[2] += not winners
        lines = [League(called[key], *line) for key, line in counted.items()]
        return sorted(lines, key=lambda line: (-line.wins, -line.draws, line.played, line.name.casefold()))

    # Help

    def helps(self) -> dict[str, Call]:
        """The calls that are open, by table."""
        rows = self._read("select box, since, noticed, coming from helps")
        return {box: Call(since, noticed, bool(coming)) for box, since, noticed, coming in rows}

    def keep_help(self, box: str, call: Call | None) -> None:
        """A call, or that it is over."""
        with self._writing() as database:
            database.execute("delete from helps where box = ?", (box,))
            if call:
                row = (box, call.since, call.noticed, call.coming)
                database.execute("insert into helps (box, since, noticed, coming) values (?, ?, ?, ?)", row)

    # Tournaments

    def begin_tournament(self, title: str, game: str, rounds: int, names: Sequence[str]) -> None:
        with self._writing() as database:
            new = database.execute(
                "insert into tournaments (title, game, rounds, over) values (?, ?, ?, 0)", (title, game, rounds)
            ).lastrowid
            database.executemany(
                "insert into entries (tournament, name) values (?, ?)", [(new, name) for name in names]
            )

    def tournament(self) -> Tournament | None:
        """The newest."""
        found = self._read("select id, title, game, rounds, over from tournaments order by id desc limit 1")
        if not found:
            return None
        number, title, game, rounds, over = found[0]
        entries = self._read("select name, gone from entries where tournament = ? order by rowid", number)
        pairings = self._read(
            "select id, round, first, second, box, points from pairings where tournament = ? order by id", number
        )
        return Tournament(
            number,
            title,
            game,
            rounds,
            bool(over),
            tuple(name for name, _ in entries),
            frozenset(name for name, gone in entries if gone),
            tuple(Pairing(*each) for each in pairings),
        )

    def next_round(self, tournament: int, number: int, pairs: Sequence[tuple[str, str | None]]) -> None:
        with self._writing() as database:
            rows = [(tournament, number, first, second, None if second else 1.0) for first, second in pairs]
            database.executemany(
                "insert into pairings (tournament, round, first, second, points) values (?, ?, ?, ?, ?)", rows
            )

    def place(self, pairing: int, box: str) -> None:
        """They play at this table; at none if empty."""
        with self._writing() as database:
            database.execute("update pairings set box = ? where id = ?", (box, pairing))

    def decide(self, pairing: int, points: float | None) -> None:
        with self._writing() as database:
            database.execute("update pairings set points = ? where id = ?", (points, pairing))

    def enter(self, tournament: int, name: str) -> None:
        with self._writing() as database:
            database.execute("insert into entries (tournament, name) values (?, ?)", (tournament, name))

    def leave(self, tournament: int, name: str, *, gone: bool) -> None:
        with self._writing() as database:
            database.execute("update entries set gone = ? where tournament = ? and name = ?", (gone, tournament, name))

    def end_tournament(self, tournament: int) -> None:
        with self._writing() as database:
            database.execute("update tournaments set over = 1 where id = ?", (tournament,))
