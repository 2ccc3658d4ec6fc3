"""What lies on the table in a game of Harbour Lights."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from rules.game import State
from rules.plain import Known

from .harbour import BERTHS
from .pack import KINDS, Pack, opened

COLOURS = ("red", "green", "white")
HAND = 3  # HL-6

Colour = Annotated[str, Known(COLOURS)]
Kind = Annotated[str, Known(KINDS)]
Berth = Annotated[str, Known(BERTHS, "a berth of the harbour, such as c3")]


@dataclass(kw_only=True)
class Boat:
    """A boat in a berth: lit face-up, dark face-down (HL-5).

    :param kind: None while the box does not know it.
    :param acted: it was lit once already, and does nothing when it is lit again (HL-20).
    """

    owner: Colour
    kind: Kind | None
    up: bool = False
    acted: bool = False


@dataclass(kw_only=True)
class Side:
    """One player's boats outside the harbour."""

    hand: list[Kind | None] = field(default_factory=list)
    stock: int = 0


@dataclass(kw_only=True)
class HarbourLights(State):
    turn: int = 0  # 0 until the set-up is done
    current: Colour = "red"
    tide: int = 0  # what the die shows; 0 before it is rolled
    board: dict[Berth, Boat] = field(default_factory=dict)
    sides: dict[Colour, Side] = field(default_factory=dict)
    last: list[Berth] = field(default_factory=list)  # berths of the last action

    @property
    def pack(self) -> Pack:
        return opened(self.setup.pack)

    @property
    def box_deals(self) -> bool:
        return self.setup.box_holds("boats")

    @property
    def mine(self) -> Side:
        """The boats of the player whose turn it is."""
        return self.sides[self.current]

    @property
    def following(self) -> str:
        """Whose turn comes next (HL-7)."""
        seats = self.setup.seats
        return seats[(seats.index(self.current) + 1) % len(seats)]

    def lit(self, colour: str) -> list[str]:
        return [berth for berth in BERTHS if (b := self.board.get(berth)) and b.owner == colour and b.up]

    def dark(self, colour: str) -> list[str]:
        return [berth for berth in BERTHS if (b := self.board.get(berth)) and b.owner == colour and not b.up]

    def unknown(self, colour: str) -> dict[str, int]:
        """How many of each kind lie where the box does not know them: in the stock, if it deals itself."""
        left: dict[str, int] = {boat.code: boat.count for boat in self.pack.boats}
        moored = [boat.kind for boat in self.board.values() if boat.owner == colour]
        for kind in [*moored, *self.sides[colour].hand]:
            if kind is not None:
                left[kind] -= 1
        return {kind: count for kind, count in left.items() if count > 0}

    def called(self, berth: str) -> str:
        """What lies in a berth, as anybody may say it: ``red steam tug``, ``dark red boat``."""
        boat = self.board[berth]
        kind = self.pack.names[boat.kind].lower() if boat.up and boat.kind else ""
        return f"{boat.owner} {kind}" if kind else f"dark {boat.owner} boat"
