"""Icons of a real board or card, counted on a sheet, and the words they stand for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from ..read_off import count, switch
from ..sheet import Field
from . import vocabulary as v
from .components import AS_PRINTED

MOST = 9  # of one icon

# ----- white icons and dice


def value_fields(path: str, group: str, now: v.Value | None = None) -> list[Field]:
    """White icons, and dice of each colour."""
    there = now or v.Value()
    return [
        count(f"{path}white", "white icons", group, there.fixed, high=MOST),
        *(count(f"{path}{colour}", f"{colour} dice", group, there.dice.count(colour), high=5) for colour in _DICE),
    ]


_DICE = v.DIE_COLOURS


def value_of(told: Mapping[str, Any], path: str) -> v.Value:
    dice = {colour: told[f"{path}{colour}"] for colour in _DICE}
    return v.Value(fixed=told[f"{path}white"], **dice)


# ----- what people gain, by its icon

_GIVES: dict[str, tuple[str, Callable[[int, v.Who], v.Effect]]] = {
    "rage": ("rage", lambda n, who: v.Rage(value=v.Value(fixed=n))),
    "focus": ("focus", lambda n, who: v.Gain(track="focus", value=v.Value(fixed=n), who=who)),
    "shield": ("shield", lambda n, who: v.Gain(track="shield", value=v.Value(fixed=n), who=who)),
    "evade": ("evade", lambda n, who: v.Gain(track="evade", value=v.Value(fixed=n), who=who)),
    "heal": ("health", lambda n, who: v.Heal(value=v.Value(fixed=n), who=who)),
    "morv": ("Morvs", lambda n, who: v.Take(resource="morv", n=n, who=who)),
    "gemstone": ("gemstones", lambda n, who: v.Take(resource="gemstone", n=n, who=who)),
    "potion": ("potions", lambda n, who: v.Take(resource="potion", n=n, who=who)),
    "item": ("item cards", lambda n, who: v.Take(resource="item", n=n, who=who)),
    "xp": ("XP", lambda n, who: v.GainXp(n=n, who=who)),
    "tokens": ("tokens drawn from the bag", lambda n, who: v.DrawTokens(n=n, who=who)),
    "fatigue": ("fatigue turned up again", lambda n, who: v.RecoverFatigue(n=n, who=who)),
    "damage": ("damage to an enemy of the row", lambda n, who: v.Deal(n=n)),
    "bonus": ("damage to another enemy", lambda n, who: v.BonusDamage(n=n)),
    "stun": ("enemies stunned", lambda n, who: v.StunEnemy(count=n)),
    "push": ("enemies pushed", lambda n, who: v.Push(count=n)),
    "less": ("damage less", lambda n, who: v.ReduceDamage(n=n, who=who)),
    "hurt": ("damage to the hero", lambda n, who: v.DamageHero(n=n, who=who)),
    "stunned": ("stun on the leader", lambda n, who: v.StunHero(count=n)),
    "corruption": ("corruption into the bag", lambda n, who: v.Corrupt(do="add_corruption", n=n)),
    "attack": ("more on every attack", lambda n, who: v.AddValue(n=n, to="any_attack")),
    "cheaper": ("focus less for every action", lambda n, who: v.ReduceFocusCost(n=n)),
}
HAND = "hand"
"""What no icon says: people do it themselves whenever it comes."""


def give_fields(path: str, group: str, which: Sequence[str]) -> list[Field]:
    """How much of each there is, and whether there is something else."""
    return [
        *(count(f"{path}{each}", _GIVES[each][0], group, high=MOST) for each in which),
        switch(f"{path}{HAND}", "something else, done by hand", group),
    ]


def given(
    told: Mapping[str, Any], path: str, which: Sequence[str], who: v.Who = "self", text: str = AS_PRINTED
) -> tuple[v.Effect, ...]:
    """The words of what was told."""
    words = [_GIVES[each][1](told[f"{path}{each}"], who) for each in which if told[f"{path}{each}"]]
    return (*words, *([v.Manual(text=text)] if told[f"{path}{HAND}"] else []))


# ----- what an action does

DOES = {
    "melee": "melee attack",
    "ranged": "ranged attack",
    "melee_area 2": "melee attack on 2 spaces",
    "melee_area 3": "melee attack on 3 spaces",
    "row_area 2": "attack on 2 spaces of the row",
    "row_area 3": "attack on 3 spaces of the row",
    "shield": "gain shield",
    "evade": "gain evade",
    "focus": "gain focus",
    "rage": "gain rage",
    "heal": "heal",
    "stun": "stun enemies",
    "push": "push enemies",
    HAND: "something else, done by hand",
}


def deed(kind: str, value: v.Value) -> v.Effect:
    """One group of icons of an action; with no number told it is one white icon."""
    worth = value if value != v.Value() else v.Value(fixed=1)
    several: Literal[2, 3] = 3 if kind.endswith("3") else 2
    match kind.split(" ")[0]:
        case "melee":
            return v.Melee(value=worth)
        case "ranged":
            return v.Ranged(value=worth)
        case "melee_area":
            return v.MeleeArea(squares=several, value=worth)
        case "row_area":
            return v.RowArea(squares=several, value=worth)
        case "shield" | "evade" | "focus" as track:
            return v.Gain(track=track, value=worth)
        case "rage":
            return v.Rage(value=worth)
        case "heal":
            return v.Heal(value=worth)
        case "stun":
            return v.StunEnemy(count=max(1, worth.fixed))
        case "push":
            return v.Push(count=max(1, worth.fixed))
        case _:
            return v.Manual(text=AS_PRINTED)


def kind_of(word: v.Effect) -> tuple[str, v.Value]:
    """How a group of icons was told."""
    match word:
        case v.MeleeArea() | v.RowArea():
            return f"{word.do} {word.squares}", word.value
        case v.Melee() | v.Ranged() | v.Rage() | v.Heal():
            return word.do, word.value
        case v.Gain():
            return word.track, word.value
        case v.StunEnemy() | v.Push():
            return word.do.removesuffix("_enemy"), v.Value(fixed=word.count)
        case _:
            return HAND, v.Value()
