"""What can be changed by hand in Sleepers: what lies on the board, the stocks, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.sheet import Field, number, one

from .board import HEXES
from .state import COLOURS, Sleepers, Tile

RACK, KILLED = "rack", "killed"
ASLEEP, AWAKE = "asleep", "awake"


def sheet(game: Sleepers) -> Iterator[Field]:
    """What a sleeper is stays hidden: turning one up that the box knows is for all to agree on."""
    if not game.sides:
        return
    for hex_ in HEXES:
        if hex_ in game.board:
            yield from _agent(game, hex_)
    group = "The turn"
    yield one(game, "current", "whose turn", group, {colour: game.name(colour) for colour in COLOURS})
    yield number(game, "turn", "turn", group, 999, low=1)


def _agent(game: Sleepers, hex_: str) -> Iterator[Field]:
    agent = game.board[hex_]
    group = f"{hex_}: {game.name(agent.owner)}'s {game.kind_name(agent.kind) if agent.up else 'sleeper'}"
    # of a real tile that lies face down only hands know what it is, so they say it when they turn it up
    kinds = {AWAKE: AWAKE} if agent.kind and not agent.up else dict(game.pack.names)
    now = (agent.kind or AWAKE) if agent.up else ASLEEP
    turn, move = partial(_turn, hex_=hex_), partial(_move, hex_=hex_)
    yield one(game, f"{hex_}.face", "it is", group, {ASLEEP: ASLEEP, **kinds}, now=now, slot=hex_, put=turn)
    free = {there: there for there in HEXES if there not in game.board}
    places = {hex_: hex_, RACK: "back in the rack", KILLED: "killed", **free}
    yield one(game, f"{hex_}.where", "where", group, places, now=hex_, slot=hex_, put=move)


def _turn(game: Sleepers, shows: str, hex_: str) -> None:
    agent = game.board[hex_]
    agent.up = shows != ASLEEP
    agent.seen = agent.seen or agent.up
    if shows not in (ASLEEP, AWAKE):
        agent.kind = shows


def _move(game: Sleepers, where: str, hex_: str) -> None:
    """To another hex, back to its owner's rack, or to the killed."""
    agent = game.board.pop(hex_)
    side = game.sides[agent.owner]
    if where == RACK:
        side.hand.append(Tile(kind=agent.kind, seen=agent.seen))
    elif where == KILLED:
        side.killed.append(agent)
    else:
        game.board[where] = agent
