"""The bazaar of the Family Trial (CM-341, CM-343, CM-R93 to CM-R95)."""

from __future__ import annotations

from ..ask import Anew, ChooseOne, Option, Refusal
from . import deeds, doing, effects, levels
from .encounter import go_on
from .levels import morvs
from .state import Table
from .tracks import gain_xp, left, take
from .wording import are, so_many

NOT_BOUGHT = "Don't buy it"


async def visit(state: Table) -> None:
    """Support tokens become XP, then the family shops; levelling up follows, all before the fight (CM-R93)."""
    convert_support(state)
    if state.toggle("trial_levelup_per_bazaar"):
        for record in state.campaign.records.values():
            record.levelled = []
    while True:
        answer: str = await Anew(lambda: _counter(state))
        if answer == "leave":
            break
        kind, _, what = answer.partition(":")
        if kind == "token":
            await levels.buy_token(state, what)
        elif kind == "shop":
            await _buy_item(state, what)
        elif kind == "other":
            text = "Pay for what you buy and take it."
            await doing.do_it(state, state.speaker(), text, group=True)
        else:
            await _buy_ware(state, int(what))
    state.busy = list(state.seats)
    state.phase = "bazaar_levels"


async def level_up(state: Table) -> None:
    """Everybody may level up, then the round goes on."""
    await levels.level_up_all(state)
    go_on(state)


def convert_support(state: Table) -> None:
    """Every token on any support card gives 1 XP to each hero (CM-343, CM-R94)."""
    total = sum(link.tokens for link in state.run.links)
    for link in state.run.links:
        link.tokens = 0
    if total:
        become = "becomes" if total == 1 else "become"
        state.say(f"{so_many(total, 'support token')} {become} XP.")
        for seat in state.seats:
            gain_xp(state, state.hero(seat), total)


def _counter(state: Table) -> ChooseOne:
    trial = state.pack.trial
    assert trial is not None
    have = levels.purse(state)
    options = levels.token_options(state)
    for place, card in enumerate(state.run.shop):
        price = trial.bazaar.item_price
        dear = Refusal("CM-341", f"An item costs {morvs(price)} and there {are(have)}.") if price > have else None
        item = state.pack.items[card]
        options.append(Option(f"shop:{place}", item.name, dear, hint=f"{morvs(price)}. {item.effect.text}".strip()))
    for place, ware in enumerate(trial.bazaar.stock):
        barred = None
        if ware.price > have:
            barred = Refusal("CM-341", f"{ware.name} costs {morvs(ware.price)} and there {are(have)}.")
        elif ware.resource in ("potion", "gemstone") and not left(state, ware.resource):
            barred = Refusal("CM-R16", f"No {ware.resource} is left.")
        elif ware.resource == "item" and not (state.run.items.size or state.run.items.discard):
            barred = Refusal("CM-R16", "No item card is left.")
        elif ware.item and not state.run.items.left.get(ware.item):
            barred = Refusal("CM-R16", f"{ware.name} is not in the deck any more.")
        options.append(Option(f"ware:{place}", ware.name, barred, hint=morvs(ware.price)))
    if state.is_own:
        options.append(Option("other", "Buy something else"))
    options.append(Option("leave", "Leave the bazaar"))
    return ChooseOne(state.speaker(), f"The bazaar. {morvs(have)} between you.", options)


async def _for_whom(state: Table, what: str) -> str:
    if state.solo:
        return state.seats[0]
    seat: str = await ChooseOne(state.speaker(), f"{what}: for whom?", effects.heroes(state, state.in_order()))
    return seat


async def _buy_item(state: Table, place: str) -> None:
    trial = state.pack.trial
    assert trial is not None
    card = state.run.shop[int(place)]
    seat = await _for_whom(state, state.pack.items[card].name)
    if await deeds.make_room(state, seat, NOT_BOUGHT):  # before it is paid for
        levels.spend(state, trial.bazaar.item_price)
        state.run.shop.remove(card)
        await deeds.take_item(state, seat, card)


async def _buy_ware(state: Table, place: int) -> None:
    trial = state.pack.trial
    assert trial is not None
    ware = trial.bazaar.stock[place]
    seat = await _for_whom(state, ware.name)
    if (ware.item or ware.resource == "item") and not await deeds.make_room(state, seat, NOT_BOUGHT):
        return
    levels.spend(state, ware.price)
    if ware.item:
        state.run.items.take(ware.item)
        await deeds.take_item(state, seat, ware.item)
    elif ware.resource == "item":
        await deeds.take_item(state, seat)
    elif ware.resource:
        take(state, state.hero(seat), ware.resource, 1)
