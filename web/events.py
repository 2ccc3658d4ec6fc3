"""Server-Sent Events: every page hears of every change, and comes back by itself after a gap.

Each message carries the position's number and whichever parts of the page changed since the last one, whole.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, current_app, stream_with_context
from flask.typing import ResponseReturnValue

from .box import LiveBox, troubles_part
from .live import LiveTable, Moment
from .render import regions
from .seats import Viewer, viewing
from .watching import Watching, eye_part

events = Blueprint("events", __name__)

STILL_HERE = 5.0
"""Seconds between signs of life, so that both ends notice a lost connection."""


@dataclass(frozen=True)
class Drawn:
    """One page's live parts at one position."""

    number: int
    game: str
    parts: dict[str, str]


class Wire:
    """Wakes every waiting page when the game changes, and draws each kind of page once for all who see the same."""

    def __init__(self, table: LiveTable, box: LiveBox | None = None, watch: Watching | None = None) -> None:
        self._table = table
        self._box = box
        self._watch = watch
        self._changed = threading.Condition()
        self._count = 0
        self._drawn: dict[tuple[int, Viewer, str], Drawn] = {}
        self._messages: dict[tuple[int, int, Viewer, str], tuple[bytes, Drawn]] = {}
        self._claims: tuple[int, dict[str, str]] = (-1, {})
        self._drawing = threading.RLock()
        self.closing = False
        table.when_changed.append(self.tell)

    def tell(self, moment: Moment | None = None) -> None:
        with self._changed:
            self._count += 1
            self._drawn.clear()
            self._messages.clear()
            self._changed.notify_all()

    def close(self) -> None:
        """Let every waiting page go."""
        self.closing = True
        self.tell()

    @property
    def count(self) -> int:
        return self._count

    def wait(self, seen: int, seconds: float) -> int:
        """The count of changes, as soon as it is not *seen* any more or time is up."""
        with self._changed:
            self._changed.wait_for(lambda: self._count != seen, seconds)
            return self._count

    def draw(self, count: int, who: Viewer, page: str) -> Drawn:
        """All parts of *page* as they are at change *count*."""
        # One after the other: two hundred phones wake at once, and the first draws for all that see the same.
        with self._drawing:
            return self._draw(count, who, page)

    def _draw(self, count: int, who: Viewer, page: str) -> Drawn:
        key = (count, who, page)
        drawn = self._drawn.get(key)
        if drawn is None:
            moment = self._table.moment
            may_act = who.host or who.seat is not None
            parts = {"troubles": troubles_part(self._box), "eye": eye_part(self._watch, may_act, who.seat)}
            if moment is None:
                drawn = Drawn(-1, "", parts)
            else:
                drawn = Drawn(moment.number, moment.game_id, regions(self._table, moment, who) | parts)
            with self._changed:
                if self._count == count:
                    self._drawn[key] = drawn
        return drawn

    def message(self, count: int, before: int, sent: dict[str, str], who: Viewer, page: str) -> tuple[bytes, Drawn]:
        """What a page that showed *sent* since change *before* has to hear at change *count*."""
        key = (count, before, who, page)
        if known := self._messages.get(key):  # most phones; none of them waits for another here
            return known
        with self._drawing:
            if known := self._messages.get(key):
                return known
            drawn = self._draw(count, who, page)
            changed = {name: html for name, html in drawn.parts.items() if sent.get(name) != html}
            message = _message({"n": drawn.number, "game": drawn.game, "parts": changed})
            with self._changed:
                if self._count == count:
                    self._messages[key] = message, drawn
            return message, drawn

    def claims(self, count: int) -> dict[str, str]:
        """Whose phone sits where at change *count*; read once for all phones."""
        at, claims = self._claims
        if at != count:
            with self._drawing:
                at, claims = self._claims
                if at != count:
                    claims = self._table.claims() if self._table.moment else {}
                    self._claims = (count, claims)
        return claims


def the_wire() -> Wire:
    wire: Wire = current_app.config["WIRE"]
    return wire


@events.get("/events/<any(seat, table):page>")
def stream(page: str) -> ResponseReturnValue:
    """The live parts of a page, first all of them and then whatever changes."""
    wire, who = the_wire(), viewing(page)

    def messages() -> Iterator[bytes]:
        yield b"retry: 1000\n\n"
        count, sent = -1, dict[str, str]()
        while not wire.closing:
            now = wire.wait(count, STILL_HERE)
            if wire.closing:
                return
            if now == count:
                yield b"event: here\ndata: {}\n\n"
                continue
            before, count = count, now
            if viewing(page, wire.claims(count)) != who:  # the seat was freed or taken: the page begins anew
                yield b"event: moved\ndata: {}\n\n"
                return
            message, drawn = wire.message(count, before, sent, who, page)
            sent = drawn.parts
            yield message

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(stream_with_context(messages()), mimetype="text/event-stream", headers=headers)


def _message(data: dict[str, Any]) -> bytes:
    return f"data: {json.dumps(data, separators=(',', ':'))}\n\n".encode()


@events.get("/state/<any(seat, table):page>")
def state(page: str) -> ResponseReturnValue:
    """The same parts once, for a page that could not keep a stream open."""
    drawn = the_wire().draw(the_wire().count, viewing(page), page)
    return {"n": drawn.number, "game": drawn.game, "parts": drawn.parts}
