"""The words in which cards, events and stories say what happens.

Every effect is one record told apart by its verb in ``do``.
What no verb says, ``manual`` says in words: the players do it and enter what changed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

from ..plain import dump
from ..unread import once
from .requirements import Condition
from .words import Resource, Skill, Status, Tier

Amount = (
    int
    | Literal[
        "difference",  # the number of the challenge minus the total
        "fate",  # what was just drawn
        "count:players",
        "count:totems",
        "count:quests",
        "count:crew_down",
        "count:participants",
        "count:feared",
        "count:revered",
    ]
)
"""How much: a number, or something counted at that moment."""

Who = Literal[
    "self",  # the crew member whose card or board this is
    "attacker",
    "named",  # the one named in `crew`
    "one_any",  # the active player chooses
    "one_yours",  # one of the active player's, or the captain
    "one_per_player",
    "participants_first",
    "spread_any",  # the active player spreads it
    "each_crew",
    "each_participant",
]
"""Which crew members."""

Player = Literal["controller", "active_player", "each_player", "choose_player"]
"""Which players; the controller is whoever controls the crew member or activates the card."""


# ----- the ship and its stores


@dataclass(frozen=True)
class GainResource:
    """From the supply to the ship board: of one kind, or the players choose the kind."""

    do: Literal["gain_resource"]
    kind: Resource | None = None
    choice: tuple[Resource, ...] = ()  # instead of `kind`: all n of one of these
    n: Amount = 1


@dataclass(frozen=True)
class LoseResource:
    """Back to the supply, as many as there are."""

    do: Literal["lose_resource"]
    kind: Resource | Literal["any", "food"]
    n: Amount = 1


Payable = Literal["meat", "vegetables", "grain", "materials", "artifacts", "coins", "any_food", "any", "command", "xp"]


@dataclass(frozen=True)
class Pay:
    """All or nothing: whoever cannot pay cannot take the option this stands in."""

    do: Literal["pay"]
    cost: dict[Payable, int]


@dataclass(frozen=True)
class ChangeMorale:
    do: Literal["gain_morale", "lose_morale"]
    n: Amount = 1


@dataclass(frozen=True)
class ChangeShip:
    do: Literal["ship_damage", "repair"]
    n: Amount = 1


# ----- the crew


@dataclass(frozen=True)
class Damage:
    do: Literal["damage"]
    who: Who
    n: Amount = 1
    crew: str | None = None  # for who = "named"


@dataclass(frozen=True)
class RestoreHealth:
    do: Literal["restore_health"]
    who: Who
    n: Amount = 1
    crew: str | None = None
    spread: bool = False  # n in all, split among them, instead of n each


@dataclass(frozen=True)
class SetHealth:
    do: Literal["set_health"]
    who: Who
    n: Amount = 1
    crew: str | None = None


@dataclass(frozen=True)
class ChangeFatigue:
    do: Literal["gain_fatigue", "remove_fatigue"]
    who: Who
    n: Amount = 1
    crew: str | None = None
    spread: bool = False


@dataclass(frozen=True)
class ChangeStatus:
    do: Literal["gain_status", "remove_status"]
    status: Status | Literal["any"]  # "any" only to remove
    who: Who
    crew: str | None = None


# ----- command and cards


@dataclass(frozen=True)
class ChangeCommand:
    do: Literal["gain_command", "lose_command"]
    who: Player = "active_player"
    n: Amount = 1


@dataclass(frozen=True)
class ClearCommand:
    """As a prepare action does, for: one crew board, one adventure card, all the controller's, or all."""

    do: Literal["clear_command"]
    scope: Literal["crew", "card", "controller", "all"]


@dataclass(frozen=True)
class DrawAbility:
    do: Literal["draw_ability"]
    who: Player = "active_player"
    n: Amount = 1


@dataclass(frozen=True)
class DiscardHand:
    do: Literal["discard_hand"]
    who: Player = "active_player"
    n: Amount = 1
    skill: Skill | Literal["any"] = "any"
    optional: bool = False


@dataclass(frozen=True)
class DiscardTucked:
    do: Literal["discard_tucked"]
    who: Who
    n: Amount = 1
    crew: str | None = None
    skill: Skill | Literal["any"] = "any"


@dataclass(frozen=True)
class EquipFree:
    """Train a card from the active player's hand without paying."""

    do: Literal["equip_free"]
    who: Who


@dataclass(frozen=True)
class GainAdventure:
    """A card from the adventure deck: by number, one of several by choice, or by chance."""

    do: Literal["gain_adventure"]
    number: int | Literal["random", "choice"]
    choice: tuple[int, ...] = ()  # for number = "choice"


@dataclass(frozen=True)
class LoseAdventure:
    do: Literal["lose_adventure"]
    number: int | Literal["random", "choice"]
    choice: tuple[int, ...] = ()  # empty with "choice": any one that is owned
    to: Literal["deck", "box"] = "deck"  # "box": gone for the rest of the campaign


@dataclass(frozen=True)
class GainWeaponEquip:
    """A weapon card straight into somebody's hands."""

    do: Literal["gain_weapon_equip"]
    who: Who
    number: int
    crew: str | None = None


@dataclass(frozen=True)
class RemoveWeapon:
    do: Literal["remove_weapon"]
    who: Who
    crew: str | None = None


@dataclass(frozen=True)
class DrawMarket:
    """Cards of the market deck, for sale here and now."""

    do: Literal["draw_market"]
    n: int = 7
    discount: int = 0


# ----- quests, experience, totems


@dataclass(frozen=True)
class ChangeQuest:
    do: Literal["gain_quest", "lose_quest", "complete_quest"]
    number: int


@dataclass(frozen=True)
class RequireKeyword:
    """The option this stands in needs the keyword."""

    do: Literal["require_keyword"]
    keyword: str


@dataclass(frozen=True)
class IfKeyword:
    do: Literal["if_keyword"]
    keyword: str
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class ChangeXP:
    do: Literal["gain_xp", "spend_xp"]
    n: Amount = 1


@dataclass(frozen=True)
class GainLevel:
    """A level card without paying."""

    do: Literal["gain_level"]
    card: str


@dataclass(frozen=True)
class ChangeName:
    """How the world speaks of the crew; n may be negative."""

    do: Literal["gain_feared", "gain_revered"]
    n: int = 1


@dataclass(frozen=True)
class GainTotem:
    do: Literal["gain_totem"]
    totem: str


@dataclass(frozen=True)
class MarkAchievement:
    do: Literal["mark_achievement"]
    achievement: str


@dataclass(frozen=True)
class Note:
    """A line in the journey log."""

    do: Literal["note"]
    text: str


# ----- events, voyages, actions


@dataclass(frozen=True)
class DiscardEvents:
    do: Literal["discard_events"]
    n: Amount = 1


@dataclass(frozen=True)
class AddEvents:
    do: Literal["add_events"]
    tier: Tier
    n: Amount = 1
    place: Literal["top", "bottom"] = "top"


@dataclass(frozen=True)
class StayInPlay:
    """This event lies beside the deck until something is so."""

    do: Literal["stay_in_play"]
    until: Literal["next_event", "next_port", "next_combat", "condition"] = "next_event"
    condition: Condition | None = None
    each_turn: tuple[Effect, ...] = ()  # at the start of every turn while it stays
    text: str = ""


@dataclass(frozen=True)
class MoveShip:
    """To a region, by so many regions as the active player likes, or to the nearest port."""

    do: Literal["move_ship"]
    to: Literal["region", "steps", "nearest_port"]
    region: str | None = None
    steps: int = 1
    hazards: bool = True


@dataclass(frozen=True)
class FreeAction:
    do: Literal["free_action"]
    action: Literal["travel", "explore", "search", "market", "port", "prepare"]


@dataclass(frozen=True)
class ChangeActions:
    do: Literal["extra_action", "lose_action"]
    n: Amount = 1


@dataclass(frozen=True)
class Search:
    """Draw search tokens; apply as many of them as are kept."""

    do: Literal["search"]
    n: int = 1
    keep: int = 1


# ----- fate and challenges


@dataclass(frozen=True)
class Challenge:
    do: Literal["challenge"]
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
class SkillBonus:
    """Into the total of a challenge; "while_equipped" is a passive that raises one crew member's skill."""

    do: Literal["skill_bonus"]
    skill: Skill | Literal["any"]
    n: Amount = 1
    window: Literal["after_fate", "while_equipped"] = "after_fate"


@dataclass(frozen=True)
class Band:
    """From and to, both included; the lowest band takes all below it, the highest all above it."""

    low: int
    high: int
    effects: tuple[Effect, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class FateTable:
    do: Literal["fate_table"]
    bands: tuple[Band, ...]
    combat: bool = False  # a draw in combat knows no morale penalty


@dataclass(frozen=True)
class FatePlus:
    do: Literal["fate_plus"]
    n: int = 1


@dataclass(frozen=True)
class RedrawFate:
    do: Literal["redraw_fate"]
    keep: Literal["highest", "new"] = "new"


# ----- combat


@dataclass(frozen=True)
class Combat:
    do: Literal["combat"]
    enemies: tuple[int, ...]
    then: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class AttackBonus:
    """Into the attack being made: this crew member's own, or anybody's."""

    do: Literal["attack_accuracy", "attack_damage"]
    n: int = 1
    whose: Literal["self", "any_attack"] = "self"


@dataclass(frozen=True)
class Block:
    do: Literal["block"]
    n: int = 1
    phase: Literal["counter", "enemy_phase", "both"] = "counter"
    who: Literal["self", "one_any"] = "self"


@dataclass(frozen=True)
class EnemyDamage:
    """Damage on an enemy outside an attack."""

    do: Literal["enemy_damage"]
    n: int = 1
    target: Literal["chosen", "target", "each"] = "chosen"


@dataclass(frozen=True)
class CombatAction:
    do: Literal["combat_action"]
    n: int = 1
    who: Player = "controller"


@dataclass(frozen=True)
class ChangeCombo:
    do: Literal["gain_combo", "lose_combo"]
    n: int = 1


@dataclass(frozen=True)
class EnemyHeal:
    do: Literal["enemy_heal"]
    n: int = 1
    target: Literal["self", "neighbours"] = "self"


# ----- looking, choosing, ending


@dataclass(frozen=True)
class Look:
    """Permission to look at the top of a deck; secret to the looker."""

    do: Literal["discover_card_look"]
    deck: Literal["ability", "event", "market", "search"]
    n: int = 1


@dataclass(frozen=True)
class TurnTo:
    do: Literal["turn_to"]
    paragraph: str


@dataclass(frozen=True)
class Way:
    """One option of a choice."""

    label: str
    requires: Condition | None = None
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Choose:
    do: Literal["choice"]
    options: tuple[Way, ...]
    text: str = ""


@dataclass(frozen=True)
class OneOf:
    """This or that, without words of its own."""

    do: Literal["one_of"]
    options: tuple[tuple[Effect, ...], ...]


@dataclass(frozen=True)
class Together:
    """All of these; "optional": if the players like."""

    do: Literal["optional", "sequence"]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class ForEach:
    do: Literal["for_each"]
    over: Literal["player", "crew", "participant", "totem"]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class RepeatUntil:
    do: Literal["repeat_until"]
    until: Condition
    effects: tuple[Effect, ...]
    most: int = 10


@dataclass(frozen=True)
class If:
    do: Literal["if"]
    condition: Condition
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class ReturnToShip:
    do: Literal["return_to_ship"]


@dataclass(frozen=True)
class EndCampaign:
    do: Literal["end_campaign"]
    outcome: Literal["win", "fail"]
    paragraph: str | None = None


@dataclass(frozen=True)
class Manual:
    do: Literal["manual"]
    text: str


Effect = (
    GainResource | LoseResource | Pay | ChangeMorale | ChangeShip
    | Damage | RestoreHealth | SetHealth | ChangeFatigue | ChangeStatus
    | ChangeCommand | ClearCommand | DrawAbility | DiscardHand | DiscardTucked | EquipFree
    | GainAdventure | LoseAdventure | GainWeaponEquip | RemoveWeapon | DrawMarket
    | ChangeQuest | RequireKeyword | IfKeyword | ChangeXP | GainLevel | ChangeName | GainTotem
    | MarkAchievement | Note | DiscardEvents | AddEvents | StayInPlay | MoveShip | FreeAction | ChangeActions
    | Search | Challenge | SkillBonus | FateTable | FatePlus | RedrawFate
    | Combat | AttackBonus | Block | EnemyDamage | CombatAction | ChangeCombo | EnemyHeal
    | Look | TurnTo | Choose | OneOf | Together | ForEach | RepeatUntil | If | ReturnToShip | EndCampaign | Manual
)  # fmt: skip


def count_fate(effects: tuple[Effect, ...]) -> bool:
    """Whether anything of it is as much as the number drawn."""
    return '"n": "fate"' in json.dumps([dump(each) for each in effects])


def every(effects: Any) -> Iterator[Effect]:
    """These effects and all that stand inside them, in choices, conditions, tables and challenges."""
    if isinstance(effects, (tuple, list)):
        for each in effects:
            yield from every(each)
    elif is_dataclass(effects):
        if isinstance(effects, Effect):
            yield effects
        for field in fields(effects):
            yield from every(getattr(effects, field.name))
