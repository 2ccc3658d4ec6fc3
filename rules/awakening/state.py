"""What lies on the table in a game of The Awakening."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from rules.game import State
from rules.last_time import LastTime
from rules.plain import unsaved
from rules.unread import kept

from .island import Island, island
from .own import whole
from .pack import Met, Pack, Tableau, opened
from .words import ATTRIBUTES, STACK_OF, TITLES, Attribute

SEATS = ("orange", "green", "white", "black", "pink")
"""The five colours; the choice has no effect on play (AW-4)."""


@dataclass(kw_only=True)
class Held:
    """A companion or relic with the blocks on its sphere."""

    card: str
    blocks: int = 0


CARD = attrgetter("card")


@dataclass(kw_only=True)
class Player:
    """One player's dashboard, attributes, cards and token."""

    honor: int = 0
    sources: dict[str, int] = field(default_factory=dict)  # where the honor came from
    space: str = ""
    speed: int = 2
    potential: int = 0
    influence: int = 0
    conviction: int = 0
    reserve: int = 24
    attributes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ATTRIBUTES, 0))
    companions: list[Held] = field(default_factory=list)
    relics: list[Held] = field(default_factory=list)
    traits: list[str] = field(default_factory=list)
    monsters: list[str] = field(default_factory=list)
    proficiency: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ATTRIBUTES, 0))
    wretch: str = ""
    journey: str = ""
    quest: str | None = None  # also None while a real card lies face down before its owner
    has_quest: bool = False
    masteries: list[str] = field(default_factory=list)  # won at the end
    turns: int = 0
    speed_bonus: int = 0  # by cards, for good
    spent: list[str] = field(default_factory=list)  # effects that work once per game
    shields: dict[str, str] = field(default_factory=dict)  # what is protected, until when
    tokens: list[int] = field(default_factory=list)  # fired by this player, where each fires for everyone

    @property
    def cards(self) -> list[str]:
        """Everything in the tableau, in the order companions, relics, traits, monsters."""
        return [*map(CARD, self.companions), *map(CARD, self.relics), *self.traits, *self.monsters]

    def held(self, card: str) -> Held:
        """The companion or relic of that name."""
        return next(held for held in (*self.companions, *self.relics) if held.card == card)

    def blocks_on(self, card: str) -> int:
        """Blocks on a companion or relic; none on any other card."""
        return sum(held.blocks for held in (*self.companions, *self.relics) if held.card == card)

    def has(self, attr: str) -> int:
        return self.attributes[attr]


@dataclass(kw_only=True)
class Stack:
    """A stack of cards: one face up, the others face down.

    The order of face-down cards is nobody's knowledge, so it is not kept: what is left is drawn from when it is
    turned up. Only cards that were looked at or put back have a known place, on top or at the bottom.
    """

    up: str | None = None
    top: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    bottom: list[str] = field(default_factory=list)

    @property
    def down(self) -> int:
        """How many lie face down."""
        return len(self.top) + len(self.left) + len(self.bottom)

    @property
    def size(self) -> int:
        return self.down + (self.up is not None)


@dataclass(kw_only=True)
class Grant:
    """Something more that an ability allows this turn."""

    what: str  # "act", "activate" or "travel"
    amount: int = 0  # of a travel: its speed
    target: str = "any"  # of an activation: self or a colour
    free: bool = False  # of an activation: no block
    hexes: list[int] | None = None  # of an action: only on these tiles
    other_tile: bool = False  # of an action: not where the normal one was


@dataclass(kw_only=True)
class Turn:
    """What the active player has done this turn."""

    seat: str
    activated: str = ""  # "self" or a companion
    abilities: list[str] = field(default_factory=list)  # still usable this turn
    travelled: bool = False
    acted: str = ""  # "upgrade" or the number of a hex
    acts: list[int] = field(default_factory=list)  # every hex used
    controlled: int = 0  # the hex taken
    bought: bool = False
    relics_used: list[str] = field(default_factory=list)
    grants: list[Grant] = field(default_factory=list)
    speed_bonus: int = 0
    reach: int = 0  # tiles so far away may be used
    reach_hexes: list[int] = field(default_factory=list)
    same_tile_lifted: bool = False
    used: list[str] = field(default_factory=list)  # effects that work once per turn
    passed_over: list[str] = field(default_factory=list)  # conversions that could have been made before the last deed


@dataclass(kw_only=True)
class ScoreLine:
    """One line of the end scoring."""

    step: int
    seat: str
    what: str
    honor: int


@dataclass(kw_only=True)
class Awakening(State):
    phase: str = "set-up"  # then "play", "scoring", "finished"
    step: int = 0  # of the set-up
    players: dict[str, Player] = field(default_factory=dict)
    first: str = ""
    round: int = 1
    end_met: int = 0  # the round in which a trigger was met
    met_by: str = ""  # that trigger
    also_met: list[str] = field(default_factory=list)  # and others, at once or since
    upcoming: str = ""  # whose turn begins when none is under way
    turn: Turn | None = None
    tiles: dict[int, str] = field(default_factory=dict)  # location by hex, once revealed
    control: dict[int, str] = field(default_factory=dict)  # seat by hex
    pouch: dict[str, int] = field(default_factory=dict)
    known_tiles: list[str] = field(default_factory=list)  # looked at, next out of the pouch
    stacks: dict[str, Stack] = field(default_factory=dict)
    triggers_left: list[str] = field(default_factory=list)
    triggers_top: list[str] = field(default_factory=list)  # looked at
    active: list[str] = field(default_factory=list)
    removed_triggers: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)  # other cards out of the game
    moving: list[str] = field(default_factory=list)  # cards taken and not yet laid down
    journeys_left: list[str] = field(default_factory=list)
    quests_left: list[str] = field(default_factory=list)
    quests_played: bool = False
    proficiency: dict[str, int] = field(default_factory=dict)
    tokens: list[int] = field(default_factory=list)
    scoring: list[ScoreLine] = field(default_factory=list)
    trail: list[str] = field(default_factory=list)  # the spaces of the last move, its start first
    rolled: str = ""  # the face a die shows while it is resolved
    between: bool = False  # nothing is being resolved: the active player chooses what to do next
    settling: int = 0  # trigger tokens being settled
    reacting: list[str] = field(default_factory=list)  # effects under way, which do not answer themselves
    met: dict[str, Met] = field(default_factory=dict)  # what was told of the owner's cards at this table, by card
    last_time: dict[str, LastTime] = field(default_factory=dict)  # what was done by hand, by the card that says so
    filled: list[str] = field(default_factory=list)  # unnamed cards whose place one took that was told elsewhere
    mastery_told: dict[Attribute, int] = field(default_factory=dict)  # what the owner's mastery tiles show
    looking: str = unsaved(default="")  # the seat that is looking at cards which lie face down

    @kept
    def pack(self) -> Pack:
        pack = opened(self.setup.pack)
        if not pack.about.private:
            return pack
        treachery = self.toggle("treachery")
        return whole(pack, self.met, self.mastery_told, treachery=treachery, filled=self.filled)

    @property
    def is_own(self) -> bool:
        """The owner's printed copy, whose cards the box knows as far as it was told."""
        return self.pack.about.private

    def tell(self, card: str, **told: Any) -> None:
        """The owner said something of a card; it is known from now on."""
        self.met[card] = replace(self.pack.met.get(card, Met()), **told)
        self.forget_pack()

    @property
    def island(self) -> Island:
        return island(self.toggle("rim_triangles"))

    @property
    def seats(self) -> tuple[str, ...]:
        return self.setup.seats

    @property
    def order(self) -> tuple[str, ...]:
        """The seats clockwise from the first player."""
        return self.clockwise(self.first or self.seats[0])

    def clockwise(self, seat: str) -> tuple[str, ...]:
        here = self.seats.index(seat)
        return (*self.seats[here:], *self.seats[:here])

    @property
    def active_seat(self) -> str:
        """Whose turn it is."""
        return self.turn.seat if self.turn else self.order[0]

    @property
    def now(self) -> Turn:
        assert self.turn is not None
        return self.turn

    def card(self, card: str) -> Tableau:
        return self.pack.tableau[card]

    def title(self, card: str) -> str:
        """A card's name."""
        return self.pack.card(card).name

    def tile(self, number: int) -> str:
        """How people call a tile: its location and hex."""
        return f"{TITLES[self.tiles[number]]} (H{number})"

    def adjacent(self, seat: str) -> tuple[int, ...]:
        """The hexes a player's token touches."""
        return self.island.hexes[self.players[seat].space]

    def at(self, space: str) -> str | None:
        """Who stands there."""
        return next((seat for seat, player in self.players.items() if player.space == space), None)

    def open_hexes(self, hexes: tuple[int, ...]) -> list[int]:
        """Those without a tile."""
        return [number for number in hexes if number not in self.tiles]

    def tiles_of(self, seat: str) -> list[int]:
        """The hexes a player controls."""
        return sorted([number for number, holder in self.control.items() if holder == seat])

    def blocks_of(self, seat: str) -> int:
        """All blocks of a colour, wherever they lie (AW-R22)."""
        player = self.players[seat]
        spheres = player.potential + player.influence + player.conviction + player.reserve
        on_cards = sum(held.blocks for held in (*player.companions, *player.relics))
        return spheres + sum(player.attributes.values()) + on_cards + len(self.tiles_of(seat))

    def mastery_cards(self, seat: str, attr: str) -> int:
        """Cards of an attribute's colour that count: no Treachery (AW-168, AW-195, AW-R68)."""
        stack = STACK_OF[attr]
        cards = (self.card(card) for card in self.players[seat].cards)
        return sum(card.stack == stack and not card.treachery for card in cards)
