"""The live game looked back on: its deeds, and all of it played through once more to be counted.

What was written never changes, so nothing here holds the table: people play on meanwhile.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from rules.ask import IllegalAnswer
from rules.figures import Figure, Happening
from rules.looking_back import Deed, Story, how_long, played, telling
from rules.moment import Moment
from rules.position import Position

from .journal import Journal
from .journal_rows import Entry, is_the_boxs
from .writer import Writer

log = logging.getLogger(__name__)

HIGHLIGHTS = 8
"""Moments of a game that are marked on its strip."""


class LookingBack(Writer):
    """What became of the live game, from its first moment on."""

    _walked: tuple[str, int, frozenset[int]] = "", -1, frozenset()

    def deeds(self) -> tuple[Deed, ...]:
        """What happened so far, without what was taken back."""
        moment = self.now()
        return _deeds(_path(self.journal, moment.game_id, moment.node))

    def lately(self) -> tuple[Deed, ...]:
        """As much of it as the log still shows where there are secrets: nobody is reminded of more than that."""
        moment, deeds = self.now(), self.deeds()
        if moment.may_be_looked_back_on or moment.position.game.is_campaign:
            return deeds
        first = min((number for number, _ in moment.lines), default=0)
        return tuple(deed for deed in deeds if deed.number >= first)

    def paused(self) -> int:
        """Minutes since anybody did anything in the live game."""
        path = self.journal.path(self.now().game_id, self.now().node)
        at = next((_seconds(entry.at) for entry in path if entry.step and not is_the_boxs(entry.source)), None)
        return 0 if at is None else max(0, int(time.time() - at) // 60)

    def story(self) -> Story:
        """The whole game played through once more; it takes a while."""
        moment = self.now()
        _must_be_open(moment)
        name, node = moment.game_id, moment.node
        path = _path(self.journal, name, node)
        deeds = _deeds(path)
        turns: dict[int, tuple[int, str | None]] = {}
        figures: list[Figure] = []
        game = moment.position.game
        try:
            again = _played_again(self.journal, name, path, turns)
            figures = game.figures(again)
            for _ in again:  # a game that counts nothing has left it unplayed, and its turns uncounted
                pass
        except Exception:  # what older rules wrote, or a damaged card: its deeds are still there
            log.exception("%s cannot be counted", name)
        deeds = tuple(_with_turn(deed, turns) for deed in deeds)
        names = game.players(moment.position.state).values()
        marked = tuple(place for place, _ in telling(game, names, deeds, HIGHLIGHTS))
        return Story(name, node, deeds, (*_common(self.journal, name, deeds, game.turn_words), *figures), marked)

    def back_at(self, number: int) -> Moment:
        """The live game as it stood at an earlier moment."""
        moment = self.now()
        _must_be_open(moment)
        if number not in self._way(moment.game_id, moment.node):
            raise IllegalAnswer("There was no such moment in this game.")
        position = self.journal.position(moment.game_id, number)
        return replace(
            moment, number=number, node=number, position=position, todo=(), orders=(), lines=(), proposal=None
        )

    def _way(self, name: str, node: int) -> frozenset[int]:
        """The entries that lead to *node*; read once for all who scrub along them."""
        if self._walked[:2] != (name, node):
            self._walked = name, node, frozenset(entry.number for entry in _path(self.journal, name, node))
        return self._walked[2]


def _must_be_open(moment: Moment) -> None:
    if not moment.may_be_looked_back_on:
        raise IllegalAnswer("You can look back once the game is over: until then some of it stays hidden.")


def _path(journal: Journal, name: str, node: int) -> list[Entry]:
    """From as early as it can be followed to *node*, without what was taken back."""
    entries = {entry.number: entry for entry in journal.entries(name)}
    path: list[Entry] = []
    while (entry := entries.get(node)) is not None:
        path.append(entry)
        if not entry.number:
            break
        node = entry.parent
    return path[::-1]


def _deeds(path: list[Entry]) -> tuple[Deed, ...]:
    """Each ends where something was said that all may read; what the box did upon it belongs to it."""
    deeds: list[Deed] = []
    seat = None
    for entry in path:
        public = any(said.seats is None for said in entry.said)
        if entry.step and not is_the_boxs(entry.source):
            seat = entry.step.seat
        if deeds and is_the_boxs(entry.source) and (entry.said or entry is path[-1]):
            deeds[-1] = replace(deeds[-1], number=entry.number, said=(*deeds[-1].said, *entry.said))
        elif public or not entry.number or entry is path[-1]:
            deeds.append(Deed(entry.number, entry.said, _seconds(entry.at), seat))
    return tuple(deeds)


def _seconds(stamp: str) -> float | None:
    try:
        return datetime.fromisoformat(stamp).timestamp()
    except ValueError:  # damaged on the card
        return None


def _with_turn(deed: Deed, turns: dict[int, tuple[int, str | None]]) -> Deed:
    turn, whose = turns.get(deed.number, (0, None))
    return replace(deed, turn=turn, seat=whose or deed.seat)


def _played_again(
    journal: Journal, name: str, path: list[Entry], turns: dict[int, tuple[int, str | None]]
) -> Iterator[Happening]:
    """Every step once more, from where today's rules can pick it up.

    :param turns: filled on the way: which turn each entry belongs to, and whose it is.
    """
    start = max((place for place, entry in enumerate(path) if entry.kind in ("begin", "renewed")), default=0)
    position: Position = journal.position(name, path[start].number)
    run, game = position.tried(), position.game
    turn, last = 0, None
    for entry in path[start + 1 :]:
        if entry.step is None:
            continue
        asked = run.ask.of(entry.step.seat) if run.ask and entry.step.kind == "answer" else None
        whose = game.at_turn(run.state) if game.turn_of(run.state) is not None else None
        run.take(entry.step)
        turns[entry.number] = turn, whose
        yield Happening(asked, entry.step, run.state, tuple(s.text for s in run.state.said if s.seats is None))
        now = game.turn_of(run.state)
        if now is not None and now != last:
            turn, last = turn + 1, now


def _common(journal: Journal, name: str, deeds: tuple[Deed, ...], turn: str) -> list[Figure]:
    """What can be counted of any game."""
    minutes = played(deeds)
    back = sum(entry.kind == "undo" for entry in journal.entries(name))
    by_hand = sum(entry.kind == "ruling" for entry in journal.entries(name))
    turns = max((deed.turn for deed in deeds), default=0)
    found = [Figure("At the table", how_long(minutes))] if minutes else []
    found += [Figure(f"{turn}s", str(turns))] if turns else []
    found += [Figure("Taken back", f"{back}×")] if back else []
    return found + ([Figure("Changed by hand", f"{by_hand}×")] if by_hand else [])
