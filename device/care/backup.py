"""Copies of all games and of what their owners taught the box: each evening, on a stick that is plugged in, and back.

A copy is one file: the journal, and in a table of its own every file of owners' packs and boards.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import Any

from device.live.journal_rows import NEXT_GAME, must_be_a_journal
from rules.ask import Trouble

KEPT = 14
"""How many evenings are kept."""

ROOM = 20_000_000
"""Bytes that a copy must leave for the game itself."""

THINGS = ("packs", "boards")
"""Folders of what owners have made themselves, which no download brings back."""

STICK = "TABLESIDE"
"""The name of a stick that wants a copy."""


@contextmanager
def alone(data: Path) -> Iterator[None]:
    """One box to one folder: two writers would be two truths."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = (data / "box.lock").open("a")
    except OSError as barred:
        raise Trouble(not_writable(data, barred)) from barred
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # Its socket would wake the service again as soon as a phone calls.
            how = "Stop it first: sudo systemctl stop tableside.socket tableside."
            raise Trouble(f"Another box is using {data}. {how}") from None
        give_to_owner(data / "box.lock")
        yield


NO_TEXT = "\ufffd"  # what stands for bytes that are none


def not_writable(folder: Path, why: OSError) -> str:
    """What people can do about a folder that takes nothing."""
    return (
        f"Nothing can be written to {folder}: {why.strerror}. "
        "Give this user the folder, or name another with --data or under [data] in table.toml."
    )


def give_to_owner(file: Path) -> None:
    """What root puts into the box's folder belongs to the box, or the box could not write to it."""
    if os.geteuid() == 0:
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _made(file: Path, mode: int) -> int:
    """A new file that nobody else may read meanwhile, opened; what was left half done under its name is gone."""
    file.unlink(missing_ok=True)
    return os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, mode)


def keep(file: Path, text: str, mode: int = 0o644) -> None:
    """Write a small file whole or not at all, and on the card before this returns, whenever the plug is pulled."""
    unfinished = file.with_name(f"{file.name}.part")
    try:
        with open(_made(unfinished, 0o600), "w", encoding="utf-8") as written:
            written.write(text)
        unfinished.chmod(mode)
        _put(unfinished, file)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def _put(unfinished: Path, file: Path) -> None:
    """Give a file that is complete its name, once all of it is on the card."""
    give_to_owner(unfinished)
    for path in (unfinished, file.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if path is unfinished:
            unfinished.replace(file)


def copies(data: Path) -> list[Path]:
    """The copies that are kept, the oldest first: told by their numbers, as the clock of a Pi may go back."""
    return sorted((data / "backups").glob("games-*.db"), key=lambda copy: (_number(copy), copy.name))


def _number(copy: Path) -> int:
    """Which copy it is; those of an older version have only a date."""
    found = re.match(r"games-(\d{6})-", copy.name)
    return int(found[1]) if found else 0


def back_up(data: Path, now: datetime) -> Path:
    """A whole copy of the journal and of owners' things, taken while the game goes on, and checked.

    Whose phone sits where stays in the box: a copy may go to a stick and from there to anybody.
    """
    source = data / "games.db"
    if not source.exists():
        raise Trouble(f"There is no game in {data} yet.")
    folder = data / "backups"
    try:
        folder.mkdir(exist_ok=True)
        for torn in folder.glob("games-*.part*"):  # the plug was pulled while they were made
            torn.unlink()
    except OSError as barred:
        raise Trouble(not_writable(folder, barred)) from barred
    number = max(map(_number, copies(data)), default=0) + 1
    copy = folder / f"games-{number:06}-{now:%Y-%m-%d-%H%M%S}.db"
    unfinished = copy.with_suffix(".part")
    things = [file for name in THINGS for file in sorted((data / name).rglob("*")) if _is_own(data, file)]
    size = sum(file.stat().st_size for file in [*data.glob("games.db*"), *things])
    if shutil.disk_usage(data).free < size + ROOM:
        raise Trouble(f"A copy of all games needs {(size + ROOM) / 1e6:.0f} MB: free some room. The games are safe.")
    try:
        os.close(_made(unfinished, 0o600))
        with closing(sqlite3.connect(source)) as games:
            games.execute("VACUUM INTO ?", (str(unfinished),))  # whole by itself, and nothing that was deleted
        with closing(sqlite3.connect(unfinished)) as copied:
            copied.execute("PRAGMA journal_mode=DELETE")  # one file
            copied.execute("PRAGMA secure_delete=ON")
            copied.execute("CREATE TABLE things (path TEXT PRIMARY KEY, bytes BLOB NOT NULL)")
            with copied:
                copied.execute("DELETE FROM seats")
                for file in things:
                    row = (file.relative_to(data).as_posix(), file.read_bytes())
                    copied.execute("INSERT INTO things VALUES (?, ?)", row)
        check(unfinished)
        _put(unfinished, copy)
    except (OSError, sqlite3.Error) as full:
        raise Trouble(f"No copy of all games could be made: {full}. The games are safe.") from full
    finally:
        unfinished.unlink(missing_ok=True)  # half a copy would only take the room from the game
    for old in copies(data)[:-KEPT]:
        old.unlink()
    return copy


def _is_own(data: Path, file: Path) -> bool:
    """Owners' things are files of their own; a link could lead to anything on this computer."""
    return file.is_file() and _link_on_the_way(data, file) is None


def _link_on_the_way(data: Path, file: Path) -> Path | None:
    """The part of the way from the data folder to *file* that leads elsewhere."""
    way = [file, *(data / each for each in file.relative_to(data).parents if each.parts)]
    return next((each for each in way if each.is_symlink()), None)


def check(file: Path) -> int:
    """How many games a copy holds; `Trouble` if it is none."""
    if not file.is_file():
        raise Trouble(f"There is no file {str(file)!r}." if str(file) != "." else "Say which copy: its file.")
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            [(verdict,)] = db.execute("PRAGMA integrity_check").fetchall()[:1]
            if verdict != "ok":
                raise Trouble(f"{file.name} is damaged: {verdict}.")
            must_be_a_journal(db)
            games: int = db.execute("SELECT count(*) FROM games").fetchone()[0]
            return games
    except sqlite3.DatabaseError as broken:
        raise Trouble(f"{file.name} is no copy of Tableside's games: {broken}.") from broken


def restore(data: Path, file: Path, now: datetime) -> str:
    """Put a copy back, whole or not at all; what was there is kept beside it."""
    games = check(file)
    with alone(data), ExitStack() as undo:
        try:
            unfinished, staged = data / "games.db.part", data / "restore.part"
            undo.callback(unfinished.unlink, missing_ok=True)
            _journal_of(file, unfinished)
            things = _taken_out(unfinished)
            if staged.exists():
                shutil.rmtree(staged)
            staged.mkdir(mode=0o700)
            undo.callback(shutil.rmtree, staged, ignore_errors=True)
            for place, (path, content) in enumerate(things):
                _must_have_room(data, data / path)
                (staged / str(place)).write_bytes(content)
            back = sum(_put_back(data, staged / str(n), path, now, undo) for n, (path, _) in enumerate(things))
            aside = None
            if (data / "games.db").exists():
                aside = set_aside(data, f"games-before-{now:%Y-%m-%d-%H%M%S}")
            put_journal(unfinished, data)
        except (OSError, ValueError, sqlite3.Error) as fault:
            raise Trouble(f"{file.name} could not be put back: {fault}. Everything is as it was.") from fault
        undo.pop_all()
        shutil.rmtree(staged)
    kept = f" What was there before is {aside.name}." if aside else ""
    which = "1 game is" if games == 1 else f"{games} games are"
    return f"{which} back{f', and {back} files of your packs and boards' if back else ''}.{kept}"


def _journal_of(file: Path, copy: Path) -> None:
    """Everything a copy holds, also what SQLite has written beside it."""
    os.close(_made(copy, 0o600))
    source = f"{file.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(source, uri=True)) as held, closing(sqlite3.connect(copy)) as db:
        held.backup(db)
        db.execute("PRAGMA journal_mode=DELETE")


def _must_be_listed(db: sqlite3.Connection) -> None:
    """SQLite's own check looks at every page, and yet misses broken ways to them, and names that are no text."""
    names, name = [str(name) for (name,) in db.execute("SELECT id FROM games")], ""
    while found := db.execute(NEXT_GAME, (name,)).fetchone():
        name = str(found[0])
        names.append(name)
    if any(NO_TEXT in name for name in names):
        raise Trouble("the name of a game cannot be read")


def fault_of(journal: Path) -> str:
    """Why the file cannot be used as it is; empty if it can. Nothing is changed by looking."""
    try:
        with closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as db:
            db.text_factory = lambda written: written.decode("utf-8", "replace")
            [(verdict,)] = db.execute("PRAGMA quick_check").fetchall()[:1]
            if verdict != "ok":
                return str(verdict).rpartition("\n")[2]
            if db.execute("PRAGMA user_version").fetchone()[0]:
                must_be_a_journal(db)
                _must_be_listed(db)
    except (sqlite3.Error, Trouble, UnicodeDecodeError) as broken:  # the last: SQLite quotes what it could not read
        return str(broken).removesuffix(".")
    return ""


def set_aside(data: Path, name: str) -> Path:
    """Give the journal a second name, so that another can take its place; at no moment is there no journal.

    What SQLite had not yet put into the file goes along, as it may be all there is of the last answers.
    """
    current, beside = data / "games.db", data / "games.db-wal"
    aside = _free(data / f"{name}.db")
    if not fault_of(current):
        with closing(sqlite3.connect(current)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if beside.exists() and beside.stat().st_size:
        kept = aside.with_name(f"{aside.name}-wal")
        kept.write_bytes(beside.read_bytes())
        kept.chmod(0o600)
        give_to_owner(kept)
    os.link(current, aside)
    return aside


def put_journal(unfinished: Path, data: Path) -> None:
    """Another journal takes the place of the one that was set aside."""
    for rest in (data / "games.db-wal", data / "games.db-shm"):
        rest.unlink(missing_ok=True)
    _put(unfinished, data / "games.db")


def _free(file: Path) -> Path:
    """*file*, or the next name that nothing has; where the clock went back there may be one already."""
    number, free = 1, file
    while os.path.lexists(free):
        number += 1
        free = file.with_name(f"{file.stem}-{number}{file.suffix}")
    return free


def _taken_out(copy: Path) -> list[tuple[str, bytes]]:
    """The owners' things that lie in a copy; an older copy has none. The journal alone is left."""
    with closing(sqlite3.connect(copy)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'things'").fetchone():
            return []
        things: list[tuple[Any, Any]] = db.execute("SELECT path, bytes FROM things ORDER BY path").fetchall()
        for path, content in things:
            if not _is_a_place(path):
                raise Trouble(f"The copy wants to write to {_shown(path)}, where no pack or board lies.")
            if not isinstance(content, bytes):
                raise Trouble(f"The copy holds no file for {path}.")
        db.execute("DROP TABLE things")
        db.execute("VACUUM")
    return things


def _is_a_place(path: object) -> bool:
    """Can a file of a pack or board lie there?"""
    if not isinstance(path, str) or "\0" in path:
        return False
    parts = PurePosixPath(path).parts
    return len(parts) > 1 and parts[0] in THINGS and ".." not in parts


def _shown(path: object) -> str:
    return path if isinstance(path, str) and path.isprintable() and path else repr(path)


def _must_have_room(data: Path, file: Path) -> None:
    """Can a file be put there, without leaving the folder by a link?"""
    link = _link_on_the_way(data, file)
    if link:
        raise Trouble(f"{link} is a link that leads elsewhere; take it away, and put the copy back then.")
    if file.is_dir():
        raise Trouble(f"{file} is a folder, and the copy has a file there; move it out of the way first.")
    for each in file.relative_to(data).parents:
        if (data / each).exists() and not (data / each).is_dir():
            raise Trouble(f"{data / each} is a file, and the copy has a folder there; move it out of the way first.")


def _put_back(data: Path, staged: Path, path: str, now: datetime, undo: ExitStack) -> bool:
    """One file of a pack or board as it was; one that has changed since is kept beside it."""
    file = data / path
    if file.exists():
        if file.read_bytes() == staged.read_bytes():
            return False
        before = _free(file.with_name(f"{file.name}.before-{now:%Y-%m-%d-%H%M%S}"))
        file.rename(before)
        undo.callback(before.rename, file)
    for each in reversed(file.relative_to(data).parents):
        if not (data / each).exists():
            (data / each).mkdir()
            undo.callback((data / each).rmdir)
            give_to_owner(data / each)
    undo.callback(file.unlink, missing_ok=True)
    _put(staged, file)
    give_to_owner(file)
    return True


def to_stick(copy: Path, mount_at: Path) -> str:
    """Copy to a stick named TABLESIDE, if one is plugged in."""
    device = Path("/dev/disk/by-label") / STICK
    if not device.exists():
        return ""
    mount_at.mkdir(parents=True, exist_ok=True)
    found = subprocess.run(
        ["mount", "-o", "nosuid,nodev,noexec", str(device), str(mount_at)], capture_output=True, text=True, check=False
    )
    if found.returncode:
        raise Trouble(f"The stick {STICK} cannot be opened: {found.stderr.strip()}.")
    try:
        unfinished = mount_at / f"{copy.name}.part"
        shutil.copyfile(copy, unfinished)
        check(unfinished)
        unfinished.replace(mount_at / copy.name)
    finally:
        subprocess.run(["umount", str(mount_at)], check=False)
    return f"Copied to the stick {STICK}."
