"""The pretend table of whichever game is being played: each game with a printed board has one of its own."""

from __future__ import annotations

import random
from typing import Any

from device.live.table import Table
from rules.plain import Plain

from .board import PretendBoard
from .island import PretendIsland
from .sea import PretendSea
from .sleepers import PretendSleepers
from .tracks import PretendHeroes, PretendShip

BOARDS: tuple[type[PretendBoard[Any]], ...] = (PretendSleepers, PretendIsland, PretendSea, PretendShip, PretendHeroes)


class PretendTables:
    """All pretend tables as one: what is done or seen is done on that of the game being played."""

    def __init__(self, table: Table, luck: random.Random | None = None) -> None:
        self._table = table
        self.boards = {board.game: board(table, luck) for board in BOARDS}

    @property
    def name(self) -> str:
        """The game whose things lie on the table; empty while none is open."""
        moment = self._table.moment
        return moment.setup.game if moment else ""

    @property
    def now(self) -> PretendBoard[Any]:
        """A game without a board of its own, or none at all, finds the first one empty."""
        return self.boards.get(self.name, self.boards[BOARDS[0].game])

    @property
    def follows(self) -> bool:
        return self.now.follows

    @follows.setter
    def follows(self, on: bool) -> None:
        for board in self.boards.values():
            board.follows = on

    def move(self, number: int, place: str) -> None:
        self.now.move(number, place)

    def flip(self, number: int) -> None:
        self.now.flip(number)

    def draw(self, what: str) -> None:
        self.now.draw(what)

    def seen(self) -> dict[str, Plain]:
        return self.now.seen()

    def view(self) -> dict[str, tuple[str, int]]:
        return self.now.view()
