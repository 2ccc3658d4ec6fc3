"""The content pack: every card of the game, the faces of both dice, and what the tiles are worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeVar

from rules import packs
from rules.last_time import LastTime

from .island import island
from .terms import Condition, Count, Per
from .verbs import Effect, EndGameBonus, every
from .words import (
    ATTRIBUTES,
    MOUNTS,
    STACKS,
    TILE_COUNTS,
    Attribute,
    Common,
    CompanionColour,
    Location,
    StackName,
    stack_title,
)


@dataclass(frozen=True)
class About:
    """Whose pack this is."""

    id: str
    title: str
    version: str
    language: str = "en"
    origin: Literal["demo", "owner"] = "owner"
    licence: str = ""
    private: bool = False  # a copy that is described at the table, as far as it matters


@dataclass(frozen=True, kw_only=True)
class Met:
    """A card of the owner's copy, as far as it was told; what nobody described is carried out by hand.

    :param sort: its stack, or wretch or trigger.
    :param gains: what activating it yields.
    :param choice: how many of that are of one's choice.
    :param described: its text was told, too.
    """

    name: str = ""
    sort: str = ""
    honor: int | None = None
    gains: dict[Common, int] | None = None
    choice: int = 0
    charges: int | None = None
    ability: Effect | None = None
    power: Effect | None = None
    end_bonus: Effect | None = None
    condition: Condition | None = None
    effects: tuple[Effect, ...] = ()
    described: bool = False


@dataclass(frozen=True, kw_only=True)
class Card:
    """What every card has."""

    kind: ClassVar[str] = ""
    id: str
    name: str
    copies: int = 1
    text: str = ""
    treachery: bool = False
    image_ref: str = ""
    effects: tuple[Effect, ...] = ()

    @property
    def abilities(self) -> tuple[Effect, ...]:
        """Everything the card can do."""
        return self.effects


@dataclass(frozen=True, kw_only=True)
class Companion(Card):
    kind: ClassVar[str] = "companion"
    colour: CompanionColour
    honor: int
    gains: dict[Common, int]
    ability: Effect | None = None
    use_honor_cost: int = 0

    @property
    def stack(self) -> StackName:
        return self.colour

    @property
    def generates(self) -> dict[str, int]:
        """What its sphere yields."""
        return {str(attr): number for attr, number in self.gains.items()}

    @property
    def abilities(self) -> tuple[Effect, ...]:
        return (*self.effects, *((self.ability,) if self.ability else ()))


@dataclass(frozen=True, kw_only=True)
class Relic(Card):
    kind: ClassVar[str] = "relic"
    honor: int
    charges: int
    power: Effect
    cost_per_use: int = 1
    use_honor_cost: int = 0

    @property
    def stack(self) -> StackName:
        return "relic"

    @property
    def abilities(self) -> tuple[Effect, ...]:
        return (*self.effects, self.power)


@dataclass(frozen=True, kw_only=True)
class Trait(Card):
    kind: ClassVar[str] = "trait"
    honor: int
    use_honor_cost: int = 0

    @property
    def stack(self) -> StackName:
        return "trait"


@dataclass(frozen=True, kw_only=True)
class Monster(Card):
    kind: ClassVar[str] = "monster"
    honor: int
    end_bonus: Effect
    dice: Literal["both", "white", "black", "none"] = "both"

    @property
    def stack(self) -> StackName:
        return "monster"

    @property
    def abilities(self) -> tuple[Effect, ...]:
        return (*self.effects, self.end_bonus)


@dataclass(frozen=True, kw_only=True)
class Trigger(Card):
    kind: ClassVar[str] = "trigger"
    condition: Condition | None = None  # None: the table says when it is met
    scope: Literal["any_player", "table"] = "any_player"


@dataclass(frozen=True, kw_only=True)
class Journey(Card):
    kind: ClassVar[str] = "journey"
    start_number: int
    start_space: str
    companion_colour: CompanionColour
    extra: tuple[Effect, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Wretch(Card):
    kind: ClassVar[str] = "wretch"
    self_gains: dict[Common, int]
    self_choice: int = 0
    ability: Effect | None = None

    @property
    def generates(self) -> dict[str, int]:
        """What activating oneself yields, beside what is of one's choice."""
        return {str(attr): number for attr, number in self.self_gains.items()}

    @property
    def abilities(self) -> tuple[Effect, ...]:
        return (*self.effects, *((self.ability,) if self.ability else ()))


@dataclass(frozen=True)
class Bonus:
    """One line of a Secret Quest: so much honor if something holds, or for each of something.

    With neither, only the table can reckon it and is asked at the end (AW-R85).
    """

    text: str
    honor: int
    condition: Condition | None = None
    count: Count | None = None


@dataclass(frozen=True, kw_only=True)
class Quest(Card):
    kind: ClassVar[str] = "quest"
    bonuses: tuple[Bonus, ...]


@dataclass(frozen=True)
class Mount:
    speed: int
    honor: int


@dataclass(frozen=True)
class SeatColour:
    """How a seat's lamp shines and how the camera sees its blocks."""

    name: str
    led: tuple[int, int, int]  # RGB
    lowest: tuple[int, int, int] = (0, 0, 0)  # HSV
    highest: tuple[int, int, int] = (179, 255, 255)


AnyCard = TypeVar("AnyCard", bound=Card)
V = TypeVar("V")
Tableau = Companion | Relic | Trait | Monster
"""The cards players acquire."""


@dataclass(frozen=True)
class Pack:
    about: About
    mastery_values: dict[Attribute, int]
    counterattack_die: tuple[Literal["fatigue", "death", "miss"], ...]
    companions: tuple[Companion, ...] = ()
    relics: tuple[Relic, ...] = ()
    traits: tuple[Trait, ...] = ()
    monsters: tuple[Monster, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    journeys: tuple[Journey, ...] = ()
    wretches: tuple[Wretch, ...] = ()
    quests: tuple[Quest, ...] = ()
    attribute_die: tuple[Attribute, ...] = ATTRIBUTES
    proficiency_counts: dict[Attribute, int] | None = None
    mounts: tuple[Mount, ...] = tuple(Mount(speed, honor) for speed, (_, honor) in MOUNTS.items())
    tiles: dict[Location, int] | None = None
    seat_colours: tuple[SeatColour, ...] = ()
    met: dict[str, Met] = field(default_factory=dict)  # cards of a private copy by id
    last_time: dict[str, LastTime] = field(default_factory=dict)  # what was done by hand, by the card that says so

    @cached_property
    def tableau(self) -> dict[str, Tableau]:
        """Every card players can acquire by its id; further copies are told apart by a number."""
        cards: list[Tableau] = [*self.companions, *self.relics, *self.traits, *self.monsters]
        return {copy.id: copy for card in cards for copy in _copies(card)}

    @cached_property
    def trigger(self) -> dict[str, Trigger]:
        return {copy.id: copy for card in self.triggers for copy in _copies(card)}

    @cached_property
    def journey(self) -> dict[str, Journey]:
        return {card.id: card for card in self.journeys}

    @cached_property
    def wretch(self) -> dict[str, Wretch]:
        return {card.id: card for card in self.wretches}

    @cached_property
    def quest(self) -> dict[str, Quest]:
        return {copy.id: copy for card in self.quests for copy in _copies(card)}

    def card(self, card: str) -> Card:
        """Any card by its id."""
        for shelf in (self.tableau, self.trigger, self.journey, self.wretch, self.quest):
            if card in shelf:
                return shelf[card]
        raise KeyError(f"there is no card {card}")

    @cached_property
    def _standing(self) -> dict[type, dict[str, tuple[tuple[Effect, Any], ...]]]:
        return {}

    def standing(self, kind: type[V]) -> dict[str, tuple[tuple[Effect, V], ...]]:
        """The verbs of one kind that work as long as their card lies there, by card; each with its effect."""
        known = self._standing.get(kind)
        if known is None:
            known = self._standing[kind] = {}
            for card in (*self.tableau.values(), *self.wretches):
                effects = [each for each in card.effects if each.window == "passive"]
                if found := tuple((each, verb) for each in effects for verb in each.do if isinstance(verb, kind)):
                    known[card.id] = found
        return known

    @cached_property
    def _waiting(self) -> dict[str, dict[str, tuple[tuple[int, Effect], ...]]]:
        return {}

    def waiting(self, event: str) -> dict[str, tuple[tuple[int, Effect], ...]]:
        """The effects that an event sets off, by card; each with its place on the card."""
        known = self._waiting.get(event)
        if known is None:
            known = self._waiting[event] = {}
            for card in (*self.tableau.values(), *self.wretches):
                effects = [(n, e) for n, e in enumerate(card.effects) if e.window == "on_event" and e.event == event]
                if effects:
                    known[card.id] = tuple(effects)
        return known

    def of_stack(self, stack: str, *, treachery: bool) -> list[str]:
        """The ids of a stack's cards."""
        return [id for id, card in self.tableau.items() if card.stack == stack and card.treachery == treachery]

    @cached_property
    def has_treachery(self) -> bool:
        return any(card.treachery for card in self.tableau.values())


def _copies(card: AnyCard) -> list[AnyCard]:
    return [card, *(replace(card, id=f"{card.id}#{number}") for number in range(2, card.copies + 1))]


def opened(pack: str) -> Pack:
    """The pack of that name, checked."""
    return packs.open_pack("awakening", pack, Pack, problems)


def problems(pack: Pack) -> list[str]:
    """A sentence for each thing that cannot be played."""
    found: list[str] = []
    cards: list[Card] = [*pack.companions, *pack.relics, *pack.traits, *pack.monsters, *pack.triggers]
    cards += [*pack.journeys, *pack.wretches, *pack.quests]
    for id, number in Counter(card.id for card in cards).items():
        if number > 1:
            found.append(f"Card {id} stands {number} times; every id is there once.")
    if not pack.about.private:
        found += _too_few(pack)
    found += _of_journeys(pack)
    for card in cards:
        found += _of_card(card)
    for attr in ATTRIBUTES:
        value = pack.mastery_values.get(attr)
        if value is None and pack.about.private:
            continue  # asked when it counts
        if value is None or not 5 <= value <= 7:
            found.append(f"mastery_values: {attr} is {value}; expected 5, 6 or 7 (AW-R67).")
    if pack.mastery_values.get("vision") != 7:
        found.append("mastery_values: vision is worth 7 (AW-169).")
    for name, die in (("attribute_die", pack.attribute_die), ("counterattack_die", pack.counterattack_die)):
        if len(die) != 6:
            found.append(f"{name} has {len(die)} faces; a die has 6.")
    if {mount.speed: mount.honor for mount in pack.mounts} != {s: honor for s, (_, honor) in MOUNTS.items()}:
        found.append("mounts are speed 2, 3, 4 and 5 with 0, 3, 4 and 5 honor.")
    if pack.tiles is not None and dict(pack.tiles) != TILE_COUNTS:
        found.append("tiles are the 19 locations with their printed numbers (AW-R42).")
    return found


def _too_few(pack: Pack) -> list[str]:
    found: list[str] = []
    if len(pack.trigger) < 6:
        found.append(f"There are {len(pack.trigger)} triggers; at least 6 are needed.")
    for what, number in (("journeys", len(pack.journeys)), ("wretches", len(pack.wretches))):
        if number < 2:
            found.append(f"There are {number} {what}; every player needs one, so at least 2.")
    return found


def _of_journeys(pack: Pack) -> list[str]:
    found: list[str] = []
    spaces = island("all54").spaces
    for what, values in (
        ("start number", [card.start_number for card in pack.journeys]),
        ("start space", [card.start_space for card in pack.journeys]),
    ):
        for value, number in Counter(values).items():
            if number > 1:
                found.append(f"journeys: {what} {value} stands on {number} cards (AW-R6).")
    for card in pack.journeys:
        if card.start_space not in spaces:
            found.append(f"Journey {card.id}: there is no space {card.start_space}.")
    return found


def _of_card(card: Card) -> list[str]:
    found: list[str] = []
    if card.copies < 1:
        found.append(f"Card {card.id}: copies is {card.copies}; expected 1 or more.")
    if isinstance(card, Companion) and card.honor < 0 and not card.treachery:
        found.append(f"Companion {card.id}: only Treachery cards cost honor, this one has {card.honor}.")
    if isinstance(card, Relic) and (card.charges < 1 or not 1 <= card.cost_per_use <= card.charges):
        found.append(f"Relic {card.id}: {card.charges} charges at {card.cost_per_use} a use cannot be.")
    for effect in card.abilities:
        if effect.window == "on_event" and effect.event is None:
            found.append(f"Card {card.id}: an effect waits for an event but names none.")
        for verb in every(effect.do):
            if isinstance(verb, EndGameBonus) and not isinstance(verb.amount, (int, Per)):
                found.append(f"Card {card.id}: an end-game bonus is a number or so much for each of something.")
            if isinstance(verb, EndGameBonus) and effect.window != "end_game":
                found.append(f"Card {card.id}: an end-game bonus works at the end of the game only.")
    windows = {"ability": "while_activated", "power": "on_use", "end_bonus": "end_game"}
    for name, window in windows.items():
        effect_there = getattr(card, name, None)
        if effect_there is not None and effect_there.window != window:
            found.append(f"Card {card.id}: its {name} has the window {effect_there.window}; expected {window}.")
    if isinstance(card, Quest):
        for bonus in card.bonuses:
            if bonus.condition is not None and bonus.count is not None:
                found.append(f"Quest {card.id}: a bonus has a condition or a count, not both.")
    return found


def warnings(pack: Pack) -> list[str]:
    """What is unusual but can be played: too few cards, odd honor. A copy that is told at the table is never short."""
    if pack.about.private:
        return []
    found: list[str] = []
    for stack in STACKS:
        number = len(pack.of_stack(stack, treachery=False))
        if number < 12:
            found.append(f"There are {number} {stack} cards; a whole box has 12.")
    for what, cards in (("triggers", pack.triggers), ("journeys", pack.journeys)):
        if len(cards) < 12:
            found.append(f"There are {len(cards)} {what}; a whole box has 12.")
    for card in pack.tableau.values():
        if not (0 <= card.honor <= 9 or card.treachery):
            found.append(f"{card.name} has {card.honor} honor; printed cards have 0 to 9.")
    return found


def so_far(pack: Pack) -> list[str]:
    """How many of its cards the owner of a copy has told; nothing of it has to be there to play."""
    if not pack.about.private:
        return []
    sizes: dict[str, int] = {**{stack: 12 for stack in STACKS}, "trigger": 12, "wretch": 5}
    found = []
    for sort, whole in sizes.items():
        told = sum(card.sort == sort and bool(card.name) for card in pack.met.values())
        written = sum(card.stack == sort for card in pack.tableau.values())
        found += packs.how_far(told + written, whole, stack_title(sort), "wretches" if sort == "wretch" else "")
    values = len(pack.mastery_values.keys() - {"vision"})  # which is the same in every box
    return [*found, *packs.how_far(values, len(ATTRIBUTES) - 1, "mastery tile")]


def fits_map(pack: Pack, rim: str) -> list[str]:
    """Start spaces that the chosen map does not have (AW-R6)."""
    known = island(rim).spaces
    return [card.start_space for card in pack.journeys if card.start_space not in known]
