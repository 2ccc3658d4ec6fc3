"""Relics: using and recharging them (AW-133 to AW-148, AW-R53 to AW-R56)."""

from __future__ import annotations

from rules.ask import EnterNumber, Option, Refusal, SplitAmount

from . import effects, events, honor
from .case import Case
from .pack import Relic
from .state import Awakening, Held


def relic(state: Awakening, held: Held) -> Relic:
    found = state.card(held.card)
    assert isinstance(found, Relic)
    return found


def cannot_use(state: Awakening, seat: str, held: Held) -> Refusal | None:
    """Once per turn each, with blocks on it (AW-136, AW-145, AW-146)."""
    card = relic(state, held)
    if held.card in state.now.relics_used:
        return Refusal("AW-145", f"{card.name} was already used this turn.")
    if held.blocks < card.cost_per_use:
        blocks = f"{card.cost_per_use} block{'s' * (card.cost_per_use != 1)}"
        there = "is 1" if held.blocks == 1 else f"are {held.blocks}"
        return Refusal("AW-146", f"{card.name} needs {blocks} on it; there {there}.")
    case, key = Case(seat, held.card), f"{seat}/{held.card}/power"
    return honor.can_pay_honor(state, seat, card.use_honor_cost) or effects.cannot(state, case, card.power, key)


async def use(state: Awakening, seat: str, held: Held) -> None:
    """A free action: blocks go from the relic to influence, then its power works (AW-R53)."""
    card = relic(state, held)
    state.now.relics_used.append(held.card)
    held.blocks -= card.cost_per_use
    state.players[seat].influence += card.cost_per_use
    state.say(f"{state.name(seat)} uses {card.name} ({held.blocks} of {card.charges} blocks left).")
    if card.use_honor_cost:
        await honor.lose_honor(state, seat, card.use_honor_cost, "Treachery")
    await effects.carry_out(state, Case(seat, held.card), card.power, f"{seat}/{held.card}/power")
    await events.happened(state, "relic_used", seat, "relic")


def can_recharge(state: Awakening, seat: str) -> list[Held]:
    """Relics below their charges; only empty ones as some tables play (AW-R55)."""
    depleted_only = state.toggle("recharge_depleted_only")
    return [
        held
        for held in state.players[seat].relics
        if held.blocks < relic(state, held).charges and not (depleted_only and held.blocks)
    ]


def cannot_recharge(state: Awakening, seat: str) -> Refusal | None:
    if not can_recharge(state, seat):
        return Refusal("AW-R55", "None of your relics can take a block.")
    if not state.players[seat].influence:
        return Refusal("AW-R55", "Recharging takes influence; you have 0.")
    return None


async def recharge(state: Awakening, seat: str, *, at_least: int = 0) -> None:
    """As many relics as wanted, as many blocks each as wanted (AW-147, AW-148).

    :param at_least: blocks that must be placed in all, where recharging is the whole action.
    """
    influence = state.players[seat].influence
    gaps = {held.card: relic(state, held).charges - held.blocks for held in can_recharge(state, seat)}
    most = min(influence, sum(gaps.values()))
    if len(gaps) == 1:
        [(only, _)] = gaps.items()
        there = f"It holds {state.players[seat].blocks_on(only)} of {state.players[seat].blocks_on(only) + gaps[only]}."
        text = f"{state.name(seat)}: how many blocks onto {state.title(only)}? {there}"
        loads = {only: await EnterNumber(seat, text, at_least, most, default=most, along=bool(at_least))}
    else:
        text = f"{state.name(seat)}: recharge your relics with up to {most} of your {influence} influence."
        among = [(Option(card, state.title(card)), gap) for card, gap in gaps.items()]
        keep = (Option("keep", "Keep as influence"), most - at_least)
        full = _filled(gaps, most)
        loads = await SplitAmount(seat, text, most, [*among, keep], default=full, along=bool(at_least))
    for card, number in loads.items():
        if card != "keep" and number:
            await load(state, seat, state.players[seat].held(card), number)


def _filled(gaps: dict[str, int], blocks: int) -> dict[str, int]:
    """One relic after the other, as far as the blocks go."""
    found: dict[str, int] = {}
    for card, gap in gaps.items():
        found[card] = min(gap, blocks - sum(found.values()))
    return {card: number for card, number in found.items() if number}


async def load(state: Awakening, seat: str, held: Held, number: int) -> None:
    """Influence onto a relic."""
    player = state.players[seat]
    card = relic(state, held)
    number = min(number, player.influence, card.charges - held.blocks)
    player.influence -= number
    held.blocks += number
    state.say(f"{state.name(seat)} recharges {card.name}: {held.blocks} of {card.charges} blocks.")
    if number:
        await events.happened(state, "relic_recharged", seat, "relic")
