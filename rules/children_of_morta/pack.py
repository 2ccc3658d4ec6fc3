"""Content packs: reading them, and how they differ from the published box."""

from __future__ import annotations

from collections.abc import Iterable

from .. import packs
from .components import BossCard, EncounterTile, Enemy, FerociousTile, Item, LootTile, Pack, Support
from .proofread import misfits

__all__ = ["PRINTED", "Pack", "counts", "open_pack", "unlike_printed"]


def open_pack(name: str) -> Pack:
    """The pack of that name, proofread."""
    return packs.open_pack("children_of_morta", name, Pack, misfits)


PRINTED = {
    "heroes": 6, "talents": 60, "level-up cards": 60, "items": 30, "enemy cards": 96, "support cards": 15,
    "bond cards": 15, "chapter cards": 15, "house cards": 10, "boss cards": 25, "ferocious tiles": 12,
    "encounter tiles": 24, "loot tiles": 10, "advanced token types": 5, "dice": 12, "chapters": 6,
}  # fmt: skip
"""What the published box holds (CM ledger, components)."""


def counts(pack: Pack) -> dict[str, int]:
    """How many of each the pack holds."""

    def copies(cards: Iterable[Item | Support | Enemy | FerociousTile | EncounterTile | LootTile | BossCard]) -> int:
        return sum(card.copies for card in cards)

    levels = (action.levels for hero in pack.heroes.values() for action in hero.actions.values())
    return {
        "heroes": len(pack.heroes),
        "talents": len(pack.talents),
        "level-up cards": sum(level.level > 1 for action in levels for level in action),
        "items": copies(pack.items.values()),
        "enemy cards": copies(card for deck in pack.enemy_decks.values() for card in deck.cards.values()),
        "support cards": copies(pack.supports.values()),
        "bond cards": len(pack.bonds),
        "chapter cards": len(pack.chapter_cards),
        "house cards": len(pack.house_cards),
        "boss cards": len(pack.bosses) + copies(card for boss in pack.bosses.values() for card in boss.deck.values()),
        "ferocious tiles": copies(pack.ferocious.values()),
        "encounter tiles": copies(pack.encounter_tiles.values()),
        "loot tiles": copies(pack.loot.values()),
        "advanced token types": len(pack.advanced),
        "dice": sum(die.count for die in pack.dice.values()),
        "chapters": len(pack.chapters),
    }


def unlike_printed(pack: Pack) -> list[str]:
    """Where the pack's counts differ from the published box; such a pack can be played all the same.

    The rest of an owner's copy lies on the table, so nothing of it is missing.
    """
    if pack.about.private:
        return []
    there, one = counts(pack), {"heroes": "hero", "dice": "die"}
    return [
        doubt
        for what, printed in PRINTED.items()
        for doubt in packs.unlike_a_box(there[what], printed, one.get(what, what.removesuffix("s")), what)
    ]
