"""The one writer of the live game: into the journal first, and only then does anything count."""

from __future__ import annotations

import logging
import random
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from rules.ask import Ask, AskAny, IllegalAnswer, StaleAnswer, Trouble
from rules.chance import Chance, RollDice
from rules.game import Said
from rules.moment import Moment, Taking
from rules.onward import MOST, forced, going_along
from rules.position import Position, Step

from . import sayings as told
from .dealer import Dealer
from .journal import Journal
from .journal_rows import DEALER, ITSELF, SECRET, Entry, JournalTrouble, is_of_people
from .older_games import Fit
from .trial import Unplayable, must_work

log = logging.getLogger(__name__)

LOG_LINES = 60
"""How much of the log is kept at hand."""

JUST_NOW = 64
"""Steps an answer may lie behind while the seat's own question stays the same."""


SILENCE = (3.0, 6.0)
"""Seconds after which standing answers are given where nobody else is waited for: as long as people take to think."""

Cancel = Callable[[], None]


def later(seconds: float, do: Callable[[], None]) -> Cancel:
    """Do something in so many seconds, unless it is cancelled."""
    timer = threading.Timer(seconds, do)
    timer.daemon = True
    timer.start()
    return timer.cancel


def silence() -> float:
    """How long nobody says anything; nothing that is hidden plays a part in it."""
    return random.SystemRandom().uniform(*SILENCE)


class NoGame(Trouble):
    """Nothing is being played."""

    def __init__(self) -> None:
        super().__init__("No game is open on this table.")


class Writer(ABC):
    """The game being played: held by one at a time, written down, and told to everybody who listens.

    :param later: does something in so many seconds and gives back how to cancel it.
    :param silence: how many seconds a standing answer takes to think where nobody else is waited for.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        later: Callable[[float, Callable[[], None]], Cancel] = later,
        silence: Callable[[], float] = silence,
    ) -> None:
        self.journal = journal
        self._later, self._silence = later, silence
        self._waiting: tuple[tuple[str, int], Cancel] | None = None  # the question whose silence lasts
        self.when_changed: list[Callable[[Moment | None], None]] = []
        self.hurry: Callable[[], bool] = lambda: False  # does the box think for a seat, and is it to hurry now?
        self.has_stage: Callable[[], bool] = lambda: False  # does a screen at the table show what is read aloud?
        self.must_draw: list[Callable[[Moment], None]] = []
        """Whoever shows the game draws it here before a ruling or a saved game counts, and raises if it cannot.

        Called while the table is held: it must wait for nobody and change nothing.
        """
        self._lock = threading.RLock()
        self._moment: Moment | None = None
        self._dealer = Dealer(b"")
        self._asked: deque[tuple[int, Ask | None, str | None]] = deque(maxlen=JUST_NOW)
        self._picked: Mapping[str, str] | None = None  # before the game began, until its first turn
        self._begun: dict[str, dict[str, str]] = {}  # where all act at once: the table before each one's last answer
        self._fits: dict[tuple[str, int, str], Fit] = {}
        self._taking: tuple[Moment, Taking | None] | None = None  # what would be undone, and when that was so

    @property
    def moment(self) -> Moment | None:
        """The live game; None while none is open."""
        return self._moment

    def now(self) -> Moment:
        if self._moment is None:
            raise NoGame
        return self._moment

    def is_alive(self, patience: float) -> bool:
        """The table can be reached within *patience* seconds and its journal can be read."""
        if not self._lock.acquire(timeout=patience):
            return False
        try:
            self.journal.games_count()
            return True
        except JournalTrouble:
            return False
        finally:
            self._lock.release()

    def _forget(self) -> None:
        """Another game: what was asked and begun in the last one is none of its business."""
        self._asked.clear()
        self._begun = {}
        self._picked = None

    @contextmanager
    def _as_one(self) -> Iterator[None]:
        """What people did and what the box deals upon it: all of it happens, or nothing does."""
        before = self._moment, self._dealer, self._asked.copy(), self._begun
        try:
            with self.journal.together():
                yield
        except BaseException:
            self._moment, self._dealer, self._asked, self._begun = before
            raise

    def _expect(self, number: int | None) -> Moment:
        moment = self.now()
        if number is not None and number != moment.number:
            raise StaleAnswer("The game has moved on; look again before you answer.")
        return moment

    def _write(
        self,
        kind: str,
        step: Step | None,
        source: str,
        title: str,
        parent: int,
        position: Position,
        draws: int,
        said: tuple[Said, ...] = (),
        revealed: bool = False,
    ) -> None:
        """Into the journal first; only then does it count."""
        moment = self.now()
        self._asked.append((moment.number, moment.ask, step.seat if step and kind == "answer" else None))
        number = moment.entry + 1
        node = parent if kind in ("undo", "redo") else number
        entry = Entry(number, node, parent, kind, step, source, title, said, revealed, draws, "")
        self.journal.append(moment.game_id, entry, position)
        if source == SECRET:  # nobody may see that somebody has answered: all that is shown stays as it was
            self._moment = replace(moment, newest=number, node=node, draws=draws, position=position)
            return
        if kind in ("undo", "redo"):
            lines = (*self._lines(moment.game_id, node), *((number, each) for each in said))
        else:
            lines = (*moment.lines, *((number, each) for each in said))
        self._moment = replace(
            moment,
            number=number,
            newest=None,
            node=node,
            draws=draws,
            position=position,
            lines=lines[-LOG_LINES:],
            source=source,
            proposal=None,
            page=0,
            lit=None,
        )
        if is_of_people(source):  # what people did is news; what the box does upon it belongs to it
            self._moment = replace(self._moment, drawn="", drawn_by="", orders=(), since=number)

    def tell_all(self, sentence: str) -> None:
        """Say something at the table that changes nothing in the game; the log keeps it."""
        with self._lock:
            moment = self.now()
            self.journal.remark(moment.game_id, moment.node, sentence)
            self._moment = replace(moment, lines=(*moment.lines, (moment.number, Said(sentence)))[-LOG_LINES:])
            self._tell()

    def _lines(self, name: str, node: int) -> tuple[tuple[int, Said], ...]:
        lines: list[tuple[int, Said]] = []
        remarks = self.journal.remarks(name)
        for entry in self.journal.path(name, node):
            said = (*entry.said, *map(Said, remarks.get(entry.number, ())))
            lines[:0] = [(entry.number, each) for each in said]
            if len(lines) >= LOG_LINES:
                break
        return tuple(lines[-LOG_LINES:])

    def _orders(
        self,
        before: Position,
        after: Position,
        source: str,
        *,
        fresh: bool,
        saw: Collection[str] | None = None,
        by: str | None = None,
    ) -> None:
        """What hands have to do; what the camera saw is done already."""
        moment = self.now()
        # One list from where hands left the table to how it should lie now, however much the box dealt in between.
        seen, laid = after.view(), moment.laid
        if fresh or laid is None:
            laid = self._left_off(before, by)
        if source == "camera":
            looked_at = {*laid, *seen} if saw is None else saw
            laid = {slot: value for slot, value in laid.items() if slot not in looked_at}
            laid |= {slot: value for slot, value in seen.items() if slot in looked_at}
        self._moment = replace(moment, todo=tuple(after.game.todo(laid, seen)), laid=laid)

    def _left_off(self, before: Position, by: str | None) -> dict[str, str]:
        """The table as hands left it when an answer came *by* one seat: whoever answers has done what was to do.

        Where several act at once that says nothing of the others: what they still have at hand stays on the list until
        they answer themselves.
        """
        seats = before.ask.seats if isinstance(before.ask, AskAny) else ()
        self._begun = {seat: view for seat, view in self._begun.items() if seat in seats and seat != by}
        if by in seats:
            self._begun[str(by)] = before.view()
        return next(iter(self._begun.values())) if self._begun else before.view()

    def _deal(self) -> bool:
        """Draw at once what the box holds and nobody has to press for; whether there was something."""
        dealt = False
        while True:
            moment = self.now()
            asked = next((each for each in chances(moment.ask) if each.at_once), None)
            if asked is None:
                return dealt
            answer = self._dealer.draw(asked, moment.draws)
            self._write_own(Step("answer", answer, asked.seat), DEALER, "The box deals", moment.draws + 1)
            if isinstance(asked, RollDice) and not asked.private:
                self._moment = replace(self.now(), drawn=asked.words(answer), drawn_by=asked.seat)
            dealt = True

    def _go_on(self, by: str | None = None, along: int = 0) -> None:
        """Answer what nobody has to be asked: deal, take what has no choice, what is usual, and what was said for good.

        :param by: the seat that gave the last answer.
        :param along: how many parts may go along with it.
        """
        for _ in range(MOST):
            if self._deal():
                continue
            ask, before = self.now().ask, self.now().position
            if found := forced(ask):
                orders = told.orders(found[0])
                title = "\n".join(orders) or told.only_choice(*found, before)
                usual = found[1].value == found[0].default  # which goes without saying
                self._write_own(found[1], ITSELF, title, said=orders, unless_told="" if orders or usual else title)
                self._moment = replace(self.now(), orders=(*self.now().orders, *orders))
            elif found := self._as_picked(ask):
                self._write_own(found[1], ITSELF, found[0].words(found[1].value))
            elif found := self._as_always(ask):
                title = told.as_always(*found, before)
                self._write_own(found[1], ITSELF, title, said=(title,))
            elif along and by and (found := going_along(ask, by)):
                self._write_own(found[1], ITSELF, found[0].words(found[1].value))
                along -= 1
            else:
                return

    def _as_picked(self, ask: Ask | None) -> tuple[Ask, Step] | None:
        """What people said when they gathered, if that is asked before the first turn and can still be so."""
        game, state = self.now().position.game, self.now().position.state
        if self._picked is None or game.turn_of(state) is not None:
            self._picked = None
            return None
        for each in ask.each if ask else ():
            answer = game.as_picked(each, self._picked) if each.early and not each.private else None
            with suppress(IllegalAnswer):
                if answer is not None:
                    return each, Step("answer", each.check(answer), each.seat)
        return None

    def _as_always(self, ask: Ask | None) -> tuple[Ask, Step] | None:
        """What a seat has answered once and for all, if it is asked that now and may still answer so."""
        asks = [each for each in (ask.each if ask else ()) if each.habit and not each.private]
        habits = self.journal.habits(self.now().game_id) if asks else {}
        for each in asks:
            habit = habits.get(each.seat, {}).get(each.habit)
            if habit is not None:
                with suppress(IllegalAnswer):
                    return each, Step("answer", each.check(habit.answer), each.seat)
        return None

    def _all_stand(self) -> list[tuple[Ask, Step]]:
        """The standing answers, if all who are still asked in secret have one; the others answer first."""
        ask = self._moment.ask if self._moment else None
        standing = [found for each in (ask.each if ask else ()) if (found := self._stands(each))]
        return standing if ask and len(standing) == len(ask.each) else []

    def _stand_in(self) -> bool:
        """Give a standing answer where everybody else has answered, as if it had been given before; whether one was.

        Nobody sees anything until the last has answered, whoever that is. So it looks like somebody who was quicker.
        """
        ask = self._moment.ask if self._moment else None
        if not isinstance(ask, AskAny) or len(ask.asks) == len(ask.window) or not ask.window:
            return False
        standing = self._all_stand()
        return bool(standing) and self._give(standing[0])

    def _keep_silent(self) -> None:
        """Where nobody but standing answers is waited for, a silence passes first that hangs on nothing hidden."""
        moment = self._moment
        at = (moment.game_id, moment.entry) if moment and self._all_stand() else None
        if self._waiting is not None and self._waiting[0] != at:
            self.wait_no_longer()
        if at is not None and self._waiting is None:
            self._waiting = at, self._later(self._silence(), lambda: self._silence_is_over(at))

    def wait_no_longer(self) -> None:
        """The box is being closed: nothing is answered by itself any more."""
        with self._lock:
            if self._waiting is not None:
                self._waiting[1]()
                self._waiting = None

    def _silence_is_over(self, at: tuple[str, int]) -> None:
        with self._lock:
            moment = self._moment
            if self._waiting is None or self._waiting[0] != at or moment is None:
                return
            self._waiting = None
            standing = self._all_stand()
            if (moment.game_id, moment.entry) == at and standing:
                self._give(standing[0])

    def _stands(self, asked: Ask) -> tuple[Ask, Step] | None:
        """What the asked seat has answered once and for all, if it is asked in secret and may still answer so."""
        if not asked.habit or not asked.private:
            return None
        habit = self.journal.habits(self.now().game_id).get(asked.seat, {}).get(asked.habit)
        if habit is None:
            return None
        try:
            return asked, Step("answer", asked.check(habit.answer), asked.seat)
        except IllegalAnswer:
            return None

    @abstractmethod
    def _give(self, found: tuple[Ask, Step]) -> bool:
        """Take a standing answer like any other; whether it could be taken."""

    def _write_own(
        self,
        step: Step,
        source: str,
        title: str,
        draws: int | None = None,
        said: Sequence[str] = (),
        unless_told: str = "",
    ) -> None:
        """An answer of the box itself, which is taken back together with what led to it.

        :param unless_told: what is said where the rules tell nobody what came of it.
        """
        moment = self.now()
        before, after = moment.position, moment.position.then(step)
        if unless_told and all(each.seats is not None for each in after.said):
            said = (*said, unless_told)
        lines = (*map(Said, said), *after.said)
        draws = moment.draws if draws is None else draws
        self._write("answer", step, source, title, moment.node, after, draws, lines, after.revealed)
        self._orders(before, after, source, fresh=False)

    def _must_work(self) -> None:
        """The game as it would stand now can be shown, asked and saved; `Unplayable` if not."""
        moment = self.now()
        must_work(moment.position)
        for draw in self.must_draw:
            try:
                draw(moment)
            except Exception as fault:
                raise Unplayable(f"it cannot be drawn: {type(fault).__name__}: {fault}") from fault

    def _tell(self) -> None:
        if self._stand_in():
            return  # which has told everybody
        for tell in list(self.when_changed):
            try:
                tell(self._moment)
            except Exception:  # a lamp or a page that fails must not stop the game
                log.exception("telling of a change failed")
        self._keep_silent()


def chances(ask: Ask | None) -> list[Chance]:
    """The pending draws, whoever is asked."""
    return [each for each in (ask.each if ask else ()) if isinstance(each, Chance)]
