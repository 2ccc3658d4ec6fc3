"""What lies on the table in a game of Sleepers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated

from rules.game import State
from rules.plain import Known
from rules.unread import kept

from .board import HEXES, NEIGHBOURS
from .pack import Pack, opened

COLOURS = ("white", "black")

Colour = Annotated[str, Known(COLOURS)]
Hex = Annotated[str, Known(HEXES, "a hex of the board, such as e5")]


def other(colour: str) -> str:
    return "black" if colour == "white" else "white"


@dataclass(kw_only=True)
class Tile:
    """A tile in a rack or in the heap of the killed.

    :param kind: None while the box does not know it.
    :param seen: its kind was open to all at some time.
    """

    kind: str | None
    seen: bool = False


@dataclass(kw_only=True)
class Agent(Tile):
    """A tile on the board: awake face-up, a sleeper face-down (SL-3, SL-4, SL-R10)."""

    owner: Colour
    up: bool = False


@dataclass(kw_only=True)
class Side:
    """One player's tiles off the board."""

    hand: list[Tile] = field(default_factory=list)
    stock: int = 0
    killed: list[Agent] = field(default_factory=list)

    def held(self, kinds: Iterable[str]) -> list[str]:
        """Those of *kinds* that are in the hand."""
        hand = [tile.kind for tile in self.hand]
        return [kind for kind in kinds if kind in hand]


@dataclass(kw_only=True)
class Sleepers(State):
    turn: int = 0  # 0 until the set-up is done
    current: Colour = "white"
    acted: bool = False  # this turn's action has begun
    board: dict[Hex, Agent] = field(default_factory=dict)
    sides: dict[Colour, Side] = field(default_factory=dict)
    last: list[Hex] = field(default_factory=list)  # hexes touched by the last action

    @kept
    def pack(self) -> Pack:
        return opened(self.setup.pack)

    def box_deals(self, colour: str) -> bool:
        """Whether these tiles are dealt by the box, and what lies on the board only stands in for them."""
        return self.setup.box_holds("tiles", colour)

    @property
    def mine(self) -> Side:
        """The side of the player whose turn it is."""
        return self.sides[self.current]

    def sleepers_of(self, colour: str) -> list[str]:
        return [hex_ for hex_ in HEXES if (a := self.board.get(hex_)) and a.owner == colour and not a.up]

    def has_sleeper(self, colour: str) -> bool:
        for agent in self.board.values():  # noqa: SIM110  # asked for several times a turn, and `any` takes twice as long
            if not agent.up and agent.owner == colour:
                return True
        return False

    def awake_next_to(self, hex_: str) -> list[str]:
        return [there for there in NEIGHBOURS[hex_] if there in self.board and self.board[there].up]

    def unknown(self, colour: str) -> dict[str, int]:
        """How many of each kind lie where the box does not know them: in the stock, if it deals itself."""
        left = dict(self.pack.counts)
        side = self.sides[colour]
        known = [a for a in self.board.values() if a.owner == colour]
        for tile in [*known, *side.hand, *side.killed]:
            if tile.kind is not None:
                left[tile.kind] -= 1
        return {kind: count for kind, count in left.items() if count > 0}

    def kind_name(self, kind: str | None) -> str:
        return self.pack.names[kind] if kind else "sleeper"
