"""Copies of all games and of what their owners taught the box: each evening, on a stick that is plugged in, and back.

A copy is one file: the journal, and in a table of its own every file of owners' packs and boards.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path, PurePosixPath

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
    data.mkdir(parents=True, exist_ok=True)
    with (data / "box.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            # Its socket would wake the service again as soon as a phone calls.
            how = "Stop it first: sudo systemctl stop tableside.socket tableside."
            raise Trouble(f"Another box is using {data}. {how}") from None
        _give_to_owner(data / "box.lock")
        yield


def _give_to_owner(file: Path) -> None:
    """What root puts into the box's folder belongs to the box, or the box could not write to it."""
    if os.geteuid() == 0:
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def keep(file: Path, text: str, mode: int = 0o644) -> None:
    """Write a small file whole or not at all, and on the card before this returns, whenever the plug is pulled."""
    unfinished = file.with_name(f"{file.name}.part")
    try:
        unfinished.write_text(text, "utf-8")
        unfinished.chmod(mode)
        _put(unfinished, file)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise


def _put(unfinished: Path, file: Path) -> None:
    """Give a file that is complete its name, once all of it is on the card."""
    _give_to_owner(unfinished)
    for path in (unfinished, file.parent):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        if path is unfinished:
            unfinished.replace(file)


def back_up(data: Path, now: datetime) -> Path:
    """A whole copy of the journal and of owners' things, taken while the game goes on, and checked."""
    source = data / "games.db"
    if not source.exists():
        raise Trouble(f"There is no game in {data} yet.")
    folder = data / "backups"
    folder.mkdir(exist_ok=True)
    copy = folder / f"games-{now:%Y-%m-%d-%H%M%S}.db"
    unfinished = copy.with_suffix(".part")
    for torn in folder.glob("games-*.part*"):  # the plug was pulled while they were made
        torn.unlink()
    things = [file for name in THINGS for file in sorted((data / name).rglob("*")) if file.is_file()]
    size = sum(file.stat().st_size for file in [*data.glob("games.db*"), *things])
    if shutil.disk_usage(data).free < size + ROOM:
        raise Trouble(f"A copy of all games needs {(size + ROOM) / 1e6:.0f} MB: free some room. The games are safe.")
    try:
        with closing(sqlite3.connect(source)) as games, closing(sqlite3.connect(unfinished)) as copied:
            games.backup(copied)
            copied.execute("PRAGMA journal_mode=DELETE")  # one file, whole by itself
            copied.execute("CREATE TABLE things (path TEXT PRIMARY KEY, bytes BLOB NOT NULL)")
            with copied:
                for file in things:
                    row = (file.relative_to(data).as_posix(), file.read_bytes())
                    copied.execute("INSERT INTO things VALUES (?, ?)", row)
        check(unfinished)
        _put(unfinished, copy)
    except (OSError, sqlite3.Error) as full:
        unfinished.unlink(missing_ok=True)  # half a copy would only take the room from the game
        raise Trouble(f"No copy of all games could be made: {full}. The games are safe.") from full
    for old in sorted(folder.glob("games-*.db"))[:-KEPT]:
        old.unlink()
    return copy


def check(file: Path) -> int:
    """How many games a copy holds; `Trouble` if it is none."""
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as db:
            [(verdict,)] = db.execute("PRAGMA integrity_check").fetchall()[:1]
            if verdict != "ok":
                raise Trouble(f"{file.name} is damaged: {verdict}.")
            games: int = db.execute("SELECT count(*) FROM games").fetchone()[0]
            return games
    except sqlite3.DatabaseError as broken:
        raise Trouble(f"{file.name} is no copy of Tableside's games: {broken}.") from broken


def restore(data: Path, file: Path, now: datetime) -> str:
    """Put a copy back; what was there is kept beside it."""
    games = check(file)
    with alone(data):
        current, unfinished = data / "games.db", data / "games.db.part"
        shutil.copyfile(file, unfinished)
        things = _taken_out(unfinished)
        kept = ""
        if current.exists():
            aside = data / f"games-before-{now:%Y-%m-%d-%H%M%S}.db"
            with closing(sqlite3.connect(current)) as db:
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            # A second name for it, so that at no moment is there no journal.
            os.link(current, aside)
            for rest in (data / "games.db-wal", data / "games.db-shm"):
                rest.unlink(missing_ok=True)
            kept = f" What was there before is {aside.name}."
        _put(unfinished, current)
        back = sum(_put_back(data, path, content, now) for path, content in things)
    return f"{games} games are back{f', and {back} files of your packs and boards' if back else ''}.{kept}"


def _taken_out(copy: Path) -> list[tuple[str, bytes]]:
    """The owners' things that lie in a copy; an older copy has none. The journal alone is left."""
    with closing(sqlite3.connect(copy)) as db:
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'things'").fetchone():
            return []
        things: list[tuple[str, bytes]] = db.execute("SELECT path, bytes FROM things ORDER BY path").fetchall()
        for path, _ in things:
            if PurePosixPath(path).parts[0] not in THINGS or ".." in PurePosixPath(path).parts:
                raise Trouble(f"The copy wants to write to {path}, where no pack or board lies.")
        db.execute("DROP TABLE things")
        db.execute("VACUUM")
    return things


def _put_back(data: Path, path: str, content: bytes, now: datetime) -> bool:
    """One file of a pack or board as it was; one that has changed since is kept beside it."""
    file = data / path
    if file.exists():
        if file.read_bytes() == content:
            return False
        file.rename(file.with_name(f"{file.name}.before-{now:%Y-%m-%d-%H%M%S}"))
    for folder in reversed(file.relative_to(data).parents):
        if not (data / folder).exists():
            (data / folder).mkdir()
            _give_to_owner(data / folder)
    unfinished = file.with_name(f"{file.name}.part")
    unfinished.write_bytes(content)
    _put(unfinished, file)
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
        shutil.copyfile(copy, mount_at / copy.name)
        check(mount_at / copy.name)
    finally:
        subprocess.run(["umount", str(mount_at)], check=False)
    return f"Copied to the stick {STICK}."
