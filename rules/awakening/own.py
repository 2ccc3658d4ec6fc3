"""The owner's printed copy: a card for each one in the box, known as far as it was told.

A card nobody has named yet is a blank one of its stack. It keeps its place when it is named; a card that was met in an
earlier game has an id of its own and changes places with the blank one once it is recognised.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from rules.last_time import LastTime
from rules.plain import Plain, dump

from . import speaking
from .pack import Card, Companion, Met, Monster, Pack, Relic, Tableau, Trait, Trigger, Wretch
from .verbs import Effect, Manual
from .words import STACKS, Attribute, CompanionColour, stack_title

SIZE = 12  # cards of each stack, and trigger cards
WRETCHES = 5
TREACHERY = 6
"""Blank cards more in each stack where Treachery is shuffled in: nobody counts them, and none may be missing."""

AS_PRINTED = "What the printed card says."
NOTHING = Effect("end_game", ())
"""In place of an end-game bonus: it is asked for when the game ends."""


def blank(sort: str, number: int) -> str:
    return f"{sort}~{number}"


def is_blank(card: str) -> bool:
    """Whether this was never met before this game."""
    return "~" in card


def sort_of(card: str) -> str:
    return card.partition("~")[0]


def whole(
    pack: Pack,
    told: Mapping[str, Met],
    mastery: Mapping[Attribute, int],
    *,
    treachery: bool,
    filled: Collection[str] = (),
) -> Pack:
    """The pack with every card the box holds: written down, met before, met at this table, and those still blank.

    :param filled: blank ones whose place a card took that this game learned of.
    """
    met = {**pack.met, **told}
    cards: list[Card] = [_card(id, each) for id, each in met.items() if not is_blank(id)]
    extra = TREACHERY if treachery else 0
    for sort, most in (*((stack, SIZE + extra) for stack in STACKS), ("trigger", SIZE), ("wretch", WRETCHES)):
        written = sum(card.copies for card in _written(pack, sort) if not card.treachery)
        before = sum(each.sort == sort and not is_treachery(each) for each in pack.met.values())
        # people may meet more new wretches than the box should hold; there is always one for everybody
        number = WRETCHES if sort == "wretch" else max(0, most - written - before)
        names = [blank(sort, each) for each in range(1, number + 1)]
        cards += [_card(id, met.get(id, Met(sort=sort))) for id in names if id not in filled]
    return replace(
        pack,
        companions=(*pack.companions, *(card for card in cards if isinstance(card, Companion))),
        relics=(*pack.relics, *(card for card in cards if isinstance(card, Relic))),
        traits=(*pack.traits, *(card for card in cards if isinstance(card, Trait))),
        monsters=(*pack.monsters, *(card for card in cards if isinstance(card, Monster))),
        triggers=(*pack.triggers, *(card for card in cards if isinstance(card, Trigger))),
        wretches=(*pack.wretches, *(card for card in cards if isinstance(card, Wretch))),
        mastery_values={**pack.mastery_values, **mastery},
        met=met,
    )


def _written(pack: Pack, sort: str) -> list[Card]:
    """Cards that the owner wrote into the pack in full."""
    if sort in ("trigger", "wretch"):
        return [*(pack.triggers if sort == "trigger" else pack.wretches)]
    tableau: tuple[Tableau, ...] = (*pack.companions, *pack.relics, *pack.traits, *pack.monsters)
    return [card for card in tableau if card.stack == sort]


def is_treachery(told: Met) -> bool:
    """No other card costs honor (AW-188)."""
    return told.honor is not None and told.honor < 0


def _card(id: str, told: Met) -> Card:
    name = told.name or stack_title(told.sort).capitalize()
    text = speaking.printed(told)
    known: dict[str, Any] = {"id": id, "name": name, "text": text, "effects": told.effects}
    if told.sort == "trigger":
        return Trigger(**known, condition=told.condition)
    if told.sort == "wretch":
        return Wretch(**known, self_gains=told.gains or {}, self_choice=told.choice, ability=told.ability)
    known |= {"honor": told.honor or 0, "treachery": is_treachery(told)}
    match told.sort:
        case "relic":
            power = told.power or Effect("on_use", (Manual("manual", AS_PRINTED),))
            return Relic(**known, charges=told.charges or 1, power=power)
        case "trait":
            return Trait(**known)
        case "monster":
            return Monster(**known, end_bonus=told.end_bonus or NOTHING)
        case _:
            colour: CompanionColour = next(each for each in ("red", "blue", "yellow") if each == told.sort)
            return Companion(**known, colour=colour, gains=told.gains or {}, ability=told.ability)


def learned(
    pack: Pack, told: Mapping[str, Met], mastery: Mapping[Attribute, int], done: Mapping[str, LastTime] | None = None
) -> dict[str, Plain] | None:
    """The owner's pack as plain tables, with all that was told at a table added.

    :param done: what was done by hand, by the card that says so.
    """
    if not pack.about.private or not (told or mastery or done):
        return None
    met = dict(pack.met)
    for id, each in told.items():
        if each.name:
            met[_kept_as(each) if is_blank(id) else id] = each
    values, habits = {**pack.mastery_values, **mastery}, {**pack.last_time, **(done or {})}
    grown = replace(pack, met=met, mastery_values=values, last_time=habits)
    tables: dict[str, Plain] = dump(grown)
    return {name: table for name, table in tables.items() if table not in (None, [], {})}


def _kept_as(told: Met) -> str:
    """The id of a card in games to come."""
    letters = "".join(letter if letter.isalnum() else "_" for letter in told.name.casefold())
    return f"{told.sort}_{letters}"
