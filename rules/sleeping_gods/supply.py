"""The supply: every component the group does not own, and what happens when a kind runs out."""

from __future__ import annotations

from collections.abc import Mapping

from ..ask import ChooseOne, Option, Refusal, SplitAmount
from .asking import ask
from .effects import Payable
from .pack import Component
from .pack_checks import COUNTS
from .state import Campaign
from .words import FOOD, RESOURCES, STATUSES, Resource, plural

WORDS: dict[str, str] = {"any_food": "food", "any": "resources", "xp": "XP", "coins": "coins"}


def in_use(state: Campaign, kind: Component) -> int:
    """How many of a component lie on boards, cards and squares."""
    if kind == "command":
        players = sum(player.command for player in state.players.values())
        return players + sum(crew.command for crew in state.crew.values()) + sum(state.owned.values())
    if kind == "tired":
        return sum(crew.fatigue >= 1 for crew in state.crew.values())
    if kind == "exhausted":
        return sum(crew.fatigue >= 2 for crew in state.crew.values())
    if kind == "armor":
        return sum(len(foe.armor) for foe in state.combat.row) if state.combat else 0
    if kind == "search":
        return len(state.searched)
    for status in STATUSES:
        if kind == status:
            return sum(crew.statuses.count(status) for crew in state.crew.values())
    return sum(n for resource, n in state.resources.items() if resource == kind)


def left(state: Campaign, kind: Component) -> int | None:
    """How many are left in the supply; None where the pack sets no limit."""
    total = state.pack.board.supply.get(kind)
    return None if total is None else max(0, total - in_use(state, kind))


def at_most(state: Campaign, kind: Component, n: int) -> int:
    """As many of *n* as the supply can give."""
    there = left(state, kind)
    return n if there is None else min(n, there)


def search_tokens(state: Campaign) -> int:
    """How many search tokens there are in all; of a real copy however few were met."""
    if state.pack.about.private:
        return state.pack.board.supply.get("search", COUNTS["search_tokens"])
    return len(state.pack.search_tokens)


def stack_left(state: Campaign) -> int:
    """How many search tokens are left in the stack."""
    return max(0, search_tokens(state) - len(state.searched))


# ----- resources


def gain_resource(state: Campaign, kind: Resource, n: int) -> int:
    got = at_most(state, kind, n)
    state.resources[kind] = state.resources.get(kind, 0) + got
    short = f" ({n} were due, the supply has no more)" if got < n else ""
    state.say(f"The ship gains {plural(got, kind)}{short}.")
    return got


def return_resource(state: Campaign, kind: Resource, n: int) -> int:
    """Back to the supply, as many as there are."""
    gone = min(n, state.resources.get(kind, 0))
    state.resources[kind] = state.resources.get(kind, 0) - gone
    if gone:
        state.say(f"{plural(gone, kind)} returned to the supply.")
    return gone


def held(state: Campaign, kinds: tuple[Resource, ...]) -> int:
    return sum(state.resources.get(kind, 0) for kind in kinds)


async def lose_any(state: Campaign, kinds: tuple[Resource, ...], n: int, seat: str, why: str) -> int:
    """Return *n* resources of these kinds, as *seat* chooses; as many as there are."""
    there = {kind: state.resources.get(kind, 0) for kind in kinds if state.resources.get(kind, 0)}
    n = min(n, sum(there.values()))
    if not n:
        state.say(f"{why}: there is nothing to return.")
        return 0
    if len(there) == 1 or n == sum(there.values()):
        for kind in there:
            return_resource(state, kind, min(n, there[kind]))
        return n
    if n == 1:
        options = [
            Option(kind, kind, hint=f"{number} on board", slot=f"resource:{kind}") for kind, number in there.items()
        ]
        kind = await ask(state, lambda: ChooseOne(seat, f"{why}: return which resource?", options), "closed")
        return return_resource(state, kind, 1)
    split = await ask(state, lambda: SplitAmount(seat, f"{why}: return {n} resources.", n, _named(there)), "closed")
    for kind in there:
        return_resource(state, kind, split.get(kind, 0))
    return n


def _named(there: Mapping[Resource, int]) -> list[tuple[Option, int]]:
    return [(Option(kind, kind, slot=f"resource:{kind}"), number) for kind, number in there.items()]


# ----- command


def gain_command(state: Campaign, seat: str, n: int) -> int:
    """Command tokens from the supply, as many as it has."""
    got = at_most(state, "command", n)
    state.players[seat].command += got
    short = "" if got == n else f" of {n}: the supply has no more"
    state.say(f"{state.name(seat)} takes {got} command{short}.")
    return got


def lose_command(state: Campaign, seat: str, n: int) -> int:
    gone = min(n, state.players[seat].command)
    state.players[seat].command -= gone
    state.say(f"{state.name(seat)} returns {gone} command.")
    return gone


def lacks_command(state: Campaign, seat: str, cost: int, rule: str = "SG-170") -> Refusal | None:
    """Why *seat* cannot pay that much command, if so."""
    has = state.players[seat].command
    if has >= cost:
        return None
    return Refusal(rule, f"{state.name(seat)} has {has} command; this costs {cost}.")


# ----- paying


def lacks(state: Campaign, cost: Mapping[Payable, int], seat: str) -> Refusal | None:
    """Why the group (and *seat*, for command) cannot pay all of *cost*, if so."""
    owned = dict(state.resources)
    for kind, n in cost.items():
        if kind in ("command", "xp"):
            has = state.players[seat].command if kind == "command" else state.progress.xp
        elif kind == "any_food":
            has = sum(owned.get(food, 0) for food in FOOD) - sum(cost.get(food, 0) for food in FOOD)
        elif kind == "any":
            has = sum(owned.values()) - sum(n for each, n in cost.items() if each in (*RESOURCES, "any_food"))
        else:
            has = sum(number for each, number in owned.items() if each == kind)
        if has < n:
            return Refusal("SG-102", f"This takes {plural(n, WORDS.get(kind, kind))}; there is {max(has, 0)}.")
    return None


async def pay(state: Campaign, cost: Mapping[Payable, int], seat: str, why: str) -> None:
    """Pay all of *cost* to the supply; it was checked before that this is possible."""
    for kind, n in cost.items():
        if kind == "command":
            lose_command(state, seat, n)
        elif kind == "xp":
            state.progress.xp -= n
            state.say(f"{n} XP crossed off the log; {state.progress.xp} left.")
        for resource in RESOURCES:
            if kind == resource:
                return_resource(state, resource, n)
    if "any_food" in cost:
        await lose_any(state, FOOD, cost["any_food"], seat, why)
    if "any" in cost:
        await lose_any(state, RESOURCES, cost["any"], seat, why)
