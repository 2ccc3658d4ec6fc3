"""What nobody has to be asked: where there is no choice, and what goes along with something begun before.

The rules still ask every question and judge every answer. Whoever carries answers to them (the live table, the camera's
search, the burden meter) looks here which ones people need not give.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from .ask import Ask, AskAny, Confirm, EnterText, IllegalAnswer
from .chance import Chance, RollDice
from .describing import Describe
from .game import Game
from .plain import Plain
from .position import Position, RulesFault, Run, Step
from .sheet import WhatChanged

MOST = 50
"""Answers taken in one go; a game that wants more without asking anybody goes round in circles."""

FEW = 9
"""Ways dice may fall that still fit beside what they are rolled for."""


@dataclass(frozen=True)
class Part:
    """One answer that goes along with what began it."""

    ask: Ask
    answer: Plain

    @property
    def words(self) -> str:
        return self.ask.words(self.answer)


def needs_people(ask: Ask) -> bool:
    """Whether only people can answer, however few answers there are.

    Chance is drawn or rolled by hands, a story is read, what takes a while is waited for, what no verb says is done by
    hand. What one seat alone is asked stays its own affair: an answer that came by itself would tell the others that
    it had no choice.
    """
    waits = isinstance(ask, Confirm) and ask.waits
    return ask.private or waits or isinstance(ask, (Chance, EnterText, WhatChanged, Describe))


def only_answer(ask: Ask) -> Step | None:
    """The only answer there is, as a step."""
    found = list(islice(ask.answers(), 2))
    return Step("answer", found[0], ask.seat) if len(found) == 1 else None


def forced(ask: Ask | None) -> tuple[Ask, Step] | None:
    """A pending question that leaves nobody a choice, with its answer; an offer can always be let be."""
    if isinstance(ask, AskAny) and ask.offered:
        return None
    for each in ask.each if ask else ():
        if not needs_people(each) and (step := only_answer(each)):
            return each, step
    return None


def going_along(ask: Ask | None, seat: str) -> tuple[Ask, Step] | None:
    """What *seat* is asked next, if it is a part of what it began and has a usual answer."""
    asked = ask.of(seat) if ask else None
    if asked is None or not asked.along or asked.default is None or isinstance(asked, Chance):
        return None
    return asked, Step("answer", asked.default, asked.seat)


def begins(game: Game, state: Any, seat: str, name: str) -> bool:
    """Whether something done at any time begins more, which is shown beside it."""
    return any(option.value == name and option.begins for option in game.asides(state, seat))


def settled(position: Position) -> Position:
    """The position once every question without a choice is answered."""
    for _ in range(MOST):
        found = forced(position.ask)
        if found is None:
            break
        position = position.then(found[1])
    return position


@dataclass(frozen=True)
class Whole:
    """What would go along with an answer, in the order it is decided, and the few ways real dice may then fall."""

    parts: tuple[Part, ...]
    rolls: tuple[tuple[str, tuple[str | int, ...]], ...] = ()
    die: str = ""  # what such a die is called


def whole(position: Position, answer: Plain, seat: str, *, aside: bool = False) -> Whole:
    """What would go along with *answer*.

    :param aside: it is no answer but something that *seat* does at any time.
    """
    found, step = list[Part](), Step("aside" if aside else "answer", answer, seat)
    try:
        run = position.tried()
        for _ in range(MOST):
            run.retake(step)
            _settle(run)
            along = going_along(run.ask, seat)
            if along is None:
                ways = rolls(run.ask, seat)
                return Whole(tuple(found), ways, _first_die(run.ask, seat) if ways else "")
            asked, step = along
            asked.read()  # it is shown once the run has gone on
            found.append(Part(asked, step.value))
    except (IllegalAnswer, RulesFault):  # then it goes as far as it goes, and people see where it stops
        pass
    return Whole(tuple(found))


def _settle(run: Run) -> None:
    """Every question without a choice is answered."""
    for _ in range(MOST):
        found = forced(run.ask)
        if found is None:
            return
        run.retake(found[1])


def _first_die(ask: Ask | None, seat: str) -> str:
    asked = ask.of(seat) if ask else None
    return asked.dice[0][0] if isinstance(asked, RollDice) else ""


def rolls(ask: Ask | None, seat: str) -> tuple[tuple[str, tuple[str | int, ...]], ...]:
    """How real dice that *seat* is asked for may fall, if these are few: then one tap says what is done and rolled."""
    asked = ask.of(seat) if ask else None
    if not isinstance(asked, RollDice) or not asked.from_table or len(asked.outcomes) > FEW:
        return ()
    return asked.outcomes
