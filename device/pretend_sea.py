"""The pretend table of The Silent Sea: the printed board and four figures that are moved with the mouse.

The pretend camera photographs them, and the real reader reads the photograph.
"""

from __future__ import annotations

import random
import threading
from dataclasses import dataclass

from rules.ask import Trouble
from rules.plain import Plain
from rules.silent_sea import board, sheet
from rules.silent_sea.pack import opened
from rules.silent_sea.state import SEATS, SilentSea

from .table import Moment, Table

BESIDE = "beside"
MAP = "demo"
"""The pack whose board lies on the pretend table."""


@dataclass
class Figure:
    """A figure somewhere on the pretend table; *place* is a Space, a room, or ``beside``."""

    id: int
    seat: str
    place: str = BESIDE
    turned: int = 0  # degrees; people put figures down any way round


class PretendSea:
    """Figures on a board that exists only on the screen.

    Hands do by themselves what the box asks for when somebody answered on a phone (`follows`), and lie still while
    figures are moved with the mouse, so that the camera has something to understand.
    """

    game = "silent_sea"

    def __init__(self, table: Table, luck: random.Random | None = None) -> None:
        self.figures = [Figure(number, seat) for number, seat in enumerate(SEATS)]
        self.follows = True
        self.count = 0  # of changes, so that a camera knows when to look
        self._lies = False  # the board lies on the table
        self._table = table
        self._lock = threading.RLock()
        self._luck = luck or random.SystemRandom()
        station = opened(MAP).board
        self._places = {node.id: station.called(node) for node in station.nodes if node.kind != "junction"}
        table.when_changed.append(self.changed)
        self.changed(table.moment)

    def changed(self, moment: Moment | None) -> None:
        """The game has moved on."""
        with self._lock:
            self._lies = moment is not None and moment.setup.game == self.game and moment.setup.pack == MAP
            if moment is None or not self._lies:
                return
            if self.follows and moment.source != "camera":
                self.follow(moment.position.state)

    def follow(self, state: SilentSea) -> None:
        """Make the table look as the box says."""
        with self._lock:
            start = board.chart(state).start
            for figure in self.figures:
                player = state.players.get(figure.seat)
                self._put(figure, start if player is None else player.node if player.alive else BESIDE)
            self.count += 1

    def _put(self, figure: Figure, place: str) -> None:
        if figure.place != place:
            figure.place, figure.turned = place, 15 * self._luck.randrange(24)

    # What the mouse does

    def move(self, number: int, place: str) -> None:
        """Pick a figure up and put it somewhere else, beside others if they stand there."""
        with self._lock:
            if not 0 <= number < len(self.figures):
                raise Trouble("There is no such figure on the pretend table.")
            place = place.removeprefix("place ")
            if place != BESIDE and place not in self._places:
                raise Trouble("Figures are put on Spaces and into rooms.")
            self._put(self.figures[number], place)
            self.count += 1

    def flip(self, number: int) -> None:
        raise Trouble("A figure is dragged, not turned over.")

    def draw(self, what: str) -> None:
        raise Trouble("There is nothing to draw on this table; the box deals, or lay cards on the reading mat.")

    # What there is to see

    def seen(self) -> dict[str, Plain]:
        """Every figure for the page."""
        with self._lock:
            where = self._standing()
            return {
                "game": self.game,
                "count": self.count,
                "follows": self.follows,
                "pieces": [
                    {
                        "id": figure.id,
                        "face": figure.seat,
                        "up": True,
                        "place": f"stand {where[figure.seat]}" if figure.seat in where else BESIDE,
                        "on": self._places.get(figure.place, BESIDE),
                        "turned": figure.turned,
                        "onto": "place ",
                        "size": sheet.FIGURE / sheet.UNIT,
                        "small": sheet.FIGURE / sheet.UNIT,
                    }
                    for figure in self.figures
                    if self._lies
                ],
                "stock": {},
            }

    def _standing(self) -> dict[str, str]:
        """The spot of each figure on the board: those that share a place stand beside each other."""
        crowd: dict[str, list[str]] = {}
        for figure in self.figures:
            if figure.place != BESIDE:
                crowd.setdefault(figure.place, []).append(figure.seat)
        return {
            seat: f"{place} {len(seats)} {number}"
            for place, seats in crowd.items()
            for number, seat in enumerate(seats)
        }

    def view(self) -> dict[str, tuple[str, int]]:
        """What a camera above the board would see: figure and turn on each spot that is taken."""
        with self._lock:
            turned = {figure.seat: figure.turned for figure in self.figures}
            where = self._standing() if self._lies else {}
            return {spot: (seat, turned[seat]) for seat, spot in where.items()}
