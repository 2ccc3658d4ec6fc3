"""The content of Harbour Lights: which boats there are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from rules.packs import open_pack

Kind = Literal["rowing_boat", "fishing_smack", "steam_tug", "customs_cutter"]
KINDS: tuple[str, ...] = Kind.__args__  # type: ignore[attr-defined]
MOST = 8  # boats of each colour, or three players would fill the harbour


@dataclass(frozen=True)
class Boat:
    """One kind of boat."""

    code: Kind
    name: str
    count: int  # in each colour
    light: int  # it shows when lit
    summary: str  # what it does, in a line, for the phone


@dataclass(frozen=True)
class Pack:
    boats: tuple[Boat, ...]
    about: dict[str, str] = field(default_factory=dict)

    @property
    def fleet(self) -> int:
        """How many boats each player has."""
        return sum(boat.count for boat in self.boats)

    @property
    def names(self) -> dict[str, str]:
        return {boat.code: boat.name for boat in self.boats}

    @property
    def lights(self) -> dict[str, int]:
        return {boat.code: boat.light for boat in self.boats}


def problems(pack: Pack) -> list[str]:
    """What does not add up in a pack whose fields are all right."""
    found = []
    codes = [boat.code for boat in pack.boats]
    if sorted(codes) != sorted(KINDS):
        found.append(f"boats: each of {', '.join(KINDS)} once, got {', '.join(codes) or 'none'}.")
    if any(boat.count < 0 for boat in pack.boats) or not 6 <= pack.fleet <= MOST:
        found.append(f"boats, field count: {pack.fleet} in all, expected 6 to {MOST} (HL-4).")
    return found


def opened(pack: str) -> Pack:
    return open_pack("harbour_lights", pack, Pack, problems)
