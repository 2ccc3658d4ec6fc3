"""Looking at the top of a deck: what was seen there stays there, and only the looker knows it."""

from __future__ import annotations

from collections.abc import Mapping

from ..ask import Confirm
from ..chance import DrawCards
from .asking import ask
from .effects import Look
from .events import unseen
from .hands import box_deals, deck_count, deck_left
from .market import unsorted
from .state import Campaign

TITLES = {"ability": "ability deck", "event": "event deck", "market": "market deck", "search": "search stack"}


async def look(state: Campaign, effect: Look, seat: str) -> None:
    """*seat* looks at the top cards and puts them back as they were."""
    title = TITLES[effect.deck]
    text = f"Look at the top {effect.n} of the {title} and put them back as they were."
    state.say(f"{state.name(seat)} looks at the top of the {title}.")
    told = text
    if _box_holds(state, effect.deck):
        names = [_name(state, effect.deck, card) for card in await _top(state, effect.deck, effect.n, seat)]
        told = f"On top of the {title}: {', '.join(names) or 'nothing'}."
    state.reveal()
    build = Confirm(seat, told, private=state.hidden_hands, others=text, todo=() if told != text else (text,))
    await ask(state, lambda: build, "closed")


def _box_holds(state: Campaign, deck: str) -> bool:
    if deck == "ability":
        return box_deals(state)
    return state.box_holds({"event": "events"}.get(deck, deck))


async def _top(state: Campaign, deck: str, n: int, seat: str) -> list[str]:
    """The first *n* cards; those nobody has seen are decided now and stay where they are."""
    known = state.tops.setdefault(deck, [])
    for place in range(n):
        if place < len(known) and known[place]:
            continue
        left = _left(state, deck, place)
        if not left:
            break
        text = f"Which card lies on top of the {TITLES[deck]}?"
        draw = DrawCards(seat, text, TITLES[deck], left, at_once=True, private=state.hidden_hands, others=text)
        (card,) = await ask(state, lambda: draw, "closed")  # noqa: B023  # awaited at once
        known[place : place + 1] = [str(card)]
    return known[:n]


def _left(state: Campaign, deck: str, place: int) -> Mapping[str, int]:
    """What the card at this place may be: whatever is left and was not seen elsewhere in the deck."""
    if deck == "ability":
        if place >= (deck_count(state) or 0):
            return {}
        left = deck_left(state)
    elif deck == "event":
        left = unseen(state, state.events.deck[place]) if place < len(state.events.deck) else {}
    elif deck == "market":
        left = {str(number): 1 for number in unsorted(state)}
    else:
        left = {token: 1 for token in state.pack.search_tokens if token not in state.searched}
    seen = state.tops.get(deck, [])
    return {card: n - seen.count(card) for card, n in left.items() if n > seen.count(card)}


def _name(state: Campaign, deck: str, card: str) -> str:
    if deck == "ability":
        return state.pack.ability_cards[card].name
    if deck == "event":
        return state.pack.events[card].name
    if deck == "market":
        return state.card_name(int(card))
    return state.pack.search_tokens[card].text or card
