"""Two boxes' owners of the same game join what they described.

Cards that say the same are one card. What only one of them knows is added. Where the two differ, people see both in
words and choose; until then ours stays as it is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from .plain import Plain

Tables = dict[str, Any]
"""A pack as plain data: its tables of cards by name."""

Place = tuple[str, str]
"""Where a card stands: its table and its key there."""

_NAMED_BY = ("id", "code", "name")
"""How cards are told apart that stand in a list."""


class Cards:
    """How a game's cards are told apart, put together and read out; a game whose cards need more says so itself."""

    ours_only: ClassVar[tuple[str, ...]] = ("about",)
    """Tables that say nothing of cards: each box keeps its own."""

    habits: ClassVar[tuple[str, ...]] = ()
    """Tables of what people did, not of what is printed: what is new is taken, and nobody is asked what differs."""

    places: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Of tables that never hold more than they do: where one may stand that nobody has described here yet."""

    counted: ClassVar[tuple[str, ...]] = ()
    """Tables whose cards are counted in the title; with none it stays as it is."""

    one_and_many: ClassVar[tuple[str, str]] = ("card", "cards")

    def prepared(self, tables: Tables) -> Tables:
        """The tables with everything in them that every copy has, described or not."""
        return tables

    def who(self, table: str, key: str, card: Plain) -> str:
        """What tells a card from all others of its table; where its key was only counted, something else does."""
        return key

    def is_blank(self, table: str, key: str, card: Plain) -> bool:
        """Nobody has described anything of it yet."""
        return False

    def fuller(self, table: str, ours: Plain, theirs: Plain) -> Plain | None:
        """Both together, where each only says what the other left open; None if they differ."""
        if not isinstance(ours, dict) or not isinstance(theirs, dict) or ours.keys() != theirs.keys():
            return None
        if any(None not in (ours[name], theirs[name]) and ours[name] != theirs[name] for name in ours):
            return None
        return {name: theirs[name] if ours[name] is None else ours[name] for name in ours}

    def moved(self, table: str, card: Plain, moves: Mapping[Place, str]) -> Plain:
        """The same card, where others it speaks of stand under another key here."""
        return card

    def named(self, table: str, key: str, card: Plain) -> str:
        """What people call it."""
        name = card.get("name") if isinstance(card, dict) else None
        return str(name) if name else f"{_words(table)} {_words(key)}"

    def told(self, table: str, key: str, card: Plain) -> str:
        """What it says, in a sentence."""
        return plainly(card)

    def how_many(self, tables: Tables) -> int:
        """Cards of which anything is known."""
        return sum(len(entries(tables, table)) for table in self.counted)

    def titled(self, tables: Tables) -> Tables:
        """The tables under a title that says how much is known."""
        if not self.counted:
            return tables
        known, about = self.how_many(tables), tables["about"]
        base = str(about["title"]).partition(":")[0]
        title = f"{base}: {known} {self.one_and_many[known != 1]} known" if known else base
        return {**tables, "about": {**about, "title": title}}


def plainly(card: Plain) -> str:
    """A card by the names of its fields; what is empty is left out."""
    if not isinstance(card, dict):
        return _value(card)
    named = {name: value for name, value in card.items() if value not in (None, "", False, [], {}) and name != "name"}
    return ", ".join(_words(n) if v is True else f"{_words(n)} {_value(v)}" for n, v in named.items()) or "nothing"


def _words(name: Any) -> str:
    return str(name).replace("_", " ")


def _value(value: Plain) -> str:
    if isinstance(value, dict):
        if value.get("text"):  # it says by itself what it does
            return f"({str(value['text']).removesuffix('.')})"
        inside = plainly(value)
        return f"{value['name']} ({inside})" if value.get("name") else f"({inside})"
    if isinstance(value, list):
        return " and ".join(map(_value, value))
    return _words(value)


# Tables and their cards


def entries(tables: Tables, table: str) -> dict[str, Any]:
    """The cards of a table by their keys; none if it is no table of cards."""
    cards = tables.get(table)
    if isinstance(cards, dict):
        return cards
    if isinstance(cards, list) and cards and all(isinstance(card, dict) for card in cards):
        by = next((name for name in _NAMED_BY if all(name in card for card in cards)), None)
        return {str(card[by]): card for card in cards} if by else {}
    return {}


def _with(tables: Tables, table: str, cards: dict[str, Any]) -> Tables:
    """The tables with other cards in one of them, in the shape that table has."""
    return {**tables, table: list(cards.values()) if isinstance(tables.get(table), list) else cards}


def _free_key(key: str, taken: Collection[str]) -> str:
    """The next one nobody has, counted on from *key*."""
    stem = key.rstrip("0123456789")
    number = int(key[len(stem) :] or 1)
    while f"{stem}{number}" in taken:
        number += 1
    return f"{stem}{number}"


def mark(table: str, who: str, card: Plain) -> str:
    """By this what a card says is known again."""
    return hashlib.sha256(json.dumps([table, who, card], sort_keys=True).encode()).hexdigest()[:16]


# Joining


@dataclass(frozen=True)
class Difference:
    """One card of which the two boxes say different things."""

    table: str
    key: str
    ours: Plain
    theirs: Plain
    name: str
    our_words: str
    their_words: str
    our_mark: str
    their_mark: str

    @property
    def id(self) -> str:
        return self.their_mark


@dataclass(frozen=True)
class Joining:
    """What comes of joining two descriptions, and what has to be chosen."""

    tables: Tables
    """With all that is new; where the two differ, ours."""

    cards: Cards
    added: tuple[str, ...] = ()
    completed: tuple[str, ...] = ()
    alike: int = 0
    differences: tuple[Difference, ...] = ()
    habits: tuple[Difference, ...] = ()

    @property
    def changes_nothing(self) -> bool:
        return not (self.added or self.completed or self.differences)

    def chosen(self, theirs: Collection[str] | None = None) -> Tables:
        """The joined tables, with *theirs* of these differences; None is theirs of all."""
        joined = self.tables
        for each in (*self.differences, *(self.habits if theirs is None else ())):
            if theirs is None or each.id in theirs:
                joined = _with(joined, each.table, {**entries(joined, each.table), each.key: each.theirs})
        return self.cards.titled(joined)

    def rejected(self, theirs: Collection[str]) -> list[str]:
        """What was decided against, so that nobody is asked again and it does not come back by itself."""
        return [each.our_mark if each.id in theirs else each.their_mark for each in self.differences]


class _Join:
    def __init__(self, cards: Cards, ours: Tables, theirs: Tables, settled: Collection[str]) -> None:
        self.cards, self.settled = cards, settled
        self.ours, self.theirs = cards.prepared(ours), cards.prepared(theirs)
        self.moves: dict[Place, str] = {}
        self.added: list[str] = []
        self.completed: list[str] = []
        self.alike = 0
        self.differences: list[Difference] = []
        self.habits: list[Difference] = []

    def _tables(self) -> Iterator[str]:
        """Tables of cards that the other box has."""
        yield from (each for each in self.theirs if each not in self.cards.ours_only)

    def _find(self, table: str) -> None:
        """Under which key of ours each of their cards of a table stands."""
        ours, cards, here = entries(self.ours, table), self.cards, {}
        for key, card in entries(self.theirs, table).items():
            if not cards.is_blank(table, key, card):
                here[key] = cards.moved(table, card, self.moves)
        known = {cards.who(table, key, card): key for key, card in ours.items()}
        who = {key: cards.who(table, key, card) for key, card in here.items()}
        met = {key: known[who[key]] for key in here if who[key] in known}
        taken = {*met.values(), *(key for key, card in ours.items() if not cards.is_blank(table, key, card))}
        for key in here:
            place = met.get(key) or self._place(table, key, ours, taken)
            taken.add(place)
            self.moves[table, key] = place

    def _place(self, table: str, key: str, ours: Collection[str], taken: Collection[str]) -> str:
        """Where one more can stand: where it stands there, in place of one that nobody has described, or counted on."""
        if key not in taken:
            return key
        if table in self.cards.places:  # with none of them left people choose between the two
            return next((each for each in self.cards.places[table] if each not in taken), key)
        return _free_key(key, {*ours, *taken})

    def run(self) -> Joining:
        joined = dict(self.ours)
        for table in self._tables():
            self._find(table)
        for table in self._tables():
            if table not in joined and not entries(self.theirs, table):
                continue  # a single value that is not of cards
            cards = dict(entries(joined, table))
            for key, card in entries(self.theirs, table).items():
                if (here := self.moves.get((table, key))) is not None:
                    self._one(table, here, self.cards.moved(table, card, self.moves), cards)
            if cards:
                joined = _with({table: self.theirs[table], **joined}, table, cards)
        found = (tuple(self.added), tuple(self.completed), self.alike, tuple(self.differences), tuple(self.habits))
        return Joining(self.cards.titled(joined), self.cards, *found)

    def _one(self, table: str, key: str, theirs: Plain, cards: dict[str, Any]) -> None:
        """One card of the other box, into *cards*."""
        name, ours = self.cards.named(table, key, theirs), cards.get(key)
        if key not in cards or self.cards.is_blank(table, key, ours):
            if self._mark(table, key, theirs) not in self.settled:
                cards[key] = theirs
                self.added += [name] * (table not in self.cards.habits)
            return
        if ours == theirs:
            self.alike += 1
            return
        if table in self.cards.habits:
            self.habits.append(self._difference(table, key, ours, theirs))
            return
        both = self.cards.fuller(table, ours, theirs)
        if both == ours:
            self.alike += 1
        elif both is not None:
            cards[key] = both
            self.completed.append(name)
        elif self._mark(table, key, theirs) not in self.settled:
            self.differences.append(self._difference(table, key, ours, theirs))

    def _mark(self, table: str, key: str, card: Plain) -> str:
        return mark(table, self.cards.who(table, key, card), card)

    def _difference(self, table: str, key: str, ours: Plain, theirs: Plain) -> Difference:
        said = self.cards.told(table, key, ours), self.cards.told(table, key, theirs)
        if said[0] == said[1]:
            said = _only_what_differs(ours, theirs)
        name = self.cards.named(table, key, ours)
        marks = self._mark(table, key, ours), self._mark(table, key, theirs)
        return Difference(table, key, ours, theirs, name, *said, *marks)


def _only_what_differs(ours: Plain, theirs: Plain) -> tuple[str, str]:
    """Where the words of a card leave out what is not the same."""
    if not isinstance(ours, dict) or not isinstance(theirs, dict):
        return plainly(ours), plainly(theirs)
    names = [name for name in {**ours, **theirs} if ours.get(name) != theirs.get(name)]
    return plainly({n: ours.get(n) for n in names}), plainly({n: theirs.get(n) for n in names})


def compare(cards: Cards, ours: Tables, theirs: Tables, settled: Collection[str] = ()) -> Joining:
    """What joining would do; nothing is changed by asking.

    :param settled: marks of what was decided against before.
    """
    return _Join(cards, ours, theirs, settled).run()


def told_since(cards: Cards, before: Tables, after: Tables) -> Tables:
    """The cards of *after* that *before* has not, or otherwise."""
    found: Tables = {}
    for table in after:
        if table not in cards.ours_only:
            known = entries(before, table)
            new = {key: card for key, card in entries(after, table).items() if known.get(key) != card}
            if new:
                found = _with({**found, table: after[table]}, table, new)
    return found
