"""Crisis cards: drawn, read aloud, resolved, put away (SS-60, SS-63, SS-R23, SS-R24)."""

from __future__ import annotations

from rules.ask import Confirm
from rules.game import Scene

from . import cards, effects
from .state import SilentSea, ask


async def resolve(game: SilentSea, seat: str) -> None:
    """One card, completely; afterwards the move goes on if it can."""
    drawn = await cards.draw_crisis(game, seat)
    if not drawn:
        return
    card = next(each for each in game.pack.crisis if each.id == drawn)
    game.resolving.append(drawn)
    game.say(f"Crisis for {game.who(seat)}: {card.name}. {card.text}", scene=Scene("Crisis!"))
    await ask(game, lambda: Confirm(seat, f"{card.name}. {card.text}"))
    await effects.carry_out(game, card.effects, seat)
    game.resolving.remove(drawn)
    if card.after == "table":
        game.crisis_table.append(drawn)
    elif card.after == "hand" and game.players[seat].alive:
        game.players[seat].hand.append(drawn)
        game.say(f"{game.who(seat)} keeps {card.name} in hand.")
        await cards.discard_down(game, seat)
    else:
        game.crisis_discard.append(drawn)
