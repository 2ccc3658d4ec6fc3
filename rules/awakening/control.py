"""Control of map tiles (AW-67 to AW-78, AW-R34 to AW-R40)."""

from __future__ import annotations

from rules.ask import Refusal

from . import events, honor, passives
from .state import Awakening
from .verbs import ModifyCost
from .words import TITLES

ON_TAKING = 2  # honor (AW-67)


def price(state: Awakening, seat: str, number: int) -> int:
    """One conviction for a free tile, two for another player's; a marker is always needed (AW-73, AW-74)."""
    base = 2 if state.control.get(number) else 1
    delta = sum(verb.delta for _, verb in passives.of(state, seat, ModifyCost) if verb.what == "control")
    return max(1, base + delta)


def cannot_take(state: Awakening, seat: str, number: int, conviction: int) -> Refusal | None:
    """What stands against taking a tile, however it is done."""
    if number not in state.tiles:
        return Refusal("AW-R13", f"H{number} is not revealed yet.")
    holder = state.control.get(number)
    if holder == seat:
        return Refusal("AW-R40", f"You already control {state.tile(number)}.")
    if holder and passives.protects(state, holder, "control"):
        return Refusal("AW-R84", f"{state.name(holder)} has a card that protects {state.tile(number)}.")
    have = state.players[seat].conviction
    if have < conviction:
        rule = "AW-74" if holder else "AW-73"
        return Refusal(rule, f"{state.tile(number)} takes {conviction} conviction; you have {have}.")
    return None


def cannot_control(state: Awakening, seat: str, number: int) -> Refusal | None:
    """The bonus action of one's turn: one adjacent tile, the one acted on if any was (AW-71, AW-72, AW-R36)."""
    turn = state.now
    if turn.controlled:
        return Refusal("AW-R36", f"You've already taken control of {state.tile(turn.controlled)} this turn.")
    if number not in state.adjacent(seat):
        return Refusal("AW-72", f"H{number} is not beside your space {state.players[seat].space}.")
    if turn.acted == "upgrade" and not state.toggle("control_with_block_upgrade"):
        return Refusal(
            "AW-R38", "You upgraded a block instead of acting; by your house rules you can't take control as well."
        )
    if turn.acted not in ("", "upgrade", str(number)) and not turn.same_tile_lifted:
        used = state.tile(int(turn.acted))
        return Refusal("AW-71", f"You acted on {used}; only that tile can be taken this turn.")
    return cannot_take(state, seat, number, price(state, seat, number))


async def control(state: Awakening, seat: str, number: int) -> None:
    """Before or after using the same tile, at any moment between steps (AW-76, AW-77, AW-R37)."""
    state.now.controlled = number
    await take(state, seat, number, price(state, seat, number))


async def take(state: Awakening, seat: str, number: int, conviction: int, *, gives_honor: bool = True) -> None:
    """The spent blocks: one marks the tile, any other returns to influence (AW-73 to AW-75)."""
    player = state.players[seat]
    if state.control.get(number):
        await lose(state, number)
    if conviction:
        player.conviction -= conviction
        player.influence += conviction - 1
    else:
        player.influence -= 1  # an effect that asks for no conviction still leaves a marker
    state.control[number] = seat
    state.say(f"{state.name(seat)} takes control of {state.tile(number)}.")
    if gives_honor:
        await honor.gain_honor(state, seat, ON_TAKING, "Control taken")
    await events.happened(state, "control_gained", seat, state.tiles[number], hex_=number)


async def lose(state: Awakening, number: int) -> None:
    """Only the marker goes back to its owner's influence (AW-78)."""
    holder = state.control.pop(number)
    state.players[holder].influence += 1
    state.say(f"{state.name(holder)} loses {TITLES[state.tiles[number]]} (H{number}); the block returns to influence.")
    await events.happened(state, "control_lost", holder, state.tiles[number], hex_=number)
