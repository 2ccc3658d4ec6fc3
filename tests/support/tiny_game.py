"""A game with one question of each kind a button can answer, for tests of the box."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any

from rules import game as machine
from rules.ask import AskAny, ChooseOne, Confirm, Option, Refusal, ask_each
from rules.chance import DrawCards, DrawFate, RollDice
from rules.plain import Plain


@dataclass(kw_only=True)
class Tiny(machine.State):
    current: str = "ann"
    stage: int = 0
    got: list[Any] = field(default_factory=list)


class TinyGame(machine.Game):
    """Fate, dice, a bag, a confirmation, the only way, a choice of another, all at once; then over."""

    name = "tiny"
    title = "Tiny"
    prefix = "TI"
    seats = ("ann", "ben", "cleo", "dan", "eve")
    fewest = 2
    state_type = Tiny
    endings = ("done",)
    toggles: dict[str, Any] = {}  # noqa: RUF012
    reference: dict[str, Any] = {}  # noqa: RUF012

    def begin(self, setup: machine.Setup) -> Tiny:
        return Tiny(setup=setup)

    def play(self, state: Tiny) -> Awaitable[None]:
        return _play(state)

    def view(self, state: Tiny) -> dict[str, str]:
        return {}

    def show(self, state: Tiny, seat: str | None) -> dict[str, Plain]:
        return {}

    def at_turn(self, state: Tiny) -> str | None:
        return state.current

    def ending(self, state: Tiny) -> str:
        return "done"

    def check(self, state: Tiny) -> None:
        pass


async def _play(game: Tiny) -> None:
    stages = [_fate, _dice, _bag, _confirm, _only_way, _another, _all_at_once]
    while game.stage < len(stages):
        await machine.Checkpoint()
        await stages[game.stage](game)
        game.stage += 1


async def _fate(game: Tiny) -> None:
    game.got.append(await DrawFate("ann", "Draw fate."))


async def _dice(game: Tiny) -> None:
    game.got.append(await RollDice("ann", "Roll two dice.", 2))


async def _bag(game: Tiny) -> None:
    game.got.append(await DrawCards("ben", "Draw from the bag.", "bag", ["pearl", "stone", "stone"], private=True))


async def _confirm(game: Tiny) -> None:
    game.got.append(await Confirm("ann", "Put the stone down.", waits=True))


async def _only_way(game: Tiny) -> None:
    barred = Option("left", "Left", Refusal("TI-1", "The left is blocked."))
    game.got.append(await ChooseOne("ann", "Which way?", [barred, "right"]))


async def _another(game: Tiny) -> None:
    game.got.append(await ChooseOne("cleo", "Help Ann?", ["help", "stay"]))


async def _all_at_once(game: Tiny) -> None:
    both = await ask_each([Confirm("ann", "Ready?", waits=True), Confirm("ben", "Ready?", waits=True)])
    game.got.append(both)
    seat, answer = await AskAny([ChooseOne("ben", "Stop?", ["stop", "on"]), ChooseOne("cleo", "Stop?", ["stop", "on"])])
    game.got.append([seat, answer])


GAME = TinyGame()
