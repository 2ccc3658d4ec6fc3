"""Levelling up heroes and buying advanced tokens, at home or at the bazaar (CM-218 to CM-228, CM-236 to CM-243)."""

from __future__ import annotations

from ..ask import Anew, ChooseOne, Option, Refusal
from ..game import Checkpoint
from . import boards
from .components import ActionLevel
from .state import Table
from .together import Together
from .wording import are, goods, in_words

NEW_ACTION = "new action"


def level_of(state: Table, seat: str, slot: str) -> ActionLevel:
    """The action as it lies on the board: printed, or covered by the last level-up card."""
    hero = state.hero(seat).id
    level = state.campaign.records[hero].levels.get(slot, 1)
    return state.pack.heroes[hero].actions[slot].levels[level - 1]


async def level_up_all(state: Table) -> None:
    """Everybody may spend XP at the same time."""
    await Together(
        state.seats,
        lambda seat: seat in state.busy,
        lambda seat: level_up(state, seat),
        "Level up your heroes.",
    )


async def level_up(state: Table, seat: str) -> None:
    """Any number of different actions, each to its next level only (CM-R86)."""
    record, board = state.record(seat), state.board(seat)
    while seat in state.busy:
        if all(_barred(state, seat, slot) for slot in board.actions) and not (state.is_own and record.xp):
            state.busy.remove(seat)
            return
        await Checkpoint()
        slot: str = await Anew(lambda: _question(state, seat))
        if slot == "enough":
            state.busy.remove(seat)
            return
        if slot == NEW_ACTION:
            await boards.tell_action(state, seat)
            continue
        level = record.levels.get(slot, 1)
        if level == len(state.board(seat).actions[slot].levels):
            await boards.tell_level(state, seat, slot)
            if barred := _barred(state, seat, slot):
                state.say(str(barred), seat)
                continue
        card = state.board(seat).actions[slot].levels[level]
        record.xp -= card.xp_cost
        record.levels[slot] = level + 1
        record.levelled.append(slot)
        state.say(f"{board.name} lays {card.name}, level {card.level}, on its space: {record.xp} XP left.")


def _question(state: Table, seat: str) -> ChooseOne:
    record, board = state.record(seat), state.board(seat)
    options = []
    for slot, action in board.actions.items():
        level = record.levels.get(slot, 1)
        now = action.levels[level - 1]
        if level == len(action.levels) and state.is_own:
            hint = "new to the box: it asks once what the card shows"
            options.append(Option(slot, f"{now.name}, level {level + 1}", _barred(state, seat, slot), hint=hint))
            continue
        following = action.levels[level] if level < len(action.levels) else action.levels[-1]
        new, old = _told(state, following, now), _told(state, now, following)
        hint = f"{following.xp_cost} XP. {new}, instead of {now.name}: {old}."
        options.append(
            Option(slot, f"{following.name}, level {following.level}", _barred(state, seat, slot), hint=hint)
        )
    if state.is_own:
        options.append(Option(NEW_ACTION, "Another action", hint="one the box doesn't know yet"))
    options.append(Option("enough", "Enough"))
    return ChooseOne(seat, f"{board.name} has {record.xp} XP. Which action do you level up?", options)


def _told(state: Table, card: ActionLevel, other: ActionLevel) -> str:
    """What an action does, so that nobody buys a level unseen; what it costs only where the *other* costs other."""
    words = [in_words(word, state.pack) for word in card.effects]
    words += [f"costs {card.focus_cost} focus"] if card.focus_cost != other.focus_cost else []
    words += [f"needs {' + '.join(card.spaces)}"] if card.spaces != other.spaces else []
    return ", ".join(words)


def _barred(state: Table, seat: str, slot: str) -> Refusal | None:
    record, levels = state.record(seat), state.board(seat).actions[slot].levels
    level = record.levels.get(slot, 1)
    if slot in record.levelled:
        return Refusal("CM-243", "This action was already levelled up for this run.")
    if level >= len(levels) and state.is_own:
        return None if record.xp else Refusal("CM-240", "There is no XP to spend.")
    if level >= len(levels):
        return Refusal("CM-242", f"Level {level} is the last.")
    price = levels[level].xp_cost
    if price > record.xp:
        told = f"{_told(state, levels[level], levels[level - 1])}: that costs {price} XP and there {are(record.xp)}."
        return Refusal("CM-240", told)
    return None


# Advanced tokens


def purse(state: Table) -> int:
    """The Morvs the family can spend together: the fund, or in the dungeon what lies on the boards."""
    return state.campaign.fund + sum(hero.morv for hero in state.run.heroes.values())


def spend(state: Table, n: int) -> None:
    """Morvs go back to the reserve (CM-220)."""
    paid = min(n, state.campaign.fund)
    state.campaign.fund -= paid
    for hero in state.run.heroes.values():
        part = min(n - paid, hero.morv)
        hero.morv -= part
        paid += part


def price_of(state: Table, kind: str) -> int:
    """As printed on the house, or on the bazaar; at least 1 where nobody has read it off yet."""
    price = _printed_price(state, kind)
    return 1 if price is None else price


def _printed_price(state: Table, kind: str) -> int | None:
    advanced = state.pack.advanced[kind]
    return advanced.price_bazaar if state.mode == "trial" else advanced.price_home


def morvs(n: int) -> str:
    return goods(n, "morv")


def token_options(state: Table) -> list[Option]:
    """The five types of advanced tokens that can be bought."""
    options = []
    for kind, advanced in state.pack.advanced.items():
        price, have = price_of(state, kind), purse(state)
        barred = None
        if not colours_left(state, kind):
            barred = Refusal("CM-R82", f"No {advanced.name} token is left.")
        elif price > have:
            barred = Refusal("CM-219", f"{advanced.name} costs {morvs(price)} and there {are(have)}.")
        costs = f"{morvs(price)}. " if _printed_price(state, kind) is not None else ""
        hint = f"{costs}{advanced.text}".strip(". ") + "."
        options.append(Option(f"token:{kind}", f"{advanced.name} token", barred, hint=hint))
    return options


def colours_left(state: Table, kind: str) -> list[str]:
    return [token.split("/")[0] for token in state.campaign.stock if token.endswith(f"/{kind}")]


async def buy_token(state: Table, kind: str) -> None:
    """The buyers choose the colour; for one Morv more a basic token of it leaves the bag for good (CM-221, CM-222)."""
    campaign, pack, seat = state.campaign, state.pack, state.speaker()
    await boards.know_price(state, seat, kind)
    if price_of(state, kind) > purse(state):
        state.say(f"{pack.advanced[kind].name} costs {morvs(price_of(state, kind))}: too much.", seat)
        return
    options = []
    for colour, printed in pack.skill_colours.items():
        gone = None
        if colour not in colours_left(state, kind):
            gone = Refusal("CM-R82", f"The {printed.label} one is already bought.")
        options.append(Option(colour, printed.label, gone))
    colour = await ChooseOne(seat, f"{pack.advanced[kind].name} token: which colour?", options)
    spend(state, price_of(state, kind))
    token = f"{colour}/{kind}"
    campaign.stock.remove(token)
    campaign.bag[token] = campaign.bag.get(token, 0) + 1
    state.say(f"{pack.skill_colours[colour].label} {pack.advanced[kind].name} goes into the bag.")
    await _remove_basic(state, colour)


async def _remove_basic(state: Table, colour: str) -> None:
    """Only with a purchase, and only while a basic token of that colour is in the bag (CM-224, CM-225, CM-R81)."""
    campaign, seat = state.campaign, state.speaker()
    price, label = state.pack.constants.basic_removal_price, state.pack.skill_colours[colour].label
    how_long = "Trial" if state.mode == "trial" else "campaign"
    if not campaign.bag.get(colour) or price > purse(state):
        return
    options = (Option("no", "No"), Option("yes", f"Pay {morvs(price)} for it"))
    text = f"Take a basic {label} token out of the bag for the rest of the {how_long}?"
    if await ChooseOne(seat, text, options) == "yes":
        spend(state, price)
        campaign.bag[colour] -= 1
        if not campaign.bag[colour]:
            del campaign.bag[colour]
        campaign.removed[colour] = campaign.removed.get(colour, 0) + 1
        state.say(f"A basic {label} token is out for the rest of the {how_long}.")
