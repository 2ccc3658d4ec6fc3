"""What a player of the box imagines aboard, the hands of the others, and how the voyage goes."""

from __future__ import annotations

from collections import Counter

from rules.ask import Luck

from .hands import deck_left
from .state import UNKNOWN, Campaign


def imagine(state: Campaign, seat: str, chance: Luck) -> None:
    """What the others may hold, as far as *seat* knows: any cards of the deck."""
    if not state.players or not state.hidden_hands:
        return
    others = [state.players[each].hand for each in state.order if each != seat]
    places = [(hand, place) for hand in others for place, card in enumerate(hand) if card != UNKNOWN]
    pool = Counter(hand[place] for hand, place in places) + Counter(deck_left(state))
    drawn = chance.sample(sorted(pool.elements()), len(places))
    for (hand, place), card in zip(places, drawn, strict=True):
        hand[place] = card


def worth(state: Campaign) -> float:
    """The totems found so far; it is won or lost together."""
    if state.result:
        return float(bool(state.result["won"]))
    return min(0.5 + len(state.progress.totems) / 16, 0.95) if state.players else 0.5
