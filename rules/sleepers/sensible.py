"""Players of Sleepers who know what they want: the hexes that their nearest win lacks, and the enemy's nearest spoiled.

Each goes by what it may know: its own tiles and what lies face-up. Of real tiles the box knows nothing, so there a
player only remembers that it wanted this one awake.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

from rules.ask import Ask, ChooseOne
from rules.plain import Plain
from rules.players.sensible import Sensible

from .agents import DONE
from .board import NEIGHBOURS
from .playing import Plan, plans
from .state import Sleepers, other

NEAR = 0.4  # of two wins that lie half a turn apart, how much less the later one is thought of
SILLY = 0.02  # what nobody should do, but may
VALUES = {
    "saboteur": 0.3,
    "police": 0.5,
    "ringleader": 0.5,
    "recruiter": 0.4,
    "informant": 0.25,
    "immigration": 0.25,
    "double_agent": 0.15,
    "diversion": 0.25,
    "master_of_disguise": 0.2,
    "militia": 0.2,
    "scientist": 0.1,
}
"""How gladly a tile is put down that no plan asks for."""


class Players(Sensible):
    """Both, each for themselves."""

    def want(self, state: Sleepers, ask: Ask) -> Plain:
        if not isinstance(ask, ChooseOne) or not state.turn:
            return None
        answers = self.considers(state, ask)
        return self.chance.choices([answer for answer, _ in answers], [weight**2 for _, weight in answers])[0]

    def considers(self, state: Sleepers, ask: Ask) -> list[tuple[Plain, float]]:
        if not isinstance(ask, ChooseOne) or not state.turn or ask.seat != state.current:
            return super().considers(state, ask)
        values = [option.value for option in ask.options if not option.barred]
        if len(values) == 1:
            return [(values[0], 1.0)]
        mine = _near(plans(state, ask.seat))
        if ask.private:
            where = ask.text.rpartition(" ")[2].rstrip("?")  # the hex that was just chosen
            wanted = _kinds(mine, where)
            return [(kind, _tile(str(kind), wanted)) for kind in values]
        verbs = {option.value: option.label.partition(" ")[0] for option in ask.options}
        build, spoil = _hexes(mine), _hexes(_near(plans(state, other(ask.seat))))
        return [(value, SILLY + self._weight(state, str(value), verbs[value], build, spoil)) for value in values]

    def _weight(self, state: Sleepers, hex_: str, verb: str, build: dict[str, float], spoil: dict[str, float]) -> float:
        if hex_ == DONE:
            return 0.3
        agent = state.board.get(hex_)
        if agent is None:  # recruiting, jumping, moving to
            return build.get(hex_, 0.0) + 0.6 * spoil.get(hex_, 0.0)
        own = agent.owner == state.current
        if verb == "Wake":
            return self._wake(state, hex_, build)
        if own:
            return 0.0 if verb != "Turn" or agent.up else build.get(hex_, 0.0)
        return (0.2 if agent.up else 0.1) + 2 * spoil.get(hex_, 0.0)

    def _wake(self, state: Sleepers, hex_: str, build: dict[str, float]) -> float:
        kind = state.board[hex_].kind
        around = [state.board[there].owner for there in NEIGHBOURS[hex_] if there in state.board]
        enemies = around.count(other(state.current))
        if kind == "saboteur":
            return 0.5 * max(enemies - len(around) + enemies, 0)
        active = {"police": 0.5 * enemies, "ringleader": 0.3, "informant": 0.2, "immigration": 0.2, "diversion": 0.15}
        return 0.7 * build.get(hex_, 0.0) + active.get(kind or "", 0.03)


def _tile(kind: str, wanted: dict[str, float]) -> float:
    """How gladly a tile is put on a hex where some plans want some kinds."""
    return VALUES[kind] * (0.3 + wanted.get("", 0.0)) + wanted.get(kind, 0.0)


def _near(found: Iterable[Plan]) -> list[tuple[Plan, float]]:
    """How much each plan counts in the light of how near the nearest is."""
    ways = list(found)
    nearest = min([plan.takes for plan in ways])
    return [(plan, exp((nearest - plan.takes) * NEAR)) for plan in ways]


def _hexes(ways: list[tuple[Plan, float]]) -> dict[str, float]:
    """How much each hex is wanted."""
    wanted: dict[str, float] = {}
    for plan, weight in ways:
        for hex_ in plan.hexes:
            wanted[hex_] = wanted.get(hex_, 0.0) + weight
    return wanted


def _kinds(ways: list[tuple[Plan, float]], where: str) -> dict[str, float]:
    """By which kinds a hex is wanted; if by none, which are wanted most anywhere."""
    hexes = {hex_ for plan, _ in ways for hex_ in plan.hexes}
    wanted: dict[str, float] = {}
    for hex_ in [where] if where in hexes else hexes:
        here: dict[str, float] = {}
        for plan, weight in ways:
            if hex_ in plan.hexes:
                for kind in plan.kinds or ("",):
                    here[kind] = here.get(kind, 0.0) + weight / max(len(plan.kinds), 1)
        for kind, weight in here.items():
            wanted[kind] = max(wanted.get(kind, 0.0), weight)
    return wanted
