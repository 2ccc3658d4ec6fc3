"""The cards of The Awakening, for their portraits: companions, monsters, relics, traits and wretches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.ask import Ask, Option
from web.portraits import Sitter, portrait, sitter

Seen = Mapping[str, Any]


def card_of(card: Seen) -> Sitter:
    """In the colour of its stack; what is worth much looks fierce."""
    return sitter(card["kind"], card["name"], card["stack"], card["text"], might=2, health=card["honor"])


def wretch_of(name: str, text: str) -> Sitter:
    return sitter("hero", name, text)


def cast(shown: Seen) -> dict[str, Sitter]:
    """All cards that lie open, by name in small letters."""
    found = [card_of(pile["up"]) for pile in shown["stacks"].values() if pile["up"]]
    for side in shown["seats"]:
        held = (*side["companions"], *side["relics"], *side["traits"], *side["monsters"])
        found += [card_of(card) for card in held]
        found += [wretch_of(side["wretch"]["name"], side["wretch"]["text"])] if side["wretch"] else []
    return {each.name.lower(): each for each in found}


def badge(shown: Seen, option: Option, ask: Ask) -> str:
    """Yourself; and before the game begins, when nobody's wretch lies open yet, each that can be chosen."""
    if str(option.value).startswith("activate self"):
        own = next((side["wretch"] for side in shown["seats"] if side["seat"] == ask.seat), None)
        return portrait(wretch_of(own["name"], own["text"]), 44) if own else ""
    choosing = shown["phase"] == "Setting up" and "wretch" in ask.text.lower() and option.hint
    return portrait(wretch_of(option.label, option.hint), 56) if choosing else ""


def face(option: Option) -> str:
    """Whoever can be picked before the game begins."""
    return portrait(wretch_of(option.label, option.hint), 56)
