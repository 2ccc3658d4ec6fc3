"""After the game: was every draw what the published fingerprint promised, and which came from the table instead?"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from rules.ask import IllegalAnswer
from rules.chance import Chance
from rules.position import Position, RulesFault

from .dealer import Dealer
from .journal import Journal
from .journal_rows import Torn


@dataclass(frozen=True)
class Checked:
    """One draw of a game.

    :param verdict: ``dealt`` as the seed gives it, ``claimed`` by a real card or die at the table, ``older`` if another
        version of Tableside dealt it, which today's rules cannot work out again, or ``wrong``.
    """

    entry: int
    verdict: Literal["dealt", "claimed", "older", "wrong"]
    source: str

    @property
    def sentence(self) -> str:
        if self.verdict == "wrong":
            return f"Entry {self.entry} is not what the seed gives."
        if self.verdict == "claimed":
            return f"Entry {self.entry} was claimed at the table ({self.source}), not dealt."
        if self.verdict == "older":
            return f"Entry {self.entry} was dealt by another version of Tableside."
        return f"Entry {self.entry} was dealt."


def checked(journal: Journal, name: str) -> Iterator[Checked]:
    """Every draw, worked out anew from the seed that was kept secret until now; also those that were taken back."""
    dealer = Dealer(journal.seed(name))
    at: tuple[int, Position] | None = None
    entries = list(journal.entries(name))
    renewed = max((entry.number for entry in entries if entry.kind == "renewed"), default=-1)
    for entry in entries:
        if entry.step is None:
            continue
        if entry.number < renewed:
            if entry.draws != journal.entry(name, entry.parent).draws:
                yield Checked(entry.number, "older", entry.source)
            continue
        # One game is followed from answer to answer; only after something was taken back, or after a draw that was
        # changed, is it picked up anew where it was written down whole.
        position = at[1] if at and at[0] == entry.parent else _picked_up(journal, name, entry.parent)
        at = None
        ask = position.ask if position else None
        asked = ask.of(entry.step.seat) if ask and entry.kind == "answer" else None
        before = journal.entry(name, entry.parent).draws
        good = True
        if entry.draws != before:
            good = isinstance(asked, Chance) and dealer.draw(asked, before) == entry.step.value
            yield Checked(entry.number, "dealt" if good else "wrong", entry.source)
        elif isinstance(asked, Chance):
            yield Checked(entry.number, "claimed", entry.source)
        if position and good:
            with suppress(IllegalAnswer, RulesFault, ValueError):
                at = entry.number, position.then(entry.step)


def _picked_up(journal: Journal, name: str, node: int) -> Position | None:
    """The position at *node*; None if a changed draw makes nonsense of what came after it."""
    try:
        position = journal.position(name, node)
        position.ask  # noqa: B018  # replays now
    except (IllegalAnswer, RulesFault, ValueError, Torn):
        return None
    return position
