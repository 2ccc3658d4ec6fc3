"""What lies on the table in a game of The Silent Sea."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal

from rules.ask import Anew, Ask, AskAny
from rules.game import State
from rules.plain import unsaved
from rules.unread import kept

from .pack import AbilityCard, Pack, Phase, Role, Side, opened

SEATS = ("white", "yellow", "red", "blue")  # the four figures (SS-43)
HEALTH = 5  # SS-45, SS-112
LUNA = "luna"


class Decided(Exception):
    """The game is over; nothing that was under way goes on."""


@dataclass(kw_only=True)
class Ability:
    """A card in one of the two slots: face-down, face-up, or face-down on Cooldown (SS-6, SS-8)."""

    id: str
    state: Literal["disabled", "enabled", "cooldown"] = "disabled"
    counter: int = 0  # own turns of Cooldown to go


@dataclass(kw_only=True)
class Player:
    """A placard and what lies on it and beside it.

    :param loyalty: None while the box does not know it.
    :param hand: cards by their ids; None is a real card the box has not seen.
    """

    role: Role
    loyalty: Side | None = None
    alive: bool = True
    node: str = ""
    health: int = HEALTH
    samples: int = 0
    carriers: int = 0  # next to the placard
    suits: int = 0  # Hazmat Suits next to the placard, where they stay
    hand: list[str | None] = field(default_factory=list)
    abilities: list[Ability] = field(default_factory=list)
    visited: list[str] = field(default_factory=list)
    skip: list[Phase] = field(default_factory=list)
    back_in: int = 0  # own turns until the dead come back, where they do

    @property
    def gone(self) -> bool:
        """Out of the game for good."""
        return not self.alive and not self.back_in


@dataclass(kw_only=True)
class MovePhase:
    """How far the player whose turn it is has come in the Move Phase."""

    rolled: int | None = None
    bonus: int = 0  # +1 Extra Space cards played
    used: int = 0
    ended: bool = False
    leaves: bool = False  # Water Samples stay where they lie this turn

    @property
    def left(self) -> int:
        return max((self.rolled or 0) + self.bonus - self.used, 0)


@dataclass(kw_only=True)
class Window:
    """An attack that has been announced and not yet settled (SS-R44)."""

    attacker: str  # a seat, or Luna
    target: str
    damage: int
    cancelled: bool = False
    suited: bool = False
    played: list[tuple[str, str]] = field(default_factory=list)  # seat and card


@dataclass(kw_only=True)
class SilentSea(State):
    cycle: int = 0  # 0 until the set-up is done
    order: list[str] = field(default_factory=list)  # seats in the order of their roles (SS-49)
    current: str = SEATS[0]
    phase: Literal["set-up", "begin", "draw", "move", "action", "end"] = "set-up"
    loyalties: dict[str, Side] = field(default_factory=dict)  # dealt before roles are taken
    players: dict[str, Player] = field(default_factory=dict)
    move: MovePhase = field(default_factory=MovePhase)
    window: Window | None = None
    resolving: list[str] = field(default_factory=list)  # Crisis cards drawn and not yet put away
    over_limit: list[str] = field(default_factory=list)  # seats that are discarding down
    walking: list[str] = field(default_factory=list)  # what is left of the way that a figure is on
    crisis_due: list[str] = field(default_factory=list)  # seats that still have to draw one

    tokens: dict[str, int] = field(default_factory=dict)  # Water Samples on the board
    supply: int = 0  # and beside it
    doors: dict[str, Literal["shut", "open"]] = field(default_factory=dict)  # edges and rooms that were ever locked

    deck: int = 0  # cards in the Generic deck
    unseen: dict[str, int] = field(default_factory=dict)  # cards in the deck or in hands the box cannot see
    generic_discard: list[str] = field(default_factory=list)
    crisis_deck: dict[str, int] = field(default_factory=dict)
    crisis_discard: list[str] = field(default_factory=list)
    crisis_table: list[str] = field(default_factory=list)
    items_left: dict[str, int] = field(default_factory=dict)  # only where the supply is limited
    may_hold: dict[str, list[str]] = field(default_factory=dict)  # by what all have seen: item, and in whose hands
    luna_health: int | None = None

    entered_exit: list[str] = field(default_factory=list)  # seats that were at the Extraction Point
    open_loyalty: list[str] = field(default_factory=list)  # seats whose Loyalty card everybody has seen
    declined: list[str] = field(default_factory=list)  # who cannot be the Traitor, or the game would have ended
    voted: int = 0  # cycle of the last vote
    tired: int = 0  # cycle in which somebody last wanted to give up

    offered: dict[str, list[str]] = unsaved(default_factory=dict)  # cards in a trade that is not settled, by giver
    trading: tuple[str, ...] = unsaved(default=())  # the two whom it concerns
    _chart: Any = unsaved(default=None)  # see `board`

    @kept
    def pack(self) -> Pack:
        return opened(self.setup.pack)

    @property
    def box_deals(self) -> bool:
        """Hands are on the phones; otherwise real cards are held."""
        return self.setup.box_holds("cards")

    @property
    def living(self) -> list[str]:
        return [seat for seat in self.order if self.players[seat].alive]

    @property
    def active(self) -> Player:
        return self.players[self.current]

    def after(self, seat: str) -> list[str]:
        """All seats in turn order, from the one after *seat* on to *seat* itself."""
        place = self.order.index(seat) + 1
        return self.order[place:] + self.order[:place]

    def who(self, seat: str) -> str:
        """A player as the table speaks of them."""
        if seat == LUNA:
            return "Luna"
        player = self.players.get(seat)
        return f"{self.name(seat)} ({player.role.capitalize()})" if player else self.name(seat)

    def seat_of(self, role: str) -> str:
        return next(seat for seat in self.order if self.players[seat].role == role)

    def capacity(self, seat: str) -> int:
        """One sample, and one more for each Carrier in play (SS-108, SS-109, SS-R42)."""
        carriers = self.players[seat].carriers
        return 1 + (carriers if self.toggle("carrier_stacks") == "on" else min(carriers, 1))

    def room_for(self, seat: str) -> int:
        return max(self.capacity(seat) - self.players[seat].samples, 0)

    def ability_card(self, ability: Ability) -> AbilityCard:
        return self.pack.abilities_by_id[ability.id]

    def words(self, card: str | None) -> str:
        """The printed name of a card."""
        if card is None:
            return "a card"
        if card.startswith("crafted_"):
            return f"{self.words(card.removeprefix('crafted_'))} (crafted)"
        return self.pack.names.get(card, card)


async def ask(game: SilentSea, build: Callable[[], Ask]) -> Any:
    """Ask, and ask afresh whenever something else changed the table; a game that ended meanwhile asks no more."""

    def built() -> Ask:
        if game.result:
            raise Decided
        return build()

    return await Anew(built)


async def ask_all(
    game: SilentSea, seats: Iterable[str], build: Callable[[str], Ask], text: str = "", *, secret: bool = True
) -> dict[str, Any]:
    """Ask several seats at once and wait for all; nobody learns another's answer from it.

    :param secret: nor that it was given, until all have answered.
    """
    wanted = tuple(seats)
    answers: dict[str, Any] = {}
    while len(answers) < len(wanted):
        seat, answer = await ask(
            game, lambda: AskAny((build(s) for s in wanted if s not in answers), text, window=wanted if secret else ())
        )
        answers[seat] = answer
    return {seat: answers[seat] for seat in wanted}
