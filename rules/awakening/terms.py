"""Who, what and how much: the nouns of card effects, numbers that can be read off the table, and conditions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .words import Attribute, CompanionColour, Location, StackName

CardKind = Literal["companion", "relic", "trait", "monster"]


# Who, which attribute, which card, which tile, how much


@dataclass(frozen=True)
class Near:
    """Players standing near: adjacent ones (AW-R82), or within so many moves."""

    adjacent_players: int = 1
    choose: bool = False  # one of them, of the owner's choice


Who = (
    Literal[
        "self",
        "active",
        "other",
        "each_other",
        "all",
        "chosen_opponent",
        "chosen_player",
        "tile_controller",
        "leader",
        "last",
    ]
    | Near
)
AttrSel = (
    Literal[
        "inspiration",
        "knowledge",
        "strength",
        "courage",
        "vision",
        "wisdom",
        "any_common",
        "any_heroic",
        "any",
        "rolled",
    ]
    | tuple[Attribute, ...]
)


@dataclass(frozen=True)
class Count:
    """A number that can be read off the table."""

    count: Literal[
        "honor",
        "blocks",
        "attribute",
        "attributes_total",
        "attributes_different",
        "cards",
        "colours_of_companions",
        "tiles_controlled",
        "kinds_controlled",
        "proficiency",
        "mastery_total",
        "masteries_won",
        "speed",
        "blocks_on_companions",
        "relic_charges",
        "revealed_tiles",
        "stack_size",
        "pouch_size",
        "active_triggers",
        "tokens_left",
        "round",
        "distance",
        "players_within",
    ]
    who: Who = "self"
    zone: Literal["potential", "influence", "conviction", "reserve", "tiles"] = "influence"
    attr: Attribute | Literal["any"] = "any"
    group: Literal["common", "heroic", "all"] = "all"
    kind: CardKind | Literal["any"] = "any"
    colour: CompanionColour | Literal["any"] = "any"
    treachery: bool | None = None
    tile: Location | Literal["any"] = "any"
    stack: StackName | Literal["trigger"] = "red"
    to: Who = "chosen_opponent"  # the other end of a distance
    reach: int = 1


@dataclass(frozen=True)
class Per:
    """So much for each of something, at most *cap*."""

    per: Count
    each: int = 1
    every: int = 1  # counted in twos, threes …
    cap: int | None = None


@dataclass(frozen=True)
class UpTo:
    up_to: int


Amount = int | Literal["all"] | Per | UpTo


@dataclass(frozen=True)
class Chosen:
    """A card of the owner's choice."""

    kind: CardKind = "companion"
    colour: CompanionColour | Literal["any"] = "any"
    owner: Who = "self"


CardSel = Literal["this", "champion"] | Chosen


@dataclass(frozen=True)
class HexSel:
    """Tiles to choose from."""

    where: Literal["adjacent", "any_revealed", "controlled_by", "within", "open"] = "adjacent"
    who: Who = "self"  # of controlled_by
    kinds: tuple[Location, ...] = ()  # none: all kinds
    distance: int = 1  # of within and open


@dataclass(frozen=True)
class Zone:
    """Where blocks can lie."""

    zone: Literal["potential", "influence", "conviction", "reserve", "attribute", "companion", "relic", "tile"]
    attr: AttrSel = "any"
    card: CardSel = "this"
    tile: HexSel = HexSel()


# Conditions


@dataclass(frozen=True)
class Compare:
    """A count against a number or against everybody else's."""

    test: Literal["at_least", "at_most", "equals", "more_than_each_other", "most_or_tied", "fewest"]
    of: Count
    number: int = 0


@dataclass(frozen=True)
class AllOf:
    test: Literal["all_of"]
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class AnyOf:
    test: Literal["any_of"]
    conditions: tuple[Condition, ...]


@dataclass(frozen=True)
class Not:
    test: Literal["not"]
    condition: Condition


@dataclass(frozen=True)
class AdjacentTo:
    test: Literal["adjacent_to"]
    tile: Location


@dataclass(frozen=True)
class OnRim:
    test: Literal["on_rim"]


@dataclass(frozen=True)
class SameSpaceDistance:
    """Some other player stands no more than so many moves away."""

    test: Literal["same_space_distance"]
    distance: int


Condition = Compare | AllOf | AnyOf | Not | AdjacentTo | OnRim | SameSpaceDistance
