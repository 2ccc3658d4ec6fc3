"""The content of Sleepers: names, counts and looks of the eleven kinds of agent."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rules.packs import open_pack, unlike_a_box

Kind = Literal[
    "scientist",
    "militia",
    "saboteur",
    "police",
    "ringleader",
    "recruiter",
    "informant",
    "immigration",
    "double_agent",
    "diversion",
    "master_of_disguise",
]
KINDS: tuple[str, ...] = Kind.__args__  # type: ignore[attr-defined]
TILES_EACH = 30  # SL-9
PRINTED = {"scientist": 8, "militia": 5, "saboteur": 1}
"""How many of each kind a colour has; two of every other."""


@dataclass(frozen=True)
class Tile:
    """One kind of agent."""

    code: Kind
    name: str
    count: int  # for each colour
    summary: str  # what it does, in a line, for the phone
    symbol: str = ""  # reference picture of the owner's own tile


@dataclass(frozen=True)
class Colour:
    name: str
    rgb_front: tuple[int, int, int]
    rgb_back: tuple[int, int, int]


@dataclass(frozen=True)
class Board:
    """How the printed board lies under the camera; the rules are the same every way round."""

    orientation: int = 0  # turns of 60 degrees
    mirror: bool = False
    corners_px: tuple[tuple[float, float], ...] = ()  # e1, i1, i5, e9, a9, a5 in the picture
    art: str = ""


@dataclass(frozen=True)
class Pack:
    pack_id: str
    origin: Literal["owner", "demo"]
    language: str
    tiles: tuple[Tile, ...]
    colours: dict[str, Colour]
    board: Board = Board()

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many of each kind every colour has."""
        return {tile.code: tile.count for tile in self.tiles}

    @cached_property
    def names(self) -> dict[str, str]:
        return {tile.code: tile.name for tile in self.tiles}


def problems(pack: Pack) -> list[str]:
    """What does not add up in a pack whose fields are all right."""
    found = []
    codes = [tile.code for tile in pack.tiles]
    if sorted(codes) != sorted(KINDS):
        missing = [kind for kind in KINDS if kind not in codes]
        twice = sorted({code for code in codes if codes.count(code) > 1})
        found.append(f"tiles: each of the 11 kinds once; missing {missing or 'none'}, twice {twice or 'none'}.")
    if any(tile.count < 0 for tile in pack.tiles) or sum(tile.count for tile in pack.tiles) != TILES_EACH:
        found.append(f"tiles, field count: {sum(tile.count for tile in pack.tiles)} in all, expected 30 (SL-9).")
    if sorted(pack.colours) != ["black", "white"]:
        found.append(f"colours: expected white and black, got {', '.join(pack.colours)}.")
    if not 0 <= pack.board.orientation <= 5:
        found.append(f"board, field orientation: expected 0 to 5, got {pack.board.orientation}.")
    if len(pack.board.corners_px) not in (0, 6):
        found.append(f"board, field corners_px: expected 6 points or none, got {len(pack.board.corners_px)}.")
    return found


def doubts(pack: Pack) -> list[str]:
    """Where it differs from the printed tiles, of which the number of each kind is known."""
    found = []
    for tile in pack.tiles:
        found += unlike_a_box(
            tile.count,
            PRINTED.get(tile.code, 2),
            f"{tile.name} tile in each colour",
            f"{tile.name} tiles in each colour",
        )
    return found


def opened(pack: str) -> Pack:
    return open_pack("sleepers", pack, Pack, problems)
