"""When no block can move any more: every deed of the game takes or moves one, so nothing would ever end it.

Looked at for anywhere on the island, since everybody can travel; what cards might do is left out of account.
"""

from __future__ import annotations

from . import attributes, control, mastery, mounts, tiles
from .island import HEXES
from .state import Awakening
from .words import ATTRIBUTES, HEROIC, STACKS

PLACES = {stack: place for place, (stack, _, _) in tiles.CARD_PLACES.items()}


def is_stuck(state: Awakening, seat: str) -> bool:
    """Whether no action at all would move one of this player's blocks."""
    player = state.players[seat]
    if player.potential or player.influence:  # raised, or activated with
        return False
    return not (
        any(attributes.can_convert(state, seat, heroic) for heroic in HEROIC)
        or any(held.blocks for held in player.relics)
        or _takes_a_tile(state, seat)
        or _pays_somewhere(state, seat)
    )


def _takes_a_tile(state: Awakening, seat: str) -> bool:
    """Conviction for a free tile, for one still to be revealed, or for another player's (AW-73, AW-74)."""
    have = state.players[seat].conviction
    for number in HEXES:
        price = control.price(state, seat, number)
        if number not in state.tiles and have >= price:
            return True
        if number in state.tiles and control.cannot_take(state, seat, number, price) is None:
            return True
    return False


def _pays_somewhere(state: Awakening, seat: str) -> bool:
    """Attributes for a card, a mount, a rest, a raised block or a proficiency tile."""

    def can_pay(price: list[dict[str, int]]) -> bool:
        return attributes.cannot_pay(state, seat, price, "") is None

    for stack in STACKS:
        if stack == "monster" and not state.players[seat].companions:
            continue
        if state.stacks[stack].size and can_pay(tiles.card_price(state, seat, PLACES.get(stack, "inn"), stack)):
            return True
    return (
        (mounts.cannot_upgrade(state, seat) is None and can_pay(mounts.price(state, seat)))
        or tiles.can_rest(state, seat)
        or tiles.cannot_raise(state, seat) is None
        or any(state.proficiency.get(attr) and can_pay(mastery.price(state, seat, attr)) for attr in ATTRIBUTES)
    )


def warning(state: Awakening, seat: str) -> str:
    """What a stuck player should know; empty if they are not."""
    if not is_stuck(state, seat):
        return ""
    told = "You can move none of your blocks"
    return f"{told}; abandoning a card would bring its blocks back." if _on_cards(state, seat) else f"{told} now."


def tell(state: Awakening) -> None:
    """Say so when it has come to this for everybody."""
    if not all(is_stuck(state, seat) for seat in state.seats):
        return
    helps = any(_on_cards(state, seat) for seat in state.seats)
    way_out = "Abandoning a card brings its blocks back." if helps else "Agree among yourselves how the game ends."
    state.say(f"Nobody can move a block any more. {way_out}")


def _on_cards(state: Awakening, seat: str) -> int:
    return sum(held.blocks for held in state.players[seat].companions)
