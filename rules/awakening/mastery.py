"""Proficiency tiles and mastery totals (AW-165 to AW-179)."""

from __future__ import annotations

from rules.ask import Refusal

from . import attributes, events, passives
from .state import Awakening
from .verbs import CountAs
from .words import ATTRIBUTES

TILE_WORTH = 2  # cards (AW-170)
PRICE = 3  # blocks of the attribute (AW-171)
REFUND = 2  # when a tile is discarded (AW-178)


def total(state: Awakening, seat: str, attr: str) -> int:
    """Cards of the colour plus two for each proficiency tile (AW-168)."""
    more = sum(verb.value for _, verb in passives.of(state, seat, CountAs) if verb.attr == attr)
    return state.mastery_cards(seat, attr) + TILE_WORTH * state.players[seat].proficiency[attr] + more


def leader(state: Awakening, attr: str) -> str | None:
    """The single player with the highest total; nobody on a tie, and nobody with 0 (AW-166, AW-167, AW-R66)."""
    totals = {seat: total(state, seat, attr) for seat in state.order}
    best = max(totals.values())
    leaders = [seat for seat, number in totals.items() if number == best]
    return leaders[0] if best > 0 and len(leaders) == 1 else None


def price(state: Awakening, seat: str, attr: str) -> list[dict[str, int]]:
    return attributes.prices(state, seat, ("proficiency",), {attr: PRICE})


def barred(state: Awakening, seat: str) -> dict[str, Refusal | None]:
    """One per turn, three of its attribute, as long as there are tiles (AW-171 to AW-173)."""
    if state.now.bought:
        return dict.fromkeys(ATTRIBUTES, Refusal("AW-173", "You've already gained a proficiency tile this turn."))
    changes = attributes.changes(state, seat, ("proficiency",))

    def short(attr: str) -> Refusal | None:
        if not state.proficiency[attr]:
            return Refusal("AW-172", f"No {attr} tile is left.")
        ways = attributes.changed({attr: PRICE}, changes)
        return attributes.cannot_pay(state, seat, ways, "AW-171", converting=True)

    return {attr: short(attr) for attr in ATTRIBUTES}


async def buy(state: Awakening, seat: str, attr: str) -> None:
    """A free action of one's own turn (AW-174 to AW-176)."""
    await attributes.convert_for(state, seat, price(state, seat, attr))
    if barred(state, seat)[attr]:  # a card has answered the conversion
        return
    state.now.bought = True
    await attributes.pay(state, seat, price(state, seat, attr))
    await take(state, seat, attr)


async def take(state: Awakening, seat: str, attr: str) -> None:
    """A tile from its stack."""
    state.proficiency[attr] -= 1
    state.players[seat].proficiency[attr] += 1
    state.say(f"{state.name(seat)} takes a proficiency tile for {attr}.")
    await events.happened(state, "proficiency_bought", seat, attr)


def cannot_discard(state: Awakening, seat: str, attr: str) -> Refusal | None:
    """At any time between resolutions, also in others' turns (AW-178, AW-R65)."""
    if state.phase != "play":
        return Refusal("AW-R65", "Tiles can be discarded from the first turn to the last.")
    if not state.players[seat].proficiency[attr]:
        return Refusal("AW-178", f"You have no {attr} tile.")
    if not state.between:
        return Refusal("AW-R15", "Something is being resolved; wait until it is done.")
    if seat != state.active_seat and not state.toggle("discard_proficiency_any_turn"):
        return Refusal("AW-R65", "By your house rules tiles are discarded on your own turn only.")
    return None


async def discard(state: Awakening, seat: str, attr: str) -> None:
    """The tile leaves the game and gives two of its attribute (AW-178, AW-179)."""
    state.players[seat].proficiency[attr] -= 1
    state.say(f"{state.name(seat)} discards a proficiency tile for {attr}; it leaves the game.")
    await attributes.gain(state, seat, {attr: REFUND}, "proficiency")
    await events.happened(state, "proficiency_discarded", seat, attr)


def supply(state: Awakening, players: int) -> dict[str, int]:
    """Tiles of each colour at the start (AW-23, AW-R3)."""
    counts = state.pack.proficiency_counts
    if state.toggle("proficiency_supply") == "box" and counts is not None:
        return {attr: min(players - 1, counts.get(attr, 0)) for attr in ATTRIBUTES}
    return {attr: players - 1 for attr in ATTRIBUTES}


def supply_words(tiles: dict[str, int]) -> str:
    """How many proficiency tiles there are of which colour."""
    numbers = sorted(set(tiles.values()))
    if len(numbers) == 1:
        return f"{numbers[0]} proficiency tile{'s' * (numbers[0] != 1)} of each colour"
    parts: list[str] = []
    for number in numbers:
        *attrs, last = (attr for attr, count in tiles.items() if count == number)
        names = f"{', '.join(attrs)} and {last}" if attrs else last
        what = f"proficiency tile{'s' * (number != 1)} " if not parts else ""
        parts.append(f"{number} {what}{'each ' * bool(attrs)}for {names}")
    return ", ".join(parts)
