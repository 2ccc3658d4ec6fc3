"""Where the family goes: maps, chapters, the Family Trial and the house."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .vocabulary import Effect, Objective, Resource


@dataclass(frozen=True, kw_only=True)
class Location:
    """A place of the map; *tiles* names the stack of each tile that is laid there."""

    name: str
    x: int
    y: int
    tiles: tuple[str, ...] = ()
    chest: bool = False
    talent_spot: bool = False  # a chest is one, too (CM-R28)
    bazaar: bool = False
    boss: str | None = None
    start: bool = False


@dataclass(frozen=True, kw_only=True)
class Map:
    """A dungeon."""

    title: str
    locations: dict[str, Location]
    paths: tuple[tuple[str, str], ...]

    @property
    def start(self) -> str:
        return next(place for place, location in self.locations.items() if location.start)

    def next_to(self, place: str) -> tuple[str, ...]:
        """The locations joined to *place* by dots, in the order of the map."""
        joined = {b if a == place else a for a, b in self.paths if place in (a, b)}
        return tuple(each for each in self.locations if each in joined)


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """A chapter of the story."""

    title: str
    lore: str = ""
    map: str
    enemy_decks: tuple[str, ...]
    chapter_deck: tuple[str, ...] = ()
    order: Literal["shuffled", "fixed"] = "shuffled"
    starting_leader: str = ""  # "": the players choose; "first_seat"; or a hero (if not in play, they choose)
    setup_effects: tuple[Effect, ...] = ()
    objectives: tuple[Objective, ...]
    on_win: tuple[Effect, ...] = ()
    on_loss: tuple[Effect, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Ware:
    """Something the bazaar sells: an advantage by its words, or the card or resource it names."""

    name: str
    price: int  # in Morvs
    resource: Resource | None = None
    item: str | None = None


@dataclass(frozen=True, kw_only=True)
class Bazaar:
    """The shop of the Family Trial; the tokens' prices stand with the tokens."""

    stock: tuple[Ware, ...] = ()
    item_spaces: int = 3
    item_price: int = 2


@dataclass(frozen=True, kw_only=True)
class Achievement:
    """Something reached in a Family Trial that helps in later ones."""

    text: str
    condition: Objective
    bonus: tuple[Effect, ...]


@dataclass(frozen=True, kw_only=True)
class Trial:
    """The Family Trial."""

    title: str
    text: str = ""
    map: str
    enemy_decks: tuple[str, ...]
    bosses: tuple[str, str]
    setup_effects: tuple[Effect, ...] = ()
    bazaar: Bazaar = Bazaar()
    heroes_allowed: tuple[str, ...] = ()  # empty: all
    achievements: dict[str, Achievement] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Place:
    """A location of the owner's own map, as far as it was told; where its ways lead only the table knows."""

    dungeon: str  # such as "chapter 1"
    name: str
    chest: bool = False
    talent_spot: bool = False
    bazaar: bool = False
    boss: bool = False


@dataclass(frozen=True, kw_only=True)
class Dungeon:
    """What the owner laid out for a chapter or for the Family Trial."""

    enemy_decks: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class House:
    """The house board."""

    event_use: str = ""  # when event cards are drawn, in a sentence
