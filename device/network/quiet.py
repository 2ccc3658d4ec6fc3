"""Connections from which something may come at any time, and to which nothing is to be sent just now.

Waitress asks each of its connections before every look at the network. Three hundred phones that listen would cost it
more than the one that has something to say; here they wait together, whatever their number.
"""

from __future__ import annotations

import select
from typing import Any

from waitress import wasyncore

from .connection import Connection


class Quiet:
    """All of them, as one of the things that Waitress looks at.

    :param looked_at: what Waitress looks at, by the number of its file.
    """

    accepting = False

    def __init__(self, looked_at: dict[int, Any]) -> None:
        self._looked_at = looked_at
        self._all: dict[int, Connection] = {}
        self._epoll = select.epoll()
        looked_at[self._epoll.fileno()] = self

    def settle(self) -> None:
        """Whoever only waits to be heard waits here."""
        for number, each in list(self._looked_at.items()):
            if isinstance(each, Connection) and each.readable() and not each.writable():
                del self._looked_at[number]
                self._all[number] = each
                self._epoll.register(number, select.EPOLLIN)

    def wake(self, connection: Connection) -> None:
        """It has something to send, or is done."""
        number = connection.number
        if number is not None and number in self._all:
            del self._all[number]
            self._epoll.unregister(number)
            self._looked_at[number] = connection

    # What Waitress asks of everything that it looks at

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        for number, what in self._epoll.poll(0):
            if found := self._all.get(number):  # it was not closed on account of another
                self.wake(found)
                wasyncore.readwrite(found, what)

    def close(self) -> None:
        del self._looked_at[self._epoll.fileno()]
        self._epoll.close()
