"""What each seat may know (SL-14, SL-17, SL-R53 to SL-R57), and which goals are near."""

from __future__ import annotations

from typing import Any

from rules.plain import Plain

from .board import CORNERS, HEXES, NEIGHBOURS, OPPOSITE, ROWS_OF_FIVE, SIDES
from .goals import SCIENTISTS, is_wall
from .state import COLOURS, Agent, Sleepers, Tile, other


def show(game: Sleepers, seat: str | None) -> dict[str, Plain]:
    """The game as *seat* may see it; None is the public screen."""
    return {
        "turn": game.turn,
        "current": game.current if game.turn and not game.result else None,
        "board": {hex_: _agent(game, game.board[hex_], seat) for hex_ in HEXES if hex_ in game.board},
        "last": list(dict.fromkeys(game.last)),
        "seats": [_side(game, colour, seat) for colour in game.sides],
        "near": near(game) if game.turn else [],
        "result": game.result,
    }


def _agent(game: Sleepers, agent: Agent, seat: str | None) -> dict[str, Plain]:
    open_to_all = agent.up or game.result or (agent.seen and game.toggle("memory_aid") == "on")
    peeked = seat == agent.owner and game.toggle("owner_peek") == "on"
    return {"owner": agent.owner, "up": agent.up, "kind": agent.kind if open_to_all or peeked else None}


def _side(game: Sleepers, colour: str, seat: str | None) -> dict[str, Plain]:
    side = game.sides[colour]
    limit = game.toggle("morale_limit")
    return {
        "seat": colour,
        "name": game.name(colour),
        "hand": [_in_hand(game, tile, colour, seat) for tile in side.hand],
        "stock": side.stock,
        "killed": [_killed(game, agent) for agent in side.killed],
        "facts": [
            ["In the rack", str(len(side.hand))],
            ["In the stock", str(side.stock)],
            ["Killed", f"{len(side.killed)} of {limit}"],
        ],
    }


def _in_hand(game: Sleepers, tile: Tile, colour: str, seat: str | None) -> Plain:
    """The own rack is seen on the phone only if the box deals; on a real rack it stands before its owner."""
    own = seat == colour and game.box_deals
    remembered = tile.seen and game.toggle("memory_aid") == "on"
    return tile.kind if own or remembered or game.result else None


def _killed(game: Sleepers, agent: Agent) -> Plain:
    remembered = agent.seen and game.toggle("memory_aid") == "on"
    return agent.kind if agent.up or remembered or game.result else None


def near(game: Sleepers) -> list[dict[str, Plain]]:
    """Goals that one or two more steps would reach, judged from what everybody sees."""
    return [warning for colour in COLOURS for warning in _near(game, colour)]


def _near(game: Sleepers, colour: str) -> list[dict[str, Any]]:
    found = []

    def warn(goal: str, text: str, hexes: list[str]) -> None:
        found.append({"seat": colour, "goal": goal, "text": f"{game.name(colour)}: {text}", "hexes": hexes})

    missing, gaps = _gap(game, colour)
    if 0 < missing <= 2 and game.toggle("success_shape") == "chain":
        warn("success", f"{missing} more awake on {', '.join(gaps)} would join two sides.", gaps)
    row = max(ROWS_OF_FIVE, key=lambda row: sum(_scientist(game, hex_, colour) for hex_ in row))
    if (count := sum(_scientist(game, hex_, colour) for hex_ in row)) in (3, 4):
        warn("liberation", f"{count} of 5 Scientists in a row, {row[0]} to {row[-1]}.", list(row))
    for hex_, agent in game.board.items():
        if agent.owner == other(colour):
            holes = [n for n in NEIGHBOURS[hex_] if not is_wall(game, n, agent.owner)]
            if len(holes) == 1:
                warn("capture", f"one more wall on {holes[0]} would capture {hex_}.", [hex_, *holes])
    limit, lost = game.toggle("morale_limit"), len(game.sides[other(colour)].killed)
    if limit - 3 <= lost < limit:
        warn("morale", f"{game.name(other(colour))} has lost {lost} of {limit}.", [])
    return found


def _scientist(game: Sleepers, hex_: str, colour: str) -> bool:
    agent = game.board.get(hex_)
    return agent is not None and agent.owner == colour and agent.up and agent.kind in SCIENTISTS


def _gap(game: Sleepers, colour: str) -> tuple[int, list[str]]:
    """How many more awake agents the shortest chain between two sides needs, and where."""
    both = game.toggle("corner_sides") == "both"
    best: tuple[int, list[str]] = (99, [])
    for one, opposite in OPPOSITE:
        sides = [[h for h in SIDES[side] if both or h not in CORNERS] for side in (one, opposite)]
        best = min(best, _shortest(game, colour, *sides), key=lambda found: found[0])
    return best


def _shortest(game: Sleepers, colour: str, starts: list[str], ends: list[str]) -> tuple[int, list[str]]:
    def cost(hex_: str) -> int:
        agent = game.board.get(hex_)
        return 0 if agent and agent.owner == colour and agent.up else 1

    gaps = {hex_: [hex_] * cost(hex_) for hex_ in starts}
    for length in range(10):  # cheapest first: hexes that need *length* more agents
        ring = [hex_ for hex_, missing in gaps.items() if len(missing) == length]
        for here in ring:
            if here in ends:
                return length, gaps[here]
            for there in NEIGHBOURS[here]:
                if there not in gaps or len(gaps[there]) > len(gaps[here]) + cost(there):
                    gaps[there] = gaps[here] + [there] * cost(there)
                    if len(gaps[there]) == length:
                        ring.append(there)
    return 99, []
