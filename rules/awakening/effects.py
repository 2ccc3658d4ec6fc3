"""Card effects: when they may be used, what they cost, and carrying out their verbs in order."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from rules.ask import ChooseOne, Option, Refusal

from . import attributes, choose, counts, do_blocks, do_cards, do_map, honor, vain
from .case import Case
from .pack import Trait
from .state import Awakening
from .terms import Zone
from .verbs import (
    ChooseEffect,
    CountAs,
    Effect,
    EndGameBonus,
    ForEach,
    If,
    May,
    ModifyCost,
    ModifyGain,
    ModifyOwnerBonus,
    MoveBlocks,
    Pay,
    PayAttribute,
    PayHonor,
    Payment,
    Repeat,
    Sequence,
    Verb,
)

Doing = Callable[[Awakening, Case, Any], Awaitable[None]]


# May it be used?


def cannot(state: Awakening, case: Case, effect: Effect, key: str) -> Refusal | None:
    """Its limit, its condition, its price, or that it would do nothing stand against it."""
    name = state.title(case.card)
    if effect.limit == "once_per_turn" and state.turn and key in state.turn.used:
        return Refusal("AW-R84", f"{name} works once per turn and was used.")
    if effect.limit == "once_per_game" and key in state.players[case.seat].spent:
        return Refusal("AW-R84", f"{name} works once per game and was used.")
    if effect.only_if and not counts.holds(state, effect.only_if, case.seat, case.other, case.hex_):
        return Refusal("AW-R84", f"{name} doesn't apply now.")
    found = state.pack.card(case.card)
    if isinstance(found, Trait) and effect.window == "on_event":
        poor = honor.can_pay_honor(state, case.seat, found.use_honor_cost)
        if poor:
            return poor
    return cannot_pay(state, case, effect.cost) or vain.in_vain(state, case, effect.do)


def cannot_pay(state: Awakening, case: Case, cost: tuple[Payment, ...]) -> Refusal | None:
    """Every part of a price must be covered in full; what is paid twice must be there twice."""
    player = state.players[case.seat]
    needed: dict[str, int] = {}
    blocks: dict[Zone, int] = {}
    poor = honor.can_pay_honor(state, case.seat, sum(part.amount for part in cost if isinstance(part, PayHonor)))
    if poor:
        return poor
    for part in cost:
        match part:
            case PayAttribute():
                allowed = choose.attributes_of(state, part.attr)
                if len(allowed) == 1:
                    needed[allowed[0]] = needed.get(allowed[0], 0) + part.amount
                elif not any(player.has(attr) >= part.amount for attr in allowed):
                    return Refusal("AW-81", f"This takes {part.amount} of one attribute; you have fewer of each.")
            case MoveBlocks():
                number = do_blocks.price(state, case, part)
                blocks[part.source] = blocks.get(part.source, 0) + number
                there, asked = do_blocks.lying(state, case, case.seat, part.source), blocks[part.source]
                if there < asked:
                    return Refusal("AW-R22", f"This takes {asked} from {part.source.zone}; you have {there}.")
                if do_blocks.room(state, case, case.seat, part.target) < number:
                    return Refusal("AW-R22", f"There is no room for {number} on a {part.target.zone}.")
    return attributes.cannot_pay(state, case.seat, [needed], "AW-81") if needed else None


async def pay(state: Awakening, case: Case, cost: tuple[Payment, ...]) -> None:
    """The whole price before the effect (AW-R18)."""
    player = state.players[case.seat]
    for part in cost:
        match part:
            case PayHonor():
                await honor.lose_honor(state, case.seat, part.amount, "Prices paid")
            case PayAttribute():
                enough = [attr for attr in choose.attributes_of(state, part.attr) if player.has(attr) >= part.amount]
                text = f"{state.name(case.seat)}: pay {part.amount} of which attribute?"
                attr = await choose.one(state, case.seat, text, enough)
                state.say(f"{state.name(case.seat)} uses {part.amount} {attr}.")
                await attributes.use(state, case.seat, attr, part.amount)
            case MoveBlocks():
                await do_blocks.move_blocks(state, case, part, at_least=do_blocks.price(state, case, part))


# Carrying it out


async def offer(state: Awakening, case: Case, effect: Effect, key: str) -> None:
    """Carry it out, or ask first where it is optional; nothing if it cannot be."""
    if cannot(state, case, effect, key):
        return
    if effect.optional:
        card = state.pack.card(case.card)
        options = (Option("yes", f"Use {card.name}"), Option("no", "Let it pass"))
        text = f"{state.name(case.seat)}: use {card.name}? {card.text}"
        if await ChooseOne(case.seat, text, options, default="yes") == "no":
            return
    await carry_out(state, case, effect, key)


async def carry_out(state: Awakening, case: Case, effect: Effect, key: str) -> None:
    """Note the use, pay, then do each verb."""
    if effect.limit == "once_per_turn" and state.turn:
        state.turn.used.append(key)
    if effect.limit == "once_per_game":
        state.players[case.seat].spent.append(key)
    found = state.pack.card(case.card)
    if isinstance(found, Trait) and effect.window == "on_event" and found.use_honor_cost:
        await honor.lose_honor(state, case.seat, found.use_honor_cost, "Treachery")
    await pay(state, case, effect.cost)
    await run(state, case, effect.do)


async def run(state: Awakening, case: Case, verbs: tuple[Verb, ...]) -> None:
    for verb in verbs:
        await DO[type(verb)](state, case, verb)


async def _sequence(state: Awakening, case: Case, verb: Sequence) -> None:
    await run(state, case, verb.do)


async def _choose_one(state: Awakening, case: Case, verb: ChooseEffect) -> None:
    options = [Option(number, choice.label) for number, choice in enumerate(verb.options)]
    number = await ChooseOne(case.seat, f"{state.name(case.seat)}: {state.title(case.card)}: choose one.", options)
    await run(state, case, verb.options[number].do)


async def _may(state: Awakening, case: Case, verb: May) -> None:
    text = f"{state.name(case.seat)}: {verb.text or state.title(case.card) + ': do it?'}"
    if await ChooseOne(case.seat, text, (Option("yes", "Yes"), Option("no", "No")), default="yes") == "yes":
        await run(state, case, verb.do)


async def _if(state: Awakening, case: Case, verb: If) -> None:
    fulfilled = counts.holds(state, verb.condition, case.seat, case.other, case.hex_)
    await run(state, case, verb.then if fulfilled else verb.otherwise)


async def _repeat(state: Awakening, case: Case, verb: Repeat) -> None:
    """As often as wanted, at most so often, and as long as it can be paid."""
    for number in range(verb.up_to):
        if cannot_pay(state, case, verb.cost):
            return
        text = f"{state.name(case.seat)}: {state.title(case.card)}{' once more' if number else ''}?"
        if await ChooseOne(case.seat, text, (Option("yes", "Yes"), Option("stop", "Stop here"))) == "stop":
            return
        await pay(state, case, verb.cost)
        await run(state, case, verb.do)


async def _pay(state: Awakening, case: Case, verb: Pay) -> None:
    """Pay or let it be."""
    poor = cannot_pay(state, case, verb.cost)
    text = f"{state.name(case.seat)}: pay for {state.title(case.card)}?"
    if await ChooseOne(case.seat, text, (Option("yes", "Pay", poor), Option("no", "Do not pay"))) == "yes":
        await pay(state, case, verb.cost)
        await run(state, case, verb.then)


async def _for_each(state: Awakening, case: Case, verb: ForEach) -> None:
    for seat in await choose.players(state, case, verb.who):
        await run(state, choose.about(case, seat), verb.do)


async def _standing(state: Awakening, case: Case, verb: Any) -> None:
    """Works as long as the card lies there; see passives and mastery."""


async def _end_bonus(state: Awakening, case: Case, verb: EndGameBonus) -> None:
    raise AssertionError("end-game bonuses are counted by the scoring")


DO: dict[type, Doing] = {
    Sequence: _sequence,
    ChooseEffect: _choose_one,
    May: _may,
    If: _if,
    Repeat: _repeat,
    Pay: _pay,
    ForEach: _for_each,
    ModifyCost: _standing,
    ModifyGain: _standing,
    ModifyOwnerBonus: _standing,
    CountAs: _standing,
    EndGameBonus: _end_bonus,
    **do_blocks.DO,
    **do_map.DO,
    **do_cards.DO,
}
"""What each verb does."""
