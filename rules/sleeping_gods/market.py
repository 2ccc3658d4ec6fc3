"""Market locations: seven cards for sale."""

from __future__ import annotations

from ..ask import ChooseOne, Option, PickSome, Refusal
from ..chance import DrawCards, ReadCard
from ..read_off import count, written
from .asking import ask
from .pack import AdventureCard
from .reading import FIRST_OF_OURS, free_number, known_now, read_off
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
        if left:
            shown.append(await _next_card(state, seat, left, len(shown) + 1))
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
    reading = ReadCard(seat, text, possible, slot="market")
    return int(await ask(state, lambda: reading, "closed"))


async def visit_market(state: Campaign, seat: str) -> None:
    await trade(state, seat, MARKET_CARDS, 0)


async def trade(state: Campaign, seat: str, n: int, discount: int) -> None:
    """Draw cards for sale, buy any of them, put the rest under the deck."""
    if state.pack.about.private:
        await trade_real_cards(state, seat, n, discount)
        return
    shown = await draw_market(state, seat, n)
    if not shown:
        state.say("The market deck is empty.")
        return
    state.say("For sale: " + ", ".join(f"{state.card_name(c)} ({price(state, c, discount)})" for c in shown) + ".")
    while shown:

        def build() -> ChooseOne:
            coins = state.resources.get("coins", 0)
            options = [_for_sale(state, number, discount) for number in shown]
            text = f"Which card do you buy? {_coins(coins)} on board."
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


async def trade_real_cards(state: Campaign, seat: str, n: int, discount: int) -> None:
    """Real cards lie on the table: only what is bought is told, and a card bought once is known by its name."""
    while True:

        def build() -> ChooseOne:
            coins = state.resources.get("coins", 0)
            options = [Option("new", "a card we never had", hint="its name and its price")]
            options += [_for_sale(state, number, discount) for number in unsorted(state)]
            text = f"Lay the top {n} cards of the market deck in a row. Which do you buy? {_coins(coins)} on board."
            return ChooseOne(seat, text, [*options, Option("done", "buy nothing more")], default="done")

        answer = await ask(state, build)
        if answer == "done":
            break
        if answer == "new":
            answer = await _new_card(state, seat)
        bought, cost = int(answer), price(state, int(answer), discount)
        why = _too_dear(state, bought, discount)
        if why or bought in state.owned:
            state.say(str(why) if why else f"You already have {state.card_name(bought)}.")
            continue
        return_resource(state, "coins", cost)
        state.owned[bought] = 0
        state.say(f"Bought: {state.card_name(bought)}. It lies face up with the other adventure cards.")
    state.say("The other cards go under the market deck.")


async def _new_card(state: Campaign, seat: str) -> int:
    """A card that is bought for the first time: what it is called and what it costs, in one answer."""
    group = "The card"
    fields = [count("price", "price in coins", group, 1, high=99), written("name", "name", group, "")]
    number = free_number(state)
    unnamed = f"Market card {number - FIRST_OF_OURS + 1}"
    told, _ = await read_off(state, seat, "Which card do you buy?", fields, about=[unnamed])
    name = told["name"] or unnamed
    same = [n for n in state.pack.market_cards if state.card_name(n).casefold() == name.casefold()]
    if same:
        return same[0]
    card = AdventureCard(name, "card", market=True, coin_cost=told["price"], described=False)
    state.met.adventure_cards[number] = card
    known_now(state)
    return number


def _too_dear(state: Campaign, number: int, discount: int) -> Refusal | None:
    cost, coins = price(state, number, discount), state.resources.get("coins", 0)
    if cost <= coins:
        return None
    return Refusal("SG-159", f"{state.card_name(number)} costs {cost} coins; there are {coins}.")


def _for_sale(state: Campaign, number: int, discount: int) -> Option:
    card = state.pack.adventure_cards[number]
    label = f"{card.name}: {_coins(price(state, number, discount))}"
    return Option(number, label, _too_dear(state, number, discount), hint=card_words(card), slot=f"card:{number}")


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
        question = PickSome(
            seat, text, options, in_order=True, default=[], along=True, deed="Put {} there", no_deed="As they lie"
        )
        picked = await ask(state, lambda: question, "closed")
        order = [*picked, *(number for number in rest if number not in picked)]
    state.market.bottom += order
    state.say(f"{len(order)} card{'s' if len(order) > 1 else ''} go under the market deck.")
