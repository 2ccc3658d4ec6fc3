"""What lies in the box: boards, cards, tiles, dice, maps, chapters. Every list is a table by id in its file's order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from ..plain import Misfit
from .dungeons import Chapter, Dungeon, House, Map, Place, Trial
from .vocabulary import CardEffect, DieColour, Effect, Manual, Resource, Value, Who

AS_PRINTED = "Do what it says."
BY_HAND = CardEffect(timing="hero_turn", effects=(Manual(text=AS_PRINTED),), text="As printed.")
"""A card that nobody has described: people do what it says and enter what changed."""

UNREAD = CardEffect(timing="passive", text="As printed.")
"""What always holds, or whenever it says: people see to it themselves until somebody describes it."""

UNREAD_HEALTH = 99
"""Nobody falls by what nobody has read off its card."""


@dataclass(frozen=True, kw_only=True)
class About:
    """The pack itself."""

    title: str
    version: str = "1"
    language: str = "en"
    is_demo: bool = False
    private: bool = False  # the owner's copy: it grows by what is told at the table


@dataclass(frozen=True, kw_only=True)
class SkillColour:
    """One of the five colours of skill tokens; the shape tells it to whoever cannot see the colour."""

    label: str
    rgb: str  # such as "#b3261e"
    shape: str


@dataclass(frozen=True, kw_only=True)
class Supply:
    """How many of each the box holds (CM-R16)."""

    rage: int = 10
    potion: int = 10
    morv: int = 12
    gemstone: int = 12


@dataclass(frozen=True, kw_only=True)
class DicePrice:
    """A number for each colour of die."""

    blue: int = 1
    brown: int = 2
    purple: int = 3

    def __getitem__(self, colour: DieColour) -> int:
        price: int = getattr(self, colour)
        return price


@dataclass(frozen=True, kw_only=True)
class Constants:
    """The numbers of the rulebook; a pack need not repeat them."""

    hand_limit: int = 5
    row_size: Literal[6] = 6  # the rules know no other row
    melee_spaces: tuple[Literal[1], Literal[2], Literal[3]] = (1, 2, 3)
    ranged_spaces: tuple[Literal[4], Literal[5], Literal[6]] = (4, 5, 6)
    item_slots: int = 3
    talent_slots: int = 2
    fatigue_per_hero: int = 3
    max_players: int = 4
    basic_sets: int = 4
    corruption_total: int = 5
    reserve: Supply = Supply()
    boost_cost: DicePrice = DicePrice()
    evade_cost: DicePrice = DicePrice()
    basic_removal_price: int = 1
    bond_squares: int = 6  # as printed; the house rule bond_threshold says how many make a bond
    xp_dial_max: int | None = None
    potion: CardEffect | None = None  # what a potion does instead of healing


@dataclass(frozen=True, kw_only=True)
class Face:
    """One side of a die."""

    value: int = 0
    crit: Literal[0, 1] = 0


@dataclass(frozen=True, kw_only=True)
class Die:
    """The dice of one colour."""

    faces: tuple[Face, ...]
    count: int  # how many lie on the table


@dataclass(frozen=True, kw_only=True)
class AdvancedType:
    """One of the five kinds of advanced skill tokens; there is one of each kind in each colour."""

    name: str
    trigger: Literal["on_draw", "on_use"]
    effect: Effect
    price_home: int | None = None  # in Morvs; None: nobody has read it off the house yet
    price_bazaar: int | None = None
    text: str = ""


@dataclass(frozen=True, kw_only=True)
class ActionLevel:
    """An action as printed on the board (level 1) or on a level-up card."""

    name: str
    level: int
    xp_cost: int = 0
    focus_cost: int = 0
    spaces: tuple[str, ...]  # one or two skill colours
    effects: tuple[Effect, ...]


@dataclass(frozen=True, kw_only=True)
class Action:
    """A space of a hero board for one action, and what can be laid on it."""

    levels: tuple[ActionLevel, ...]


@dataclass(frozen=True, kw_only=True)
class Hero:
    """A member of the family, with board.

    :param unread: what nobody has read off the owner's board yet; it is asked when it matters.
    """

    name: str
    text: str = ""
    icon: str
    starts_unlocked: bool = True
    defence: Literal["shield", "evade"]
    health_max: int = 10
    defence_max: int = 5
    focus_max: int = 5
    ability: CardEffect = UNREAD
    crit_reward: tuple[Effect, ...] = ()
    actions: dict[str, Action] = field(default_factory=dict)  # by slot
    unread: tuple[Literal["tracks", "critical", "ability"], ...] = ()


@dataclass(frozen=True, kw_only=True)
class Talent:
    """A talent card of one hero."""

    name: str
    hero: str
    effect: CardEffect


@dataclass(frozen=True, kw_only=True)
class Item:
    """An item card."""

    name: str
    effect: CardEffect
    copies: int = 1


@dataclass(frozen=True, kw_only=True)
class Support:
    """A card between two neighbours."""

    name: str
    effect: CardEffect
    copies: int = 1


@dataclass(frozen=True, kw_only=True)
class Bond:
    """The card of two heroes who have grown close."""

    name: str
    heroes: tuple[str, str]
    effect: CardEffect


@dataclass(frozen=True, kw_only=True)
class Tale:
    """A chapter card or a house (event) card."""

    name: str
    text_before: str = ""
    effect: CardEffect


@dataclass(frozen=True, kw_only=True)
class Enemy:
    """An enemy card.

    :param deck: of a card that stands by itself, as owners tell them one by one.
    :param unread: what nobody has read off the owner's card yet; it is asked when it matters.
    """

    name: str
    kind: str = ""
    spawn: Literal["melee", "ranged"]
    health: int
    actions: tuple[Effect, ...] = ()  # top to bottom
    keywords: tuple[Literal["steady"], ...] = ()
    rewards: tuple[Effect, ...] = ()
    xp: int = 0
    copies: int = 1
    deck: str = ""
    unread: tuple[Literal["health", "actions", "rewards"], ...] = ()


@dataclass(frozen=True, kw_only=True)
class EnemyDeck:
    """The enemy cards with one icon."""

    name: str
    icon: str
    cards: dict[str, Enemy] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class FerociousTile:
    """What a red icon puts on an enemy (CM-74)."""

    health_bonus: int = 0
    attack_bonus: Value = Value()
    copies: int = 1


@dataclass(frozen=True, kw_only=True)
class Icon:
    """An enemy of that deck (red: with a ferocious tile), or something to take."""

    enemy: str | None = None
    red: bool = False
    resource: Resource | None = None

    def __post_init__(self) -> None:
        if (self.enemy is None) == (self.resource is None):
            raise Misfit(("enemy",), "an icon shows either an enemy or a resource")


@dataclass(frozen=True, kw_only=True)
class EncounterTile:
    """A tile of the map; *back* is the stack it belongs to."""

    back: str
    kind: Literal["encounter", "chapter"] = "encounter"
    number: int = 0
    icons: tuple[Icon, ...] = ()
    copies: int = 1


@dataclass(frozen=True, kw_only=True)
class LootTile:
    """What a chest holds."""

    gives: tuple[Effect, ...]
    copies: int = 1


@dataclass(frozen=True, kw_only=True)
class BossAction:
    """Something a boss does, and to whom (CM-R90)."""

    effect: Effect
    target: Who = "leader"


@dataclass(frozen=True, kw_only=True)
class BossCard:
    """A boss action card."""

    name: str
    shield: int = 0
    actions: tuple[BossAction, ...] = ()
    crit: tuple[Effect, ...] = ()
    copies: int = 1
    boss: str = ""  # of a card that stands by itself, as owners tell them one by one
    unread: bool = False  # nobody has read off the owner's card yet what it does


@dataclass(frozen=True, kw_only=True)
class Boss:
    """A boss's status card and its deck."""

    name: str
    dungeon: str = ""
    text: str = ""
    health_by_players: dict[int, int] = field(default_factory=dict)
    rewards: tuple[Effect, ...] = ()
    reward_scope: Literal["each_hero", "leader", "team"] = "each_hero"
    deck: dict[str, BossCard] = field(default_factory=dict)

    def health(self, players: int) -> int:
        """For so many players; alone as for two, unless the card says (CM-R100)."""
        return self.health_by_players.get(players) or self.health_by_players.get(2, UNREAD_HEALTH)


@dataclass(frozen=True, kw_only=True)
class Pack:
    """Everything that lies in the box."""

    about: About
    constants: Constants = Constants()
    skill_colours: dict[str, SkillColour]
    dice: dict[DieColour, Die]
    advanced: dict[str, AdvancedType]
    heroes: dict[str, Hero] = field(default_factory=dict)
    talents: dict[str, Talent] = field(default_factory=dict)
    items: dict[str, Item] = field(default_factory=dict)
    supports: dict[str, Support] = field(default_factory=dict)
    bonds: dict[str, Bond] = field(default_factory=dict)
    house_cards: dict[str, Tale] = field(default_factory=dict)
    chapter_cards: dict[str, Tale] = field(default_factory=dict)
    enemy_decks: dict[str, EnemyDeck] = field(default_factory=dict)
    enemies: dict[str, Enemy] = field(default_factory=dict)  # cards that name their deck, as owners tell them
    ferocious: dict[str, FerociousTile] = field(default_factory=dict)
    encounter_tiles: dict[str, EncounterTile] = field(default_factory=dict)
    loot: dict[str, LootTile] = field(default_factory=dict)
    bosses: dict[str, Boss] = field(default_factory=dict)
    boss_cards: dict[str, BossCard] = field(default_factory=dict)  # that name their boss, as owners tell them
    maps: dict[str, Map] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)  # of maps that nobody wrote down
    dungeons: dict[str, Dungeon] = field(default_factory=dict)
    chapters: dict[int, Chapter] = field(default_factory=dict)  # by number
    trial: Trial | None = None
    house: House = House()

    def __post_init__(self) -> None:
        if len(self.skill_colours) != 5:
            raise Misfit(("skill_colours",), f"expected five colours, got {len(self.skill_colours)}")

    @cached_property
    def _enemies(self) -> dict[str, Enemy]:
        decks = [deck.cards for deck in self.enemy_decks.values()]
        return {card: enemy for cards in reversed(decks) for card, enemy in cards.items()}

    def enemy(self, card: str) -> Enemy:
        """An enemy card, whatever its deck."""
        return self._enemies[card]

    @cached_property
    def _lasting(self) -> dict[tuple[str, ...], tuple[CardEffect, ...]]:
        return {}

    def lasting(self, hero: str, talents: Sequence[str]) -> tuple[CardEffect, ...]:
        """What a hero's ability and these talents do all the time (CM-166)."""
        key = (hero, *talents)
        if key not in self._lasting:
            known = (self.heroes[hero].ability, *(self.talents[card].effect for card in talents))
            self._lasting[key] = tuple(card for card in known if card.timing == "passive")
        return self._lasting[key]

    @cached_property
    def cards_of(self) -> dict[tuple[str, ...], list[Any]]:
        """The cards of single heroes, by hero, talents and items, as far as they were asked for before."""
        return {}

    @cached_property
    def boost_prices(self) -> dict[tuple[str, ...], int]:
        """The rage that dice cost, as far as it was asked before."""
        return {}

    @cached_property
    def _sides(self) -> dict[str, tuple[int, ...]]:
        return {name: tuple(face.value for face in die.faces) for name, die in self.dice.items()}

    def sides(self, colour: str) -> tuple[int, ...]:
        """What the sides of a die are worth."""
        known: dict[str, tuple[int, ...]] = self._sides
        return known.get(colour, ())

    def deck_of(self, card: str) -> str:
        """The deck an enemy card belongs to."""
        return next(name for name, deck in self.enemy_decks.items() if card in deck.cards)

    def talents_of(self, hero: str) -> tuple[str, ...]:
        """The talent cards of a hero."""
        return tuple(card for card, talent in self.talents.items() if talent.hero == hero)

    def bond_of(self, one: str, other: str) -> str | None:
        """The bond card of two heroes."""
        return next((card for card, bond in self.bonds.items() if {one, other} == set(bond.heroes)), None)

    def stack(self, back: str) -> tuple[str, ...]:
        """The tiles with that back, each as often as there are copies."""
        tiles = ((name, tile) for name, tile in self.encounter_tiles.items() if tile.back == back)
        return tuple(name for name, tile in tiles for _ in range(tile.copies))
