"""Who, which attribute, which card, which tile, how much: the choices inside card effects."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from rules.ask import ChooseOne, EnterNumber, Option

from . import counts
from .case import Case
from .island import HEXES
from .state import Awakening
from .terms import Amount, AttrSel, CardSel, HexSel, Near, Per, UpTo, Who
from .words import ATTRIBUTES, COMMON, HEROIC


async def one(state: Awakening, seat: str, text: str, values: Iterable[str]) -> str:
    """One of some words; no question where there is only one."""
    found = list(values)
    if len(found) == 1:
        return found[0]
    return str(await ChooseOne(seat, text, [Option(value, value.capitalize()) for value in found]))


def about(case: Case, other: str) -> Case:
    """The same case, about that player."""
    return replace(case, other=other)


async def players(state: Awakening, case: Case, who: Who) -> list[str]:
    """The players meant; the owner of the card chooses where it says so."""
    found = counts.seats_of(state, who, case.seat, case.other, case.hex_)
    chosen = who.choose if isinstance(who, Near) else who in ("chosen_opponent", "chosen_player")
    if not found:
        state.say(f"{state.title(case.card)} affects nobody.")
        return []
    if not chosen or len(found) == 1:
        return found
    options = [Option(seat, state.name(seat), slot=f"space {state.players[seat].space}") for seat in found]
    text = f"{state.name(case.seat)}: {state.title(case.card)}: which player?"
    return [await ChooseOne(case.seat, text, options)]


def attributes_of(state: Awakening, sel: AttrSel) -> tuple[str, ...]:
    """The attributes a card lets one choose from."""
    if isinstance(sel, tuple):
        return sel
    groups: dict[str, tuple[str, ...]] = {
        "any_common": COMMON,
        "any_heroic": HEROIC,
        "any": ATTRIBUTES,
        "rolled": (state.rolled,),
    }
    return groups.get(sel, (sel,))


async def attribute(
    state: Awakening, case: Case, sel: AttrSel, possible: Callable[[str], bool] = lambda attr: True
) -> str | None:
    """One attribute, of the card owner's choice; None if none is possible."""
    found = [attr for attr in attributes_of(state, sel) if possible(attr)]
    if not found:
        return None
    return await one(state, case.seat, f"{state.name(case.seat)}: {state.title(case.card)}: which attribute?", found)


async def amount(state: Awakening, case: Case, wanted: Amount, most: int, what: str = "blocks") -> int:
    """How many, never more than there can be.

    :param what: of what, in the words of the question, such as "blocks do you raise".
    """
    if isinstance(wanted, UpTo):
        limit = min(wanted.up_to, most)
        if limit <= 0:
            return 0
        text = f"{state.name(case.seat)}: {state.title(case.card)}: how many {what}?"
        return int(await EnterNumber(case.seat, text, 0, limit, default=limit, along=True))
    if isinstance(wanted, Per):
        return min(counts.per(state, wanted, case.seat, case.other, case.hex_), most)
    return most if wanted == "all" else min(wanted, most)


async def card(
    state: Awakening, case: Case, sel: CardSel, possible: Callable[[str, str], bool]
) -> tuple[str, str] | None:
    """Whose card and which; None if there is none."""
    if sel == "this" or sel == "champion":
        named = case.card if sel == "this" else case.champion
        return (case.seat, named) if named and possible(case.seat, named) else None
    found = [
        (owner, held)
        for owner in counts.seats_of(state, sel.owner, case.seat, case.other, case.hex_)
        for held in state.players[owner].cards
        if state.card(held).kind == sel.kind and sel.colour in ("any", state.card(held).stack)
        if possible(owner, held)
    ]
    if not found:
        state.say(f"{state.title(case.card)}: there's no {sel.kind} for it.")
        return None
    if len(found) == 1:
        return found[0]
    options = [
        Option(held, f"{state.title(held)}" + (f" of {state.name(owner)}" if owner != case.seat else ""))
        for owner, held in found
    ]
    chosen = await ChooseOne(case.seat, f"{state.name(case.seat)}: {state.title(case.card)}: which card?", options)
    return next((owner, held) for owner, held in found if held == chosen)


def hexes(state: Awakening, case: Case, sel: HexSel) -> list[int]:
    """The tiles a card speaks of; with *open*, the hexes without one."""
    space = state.players[case.seat].space
    if sel.where == "open":
        return [
            number
            for number in HEXES
            if number not in state.tiles and state.island.distance_to_hex(space, number) <= sel.distance
        ]
    found = [number for number in sorted(state.tiles) if not sel.kinds or state.tiles[number] in sel.kinds]
    if sel.where == "adjacent":
        return [number for number in found if number in state.adjacent(case.seat)]
    if sel.where == "controlled_by":
        owners = counts.seats_of(state, sel.who, case.seat, case.other, case.hex_)
        return [number for number in found if state.control.get(number) in owners]
    if sel.where == "within":
        return [number for number in found if state.island.distance_to_hex(space, number) <= sel.distance]
    return found


async def tile(
    state: Awakening, case: Case, sel: HexSel, text: str, possible: Callable[[int], bool] = lambda number: True
) -> int | None:
    """One of the tiles, of the owner's choice; None if there is none."""
    found = [number for number in hexes(state, case, sel) if possible(number)]
    if not found:
        state.say(f"{state.title(case.card)}: there's no tile for it.")
        return None
    if len(found) == 1:
        return found[0]
    options = [
        Option(str(number), state.tile(number) if number in state.tiles else f"H{number}", slot=f"hex {number}")
        for number in found
    ]
    return int(await ChooseOne(case.seat, f"{state.name(case.seat)}: {text}", options))
