"""Sleepers, for two: networks of hidden agents on a board of 61 hexes."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from rules import game as machine
from rules.ask import Luck, Option
from rules.by_ear import square
from rules.figures import Figure, Happening
from rules.plain import Plain
from rules.printed import Component, PrintedBoard, ToPrint
from rules.sheet import Field

from . import as_seen, by_hand, lessons, limits, looking_back, playing, printed, show, table, turn
from .pack import doubts, opened
from .sensible import Players
from .state import COLOURS, Sleepers

PLACE = re.compile(r"\b([a-i])([1-9])\b")


class SleepersGame(machine.Game):
    name = "sleepers"
    title = "Sleepers"
    about = "Two spy networks hide agents face-down and wake them at the right moment."
    length = "30–60 min"  # our own guess: the rulebook does not say
    prefix = "SL"
    colours = ("#2b3a67", "#5d4b8a")
    seats = COLOURS
    fewest = 2
    has_winner = True
    holdings = (machine.Holding("tiles", "the tiles of both players", apart=True),)
    tells = looking_back.TELLS
    state_type = Sleepers
    zones = printed.ZONES
    uses_mat = False
    characters = playing.CHARACTERS
    in_hand = ("tiles",)
    endings = ("success", "liberation", "morale", "capture", "attrition", "draw", "agreed")

    def begin(self, setup: machine.Setup) -> Sleepers:
        opened(setup.pack)  # a broken pack is told before anything else
        return Sleepers(setup=setup)

    def play(self, state: Sleepers) -> Awaitable[None]:
        return turn.play(state)

    def by_ear(self, text: str) -> str:
        return PLACE.sub(lambda found: square(*found.groups()), super().by_ear(text))

    def orders_by_ear(self, orders: Sequence[str]) -> list[str]:
        return table.by_ear(super().orders_by_ear(orders))

    def view(self, state: Sleepers) -> dict[str, str]:
        return table.view(state)

    def at_turn(self, state: Sleepers) -> str | None:
        return state.current if state.turn else None

    def turn_of(self, state: Sleepers) -> Plain:
        return state.turn or None

    def sensible(self, chance: Luck) -> Players:
        return Players(self, chance)

    def imagine(self, state: Sleepers, seat: str, chance: Luck) -> None:
        playing.imagine(state, seat, chance)

    def worth(self, state: Sleepers, seat: str, character: str = "") -> float:
        return playing.worth(state, seat, character)

    def todo(self, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        return table.todo(before, after)

    def show(self, state: Sleepers, seat: str | None) -> dict[str, Plain]:
        return show.show(state, seat)

    def sheet(self, state: Sleepers, seat: str | None) -> Iterable[Field]:
        return by_hand.sheet(state)

    def asides(self, state: Sleepers, seat: str) -> tuple[Option, ...]:
        return turn.asides(state, seat)

    def aside(self, state: Sleepers, seat: str, name: str) -> Awaitable[None]:
        return turn.aside(state, seat, name)

    def guide(self, state: Sleepers) -> tuple[str, ...]:
        return table.guide(state)

    @property
    def noticed(self) -> Mapping[str, Callable[[dict[str, Any], str | None], bool]]:
        return lessons.NOTICED

    def is_set_up(self, state: Sleepers) -> bool:
        return state.turn > 1 or state.acted

    def boards(self, pack: str) -> tuple[PrintedBoard, ...]:
        return (printed.board(),)

    def to_print(self, pack: str) -> ToPrint:
        return printed.to_print()

    def as_seen(self, state: Sleepers, seen: Mapping[str, str | None]) -> list[tuple[str, Plain]]:
        return as_seen.as_seen(state, seen)

    def components(self, state: Sleepers) -> list[Component]:
        return printed.components(state)

    def beside(self, state: Sleepers) -> dict[str, int]:
        return printed.beside(state)

    def face(self, state: Sleepers, slot: str) -> str | None:
        agent = state.board.get(slot)
        return agent.kind if agent else None

    def doubts(self, pack: str) -> list[str]:
        return doubts(opened(pack))

    def is_secret(self, path: str) -> bool:
        return not path.endswith(("up", "owner", "stock", "current", "turn"))

    def stands(self, state: Sleepers) -> str:
        return looking_back.stands(state)

    def figures(self, story: Iterable[Happening]) -> list[Figure]:
        return looking_back.figures(story)

    def turned_over(self, state: Sleepers) -> dict[str, Plain]:
        return show.show(state, None, turned_over=True)

    def ending(self, state: Sleepers) -> str:
        return str(state.result["by"])

    def winners(self, state: Sleepers) -> tuple[str, ...]:
        winner = state.result["winner"]
        return (winner,) if winner else ()

    def impossible(self, state: Sleepers) -> list[str]:
        return limits.impossible(state)

    def must_hold_together(self, state: Sleepers) -> None:
        assert set(state.sides) in (set(), set(COLOURS)), "both players have their tiles, or nobody has yet"

    def check(self, state: Sleepers) -> None:
        limits.check(state)


GAME = SleepersGame()
