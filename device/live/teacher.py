"""The teacher: each rule is told when it first matters, once, to those it concerns.

Which lessons matter is told by what a seat has before it (`rules.lessons`). This one remembers who had which, and lets
a card lie until it was read. Nobody can see what another seat was taught, unless all could read what it was about.
"""

from __future__ import annotations

import threading

from rules.lessons import Card, Sight, due, matters, still
from rules.moment import Moment
from rules.plain import Plain

from .journal import Journal

LESSONS, ADVICE, TOGETHER = "lessons", "advice", "together"
"""What a table or a name may want: rules told as they come up, a word before something is lost, the set-up shared."""


class Teacher:
    """What each seat of the live game is told now."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._lock = threading.RLock()
        self._game = ""
        self._cards: dict[str, Card] = {}
        self._taught: frozenset[str] | None = None
        self._wishes: dict[str, dict[str, bool]] = {}
        self._learnt: dict[str, set[str]] = {}
        self._openly: set[str] = set()  # lessons that the whole table has met in this game
        self._advised: dict[str, Plain] = {}  # the turn in which each seat was advised last
        self._advice: dict[str, tuple[int, str]] = {}  # the word that lies on a seat's phone, and for which position

    def card(self, moment: Moment, seat: str | None) -> Card | None:
        """What *seat* is told; the public screen tells what all may know of it."""
        with self._lock:
            if moment.game_id != self._game:
                return None
            if seat is not None:
                return self._cards.get(seat)
            sight = _sight(moment, None)
            asked = moment.ask.told if moment.ask else ()
            for each in (*asked, *moment.seats):
                card = self._cards.get(each)
                if card and card.openly and matters(card.lesson.when, sight):
                    return card
            return None

    def changed(self, moment: Moment | None) -> None:
        """The game has moved on: cards that were read are put away, and what matters now is laid out."""
        with self._lock:
            if moment is None or moment.game_id != self._game:
                self._game = moment.game_id if moment else ""
                self._cards, self._openly, self._advised, self._advice = {}, set(), {}, {}
                self._look_again()
            if moment is None:
                return
            self._advice = {seat: said for seat, said in self._advice.items() if said[0] == moment.number}
            taught = moment.ask is not None and bool(moment.position.game.teaching.lessons)
            played = self._journal.played(moment.game_id) if taught else {}
            for seat in moment.seats:
                if taught and seat not in played and self.wants(moment, seat, LESSONS):
                    self._next(moment, seat)
                else:
                    self._cards.pop(seat, None)

    def got_it(self, moment: Moment, seat: str) -> None:
        """The card was read."""
        with self._lock:
            self._advice.pop(seat, None)
            if card := self._cards.pop(seat, None):
                self._learn(moment, seat, card)

    def forget(self, moment: Moment, seat: str) -> None:
        """Whoever sits there learns everything anew."""
        with self._lock:
            self._journal.forget_pupil(_name(moment, seat))
            self._look_again()

    def wish(self, moment: Moment, seat: str, what: str, wanted: bool) -> None:
        """Whoever sits there wants this, or does not."""
        with self._lock:
            self._journal.wish(_name(moment, seat), what, wanted)
            self._look_again()

    def teach(self, moment: Moment, what: str, on: bool) -> None:
        """The whole table wants this, or does not."""
        with self._lock:
            self._journal.teach(moment.game_id, what, on)
            self._look_again()

    def teaches(self, moment: Moment, what: str) -> bool:
        """Whether the table wants this."""
        with self._lock:
            if self._taught is None or moment.game_id != self._game:
                self._taught = self._journal.taught(moment.game_id)
            return what in self._taught

    def wants(self, moment: Moment, seat: str, what: str) -> bool:
        """Whether somebody wants lessons or advice: as they said themselves, or as the table does."""
        name = _name(moment, seat)
        with self._lock:
            if name not in self._wishes:
                self._wishes[name] = self._journal.wishes(name)
            wish = self._wishes[name].get(what)
        return wish if wish is not None else self.teaches(moment, LESSONS)

    def _look_again(self) -> None:
        """What was read of the journal is told anew the next time."""
        self._taught, self._wishes, self._learnt = None, {}, {}

    # Good advice

    def advise(self, moment: Moment, seat: str, answer: Plain, *, aloud: bool = False) -> str:
        """What *seat* could still do before it answers so; said at most once a turn, and then the answer counts.

        :param aloud: from what all may know alone.
        """
        ask = moment.ask.of(seat) if moment.ask else None
        if ask is None or not self.wants(moment, seat, ADVICE):
            return ""
        said = still(_sight(moment, None if aloud else seat), ask, answer)
        turn = moment.position.game.turn_of(moment.position.state)
        when = moment.number if turn is None else turn
        with self._lock:
            if not said or (seat in self._advised and self._advised[seat] == when):
                return ""
            self._advised[seat] = when
            self._advice[seat] = (moment.number, said)
            return said

    def advice(self, moment: Moment, seat: str | None) -> str:
        """The word that lies on a seat's phone."""
        with self._lock:
            number, said = self._advice.get(seat or "", (-1, ""))
            return said if number == moment.number and moment.game_id == self._game else ""

    # Cards

    def _next(self, moment: Moment, seat: str) -> None:
        """A card lies as long as what it is about; one on something that happened until its seat is asked again."""
        sight, card = _sight(moment, seat), self._cards.get(seat)
        if card:
            when = card.lesson.when
            if matters(when, sight) or (not when.is_about_a_question and not sight.asks):
                return
            self._learn(moment, seat, self._cards.pop(seat))
        new = list(due(sight, self._known(moment, seat)))
        if not new:
            return
        lessons = moment.position.game.teaching.lessons
        # First what is new to the table, then what cannot be done, last what only wants a word.
        name = min(new, key=lambda each: (each in self._openly, bool(lessons[each].when.barred)))
        lesson = lessons[name]
        openly = matters(lesson.when, _sight(moment, None))
        self._cards[seat] = Card(name, lesson, name in self._openly, openly)

    def _known(self, moment: Moment, seat: str) -> set[str]:
        name = _name(moment, seat)
        if name not in self._learnt:
            self._learnt[name] = set(self._journal.learnt(name, moment.setup.game))
        return self._learnt[name]

    def _learn(self, moment: Moment, seat: str, card: Card) -> None:
        self._journal.learn(_name(moment, seat), moment.setup.game, card.name)
        self._known(moment, seat).add(card.name)
        if card.openly:
            self._openly.add(card.name)


def _sight(moment: Moment, seat: str | None) -> Sight:
    position = moment.position
    said = [each for number, each in moment.lines if moment.since is None or number >= moment.since]
    return Sight.of(position.game, position.state, moment.ask, said, seat)


def _name(moment: Moment, seat: str) -> str:
    """By what somebody is remembered; whoever told no name only for this game."""
    name = moment.position.game.players(moment.position.state).get(seat, seat)
    return name if name.casefold() != seat.casefold() else f"{seat} of {moment.game_id}"
