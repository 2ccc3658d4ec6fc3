"""What the pretend tables of all games have in common: pieces that hands move, and a game that they follow."""

from __future__ import annotations

import random
import threading
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from device.live.moment import Moment
from device.live.table import Table
from rules.ask import Trouble
from rules.plain import Plain


@dataclass(kw_only=True)
class Piece:
    """A piece that lies somewhere on a pretend table."""

    id: int
    place: str
    up: bool = True
    turned: int = 0  # degrees; people lay things down any way round


Lying = TypeVar("Lying", bound=Piece)


class PretendBoard(ABC, Generic[Lying]):
    """One game's pieces on a table that exists only on the screen.

    Hands do by themselves what the box asks for when somebody answered on a phone (`follows`), and lie still while
    pieces are moved with the mouse, so that the camera has something to understand.

    :param luck: shuffles, draws, and turns what is laid down.
    """

    game: ClassVar[str]
    thing: ClassVar[str] = "piece"

    def __init__(self, table: Table, luck: random.Random | None = None) -> None:
        self.pieces: list[Lying] = []
        self.follows = True
        self.count = 0  # of changes, so that the page knows when to draw anew
        self._table = table
        self._game = ""
        self._lock = threading.RLock()
        self._luck = luck or random.SystemRandom()
        table.when_changed.append(self.changed)
        self.changed(table.moment)

    @property
    def name(self) -> str:
        """The game that is being played; empty while none is open."""
        moment = self._table.moment
        return moment.setup.game if moment else ""

    def changed(self, moment: Moment | None) -> None:
        """The game has moved on."""
        with self._lock:
            if moment is None or not self._lies_in(moment):
                self.pieces, self._game = [], ""
                return
            state = moment.position.state
            if moment.game_id != self._game:
                self._game = moment.game_id
                self._set_up(state)
                self.follow(state)  # a game in progress is laid out as it stands
            elif self.follows and moment.source != "camera":
                self.follow(state)
            elif self.follows:
                self.follow_unseen(state)

    def _lies_in(self, moment: Moment) -> bool:
        """Is this the board of the game that is being played?"""
        return moment.setup.game == self.game

    @abstractmethod
    def _set_up(self, state: Any) -> None:
        """Take the pieces out of the box."""

    @abstractmethod
    def follow(self, state: Any) -> None:
        """Make the table look as the box says, with as few movements as hands would need."""

    def follow_unseen(self, state: Any) -> None:
        """Do what the box asks where no camera looks: what lies under it, the mouse has moved already."""
        return None

    def _at(self, place: str) -> Lying | None:
        return next((piece for piece in self.pieces if piece.place == place), None)

    def _on(self, place: str) -> list[Lying]:
        return [piece for piece in self.pieces if piece.place == place]

    def _piece(self, number: int) -> Lying:
        if not 0 <= number < len(self.pieces):
            raise Trouble(f"There is no such {self.thing} on the pretend table.")
        return self.pieces[number]

    # What the mouse does

    @abstractmethod
    def move(self, number: int, place: str) -> None:
        """Pick a piece up and lay it somewhere else."""

    @abstractmethod
    def flip(self, number: int) -> None:
        """Turn a piece over."""

    @abstractmethod
    def draw(self, what: str) -> None:
        """Take a piece from *what* is hidden."""

    # What there is to see

    def seen(self) -> dict[str, Plain]:
        """Every piece for the page that is not hidden."""
        with self._lock:
            return {
                "game": self.game,
                "count": self.count,
                "follows": self.follows,
                "pieces": [
                    {"id": piece.id, "up": piece.up, "place": piece.place, "turned": piece.turned, **shown}
                    for piece in self.pieces
                    if (shown := self._shown(piece)) is not None
                ],
                "stock": self._stock(),
            }

    @abstractmethod
    def _shown(self, piece: Lying) -> dict[str, Plain] | None:
        """How the page draws a piece: face, what it snaps onto, size on the board and beside it; None if hidden."""

    @abstractmethod
    def _stock(self) -> dict[str, Plain]:
        """How many are left of what can be drawn."""

    @abstractmethod
    def view(self) -> dict[str, tuple[str, int]]:
        """What a camera above the board would see: value and turn of whatever lies in each place."""
