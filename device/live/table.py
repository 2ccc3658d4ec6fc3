"""The live table: one game, one writer, everybody else looks on.

Answers come from phones, the kiosk, buttons and the camera; each is checked by the rules, written to the journal,
and only then takes effect. Then lamps, kiosk and phones are told.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace

from rules import sheet
from rules.ask import Ask, AskAny, IllegalAnswer, StaleAnswer, Trouble
from rules.chance import Chance
from rules.game import Said, State
from rules.moment import Change, Habit, Moment, Proposal, Taking
from rules.onward import MOST, begins
from rules.plain import Plain, dump
from rules.position import Position, RulesFault, Step
from rules.sheet import WhatChanged

from . import sayings as told
from .hidden import shows_hidden
from .journal_rows import SECRET, SECRET_LAST, THE_BOX_PLAYS, goes_along
from .schooling import Schooling
from .trial import must_be_modest
from .writer import chances

log = logging.getLogger(__name__)


class Table(Schooling):
    """The game being played on this box, and the way to the others."""

    # Looking

    def still_open(self, number: int, seat: str | None) -> int:
        """The number under which *seat* may still answer what it was asked at position *number*.

        Where several act at once, an answer is late only if it was given to another question: as long as nobody but
        others has answered since and *seat* is asked the very same, it counts for the table as it is now.
        """
        with self._lock:
            moment = self.now()
            since = [entry for entry in self._asked if entry[0] >= number]
            if number == moment.number or not since or since[0][0] != number:
                return number
            then, today = since[0][1], moment.ask
            others = all(by is not None and by != seat for _, _, by in since)
            same = then is not None and today is not None and then.of(seat) == today.of(seat) is not None
            return moment.number if others and seat and same else number

    def taking_back(self) -> Taking | None:
        """What would be undone now, if anything: the last thing people did, with all the dealer did after it."""
        moment = self.now()
        if self._taking is None or self._taking[0] is not moment:  # the same for everybody who looks
            self._taking = moment, self._last_done(moment)
        return self._taking[1]

    def _last_done(self, moment: Moment) -> Taking | None:
        seen = moment.ask is None and moment.position.game.has_secrets  # what was hidden is turned over by now
        for entry in self.journal.path(moment.game_id, moment.node):
            if entry.kind in ("begin", "renewed"):
                return None  # what older rules made of it cannot be gone back to
            seen = seen or entry.revealed
            if not goes_along(entry.source):
                return Taking(entry.title, entry.parent, seen, entry.step.seat if entry.step else None)
        return None

    def doing_again(self) -> str | None:
        """What was taken back and could be done again, by its title."""
        moment = self.now()
        if moment.node == moment.entry:  # nothing came after it
            return None
        entry = self.journal.next_node(moment.game_id, moment.node)
        return entry.title if entry else None

    # Playing

    def answer(
        self,
        number: int,
        answer: Plain,
        seat: str | None = None,
        source: str = "phone",
        *,
        saw: Collection[str] | None = None,
        goes_on: bool = False,
        along: int = 0,
    ) -> Moment:
        """Take the answer to the question of position *number* from whoever is first.

        :param saw: the slots at which the camera looks: only what lies there is done already. None: all is done.
        :param goes_on: more of what hands did in one go, so that nothing it asked of them is forgotten.
        :param along: how many usual answers go along with it, where it begins something.
        """
        with self._lock:
            step, number = Step("answer", answer, seat), self.still_open(number, seat)
            if wish := self._wish(self._expect(number), step, source):
                return wish
            return self._step(number, step, source, saw=saw, goes_on=goes_on, along=along)

    def play(self, game_id: str, number: int, step: Step) -> bool:
        """The box answers for a seat that it plays; False if the game moved on meanwhile, or a person is back."""
        with self._lock:
            moment, seat = self._moment, step.seat
            if moment is None or (moment.game_id, moment.number) != (game_id, number) or seat not in self.played():
                return False
            if moment.ask is None or moment.ask.of(seat) is None:  # somebody else has answered in secret
                return False
            # Hands may still be busy with what was to do before.
            self._step(number, step, THE_BOX_PLAYS, goes_on=True)
            return True

    def hear(
        self,
        number: int,
        by: str | None,
        read: Callable[[Ask | None], tuple[str, Plain]],
        source: str = "phone",
        *,
        along: int = MOST,
    ) -> Moment:
        """Take what somebody says to the question of position *number*; what it says is read while nothing can change.

        :param by: the seat that speaks; None speaks for whoever is asked.
        :param read: from the question that is asked now to whose it is and what is answered; it may refuse.
        :param along: how many usual answers go along with it; fewer to open one of them.
        """
        with self._lock:
            moment = self._expect(self.still_open(number, by))
            seat, answer = read(moment.ask)
            step = Step("answer", answer, seat)
            return self._wish(moment, step, source) or self._step(moment.number, step, source, along=along)

    def light(self, number: int, sentence: int | None) -> None:
        """The voice reads this sentence of the story now: the stage turns to it and lights it; None if it has done."""
        with self._lock:
            moment = self._moment
            if moment is None or moment.number != number or moment.lit == sentence:
                return
            page = moment.page if sentence is None else moment.page_of(sentence)
            self._moment = replace(moment, lit=sentence, page=page)
            self._tell()

    def stand(self, number: int, seat: str, answer: Plain) -> None:
        """From now on *seat* answers so wherever it is asked what it is asked now."""
        with self._lock:
            moment = self._expect(self.still_open(number, seat))
            asked = moment.ask.of(seat) if moment.ask else None
            if asked is None or not asked.habit:
                raise IllegalAnswer("The box asks this every time.")
            words = asked.words(asked.check(answer))
            self.journal.keep_habit(moment.game_id, seat, asked.habit, answer, words)

    def no_longer(self, seat: str, habit: str) -> None:
        """*seat* wants to be asked again."""
        with self._lock:
            self.journal.drop_habit(self.now().game_id, seat, habit)
            self._tell()

    def habits(self, seat: str | None) -> dict[str, Habit]:
        """What *seat* answers once and for all; nobody else's business."""
        return self.journal.habits(self.now().game_id).get(seat or "", {})

    def _wish(self, moment: Moment, step: Step, source: str) -> Moment | None:
        """What people say they changed is only proposed if it would show something hidden, like any change by hand."""
        asked = moment.ask.of(step.seat) if moment.ask else None
        if not isinstance(asked, WhatChanged) or len(moment.seats) < 2:
            return None
        answer = asked.check(step.value)
        if not self._shows_hidden(moment.position, lambda: asked.after(answer), list(answer.values())):
            return None
        name = moment.position.game.players(moment.position.state)[asked.seat]
        return self._propose(moment, Change(step, source, f"{name}: {asked.words(answer)}"), asked.seat)

    def aside(self, number: int, name: str, seat: str, source: str = "phone", *, along: int = MOST) -> Moment:
        """Something that can be done at any time.

        :param along: how many usual answers go along with it; fewer to open one of them.
        """
        with self._lock:
            position = self._expect(number).position
            along = along if begins(position.game, position.state, seat, name) else 0
            return self._step(number, Step("aside", name, seat), source, along=along)

    def ruling(self, number: int, path: str, value: Plain, who: str, why: str, seat: str | None = None) -> Moment:
        """The table decides: any value of the state can be set, and the journal keeps who and why.

        What would show something hidden is only proposed: everybody has to agree.

        :param seat: whoever wants it so, if they sit at the table.
        """
        must_be_modest(path)
        return self.rulings(number, [(path, value)], who, why, seat)

    def rulings(
        self, number: int, changes: Iterable[tuple[str, Plain]], who: str, why: str, seat: str | None = None
    ) -> Moment:
        """Several values at once: all of them are set and taken back together."""
        wanted = dict(changes)
        must_be_modest(wanted)
        with self._lock:
            words = f"change {', '.join(wanted)} by hand"
            return self._rule(self._expect(number), _ruling(wanted), wanted, words, who, why, seat)

    def by_hand(self, number: int, changes: Mapping[str, Plain], who: str, why: str, seat: str | None = None) -> Moment:
        """What people changed on the sheet: all of it happens, or nothing does."""
        must_be_modest(dict(changes))
        with self._lock:
            moment = self._expect(number)
            game, state = moment.position.game, moment.position.state
            wanted = sheet.changed(sheet.fields(game, state, seat), changes)
            if not wanted:
                raise IllegalAnswer("Nothing is changed yet.")
            after = sheet.tried(game, state, wanted)
            step = _ruling(sheet.differences(dump(state), dump(after)))
            words = "; ".join(each.told(value) for each, value in wanted)
            return self._rule(moment, step, [value for _, value in wanted], words, who, why, seat)

    def _rule(
        self, moment: Moment, step: Step, said: Plain, words: str, who: str, why: str, seat: str | None
    ) -> Moment:
        """:param said: every value that was named, whatever else changes with it."""
        if not who.strip() or not why.strip():
            raise IllegalAnswer("Say who changes it, and why.")
        for each in (who, why):
            must_be_modest(each)
        source = f"ruling by {who.strip()}: {why.strip()}"
        before = moment.position
        if len(moment.seats) > 1 and self._shows_hidden(before, lambda: before.then(step).state, said):
            return self._propose(moment, Change(step, source, f"{who.strip()}: {words} ({why.strip()})"), seat)
        return self._step(moment.number, step, source)

    def _propose(self, moment: Moment, wanted: Taking | Change, by: str | None) -> Moment:
        """Whoever wants it agrees, and so do the seats that the box plays."""
        agreed = tuple(seat for seat in moment.seats if seat == by or seat in self.played())
        if len(agreed) == len(moment.seats):
            return self._as_agreed(moment, wanted, wanted.source if isinstance(wanted, Change) else "phone")
        self._moment = replace(moment, proposal=Proposal(wanted, by or "", agreed))
        self._tell()
        return self.now()

    def _as_agreed(self, moment: Moment, wanted: Taking | Change, source: str) -> Moment:
        if isinstance(wanted, Taking):
            return self._go_back(moment, wanted, source)
        return self._step(moment.number, wanted.step, wanted.source, shown=True)

    def _shows_hidden(self, before: Position, after: Callable[[], State], said: Plain) -> bool:
        try:
            return shows_hidden(before.game, before.state, after(), said)
        except Exception:  # it cannot come to pass, and whoever tries it is told why
            return False

    def draw(
        self,
        number: int | None = None,
        seat: str | None = None,
        source: str = "button",
        *,
        whose: Callable[[Ask | None], str] | None = None,
    ) -> Moment:
        """Let the dealer draw what is pending; the fate button does this.

        :param whose: from the question that is asked now to whose draw it is; it may refuse. As told by *seat* if None.
        """
        with self._lock:
            moment = self._expect(None if number is None else self.still_open(number, seat))
            if whose is not None:
                seat = whose(moment.ask)
            for asked in chances(moment.ask):
                if seat is None or asked.seat == seat:
                    answer = self._dealer.draw(asked, moment.draws)
                    return self._step(moment.number, Step("answer", answer, asked.seat), source, drawn=True)
            raise IllegalAnswer("There is nothing to draw now.")

    def _step(
        self,
        number: int,
        step: Step,
        source: str,
        *,
        drawn: bool = False,
        saw: Collection[str] | None = None,
        goes_on: bool = False,
        shown: bool = False,
        along: int = 0,
    ) -> Moment:
        """:param shown: it shows something hidden, whatever the rules say."""
        with self._lock:
            moment = self._expect(number)
            before = moment.position
            asked = before.ask.of(step.seat) if before.ask and step.kind == "answer" else None
            by_hand = step.kind in ("ruling", "cards") or isinstance(
                asked, WhatChanged
            )  # which may make anything of the table
            try:
                after = before.then(step)
                if asked is not None and _in_secret(before.ask):
                    source = SECRET if _stays_open(before.ask, after.ask) and not after.said else SECRET_LAST
                title = told.title(step, asked, before, after)
                claimed = told.claimed(step, asked, source) if not drawn else []
                said = (*told.ruled(step, source, before, after), *claimed, *after.said)
                draws = moment.draws + drawn
                with self._as_one():
                    seen = after.revealed or shown
                    self._write(step.kind, step, source, title, moment.node, after, draws, said, seen)
                    if isinstance(asked, Chance) and not asked.at_once and not asked.private and self._moment:
                        self._moment = replace(self._moment, drawn=asked.words(step.value), drawn_by=asked.seat)
                    if source != SECRET:
                        self._orders(before, after, source, fresh=not goes_on, saw=saw, by=step.seat)
                        self._go_on(asked.seat if asked else step.seat, along)
                    if by_hand:
                        self._must_work()
            except Trouble:
                raise
            except Exception as fault:
                if by_hand:
                    log.info("the change by hand %s %r was refused: %s", step.path, step.value, fault)
                    whose = f"{step.path} cannot be set to this. " if step.path else ""
                    raise IllegalAnswer(f"{whose}{sheet.NO_WAY_ON}") from fault
                if not isinstance(fault, RulesFault):
                    raise
                log.exception("the rules failed")
                raise IllegalAnswer(f"The rules stumbled over this, and nothing was changed. {fault}") from fault
            self._tell()
            return self.now()

    def _give(self, found: tuple[Ask, Step]) -> bool:
        try:
            self._step(self.now().number, found[1], f"phone of {found[0].seat}")
        except Trouble as trouble:  # then that seat has to be asked
            log.warning("a standing answer was refused: %s", trouble)
            return False
        return True

    # Taking back

    def undo(self, number: int, seat: str | None, source: str = "phone") -> Moment:
        """Take back the last thing people did; what was seen since needs everybody's consent."""
        with self._lock:
            moment = self._expect(number)
            taking = self.taking_back()
            if taking is None:
                raise IllegalAnswer("There is nothing to take back.")
            if taking.seen and len(moment.seats) > 1:
                return self._propose(moment, taking, seat)
            return self._go_back(moment, taking, source)

    def agree(self, number: int, seat: str, yes: bool, source: str = "phone") -> Moment:
        """A seat's word on what was proposed."""
        with self._lock:
            moment = self._expect(number)
            if moment.proposal is None:
                raise StaleAnswer("There's nothing left to agree on.")
            if not yes:
                self._moment = replace(moment, proposal=None)
                self._tell()
                return self.now()
            agreed = tuple(s for s in moment.seats if s == seat or s in moment.proposal.agreed)
            if len(agreed) == len(moment.seats):
                return self._as_agreed(moment, moment.proposal.wanted, source)
            self._moment = replace(moment, proposal=replace(moment.proposal, agreed=agreed))
            self._tell()
            return self.now()

    def _go_back(self, moment: Moment, taking: Taking, source: str) -> Moment:
        position = self.journal.position(moment.game_id, taking.node)
        draws = self.journal.entry(moment.game_id, taking.node).draws
        title = f"Taken back: {taking.title}"
        with self._as_one():
            self._write("undo", None, source, title, taking.node, position, draws, (Said(title),))
            self._orders(moment.position, position, source, fresh=True)
            self._deal()
        self._tell()
        return self.now()

    def redo(self, number: int, source: str = "phone") -> Moment:
        """Do again what was taken back last."""
        with self._lock:
            moment = self._expect(number)
            name = moment.game_id
            entry = self.journal.next_node(name, moment.node)
            if entry is None:
                raise IllegalAnswer("There is nothing to do again.")
            title = f"Done again: {entry.title}"
            while (further := self.journal.next_node(name, entry.number)) and goes_along(further.source):
                entry = further
            position = self.journal.position(name, entry.number)
            with self._as_one():
                self._write("redo", None, source, title, entry.number, position, entry.draws, (Said(title),))
                self._orders(moment.position, position, source, fresh=True)
                self._deal()
            self._tell()
            return self.now()


def _ruling(changes: dict[str, Plain]) -> Step:
    """One step, however much it sets."""
    if len(changes) == 1:
        [(path, value)] = changes.items()
        return Step("ruling", value, None, path)
    return Step("ruling", changes)


def _in_secret(ask: Ask | None) -> bool:
    """Are several asked, of whom nobody may learn who has answered?"""
    return isinstance(ask, AskAny) and bool(ask.window)


def _stays_open(before: Ask | None, after: Ask | None) -> bool:
    """Are the others of the same window still asked?"""
    if not isinstance(before, AskAny) or not isinstance(after, AskAny) or before.window != after.window:
        return False
    return len(after.asks) == len(before.asks) - 1
