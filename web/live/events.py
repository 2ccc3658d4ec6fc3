"""Server-Sent Events: every page hears of every change, and comes back by itself after a gap.

Each message carries the position's number and whichever parts of the page changed since the last one: short ones
whole, long ones as what is new in them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

from flask import Blueprint, Flask, Response, current_app, request, stream_with_context
from flask.typing import ResponseReturnValue

from rules.ask import Trouble
from rules.moment import Moment
from web.pages.box import LiveBox, troubles_part
from web.pages.watching import Watching, eye_part

from .changes import Drawn, told
from .faults import safely
from .render import regions
from .seats import SEAT_COOKIE, Viewer, viewing
from .sending import HERE, MOVED, STILL_HERE, Phone, Sender
from .table import LiveTable

events = Blueprint("events", __name__)


class Wire:
    """Wakes every waiting page when the game changes, and draws each kind of page once for all who see the same."""

    def __init__(self, table: LiveTable, box: LiveBox | None = None, watch: Watching | None = None) -> None:
        self._table = table
        self._box = box
        self._watch = watch
        self._changed = threading.Condition()
        self._count = 0
        self._nudges = 0
        self._drawn: dict[tuple[int, Viewer, str], Drawn] = {}
        self._drawing = threading.RLock()
        self.closing = False
        self.sender = Sender(self)
        table.when_changed.append(self.tell)

    def tell(self, moment: Moment | None = None) -> None:
        with self._changed:
            self._count += 1
            self._drawn.clear()
            self._changed.notify_all()

    def nudge(self) -> None:
        """A page came or caught up: see whether it has something to hear."""
        with self._changed:
            self._nudges += 1
            self._changed.notify_all()

    def close(self) -> None:
        """Let every waiting page go."""
        self.closing = True
        self.tell()
        self.sender.let_go()

    @property
    def count(self) -> int:
        return self._count

    def wait(self, seen: int, seconds: float) -> int:
        """The count of changes, as soon as it is not *seen* any more or time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self._count != seen, seconds)
            return self._count

    def news(self, seen: tuple[int, int], seconds: float) -> tuple[int, int]:
        """The counts of changes and nudges, as soon as they are not those *seen* or time is up."""
        with self._changed:
            self._changed.wait_for(lambda: (self._count, self._nudges) != seen, seconds)
            return self._count, self._nudges

    def draw(self, count: int, who: Viewer, page: str) -> Drawn:
        """All parts of *page* as they are at change *count*."""
        # One after the other: many phones come at once, and the first draws for all that see the same.
        with self._drawing:
            return self._draw(count, who, page)

    def _draw(self, count: int, who: Viewer, page: str) -> Drawn:
        key = (count, who, page)
        drawn = self._drawn.get(key)
        if drawn is None:
            moment = self._table.moment
            may_act = who.host or who.seat is not None
            told = moment.todo if moment else ()
            parts = {"troubles": troubles_part(self._box), "eye": ""}
            eye = partial(eye_part, self._watch, may_act, who.seat, told)
            drawn = Drawn(-1, "", parts)
            try:
                if moment:
                    parts["eye"] = safely("eye", moment, who, eye)
                    drawn = Drawn(moment.number, moment.game_id, regions(self._table, moment, who) | parts)
            except Trouble:
                if self._table.moment:  # otherwise it was put away while it was drawn: there is nothing to show
                    raise
            with self._changed:
                if self._count == count:
                    self._drawn[key] = drawn
        return drawn

    def claims(self) -> dict[str, str]:
        """Whose phone sits where."""
        return self._table.claims() if self._table.moment else {}


def the_wire() -> Wire:
    wire: Wire = current_app.config["WIRE"]
    return wire


@events.get("/events/<any(seat, table):page>")
def stream(page: str) -> ResponseReturnValue:
    """The live parts of a page, first all of them and then whatever changes."""
    who, line = viewing(page), request.environ.get("tableside.line")
    if line is None:
        messages = _by_itself(the_wire(), who, page)
    else:
        token = request.cookies.get(SEAT_COOKIE, "")
        messages = _by_the_sender(the_wire(), Phone(line, who, page, token, request.environ))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(stream_with_context(messages), mimetype="text/event-stream", headers=headers)


def _by_the_sender(wire: Wire, phone: Phone) -> Iterator[bytes]:
    """Everything once, and from then on whatever the one sender writes to this connection."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    phone.count = wire.count
    phone.drawn = wire.draw(phone.count, phone.who, phone.page)
    yield b"retry: 1000\n\n" + told(None, phone.drawn)
    wire.sender.stay(app, phone)


def _by_itself(wire: Wire, who: Viewer, page: str) -> Iterator[bytes]:
    """The same behind a server that does not hand out its connections: each page has a thread of its own."""
    yield b"retry: 1000\n\n"
    count, drawn = -1, None
    while not wire.closing:
        now = wire.wait(count, STILL_HERE)
        if wire.closing:
            return
        if now == count:
            yield HERE
            continue
        count = now
        if viewing(page, wire.claims()) != who:  # the seat was freed or taken: the page begins anew
            yield MOVED
            return
        before, drawn = drawn, wire.draw(count, who, page)
        yield told(before, drawn)


@events.get("/state/<any(seat, table):page>")
def state(page: str) -> ResponseReturnValue:
    """The same parts once, for a page that could not keep a stream open."""
    drawn = the_wire().draw(the_wire().count, viewing(page), page)
    return {"n": drawn.number, "game": drawn.game, "parts": drawn.parts}
