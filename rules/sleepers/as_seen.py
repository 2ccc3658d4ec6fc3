"""The table is right: rulings that make the box believe the tiles it saw on the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.plain import Plain, dump
from rules.printed import Piece

from .state import Sleepers

Change = tuple[str, Plain]


def as_seen(game: Sleepers, seen: Mapping[str, str | None]) -> list[Change]:
    """A tile that is gone went back to its owner's rack; one that is new came from there, or else from the stock."""
    hands = {colour: [dump(tile) for tile in side.hand] for colour, side in game.sides.items()}
    stock = {colour: side.stock for colour, side in game.sides.items()}
    changes: list[Change] = []
    gone = [
        (hex_, agent)
        for hex_, agent in game.board.items()
        if hex_ in seen and (not isinstance(tile := seen[hex_], Piece) or tile.owner != agent.owner)
    ]
    for _, lost in gone:
        hands[lost.owner].append({"kind": lost.kind, "seen": lost.up or lost.seen})
    for hex_, value in seen.items():
        if not isinstance(value, Piece):
            if hex_ in game.board:
                changes.append((f"board.{hex_}", None))
            continue
        owner, kind, up = value.owner, value.kind, value.up
        agent = game.board.get(hex_)
        if agent is not None and agent.owner == owner:
            known = kind if up else agent.kind
            if (agent.up, agent.kind) != (up, known):
                changes.append((f"board.{hex_}", {"kind": known, "seen": agent.seen or up, "owner": owner, "up": up}))
            continue
        moved = _taken_from(hands[owner], kind if up else None)
        if moved is None:
            if stock[owner] <= 0:
                continue
            stock[owner] -= 1
            moved = {"kind": None, "seen": False}
        face = kind if up else moved["kind"]
        changes.append((f"board.{hex_}", {"kind": face, "seen": up, "owner": owner, "up": up}))
    for colour, side in game.sides.items():
        if hands[colour] != [dump(tile) for tile in side.hand]:
            changes.append((f"sides.{colour}.hand", hands[colour]))
        if stock[colour] != side.stock:
            changes.append((f"sides.{colour}.stock", stock[colour]))
    return changes


def _taken_from(hand: list[Any], kind: str | None) -> Any:
    """The tile of a hand that this could be: one of that kind, or one nobody knows, or just the last."""
    for wanted in [kind, None] if kind else [None]:
        for tile in hand:
            if tile["kind"] == wanted:
                hand.remove(tile)
                return tile
    return hand.pop() if hand else None
