"""The end, and who shows most light (HL-21 to HL-25)."""

from __future__ import annotations

from itertools import combinations

from .harbour import NEXT_TO
from .state import HarbourLights


def look_for_an_end(game: HarbourLights) -> None:
    """It ends with the turn in which somebody has enough boats lit (HL-21, HL-27)."""
    if any(len(game.lit(colour)) >= game.toggle("lights") for colour in game.setup.seats):
        count_up(game, "lights")


def shown_by(game: HarbourLights, colour: str) -> int:
    """The light of every lit boat, and 1 more for each two that lie side by side (HL-22, HL-23)."""
    lit = game.lit(colour)
    alone = sum(game.pack.lights[str(game.board[berth].kind)] for berth in lit)
    return alone + sum(there in NEXT_TO[here] for here, there in combinations(lit, 2))


def count_up(game: HarbourLights, by: str) -> None:
    """Most light wins; then most lit boats; then it is shared (HL-24, HL-25)."""
    light = {colour: shown_by(game, colour) for colour in game.setup.seats}
    best = max((light[colour], len(game.lit(colour))) for colour in light)
    winners = [colour for colour in light if (light[colour], len(game.lit(colour))) == best]
    names = " and ".join(game.name(colour) for colour in winners)
    won = f"{names} share" if len(winners) > 1 else f"{names} wins"
    counts = ", ".join(f"{game.name(colour)} {light[colour]}" for colour in light)
    text = f"{won} the harbour. Light: {counts}."
    game.result = {"winners": winners, "by": by, "light": light, "text": text}
    game.say(text)
