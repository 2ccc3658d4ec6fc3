"""Trading with a player near by (SS-69 to SS-72; SS-R38 to SS-R40).

Only the two partners learn which cards change hands; samples are public once they do.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.ask import ChooseOne, EnterNumber, Option, PickSome, Refusal

from . import board, cards, ending
from .state import SilentSea, ask

RANGE = 2  # SS-69
SAMPLE = "sample:"


@dataclass
class Offer:
    """What one side gives; of real cards the box only knows how many."""

    cards: list[str] = field(default_factory=list)
    count: int = 0
    samples: int = 0

    def __bool__(self) -> bool:
        return bool(self.count or self.samples)


def barred(game: SilentSea, seat: str, other: str, reach: dict[str, int]) -> Refusal | None:
    """Living, within 2 Spaces, and anything to give on either side.

    :param reach: how far it is from *seat* to everywhere.
    """
    if not game.players[other].alive:
        return Refusal("SS-R39", lambda: f"{game.who(other)} is out of the game.")
    far = reach.get(game.players[other].node)
    if far is None or far > RANGE:
        return Refusal("SS-69", lambda: f"{game.who(other)} is {board.far_words(far)}; trading reaches {RANGE} Spaces.")
    if not any(game.players[s].hand or game.players[s].samples for s in (seat, other)):
        return Refusal("SS-71", "Neither of you has a card or a Water Sample.")
    return None


async def trade(game: SilentSea, seat: str, other: str) -> bool:
    """Offer, answer, agreement; True if the action is used (SS-70, SS-R38)."""
    news = f"{game.who(seat)} asks {game.who(other)} for a trade."
    game.say(news)
    game.offered, game.trading = {}, (seat, other)
    mine = await _offer(game, seat, other, news, f"what do you offer {game.who(other)}?")
    game.offered[seat] = mine.cards
    done = await _agree(game, seat, other, mine, news)
    game.offered, game.trading = {}, ()
    if not done:
        game.say("Nobody trades.")
    return done or game.toggle("refused_trade_costs_action") == "on"


async def _agree(game: SilentSea, seat: str, other: str, mine: Offer, news: str) -> bool:
    text = f"{game.who(seat)} offers you {_words(game, mine)}. Trade?"
    options = [Option("yes", "Trade: say what you give"), Option("no", "Refuse")]
    if mine and not _must_return(game, other, mine):
        options.insert(0, Option("gift", "Take it, give nothing"))
    answer = await ask(game, lambda: ChooseOne(other, text, options, private=game.box_deals, others=news))
    if answer == "no":
        return False
    if answer == "gift":  # which is what was offered, so there is nothing left to agree on
        await _exchange(game, seat, other, mine, Offer())
        return True
    theirs = await _offer(game, other, seat, news, f"what do you give for {_words(game, mine)}?", mine)
    game.offered[other] = theirs.cards
    back = f"{game.who(other)} gives {_words(game, theirs)} for {_words(game, mine)}. Agreed?"
    barred = None if mine or theirs else Refusal("SS-72", "One side may give nothing, but not both.")
    options = [Option("yes", "Agreed", barred), Option("no", "No trade")]
    if await ask(game, lambda: ChooseOne(seat, back, options, private=game.box_deals, others=news)) == "no":
        return False
    await _exchange(game, seat, other, mine, theirs)
    return True


async def _offer(game: SilentSea, seat: str, other: str, news: str, text: str, against: Offer | None = None) -> Offer:
    """Cards and samples of *seat* for *other*, who gives *against*; what does not fit cannot be offered (SS-R40)."""
    text = f"{game.who(seat)}: {text}"
    offer = Offer()
    hand = [card for card in game.players[seat].hand if not cards.is_crisis(game, card)]
    carried = game.players[seat].samples
    low, high = 0, min(carried, game.capacity(other))  # the other may still give samples in return
    if against is not None:
        low = _must_return(game, seat, against)
        high = min(carried, game.room_for(other) + against.samples)
    if not game.box_deals:
        if hand:
            offer.count = await ask(game, lambda: EnterNumber(seat, f"{text} How many cards?", 0, len(hand)))
        if high > 0:
            offer.samples = await ask(game, lambda: EnterNumber(seat, f"{text} How many Water Samples?", low, high))
        return offer
    choices = [Option(f"{place}:{card}", game.words(card)) for place, card in enumerate(hand)]
    choices += [Option(f"{SAMPLE}{number}", "Water Sample") for number in range(low, high)]
    if low:
        text += f" {low} Water Sample{'s' if low > 1 else ''} you have no room for, so that goes back."
    picked = []
    if hand or carried:  # asked even if nothing fits, as the offer is hidden: otherwise others could count questions
        picked = await ask(
            game,
            lambda: PickSome(seat, text, choices, private=True, others=news, deed="Give {}", no_deed="Give nothing"),
        )
    offer.cards = [each.partition(":")[2] for each in picked if not each.startswith(SAMPLE)]
    offer.count = len(offer.cards)
    offer.samples = low + len(picked) - offer.count
    return offer


def _must_return(game: SilentSea, seat: str, offered: Offer) -> int:
    """How many Water Samples *seat* has to give for what is offered, having no room for them."""
    return max(game.players[seat].samples + offered.samples - game.capacity(seat), 0)


async def _exchange(game: SilentSea, seat: str, other: str, mine: Offer, theirs: Offer) -> None:
    """Both at the same time (SS-R39); then hands above the limit are discarded down."""
    for giver, gift in ((seat, mine), (other, theirs)):
        if game.box_deals:
            for card in gift.cards:
                game.players[giver].hand.remove(card)
        elif gift.count:
            _forget(game, giver)
            for _ in range(gift.count):
                game.players[giver].hand.remove(None)
        game.players[giver].samples -= gift.samples
    for giver, taker, gift in ((seat, other, mine), (other, seat, theirs)):
        if gift.count:
            cards.may_have_gone(game, giver, taker)
    for taker, gift in ((other, mine), (seat, theirs)):
        game.players[taker].hand += gift.cards if game.box_deals else [None] * gift.count
        game.players[taker].samples += gift.samples
    for giver, gift in ((seat, mine), (other, theirs)):
        parts = [f"{gift.count} card{'s' if gift.count != 1 else ''}"] if gift.count else []
        if gift.samples:
            parts.append(f"{gift.samples} Water Sample{'s' if gift.samples != 1 else ''}")
        game.say(f"{game.who(giver)} gives {' and '.join(parts) or 'nothing'}.")
    if mine.cards:
        game.say(f"You got {_words(game, mine)}.", other)
    if theirs.cards:
        game.say(f"You got {_words(game, theirs)}.", seat)
    game.over_limit = [seat, other]  # for a moment a hand may be above the limit (SS-R40)
    await cards.discard_down(game, seat)
    await cards.discard_down(game, other)
    await ending.judge(game)


def _forget(game: SilentSea, seat: str) -> None:
    """Which of the real cards was given the box cannot know: all that can be traded may be any of them now."""
    hand = game.players[seat].hand
    for place, card in enumerate(hand):
        if card is not None and not cards.is_crisis(game, card):
            game.unseen[card] = game.unseen.get(card, 0) + 1
            hand[place] = None


def _words(game: SilentSea, offer: Offer) -> str:
    parts = [game.words(card) for card in offer.cards]
    if not offer.cards and offer.count:
        parts.append(f"{offer.count} card{'s' if offer.count != 1 else ''}")
    if offer.samples:
        parts.append(f"{offer.samples} Water Sample{'s' if offer.samples != 1 else ''}")
    return ", ".join(parts) or "nothing"
