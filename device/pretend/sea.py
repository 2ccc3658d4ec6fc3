"""The pretend table of The Silent Sea: the printed board and four figures that are moved with the mouse.

The pretend camera photographs them, and the real reader reads the photograph.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from device.live.moment import Moment
from device.live.table import Table
from rules.ask import Trouble
from rules.plain import Plain
from rules.silent_sea import board, sheet
from rules.silent_sea.pack import opened
from rules.silent_sea.state import SEATS, SilentSea

from .board import Piece, PretendBoard

BESIDE = "beside"
MAP = "demo"
"""The pack whose board lies on the pretend table."""


@dataclass
class Figure(Piece):
    """A figure on a Space, in a room, or ``beside`` the board."""

    seat: str


class PretendSea(PretendBoard[Figure]):
    """Figures on a board that exists only on the screen."""

    game = "silent_sea"
    thing = "figure"

    def __init__(self, table: Table, luck: random.Random | None = None) -> None:
        station = opened(MAP).board
        self._places = {node.id: station.called(node) for node in station.nodes if node.kind != "junction"}
        super().__init__(table, luck)

    def _lies_in(self, moment: Moment) -> bool:
        return super()._lies_in(moment) and moment.setup.pack == MAP

    def _set_up(self, state: SilentSea) -> None:
        self.pieces = [Figure(seat, id=number, place=BESIDE) for number, seat in enumerate(SEATS)]

    def follow(self, state: SilentSea) -> None:
        with self._lock:
            start = board.chart(state).start
            for figure in self.pieces:
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
            figure = self._piece(number)
            place = place.removeprefix("place ")
            if place != BESIDE and place not in self._places:
                raise Trouble("Figures are put on Spaces and into rooms.")
            self._put(figure, place)
            self.count += 1

    def flip(self, number: int) -> None:
        raise Trouble("A figure is dragged, not turned over.")

    def draw(self, what: str) -> None:
        raise Trouble("There is nothing to draw on this table; the box deals, or lay cards on the reading mat.")

    # What there is to see

    def _shown(self, piece: Figure) -> dict[str, Plain] | None:
        where, size = self._standing(), sheet.FIGURE / sheet.UNIT
        return {
            "face": piece.seat,
            "place": f"stand {where[piece.seat]}" if piece.seat in where else BESIDE,
            "on": self._places.get(piece.place, BESIDE),
            "onto": "place ",
            "size": size,
            "small": size,
        }

    def _stock(self) -> dict[str, Plain]:
        return {}

    def _standing(self) -> dict[str, str]:
        """The spot of each figure on the board: those that share a place stand beside each other."""
        crowd: dict[str, list[str]] = {}
        for figure in self.pieces:
            if figure.place != BESIDE:
                crowd.setdefault(figure.place, []).append(figure.seat)
        return {
            seat: f"{place} {len(seats)} {number}"
            for place, seats in crowd.items()
            for number, seat in enumerate(seats)
        }

    def view(self) -> dict[str, tuple[str, int]]:
        with self._lock:
            turned = {figure.seat: figure.turned for figure in self.pieces}
            return {spot: (seat, turned[seat]) for seat, spot in self._standing().items()}
