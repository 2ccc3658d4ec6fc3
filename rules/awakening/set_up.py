"""Setting up, step by step as the guide numbers them (AW-1 to AW-28, AW-198, AW-200)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rules.ask import ChooseOne, Confirm, IllegalAnswer, Option
from rules.chance import DrawCards, ReadCard
from rules.setting_up import SetUpStep

from . import cards, effects, honor, mastery, telling, travel
from .case import Case
from .pack import fits_map
from .state import Awakening, Held, Player, Stack
from .verbs import Effect
from .words import BLOCKS, COMMON, STACKS, TILE_COUNTS, TOKENS, stack_title

START_HONOR = 10
POTENTIAL, INFLUENCE, CONVICTION = 8, 8, 2


def begin(state: Awakening) -> None:
    """Before the first question: everybody's pieces, and whether the pack fits this table."""
    pack = state.pack
    if not state.is_own:
        _fits(state)
    state.players = {seat: Player(reserve=BLOCKS) for seat in state.seats}
    state.journeys_left = list(pack.journey)
    state.quests_left = list(pack.quest)
    state.triggers_left = list(pack.trigger)
    state.stacks = {stack: Stack(left=pack.of_stack(stack, treachery=False)) for stack in STACKS}
    state.pouch = dict(TILE_COUNTS)


def _fits(state: Awakening) -> None:
    """A pack may be too small for these players or these house rules."""
    pack = state.pack
    players = len(state.seats)
    if len(pack.journeys) < players or len(pack.wretches) < players:
        few = min(len(pack.journeys), len(pack.wretches))
        raise IllegalAnswer(f"The pack has journeys and wretches for {few} players, not for {players}.")
    if state.toggle("secret_quests") == "on" and len(pack.quest) < players:
        raise IllegalAnswer(f"The pack has {len(pack.quest)} Secret Quests; {players} players need one each (AW-R10).")
    if state.toggle("treachery") and not pack.has_treachery:
        raise IllegalAnswer("The pack has no Treachery cards (AW-R12).")
    starts = [start_space(state, card.start_space) for card in pack.journeys]
    if None in starts or len(set(starts)) < len(starts):
        raise IllegalAnswer("The journeys of the pack start on spaces that this map does not have (AW-R6).")


def to_lay_out(state: Awakening) -> tuple[str, ...]:
    """What hands do before the first card is drawn (AW-1 to AW-4, AW-20, AW-21, AW-26 to AW-28)."""
    pouch = "Put all 19 map tiles into the pouch and lay it beside the board."
    if state.setup.box_holds("tiles"):
        pouch = "Lay all 19 map tiles face up beside the board, sorted by kind: the box draws, and says which to take."
    aside = ("Lay the Treachery cards aside; they come into the stacks later.",) if state.toggle("treachery") else ()
    return (
        SetUpStep("Lay the board in the middle.", name="board", picture="board", seen="board"),
        SetUpStep("Sort all cards into stacks by colour.", name="cards"),
        *aside,
        *(f"{state.name(seat)}: take the {seat} dashboard, token, disc and 24 blocks." for seat in state.seats),
        pouch,
        "Lay the 6 mastery tiles in a row at the edge of the board.",
        "Lay the mounts with speed 4 and 5 at the edge of the board, and a speed 2 token before everybody.",
        "Lay the white and the black die side by side.",
    )


def guide(state: Awakening) -> tuple[str, ...]:
    """The whole set-up as a check-list, with the numbers of this table."""
    players = len(state.seats)
    potential = POTENTIAL + (3 if state.toggle("reserve_blocks") == "in_potential" else 0)
    treachery = "Shuffle the Treachery cards into the stacks of their colours." if state.toggle("treachery") else ""
    quests = "Everybody: take a Secret Quest at random and keep it face down." if _plays_quests(state) else ""
    tiles = mastery.supply(state, players)
    circles = "its circle" if len(set(tiles.values())) == 1 else "their circles"
    steps = (
        *to_lay_out(state),
        "Everybody: choose a wretch card; the others go back into the box.",
        "Everybody: draw a journey card, put your token on its space and your disc on 10.",
        f"Everybody: {potential} blocks into potential, {INFLUENCE} into influence, {CONVICTION} into conviction, "
        "and one each on inspiration, knowledge and strength.",
        SetUpStep(
            "Everybody: draw a companion of the colour on your journey card.", name="companions", after=("cards",)
        ),
        treachery,
        SetUpStep(
            "Shuffle the six stacks, lay each beside its circle and turn up its top card.",
            after=("board", "cards", "companions"),
        ),
        quests,
        SetUpStep(f"Lay {mastery.supply_words(tiles)} below {circles}.", after=("board",)),
        SetUpStep("Put the trigger tokens on 20, 30, 40 and 50 and turn up 2 trigger cards.", after=("board",)),
        SetUpStep(
            "From the lowest start number on, reveal the tiles beside every token.",
            after=("board", "companions"),
            picture="A place nobody has seen",
            seen="table",
        ),
    )
    return tuple(step for step in steps if step)


async def lay_out(state: Awakening) -> None:
    """Somebody says when the table is set."""
    await Confirm(state.seats[0], "Set the table.", todo=to_lay_out(state), waits=True)


async def choose_wretches(state: Awakening) -> None:
    """Each picks a free one, in the order of the seats; the others leave the game (AW-5, AW-6, AW-R7)."""
    if state.is_own:
        for seat in state.seats:
            state.players[seat].wretch = await telling.wretch(state, seat)
            state.say(f"{state.name(seat)} is {state.title(state.players[seat].wretch)}.")
        return
    free = list(state.pack.wretch)
    for seat in state.seats:
        options = [Option(card, state.title(card), hint=state.pack.wretch[card].text) for card in free]
        card = await ChooseOne(seat, f"{state.name(seat)}: choose your wretch.", options, early=True)
        free.remove(card)
        state.players[seat].wretch = card
        state.say(f"{state.name(seat)} is {state.title(card)}.")
    state.removed += free


async def draw_journeys(state: Awakening) -> None:
    """A random journey each: start space, 10 honor, blocks (AW-7 to AW-12)."""
    for seat in state.seats:
        player = state.players[seat]
        if telling.tells_journeys(state):
            player.space = await telling.start_space(state, seat)
            drawn = f"starts on {player.space}"
        else:
            player.journey = await _deal(state, seat, "journey", state.journeys_left, "cards")
            journey = state.pack.journey[player.journey]
            player.space = start_space(state, journey.start_space) or journey.start_space
            drawn = f"draws {journey.name}: start number {journey.start_number}, space {player.space}"
        player.honor = START_HONOR
        player.sources = {"Start": START_HONOR}
        player.potential, player.influence, player.conviction = POTENTIAL, INFLUENCE, CONVICTION
        for attr in COMMON:
            player.attributes[attr] = 1
        player.reserve = BLOCKS - POTENTIAL - INFLUENCE - CONVICTION - len(COMMON)
        if state.toggle("reserve_blocks") == "in_potential":
            player.potential, player.reserve = player.potential + player.reserve, 0
        state.say(
            f"{state.name(seat)} {drawn}. "
            f"{player.potential} – {player.influence} – {player.conviction} blocks, "
            "one each on yellow, blue and red; disc on 10."
        )


def start_space(state: Awakening, printed: str) -> str | None:
    """The space on the journey card; None if this map has none for it."""
    if printed not in fits_map(state.pack, state.toggle("rim_triangles")):
        return printed
    # RULING: the map of 24 spaces (AW-R5) has no rim space; the token starts on the one space beside it.
    hexes = printed.split("-")
    beside = (space for space in state.island.spaces if all(each in space.split("-") for each in hexes))
    return next(beside, None)


async def draw_companions(state: Awakening) -> None:
    """A random companion of the journey's colour; no Treachery among them yet (AW-13, AW-14, AW-R8)."""
    for seat in state.seats:
        player = state.players[seat]
        extra: tuple[Effect, ...] = ()
        if state.is_own:
            card = await telling.first_companion(state, seat)
        else:
            journey = state.pack.journey[player.journey]
            card, extra = await cards.top_card(state, seat, journey.companion_colour), journey.extra
        player.companions.append(Held(card=card))
        state.say(f"{state.name(seat)}'s first companion is {state.title(card)}.")
        if state.toggle("starting_companion_honor"):
            await telling.honor_of(state, seat, card)
            await honor.gain_honor(state, seat, state.card(card).honor, "Companions")
        for number, effect in enumerate(extra):
            await effects.offer(state, Case(seat, player.journey), effect, f"{seat}/{player.journey}/{number}")


async def build_stacks(state: Awakening) -> None:
    """Treachery is shuffled in now, then the top card of each stack is turned up (AW-15 to AW-17, AW-192)."""
    if state.is_own:  # no question will say so
        treachery = ", with its Treachery cards," if state.toggle("treachery") else ""
        await Confirm(state.seats[0], f"Shuffle each stack{treachery} and lay it face down beside its circle.")
    for stack in STACKS:
        first = f"Shuffle the {stack} stack, lay it face down beside its circle and "
        if state.toggle("treachery"):
            state.stacks[stack].left += state.pack.of_stack(stack, treachery=True)
            first = f"Shuffle the {stack} stack with its Treachery cards, lay it face down beside its circle and "
        await cards.turn_up(state, state.seats[0], stack, first=first)
        state.say(f"{state.stacks[stack].down} {stack_title(stack)} cards lie face down.")


def _plays_quests(state: Awakening) -> bool:
    wanted = state.toggle("secret_quests")
    # RULING: nobody lists the quests of a printed copy; it has them unless its owner says otherwise (AW-18, AW-R10).
    enough = state.is_own or len(state.pack.quest) >= len(state.seats)
    return wanted == "on" or (wanted == "auto" and enough)


async def deal_quests(state: Awakening) -> None:
    """A random Secret Quest each, face down; only its owner may look (AW-18, AW-19, AW-R10)."""
    state.quests_played = _plays_quests(state)
    if not state.quests_played:
        state.say("No Secret Quests in this game (AW-R10).")
        return
    for seat in state.seats:
        state.players[seat].has_quest = True
        if state.is_own or not state.setup.box_holds("quests"):
            state.say(f"{state.name(seat)} takes a Secret Quest, face down.")
            continue
        others = f"{state.name(seat)} gets a Secret Quest."
        [card] = await DrawCards(
            seat, "Your Secret Quest.", "Secret Quests", state.quests_left, at_once=True, private=True, others=others
        )
        state.quests_left.remove(card)
        state.players[seat].quest = card
        state.say(others)
        state.say(f"Your Secret Quest is {state.title(card)}: {state.pack.quest[card].text}", seat)


async def lay_tiles_and_triggers(state: Awakening) -> None:
    """Proficiency tiles, tokens on 20, 30, 40 and 50, and two open triggers (AW-22 to AW-25)."""
    state.proficiency = mastery.supply(state, len(state.seats))
    ready = "lies" if set(state.proficiency.values()) == {1} else "lie"
    state.say(f"{mastery.supply_words(state.proficiency)} {ready} ready.")
    state.tokens = list(TOKENS)
    state.say("Trigger tokens stand on 20, 30, 40 and 50.")
    for _ in range(2):
        await honor.add_trigger(state, state.seats[0])


async def first_reveal(state: Awakening) -> None:
    """The lowest start number begins; tiles around everybody are revealed in turn order (AW-198, AW-200, AW-R11)."""
    if telling.tells_journeys(state):
        state.first = await telling.lowest_number(state)
        state.say(f"{state.name(state.first)} has the lowest start number and begins.")
    else:
        numbers = {seat: state.pack.journey[state.players[seat].journey].start_number for seat in state.seats}
        state.first = min(state.seats, key=lambda seat: numbers[seat])
        state.say(f"{state.name(state.first)} has the lowest start number, {numbers[state.first]}, and begins.")
    state.upcoming = state.first
    for seat in state.order:
        await travel.reveal_along(state, seat, (state.players[seat].space,))
    state.phase = "play"
    honor.check_triggers(state)


async def _deal(state: Awakening, seat: str, kind: str, left: list[str], holding: str) -> str:
    if state.setup.box_holds(holding):
        [card] = await DrawCards(seat, f"Draw a {kind} card.", f"{kind} cards", left, at_once=True)
    else:
        possible = [Option(card, state.title(card)) for card in left]
        text = f"{state.name(seat)}: draw a {kind} card. Which is it?"
        card = await ReadCard(seat, text, possible, slot=f"{kind} stack")
    left.remove(card)
    return str(card)


STEPS: tuple[Callable[[Awakening], Awaitable[None]], ...] = (
    lay_out,
    choose_wretches,
    draw_journeys,
    draw_companions,
    build_stacks,
    deal_quests,
    lay_tiles_and_triggers,
    first_reveal,
)
