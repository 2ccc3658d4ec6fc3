"""The hall itself: hears all tables, keeps their results, answers calls for help, and holds the tournament.

Whatever a box says is read with care: it may be another version, or somebody's joke.
"""

from __future__ import annotations

import json
import logging
import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from device.settings import Hall
from rules.ask import IllegalAnswer
from rules.games import game, names
from web.live.lobby import cleaned

from .discovery import kept_of
from .link import HERE, Link
from .store import Call, League, Pairing, Result, Store, Tournament
from .swiss import DRAW, WIN, Standing, pair, rounds_for, standings
from .word import Wanted, Word

log = logging.getLogger(__name__)

CALL = 60.0
"""Seconds for which a call stands on the page."""

MOST_TABLES = 1000
MOST_RESULTS = 50  # that one box tells at once
LARGEST = 10**12
"""Of a whole number that a box may say: seconds of a clock, seats, letters."""

LENGTHS = {"id": 80, "game": 60, "title": 60, "text": 400, "pairing": 40}
"""Letters that are kept of each text of a result."""

BOX = re.compile(r"tableside/([A-Za-z0-9_-]{1,40})/(state|here|results|hall)")
PHASES = ("free", "gathering", "playing", "over")
PAST = 30 * 24 * 3600
"""Seconds: a box whose clock says that something began longer ago has a wrong one."""


@dataclass(frozen=True)
class Player:
    """Somebody at a table."""

    name: str
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class AtTable:
    """A table as the hall knows it; times are by the hall's own clock.

    :param since: when it began to wait for whom it waits now.
    :param helped: when it called for help; None if it did not.
    """

    box: str
    name: str = ""
    here: bool = False
    phase: str = "free"
    game: str = ""
    title: str = ""
    id: str = ""
    pairing: str = ""
    players: tuple[Player, ...] = ()
    turn: str = ""
    asked: tuple[str, ...] = ()
    question: str = ""
    round: str = ""
    stands: str = ""
    result: str = ""
    free: int = 0
    since: float = 0.0
    helped: float | None = None
    words: str = ""
    coming: bool = False
    trouble: str = ""

    @property
    def is_free(self) -> bool:
        return self.here and self.phase in ("free", "over")

    @property
    def number(self) -> tuple[tuple[tuple[int, str], ...], str]:
        """For sorting: Table 2 comes before Table 10."""
        return _in_order(self.name or self.box), self.box


class House:
    """All tables of one evening, and what is kept of them.

    :param store: results and tournaments.
    :param clock: the hall's own, in seconds.
    """

    def __init__(self, how: Hall, store: Store, *, clock: Callable[[], float] = time.time) -> None:
        self.when_changed: list[Callable[[str, bool], None]] = []  # which table, and whether more than its card did
        self._store, self._clock = store, clock
        self._lock = threading.RLock()
        self._tables: dict[str, AtTable] = {}
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
                table = self._read(table, _loaded(text), before)
            else:
                return self._results(table, _loaded(text or "[]"))
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
        phase = said.get("phase")
        call = self._called(table.box, said, before)
        read = replace(
            table,
            name=self._name(table, _text(said, "table", 24)),
            phase=phase if phase in PHASES else "free",
            game=_text(said, "game", 60),
            title=_text(said, "title", 60),
            id=_text(said, "id", 80),
            pairing=_text(said, "pairing", 40),
            players=tuple(_player(each) for each in _list(said, "players")[:12]),
            turn=_text(said, "turn", 40),
            asked=tuple(_cleaned(each, 40) for each in _list(said, "asked")[:12]),
            question=_text(said, "question", 400),
            round=_text(said, "round", 40),
            stands=_text(said, "stands", 400),
            result=_text(said, "result", 400),
            free=_whole(said.get("free")) or 0,
            since=self._when(said, said.get("since"), before),
            helped=call.noticed if call else None,
            words=_text(said["help"], "words", 80) if call else "",
            coming=bool(call and call.coming),
            trouble=_text(said, "trouble", 400),
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
        since = _whole(helped.get("since")) if isinstance(helped, dict) else None
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
        now, at, since = self._clock(), _whole(said.get("at")), _whole(since)
        if since is None or at is None:
            return now
        ago = now - since if before else at - since
        return now - ago if 0 <= ago < PAST else now

    def _results(self, table: AtTable, said: Any) -> None:
        new = False
        for each in map(_result, said[:MOST_RESULTS] if isinstance(said, list) else ()):
            if each is None or (table.box, each["id"]) in self._known:
                continue
            now, ended = self._clock(), _whole(each["ended"])
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
        tournament = self._store.tournament()
        for each in self._unplayed(tournament):
            if tournament and each.box and each.second:
                wanted = Wanted(_key(tournament, each.id), tournament.game, [each.first, each.second])
                words[each.box] = replace(words.get(each.box, Word()), pairing=wanted)
        for box in words.keys() | self._spoken_to:
            self._link.tell(f"tableside/{box}/hall", asdict(words[box]) if box in words else None)
        self._spoken_to |= words.keys()

    # The tournament

    @property
    def tournament(self) -> Tournament | None:
        return self._store.tournament()

    @property
    def standings(self) -> list[Standing]:
        found = self._store.tournament()
        return standings(found.names, [each.met for each in found.pairings]) if found else []

    @property
    def for_tournaments(self) -> dict[str, str]:
        """The games of two with a winner, by title."""
        known = [game(name) for name in names()]
        return {each.name: each.title for each in known if each.has_winner and each.fewest == len(each.seats) == 2}

    def begin(self, title: str, played: str, entries: Sequence[str], rounds: int | None = None) -> None:
        """A tournament with all who entered; their first round is paired at once."""
        wanted = list(dict.fromkeys(filter(None, map(cleaned, entries))))
        if played not in self.for_tournaments:
            raise IllegalAnswer("Only a game of two with a winner can be a tournament.")
        if len({name.casefold() for name in wanted}) < len(wanted):
            raise IllegalAnswer("Two players have the same name. Give one of them another.")
        if len(wanted) < 3:
            raise IllegalAnswer(f"A tournament needs 3 players or more; you entered {len(wanted)}.")
        if (running := self._store.tournament()) and not running.over:
            raise IllegalAnswer("A tournament is under way. End it first.")
        most = len(wanted) - 1 + len(wanted) % 2
        self._store.begin_tournament(
            cleaned(title) or "Tournament", played, min(rounds or rounds_for(len(wanted)), most), wanted
        )
        self.next_round()

    def next_round(self) -> None:
        """Pair those who are still in it; every game of the last round has to be over."""
        with self._lock:
            found = self._running()
            if any(each.points is None for each in found.pairings):
                raise IllegalAnswer("Some games of this round aren't over yet.")
            if found.round >= found.rounds:
                raise IllegalAnswer(f"All {found.rounds} rounds are played.")
            left = [name for name in found.names if name not in found.gone]
            pairs = pair(left, [each.met for each in found.pairings], found.round + 1, found.rounds)
            self._store.next_round(found.id, found.round + 1, pairs)
            self._place()
        self._tell("", True)

    def enter_result(self, pairing: int, points: float) -> None:
        """The host knows how it ended: somebody gave up, or played without a box."""
        with self._lock:
            found = self._running()
            if points not in (0.0, DRAW, WIN) or pairing not in {each.id for each in found.pairings if each.second}:
                raise IllegalAnswer("There is no such result.")
            self._store.decide(pairing, points)
            self._place()
        self._tell("", True)

    def enter(self, name: str) -> None:
        """Somebody comes late: they play from the next round on."""
        found, wanted = self._running(), cleaned(name)
        if not wanted:
            raise IllegalAnswer("Say who comes.")
        if wanted.casefold() in {each.casefold() for each in found.names}:
            raise IllegalAnswer(f"{wanted} is in the tournament already.")
        self._store.enter(found.id, wanted)
        self._tell("", True)

    def leave(self, name: str, *, gone: bool = True) -> None:
        """Somebody goes home, or is back."""
        self._store.leave(self._running().id, name, gone=gone)
        self._tell("", True)

    def end(self) -> None:
        with self._lock:
            self._store.end_tournament(self._running().id)
            self._place()
        self._tell("", True)

    def _running(self) -> Tournament:
        found = self._store.tournament()
        if found is None or found.over:
            raise IllegalAnswer("No tournament is under way.")
        return found

    def _unplayed(self, found: Tournament | None) -> list[Pairing]:
        return [each for each in found.pairings if each.points is None] if found and not found.over else []

    def _place(self) -> None:
        """Give each pairing without a table a free one, and tell the tables."""
        waiting = self._unplayed(self._store.tournament())
        taken, tables = {each.box for each in waiting}, self._tables
        for each in waiting:
            if each.box and (each.box not in tables or tables[each.box].here):
                continue
            # No table yet, or one that is gone: then the two play at another.
            free = [box for box, table in tables.items() if table.is_free and box not in taken]
            if free:
                chosen = min(free, key=lambda box: tables[box].number)
                self._store.place(each.id, chosen)
                taken.add(chosen)
        self._say()

    def _decide(self, box: str, result: dict[str, Any]) -> None:
        """A game of the tournament is over, wherever it was played."""
        found = self._store.tournament()
        for each in found.pairings if found and not found.over else ():
            if found and each.box == box and result.get("pairing") == _key(found, each.id) and each.points is None:
                winners = [result["seats"][seat] for seat in result["winners"] or ()]
                self._store.decide(each.id, DRAW if len(winners) != 1 else WIN if winners[0] == each.first else 0.0)

    def _undecide(self, table: AtTable) -> None:
        found = self._store.tournament()
        for each in found.pairings if found and not found.over else ():
            if found and table.pairing == _key(found, each.id) and each.round == found.round:
                self._store.decide(each.id, None)


@lru_cache(2048)
def _in_order(name: str) -> tuple[tuple[int, str], ...]:
    parts = re.findall(r"\d+|\D+", name)
    return tuple((int(part), "") if part.isdecimal() else (-1, part.casefold()) for part in parts)


def _key(tournament: Tournament, pairing: int) -> str:
    return f"{tournament.id}-{pairing}"


def _beside(table: AtTable) -> tuple[object, ...]:
    """What of a table is told beside its card: help, free seats, and who plays where."""
    waiting = table.players if table.phase == "gathering" else ()
    return table.name, table.here, table.phase, table.helped, table.words, table.coming, table.free, waiting


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("expected less within each other") from None


def _cleaned(said: Any, longest: int) -> str:
    """As people may read it. Most words are plain, and there are hundreds a second: those are only looked at."""
    if not isinstance(said, str):
        return ""
    return said[:longest] if said.isprintable() else cleaned(said[: 2 * longest], longest)


def _text(said: dict[str, Any], name: str, longest: int) -> str:
    return _cleaned(said.get(name), longest)


def _whole(said: Any) -> int | None:
    """A number that a box might mean."""
    return said if type(said) is int and 0 <= said <= LARGEST else None


def _list(said: dict[str, Any], name: str) -> list[Any]:
    found = said.get(name)
    return found if isinstance(found, list) else []


def _player(said: Any) -> Player:
    if not isinstance(said, dict):
        raise ValueError("expected a player")
    facts = [each for each in _list(said, "facts")[:6] if isinstance(each, list) and len(each) == 2]
    return Player(_text(said, "name", 40), tuple((_cleaned(what, 40), _cleaned(much, 40)) for what, much in facts))


def _result(said: Any) -> dict[str, Any] | None:
    """A finished game as it is kept; None if that is none."""
    if not isinstance(said, dict) or not isinstance(said.get("seats"), dict):
        return None
    read: dict[str, Any] = {name: _text(said, name, longest) for name, longest in LENGTHS.items()}
    seats = {seat: _cleaned(name, 40) for seat, name in list(said["seats"].items())[:12]}
    winners = said.get("winners")
    if not (read["id"] and read["game"] and seats and all(seats.values())):
        return None
    if winners is not None and not (isinstance(winners, list) and all(seat in list(seats) for seat in winners)):
        return None
    return read | {"seats": seats, "winners": winners, "ended": said.get("ended")}
