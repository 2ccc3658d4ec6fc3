"""The words of the game that cards, stories and the table share: skills, resources, statuses, grades, sides."""

from __future__ import annotations

from typing import Literal

Skill = Literal["strength", "perception", "savvy", "craft", "cunning"]
Resource = Literal["meat", "vegetables", "grain", "materials", "artifacts", "coins"]
Status = Literal["venom", "frightened", "weakened", "madness"]
Tier = Literal["mild", "perilous", "deadly"]
Mode = Literal["normal", "easy"]
Side = Literal["north", "east", "south", "west"]

SKILLS: tuple[Skill, ...] = ("strength", "perception", "savvy", "craft", "cunning")
RESOURCES: tuple[Resource, ...] = ("meat", "vegetables", "grain", "materials", "artifacts", "coins")
FOOD: tuple[Resource, ...] = ("meat", "vegetables", "grain")
STATUSES: tuple[Status, ...] = ("venom", "frightened", "weakened", "madness")
STATUS_WORDS: dict[str, str] = {
    "venom": "venom (1 damage as each turn begins)",
    "frightened": "frightened (no attacks)",
    "weakened": "weakened (every skill -2)",
    "madness": "madness (1 morale for each challenge or attack)",
}
"""What a status does to whoever has it."""
TIERS: tuple[Tier, ...] = ("mild", "perilous", "deadly")
SIDES: tuple[Side, ...] = ("north", "east", "south", "west")


def plural(n: object, word: str) -> str:
    """One coin, two coins; meat, grain and the like have no plural."""
    if str(n) == "1" and word in ("vegetables", "materials", "artifacts", "coins", "resources"):
        word = word[:-1]
    return f"{n} {word}"


# What is about the campaign as a whole.
PACKED = "You put everything back into the box. The campaign waits for another evening."
THE_END = "The last story is read, and the campaign is over."
ASKS_AGAIN = "It asks once more."
