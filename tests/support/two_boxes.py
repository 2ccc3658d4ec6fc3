"""Cards that two owners of the same game described, each at their own table."""

from __future__ import annotations

from typing import Any

from rules import packs
from rules.sleeping_gods import GAME


def enemy(name: str, defense: int = 3, damage: int = 1) -> dict[str, Any]:
    numbers = {"defense": defense, "damage": damage, "rows": 0, "cols": 0}
    return {"name": name, **numbers, "squares": [], "unread": "squares"}


def event(name: str, n: int = 1, tier: str = "mild") -> dict[str, Any]:
    return {"name": name, "tier": tier, "effects": [{"do": "lose_morale", "n": n}]}


def sail(table: Any, *told: tuple[str, Any]) -> str:
    """A campaign of one's own copy in which some cards were described."""
    table.begin(GAME.setup({"north": "Ann"}, {}, "table", "own"))
    for value in ("normal", True, "done"):
        table.answer(table.now().number, value, "north")
    for path, value in told:
        table.ruling(table.now().number, path, value, "Ann", "a card was described")
    return str(table.now().game_id)


OURS = (
    ("met.enemies.12", enemy("Tin Heron", 4, 2)),
    ("met.quests.7", {"name": "The Lamp", "keywords": ["Salt"]}),
    ("met.events.mild event 1", event("Thin Soup")),
)
THEIRS = (
    ("met.enemies.45", enemy("Salt Widow")),
    ("met.quests.7", {"name": "The Lamp", "keywords": ["Salt"]}),
    ("met.events.mild event 1", event("Fair Wind", 2)),
)
OTHERWISE = (
    ("met.enemies.12", enemy("Tin Heron", 5, 2)),
    ("met.events.mild event 2", event("Thin Soup", 2)),
)
"""What they say of two cards that we know as well."""


def theirs(*more: tuple[str, Any]) -> dict[str, Any]:
    """The other box's copy, as its file has it."""
    tables: dict[str, Any] = packs.tables("sleeping_gods", "own")
    for path, card in (*THEIRS, *more):
        _, table, key = path.split(".")
        tables[table] = {**tables[table], key: card}
    return packs.in_full("sleeping_gods", tables)
