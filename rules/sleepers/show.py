"""What each seat may know (SL-14, SL-17, SL-R53 to SL-R57), and which goals are near."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from rules.plain import Plain

from .board import ACROSS, CORNERS, HEXES, NEIGHBOURS, OPPOSITE, ROWS_OF_FIVE, SIDES
from .goals import SCIENTISTS, walls
from .state import COLOURS, Agent, Sleepers, Tile, other

NEAR = 2  # steps from a goal at which everybody is told


def show(game: Sleepers, seat: str | None, *, turned_over: bool = False) -> dict[str, Plain]:
    """The game as *seat* may see it; None is the public screen.

    :param turned_over: every tile is open, as at the end.
    """
    seen = bool(game.result) or turned_over
    return {
        "turn": game.turn,
        "current": game.current if game.turn and not game.result else None,
        "board": {hex_: _agent(game, game.board[hex_], seat, seen) for hex_ in HEXES if hex_ in game.board},
        "last": list(dict.fromkeys(game.last)),
        "seats": [_side(game, colour, seat, seen) for colour in game.sides],
        "near": near(game) if game.turn else [],
        "result": game.result,
    }


def _agent(game: Sleepers, agent: Agent, seat: str | None, seen: bool) -> dict[str, Plain]:
    open_to_all = agent.up or seen or (agent.seen and game.toggle("memory_aid") == "on")
    peeked = seat == agent.owner and game.toggle("owner_peek") == "on"
    return {"owner": agent.owner, "up": agent.up, "kind": agent.kind if open_to_all or peeked else None}


def _side(game: Sleepers, colour: str, seat: str | None, seen: bool) -> dict[str, Plain]:
    side = game.sides[colour]
    limit = game.toggle("morale_limit")
    return {
        "seat": colour,
        "name": game.name(colour),
        "hand": [_in_hand(game, tile, colour, seat, seen) for tile in side.hand],
        "stock": side.stock,
        "killed": [_killed(game, agent, seen) for agent in side.killed],
        "facts": [
            ["In the rack", str(len(side.hand))],
            ["In the stock", str(side.stock)],
            ["Killed", f"{len(side.killed)} of {limit}"],
        ],
    }


def _in_hand(game: Sleepers, tile: Tile, colour: str, seat: str | None, seen: bool) -> Plain:
    """The own rack is seen on the phone only if the box deals; on a real rack it stands before its owner."""
    own = seat == colour and game.box_deals(colour)
    remembered = tile.seen and game.toggle("memory_aid") == "on"
    return tile.kind if own or remembered or seen else None


def _killed(game: Sleepers, agent: Agent, seen: bool) -> Plain:
    remembered = agent.seen and game.toggle("memory_aid") == "on"
    return agent.kind if agent.up or remembered or seen else None


def near(game: Sleepers) -> list[dict[str, Plain]]:
    """Goals that one or two more steps would reach, judged from what everybody sees."""
    return [warning for colour in COLOURS for warning in _near(game, colour)]


def _near(game: Sleepers, colour: str) -> list[dict[str, Any]]:
    found = []

    def warn(goal: str, text: str, hexes: list[str]) -> None:
        found.append({"seat": colour, "goal": goal, "text": f"{game.name(colour)}: {text}", "hexes": hexes})

    awake = {hex_: agent.kind for hex_, agent in game.board.items() if agent.owner == colour and agent.up}
    if game.toggle("success_shape") == "chain" and len(awake) >= ACROSS - NEAR:
        if single := _any_of(game, awake.keys()):
            warn("success", f"1 more awake on {' or '.join(single)} would join two sides.", single)
        elif gaps := _gaps(game, awake.keys()):
            warn("success", f"{len(gaps)} more awake on {', '.join(gaps)} would join two sides.", gaps)
    scientists = {hex_ for hex_, kind in awake.items() if kind in SCIENTISTS}
    row = max(ROWS_OF_FIVE, key=lambda row: len(scientists.intersection(row)))
    if (count := len(scientists.intersection(row))) in (3, 4):
        warn("liberation", f"{count} of 5 Scientists in a row, {row[0]} to {row[-1]}.", list(row))
    walled = walls(awake)
    for hex_, agent in game.board.items():
        if agent.owner == other(colour):
            holes = [n for n in NEIGHBOURS[hex_] if n not in walled]
            if len(holes) == 1:
                warn("capture", f"one more wall on {holes[0]} would capture {hex_}.", [hex_, *holes])
    limit, lost = game.toggle("morale_limit"), len(game.sides[other(colour)].killed)
    if limit - 3 <= lost < limit:
        warn("morale", f"{game.name(other(colour))} has lost {lost} of {limit}.", [])
    return found


def _opposite_sides(game: Sleepers) -> Iterator[tuple[list[str], list[str]]]:
    both = game.toggle("corner_sides") == "both"
    for pair in OPPOSITE:
        starts, ends = ([h for h in SIDES[side] if both or h not in CORNERS] for side in pair)
        yield starts, ends


def _any_of(game: Sleepers, awake: Collection[str]) -> list[str]:
    """Every hex on which a single awake agent more would make a chain between two sides."""
    found = set()
    for starts, ends in _opposite_sides(game):
        found |= (_reached(awake, starts) & _reached(awake, ends)).difference(awake)
    return [hex_ for hex_ in HEXES if hex_ in found]


def _reached(awake: Collection[str], starts: list[str]) -> set[str]:
    """The side itself, the awake agents joined to it, and whatever borders on them."""
    reached = list(starts)
    for here in reached:
        if here in awake:
            reached += [there for there in NEIGHBOURS[here] if there not in reached]
    return set(reached)


def _gaps(game: Sleepers, awake: Collection[str]) -> list[str]:
    """Where more awake agents would make a chain between two sides, as few as will do."""
    chains = (_shortest(awake, starts, ends) for starts, ends in _opposite_sides(game))
    return min((gaps for gaps in chains if gaps is not None), key=len, default=[])


def _shortest(awake: Collection[str], starts: list[str], ends: list[str]) -> list[str] | None:
    """The hexes that the shortest chain still needs; None if they are more than are near."""
    gaps = {hex_: [] if hex_ in awake else [hex_] for hex_ in starts}
    for length in range(NEAR + 1):  # cheapest first: hexes that need *length* more agents
        ring = [hex_ for hex_, missing in gaps.items() if len(missing) == length]
        for here in ring:
            if here in ends:
                return gaps[here]
            for there in NEIGHBOURS[here]:
                missing = gaps[here] if there in awake else [*gaps[here], there]
                if there not in gaps or len(gaps[there]) > len(missing):
                    gaps[there] = missing
                    if len(missing) == length:
                        ring.append(there)
    return None
