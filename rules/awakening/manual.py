"""Card texts no verb can say: the table carries them out and enters what changed (AW-R85)."""

from __future__ import annotations

from rules.sheet import by_hand

from . import cards, honor, travel
from .state import Awakening


async def carry_out(state: Awakening, seat: str, name: str, text: str) -> None:
    """Show the text, take what changed, and let follow whatever follows from it by the rules."""
    state.say(f"{name}: {text}")
    await enter(state, seat, f"{state.name(seat)}: carry out {name}: {text}")


async def enter(state: Awakening, seat: str, text: str) -> None:
    """The table did what *text* says: what changed, and what follows from that."""
    changed = await by_hand(state, seat, text, likely=[state.name(seat)])
    for whose in state.seats:
        before = changed.was.get(f"players.{whose}.honor")
        if before is not None:
            await honor.settle(state, whose, before)
        if f"players.{whose}.space" in changed.was:
            await travel.put_down(state, whose, state.players[whose].space)
    for stack in state.stacks:
        await cards.turn_up(state, seat, stack)
