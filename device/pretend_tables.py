"""The pretend table of whichever game is being played: each game with a printed board has one of its own."""

from __future__ import annotations

from rules.plain import Plain

from .pretend_island import PretendIsland
from .pretend_sea import PretendSea
from .simulated import OneTable, PretendTable
from .table import Table


class PretendTables:
    """All pretend tables as one: what is done or seen is done on that of the game being played."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._sleepers = PretendTable(table)
        self._others: dict[str, OneTable] = {"awakening": PretendIsland(table), "silent_sea": PretendSea(table)}

    @property
    def name(self) -> str:
        """The game whose things lie on the table; empty while none is open."""
        moment = self._table.moment
        return moment.setup.game if moment else ""

    @property
    def now(self) -> OneTable:
        return self._others.get(self.name, self._sleepers)

    @property
    def follows(self) -> bool:
        return self.now.follows

    @follows.setter
    def follows(self, on: bool) -> None:
        for table in (self._sleepers, *self._others.values()):
            table.follows = on

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
