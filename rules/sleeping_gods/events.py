"""The event deck: drawing, its three ends, and the totems that give more time."""

from __future__ import annotations

from ..ask import Option
from ..chance import DrawCards, ReadCard
from ..game import Scene
from .asking import ask
from .conditions import holds
from .failure import end
from .hands import discard_tucked
from .resolve import push
from .ship_deeds import mark_achievement
from .state import UNKNOWN, ByHand, Campaign, Context, Fight
from .wording import words
from .words import TIERS, Tier

LAYER = 6
"""Cards of each grade in a new event deck."""
TOTEM_EVENTS = 2
TOTEMS_TO_WIN = 8


def graded(state: Campaign, tier: Tier) -> dict[str, int]:
    """Every event card of a grade with its copies."""
    return {card: event.copies for card, event in state.pack.events.items() if event.tier == tier}


def unseen(state: Campaign, tier: Tier) -> dict[str, int]:
    """Which cards of a grade may still lie in the deck or the box."""
    seen = [*state.events.used, *state.events.in_play]
    return {card: n - seen.count(card) for card, n in graded(state, tier).items() if n > seen.count(card)}


def not_seen_below(state: Campaign, tier: Tier) -> dict[str, int]:
    """Which cards the top one may be: not those somebody saw further down."""
    below = state.tops.get("event", [])
    return {card: n - below.count(card) for card, n in unseen(state, tier).items() if n > below.count(card)}


def in_box(state: Campaign, tier: Tier, want: int) -> int:
    """How many cards of a grade the box can give; too few, and the used ones are shuffled back (SG-R85)."""
    if state.pack.about.private:
        return want  # only the table sees what the real box still holds
    if state.events.box.get(tier, 0) < want:
        cards = graded(state, tier)
        back = [card for card in state.events.used if card in cards or card == f"?{tier}"]
        if back:
            state.events.used = [card for card in state.events.used if card not in back]
            state.events.box[tier] = state.events.box.get(tier, 0) + len(back)
            state.say(f"The box runs short of {tier} events: the {len(back)} used ones are shuffled back in.")
    return min(want, state.events.box.get(tier, 0))


def build_deck(state: Campaign) -> None:
    """Six deadly at the bottom, six perilous on them, six mild on top; the rest stays in the box."""
    deck: list[Tier] = []
    for tier in TIERS:
        n = in_box(state, tier, LAYER)
        _take_from_box(state, tier, n)
        deck += [tier] * n
    state.events.deck = deck
    state.tops.pop("event", None)
    state.events.ran_out = False
    state.say(f"Event deck {state.events.number} of 3 is built: {len(deck)} cards, the mild ones on top.")


def _take_from_box(state: Campaign, tier: Tier, n: int) -> None:
    if not state.pack.about.private:
        state.events.box[tier] -= n


def fill_box(state: Campaign) -> None:
    """All event cards, sorted by grade."""
    state.events.box = {tier: sum(graded(state, tier).values()) for tier in TIERS}


# ----- step 3 of a turn


async def draw_event(state: Campaign) -> None:
    """The active player draws one event card; its effect is read and applied."""
    leave_play(state, "next_event")
    if not state.events.deck:
        state.say("The event deck is empty.")
        return
    card = await take_top(state)
    if not state.events.deck:
        state.events.ran_out = True
    if card.startswith(UNKNOWN):
        read_by_hand(state, card)
        return
    event = state.pack.events[card]
    state.events.used.append(card)
    left = len(state.events.deck)
    state.say(
        f"Event: {event.name} ({event.tier}; {left} left in deck {state.events.number} of 3). {event.text}".strip()
    )
    if any(effect.do in ASKING for effect in event.effects):
        state.say(f"{event.name}: {words(event.effects)}.", spoken="-")  # what is asked next says it
    if not state.events.deck:
        warn(state)
    push(state, event.effects, Context(source=event.name))
    if event.stays and not any(effect.do == "stay_in_play" for effect in event.effects):
        state.events.used.remove(card)
        state.events.in_play.append(card)


def read_by_hand(state: Campaign, card: str) -> None:
    """An event nobody described: whoever holds it reads it out, and hands do what it says."""
    state.events.used.append(card)
    tier, left = card.removeprefix(UNKNOWN), len(state.events.deck)
    state.say(f"Event: {tier}; {left} left in deck {state.events.number} of 3.")
    if not state.events.deck:
        warn(state)
    text = f"Event ({tier}): draw it and do what it says."
    state.agenda.append(ByHand(text=text, keep=tier, context=Context(source="Event")))


ASKING = ("damage", "gain_fatigue", "gain_status", "discard_hand", "discard_tucked", "combat", "for_each")
"""What ends in questions to single players, who should first hear what the whole card does."""


def warn(state: Campaign) -> None:
    """The last card of a deck: what comes at the end of this turn."""
    names, number = state.pack.names, state.events.number
    comes = {1: f"{names.hunter} attacks", 2: f"{names.guardians} attack"}.get(
        number, f"{names.hunter} destroys the {names.ship}"
    )
    unless = "" if state.toggle("deck_end_locked_on_last_draw") else f", unless a {names.totem} is found before"
    state.say(f"That was the last card of event deck {number}: at the end of this turn {comes}{unless}.")


async def take_top(state: Campaign) -> str:
    """Which card it is, of those of its grade nobody has seen."""
    tier = state.events.deck.pop(0)
    possible = not_seen_below(state, tier)
    seat = state.active
    if known := state.from_top("event"):
        return known
    text = f"Draw an event card ({len(state.events.deck) + 1} in deck {state.events.number} of 3)."
    if state.box_holds("events") and possible:
        (card,) = await ask(state, lambda: DrawCards(seat, text, "event deck", possible, at_once=True), "closed")
        return str(card)
    named = sorted(possible, key=lambda card: state.pack.events[card].name.removeprefix("The ").removeprefix("A "))
    cards: dict[Option | str, int] = {Option(card, state.pack.events[card].name): possible[card] for card in named}
    if state.pack.about.private or not cards:
        cards[Option("new", f"another {tier} card")] = 1
    again = used_of_a_real_box(state, tier)
    if len(cards) + len(again) == 1 and state.pack.about.private:
        return f"{UNKNOWN}{tier}"  # no card of this grade is known by name
    cards |= {Option(card, state.pack.events[card].name, hint="used before"): 1 for card in again}
    card = await ask(state, lambda: ReadCard(seat, f"{text} Which is it?", cards, slot="events"), "free")
    if card == "new":
        return f"{UNKNOWN}{tier}"
    elif card in again:
        state.events.used.remove(str(card))
    return str(card)


def used_of_a_real_box(state: Campaign, tier: Tier) -> list[str]:
    """Cards that come again only if the table shuffled the used ones in, because the real box ran short."""
    cards = graded(state, tier) if state.pack.about.private else {}
    return [card for card in dict.fromkeys(state.events.used) if card in cards and card not in unseen(state, tier)]


async def discard_events(state: Campaign, n: int) -> None:
    """RULING SG-R83: from the top, unread, without effect; what is missing is forgiven."""
    gone = min(n, len(state.events.deck))
    for _ in range(gone):
        tier = state.events.deck.pop(0)
        if known := state.from_top("event"):
            state.events.used.append(known)
            continue
        possible = not_seen_below(state, tier)
        if state.box_holds("events") and possible:
            seat, left = state.active, possible
            build = DrawCards(seat, "An event card is discarded unread.", "event deck", left, at_once=True)
            (card,) = await ask(state, lambda: build, "closed")  # noqa: B023  # awaited at once
            state.events.used.append(str(card))
        else:
            state.events.used.append(f"?{tier}")
    state.say(f"{gone} event card{'s are' if gone != 1 else ' is'} discarded unread; {len(state.events.deck)} left.")
    if gone and not state.events.deck:
        state.events.ran_out = True


def add_events(state: Campaign, tier: Tier, n: int, place: str) -> int:
    got = in_box(state, tier, n)
    _take_from_box(state, tier, got)
    if place == "top":
        state.events.deck[:0] = [tier] * got
        if "event" in state.tops:
            state.tops["event"][:0] = [""] * got
    else:
        state.events.deck += [tier] * got
    if state.pack.about.private:
        state.say(
            f"Shuffle the {tier} events of the box and lay {got} {'on' if place == 'top' else 'under'} the event deck; "
            "if there are too few, shuffle the used ones in (SG-R85)."
        )
        return got
    state.say(
        f"{got} {tier} event card{'s' if got != 1 else ''} go {'on' if place == 'top' else 'under'} the event deck."
    )
    return got


# ----- events that stay in play


def leave_play(state: Campaign, what: str) -> None:
    """Lasting events that wait for this go to the used pile."""
    for stay in list(state.stays):
        over = stay.until == what or (stay.until == "condition" and holds(state, stay.condition))
        if over:
            state.stays.remove(stay)
            if stay.event in state.events.in_play:
                state.events.in_play.remove(stay.event)
                state.events.used.append(stay.event)
                state.say(f"{state.pack.events[stay.event].name} is over.")


def lasting_effects(state: Campaign) -> None:
    """At the start of a turn, what lasting events do each turn."""
    leave_play(state, "")
    for stay in reversed(state.stays):
        name = state.pack.events[stay.event].name if stay.event in state.pack.events else "Lasting event"
        push(state, stay.each_turn, Context(source=name))


# ----- the end of a deck


def deck_is_out(state: Campaign) -> bool:
    """RULING SG-R81: it counts as run out if it is empty at the end of the turn."""
    if state.toggle("deck_end_locked_on_last_draw") and state.events.ran_out:
        return True
    return not state.events.deck


async def deck_runs_out(state: Campaign) -> None:
    """At the end of the turn: the hunter, the guardians, or the end of everything."""
    names, number = state.pack.names, state.events.number
    if number == 3:
        state.say(f"The third event deck has run out: {names.hunter} destroys the {names.ship}.")
        await end(state, "hunter", won=False, paragraph=state.pack.special_paragraphs.events_out)
    special = state.pack.special_combats
    enemies = special.first_deck if number == 1 else special.second_deck
    who = names.hunter if number == 1 else names.guardians
    attack = f"{who} attack{'s' if number == 1 else ''}"
    state.say(f"Event deck {number} has run out: {attack}!", scene=Scene(f"{attack}!"))
    state.agenda.append(Fight(enemies=list(enemies), where=who))


def next_deck(state: Campaign) -> None:
    """After winning: a new deck of new cards, the old one marked on the log, tucked cards discarded."""
    state.events.done.append(state.events.number)
    state.say(f"Event deck {state.events.number} is done.")
    left_over = list(state.events.deck)
    for tier in left_over:  # only if the end was fixed when the last card was drawn
        if not state.pack.about.private:
            state.events.box[tier] += 1
    state.events.number += 1
    build_deck(state)
    for crew, board in state.crew.items():
        for card in list(board.tucked):
            discard_tucked(state, crew, card)
    if state.toggle("reshuffle_ability_at_deck_end") and state.discard:
        state.discard.clear()
        state.say("The ability discard pile is shuffled back into the deck.")


# ----- totems


def find_totem(state: Campaign, totem: str) -> None:
    """Every totem gives time: two mild events of the box go on the deck."""
    if totem in state.progress.totems:
        state.say("You've already found that totem.")
        return
    state.progress.totems.append(totem)
    names, count = state.pack.names, len(state.progress.totems)
    known = state.pack.totems.get(totem)
    found = f"A {names.totem} is found: {known.name if known else totem}. That makes {count} of {TOTEMS_TO_WIN}."
    state.say(found, scene=Scene(f"A {names.totem}!", "SG-313"))
    if known:
        mark_achievement(state, known.achievement)
    add_events(state, "mild", TOTEM_EVENTS, "top")
    if count == TOTEMS_TO_WIN:
        ending = state.pack.special_paragraphs.ending
        state.say(f"You may end the campaign from now on: paragraph {ending}.")


def may_end(state: Campaign) -> bool:
    """RULING SG-R89: eight totems, nothing being resolved, and the third deck not yet run out."""
    if len(state.progress.totems) < TOTEMS_TO_WIN or state.agenda or state.combat:
        return False
    if state.events.number < 3 or state.toggle("end_until_hectakron_arrives"):
        return True
    return bool(state.events.deck)
