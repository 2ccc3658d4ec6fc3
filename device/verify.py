"""After the game: was every draw what the published fingerprint promised, and which came from the table instead?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rules.ask import Chance
from rules.position import Position

from .dealer import Dealer
from .journal import Journal


@dataclass(frozen=True)
class Checked:
    """One draw of a game.

    :param verdict: ``dealt`` as the seed gives it, ``claimed`` by a real card or die at the table, or ``wrong``.
    """

    entry: int
    verdict: Literal["dealt", "claimed", "wrong"]
    source: str

    @property
    def sentence(self) -> str:
        if self.verdict == "wrong":
            return f"Entry {self.entry} is not what the seed gives."
        if self.verdict == "claimed":
            return f"Entry {self.entry} was claimed at the table ({self.source}), not dealt."
        return f"Entry {self.entry} was dealt."


def checked(journal: Journal, name: str) -> Iterator[Checked]:
    """Every draw, worked out anew from the seed that was kept secret until now; also those that were taken back."""
    dealer = Dealer(journal.seed(name))
    at: tuple[int, Position] | None = None
    for entry in journal.entries(name):
        if entry.step is None:
            continue
        # One game is followed from answer to answer; only after something was taken back is it picked up anew.
        position = at[1] if at and at[0] == entry.parent else journal.position(name, entry.parent)
        asked = position.ask.of(entry.step.seat) if position.ask and entry.kind == "answer" else None
        before = journal.entry(name, entry.parent).draws
        if entry.draws != before:
            good = isinstance(asked, Chance) and dealer.draw(asked, before) == entry.step.value
            yield Checked(entry.number, "dealt" if good else "wrong", entry.source)
        elif isinstance(asked, Chance):
            yield Checked(entry.number, "claimed", entry.source)
        at = entry.number, position.then(entry.step)
