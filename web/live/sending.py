"""One thread tells every page: two hundred threads that wake at once would mostly wait for each other.

The sender writes to the pages' own lines without waiting for any of them. A phone that has not taken all of the last
message is passed over; once it has, it is told what is new since.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from flask import Flask

from .changes import Drawn, told
from .seats import Viewer
from .speaking import Afar, Speaking
from .speaking import told as to_say

if TYPE_CHECKING:
    from .events import Wire

log = logging.getLogger(__name__)

STILL_HERE = 5.0
"""Seconds between signs of life, so that both ends notice a lost connection."""

PATIENCE = 10.0
"""Seconds for a last message to be drawn when the box is closed."""

HERE = b"event: here\ndata: {}\n\n"
MOVED = b"event: moved\ndata: {}\n\n"


class Line(Protocol):
    """An open connection as the server hands it out, in ``tableside.line`` of the request's environment."""

    def keep(self, ready: Callable[[], None], when_free: Callable[[], None]) -> None:
        """Stay open after the answer; *ready* is called when it is on its way, *when_free* when all was taken."""

    @property
    def is_open(self) -> bool: ...
    @property
    def is_free(self) -> bool: ...
    def send(self, data: bytes) -> None: ...
    def end(self) -> None: ...


@dataclass(eq=False)
class Phone:
    """One page that listens.

    :param token: the seat's secret by which it came in; if that is nobody's any more, the page begins anew.
    :param environ: the request it came with, in whose name its page is drawn.
    :param speaks: what it lends the voice its mouth for; empty if it is silent.
    :ivar alike: the same text for all phones that see the same.
    """

    line: Line
    who: Viewer
    page: str
    token: str
    environ: dict[str, Any]
    count: int = -1
    drawn: Drawn | None = None
    speaks: str = ""
    mouth: Afar | None = None
    saying: bytes = b""

    def __post_init__(self) -> None:
        self.alike = f"{self.who} {self.page} {self.token}"


class Sender:
    """Tells all pages of each change, one after the other, and gives a sign of life where there is none."""

    def __init__(self, wire: Wire) -> None:
        self.voice: Speaking | None = None
        self._wire = wire
        self._phones: dict[Phone, None] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def join(self, app: Flask, phone: Phone) -> None:
        """Keep *phone* told for as long as it listens."""
        if phone.speaks and self.voice:
            phone.mouth = self.voice.here(phone.who.seat, phone.speaks)
        with self._lock:
            self._phones[phone] = None
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, args=(app,), daemon=True, name="sender")
                self._thread.start()
        self._wire.came_or_went()  # something may have changed since its first picture

    def listening(self) -> frozenset[str]:
        """The tokens of the phones that are here."""
        with self._lock:
            return frozenset(phone.token for phone in self._phones if phone.line.is_open)

    def has_stage(self) -> bool:
        """Does the box's own screen, or another like it, listen?"""
        with self._lock:
            return any(phone.page == "table" and phone.line.is_open for phone in self._phones)

    def let_go(self) -> None:
        """All who listen are told that there is no more."""
        with self._lock:
            phones = list(self._phones)
            self._phones.clear()
        for phone in phones:
            phone.line.end()

    def finish(self) -> None:
        """All are let go, and nothing is being drawn for anybody any more: the journal may be closed."""
        self.let_go()
        if self._thread is not None:
            self._thread.join(PATIENCE)

    def _run(self, app: Flask) -> None:
        heard = time.monotonic()
        seen = (-1, -1)
        while not self._wire.closing:
            seen = self._wire.news(seen, max(0.0, heard + STILL_HERE - time.monotonic()))
            if self._wire.closing:
                break
            with self._lock:
                gone = [phone for phone in self._phones if not phone.line.is_open]
                for phone in gone:
                    del self._phones[phone]
                phones = [phone for phone in self._phones if phone.line.is_free]
            for phone in gone:
                if phone.mouth and self.voice:
                    self.voice.gone(phone.mouth)
            if gone:
                self._wire.came_or_went()
            quiet = time.monotonic() - heard >= STILL_HERE
            if quiet:
                heard = time.monotonic()
            self._tell(app, phones, seen[0], quiet)
            self._let_speak(phones)
        self.let_go()

    def _tell(self, app: Flask, phones: list[Phone], count: int, quiet: bool) -> None:
        """Each of *phones* what is new to it: many show the very same page, and hear the very same bytes."""
        messages: dict[tuple[Drawn | None, str], tuple[bytes, Drawn | None]] = {}
        for phone in phones:
            if phone.count == count:
                if quiet:
                    phone.line.send(HERE)
                continue
            kind = (phone.drawn, phone.alike)
            if kind not in messages:
                messages[kind] = self._message(app, phone, count)
            message, phone.drawn = messages[kind]
            phone.count = count
            if message:
                phone.line.send(message)
            if phone.drawn is None:
                phone.line.end()

    def _let_speak(self, phones: list[Phone]) -> None:
        """Those that lend the voice their mouth hear what to say; nothing is drawn for that."""
        if self.voice is None:
            return
        for phone in phones:
            if phone.mouth and phone.line.is_open and (message := to_say(phone.mouth, self.voice.how)) != phone.saying:
                phone.saying = message
                phone.line.send(message)

    def _message(self, app: Flask, phone: Phone, count: int) -> tuple[bytes, Drawn | None]:
        """What *phone* has to hear, and what it shows then; nothing if its line ends here."""
        if phone.page != "table" and not self._wire.is_where_it_was(phone.token, phone.who):
            return MOVED, None  # the seat was freed or taken: the page begins anew
        try:
            with app.request_context(phone.environ):
                drawn = self._wire.draw(count, phone.who, phone.page)
            if phone.drawn is not None and drawn.shows_the_same(phone.drawn):
                return b"", phone.drawn  # the game was already further on when the change before was drawn
            return told(phone.drawn, drawn), drawn
        except Exception:  # one page that cannot be drawn must not keep the others from hearing
            log.exception("a page could not be drawn")
            return b"", None
