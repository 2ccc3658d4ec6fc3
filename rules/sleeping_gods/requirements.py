"""Tests that cards and stories make: one record each, told apart by its ``test``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .words import Mode, Resource, Status


@dataclass(frozen=True)
class Measure:
    """Something counted is at least, or at most, so many."""

    test: Literal[
        "morale", "ship_health", "totems", "feared", "revered", "xp", "players", "page", "deck", "crew_down", "quests"
    ]
    at_least: int | None = None
    at_most: int | None = None


@dataclass(frozen=True)
class HasResource:
    test: Literal["resource"]
    kind: Resource | Literal["any_food"]
    at_least: int = 1


@dataclass(frozen=True)
class HasAdventure:
    """The group owns this adventure card."""

    test: Literal["adventure"]
    number: int


@dataclass(frozen=True)
class HasTotem:
    test: Literal["totem"]
    totem: str


@dataclass(frozen=True)
class HasKeyword:
    test: Literal["keyword"]
    keyword: str


@dataclass(frozen=True)
class InMode:
    test: Literal["mode"]
    mode: Mode


@dataclass(frozen=True)
class HasStatus:
    """Somebody, or the one named, has this status."""

    test: Literal["status"]
    status: Status
    crew: str | None = None


@dataclass(frozen=True)
class Not:
    test: Literal["not"]
    condition: Condition


@dataclass(frozen=True)
class Several:
    """All of these, or any one of these."""

    test: Literal["all_of", "any_of"]
    conditions: tuple[Condition, ...]


Condition = Measure | HasResource | HasAdventure | HasTotem | HasKeyword | InMode | HasStatus | Not | Several
