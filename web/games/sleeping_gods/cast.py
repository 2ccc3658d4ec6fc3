"""Whoever sails or is met in Sleeping Gods, for their portraits: crew, enemies, companions and cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.ask import Option
from web.portraits import Sitter, portrait, sitter

Seen = Mapping[str, Any]


def crew_of(member: Seen) -> Sitter:
    """With the weapon in hand, and dressed as what is told of them says."""
    arms = [weapon["name"] for weapon in member["weapons"]]
    return sitter("crew", member["name"], *arms, member["about"], "captain" * member["captain"])


def face(option: Option) -> str:
    """Whoever can be picked before the game begins."""
    return portrait(sitter("crew", option.label, option.hint), 56)


def enemy_of(foe: Seen) -> Sitter:
    hearts = sum(square["heart"] for square in foe["squares"])
    wings = "flying" if any(square["flying"] for square in foe["squares"]) else ""
    return sitter("enemy", foe["name"], wings, might=foe["basic"], health=hearts)


def card_of(card: Seen) -> Sitter:
    return sitter(card["type"], card["name"], card["text"])


def ability_of(card: Seen) -> Sitter:
    return sitter("ability", card["name"], card["skill"])


def quest_of(quest: Seen) -> Sitter:
    return sitter("quest", quest["name"])


def cast(shown: Seen) -> dict[str, Sitter]:
    """All that lies open for this viewer, by name in small letters."""
    hands = [card for side in shown["seats"] for card in side["hand"] if card and "skill" in card]
    tucked = [card for member in shown["crew"] for card in member["tucked"] if "skill" in card]
    found = [ability_of(card) for card in (*hands, *tucked)]
    found += [quest_of(quest) for quest in shown["quests"]]
    found += [card_of(card) for card in shown["cards"]]
    found += [enemy_of(foe) for foe in shown["combat"]["row"]] if shown["combat"] else []
    found += [crew_of(member) for member in shown["crew"]]
    return {each.name.lower(): each for each in found}
