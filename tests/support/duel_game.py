"""A game whose turns have everything the box may answer for people: parts, orders, only choices and habits."""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass, field
from typing import Any

from rules import game as machine
from rules.ask import ChooseOne, Confirm, Option, ReadStory
from rules.chance import RollDice
from rules.plain import Plain

FOES = ("goblin", "ogre")


@dataclass(kw_only=True)
class Duel(machine.State):
    current: str = "ann"
    turn: int = 1
    foes: list[str] = field(default_factory=lambda: list(FOES))
    rage: int = 2
    struck: list[str] = field(default_factory=list)


class DuelGame(machine.Game):
    """Strike a foe with a token, with or without rage, until none is left."""

    name = "duel"
    title = "Duel"
    prefix = "DU"
    seats = ("ann", "ben")
    fewest = 2
    state_type = Duel
    endings = ("won",)
    has_secrets = False
    toggles: dict[str, Any] = {}  # noqa: RUF012
    reference: dict[str, Any] = {}  # noqa: RUF012

    def begin(self, setup: machine.Setup) -> Duel:
        return Duel(setup=setup)

    def play(self, state: Duel) -> Awaitable[None]:
        return _play(state)

    def view(self, state: Duel) -> dict[str, str]:
        return {f"foe {place}": foe for place, foe in enumerate(state.foes)}

    def show(self, state: Duel, seat: str | None) -> dict[str, Plain]:
        return {"seats": [], "current": state.current, "result": state.result}

    def at_turn(self, state: Duel) -> str | None:
        return state.current

    def turn_of(self, state: Duel) -> Plain:
        return state.turn

    def ending(self, state: Duel) -> str:
        return "won"

    def check(self, state: Duel) -> None:
        assert len(state.foes) + len(state.struck) == len(FOES)


async def _play(game: Duel) -> None:
    while game.foes:
        await machine.Checkpoint()
        await _turn(game)
        game.turn += 1
        game.current = "ben" if game.current == "ann" else "ann"
    game.result = {"text": "No foe is left."}


async def _turn(game: Duel) -> None:
    seat = game.current
    options = [Option("strike", "Strike", begins=True), Option("wait", "Wait")]
    if await ChooseOne(seat, "What next?", options) == "wait":
        await ReadStory(seat, "Read on.", "1", "It rains.")
        return
    token = await ChooseOne(seat, "Which token?", ["red", "blue"], default="red", along=True)
    if game.rage:
        boosts = [Option(0, "No boost"), Option(1, "1 rage")]
        boost = await ChooseOne(seat, "Boost it?", boosts, default=0, along=True, habit="boost")
        game.rage -= boost
    foe = await ChooseOne(seat, "Which foe?", game.foes)
    await Confirm(seat, f"Lay the {token} token on the {foe}.")
    [number] = await RollDice(seat, "Roll.", 1)
    game.say(f"{game.name(seat)} strikes the {foe}: {number}.")
    game.foes.remove(foe)
    game.struck.append(foe)


GAME = DuelGame()
