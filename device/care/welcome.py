"""How somebody comes in who started a box or a hall: its secret, its address, and who may read them."""

from __future__ import annotations

import os
import re
import secrets
import socket
import sys
from pathlib import Path

from .backup import keep


def host_token(data: Path, name: str = "host.token") -> str:
    """The secret of the box's own screen, or of the hall's desk, kept across restarts."""
    file = data / name
    try:
        known = file.read_text("ascii").strip()
    except (FileNotFoundError, UnicodeDecodeError):
        known = ""
    if not re.fullmatch(r"[\w-]{20,}", known):  # none yet, or the card lost it
        known = secrets.token_urlsafe(24)
        keep(file, known, 0o640)  # the box's own screen runs as another user of the same group
    return known


def is_read_by_a_person(*, pretend: bool) -> bool:
    """Whether what is printed goes to somebody's terminal and into no log.

    A pretend box is tried out by hand, also with its words sent through a pipe; the system's journal is no pipe of
    anybody's. A desktop's terminal knows JOURNAL_STREAM too, so it only counts for the stream it names.
    """
    if sys.stdout.isatty():
        return True
    try:
        written = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):
        return pretend
    return pretend and os.environ.get("JOURNAL_STREAM") != f"{written.st_dev}:{written.st_ino}"


def own_number() -> str:
    """This machine's number on its network, 127.0.0.1 if it is on none; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address that is never anybody's
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def own_address(port: int) -> str:
    """Where others on the same network find this machine."""
    return f"http://{own_number()}" + ("" if port == 80 else f":{port}")
