"""Sleepers looked back on: what is worth telling again, how it stands, and what can be counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from rules.chance import DrawCards
from rules.figures import Figure, Happening, Kinds, Most, counted

from .pack import opened
from .state import COLOURS, Sleepers, other

TELLS = ("wins", "draw.", "blows up", "are killed", "is killed", "jumps from", "goes back", "change places", "wakes")
WOKEN = re.compile(r" wakes \w\d: ")


def stands(game: Sleepers) -> str:
    if not game.turn:
        return "The racks are being filled."
    sides = []
    for colour in COLOURS:
        agents = [agent for agent in game.board.values() if agent.owner == colour]
        awake = sum(agent.up for agent in agents)
        sides.append(f"{game.name(colour)} has {awake} awake and {len(agents) - awake} asleep")
    return f"{sides[0]}, {sides[1]}; it's {game.name(game.current)}'s turn."


def figures(story: Iterable[Happening]) -> list[Figure]:
    woken, chain, awake = Counter[str](), Most(), Most()
    drawn = Kinds()
    turn, whose, links = 0, "", 0
    game: Sleepers | None = None
    for each in story:
        # What is said when a turn ends still belongs to it: the state is already at the next one.
        count = sum(bool(WOKEN.search(text)) for text in each.said)
        if game is not None and whose:
            woken[whose] += count
            links += count
            chain.see(whose, links)
        game = each.state
        if isinstance(each.asked, DrawCards) and each.asked.deck.endswith("stock"):
            drawn.see(each.asked.seat, each.asked, each.step.value)
        for colour in COLOURS:
            awake.see(colour, sum(agent.up and agent.owner == colour for agent in game.board.values()))
        if game.turn != turn:
            turn, whose, links = game.turn, game.current, 0
    if game is None:
        return []
    lost = {colour: len(side.killed) for colour, side in game.sides.items()}
    found = counted("Agents woken", woken, COLOURS)
    found += counted("Longest chain in one turn", chain.by, COLOURS)
    found += counted("Most awake at once", awake.by, COLOURS)
    found += counted("Enemy agents killed", {colour: lost.get(other(colour), 0) for colour in COLOURS}, COLOURS)
    odd = drawn.oddest(opened(game.setup.pack).names)
    return found + ([Figure("Luck of the draw", seats=odd)] if odd else [])
