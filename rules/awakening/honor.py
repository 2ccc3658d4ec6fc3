"""Honor, trigger tokens and end-game triggers (AW-204 to AW-207, AW-R69 to AW-R77)."""

from __future__ import annotations

from rules.ask import Anew, ChooseOne, Option, Refusal
from rules.chance import DrawCards, ReadCard

from . import counts, events, telling
from .state import Awakening
from .words import TOKENS

REMOVAL = 2  # what taking a trigger out of the game costs (AW-207)


def lowest_honor(state: Awakening) -> int | None:
    """Where a forced loss stops (AW-R69)."""
    return None if state.toggle("negative_honor") else 0


def book(state: Awakening, seat: str, amount: int, source: str) -> int:
    """Move the disc and write down why; what really changed."""
    player = state.players[seat]
    floor = lowest_honor(state)
    if floor is not None:
        amount = max(amount, floor - player.honor)
    player.honor += amount
    player.sources[source] = player.sources.get(source, 0) + amount
    return amount


async def gain_honor(state: Awakening, seat: str, amount: int, source: str) -> None:
    """Honor goes up at once, and whatever token it reaches or passes fires."""
    if amount <= 0:
        return
    before = state.players[seat].honor
    book(state, seat, amount, source)
    after = state.players[seat].honor
    state.say(f"{state.name(seat)} gains {amount} honor ({source}): {after}.")
    await settle(state, seat, before)


async def settle(state: Awakening, seat: str, before: int) -> None:
    """Honor moved from *before* to where it is: whatever follows from that."""
    after = state.players[seat].honor
    passed = tokens_passed(state, seat, before, after) if after > before else []
    for token in passed:  # fixed by the gain itself, settled from low to high (AW-R71)
        if token in state.tokens and token not in state.players[seat].tokens:  # unless a card's gain came between
            await fire(state, seat, token)
    await events.happened(state, "honor_gained" if after > before else "honor_lost", seat)
    check_triggers(state)


async def lose_honor(state: Awakening, seat: str, amount: int, source: str) -> int:
    """Honor goes down, as far as there is any."""
    if amount <= 0:
        return 0
    lost = -book(state, seat, -amount, source)
    state.say(f"{state.name(seat)} loses {lost} honor ({source}): {state.players[seat].honor}.")
    if lost:
        await settle(state, seat, state.players[seat].honor + lost)
    return lost


def can_pay_honor(state: Awakening, seat: str, amount: int) -> Refusal | None:
    """A price in honor must be paid in full (AW-R69)."""
    honor = state.players[seat].honor
    if amount > honor and lowest_honor(state) is not None:
        return Refusal("AW-R69", f"This costs {amount} honor; you have {honor}.")
    return None


def tokens_passed(state: Awakening, seat: str, before: int, after: int) -> list[int]:
    """The tokens a gain fires (AW-206, AW-R70)."""
    mode = state.toggle("trigger_token_mode")
    if mode == "exact_landing":
        return [token for token in state.tokens if token == after]
    if mode == "every_player":
        mine = state.players[seat].tokens
        return [token for token in TOKENS if before < token <= after and token not in mine]
    return [token for token in state.tokens if before < token <= after]


async def fire(state: Awakening, seat: str, token: int) -> None:
    """One more trigger becomes active, like it or not; then whoever advanced may pay to take one away."""
    state.settling += 1
    player = state.players[seat]
    player.tokens.append(token)
    everyone = state.toggle("trigger_token_mode") == "every_player"
    if not everyone or all(token in other.tokens for other in state.players.values()):
        state.tokens.remove(token)
    state.say(f"{state.name(seat)} reaches the trigger token on {token}.")
    await add_trigger(state, seat)
    await events.happened(state, "token_fired", seat)
    await offer_removal(state, seat, token)
    state.settling -= 1


async def add_trigger(state: Awakening, seat: str) -> None:
    """The next trigger card is turned up and active."""
    card = await turn_up_trigger(state, seat)
    if card is None:
        state.say("No trigger card is left to turn up.")
        return
    state.active.append(card)
    trigger = state.pack.trigger[card]
    state.say(f"New end-game trigger: {trigger.name}. {trigger.text}".rstrip())
    await events.happened(state, "trigger_added", seat)


async def turn_up_trigger(state: Awakening, seat: str) -> str | None:
    if state.triggers_top:
        return state.triggers_top.pop(0)
    if not state.triggers_left:
        return None
    if state.is_own:
        return await telling.trigger(state, seat)
    text = "Turn up the next trigger card."
    if state.setup.box_holds("cards"):
        [card] = await DrawCards(seat, text, "trigger cards", state.triggers_left, at_once=True)
    else:
        possible = [Option(card, state.title(card)) for card in state.triggers_left]
        card = await ReadCard(seat, f"{text} Which is it?", possible, slot="trigger stack")
    state.triggers_left.remove(card)
    return str(card)


async def offer_removal(state: Awakening, seat: str, token: int) -> None:
    """Two honor take any one active trigger out of the game (AW-207, AW-R72, AW-R74)."""
    if not state.active:
        return

    def question() -> ChooseOne:
        poor = can_pay_honor(state, seat, REMOVAL)
        options = [Option("keep", "Keep them all", hint="Costs nothing.")]
        for card in state.active:
            trigger = state.pack.trigger[card]
            options.append(Option(card, f"Remove {trigger.name}", poor, hint=trigger.text))
        honor = state.players[seat].honor
        cost = f"Lose {REMOVAL} of your {honor} honor to remove one trigger?"
        if state.end_met:  # no removal takes the end back (AW-R73, AW-R75)
            cost += f" It changes nothing: round {state.end_met + 1} stays the last."
        text = f"{state.name(seat)} reaches the trigger token on {token}. {cost}"
        return ChooseOne(seat, text, options, default="keep")

    card = await Anew(question)
    if card == "keep":
        return
    await lose_honor(state, seat, REMOVAL, "Triggers removed")
    await remove_trigger(state, seat, card)


async def remove_trigger(state: Awakening, seat: str, card: str) -> None:
    state.active.remove(card)
    state.removed_triggers.append(card)
    state.say(f"{state.name(seat)} removes the trigger {state.title(card)}.")
    await events.happened(state, "trigger_removed", seat)


def is_met(state: Awakening, card: str) -> bool:
    """Somebody, or the table, fulfils a trigger (AW-R76)."""
    trigger = state.pack.trigger[card]
    if trigger.condition is None:
        return False  # the table says so
    if trigger.scope == "table":
        return counts.holds(state, trigger.condition, state.seats[0])
    return any(counts.holds(state, trigger.condition, seat) for seat in state.order)


def check_triggers(state: Awakening) -> None:
    """Once an active trigger is met, the next round is the last, for good (AW-205, AW-R75, AW-R77).

    Whichever others are met, then or later, are marked too (AW-212).
    """
    if state.settling or state.phase == "scoring":
        return
    for card in state.active:
        if card not in (state.met_by, *state.also_met) and is_met(state, card):
            mark_met(state, card)


def mark_met(state: Awakening, card: str) -> None:
    """A trigger is met in this round."""
    trigger = state.pack.trigger[card]
    if state.end_met:
        state.also_met.append(card)
        state.say(f"{trigger.name} is met as well; round {state.end_met + 1} stays the last.")
        return
    state.end_met, state.met_by = state.round, card
    text = f" {trigger.text}" if trigger.text else ""
    state.say(f"The end is near: {trigger.name}.{text} Round {state.round + 1} is the last one.")


async def ask_triggers(state: Awakening, seat: str, text: str) -> None:
    """The table is asked for triggers that only it can judge."""
    if telling.watched(state):
        card = await telling.which_is_met(state, seat, text)
        if card is not None:
            mark_met(state, card)
