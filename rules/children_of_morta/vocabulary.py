"""The words that cards, boards and tiles are written in.

A card is a list of these words with their numbers, so no card needs a rule of its own. In a pack's TOML every word
is a small table told apart by one field: ``do`` for what happens, ``pay`` for a price, ``test`` for a condition,
``kind`` for a goal: ``{do = "melee", value = {blue = 1}}``. The *hero* of a word (``self``) is the one who acts,
holds the card or stands below the enemy; for chapter and house cards it is the leader.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from .basics import DIE_COLOURS as DIE_COLOURS
from .basics import ChapterIs as ChapterIs
from .basics import Check as Check
from .basics import Collect as Collect
from .basics import Compare as Compare
from .basics import Condition as Condition
from .basics import Cost as Cost
from .basics import DefeatBoss as DefeatBoss
from .basics import DefeatEnemies as DefeatEnemies
from .basics import DieColour as DieColour
from .basics import DiscardSelf as DiscardSelf
from .basics import EnemiesIn as EnemiesIn
from .basics import Explore as Explore
from .basics import FlipToken as FlipToken
from .basics import IsLeader as IsLeader
from .basics import ManualGoal as ManualGoal
from .basics import NeighbourIs as NeighbourIs
from .basics import Objective as Objective
from .basics import Price as Price
from .basics import Reach as Reach
from .basics import ResolveChapterCard as ResolveChapterCard
from .basics import Resource as Resource
from .basics import TrackIs as TrackIs
from .basics import Value as Value
from .basics import Which as Which
from .basics import Who as Who

# What a hero's action does


@dataclass(frozen=True, kw_only=True)
class Melee:
    """Damage to one enemy in the own spaces 1 to 3 (CM-293)."""

    do: Literal["melee"] = "melee"
    value: Value


@dataclass(frozen=True, kw_only=True)
class Ranged:
    """Damage to one enemy in the own row or a neighbour's (CM-295)."""

    do: Literal["ranged"] = "ranged"
    value: Value


@dataclass(frozen=True, kw_only=True)
class MeleeArea:
    """Damage to each enemy in a window of the own spaces 1 to 3 (CM-297)."""

    do: Literal["melee_area"] = "melee_area"
    squares: Literal[2, 3] = 2
    value: Value


@dataclass(frozen=True, kw_only=True)
class RowArea:
    """Damage to each enemy in a window of the own spaces 1 to 6 (CM-299)."""

    do: Literal["row_area"] = "row_area"
    squares: Literal[2, 3] = 2
    value: Value


@dataclass(frozen=True, kw_only=True)
class Gain:
    """A marker forward (CM-301)."""

    do: Literal["gain"] = "gain"
    track: Literal["shield", "evade", "focus"]
    value: Value = Value(fixed=1)
    who: Who = "self"


@dataclass(frozen=True, kw_only=True)
class Rage:
    """Rage into the shared pool (CM-303)."""

    do: Literal["rage"] = "rage"
    value: Value = Value(fixed=1)


@dataclass(frozen=True, kw_only=True)
class StunEnemy:
    """A stun token on each of so many enemies (CM-305)."""

    do: Literal["stun_enemy"] = "stun_enemy"
    count: int = 1
    which: Which = "own_row"


@dataclass(frozen=True, kw_only=True)
class Push:
    """An enemy of the own row goes to an empty space of it (CM-306); with *count*, up to so many, one by one."""

    do: Literal["push"] = "push"
    count: int = 1
    to: Literal["any", "melee", "ranged"] = "any"


# What enemies and bosses do


@dataclass(frozen=True, kw_only=True)
class Attack:
    """One hit on the hero: white icons and dice together (CM-R67); *crit_bonus* for each critical (CM-307)."""

    do: Literal["attack"] = "attack"
    value: Value
    crit_bonus: Literal[0, 1] = 0


@dataclass(frozen=True, kw_only=True)
class StunHero:
    """Stun tokens on the hero's board (CM-308)."""

    do: Literal["stun_hero"] = "stun_hero"
    count: int = 1


@dataclass(frozen=True, kw_only=True)
class Summon:
    """Enemies of a deck above the board (CM-311)."""

    do: Literal["summon"] = "summon"
    deck: str
    count: int = 1


@dataclass(frozen=True, kw_only=True)
class MoveBoard:
    """The enemy goes over to the neighbour's row (CM-312)."""

    do: Literal["move_board"] = "move_board"
    dir: Literal["left", "right"]


# Rewards and advanced tokens


@dataclass(frozen=True, kw_only=True)
class Reward:
    """What a beaten enemy leaves (CM-314 to CM-317)."""

    do: Literal["reward_rage", "reward_focus", "reward_morv", "reward_gemstone"]
    n: int = 1


@dataclass(frozen=True, kw_only=True)
class BonusDamage:
    """Damage to another enemy of the same row (CM-318)."""

    do: Literal["bonus_damage"] = "bonus_damage"
    n: int = 1


@dataclass(frozen=True, kw_only=True)
class OnDraw:
    """An advanced token that works the moment it is drawn (CM-319, CM-320)."""

    do: Literal["on_draw_rage", "on_draw_focus"]
    n: int = 1


@dataclass(frozen=True, kw_only=True)
class ExtraDie:
    """An advanced token that adds dice to the action it is used for (CM-321 to CM-323)."""

    do: Literal["extra_die"] = "extra_die"
    colour: DieColour
    n: int = 1


# What cards do besides


@dataclass(frozen=True, kw_only=True)
class Take:
    """Something from the reserve, or a card from the item deck (CM-75, CM-153)."""

    do: Literal["take"] = "take"
    resource: Resource
    n: int = 1
    who: Who = "self"


@dataclass(frozen=True, kw_only=True)
class Heal:
    """The health marker forward, at most to the maximum (CM-R61)."""

    do: Literal["heal"] = "heal"
    value: Value = Value(fixed=1)
    who: Who = "self"


@dataclass(frozen=True, kw_only=True)
class DamageHero:
    """Damage that is no attack; shield may lower it (CM-R70)."""

    do: Literal["damage_hero"] = "damage_hero"
    n: int = 1
    who: Who = "self"


@dataclass(frozen=True, kw_only=True)
class Deal:
    """Fixed damage to one enemy, or to the boss."""

    do: Literal["deal"] = "deal"
    n: int = 1
    which: Which = "own_row"


@dataclass(frozen=True, kw_only=True)
class GainXp:
    """Experience."""

    do: Literal["gain_xp"] = "gain_xp"
    n: int = 1
    who: Who = "self"


@dataclass(frozen=True, kw_only=True)
class DrawTokens:
    """So many tokens more from the bag, past the limit of five."""

    do: Literal["draw_tokens"] = "draw_tokens"
    n: int = 1
    who: Who = "self"


@dataclass(frozen=True, kw_only=True)
class RecoverFatigue:
    """Fatigue tokens of the discard pile lie face up on the board again."""

    do: Literal["recover_fatigue"] = "recover_fatigue"
    n: int = 1
    who: Who = "self"


@dataclass(frozen=True, kw_only=True)
class ReturnToken:
    """Up to so many tokens go back from the hand into the bag."""

    do: Literal["return_token"] = "return_token"
    n: int = 1
    who: Who = "self"


@dataclass(frozen=True, kw_only=True)
class Reroll:
    """So many dice of the current action are rolled again without fatigue."""

    do: Literal["reroll"] = "reroll"
    n: int = 1


BoostedWord = Literal["melee", "ranged", "melee_area", "row_area", "gain", "rage", "any_attack", "any", "attack"]


@dataclass(frozen=True, kw_only=True)
class AddValue:
    """More on the first icon group of that word in the hero's actions; ``attack``: on the boss's own attack."""

    do: Literal["add_value"] = "add_value"
    n: int = 1
    to: BoostedWord = "any"
    when: Condition | None = None


@dataclass(frozen=True, kw_only=True)
class AddDie:
    """Dice more for the first icon group of that word in the hero's actions."""

    do: Literal["add_die"] = "add_die"
    colour: DieColour
    n: int = 1
    to: BoostedWord = "any"
    when: Condition | None = None


@dataclass(frozen=True, kw_only=True)
class ReduceFocusCost:
    """Actions cost less focus: the one on *slot*, or any."""

    do: Literal["reduce_focus_cost"] = "reduce_focus_cost"
    n: int = 1
    slot: str = "any"


@dataclass(frozen=True, kw_only=True)
class TreatColourAs:
    """Tokens of one colour may also lie on spaces of another."""

    do: Literal["treat_colour_as"] = "treat_colour_as"
    colour: str
    counts_as: str


@dataclass(frozen=True, kw_only=True)
class ReduceDamage:
    """So much less of a hit, before shield."""

    do: Literal["reduce_damage"] = "reduce_damage"
    n: int = 1
    who: Who = "self"


@dataclass(frozen=True, kw_only=True)
class StunBoss:
    """The boss card of this turn is not activated in the enemy phase."""

    do: Literal["stun_boss"] = "stun_boss"


@dataclass(frozen=True, kw_only=True)
class PullEnemy:
    """An enemy of a neighbour's row comes to the left-most empty space of the own."""

    do: Literal["pull_enemy"] = "pull_enemy"
    count: int = 1


# What chapter and house cards do


@dataclass(frozen=True, kw_only=True)
class Spawn:
    """Enemies of a deck above the boards of some heroes (CM-69); *red* brings a ferocious tile (CM-73)."""

    do: Literal["spawn"] = "spawn"
    deck: str
    n: int = 1
    who: Who = "leader"
    red: bool = False


@dataclass(frozen=True, kw_only=True)
class Corrupt:
    """Corruption tokens into or out of the bag (CM-R15)."""

    do: Literal["add_corruption", "remove_corruption"]
    n: int = 1


@dataclass(frozen=True, kw_only=True)
class UnlockHero:
    """One more of the family can be played from now on (CM-19)."""

    do: Literal["unlock_hero"] = "unlock_hero"
    hero: str


@dataclass(frozen=True, kw_only=True)
class DrawCard:
    """Draw from the house (event) deck or from the chapter deck (CM-64, CM-R3)."""

    do: Literal["draw_event", "draw_chapter"]
    n: int = 1


@dataclass(frozen=True, kw_only=True)
class StartBoss:
    """A boss fight begins (CM-248)."""

    do: Literal["start_boss"] = "start_boss"
    boss: str


@dataclass(frozen=True, kw_only=True)
class MoveMarker:
    """The family marker is put on a location, without turning up its tiles."""

    do: Literal["move_marker"] = "move_marker"
    location: str


@dataclass(frozen=True, kw_only=True)
class PlaceTiles:
    """Tiles of the named stacks are laid on a location, which is unexplored again."""

    do: Literal["place_tiles"] = "place_tiles"
    location: str
    tiles: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SetLeader:
    """The leader token goes to somebody."""

    do: Literal["set_leader"] = "set_leader"
    who: Who = "chosen"


# Composition


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One way to go, with what it is called."""

    label: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Choose:
    """One of several ways; the hero's player chooses, on chapter and house cards all together."""

    do: Literal["choose"] = "choose"
    options: tuple[Choice, ...]


@dataclass(frozen=True, kw_only=True)
class Sequence:
    """One after the other."""

    do: Literal["sequence"] = "sequence"
    effects: tuple[Effect, ...]


@dataclass(frozen=True, kw_only=True)
class If:
    """This or that."""

    do: Literal["if"] = "if"
    condition: Condition
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Manual:
    """What no word says: players read it, do it and enter the numbers that *ask* names."""

    do: Literal["manual"] = "manual"
    text: str
    ask: tuple[str, ...] = ()


Effect: TypeAlias = (
    Melee | Ranged | MeleeArea | RowArea | Gain | Rage | StunEnemy | Push
    | Attack | StunHero | Summon | MoveBoard
    | Reward | BonusDamage | OnDraw | ExtraDie
    | Take | Heal | DamageHero | Deal | GainXp | DrawTokens | RecoverFatigue | ReturnToken | Reroll
    | AddValue | AddDie | ReduceFocusCost | TreatColourAs | ReduceDamage | StunBoss | PullEnemy
    | Spawn | Corrupt | UnlockHero | DrawCard | StartBoss | MoveMarker | PlaceTiles | SetLeader
    | Choose | Sequence | If | Manual
)  # fmt: skip


# Cards

Timing = Literal[
    "hero_turn",  # between actions
    "before_roll",  # of an action of one's own, when it is paid
    "after_roll",  # before it is accepted
    "on_critical",  # each critical result of one's own
    "on_draw",  # when the draw step of the hero is done
    "on_defeat",  # an enemy above one's board was beaten
    "encounter",
    "enemy_phase_before_damage",  # the hero is about to take damage
    "clean_up",
    "home",
    "passive",
]
Uses = Literal["once", "per_round", "per_run", "unlimited"]


@dataclass(frozen=True, kw_only=True)
class CardEffect:
    """When a card works, its price, what it does and how often."""

    timing: Timing
    effects: tuple[Effect, ...] = ()
    cost: tuple[Cost, ...] = ()
    condition: Condition | None = None
    uses: Uses = "unlimited"
    text: str = ""  # in the owner's words; always shown
