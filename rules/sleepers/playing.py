"""How a player of the box imagines a game of Sleepers and how it values one: by who needs fewer turns to win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp

from rules.ask import Luck

from .board import CORNERS, HEXES, NEIGHBOURS, OPPOSITE, ROWS_OF_FIVE, SIDES
from .goals import SCIENTISTS, WALLS
from .state import Agent, Sleepers, Tile, other

RECRUIT, WAKE, CLEAR, DRAW = 1.0, 0.5, 2.0, 0.8
"""Turns: to recruit, to wake (two go in one turn), to get somebody out of the way, to draw the tile that is missing."""

KILL = 0.9  # turns that each kill still needed for Morale takes
SURE = 0.55  # how much a turn ahead is worth
BOLD = {"hunter": 0.7, "builder": 1.3}
"""How many turns a hunter and a builder think a win over the enemy's agents takes, of each that it takes."""


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


@dataclass(frozen=True)
class Plan:
    """A way to win.

    :param turns: that it takes about, if nobody stops it.
    :param hexes: where own agents have to be awake.
    :param kinds: which of them count; empty: all do.
    """

    turns: float
    hexes: tuple[str, ...]
    kinds: tuple[str, ...] = ()


def worth(game: Sleepers, seat: str, character: str) -> float:
    if game.result:
        winner = game.result["winner"]
        return 0.5 if winner is None else float(winner == seat)
    if not game.turn:
        return 0.5
    bold = BOLD.get(character, 1.0)
    mine, theirs = turns_left(game, seat, bold), turns_left(game, other(seat), 1.0)
    ahead = theirs - mine + (0.5 if game.current == seat else -0.5)
    return 1 / (1 + exp(-SURE * ahead))


def turns_left(game: Sleepers, colour: str, bold: float) -> float:
    """The shortest way to win, and a little for every other that is open too."""
    found = sorted(plan.turns for plan in plans(game, colour, bold))
    return found[0] - sum(exp(found[0] - turns) for turns in found[1:4]) * 0.25


def plans(game: Sleepers, colour: str, bold: float = 1.0) -> Iterator[Plan]:
    """The nearest few wins of each sort."""
    yield _morale(game, colour, bold)
    costs = _costs(game, colour, SCIENTISTS)
    rows = sorted((sum([costs[hex_] for hex_ in row]), row) for row in ROWS_OF_FIVE)
    for turns, row in rows[:3]:
        yield Plan(turns + _missing(game, colour, row, SCIENTISTS), row, SCIENTISTS)
    yield from _captures(game, colour, bold)
    yield _chain(game, _costs(game, colour, ()))


def _morale(game: Sleepers, colour: str, bold: float) -> Plan:
    left = game.toggle("morale_limit") - len(game.sides[other(colour)].killed)
    return Plan(left * KILL * bold + 1, ())


def _costs(game: Sleepers, colour: str, kinds: tuple[str, ...]) -> dict[str, float]:
    """What it takes to have an own agent of one of *kinds* awake on each hex."""
    costs = dict.fromkeys(HEXES, RECRUIT + WAKE)
    for hex_, agent in game.board.items():
        if agent.owner != colour or (kinds and agent.kind not in kinds):
            costs[hex_] = CLEAR + RECRUIT + WAKE
        elif agent.up:
            costs[hex_] = 0.0
        else:
            costs[hex_] = WAKE if agent.kind != "saboteur" else CLEAR + RECRUIT
    return costs


def _missing(game: Sleepers, colour: str, hexes: tuple[str, ...], kinds: tuple[str, ...]) -> float:
    """Turns until the tiles are drawn that a plan wants and the rack does not hold."""
    there = sum(1 for h in hexes if (a := game.board.get(h)) and a.owner == colour and a.kind in kinds)
    held = sum(1 for tile in game.sides[colour].hand if tile.kind in kinds)
    return DRAW * max(len(hexes) - there - held, 0)


def _captures(game: Sleepers, colour: str, bold: float) -> Iterator[Plan]:
    costs = _costs(game, colour, WALLS)
    around = sorted(
        (sum([costs[there] for there in NEIGHBOURS[hex_]]), hex_)
        for hex_, agent in game.board.items()
        if agent.owner != colour
    )
    for turns, hex_ in around[:2]:
        walls = NEIGHBOURS[hex_]
        yield Plan((turns + _missing(game, colour, walls, WALLS)) * bold, walls, WALLS)


def _chain(game: Sleepers, costs: dict[str, float]) -> Plan:
    """The cheapest chain between any two opposite sides."""
    if game.toggle("success_shape") == "straight":
        return Plan(9 * (RECRUIT + WAKE), ())
    both = game.toggle("corner_sides") == "both"
    best = Plan(99.0, ())
    for one, opposite in OPPOSITE:
        ends = {hex_ for hex_ in SIDES[opposite] if both or hex_ not in CORNERS}
        far = {hex_: costs[hex_] for hex_ in SIDES[one] if both or hex_ not in CORNERS}
        came: dict[str, str] = {}
        edge = list(far)
        while edge:
            following = dict[str, None]()
            for here in edge:
                so_far = far[here]
                for there in NEIGHBOURS[here]:
                    turns = so_far + costs[there]
                    if turns < far.get(there, best.turns):
                        far[there], came[there] = turns, here
                        following[there] = None
            edge = list(following)
        end = min((hex_ for hex_ in HEXES if hex_ in ends and hex_ in far), key=far.__getitem__, default=None)
        if end is not None and far[end] < best.turns:
            way = [end]
            while way[-1] in came:
                way.append(came[way[-1]])
            best = Plan(far[end], tuple(way))
    return best
