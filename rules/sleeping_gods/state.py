"""What lies on the table in Sleeping Gods."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from ..game import State
from ..last_time import LastTime
from ..plain import unsaved
from ..unread import kept
from ..written import whole
from .effects import Band, Effect
from .pack import (
    Ability,
    AbilityCard,
    AdventureCard,
    CrewBoard,
    EnemyCard,
    EventCard,
    Hazard,
    LevelCard,
    Pack,
    QuestCard,
    SearchToken,
    Square,
    the_pack,
)
from .requirements import Condition
from .words import Mode, Resource, Skill, Status, Tier

HAND_LIMIT = 3
TUCK_LIMIT = 2
FATIGUE_LIMIT = 2
COMBO_LIMIT = 4
UNKNOWN = "?"
"""A card the table holds and the box has not seen."""


@dataclass(kw_only=True)
class Player:
    """One player's own things; crew boards know who controls them."""

    hand: list[str] = field(default_factory=list)  # ability card ids, "?" where only the player knows
    command: int = 0


@dataclass(kw_only=True)
class Crew:
    """One crew board and all that lies on it and under it."""

    controller: str = ""  # a seat; empty for the captain, who is always the active player's
    damage: int = 0
    fatigue: int = 0  # 1: tired; 2: tired and exhausted
    statuses: list[Status] = field(default_factory=list)
    tucked: list[str] = field(default_factory=list)  # ability card ids
    levels: list[str] = field(default_factory=list)
    weapons: list[int] = field(default_factory=list)  # adventure card numbers
    command: int = 0


@dataclass(kw_only=True)
class Ship:
    region: str
    health: int
    morale: int


@dataclass(kw_only=True)
class Events:
    """The event deck. Which card of a grade comes is decided when it is drawn; nobody knows earlier."""

    deck: list[Tier] = field(default_factory=list)  # grade of each card left, top first
    number: int = 1  # first, second or third deck of the campaign
    box: dict[Tier, int] = field(default_factory=dict)  # cards of each grade still in the box
    used: list[str] = field(default_factory=list)  # ids; "?mild" where nobody looked
    in_play: list[str] = field(default_factory=list)
    ran_out: bool = False  # the last card was drawn this turn
    done: list[int] = field(default_factory=list)  # decks marked as done on the log


@dataclass(kw_only=True)
class Market:
    bottom: list[int] = field(default_factory=list)  # cards put back, in order; above them nobody knows the order


@dataclass(kw_only=True)
class MapNote:
    """What the players wrote at a place of the world map."""

    page: int
    region: str = ""  # empty: on the page as a whole
    location: str = ""  # its label; empty: anywhere in the region
    text: str = ""


@dataclass(kw_only=True)
class Progress:
    """What the journey log and the achievement sheet say."""

    xp: int = 0
    feared: int = 0
    revered: int = 0
    totems: list[str] = field(default_factory=list)
    achievements: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    map_notes: list[MapNote] = field(default_factory=list)
    saves: list[str] = field(default_factory=list)


@dataclass(kw_only=True)
class Draw:
    """A fate card that was turned and not yet taken."""

    why: str
    seat: str  # who drew it and takes the result
    number: int
    penalty: int = 0
    plus: int = 0
    combat: bool = False
    kind: Literal["challenge", "attack", "mutiny", "other"] = "other"
    used: list[str] = field(default_factory=list)  # free abilities already spent on this draw
    table: list[Band] = field(default_factory=list)  # what each number would bring, if a table is asked

    @property
    def value(self) -> int:
        return self.number - self.penalty + self.plus


@dataclass(kw_only=True)
class Trial:
    """A skill challenge under way."""

    skill: Skill
    number: int
    participants: list[str] = field(default_factory=list)
    tired_before: list[str] = field(default_factory=list)
    helpers: list[str] = field(default_factory=list)  # seats
    total: int = 0  # of the crew, fixed before fate is drawn
    bonus: int = 0  # what cards added after fate
    source: str = ""  # which event or card asks for it
    fail: tuple[Effect, ...] = unsaved(default=())  # what failing costs
    success: tuple[Effect, ...] = unsaved(default=())  # what success brings
    fate_counts: bool = False  # something is as much as the fate drawn, so that even a success may be bettered


@dataclass(kw_only=True, eq=False)
class Foe:
    """An enemy card in the row; two cards alike are still two cards."""

    number: int
    covered: list[int] = field(default_factory=list)  # places in the card's list of squares
    armor: list[int] = field(default_factory=list)  # squares that still have their armor token
    tokens: int = 0  # damage on a card whose squares only hands know
    deals: int = 0  # and what it deals with the squares that are still uncovered
    signs: list[str] = field(default_factory=list)  # wings and first strike, while they are uncovered
    fallen: bool = False  # and whether it is defeated


@dataclass(kw_only=True)
class Attack:
    """One attack from token to counter-attack."""

    seat: str
    crew: str
    weapon: str = "basic"  # "basic", "level:<id>" or "card:<number>"
    target: int = -1  # place in the row
    accuracy: int = 0  # what cards and combo points added
    damage: int = 0
    block: int = 0
    hit: bool = False
    countered: bool = False
    dealt: bool = False  # its damage, or the one of a miss, was placed
    hits: list[list[int]] = field(default_factory=list)  # squares chosen so far: place in the row, square
    used: list[str] = field(default_factory=list)  # bonuses and free abilities spent in this attack


@dataclass(kw_only=True)
class Battle:
    """A combat: the row, the tokens and the combo marker."""

    row: list[Foe] = field(default_factory=list)
    round: int = 1
    half: Literal["players", "enemies"] = "players"
    tokens: dict[str, int] = field(default_factory=dict)
    fifth: str = ""  # seat that holds the fifth combat action token
    combo: int = 0
    attacks: dict[str, int] = field(default_factory=dict)  # by crew member, this round
    done: list[str] = field(default_factory=list)  # seats that want no more attacks this round
    left_combo: list[str] = field(default_factory=list)  # of these, who left the points for a combat action alone
    gifts: dict[str, int] = field(default_factory=dict)  # tokens got (or given away) beyond the allotment
    attack: Attack | None = None
    shield: int = 0  # block activated against the strike that is being taken
    where: str = ""  # in words, what it is about


@dataclass(kw_only=True)
class Context:
    """Whose effect it is and what it may speak of."""

    source: str = ""  # in words: the card, event or paragraph that says so
    seat: str = ""  # who activated it; empty: the active player
    crew: str = ""  # "self"
    participants: list[str] = field(default_factory=list)
    difference: int = 0
    fate: int = 0
    foe: int = -1  # place of the enemy in the row whose ability it is
    chosen: bool = False  # somebody chose it just now, and saw whom it would usually concern


@dataclass(kw_only=True)
class DoEffects:
    task: Literal["effects"] = "effects"
    effects: list[Effect]
    context: Context = field(default_factory=Context)
    then_read: str = ""  # a failure description, read when the consequences are done
    failing: bool = False  # the consequences of a failed challenge
    next_line: bool = False  # what a choice gives, unless failing it turned elsewhere


@dataclass(kw_only=True)
class TellStory:
    task: Literal["story"] = "story"
    paragraph: str
    box: int = 0
    stage: Literal["read", "way", "over"] = "read"
    sheets: int = 0  # filled in so far
    exploring: bool = False  # told in an explore action
    ending: bool = False  # the group has its totems and goes home


@dataclass(kw_only=True)
class Fight:
    task: Literal["combat"] = "combat"
    enemies: list[int]
    where: str = ""


@dataclass(kw_only=True)
class ByHand:
    """Something no verb says: the players do it and enter what changed."""

    task: Literal["by_hand"] = "by_hand"
    text: str
    context: Context = field(default_factory=Context)
    keep: str = ""  # the grade of an event, "token" or "hazard": it can be described for next time
    sheets: int = 0  # filled in so far


@dataclass(kw_only=True)
class Stays:
    """An event that lies beside the deck until something is so."""

    event: str
    until: str
    each_turn: list[Effect] = field(default_factory=list)
    condition: Condition | None = None


@dataclass(kw_only=True)
class Met:
    """Cards of the owner's copy, described at the table when first met."""

    ability_cards: dict[str, AbilityCard] = field(default_factory=dict)
    adventure_cards: dict[int, AdventureCard] = field(default_factory=dict)
    quests: dict[int, QuestCard] = field(default_factory=dict)
    events: dict[str, EventCard] = field(default_factory=dict)
    enemies: dict[int, EnemyCard] = field(default_factory=dict)
    search_tokens: dict[str, SearchToken] = field(default_factory=dict)
    crew: dict[str, CrewBoard] = field(default_factory=dict)
    level_cards: dict[str, LevelCard] = field(default_factory=dict)
    last_time: dict[str, LastTime] = field(default_factory=dict)
    hazards: dict[str, Hazard] = field(default_factory=dict)


@dataclass
class Sketch:
    """An enemy card as far as it is told; the phone draws it meanwhile."""

    name: str
    rows: int
    cols: int
    squares: dict[tuple[int, int], Square] = field(default_factory=dict)

    def mark(self, places: list[tuple[int, int]], **signs: object) -> None:
        for place in places:
            self.squares[place] = replace(self.squares[place], **signs)  # type: ignore[arg-type]


Phase = Literal[
    "set_up", "turn_start", "venom", "draw", "command", "event", "actions", "turn_end", "deck_end", "pass", "packed"
]


@dataclass(kw_only=True)
class Campaign(State):
    """The whole table of Sleeping Gods."""

    mode: Mode = "normal"
    phase: Phase = "set_up"
    turn: int = 0
    order: list[str] = field(default_factory=list)  # seats in turn order: player 1, 2, …
    active: str = ""  # holds the captain token
    actions_left: int = 0
    names: dict[str, str] = field(default_factory=dict)  # of everybody who ever took a seat

    players: dict[str, Player] = field(default_factory=dict)
    crew: dict[str, Crew] = field(default_factory=dict)
    ship: Ship
    resources: dict[Resource, int] = field(default_factory=dict)
    discard: list[str] = field(default_factory=list)  # ability cards, "?" for those nobody read
    owned: dict[int, int] = field(default_factory=dict)  # adventure cards with the command on each
    boxed: list[int] = field(default_factory=list)  # adventure cards gone for this campaign
    market: Market = field(default_factory=Market)
    quests: list[int] = field(default_factory=list)
    used_quests: list[int] = field(default_factory=list)
    events: Events = field(default_factory=Events)
    stays: list[Stays] = field(default_factory=list)
    searched: list[str] = field(default_factory=list)  # discarded search tokens
    progress: Progress = field(default_factory=Progress)
    met: Met = field(default_factory=Met)

    agenda: list[DoEffects | TellStory | Fight | ByHand] = field(default_factory=list)  # innermost last
    combat: Battle | None = None
    used_free: list[str] = field(default_factory=list)  # free abilities used this turn
    just_ended: str = ""  # whose turn ended; they may still train until the next one acts
    stopping: bool = False  # somebody wants to save, come or go before the next turn begins
    tops: dict[str, list[str]] = field(default_factory=dict)  # seen on top of decks the box holds; "" nobody knows
    told: list[str] = field(default_factory=list)  # things said once per campaign

    trial: Trial | None = unsaved(default=None)
    fate: Draw | None = unsaved(default=None)
    window: str = unsaved(default="closed")  # which plays fit the pending question
    restart: bool = unsaved(default=False)  # an aside put something before the pending step
    broken: str = unsaved(default="")  # "combat" or "story" was broken off by an aside
    mutinous: bool = unsaved(default=False)  # the mutiny draw is pending
    sketch: Sketch | None = unsaved(default=None)  # an enemy of the owner's copy, while it is described

    # ----- the pack

    @kept
    def pack(self) -> Pack:
        """The cards of this copy, those described at the table included."""
        return self.open_pack()

    def open_pack(self) -> Pack:
        """The same, looked up afresh: a ruling may have changed what was described."""
        pack, met = the_pack(self.setup.pack), self.met
        if not any(vars(met).values()):
            return pack
        return replace(
            pack,
            ability_cards={**pack.ability_cards, **met.ability_cards},
            adventure_cards={**pack.adventure_cards, **met.adventure_cards},
            quests={**pack.quests, **met.quests},
            events={**pack.events, **met.events},
            enemies={**pack.enemies, **met.enemies},
            search_tokens={**pack.search_tokens, **met.search_tokens},
            crew={**pack.crew, **met.crew},
            level_cards={**pack.level_cards, **met.level_cards},
            last_time={**pack.last_time, **met.last_time},
            hazards={**pack.hazards, **met.hazards},
        )

    def box_holds(self, what: str) -> bool:
        """An owner's copy is always real: the box cannot deal cards it has not met."""
        return self.setup.box_holds(what) and not self.pack.about.private

    @property
    def captain(self) -> str:
        return self.pack.captain

    def name(self, seat: str) -> str:
        return self.names.get(seat) or seat.capitalize()

    def called(self, crew: str) -> str:
        """A crew member's name."""
        return self.pack.crew[crew].name

    def card_name(self, number: int) -> str:
        return self.pack.adventure_cards[number].name

    @property
    def page(self) -> int:
        """The page the atlas lies open at; of a real atlas nothing else is known of where the ship is."""
        known = self.pack.pages.get(self.ship.region)
        if known is not None:
            return known
        told = whole(self.ship.region.removeprefix("page "))
        return self.pack.board.start_page if told is None else told

    def tell_once(self, key: str, text: str) -> None:
        """Say something the first time it matters."""
        if key not in self.told:
            self.told.append(key)
            self.say(text)

    def from_top(self, deck: str) -> str:
        """The card drawn from the top of a deck, if somebody looked at it before; empty if nobody knows it."""
        known = self.tops.get(deck)
        return known.pop(0) if known else ""

    # ----- who is who

    @property
    def solo(self) -> bool:
        return len(self.order) == 1

    @property
    def hidden_hands(self) -> bool:
        """RULING SG-R17: a hand is its owner's business; alone there is nobody to hide it from."""
        return len(self.order) > 1 and not self.toggle("open_hands")

    def controller(self, crew: str) -> str:
        """The seat that may use this crew member now."""
        return self.active if crew == self.captain else self.crew[crew].controller

    def crew_of(self, seat: str) -> list[str]:
        """The crew members *seat* controls now, the captain first if it is their turn."""
        return [crew for crew in self.crew if self.controller(crew) == seat]

    def health(self, crew: str) -> int:
        return self.full_health(crew) - self.crew[crew].damage

    def full_health(self, crew: str) -> int:
        pack, health = self.pack, self.pack.crew[crew].health
        for card in self.crew[crew].levels:
            health += pack.level_cards[card].health_bonus
        return health

    def up(self, crew: str) -> bool:
        """Has health left."""
        return self.health(crew) > 0

    @property
    def standing(self) -> list[str]:
        return [crew for crew in self.crew if self.up(crew)]

    @property
    def all_down(self) -> bool:
        return not any(map(self.up, self.crew))

    @property
    def keywords(self) -> list[str]:
        return [word for number in self.quests for word in self.pack.quests[number].keywords]

    @property
    def exploring(self) -> bool:
        return any(isinstance(task, TellStory) and task.exploring for task in self.agenda)

    @property
    def story(self) -> TellStory | None:
        """The story being told, the innermost if one led to another."""
        return next((task for task in reversed(self.agenda) if isinstance(task, TellStory)), None)

    # ----- abilities that always hold

    def carried(self, crew: str) -> Iterator[tuple[str, Ability]]:
        """Every ability of a crew member with the card it stands on: board, tucked, level, weapons."""
        board = self.crew[crew]
        for index, ability in enumerate(self.pack.crew[crew].abilities):
            yield f"crew:{crew}:{index}", ability
        for card in board.tucked:
            tucked = self.pack.ability_cards[card].ability
            if tucked:
                yield f"tucked:{crew}:{card}", tucked
        for card in board.levels:
            level = self.pack.level_cards[card].ability
            if level:
                yield f"level:{crew}:{card}", level

    def passives(self, crew: str) -> Iterator[Effect]:
        """What always holds for a crew member; nothing of theirs does at 0 health."""
        if self.up(crew):
            for _, ability in self.carried(crew):
                if ability.kind == "passive":
                    yield from (effect for option in ability.options[:1] for effect in option)
        for number in self.owned:
            for ability in self.pack.adventure_cards[number].abilities:
                bearer = number in self.crew[crew].weapons and self.up(crew)
                if ability.kind == "passive" and (bearer or ability.scope in ("any_crew", "group")):
                    yield from (effect for option in ability.options[:1] for effect in option)

    def skill(self, crew: str, skill: Skill) -> int:
        """A crew member's skill by board, tucked cards, levels and what always holds; without fatigue and status."""
        board = self.crew[crew]
        value = self.pack.crew[crew].skills.get(skill, 0)
        value += sum(self.pack.ability_cards[card].skill == skill for card in board.tucked)
        value += sum(self.pack.level_cards[card].skills.get(skill, 0) for card in board.levels)
        for effect in self.passives(crew):
            if effect.do == "skill_bonus" and effect.window == "while_equipped" and effect.skill in (skill, "any"):
                value += effect.n if isinstance(effect.n, int) else 0
        return value
