"""One connection of a phone: Waitress speaks HTTP on it, and here it is held to the limits.

A page that listens for changes keeps its connection and needs no thread: once its first picture is on the way, the
pages' one sender writes to it, and whatever a phone does not take at once waits here for that phone alone.
"""

from __future__ import annotations

import copy
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

from waitress.channel import ClientDisconnected, HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import RequestEntityTooLarge

from web.live.bodies import SMALL

from .limits import BODY_A_SECOND, Limits

if TYPE_CHECKING:
    from .server import Server

AT_ONCE = 1 << 16  # bytes of a refused body that are thrown away at a time


class Request(HTTPRequestParser):
    """A request as it comes in. How much it may bring is decided by its head, before any of it is read."""

    adj: Any
    largest_body = SMALL

    def __init__(self, connection: Connection, adj: Any) -> None:
        super().__init__(adj)
        self._connection = connection

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if not self.chunked and self.content_length <= SMALL:
            return
        self.largest_body = self._connection.server.largest_body(Answer(self._connection, self).get_environment())
        self.adj = copy.copy(self.adj)
        self.adj.max_request_body_size = self.largest_body + 1  # Waitress refuses what is not smaller

    @property
    def seconds(self) -> float:
        """How much longer its body may take than that of a small one."""
        return (self.largest_body if self.chunked else self.content_length) / BODY_A_SECOND


class Line:
    """The connection of a page that listens: it stays open after the answer, until one side ends it."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._ready: Callable[[], None] | None = None
        self._when_free: Callable[[], None] = lambda: None

    def keep(self, ready: Callable[[], None], when_free: Callable[[], None]) -> None:
        """Stay open. *ready* is called once the answer is on its way, *when_free* whenever the page caught up."""
        self._ready, self._when_free = ready, when_free

    @property
    def kept(self) -> bool:
        return self._ready is not None

    @property
    def is_open(self) -> bool:
        channel = self._answer.channel
        return bool(channel.connected) and not channel.will_close and not channel.close_when_flushed

    @property
    def is_free(self) -> bool:
        """Has the page taken all that it was sent?"""
        return not self._answer.channel.total_outbufs_len

    def send(self, data: bytes) -> None:
        """Send *data*, without waiting; what does not fit is sent as soon as the page takes it."""
        with suppress(ClientDisconnected):
            self._answer.write(data)

    def end(self) -> None:
        """The page is told no more."""
        try:
            self._answer.finish()
        except ClientDisconnected:
            return
        self._answer.channel.close_when_flushed = True
        self._answer.channel.server.pull_trigger()

    def begin(self) -> None:
        if self._ready:
            self._ready()

    def freed(self) -> None:
        self._when_free()


class Answer(WSGITask):
    """What the pages say to one request."""

    channel: Connection

    def __init__(self, connection: Connection, request: Request) -> None:
        super().__init__(connection, request)
        self.line = Line(self)

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ["tableside.line"] = self.line
        return environ

    def service(self) -> None:
        self.start()
        self.execute()
        if self.line.kept and self.chunked_response:
            self.close_on_finish = False  # not yet
            self.channel.listening = self.line
            self.line.begin()
        else:
            self.finish()


class TooLarge(Answer):
    """The pages' own words for a body that was not let in: they see how large it is, and nothing of it."""

    def get_environment(self) -> dict[str, Any]:
        length = max(self.request.content_length, self.request.body_bytes_received)
        return super().get_environment() | {"wsgi.input": BytesIO(), "CONTENT_LENGTH": str(length)}

    def service(self) -> None:
        self.set_close_on_finish()
        self.channel.lingers = True
        super().service()


def _refusal(connection: Connection, request: Request) -> ErrorTask | TooLarge:
    if isinstance(request.error, RequestEntityTooLarge):
        return TooLarge(connection, request)
    return ErrorTask(connection, request)


class Connection(HTTPChannel):
    """One connection, from the first byte to the last."""

    task_class = Answer
    error_task_class = staticmethod(_refusal)
    server: Server
    close_when_flushed: bool

    def __init__(self, server: Server, sock: socket.socket, addr: tuple[str, int], adj: Any, map: Any) -> None:
        super().__init__(server, sock, addr, adj, map=map)
        self.parser_class = partial(Request, self)
        self.listening: Line | None = None
        self.lingers = False  # it was refused a body that may still be on its way
        self._throws_away = False
        self._served = 0
        self._doing: tuple[object, ...] = ("head", 0)
        self.since = time.monotonic()

    @property
    def address(self) -> str:
        return str(self.addr[0])

    @property
    def is_waiting(self) -> bool:
        """Nobody works on anything of it, and it listens to nothing."""
        return not self.requests and self.listening is None

    def is_overdue(self, now: float, limits: Limits) -> bool:
        """Has it been at the same thing for longer than it may?"""
        doing, patience = self._at(limits)
        if doing != self._doing:
            self._doing, self.since = doing, now
        return now - self.since > patience

    def _at(self, limits: Limits) -> tuple[tuple[object, ...], float]:
        """What it is at just now, and how long that may take."""
        coming = self.request  # the request that is not yet whole
        if self._throws_away:
            return ("throwing away",), limits.refused
        if self.total_outbufs_len:
            return ("sending", self.last_activity), limits.stuck
        if self.requests or self.listening:
            return ("answering", self._served), float("inf")
        if coming is not None and coming.headers_finished:
            return ("body", self._served), limits.body + coming.seconds
        if coming is None and self._served:
            return ("idle", self._served), limits.idle
        return ("head", self._served), limits.head

    def service(self) -> None:
        super().service()
        self._served += 1

    def write_soon(self, data: bytes) -> int:
        """To a page that listens straight away, where nothing waits for it: two hundred are told one by one."""
        with self.outbuf_lock:
            if self.listening and self.connected and not self.total_outbufs_len:
                try:
                    sent = self.send(data, do_close=False)
                except OSError:  # it is out of reach
                    self.will_close = True
                    self.server.pull_trigger()
                    return len(data)
                if sent == len(data):
                    return len(data)
                data = data[sent:]
            return int(super().write_soon(data))

    # What the server's one loop calls

    def readable(self) -> bool:
        if self._throws_away:
            return True
        if self.listening:
            return not self.will_close  # only to notice that it went away
        return bool(super().readable())

    def handle_read(self) -> None:
        if not self._throws_away and not self.listening:
            super().handle_read()
        elif self.recv(AT_ONCE) and self.listening:
            self.handle_close()  # a page that listens has nothing to say

    def writable(self) -> bool:
        return not self._throws_away and bool(super().writable())

    def handle_write(self) -> None:
        if self.listening:
            with self.outbuf_lock:  # the sender may be writing
                self._flush_exception(self._flush_some)
            if not self.total_outbufs_len:
                if self.close_when_flushed:
                    self.will_close = True
                else:
                    self.listening.freed()
            if self.will_close:
                self.handle_close()
        elif self.lingers and self.close_when_flushed and not self.total_outbufs_len:
            self.close_when_flushed, self._throws_away = False, True
            self.socket.shutdown(socket.SHUT_WR)
        else:
            super().handle_write()

    def handle_close(self) -> None:
        super().handle_close()
        if self.listening:
            self.listening.freed()  # the sender forgets it
