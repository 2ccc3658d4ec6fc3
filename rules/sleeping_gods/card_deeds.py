"""Effects on command, hands, tucked cards, adventure cards, weapons and levels."""

from __future__ import annotations

from functools import partial
from typing import Any

from ..ask import ChooseOne, Option, Refusal
from ..chance import DrawCards
from .asking import ask
from .conditions import amount
from .crew import choose_crew
from .crew_deeds import candidates, group
from .hands import (
    discard_from_hand,
    discard_one_tucked,
    draw_cards,
    may_hold,
    name_hand_card,
    no_room,
    rise,
    tuck,
    tucked_options,
)
from .pack import AdventureCard
from .reading import known_now
from .resolve import Deed, acting
from .state import Campaign, Context
from .supply import gain_command, lose_command


async def players(state: Campaign, who: str, context: Context, text: str) -> list[str]:
    """The seats an effect speaks of."""
    if who == "controller":
        seat = state.controller(context.crew) if context.crew else acting(state, context)
        return [seat]
    if who == "each_player":
        place = state.order.index(state.active)
        return [*state.order[place:], *state.order[:place]]
    if who == "choose_player" and len(state.order) > 1:
        options = [Option(seat, state.name(seat)) for seat in state.order]
        return [await ask(state, lambda: ChooseOne(acting(state, context), text, options))]
    return [state.active]


async def _gain_command(state: Campaign, effect: Any, context: Context) -> None:
    for seat in await players(state, effect.who, context, f"{context.source}: who gains command?"):
        gain_command(state, seat, amount(state, effect.n, context))


async def _lose_command(state: Campaign, effect: Any, context: Context) -> None:
    for seat in await players(state, effect.who, context, f"{context.source}: who loses command?"):
        lose_command(state, seat, amount(state, effect.n, context))


async def _clear_command(state: Campaign, effect: Any, context: Context) -> None:
    from .actions import clear_cards, clear_crew

    seat = acting(state, context)
    if effect.scope == "all":
        clear_crew(state, list(state.crew))
        clear_cards(state)
    elif effect.scope == "controller":
        clear_crew(state, state.crew_of(seat))
    elif effect.scope == "crew":
        laden = [crew for crew in state.crew if state.crew[crew].command]
        one = await choose_crew(state, seat, f"{context.source}: clear whose board?", laden)
        if one:
            clear_crew(state, [one])
        else:
            state.say("No command lies on a crew board.")
    else:
        laden_cards = [number for number, tokens in state.owned.items() if tokens]
        if not laden_cards:
            state.say("No command lies on an adventure card.")
            return
        options = [Option(number, state.card_name(number), slot=f"card:{number}") for number in laden_cards]
        text = f"{context.source}: clear which card?"
        number = await ask(state, lambda: ChooseOne(seat, text, options)) if len(options) > 1 else laden_cards[0]
        clear_cards(state, [number])


async def _draw_ability(state: Campaign, effect: Any, context: Context) -> None:
    for seat in await players(state, effect.who, context, f"{context.source}: who draws?"):
        await draw_cards(state, seat, amount(state, effect.n, context))


async def _discard_hand(state: Campaign, effect: Any, context: Context) -> None:
    n = amount(state, effect.n, context)
    skill = None if effect.skill == "any" else effect.skill
    for seat in await players(state, effect.who, context, f"{context.source}: who discards?"):
        if not state.players[seat].hand or (skill and not may_hold(state, seat, skill)):
            state.say(f"{state.name(seat)} has no such card to discard.")
            continue
        what = f"{skill} card" if skill else "card"
        text = f"{context.source}: discard {n} {what}{'s' if n > 1 else ''} from your hand."
        await discard_from_hand(state, seat, n, text, skill, at_least=0 if effect.optional else None)


async def _discard_tucked(state: Campaign, effect: Any, context: Context) -> None:
    skill = None if effect.skill == "any" else effect.skill
    whole = group(state, effect, context)
    seat = acting(state, context)
    if effect.who in ("each_crew", "each_participant"):
        for crew in whole or []:
            for _ in range(amount(state, effect.n, context)):
                if tucked_options(state, [crew], skill):
                    await discard_one_tucked(state, seat, f"{context.source}: discard which?", [crew], skill)
        return
    among = whole if whole is not None else candidates(state, effect, context)
    for _ in range(amount(state, effect.n, context)):
        await discard_one_tucked(state, seat, f"{context.source}: which tucked card do you discard?", among, skill)


async def _equip_free(state: Campaign, effect: Any, context: Context) -> None:
    seat = acting(state, context)
    if not state.players[seat].hand:
        state.say(f"{state.name(seat)} has no card to train.")
        return
    whole = group(state, effect, context)
    among = whole if whole is not None else candidates(state, effect, context)

    def full(crew: str) -> Refusal | None:
        return no_room(state, crew)

    if all(full(each) for each in among):
        state.say("Nobody has room for another tucked card.")
        return
    card = await name_hand_card(state, seat, f"{context.source}: which card do you train for free?")
    assert card
    printed = state.pack.ability_cards[card]
    whom = f"{context.source}: whom do you train for free?"
    text = f"{whom} {printed.name} gives +1 {printed.skill}."
    note = partial(rise, state, printed.skill)
    crew = await choose_crew(state, seat, text, among, full, note=note, others=whom)
    assert crew
    tuck(state, seat, card, crew)


# ----- adventure cards and weapons


def undiscovered(state: Campaign) -> list[int]:
    """The adventure deck in its order: what is neither owned, nor for sale, nor gone."""
    cards = state.pack.adventure_cards
    return [n for n in sorted(cards) if n not in state.owned and n not in state.boxed and not cards[n].market]


def gain_card(state: Campaign, number: int) -> bool:
    if number in state.owned or number in state.boxed:
        state.say(f"Adventure card {number} is not in the deck any more.")
        return False
    state.owned[number] = 0
    state.say(f"The group gains adventure card {number}, {state.card_name(number)}.")
    return True


def lose_card(state: Campaign, number: int, to: str) -> None:
    take_off(state, number)
    state.owned.pop(number, None)
    name = state.card_name(number)
    if to == "box":
        state.boxed.append(number)
        state.say(f"{name} goes to the box for the rest of the campaign.")
    else:
        state.say(f"{name} goes back to its deck.")


def bearer(state: Campaign, number: int) -> str | None:
    return next((crew for crew, board in state.crew.items() if number in board.weapons), None)


def take_off(state: Campaign, number: int) -> None:
    crew = bearer(state, number)
    if crew:
        state.crew[crew].weapons.remove(number)
        state.say(f"{state.called(crew)} puts down {state.card_name(number)}.")


def equip(state: Campaign, crew: str, number: int) -> None:
    take_off(state, number)
    state.crew[crew].weapons.append(number)
    state.say(f"{state.called(crew)} takes {state.card_name(number)}.")


async def _one_card(state: Campaign, effect: Any, context: Context, among: list[int], text: str) -> int | None:
    if not among:
        state.say(f"{context.source}: there is no such card.")
        return None
    if effect.number == "random":
        left = {str(number): 1 for number in among}
        seat = state.active
        box = state.box_holds("market")
        draw = DrawCards(seat, text, "adventure cards", left, at_once=box, from_table=not box)
        (card,) = await ask(state, lambda: draw, "closed")
        return int(card)
    if len(among) == 1:
        return among[0]
    options = [Option(number, state.card_name(number)) for number in among]
    return int(await ask(state, lambda: ChooseOne(acting(state, context), text, options)))


async def _gain_adventure(state: Campaign, effect: Any, context: Context) -> None:
    if isinstance(effect.number, int):
        if effect.number not in state.pack.adventure_cards:
            # an owner's card: what it does is described when somebody likes
            state.met.adventure_cards[effect.number] = AdventureCard(
                f"Adventure card {effect.number}", "card", described=False
            )
            known_now(state)
        gain_card(state, effect.number)
        return
    deck = undiscovered(state)
    among = [number for number in effect.choice if number in deck] if effect.number == "choice" else deck
    number = await _one_card(state, effect, context, among, f"{context.source}: gain which adventure card?")
    if number is not None:
        gain_card(state, number)


async def _lose_adventure(state: Campaign, effect: Any, context: Context) -> None:
    if isinstance(effect.number, int):
        if effect.number in state.owned:
            lose_card(state, effect.number, effect.to)
        return
    among = [number for number in state.owned if not effect.choice or number in effect.choice]
    number = await _one_card(state, effect, context, among, f"{context.source}: lose which adventure card?")
    if number is not None:
        lose_card(state, number, effect.to)


async def _gain_weapon_equip(state: Campaign, effect: Any, context: Context) -> None:
    if effect.number not in state.owned and not gain_card(state, effect.number):
        return
    whole = group(state, effect, context)
    among = whole if whole is not None else candidates(state, effect, context)
    text = f"{context.source}: who takes {state.card_name(effect.number)}?"
    crew = await choose_crew(state, acting(state, context), text, among)
    if crew:
        equip(state, crew, effect.number)


async def _remove_weapon(state: Campaign, effect: Any, context: Context) -> None:
    whole = group(state, effect, context)
    among = whole if whole is not None else candidates(state, effect, context)
    await remove_weapon(state, among, acting(state, context), context.source)


async def remove_weapon(state: Campaign, among: list[str], seat: str, why: str) -> None:
    """One weapon card is taken off somebody; basic weapons cannot be."""
    options = [
        Option(number, f"{state.called(crew)}: {state.card_name(number)}", slot=f"card:{number}")
        for crew in among
        for number in state.crew[crew].weapons
    ]
    if not options:
        state.say(f"{why}: nobody has a weapon card.")
        return
    number = options[0].value
    if len(options) > 1:
        number = await ask(state, lambda: ChooseOne(seat, f"{why}: take off which weapon?", options), "closed")
    if state.toggle("removed_weapon_is_lost"):
        lose_card(state, int(number), "box")
    else:
        take_off(state, int(number))


async def _gain_level(state: Campaign, effect: Any, context: Context) -> None:
    from .port import gain_level

    gain_level(state, effect.card)


DEEDS: dict[str, Deed] = {
    "gain_command": _gain_command,
    "lose_command": _lose_command,
    "clear_command": _clear_command,
    "draw_ability": _draw_ability,
    "discard_hand": _discard_hand,
    "discard_tucked": _discard_tucked,
    "equip_free": _equip_free,
    "gain_adventure": _gain_adventure,
    "lose_adventure": _lose_adventure,
    "gain_weapon_equip": _gain_weapon_equip,
    "remove_weapon": _remove_weapon,
    "gain_level": _gain_level,
}
