"""Hands, decks and discards (SS-13, SS-54, SS-61, SS-110, SS-111; SS-R24, SS-R25, SS-R30).

Where the box deals, it knows every hand. Where real cards are held it knows only what was shown: a hand then
holds blanks, and `unseen` says which cards lie in the deck or under those blanks.
"""

from __future__ import annotations

from collections import Counter

from rules.ask import ChooseOne, Confirm, Option, PickSome
from rules.chance import DrawCards, ReadCard

from .pack import ITEMS
from .state import SilentSea, ask

CRAFTED = "crafted_"


def kind(card: str) -> str:
    """What a card counts as: a crafted Bulb is a Bulb."""
    return card.removeprefix(CRAFTED)


def is_crisis(game: SilentSea, card: str | None) -> bool:
    return any(each.id == card for each in game.pack.crisis)


def made(card: str) -> bool:
    """Crafted, and so never part of the Generic deck."""
    return card in ITEMS or card.startswith(CRAFTED)


# Who holds what


def could_hold(game: SilentSea, seat: str) -> dict[str, int]:
    """How many of each card *seat* holds; under blanks, how many there could be."""
    hand = game.players[seat].hand
    cards: dict[str, int] = {}
    for each in hand:
        if each is not None:
            cards[each] = cards.get(each, 0) + 1
    blanks = hand.count(None)
    if blanks:
        for card, count in game.unseen.items():
            # crafted cards never lie in the deck, so they need blanks to be under
            most = count if made(card) else min(count, _generic_blanks(game))
            cards[card] = cards.get(card, 0) + min(most, blanks)
    return {card: count for card, count in cards.items() if count > 0}


def holds(game: SilentSea, seat: str, card: str) -> bool:
    return card in could_hold(game, seat)


def might_hold(game: SilentSea, seat: str, item: str) -> bool:
    """Whether *seat* could hold that item by what everybody has seen: crafted in the open, and traded since.

    Whoever is asked for a card is asked by this, so that nothing is told by who is asked.
    """
    if not game.box_deals:
        return holds(game, seat, item)
    holders = [each for each, player in game.players.items() if item in player.hand]
    if not holders or not game.players[seat].hand:
        return False  # what is crafted and spent lies open, so all know when none is left
    known = game.may_hold.get(item, [])
    return seat in known or any(each not in known for each in holders)  # a change by hand: then it may be anybody


def may_have_gone(game: SilentSea, giver: str, taker: str) -> None:
    """Cards changed hands face-down: any item that one might hold, the other might hold now."""
    for seats in game.may_hold.values():
        if giver in seats and taker not in seats:
            seats.append(taker)


def _generic_blanks(game: SilentSea) -> int:
    """How many blanks can be Generic cards: those that no crafted card must lie under."""
    blanks = sum(player.hand.count(None) for player in game.players.values())
    return blanks - sum(count for card, count in game.unseen.items() if made(card))


def to_pay_with(cards: dict[str, int]) -> dict[str, int]:
    """How many of each kind there are among *cards* that somebody holds, or could hold."""
    could: dict[str, int] = {}
    for card, count in cards.items():
        could[kind(card)] = could.get(kind(card), 0) + count
    return could


def can_pay(game: SilentSea, seat: str, recipe: dict[str, int], could: dict[str, int] | None = None) -> dict[str, int]:
    """What is missing of *recipe*; empty if *seat* holds, or could hold, all of it.

    :param could: what there is `to_pay_with`, if that was looked up before.
    """
    hand = game.players[seat].hand
    if could is None:
        could = to_pay_with(could_hold(game, seat))
    missing = {name: count - could.get(name, 0) for name, count in recipe.items() if could.get(name, 0) < count}
    if missing or None not in hand:
        return missing
    known = Counter(kind(card) for card in hand if card is not None)
    hidden = {name: max(count - known[name], 0) for name, count in recipe.items()}
    generic = sum(max(count - game.unseen.get(CRAFTED + name, 0), 0) for name, count in hidden.items())
    short = max(sum(hidden.values()) - hand.count(None), generic - _generic_blanks(game))
    if any(hidden.values()) and short > 0:
        return {next(name for name, count in hidden.items() if count): short}
    return {}


# Cards leave a hand


def take_out(game: SilentSea, seat: str, card: str) -> None:
    """Out of the hand; a blank that turns out to be *card* is unseen no more."""
    hand = game.players[seat].hand
    if card in hand:
        hand.remove(card)
        return
    hand.remove(None)
    _one_less(game.unseen, card)


def put_away(game: SilentSea, card: str) -> None:
    """A spent card goes to its pile; what was crafted goes back to the supply (SS-13, SS-R33)."""
    if is_crisis(game, card):
        game.crisis_discard.append(card)
    elif not made(card):
        game.generic_discard.append(card)
    elif card in game.items_left:
        game.items_left[card] += 1


def spend(game: SilentSea, seat: str, card: str) -> None:
    take_out(game, seat, card)
    put_away(game, card)


async def pay(game: SilentSea, seat: str, recipe: dict[str, int]) -> None:
    """Spend what *recipe* takes. A crafted card counts as what it is, and goes before one of the deck.

    Only with real cards nobody but the holder knows which of the two lies there: then the holder is asked, or the
    discards would be one card more or less than the box says.
    """
    left = dict(recipe)
    for name in recipe:
        while left[name]:
            left[name] -= 1
            could = could_hold(game, seat)
            cards = [card for card in (CRAFTED + name, name) if card in could and _still_pays(game, seat, card, left)]
            card = cards[0]
            if len(cards) > 1 and not game.box_deals:
                card = await ask(game, lambda: _which(game, seat, cards))  # noqa: B023
            spend(game, seat, card)


def _which(game: SilentSea, seat: str, cards: list[str]) -> ChooseOne:
    text = f"{game.who(seat)}: which {game.words(kind(cards[0]))} do you spend?"
    labels = ("The crafted one", "One of the deck: it goes on the discards")
    return ChooseOne(seat, text, [Option(card, label) for card, label in zip(cards, labels, strict=True)])


def _still_pays(game: SilentSea, seat: str, card: str, left: dict[str, int]) -> bool:
    """Whether the rest can still be paid after *card*: what lies under blanks is told by what does not."""
    hand, unseen = list(game.players[seat].hand), dict(game.unseen)
    take_out(game, seat, card)
    missing = can_pay(game, seat, left)
    game.players[seat].hand[:], game.unseen = hand, unseen
    return not missing


def options(game: SilentSea, cards: dict[str, int], *, count: bool) -> list[Option]:
    """Cards to choose from, each name once."""
    return [Option(c, f"{game.words(c)} ×{n}" if count and n > 1 else game.words(c)) for c, n in cards.items()]


def weighed(game: SilentSea, cards: dict[str, int]) -> dict[Option | str, int]:
    """Cards that could be turned up, each as often as there are."""
    return {Option(card, game.words(card)): count for card, count in cards.items()}


async def choose_card(game: SilentSea, seat: str, text: str, others: str) -> str:
    """Which card of the own hand: only its holder sees the choice if the box deals."""
    box = game.box_deals
    card: str = await ask(
        game,
        lambda: ChooseOne(
            seat, text, options(game, could_hold(game, seat), count=box), private=box, others=others if box else ""
        ),
    )
    return card


async def discard(game: SilentSea, seat: str, text: str = "") -> None:
    """The holder chooses a card and lays it openly on the discards."""
    name = game.who(seat)
    card = await choose_card(game, seat, text or f"{name}: discard a card.", f"{name} discards a card.")
    spend(game, seat, card)
    game.say(f"{name} discards {game.words(card)}.")


async def discard_some(game: SilentSea, seat: str, count: int, text: str) -> None:
    """The holder chooses several cards at once and lays them openly on the discards."""
    name = game.who(seat)
    choices = [Option(f"{place}:{card}", game.words(card)) for place, card in enumerate(game.players[seat].hand)]
    others = f"{name} discards {count} cards."
    picked = await ask(
        game,
        lambda: PickSome(
            seat, text, choices, at_least=count, at_most=count, private=True, others=others, deed="Discard {}"
        ),
    )
    for each in picked:
        card = each.partition(":")[2]
        spend(game, seat, card)
        game.say(f"{name} discards {game.words(card)}.")


async def discard_by_chance(game: SilentSea, seat: str) -> None:
    """A card of the hand that nobody chose."""
    name = game.who(seat)
    if game.box_deals:
        hand = [card for card in game.players[seat].hand if card is not None]
        text = f"{name} loses a random card."
        drawn = DrawCards(seat, text, "hand", hand, at_once=True, private=True, others=text)
        [card] = await ask(game, lambda: drawn)
    else:
        text = f"{name}: shuffle your hand and let somebody draw a card of it. Which is it?"
        card = await ask(game, lambda: ReadCard(seat, text, weighed(game, could_hold(game, seat))))
    spend(game, seat, card)
    game.say(f"{name} loses {game.words(card)}.")


async def discard_down(game: SilentSea, seat: str) -> None:
    """At once after every gain: nobody keeps more than the limit (SS-61, SS-110, SS-R25)."""
    limit = game.toggle("hand_limit")
    while (over := len(game.players[seat].hand) - limit) > 0:
        if seat not in game.over_limit:
            game.over_limit.append(seat)
        text = f"{game.who(seat)}: discard down to {limit}; {over} too many."
        if over > 1 and game.box_deals:
            await discard_some(game, seat, over, text)
        else:
            await discard(game, seat, text)
    if seat in game.over_limit:
        game.over_limit.remove(seat)


async def lay_down_hand(game: SilentSea, seat: str) -> None:
    """All cards of the hand go to the discards, openly (SS-R61)."""
    hand = game.players[seat].hand
    for card in [card for card in hand if card is not None]:
        spend(game, seat, card)
    while hand:
        name = game.who(seat)
        text = f"{name}: lay down your hand. Which is the next card?"
        card = await ask(game, lambda: ReadCard(seat, text, weighed(game, could_hold(game, seat))))  # noqa: B023
        spend(game, seat, card)


# Cards come in


async def draw_generic(game: SilentSea, seat: str, amount: int) -> None:
    """So many Generic cards into the hand, then down to the limit (SS-54, SS-R25)."""
    for _ in range(amount):
        if not await _deck_ready(game):
            break
        name = game.who(seat)
        card: str | None = None
        if game.box_deals:
            card = await _dealt(game, seat, f"{name} draws a Generic card.")
            game.say(f"You drew {game.words(card)}.", seat)
        else:
            await ask(game, lambda: Confirm(seat, f"{game.who(seat)}: draw 1 Generic card."))
        game.deck -= 1
        game.players[seat].hand.append(card)
        game.say(f"{name} draws a Generic card.", unless=seat if game.box_deals else "")
        await discard_down(game, seat)


async def _dealt(game: SilentSea, seat: str, text: str) -> str:
    """The box deals from what is left; only the drawer reads it."""
    deck = dict(game.unseen)
    [card] = await ask(
        game, lambda: DrawCards(seat, text, "Generic deck", deck, at_once=True, private=True, others=text)
    )
    _one_less(game.unseen, card)
    return str(card)


def _one_less(pile: dict[str, int], card: str) -> None:
    pile[card] -= 1
    if not pile[card]:
        del pile[card]


async def _deck_ready(game: SilentSea) -> bool:
    """An empty deck is made anew from its own discards (SS-R30)."""
    if game.deck:
        return True
    if game.toggle("reshuffle") == "off" or not game.generic_discard:
        game.say("The Generic deck is empty: no card is drawn.")
        return False
    if not game.box_deals:
        await ask(game, lambda: Confirm(game.current, "Shuffle the Generic discards into a new deck."))
    for card in game.generic_discard:
        game.unseen[card] = game.unseen.get(card, 0) + 1
    game.deck = len(game.generic_discard)
    game.generic_discard = []
    game.say(f"The Generic discards are a new deck of {game.deck}.")
    return True


async def draw_crisis(game: SilentSea, seat: str) -> str:
    """The next Crisis card, open to all; empty if there is none (SS-60, SS-R30)."""
    box = game.setup.box_holds("crisis")
    if not game.crisis_deck:
        if game.toggle("reshuffle") == "off" or not game.crisis_discard:
            game.say("The Crisis deck is empty: no card is drawn.")
            return ""
        if not box:
            await ask(game, lambda: Confirm(game.current, "Shuffle the Crisis discards into a new deck."))
        game.crisis_deck = dict(Counter(game.crisis_discard))
        game.crisis_discard = []
        game.say("The Crisis discards are a new deck.")
    text = f"Crisis! {game.who(seat)}: draw one Crisis card."
    if box:
        deck = dict(game.crisis_deck)
        [card] = await ask(game, lambda: DrawCards(seat, text, "Crisis deck", deck, at_once=True))
    else:
        card = await ask(game, lambda: ReadCard(seat, text, weighed(game, game.crisis_deck)))
    _one_less(game.crisis_deck, card)
    return str(card)
