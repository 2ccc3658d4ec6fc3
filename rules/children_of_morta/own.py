"""The owner's printed copy: whatever was told of it, and blank boards, maps and chapters for the rest.

Nobody has to count its cards. What a deck holds only the table knows, so the box asks which card came, and a card it
never met is as good as any other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from itertools import combinations
from typing import Any

from ..plain import Plain, dump
from .components import (
    BY_HAND,
    AdvancedType,
    Bond,
    Boss,
    BossCard,
    EncounterTile,
    Enemy,
    EnemyDeck,
    FerociousTile,
    Hero,
    Item,
    LootTile,
    Pack,
    SkillColour,
    Support,
    Tale,
    Talent,
)
from .dungeons import Bazaar, Chapter, Dungeon, Location, Map, Place, Trial
from .vocabulary import Manual, ManualGoal

CHAPTERS = 6  # CM-7
TRIAL = "trial"
FINAL = {"nohar": "Nohar", "bushra": "Bushra"}  # whom the rulebook names (CM-342)
START = "start"
GOAL = "The objective in your Adventure Book"
BOOK = "Your Adventure Book"
ACROSS = 6  # places of an unwritten map in a line


@dataclass(kw_only=True)
class Met:
    """What was told at this table, in the tables of the pack."""

    skill_colours: dict[str, SkillColour] = field(default_factory=dict)
    advanced: dict[str, AdvancedType] = field(default_factory=dict)
    heroes: dict[str, Hero] = field(default_factory=dict)
    talents: dict[str, Talent] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    supports: dict[str, Support] = field(default_factory=dict)
    bonds: dict[str, Bond] = field(default_factory=dict)
    house_cards: dict[str, Tale] = field(default_factory=dict)
    chapter_cards: dict[str, Tale] = field(default_factory=dict)
    enemy_decks: dict[str, EnemyDeck] = field(default_factory=dict)
    enemies: dict[str, Enemy] = field(default_factory=dict)
    ferocious: dict[str, FerociousTile] = field(default_factory=dict)
    encounter_tiles: dict[str, EncounterTile] = field(default_factory=dict)
    loot: dict[str, LootTile] = field(default_factory=dict)
    bosses: dict[str, Boss] = field(default_factory=dict)
    boss_cards: dict[str, BossCard] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    dungeons: dict[str, Dungeon] = field(default_factory=dict)

    @property
    def tables(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}


CARDS = (
    "talents", "items", "supports", "house_cards", "chapter_cards", "enemies", "ferocious", "encounter_tiles", "loot",
    "boss_cards",
)  # fmt: skip
"""What people would call a card or a tile."""


def grown(pack: Pack, met: Met) -> Pack:
    """The pack as it is kept, with all that was told."""
    more: dict[str, Any] = {name: {**getattr(pack, name), **told} for name, told in met.tables.items() if told}
    return replace(pack, **more)


def whole(pack: Pack, met: Met) -> Pack:
    """The pack as it is played: what nobody has written down is there all the same, blank."""
    known = grown(pack, met)
    bosses = {**{boss: _boss(name) for boss, name in FINAL.items()}, **known.bosses}
    dungeons = {f"chapter {number}": number for number in range(1, CHAPTERS + 1) if number not in known.chapters}
    maps = {name: _map(known, name, name.capitalize()) for name in dungeons}
    chapters = {number: _chapter(known, name) for name, number in dungeons.items()}
    if known.trial is None:
        maps[TRIAL] = _map(known, TRIAL, "Family Trial")
    return replace(
        known,
        enemy_decks={name: _with_cards(known, name, deck) for name, deck in known.enemy_decks.items()},
        bosses={name: _with_boss_cards(known, name, boss) for name, boss in bosses.items()},
        bonds={**_bonds(known), **known.bonds},
        maps={**maps, **known.maps},
        chapters=dict(sorted({**chapters, **known.chapters}.items())),
        trial=known.trial or _trial(known),
    )


def _with_cards(pack: Pack, name: str, deck: EnemyDeck) -> EnemyDeck:
    return replace(deck, cards={**deck.cards, **{id: card for id, card in pack.enemies.items() if card.deck == name}})


def _with_boss_cards(pack: Pack, name: str, boss: Boss) -> Boss:
    return replace(boss, deck={**boss.deck, **{id: card for id, card in pack.boss_cards.items() if card.boss == name}})


def _boss(name: str) -> Boss:
    return Boss(name=name, rewards=(Manual(text="Take what its card gives."),), reward_scope="team")


def _bonds(pack: Pack) -> dict[str, Bond]:
    """Every two heroes have a card of their own (CM-246)."""
    written = {frozenset(bond.heroes) for bond in pack.bonds.values()}
    pairs = [pair for pair in combinations(pack.heroes, 2) if frozenset(pair) not in written]
    return {
        f"{one}_{other}": Bond(
            name=f"The bond of {pack.heroes[one].name} and {pack.heroes[other].name}",
            heroes=(one, other),
            effect=BY_HAND,
        )
        for one, other in pairs
    }


def _map(pack: Pack, dungeon: str, title: str) -> Map:
    """Places that were named, in the order they were found; where the dots lead only the book knows."""
    places = {id: place for id, place in pack.places.items() if place.dungeon == dungeon}
    there = {START: Location(name="The start", x=0, y=0, start=True)}
    for number, (id, place) in enumerate(places.items(), start=1):
        there[id] = Location(
            name=place.name,
            x=number % ACROSS * 20,
            y=number // ACROSS * 40,
            chest=place.chest,
            talent_spot=place.talent_spot,
            bazaar=place.bazaar,
        )
    return Map(title=title, locations=there, paths=())


def _decks(pack: Pack, dungeon: str) -> tuple[str, ...]:
    return pack.dungeons[dungeon].enemy_decks if dungeon in pack.dungeons else ()


def _chapter(pack: Pack, dungeon: str) -> Chapter:
    after = "do what it says after a chapter you have"
    return Chapter(
        title=BOOK,
        map=dungeon,
        enemy_decks=_decks(pack, dungeon),
        objectives=(ManualGoal(text=GOAL),),
        on_win=(Manual(text=f"{after} won."),),
        on_loss=(Manual(text=f"{after} lost."),),
    )


def _trial(pack: Pack) -> Trial:
    first, last = FINAL
    bazaar = Bazaar(item_spaces=0)
    return Trial(title="Family Trial", map=TRIAL, enemy_decks=_decks(pack, TRIAL), bosses=(first, last), bazaar=bazaar)


def learned(pack: Pack, met: Met) -> dict[str, Plain] | None:
    """The owner's pack as plain tables, with all that was told at a table added."""
    if not pack.about.private or not any(met.tables.values()):
        return None
    tables: dict[str, Plain] = dump(grown(pack, met))
    return {name: table for name, table in tables.items() if table not in (None, [], {})}


def new_id(name: str, there: Mapping[str, object]) -> str:
    """An id for something that people call so, unlike those that are *there*."""
    stem = "".join(letter if letter.isalnum() else "_" for letter in name.casefold()).strip("_") or "card"
    ids = (stem, *(f"{stem}_{number}" for number in range(2, len(there) + 3)))
    return next(each for each in ids if each not in there)


def called(name: str, there: Mapping[str, Any]) -> str | None:
    """Which of those *there* people call by that name."""
    return next((id for id, each in there.items() if each.name.casefold() == name.casefold()), None)
