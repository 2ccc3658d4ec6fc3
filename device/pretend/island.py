"""The pretend table of The Awakening: map tiles, their pouch and the players' tokens, moved with the mouse.

A tile is drawn out of the pouch, dragged onto a hex and turned over; tokens are dragged from triangle to triangle. The
pretend camera photographs the mat, and the real readers read the photograph.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.sight.boards import FACE_DOWN
from rules.ask import Trouble
from rules.awakening import mat
from rules.awakening.island import HEXES
from rules.awakening.state import Awakening
from rules.awakening.words import TILE_COUNTS
from rules.plain import Plain

from .board import Piece, PretendBoard

POUCH, BESIDE = "pouch", "beside"
TILE_PLACES = frozenset(f"hex {number}" for number in HEXES)
TOKEN_PLACES = frozenset(f"space {space}" for space in mat.ISLAND.spaces)


@dataclass
class OnIsland(Piece):
    """A map tile or a token on a hex or a triangle, in the ``pouch`` or ``beside`` the mat.

    :param what: the location printed on a tile, or whose token it is.
    """

    what: str
    is_tile: bool


class PretendIsland(PretendBoard[OnIsland]):
    """Map tiles and tokens on a mat that exists only on the screen."""

    game = "awakening"

    def _set_up(self, state: Awakening) -> None:
        """Nineteen tiles in the pouch, a token for each player."""
        kinds = [kind for kind, count in TILE_COUNTS.items() for _ in range(count)]
        self._luck.shuffle(kinds)
        self.pieces = [OnIsland(kind, True, id=n, place=POUCH) for n, kind in enumerate(kinds)]
        self.pieces += [OnIsland(seat, False, id=len(kinds) + n, place=BESIDE) for n, seat in enumerate(state.seats)]

    def follow(self, state: Awakening) -> None:
        with self._lock:
            wanted = {f"hex {number}": kind for number, kind in state.tiles.items()}
            for piece in self.pieces:
                if piece.is_tile and piece.place in TILE_PLACES and wanted.get(piece.place) != piece.what:
                    piece.place = BESIDE
            for place, kind in wanted.items():
                piece = self._at(place) or self._spare(kind)
                if piece.place != place:
                    piece.turned = 60 * self._luck.randrange(6)
                piece.place, piece.up = place, True
            for piece in self.pieces:
                if piece.is_tile and piece.place == BESIDE:
                    piece.place = POUCH
                elif not piece.is_tile:
                    space = state.players[piece.what].space
                    piece.place = f"space {space}" if space else BESIDE
            self.count += 1

    def _spare(self, kind: str) -> OnIsland:
        """A tile of that kind that lies on no hex, one already drawn first."""
        spare = [p for p in self.pieces if p.is_tile and p.what == kind and p.place in (BESIDE, POUCH)]
        if not spare:
            raise Trouble(f"There is no {kind} left on the pretend table.")
        return min(spare, key=lambda piece: piece.place != BESIDE)

    # What the mouse does

    def move(self, number: int, place: str) -> None:
        """Pick a tile or a token up and put it somewhere else; what stands there changes places with it."""
        with self._lock:
            piece = self._piece(number)
            if place not in (TILE_PLACES if piece.is_tile else TOKEN_PLACES) and place not in (BESIDE, POUCH):
                where = "hexes" if piece.is_tile else "triangles"
                raise Trouble(f"{'Tiles' if piece.is_tile else 'Tokens'} are put on {where}.")
            if place == POUCH and not piece.is_tile:
                raise Trouble("Only map tiles go into the pouch.")
            if place not in (BESIDE, POUCH) and (there := self._at(place)) and there is not piece:
                there.place = piece.place
            piece.place = place
            self.count += 1

    def flip(self, number: int) -> None:
        """Turn a tile over."""
        with self._lock:
            piece = self._piece(number)
            if not piece.is_tile:
                raise Trouble("A token is dragged, not turned over.")
            piece.up = not piece.up
            self.count += 1

    def draw(self, what: str = POUCH) -> None:
        """Take a tile out of the pouch; where the box draws, it is the one that the box has drawn."""
        with self._lock:
            inside = self._on(POUCH)
            if what != POUCH or not inside:
                raise Trouble("The pouch is empty.")
            drawn = self._luck.choice(inside)
            moment = self._table.moment
            tiles: dict[int, str] = moment.position.state.tiles if moment and moment.setup.game == self.game else {}
            missing = [kind for number, kind in tiles.items() if self._at(f"hex {number}") is None]
            for beside in (piece for piece in self._on(BESIDE) if piece.what in missing):
                missing.remove(beside.what)
            if missing:
                drawn = self._spare(missing[0])
            drawn.place, drawn.up, drawn.turned = BESIDE, True, 60 * self._luck.randrange(6)
            self.count += 1

    # What there is to see

    def _shown(self, piece: OnIsland) -> dict[str, Plain] | None:
        if piece.place == POUCH:
            return None
        face = piece.what if piece.up else FACE_DOWN
        if piece.is_tile:
            return {"face": face, "onto": "hex ", "size": 1.48, "small": 0.68}
        return {"face": face, "onto": "space ", "size": 0.42, "small": 0.42}

    def _stock(self) -> dict[str, Plain]:
        return {POUCH: len(self._on(POUCH))}

    def view(self) -> dict[str, tuple[str, int]]:
        with self._lock:
            return {
                piece.place: (piece.what if piece.up else FACE_DOWN, piece.turned)
                for piece in self.pieces
                if piece.place in TILE_PLACES | TOKEN_PLACES
            }
