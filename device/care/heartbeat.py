"""Telling systemd that the box is ready and alive.

The sign of life comes from the live table itself: a table that hangs, or a journal that cannot be read, gives none,
and systemd starts the box again.
"""

from __future__ import annotations

import logging
import os
import socket
import threading

from device.live.table import Table

log = logging.getLogger(__name__)


def is_a_service() -> bool:
    """Was this started by systemd, as on a box that somebody installed?"""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def tell(message: str) -> None:
    """Send one message to systemd; nothing happens where nobody listens."""
    address = os.environ.get("NOTIFY_SOCKET")
    if not address:
        return
    if address.startswith("@"):  # a name without a file
        address = "\0" + address[1:]
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
            wire.connect(address)
            wire.sendall(message.encode())
    except OSError as fault:
        log.warning("systemd cannot be told %s: %s", message, fault)


class Heartbeat:
    """Tells systemd three times in each of its periods that the table lives."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._stop = threading.Event()
        self._period = int(os.environ.get("WATCHDOG_USEC", "0")) / 1_000_000 / 3
        if self._period:
            threading.Thread(target=self._beat, name="heartbeat", daemon=True).start()

    def _beat(self) -> None:
        while not self._stop.wait(self._period):
            if self._table.is_alive(self._period):
                tell("WATCHDOG=1")
            else:
                log.error("the table gives no sign of life")

    def close(self) -> None:
        self._stop.set()
        tell("STOPPING=1")


def given_socket() -> int | None:
    """The listening socket systemd opened for this process, so that it needs no right to low ports."""
    if os.environ.get("LISTEN_PID") == str(os.getpid()) and os.environ.get("LISTEN_FDS") == "1":
        return 3  # the first after standard error, as systemd counts
    return None
