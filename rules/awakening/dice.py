"""The white attribute die and the black counter-attack die (AW-28, AW-R50, AW-R63)."""

from __future__ import annotations

from rules.chance import RollDice

from . import events
from .state import Awakening


def faces(state: Awakening, die: str) -> tuple[str, ...]:
    return state.pack.attribute_die if die == "white" else state.pack.counterattack_die


async def roll(state: Awakening, seat: str, die: str) -> str:
    """The face that counts, once cards that change it have spoken."""
    await throw(state, seat, die)
    await events.happened(state, "die_rolled", seat, die, state.rolled)
    face, state.rolled = state.rolled, ""
    return face


async def throw(state: Awakening, seat: str, die: str) -> None:
    """One throw; the box throws at the press of a button, or the real die is read."""
    text = f"{state.name(seat)}: roll the {die} die."
    by_hand = not state.setup.box_holds("dice")
    [face] = await RollDice(seat, text, [(f"{die} die", faces(state, die))], slot=f"{die} die", from_table=by_hand)
    state.rolled = face
    state.say(f"The {die} die shows {face}.")
