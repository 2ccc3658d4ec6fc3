"""The hall itself: hears all tables, keeps their results, answers calls for help, and tells each table its word."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

from device.settings import Hall
from rules.ask import IllegalAnswer

from . import heard
from .contest import Contest
from .discovery import kept_of
from .heard import AtTable
from .link import HERE, Link
from .store import Call, League, Result, Store
from .word import Word

CALL = 60.0
"""Seconds for which a call stands on the page."""

MOST_TABLES = 1000
MOST_RESULTS = 50  # that one box tells at once

BOX = re.compile(r"tableside/([A-Za-z0-9_-]{1,40})/(state|here|results|hall)")
PAST = 30 * 24 * 3600
"""Seconds: a box whose clock says that something began longer ago has a wrong one."""


class House(Contest):
    """All tables of one evening, and what is kept of them.

    :param store: results and tournaments.
    :param clock: the hall's own, in seconds.
    """

    def __init__(self, how: Hall, store: Store, *, clock: Callable[[], float] = time.time) -> None:
        self.when_changed: list[Callable[[str, bool], None]] = []  # which table, and whether more than its card did
        super().__init__(store)
        self._clock = clock
        self._helps, self._known = store.helps(), store.known()
        self._spoken_to: set[str] = set()
        self._helped: dict[str, int] = {}  # who was helped, and since when they had called
        self._calls: dict[str, float] = {}
        listens = [f"tableside/+/{what}" for what in ("state", "here", "results", "hall")]
        self._link = Link(how, listens=listens, when_heard=self.hear)
        self._link.when_changed = lambda: self._tell("", True)
        with self._lock:
            self._place()

    def close(self) -> None:
        self._link.close()
        self._store.close()

    # What is shown

    @property
    def trouble(self) -> str:
        return self._link.trouble

    @property
    def connected(self) -> bool:
        return self._link.connected

    @property
    def tables(self) -> list[AtTable]:
        with self._lock:
            return sorted(self._tables.values(), key=lambda table: table.number)

    @property
    def count(self) -> int:
        return len(self._tables)

    def table(self, box: str) -> AtTable | None:
        return self._tables.get(box)

    @property
    def now(self) -> float:
        return self._clock()

    def tonight(self) -> list[Result]:
        return self._store.tonight(self._clock())

    def league(self) -> list[League]:
        return self._store.league()

    @property
    def calling(self) -> list[tuple[str, float]]:
        """The tables that are called out now, and until when."""
        now, free = self._clock(), {box: table.name for box, table in self._tables.items() if table.is_free}
        return [(free[box], at + CALL) for box, at in self._calls.items() if box in free and 0 <= now - at < CALL]

    # What tables say

    def hear(self, topic: str, text: str, before: bool) -> None:
        found = BOX.fullmatch(topic)
        if not found:
            return
        box, what = found.groups()
        with self._lock:
            if what == "hall":  # what we said before we were started anew
                if before and box not in self._spoken_to:
                    self._spoken_to.add(box)
                    self._say()
                return
            known = self._tables.get(box)
            if known is None and len(self._tables) >= MOST_TABLES:
                return
            if not text and what != "results":
                gone = self._tables.pop(box, None)
                return self._tell(box, True) if gone else None
            table = known or AtTable(box, name=box)
            if what == "here":
                table = replace(table, here=text == HERE)
            elif what == "state":
                table = self._read(table, heard.loaded(text), before)
            else:
                return self._results(table, heard.loaded(text or "[]"))
            self._tables[box] = table
            if known is None or known.is_free != table.is_free:
                self._place()
        self._tell(box, known is None or _beside(known) != _beside(table))
        return None

    def _tell(self, box: str, beside: bool) -> None:
        for tell in self.when_changed:
            tell(box, beside)

    def _read(self, table: AtTable, said: Any, before: bool) -> AtTable:
        if not isinstance(said, dict):
            raise ValueError("expected the state of a table")
        call = self._called(table.box, said, before)
        read = replace(
            heard.read(table, said),
            name=self._name(table, heard.text_of(said, "table", 24)),
            since=self._when(said, said.get("since"), before),
            helped=call.noticed if call else None,
            words=heard.text_of(said["help"], "words", 80) if call else "",
            coming=bool(call and call.coming),
        )
        if read.phase == "playing" and (table.box, read.id) in self._known:
            self._known.discard((table.box, read.id))
            self._store.drop_result(table.box, read.id)  # the last answer was taken back
            self._undecide(read)
        return read

    def _name(self, table: AtTable, said: str) -> str:
        """What a table is called; the second of one name has its box's name, too."""
        if not said or said == table.name:
            return said or table.box
        taken = any(each.name == said and each.box != table.box for each in self._tables.values())
        return f"{said} ({table.box})" if taken else said

    def _called(self, box: str, said: dict[str, Any], before: bool) -> Call | None:
        """The call for help in what a table said; the hall remembers when it heard of it, and whether it answered."""
        helped, known = said.get("help"), self._helps.get(box)
        since = heard.whole(helped.get("since")) if isinstance(helped, dict) else None
        if since is None:
            if self._helps.pop(box, None):
                self._store.keep_help(box, None)
                self._say()
            return None
        if known is None or known.since != since:
            known = self._helps[box] = Call(since, self._when(said, since, before))
            self._store.keep_help(box, known)
        return known

    def _when(self, said: dict[str, Any], since: Any, before: bool) -> float:
        """A time of the box's clock by ours: live it is told how long ago that was; later only the clock can say."""
        now, at, since = self._clock(), heard.whole(said.get("at")), heard.whole(since)
        if since is None or at is None:
            return now
        ago = now - since if before else at - since
        return now - ago if 0 <= ago < PAST else now

    def _results(self, table: AtTable, said: Any) -> None:
        new = False
        for each in map(heard.result, said[:MOST_RESULTS] if isinstance(said, list) else ()):
            if each is None or (table.box, each["id"]) in self._known:
                continue
            now, ended = self._clock(), heard.whole(each["ended"])
            ended = ended if ended is not None and 0 <= now - ended < PAST else round(now)
            self._store.keep_result(table.box, table.name, each, ended)
            self._known.add((table.box, each["id"]))
            self._decide(table.box, each)
            new = True
        if new:
            self._place()
            self._tell("", True)

    # What the host does

    def answer(self, box: str) -> None:
        """Somebody goes to help."""
        with self._lock:
            table = self._tables.get(box)
            if table is None or table.helped is None:
                raise IllegalAnswer("This table doesn't need help any more.")
            self._helps[box] = replace(self._helps[box], coming=True)
            self._store.keep_help(box, self._helps[box])
            self._tables[box] = replace(table, coming=True)
            self._say()
        self._tell(box, True)

    def done(self, box: str) -> None:
        """They were helped: the table calls no more."""
        with self._lock:
            call = self._helps.get(box)
            if call is None or not call.coming:
                raise IllegalAnswer("Nobody is on the way to this table.")
            self._helped[box] = call.since
            self._say()

    def call(self, box: str) -> None:
        """Call out that a table is free."""
        table = self._tables.get(box)
        if table is None or not table.is_free:
            raise IllegalAnswer("This table isn't free.")
        others = [each for each in self._calls.items() if each[0] != box]
        self._calls = dict([(box, self._clock()), *others][:3])
        self._tell(box, True)

    def forget(self, box: str) -> None:
        """A table that is gone for good."""
        with self._lock:
            table = self._tables.get(box)
            if table is None or table.here:
                raise IllegalAnswer("This table is still here.")
            del self._tables[box]
            if self._helps.pop(box, None):
                self._store.keep_help(box, None)
            for each in self._unplayed(self._store.tournament()):
                if each.box == box:
                    self._store.place(each.id, "")
            self._place()
            self._link.wipe(kept_of(box))  # or it would be back as soon as the hall is started again
        self._tell(box, True)

    def _say(self) -> None:
        """The hall's word to each table, which stands until there is another."""
        words = {
            box: Word(call.since, call.since if self._helped.get(box) == call.since else None)
            for box, call in self._helps.items()
            if call.coming
        }
        for box, wanted in self._wanted().items():
            words[box] = replace(words.get(box, Word()), pairing=wanted)
        for box in words.keys() | self._spoken_to:
            self._link.tell(f"tableside/{box}/hall", asdict(words[box]) if box in words else None)
        self._spoken_to |= words.keys()


def _beside(table: AtTable) -> tuple[object, ...]:
    """What of a table is told beside its card: help, free seats, and who plays where."""
    waiting = table.players if table.phase == "gathering" else ()
    return table.name, table.here, table.phase, table.helped, table.words, table.coming, table.free, waiting
