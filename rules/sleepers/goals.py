"""Winning and losing: judged by the position alone, at every step (SL-53 to SL-61)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache

from .board import ACROSS, CORNERS, LONG_DIAGONALS, NEIGHBOURS, OPPOSITE, ROWS_OF_FIVE, ROWS_OF_FIVE_FROM, SIDES
from .state import COLOURS, Sleepers, other

SCIENTISTS = ("scientist", "master_of_disguise")  # SL-52
WALLS = ("militia", "master_of_disguise")  # SL-52


IN_A_ROW = 5  # Scientists (SL-57)
FEWEST_WALLS = min(len(around) for around in NEIGHBOURS.values())  # in a corner


class Decided(Exception):
    """The game is over: nothing more is resolved and nobody draws (SL-R16)."""


def after_step(game: Sleepers) -> None:
    """One flip, placement, swap, move, jump, blast or return is done."""
    if game.toggle("goal_check") == "every_step":
        judge(game)


def after_tile(game: Sleepers) -> None:
    """One tile's whole instruction is done."""
    if game.toggle("goal_check") == "after_tile":
        judge(game)


def at_turns_end(game: Sleepers) -> None:
    """The action is done, nothing drawn yet; here everybody's game is judged in any case."""
    judge(game)


def at_turns_start(game: Sleepers) -> None:
    """A player who has to move and cannot is eliminated (SL-55, SL-R28)."""
    if cannot_move(game, game.current):
        _decide(game, {game.current: [], other(game.current): [("attrition", [])]})


def judge(game: Sleepers) -> None:
    """Look at the position; raise `Decided` if somebody has won (SL-60, SL-R30)."""
    awake: dict[str, dict[str, str | None]] = {colour: {} for colour in COLOURS}
    for hex_, agent in game.board.items():
        if agent.up:
            awake[agent.owner][hex_] = agent.kind
    claims = {colour: _claims(game, colour, awake[colour]) for colour in COLOURS}
    if any(claims.values()):
        _decide(game, claims)


Claim = tuple[str, list[str]]  # by what, and on which hexes it can be seen


def _claims(game: Sleepers, colour: str, awake: dict[str, str | None]) -> list[Claim]:
    """Why *colour* would win now; an eliminated opponent is a win too (SL-58).

    :param awake: the own active agents.
    """
    enemy = other(colour)
    claims: list[Claim] = []
    kinds = list(awake.values())
    if len(kinds) >= ACROSS and (chain := success(game, awake)):
        claims.append(("success", chain))
    if len(kinds) >= IN_A_ROW and _count(kinds, SCIENTISTS) >= IN_A_ROW and (row := liberation(awake)):
        claims.append(("liberation", row))
    if lost_heart(game, enemy):
        claims.append(("morale", []))
    if len(kinds) >= FEWEST_WALLS and _count(kinds, WALLS) >= FEWEST_WALLS and (caught := captured(game, enemy, awake)):
        claims.append(("capture", caught))
    if game.toggle("attrition_timing") == "instant" and cannot_move(game, enemy):
        claims.append(("attrition", []))
    return claims


def _count(awake: list[str | None], kinds: tuple[str, str]) -> int:
    one, other_one = kinds
    return awake.count(one) + awake.count(other_one)


def _decide(game: Sleepers, claims: dict[str, list[Claim]]) -> None:
    winner: str | None = next(colour for colour in COLOURS if claims[colour])
    if all(claims.values()):
        winner = game.current  # SL-61
        by_elimination = all(what in ("morale", "capture", "attrition") for c in claims.values() for what, _ in c)
        if by_elimination and game.toggle("double_elimination") == "draw":
            winner = None
    deciding = claims[winner] if winner else []
    what, hexes = deciding[0] if deciding else ("draw", [])
    game.result = {
        "winner": winner,
        "by": what,
        "claims": {colour: [name for name, _ in made] for colour, made in claims.items()},
        "hexes": hexes,
        "text": _sentence(game, winner, what, hexes),
    }
    game.say(game.result["text"])
    raise Decided


def _sentence(game: Sleepers, winner: str | None, what: str, hexes: list[str]) -> str:
    if winner is None:
        return "Both networks are finished at the same moment: a draw."
    name, loser = game.name(winner), game.name(other(winner))
    lost = len(game.sides[other(winner)].killed)
    return {
        "success": f"{name} wins by Success: the network joins {hexes[0]} and {hexes[-1]}." if hexes else "",
        "liberation": f"{name} wins by Liberation: five in a row from {hexes[0]} to {hexes[-1]}." if hexes else "",
        "morale": f"{name} wins: {loser} lost {lost} agent{'s' * (lost != 1)} (Morale).",
        "capture": f"{name} wins: {loser}'s agent on {', '.join(hexes)} is captured.",
        "attrition": f"{name} wins: {loser} has no tile and no sleeper left (Attrition).",
    }[what]


def success(game: Sleepers, mine: Mapping[str, str | None]) -> list[str]:
    """Own active agents that join two opposite sides (SL-56), from one side to the other; empty if none."""
    if game.toggle("success_shape") == "straight":
        return next((list(row) for row in LONG_DIAGONALS if set(mine).issuperset(row)), [])
    return [*_joined(frozenset(mine), game.toggle("corner_sides") == "both")]


# From one step to the next hardly anything changes, so the same hexes are looked at again and again.


FACING = {
    both: [[[hex_ for hex_ in SIDES[side] if both or hex_ not in CORNERS] for side in pair] for pair in OPPOSITE]
    for both in (True, False)
}
"""The hexes of each two sides that face each other, with the corners and without."""


@lru_cache(maxsize=4000)
def _joined(mine: frozenset[str], both: bool) -> Sequence[str]:
    """:param both: a corner belongs to both of its sides; otherwise to none."""
    for one, opposite in FACING[both]:
        if mine.isdisjoint(one) or mine.isdisjoint(opposite):
            continue
        if chain := _chain(mine, [hex_ for hex_ in one if hex_ in mine], [hex_ for hex_ in opposite if hex_ in mine]):
            return chain
    return []


def _chain(mine: Collection[str], starts: list[str], ends: Collection[str]) -> list[str]:
    """The shortest chain of neighbours within *mine* from a start to an end."""
    came_from: dict[str, str] = dict.fromkeys(starts, "")
    queue = list(starts)
    for here in queue:
        if here in ends:
            chain = [here]
            while came_from[chain[-1]]:
                chain.append(came_from[chain[-1]])
            return chain[::-1]
        for there in NEIGHBOURS[here]:
            if there in mine and there not in came_from:
                came_from[there] = here
                queue.append(there)
    return []


def liberation(mine: Mapping[str, str | None]) -> list[str]:
    """Five own active Scientists in a straight unbroken row (SL-35, SL-57, SL-R21); empty if none."""
    return [*_in_a_row(frozenset([hex_ for hex_, kind in mine.items() if kind in SCIENTISTS]))]


@lru_cache(maxsize=4000)
def _in_a_row(scientists: frozenset[str]) -> Sequence[str]:
    rows = [row for start in scientists for row in ROWS_OF_FIVE_FROM[start] if scientists.issuperset(row)]
    return min(rows, key=ROWS_OF_FIVE.index, default=())


def lost_heart(game: Sleepers, colour: str) -> bool:
    """Ten of theirs were killed, by whatever (SL-53, SL-34, SL-R27)."""
    limit: int = game.toggle("morale_limit")
    return len(game.sides[colour].killed) >= limit


def walls(awake: Mapping[str, str | None]) -> frozenset[str]:
    """Where an active Militia stands (SL-R23)."""
    return frozenset([hex_ for hex_, kind in awake.items() if kind in WALLS])


@lru_cache(maxsize=4000)
def _shut_in(walled: frozenset[str]) -> Sequence[str]:
    """Every hex with a wall on each side."""
    return [hex_ for hex_, around in NEIGHBOURS.items() if walled.issuperset(around)]


def captured(game: Sleepers, colour: str, enemies: Mapping[str, str | None]) -> list[str]:
    """An agent of *colour*, active or sleeping, walled in on every side of the board (SL-36, SL-54); empty if none.

    :param enemies: where the opponent's active agents are, and of which kind.
    """
    walled = walls(enemies)
    if game.toggle("capture_scope") == "agent":
        shut_in = _shut_in(walled)
        return next(([h] for h in game.board if h in shut_in and game.board[h].owner == colour), []) if shut_in else []
    for group in _groups([hex_ for hex_, agent in game.board.items() if agent.owner == colour]):
        edge = [n for hex_ in group for n in NEIGHBOURS[hex_] if n not in group]
        if walled.issuperset(edge):
            return group
    return []


def _groups(hexes: list[str]) -> list[list[str]]:
    """Connected groups, each in board order of discovery."""
    left, groups = dict.fromkeys(hexes), []
    while left:
        group = [next(iter(left))]
        del left[group[0]]
        for here in group:
            for there in NEIGHBOURS[here]:
                if there in left:
                    del left[there]
                    group.append(there)
        groups.append(group)
    return groups


def cannot_move(game: Sleepers, colour: str) -> bool:
    """No tile in hand or stock and no sleeper on the board; active agents do not help (SL-55, SL-R29)."""
    side = game.sides[colour]
    return not side.hand and not side.stock and not game.has_sleeper(colour)
