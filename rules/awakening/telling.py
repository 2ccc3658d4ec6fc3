"""What the owner of a printed copy is asked of a card: its name when somebody takes it, a number when it counts.

Nothing is asked twice, in this game or in one to come, and nothing of a card that lies face down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations_with_replacement, count

from rules.ask import Anew, ChooseOne, EnterNumber, EnterText, Option
from rules.chance import ReadCard
from rules.describing import Describe, rehearsed
from rules.plain import load
from rules.sheet import copy_of

from .own import SIZE, is_blank, sort_of
from .pack import Met
from .speaking import Speech, sentence, unsaid
from .state import Awakening
from .words import COMMON, Attribute, CompanionColour, amounts, blocks, stack_title

MOST_HONOR = 12  # of one card; printed ones have up to 9, and up to 12 are buttons to tap
MOST_CHARGES = 9
MOST_GAINED = 3  # of an activation, among the answers
LONGEST = 40  # letters of a name
NEW = "new"
OTHER = "other"
COLOURS: tuple[CompanionColour, ...] = ("red", "blue", "yellow")
VALUES = (5, 6, 7)  # of a mastery tile (AW-R67)


def lacks(state: Awakening, card: str, what: str) -> bool:
    """Whether this of a card was never told."""
    if not state.is_own or not (is_blank(card) or card in state.pack.met):
        return False  # written down in full
    told = state.pack.met.get(card)
    return told is None or getattr(told, what) in (None, "")


def by_hand(state: Awakening, seat: str) -> list[str]:
    """The cards before a player whose texts only the table knows."""
    mine = [*state.players[seat].cards, state.players[seat].wretch]
    return [card for card in mine if state.is_own and _is_told_by_hand(state, card)]


def _is_told_by_hand(state: Awakening, card: str) -> bool:
    told = state.pack.met.get(card)
    return (is_blank(card) or told is not None) and not (told and told.described)


# What a card says


async def describe(state: Awakening, seat: str) -> None:
    """What lies open can be described, or put right, whenever somebody likes; it never has to be."""
    open_cards = [*_lying_open(state, seat)]
    options = [Option(card, state.title(card), group=_known_already(state, card)) for card in open_cards]
    text = f"{state.name(seat)}: describe which card?"
    card = str(await ChooseOne(seat, text, [*options, Option("none", "None of them")]))
    if card != "none":
        begun = replace(state.pack.met.get(card, Met(sort=sort_of(card))), described=True)
        name = state.title(card)
        text = f"{state.name(seat)}: what is printed on {name}?"
        trial = partial(tried, state, seat, card)
        answer = await Anew(lambda: Describe(seat, text, Met, begun, Speech(), judge=_odd, trial=trial, about=(name,)))
        state.met[card] = load(Met, answer)
        state.forget_pack()


def _lying_open(state: Awakening, seat: str) -> Iterator[str]:
    """One's own cards and the active triggers, as far as they are nobody's demo."""
    for card in (*state.players[seat].cards, state.players[seat].wretch, *state.active):
        if card and (is_blank(card) or card in state.pack.met):
            yield card


def _known_already(state: Awakening, card: str) -> str:
    told = state.pack.met.get(card)
    return "Already described: correct it" if told and told.described else ""


def _odd(card: Met) -> Iterator[str]:
    if not card.name:
        yield "Write what it is called."
    if missing := unsaid(card):
        yield missing


def tried(state: Awakening, seat: str, card: str, told: Met) -> list[str]:
    """What it would do now."""
    from rules.games import game

    from . import counts, effects, end
    from .case import Case

    played, lines = game(state.setup.game), list[str]()
    copy = copy_of(played, state)
    copy.met[card] = told
    copy.forget_pack()
    if told.condition:
        holds = any(counts.holds(copy, told.condition, each) for each in copy.seats)
        lines.append("It's met now." if holds else "It isn't met yet.")
    for effect in filter(None, (told.ability, told.power, told.end_bonus, *told.effects)):
        lines.append(f"{sentence(effect)[:1].upper()}{sentence(effect)[1:]}.")
        if effect.window == "end_game":
            lines.append(f"As things stand: {end.end_bonus(copy, seat, card)} honor.")
        elif effect.window != "passive":
            lines += rehearsed(played, copy, lambda table, doing=effect: effects.run(table, Case(seat, card), doing.do))  # type: ignore[misc]
    return lines or ["There is nothing to try: it only has numbers."]


# Which card it is


async def recognise(state: Awakening, seat: str, card: str, left: list[str]) -> str:
    """A card that lies open and is needed now: one met in an earlier game, or a new one by its printed name.

    :param left: where the others of its sort are; a card met before is taken from there, and the blank one goes there.
    """
    if not is_blank(card) or not lacks(state, card, "name"):
        return card
    sort = sort_of(card)
    known = [each for each in left if not is_blank(each)]
    what = stack_title(sort)
    if known:
        text = f"{state.name(seat)}: which {what} is it?"
        new = Option(NEW, "Another one, new to the box")
        which = str(await ReadCard(seat, text, [*_titled(state, known), new], slot=f"{sort} up"))
        if which != NEW:
            left[left.index(which)] = card
            return which
    await _name(state, seat, card, f"{state.name(seat)}: what is the {what} called?")
    return card


def _titled(state: Awakening, cards: Iterable[str]) -> list[Option]:
    return [Option(card, state.title(card)) for card in cards]


async def _name(state: Awakening, seat: str, card: str, text: str) -> None:
    sort = sort_of(card)
    taken = list(_taken(state, sort))
    called = (f"{stack_title(sort).capitalize()} {number}" for number in count(int(card.partition("~")[2])))
    proposed = next(name for name in called if name not in taken)
    name = str(await EnterText(seat, text, LONGEST, proposed, taken, about=(proposed,)))
    state.tell(card, name=name, sort=sort)


def _taken(state: Awakening, sort: str) -> Iterator[str]:
    """Two of a sort with one name could not be told apart; one met before is chosen from the list."""
    yield from (each.name for each in state.pack.met.values() if each.sort == sort and each.name)


async def wretch(state: Awakening, seat: str) -> str:
    """Whom a player has chosen (AW-5)."""
    taken = [player.wretch for player in state.players.values()]
    known = [card for card in state.pack.wretch if not is_blank(card) and card not in taken]
    text = f"{state.name(seat)}: choose your wretch."
    if known:
        new = Option(NEW, "Another one, new to the box")
        which = str(await ChooseOne(seat, text, [*_titled(state, known), new]))
        if which != NEW:
            return which
    card = next(each for each in state.pack.wretch if is_blank(each) and each not in taken)
    await _name(state, seat, card, f"{text} What is it called?")
    return card


async def first_companion(state: Awakening, seat: str) -> str:
    """The companion drawn at the start, of the colour on the journey card; out of its stack (AW-13)."""
    known = [card for each in COLOURS for card in state.stacks[each].left if not is_blank(card)]
    new = [
        Option(f"{NEW} {colour}", f"A {colour} one{', new to the box' if known else ''}")
        for colour in COLOURS
        if any(is_blank(card) for card in state.stacks[colour].left)
    ]
    text = f"{state.name(seat)}: draw a companion of the colour on your journey card. Which is it?"
    which = str(await ReadCard(seat, text, [*_titled(state, known), *new]))
    colour = which.removeprefix(f"{NEW} ")
    if which == colour:
        state.stacks[state.card(which).stack].left.remove(which)
        return which
    card = take_blank(state.stacks[colour].left)
    assert card is not None
    await _name(state, seat, card, f"{state.name(seat)}: what is your {colour} companion called?")
    return card


def take_blank(left: list[str]) -> str | None:
    """One that nobody has named, out of its stack; None if every one there was met before."""
    card = next((each for each in left if is_blank(each)), None)
    if card is not None:
        left.remove(card)
    return card


# Where everybody starts


def tells_journeys(state: Awakening) -> bool:
    """The journeys of this copy are read by its owner; none was written down, or too few."""
    return state.is_own and len(state.pack.journeys) < SIZE


async def start_space(state: Awakening, seat: str) -> str:
    """Where the journey card puts a token (AW-8)."""
    free = [Option(space, space, slot=f"space {space}") for space in state.island.spaces if state.at(space) is None]
    text = f"{state.name(seat)}: draw a journey card. On which space does your token start?"
    return str(await ChooseOne(seat, text, free))


async def lowest_number(state: Awakening) -> str:
    """Who begins (AW-198)."""
    options = [Option(seat, state.name(seat)) for seat in state.seats]
    return str(await ChooseOne(state.seats[0], "Whose journey card has the lowest start number?", options))


# What a card is worth and what it yields


async def honor_of(state: Awakening, seat: str, card: str) -> None:
    """The honor printed on a card; only Treachery has less than nothing."""
    if lacks(state, card, "honor"):
        low = -MOST_HONOR if state.toggle("treachery") else 0
        text = f"{state.name(seat)}: how much honor does {state.title(card)} show?"
        honor = await EnterNumber(seat, text, low, MOST_HONOR, about=(state.title(card),))
        state.tell(card, honor=int(honor), sort=state.card(card).stack)


async def charges_of(state: Awakening, seat: str, card: str) -> None:
    """How many blocks a relic holds."""
    if lacks(state, card, "charges"):
        text = f"{state.name(seat)}: how many blocks does {state.title(card)} hold?"
        charges = await EnterNumber(seat, text, 1, MOST_CHARGES, about=(state.title(card),))
        state.tell(card, charges=int(charges), sort="relic")


async def gains_of(state: Awakening, seat: str, card: str) -> None:
    """What activating a companion or oneself yields, in one answer."""
    if not lacks(state, card, "gains"):
        return
    is_wretch = card == state.players[seat].wretch
    options = [*_yields(of_choice=is_wretch), Option(OTHER, "Something else", hint="Entered by hand each time.")]
    text = f"{state.name(seat)}: what does {state.title(card)} generate?"
    answer = str(await ChooseOne(seat, text, options, about=(state.title(card),)))
    words = answer.split(" ")
    gains = {attr: words.count(attr) for attr in COMMON if attr in words}
    sort = "wretch" if is_wretch else state.card(card).stack
    state.tell(card, gains=gains, choice=words.count("choice"), sort=sort)


def _yields(*, of_choice: bool) -> Iterator[Option]:
    among = (*COMMON, "choice") if of_choice else COMMON
    for number in range(1, MOST_GAINED + 1):
        for words in combinations_with_replacement(among, number):
            counted = {each.replace("choice", "of your choice"): words.count(each) for each in words}
            yield Option(" ".join(words), amounts(counted), group=f"{blocks(number)}")


def is_generated_by_hand(state: Awakening, card: str) -> bool:
    """Whether what activating it yields is none of the usual, and entered each time."""
    told = state.pack.met.get(card)
    return told is not None and told.gains == {} and not told.choice


async def catch_up(state: Awakening, seat: str) -> None:
    """Cards that came by hand lie before their owner without a name; a relic's blocks are counted, too."""
    player = state.players[seat]
    for held in (*player.companions, *player.relics):
        held.card = await recognise(state, seat, held.card, state.stacks[state.card(held.card).stack].left)
    for cards in (player.traits, player.monsters):
        for place, card in enumerate(list(cards)):
            cards[place] = await recognise(state, seat, card, state.stacks[state.card(card).stack].left)
    for held in player.relics:
        await charges_of(state, seat, held.card)


# Triggers and the end


async def trigger(state: Awakening, seat: str) -> str:
    """The next trigger card, out of those that are left."""
    text, left = "Turn up the next trigger card.", state.triggers_left
    known = [each for each in left if not is_blank(each)]
    blanks = [each for each in left if is_blank(each)]
    card = NEW
    if known:
        new = [Option(NEW, "Another one, new to the box")] if blanks else []
        card = str(await ReadCard(seat, f"{text} Which is it?", [*_titled(state, known), *new], slot="trigger stack"))
    if card == NEW:
        card = blanks[0]
        await _name(state, seat, card, f"{text} What is it called?")
    left.remove(card)
    return card


def watched(state: Awakening) -> list[str]:
    """Active triggers of which only the table can say that they are met."""
    told = (state.met_by, *state.also_met)
    return [card for card in state.active if state.pack.trigger[card].condition is None and card not in told]


async def which_is_met(state: Awakening, seat: str, text: str) -> str | None:
    """The trigger that the table says is met; None if none is."""
    options = [Option("none", "Not yet"), *(Option(card, f"Yes: {state.title(card)}") for card in watched(state))]
    card = str(await ChooseOne(seat, text, options, default="none"))
    return None if card == "none" else card


async def mastery_value(state: Awakening, seat: str, attr: Attribute) -> int:
    """What a mastery tile is worth, asked once for all games."""
    if attr not in state.pack.mastery_values:
        text = f"{state.name(seat)} masters {attr}. How much honor does the tile show?"
        options = [Option(value, str(value)) for value in VALUES]
        state.mastery_told[attr] = int(await ChooseOne(seat, text, options))
        state.forget_pack()
    return state.pack.mastery_values[attr]


async def end_bonus(state: Awakening, seat: str, most: int) -> int:
    """What the printed cards of a player bring at the end, all together."""
    cards = by_hand(state, seat)
    if not cards:
        return 0
    names = ", ".join(state.title(card) for card in cards)
    text = f"{state.name(seat)}: how much honor do your cards bring at the end, all together? You have {names}."
    return int(await EnterNumber(seat, text, 0, most, default=0))


async def quest_honor(state: Awakening, seat: str, most: int) -> int:
    """What a printed Secret Quest brings, once it lies open."""
    text = f"{state.name(seat)}: turn up your Secret Quest. How much honor does it bring?"
    return int(await EnterNumber(seat, text, 0, most))
