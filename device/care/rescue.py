"""A journal that was damaged on its card: what can be read is taken over, and what cannot is told.

Cards wear out, and plugs are pulled. The damaged file is never written to: it keeps lying beside the new one under a
name of its own, and with it whatever somebody may still get out of it.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from device.live.journal import Journal
from device.live.journal_rows import NO_ENTRY, row_sum
from rules.ask import Trouble
from rules.games import game as game_of
from rules.moment import SavedGame

from .backup import check, copies, fault_of, give_to_owner, put_journal, set_aside

log = logging.getLogger(__name__)

KEYS = {
    "games": ("id",),
    "entries": ("game", "number"),
    "seats": ("game", "seat"),
    "written": ("game",),
    "opened": ("game",),
    "sums": ("game", "number"),
    "habits": ("game", "seat", "habit"),
    "played": ("game", "seat"),
    "unadvised": ("game",),
    "remarks": ("game", "node", "place"),
    "taught": ("game", "what"),
    "learnt": ("name", "kind", "lesson"),
    "wishes": ("name", "what"),
    "ticked": ("game", "step"),
}
"""Every table of a journal, and what tells its rows apart."""

THE_SAME_IN_ALL = ((0, 24), (44, 48), (56, 60))
"""Bytes of SQLite's header that do not depend on what lies in the file: its sign, page size, format and encoding."""

MOST = 100_000
"""Entries that are looked for one by one, where a hole in the file hides the way to them."""


def open_journal(data: Path) -> tuple[Journal, list[str]]:
    """The box's journal, and what has to be said of it; only the box itself may do this, alone with its folder."""
    file, told = data / "games.db", []
    if file.exists() and (fault := fault_of(file)):
        told = _rescue(data, fault)
        for sentence in told:
            log.warning("%s", sentence)
    new = not file.exists()
    journal = Journal(file)
    if new:
        give_to_owner(file)
    return journal, told


def _rescue(data: Path, fault: str) -> list[str]:
    """A new journal with everything that can be read of the damaged one."""
    unfinished = data / "games.db.part"
    aside = set_aside(data, "games-damaged")
    for left in data.glob("games.db.part*"):
        left.unlink()
    copy, filled = _good_copy(data), 0
    with closing(Journal(unfinished)) as journal:
        _take_over(aside, unfinished)
        if copy:
            filled = sum(_fill(journal, unfinished, copy, name) for name in _steps_in(copy))
        saved = {each.id: each for each in journal.games()}
        missing = {name: journal.damaged(name) for name in saved}
    put_journal(unfinished, data)
    count = len(saved)
    told = [
        f"The journal was damaged on its card ({fault}). It was set aside as {aside.name}, and everything in it that "
        f"could be read was taken over: {count} game{'s' * (count != 1)}."
    ]
    if copy and filled:
        told.append(f"{_steps(filled)} that could not be read came from the copy {copy.name}.")
    for name, numbers in missing.items():
        if saved[name].trouble or numbers:
            lost = saved[name].trouble or f"{len(numbers)} of {_steps(saved[name].entries)} cannot be read"
            told.append(f"{called(saved[name])}: {lost.removesuffix('.')}.")
    if len(told) > 1:
        told += offer(data, saved)
    with suppress(OSError):
        (aside.with_suffix(".json")).write_text(json.dumps(told), "utf-8")
    return told


def _fill(journal: Journal, file: Path, copy: Path, name: str) -> int:
    """What is missing of a game, from a copy: what was written once is never changed, so it is there as it was.

    A copy from before another one was put back may tell of answers that were then given otherwise: then none is taken.
    """
    damaged = set(journal.damaged(name))
    query = "SELECT * FROM entries WHERE game = ?"
    with (
        closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as kept,
        closing(_plain(file)) as new,
    ):
        then = {row[1]: row for row in kept.execute(query, (name,))}
        now = {row[1]: row for row in new.execute(query, (name,))}
        if any(now[number] != row for number, row in then.items() if number in now and number not in damaged):
            return 0
        wanted = {number: row for number, row in then.items() if number not in now or number in damaged}
        with new:
            if NO_ENTRY in damaged:
                row = kept.execute("SELECT * FROM games WHERE id = ?", (name,)).fetchone()
                _replace(new, "games", row)
                _replace(new, "sums", (name, NO_ENTRY, row_sum(row)))
            for number, row in wanted.items():
                _replace(new, "entries", row)
                _replace(new, "sums", (name, number, row_sum(row)))
    return len(wanted)


def _replace(db: sqlite3.Connection, table: str, row: tuple[Any, ...]) -> None:
    db.execute(f"INSERT OR REPLACE INTO {table} VALUES ({', '.join('?' * len(row))})", row)


def _plain(file: Path) -> sqlite3.Connection:
    """A journal as it lies there, letters that were damaged included."""
    db = sqlite3.connect(file)
    db.text_factory = lambda written: written.decode("utf-8", "replace")
    return db


def set_aside_before(data: Path) -> Iterator[tuple[str, list[str]]]:
    """The damaged journals that still lie in the folder, and what was said of each."""
    for file in sorted(data.glob("games-damaged*.db")):
        try:
            told = [str(each) for each in json.loads(file.with_suffix(".json").read_text("utf-8"))]
        except (OSError, ValueError, TypeError):
            told = [f"A damaged journal was set aside as {file.name}."]
        yield file.name, told


def called(saved: SavedGame) -> str:
    """A game as people speak of it."""
    try:
        title = game_of(saved.setup.game).title
    except KeyError:
        title = saved.setup.game
    names = ", ".join(saved.setup.names.values())
    return f"{title} ({names})" if names else f"{title} ({saved.id})"


def offer(data: Path, saved: dict[str, SavedGame]) -> list[str]:
    """The newest good copy, and what putting it back would lose; nothing if there is none."""
    copy = _good_copy(data)
    if copy is None:
        return []
    then = _steps_in(copy)
    lost = [
        f"{_steps(each.entries - then.get(name, 0))} of {called(each)}"
        for name, each in saved.items()
        if each.entries > then.get(name, 0)
    ]
    loses = f"would lose what came after it: {'; '.join(lost)}" if lost else "would lose nothing"
    count = len(then)
    return [
        f"The newest good copy is {copy.name}, with {count} game{'s' * (count != 1)} of {_steps(sum(then.values()))}. "
        f"Putting it back {loses}. To do so: tableside restore {copy}."
    ]


def _good_copy(data: Path) -> Path | None:
    """The newest copy that is whole."""
    for copy in reversed(copies(data)):
        with suppress(Trouble, sqlite3.Error):
            check(copy)
            return copy
    return None


def _steps(count: int) -> str:
    return f"{count} step{'s' * (count != 1)}"


def _steps_in(copy: Path) -> dict[str, int]:
    with closing(sqlite3.connect(f"{copy.absolute().as_uri()}?mode=ro", uri=True)) as db:
        return {str(name): int(count) for name, count in db.execute("SELECT game, count(*) FROM entries GROUP BY game")}


# Reading what is left


def _take_over(damaged: Path, journal: Path) -> None:
    """Every row that can be read, into a journal that is empty."""
    with tempfile.TemporaryDirectory(prefix="rescue-", dir=damaged.parent) as scratch:
        copy = _with_a_good_beginning(damaged, journal, Path(scratch))
        with closing(_plain(copy)) as db, closing(_plain(journal)) as new:
            with suppress(sqlite3.Error):
                db.execute("PRAGMA writable_schema=ON")  # reads on where the file ends too early
            with new:
                for table, key in KEYS.items():
                    columns = tuple(row[1] for row in new.execute(f"PRAGMA table_info({table})"))
                    into = f"INSERT OR IGNORE INTO {table} VALUES ({', '.join('?' * len(columns))})"
                    for row in _rows(db, table, columns, key):
                        with suppress(sqlite3.Error, OverflowError):  # a row that cannot be one of ours
                            new.execute(into, row)


def _with_a_good_beginning(damaged: Path, journal: Path, scratch: Path) -> Path:
    """A copy to read from. What every journal begins with is put right: a single wrong byte there hides it all."""
    copy = scratch / "games.db"
    content, like = bytearray(damaged.read_bytes()), journal.read_bytes()[: max(b for _, b in THE_SAME_IN_ALL)]
    for first, last in THE_SAME_IN_ALL:
        content[first:last] = like[first:last]
    copy.write_bytes(content)
    beside = damaged.with_name(f"{damaged.name}-wal")
    if beside.exists():
        copy.with_name("games.db-wal").write_bytes(beside.read_bytes())
    return copy


def _rows(
    db: sqlite3.Connection, table: str, columns: tuple[str, ...], key: tuple[str, ...]
) -> Iterator[tuple[Any, ...]]:
    """What can be read of a table: from its beginning, from its end, and what lies between the holes."""
    every = f"SELECT {', '.join(columns)} FROM {table}"
    yield from _until_it_breaks(db, f"{every} ORDER BY {', '.join(key)}")
    yield from _until_it_breaks(db, f"{every} ORDER BY {', '.join(f'{name} DESC' for name in key)}")
    if key == ("game", "number"):
        games = {row[0] for row in _until_it_breaks(db, "SELECT id FROM games")}
        games |= {row[0] for row in _until_it_breaks(db, "SELECT game FROM opened")}
        for game in sorted(map(str, games)):
            for way in ("", " DESC"):
                yield from _until_it_breaks(db, f"{every} WHERE game = ? ORDER BY number{way}", game)
            for [last] in _until_it_breaks(db, f"SELECT number FROM {table} WHERE game = ? ORDER BY number DESC", game):
                for number in range(min(last, MOST) if isinstance(last, int) else 0):
                    yield from _until_it_breaks(db, f"{every} WHERE game = ? AND number = ?", game, number)
                break


def _until_it_breaks(db: sqlite3.Connection, query: str, *values: Any) -> Iterator[tuple[Any, ...]]:
    try:
        yield from db.execute(query, values)
    except (sqlite3.Error, OverflowError) as broken:
        log.debug("%s: %s", query, broken)
