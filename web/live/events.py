"""Server-Sent Events: every page hears of every change, and comes back by itself after a gap.

Each message carries the position's number and whichever parts of the page changed since the last one: short ones
whole, long ones as what is new in them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

from flask import Blueprint, Response, current_app, request
from flask.typing import ResponseReturnValue

from rules.ask import Trouble
from rules.moment import Moment
from web.pages.box import LiveBox, troubles_part
from web.pages.watching import Watching, eye_part

from . import places
from .changes import Drawn, told
from .faults import safely
from .hall import InTheHall, help_parts
from .lobby import FROM_THE_BOX, Entrance, seat_of
from .network import LiveNetwork, code_part, network_part
from .render import regions
from .seats import SEAT_COOKIE, Viewer, viewing
from .sending import MOVED, Line, Phone, Sender
from .speaking import WANTS, Speaking
from .table import LiveTable

events = Blueprint("events", __name__)


class Wire:
    """Wakes every waiting page when the game changes, and draws each kind of page once for all who see the same."""

    def __init__(
        self,
        table: LiveTable,
        entrance: Entrance,
        box: LiveBox | None = None,
        watch: Watching | None = None,
        voice: Speaking | None = None,
        hall: InTheHall | None = None,
        network: LiveNetwork | None = None,
    ) -> None:
        self._hall = hall
        self._network = network
        self._table = table
        self._entrance = entrance
        self._box = box
        self._watch = watch
        self._changed = threading.Condition()
        self._count = 0
        self._nudges = 0
        self._drawn: dict[tuple[int, str, Viewer, str], Drawn] = {}
        self._drawing = threading.RLock()
        self.closing = False
        self.when_told: list[Callable[[], None]] = []  # whoever else wants to know that something changed
        self.sender = Sender(self)
        self.sender.voice = voice
        if voice is not None:
            voice.when_saying.append(self.nudge)
        table.when_changed.append(self.tell)
        table.has_stage = self.sender.has_stage

    def tell(self, moment: Moment | None = None) -> None:
        with self._changed:
            self._count += 1
            self._drawn.clear()
            self._changed.notify_all()
        for heard in self.when_told:
            heard()

    def nudge(self) -> None:
        """A page came or caught up: see whether it has something to hear."""
        with self._changed:
            self._nudges += 1
            self._changed.notify_all()

    def came_or_went(self) -> None:
        """A page came or is gone; where people come back to a saved game, everybody sees who is here."""
        if self._entrance.resumed:
            self.tell()
        else:
            self.nudge()

    def close(self) -> None:
        """Let every waiting page go."""
        self.closing = True
        self.tell()
        self.sender.finish()

    @property
    def count(self) -> int:
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
        moment, before = self._table.moment, self._entrance.before(page)
        # A game lies on the table a little before everybody is told: a page that comes just then is drawn with it.
        key = (count, before or (moment.game_id if moment else ""), who, page)
        drawn = self._drawn.get(key)
        if drawn is None:
            may_act = who.host or who.seat is not None
            told = moment.todo if moment else ()
            playing = bool(moment) and not before and page != "join"
            troubles = troubles_part(self._box) + network_part(self._network, who, playing=playing)
            parts = {"troubles": troubles, "eye": "", **help_parts(self._hall, who)}
            parts["code"] = code_part(self._network, who, playing=playing)
            eye = partial(eye_part, self._watch, may_act, who.seat, told)
            drawn = Drawn(-1, before, parts)
            try:
                if before or page == "join":
                    parts |= places.parts(self._entrance, self._table, who, page, self.sender.listening())
                if moment and not before:
                    if page != "join":  # whoever looks for a seat sees nothing of the game yet
                        parts["eye"] = safely("eye", moment, who, eye)
                        parts = regions(self._table, moment, who, page) | parts
                    drawn = Drawn(moment.number, moment.game_id, parts)
            except Trouble:
                if self._table.moment:  # otherwise it was put away while it was drawn: there is nothing to show
                    raise
            with self._changed:
                if self._count == count:
                    self._drawn[key] = drawn
        return drawn

    def is_where_it_was(self, token: str, who: Viewer) -> bool:
        """Has the phone with this *token* still the seat in the game, or in the lobby, with which it came?"""
        claims = self._table.claims() if self._table.moment else {}
        return seat_of(token, claims) == who.seat and self._entrance.place_of(token) == who.place


def the_wire() -> Wire:
    wire: Wire = current_app.config["WIRE"]
    return wire


@events.get("/events/<any(seat, table, join):page>")
def stream(page: str) -> ResponseReturnValue:
    """The live parts of a page, first all of them and then whatever changes."""
    wire, app = the_wire(), current_app._get_current_object()  # type: ignore[attr-defined]
    count, who = wire.count, viewing(page)  # in this order: a seat that changes in between is a change yet to be told
    line: Line | None = request.environ.get("tableside.line") if request.method == "GET" else None
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    if page != "table" and request.args.get("at", who.at) != who.at:  # between the page and its stream the seat changed
        return Response(MOVED, mimetype="text/event-stream", headers=headers)
    drawn = wire.draw(count, who, page)
    if line is not None:  # otherwise this server keeps no lines open, and the page comes again by itself
        token, speaks = request.cookies.get(SEAT_COOKIE, ""), _speaks(who)
        phone = Phone(line, who, page, token, request.environ, count, drawn, speaks)
        line.keep(lambda: wire.sender.join(app, phone), wire.nudge)
    messages = iter((b"retry: 1000\n\n", told(None, drawn)))
    return Response(messages, mimetype="text/event-stream", headers=headers)


def _speaks(who: Viewer) -> str:
    """What this page lends the voice its mouth for; the secrets of a seat are said by that seat's own phone alone."""
    wants = request.args.get("speaks", "")
    if wants not in WANTS:
        return ""
    own = who.seat is not None and not request.cookies.get(SEAT_COOKIE, "").startswith(FROM_THE_BOX)
    return wants if own else {"all": "all", "both": "all"}.get(wants, "")


@events.get("/state/<any(seat, table, join):page>")
def state(page: str) -> ResponseReturnValue:
    """The same parts once, for a page that could not keep a stream open."""
    drawn = the_wire().draw(the_wire().count, viewing(page), page)
    return {"n": drawn.number, "game": drawn.game, "parts": drawn.parts}
