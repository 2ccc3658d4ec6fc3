"""Effects on the ship, its stores, the log, the event deck and the voyage."""

from __future__ import annotations

from typing import Any

from ..ask import ChooseOne, Option
from .asking import ask
from .conditions import amount, holds
from .failure import change_morale, damage_ship, repair
from .resolve import Deed, acting
from .state import Campaign, Context, Stays
from .supply import gain_resource, left, lose_any, return_resource
from .words import FOOD, RESOURCES


async def _gain_resource(state: Campaign, effect: Any, context: Context) -> None:
    kind, n = effect.kind, amount(state, effect.n, context)
    if kind is None:
        options = [Option(each, f"{n} {each}", hint=_supply(state, each)) for each in effect.choice]
        seat = acting(state, context)
        kind = await ask(state, lambda: ChooseOne(seat, f"{context.source}: gain which?", options))
    gain_resource(state, kind, n)


def _supply(state: Campaign, kind: Any) -> str:
    there = left(state, kind)
    return "" if there is None else f"{there} in the supply"


async def _lose_resource(state: Campaign, effect: Any, context: Context) -> None:
    n = amount(state, effect.n, context)
    if effect.kind in ("any", "food"):
        kinds = RESOURCES if effect.kind == "any" else FOOD
        await lose_any(state, kinds, n, state.active, context.source or "Lost")
    elif not return_resource(state, effect.kind, n):
        state.say(f"{context.source}: there is no {effect.kind} to lose.")


async def _gain_morale(state: Campaign, effect: Any, context: Context) -> None:
    await change_morale(state, amount(state, effect.n, context))


async def _lose_morale(state: Campaign, effect: Any, context: Context) -> None:
    await change_morale(state, -amount(state, effect.n, context))


async def _ship_damage(state: Campaign, effect: Any, context: Context) -> None:
    await damage_ship(state, amount(state, effect.n, context))


async def _repair(state: Campaign, effect: Any, context: Context) -> None:
    repair(state, amount(state, effect.n, context))


# ----- the log


async def _gain_xp(state: Campaign, effect: Any, context: Context) -> None:
    n = amount(state, effect.n, context)
    state.progress.xp += n
    state.say(f"The crew gains {n} XP: note it on the log; {state.progress.xp} in all.")


async def _spend_xp(state: Campaign, effect: Any, context: Context) -> None:
    n = min(amount(state, effect.n, context), state.progress.xp)
    state.progress.xp -= n
    state.say(f"{n} XP crossed off the log; {state.progress.xp} left.")


async def _gain_feared(state: Campaign, effect: Any, context: Context) -> None:
    state.progress.feared = max(0, state.progress.feared + effect.n)
    state.say(f"Feared: {state.progress.feared}.")


async def _gain_revered(state: Campaign, effect: Any, context: Context) -> None:
    state.progress.revered = max(0, state.progress.revered + effect.n)
    state.say(f"Revered: {state.progress.revered}.")


async def _note(state: Campaign, effect: Any, context: Context) -> None:
    state.progress.notes.append(effect.text)
    state.say(f"Noted in the log: {effect.text}")


async def _mark_achievement(state: Campaign, effect: Any, context: Context) -> None:
    mark_achievement(state, effect.achievement)


def mark_achievement(state: Campaign, achievement: str) -> None:
    if achievement not in state.progress.achievements:
        state.progress.achievements.append(achievement)
        sheet = state.pack.achievements
        name = sheet[achievement].name if achievement in sheet else achievement
        state.say(f"Mark {name} on the achievement sheet.")
        if achievement in sheet and sheet[achievement].unlocks_mode:
            state.say(f"That unlocks {sheet[achievement].unlocks_mode} mode.")


async def _gain_totem(state: Campaign, effect: Any, context: Context) -> None:
    from .events import find_totem

    find_totem(state, effect.totem)


# ----- quests


async def _gain_quest(state: Campaign, effect: Any, context: Context) -> None:
    from .describe import name_quest
    from .story import gain_quest

    if effect.number not in state.pack.quests:  # an owner's copy may speak of one that nobody has met
        await name_quest(state, acting(state, context), effect.number)
    gain_quest(state, effect.number)


async def _lose_quest(state: Campaign, effect: Any, context: Context) -> None:
    from .story import put_away_quest

    put_away_quest(state, effect.number, "completed" if effect.do == "complete_quest" else "lost")


# ----- events and the voyage


async def _discard_events(state: Campaign, effect: Any, context: Context) -> None:
    from .events import discard_events

    await discard_events(state, amount(state, effect.n, context))


async def _add_events(state: Campaign, effect: Any, context: Context) -> None:
    from .events import add_events

    add_events(state, effect.tier, amount(state, effect.n, context), effect.place)


async def _stay_in_play(state: Campaign, effect: Any, context: Context) -> None:
    """The event lies beside the deck; it goes when what it waits for happens."""
    if effect.until == "condition" and holds(state, effect.condition):
        return
    event = state.events.used[-1] if state.events.used and state.events.used[-1] in state.pack.events else ""
    if event:
        state.events.used.remove(event)
        state.events.in_play.append(event)
    state.stays.append(
        Stays(event=event, until=effect.until, each_turn=list(effect.each_turn), condition=effect.condition)
    )
    state.say(f"{context.source} stays in play. {effect.text}".strip())


async def _move_ship(state: Campaign, effect: Any, context: Context) -> None:
    from .travel import move_freely

    await move_freely(state, effect, context)


async def _free_action(state: Campaign, effect: Any, context: Context) -> None:
    from .actions import take_action

    await take_action(state, effect.action, acting(state, context), free=True)


async def _extra_action(state: Campaign, effect: Any, context: Context) -> None:
    n = amount(state, effect.n, context)
    state.actions_left = max(0, state.actions_left + (n if effect.do == "extra_action" else -n))
    state.say(f"Actions left this turn: {state.actions_left}.")


async def _search(state: Campaign, effect: Any, context: Context) -> None:
    from .actions import search

    await search(state, acting(state, context), effect.n, effect.keep)


async def _draw_market(state: Campaign, effect: Any, context: Context) -> None:
    from .market import trade

    await trade(state, acting(state, context), effect.n, effect.discount)


async def _look(state: Campaign, effect: Any, context: Context) -> None:
    from .looking import look

    await look(state, effect, acting(state, context))


DEEDS: dict[str, Deed] = {
    "gain_resource": _gain_resource,
    "lose_resource": _lose_resource,
    "gain_morale": _gain_morale,
    "lose_morale": _lose_morale,
    "ship_damage": _ship_damage,
    "repair": _repair,
    "gain_xp": _gain_xp,
    "spend_xp": _spend_xp,
    "gain_feared": _gain_feared,
    "gain_revered": _gain_revered,
    "note": _note,
    "mark_achievement": _mark_achievement,
    "gain_totem": _gain_totem,
    "gain_quest": _gain_quest,
    "lose_quest": _lose_quest,
    "complete_quest": _lose_quest,
    "discard_events": _discard_events,
    "add_events": _add_events,
    "stay_in_play": _stay_in_play,
    "move_ship": _move_ship,
    "free_action": _free_action,
    "extra_action": _extra_action,
    "lose_action": _extra_action,
    "search": _search,
    "draw_market": _draw_market,
    "discover_card_look": _look,
}
