"""The Silent Sea, for four: a flooded station, eight Water Samples, and perhaps a Traitor."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from rules import game as machine
from rules.ask import Ask, Luck, Option
from rules.figures import Figure, Happening
from rules.plain import Plain
from rules.printed import Component, PrintedBoard, ToPrint
from rules.sheet import Field

from . import as_seen, by_hand, leaning, lessons, limits, looking_back, playing, printed, show, table, turn
from .ending import ENDINGS
from .pack import ROLES, doubts, opened
from .sensible import Crew
from .state import SEATS, SilentSea


class SilentSeaGame(machine.Game):
    name = "silent_sea"
    title = "The Silent Sea"
    about = "Four of you gather samples on a far station, and one of you is a traitor."
    length = "60–90 min"  # our own guess: the rulebook does not say
    prefix = "SS"
    colours = ("#0b3558", "#14639a")
    seats = SEATS
    fewest = 4  # SS-36, SS-R1
    holdings = (
        machine.Holding("loyalty", "the Loyalty cards"),
        machine.Holding("cards", "the Generic deck and the hands"),
        machine.Holding("crisis", "the Crisis deck"),
        machine.Holding("die", "the die"),
    )
    tells = looking_back.TELLS
    state_type = SilentSea
    has_winner = True
    endings = ENDINGS
    characters = playing.CHARACTERS
    in_hand = ("loyalty", "cards")
    foresight = 4
    walks = 0.4
    pick = "role"

    def begin(self, setup: machine.Setup) -> SilentSea:
        opened(setup.pack)  # a broken pack is told before anything else
        return SilentSea(setup=setup)

    def play(self, state: SilentSea) -> Awaitable[None]:
        return turn.play(state)

    def view(self, state: SilentSea) -> dict[str, str]:
        return table.view(state)

    def at_turn(self, state: SilentSea) -> str | None:
        return state.current if state.players else None

    def turn_of(self, state: SilentSea) -> Plain:
        return [state.cycle, state.current] if state.players and state.cycle else None

    def all_agree(self, state: SilentSea, ask: Ask) -> bool:
        return not state.players  # who takes which role (SS-40)

    def sensible(self, chance: Luck) -> Crew:
        return Crew(self, chance)

    def imagine(self, state: SilentSea, seat: str, chance: Luck) -> None:
        playing.imagine(state, seat, chance)

    def worth(self, state: SilentSea, seat: str, character: str = "") -> float:
        return playing.worth(state, seat, character)

    def guide(self, state: SilentSea) -> tuple[str, ...]:
        return table.guide(state)

    @property
    def noticed(self) -> Mapping[str, Callable[[dict[str, Any], str | None], bool]]:
        return lessons.NOTICED

    def is_set_up(self, state: SilentSea) -> bool:
        return state.cycle > 1 or (state.cycle == 1 and state.current != state.order[0])

    def boards(self, pack: str) -> tuple[PrintedBoard, ...]:
        return printed.boards(pack)

    def to_print(self, pack: str) -> ToPrint:
        return printed.to_print(pack)

    def as_seen(self, state: SilentSea, seen: Mapping[str, str | None]) -> list[tuple[str, Plain]]:
        return as_seen.as_seen(state, seen)

    def components(self, state: SilentSea) -> list[Component]:
        return printed.components(state)

    def doubts(self, pack: str) -> list[str]:
        return doubts(opened(pack))

    def is_secret(self, path: str) -> bool:
        return table.is_secret(path)

    def todo(self, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        return table.todo(before, after)

    def show(self, state: SilentSea, seat: str | None) -> dict[str, Plain]:
        return show.show(state, seat)

    def sheet(self, state: SilentSea, seat: str | None) -> Iterable[Field]:
        return by_hand.sheet(state)

    def picks(self, pack: str) -> tuple[Option, ...]:
        """The four roles (SS-40, SS-41)."""
        return tuple(Option(role, role.capitalize()) for role in ROLES)

    def as_picked(self, ask: Ask, picked: Mapping[str, str]) -> Plain:
        """Whoever picked a role on a phone has agreed on it."""
        agreeing = any(option.value == "agreed" for option in getattr(ask, "options", ()))
        return ("agreed" if picked else None) if agreeing else picked.get(ask.seat)

    def asides(self, state: SilentSea, seat: str) -> tuple[Option, ...]:
        return turn.asides(state, seat)

    def aside(self, state: SilentSea, seat: str, name: str) -> Awaitable[None]:
        return turn.aside(state, seat, name)

    def leans(self, state: SilentSea, ask: Ask) -> Callable[[Plain], float] | None:
        return leaning.leans(state, ask)

    def stands(self, state: SilentSea) -> str:
        return looking_back.stands(state)

    def figures(self, story: Iterable[Happening]) -> list[Figure]:
        return looking_back.figures(story)

    def turned_over(self, state: SilentSea) -> dict[str, Plain]:
        return show.show(state, None, turned_over=True)

    def ending(self, state: SilentSea) -> str:
        return str(state.result["by"])

    def winners(self, state: SilentSea) -> tuple[str, ...]:
        winner, loyalty = state.result["winner"], state.result["loyalty"]
        return tuple(seat for seat, side in loyalty.items() if side == winner)

    def impossible(self, state: SilentSea) -> list[str]:
        return limits.impossible(state)

    def must_hold_together(self, state: SilentSea) -> None:
        seats = sorted(state.setup.seats)
        assert not state.players or sorted(state.players) == seats, "each player has a placard"
        assert not state.players or sorted(state.order) == seats, "each player comes once in the order of turns"

    def check(self, state: SilentSea) -> None:
        limits.check(state)


GAME = SilentSeaGame()
