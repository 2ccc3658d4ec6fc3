"""The hall's tournament: who meets whom, at which table, and how it ended."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from rules.ask import IllegalAnswer
from rules.games import game, names
from web.live.lobby import cleaned

from .heard import AtTable
from .store import Pairing, Store, Tournament
from .swiss import DRAW, WIN, Standing, pair, rounds_for, standings
from .word import Wanted


class Contest(ABC):
    """A tournament at the tables of one evening; one at a time.

    :param store: where it is kept.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.RLock()
        self._tables: dict[str, AtTable] = {}

    @abstractmethod
    def _tell(self, box: str, beside: bool) -> None:
        """A table changed, or more than that."""

    @abstractmethod
    def _say(self) -> None:
        """The hall's word to each table."""

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
            raise IllegalAnswer(f"{wanted} is already in the tournament.")
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

    def _wanted(self) -> dict[str, Wanted]:
        """Who should play at which table."""
        found = self._store.tournament()
        return {
            each.box: Wanted(_key(found, each.id), found.game, [each.first, each.second])
            for each in self._unplayed(found)
            if found and each.box and each.second
        }


def _key(tournament: Tournament, pairing: int) -> str:
    return f"{tournament.id}-{pairing}"
