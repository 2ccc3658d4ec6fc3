"""Positions: a game is its set-up plus the list of answers.

A `Position` never changes; `after` gives the next one. It holds a checkpoint (plain data) and the steps since,
so save, restart, undo and "what if" are all replay, and replay never reaches back further than the checkpoint.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .ask import AGAIN, Ask, IllegalAnswer
from .chance import Chance, ReadCard
from .game import Checkpoint, Game, Said, Setup, State
from .older import FORMAT, renew
from .plain import Misfit, Plain, dump, load, must_fit, put
from .sheet import copy_of

MOST_NAMED = 6
"""Cards that are named when a game learns of many."""


class RulesFault(Exception):
    """The rules themselves failed: nothing players did wrong."""


@dataclass(unsafe_hash=True)  # never changed, but not frozen: every answer of every walk is one
class Step:
    """One thing that happened: an answer, something done at any time, or a ruling of the table."""

    kind: str  # "answer", "aside", "ruling" or "cards"
    value: (
        Plain  # the answer; the aside's name; the ruling's new value, or several by their paths; cards told elsewhere
    )
    seat: str | None = None
    path: str = ""  # of a ruling on one value of the state: which

    @property
    def changes(self) -> dict[str, Plain]:
        """What a ruling sets, by path."""
        if self.kind != "ruling":
            return {}
        if self.path:
            return {self.path: self.value}
        return self.value if isinstance(self.value, dict) else {}


class Run:
    """Rules under way: takes steps one after another and cannot go back.

    Selfplay and replay use it directly; everybody else holds a `Position`.

    :param checkpoint: *state* as plain data, if it was made of that.
    :param keeps: whether it can be picked up again; a walk that nobody saves writes nothing down.
    """

    def __init__(self, game: Game, state: State, checkpoint: Plain = None, *, keeps: bool = True) -> None:
        self.game = game
        self.state = state
        self.keeps = keeps
        state.silent = not keeps
        self.ask: Ask | None = None
        self.checkpoint: Plain = (checkpoint or dump(state)) if keeps else None
        self.steps: list[Step] = []
        self._rules: list[Generator[Ask, Any, None]] = []
        if state.result is None:
            self._begin()

    @property
    def over(self) -> bool:
        return self.ask is None

    def take(self, step: Step) -> None:
        """Let *step* happen; `IllegalAnswer` leaves everything as it was."""
        if self.keeps and self.ask is not None:
            self.ask.read()  # somebody may look at it again once the table has gone on
        self.retake(step)

    def retake(self, step: Step) -> None:
        """Let *step* happen, if nobody keeps the question it answers."""
        if step.kind == "answer":
            got, shown = self._answered(step)
            self._note(step, shown)
            self._go_on(got)
            return
        if self.ask is not None:
            self.ask.read()  # it may still be pending afterwards, and tells of the table before
        go_on = {"aside": self._aside, "ruling": self._ruling, "cards": self._cards}[step.kind](step)
        self._note(step, False)
        go_on()

    def _note(self, step: Step, shown: bool) -> None:
        self.state.said, self.state.shown = [], shown
        if self.keeps:
            self.steps.append(step)

    def look_again(self) -> None:
        """Something else changed the table: what is pending is asked afresh."""
        self._go_on(AGAIN)

    def _answered(self, step: Step) -> tuple[Any, bool]:
        """What the rule gets for an answer, and whether it shows what only fate could know."""
        if self.ask is None:
            raise IllegalAnswer("The game is over.")
        asked = self.ask.of(step.seat)
        if asked is None:
            raise IllegalAnswer("This question is for somebody else." if step.seat else "Say who answers.")
        got = self.ask.received(asked.check(step.value), step.seat)
        return got, isinstance(asked, (Chance, ReadCard))

    def _aside(self, step: Step) -> Callable[[], None]:
        if self.ask is None:
            raise IllegalAnswer("The game is over.")
        if len(self._rules) > 1:
            raise IllegalAnswer("First finish what was begun.")
        seat = step.seat or ""
        for option in self.game.asides(self.state, seat):
            if option.value == step.value:
                if option.barred:
                    raise IllegalAnswer(str(option.barred))
                break
        else:
            raise IllegalAnswer(f"{step.value} cannot be done now.")

        def go_on() -> None:
            self._rules.append(_started(self.game.aside(self.state, seat, str(step.value))))
            self._go_on(None)

        return go_on

    def _ruling(self, step: Step) -> Callable[[], None]:
        changes = [(tuple(path.split(".")), value) for path, value in step.changes.items()]
        if not changes:
            raise IllegalAnswer("Say what should be set.")
        for path, value in changes:
            if path[0] == "setup":
                raise IllegalAnswer("The set-up stays as it was; begin another game for that.")
            try:
                must_fit(self.game.state_type, path, value)
            except Misfit as misfit:
                raise IllegalAnswer(f"{misfit}.") from None
        try:
            trial = copy_of(self.game, self.state)
            for path, value in changes:
                put(trial, path, value)
            load(self.game.state_type, dump(trial))  # the whole must still be a state
        except Misfit as misfit:
            raise self._refused(step, f"{misfit}.") from None
        odd = self.game.impossible(self.state)
        for sentence in self.game.impossible(trial):
            if sentence not in odd:
                raise self._refused(step, sentence)
        if any(path[0] == "result" for path, _ in changes):
            self._must_be_an_ending(trial)

        def go_on() -> None:
            over = self.state.result is not None
            for path, value in changes:
                put(self.state, path, value)
            if over and self.state.result is None and not self._rules:
                self._begin()  # the rules had come to their end: they go on from what lies on the table
            else:
                self.look_again()

        return go_on

    def _cards(self, step: Step) -> Callable[[], None]:
        """Cards of the owner's copy that were told elsewhere: this game knows them from here on."""
        if self.ask is None:
            raise IllegalAnswer("The game is over.")
        trial = copy_of(self.game, self.state)
        try:
            learned, kept = self.game.takes_in(trial, step.value)
            load(self.game.state_type, dump(trial))  # the whole must still be a state
        except Misfit as misfit:
            raise IllegalAnswer(f"{misfit}.") from None
        if not learned:
            raise IllegalAnswer(" ".join(kept) or "This game already knows all of these cards.")

        def go_on() -> None:
            self.game.takes_in(self.state, step.value)
            more = f" and {len(learned) - MOST_NAMED} more" if len(learned) > MOST_NAMED else ""
            self.state.say(f"Known from now on: {', '.join(learned[:MOST_NAMED])}{more}.")
            for sentence in kept:
                self.state.say(sentence)
            self.look_again()

        return go_on

    def _refused(self, step: Step, why: str) -> IllegalAnswer:
        """Nobody hears of a ruling that is refused, so it must not tell what lies in a deck or a hand."""
        hidden = ", ".join(path for path in step.changes if self.game.is_secret(path))
        return IllegalAnswer(f"{hidden}: this cannot be set." if hidden else why)

    def _must_be_an_ending(self, trial: State) -> None:
        """The table may say how it ended, or that it did not; anything else nobody could read as a result."""
        if trial.result is None:
            return
        try:
            known = self.game.ending(trial) in self.game.endings
        except (TypeError, KeyError, IndexError):
            known = False
        if not known:
            endings = ", ".join(self.game.endings)
            raise IllegalAnswer(f"result: this is no ending of {self.game.title}; expected one of {endings}.")

    def _begin(self) -> None:
        self._rules.append(_started(self.game.play(self.state)))
        self._go_on(None)

    def _go_on(self, sent: Any) -> None:
        """Run the rules to their next question.

        As soon as a result stands nothing more is asked, whoever set it: what is under way stays where it is, in case
        a ruling takes the result back.
        """
        quiet = 0
        while self._rules and self.state.result is None:
            try:
                asked = self._rules[-1].send(sent)
            except StopIteration:
                self._rules.pop()
                sent = AGAIN  # an aside is done: what was pending is asked afresh
                continue
            if not isinstance(asked, Checkpoint):
                self.ask = asked if self.state.result is None else None
                return
            # Nothing is left in local variables: pick up from the state alone from here on. What happened without
            # anybody's answer since the last checkpoint happens again by itself.
            if len(self._rules) == 1 and self.steps:
                self.checkpoint, self.steps = dump(self.state), []
            quiet += 1
            if quiet > 10_000:
                raise RulesFault(f"{self.game.title} goes round in circles without asking anything")
            sent = None
        self.ask = None


def _started(rule: Awaitable[None]) -> Generator[Ask, Any, None]:
    return rule.__await__()  # rules only ever await questions


class Position:
    """A moment of a game that never changes."""

    def __init__(self, game: Game, checkpoint: Plain, steps: tuple[Step, ...] = ()) -> None:
        self.game = game
        self._from: tuple[Plain, tuple[Step, ...]] = (checkpoint, steps)

    @classmethod
    def begin(cls, game: Game, setup: Setup) -> Position:
        return cls(game, dump(game.begin(setup)))

    def tried(self) -> Run:
        """The rules under way from here, to try out several answers one after the other."""
        checkpoint, steps = self._from
        try:
            run = Run(self.game, load(self.game.state_type, checkpoint), checkpoint)
            for step in steps:
                run.retake(step)
        except (IllegalAnswer, RulesFault, Misfit):
            raise
        except Exception as fault:
            raise RulesFault(f"{self.game.title}: {type(fault).__name__}: {fault}") from fault
        return run

    @cached_property
    def _run(self) -> Run:
        run = self.tried()
        # A checkpoint may have been passed: whoever comes next starts there.
        self._from = (run.checkpoint, tuple(run.steps))
        return run

    @property
    def ask(self) -> Ask | None:
        """The pending question; None when the game is over."""
        return self._run.ask

    @property
    def over(self) -> bool:
        return self._run.over

    @property
    def state(self) -> Any:
        """The game's own state, to look at and never to change."""
        return self._run.state

    @property
    def said(self) -> list[Said]:
        """What the rules said in answer to the last step."""
        return self._run.state.said

    @property
    def revealed(self) -> bool:
        """The last step showed somebody something hidden."""
        return self._run.state.shown

    @property
    def checkpoint(self) -> Plain:
        self._run  # noqa: B018  # it may have moved on
        return self._from[0]

    @property
    def steps(self) -> tuple[Step, ...]:
        self._run  # noqa: B018
        return self._from[1]

    def after(self, answer: Plain, seat: str | None = None) -> Position:
        """The position once the pending question is answered."""
        return self.then(Step("answer", answer, seat))

    def then(self, step: Step) -> Position:
        """The position once *step* happened; raises at once if it cannot."""
        following = Position(self.game, self.checkpoint, (*self.steps, step))
        following._run  # noqa: B018
        return following

    def view(self) -> dict[str, str]:
        return self.game.view(self.state)

    def show(self, seat: str | None) -> dict[str, Plain]:
        return self.game.show(self.state, seat)

    def save(self) -> dict[str, Plain]:
        """As plain data, with the versions needed to read it again."""
        return {
            "format": FORMAT,
            "game": self.game.name,
            "version": self.game.version,
            "checkpoint": self.checkpoint,
            "steps": [dump(step) for step in self.steps],
        }

    @classmethod
    def load(cls, game: Game, saved: dict[str, Plain]) -> Position:
        """A saved position, brought up to today's rules if older ones wrote it."""
        renewed, _ = renew(game, saved)
        return cls(game, renewed["checkpoint"], tuple(load(Step, step) for step in saved["steps"]))


def some_step(game: Game, state: State, ask: Ask, chance: random.Random) -> Step:
    """A random legal answer of a random asked seat, leaning the way the game weighs answers."""
    seat = chance.choice(ask.seats)
    asked = ask.of(seat)
    assert asked is not None
    return Step("answer", sensible_sample(game, state, asked, chance), seat)


def sensible_sample(game: Game, state: State, ask: Ask, chance: random.Random) -> Plain:
    """A random legal answer, leaning the way the game weighs answers."""
    answer = ask.sample(chance)
    if isinstance(ask, (Chance, ReadCard)):
        return answer
    eager = game.leans(state, ask)
    # Rejection keeps "uniform unless the game says otherwise" cheap for questions with many answers.
    for _ in range(100):
        if chance.random() <= (eager(answer) if eager else 1.0):
            break
        answer = ask.sample(chance)
    return answer
