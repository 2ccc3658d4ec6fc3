"""Everyone acts at once: each seat follows its own rule, and whoever answers first moves on.

The rules of the seats are written as if each were alone. Their questions stand open side by side in one `AskAny`;
an answer moves only the seat that gave it, and everybody else's question is built afresh, since rage may be spent
or an enemy gone by now.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator, Iterable
from typing import Any

from ..ask import AGAIN, Ask, AskAny
from ..game import Checkpoint


class Together:
    """Lets every seat of *who* follow *rule* until nobody of them is left.

    :param who: the seats that still have something to do, asked again after every answer.
    """

    def __init__(self, who: Callable[[], Iterable[str]], rule: Callable[[str], Awaitable[None]], text: str = "") -> None:
        self.who = who
        self.rule = rule
        self.text = text
        self._rules: dict[str, Generator[Ask, Any, None]] = {}
        self._asks: dict[str, Ask] = {}
        self._at_rest: dict[str, bool] = {}  # has held nothing in its locals since its last checkpoint

    def __await__(self) -> Generator[Ask, Any, None]:
        try:
            while True:
                for seat in self.who():
                    if seat not in self._rules:
                        self._rules[seat] = self.rule(seat).__await__()
                        self._go_on(seat, None)
                waiting = [seat for seat in self.who() if seat in self._asks]
                if not waiting:
                    return
                if all(self._at_rest[seat] for seat in waiting):
                    yield Checkpoint()
                got = yield AskAny([self._asks[seat] for seat in waiting], self.text)
                if got is AGAIN:
                    first = None
                else:
                    first, answer = got
                    self._at_rest[first] = False
                    self._go_on(first, answer)
                for seat in list(self._asks):
                    if seat != first:
                        self._go_on(seat, AGAIN)
        finally:
            for rule in self._rules.values():
                rule.close()

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
