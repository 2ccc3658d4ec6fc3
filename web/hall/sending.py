"""Every page of the hall hears of every change: of a busy table only its own card is sent."""

from __future__ import annotations

import json
import logging
import threading
from typing import Any

from flask import Blueprint, Flask, Response, current_app, request
from flask.typing import ResponseReturnValue

from web.live.sending import HERE, PATIENCE, STILL_HERE, Line

from . import drawing
from .live import LiveHall, the_hall

log = logging.getLogger(__name__)
events = Blueprint("events", __name__)


class Page:
    """A page that listens, and what it has not heard yet."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.cards: dict[str, None] = {}
        self.beside = False
        self.grid = False


class Sender:
    """One thread tells all pages; whoever has not taken the last message yet is told all at once when they have."""

    def __init__(self, app: Flask, hall: LiveHall) -> None:
        self._app, self._hall = app, hall
        self._pages: list[Page] = []
        self._names = {table.box: table.name for table in hall.tables}
        self._more = threading.Condition()
        self._news = self._closing = False
        self._thread = threading.Thread(target=self._run, name="hall pages", daemon=True)
        self._thread.start()
        hall.when_changed.append(self.changed)

    def changed(self, box: str, beside: bool) -> None:
        """A table changed; *beside*, if more than its card is to be drawn anew."""
        with self._more:
            table = self._hall.table(box)
            named = table.name if table else ""
            grid = self._names.get(box, "") != named  # it came, went, or has another name and so another place
            if grid:
                self._names[box] = named
            for page in self._pages:
                page.grid, page.beside = page.grid or grid, page.beside or beside
                if table and not grid:
                    page.cards[box] = None
            self._nudge()

    def _nudge(self) -> None:
        self._news = True
        self._more.notify_all()

    def join(self, page: Page) -> None:
        with self._more:
            page.grid = page.beside = True  # something may have changed since it was drawn
            self._pages.append(page)
            self._nudge()

    def when_free(self) -> None:
        with self._more:
            self._nudge()

    def close(self) -> None:
        with self._more:
            self._closing = True
            self._nudge()
        self._thread.join(PATIENCE)
        for page in self._pages:
            page.line.end()

    def _run(self) -> None:
        while True:
            with self._more:
                quiet = not self._more.wait_for(lambda: self._news, STILL_HERE)
                self._news = False
                if self._closing:
                    return
                self._pages = [page for page in self._pages if page.line.is_open]
                telling = []
                for page in self._pages:
                    if page.line.is_free:
                        telling.append((page, list(page.cards), page.beside, page.grid))
                        page.cards, page.beside, page.grid = {}, False, False
            try:
                self._tell(telling, quiet)
            except Exception:
                log.exception("the hall's pages could not be told")

    def _tell(self, telling: list[tuple[Page, list[str], bool, bool]], quiet: bool) -> None:
        cards: dict[str, str] = {}
        parts: dict[str, str] = {}
        grid = ""
        for page, boxes, beside, whole in telling:
            for box in () if whole else boxes:
                if box not in cards and (table := self._hall.table(box)) is not None:
                    cards[box] = drawing.card(self._app.jinja_env, table, self._hall.count)
            if (beside and not parts) or (whole and not grid):
                with self._app.test_request_context():
                    parts = parts or (drawing.beside(self._hall) if beside else {})
                    grid = grid or (drawing.grid(self._hall) if whole else "")
            message: dict[str, Any] = {"cards": {box: cards[box] for box in boxes if not whole and box in cards}}
            message["parts"] = (parts if beside else {}) | ({"tables": grid} if whole else {})
            if message["cards"] or message["parts"]:
                page.line.send(f"data: {json.dumps(message, ensure_ascii=False)}\n\n".encode())
            elif quiet:
                page.line.send(HERE)


@events.get("/events")
def stream() -> ResponseReturnValue:
    """The parts of the page as they change."""
    sender: Sender = current_app.config["SENDER"]
    line: Line | None = request.environ.get("tableside.line") if request.method == "GET" else None
    if line is not None:
        page = Page(line)
        line.keep(lambda: sender.join(page), sender.when_free)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(iter((b"retry: 1000\n\n",)), mimetype="text/event-stream", headers=headers)


@events.get("/state")
def state() -> ResponseReturnValue:
    """All parts once."""
    hall = the_hall()
    return {"cards": {}, "parts": drawing.beside(hall) | {"tables": drawing.grid(hall)}}
