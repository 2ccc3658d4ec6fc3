"""What each seat may know (HL-6, HL-28): everybody sees lit boats, only their owner the others."""

from __future__ import annotations

from rules.plain import Plain

from .harbour import BERTHS
from .lights import shown_by
from .state import Boat, HarbourLights


def show(game: HarbourLights, seat: str | None) -> dict[str, Plain]:
    """The game as *seat* may see it; None is the public screen."""
    return {
        "turn": game.turn,
        "current": game.current if game.turn and not game.result else None,
        "tide": game.tide,
        "board": {berth: _boat(game, game.board[berth], seat) for berth in BERTHS if berth in game.board},
        "last": list(game.last),
        "seats": [_side(game, colour, seat) for colour in game.sides],
        "near": _near(game),
        "result": game.result,
    }


def _boat(game: HarbourLights, boat: Boat, seat: str | None) -> dict[str, Plain]:
    """Whoever moored a boat may look at it at any time (HL-28)."""
    known = boat.up or boat.owner == seat or game.result
    return {"owner": boat.owner, "up": boat.up, "kind": boat.kind if known else None}


def _side(game: HarbourLights, colour: str, seat: str | None) -> dict[str, Plain]:
    side = game.sides[colour]
    open_hand = seat == colour or game.result
    return {
        "seat": colour,
        "name": game.name(colour),
        "hand": [kind if open_hand else None for kind in side.hand],
        "facts": [
            ["Lit", f"{len(game.lit(colour))} of {game.toggle('lights')}"],
            ["Light", str(shown_by(game, colour))],
            ["In hand", str(len(side.hand))],
            ["In the stock", str(side.stock)],
        ],
    }


def _near(game: HarbourLights) -> list[dict[str, Plain]]:
    """Who needs only one more lit boat."""
    enough = game.toggle("lights")
    close = [colour for colour in game.sides if len(game.lit(colour)) == enough - 1]
    return [{"seat": c, "text": f"{game.name(c)}: 1 more lit boat ends the game."} for c in close]
