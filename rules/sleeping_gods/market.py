"""Market locations: seven cards for sale."""

from __future__ import annotations

from ..ask import ChooseOne, Option, PickSome, Refusal
from ..chance import DrawCards, ReadCard
from .asking import ask
from .state import Campaign
from .supply import return_resource
from .wording import card_words

MARKET_CARDS = 7


def unsorted(state: Campaign) -> list[int]:
    """Market cards whose place in the deck nobody knows."""
    away = [*state.owned, *state.boxed, *state.market.bottom]
    return [number for number in state.pack.market_cards if number not in away]


async def draw_market(state: Campaign, seat: str, n: int) -> list[int]:
    """The top cards of the market deck; fewer if it has fewer (SG-R42)."""
    shown: list[int] = []
    while len(shown) < n:
        left = [number for number in unsorted(state) if number not in shown]
        if left or state.pack.about.private:
            card = await _next_card(state, seat, left, len(shown) + 1)
            if card < 0:
                break
            shown.append(card)
        elif state.market.bottom:
            shown.append(state.market.bottom.pop(0))
        else:
            break
    return shown


async def _next_card(state: Campaign, seat: str, left: list[int], place: int) -> int:
    text = f"Card {place} of the market."
    if known := state.from_top("market"):
        return int(known)
    if state.box_holds("market"):
        names = {str(number): 1 for number in left}
        build = DrawCards(seat, text, "market deck", names, at_once=True)
        (card,) = await ask(state, lambda: build, "closed")
        return int(card)
    possible: dict[Option | str, int] = {Option(number, state.card_name(number)): 1 for number in left}
    if state.pack.about.private:
        possible[Option(0, "a card not met yet: describe it")] = 1
        possible[Option(-1, "no more cards lie there")] = 1
    reading = ReadCard(seat, text, possible, slot="market")
    card = int(await ask(state, lambda: reading, "closed"))
    if card == 0:
        from .describe import describe_market_card

        card = await describe_market_card(state, seat)
    return card


async def visit_market(state: Campaign, seat: str) -> None:
    await trade(state, seat, MARKET_CARDS, 0)


async def trade(state: Campaign, seat: str, n: int, discount: int) -> None:
    """Draw cards for sale, buy any of them, put the rest under the deck."""
    shown = await draw_market(state, seat, n)
    if not shown:
        state.say("The market deck is empty.")
        return
    state.say("For sale: " + ", ".join(f"{state.card_name(c)} ({price(state, c, discount)})" for c in shown) + ".")
    while shown:

        def build() -> ChooseOne:
            coins = state.resources.get("coins", 0)
            options = []
            for number in shown:
                cost = price(state, number, discount)
                barred = None
                if cost > coins:
                    barred = Refusal("SG-159", f"{state.card_name(number)} costs {cost} coins; there are {coins}.")
                card = state.pack.adventure_cards[number]
                label, hint = f"{card.name}: {_coins(cost)}", card_words(card)
                options.append(Option(number, label, barred, hint=hint, slot=f"card:{number}"))
            text = f"Buy which card? {_coins(coins)} on board."
            orders = not state.box_holds("market") and len(shown) > 1
            done = Option("done", "buy nothing more", begins=orders)
            return ChooseOne(seat, text, [*options, done], default="done")

        bought = await ask(state, build)
        if bought == "done":
            break
        return_resource(state, "coins", price(state, bought, discount))
        shown.remove(bought)
        state.owned[bought] = 0
        state.say(f"Bought: {state.card_name(bought)}. It lies face up with the other adventure cards.")
    await put_under(state, seat, shown)


def _coins(n: int) -> str:
    return "1 coin" if n == 1 else f"{n} coins"


def price(state: Campaign, number: int, discount: int) -> int:
    return max(0, (state.pack.adventure_cards[number].coin_cost or 0) - discount)


async def put_under(state: Campaign, seat: str, rest: list[int]) -> None:
    """Cards not bought go under the market deck: with real cards in the order the active player likes."""
    if not rest:
        return
    order = list(rest)
    if not state.box_holds("market") and len(rest) > 1:
        options = [Option(number, state.card_name(number)) for number in rest]
        text = "Put the others under the market deck; tap them in the order you put them there, or as they lie."
        question = PickSome(seat, text, options, in_order=True, default=[], along=True)
        picked = await ask(state, lambda: question, "closed")
        order = [*picked, *(number for number in rest if number not in picked)]
    if not state.pack.about.private:  # the real deck keeps its own order
        state.market.bottom += order
    state.say(f"{len(order)} card{'s' if len(order) > 1 else ''} go under the market deck.")
