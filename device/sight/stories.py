"""Which legal answers explain what the camera sees?

The rules say which tables could come next: from the position as it stands, answers are tried until the view of some
later position is what the readings show. The fewest answers win; what only a phone can answer is left to the phone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count

from rules.ask import Ask, ChooseOne, Confirm, IllegalAnswer, PickSome
from rules.chance import Chance, ReadCard
from rules.onward import settled
from rules.plain import Plain, dump
from rules.position import Position, RulesFault
from rules.printed import Piece
from vision.read import match
from vision.reading import Reading

MOST_TRIED = 700
"""Positions tried before giving up: what no player does in one turn is not worth waiting for."""

# An answer at a place where nothing changed is rare (a piece that jumps on and on); it counts as so many answers.
DETOUR = 3


@dataclass(frozen=True)
class Answer:
    """One answer for the table to take, in the words of the question.

    :param places: the slots it is about, if it is about any.
    :param way: every place it leads over, if it is a way.
    """

    seat: str | None
    value: Plain
    words: str
    places: tuple[str, ...] = ()
    way: tuple[str, ...] = ()


@dataclass(frozen=True)
class Story:
    """What people seem to have done.

    :param answers: to be taken now, in order; none if all that is missing is a phone's private answer.
    :param waits_for: the seat whose phone must say something before the rest can be understood.
    :param unfinished: slots where hands have not yet done what the rules now ask for.
    :param unseen: a piece was turned over whose face nobody has shown to the camera: better ask than believe it.
    :param unsure: slots that speak against the story, though not surely: better look again.
    """

    answers: tuple[Answer, ...]
    waits_for: str | None
    likelihood: float
    unfinished: tuple[str, ...] = ()
    unseen: bool = False
    unsure: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        return "; ".join(answer.words for answer in self.answers) or "nothing yet"


def stories(position: Position, readings: Sequence[Reading]) -> list[Story]:
    """Every shortest story that explains the readings, the likeliest first; none if nothing legal does."""
    before = position.view()
    start = match.differences(readings, before)
    if not start:
        return []
    by_slot = {reading.slot: reading for reading in readings}
    changed = {one.slot for one in start}
    tie = count()
    # Each entry is an answer still to be tried: trying costs more than waiting in line.
    heap: list[tuple[int, int, _Trail]] = [(0, next(tie), _Trail(position, None, None, (), None, (), ()))]
    found: dict[str, Story] = {}
    shortest: int | None = None
    known: set[str] = set()
    tried = 0
    while heap and tried < MOST_TRIED:
        cost, _, trail = heappop(heap)
        if shortest is not None and cost > shortest:
            break
        tried += 1
        try:
            here = trail.end()
        except (IllegalAnswer, RulesFault):
            continue
        view = here.view()
        # Nobody can have laid down already what the box has yet to deal.
        differs = tuple(one for one in match.differences(readings, view) if one.slot not in trail.dealt)
        unfinished = _unfinished(differs, before, changed, trail.faces)
        if not differs or unfinished:
            shortest = cost
            story = Story(
                trail.answers,
                trail.waits_for,
                match.likelihood(readings, view),
                unfinished,
                any(not _shown(face, slot, by_slot, changed) for slot, face in trail.faces),
                match.unsure(readings, view),
            )
            # However it was told, what comes of it is the same.
            told = _told(story) if story.waits_for else _name(here)
            if told not in found or found[told].likelihood < story.likelihood:
                found[told] = story
            continue
        name = _name(here)
        if name in known or len(differs) > len(start) + 2:
            continue
        known.add(name)
        places = changed | {one.slot for one in differs}
        for asked, value, extra in _answers(here.ask, by_slot, places):
            heappush(heap, (cost + _cost(asked) + extra, next(tie), trail.on(here, asked, value)))
    return sorted(found.values(), key=lambda story: -story.likelihood)


@dataclass(frozen=True)
class _Trail:
    """A way through the rules: a position and one more answer, not tried yet."""

    position: Position
    asked: Ask | None
    value: Plain
    answers: tuple[Answer, ...]  # for the table to take
    waits_for: str | None
    faces: tuple[tuple[str, str], ...]  # slots that were turned over, and what came up
    dealt: tuple[str, ...]  # slots on which the box deals something

    def end(self) -> Position:
        """Where it leads, as far as people have to answer: what leaves no choice the table takes by itself."""
        if self.asked is None:
            return self.position
        return settled(self.position.after(self.value, self.asked.seat or None))

    def on(self, here: Position, asked: Ask, value: Plain) -> _Trail:
        faces = self.faces
        if isinstance(asked, ReadCard) and asked.slot:
            faces = (*faces, (asked.slot, str(value)))
        # The dealer draws by itself, and a private answer is not the camera's to give; nor is what comes after it.
        if isinstance(asked, Chance):
            dealt = (*self.dealt, asked.slot) if asked.slot else self.dealt
            return _Trail(here, asked, value, self.answers, self.waits_for, faces, dealt)
        if self.waits_for is not None or (asked.private and not _in_the_open(asked, value)):
            return _Trail(here, asked, value, self.answers, self.waits_for or asked.seat, faces, self.dealt)
        answer = Answer(asked.seat or None, value, asked.words(value), _places(asked, value), _way(asked, value))
        return _Trail(here, asked, value, (*self.answers, answer), None, faces, self.dealt)


def _shown(face: str, slot: str, seen: dict[str, Reading], changed: set[str]) -> bool:
    """Can the camera see this face now, where it was turned over or where it went?"""
    return any(_face(seen[place].value) == face for place in {slot, *changed} if place in seen)


def _face(value: object) -> str | None:
    """What lies there, whosever it is; a view names a piece by its owner too."""
    return value.kind if isinstance(value, Piece) and value.up else str(value)


def _unfinished(
    differs: Sequence[match.Difference], before: match.View, changed: set[str], faces: Sequence[tuple[str, str]]
) -> tuple[str, ...]:
    """The differences, if all of them are only what hands have still to do; else nothing.

    Somebody turned over a piece that the rules take away at once, and it still lies there face-up, with all around
    it as it was. Without that face as a witness no half-done story is believed.
    """
    turned = {slot for slot, face in faces}
    shown = {(slot, face) for slot, face in faces}
    left = [one for one in differs if one.seen != before.get(one.slot) or one.slot in changed]
    if not differs or not left:
        return ()
    if all(one.slot in turned and (one.slot, _face(one.seen)) in shown for one in left):
        return tuple(one.slot for one in differs)
    return ()


def _places(asked: Ask, value: Plain) -> tuple[str, ...]:
    """Where on the table that answer is, the place the question is about first."""
    chosen = value if isinstance(value, list) else [value]
    there = [option.slot for option in getattr(asked, "options", ()) if option.value in chosen]
    return tuple(slot for slot in (asked.slot, *there) if slot)


def _way(asked: Ask, value: Plain) -> tuple[str, ...]:
    return next((option.way for option in getattr(asked, "options", ()) if option.value == value), ())


def _in_the_open(asked: Ask, value: Plain) -> bool:
    """Is this one of the answers that everybody sees done on the table, though only one seat is asked?"""
    return any(option.seen and option.value == value for option in getattr(asked, "options", ()))


def _cost(asked: Ask) -> int:
    """How many answers this counts for; what the box deals is nobody's answer."""
    return 0 if isinstance(asked, Chance) else 1


def _answers(ask: Ask | None, seen: dict[str, Reading], changed: set[str]) -> Iterator[tuple[Ask, Plain, int]]:
    """Answers worth trying, and how much less likely than others they are."""
    for asked in ask.each if ask else ():
        if isinstance(asked, ReadCard):
            value = seen[asked.slot].value if asked.slot in seen else None
            kinds = [option.value for option in asked.options]
            kind = _face(value)
            if value is not None and kind in kinds:
                yield asked, kind, 0
            else:
                # It was turned over and is gone already: blown up, moved on, sent home.
                yield from ((asked, kind, 1) for kind in kinds)
        elif isinstance(asked, ChooseOne):
            open_ = [option for option in asked.options if option.barred is None and option.seen is not False]
            if asked.private:
                # Whichever it is, it looks the same from outside; but some things are done where all can see them.
                open_ = [option for option in open_ if option.seen] or open_[:1]
            # What is done where no camera looks is for a phone to say, unless there is nothing else to be said.
            open_ = [o for o in open_ if o.slot is None or o.slot in seen or o.seen] or open_
            for option in open_:
                elsewhere = option.slot is not None and option.slot not in changed and not option.seen
                yield asked, option.value, DETOUR * elsewhere
        elif isinstance(asked, PickSome):
            places = [o.value for o in asked.options if o.barred is None and (o.slot is None or o.slot in changed)]
            for size in range(asked.at_least, min(asked.at_most, len(places), 3) + 1):
                yield from ((asked, list(some), 0) for some in _some(places, size))
        elif isinstance(asked, Confirm):
            yield asked, True, 0
        elif isinstance(asked, Chance) and asked.at_once:
            yield asked, next(iter(asked.answers())), 0


def _some(places: Sequence[str | int], size: int) -> Iterator[tuple[str | int, ...]]:
    if size == 0:
        yield ()
        return
    for n, first in enumerate(places):
        for rest in _some(places[n + 1 :], size - 1):
            yield (first, *rest)


def _name(position: Position) -> str:
    """Two positions with the same name have the same future."""
    state = dump(position.state)
    if isinstance(state, dict):
        state = {name: value for name, value in state.items() if name not in ("said", "shown", "last")}
    ask = position.ask
    return json.dumps([state, ask.text if ask else None], sort_keys=True, default=str)


def _told(story: Story) -> str:
    """Stories told alike are one story."""
    return json.dumps([[a.seat, a.value] for a in story.answers] + [story.waits_for])
