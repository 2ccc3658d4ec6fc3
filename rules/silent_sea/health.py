"""Health and death (SS-112 to SS-115, SS-120, SS-122; SS-R54, SS-R60 to SS-R63)."""

from __future__ import annotations

from rules.game import Scene

from . import board, cards, ending
from .state import HEALTH, SilentSea

OWN_TURNS_DEAD = 2  # back at the next turn but one, where the dead come back (SS-R60)


async def lose_health(game: SilentSea, seat: str, amount: int) -> None:
    """Health tokens are taken off the placard, as many as there are (SS-113, SS-114, SS-R54)."""
    player = game.players[seat]
    lost = min(amount, player.health)
    if not player.alive or not lost:
        return
    player.health -= lost
    game.say(f"{game.who(seat)} loses {lost} Health and has {player.health}.")
    if not player.health:
        await die(game, seat)


def heal(game: SilentSea, seat: str, amount: int) -> None:
    """Health tokens are put back, not above 5 (SS-113, SS-R54)."""
    player = game.players[seat]
    gained = min(amount, HEALTH - player.health)
    player.health += gained
    game.say(f"{game.who(seat)} gets {gained} Health back and has {player.health}.")


async def die(game: SilentSea, seat: str) -> None:
    """Out of the game; only the samples stay, on the Space of death (SS-115, SS-120, SS-R61)."""
    player = game.players[seat]
    player.alive = False
    words = f"{game.who(seat)} is out."
    if player.samples:
        game.tokens[player.node] = game.tokens.get(player.node, 0) + player.samples
        samples = f"{player.samples} Water Sample{'s' * (player.samples > 1)}"
        words += f" {samples} stay{'s' * (player.samples == 1)} behind on {board.label(game, player.node)}."
        player.samples = 0
    game.say(words, scene=Scene(f"{game.name(seat)} is dead", "SS-R60"))
    await cards.lay_down_hand(game, seat)
    for card in ["carrier"] * player.carriers + ["hazmat"] * player.suits:
        cards.put_away(game, card)
    player.carriers = player.suits = 0
    player.node = ""
    player.skip = []
    if game.toggle("death_mode") == "respawn":
        player.back_in = OWN_TURNS_DEAD
    else:
        player.abilities = []
    if game.toggle("reveal_on_death") == "on" and seat not in game.open_loyalty:
        await ending.show_card(game, seat)
    await ending.judge(game)


def come_back(game: SilentSea, seat: str) -> None:
    """Back on the starting point with 5 Health and an empty hand (house rule of SS-R60)."""
    player = game.players[seat]
    player.alive = True
    player.health = HEALTH
    player.node = board.chart(game).start
    game.say(f"{game.who(seat)} is back on {board.label(game, player.node)} with {HEALTH} Health.")
