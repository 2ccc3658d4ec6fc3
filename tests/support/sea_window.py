"""The Silent Sea at the live table, with a reaction window about to open."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from device.live.table import Table
from rules.ask import AskAny
from rules.silent_sea import GAME

NAMES = {"white": "Ann", "yellow": "Ben", "red": "Cem", "blue": "Dia"}
ROLES = ("engineer", "astrobiologist", "doctor")
ALL = list(NAMES)


@dataclass
class Later:
    """A clock that waits until the test says that time is up."""

    waits: list[tuple[float, Callable[[], None]]] = field(default_factory=list)

    def __call__(self, seconds: float, do: Callable[[], None]) -> Callable[[], None]:
        wait = (seconds, do)
        self.waits.append(wait)
        return lambda: self.waits.remove(wait) if wait in self.waits else None

    def pass_by(self) -> None:
        """Everything that waits is done now."""
        waits, self.waits = self.waits, []
        for _, do in waits:
            do()


def say(table: Table, seat: str, answer: Any) -> None:
    table.answer(table.now().number, answer, seat)


def begin(table: Table, hands: dict[str, list[str]] | None = None) -> None:
    """Ann (white) is about to act and holds a Gun; by what all have seen anybody may hold anything."""
    table.begin(GAME.setup(NAMES, custody="box"))
    answers = iter(("agreed", *ROLES))
    while not table.now().position.state.players:
        asked = table.now().ask
        confirms = isinstance(asked, AskAny) or not hasattr(asked, "options")
        say(table, asked.seats[0], True if confirms else next(answers))
    held = {"white": ["gun"], "red": ["gun", "hazmat", "flashlight"], **(hands or {})}
    players = table.now().position.state.players
    changes = [(f"players.{seat}.hand", [*players[seat].hand, *cards]) for seat, cards in held.items()]
    changes.append(("may_hold", {item: ALL for item in ("gun", "hazmat", "flashlight")}))
    table.rulings(table.now().number, changes, "Ann", "for the test")
    for seat in ALL if table.now().proposal else ():
        table.agree(table.now().number, seat, yes=True)


def shoot(table: Table, target: str = "red") -> None:
    say(table, "white", f"gun:{target}")
