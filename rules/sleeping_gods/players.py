"""Players who come and go at the end of a turn."""

from __future__ import annotations

from ..ask import ChooseOne, EnterText, Option, Refusal, SplitAmount
from .asking import ask
from .hands import discard_from_hand, draw_cards, keep_limit
from .set_up import deal_crew
from .state import UNKNOWN, Campaign, Player
from .supply import lose_command

SEATS = ("north", "east", "south", "west")


def clockwise(seats: list[str]) -> list[str]:
    return [seat for seat in SEATS if seat in seats]


async def change_players(state: Campaign) -> None:
    """Somebody joins or leaves; the crew is dealt again."""
    free = [seat for seat in SEATS if seat not in state.order]

    def build() -> ChooseOne:
        last = Refusal("SG-2", "Somebody has to play.") if len(state.order) == 1 else None
        options = [Option(f"join:{seat}", joiner_words(state, seat)) for seat in free]
        options += [Option(f"leave:{seat}", f"{state.name(seat)} leaves", last) for seat in state.order]
        return ChooseOne(state.active, "Who comes or goes?", [*options, Option("back", "nobody")])

    answer = str(await ask(state, build, "closed"))
    what, _, seat = answer.partition(":")
    if what == "join":
        await join(state, seat)
    elif what == "leave":
        await leave(state, seat)


def joiner_words(state: Campaign, seat: str) -> str:
    """Somebody who played before is called by name; of a new player only the side of the table is known."""
    return f"{state.name(seat)} joins" if seat in state.names else f"somebody joins at the {seat} side"


async def ask_name(state: Campaign, seat: str) -> None:
    """Whoever sits down at *seat* says what to call them; the last one who sat there is proposed, or else the side."""
    others = [state.name(each) for each in state.order if each != seat]
    text = f"What is the name of the player at the {seat} side?"
    proposed = state.names.get(seat, seat.capitalize())
    state.names[seat] = str(
        await ask(state, lambda: EnterText(state.active, text, 24, proposed, taken=others), "closed")
    )


async def join(state: Campaign, seat: str) -> None:
    """RULING SG-R94: no cards, no command; turn order follows the seats, whoever is to move stays so."""
    await ask_name(state, seat)
    state.players[seat] = Player()
    state.order = clockwise([*state.order, seat])
    state.say(f"{state.name(seat)} joins.")
    await deal_crew(state)
    say_player_cards(state)
    if state.toggle("joiner_draws_three"):
        await draw_cards(state, seat, 3)


def say_player_cards(state: Campaign) -> None:
    cards = ", ".join(f"player {place + 1} {state.name(seat)}" for place, seat in enumerate(state.order))
    state.say(f"Player cards by turn order: {cards}.")


async def leave(state: Campaign, seat: str) -> None:
    """The leaver discards 1 command and all cards but 1; the active player hands on the rest."""
    if seat == state.active:
        # RULING SG-R95: the next one decides if the one holding the captain token leaves
        place = state.order.index(seat)
        state.active = state.order[(place + 1) % len(state.order)]
        state.say(f"The captain token goes to {state.name(state.active)}.")
    state.say(f"{state.name(seat)} leaves.")
    goer = state.players[seat]
    if goer.command:
        lose_command(state, seat, 1)
    if len(goer.hand) > 1:
        n = len(goer.hand) - 1
        await discard_from_hand(state, seat, n, f"Discard {n}: one card stays for the others.")
    state.order.remove(seat)
    await hand_over(state, seat, goer)
    await deal_crew(state)
    del state.players[seat]
    say_player_cards(state)


async def hand_over(state: Campaign, seat: str, goer: Player) -> None:
    """Card and command go to the others as the active player says."""
    name = state.name(seat) if seat else "The missing player"
    others = list(state.order)
    options = [Option(each, state.name(each)) for each in others]
    if goer.hand:
        receiver = others[0]
        if len(others) > 1:
            text = f"Who takes {name}'s last card?"
            receiver = str(await ask(state, lambda: ChooseOne(state.active, text, options), "closed"))
        card = goer.hand.pop()
        state.players[receiver].hand.append(card)
        state.say(f"{state.name(receiver)} takes {name}'s card.")
        if card != UNKNOWN:
            state.say(f"You were given {state.pack.ability_cards[card].name}.", receiver)
        await keep_limit(state, receiver)
    if goer.command:
        share = {others[0]: goer.command}
        if len(others) > 1:
            text = f"Share out {name}'s {goer.command} command."
            limits = [(option, goer.command) for option in options]
            total = goer.command
            share = await ask(state, lambda: SplitAmount(state.active, text, total, limits), "closed")
        goer.command = 0
        for each, n in share.items():
            state.players[each].command += n
            state.say(f"{state.name(each)} takes {n} command.")
