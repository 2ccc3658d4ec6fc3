"""What the table should look like, and what hands have to do to get there."""

from __future__ import annotations

from collections.abc import Mapping

from rules.printed import Piece

from .harbour import BERTHS
from .state import COLOURS, HarbourLights


def boat(colour: str, kind: str | None) -> Piece:
    """A boat with its face up, or with its back if it is dark."""
    return Piece(kind or "", colour, up=kind is not None)


def view(game: HarbourLights) -> dict[str, str]:
    """What lies where, as anybody standing at the table sees it; hands and stocks only where they are real."""
    seen: dict[str, str] = {}
    for berth in BERTHS:
        if there := game.board.get(berth):
            seen[berth] = boat(there.owner, there.kind if there.up else None)
    if not game.box_deals:
        for colour, side in game.sides.items():
            seen |= {f"hand {colour}": str(len(side.hand)), f"stock {colour}": str(side.stock)}
    return seen


def todo(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The difference of two tables as orders for hands, in the order a person would do them."""
    gone = [berth for berth in BERTHS if berth in before and berth not in after]
    new = [berth for berth in BERTHS if berth in after and berth not in before]
    both = [berth for berth in BERTHS if berth in before and berth in after]
    orders = [_turned(berth, before[berth], after[berth]) for berth in both if before[berth] != after[berth]]
    for berth in list(new):
        if source := next((berth_ for berth_ in gone if before[berth_] == after[berth]), None):
            orders.append(f"Move the {_words(after[berth])} from {source} to {berth}.")
            gone.remove(source)
            new.remove(berth)
    orders += [f"Give the {_words(before[berth])} in {berth} back to its owner's hand." for berth in gone]
    orders += [f"Put a {_words(after[berth])} in {berth}." for berth in new]
    for colour in COLOURS:
        stock = f"stock {colour}"
        drawn = int(before.get(stock, 0)) - int(after.get(stock, 0))
        if drawn > 0:
            orders.append(f"{colour.capitalize()}: draw {drawn}.")
    return orders


def _turned(berth: str, before: str, after: str) -> str:
    if before.split()[0] != after.split()[0]:
        return f"Put a {_words(after)} in {berth} instead of the {_words(before)}."
    return f"Turn {berth} face-{'down' if after.endswith(' back') else 'up'}."


def _words(value: str) -> str:
    colour, what = value.split(" ", 1)
    return f"dark {colour} boat" if what == "back" else f"{colour} {what.replace('_', ' ')}"
