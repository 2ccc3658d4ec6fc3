"""How a player of the box imagines a game of Sleepers and how it values one: by who needs fewer turns to win."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from math import exp
from operator import itemgetter
from typing import NamedTuple

from rules.ask import Luck

from .board import ACROSS, CORNERS, HEXES, NEIGHBOURS, OPPOSITE, ROWS_OF_FIVE, SIDES, distance
from .goals import SCIENTISTS, WALLS
from .state import Agent, Sleepers, Tile, other

RECRUIT, WAKE, CLEAR, DRAW = 2, 1, 4, 1.6
"""Half turns: to recruit, to wake (two go in one turn), to get somebody out of the way, to draw a missing tile."""

FAR = 24  # half turns beyond which nobody thinks of a chain
KILL = 1.8  # half turns that each kill still needed for Morale takes
SURE = 0.275  # how much half a turn ahead is worth
CHARACTERS = {
    "hunter": "Goes after your agents: kills and walls them in.",
    "builder": "Builds its own network and lets you build yours.",
}
BOLD = {"hunter": 0.7, "builder": 1.3}
"""How many turns a hunter and a builder think a win over the enemy's agents takes, of each that it takes."""

# Hexes by their number: they are reckoned with thousands of times a second.
_NUMBER = {hex_: number for number, hex_ in enumerate(HEXES)}
_AROUND = [tuple(_NUMBER[there] for there in NEIGHBOURS[hex_]) for hex_ in HEXES]
_IN_ROW = [itemgetter(*(_NUMBER[hex_] for hex_ in row)) for row in ROWS_OF_FIVE]


def _between(side: str, opposite: str, corners: bool) -> tuple[list[int], frozenset[int], list[int]]:
    """Hexes of a side, those of the one opposite, and how many hexes each is away from that."""
    starts, ends = ([_NUMBER[h] for h in SIDES[each] if corners or h not in CORNERS] for each in (side, opposite))
    return starts, frozenset(ends), [min(distance(hex_, end) for end in SIDES[opposite]) for hex_ in HEXES]


_IN_SIDE = {corners: [_between(*pair, corners) for pair in OPPOSITE] for corners in (True, False)}


def imagine(game: Sleepers, seat: str, chance: Luck) -> None:
    """The enemy's tiles that never lay open are any of those that are left; real ones that the box never saw, too."""
    for colour, side in game.sides.items():
        asleep = [game.board[hex_] for hex_ in HEXES if hex_ in game.board and game.board[hex_].owner == colour]
        tiles: list[Tile] = [*asleep, *side.hand, *side.killed]
        hidden = [tile for tile in tiles if tile.kind is None or (colour != seat and not _is_known(tile))]
        if not hidden:
            continue
        for tile in hidden:
            tile.kind = None
        left = [kind for kind, count in game.unknown(colour).items() for _ in range(count)]
        for tile, kind in zip(hidden, chance.sample(left, len(hidden)), strict=True):
            tile.kind = kind


def _is_known(tile: Tile) -> bool:
    return tile.seen or (isinstance(tile, Agent) and tile.up)


class Plan(NamedTuple):
    """A way to win.

    :param takes: half turns about, if nobody stops it.
    :param hexes: where own agents have to be awake.
    :param kinds: which of them count; empty: all do.
    """

    takes: float
    hexes: tuple[str, ...]
    kinds: tuple[str, ...] = ()


def worth(game: Sleepers, seat: str, character: str) -> float:
    if game.result:
        winner = game.result["winner"]
        return 0.5 if winner is None else float(winner == seat)
    if not game.turn:
        return 0.5
    mine, theirs = left(game, seat, BOLD.get(character, 1.0)), left(game, other(seat), 1.0)
    ahead = theirs - mine + (1 if game.current == seat else -1)
    return 1 / (1 + exp(-SURE * ahead))


def left(game: Sleepers, colour: str, bold: float) -> float:
    """The half turns of the shortest way to win, a little less for every other that is open too."""
    found = sorted(plan.takes for plan in plans(game, colour, bold))
    return found[0] - sum(exp((found[0] - takes) / 2) for takes in found[1:4]) / 2


def plans(game: Sleepers, colour: str, bold: float = 1.0) -> Iterator[Plan]:
    """The nearest few wins of each sort."""
    yield _morale(game, colour, bold)
    costs = _costs(game, colour, SCIENTISTS)
    rows = sorted(zip([sum(in_row(costs)) for in_row in _IN_ROW], ROWS_OF_FIVE, strict=True))
    for takes, row in rows[:3]:
        yield Plan(takes + _missing(game, colour, row, SCIENTISTS), row, SCIENTISTS)
    yield from _captures(game, colour, bold)
    if chain := _chain(game, _costs(game, colour, ())):
        yield chain


def _morale(game: Sleepers, colour: str, bold: float) -> Plan:
    to_kill = game.toggle("morale_limit") - len(game.sides[other(colour)].killed)
    return Plan(to_kill * KILL * bold + 2, ())


def _costs(game: Sleepers, colour: str, kinds: tuple[str, ...]) -> list[int]:
    """What it takes to have an own agent of one of *kinds* awake on each hex."""
    costs = [RECRUIT + WAKE] * len(HEXES)
    for hex_, agent in game.board.items():
        if agent.owner != colour or (kinds and agent.kind not in kinds):
            costs[_NUMBER[hex_]] = CLEAR + RECRUIT + WAKE
        elif agent.up:
            costs[_NUMBER[hex_]] = 0
        else:
            costs[_NUMBER[hex_]] = WAKE if agent.kind != "saboteur" else CLEAR + RECRUIT
    return costs


def _missing(game: Sleepers, colour: str, hexes: tuple[str, ...], kinds: tuple[str, ...]) -> float:
    """Half turns until the tiles are drawn that a plan wants and the rack does not hold."""
    there = sum([1 for h in hexes if (a := game.board.get(h)) and a.owner == colour and a.kind in kinds])
    held = sum([1 for tile in game.sides[colour].hand if tile.kind in kinds])
    return DRAW * max(len(hexes) - there - held, 0)


def _captures(game: Sleepers, colour: str, bold: float) -> Iterator[Plan]:
    costs = _costs(game, colour, WALLS)
    enemies = [hex_ for hex_, agent in game.board.items() if agent.owner != colour]
    around = [(sum([costs[there] for there in _AROUND[_NUMBER[hex_]]]), hex_) for hex_ in enemies]
    for takes, hex_ in sorted(around)[:2]:
        walls = NEIGHBOURS[hex_]
        yield Plan((takes + _missing(game, colour, walls, WALLS)) * bold, walls, WALLS)


def _chain(game: Sleepers, costs: list[int]) -> Plan | None:
    """The cheapest chain between any two opposite sides, unless it is too far off to think of."""
    if game.toggle("success_shape") == "straight":
        return None
    return _shortest(tuple(costs), game.toggle("corner_sides") == "both")


@lru_cache(maxsize=4000)  # which tile and where are two questions about the same board
def _shortest(costs: tuple[int, ...], corners: bool) -> Plan | None:
    cheap = [0, *accumulate(sorted(costs)[:ACROSS])]  # what so many more hexes take at least
    if cheap[ACROSS] >= FAR:
        return None
    best, bound = None, FAR
    for starts, ends, to_go in _IN_SIDE[corners]:
        if found := _cheapest(costs, starts, ends, [cheap[far] for far in to_go], bound):
            best, bound = found, int(found.takes)
    return best


def _cheapest(
    costs: tuple[int, ...], starts: list[int], ends: frozenset[int], least: list[int], bound: int
) -> Plan | None:
    """The cheapest way from one side to the other that takes less than *bound* half turns.

    :param least: what the rest of the way takes at least, from each hex on.
    """
    far, came = [bound] * len(costs), dict[int, int]()
    reached: list[list[int]] = [[] for _ in range(bound)]
    for here in starts:
        if costs[here] + least[here] < bound:
            far[here] = costs[here]
            reached[costs[here]].append(here)
    for so_far, ring in enumerate(reached):
        for here in ring:
            if far[here] < so_far:
                continue
            if here in ends:
                way = [here]
                while way[-1] in came:
                    way.append(came[way[-1]])
                return Plan(so_far, tuple(HEXES[number] for number in way))
            for there in _AROUND[here]:
                takes = so_far + costs[there]
                if takes < far[there] and takes + least[there] < bound:
                    far[there], came[there] = takes, here
                    reached[takes].append(there)
    return None
