"""What cards change as long as they lie there."""

from __future__ import annotations

from typing import TypeVar

from . import counts
from .state import Awakening
from .verbs import ModifyOwnerBonus, MoveExtra, Protect

V = TypeVar("V")


def of(state: Awakening, seat: str, kind: type[V]) -> list[tuple[str, V]]:
    """The standing verbs of one kind on a player's cards, with the card each stands on."""
    player, standing = state.players[seat], state.pack.standing(kind)
    cards = [card for card in (*player.cards, player.wretch) if card in standing]
    if not cards:  # as nearly always
        return []
    return [
        (card, verb)
        for card in cards
        for effect, verb in standing[card]
        if effect.only_if is None or counts.holds(state, effect.only_if, seat)
    ]


def protects(state: Awakening, seat: str, what: str) -> bool:
    """A card keeps this from being lost (AW-V35)."""
    if what in state.players[seat].shields:
        return True
    return any(verb.what == what for _, verb in of(state, seat, Protect))


def speed(state: Awakening, seat: str) -> int:
    """The mount's speed and what cards add to it."""
    player = state.players[seat]
    standing = sum(verb.amount for _, verb in of(state, seat, MoveExtra))
    this_turn = state.turn.speed_bonus if state.turn and state.turn.seat == seat else 0
    return player.speed + player.speed_bonus + standing + this_turn


def owner_bonus(state: Awakening, controller: str, visitor: str) -> tuple[str | None, int]:
    """Who gains how much when *visitor* uses a tile of *controller* (AW-69, AW-V27)."""
    worth = 2 + sum(verb.delta for _, verb in of(state, controller, ModifyOwnerBonus))
    for _, verb in of(state, visitor, ModifyOwnerBonus):
        if verb.redirect == "nobody":
            return None, 0
        if verb.redirect == "self":
            return visitor, worth
    return controller, worth
