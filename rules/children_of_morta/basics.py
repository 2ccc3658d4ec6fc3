"""What the words of cards are made of: values, prices, conditions and goals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

DieColour = Literal["blue", "brown", "purple"]
DIE_COLOURS: tuple[DieColour, ...] = ("blue", "brown", "purple")
Resource = Literal["morv", "gemstone", "potion", "item"]
Who = Literal[
    "self",
    "other",  # the second hero of a support or bond card
    "neighbour_left",
    "neighbour_right",
    "any_hero",  # one hero, whom the acting player names
    "each_hero",
    "leader",
    "others",  # all but the leader
    "board_owner",  # the hero below the enemy; for a boss, the hero of the action's target
    "lowest_health",  # ties: the players choose
    "chosen",  # one hero, whom the players choose together
]
Which = Literal["own_melee", "own_row", "own_or_neighbour_row", "boss", "this_enemy", "any_row"]
Compare = Literal["at_least", "at_most"]


@dataclass(frozen=True, kw_only=True)
class Value:
    """So many white icons, and so many dice of each colour (CM-118, CM-119)."""

    fixed: int = 0
    blue: int = 0
    brown: int = 0
    purple: int = 0

    @cached_property
    def dice(self) -> tuple[DieColour, ...]:
        """One entry for each die to roll."""
        return tuple(colour for colour in DIE_COLOURS for _ in range(getattr(self, colour)))


# Prices


@dataclass(frozen=True, kw_only=True)
class Price:
    """So much of something of one's own (rage: of everybody's)."""

    pay: Literal[
        "pay_focus", "spend_rage", "spend_gemstone", "spend_morv", "spend_potion", "flip_fatigue", "lose_health"
    ]
    n: int = 1


@dataclass(frozen=True, kw_only=True)
class FlipToken:
    """So many hand tokens, of a colour or any, are flipped and go into the bag in clean-up (CM-R57)."""

    pay: Literal["flip_token"] = "flip_token"
    n: int = 1
    colour: str = "any"


@dataclass(frozen=True, kw_only=True)
class DiscardSelf:
    """The card itself is discarded."""

    pay: Literal["discard_self"] = "discard_self"


Cost: TypeAlias = Price | FlipToken | DiscardSelf


# Conditions


@dataclass(frozen=True, kw_only=True)
class TrackIs:
    """A hero's track, or the shared rage, stands high or low enough."""

    test: Literal["track"] = "track"
    track: Literal["health", "shield", "evade", "focus", "rage"]
    compare: Compare = "at_least"
    n: int


@dataclass(frozen=True, kw_only=True)
class EnemiesIn:
    """So many enemies stand above the hero's board."""

    test: Literal["enemies"] = "enemies"
    zone: Literal["melee", "ranged", "row"] = "row"
    compare: Compare = "at_least"
    n: int


@dataclass(frozen=True, kw_only=True)
class IsLeader:
    """The hero leads, or does not."""

    test: Literal["leader"] = "leader"
    yes: bool = True


@dataclass(frozen=True, kw_only=True)
class NeighbourIs:
    """That hero sits next to this one."""

    test: Literal["neighbour"] = "neighbour"
    hero: str


@dataclass(frozen=True, kw_only=True)
class ChapterIs:
    """The campaign has come so far, or not farther. In the Family Trial it never holds."""

    test: Literal["chapter"] = "chapter"
    compare: Compare = "at_least"
    n: int


Condition: TypeAlias = TrackIs | EnemiesIn | IsLeader | NeighbourIs | ChapterIs


# Goals

Check = Literal["at_once", "end_of_round"]


@dataclass(frozen=True, kw_only=True)
class DefeatBoss:
    kind: Literal["defeat_boss"] = "defeat_boss"
    boss: str
    check: Check = "at_once"


@dataclass(frozen=True, kw_only=True)
class Reach:
    kind: Literal["reach"] = "reach"
    location: str
    check: Check = "at_once"


@dataclass(frozen=True, kw_only=True)
class Explore:
    """So many locations; 0 is all of them."""

    kind: Literal["explore"] = "explore"
    n: int = 0
    check: Check = "at_once"


@dataclass(frozen=True, kw_only=True)
class ResolveChapterCard:
    """That card, or so many of the chapter's; earlier runs count, as drawn cards stay out (CM-R4)."""

    kind: Literal["resolve_chapter_card"] = "resolve_chapter_card"
    card: str = ""
    n: int = 1
    check: Check = "at_once"


@dataclass(frozen=True, kw_only=True)
class DefeatEnemies:
    kind: Literal["defeat_enemies"] = "defeat_enemies"
    n: int
    deck: str = "any"
    check: Check = "at_once"


@dataclass(frozen=True, kw_only=True)
class Collect:
    """All heroes together hold so much."""

    kind: Literal["collect"] = "collect"
    resource: Resource
    n: int
    check: Check = "at_once"


@dataclass(frozen=True, kw_only=True)
class ManualGoal:
    """The players say themselves when it is done."""

    kind: Literal["manual"] = "manual"
    text: str
    check: Check = "at_once"


Objective: TypeAlias = DefeatBoss | Reach | Explore | ResolveChapterCard | DefeatEnemies | Collect | ManualGoal
