"""The crew of the station and the cards in a hand, for their portraits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.ask import Ask, Option
from web.portraits import Sitter, portrait, sitter

Seen = Mapping[str, Any]
ROLES = ("Captain", "Engineer", "Doctor", "Astrobiologist")
SAMPLE = sitter("item", "Water Sample")


def crew_of(role: str) -> Sitter:
    return sitter("crew", role.capitalize())


def card_of(name: str) -> Sitter:
    return sitter("item", name)


def ability_of(ability: Seen) -> Sitter:
    return sitter("talent", ability["name"])


def cast(shown: Seen) -> dict[str, Sitter]:
    """Everybody by name and by role, and what this viewer holds."""
    found = {side["name"].lower(): crew_of(side["role"]) for side in shown["seats"]}
    found |= {role.lower(): crew_of(role) for role in ROLES}
    me = shown["me"] or {}
    found |= {card["name"].lower(): card_of(card["name"]) for card in me.get("hand", ()) if card["card"]}
    found |= {each["name"].lower(): ability_of(each) for each in me.get("abilities", ()) if each["name"]}
    return {**found, SAMPLE.name.lower(): SAMPLE}


def badge(shown: Seen, option: Option, ask: Ask) -> str:
    """Somebody to choose is drawn as the role they play."""
    side = next((side for side in shown["seats"] if side["seat"] == option.value), None)
    return portrait(crew_of(side["role"]), 44) if side else ""


def face(option: Option) -> str:
    """Whoever can be picked before the game begins."""
    return portrait(crew_of(option.label), 56)
