"""Setting up a new campaign."""

from __future__ import annotations

from collections.abc import Mapping

from rules.plain import Plain
from rules.setting_up import SetUpStep

from ..ask import Ask, ChooseOne, Confirm, Option, PickSome
from ..by_ear import listed
from .asking import ask
from .events import build_deck, fill_box
from .hands import draw_cards
from .pack import Pack
from .reading import known_now, unread_crew
from .state import HAND_LIMIT, Campaign, Crew, Player
from .wording import weapon_words
from .words import RESOURCES


def crew_shares(members: int, players: int) -> list[int]:
    """How many boards each player gets, as equal as possible: 3, 3 and 2 for eight among three."""
    return [members // players + (place < members % players) for place in range(players)]


def deal_round(state: Campaign, seats: list[str]) -> dict[str, str]:
    """The box's proposal: dealing round in turn order."""
    others = [crew for crew in state.crew if crew != state.captain]
    return {crew: seats[place % len(seats)] for place, crew in enumerate(others)}


async def deal_crew(state: Campaign) -> None:
    """RULING SG-R9: counts differ by at most one; the group says who gets whom, or takes the box's deal."""
    seats = list(state.order)
    deal = deal_round(state, seats)
    if len(seats) > 1:
        told = "; ".join(
            f"{state.name(seat)}: {', '.join(state.called(c) for c in deal if deal[c] == seat)}" for seat in seats
        )
        options = [Option("deal", "crew as proposed"), Option("choose", "choose ourselves")]
        text = f"Deal the crew boards. Proposed: {told}."
        others = f"{state.name(state.active)} deals the crew boards. Proposed: {told}."
        question = ChooseOne(state.active, text, options, others=others, default="deal", along=True, early=True)
        if await ask(state, lambda: question, "closed") == "choose":
            deal = await choose_deal(state, seats)
    for crew, seat in deal.items():
        state.crew[crew].controller = seat
    for seat in seats:
        names = listed([state.called(crew) for crew in deal if deal[crew] == seat])
        state.say(f"{state.name(seat)} takes {names}.")


def picks(pack: Pack) -> tuple[Option, ...]:
    """The crew members that somebody may want before it is dealt; the captain is everybody's."""
    others = ((crew, card) for crew, card in pack.crew.items() if not card.captain)
    return tuple(Option(crew, card.name, hint=f"{card.weapon.name}. {card.about}") for crew, card in others)


def as_picked(ask: Ask, picked: Mapping[str, str]) -> Plain:
    """The deal in which all have whom they picked: of the others, nobody's favourites come first."""
    values = [option.value for option in getattr(ask, "options", ())]
    if not picked or not isinstance(ask, PickSome):
        return "choose" if picked and "choose" in values else None
    mine = [value for value in values if value == picked.get(ask.seat)]
    others = [value for value in reversed(values) if value not in mine]
    return (mine + sorted(others, key=lambda value: value in picked or value in picked.values()))[: ask.at_least]


def board_words(state: Campaign, crew: str) -> str:
    """What is printed on a crew board, for whoever has to choose one."""
    card = state.pack.crew[crew]
    if card.unread:
        return "as printed on the board"
    skills = ", ".join(f"{skill} {n}" for skill, n in card.skills.items() if n)
    return f"health {card.health}; {skills}; {card.weapon.name}: {weapon_words(card.weapon)}"


async def choose_deal(state: Campaign, seats: list[str]) -> dict[str, str]:
    """Player after player takes as many boards as are due; the last gets the rest."""
    left = [crew for crew in state.crew if crew != state.captain]
    shares = crew_shares(len(left), len(seats))
    if len(set(shares)) > 1:
        # who gets fewer boards is the group's choice as well
        fewer = min(shares)
        options = [Option(seat, state.name(seat)) for seat in seats]
        n = shares.count(fewer)
        text = f"Who takes only {fewer} crew board{'s' if fewer > 1 else ''}?"
        question = PickSome(state.active, text, options, at_least=n, at_most=n, deed=f"{fewer} for {{}}", early=True)
        short = await ask(state, lambda: question, "closed")
        due = {seat: fewer if seat in short else max(shares) for seat in seats}
    else:
        due = dict(zip(seats, shares, strict=True))
    deal: dict[str, str] = {}
    for seat in seats:
        n = due[seat]
        taken = list(left)
        if n < len(left):
            boards = [Option(c, state.called(c), slot=f"crew:{c}", hint=board_words(state, c)) for c in left]
            text = f"Take {n} crew boards."
            pick = PickSome(seat, text, boards, at_least=n, at_most=n, deed="Take {}", early=True)
            taken = await ask(state, lambda: pick, "closed")  # noqa: B023  # awaited at once
        deal.update(dict.fromkeys(taken, seat))
        left = [crew for crew in left if crew not in taken]
    return {crew: deal[crew] for crew in state.crew if crew in deal}


def seat_order(state: Campaign, first: str, seats: list[str]) -> list[str]:
    """Clockwise from the first player."""
    place = seats.index(first)
    return [*seats[place:], *seats[:place]]


async def choose_first_player(state: Campaign, seats: list[str], proposed: str, text: str) -> str:
    if len(seats) == 1:
        return seats[0]
    others = [seat for seat in seats if seat != proposed]
    options = [Option(seat, f"{state.name(seat)} first") for seat in (proposed, *others)]
    return str(await ask(state, lambda: ChooseOne(proposed, text, options, default=proposed, along=True), "closed"))


async def set_up(state: Campaign) -> None:
    """Every step of the set-up, then the first turn."""
    seats = list(state.setup.seats)
    state.order, state.active = seats, seats[0]
    await choose_mode(state)
    await earlier_achievements(state)
    first = await choose_first_player(state, seats, seats[0], "Who is first player?")
    state.order = seat_order(state, first, seats)
    state.active = first
    if not state.pack.crew:
        state.met.crew = unread_crew()  # each is read off the board when it first matters
        known_now(state)
    state.crew = {crew: Crew() for crew in sorted(state.pack.crew, key=lambda crew: crew != state.captain)}
    state.players = {seat: Player() for seat in state.order}
    state.resources = {kind: state.pack.board.start_resources.get(kind, 0) for kind in RESOURCES}
    state.owned = dict.fromkeys(state.pack.starting_cards, 0)
    fill_box(state)
    build_deck(state)
    await deal_crew(state)
    await ask(state, lambda: Confirm(first, "Set the table.", todo=checklist(state), waits=True), "closed")
    hands = state.order if state.toggle("everyone_starts_with_three") else [first]
    for seat in hands:
        await draw_cards(state, seat, HAND_LIMIT)
    state.say(f"{state.name(first)} is first player and takes the captain token.")
    state.say("A new journey log: " + ", ".join(state.name(seat) for seat in state.order) + f"; {state.mode} mode.")
    state.phase = "turn_start"


async def choose_mode(state: Campaign) -> None:
    lost = "You lose if the ship sinks, nobody is left standing, or the crew mutinies."
    paid = "Nothing of that loses the campaign: it costs event cards, and so time. Good for a first voyage."
    options = [
        Option("normal", "normal mode", hint=lost, begins=True),
        Option("easy", "easy mode", hint=paid, begins=True),
    ]
    state.mode = await ask(state, lambda: ChooseOne(state.active, "Which mode?", options, default="normal"), "closed")


async def earlier_achievements(state: Campaign) -> None:
    """The achievement sheet outlives a campaign: whatever is ticked on it stays so (SG-10)."""
    if not state.pack.achievements:
        return
    sheets = [Option("fresh", "no achievements yet"), Option("ticked", "some boxes are ticked from earlier campaigns")]
    question = ChooseOne(state.active, "Which achievement sheet?", sheets, default="fresh", along=True)
    if await ask(state, lambda: question, "closed") == "fresh":
        return
    options = [Option(key, each.name) for key, each in state.pack.achievements.items()]
    text = "Which achievements are ticked from earlier campaigns?"
    state.progress.achievements = await ask(
        state, lambda: PickSome(state.active, text, options, deed="Tick {}"), "closed"
    )


HELD = {
    "abilities": "the ability deck and the hands",
    "events": "the event deck",
    "market": "the market deck",
    "search": "the search tokens",
}
"""What needs not be laid out by hand while the box holds it."""


def checklist(state: Campaign) -> tuple[str, ...]:
    """What hands have to lay out for a new campaign."""
    pack, board = state.pack, state.pack.board
    cards = ", ".join(state.card_name(number) for number in pack.starting_cards)
    stock = ", ".join(f"{n} {kind}" for kind, n in board.start_resources.items())
    region = pack.regions[board.start_region].name if board.start_region in pack.regions else "location 2"
    numbers = "; ".join(f"player {place + 1}: {state.name(seat)}" for place, seat in enumerate(state.order))
    held = {holding: words for holding, words in HELD.items() if state.box_holds(holding)}
    if held.keys() == HELD.keys():
        words = "All of it is on the screens as well: lay out as much of what follows as you have and like."
        first = [SetUpStep(words, apart=True)]
    else:
        first = []
    if held:
        first.append(SetUpStep(f"The box holds {', '.join(held.values())}.", apart=True))
    by_hand = {
        "abilities": "Shuffle the ability deck and lay it near the atlas.",
        "market": "Shuffle the market deck.",
        "events": "Sort the events by grade and shuffle each: 6 deadly, 6 perilous on them, 6 mild on top, on the ship "
        "board; the rest stays in the box.",
        "search": "Mix the search tokens and stack them face down.",
    }
    return (
        *first,
        SetUpStep(
            f"Lay the atlas in the centre, open at page {board.start_page}, and put the ship in {region}.",
            name="atlas",
            picture="board",
        ),
        SetUpStep(
            f"Lay the ship board beside it: damage marker on {board.ship_health_max}, morale on {board.morale_start}, "
            f"{stock}.",
            name="ship",
            after=("atlas",),
            picture="The ship",
        ),
        SetUpStep(
            f"Lay {state.called(state.captain)}'s board in the centre, and the other boards in front of their players.",
            picture="A crew board",
        ),
        *(line for holding, line in by_hand.items() if holding not in held),
        f"Lay out the starting adventure cards: {cards}. The others stay face down, in order; no peeking.",
        "Lay the enemy deck face down, in order; no peeking.",
        "Lay the quest deck face down, in order; no peeking.",
        "Lay out the combo point card with its marker on 0, and all other tokens and the storybook near the board.",
        f"Hand out the player cards by turn order: {numbers}. Give {state.name(state.active)} the captain token.",
        "Lay the level cards near the ship board; anybody may look through them.",
        "Begin a new journey log sheet: names, date and mode.",
    )
