"""One queue with sense: what is stale is not said, what is urgent goes first, a new turn cuts the old prompt, nothing
is said twice, and never do two mouths speak at once.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from device.care.chosen import Chosen
from device.live.table import Table
from device.settings import Voice as Settings
from device.settings import within
from rules.by_ear import spoken
from rules.moment import Moment
from rules.spoken import LEVELS, PROMPTS, Kind, Often, Utterance, aloud, asks_the_same, heard

from .mouth import Afar, Mouth, Speech

log = logging.getLogger(__name__)

OLD_NEWS = 15.0
"""Seconds after which nobody wants to hear any more what happened."""

BACKLOG = 8
"""Results that may wait; of more the oldest are forgotten."""

COMES_BACK = 10.0
"""Seconds in which a page that speaks may be loaded anew without missing anything."""

REMEMBERED = 64


@dataclass(eq=False)
class Line:
    """Something that waits to be said."""

    said: Utterance
    at: float
    game: str
    number: int


class Voice:
    """Says what the table tells, through one mouth at a time.

    :param mouth: of the box; None if it has none.
    :param quiet: whether the box has to be silent anyway.
    :param start: without it nothing is said until `step` is called.
    """

    def __init__(
        self,
        table: Table,
        mouth: Mouth | None,
        manner: Chosen[Settings],
        *,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], datetime] = datetime.now,
        quiet: Callable[[], bool] = lambda: False,
        start: bool = True,
    ) -> None:
        self.when_saying: list[Callable[[], None]] = []  # a page has something to say, or nothing any more
        self.when_changed: list[Callable[[], None]] = []  # how the voice speaks was changed
        self._mouth = mouth
        self._manner = manner
        self._clock, self._wall_clock, self._quiet = clock, wall_clock, quiet
        self._more = threading.Condition()
        self._lines: list[Line] = []
        self._unsaid: list[Line] = []  # while the page that speaks is loaded anew
        self._left = -COMES_BACK  # when one went last
        self._now: tuple[Line, Speech] | None = None
        self._often = Often()
        self._just_said: deque[tuple[str, int, str]] = deque(maxlen=REMEMBERED)
        self._pages: list[Afar] = []
        self._before: Moment | None = table.moment
        self._light = table.light
        self._closed = False
        table.when_changed.append(self.changed)
        self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
        if start:
            self._thread.start()

    # What it hears of the table

    def changed(self, moment: Moment | None) -> None:
        """The game moved on."""
        before, self._before = self._before, moment
        with self._more:
            if moment is None or before is None or before.game_id != moment.game_id:
                self._often = Often()
            if _moved(before, moment):
                self._forget(lambda line: line.said.kind in PROMPTS)
            if before is not None and moment is not None:
                gone = {text for _, text in before.log_for(None)} - {text for _, text in moment.log_for(None)}
                if gone and moment.node < before.node:  # taken back: it never happened
                    self._forget(lambda line: line.said.kind == "result" and line.number > moment.node)
            new = heard(before, moment, by_ear=self.how.by_ear)
            for seat in {page.seat for page in self._pages if page.seat and page.wants != "all"}:
                new += heard(before, moment, seat)
            self._add(new, moment)

    def say(self, text: str, kind: Kind = "result", seat: str | None = None) -> None:
        """Say something that no moment of the game tells: a lesson, a step of the set-up, why a press did nothing.

        :param seat: for whose ears alone; only that seat's phone says it, and only if it was asked to speak.
        """
        with self._more:
            said = aloud(self._before.position.game, text) if self._before else spoken(text)
            self._add([Utterance(said, kind, seat)], self._before, again=True)

    def hush(self, kinds: Iterable[Kind] = PROMPTS) -> None:
        """Say nothing more of these kinds that waits, and stop what is being said."""
        wanted = frozenset(kinds)
        with self._more:
            self._forget(lambda line: line.said.kind in wanted)

    # Stories

    @property
    def reads(self) -> bool:
        """Is a story being read?"""
        return self._story is not None or any(line.said.kind == "story" for line in self._lines)

    def go_on(self) -> bool:
        """On to the next sentence of the story; False if none is being read."""
        with self._more:
            if not self.reads:
                return False
            if self._now:
                self._now[1].stop()
            return True

    def again(self) -> bool:
        """The same sentence once more; False if no story is being read."""
        with self._more:
            if self._story is None or self._now is None:
                return self.reads
            self._lines.insert(0, self._story)
            self._now[1].stop()
            return True

    def stop_reading(self) -> bool:
        """No more of this story; False if none is being read."""
        with self._more:
            if not self.reads:
                return False
            self._forget(lambda line: line.said.kind == "story")
            return True

    @property
    def _story(self) -> Line | None:
        return self._now[0] if self._now and self._now[0].said.kind == "story" else None

    @property
    def is_busy(self) -> bool:
        """Is something being said, or waiting?"""
        return bool(self._lines) or self._now is not None

    def _add(self, new: Iterable[Utterance], moment: Moment | None, *, again: bool = False) -> None:
        game, number = (moment.game_id, moment.number) if moment else ("", 0)
        for said in new:
            key = game, number, f"{said.seat} {said.text}"
            if not said.text or (key in self._just_said and not again):
                continue
            self._just_said.append(key)
            line = Line(said, self._clock(), game, number)
            if self._is_wanted(said.kind) and self._may_be_heard(line):
                line.said = self._often.worn(said)
                if not line.said.text:
                    continue
                (self._lines if self._mouth_for(line) else self._unsaid).append(line)
        self._lines.sort(key=lambda line: line.said.kind != "urgent")
        news = [line for line in self._lines if line.said.kind == "result"]
        for line in news[:-BACKLOG]:
            self._lines.remove(line)
        if self._now and self._lines and self._lines[0].said.kind == "urgent" and self._now[0].said.kind in PROMPTS:
            self._now[1].stop()
        self._more.notify_all()

    def _forget(self, which: Callable[[Line], bool]) -> None:
        self._lines = [line for line in self._lines if not which(line)]
        self._unsaid = [line for line in self._unsaid if not which(line)]
        if self._now and which(self._now[0]):
            self._now[1].stop()

    # How it speaks

    @property
    def how(self) -> Settings:
        return self._manner.now

    @property
    def speaker(self) -> str:
        """Who speaks for all: "phone", "box" or "" if nobody does."""
        return "phone" if self._public_page() else "box" if self._mouth and not self._mouth.trouble else ""

    @property
    def trouble(self) -> str:
        """Why the box itself cannot speak; empty if it can."""
        return self._mouth.trouble if self._mouth else "a pretend box has no loudspeaker"

    def change(self, wanted: Mapping[str, Any]) -> None:
        """Somebody wants it louder, slower or silent."""
        self._manner.change(wanted)
        with self._more:
            self._forget(lambda line: not self._is_wanted(line.said.kind))
        for tell in self.when_changed:
            tell()

    def _is_wanted(self, kind: Kind) -> bool:
        how = self.how
        if kind == "story" and not how.stories:
            return False
        return kind in LEVELS[how.says]  # type: ignore[index]

    # The pages that speak

    def here(self, seat: str | None, wants: str) -> Afar:
        """A page came whose browser speaks; for all there is one such page at most, the one that came last."""
        page = Afar(seat, wants, self._told_pages)
        with self._more:
            if wants in ("all", "both"):
                if self._now and self._now[0].said.seat is None:
                    self._lines.insert(0, self._now[0])  # the new one says it from the beginning
                    self._now[1].stop()
                for other in self._pages:
                    other.wants = {"all": "", "both": "mine"}.get(other.wants, other.wants)
            self._pages.append(page)
            missed, self._unsaid = self._unsaid, []
            self._lines[:0] = [line for line in missed if self._clock() - line.at < COMES_BACK]
            self._more.notify_all()
        self._told_pages()
        return page

    def gone(self, page: Afar) -> None:
        """It is closed, or speaks no more."""
        with self._more:
            if page in self._pages:
                self._pages.remove(page)
                self._left = self._clock()
            if self._now and page.saying and page.saying[1] == self._now[0].said.text:  # in the middle of it
                (self._lines if self._mouth_for(self._now[0]) else self._unsaid).insert(0, self._now[0])
        if page.saying:
            page.stop(page.saying[0])

    def said(self, key: str, number: int) -> None:
        """The page of this *key* has said it."""
        for page in self._pages:
            if page.key == key:
                page.said(number)

    def _told_pages(self) -> None:
        for tell in self.when_saying:
            tell()

    def _public_page(self) -> Afar | None:
        return next((page for page in self._pages if page.wants in ("all", "both")), None)

    def _mouth_for(self, line: Line) -> Mouth | None:
        seat = line.said.seat
        if seat is not None:
            return next((page for page in self._pages if page.seat == seat and page.wants in ("mine", "both")), None)
        page = self._public_page()
        if page is not None:
            return page
        silent = self._quiet() or within(self.how.quiet_hours, self._wall_clock())
        return None if silent or self._mouth is None or self._mouth.trouble else self._mouth

    def _may_be_heard(self, line: Line) -> bool:
        """Now, or as soon as the page that speaks is loaded again."""
        return self._mouth_for(line) is not None or self._clock() - self._left < COMES_BACK

    # Speaking

    def _run(self) -> None:
        while not self._closed:
            with self._more:
                self._more.wait_for(lambda: self._lines or self._closed)
            self.step()

    def step(self) -> str:
        """Say the next thing that is worth it, to its end; what it was."""
        with self._more:
            line, mouth = self._next()
            if line is None or mouth is None or self._closed:
                return ""
            try:
                speech = mouth.begin(line.said.text, self.how)
            except OSError as fault:
                log.warning("the voice cannot speak: %s", fault)
                return ""
            self._now = line, speech
        self._show(line)
        speech.wait()
        with self._more:
            self._now = None
            done = line.said.sentence is not None and not self.reads
        if done:
            self._light(line.number, None)
        return line.said.text

    def _show(self, line: Line) -> None:
        """The stage lights the sentence; outside of our own lock, as the table may be telling us something."""
        if line.said.sentence is not None:
            self._light(line.number, line.said.sentence)

    def _next(self) -> tuple[Line | None, Mouth | None]:
        while self._lines:
            line = self._lines.pop(0)
            old = line.said.kind == "result" and self._clock() - line.at > OLD_NEWS
            if old or not self._is_wanted(line.said.kind):
                continue
            if mouth := self._mouth_for(line):
                return line, mouth
            if self._may_be_heard(line):
                self._unsaid.append(line)
        return None, None

    def close(self) -> None:
        """Silence."""
        with self._more:
            self._closed = True
            self._lines.clear()
            if self._now:
                self._now[1].stop()
            self._more.notify_all()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(2)


def _moved(before: Moment | None, now: Moment | None) -> bool:
    """Is something else asked than a moment ago?"""
    if before is None or now is None or before.game_id != now.game_id:
        return before is not now
    return not asks_the_same(before.ask, now.ask) or before.proposal != now.proposal
