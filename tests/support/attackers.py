"""Whoever does no good to a box: connections that send half a request, or too much, or nothing at all."""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

HALF = b"GET /table HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "


@contextmanager
def many_files(count: int) -> Iterator[None]:
    """This process may open so many: it plays both ends of every connection."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(count, before[0]), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def connected(port: int, address: str = "127.0.0.2", sent: bytes = b"") -> socket.socket:
    """A connection from *address*: every address that begins with 127 is this machine's own."""
    line = socket.create_connection(("127.0.0.1", port), timeout=60, source_address=(address, 0))
    with suppress(ConnectionError):  # it was not let in
        line.sendall(sent)
    return line


def answered(line: socket.socket) -> bool:
    """Does the box say anything on this connection, or hang up?"""
    try:
        return bool(line.recv(100))
    except ConnectionError:
        return False


def addresses(count: int) -> list[str]:
    return [f"127.0.{1 + number // 200}.{1 + number % 200}" for number in range(count)]


def hung_up(line: socket.socket, seconds: float) -> bool:
    """Does the box end this connection in so many seconds?"""
    until = time.monotonic() + seconds
    try:
        while (left := until - time.monotonic()) > 0:
            line.settimeout(left)
            if not line.recv(1 << 16):
                return True
    except TimeoutError:
        return False
    except ConnectionError:
        return True
    return False


def heard(line: socket.socket) -> bytes:
    """All that comes until the box ends it."""
    got = b""
    with suppress(ConnectionError):
        while came := line.recv(1 << 16):
            got += came
    return got
