"""Everyone acts at once: each seat follows its own rule, and whoever answers first moves on.

The rules of the seats are written as if each were alone. Their questions stand open side by side in one `AskAny`;
an answer moves only the seat that gave it, and everybody else's question is built afresh, since rage may be spent
or an enemy gone by now.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from typing import Any

from ..ask import AGAIN, Ask, AskAny
from ..game import Checkpoint


class Together:
    """Lets every seat follow *rule* until none has anything left to do.

    :param seats: everybody at the table, in order.
    :param busy: whether a seat that follows no rule has something to do, asked again after every answer.
    """

    def __init__(
        self,
        seats: list[str],
        busy: Callable[[str], bool],
        rule: Callable[[str], Awaitable[None]],
        text: str = "",
    ) -> None:
        self.seats = seats
        self.busy = busy
        self.rule = rule
        self.text = text
        self._rules: dict[str, Generator[Ask, Any, None]] = {}
        self._asks: dict[str, Ask] = {}
        self._at_rest: dict[str, bool] = {}  # has held nothing in its locals since its last checkpoint

    def __await__(self) -> Generator[Ask, Any, None]:
        try:
            while True:
                for seat in [each for each in self.seats if each not in self._rules and self.busy(each)]:
                    self._rules[seat] = self.rule(seat).__await__()
                    self._go_on(seat, None)
                if not self._asks:
                    return
                if all(self._at_rest[seat] for seat in self._asks):
                    yield Checkpoint()
                open_now = self._open()
                got = yield AskAny([self._asks[rule] for rule in open_now.values()], self.text)
                moved = None
                if got is not AGAIN:
                    seat, answer = got
                    moved = open_now[seat]
                    self._read_before(moved)
                    self._at_rest[moved] = False
                    self._go_on(moved, answer)
                for rule in [each for each in self._asks if each != moved]:
                    self._ask_anew(rule)
        finally:
            for under_way in self._rules.values():
                under_way.close()

    def _read_before(self, moved: str) -> None:
        """What others are asked in the middle of something may stay as it is: it tells of the table as it was."""
        for seat, ask in self._asks.items():
            if seat != moved and not self._at_rest[seat]:
                ask.read()

    def _ask_anew(self, seat: str) -> None:
        """Something else changed. A rule that holds nothing begins afresh, just as it would after a power cut."""
        if self._at_rest[seat]:
            self._rules[seat].close()
            self._rules[seat] = self.rule(seat).__await__()
            self._go_on(seat, None)
        else:
            self._go_on(seat, AGAIN)

    def _open(self) -> dict[str, str]:
        """Whose rule asks each seat now. What another's rule wants to know comes before one's own question:
        that other one cannot go on without it."""
        asks = [(rule, self._asks[rule]) for rule in self.seats if rule in self._asks]
        own = {rule: rule for rule, ask in asks if ask.seat == rule}
        others = {ask.seat: rule for rule, ask in reversed(asks) if ask.seat != rule}
        found = {**own, **others}
        return {seat: found[seat] for seat in self.seats if seat in found}

    def _go_on(self, seat: str, sent: Any) -> None:
        """One seat's rule up to its next question, or to its end."""
        try:
            asked = self._rules[seat].send(sent)
            while isinstance(asked, Checkpoint):
                self._at_rest[seat] = True
                asked = self._rules[seat].send(None)
        except StopIteration:
            del self._rules[seat]
            self._asks.pop(seat, None)
            return
        self._at_rest.setdefault(seat, False)
        self._asks[seat] = asked
