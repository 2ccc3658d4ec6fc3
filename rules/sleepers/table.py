"""What the table should look like, and what hands have to do to get there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.printed import Piece

from .board import HEXES
from .state import Sleepers


def view(game: Sleepers) -> dict[str, str]:
    """What lies where, as anybody standing at the table sees it.

    A hex shows ``white back`` or ``white scientist``; racks and stocks are counted only where real tiles are dealt.
    Of the killed those are named that lie face-up beside the board.
    """
    seen: dict[str, str] = {}
    for hex_ in HEXES:
        if agent := game.board.get(hex_):
            seen[hex_] = Piece((agent.kind or "tile") if agent.up else "", agent.owner, up=agent.up)
    for colour, side in game.sides.items():
        seen[f"killed {colour}"] = str(len(side.killed))
        if open_ := sorted(str(agent.kind) for agent in side.killed if agent.up):
            seen[f"killed {colour} open"] = ", ".join(open_)
        if not game.box_deals:
            seen[f"rack {colour}"] = str(len(side.hand))
            seen[f"stock {colour}"] = str(side.stock)
    return seen


def todo(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The difference of two tables as orders for hands, in the order a person would do them."""
    gone = [hex_ for hex_ in HEXES if hex_ in before and hex_ not in after]
    new = [hex_ for hex_ in HEXES if hex_ in after and hex_ not in before]
    changed = [h for h in HEXES if h in before and h in after and before[h] != after[h]]
    orders: list[str] = []
    stand_ins = not any(slot.startswith("rack ") for slot in after)
    if len(changed) == 2 and _swapped(before, after, *changed):
        orders.append(f"Swap the tiles on {changed[0]} and {changed[1]}.")
        for here, there in (changed, changed[::-1]):
            if before[there] != after[here]:  # it was woken on its way, as a double agent is
                orders.append(_turn(here, before[there], after[here], stand_ins))
        changed = []
    for hex_ in changed:
        orders.append(_turn(hex_, before[hex_], after[hex_], stand_ins))
    for hex_ in list(new):
        source = next((h for h in gone if _piece(before[h], after[hex_])), None)
        if source is None and not after[hex_].endswith(" back"):
            # No face-up tile comes from a rack: one was woken on its way, as the police is.
            source = next((h for h in gone if before[h] == f"{after[hex_].split()[0]} back"), None)
            if source:
                orders.append(f"Turn {source} face-up.")
        if source:
            orders.append(f"Move the {_words(after[hex_])} from {source} to {hex_}.")
            gone.remove(source)
            new.remove(hex_)
    killed = {colour: _more(before, after, f"killed {colour}") for colour in ("white", "black")}
    lay = dict(before)  # as it lies when it is taken off
    for colour, kind in _woken_and_killed(before, after, gone):
        asleep = [hex_ for hex_ in gone if lay[hex_] == f"{colour} back"]
        if len(asleep) == 1:
            orders.append(f"Turn {asleep[0]} face-up.")
            lay[asleep[0]] = f"{colour} {kind}"
        elif asleep:  # whoever woke it knows where it lies
            orders.append(f"Turn the {colour} {kind.replace('_', ' ')} face-up.")
            lay |= dict.fromkeys(asleep, f"{colour} tile")
    for hex_ in gone:
        colour = before[hex_].split()[0]
        if killed[colour] > 0:
            killed[colour] -= 1
            orders.append(f"Take the {_words(lay[hex_])} off {hex_} and lay it beside the board as it is.")
        else:
            hidden = ", unseen" if before[hex_].endswith(" back") else ""
            tile = f"{colour} tile" if hidden else _words(before[hex_])
            orders.append(f"Give the {tile} on {hex_} back to {colour.capitalize()}'s rack{hidden}.")
    for hex_ in new:
        orders.append(f"Put a {_words(after[hex_])} on {hex_}.")
    for colour in ("white", "black"):
        drawn = -_more(before, after, f"stock {colour}")
        if drawn > 0 and f"stock {colour}" in before:
            orders.append(f"{colour.capitalize()}: draw {drawn}.")
    return orders


def _woken_and_killed(
    before: Mapping[str, str], after: Mapping[str, str], gone: list[str]
) -> Iterator[tuple[str, str]]:
    """Colour and kind of those that were turned up and killed in one go, as a Saboteur is (SL-R55)."""
    for colour in ("white", "black"):
        slot = f"killed {colour} open"
        known = Counter(kind for kind in before.get(slot, "").split(", ") if kind)
        known += Counter(before[hex_].split()[1] for hex_ in gone if before[hex_].startswith(f"{colour} "))
        now = Counter(kind for kind in after.get(slot, "").split(", ") if kind)
        yield from ((colour, kind) for kind in (now - known).elements())


def _more(before: Mapping[str, str], after: Mapping[str, str], slot: str) -> int:
    return int(after.get(slot, 0)) - int(before.get(slot, 0))


def _piece(before: str, after: str) -> bool:
    return before == after


def _swapped(before: Mapping[str, str], after: Mapping[str, str], one: str, other: str) -> bool:
    """Did these two change places? Of one that was turned over meanwhile only the colour is seen at both."""
    if before[one] == after[other] and before[other] == after[one]:
        return True
    colours = [value.split()[0] for value in (before[one], before[other])]
    return colours[0] != colours[1] and [after[other].split()[0], after[one].split()[0]] == colours


def _turn(hex_: str, before: str, after: str, stand_ins: bool) -> str:
    """:param stand_ins: any tile lies there, as the box deals: hands have to be told which face to lay."""
    if before.split()[0] != after.split()[0]:
        return f"Put a {_words(after)} on {hex_} instead of the {_words(before).rstrip(',')}."
    if after.endswith("back"):
        return f"Turn {hex_} face-down."
    return f"Turn {hex_} face-up: {_words(after)}." if stand_ins else f"Turn {hex_} face-up."


def _words(value: str) -> str:
    colour, what = value.split(" ", 1)
    return f"{colour} tile, face-down," if what == "back" else f"{colour} {what.replace('_', ' ')}"
