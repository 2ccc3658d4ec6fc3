"""What the table should look like, and what hands have to do to get there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from rules.by_ear import listed
from rules.printed import Piece
from rules.setting_up import SetUpStep

from .board import HEXES
from .state import COLOURS, Sleepers


def guide(game: Sleepers) -> tuple[SetUpStep, ...]:
    """The set-up (SL-12, SL-13): each mixes and draws their own tiles, somebody lays the board."""
    board = SetUpStep("Lay the board between you.", name="board", picture="board", seen="board")
    real = [colour for colour in COLOURS if not game.box_deals(colour)]
    heaps = []
    for colour in [each for each in COLOURS if each not in real]:
        text = f"Put a heap of {colour} tiles beside the board"
        text += ", for the box to play with." if real else ". Your rack is on your phone: keep it to yourself."
        heaps.append(SetUpStep(text, seat="" if real else colour, picture=f"{colour} back"))
    mixed = [
        SetUpStep(f"Mix your 30 {colour} tiles face-down.", seat=colour, name=colour, picture=f"{colour} back")
        for colour in real
    ]
    drawn = [
        SetUpStep(
            f"Draw four {colour} tiles into your rack, so that only you see them.",
            seat=colour,
            after=(colour,),
            picture=f"{colour} back",
        )
        for colour in real
    ]
    return (board, *heaps, *mixed, *drawn)


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
        if not game.box_deals(colour):
            seen[f"rack {colour}"] = str(len(side.hand))
            seen[f"stock {colour}"] = str(side.stock)
    return seen


def todo(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The difference of two tables as orders for hands, in the order a person would do them."""
    gone = [hex_ for hex_ in HEXES if hex_ in before and hex_ not in after]
    new = [hex_ for hex_ in HEXES if hex_ in after and hex_ not in before]
    changed = [h for h in HEXES if h in before and h in after and before[h] != after[h]]
    orders: list[str] = []
    stand_ins = [colour for colour in COLOURS if f"rack {colour}" not in after]
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
                orders.append(_wake(source, after[hex_], stand_ins))
        if source:
            orders.append(f"Move the {_words(after[hex_])} from {source} to {hex_}.")
            gone.remove(source)
            new.remove(hex_)
    killed = {colour: _more(before, after, f"killed {colour}") for colour in ("white", "black")}
    lay = dict(before)  # as it lies when it is taken off
    for colour, kind in _woken_and_killed(before, after, gone):
        asleep = [hex_ for hex_ in gone if lay[hex_] == f"{colour} back"]
        if len(asleep) == 1:
            lay[asleep[0]] = f"{colour} {kind}"
            orders.append(_wake(asleep[0], lay[asleep[0]], stand_ins))
        elif asleep:  # whoever woke it knows where it lies
            orders.append(f"Turn the {colour} {kind.replace('_', ' ')} face-up.")
            lay |= dict.fromkeys(asleep, f"{colour} tile")
    for hex_ in gone:
        colour = before[hex_].split()[0]
        if killed[colour] > 0:
            killed[colour] -= 1
            orders.append(f"Take the {_words(lay[hex_])} off {hex_} and lay it beside the board as it is.")
        elif colour in stand_ins:
            orders.append(f"Take the {_words(before[hex_]).removesuffix(', face-down,')} off {hex_}, back to its heap.")
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


LAID = re.compile(r"Put a \w+ tile, face-down, on \w\d\.|Turn \w\d face-up\.")
OFF = re.compile(r"Take the .*? off (\w\d) and lay it beside the board as it is\.")


def by_ear(orders: Iterable[str]) -> list[str]:
    """What hands need to be told: who heard that Ann recruits on e4, or wakes it, knows what to do there."""
    said = [order for order in orders if not LAID.fullmatch(order)]
    off = [found[1] for order in said if (found := OFF.fullmatch(order))]
    if len(off) < 2:
        return said
    rest = [order for order in said if not OFF.fullmatch(order)]
    turned = [order for order in rest if order.startswith("Turn the")]
    others = [order for order in rest if order not in turned]
    return [*turned, f"Take {listed(off)} off the board, and lay them beside it as they are.", *others]


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


def _turn(hex_: str, before: str, after: str, stand_ins: Collection[str]) -> str:
    if before.split()[0] != after.split()[0]:
        return f"Put a {_words(after)} on {hex_} instead of the {_words(before).rstrip(',')}."
    if after.endswith("back"):
        return f"Turn {hex_} face-down."
    return _wake(hex_, after, stand_ins)


def _wake(hex_: str, face: str, stand_ins: Collection[str]) -> str:
    """:param stand_ins: whose tiles on the board may be any: hands have to be told which face to lay."""
    if face.split()[0] in stand_ins:
        return f"Swap the tile on {hex_} for a {_words(face)}, face-up."
    return f"Turn {hex_} face-up."


def _words(value: str) -> str:
    colour, what = value.split(" ", 1)
    return f"{colour} tile, face-down," if what == "back" else f"{colour} {what.replace('_', ' ')}"
