"""Set-up and the turn, in rulebook order (SL-12 to SL-28)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.ask import EVENING, ChooseOne, Option, Refusal
from rules.chance import DrawCards
from rules.game import Checkpoint

from .agents import DONE, activate, at, bare, choose, empty_at, pick_sleeper, place, to_wake
from .goals import Decided, at_turns_end, at_turns_start
from .pack import TILES_EACH
from .state import COLOURS, Side, Sleepers, Tile, other

HAND = 4  # SL-13


async def play(game: Sleepers) -> None:
    """From the set-up to the end; a checkpoint stands before every turn."""
    try:
        if not game.turn:
            await set_up(game)
        while True:
            await Checkpoint()
            await turn(game)
    except Decided:
        pass


async def set_up(game: Sleepers) -> None:
    """Thirty tiles each, four of them in the rack; then who begins (SL-12, SL-13, SL-R3)."""
    game.sides = {colour: Side(stock=TILES_EACH) for colour in COLOURS}
    for colour in COLOURS:
        await draw(game, colour, HAND)
    first = game.toggle("first_player")
    if first == "random":
        lots = "Press the fate button: who begins?"
        begins = {colour: f"{game.name(colour)} begins" for colour in COLOURS}
        [first] = await DrawCards("white", lots, "lots", COLOURS, names=begins)
    game.current = first
    game.turn = 1
    game.say(f"{game.name(game.current)} begins.")


async def turn(game: Sleepers) -> None:
    """One action, then drawing up to four; the players take turns (SL-15, SL-18)."""
    game.acted = False
    at_turns_start(game)
    where = await choose(game, lambda: _prompt(game), lambda: _actions(game), spoken=lambda: _spoken(game))
    game.acted, game.last = True, []
    if where not in game.board:
        await place(game, where)
    else:
        await activate(game, where)
        await wake_a_second(game)
    at_turns_end(game)
    await draw_up(game)
    game.current = other(game.current)
    game.turn += 1


def _prompt(game: Sleepers) -> str:
    name = game.name(game.current)
    if not game.mine.hand:
        return f"{name}: no tile in hand; wake a sleeper."
    if not game.has_sleeper(game.current):
        return f"{name}: recruit one tile."
    return f"{name}: recruit one tile, or wake a sleeper."


def _spoken(game: Sleepers) -> str:
    if not game.mine.hand:
        return "wake a sleeper"
    return "recruit, or wake a sleeper" if game.has_sleeper(game.current) else "recruit"


def _actions(game: Sleepers) -> Iterable[Option]:
    """An empty hex recruits, an own sleeper wakes; which tile it hides plays no part (SL-R58)."""
    may_wake = game.has_sleeper(game.current)
    no_tile = None if game.mine.hand else ("SL-19", "You hold no tile to recruit with: 0 in hand.")
    found = bare("Recruit on {}", no_tile)
    if may_wake:
        return (found | to_wake(game)).values()
    own = {hex_: option for hex_, option in to_wake(game).items() if game.board[hex_].owner == game.current}
    theirs = {
        hex_: at(hex_, "Recruit on {}", Refusal(*no_tile) if no_tile else empty_at(game, hex_))
        for hex_ in game.board
        if hex_ not in own
    }
    return (found | own | theirs).values()


async def wake_a_second(game: Sleepers) -> None:
    """After the first is wholly resolved, a second sleeper may be woken (SL-25, SL-R7)."""
    if not game.has_sleeper(game.current):
        return
    text = f"{game.name(game.current)}: wake a second sleeper, or stop here."
    where = await pick_sleeper(game, text, "Stop here")
    if where != DONE:
        await activate(game, where)


async def draw_up(game: Sleepers) -> None:
    """Draw until four are held; whoever holds more neither draws nor discards (SL-26 to SL-28, SL-R8)."""
    side = game.mine
    missing = min(HAND - len(side.hand), side.stock)
    if missing > 0:
        await draw(game, game.current, missing)
        told = game.current if game.box_deals(game.current) else ""
        game.say(f"{game.name(game.current)} draws {missing}.", spoken="-", unless=told)
    else:
        why = f"holds {len(side.hand)}" if len(side.hand) >= HAND else "the stock is empty"
        game.say(f"{game.name(game.current)} draws nothing ({why}).", spoken="-")


async def draw(game: Sleepers, colour: str, count: int) -> None:
    """Random tiles of the own stock (SL-R2); from a real stock only the player knows which."""
    side = game.sides[colour]
    if game.box_deals(colour):
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
        game.say(f"You drew {', '.join(game.kind_name(kind) for kind in drawn)}.", colour)
    else:
        drawn = [None] * count
    side.stock -= count
    side.hand += [Tile(kind=kind) for kind in drawn]


# At any time


def asides(game: Sleepers, seat: str) -> tuple[Option, ...]:
    """Who begins can be overruled before the first action (SL-R3); a draw can be agreed on (SL-R33)."""
    if game.result or not game.turn:
        return ()
    started = game.turn > 1 or game.acted
    enemy = other(game.current)
    late = Refusal("SL-R3", "The first move is made, so that's settled.") if started else None
    return (
        Option("overrule", f"{game.name(enemy)} begins instead", late),
        Option("draw", "Offer a draw", group=EVENING),
    )


async def aside(game: Sleepers, seat: str, name: str) -> None:
    if name == "overrule":
        game.current = other(game.current)
        game.say(f"You agreed: {game.name(game.current)} begins.")
        return
    game.say(f"{game.name(seat)} offers a draw.", spoken="-")
    text = f"{game.name(seat)} offers a draw. Do you agree?"
    answer = await ChooseOne(
        other(seat), text, (Option("yes", "Agree to a draw"), Option("no", "Play on", spoken="play on"))
    )
    if answer == "no":
        game.say(f"{game.name(other(seat))} plays on.")
        return
    text = "Both agree on a draw."
    game.result = {"winner": None, "by": "agreed", "claims": {}, "hexes": [], "text": text}
    game.say(text)
