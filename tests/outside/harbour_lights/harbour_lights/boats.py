"""The boats: what each does when it is lit (HL-13, HL-16 to HL-20)."""

from __future__ import annotations

from rules.ask import Anew, Ask, ChooseOne, Option, Refusal
from rules.chance import ReadCard

from .harbour import BERTHS, NEXT_TO
from .state import HarbourLights

LEAVE = "leave"


def not_to_be_lit(game: HarbourLights, berth: str) -> Refusal | None:
    """Only an own dark boat can be lit (HL-13)."""
    boat = game.board[berth]
    if boat.owner != game.current:
        return Refusal("HL-13", f"The boat in {berth} is {game.name(boat.owner)}'s; you light only your own.")
    return Refusal("HL-13", f"The {game.called(berth)} in {berth} is lit already.") if boat.up else None


async def light(game: HarbourLights, berth: str) -> None:
    """Turn a dark boat face-up; the first time it does what its kind does (HL-13, HL-20)."""
    name = game.name(game.current)
    game.reveal()  # whoever turns it over has seen it
    if game.board[berth].kind is None:
        game.board[berth].kind = await Anew(lambda: which(game, berth))
    boat = game.board[berth]
    boat.up, game.last = True, [berth]
    game.say(f"{name} lights {berth}: {game.pack.names[str(boat.kind)].lower()}.")
    if boat.acted:
        return
    boat.acted = True
    if boat.kind == "steam_tug":
        await tow(game, berth)
    elif boat.kind == "customs_cutter":
        await douse(game, berth)


def which(game: HarbourLights, berth: str) -> Ask:
    """A real boat is turned over: whoever sees it first tells the box what it is."""
    names = game.pack.names
    possible = {Option(kind, names[kind]): count for kind, count in game.unknown(game.board[berth].owner).items()}
    return ReadCard(game.current, f"Turn over {berth}. Which boat is it?", possible, slot=berth)


async def tow(game: HarbourLights, tug: str) -> None:
    """A steam tug may tow one boat beside it, anybody's, to an empty berth beside it (HL-18)."""
    if not any(berth in game.board for berth in NEXT_TO[tug]) or all(berth in game.board for berth in NEXT_TO[tug]):
        return
    name = game.name(game.current)
    boat = await Anew(
        lambda: ChooseOne(
            game.current,
            f"{name}: tow a boat beside {tug}, or leave all where they lie.",
            [
                *(Option(berth, f"Tow {berth}", _not_towed(game, tug, berth), slot=berth) for berth in BERTHS),
                Option(LEAVE, "Tow none"),
            ],
        )
    )
    if boat == LEAVE:
        return
    there = await Anew(
        lambda: ChooseOne(
            game.current,
            f"{name}: where does {boat} go?",
            [Option(berth, f"To {berth}", _no_way(game, tug, berth), slot=berth) for berth in BERTHS],
        )
    )
    game.say(f"The tug tows the {game.called(boat)} from {boat} to {there}.")
    game.board[there] = game.board.pop(boat)
    game.last = [tug, there]


def _not_towed(game: HarbourLights, tug: str, berth: str) -> Refusal | None:
    if berth not in game.board:
        return Refusal("HL-18", f"No boat lies in {berth}.")
    return None if berth in NEXT_TO[tug] else Refusal("HL-18", f"{berth} does not lie beside the tug in {tug}.")


def _no_way(game: HarbourLights, tug: str, berth: str) -> Refusal | None:
    if berth not in NEXT_TO[tug]:
        return Refusal("HL-18", f"{berth} does not lie beside the tug in {tug}.")
    return (
        Refusal("HL-18", f"{berth} is not empty: a {game.called(berth)} lies there.") if berth in game.board else None
    )


async def douse(game: HarbourLights, cutter: str) -> None:
    """A customs cutter turns another player's lit boat beside it face-down, if there is one (HL-19, HL-20)."""
    if all(_not_doused(game, cutter, berth) for berth in BERTHS):
        return
    name = game.name(game.current)
    berth = await Anew(
        lambda: ChooseOne(
            game.current,
            f"{name}: which boat does the cutter douse?",
            [Option(berth, f"Douse {berth}", _not_doused(game, cutter, berth), slot=berth) for berth in BERTHS],
        )
    )
    game.say(f"The cutter douses the {game.called(berth)} in {berth}.")
    game.board[berth].up = False
    game.last = [cutter, berth]


def _not_doused(game: HarbourLights, cutter: str, berth: str) -> Refusal | None:
    boat = game.board.get(berth)
    if boat is None or berth not in NEXT_TO[cutter]:
        return Refusal("HL-19", f"No boat lies in {berth} beside the cutter in {cutter}.")
    if boat.owner == game.current:
        return Refusal("HL-19", f"The boat in {berth} is your own.")
    return None if boat.up else Refusal("HL-19", f"The boat in {berth} is dark already.")
