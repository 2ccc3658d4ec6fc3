"""At any time: everybody can agree to end it (HL-26)."""

from __future__ import annotations

from rules.ask import ChooseOne, Option, ask_each

from . import lights
from .state import HarbourLights

PORT = "port"


def asides(game: HarbourLights, seat: str) -> tuple[Option, ...]:
    return () if game.result or not game.turn else (Option(PORT, "Offer to end it now"),)


async def put_into_port(game: HarbourLights, seat: str) -> None:
    game.say(f"{game.name(seat)} offers to end it now.")
    text = f"{game.name(seat)} offers to end the game now and count the light. Do you agree?"
    options = (Option("yes", "End it now"), Option("no", "Play on"))
    others = [other for other in game.setup.seats if other != seat]
    said = await ask_each(ChooseOne(other, text, options) for other in others)
    against = [game.name(other) for other, answer in said.items() if answer == "no"]
    if against:
        game.say(f"{' and '.join(against)} would rather play on.")
    else:
        lights.count_up(game, "agreed")
