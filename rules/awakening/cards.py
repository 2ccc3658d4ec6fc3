"""The six stacks, and gaining and losing cards (AW-15, AW-16, AW-208 to AW-211, AW-R9, AW-R80)."""

from __future__ import annotations

from rules.ask import ChooseOne, Option, Refusal
from rules.chance import DrawCards, ReadCard

from . import effects, events, honor, telling
from .case import Case
from .own import is_blank
from .pack import Companion, Relic
from .state import Awakening, Held
from .words import amounts, blocks, stack_title

SOURCES = {"companion": "Companions", "relic": "Relics", "trait": "Traits", "monster": "Monsters"}
"""Under which name a card's honor is booked."""


async def top_card(state: Awakening, seat: str, stack: str, *, first: str = "") -> str:
    """The top face-down card, out of its stack.

    :param first: what hands that hold the stack do before.
    """
    pile = state.stacks[stack]
    if pile.top:
        return pile.top.pop(0)
    if not pile.left:
        return pile.bottom.pop(0)
    title = stack_title(stack)
    if state.is_own:  # it is named when somebody takes it
        if not any(map(is_blank, pile.left)) and pile.up and is_blank(pile.up):
            pile.up = await telling.recognise(state, seat, pile.up, pile.left)
        unnamed = telling.take_blank(pile.left)
        if unnamed is not None:
            return unnamed
    elif state.setup.box_holds("cards"):
        [card] = await DrawCards(seat, f"Turn up a {title}.", f"{title} stack", pile.left, at_once=True)
        pile.left.remove(card)
        return str(card)
    possible = [Option(card, state.title(card)) for card in pile.left]
    text = f"{first}{'turn' if first else 'Turn'} up the top {title}. Which is it?"
    card = await ReadCard(seat, text, possible, slot=f"{stack} stack")
    pile.left.remove(card)
    return str(card)


async def turn_up(state: Awakening, seat: str, stack: str, *, first: str = "") -> None:
    """One card of each stack lies face up; a taken one is replaced at once, as long as there are any (AW-R9)."""
    pile = state.stacks[stack]
    if pile.up is None and pile.down:
        pile.up = await top_card(state, seat, stack, first=first)
        if not telling.lacks(state, pile.up, "name"):
            state.say(f"Face up now: {state.title(pile.up)} ({stack_title(stack)}).")


def cannot_take(state: Awakening, stack: str, how: str) -> Refusal | None:
    """The stack is the limit (AW-119, AW-131, AW-142, AW-154)."""
    pile = state.stacks[stack]
    title = stack_title(stack)
    if how == "face-up" and pile.up is None:
        return Refusal("AW-R9", f"No {title} lies face up.")
    if how == "blind" and not pile.down:
        return Refusal("AW-R9", f"No {title} is left face down.")
    return None


def offer(state: Awakening, stack: str, how: str) -> tuple[str, str]:
    """A card that could be taken: its name, and what it brings; of a blind one only how many there are."""
    pile = state.stacks[stack]
    if how == "blind" or pile.up is None:
        return f"{stack_title(stack).capitalize()}, {how}", f"The top one of {pile.down} face down."
    found = state.card(pile.up)
    if telling.lacks(state, pile.up, "name"):
        return f"{stack_title(stack).capitalize()}, face up", "As printed."
    brings = [] if telling.lacks(state, pile.up, "honor") else [f"{found.honor} honor"]
    if isinstance(found, Companion) and not telling.lacks(state, pile.up, "gains"):
        brings.append(f"generates {amounts(found.generates)}")
    if isinstance(found, Relic):
        brings.append(f"takes {blocks(found.charges)}")
    return f"{found.name}, face up", f"{', '.join(brings)}. {found.text}"


async def take(state: Awakening, seat: str, stack: str, how: str) -> str:
    """The face-up card, or the top one unseen, which must be kept whatever it is (AW-113, AW-R44)."""
    pile = state.stacks[stack]
    if how == "blind":
        card = await top_card(state, seat, stack)
        state.moving.append(card)
        named = await telling.recognise(state, seat, card, pile.left)
        state.moving[state.moving.index(card)] = named
        card = named
        state.say(f"{state.name(seat)} draws blind: {state.title(card)}.")
        return card
    assert pile.up is not None
    pile.up = await telling.recognise(state, seat, pile.up, pile.left)
    card, pile.up = pile.up, None
    state.moving.append(card)
    state.say(f"{state.name(seat)} takes {state.title(card)}.")
    await turn_up(state, seat, stack)
    return card


async def acquire(state: Awakening, seat: str, card: str) -> None:
    """The card lies before its owner; its honor counts at once (AW-208, AW-211)."""
    player = state.players[seat]
    await telling.honor_of(state, seat, card)
    if state.card(card).kind == "relic":
        await telling.charges_of(state, seat, card)
    found = state.card(card)
    if card in state.moving:
        state.moving.remove(card)
    if isinstance(found, Relic):
        held = Held(card=card)
        player.relics.append(held)
        held.blocks = min(found.charges, player.influence)  # compulsory, as many as there are (AW-137, AW-R54)
        player.influence -= held.blocks
        state.say(f"{state.name(seat)} puts {held.blocks} of {found.charges} blocks on {found.name}.")
    elif found.kind == "companion":
        player.companions.append(Held(card=card))
    elif found.kind == "trait":
        player.traits.append(card)
    else:
        player.monsters.append(card)
    source = SOURCES[found.kind]
    if found.honor >= 0:
        await honor.gain_honor(state, seat, found.honor, source)
    else:  # treachery costs honor once, when it joins (AW-188, AW-R81)
        await honor.lose_honor(state, seat, -found.honor, "Treachery")
    for number, effect in enumerate(found.effects):
        if effect.window == "on_acquire":
            await effects.offer(state, Case(seat, card), effect, f"{seat}/{card}/{number}")
    await events.happened(state, "card_acquired", seat, found.kind, found.stack)


def cannot_abandon(state: Awakening, seat: str) -> Refusal | None:
    if not state.players[seat].cards:
        return Refusal("AW-209", "You have no card to abandon.")
    return None if state.between else Refusal("AW-R15", "Something is being resolved; wait until it is done.")


async def abandon(state: Awakening, seat: str) -> None:
    """A card given up of one's own will: lost like any other, with its honor (AW-209, AW-210).

    RULING: the guide names abandoning and not when; it is a free action of one's own turn (AW-R15).
    """
    options = [Option(card, state.title(card), hint=_price_of(state, seat, card)) for card in state.players[seat].cards]
    text = f"{state.name(seat)}: which card do you abandon?"
    card = await ChooseOne(seat, text, [*options, Option("keep", "Keep them all")])
    if card != "keep":
        state.say(f"{state.name(seat)} abandons {state.title(card)}.")
        await lose(state, seat, card)


def _price_of(state: Awakening, seat: str, card: str) -> str:
    """What it costs to lose a card, and what comes back."""
    found, back = state.card(card), state.players[seat].blocks_on(card)
    honor = "no" if found.treachery or not found.honor else str(found.honor)
    if telling.lacks(state, card, "honor"):
        honor = "its"
    returning = f"; {blocks(back)} return{'s' * (back == 1)} to influence" if back else ""
    return f"Lose {honor} honor{returning}."


async def lose(state: Awakening, seat: str, card: str, destination: str = "removed") -> None:
    """The card leaves, its blocks return to influence, its honor is lost, except Treachery (AW-209, AW-210)."""
    await telling.honor_of(state, seat, card)
    player = state.players[seat]
    found = state.card(card)
    for shelf in (player.companions, player.relics):
        for held in list(shelf):
            if held.card == card:
                player.influence += held.blocks
                shelf.remove(held)
    for pile in (player.traits, player.monsters):
        if card in pile:
            pile.remove(card)
    state.say(f"{state.name(seat)} loses {found.name}.")
    if destination == "bottom":
        state.stacks[found.stack].bottom.append(card)
    else:
        state.removed.append(card)
    if not found.treachery:
        await honor.lose_honor(state, seat, found.honor, SOURCES[found.kind])
    await events.happened(state, "card_lost", seat, found.kind, found.stack)


async def cycle(state: Awakening, seat: str, stack: str) -> None:
    """The face-up card goes under its stack, the next one is turned up (AW-V30)."""
    pile = state.stacks[stack]
    if pile.up is None or not pile.down:
        state.say(f"There is no other {stack_title(stack)} to turn up.")
        return
    pile.bottom.append(pile.up)
    state.say(f"{state.title(pile.up)} goes under its stack.")
    pile.up = None
    await turn_up(state, seat, stack)
