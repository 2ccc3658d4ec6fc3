"""Harbour Lights, for two or three: dark boats come into a harbour of 25 berths and are lit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Mapping
from typing import Any

from rules import game as machine
from rules.ask import Option
from rules.plain import Plain
from rules.printed import Component, PrintedBoard, ToPrint

from . import as_seen, asides, printed, show, table, turn
from .pack import opened
from .state import COLOURS, HarbourLights


class HarbourLightsGame(machine.Game):
    name = "harbour_lights"
    title = "Harbour Lights"
    prefix = "HL"
    colours = ("#14324a", "#1f6273")
    seats = COLOURS
    fewest = 2
    holdings = (machine.Holding("boats", "the boats of all players"),)
    state_type = HarbourLights
    endings = ("lights", "agreed")
    zones = printed.ZONES

    @property
    def screen(self) -> str:
        return "harbour_lights.screen"

    def begin(self, setup: machine.Setup) -> HarbourLights:
        opened(setup.pack)  # a broken pack is told before anything else
        return HarbourLights(setup=setup)

    def play(self, state: HarbourLights) -> Awaitable[None]:
        return turn.play(state)

    def at_turn(self, state: HarbourLights) -> str | None:
        return state.current if state.turn else None

    def view(self, state: HarbourLights) -> dict[str, str]:
        return table.view(state)

    def todo(self, before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
        return table.todo(before, after)

    def show(self, state: HarbourLights, seat: str | None) -> dict[str, Plain]:
        return show.show(state, seat)

    def asides(self, state: HarbourLights, seat: str) -> tuple[Option, ...]:
        return asides.asides(state, seat)

    def aside(self, state: HarbourLights, seat: str, name: str) -> Awaitable[None]:
        return asides.put_into_port(state, seat)

    def guide(self, state: HarbourLights) -> tuple[str, ...]:
        who = ", ".join(f"{state.name(colour)} ({colour})" for colour in state.setup.seats)
        if state.box_deals:
            return (
                "Lay the harbour in the middle, and blank boats of all colours beside it.",
                f"{who}: your hands are on your phones. Keep them to yourselves.",
            )
        return (
            "Lay the harbour in the middle, and the reading mat with the tide die beside it.",
            f"{who}: mix your own {state.pack.fleet} boats face-down.",
            "Draw three each into your hand, so that only you see them.",
        )

    def is_set_up(self, state: HarbourLights) -> bool:
        return state.turn > 1

    def boards(self, pack: str) -> tuple[PrintedBoard, ...]:
        return (printed.board(),)

    def to_print(self, pack: str) -> ToPrint:
        return printed.to_print(opened(pack))

    def as_seen(self, state: HarbourLights, seen: Mapping[str, str | None]) -> list[tuple[str, Plain]]:
        return as_seen.as_seen(state, seen)

    def components(self, state: HarbourLights) -> list[Component]:
        return printed.components(state)

    def beside(self, state: HarbourLights) -> dict[str, int]:
        return printed.beside(state)

    def face(self, state: HarbourLights, slot: str) -> str | None:
        boat = state.board.get(slot)
        return boat.kind if boat else None

    def is_secret(self, path: str) -> bool:
        return not path.endswith(("up", "owner", "stock", "current", "turn", "tide"))

    def ending(self, state: HarbourLights) -> str:
        return str(state.result["by"])

    def must_hold_together(self, state: HarbourLights) -> None:
        assert set(state.sides) in (set(), set(state.setup.seats)), "everybody has a fleet, or nobody has yet"
        assert {boat.owner for boat in state.board.values()} <= set(state.setup.seats), "every boat has an owner"

    def check(self, state: HarbourLights) -> None:
        """A whole fleet of each colour, none of a kind too many (HL-4)."""
        for colour, side in state.sides.items():
            moored = [boat for boat in state.board.values() if boat.owner == colour]
            total, name = len(moored) + len(side.hand) + side.stock, state.name(colour)
            assert total == state.pack.fleet, f"{name} has {total} boats instead of {state.pack.fleet}"
            kinds: Counter[Any] = Counter([boat.kind for boat in moored] + side.hand)
            # Everybody may read this, so it does not say which.
            assert all(kinds[boat.code] <= boat.count for boat in state.pack.boats), f"{name} has too many of a kind"


GAME = HarbourLightsGame()
