"""The pretend table of a game with a track sheet: a marker on each row, moved with the mouse.

The pretend camera photographs the sheet, and the real reader reads the photograph.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.sheets import TRACKS

from device.sight.boards import MARKER, track_sheet
from rules.ask import Trouble
from rules.games import game
from rules.plain import Plain

from .board import Piece, PretendBoard

BESIDE = "beside"


@dataclass
class Marker(Piece):
    """The marker of one track, on a space of it or ``beside`` the sheet."""

    track: str


class PretendTracks(PretendBoard[Marker]):
    """Markers on a sheet that exists only on the screen."""

    thing = "marker"

    def _set_up(self, state: Any) -> None:
        self.pieces = [Marker(track, id=n, place=BESIDE) for n, track in enumerate(TRACKS[self.game].spaces())]

    def follow(self, state: Any) -> None:
        with self._lock:
            stands = game(self.game).view(state)
            for marker in self.pieces:
                place = f"{marker.track} {stands.get(marker.track, '')}"
                marker.place = place if place in track_sheet(self.game).spots else BESIDE
            self.count += 1

    # What the mouse does

    def move(self, number: int, place: str) -> None:
        """Push a marker along its row, or take it off the sheet."""
        with self._lock:
            marker = self._piece(number)
            if place != BESIDE and (place not in track_sheet(self.game).spots or not self._own(marker, place)):
                raise Trouble("A marker stays on the row of its track.")
            marker.place = place
            self.count += 1

    def _own(self, marker: Marker, place: str) -> bool:
        return place.startswith(f"{marker.track} ")

    def flip(self, number: int) -> None:
        raise Trouble("A marker is dragged, not turned over.")

    def draw(self, what: str) -> None:
        raise Trouble("There is nothing to draw from a track sheet.")

    # What there is to see

    def _shown(self, piece: Marker) -> dict[str, Plain] | None:
        size = track_sheet(self.game).token
        return {"face": MARKER, "onto": f"{piece.track} ", "size": size, "small": size}

    def _stock(self) -> dict[str, Plain]:
        return {}

    def view(self) -> dict[str, tuple[str, int]]:
        with self._lock:
            return {marker.place: (MARKER, 0) for marker in self.pieces if marker.place != BESIDE}


class PretendShip(PretendTracks):
    game = "sleeping_gods"


class PretendHeroes(PretendTracks):
    game = "children_of_morta"
