"""One connection of a phone: Waitress speaks HTTP on it, and here it is held to the limits.

A page that listens for changes keeps its connection and needs no thread: once its first picture is on the way, the
pages' one sender writes to it, and whatever a phone does not take at once waits here for that phone alone.
"""

from __future__ import annotations

import copy
import socket
import threading
import time
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Any

from waitress.channel import HTTPChannel
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
    """The connection of a page that listens: it stays open after the answer, until one side ends it.

    :ivar is_open: neither side has ended it.
    :ivar is_free: the page has taken all that it was sent.
    """

    __slots__ = ("_connection", "_ready", "_socket", "_when_free", "_writing", "is_free", "is_open", "kept")

    def __init__(self, connection: Connection) -> None:
        self.is_open = self.is_free = True
        self._connection = connection
        self._socket, self._writing = connection.socket, connection.writing
        self._ready: Callable[[], None] = lambda: None
        self._when_free: Callable[[], None] = lambda: None
        self.kept = False

    def keep(self, ready: Callable[[], None], when_free: Callable[[], None]) -> None:
        """Stay open. *ready* is called once the answer is on its way, *when_free* when the page caught up or left."""
        self.kept, self._ready, self._when_free = True, ready, when_free

    def send(self, data: bytes) -> None:
        """Send *data*, without waiting; what does not fit is sent as soon as the page takes it."""
        with self._writing:  # nobody closes it meanwhile
            if not self.is_open:
                return
            try:
                # Two hundred are told one by one: what can leave at once goes through nobody else's hands.
                sent = self._socket.send(data) if self.is_free else 0
            except BlockingIOError:
                sent = 0
            except OSError:  # out of reach
                self.is_open, self._connection.will_close = False, True
                self._connection.wake()
                return
            if sent < len(data):
                self._connection.write_soon(data[sent:])
                self.is_free = not self._connection.total_outbufs_len
                self._connection.wake()

    def end(self) -> None:
        """The page is told no more."""
        self.is_open = False
        self._connection.close_when_flushed = True
        self._connection.wake()

    # What the connection says

    def begin(self) -> None:
        self._ready()

    def freed(self) -> None:
        self.is_free = True
        self._when_free()

    def lost(self) -> None:
        self.is_open = False
        self._when_free()


class Answer(WSGITask):
    """What the pages say to one request."""

    channel: Connection

    def __init__(self, connection: Connection, request: Request) -> None:
        super().__init__(connection, request)
        self.line = Line(connection)

    def get_environment(self) -> dict[str, Any]:
        environ: dict[str, Any] = super().get_environment()
        environ["tableside.line"] = self.line
        return environ

    def build_response_header(self) -> bytes:
        if self.line.kept:
            self.version = "1.0"  # it ends when its connection does: nothing has to be put around each message
        return bytes(super().build_response_header())

    def service(self) -> None:
        self.start()
        self.execute()
        if self.line.kept and self.status.startswith("200"):
            self.close_on_finish = False  # not yet
            self.channel.hand_over(self.line)
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
        self.writing = threading.RLock()
        self.outbuf_lock = threading.Condition(self.writing)
        self.parser_class = partial(Request, self)
        self.listening: Line | None = None
        self.lingers = False  # it was refused a body that may still be on its way
        self._throws_away = False
        self._served = 0
        self._doing: tuple[object, ...] = ("head", 0)
        self.since = time.monotonic()

    def hand_over(self, line: Line) -> None:
        """The answer is on its way: from now on its page hears whatever is sent along *line*."""
        with self.outbuf_lock:
            self.listening, line.is_free = line, not self.total_outbufs_len
        line.begin()

    def wake(self) -> None:
        """Have the server look at it, from whichever thread."""
        self.server.wake(self)

    @property
    def number(self) -> int | None:
        """Of its file, while it is open."""
        found: int | None = self._fileno
        return found

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
        if not self.connected:
            return  # it was just found to be gone
        if self.listening:
            with self.outbuf_lock:  # the sender may be writing
                self._flush_exception(self._flush_some)
                if not self.total_outbufs_len and self.close_when_flushed:
                    self.will_close = True
            if self.will_close:
                self.handle_close()
        elif self.lingers and self.close_when_flushed and not self.total_outbufs_len:
            self.close_when_flushed, self._throws_away = False, True
            self.socket.shutdown(socket.SHUT_WR)
        else:
            super().handle_write()
        if self.listening and self.connected:
            with self.outbuf_lock:
                caught_up = not self.total_outbufs_len and not self.listening.is_free
            if caught_up:
                self.listening.freed()

    def handle_close(self) -> None:
        self.server.quiet.wake(self)
        if self.listening:
            with self.writing:
                self.listening.is_open = False
        super().handle_close()
        if self.listening:
            self.listening.lost()
