"""The sheet on a page: everything that people can change by hand, by whose it is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.plain import Plain
from rules.sheet import Field, WhatChanged

from .forms import FIELD, times

FEW = 8
"""So many choices stand side by side; more are a list to pick from, or wait under a fold."""

FEW_GROUPS = 2
"""So few groups need no folding."""


@dataclass(frozen=True)
class Choice:
    """One value that a thing can have.

    :param many: how often it is there now.
    :param name: under which a form says how often, where it can be there several times.
    """

    value: str
    words: str
    many: int
    most: int
    name: str


@dataclass(frozen=True)
class Thing:
    """One thing on the sheet, as a page draws it."""

    field: Field

    @property
    def name(self) -> str:
        return FIELD + self.field.path

    @property
    def choices(self) -> list[Choice]:
        field = self.field
        there = field.now if field.kind == "some" else [field.now]
        found = []
        for value, words in field.choices:
            many = there.count(value)
            found.append(Choice(json.dumps(value), words, many, max(field.copies, many), times(field, value)))
        return found

    @property
    def at_hand(self) -> list[Choice]:
        """What is tapped side by side: all of a few, of many those that are there."""
        return [each for each in self.choices if self.are_few or each.many]

    @property
    def others(self) -> list[Choice]:
        """What waits under a fold."""
        return [each for each in self.choices if not (self.are_few or each.many)]

    @property
    def are_few(self) -> bool:
        """Those that are counted take more room."""
        return len(self.field.choices) <= (FEW if self.field.copies == 1 else FEW // 2)

    @property
    def words(self) -> str:
        """What it is now, where that is something."""
        return "" if self.field.kind == "yes" or not self.field.now else self.field.words_of(self.field.now)

    @property
    def in_short(self) -> str:
        """What it is now; of nothing the name alone says enough."""
        return f"{self.field.label} {self.words}".strip()


@dataclass(frozen=True)
class Group:
    """What belongs together: one crew member's, one player's, the ship's.

    :param is_open: something most likely changed here, so it is not folded.
    """

    name: str
    things: tuple[Thing, ...]
    is_open: bool

    @property
    def whose(self) -> str:
        """The name without the place that it may begin with."""
        return self.name.partition(": ")[2] or self.name

    @property
    def inside(self) -> str:
        """What it holds, to be read while it is folded; not what its name says already."""
        known = self.name.lower()
        told = (each for each in self.things if not each.words or each.words.lower() not in known)
        return " · ".join(each.in_short for each in told)


def groups(fields: Iterable[Field], likely: Iterable[str] = (), text: str = "") -> list[Group]:
    """The sheet, group by group.

    :param likely: the groups that stand open.
    :param text: what people were told to do; whoever is named there stands open too.
    """
    found: dict[str, list[Thing]] = {}
    for each in fields:
        if each.choices or each.kind != "some":  # of nothing nothing can be picked
            found.setdefault(each.group, []).append(Thing(each))
    expected = {*likely, *(name for name in found if _is_named(name, text))}
    few = len(found) <= FEW_GROUPS
    return [Group(name, tuple(things), few or name in expected) for name, things in found.items()]


def set_already(asked: WhatChanged) -> list[dict[str, object]]:
    """What stands on the sheet from the start, as it was the last time: how each part of a form says it."""
    found: list[dict[str, object]] = []
    for each in asked.fields if asked.same else ():
        if asked.same and each.path in asked.same.answer:
            found += _set(each, asked.same.answer[each.path])
    return found


def _set(field: Field, value: Plain) -> Iterator[dict[str, object]]:
    name = FIELD + field.path
    if field.kind in ("number", "text"):
        yield {"name": name, "value": str(value)}
    elif field.kind == "yes":
        yield {"name": name, "value": "true", "on": bool(value)}
    elif field.kind == "one":
        yield {"name": name, "value": json.dumps(value), "on": True}
    else:
        for choice, _ in field.choices:
            yield {"name": name, "value": json.dumps(choice), "on": choice in value}
            yield {"name": times(field, choice), "value": str(value.count(choice))}


def _is_named(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None
