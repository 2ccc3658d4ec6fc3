"""Set-up and the turn, in rulebook order (HL-6 to HL-15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rules.ask import Anew, ChooseOne, Option, Refusal
from rules.chance import DrawCards, RollDice
from rules.game import Checkpoint

from . import boats, lights
from .harbour import BERTHS, row_of
from .state import HAND, Boat, HarbourLights, Side

ANY_ROW = 6  # on the tide die (HL-10)
UNKNOWN = "unknown"  # a boat that the table put back into a hand


async def play(game: HarbourLights) -> None:
    """From the set-up to the end; a checkpoint stands before every turn."""
    if not game.turn:
        await set_up(game)
    while game.result is None:
        await Checkpoint()
        await turn(game)


async def set_up(game: HarbourLights) -> None:
    """A fleet each, three of it in the hand; Red begins (HL-4, HL-6, HL-7)."""
    game.sides = {colour: Side(stock=game.pack.fleet) for colour in game.setup.seats}
    for colour in game.setup.seats:
        await draw(game, colour, HAND)
    game.current = game.setup.seats[0]
    game.turn = 1
    game.say(f"{game.name(game.current)} begins.")


async def turn(game: HarbourLights) -> None:
    """Roll the tide, then moor one boat or light one; afterwards somebody may have lit enough (HL-8, HL-11, HL-21)."""
    game.tide, game.last = 0, []
    await roll_the_tide(game)
    if any(not option.barred for option in actions(game)):
        where = await choose(game, lambda: _prompt(game), lambda: actions(game))
        if where in game.board:
            await boats.light(game, where)
        else:
            await moor(game, where)
    else:
        game.say(f"{game.name(game.current)} can neither moor nor light a boat, and passes.")
    lights.look_for_an_end(game)
    game.current = game.following
    game.turn += 1


async def roll_the_tide(game: HarbourLights) -> None:
    """The die says in which row boats can be moored this turn; in slack water all rows are open (HL-8 to HL-10)."""
    if game.toggle("tide") == "slack":
        game.tide = ANY_ROW
        return
    name = game.name(game.current)
    [game.tide] = await Anew(lambda: RollDice(game.current, f"{name}: roll the tide.", [("tide die", range(1, 7))]))
    where = "in any row" if game.tide == ANY_ROW else f"in row {game.tide}"
    game.say(f"Tide {game.tide}: {name} can moor {where}.")


def actions(game: HarbourLights) -> list[Option]:
    """An empty berth is moored in, an own dark boat is lit (HL-11)."""
    return [
        Option(berth, f"Light {berth}", boats.not_to_be_lit(game, berth), slot=berth)
        if berth in game.board
        else Option(berth, f"Moor in {berth}", not_to_be_moored_in(game, berth), slot=berth)
        for berth in BERTHS
    ]


def not_to_be_moored_in(game: HarbourLights, berth: str) -> Refusal | None:
    if not game.mine.hand:
        return Refusal("HL-12", "You have no boat in hand: 0 left to moor.")
    if game.tide not in (ANY_ROW, row_of(berth)):
        return Refusal("HL-9", f"The tide is {game.tide}: boats can be moored in row {game.tide}, not in {berth}.")
    return None


def _prompt(game: HarbourLights) -> str:
    name = game.name(game.current)
    can_moor = any(not option.barred for option in actions(game) if option.value not in game.board)
    row = "any row" if game.tide == ANY_ROW else f"row {game.tide}"
    if not can_moor:
        return f"{name}: light one of your dark boats."
    return f"{name}: moor a boat in {row}" + (", or light one." if game.dark(game.current) else ".")


async def moor(game: HarbourLights, berth: str) -> None:
    """Lay a boat from the hand face-down into an empty berth, then draw one (HL-12, HL-15)."""
    name, kind = game.name(game.current), None
    if game.box_deals:
        chosen = await choose(
            game,
            lambda: f"Which boat do you moor in {berth}?",
            lambda: [Option(kind or UNKNOWN, called(game, kind)) for kind in dict.fromkeys(game.mine.hand)],
            others=f"{name} chooses a boat for {berth}.",
        )
        kind = None if chosen == UNKNOWN else chosen
    game.mine.hand.remove(kind)
    game.board[berth] = Boat(owner=game.current, kind=kind)
    game.last = [berth]
    game.say(f"{name} moors a boat in {berth}.")
    if game.mine.stock:
        await draw(game, game.current, 1)


def called(game: HarbourLights, kind: str | None) -> str:
    return game.pack.names[kind] if kind else "The boat that came back unseen"


async def draw(game: HarbourLights, colour: str, count: int) -> None:
    """Random boats of the own stock; from a real stock only the player knows which (HL-6, HL-15)."""
    side, drawn = game.sides[colour], [None] * count
    if game.box_deals:
        drawn = await DrawCards(
            colour,
            f"Draw {count}.",
            f"{colour} stock",
            game.unknown(colour),
            count=count,
            at_once=True,
            private=True,
            others=f"{game.name(colour)} draws {count}.",
        )
        game.say(f"You drew {', '.join(game.pack.names[str(kind)].lower() for kind in drawn)}.", colour)
    side.stock -= count
    side.hand += drawn


async def choose(
    game: HarbourLights, text: Callable[[], str], options: Callable[[], Iterable[Option]], others: str = ""
) -> str:
    """Ask the player whose turn it is, anew whenever the table changed meanwhile.

    :param others: what the others read if it is nobody else's business.
    """
    more = {"private": True, "others": others} if others else {}
    answer: str = await Anew(lambda: ChooseOne(game.current, text(), options(), **more))
    return answer
