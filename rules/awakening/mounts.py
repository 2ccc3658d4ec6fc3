"""Mounts: each step faster, with honor (AW-100, AW-101, AW-180 to AW-187)."""

from __future__ import annotations

from rules.ask import Refusal

from . import attributes, events, honor
from .state import Awakening
from .words import MOUNTS

PRICE = 3  # strength (AW-180)


def price(state: Awakening, seat: str) -> list[dict[str, int]]:
    return attributes.prices(state, seat, ("command_post", "mount"), {"strength": PRICE})


def cannot_upgrade(state: Awakening, seat: str) -> Refusal | None:
    """There is no mount beyond the Giant Moth (AW-R47)."""
    speed = state.players[seat].speed
    if speed + 1 in MOUNTS:
        return None
    return Refusal("AW-R47", f"Your speed is {speed}; there is no faster mount than the {MOUNTS[5][0]}.")


async def upgrade(state: Awakening, seat: str) -> None:
    """The next higher speed tile and the honor printed on it (AW-181, AW-182)."""
    player = state.players[seat]
    player.speed += 1
    name, worth = MOUNTS[player.speed]
    state.say(f"{state.name(seat)} now rides the {name}: speed {player.speed}.")
    await honor.gain_honor(state, seat, worth, "Mounts")
    await events.happened(state, "mount_upgraded", seat)
