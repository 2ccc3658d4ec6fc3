"""The table is right: rulings that make the box believe the boats it saw."""

from __future__ import annotations

from collections.abc import Mapping

from rules.plain import Plain
from rules.printed import Piece

from .state import HarbourLights


def as_seen(game: HarbourLights, seen: Mapping[str, str | None]) -> list[tuple[str, Plain]]:
    """A boat that is gone went back to its owner's hand; one that is new came from there, or else from the stock."""
    hands = {colour: list(side.hand) for colour, side in game.sides.items()}
    stock = {colour: side.stock for colour, side in game.sides.items()}
    changes: list[tuple[str, Plain]] = []
    new: list[tuple[str, Piece]] = []
    for berth, lies in seen.items():
        boat = game.board.get(berth)
        piece = lies if isinstance(lies, Piece) else None
        if boat and (piece is None or piece.owner != boat.owner):
            hands[boat.owner].append(
                boat.kind if game.box_deals else None
            )  # in a real hand nobody knows which is which
            if piece is None:
                changes.append((f"board.{berth}", None))
        elif boat and piece and (boat.up, boat.kind if boat.up else "") != (piece.up, piece.kind if piece.up else ""):
            known = piece.kind if piece.up else boat.kind
            changes.append(
                (f"board.{berth}", {"owner": boat.owner, "kind": known, "up": piece.up, "acted": boat.acted})
            )
        if piece and (boat is None or piece.owner != boat.owner):
            new.append((berth, piece))
    for berth, piece in new:
        hand = hands[piece.owner]
        kind = piece.kind if piece.up else None
        if kind in hand:
            hand.remove(kind)
        elif None in hand:
            hand.remove(None)
        elif stock[piece.owner]:
            stock[piece.owner] -= 1
        elif hand:
            kind = kind or hand[-1]
            hand.pop()
        else:
            continue  # there is no such boat left
        changes.append((f"board.{berth}", {"owner": piece.owner, "kind": kind, "up": piece.up, "acted": piece.up}))
    for colour, side in game.sides.items():
        if hands[colour] != side.hand:
            changes.append((f"sides.{colour}.hand", hands[colour]))
        if stock[colour] != side.stock:
            changes.append((f"sides.{colour}.stock", stock[colour]))
    return changes
