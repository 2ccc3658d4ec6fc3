"""A game put away in the middle of a turn: what lies where, so that it can be laid out again as it stood."""

from __future__ import annotations

from .hands import deck_count
from .set_up import HELD
from .state import Battle, Campaign
from .words import plural


def as_it_stands(state: Campaign) -> tuple[str, ...]:
    """The table from empty to this very moment; nothing is dealt or mixed anew."""
    quests = ", ".join(f"{n} {state.pack.quests[n].name}" for n in state.quests) or "none"
    return (
        *held_by_the_box(state),
        atlas(state),
        f"Ship health {state.ship.health}, morale {state.ship.morale}.",
        f"Resources on the ship board: {stores(state)}.",
        *(_board(state, crew) for crew in state.crew),
        *(_player(state, place, seat) for place, seat in enumerate(state.order)),
        f"The captain token to {state.name(state.active)}.",
        *decks(state),
        f"Adventure cards face up: {loose_cards(state)}.",
        "Adventure, enemy and quest decks face down, in order, not looked through.",
        f"Current quests near the atlas: {quests}.",
        *(_row(state, state.combat) if state.combat else ("Combo point card with its marker on 0.",)),
        "All other tokens and the storybook near the board.",
    )


def held_by_the_box(state: Campaign) -> tuple[str, ...]:
    """What nobody has to lay out, because the box deals it."""
    held = [words for holding, words in HELD.items() if state.box_holds(holding)]
    if not held:
        return ()
    return (f"The box holds {' and '.join(filter(None, [', '.join(held[:-1]), held[-1]]))}.",)


def atlas(state: Campaign) -> str:
    """Which page lies open, and where on it the ship is; of a real atlas the table knows the region."""
    region = state.pack.regions.get(state.ship.region)
    return f"Atlas open at page {state.page}; the ship in {region.name if region else 'the region where it was'}."


def stores(state: Campaign) -> str:
    return ", ".join(plural(n, kind) for kind, n in state.resources.items() if n) or "none"


def with_board(state: Campaign, crew: str, *, command: bool = True) -> str:
    """Everything that lies on or under a crew board; without its *command* where a house rule has it go home."""
    board = state.crew[crew]
    things = [f"{board.damage} damage"] if board.damage else []
    things += ["tired"] if board.fatigue >= 1 else []
    things += ["exhausted"] if board.fatigue >= 2 else []
    things += list(board.statuses)
    things += [state.pack.ability_cards[card].name for card in board.tucked]
    things += [state.pack.level_cards[card].name for card in board.levels]
    things += [state.card_name(number) for number in board.weapons]
    if board.command and command:
        things.append(f"{board.command} command")
    return ", ".join(things) or "the board alone"


def _board(state: Campaign, crew: str) -> str:
    where = "in the centre" if crew == state.captain else f"in front of {state.name(state.crew[crew].controller)}"
    return f"{state.called(crew)}, {where}: {with_board(state, crew)}."


def _player(state: Campaign, place: int, seat: str) -> str:
    player = state.players[seat]
    hand = "" if state.box_holds("abilities") else f", {cards(len(player.hand))} in hand"
    return f"{state.name(seat)}: player card {place + 1}, {player.command} command{hand}."


def decks(state: Campaign) -> tuple[str, ...]:
    """The decks hands look after, as they lie."""
    events = state.events
    lines = {
        "abilities": ability_decks(state),
        "market": "Market deck face down, not shuffled.",
        "events": f"Event deck {events.number} of 3 on the ship board: {cards(len(events.deck))}; "
        f"used events ({len(events.used)}) apart from those in the box.",
        "search": f"Search tokens in a stack face down, {len(state.searched)} used ones beside it.",
    }
    return (*(line for holding, line in lines.items() if not state.box_holds(holding)), *lasting_events(state))


def ability_decks(state: Campaign) -> str:
    if state.pack.about.private:  # what fate turned and when the pile was shuffled, nobody told the box
        return "Ability draw deck and discard pile apart, not shuffled."
    left = deck_count(state)
    drawn_from = f"Ability draw deck{f' ({cards(left)})' if left is not None else ''}"
    return f"{drawn_from} and discard pile ({cards(len(state.discard))}) apart, not shuffled."


def lasting_events(state: Campaign) -> tuple[str, ...]:
    """Event cards that lie beside the deck and still count."""
    names = ", ".join(state.pack.events[event].name for event in state.events.in_play)
    return (f"Events in play beside the deck: {names}.",) if names else ()


def loose_cards(state: Campaign) -> str:
    """The owned adventure cards nobody of the crew carries, with the command on them."""
    carried = [number for board in state.crew.values() for number in board.weapons]
    laid = [
        state.card_name(number) + (f" with {tokens} command" if tokens else "")
        for number, tokens in state.owned.items()
        if number not in carried
    ]
    return ", ".join(laid) or "none"


def cards(number: int) -> str:
    return f"{number} card{'s' * (number != 1)}"


# ----- a combat under way


def _row(state: Campaign, fight: Battle) -> tuple[str, ...]:
    tokens = [f"{state.name(s)} {fight.tokens.get(s, 0) + (fight.fifth == s)}" for s in state.order]
    tokens += [f"{n} on {state.called(crew)}" for crew, n in fight.attacks.items()]
    return (
        *(_foe(state, place) for place in range(len(fight.row))),
        f"Combat action tokens: {', '.join(tokens)}.",
        f"Combo point card with its marker on {fight.combo}.",
    )


def _foe(state: Campaign, place: int) -> str:
    assert state.combat
    foe = state.combat.row[place]
    card = state.pack.enemies[foe.number]
    lying = [("damage", index) for index in foe.covered] + [("armor", index) for index in foe.armor]
    if card.unread:
        tokens = f"; damage tokens on it: {foe.tokens}" if foe.tokens else ""
        return f"Row of enemies, place {place + 1}: {card.name}{tokens}."
    told = "; ".join(
        f"{what} token on row {card.squares[index].row}, column {card.squares[index].col}" for what, index in lying
    )
    return f"Row of enemies, place {place + 1}: enemy {foe.number}, {card.name}{f'; {told}' if told else ''}."
