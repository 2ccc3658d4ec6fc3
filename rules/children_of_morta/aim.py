"""Who can be hit by what: zones, neighbours, windows and the boss."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from ..ask import Option, Refusal, offered
from . import reckon
from .rows import called, in_melee_zone, printed_health
from .state import MELEE, ROW, Enemy, Hero, Table
from .vocabulary import Value

ATTACKS = ("melee", "ranged", "melee_area", "row_area")
AREAS = ("melee_area", "row_area")


def leads(state: Table, seat: str) -> bool:
    """Whether *seat* counts as leader against the boss (CM-R100)."""
    return state.run.leader == seat or (state.solo and bool(state.toggle("solo_boss_always_leader")))


def boss_barred(state: Table, seat: str, word: str) -> Refusal | None:
    """Why the boss cannot be hit with that (CM-260, CM-261, CM-R89)."""
    if word == "ranged" or (word in ("melee", "melee_area") and leads(state, seat)):
        return None
    if word == "row_area":
        return Refusal("CM-R89", "An attack on a whole row never reaches the boss.")
    leader = state.run.leader
    who = f"that is {state.hero_name(leader)}" if leader else "nobody leads this round"
    return Refusal("CM-260", f"Only the leader deals melee damage to the boss, and {who}.")


def target(enemy: Enemy) -> str:
    return f"enemy:{enemy.number}"


def slot_of(hero: Hero, space: int) -> str:
    return f"row.{hero.seat}.{space}"


def enemy_option(state: Table, hero: Hero, space: int, enemy: Enemy, barred: Refusal | None = None) -> Option:
    def label() -> str:
        return f"{called(state, enemy)} at {state.hero_name(hero.seat)}'s {space}"

    def hint() -> str:
        known = "health" not in state.pack.enemy(enemy.card).unread
        return f"{printed_health(state, enemy) - enemy.damage} health left" if known else ""

    return offered(target(enemy), label, barred, slot=slot_of(hero, space), hint=hint)


def options(state: Table, seat: str, word: str, squares: int = 1) -> list[Option]:
    """What an attack may be aimed at; what is out of its reach is barred with the reason."""
    found: list[Option] = []
    own = state.hero(seat)
    if word in AREAS:
        hits: dict[tuple[int, ...], int] = {}  # windows over the same enemies are one choice
        for start in windows(state, own, word, squares):
            hits.setdefault(tuple(enemy.number for _, enemy in within(own, start, squares)), start)
        found += [window_option(state, own, start, squares) for start in hits.values()]
    else:
        near = [own] if word == "melee" else [own, *(state.hero(each) for each in state.neighbours(seat))]
        for hero in near:
            for space, enemy in hero.enemies():
                far = word == "melee" and not in_melee_zone(space)
                found.append(enemy_option(state, hero, space, enemy, _out_of_melee(space) if far else None))
    if state.run.boss:
        boss = state.pack.bosses[state.run.boss.id]
        found.append(offered("boss", boss.name, boss_barred(state, seat, word), slot="boss"))
    return found


@cache
def _out_of_melee(space: int) -> Refusal:
    return Refusal("CM-293", f"Space {space} is out of the melee zone, which is spaces 1 to {MELEE}.")


def best(
    state: Table, seat: str, targets: list[Option], value: Value, squares: int = 1, dice: Sequence[str] = ()
) -> str | None:
    """Where an attack does most.

    :param dice: rolled besides those of *value*.
    """
    [found] = _worths(state, seat, targets, value, squares, [dice])
    return max(found, key=lambda where: found[where], default=None)


def worth(state: Table, seat: str, targets: list[Option], value: Value, squares: int = 1) -> float:
    """How much it does there."""
    return worths(state, seat, targets, value, squares, [()])[0]


def worths(
    state: Table, seat: str, targets: list[Option], value: Value, squares: int, boosts: Sequence[Sequence[str]]
) -> list[float]:
    """The same with each of these dice rolled besides."""
    return [max(found.values(), default=0.0) for found in _worths(state, seat, targets, value, squares, boosts)]


def _worths(
    state: Table, seat: str, targets: list[Option], value: Value, squares: int, boosts: Sequence[Sequence[str]]
) -> Iterator[dict[str, float]]:
    """What hitting each target is worth: whom it fells does nothing more, the most dangerous first; a wound counts
    for little, unless it is a boss's."""
    struck = {
        str(option.value): _struck(state, seat, str(option.value), squares) for option in targets if not option.barred
    }
    for more in boosts:
        dice, found = (*value.dice, *more), dict[str, float]()
        for where, there in struck.items():
            if where == "boss":
                through = reckon.mean(state, value) + reckon.of_dice(state, more)
                found[where] = 0.9 * max(0.0, through - (state.run.boss.shield if state.run.boss else 0))
            else:
                found[where] = sum([reckon.hit(state, left, danger, value.fixed, dice) for left, danger in there])
        yield found


def _struck(state: Table, seat: str, where: str, squares: int) -> list[tuple[int, float]]:
    """Whoever is hit there: the health each has left, and how dangerous each is."""
    there = [state.find(number) for number in numbers(state, seat, where, squares)]
    return [(reckon.health_left(state, each[2]), reckon.danger(state, each[1], each[2])) for each in there if each]


def windows(state: Table, hero: Hero, word: str, squares: int) -> list[int]:
    """Where an area may begin: so many spaces in a row, at least one enemy in them (CM-R44)."""
    last = MELEE if word == "melee_area" else ROW
    starts = []
    for start in range(1, last - squares + 2):
        taken = [space for space, _ in hero.enemies() if start <= space < start + squares]
        if not taken:
            continue
        gap = taken[-1] - taken[0] + 1 > len(taken)
        if gap and state.toggle("strict_area_adjacency"):
            continue
        starts.append(start)
    return starts


def window_option(state: Table, hero: Hero, start: int, squares: int) -> Option:
    def label() -> str:
        names = [called(state, enemy) for _, enemy in within(hero, start, squares)]
        return f"Spaces {start} to {start + squares - 1}: {', '.join(names)}"

    return Option(f"window:{start}", label)


def within(hero: Hero, start: int, squares: int) -> list[tuple[int, Enemy]]:
    return [(space, enemy) for space, enemy in hero.enemies() if start <= space < start + squares]


def numbers(state: Table, seat: str, aim: str, squares: int) -> list[int]:
    """The enemies that are hit when *aim* is hit."""
    if aim.startswith("window:"):
        return [enemy.number for _, enemy in within(state.hero(seat), int(aim[7:]), squares)]
    return [int(aim[6:])] if aim.startswith("enemy:") else []


def still_there(state: Table, seat: str, word: str, squares: int, aim: str) -> bool:
    """Whether what was aimed at can still be hit."""
    if aim.startswith("window:"):
        return int(aim[7:]) in windows(state, state.hero(seat), word, squares)
    return any(option.value == aim and not option.barred for option in options(state, seat, word, squares))


def chosen_by(state: Table, seat: str, which: str, enemy: int | None = None) -> list[tuple[Hero, int, Enemy]]:
    """The enemies a card may mean by *which*."""
    own = state.hero(seat)
    if which == "this_enemy":
        there = state.find(enemy) if enemy is not None else None
        return [there] if there else []
    heroes = [own]
    if which == "own_or_neighbour_row":
        heroes += [state.hero(each) for each in state.neighbours(seat)]
    elif which == "any_row":
        heroes = [state.hero(each) for each in state.seats]
    found = [(hero, space, enemy) for hero in heroes for space, enemy in hero.enemies()]
    return [each for each in found if which != "own_melee" or in_melee_zone(each[1])]
