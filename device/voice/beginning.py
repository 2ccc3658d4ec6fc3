"""Which game, how many play, taught or not: what the box itself asks those who have no screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from device.live.table import Table
from rules.by_ear import in_letters
from rules.by_number import Choice, folded
from rules.game import Game
from rules.games import game, names

REAL_PIECES = "table"
"""Who holds cards and tiles: whatever the box deals somebody would have to read on a phone."""


@dataclass(frozen=True)
class Menu:
    """A question of the box; each choice leads to the next one, or to None once something was done.

    :param back: where back, held, leads.
    """

    text: str
    choices: tuple[Choice, ...]
    back: Menu | None = None

    def take(self, at: int) -> Menu | None:
        chosen = self.choices[at]
        if chosen.inside:
            return Menu("", chosen.inside, self)
        act: Callable[[], Menu | None] = chosen.value
        return act()


def menu(text: str, choices: Iterable[tuple[str, Callable[[], Menu | None]]], back: Menu | None = None) -> Menu:
    return Menu(text, folded(Choice(words, act) for words, act in choices), back)


def which_game(table: Table) -> Menu:
    return menu("Which game?", ((each.title, partial(_how_many, table, each)) for each in map(game, names())))


def _how_many(table: Table, played: Game) -> Menu | None:
    numbers = range(played.fewest, len(played.seats) + 1)
    if len(numbers) == 1:
        return _taught(table, played, played.fewest)
    each = ((in_letters(number), partial(_taught, table, played, number)) for number in numbers)
    return menu(f"{played.title}. How many play?", each, which_game(table))


def _taught(table: Table, played: Game, players: int) -> Menu | None:
    if not played.teaching.lessons:
        _begin(table, played, players, taught=False)
        return None
    both = (("no", False), ("yes", True))
    each = ((words, partial(_begin, table, played, players, taught=taught)) for words, taught in both)
    return menu("Shall I teach you as you play?", each, which_game(table))


def _begin(table: Table, played: Game, players: int, *, taught: bool) -> None:
    table.begin(played.setup(players, custody=REAL_PIECES))
    if taught:
        table.teach()
