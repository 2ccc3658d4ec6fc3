"""Card texts no verb can say: the table carries them out and enters what changed (AW-R85)."""

from __future__ import annotations

from dataclasses import replace

from rules.last_time import LastTime, key
from rules.sheet import Field, by_hand

from . import cards, honor, telling, travel
from .pack import opened
from .state import Awakening


async def carry_out(state: Awakening, seat: str, name: str, text: str) -> None:
    """Show the text, take what changed, and let follow whatever follows from it by the rules."""
    state.say(f"{name}: {text}")
    await enter(state, seat, f"{state.name(seat)}: do what {name} says. {text}", name)


def last(state: Awakening, name: str) -> LastTime | None:
    """What changed when this was carried out before, in this game or an earlier one."""
    known = key(name)
    return state.last_time.get(known) or opened(state.setup.pack).last_time.get(known)


WHICH = Field("which_card", "which one it is", "The card", "one", "", put=lambda state, value: None)
"""Whoever says so need not say it again: what changed is known when that card is carried out the next time."""


async def any_card(state: Awakening, seat: str) -> None:
    """A card before a player, whichever it is."""
    cards = [("", "any card"), *((card, state.title(card)) for card in telling.by_hand(state, seat))]
    text = f"{state.name(seat)}: do what your card says."
    await enter(state, seat, text, which=replace(WHICH, choices=tuple(cards)))


async def enter(state: Awakening, seat: str, text: str, name: str = "", which: Field | None = None) -> None:
    """The table did what *text* says: what changed, and what follows from that.

    :param name: by which it is known when it comes again; empty if by none.
    :param which: of several, to be told on the sheet.
    """
    again = last(state, name) if name and state.is_own else None
    likely = [state.name(seat), *([which.group] if which else [])]
    changed = await by_hand(state, seat, text, likely=likely, last=again, besides=(which,) if which else ())
    if card := changed.now.get(WHICH.path):
        name, again = state.title(card), None
    if name and state.is_own and changed.again != (again or LastTime()):
        state.last_time[key(name)] = changed.again
    for whose in state.seats:
        before = changed.was.get(f"players.{whose}.honor")
        if before is not None:
            await honor.settle(state, whose, before)
        if f"players.{whose}.space" in changed.was:
            await travel.put_down(state, whose, state.players[whose].space)
    for stack in state.stacks:
        await cards.turn_up(state, seat, stack)


def done_before(state: Awakening, seat: str) -> list[str]:
    """The cards before a player whose texts only the table knows and that were carried out before."""
    return [card for card in telling.by_hand(state, seat) if last(state, state.title(card)) is not None]
