"""What is likely: how hard an attack hits, who falls by it, and what the enemies will do to a hero."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from . import vocabulary as v
from .rows import in_melee_zone, printed_health
from .state import Enemy, Hero, Table


def mean(state: Table, value: v.Value) -> float:
    """White icons and what the dice show on average."""
    return value.fixed + of_dice(state, value.dice)


def of_dice(state: Table, dice: Sequence[str]) -> float:
    """What these dice show on average."""
    return sum([sum(sides) / len(sides) for sides in map(state.pack.sides, dice)])


def chance(state: Table, fixed: int, dice: Sequence[str], needed: int) -> float:
    """How likely white icons and dice come to as much as is *needed*."""
    return _chance(fixed, tuple(map(state.pack.sides, dice)), needed)


@cache
def _chance(fixed: int, dice: tuple[tuple[int, ...], ...], needed: int) -> float:
    ways = {fixed: 1.0}
    for sides in dice:
        after: dict[int, float] = {}
        for total, share in ways.items():
            for side in sides:
                after[total + side] = after.get(total + side, 0.0) + share / len(sides)
        ways = after
    return sum(share for total, share in ways.items() if total >= needed)


def health_left(state: Table, enemy: Enemy) -> int:
    return printed_health(state, enemy) - enemy.damage


def blows(state: Table, space: int, enemy: Enemy) -> list[v.Attack]:
    """The attacks an enemy will make from where it stands, if nobody stops it."""
    card = state.pack.enemy(enemy.card)
    far = card.spawn == "melee" and not in_melee_zone(space)
    return [] if enemy.stunned or far else [word for word in card.actions if isinstance(word, v.Attack)]


def danger(state: Table, space: int, enemy: Enemy) -> float:
    """The damage an enemy will do in this enemy phase, on average."""
    bonus = state.pack.ferocious[enemy.ferocious].attack_bonus if enemy.ferocious else v.Value()
    return sum(mean(state, word.value) + mean(state, bonus) for word in blows(state, space, enemy))


def peril(state: Table, hero: Hero) -> float:
    """The damage a hero is to take in this enemy phase, on average, before any defence."""
    return sum(danger(state, space, enemy) for space, enemy in hero.enemies())


def blow(state: Table, space: int, enemy: Enemy, fixed: int, dice: Sequence[str]) -> float:
    """What hitting one enemy is worth: it falls and does nothing more, or it falls the sooner."""
    return hit(state, health_left(state, enemy), danger(state, space, enemy), fixed, dice)


def hit(state: Table, left: int, danger: float, fixed: int, dice: Sequence[str]) -> float:
    """The same for an enemy that has so much health left and is so dangerous."""
    falls = chance(state, fixed, dice, left)
    return falls * (1.2 + danger) + (1 - falls) * min(0.5, 0.5 * (fixed + len(dice)) / left)
