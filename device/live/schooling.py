"""The live table and those who learn: the minute before the game, lessons while it is played, the set-up shared out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.ask import Confirm, IllegalAnswer
from rules.moment import Moment
from rules.plain import Plain
from rules.position import Step
from rules.setting_up import Handed, SetUpStep, handed_out, ready

from .growing import Growing
from .journal import Journal
from .teacher import ADVICE, LESSONS, TOGETHER, Teacher
from .writer import Cancel, later, silence

THE_BOARD_IS_SEEN = frozenset(("same", "hands", "phone", "mat", "read", "asks", "differs", "guiding"))
"""What the camera says only where it has found the board."""


class Schooling(Growing):
    """A game that is taught as it is played; nothing of it is a step."""

    def __init__(
        self,
        journal: Journal,
        *,
        later: Callable[[float, Callable[[], None]], Cancel] = later,
        silence: Callable[[], float] = silence,
    ) -> None:
        super().__init__(journal, later=later, silence=silence)
        self.teacher = Teacher(journal)
        self.when_changed.append(self.teacher.changed)

    # Lessons

    def teach(self, on: bool = True) -> None:
        """Teach everybody: the minute first, then each rule when it matters, and the set-up together."""
        with self._lock:
            moment = self.now()
            self.teacher.teach(moment, LESSONS, on)
            pages = moment.position.game.teaching.minute
            self._moment = replace(moment, minute=0 if on and pages else None)
            self.set_up_together(on)

    def is_taught(self) -> bool:
        return self.teacher.teaches(self.now(), LESSONS)

    def wish(self, seat: str, what: str, wanted: bool) -> None:
        """Whoever sits at *seat* wants lessons or advice, or does not; remembered by name."""
        if what not in (LESSONS, ADVICE):
            raise IllegalAnswer("Lessons or advice can be wanted.")
        with self._lock:
            self.teacher.wish(self.now(), seat, what, wanted)
            self._tell()

    def got_it(self, seat: str) -> None:
        """Whoever sits at *seat* has read what lay there."""
        with self._lock:
            self.teacher.got_it(self.now(), seat)
            self._tell()

    def forget(self, seat: str) -> None:
        """Whoever sits at *seat* wants to learn everything anew."""
        with self._lock:
            self.teacher.forget(self.now(), seat)
            self._tell()

    def advise(self, seat: str, answer: Plain, *, aloud: bool = False) -> bool:
        """Whether *seat* should hear first what it could still do; then this very answer waits for a second tap.

        :param aloud: everybody will hear it, so it hangs on nothing that only this seat knows.
        """
        with self._lock:
            said = self.teacher.advise(self.now(), seat, answer, aloud=aloud)
            if said:
                self._tell()
            return bool(said)

    def turn_page(self, number: int, by: int = 1) -> bool:
        """Turn a page of the minute, or of what is read aloud on the stage; False if there is none further on."""
        with self._lock:
            moment = self._expect(number)
            if moment.minute is not None:
                return self._turn_minute(moment, moment.minute + by)
            page = moment.page + by
            if not self.has_stage() or not 0 <= page < len(moment.story):
                return False
            self._moment = replace(moment, page=page)
            self._tell()
            return True

    def end_minute(self) -> None:
        """Enough told; let's play."""
        with self._lock:
            self._moment = replace(self.now(), minute=None)
            self._tell()

    def _turn_minute(self, moment: Moment, page: int) -> bool:
        if page < 0:
            return False
        last = len(moment.position.game.teaching.minute) - 1
        self._moment = replace(moment, minute=page if page <= last else None)
        self._tell()
        return True

    # The set-up

    def set_up_together(self, on: bool = True) -> None:
        """Hand out the steps of the set-up to everybody at the table."""
        with self._lock:
            self.teacher.teach(self.now(), TOGETHER, on)
            self._tell()

    def handed_out(self, *, always: bool = False) -> tuple[Handed, ...]:
        """Who does what to set the table; empty once it is done, or where nobody wants it so.

        :param always: the whole list, for whoever asks for it.
        """
        moment = self.now()
        if not always and (moment.ask is None or not self.teacher.teaches(moment, TOGETHER)):
            return ()
        game, state = moment.position.game, moment.position.state
        if not always and game.is_set_up(state):
            return ()
        played = self.journal.played(moment.game_id)
        people = {seat: name for seat, name in game.players(state).items() if seat not in played}
        steps = game.guide(state) if always else self._to_share(moment)
        handed = handed_out(steps, people, self.journal.ticked(moment.game_id))
        return handed if always or not all(each.done for each in handed) else ()

    def tick(self, step: str, done: bool = True) -> None:
        """A step of the set-up is done, or not after all."""
        with self._lock:
            if step not in self._steps():
                raise IllegalAnswer("There is no such step in the set-up.")
            moment = self.now()
            self.journal.tick(moment.game_id, step, done)
            asked = _asked_to_set_up(moment)
            if asked and set(self._to_share(moment)) <= self.journal.ticked(moment.game_id):  # that says it all
                self._step(moment.number, Step("answer", True, asked.seat), "set-up")
            else:
                self._tell()

    def tick_next(self) -> bool:
        """The yes button: the first step that somebody is at is done; False if there is none."""
        with self._lock:
            step = next((each.step for each in ready(self.handed_out())), None)
            if step is None:
                return False
            self.tick(step)
            return True

    def saw(self, state: str) -> None:
        """The camera has looked: what it can see of the set-up is done without anybody's word."""
        with self._lock:
            if self._moment is None or state not in THE_BOARD_IS_SEEN:
                return
            for each in ready(self.handed_out()):
                if each.step.seen == "board" or (each.step.seen == "table" and state == "same"):
                    self.tick(each.step)

    def _steps(self) -> tuple[str, ...]:
        moment = self.now()
        return (*moment.position.game.guide(moment.position.state), *self._to_share(moment))

    def _to_share(self, moment: Moment) -> tuple[str, ...]:
        """What people can do to set the table now; what the rules ask one by one is not among it."""
        game = moment.position.game
        steps: Sequence[str] = game.guide(moment.position.state)
        if game.asks_to_set_up:
            asked = _asked_to_set_up(moment)
            steps = asked.todo if asked else ()
        return tuple(step for step in steps if not (isinstance(step, SetUpStep) and step.apart))


def _asked_to_set_up(moment: Moment) -> Confirm | None:
    """The question that waits until the table is set, if it is asked now."""
    game, state = moment.position.game, moment.position.state
    if moment.ask is None or not game.asks_to_set_up or game.is_set_up(state):
        return None
    return next((each for each in moment.ask.each if isinstance(each, Confirm) and each.waits and each.todo), None)
