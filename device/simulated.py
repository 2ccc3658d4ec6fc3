"""The pretend box and the pretend table: everything on the screen that would otherwise stand on a real table.

The pretend box is the real panel on pins that exist only in memory. The pretend table holds Sleepers' tiles; they are
moved and turned with the mouse, and a pretend camera photographs them.
"""

from __future__ import annotations

import random
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from rules.ask import Trouble
from rules.plain import Plain
from rules.sleepers.board import HEXES
from rules.sleepers.state import COLOURS, Sleepers

from .panel import Panel
from .pins import pretend_pins
from .pretend_mat import PretendMat
from .settings import Box
from .table import Moment, Table


class PretendBox:
    """The real panel, on pins that only exist in memory; the page presses its buttons and shows its lamps."""

    def __init__(self, box: Box) -> None:
        self._pins = pretend_pins()
        self.panel = Panel(replace(box, fitted="yes"), pin_factory=self._pins)

    def hold(self, button: str, down: bool) -> None:
        """A finger goes down on a button or comes up."""
        box = self.panel.box
        if button not in box.buttons:
            raise Trouble(f"There is no {button} button on this box.")
        pin = self._pins.pin(box.buttons[button])
        if down == (box.buttons_to == "ground"):
            pin.drive_low()
        else:
            pin.drive_high()

    def seen(self) -> dict[str, Plain]:
        """What lamps and digit show now."""
        return {"lamps": {name: round(value, 2) for name, value in self.panel.lit.items()}, "digit": self.panel.digit}

    def close(self) -> None:
        self.panel.close()


@dataclass
class Piece:
    """A tile that lies somewhere on the pretend table.

    :param kind: what is printed on its face; None for a blank, as the box deals and tells what it is.
    :param place: a hex, ``rack white``, ``stock white`` or ``killed white``.
    """

    id: int
    colour: str
    kind: str | None
    place: str
    up: bool = False
    turned: int = 0  # degrees; people lay tiles down any way round


class OneTable(Protocol):
    """What the mouse can do on a pretend table, and what there is to see on it."""

    follows: bool

    def move(self, number: int, place: str) -> None: ...
    def flip(self, number: int) -> None: ...
    def draw(self, what: str) -> None: ...
    def seen(self) -> dict[str, Plain]: ...
    def view(self) -> dict[str, tuple[str, int]]: ...


class PretendTable:
    """Sleepers' tiles on a table that exists only on the screen.

    Hands do by themselves what the box asks for when somebody answered on a phone (`follows`), and lie still while
    tiles are moved with the mouse, so that the camera has something to understand.
    """

    def __init__(self, table: Table, luck: random.Random | None = None) -> None:
        self.pieces: list[Piece] = []
        self.follows = True
        self.count = 0  # of changes, so that a camera knows when to look
        self._table = table
        self._game = ""
        self._lock = threading.RLock()
        self._luck = luck or random.SystemRandom()
        table.when_changed.append(self.changed)
        self.changed(table.moment)

    def changed(self, moment: Moment | None) -> None:
        """The game has moved on."""
        with self._lock:
            if moment is None or moment.setup.game != "sleepers":
                self.pieces, self._game = [], ""
                return
            if moment.game_id != self._game:
                self._game = moment.game_id
                self._set_up(moment.position.state)
            if self.follows and moment.source != "camera":
                self.follow(moment.position.state)

    def _set_up(self, game: Sleepers) -> None:
        """Thirty tiles each, shuffled; a game in progress is laid out as it stands."""
        self.pieces = []
        for colour in COLOURS:
            kinds: list[str | None] = [None] * 30
            if not game.box_deals:
                kinds = [kind for kind, count in game.pack.counts.items() for _ in range(count)]
                self._luck.shuffle(kinds)
            start = len(self.pieces)
            self.pieces += [
                Piece(start + n, colour, kind, f"stock {colour}", turned=60 * secrets.randbelow(6))
                for n, kind in enumerate(kinds)
            ]
        self.follow(game)

    def follow(self, game: Sleepers) -> None:
        """Make the table look as the box says, with as few movements as hands would need."""
        with self._lock:
            wanted = {hex_: agent for hex_, agent in game.board.items()}
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
            for colour, side in game.sides.items():
                gone = [p for p in free if p.colour == colour]
                dead = len(side.killed) - len(self._on(f"killed {colour}"))
                for number, piece in enumerate(gone):
                    piece.place = f"killed {colour}" if number < dead else f"rack {colour}"
                    piece.up = piece.up and number < dead
                rack, stock = self._on(f"rack {colour}"), self._on(f"stock {colour}")
                for piece in stock[: max(0, len(side.hand) - len(rack))]:
                    piece.place = f"rack {colour}"
            self.count += 1

    def _fits(self, piece: Piece, agent: Any) -> bool:
        """Could *piece* be *agent*?"""
        if agent is None or piece.colour != agent.owner:
            return False
        return piece.kind is None or agent.kind is None or piece.kind == agent.kind

    def _from_rack(self, colour: str) -> Piece:
        for place in (f"rack {colour}", f"stock {colour}", f"killed {colour}"):
            if pieces := self._on(place):
                return self._luck.choice(pieces)
        raise Trouble(f"There is no {colour} tile left on the pretend table.")

    def _make(self, piece: Piece, kind: str | None) -> None:
        """The tile turns out to be *kind*: if it was printed otherwise, it changes faces with one that is hidden."""
        if piece.kind is not None and kind is not None:
            for twin in self.pieces:
                if twin.colour == piece.colour and twin.kind == kind and not twin.up:
                    twin.kind = piece.kind
                    break
        piece.kind = kind

    def _at(self, hex_: str) -> Piece | None:
        return next((piece for piece in self.pieces if piece.place == hex_), None)

    def _on(self, place: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece.place == place]

    # What the mouse does

    def move(self, number: int, place: str) -> None:
        """Pick a tile up and lay it somewhere else."""
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
            piece.turned = 60 * secrets.randbelow(6)
            self.count += 1

    def draw(self, what: str) -> None:
        """Take the next tile of a colour's stock into the rack."""
        with self._lock:
            stock = self._on(f"stock {what}")
            if not stock:
                raise Trouble(f"The {what} stock is empty.")
            stock[0].place = f"rack {what}"
            self.count += 1

    def _piece(self, number: int) -> Piece:
        if not 0 <= number < len(self.pieces):
            raise Trouble("There is no such tile on the pretend table.")
        return self.pieces[number]

    # What there is to see

    def seen(self) -> dict[str, Plain]:
        """Every tile for the page: faces of those that lie open or stand in a rack, where their owner sees them."""
        with self._lock:
            return {
                "game": "sleepers",
                "count": self.count,
                "follows": self.follows,
                "pieces": [
                    {
                        "id": piece.id,
                        "face": f"{piece.colour}-{self._face(piece)}",
                        "up": piece.up,
                        "place": piece.place,
                        "turned": piece.turned,
                        "onto": "",
                        "size": 0.9,
                        "small": 0.66,
                    }
                    for piece in self.pieces
                    if not piece.place.startswith("stock")
                ],
                "stock": {colour: len(self._on(f"stock {colour}")) for colour in COLOURS},
            }

    def _face(self, piece: Piece) -> str:
        return (piece.kind if piece.up or piece.place.startswith("rack") else None) or "back"

    @property
    def name(self) -> str:
        """The game whose things lie on the table; empty while none is open."""
        moment = self._table.moment
        return moment.setup.game if moment else ""

    def view(self) -> dict[str, tuple[str, int]]:
        """What a camera above the board would see: value and turn of each tile that lies on a hex."""
        with self._lock:
            return {
                piece.place: (f"{piece.colour} {piece.kind if piece.up and piece.kind else 'back'}", piece.turned)
                for piece in self.pieces
                if piece.place in HEXES
            }


class Pretend:
    """Everything pretended, for the page.

    :param photograph: what the pretend camera sees just now, as JPEG.
    """

    def __init__(
        self, box: PretendBox, table: OneTable, mat: PretendMat, photograph: Callable[[], bytes | None]
    ) -> None:
        self.box = box
        self.table = table
        self.mat = mat
        self.picture = photograph

    def seen(self) -> dict[str, Plain]:
        return {"box": self.box.seen(), "table": self.table.seen(), "mat": self.mat.seen()}
