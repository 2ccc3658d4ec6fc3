"""The question for a whole card: it is put together on one page and answered once, as the record of the pack."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from .ask import Ask, IllegalAnswer, fill
from .chance import Chance
from .draft import Draft, Move, Tongue, must_be_meant
from .game import Checkpoint, Game
from .plain import Misfit, Plain, dump, load
from .sheet import WhatChanged, copy_of, told_between

log = logging.getLogger(__name__)

Judge = Callable[[Any], Iterable[str]]
Trial = Callable[[Any], list[str]]


@dataclass(frozen=True)
class Describe(Ask):
    """What is printed on a card, in the words of the game. The answer is its record.

    :param hint: the type of the record, or of the list of its effects.
    :param begun: what is known already; answered as it stands, it is what people do by hand.
    :param tongue: what the game calls its words.
    :param judge: what is wrong with a record, in sentences.
    :param trial: what would happen if it were done here and now, in sentences; nothing is changed.
    """

    usual: ClassVar[Mapping[str, Any]] = {**Ask.usual}

    hint: Any = None
    begun: Plain = None
    tongue: Tongue = field(default_factory=Tongue, compare=False, repr=False)
    judge: Judge = field(default=lambda record: (), compare=False, repr=False)
    trial: Trial | None = field(default=None, compare=False, repr=False)

    def __init__(
        self,
        seat: str,
        text: str,
        hint: Any,
        begun: Any,
        tongue: Tongue,
        *,
        judge: Judge = lambda record: (),
        trial: Trial | None = None,
        **more: Any,
    ) -> None:
        fill(self, seat, text, more, hint=hint, begun=dump(begun), tongue=tongue, judge=judge, trial=trial)

    def draft(self, moves: Iterable[Move] = ()) -> Draft:
        return Draft.of(self.hint, self.tongue, self.begun, moves)

    def record(self, answer: Plain) -> Any:
        """What was said, with what the box works out of it; what was left out is as it was known."""
        if answer is True:  # the yes of a button: as it stands
            answer = self.begun
        elif isinstance(answer, dict) and isinstance(self.begun, dict):
            answer = {**self.begun, **answer}
        try:
            return self.tongue.finished(load(self.hint, answer))
        except Misfit as misfit:
            raise IllegalAnswer(f"{misfit}.") from None

    def check(self, answer: Plain) -> Plain:
        record = self.record(answer)
        must_be_meant(Draft.of(self.hint, self.tongue, dump(record)))
        for sentence in self.judge(record):
            raise IllegalAnswer(sentence)
        return dump(record)

    def try_out(self, answer: Plain) -> list[str]:
        """What would happen now."""
        record = self.record(answer)
        return self.trial(record) if self.trial else []

    def answers(self) -> Iterator[Plain]:
        yield self.check(self.begun)

    def words(self, answer: Plain) -> str:
        return self.tongue.say(self.record(answer))


MOST = 12
"""Questions that are answered in a trial; what comes later nobody reads."""


def rehearsed(game: Game, state: Any, rule: Callable[[Any], Awaitable[None]]) -> list[str]:
    """What *rule* would do to the table as it stands, in sentences; it is done to a copy.

    Where somebody would choose, the usual answer is taken and said; chance is left open.
    """
    copy = copy_of(game, state)
    before, copy.said = copy_of(game, state), []
    told: list[str] = []
    running, sent = rule(copy).__await__(), None
    try:
        for _ in range(MOST):
            asked = running.send(sent)
            told += _said(copy)
            sent = None
            if isinstance(asked, Checkpoint):
                continue
            one = asked.each[0]
            told.append(f"{game.players(state).get(one.seat, one.seat)} is asked: {one.text}")
            if isinstance(one, WhatChanged):
                told.append("You do that yourselves and say what changed.")
            if isinstance(one, (Chance, WhatChanged)):
                return told
            answer = one.check(one.default if one.default is not None else next(iter(one.answers())))
            told.append(f"If that is “{one.words(answer)}”:")
            sent = asked.received(answer, one.seat)
    except StopIteration:
        pass
    except Exception as stop:  # a trial must never be more trouble than it is worth
        log.info("a trial of %s stopped: %r", game.name, stop)
        told.append("From there on it shows at the table.")
    finally:
        running.close()
    told += _said(copy)
    found = dict.fromkeys((*told, *(f"{each}." for each in told_between(game, before, copy))))  # some rules say it, too
    return list(found) or ["Nothing would change just now."]


def _said(copy: Any) -> list[str]:
    said = [each.text for each in copy.said if each.seats is None]
    copy.said = []
    return said
