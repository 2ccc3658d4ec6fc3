"""Winning and losing: judged by the position alone, at every step (SL-53 to SL-61)."""

from __future__ import annotations

from collections.abc import Collection

from .board import ACROSS, CORNERS, LONG_DIAGONALS, NEIGHBOURS, OPPOSITE, ROWS_OF_FIVE, SIDES
from .state import COLOURS, Sleepers, other

SCIENTISTS = ("scientist", "master_of_disguise")  # SL-52
WALLS = ("militia", "master_of_disguise")  # SL-52


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
    claims = {colour: _claims(game, colour) for colour in COLOURS}
    if any(claims.values()):
        _decide(game, claims)


Claim = tuple[str, list[str]]  # by what, and on which hexes it can be seen


def _claims(game: Sleepers, colour: str) -> list[Claim]:
    """Why *colour* would win now; an eliminated opponent is a win too (SL-58)."""
    enemy = other(colour)
    claims: list[Claim] = []
    if chain := success(game, colour):
        claims.append(("success", chain))
    if row := liberation(game, colour):
        claims.append(("liberation", row))
    if lost_heart(game, enemy):
        claims.append(("morale", []))
    if caught := captured(game, enemy):
        claims.append(("capture", caught))
    if game.toggle("attrition_timing") == "instant" and cannot_move(game, enemy):
        claims.append(("attrition", []))
    return claims


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
    return {
        "success": f"{name} wins by Success: the network joins {hexes[0]} and {hexes[-1]}." if hexes else "",
        "liberation": f"{name} wins by Liberation: five in a row from {hexes[0]} to {hexes[-1]}." if hexes else "",
        "morale": f"{name} wins: {loser} lost {len(game.sides[other(winner)].killed)} agents (Morale).",
        "capture": f"{name} wins: {loser}'s agent on {', '.join(hexes)} is captured.",
        "attrition": f"{name} wins: {loser} has no tile and no sleeper left (Attrition).",
    }[what]


def success(game: Sleepers, colour: str) -> list[str]:
    """Own active agents that join two opposite sides (SL-56), from one side to the other; empty if none."""
    mine = {hex_ for hex_, agent in game.board.items() if agent.owner == colour and agent.up}
    if game.toggle("success_shape") == "straight":
        return next((list(row) for row in LONG_DIAGONALS if mine.issuperset(row)), [])
    if len(mine) < ACROSS:
        return []
    both = game.toggle("corner_sides") == "both"
    for one, opposite in OPPOSITE:
        ends = [hex_ for hex_ in SIDES[opposite] if both or hex_ not in CORNERS]
        starts = [hex_ for hex_ in SIDES[one] if hex_ in mine and (both or hex_ not in CORNERS)]
        if chain := _chain(mine, starts, ends):
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


def liberation(game: Sleepers, colour: str) -> list[str]:
    """Five own active Scientists in a straight unbroken row (SL-35, SL-57, SL-R21); empty if none."""
    board = game.board.items()
    scientists = {hex_ for hex_, agent in board if agent.owner == colour and agent.up and agent.kind in SCIENTISTS}
    if len(scientists) < 5:
        return []
    return next((list(row) for row in ROWS_OF_FIVE if scientists.issuperset(row)), [])


def lost_heart(game: Sleepers, colour: str) -> bool:
    """Ten of theirs were killed, by whatever (SL-53, SL-34, SL-R27)."""
    limit: int = game.toggle("morale_limit")
    return len(game.sides[colour].killed) >= limit


def walls(game: Sleepers, against: str) -> set[str]:
    """Where an active Militia of the opponent of *against* stands (SL-R23)."""
    board = game.board.items()
    return {hex_ for hex_, agent in board if agent.up and agent.kind in WALLS and agent.owner != against}


def captured(game: Sleepers, colour: str) -> list[str]:
    """An agent of *colour*, active or sleeping, walled in on every side of the board (SL-36, SL-54); empty if none."""
    theirs = [hex_ for hex_, agent in game.board.items() if agent.owner == colour]
    walled = walls(game, colour)
    if len(walled) < FEWEST_WALLS:
        return []
    if game.toggle("capture_scope") == "agent":
        return next(([h] for h in theirs if walled.issuperset(NEIGHBOURS[h])), [])
    for group in _groups(theirs):
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
