"""The Silent Sea looked back on: what is worth telling again, how it stands, and what can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.figures import Figure, Happening, Luck, counted

from .state import SilentSea

TELLS = (
    "wins",
    "nobody wins",
    " is out.",
    "Traitor",
    "Crewmate",
    "fires the Gun",
    "attacks",
    "Water Samples break",
    "loses no Health",
    "takes 1 Water Sample",
    "Crisis",
    "crafts",
    "locked",
)


def stands(game: SilentSea) -> str:
    if not game.players:
        return "The roles are being handed out."
    carried = ", ".join(f"{game.name(seat)} {game.players[seat].samples}" for seat in game.living)
    return f"Cycle {game.cycle}: it's {game.who(game.current)}'s turn. Water Samples: {carried}."


def figures(story: Iterable[Happening]) -> list[Figure]:
    attacks, escapes, hurt, healed = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    luck, health = Luck(), dict[str, int]()
    game: SilentSea | None = None
    for each in story:
        game = each.state
        luck.see(each)
        for seat, player in game.players.items():
            change = player.health - health.get(seat, player.health)
            health[seat] = player.health
            hurt[seat] += max(-change, 0)
            healed[seat] += max(change, 0)
        for text in each.said:
            for seat in game.order:
                attacks[seat] += text.startswith(f"{game.who(seat)} attacks ")
                escapes[seat] += text == f"{game.who(seat)} loses no Health."
    if game is None:
        return []
    order = tuple(game.order)
    return [
        Figure("Cycles", str(game.cycle)),
        *counted("Water Samples at the end", {seat: player.samples for seat, player in game.players.items()}, order),
        *counted("Attacks", attacks, order),
        *counted("Saved from an attack", escapes, order),
        *counted("Health lost", hurt, order),
        *counted("Health won back", healed, order),
        *luck.figures("Die, on average"),
    ]
