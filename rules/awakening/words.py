"""The words of the island: attributes and their colours, stacks, locations, mounts."""

from __future__ import annotations

from typing import Literal

Attribute = Literal["inspiration", "knowledge", "strength", "courage", "vision", "wisdom"]
Common = Literal["inspiration", "knowledge", "strength"]
StackName = Literal["red", "blue", "yellow", "relic", "trait", "monster"]
CompanionColour = Literal["red", "blue", "yellow"]
Location = Literal[
    "arcane_tower",
    "gaping_maw",
    "tomb_of_the_ancients",
    "spire",
    "library",
    "fort",
    "command_post",
    "abandoned_shrine",
    "sacred_monastery",
    "academy",
    "inn",
]

COMMON: tuple[Common, ...] = ("inspiration", "knowledge", "strength")
HEROIC: tuple[Attribute, ...] = ("courage", "vision", "wisdom")
ATTRIBUTES: tuple[Attribute, ...] = (*COMMON, *HEROIC)

COLOUR: dict[str, str] = {
    "inspiration": "yellow",
    "knowledge": "blue",
    "strength": "red",
    "courage": "orange",
    "vision": "purple",
    "wisdom": "green",
}

WHEEL: dict[str, tuple[str, str]] = {
    "courage": ("strength", "inspiration"),
    "vision": ("strength", "knowledge"),
    "wisdom": ("inspiration", "knowledge"),
}
"""Which two common attributes make each heroic one (AW-87 to AW-89)."""

STACKS: tuple[StackName, ...] = ("red", "yellow", "blue", "relic", "trait", "monster")
STACK_OF: dict[str, StackName] = {
    "inspiration": "yellow",
    "knowledge": "blue",
    "strength": "red",
    "courage": "monster",
    "vision": "relic",
    "wisdom": "trait",
}
"""The cards that count for each attribute's mastery."""

ATTRIBUTE_OF: dict[str, Attribute] = {stack: attr for attr, stack in STACK_OF.items()}  # type: ignore[misc]

TITLES: dict[str, str] = {
    "arcane_tower": "Arcane Tower",
    "gaping_maw": "The Gaping Maw",
    "tomb_of_the_ancients": "Tomb of the Ancients",
    "spire": "Spire",
    "library": "Library",
    "fort": "Fort",
    "command_post": "Command Post",
    "abandoned_shrine": "Abandoned Shrine",
    "sacred_monastery": "Sacred Monastery",
    "academy": "Academy",
    "inn": "Inn",
}

TILE_COUNTS: dict[str, int] = {
    "arcane_tower": 1,
    "gaping_maw": 1,
    "tomb_of_the_ancients": 1,
    "spire": 2,
    "library": 2,
    "fort": 2,
    "command_post": 2,
    "abandoned_shrine": 2,
    "sacred_monastery": 2,
    "academy": 1,
    "inn": 3,
}
"""AW-R42: the number behind each name counts; 19 in all."""

MOUNTS: dict[int, tuple[str, int]] = {
    2: ("Pedestrian", 0),
    3: ("Charger Mount", 3),
    4: ("Beast Strider", 4),
    5: ("Giant Moth", 5),
}
"""Name and honor of each speed (AW-183 to AW-186)."""

TOKENS = (20, 30, 40, 50)
BLOCKS = 24


def stack_title(stack: str) -> str:
    """How people call a stack's cards."""
    return f"{stack} companion" if stack in ("red", "blue", "yellow") else stack


def blocks(number: int) -> str:
    """Such as "1 block"."""
    return f"{number} block{'s' * (number != 1)}"


def amounts(wanted: dict[str, int]) -> str:
    """Such as "2 strength and 1 courage"."""
    parts = [f"{number} {name}" for name, number in wanted.items() if number]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts) or "nothing"
