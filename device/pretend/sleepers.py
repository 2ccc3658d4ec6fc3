"""The pretend table of Sleepers: tiles that are moved and turned with the mouse, racks, stocks and the killed."""

from __future__ import annotations

from dataclasses import dataclass

from rules.ask import Trouble
from rules.plain import Plain
from rules.sleepers.board import HEXES
from rules.sleepers.state import COLOURS, Agent, Sleepers

from .board import Piece, PretendBoard


@dataclass
class Tile(Piece):
    """A tile that lies on a hex, in ``rack white``, ``stock white`` or ``killed white``.

    :param kind: what is printed on its face; None for a blank, as the box deals and tells what it is.
    """

    colour: str
    kind: str | None


class PretendSleepers(PretendBoard[Tile]):
    """Sleepers' tiles on a table that exists only on the screen."""

    game = "sleepers"
    thing = "tile"

    def _set_up(self, state: Sleepers) -> None:
        """Thirty tiles each, shuffled."""
        self.pieces = []
        for colour in COLOURS:
            kinds: list[str | None] = [None] * 30
            if not state.box_deals:
                kinds = [kind for kind, count in state.pack.counts.items() for _ in range(count)]
                self._luck.shuffle(kinds)
            start = len(self.pieces)
            self.pieces += [
                Tile(colour, kind, id=start + n, place=f"stock {colour}", up=False, turned=self._any_way())
                for n, kind in enumerate(kinds)
            ]

    def _any_way(self) -> int:
        return 60 * self._luck.randrange(6)

    def follow(self, state: Sleepers) -> None:
        with self._lock:
            wanted = state.board
            free = [p for p in self.pieces if p.place in HEXES and not self._fits(p, wanted.get(p.place))]
            for hex_, agent in wanted.items():
                piece = self._at(hex_)
                if piece is None or not self._fits(piece, agent):
                    piece = next((p for p in free if self._fits(p, agent)), None) or self._from_rack(agent.owner)
                    if piece in free:
                        free.remove(piece)
                    piece.place = hex_
                if agent.up and piece.kind != agent.kind:
                    self._make(piece, agent.kind)
                piece.up = agent.up
            for colour, side in state.sides.items():
                gone = [p for p in free if p.colour == colour]
                dead = len(side.killed) - len(self._on(f"killed {colour}"))
                for number, piece in enumerate(gone):
                    piece.place = f"killed {colour}" if number < dead else f"rack {colour}"
                    piece.up = piece.up and number < dead
            self.follow_unseen(state)

    def follow_unseen(self, state: Sleepers) -> None:
        """Draw up: the camera never sees the racks."""
        with self._lock:
            for colour, side in state.sides.items():
                rack, stock = self._on(f"rack {colour}"), self._on(f"stock {colour}")
                for piece in stock[: max(0, len(side.hand) - len(rack))]:
                    piece.place = f"rack {colour}"
            self.count += 1

    def _fits(self, piece: Tile, agent: Agent | None) -> bool:
        """Could *piece* be *agent*?"""
        if agent is None or piece.colour != agent.owner:
            return False
        return piece.kind is None or agent.kind is None or piece.kind == agent.kind

    def _from_rack(self, colour: str) -> Tile:
        for place in (f"rack {colour}", f"stock {colour}", f"killed {colour}"):
            if pieces := self._on(place):
                return self._luck.choice(pieces)
        raise Trouble(f"There is no {colour} tile left on the pretend table.")

    def _make(self, piece: Tile, kind: str | None) -> None:
        """The tile turns out to be *kind*: if it was printed otherwise, it changes faces with one that is hidden."""
        if piece.kind is not None and kind is not None:
            for twin in self.pieces:
                if twin.colour == piece.colour and twin.kind == kind and not twin.up:
                    twin.kind = piece.kind
                    break
        piece.kind = kind

    # What the mouse does

    def move(self, number: int, place: str) -> None:
        with self._lock:
            piece = self._piece(number)
            if place in HEXES:
                if (there := self._at(place)) and there is not piece:
                    there.place = piece.place if piece.place in HEXES else f"rack {there.colour}"
            elif place not in (f"rack {piece.colour}", f"killed {piece.colour}", f"stock {piece.colour}"):
                raise Trouble(f"A {piece.colour} tile cannot lie on {place}.")
            if place.startswith(("rack", "stock")):
                piece.up = False
            piece.place = place
            self.count += 1

    def flip(self, number: int) -> None:
        """Turn a tile over. A blank shows what the box knows it to be: the pretend table has no secrets to keep."""
        with self._lock:
            piece = self._piece(number)
            if piece.place not in HEXES:
                raise Trouble("Only tiles on the board are turned over.")
            moment = self._table.moment
            agent = moment.position.state.board.get(piece.place) if moment else None
            if not piece.up and piece.kind is None and agent is not None and agent.owner == piece.colour:
                piece.kind = agent.kind
            piece.up = not piece.up
            piece.turned = self._any_way()
            self.count += 1

    def draw(self, what: str) -> None:
        """Take the next tile of a colour's stock into the rack."""
        with self._lock:
            stock = self._on(f"stock {what}")
            if not stock:
                raise Trouble(f"The {what} stock is empty.")
            stock[0].place = f"rack {what}"
            self.count += 1

    # What there is to see

    def _shown(self, piece: Tile) -> dict[str, Plain] | None:
        """Faces of those that lie open or stand in a rack, where their owner sees them."""
        if piece.place.startswith("stock"):
            return None
        face = (piece.kind if piece.up or piece.place.startswith("rack") else None) or "back"
        return {"face": f"{piece.colour}-{face}", "onto": "", "size": 0.9, "small": 0.66}

    def _stock(self) -> dict[str, Plain]:
        return {colour: len(self._on(f"stock {colour}")) for colour in COLOURS}

    def view(self) -> dict[str, tuple[str, int]]:
        with self._lock:
            return {
                piece.place: (f"{piece.colour} {piece.kind if piece.up and piece.kind else 'back'}", piece.turned)
                for piece in self.pieces
                if piece.place in HEXES
            }
