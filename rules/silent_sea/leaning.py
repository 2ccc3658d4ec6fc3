"""How selfplay leans, so that random players get somewhere: towards samples, and with them towards the way out.

The crew hurries, crafts Carriers and waits for each other at the Extraction Point; the Traitor dawdles so as not to
be found out. Nothing here is a rule.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.ask import Ask, ChooseOne
from rules.plain import Plain

from . import board
from .ending import PLAY_ON
from .move import DONE, LEAVE, TAKE, TAKE_AGAIN, TO, extra_spaces
from .state import SilentSea

BACK = 0.04  # going away from where one wants to be
DAWDLE = 0.2  # the same for the Traitor
ACTIONS = {"craft": 0.25, "gun": 0.12, "medkit": 0.3, "use": 0.3, "trade": 0.04, DONE: 0.25}
WANTED = ("craft:carrier", "craft:case", "carrier")


def leans(game: SilentSea, ask: Ask) -> Callable[[Plain], float] | None:
    """How eagerly each answer is given, from 0 to 1."""
    if not isinstance(ask, ChooseOne) or ask.seat not in game.players:
        return None
    values = [str(option.value) for option in ask.options]
    stepping = any(value.startswith(TO) for value in values)
    if any(value.startswith("craft:") for value in values):
        moves, far = {TAKE, LEAVE, TAKE_AGAIN, *extra_spaces(game)}, _goal(game, ask.seat)
        step = _steps(game, ask.seat, far) if stepping else lambda answer: 1.0
        shy = 0.05 if _wanting(game, ask, far) else 1

        def moves_or_acts(answer: Plain) -> float:
            if str(answer).startswith(TO) or answer in moves:
                return step(str(answer))
            return _action(game, ask.seat, str(answer)) * shy

        return moves_or_acts
    if stepping:
        return _steps(game, ask.seat, _goal(game, ask.seat))
    if "leave" in values:
        return lambda answer: 1.0 if answer == TAKE else 0.1
    if PLAY_ON in values:
        return lambda answer: 1.0 if answer == PLAY_ON else 0.6
    return None


def _wanting(game: SilentSea, ask: ChooseOne, far: dict[str, int]) -> bool:
    """Whether there is still somewhere to go.

    :param far: how far everything is from where the asked one wants to be.
    """
    return far.get(game.players[ask.seat].node, 99) > 0 and any(str(value).startswith(TO) for value in ask.open)


def _goal(game: SilentSea, seat: str) -> dict[str, int]:
    """How far every Space is from where *seat* wants to be."""
    player = game.players[seat]
    way_out = board.distances(game, board.chart(game).exit)
    crew = [other for other in game.living if game.players[other].loyalty != "traitor"]
    enough = sum(game.players[other].samples for other in crew) >= 4
    if not game.room_for(seat) or (enough and player.loyalty != "traitor"):
        return way_out
    here = board.distances(game, player.node)
    near = sorted((here[place], place) for place in game.tokens if place in here)
    return board.distances(game, near[0][1]) if near else way_out


def _steps(game: SilentSea, seat: str, far: dict[str, int]) -> Callable[[Plain], float]:
    here = far.get(game.players[seat].node, 99)
    away = DAWDLE if game.players[seat].loyalty == "traitor" else BACK

    def step(answer: Plain) -> float:
        if answer == TAKE:
            return 1.0
        if answer in (LEAVE, TAKE_AGAIN):
            return 0.02
        if not str(answer).startswith(TO):
            wanting = here > 0 and game.move.left > 0
            return 1.0 if answer == DONE and not wanting else 0.05
        there = far.get(str(answer).removeprefix(TO), 99)
        return away if there >= here else min(1.0, 0.2 + 0.2 * (here - there))

    return step


def _action(game: SilentSea, seat: str, answer: str) -> float:
    if answer in WANTED and not game.players[seat].carriers:
        return 1.0
    return ACTIONS.get(answer.partition(":")[0], 0.5)
