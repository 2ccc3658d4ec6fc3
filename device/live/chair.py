"""The empty chair: seats that the box plays, and a word of advice for those who play themselves.

The box is asked what anybody on that seat would be asked, and answers like anybody. It thinks in a process of its own
while hands move; if the game has moved on meanwhile, what it thought is dropped.

What its seat alone is asked takes a time that hangs on nothing hidden: how long somebody thinks about a hand tells what
is in it.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol

from rules.ask import Ask, AskAny, IllegalAnswer, StaleAnswer
from rules.chance import Chance
from rules.moment import Advice, Moment
from rules.players import STRENGTHS, answers_itself, why_not
from rules.position import Position, Step

from .journal_rows import THE_BOX_PLAYS
from .table import Table
from .thinker import Thinker

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds for the last thought to end when the box is closed."""

PAUSE = (2.4, 3.0)
"""Seconds that an answer takes which only its own seat may know: a little more than the longest thought."""

HURRIED = 0.4
"""Seconds that it still takes when people do not want to wait."""

COMPARED = 200
"""Answers by which it is told whether somebody is still asked the same."""

BEST = 3
"""Answers that are told with how good they look."""

ADVISER = "hard"
"""How well somebody thinks who is asked for advice."""


def pause() -> float:
    """How long the box takes for what nobody else may know; nothing that is hidden plays a part in it."""
    return random.SystemRandom().uniform(*PAUSE)


class Mind(Protocol):
    """Whoever thinks: `Thinker`, or a stand-in."""

    def think(self, position: Position, seat: str, strength: str, knows: str = "") -> dict[str, Any]: ...
    def hurry(self) -> None: ...
    def close(self) -> None: ...
    def end(self) -> None: ...


@dataclass(frozen=True)
class Thought:
    """One question that is thought about.

    :param number: of the position as everybody knows it: where all answer in secret it stays until the last has.
    :param reader: who wants to know how it looks: the asked seat itself for advice, another one to understand what the
        box did. Empty where the box answers.
    """

    game_id: str
    number: int
    seat: str
    strength: str
    position: Position
    reader: str = ""

    @property
    def ask(self) -> Ask:
        ask = self.position.ask.of(self.seat) if self.position.ask else None
        assert ask is not None, f"{self.seat} is asked nothing"
        return ask

    @property
    def in_secret(self) -> bool:
        """Whether nobody may learn who has answered."""
        return isinstance(self.position.ask, AskAny) and bool(self.position.ask.window)

    def is_asked_in(self, moment: Moment) -> bool:
        """Whether its seat can still answer the same, though others may have done something meanwhile."""
        ask = moment.ask.of(self.seat) if moment.ask and moment.game_id == self.game_id else None
        if ask is None or moment.number == self.number:
            return ask is not None
        return list(islice(ask.answers(), COMPARED)) == list(islice(self.ask.answers(), COMPARED))

    def is_about(self, other: Thought | None) -> bool:
        """The same question, thought about for the same reason."""
        return other is not None and self._key == other._key

    @property
    def _key(self) -> tuple[str, int, str, str, str]:
        return self.game_id, self.number, self.seat, self.strength, self.reader


@dataclass(frozen=True)
class Move:
    """What everybody saw the box do first since people last did something."""

    thought: Thought
    since: int | None
    words: str


class Chair:
    """Plays the seats of *table* that are given to the box.

    :param mind: a stand-in for the process that thinks.
    :param pause: seconds that each answer takes which nobody else may know.
    """

    def __init__(self, table: Table, mind: Mind | None = None, *, pause: Callable[[], float] = pause) -> None:
        self.when_thought: list[Callable[[], None]] = []
        self.waits_for: list[Callable[[], bool]] = []  # what is to be settled first, such as a table that differs
        self._table = table
        self._mind: Mind = mind or Thinker()
        self._pause = pause
        self._question: tuple[str, int] | None = None  # to which `_due` belongs
        self._due: dict[str, float] = {}  # when each seat answers what nobody else may know
        self._thinking: Thought | None = None
        self._wanted: Thought | None = None
        self._asked: Thought | None = None  # for advice
        self._advice: dict[str, tuple[Thought, Advice]] = {}  # by the seat that asked
        self._move: Move | None = None
        self._why: dict[tuple[str, int, str], Advice] = {}
        self._condition = threading.Condition()
        self._closing = False
        self._thread: threading.Thread | None = None
        table.when_changed.append(self.look)
        table.hurry = self.hurry

    # Sitting down and standing up

    def give(self, seat: str, strength: str) -> None:
        """The box plays *seat* from now on."""
        moment = self._table.now()
        if why := why_not(moment.position.game, moment.setup, seat):
            raise IllegalAnswer(why)
        if strength not in {each.name for each in STRENGTHS}:
            raise IllegalAnswer(f"The box cannot play {strength}; it plays easy, normal or hard.")
        if not set(moment.seats) - {seat, *self._table.played()}:
            raise IllegalAnswer("Somebody has to play, too: one seat stays yours.")
        self._table.let_play(seat, strength)

    def take_back(self, seat: str) -> None:
        """A person plays *seat* again; what the box is just thinking for it is dropped."""
        if seat in self._table.played():
            self._table.let_play(seat, "")

    # Thinking

    @property
    def is_thinking(self) -> bool:
        return self._thinking is not None

    def hurry(self) -> bool:
        """Answer now, with the best that was found; False if the box is not thinking for a seat, or in secret."""
        with self._condition:
            thought = self._thinking
            if thought is None or thought.reader or thought.in_secret:
                return False
            if thought.seat in self._due:
                self._due[thought.seat] = min(self._due[thought.seat], time.monotonic() + HURRIED)
            self._condition.notify_all()
        self._mind.hurry()
        return True

    def look(self, moment: Moment | None = None) -> None:
        """Something changed: think about what is asked now, and no longer about anything else."""
        if self._closing:
            return
        wanted = self._to_answer()
        with self._condition:
            self._wanted = wanted
            self._set_due(moment or self._table.moment)
            thinking = self._thinking
            if wanted and self._thread is None and not self._closing:
                self._thread = threading.Thread(target=self._run, name="chair", daemon=True)
                self._thread.start()
            self._condition.notify_all()
        if thinking and not thinking.is_about(wanted):
            self._mind.hurry()

    def _must_wait(self) -> bool:
        return any(is_open() for is_open in self.waits_for)

    def _to_answer(self) -> Thought | None:
        moment = self._table.moment
        if moment is None or moment.ask is None or moment.proposal is not None or self._must_wait():
            return None
        played, position = self._table.played(), moment.position
        for ask in moment.ask.each:
            if ask.seat in played and answers_itself(position.game, position.state, ask):
                return Thought(moment.game_id, moment.number, ask.seat, played[ask.seat], position)
        asked = self._asked
        if asked is None or asked.game_id != moment.game_id:
            return None
        if asked.reader != asked.seat:
            return asked
        return replace(asked, number=moment.number, position=position) if asked.is_asked_in(moment) else None

    def _set_due(self, moment: Moment | None) -> None:
        """From when a question is asked it is settled when the box answers it: one seat after the other."""
        if moment is None or (moment.game_id, moment.number) == self._question:
            return
        self._question, self._due = (moment.game_id, moment.number), {}
        due = time.monotonic()
        for ask in moment.ask.each if moment.ask else ():
            if ask.private and ask.seat in self._table.played():
                due += self._pause()
                self._due[ask.seat] = due

    def _wait(self, thought: Thought) -> bool:
        """Wait until it is time to answer; False if nobody wants to know any more."""

        def is_off() -> bool:
            changed = self._question != (thought.game_id, thought.number)
            return self._closing or changed or thought.seat not in self._table.played()

        with self._condition:
            while not is_off() and (left := self._due.get(thought.seat, 0.0) - time.monotonic()) > 0:
                self._condition.wait(left)
            return not is_off() and not self._must_wait()

    def _run(self) -> None:
        try:
            while True:
                with self._condition:
                    self._thinking = None
                    self._condition.wait_for(lambda: self._wanted is not None or self._closing)
                    if self._closing:
                        return
                    thought = self._thinking = self._wanted
                    self._wanted = None
                assert thought is not None
                self._settle(thought)
        finally:
            self._mind.end()

    def _settle(self, thought: Thought) -> None:
        """Think, and answer; where the box is at a loss a person has to play."""
        try:
            if thought.reader:
                if self._asked:
                    self._advise(thought)
            elif isinstance(thought.ask, Chance):
                self._table.draw(thought.number, thought.seat, THE_BOX_PLAYS)
            else:
                self._answer(thought)
        except StaleAnswer as late:
            log.info("the box's answer was dropped: %s", late)
        except Exception:
            if self._closing:
                return
            log.exception("the box is at a loss")
            self._at_a_loss(thought)

    def _answer(self, thought: Thought) -> None:
        found = self._think(thought)
        step = Step(found.get("kind", "answer"), found["answer"], thought.seat)
        if step.kind == "answer":
            thought.ask.check(step.value)
        if not self._wait(thought):
            return
        if self._table.play(thought.game_id, thought.number, step) and not thought.in_secret:
            self._remember(thought, found.get("words", "") if step.kind == "aside" else thought.ask.words(step.value))

    def _remember(self, thought: Thought, words: str) -> None:
        """What everybody saw; what its seat alone was asked is told as the log tells it to all."""
        moment, before = self._table.now(), self._move
        since = moment.since
        if thought.ask.private:
            told = [text for number, text in moment.log_for(None) if number == thought.number + 1]
            if not told:
                return
            words = thought.position.game.hearing.newest(told)[0].rstrip(".")  # where it went, not each step there
        if before is None or (before.thought.game_id, before.since) != (thought.game_id, since):
            self._move, self._why = Move(thought, since, words), {}
            for tell in self.when_thought:
                tell()

    def _think(self, thought: Thought) -> dict[str, Any]:
        question = thought.position, thought.seat, thought.strength, thought.reader
        try:
            found = self._mind.think(*question)
        except OSError:
            if self._closing:
                raise
            found = self._mind.think(*question)  # in a new process
        if "fault" in found:
            raise RuntimeError(found["fault"])
        return found

    def _at_a_loss(self, thought: Thought) -> None:
        if thought.reader:
            self._asked = None
        elif self._table.moment and self._table.now().game_id == thought.game_id:
            self._table.tell_all("The box doesn't know what to do here, so somebody else has to take over.")
            self.take_back(thought.seat)

    # A word of advice

    def ask_advice(self, seat: str) -> None:
        """*seat* wants to know what the box would do; everybody is told that it asked."""
        moment = self._table.now()
        ask, position = moment.ask.of(seat) if moment.ask else None, moment.position
        if why := why_not(position.game, moment.setup, seat):
            raise IllegalAnswer(why)
        if ask is None or not answers_itself(position.game, position.state, ask) or isinstance(ask, Chance):
            raise IllegalAnswer("There's nothing to advise on just now.")
        if not self.allows_advice(moment):
            raise IllegalAnswer("This table plays without advice.")
        if self.advice(moment, seat) is not None:
            return
        self._asked = Thought(moment.game_id, moment.number, seat, ADVISER, position, reader=seat)
        self._advice[seat] = self._asked, Advice()
        name = position.game.players(position.state)[seat]
        self._table.tell_all(f"{name} asks the box for advice.")

    def allow_advice(self, allowed: bool) -> None:
        """Whether anybody may ask the box in this game; everybody is told."""
        moment = self._table.now()
        if allowed == self.allows_advice(moment):
            return
        self._table.journal.allow_advice(moment.game_id, allowed)
        self._table.tell_all("Anybody may ask the box for advice." if allowed else "Nobody asks the box for advice.")

    def allows_advice(self, moment: Moment) -> bool:
        return self._table.journal.allows_advice(moment.game_id)

    def advice(self, moment: Moment, seat: str | None) -> Advice | None:
        """What the box would do in the place of *seat*, which alone may read it; None if it was not asked."""
        thought, told = self._advice.get(seat or "", (None, None))
        return told if thought and thought.is_asked_in(moment) else None

    # Why the box did that

    def last_move(self, moment: Moment, seat: str | None) -> tuple[str, str, Advice | None] | None:
        """Whose move the box made last, its words, and how it looked from what *seat* knows, if it asked."""
        move = self._move
        if move is None or move.thought.game_id != moment.game_id or seat in (None, move.thought.seat):
            return None
        key = move.thought.game_id, move.thought.number, str(seat)
        return move.thought.seat, move.words, self._why.get(key)

    def explain(self, seat: str) -> None:
        """*seat* wants to understand what the box did.

        The box looks at it once more, from what *seat* itself knows: so nothing is told that is still hidden.
        """
        moment, move = self._table.now(), self._move
        if move is None or self.last_move(moment, seat) is None:
            raise IllegalAnswer("There's no move of the box to explain.")
        self._why.setdefault((moment.game_id, move.thought.number, seat), Advice())
        self._asked = replace(move.thought, strength=ADVISER, reader=seat)
        self.look()
        for tell in self.when_thought:
            tell()

    def _advise(self, thought: Thought) -> None:
        found = self._think(thought)
        looked = [(str(each["words"]), round(100 * each["good"])) for each in found["best"]]
        best = tuple(sorted(looked[:BEST], key=lambda each: -each[1]))
        if not best:  # it knows what it wants without thinking ahead
            best = ((str(found["words"]), 0),)
        self._asked = None
        move = self._move
        did = move.words if move and not thought.ask.private and thought.reader != thought.seat else ""
        told = Advice(best, found["walks"], dict(looked), did)
        if thought.reader == thought.seat:
            self._advice[thought.seat] = thought, told
        else:
            self._why[thought.game_id, thought.number, thought.reader] = told
        for tell in self.when_thought:
            tell()

    def close(self) -> None:
        """Think no more; the process is gone when this returns."""
        with self._condition:
            self._closing = True
            self._condition.notify_all()
        self._mind.close()
        if self._thread is not None:
            self._thread.join(PATIENCE)
