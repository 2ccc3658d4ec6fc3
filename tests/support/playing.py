"""Playing a rule in a test: set the table, play the answers, look."""

from __future__ import annotations

from typing import Any

from rules.ask import AGAIN, Ask
from rules.game import Checkpoint


class Playing:
    """A rule under way in a test.

    ``play(rule, answer, …)`` plays it to its end; ``Playing(rule)`` stops at each question to look at it.
    An answer to several seats at once is a pair ``(seat, answer)``.
    """

    def __init__(self, rule: Any) -> None:
        self._rule = rule.__await__()
        self.ask: Ask | None = None
        self.returned: Any = None
        self._go_on(None)

    def _go_on(self, sent: Any) -> None:
        try:
            asked = self._rule.send(sent)
            while isinstance(asked, Checkpoint):
                asked = self._rule.send(None)
            self.ask = asked
        except StopIteration as end:
            self.ask, self.returned = None, end.value

    def answer(self, answer: Any) -> Playing:
        assert self.ask is not None, f"nothing is asked any more, but {answer!r} was left to answer"
        seat = None
        if len(self.ask.seats) > 1 or not self.ask.seat:
            seat, answer = answer
        asked = self.ask.of(seat)
        assert asked is not None, f"{seat} is not asked"
        self._go_on(self.ask.received(asked.check(answer), seat))
        return self

    def again(self) -> Playing:
        """Something else changed the table: the question is built afresh."""
        self._go_on(AGAIN)
        return self


def play(rule: Any, *answers: Any) -> Any:
    """Play *rule* through *answers* to its end and give back what it returns."""
    playing = asked(rule, *answers)
    assert playing.ask is None, f"still asks: {playing.ask}"
    return playing.returned


def asked(rule: Any, *answers: Any) -> Playing:
    """Play *rule* through *answers* and stop there."""
    playing = Playing(rule)
    for answer in answers:
        playing.answer(answer)
    return playing


def open_values(ask: Any) -> list[Any]:
    """What may be chosen."""
    return [option.value for option in ask.options if not option.barred]


def why_not(ask: Any, value: Any) -> str:
    """Why *value* is barred, with its rule number; empty if it is not."""
    option = next(option for option in ask.options if option.value == value)
    return str(option.barred) if option.barred else ""
