"""Tests that cards and stories make, and amounts they count."""

from __future__ import annotations

from collections.abc import Iterable

from ..ask import Refusal
from .effects import Amount, Effect
from .requirements import Condition
from .state import Campaign, Context
from .supply import held, lacks
from .words import FOOD


def holds(state: Campaign, condition: Condition | None) -> bool:
    """Whether a condition is met now."""
    if condition is None:
        return True
    match condition.test:
        case "resource":
            kinds = FOOD if condition.kind == "any_food" else (condition.kind,)
            return held(state, kinds) >= condition.at_least
        case "adventure":
            return condition.number in state.owned
        case "totem":
            return condition.totem in state.progress.totems
        case "keyword":
            return condition.keyword in state.keywords
        case "mode":
            return state.mode == condition.mode
        case "status":
            crew = [condition.crew] if condition.crew else list(state.crew)
            return any(condition.status in state.crew[each].statuses for each in crew)
        case "not":
            return not holds(state, condition.condition)
        case "all_of":
            return all(holds(state, each) for each in condition.conditions)
        case "any_of":
            return any(holds(state, each) for each in condition.conditions)
        case _:
            value = measure(state, condition.test)
            low = condition.at_least is None or value >= condition.at_least
            return low and (condition.at_most is None or value <= condition.at_most)


def measure(state: Campaign, what: str) -> int:
    """Something the table counts."""
    return {
        "morale": lambda: state.ship.morale,
        "ship_health": lambda: state.ship.health,
        "totems": lambda: len(state.progress.totems),
        "feared": lambda: state.progress.feared,
        "revered": lambda: state.progress.revered,
        "xp": lambda: state.progress.xp,
        "players": lambda: len(state.order),
        "page": lambda: state.page,
        "deck": lambda: state.events.number,
        "crew_down": lambda: len(state.crew) - len(state.standing),
        "quests": lambda: len(state.quests),
    }[what]()


def amount(state: Campaign, n: Amount, context: Context) -> int:
    """How much: a number, or something counted at this moment."""
    if isinstance(n, int):
        return n
    if n == "difference":
        return context.difference
    if n == "fate":
        return context.fate
    what = n.removeprefix("count:")
    return len(context.participants) if what == "participants" else measure(state, what)


def unpayable(state: Campaign, effects: Iterable[Effect], seat: str) -> Refusal | None:
    """Why an option that begins with these cannot be taken, if so: its price or its keyword is missing."""
    for effect in effects:
        if effect.do == "pay":
            short = lacks(state, effect.cost, seat)
            if short:
                return short
        if effect.do == "require_keyword" and effect.keyword not in state.keywords:
            # the keyword itself stays a secret until a quest shows it
            return Refusal("SG-287", "You do not have the keyword this needs.")
    return None


def says(condition: Condition) -> str:
    """Why a condition is not met, in words."""
    match condition.test:
        case "resource":
            return f"needs {condition.at_least} {condition.kind.replace('_', ' ')}"
        case "adventure":
            return "needs a card you do not own"
        case "totem" | "keyword":
            return "needs something you have not found"
        case "mode":
            return f"only in {condition.mode} mode"
        case "status":
            return f"needs somebody with {condition.status}"
        case "not" | "all_of" | "any_of":
            return "is not possible now"
        case _:
            span = (
                f"at least {condition.at_least}" if condition.at_least is not None else f"at most {condition.at_most}"
            )
            return f"needs {condition.test.replace('_', ' ')} {span}"
