"""One thread tells every page: two hundred threads that wake at once would mostly wait for each other.

The sender writes to the pages' own connections without waiting for any of them. A phone that cannot take it all at
once keeps its own thread busy with the rest and nobody else's; afterwards it is told what is new since.
"""

from __future__ import annotations

import logging
import socket
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from flask import Flask

from .changes import Drawn, told
from .seats import Viewer, seat_of

if TYPE_CHECKING:
    from .events import Wire

log = logging.getLogger(__name__)

STILL_HERE = 5.0
"""Seconds between signs of life, so that both ends notice a lost connection."""

HERE = b"event: here\ndata: {}\n\n"
MOVED = b"event: moved\ndata: {}\n\n"


@dataclass(eq=False)
class Phone:
    """One page's open connection.

    :param token: the seat's secret by which it came in; if that is nobody's any more, the page begins anew.
    :param environ: the request it came with, in whose name its page is drawn.
    :ivar alike: the same text for all phones that see the same.
    """

    line: socket.socket
    who: Viewer
    page: str
    token: str
    environ: dict[str, Any]
    count: int = -1
    drawn: Drawn | None = None
    rest: bytes = b""  # what did not fit at once
    gone: bool = False
    woken: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.alike = f"{self.who} {self.page} {self.token}"


def chunk(data: bytes) -> bytes:
    """As HTTP sends a piece of an answer whose end is not known."""
    return b"%x\r\n%b\r\n" % (len(data), data)


class Sender:
    """Tells all pages of each change, one after the other, and gives a sign of life where there is none."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._phones: dict[Phone, None] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def stay(self, app: Flask, phone: Phone) -> None:
        """Keep *phone* told for as long as it listens; called by the thread of its own request."""
        with self._lock:
            self._phones[phone] = None
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, args=(app,), daemon=True, name="sender")
                self._thread.start()
        self._wire.nudge()  # something may have changed since its first picture
        try:
            while not phone.gone and not self._wire.closing:
                phone.woken.wait()
                if phone.rest:
                    try:
                        phone.line.sendall(phone.rest)  # waits for this phone, and for nobody else
                    except OSError:
                        return
                    phone.rest = b""
                phone.woken.clear()
                if not phone.gone:
                    self._wire.nudge()
        finally:
            with self._lock:
                self._phones.pop(phone, None)

    def let_go(self) -> None:
        """All listeners' threads come to their end."""
        with self._lock:
            phones = list(self._phones)
        for phone in phones:
            phone.woken.set()

    def _run(self, app: Flask) -> None:
        heard = time.monotonic()
        seen = (-1, -1)
        while not self._wire.closing:
            seen = self._wire.news(seen, max(0.0, heard + STILL_HERE - time.monotonic()))
            if self._wire.closing:
                break
            with self._lock:
                phones = [phone for phone in self._phones if not phone.woken.is_set()]
            quiet = time.monotonic() - heard >= STILL_HERE
            if quiet:
                heard = time.monotonic()
            self._tell(app, phones, seen[0], quiet)
        self.let_go()

    def _tell(self, app: Flask, phones: list[Phone], count: int, quiet: bool) -> None:
        """Each of *phones* what is new to it: many show the very same page, and hear the very same bytes."""
        messages: dict[tuple[Drawn | None, str], tuple[bytes, Drawn | None]] = {}
        for phone in phones:
            if phone.count == count:
                if quiet:
                    self._send(phone, chunk(HERE))
                continue
            kind = (phone.drawn, phone.alike)
            if kind not in messages:
                messages[kind] = self._message(app, phone, count)
            message, phone.drawn = messages[kind]
            phone.count = count
            if message:
                self._send(phone, message)
            if phone.drawn is None:
                self._drop(phone)

    def _message(self, app: Flask, phone: Phone, count: int) -> tuple[bytes, Drawn | None]:
        """What *phone* has to hear, and what it shows then; nothing if its line ends here."""
        if phone.page == "seat" and seat_of(phone.token, self._wire.claims()) != phone.who.seat:
            return chunk(MOVED), None  # the seat was freed or taken: the page begins anew
        try:
            with app.request_context(phone.environ):
                drawn = self._wire.draw(count, phone.who, phone.page)
            if phone.drawn is not None and drawn.shows_the_same(phone.drawn):
                return b"", phone.drawn  # the game was already further on when the change before was drawn
            return chunk(told(phone.drawn, drawn)), drawn
        except Exception:  # one page that cannot be drawn must not keep the others from hearing
            log.exception("a page could not be drawn")
            return b"", None

    def _send(self, phone: Phone, data: bytes) -> None:
        try:
            sent = phone.line.send(data, socket.MSG_DONTWAIT)
        except BlockingIOError:
            sent = 0
        except OSError:  # the phone is away
            self._drop(phone)
            return
        if sent < len(data):
            phone.rest = data[sent:]
            phone.woken.set()

    def _drop(self, phone: Phone) -> None:
        phone.gone = True
        phone.woken.set()
