"""What a content pack holds: crew, cards, enemies, atlas and storybook of one copy of the game.

The key of every table is the card's id: ``[crew.mirren]``, ``[enemies.10]``, ``[paragraphs.A1]``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from ..last_time import LastTime
from ..packs import open_pack
from ..unread import once
from .effects import Effect, count_fate
from .requirements import Condition
from .words import Mode, Resource, Side, Skill, Tier


@dataclass(frozen=True)
class About:
    """What the pack says of itself, so that a game never mixes two packs."""

    id: str
    title: str
    language: str = "en"
    private: bool = False  # an owner's copy: grows as cards are met, and never leaves the box
    schema: int = 1
    expansions: tuple[str, ...] = ()  # those at hand; empty: the base game


@dataclass(frozen=True)
class Names:
    """What this world calls the things that every campaign has."""

    ship: str
    hunter: str  # who comes when the first event deck runs out, and for good after the third
    guardians: str  # who come after the second
    totem: str = "totem"
    totems: str = "totems"


Component = Literal[
    "command", "tired", "exhausted", "search", "armor",
    "venom", "frightened", "weakened", "madness",
    "meat", "vegetables", "grain", "materials", "artifacts", "coins",
]  # fmt: skip


@dataclass(frozen=True)
class Board:
    """How the ship begins, and how many tokens there are."""

    start_region: str
    start_page: int = 2
    morale_start: int = 5
    morale_max: int | None = None  # None: the track has no known top
    ship_health_max: int = 11
    start_resources: dict[Resource, int] = field(default_factory=lambda: {"coins": 3, "grain": 1})
    supply: dict[Component, int] = field(default_factory=dict)  # what is not named never runs out


# ----- crew, weapons, abilities


@dataclass(frozen=True)
class DiscardBonus:
    """Discard an equipped ability card of this skill for a bonus to this attack."""

    skill: Skill
    give: Literal["accuracy", "damage", "block"] = "damage"
    amount: int = 1


@dataclass(frozen=True)
class Weapon:
    name: str
    accuracy: int = 0
    damage: int = 1
    block: int = 0
    ranged: bool = False
    attributes: tuple[str, ...] = ()
    discard_bonus: tuple[DiscardBonus, ...] = ()
    effects_on_hit: tuple[Effect, ...] = ()
    effects_on_defeat: tuple[Effect, ...] = ()


Window = Literal[
    "any",
    "own_turn",
    "before_participants",
    "after_fate",  # of a challenge, hazard, event or mutiny
    "before_attack_fate",
    "after_attack_fate",
    "before_damage",  # after a hit, before it is placed
    "on_counter",  # when a counter-attack's damage is taken
    "enemy_phase",  # when an enemy's attack of that phase is taken
    "outside_combat",
    "outside_explore",
    "turn_start",  # for triggered abilities: after venom, before the card is drawn
    "combat_start",  # for triggered abilities: when the row is laid
]


@dataclass(frozen=True)
class Ability:
    """Something a crew board, ability card, level card or adventure card can do.

    Activated ones cost command and are chosen; passive ones always hold; triggered ones happen in their window.
    Of the windows, own_turn and the outside ones are limits that must all hold; the others are moments, of which
    one is enough. What only makes sense at one moment (a skill bonus, block, a redraw) is offered only then, so
    an either/or card can simply say "any"; ship moves and free actions are barred in stories and combat anyway.
    """

    text: str
    kind: Literal["activated", "passive", "triggered"] = "activated"
    cost: int = 0  # command, activated only
    when: tuple[Window, ...] = ("any",)
    scope: Literal["self", "controller", "any_crew", "group"] = "self"
    options: tuple[tuple[Effect, ...], ...] = ()  # one of these is chosen; a single one leaves no choice


@dataclass(frozen=True)
class CrewBoard:
    name: str
    health: int
    weapon: Weapon
    captain: bool = False
    skills: dict[Skill, int] = field(default_factory=dict)  # one not named is not had
    abilities: tuple[Ability, ...] = ()
    about: str = ""
    unread: tuple[str, ...] = ()  # of an owner's board: health, weapon or skills nobody has read off it yet


@dataclass(frozen=True)
class AbilityCard:
    name: str
    fate: int
    skill: Skill
    cost: int = 1  # command to train it
    copies: int = 1
    ability: Ability | None = None


@dataclass(frozen=True)
class LevelCard:
    name: str
    crew: str
    xp_cost: int
    skills: dict[Skill, int] = field(default_factory=dict)
    health_bonus: int = 0
    weapon: Weapon | None = None
    ability: Ability | None = None


# ----- adventure cards, quests, events, enemies


Food = Literal["meat", "vegetables", "grain", "any_food"]


@dataclass(frozen=True)
class AdventureCard:
    """A card of the adventure deck, or of the market deck if it can be bought."""

    name: str
    type: str  # weapon, recipe, gear, companion …
    start: bool = False
    market: bool = False
    coin_cost: int | None = None
    cost: int | None = None  # command to activate it; None: nothing to activate
    weapon: Weapon | None = None
    recipe: dict[Food, int] = field(default_factory=dict)  # what cooking it takes
    abilities: tuple[Ability, ...] = ()
    text: str = ""
    described: bool = True  # false: an owner's card of which only the name is known


@dataclass(frozen=True)
class QuestCard:
    name: str
    keywords: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True)
class EventCard:
    name: str
    tier: Tier
    effects: tuple[Effect, ...]
    text: str = ""
    copies: int = 1
    stays: bool = False


@dataclass(frozen=True)
class EnemyAbility:
    """What a square of an enemy does while it is uncovered."""

    name: Literal[
        "adjacent_attack", "adjacent_regen", "discard_skill", "envenom", "first_strike", "frighten", "lose_resource",
        "madden", "lose_morale", "regen", "remove_weapon", "resist", "weaken", "custom",
    ]  # fmt: skip
    amount: int = 1
    only_name: str = ""  # adjacent_attack: only neighbours of that name
    when: Literal["end_round", "counter"] = "end_round"  # custom only
    effects: tuple[Effect, ...] = ()  # custom only
    text: str = ""  # custom only


@dataclass(frozen=True)
class Square:
    """One square of an enemy card; row 1 is the top one, column 1 the left one."""

    row: int
    col: int
    heart: bool = False
    armor: bool = False
    bonus_damage: int = 0
    combo: bool = False
    flying: bool = False
    ability: EnemyAbility | None = None


@dataclass(frozen=True)
class EnemyCard:
    name: str
    defense: int
    damage: int
    rows: int
    cols: int
    squares: tuple[Square, ...]
    unread: Literal["", "squares", "numbers"] = ""  # of an owner's card: hands lay the damage, or it is new altogether
    signs: tuple[str, ...] = ()  # of such a card: wings and first strike

    @once
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """Which squares touch each, never diagonally."""
        return tuple(
            tuple(n for n, there in enumerate(self.squares) if abs(there.row - s.row) + abs(there.col - s.col) == 1)
            for s in self.squares
        )

    @cached_property
    def at(self) -> dict[tuple[int, int], Square]:
        """The squares there are, by row and column."""
        return {(square.row, square.col): square for square in self.squares}


# ----- the atlas


@dataclass(frozen=True)
class Hazard:
    name: str
    effects: tuple[Effect, ...]
    avoid_discard_skill: Skill | None = None
    text: str = ""


@dataclass(frozen=True)
class Location:
    """A numbered place; only those in a red circle can be explored."""

    label: str
    paragraph: str
    red_circle: bool = True
    name: str = ""
    at: tuple[int, int] | None = None  # row and column of the chart


@dataclass(frozen=True)
class Region:
    name: str
    neighbours: tuple[str, ...] = ()  # on the same page
    touches: tuple[Side, ...] = ()
    hazard: str | None = None
    search: bool = False
    market: bool = False
    port: bool = False
    locations: tuple[Location, ...] = ()
    mark: str = ""  # its letter on the page's chart


@dataclass(frozen=True)
class Edge:
    """Where a page goes on; with an expansion named, only for those who have it."""

    page: int
    expansion: str | None = None


@dataclass(frozen=True)
class AtlasPage:
    name: str
    regions: dict[str, Region]
    edges: dict[Side, Edge] = field(default_factory=dict)
    expansion: str | None = None
    chart: tuple[str, ...] = ()  # a drawing: a letter for each region, '#' for land


# ----- the storybook


@dataclass(frozen=True)
class KeywordJump:
    keyword: str
    turn_to: str


@dataclass(frozen=True)
class Jump:
    """A jump for another reason than a keyword, such as a totem found here already."""

    condition: Condition
    turn_to: str


@dataclass(frozen=True)
class StoryChallenge:
    skill: Skill
    number: int
    fail: tuple[Effect, ...] = ()
    fail_text: str = ""
    success: tuple[Effect, ...] = ()

    @once
    def counts_fate(self) -> bool:
        """Whether anything it brings is as much as the number drawn."""
        return count_fate((*self.fail, *self.success))


@dataclass(frozen=True)
class StoryCombat:
    """Won, the story goes on at `turn_to` (empty: in the next box, or where the choice says)."""

    enemies: tuple[int, ...]
    turn_to: str = ""


@dataclass(frozen=True)
class Choice:
    label: str
    text: str
    requires_keyword: str | None = None
    requires: Condition | None = None
    challenge: StoryChallenge | None = None
    combat: StoryCombat | None = None
    effects: tuple[Effect, ...] = ()  # after the challenge or combat, unless a failure turned elsewhere
    turn_to: str = ""  # empty: the next box of this paragraph


@dataclass(frozen=True)
class StoryEnd:
    """The last words of a campaign."""

    outcome: Literal["win", "fail"]
    name: str


@dataclass(frozen=True)
class Box:
    """One text box: jumps first (keywords, then other reasons), then the text, its effects, and one way on.

    A box without a way on leads to the next one of the paragraph; the last box must have one.
    """

    read: str = ""  # empty: read it in your book
    if_keyword: tuple[KeywordJump, ...] = ()
    if_so: tuple[Jump, ...] = ()
    effects: tuple[Effect, ...] = ()
    choices: tuple[Choice, ...] = ()
    turn_to: str = ""
    combat: StoryCombat | None = None
    end: bool = False  # return to the ship
    end_campaign: StoryEnd | None = None


@dataclass(frozen=True)
class Paragraph:
    boxes: tuple[Box, ...]


@dataclass(frozen=True)
class SpecialParagraphs:
    """Which paragraph is read at which end; empty ones are only in the owner's book."""

    ship_sunk: str = ""
    crew_down: str = ""
    mutiny: str = ""
    events_out: str = "D1"
    ending: str = "F1"


@dataclass(frozen=True)
class SpecialCombats:
    first_deck: tuple[int, ...] = (10,)
    second_deck: tuple[int, ...] = (50, 53, 55)


# ----- tokens and sheets


@dataclass(frozen=True)
class SearchToken:
    effects: tuple[Effect, ...]
    text: str = ""


@dataclass(frozen=True)
class Totem:
    name: str
    achievement: str
    text: str = ""


@dataclass(frozen=True)
class Achievement:
    name: str
    text: str = ""
    unlocks_mode: Mode | None = None


@dataclass(frozen=True)
class Pack:
    """Everything of one copy of the game."""

    about: About
    names: Names
    board: Board
    crew: dict[str, CrewBoard]
    ability_cards: dict[str, AbilityCard] = field(default_factory=dict)
    level_cards: dict[str, LevelCard] = field(default_factory=dict)
    adventure_cards: dict[int, AdventureCard] = field(default_factory=dict)
    quests: dict[int, QuestCard] = field(default_factory=dict)
    events: dict[str, EventCard] = field(default_factory=dict)
    enemies: dict[int, EnemyCard] = field(default_factory=dict)
    search_tokens: dict[str, SearchToken] = field(default_factory=dict)
    totems: dict[str, Totem] = field(default_factory=dict)
    achievements: dict[str, Achievement] = field(default_factory=dict)
    hazards: dict[str, Hazard] = field(default_factory=dict)
    atlas: dict[int, AtlasPage] = field(default_factory=dict)
    paragraphs: dict[str, Paragraph] = field(default_factory=dict)
    last_time: dict[str, LastTime] = field(default_factory=dict)  # what was done by hand, by what said so
    special_paragraphs: SpecialParagraphs = SpecialParagraphs()
    special_combats: SpecialCombats = SpecialCombats()

    @cached_property
    def captain(self) -> str:
        """The id of the captain's board."""
        return next(crew for crew, board in self.crew.items() if board.captain)

    @cached_property
    def plays(self) -> dict[Any, tuple[Any, ...]]:
        """The ways to use what is on a board or a card, as far as they were looked up before; see `plays`."""
        return {}

    @cached_property
    def ability_count(self) -> int:
        """All ability cards."""
        return sum(card.copies for card in self.ability_cards.values())

    @cached_property
    def regions(self) -> dict[str, Region]:
        """Every sea region of the atlas."""
        return {name: region for page in self.atlas.values() for name, region in page.regions.items()}

    @cached_property
    def pages(self) -> dict[str, int]:
        """On which page each region lies."""
        return {name: number for number, page in self.atlas.items() for name in page.regions}

    def open(self, edge: Edge) -> bool:
        """Whether the page beyond this edge can be sailed to."""
        beyond = self.atlas.get(edge.page)
        if beyond is None:
            return False
        return all(need is None or need in self.about.expansions for need in (edge.expansion, beyond.expansion))

    @cached_property
    def starting_cards(self) -> tuple[int, ...]:
        """The adventure cards every campaign begins with."""
        return tuple(number for number, card in sorted(self.adventure_cards.items()) if card.start)

    @cached_property
    def market_cards(self) -> tuple[int, ...]:
        return tuple(number for number, card in sorted(self.adventure_cards.items()) if card.market)

    @cached_property
    def keywords(self) -> dict[str, tuple[int, ...]]:
        """Which quests carry each keyword."""
        found: dict[str, tuple[int, ...]] = {}
        for number, quest in self.quests.items():
            for keyword in quest.keywords:
                found[keyword] = (*found.get(keyword, ()), number)
        return found


def the_pack(name: str = "demo") -> Pack:
    """The pack of that name, read, checked and remembered."""
    from .pack_checks import problems

    return open_pack("sleeping_gods", name, Pack, problems)
