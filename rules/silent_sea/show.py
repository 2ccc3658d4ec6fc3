"""What each seat may know; everything a phone is sent comes from here (SS-R3, SS-R7, SS-R60, SS-R62)."""

from __future__ import annotations

from typing import Any

from rules.plain import Plain

from . import board
from .state import HEALTH, SilentSea

PHASES = {
    "set-up": "Set-up",
    "begin": "Begin of turn",
    "draw": "Draw Phase",
    "move": "Move Phase",
    "action": "Action Phase",
    "end": "End of turn",
}


def show(game: SilentSea, seat: str | None, *, turned_over: bool = False) -> dict[str, Plain]:
    """The game as *seat* may see it; None is the public screen.

    :param turned_over: Loyalties, hands and abilities are open, as they may be once the game is over.
    """
    return {
        "turn": game.cycle,
        "current": game.current if game.players and not game.result else None,
        "phase": PHASES[game.phase],
        "seats": [_seat(game, each, turned_over) for each in game.order],
        "board": _board(game),
        "move": _move(game),
        "window": _window(game),
        "crisis": _crisis(game),
        "decks": _decks(game),
        "me": _me(game, seat) if seat else None,
        "pack": game.setup.pack,
        "result": game.result,
    }


def _seat(game: SilentSea, seat: str, turned_over: bool) -> dict[str, Plain]:
    """Public things of a player; the hand by its count only."""
    player = game.players[seat]
    where = board.label(game, player.node) if player.alive else "dead"
    facts = [
        ["Role", player.role.capitalize()],
        ["Health", f"{player.health}/{HEALTH}"],
        ["Water Samples", f"{player.samples}/{game.capacity(seat)}"],
        ["Cards in hand", str(len(player.hand))],
        ["Where", where],
    ]
    beside = [
        f"{count} {what}" for count, what in ((player.carriers, "Carrier"), (player.suits, "Hazmat Suit")) if count
    ]
    if beside:
        facts.append(["Beside the placard", ", ".join(beside)])
    open_to_all = bool(game.result) or turned_over or seat in game.open_loyalty
    if open_to_all and player.loyalty:
        facts.append(["Loyalty", player.loyalty.capitalize()])
    if turned_over and any(player.hand):
        facts.append(["Hand", ", ".join(game.words(card) for card in player.hand if card)])
    return {
        "seat": seat,
        "name": game.name(seat),
        "role": player.role,
        "alive": player.alive,
        "health": player.health,
        "samples": player.samples,
        "capacity": game.capacity(seat),
        "cards": len(player.hand),
        "node": player.node,
        "abilities": [_ability(game, seat, slot, own=turned_over) for slot in range(len(player.abilities))],
        "visited": list(player.visited),
        "loyalty": player.loyalty if open_to_all else None,
        "facts": facts,
    }


def _ability(game: SilentSea, seat: str, slot: int, *, own: bool) -> dict[str, Plain]:
    """A card that never lay face-up is read by its owner alone."""
    ability = game.players[seat].abilities[slot]
    card = game.ability_card(ability)
    seen = own or ability.state != "disabled"
    return {
        "state": ability.state,
        "counter": ability.counter,
        "name": card.name if seen else None,
        "text": card.text if seen else None,
        "timing": card.timing if seen else None,
    }


def _board(game: SilentSea) -> dict[str, Plain]:
    return {
        "figures": {seat: player.node for seat, player in game.players.items() if player.alive},
        "tokens": dict(game.tokens),
        "doors": dict(game.doors),
        "beside": game.supply,
    }


def _move(game: SilentSea) -> Plain:
    if game.phase != "move" or game.move.rolled is None:
        return None
    return {"rolled": game.move.rolled, "bonus": game.move.bonus, "used": game.move.used, "left": game.move.left}


def _window(game: SilentSea) -> Plain:
    window = game.window
    if window is None:
        return None
    played = [[seat, game.words(card)] for seat, card in window.played]
    return {"attacker": window.attacker, "target": window.target, "damage": window.damage, "played": played}


def _crisis(game: SilentSea) -> Plain:
    if not game.resolving:
        return None
    card = next(each for each in game.pack.crisis if each.id == game.resolving[-1])
    return {"name": card.name, "text": card.text}


def _decks(game: SilentSea) -> dict[str, Plain]:
    return {
        "generic": game.deck,
        "generic_discard": [game.words(card) for card in game.generic_discard],
        "crisis": sum(game.crisis_deck.values()),
        "crisis_discard": [game.words(card) for card in game.crisis_discard],
        "crisis_table": [game.words(card) for card in game.crisis_table],
    }


def _me(game: SilentSea, seat: str) -> dict[str, Plain]:
    """What only *seat* sees. The dead see their own Loyalty and what is public."""
    player = game.players.get(seat)
    loyalty = player.loyalty if player else game.loyalties.get(seat)
    mine: dict[str, Any] = {"loyalty": loyalty, "alive": player is None or player.alive}
    if player is None or not player.alive:
        return mine
    far = {other: board.between(game, seat, other) for other in game.living if other != seat}
    reach = {}
    if game.current == seat and game.phase == "move" and game.move.rolled is not None and not game.result:
        reach = {place: len(way.path) for place, way in board.ways(game, seat, game.move.left).items()}
    return {
        **mine,
        "role": player.role,
        "hand": [{"card": card, "name": game.words(card)} for card in player.hand],
        "abilities": [_ability(game, seat, slot, own=True) for slot in range(len(player.abilities))],
        "range": [[game.name(other), spaces] for other, spaces in far.items()],
        "reach": reach,
    }
