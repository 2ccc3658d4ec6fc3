"""Verbs on cards, dice, relics, mounts, proficiency and triggers (AW-V28 to AW-V40, AW-V44)."""

from __future__ import annotations

from typing import Any

from rules.ask import ChooseOne, Option
from rules.chance import DrawCards, ReadCard

from . import cards, choose, dice, effects, honor, manual, mastery, mounts, relics
from .case import Case
from .state import Awakening
from .verbs import (
    AcquireCard,
    AddTrigger,
    CycleFaceUp,
    GainProficiency,
    LookAt,
    LoseCard,
    Manual,
    Protect,
    RechargeRelic,
    RemoveTrigger,
    Reroll,
    ReuseRelic,
    RollDie,
    SetDie,
    UpgradeMount,
)
from .words import STACKS, TITLES, stack_title


async def acquire_card(state: Awakening, case: Case, verb: AcquireCard) -> None:
    """A card outside its location."""
    colours = ("red", "blue", "yellow") if verb.colour == "any" else (verb.colour,)
    stacks = colours if verb.kind == "companion" else (verb.kind,)
    ways = {"face_up": ("face-up",), "blind": ("blind",), "choice": ("face-up", "blind")}[verb.source]
    options = []
    for stack, how in ((stack, how) for stack in stacks for how in ways):
        label, told = cards.offer(state, stack, how)
        options.append(Option(f"{stack} {how}", label, cards.cannot_take(state, stack, how), hint=told))
    if effects.cannot_pay(state, case, verb.cost) or all(option.barred for option in options):
        state.say(f"{state.name(case.seat)} cannot take a {verb.kind}.")
        return
    choice = str(options[0].value)
    if len(options) > 1:
        choice = await ChooseOne(case.seat, f"{state.name(case.seat)}: which card do you take?", options)
    await effects.pay(state, case, verb.cost)
    stack, how = choice.split(" ")
    await cards.acquire(state, case.seat, await cards.take(state, case.seat, stack, how))


async def lose_card(state: Awakening, case: Case, verb: LoseCard) -> None:
    found = await choose.card(state, case, verb.card, lambda owner, card: True)
    if found and found[1] in state.players[found[0]].cards:
        await cards.lose(state, found[0], found[1], verb.destination)


async def cycle_face_up(state: Awakening, case: Case, verb: CycleFaceUp) -> None:
    stack = verb.stack if verb.stack != "choice" else await _stack(state, case)
    await cards.cycle(state, case.seat, stack)


async def _stack(state: Awakening, case: Case) -> str:
    options = [Option(stack, stack_title(stack).capitalize(), slot=f"{stack} up") for stack in STACKS]
    text = f"{state.name(case.seat)}: {state.title(case.card)}: which stack?"
    return str(await ChooseOne(case.seat, text, options))


# Looking at what lies face down


async def look_at(state: Awakening, case: Case, verb: LookAt) -> None:
    """Only the looking player sees; the cards then lie on top in the order given."""
    stack = verb.stack if verb.stack != "choice" else await _stack(state, case)
    known, pool = _pile(state, stack)
    while len(known) < verb.number and any(pool.values() if isinstance(pool, dict) else pool):
        drawn = await _peek(state, case.seat, stack, pool)
        known.append(drawn)
        if isinstance(pool, dict):
            pool[drawn] -= 1
        else:
            pool.remove(drawn)
    looked = known[: verb.number]
    if not looked:
        state.say(f"Nothing is left to look at in the {stack}.")
        return
    state.reveal()
    state.say(f"{state.name(case.seat)} looks at the next {len(looked)} of the {stack}.")
    state.say(f"You see {', '.join(_name(state, each) for each in looked)}.", case.seat)
    if verb.then == "reorder" and len(looked) > 1:
        state.looking = case.seat
        await _reorder(state, case.seat, known, len(looked))
        state.looking = ""
    elif verb.then == "take_one" and stack in STACKS:
        state.looking = case.seat
        card = await _private_choice(state, case.seat, "Which do you take?", looked)
        known.remove(card)
        state.looking = ""
        await cards.acquire(state, case.seat, card)


def _pile(state: Awakening, stack: str) -> tuple[list[str], Any]:
    if stack == "pouch":
        return state.known_tiles, state.pouch
    if stack == "trigger":
        return state.triggers_top, state.triggers_left
    pile = state.stacks[stack]
    return pile.top, pile.left


async def _peek(state: Awakening, seat: str, stack: str, pool: Any) -> str:
    others = f"{state.name(seat)} looks at the {stack}."
    holding = "tiles" if stack == "pouch" else "cards"
    if state.setup.box_holds(holding):
        ask = DrawCards(seat, "Look at the next one.", stack, pool, at_once=True, private=True, others=others)
        [card] = await ask
        return str(card)
    tally = pool if isinstance(pool, dict) else dict.fromkeys(pool, 1)
    possible = {Option(each, _name(state, each)): count for each, count in tally.items() if count}
    return str(await ReadCard(seat, "Look at the next one. Which is it?", possible, private=True, others=others))


def _name(state: Awakening, thing: str) -> str:
    return TITLES[thing] if thing in TITLES else state.title(thing)


async def _reorder(state: Awakening, seat: str, known: list[str], number: int) -> None:
    left = known[:number]
    order: list[str] = []
    while len(left) > 1:
        card = await _private_choice(state, seat, "Which comes next?", left)
        left.remove(card)
        order.append(card)
    known[:number] = [*order, *left]


async def _private_choice(state: Awakening, seat: str, text: str, found: list[str]) -> str:
    options = [Option(each, _name(state, each)) for each in dict.fromkeys(found)]
    others = f"{state.name(seat)} decides about hidden cards."
    return str(await ChooseOne(seat, text, options, private=True, others=others))


# Dice


async def roll_die(state: Awakening, case: Case, verb: RollDie) -> None:
    face = await dice.roll(state, case.seat, verb.die)
    if verb.on_face in ("", face):
        before, state.rolled = state.rolled, face
        await effects.run(state, case, verb.then)
        state.rolled = before


async def reroll(state: Awakening, case: Case, verb: Reroll) -> None:
    """Replaces a just rolled face."""
    if not state.rolled or state.rolled not in dice.faces(state, verb.die):
        return
    for number in range(verb.times):
        if number:
            options = (Option("keep", f"Keep {state.rolled}"), Option("roll", "Roll again"))
            text = f"{state.name(case.seat)}: {state.rolled}. Roll again?"
            if await ChooseOne(case.seat, text, options) == "keep":
                return
        await dice.throw(state, case.seat, verb.die)


async def set_die(state: Awakening, case: Case, verb: SetDie) -> None:
    """Fixes a face of the die."""
    if not state.rolled or state.rolled not in dice.faces(state, verb.die):
        return
    faces = list(dict.fromkeys(dice.faces(state, verb.die)))
    text = f"{state.name(case.seat)}: turn the {verb.die} die to which face?"
    state.rolled = verb.face or await choose.one(state, case.seat, text, faces)
    state.say(f"{state.name(case.seat)} turns the {verb.die} die to {state.rolled}.")


# Protection, relics, mounts, proficiency, triggers


async def protect(state: Awakening, case: Case, verb: Protect) -> None:
    state.players[case.seat].shields[verb.what] = verb.until
    state.say(f"{state.name(case.seat)}: {verb.what} protected.")


async def recharge_relic(state: Awakening, case: Case, verb: RechargeRelic) -> None:
    player = state.players[case.seat]

    def gap(card: str) -> int:
        held = next((held for held in player.relics if held.card == card), None)
        return relics.relic(state, held).charges - held.blocks if held else 0

    if verb.card == "all":
        for held in list(player.relics):
            if player.influence and gap(held.card):
                most = min(gap(held.card), player.influence)
                await relics.load(state, case.seat, held, await choose.amount(state, case, verb.amount, most))
        return
    found = await choose.card(
        state, case, verb.card, lambda owner, card: owner == case.seat and gap(card) > 0 and player.influence > 0
    )
    if found:
        most = min(gap(found[1]), player.influence)
        number = await choose.amount(state, case, verb.amount, most)
        await relics.load(state, case.seat, player.held(found[1]), number)


async def reuse_relic(state: Awakening, case: Case, verb: ReuseRelic) -> None:
    """Lifts once per turn for one relic."""
    if not state.turn:
        return
    used = state.turn.relics_used
    found = await choose.card(state, case, verb.card, lambda owner, card: owner == case.seat and card in used)
    if found:
        used.remove(found[1])
        state.say(f"{state.name(case.seat)} may use {state.title(found[1])} again this turn.")


async def upgrade_mount(state: Awakening, case: Case, verb: UpgradeMount) -> None:
    for _ in range(verb.amount):
        refusal = mounts.cannot_upgrade(state, case.seat) or effects.cannot_pay(state, case, verb.cost)
        if refusal:
            state.say(f"{state.name(case.seat)} gets no new mount: {refusal.why}")
            return
        await effects.pay(state, case, verb.cost)
        await mounts.upgrade(state, case.seat)


async def gain_proficiency(state: Awakening, case: Case, verb: GainProficiency) -> None:
    """A tile outside the one per turn."""
    refusal = effects.cannot_pay(state, case, verb.cost)
    attr = None if refusal else await choose.attribute(state, case, verb.attr, lambda each: state.proficiency[each] > 0)
    if attr is None:
        state.say(f"{state.name(case.seat)} gets no proficiency tile.")
        return
    await effects.pay(state, case, verb.cost)
    await mastery.take(state, case.seat, attr)


async def add_trigger(state: Awakening, case: Case, verb: AddTrigger) -> None:
    for _ in range(verb.amount):
        await honor.add_trigger(state, case.seat)


async def remove_trigger(state: Awakening, case: Case, verb: RemoveTrigger) -> None:
    for seat in (await choose.players(state, case, verb.chosen_by))[:1]:
        for _ in range(min(verb.amount, len(state.active))):
            options = [Option(card, state.title(card)) for card in state.active]
            card = await ChooseOne(seat, f"{state.name(seat)}: remove which trigger?", options)
            await honor.remove_trigger(state, seat, card)


async def by_hand(state: Awakening, case: Case, verb: Manual) -> None:
    await manual.carry_out(state, case.seat, state.title(case.card), verb.text)


DO: dict[type, Any] = {
    AcquireCard: acquire_card,
    LoseCard: lose_card,
    CycleFaceUp: cycle_face_up,
    LookAt: look_at,
    RollDie: roll_die,
    Reroll: reroll,
    SetDie: set_die,
    Protect: protect,
    RechargeRelic: recharge_relic,
    ReuseRelic: reuse_relic,
    UpgradeMount: upgrade_mount,
    GainProficiency: gain_proficiency,
    AddTrigger: add_trigger,
    RemoveTrigger: remove_trigger,
    Manual: by_hand,
}
