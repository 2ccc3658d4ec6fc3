"""Activating oneself or a companion, and the ability that goes with it (AW-51 to AW-56, AW-R16 to AW-R21)."""

from __future__ import annotations

from rules.ask import ChooseOne, Option, Refusal, SplitAmount

from . import attributes, effects, events, honor, manual, telling
from .case import Case
from .pack import Companion
from .state import Awakening, Grant
from .verbs import (
    ActAtDistance,
    Effect,
    ExtraActivation,
    ExtraTileAction,
    GainAttribute,
    GainHonor,
    LiftSameTileRule,
    MoveExtra,
    Protect,
    RechargeRelic,
    RestCompanion,
    SecondTravel,
    UpgradeBlock,
)
from .words import COMMON, amounts


def cost(state: Awakening, seat: str, card: str) -> int:
    """Blocks it takes: none for oneself; for a companion one, or one more than lie there (AW-R20)."""
    if card == "self":
        return 0
    if state.toggle("loyalty_cost") == "escalating":
        return state.players[seat].held(card).blocks + 1
    return 1


def _grant(state: Awakening, card: str) -> Grant | None:
    """Another activation that an ability allows for this character."""
    for grant in state.now.grants:
        if grant.what == "activate" and (grant.target == "any" or grant.target == _colour(state, card)):
            return grant
    return None


def _colour(state: Awakening, card: str) -> str:
    return "self" if card == "self" else state.card(card).stack


def blocks_needed(state: Awakening, seat: str, card: str) -> int:
    grant = _grant(state, card) if state.now.activated else None
    return 0 if grant and grant.free else cost(state, seat, card)


def cannot_activate(state: Awakening, seat: str, card: str) -> Refusal | None:
    """Once per turn one character, with influence for the block (AW-51, AW-R19)."""
    if state.now.activated and _grant(state, card) is None:
        who = "yourself" if state.now.activated == "self" else state.title(state.now.activated)
        return Refusal("AW-51", f"You've already activated {who} this turn.")
    needed, have = blocks_needed(state, seat, card), state.players[seat].influence
    if needed > have:
        return Refusal("AW-R19", f"{state.title(card)} takes {needed} influence; you have {have}.")
    return None


async def activate(state: Awakening, seat: str, card: str, attr: str = "") -> None:
    """First the block onto the companion, then the yield from what is left (AW-53, AW-54, AW-R19).

    :param attr: the attribute of one's choice, where it was said along with activating oneself.
    """
    player, turn = state.players[seat], state.now
    await telling.gains_of(state, seat, player.wretch if card == "self" else card)
    blocks = blocks_needed(state, seat, card)
    if turn.activated:
        grant = _grant(state, card)
        assert grant is not None
        turn.grants.remove(grant)
    else:
        turn.activated = card
    if card == "self":
        state.say(f"{state.name(seat)} activates their wretch, {state.title(player.wretch)}.")
        await _yield_of_self(state, seat, attr)
    else:
        held = player.held(card)
        player.influence -= blocks
        held.blocks += blocks
        state.say(
            f"{state.name(seat)} activates {state.title(card)} ({held.blocks} block{'s' * (held.blocks != 1)} there)."
        )
        companion = state.card(card)
        assert isinstance(companion, Companion)
        await attributes.gain(state, seat, companion.generates, "companion")
    printed = player.wretch if card == "self" else card
    if telling.is_generated_by_hand(state, printed):
        name = state.title(printed)
        await manual.enter(state, seat, f"{state.name(seat)}: {name} generates what it says.", f"{name} generates")
    if ability_of(state, seat, card) is not None:
        turn.abilities.append(card)
    await events.happened(state, "character_activated", seat, _colour(state, card))
    await _offer_ability(state, seat, card)


async def _yield_of_self(state: Awakening, seat: str, attr: str) -> None:
    """What the wretch card says: common attributes, some of them of one's choice (AW-R16)."""
    wretch = state.pack.wretch[state.players[seat].wretch]
    gains = wretch.generates
    if wretch.self_choice == 1 and not attr and state.players[seat].influence:  # it was told only now
        text = f"{state.name(seat)}: which attribute do you generate?"
        attr = str(await ChooseOne(seat, text, [Option(each, each.capitalize()) for each in COMMON]))
    chosen = {attr: wretch.self_choice} if attr else {}
    if wretch.self_choice > 1 and state.players[seat].influence:
        text = f"{state.name(seat)}: which attributes do you generate?"
        among = [(Option(each, each.capitalize()), wretch.self_choice) for each in COMMON]
        chosen = await SplitAmount(seat, text, wretch.self_choice, among)
    for each, number in chosen.items():
        gains[each] = gains.get(each, 0) + number
    await attributes.gain(state, seat, gains, "self")


def chooses(state: Awakening, seat: str) -> tuple[str, ...]:
    """The attributes one may name when activating oneself; none where nothing is to be chosen, or not just one."""
    player = state.players[seat]
    return COMMON if state.pack.wretch[player.wretch].self_choice == 1 and player.influence else ()


def yields(state: Awakening, seat: str, card: str) -> str:
    """What an activation would bring, in words."""
    printed = state.players[seat].wretch if card == "self" else card
    if telling.lacks(state, printed, "gains") or telling.is_generated_by_hand(state, printed):
        return "what the card says"
    if card != "self":
        companion = state.card(card)
        assert isinstance(companion, Companion)
        return amounts(companion.generates)
    wretch = state.pack.wretch[state.players[seat].wretch]
    free = {"of your choice": wretch.self_choice} if wretch.self_choice else {}
    return amounts({**wretch.generates, **free})


# The special ability


def ability_of(state: Awakening, seat: str, card: str) -> Effect | None:
    if card == "self":
        return state.pack.wretch[state.players[seat].wretch].ability
    companion = state.card(card)
    assert isinstance(companion, Companion)
    return companion.ability


def _case(state: Awakening, seat: str, card: str) -> tuple[Case, str, int]:
    id_ = state.players[seat].wretch if card == "self" else card
    found = None if card == "self" else state.card(card)
    price = found.use_honor_cost if isinstance(found, Companion) else 0
    return Case(seat, id_), f"{seat}/{id_}/ability", price


def cannot_use_ability(state: Awakening, seat: str, card: str) -> Refusal | None:
    """Once for each activation, until the end of that turn (AW-56, AW-R21)."""
    ability = ability_of(state, seat, card)
    if ability is None or card not in state.now.abilities:
        return Refusal("AW-R21", "You can't use this ability now.")
    if card != "self" and all(held.card != card for held in state.players[seat].companions):
        return Refusal("AW-R21", f"{state.title(card)} is no longer in your party.")
    case, key, price = _case(state, seat, card)
    return honor.can_pay_honor(state, seat, price) or effects.cannot(state, case, ability, key)


BOONS = (
    MoveExtra,
    SecondTravel,
    ExtraTileAction,
    ActAtDistance,
    ExtraActivation,
    LiftSameTileRule,
    GainAttribute,
    GainHonor,
    UpgradeBlock,
    RestCompanion,
    RechargeRelic,
    Protect,
)
"""What nobody would rather have later in the turn than now."""


def is_boon(state: Awakening, seat: str, card: str) -> bool:
    """Whether there is an ability that costs nothing and is as good now as later."""
    ability = ability_of(state, seat, card)
    if ability is None or ability.cost or _case(state, seat, card)[2]:
        return False
    return all(isinstance(verb, BOONS) for verb in ability.do)


async def _offer_ability(state: Awakening, seat: str, card: str) -> None:
    """An ability for nothing goes along with its activation; any other waits in the menu until it is wanted."""
    if not is_boon(state, seat, card) or cannot_use_ability(state, seat, card):
        return
    case, _, _ = _case(state, seat, card)
    text = f"{state.name(seat)}: use the ability of {state.title(case.card)}? {state.pack.card(case.card).text}"
    options = (Option("now", "Use the ability"), Option("later", "Later, or not at all"))
    if await ChooseOne(seat, text, options, default="now", along=True) == "now":
        await use_ability(state, seat, card)


async def use_ability(state: Awakening, seat: str, card: str) -> None:
    """It needs no further block; some cost honor each time (AW-189, AW-R21)."""
    ability = ability_of(state, seat, card)
    assert ability is not None
    state.now.abilities.remove(card)
    case, key, price = _case(state, seat, card)
    state.say(f"{state.name(seat)} uses the ability of {state.title(case.card)}.")
    if price:
        await honor.lose_honor(state, seat, price, "Treachery")
    await effects.carry_out(state, case, ability, key)
