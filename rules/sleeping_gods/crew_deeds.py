"""Effects on crew members, and on the attack or challenge under way."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ..ask import ChooseOne, Option, SplitAmount
from .asking import ask
from .conditions import amount
from .crew import (
    choose_crew,
    crew_option,
    evenly,
    gain_fatigue,
    gain_status,
    heal,
    hurt,
    lose_fatigue,
    lose_status,
    participants_first,
    set_health,
    somebody_gains,
    spread_damage,
)
from .reading import know_health
from .resolve import Deed, acting
from .state import FATIGUE_LIMIT, Campaign, Context
from .words import Status


def yours(state: Campaign, seat: str) -> list[str]:
    """RULING SG-R28: a player's own crew, and the captain on their turn."""
    return state.crew_of(seat)


def group(state: Campaign, effect: Any, context: Context) -> list[str] | None:
    """The crew members an effect speaks of where nobody chooses; None where somebody does."""
    match effect.who:
        case "self":
            return [context.crew] if context.crew else None
        case "attacker":
            attack = state.combat.attack if state.combat else None
            return [attack.crew] if attack else []
        case "named":
            return [effect.crew]
        case "each_crew":
            return list(state.crew)
        case "each_participant":
            return list(context.participants)
    return None


def candidates(state: Campaign, effect: Any, context: Context) -> list[str]:
    """Among whom an effect lets somebody choose."""
    if effect.who == "one_yours":
        return yours(state, acting(state, context))
    if effect.who == "participants_first" and context.participants:
        return list(context.participants)
    return list(state.crew)


async def _damage(state: Campaign, effect: Any, context: Context) -> None:
    n = amount(state, effect.n, context)
    if n <= 0:
        return
    why, seat = context.source or "Damage", state.active
    whole = group(state, effect, context)
    if whole is not None:
        for crew in whole:
            await hurt(state, crew, n)
    elif effect.who == "participants_first":
        await participants_first(state, context.participants, n, seat, why)
    elif effect.who == "one_per_player":
        for each in state.order:
            standing = [crew for crew in yours(state, each) if state.up(crew)]
            one = await choose_crew(state, each, f"{why}: who takes {n} damage?", standing)
            if one:
                await hurt(state, one, n)
    elif effect.who in ("one_any", "one_yours"):
        standing = [crew for crew in candidates(state, effect, context) if state.up(crew)]
        text = f"{why}: who takes {n} damage?"
        one = await choose_crew(state, seat, text, standing, along=context.chosen and seat == acting(state, context))
        if one:
            await hurt(state, one, n)
    else:
        await spread_damage(state, list(state.crew), n, seat, why)


async def _each_or_chosen(
    state: Campaign,
    effect: Any,
    context: Context,
    text: str,
    useful: Sequence[str],
    best: Callable[[str], Any] | None = None,
) -> list[str]:
    """Who is meant, choosing where there is a choice; only those for whom it does something.

    :param best: who is usually chosen, as in `choose_crew`.
    """
    whole = group(state, effect, context)
    if whole is not None:
        return [crew for crew in whole if crew in useful]
    if effect.who == "one_per_player":
        chosen = []
        for seat in state.order:
            among = [crew for crew in yours(state, seat) if crew in useful]
            one = await choose_crew(state, seat, text, among, best=best, along=context.chosen)
            if one:
                chosen.append(one)
        return chosen
    among = [crew for crew in candidates(state, effect, context) if crew in useful]
    one = await choose_crew(state, acting(state, context), text, among, best=best, along=context.chosen)
    return [one] if one else []


async def _share(state: Campaign, context: Context, text: str, n: int, limits: dict[str, int]) -> dict[str, int]:
    """Share *n* out among crew members, each up to a limit; as much as fits, or less if they like."""
    limits = {crew: most for crew, most in limits.items() if most}
    most = min(n, sum(limits.values()))
    if most == sum(limits.values()):
        return limits
    seat = acting(state, context)
    pairs = [(crew_option(state, crew), room) for crew, room in limits.items()]
    usual = evenly(most, limits)
    return dict(await ask(state, lambda: SplitAmount(seat, text, most, pairs, default=usual, along=context.chosen)))


async def _restore_health(state: Campaign, effect: Any, context: Context) -> None:
    n = amount(state, effect.n, context)
    hurt_ones = [crew for crew in state.crew if state.crew[crew].damage]
    if not hurt_ones:
        state.say(f"{context.source}: nobody has damage.")
        return
    if effect.spread or effect.who == "spread_any":
        among = group(state, effect, context) or candidates(state, effect, context)
        limits = {crew: state.crew[crew].damage for crew in among}
        text = f"{context.source}: share out {n} health restored."
        for crew, part in (await _share(state, context, text, n, limits)).items():
            heal(state, crew, part)
        return
    text = f"{context.source}: who gets {n} health back?"
    for crew in await _each_or_chosen(state, effect, context, text, hurt_ones, lambda each: state.crew[each].damage):
        heal(state, crew, n)


async def _set_health(state: Campaign, effect: Any, context: Context) -> None:
    n = amount(state, effect.n, context)
    text = f"{context.source}: who is set to {n} health?"
    for crew in await _each_or_chosen(state, effect, context, text, list(state.crew)):
        await know_health(state, [crew])
        set_health(state, crew, n)


async def _gain_fatigue(state: Campaign, effect: Any, context: Context) -> None:
    n = amount(state, effect.n, context)
    fresh = [crew for crew in state.crew if state.crew[crew].fatigue < FATIGUE_LIMIT]
    if effect.spread or effect.who == "spread_any":
        limits = {crew: FATIGUE_LIMIT - state.crew[crew].fatigue for crew in fresh}
        for crew, part in (
            await _share(state, context, f"{context.source}: share out {n} fatigue.", n, limits)
        ).items():
            gain_fatigue(state, crew, part)
        return
    text = f"{context.source}: who gains {n} fatigue?"
    for crew in await _each_or_chosen(state, effect, context, text, fresh, lambda each: -state.crew[each].fatigue):
        gain_fatigue(state, crew, n)


async def _remove_fatigue(state: Campaign, effect: Any, context: Context) -> None:
    n = amount(state, effect.n, context)
    tired = [crew for crew in state.crew if state.crew[crew].fatigue]
    if not tired:
        state.say(f"{context.source}: nobody has fatigue.")
        return
    if effect.spread or effect.who == "spread_any":
        limits = {crew: state.crew[crew].fatigue for crew in tired}
        text = f"{context.source}: who loses {n} fatigue?"
        for crew, part in (await _share(state, context, text, n, limits)).items():
            lose_fatigue(state, crew, part)
        return
    text = f"{context.source}: who loses {n} fatigue?"
    for crew in await _each_or_chosen(state, effect, context, text, tired, lambda each: state.crew[each].fatigue):
        lose_fatigue(state, crew, n)


async def _gain_status(state: Campaign, effect: Any, context: Context) -> None:
    whole = group(state, effect, context)
    if whole is not None:
        for crew in whole:
            gain_status(state, crew, effect.status)
    elif effect.who == "one_per_player":
        for seat in state.order:
            await somebody_gains(state, yours(state, seat), effect.status, seat, context.source)
    else:
        among = candidates(state, effect, context)
        if effect.who == "one_yours" and state.toggle("status_to_participants") and context.participants:
            among = list(context.participants)
        seat = acting(state, context)
        await somebody_gains(state, among, effect.status, seat, context.source, along=context.chosen)


async def _remove_status(state: Campaign, effect: Any, context: Context) -> None:
    def has(crew: str) -> list[Status]:
        held = dict.fromkeys(state.crew[crew].statuses)
        return [status for status in held if effect.status in (status, "any")]

    seat = acting(state, context)
    whole = group(state, effect, context)
    if whole is not None and effect.who != "self":
        for crew in whole:
            for status in has(crew):
                lose_status(state, crew, status)
        return
    among = whole if whole is not None else candidates(state, effect, context)
    options = [
        Option(f"{crew}:{status}", f"{state.called(crew)}: {status}", slot=f"crew:{crew}")
        for crew in among
        for status in has(crew)
    ]
    if not options:
        state.say(f"{context.source}: there is no such status to remove.")
        return
    value = options[0].value
    if len(options) > 1:
        value = await ask(state, lambda: ChooseOne(seat, f"{context.source}: remove which status?", options))
    crew, _, name = str(value).rpartition(":")
    lose_status(state, crew, next(each for each in has(crew) if each == name))


# ----- into the draw, the total, the attack


async def _skill_bonus(state: Campaign, effect: Any, context: Context) -> None:
    if state.trial is None or effect.window != "after_fate":
        return
    n = amount(state, effect.n, context)
    state.trial.bonus += n
    state.say(f"+{n} {state.trial.skill} from {context.source}.")


async def _fate_plus(state: Campaign, effect: Any, context: Context) -> None:
    if state.fate is not None:
        state.fate.plus += effect.n
        state.say(f"Fate is now {state.fate.value}.")


async def _redraw_fate(state: Campaign, effect: Any, context: Context) -> None:
    from .fate import redraw

    if state.fate is not None:
        await redraw(state, effect.keep)


async def _attack_bonus(state: Campaign, effect: Any, context: Context) -> None:
    attack = state.combat.attack if state.combat else None
    if attack is None:
        return
    if effect.do == "attack_accuracy":
        attack.accuracy += effect.n
        state.say(f"+{effect.n} accuracy.")
    else:
        attack.damage += effect.n
        state.say(f"+{effect.n} damage.")


async def _block(state: Campaign, effect: Any, context: Context) -> None:
    if state.combat:
        state.combat.shield += effect.n
        state.say(f"{effect.n} block.")


async def _enemy_damage(state: Campaign, effect: Any, context: Context) -> None:
    from .attack import damage_outside_attack

    await damage_outside_attack(state, effect, acting(state, context))


async def _combat_action(state: Campaign, effect: Any, context: Context) -> None:
    if state.combat is None:
        return
    seat = acting(state, context)
    state.combat.tokens[seat] = state.combat.tokens.get(seat, 0) + effect.n
    state.combat.done = [each for each in state.combat.done if each != seat]
    state.say(f"{state.name(seat)} gets {effect.n} more combat action this round.")


async def _combo(state: Campaign, effect: Any, context: Context) -> None:
    from .grid import gain_combo

    if state.combat:
        if effect.do == "gain_combo":
            gain_combo(state, effect.n)
        else:
            state.combat.combo = max(0, state.combat.combo - effect.n)
            state.say(f"Combo points: {state.combat.combo}.")


async def _enemy_heal(state: Campaign, effect: Any, context: Context) -> None:
    from .enemy_phase import regenerate

    if state.combat and context.foe >= 0:
        places = [context.foe] if effect.target == "self" else [context.foe - 1, context.foe + 1]
        for place in places:
            if 0 <= place < len(state.combat.row):
                for _ in range(effect.n):
                    await regenerate(state, place)


DEEDS: dict[str, Deed] = {
    "damage": _damage,
    "restore_health": _restore_health,
    "set_health": _set_health,
    "gain_fatigue": _gain_fatigue,
    "remove_fatigue": _remove_fatigue,
    "gain_status": _gain_status,
    "remove_status": _remove_status,
    "skill_bonus": _skill_bonus,
    "fate_plus": _fate_plus,
    "redraw_fate": _redraw_fate,
    "attack_accuracy": _attack_bonus,
    "attack_damage": _attack_bonus,
    "block": _block,
    "enemy_damage": _enemy_damage,
    "combat_action": _combat_action,
    "gain_combo": _combo,
    "lose_combo": _combo,
    "enemy_heal": _enemy_heal,
}
