"""What lies on the table: the family, the run they are on, and the campaign that outlives it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

from ..game import State
from ..plain import unsaved
from ..unread import kept
from .components import Hero as Board
from .components import Pack
from .own import Met, whole
from .pack import open_pack

ROW = 6  # spaces above a hero board
MELEE = 3  # of them, the left-most are adjacent

Mode = Literal["", "story", "trial"]


@dataclass(kw_only=True)
class Pile:
    """A face-down deck, drawn lazily: which cards are left is known, their order is not.

    :param left: cards in unknown order.
    :param below: cards that were put under the deck, the next one first; they come when *left* is used up.
    """

    left: dict[str, int] = field(default_factory=dict)
    below: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)

    @property
    def size(self) -> int:
        return sum(self.left.values()) + len(self.below)

    def take(self, card: str) -> None:
        """*card* leaves the deck."""
        if self.left.get(card):
            self.left[card] -= 1
            if not self.left[card]:
                del self.left[card]
        else:
            self.below.remove(card)

    def put(self, card: str) -> None:
        """*card* is shuffled in."""
        self.left[card] = self.left.get(card, 0) + 1

    def reshuffle(self) -> None:
        """The discards make the new deck."""
        for card in self.discard:
            self.put(card)
        self.discard = []


@dataclass(kw_only=True)
class Enemy:
    """An enemy card above a hero board."""

    number: int  # tells two of a kind apart
    deck: str
    card: str
    damage: int = 0
    stunned: bool = False
    ferocious: str | None = None
    face_down: bool = False  # defeated, and only holding its space by a house rule


@dataclass(kw_only=True)
class Rolled:
    """A die of an action: which icon group it counts for, and what it shows."""

    colour: str
    group: int
    face: str = ""  # empty until it is rolled

    @property
    def value(self) -> int:
        return int(self.face.rstrip("+") or 0)

    @property
    def critical(self) -> bool:
        return self.face.endswith("+")


@dataclass(kw_only=True)
class Acting:
    """An action somebody is at: what was decided so far. Nothing is paid until it is complete."""

    slot: str
    cover: list[list[str]] = field(default_factory=list)  # tokens chosen for each space
    meant: str = ""  # the boost it was begun for
    boost: list[str] | None = None  # dice bought with rage; None: not yet decided
    extra: list[int] = field(default_factory=list)  # the group that each extra die was given to
    targets: dict[str, str] = field(default_factory=dict)  # aim of each attack group, by its place
    asked: list[str] = field(default_factory=list)  # questions that made sense once and are not skipped any more
    ready: bool = False  # cards for this roll were offered
    cards: list[str] = field(default_factory=list)  # cards used on this action
    bonus: dict[str, int] = field(default_factory=dict)  # fixed value added by cards, by group
    more_dice: list[Rolled] = field(default_factory=list)  # dice added by cards
    paid: bool = False
    dice: list[Rolled] = field(default_factory=list)
    free_rerolls: int = 0
    rerolling: str = ""  # the colour of the one real die that is rolled again
    accepted: bool = False


@dataclass(kw_only=True)
class Hero:
    """A hero in play: the board with everything on it, and the row above."""

    seat: str
    id: str
    health: int
    defence: int = 0  # shield or evade, whichever the hero has
    focus: int = 0
    hand: list[str] = field(default_factory=list)
    corruption: int = 0  # drawn this round
    stun: int = 0
    face_up: int = 0  # fatigue on its spaces
    fatigue_discard: int = 0
    actions: dict[str, list[str]] = field(default_factory=dict)  # flipped tokens on each action
    spent: list[str] = field(default_factory=list)  # tokens flipped as the price of cards
    row: list[Enemy | None] = field(default_factory=lambda: [None] * ROW)
    items: list[str] = field(default_factory=list)
    talents: list[str] = field(default_factory=list)
    talent_pile: Pile = field(default_factory=Pile)
    morv: int = 0
    gemstone: int = 0
    potion: int = 0
    drawn: bool = False
    done: bool = False
    guard: int = 0  # taken off the hit that is being dealt with
    acting: Acting | None = None
    used_this_round: list[str] = field(default_factory=list)
    used_this_run: list[str] = field(default_factory=list)

    def enemies(self) -> list[tuple[int, Enemy]]:
        """Face-up enemies with their spaces 1 to 6, left to right."""
        return [(place + 1, enemy) for place, enemy in enumerate(self.row) if enemy and not enemy.face_down]

    def empty(self) -> list[int]:
        """Empty spaces, left to right."""
        return [place + 1 for place, enemy in enumerate(self.row) if enemy is None]


@dataclass(kw_only=True)
class Link:
    """A support or bond card between two neighbours."""

    seats: list[str]
    card: str
    kind: Literal["support", "bond"]
    used: bool = False  # this round
    tokens: int = 0


@dataclass(kw_only=True)
class BossFight:
    """The boss in the middle of the table."""

    id: str
    pile: Pile
    damage: int = 0
    card: str | None = None  # action card before the leader
    shield: int = 0  # damage the card still negates this turn
    stunned: bool = False


@dataclass(kw_only=True)
class Run:
    """One delve through a dungeon."""

    round: int = 1
    leader: str | None = None
    map: str = ""
    marker: str = ""
    tiles: dict[str, list[str]] = field(default_factory=dict)  # backs that still lie on each location
    stacks: dict[str, dict[str, int]] = field(default_factory=dict)  # tiles not yet seen, by back
    tiles_out: list[str] = field(default_factory=list)  # turned up and set aside
    explored: list[str] = field(default_factory=list)
    here_first: bool = False  # the marker has just come to where it is
    move_on: bool = False  # there was no chapter card: another movement follows (CM-65)
    rage: int = 0
    heroes: dict[str, Hero] = field(default_factory=dict)
    enemies: dict[str, Pile] = field(default_factory=dict)
    items: Pile = field(default_factory=Pile)
    supports: Pile = field(default_factory=Pile)
    loot: Pile = field(default_factory=Pile)
    ferocious: Pile = field(default_factory=Pile)
    chapter: Pile = field(default_factory=Pile)
    events: Pile = field(default_factory=Pile)
    links: list[Link] = field(default_factory=list)
    boss: BossFight | None = None
    bosses_beaten: list[str] = field(default_factory=list)
    shop: list[str] = field(default_factory=list)  # item cards on the shop's spaces
    enemy_phase: bool = False
    activations: list[int] | None = None  # enemies still to act this phase, by number
    struck: bool = False  # one of them has rolled
    met: int = 0  # enemies that came so far: their numbers
    defeated: dict[str, int] = field(default_factory=dict)  # by deck
    said_done: list[int] = field(default_factory=list)  # objectives the players called done
    result: Literal["", "won", "lost"] = ""
    reason: str = ""  # why, in a sentence
    tale: str = ""  # what is told of a trial when its table is cleared
    deeds: dict[str, str] = field(default_factory=dict)  # how each seat's hero came out of it
    unlocked: list[str] = field(default_factory=list)  # achievements it brought
    way: Literal["", "objective", "health", "space", "given up"] = ""


@dataclass(kw_only=True)
class Record:
    """What a hero has become: kept from session to session."""

    levels: dict[str, int] = field(default_factory=dict)  # of each action; absent: 1
    xp: int = 0
    levelled: list[str] = field(default_factory=list)  # actions levelled since the last run began


@dataclass(kw_only=True)
class Campaign:
    """What outlives a run."""

    chapter: int = 1
    unlocked: list[str] = field(default_factory=list)
    fund: int = 0  # Morvs of the family
    bag: dict[str, int] = field(default_factory=dict)
    box: dict[str, int] = field(default_factory=dict)  # basic tokens not in use
    removed: dict[str, int] = field(default_factory=dict)  # basic tokens out for the campaign
    stock: list[str] = field(default_factory=list)  # advanced tokens for sale
    corruption: int = 0  # in the reserve
    sets: int = 0  # of basic tokens that went into the bag
    records: dict[str, Record] = field(default_factory=dict)
    bonds: dict[str, int] = field(default_factory=dict)  # squares crossed off for each pair
    bonded: list[str] = field(default_factory=list)
    chapter_cards_out: list[str] = field(default_factory=list)  # drawn
    chapter_cards_done: list[str] = field(default_factory=list)  # carried out to the end
    events_out: list[str] = field(default_factory=list)
    achievements: list[str] = field(default_factory=list)
    table_checked: bool = False  # players said what was ticked in the achievement table before this game
    last_heroes: dict[str, str] = field(default_factory=dict)  # whom each seat played last
    last_lost: bool = False
    runs: int = 0
    won: int = 0


@dataclass(kw_only=True)
class Table(State):
    """A campaign, or a series of trials, with the run that is on."""

    mode: Mode = ""
    phase: str = "mode"
    seats: list[str] = field(default_factory=list)  # who plays this session, clockwise
    guests: dict[str, str] = field(default_factory=dict)  # names of players who joined later
    heroes: dict[str, str] = field(default_factory=dict)  # hero taken by each seat
    campaign: Campaign = field(default_factory=Campaign)
    run: Run = field(default_factory=Run)
    at_home: str = ""  # step of the homecoming that comes next
    busy: list[str] = field(default_factory=list)  # seats still levelling up
    met: Met = field(default_factory=Met)  # what was told of the owner's copy at this table
    under_way: int = unsaved(default=0)  # events, one within the other; see `outcome.event`
    judge_after: bool = unsaved(default=False)  # whether the run may have been won meanwhile

    @kept
    def pack(self) -> Pack:
        """The content this game is played with."""
        pack = open_pack(self.setup.pack)
        return whole(pack, self.met) if pack.about.private else pack

    @property
    def is_own(self) -> bool:
        """The owner's printed copy: its decks are on the table, and the box knows of them what it was told."""
        return self.pack.about.private

    def tell(self, table: str, id: str, thing: Any) -> None:
        """The owner said something; it is known from now on."""
        getattr(self.met, table)[id] = thing
        self.forget_pack()

    @property
    def solo(self) -> bool:
        return len(self.seats) == 1

    @property
    def first_chapter(self) -> bool:
        """Chapter I leaves several things out; the Family Trial does not (CM-R97)."""
        return self.mode == "story" and self.campaign.chapter == 1

    def name(self, seat: str) -> str:
        return self.guests.get(seat) or self.setup.names.get(seat) or seat.capitalize()

    def knows(self, seat: str) -> bool:
        """Whether somebody who has a name ever sat at *seat*."""
        return seat in self.guests or seat in self.setup.names

    def hero(self, seat: str) -> Hero:
        return self.run.heroes[seat]

    def board(self, seat: str) -> Board:
        """What is printed on the board of the hero at *seat*."""
        return self.pack.heroes[self.run.heroes[seat].id]

    def hero_name(self, seat: str) -> str:
        return self.board(seat).name

    def record(self, seat: str) -> Record:
        return self.campaign.records[self.run.heroes[seat].id]

    def in_order(self) -> list[str]:
        """The seats clockwise, the leader first; the first seat if nobody leads."""
        start = self.seats.index(self.run.leader) if self.run.leader in self.seats else 0
        return self.seats[start:] + self.seats[:start]

    def speaker(self) -> str:
        """Who enters what the group decides: the leader, or the first seat where nobody leads."""
        return self.in_order()[0]

    def neighbours(self, seat: str) -> list[str]:
        """Left then right; the same player once, and nobody when playing solo (CM-R101)."""
        left, right = self.left(seat), self.right(seat)
        return list(dict.fromkeys(each for each in (left, right) if each))

    def left(self, seat: str) -> str | None:
        """The next seat clockwise (CM-R14)."""
        return self._aside(seat, 1)

    def right(self, seat: str) -> str | None:
        return self._aside(seat, -1)

    def _aside(self, seat: str, step: int) -> str | None:
        if len(self.seats) < 2:
            return None
        return self.seats[(self.seats.index(seat) + step) % len(self.seats)]

    def find(self, number: int) -> tuple[Hero, int, Enemy] | None:
        """The enemy of that number with the hero it stands above and its space, while it is face up."""
        for hero in self.run.heroes.values():
            for space, enemy in hero.enemies():
                if enemy.number == number:
                    return hero, space, enemy
        return None

    def all_enemies(self) -> Iterator[tuple[Hero, int, Enemy]]:
        for seat in self.seats:
            for space, enemy in self.hero(seat).enemies():
                yield self.hero(seat), space, enemy
