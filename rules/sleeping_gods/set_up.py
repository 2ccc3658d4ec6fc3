"""Setting up a new campaign."""

from __future__ import annotations

from ..ask import ChooseOne, Confirm, Option, PickSome
from .asking import ask
from .events import build_deck, fill_box
from .hands import draw_cards
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
        options = [Option("deal", "as proposed"), Option("choose", "choose ourselves")]
        text = f"Deal the crew boards. Proposed: {told}."
        others = f"{state.name(state.active)} deals the crew boards. Proposed: {told}."
        question = ChooseOne(state.active, text, options, others=others, default="deal", along=True)
        if await ask(state, lambda: question, "closed") == "choose":
            deal = await choose_deal(state, seats)
    for crew, seat in deal.items():
        state.crew[crew].controller = seat
    for seat in seats:
        names = ", ".join(state.called(crew) for crew in deal if deal[crew] == seat)
        state.say(f"{state.name(seat)} takes {names}.")


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
        question = PickSome(state.active, text, options, at_least=n, at_most=n, deed=f"{fewer} for {{}}")
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
            pick = PickSome(seat, f"Take {n} crew boards.", boards, at_least=n, at_most=n, deed="Take {}")
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
    options = [Option(seat, state.name(seat)) for seat in (proposed, *others)]
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
    lost = "the campaign is lost if the ship sinks, nobody is left standing, or the crew mutinies"
    paid = "then you lose event cards, so time, instead; good for a first voyage"
    options = [
        Option("normal", "normal mode", hint=lost, begins=True),
        Option("easy", "easy mode", hint=paid, begins=True),
    ]
    state.mode = await ask(state, lambda: ChooseOne(state.active, "Which mode?", options, default="normal"), "closed")


async def earlier_achievements(state: Campaign) -> None:
    """The achievement sheet outlives a campaign: whatever is ticked on it stays so (SG-10)."""
    if not state.pack.achievements:
        return
    sheets = [Option("fresh", "a fresh sheet"), Option("ticked", "some boxes are ticked from earlier campaigns")]
    question = ChooseOne(state.active, "The achievement sheet?", sheets, default="fresh", along=True)
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
        first = ["All of it is on the screens as well: lay out as much of what follows as you have and like."]
    else:
        first = []
    if held:
        first.append(f"The box holds {', '.join(held.values())}.")
    by_hand = {
        "abilities": "Ability deck shuffled, near the atlas.",
        "market": "Market deck shuffled.",
        "events": "Events sorted by grade and shuffled: 6 deadly, 6 perilous on them, 6 mild on top, on the ship "
        "board; the rest in the box.",
        "search": "Search tokens mixed, stacked face down.",
    }
    return (
        *first,
        f"Atlas in the centre, open at page {board.start_page}; the ship in {region}.",
        f"Ship board beside it: damage marker on {board.ship_health_max}, morale on {board.morale_start}, {stock}.",
        f"{state.called(state.captain)}'s board in the centre; the other boards in front of their players.",
        *(line for holding, line in by_hand.items() if holding not in held),
        f"Starting adventure cards: {cards}. The other adventure cards face down, in order, not looked through.",
        "Enemy deck face down, in order, not looked through.",
        "Quest deck face down, in order, not looked through.",
        "Combo point card with its marker on 0; all other tokens and the storybook near the board.",
        f"Player cards by turn order: {numbers}. The captain token to {state.name(state.active)}.",
        "Level cards near the ship board; anybody may look through them.",
        "A new journey log sheet: names, date and mode.",
    )
