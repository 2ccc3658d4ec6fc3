"""The empty chair: seats that the box plays, and a word of advice for those who play themselves.

The box is asked what anybody on that seat would be asked, and answers like anybody. It thinks in a process of its own
while hands move; if the game has moved on meanwhile, what it thought is dropped.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from rules.ask import Ask, IllegalAnswer, StaleAnswer
from rules.chance import Chance
from rules.moment import Advice, Moment
from rules.players import STRENGTHS, answers_itself, why_not
from rules.position import Position

from .journal_rows import THE_BOX_PLAYS
from .table import Table
from .thinker import Thinker

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds for the last thought to end when the box is closed."""

ADVISER = "hard"
"""How well somebody thinks who is asked for advice."""


class Mind(Protocol):
    """Whoever thinks: `Thinker`, or a stand-in."""

    def think(self, position: Position, seat: str, strength: str, knows: str = "") -> dict[str, Any]: ...
    def hurry(self) -> None: ...
    def close(self) -> None: ...
    def end(self) -> None: ...


@dataclass(frozen=True)
class Thought:
    """One question that is thought about.

    :param reader: who wants to know how it looks: the asked seat itself for advice, another one to understand what the
        box did. Empty where the box answers.
    """

    game_id: str
    entry: int
    seat: str
    strength: str
    position: Position
    reader: str = ""

    def is_about(self, other: Thought | None) -> bool:
        """The same question, thought about for the same reason."""
        return other is not None and self._key == other._key

    @property
    def _key(self) -> tuple[str, int, str, str, str]:
        return self.game_id, self.entry, self.seat, self.strength, self.reader


@dataclass(frozen=True)
class Move:
    """What everybody saw the box do first since people last did something."""

    thought: Thought
    since: int | None
    words: str


class Chair:
    """Plays the seats of *table* that are given to the box.

    :param mind: a stand-in for the process that thinks.
    """

    def __init__(self, table: Table, mind: Mind | None = None) -> None:
        self.when_thought: list[Callable[[], None]] = []
        self.waits_for: list[Callable[[], bool]] = []  # what is to be settled first, such as a table that differs
        self._table = table
        self._mind: Mind = mind or Thinker()
        self._thinking: Thought | None = None
        self._wanted: Thought | None = None
        self._asked: Thought | None = None  # for advice
        self._advice: dict[tuple[str, int, str], Advice] = {}
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
        if why := why_not(moment.position.game, moment.setup):
            raise IllegalAnswer(why)
        if strength not in {each.name for each in STRENGTHS}:
            raise IllegalAnswer(f"The box cannot play {strength}; it plays easy, normal or hard.")
        if not set(moment.seats) - {seat, *self._table.played()}:
            raise IllegalAnswer("Somebody has to play against the box: one seat stays yours.")
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
        """Answer now, with the best that was found; False if the box is not thinking for a seat."""
        with self._condition:
            if self._thinking is None or self._thinking.reader:
                return False
        self._mind.hurry()
        return True

    def look(self, moment: Moment | None = None) -> None:
        """Something changed: think about what is asked now, and no longer about anything else."""
        wanted = self._to_answer()
        with self._condition:
            self._wanted = wanted
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
        played = self._table.played()
        for ask in moment.ask.each:
            if ask.seat in played and answers_itself(ask):
                return Thought(moment.game_id, moment.entry, ask.seat, played[ask.seat], moment.position)
        asked = self._asked
        if asked is None or asked.game_id != moment.game_id:
            return None
        return asked if asked.entry == moment.entry or asked.reader != asked.seat else None

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
            ask = thought.position.ask.of(thought.seat) if thought.position.ask else None
            assert ask is not None
            if thought.reader:
                if self._asked:
                    self._advise(thought)
            elif isinstance(ask, Chance):
                self._table.draw(self._table.now().number, thought.seat, THE_BOX_PLAYS)
            else:
                self._answer(thought, ask)
        except StaleAnswer as late:
            log.info("the box's answer was dropped: %s", late)
        except Exception:
            if self._closing:
                return
            log.exception("the box is at a loss")
            self._at_a_loss(thought)

    def _answer(self, thought: Thought, ask: Ask) -> None:
        found = self._think(thought)
        ask.check(found["answer"])
        if self._closing or self._must_wait():
            return
        if self._table.play(thought.game_id, thought.entry, thought.seat, found["answer"]) and not ask.private:
            self._remember(thought, ask.words(found["answer"]))

    def _remember(self, thought: Thought, words: str) -> None:
        since, before = self._table.now().since, self._move
        if before is None or (before.thought.game_id, before.since) != (thought.game_id, since):
            self._move, self._why = Move(thought, since, words), {}

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
            self._table.tell_all("The box is at a loss here, so somebody else has to play on.")
            self.take_back(thought.seat)

    # A word of advice

    def ask_advice(self, seat: str) -> None:
        """*seat* wants to know what the box would do; everybody is told that it asked."""
        moment = self._table.now()
        ask = moment.ask.of(seat) if moment.ask else None
        if why := why_not(moment.position.game, moment.setup):
            raise IllegalAnswer(why)
        if ask is None or not answers_itself(ask) or isinstance(ask, Chance):
            raise IllegalAnswer("There is nothing to advise on here.")
        if not self.allows_advice(moment):
            raise IllegalAnswer("This table plays without advice.")
        key = moment.game_id, moment.entry, seat
        if key in self._advice:
            return
        self._advice = {key: Advice()}
        self._asked = Thought(*key, ADVISER, moment.position, reader=seat)
        name = moment.position.game.players(moment.position.state)[seat]
        self._table.tell_all(f"{name} asks the box for advice.")

    def forbid_advice(self) -> None:
        """Nobody asks the box in this game."""
        self._table.journal.forbid_advice(self._table.now().game_id)

    def allows_advice(self, moment: Moment) -> bool:
        return self._table.journal.allows_advice(moment.game_id)

    def advice(self, moment: Moment, seat: str | None) -> Advice | None:
        """What the box would do in the place of *seat*, which alone may read it; None if it was not asked."""
        return self._advice.get((moment.game_id, moment.entry, seat or ""))

    # Why the box did that

    def last_move(self, moment: Moment, seat: str | None) -> tuple[str, str, Advice | None] | None:
        """Whose move the box made last, its words, and how it looked from what *seat* knows, if it asked."""
        move = self._move
        if move is None or move.thought.game_id != moment.game_id or seat in (None, move.thought.seat):
            return None
        key = move.thought.game_id, move.thought.entry, str(seat)
        return move.thought.seat, move.words, self._why.get(key)

    def explain(self, seat: str) -> None:
        """*seat* wants to understand what the box did.

        The box looks at it once more, from what *seat* itself knows: so nothing is told that is still hidden.
        """
        moment, move = self._table.now(), self._move
        if move is None or self.last_move(moment, seat) is None:
            raise IllegalAnswer("The box has done nothing here that it could explain.")
        self._why.setdefault((moment.game_id, move.thought.entry, seat), Advice())
        self._asked = replace(move.thought, strength=ADVISER, reader=seat)
        self.look()
        for tell in self.when_thought:
            tell()

    def _advise(self, thought: Thought) -> None:
        found = self._think(thought)
        looked = sorted(found["best"], key=lambda each: -float(each["good"]))
        best = tuple((str(each["words"]), round(100 * each["good"])) for each in looked)
        ask = thought.position.ask.of(thought.seat) if thought.position.ask else None
        if not best and ask:  # there is nothing to choose from
            best = ((ask.words(found["answer"]), 0),)
        self._asked = None
        told = {(thought.game_id, thought.entry, thought.reader): Advice(best, found["walks"])}
        if thought.reader == thought.seat:
            self._advice = told
        else:
            self._why |= told
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
