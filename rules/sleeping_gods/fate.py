"""Drawing fate: the number in the corner of an ability card, less what low morale takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from ..ask import Ask, ChooseOne, Option
from ..chance import DrawCards, DrawFate
from .arms import accuracy, defense_against
from .asking import ask, ask_seats
from .effects import Band
from .hands import box_deals, deck_count, deck_left, reshuffle_if_empty
from .pack_checks import FATE_WEIGHTS
from .plays import fate_options, use
from .state import UNKNOWN, Campaign, Draw
from .wording import words

MORALE_PENALTY = {3: 1, 2: 2, 1: 2}
"""What every fate draw outside combat loses at this morale."""
CALMED = 4
"""The lowest mutiny draw that calms the crew."""


Kind = Literal["challenge", "attack", "mutiny", "other"]


def penalty(state: Campaign, kind: Kind, combat: bool) -> int:
    """RULING SG-R22: the space the morale token is on when the card is turned."""
    if combat or kind == "attack":
        return 0
    if kind == "mutiny":
        return 2 if state.toggle("mutiny_draw_penalty") else 0
    return MORALE_PENALTY.get(state.ship.morale, 0)


async def draw_fate(
    state: Campaign,
    why: str,
    kind: Kind = "other",
    *,
    seat: str = "",
    combat: bool = False,
    window: str = "free",
    table: Sequence[Band] = (),
    reach: str = "",
) -> int:
    """Turn a card for fate, let cards and abilities change it, and take the result.

    :param reach: what has to be drawn, told before it is.
    """
    seat = seat or state.active
    number = await turn_card(state, seat, f"{why} {reach} Draw fate." if reach else why, window)
    return await drawn(state, number, why, kind, seat=seat, combat=combat, table=table)


async def drawn(
    state: Campaign, number: int, why: str, kind: Kind, *, seat: str, combat: bool = False, table: Sequence[Band] = ()
) -> int:
    """A number was turned for fate: let cards and abilities change it, and take the result."""
    outer = state.fate
    less = penalty(state, kind, combat)
    state.fate = Draw(why=why, seat=seat, number=number, penalty=less, combat=combat, kind=kind, table=list(table))
    say_fate(state)
    try:
        await fate_window(state)
        return state.fate.value
    finally:
        state.fate = outer


def reach(need: int, does: str) -> str:
    """The lowest fate that will do, before cards change it."""
    if need > 6:
        return "No fate is enough without help."
    return f"Fate {need} or more {does}." if need > 1 else f"Any fate {does}."


def matter(why: str) -> str:
    """What the draw is for, once it is drawn."""
    return why.removesuffix(" Draw fate.").replace(": draw fate (", " (", 1)


def settled(state: Campaign) -> bool:
    """Nothing anybody could do would better this draw: it hits, succeeds, or calms the crew already."""
    draw, trial = state.fate, state.trial
    assert draw
    if draw.kind == "attack" and state.combat and state.combat.attack:
        return draw.value + accuracy(state) >= attack_defense(state)
    if draw.kind == "challenge" and trial:
        return trial.total + trial.bonus + draw.value >= trial.number and not trial.fate_counts
    return draw.kind == "mutiny" and draw.value >= CALMED


def say_fate(state: Campaign) -> None:
    draw = state.fate
    assert draw
    less = f", {draw.value} after the morale penalty of {draw.penalty}" if draw.penalty else ""
    state.say(f"Fate: {draw.number}{less}.")


async def turn_card(state: Campaign, seat: str, why: str, window: str = "free") -> int:
    """The number of the card turned; it goes to the discard pile at once."""
    number = int(await ask(state, lambda: fate_card(state, seat, why), window))
    await discard_turned(state, seat, number)
    return number


def fate_card(state: Campaign, seat: str, why: str) -> DrawFate:
    """The question for the number on the next card."""
    if fate_source(state) != "button":
        reshuffle_if_empty(state)
    # RULING SG-R13: with every card in hands and under boards fate must be drawable all the same.
    if fate_source(state) == "button" or deck_count(state) == 0:
        return DrawFate(seat, why, FATE_WEIGHTS)
    if not box_deals(state):
        return DrawFate(seat, why, FATE_WEIGHTS, from_table=True)
    if known := state.tops.get("ability"):
        return DrawFate(seat, why, [state.pack.ability_cards[known[0]].fate])
    faces = dict.fromkeys(FATE_WEIGHTS, 0)
    for card, copies in deck_left(state).items():
        faces[state.pack.ability_cards[card].fate] += copies
    return DrawFate(seat, why, faces)


async def discard_turned(state: Campaign, seat: str, number: int) -> None:
    """The card that showed *number* goes to the discard pile, whichever it was."""
    if fate_source(state) == "button" or deck_count(state) == 0:
        return
    if not box_deals(state):
        if deck_count(state) is not None:  # of a deck the box does not know it cannot say when it is empty
            state.discard.append(UNKNOWN)
        return
    if known := state.from_top("ability"):
        state.discard.append(known)
        return
    cards = {card: n for card, n in deck_left(state).items() if state.pack.ability_cards[card].fate == number}
    text = f"Which card showed the {number}?"
    (card,) = await ask(state, lambda: DrawCards(seat, text, "ability deck", cards, at_once=True), "closed")
    state.discard.append(card)


def fate_source(state: Campaign) -> str:
    """RULING SG-R14: the button alone only stands in while no list of ability cards is entered."""
    chosen = str(state.toggle("fate_source"))
    if chosen == "button" and state.pack.ability_cards:
        state.tell_once(
            "fate_source", "The ability cards are entered, so fate comes from the deck and not from the button."
        )
        return "cards"
    if chosen == "virtual_deck" and not state.pack.ability_cards:
        return "button"
    return chosen


async def redraw(state: Campaign, keep: str) -> None:
    """Draw again: the new result counts, or the highest if the card says so (SG-R16)."""
    old = state.fate
    assert old
    number = await turn_card(state, old.seat, f"Draw fate again. {matter(old.why)}", "closed")
    less = penalty(state, old.kind, old.combat)
    new = replace(old, number=number, penalty=less, plus=0)
    state.fate = old if keep == "highest" and old.value >= new.value else new
    state.say(f"Drawn again: {new.value}; {state.fate.value} counts.")


async def fate_window(state: Campaign) -> None:
    """After fate is drawn and until the result is taken, everybody may change it."""
    while not settled(state):

        def now(more: str = "") -> str:
            assert state.fate
            said = (f"Fate {state.fate.value}.", standing(state), matter(state.fate.why), more)
            return " ".join(part for part in said if part)

        def build() -> list[Ask]:
            draw = state.fate
            assert draw
            asks: list[Ask] = []
            for seat in [draw.seat, *(s for s in state.order if s != draw.seat)]:
                options = fate_options(state, seat)
                if seat == draw.seat:
                    options = [Option("take", "take the result"), *options]
                elif not any(option.barred is None for option in options):
                    continue
                text = partial(now, "" if seat == draw.seat else f"You may help; {state.name(draw.seat)} goes on.")
                # what can be boosted tells of the hand
                private = state.hidden_hands and any(str(each.value).startswith("boost:") for each in options)
                usual = "take" if seat == draw.seat else None
                asks.append(ChooseOne(seat, text, options, private=private, others=now, default=usual))
            return asks

        asks = build()
        if not any(value != "take" for each in asks for value in each.answers()):
            return
        seat, answer = await ask_seats(state, build, now, "fate", first=asks)
        if answer == "take":
            return
        await use(state, seat, str(answer))


def standing(state: Campaign) -> str:
    """How the thing being resolved stands with this draw."""
    draw, trial, battle = state.fate, state.trial, state.combat
    assert draw
    if draw.kind == "attack" and battle and battle.attack:
        total, defense = draw.value + accuracy(state), attack_defense(state)
        return f"{total} against defence {defense}: {'hit' if total >= defense else 'miss'}."
    if draw.kind == "challenge" and trial:
        total = trial.total + trial.bonus + draw.value
        result = "success" if total >= trial.number else f"short by {trial.number - total}"
        return f"{total} in all, {trial.number} needed: {result}."
    if draw.table:
        return f"That brings: {words(band_of(draw.table, draw.value).effects)}."
    return ""


def band_of(table: Sequence[Band], fate: int) -> Band:
    """RULING SG-R15: the lowest band takes everything below it and the highest everything above."""
    rising = sorted(table, key=lambda band: band.low)
    return next((band for band in rising if fate <= band.high), rising[-1])


def attack_defense(state: Campaign) -> int:
    attack = state.combat.attack if state.combat else None
    assert attack
    return defense_against(state, attack.target, attack.crew, attack.weapon)
