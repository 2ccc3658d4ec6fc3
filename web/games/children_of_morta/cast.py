"""Whoever can be met in Children of Morta, for their portraits: heroes, enemies, bosses and cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.ask import Option
from web.portraits import Sitter, portrait, sitter

Seen = Mapping[str, Any]


def hero_of(side: Seen) -> Sitter:
    return hero(side["hero"], side.get("text", ""))


def hero(name: str, text: str) -> Sitter:
    return sitter("hero", name, text)


def enemy_of(enemy: Seen) -> Sitter:
    """What brings much experience looks dangerous."""
    return sitter("enemy", enemy["name"], enemy["family"], might=enemy["xp"] or 0, health=enemy["health"])


def boss_of(boss: Seen) -> Sitter:
    return sitter("boss", boss["name"])


def of_card(kind: str, card: Seen) -> Sitter:
    return sitter(kind, card["name"], card["text"])


def cast(shown: Seen) -> dict[str, Sitter]:
    """All that lies open, by name in small letters."""
    found = [boss_of(shown["boss"])] if shown["boss"] else []
    found += [of_card(link["kind"], link) for link in shown["links"]]
    for side in shown["seats"]:
        found += [hero_of(side)] if "hero" in side else []
        found += [enemy_of(enemy) for enemy in side.get("row", ()) if enemy and "name" in enemy]
        found += [of_card("item", card) for card in side.get("items", ())]
        found += [of_card("talent", card) for card in side.get("talents", ())]
    return {each.name.lower(): each for each in found}


def face(option: Option) -> str:
    """Whoever can be picked before the game begins."""
    return portrait(hero(option.label, option.hint), 56)
