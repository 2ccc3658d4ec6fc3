"""Ability cards: deck, discard pile, hands, and cards tucked under crew boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ..ask import ChooseOne, Confirm, Option, PickSome, Refusal
from ..chance import DrawCards, ReadCard
from .asking import ask
from .state import HAND_LIMIT, TUCK_LIMIT, UNKNOWN, Campaign
from .words import Skill


def box_deals(state: Campaign) -> bool:
    """The box holds the ability deck and the hands."""
    if not state.pack.ability_cards:
        return False
    if state.pack.about.private:
        return False
    return state.box_holds("abilities") or state.toggle("fate_source") == "virtual_deck"


def known_elsewhere(state: Campaign) -> dict[str, int]:
    """How often each known ability card lies outside the draw deck.

    Nobody tells the box when the pile of a real copy is shuffled: what was discarded may be in the deck again.
    """
    tally: dict[str, int] = {}
    for pile in _elsewhere(state):
        for card in pile:
            tally[card] = tally.get(card, 0) + 1
    return tally


def _elsewhere(state: Campaign) -> list[list[str]]:
    discarded = [] if state.pack.about.private else state.discard
    return [discarded, *(p.hand for p in state.players.values()), *(c.tucked for c in state.crew.values())]


def deck_left(state: Campaign) -> dict[str, int]:
    """What the draw deck may still hold, by card."""
    out = known_elsewhere(state)
    cards = state.pack.ability_cards
    return {card: each.copies - out.get(card, 0) for card, each in cards.items() if each.copies > out.get(card, 0)}


def deck_count(state: Campaign) -> int | None:
    """How many cards the draw deck has; None while the owner's list is not complete."""
    if not state.pack.ability_cards or state.pack.about.private:
        return None
    return max(0, state.pack.ability_count - sum(map(len, _elsewhere(state))))


def reshuffle_if_empty(state: Campaign) -> None:
    """RULING SG-R13: only when a card is needed and the deck is empty, the discard pile becomes the deck."""
    if deck_count(state) == 0 and state.discard:
        state.discard.clear()
        state.tops.pop("ability", None)
        state.say("The ability deck is empty: the discard pile is shuffled and becomes the deck.")


# ----- drawing and the hand limit


async def draw_cards(state: Campaign, seat: str, n: int, *, limit: bool = True) -> int:
    """*seat* draws ability cards; then the hand limit holds at once."""
    hand = state.players[seat].hand
    drawn = 0
    while drawn < n:
        reshuffle_if_empty(state)
        if deck_count(state) == 0:
            state.say("There are no ability cards left to draw.")
            break
        text = f"{state.name(seat)} draws an ability card."
        if box_deals(state) and (known := state.from_top("ability")):
            hand.append(known)
            state.say(f"You drew {state.pack.ability_cards[known].name}.", seat)
        elif box_deals(state):
            (card,) = await ask(state, partial(_dealt, state, seat, text), "closed")
            hand.append(card)
            state.say(f"You drew {state.pack.ability_cards[card].name}.", seat)
        else:
            hand.append(UNKNOWN)  # real cards: only the player sees which
        drawn += 1
    if drawn:
        words = f"{drawn} ability card{'s' if drawn > 1 else ''}"
        state.say(f"{state.name(seat)} draws {words}.", unless=seat if box_deals(state) else "")
        if not box_deals(state):
            await ask(state, lambda: Confirm(seat, f"Draw {words}."), "closed")
    if limit:
        await keep_limit(state, seat)
    return drawn


def _dealt(state: Campaign, seat: str, text: str) -> DrawCards:
    return DrawCards(
        seat, text, "ability deck", deck_left(state), at_once=True, private=state.hidden_hands, others=text
    )


async def keep_limit(state: Campaign, seat: str) -> None:
    """More than three cards: the player discards down to three, before anything else happens."""
    hand = state.players[seat].hand
    over = len(hand) - HAND_LIMIT
    if over <= 0:
        return
    text = f"Your hand limit is {HAND_LIMIT}: discard {over}."
    if UNKNOWN not in hand or not state.pack.about.private:
        await discard_from_hand(state, seat, over, text)
        return
    # what the owner's book made people discard they may not have told
    options = [Option("done", "done"), Option("fewer", f"I hold only {HAND_LIMIT}")]
    others = f"{state.name(seat)} discards."
    if await ask(state, lambda: ChooseOne(seat, text, options, others=others, default="done"), "closed") == "done":
        _discard_unseen(state, seat, over)
    else:
        for _ in range(over):
            hand.remove(UNKNOWN if UNKNOWN in hand else hand[0])
        state.say(f"{state.name(seat)} holds {HAND_LIMIT} cards.")


async def discard_from_hand(
    state: Campaign, seat: str, n: int, text: str, skill: Skill | None = None, *, at_least: int | None = None
) -> int:
    """*seat* discards *n* cards of their choice (fewer if *at_least* says so), only of one skill if named."""
    hand = state.players[seat].hand
    if not hand:
        return 0
    if UNKNOWN in hand:
        # Only the player knows the cards: they do it, and the box counts.
        few, most = min(n if at_least is None else at_least, len(hand)), min(n, len(hand))
        if few == most:
            await ask(state, lambda: Confirm(seat, text, others=f"{state.name(seat)} discards."), "closed")
            gone = most
        else:
            options = [Option(k, str(k)) for k in range(few, most + 1)]
            gone = await ask(state, lambda: ChooseOne(seat, f"{text} How many?", options), "closed")
        _discard_unseen(state, seat, gone)
        return gone
    options = hand_options(state, seat, skill)

    def build() -> PickSome:
        others = f"{state.name(seat)} discards."
        least = n if at_least is None else at_least
        # what costs most to train is missed least
        open_ones = [int(option.value) for option in options if option.barred is None]
        dearest = sorted(open_ones, key=lambda place: -state.pack.ability_cards[hand[place]].cost)
        return PickSome(
            seat,
            text,
            options,
            at_least=least,
            at_most=n,
            private=state.hidden_hands,
            others=others,
            default=sorted(dearest[:least]),
            deed="Discard {}",
        )

    picked = await ask(state, build, "closed")
    discard_cards(state, seat, [int(place) for place in picked])
    return len(picked)


def discard_cards(state: Campaign, seat: str, places: Sequence[int]) -> None:
    """These cards of a hand go to the discard pile, for everybody to see."""
    hand = state.players[seat].hand
    for card in sorted((hand[place] for place in places), reverse=True):
        hand.remove(card)
        state.discard.append(card)
        state.say(f"{state.name(seat)} discards {state.pack.ability_cards[card].name}.")


def _discard_unseen(state: Campaign, seat: str, n: int) -> None:
    """Cards only their player knows leave the hand."""
    hand = state.players[seat].hand
    for _ in range(n):
        hand.remove(UNKNOWN if UNKNOWN in hand else hand[0])
        state.discard.append(UNKNOWN)
    if n:
        state.say(f"{state.name(seat)} discards {n} card{'s' if n > 1 else ''}.")


def hand_options(state: Campaign, seat: str, skill: Skill | None = None) -> list[Option]:
    """The cards of a hand by their place in it."""
    options = []
    for place, card in enumerate(state.players[seat].hand):
        printed = state.pack.ability_cards[card]
        barred = None
        if skill and printed.skill != skill:
            barred = Refusal("SG-130", f"{printed.name} is a {printed.skill} card, not {skill}.")
        options.append(card_option(state, place, card, barred))
    return options


def card_option(state: Campaign, place: int, card: str, barred: Refusal | None = None) -> Option:
    """A card of a hand: what it raises on top, what else it does and costs below."""
    printed = state.pack.ability_cards[card]
    text = f"{printed.ability.text} " if printed.ability else ""
    hint = f"{text}Training it costs {printed.cost} command; fate {printed.fate}."
    return Option(place, f"{printed.name}: +1 {printed.skill}", barred, hint=hint)


def card_label(state: Campaign, card: str) -> str:
    if card == UNKNOWN:
        return "unknown card"
    printed = state.pack.ability_cards[card]
    text = f". {printed.ability.text}" if printed.ability else ""
    return f"{printed.name}: +1 {printed.skill}{text}"


def may_hold(state: Campaign, seat: str, skill: Skill) -> bool:
    """*seat* holds, or as far as the box knows may hold, a card of this skill."""
    hand = state.players[seat].hand
    return any(card == UNKNOWN or state.pack.ability_cards[card].skill == skill for card in hand)


async def name_hand_card(
    state: Campaign, seat: str, text: str, places: Sequence[Option] = (), most: int | None = None
) -> str | None:
    """Which card of their hand *seat* means; a card only the player knew is shown and read.

    :param most: the command there is for it.
    """
    hand = state.players[seat].hand
    if UNKNOWN not in hand:
        place = await ask(
            state,
            lambda: ChooseOne(
                seat,
                text,
                places or hand_options(state, seat),
                private=state.hidden_hands,
                others=f"{state.name(seat)} chooses a card from their hand.",
            ),
            "closed",
        )
        return hand[int(place)]
    if not deck_left(state):
        from .describe import describe_ability_card

        card = await describe_ability_card(state, seat)
    else:
        card = await ask(state, lambda: ReadCard(seat, text, _readable(state, most)), "closed")
        if card == "new":
            from .describe import describe_ability_card

            card = await describe_ability_card(state, seat)
        else:
            await came_back(state, seat, str(card))
    hand[hand.index(UNKNOWN)] = card
    return str(card)


async def came_back(state: Campaign, seat: str, card: str) -> None:
    """A card of a real copy that should lie on the discard pile: the pile was shuffled, or there is another copy."""
    printed = state.pack.ability_cards[card]
    lying = state.discard.count(card)
    if not state.pack.about.private or known_elsewhere(state).get(card, 0) + lying < printed.copies:
        return
    text = f"{printed.name} was in the discard pile. How did you get it?"
    options = [
        Option("shuffled", "the discard pile was shuffled into the deck"),
        Option("copy", "this is another copy of it"),
    ]
    if await ask(state, lambda: ChooseOne(seat, text, options), "closed") == "shuffled":
        state.discard.clear()
        state.say("The discard pile was shuffled into the ability deck.")
    else:
        state.met.ability_cards[card] = replace(printed, copies=printed.copies + 1)
        state.forget_pack()


def _readable(state: Campaign, most: int | None) -> dict[Option | str, int]:
    """The cards a face-down ability card may turn out to be."""
    left, printed = deck_left(state), state.pack.ability_cards

    def barred(card: str) -> Refusal | None:
        cost = printed[card].cost
        if most is None or cost <= most:
            return None
        return Refusal("SG-174", f"{printed[card].name} costs {cost} command; you have {most}.")

    possible: dict[Option | str, int] = {
        Option(card, printed[card].name, barred(card), group=printed[card].skill.capitalize()): n
        for card, n in left.items()
    }
    if state.pack.about.private:
        possible[Option("new", "another card")] = 1
    return possible


# ----- tucked cards


def no_room(state: Campaign, crew: str) -> Refusal | None:
    if len(state.crew[crew].tucked) < TUCK_LIMIT:
        return None
    why = f"{state.called(crew)} has {TUCK_LIMIT} tucked cards; discard one of them first."
    return Refusal("SG-R47", why)


def rise(state: Campaign, skill: Skill, crew: str) -> str:
    """What a card of this skill would make of a crew member."""
    return f"{skill} {state.skill(crew, skill)}, then {state.skill(crew, skill) + 1}"


def tuck(state: Campaign, seat: str, card: str, crew: str) -> None:
    state.players[seat].hand.remove(card)
    state.crew[crew].tucked.append(card)
    printed = state.pack.ability_cards[card]
    state.say(f"{state.called(crew)} is trained: {printed.name}, +1 {printed.skill}.")


def discard_tucked(state: Campaign, crew: str, card: str) -> None:
    state.crew[crew].tucked.remove(card)
    state.discard.append(card)
    state.say(f"{state.called(crew)} discards the tucked {state.pack.ability_cards[card].name}.")


def tucked_options(state: Campaign, crew_members: Sequence[str], skill: Skill | None = None) -> list[Option]:
    """Every tucked card of these, as ``crew:place``."""
    found = []
    for crew in crew_members:
        for place, card in enumerate(state.crew[crew].tucked):
            if skill is None or state.pack.ability_cards[card].skill == skill:
                label = f"{state.called(crew)}: {card_label(state, card)}"
                found.append(Option(f"{crew}:{place}", label, slot=f"tucked:{crew}:{place}"))
    return found


async def discard_one_tucked(
    state: Campaign, seat: str, text: str, crew_members: Sequence[str], skill: Skill | None = None
) -> str | None:
    """*seat* picks one tucked card of these to discard; nothing if there is none."""
    options = tucked_options(state, crew_members, skill)
    if not options:
        state.say("There is no such tucked card to discard.")
        return None
    value = options[0].value
    if len(options) > 1:
        value = await ask(state, lambda: ChooseOne(seat, text, options), "closed")
    crew, place = str(value).rsplit(":", 1)
    card = state.crew[crew].tucked[int(place)]
    discard_tucked(state, crew, card)
    return card
