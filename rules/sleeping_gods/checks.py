"""What must hold after every answer: nothing lost, nothing doubled, no limit passed."""

from __future__ import annotations

from collections import Counter

from .events import graded
from .hands import box_deals
from .limits import impossible
from .state import HAND_LIMIT, TUCK_LIMIT, UNKNOWN, Campaign
from .supply import in_use
from .words import TIERS


def check(state: Campaign) -> None:
    """Raise AssertionError if something got lost or doubled."""
    odd = impossible(state)
    assert not odd, " ".join(odd)
    if state.phase in ("set_up", "packed"):  # things are on their way to the table or off it
        return
    board = state.pack.board
    for kind, total in board.supply.items():
        assert 0 <= in_use(state, kind) <= total, f"{in_use(state, kind)} of {total} {kind}"
    for crew, each in state.crew.items():
        assert len(each.tucked) <= TUCK_LIMIT, f"{crew} has {each.tucked} tucked"
        stacks = state.toggle("status_stacks")
        assert stacks or len(set(each.statuses)) == len(each.statuses), f"{crew} has {each.statuses}"
        assert (crew == state.captain) == (each.controller == ""), f"{crew} is {each.controller}'s"
        assert each.controller in ("", *state.players)
    for seat, player in state.players.items():
        # while somebody discards, nothing else may be done
        assert len(player.hand) <= HAND_LIMIT or state.window == "closed", f"{seat} holds {player.hand}"
    _cards(state)


def _cards(state: Campaign) -> None:
    """Every card is in exactly one place."""
    piles = [state.discard, *(p.hand for p in state.players.values()), *(c.tucked for c in state.crew.values())]
    seen = Counter(card for pile in piles for card in pile)
    unknown = seen.pop(UNKNOWN, 0)
    assert not (unknown and box_deals(state))
    for card, n in seen.items():
        assert n <= state.pack.ability_cards[card].copies, f"{n} of {card}"
    total = sum(card.copies for card in state.pack.ability_cards.values())
    assert not total or state.pack.about.private or sum(seen.values()) + unknown <= total
    weapons = [number for crew in state.crew.values() for number in crew.weapons]
    assert len(set(weapons)) == len(weapons)
    assert all(number in state.owned for number in weapons)
    market = [*state.owned, *state.boxed, *state.market.bottom]
    assert len(set(market)) == len(market), f"a card lies in two places: {market}"
    quests = [*state.quests, *state.used_quests]
    assert len(set(quests)) == len(quests)
    levels = [card for crew in state.crew.values() for card in crew.levels]
    assert len(set(levels)) == len(levels)
    events = Counter([*state.events.used, *state.events.in_play])
    for tier in TIERS:
        cards = graded(state, tier)
        if cards and not state.pack.about.private:
            out = sum(events[card] for card in cards) + events[f"?{tier}"]
            whole = out + state.events.deck.count(tier) + state.events.box[tier]
            # the card being read is between deck and used pile while it is asked for
            assert sum(cards.values()) - 1 <= whole <= sum(cards.values()), f"{whole} {tier} events"
