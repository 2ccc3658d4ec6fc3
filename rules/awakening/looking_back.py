"""The Awakening looked back on: what is worth telling again, how it stands, and what can be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rules.chance import DrawCards, RollDice
from rules.figures import Figure, Happening, Kinds, Most, counted

from .state import Awakening
from .words import TITLES

TELLS = (
    "wins",
    "win together",
    "The end is near",
    "dies.",
    "defeats",
    "reaches the trigger token",
    "now rides",
    "lives.",
    "removes the trigger",
    " loses ",
    "takes control",
    "reveals",
)


def stands(state: Awakening) -> str:
    if not state.round:
        return "The island is being set up."
    honor = ", ".join(f"{state.name(seat)} {state.players[seat].honor}" for seat in state.order)
    turn = f"; it's {state.name(state.turn.seat)}'s turn" if state.turn else ""
    return f"Round {state.round}, honor: {honor}{turn}."


def figures(story: Iterable[Happening]) -> list[Figure]:
    taken, moves, beaten, saved = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    gain, drawn, rolled = Most(), Kinds(), Kinds()
    began: tuple[object, dict[str, int]] = (None, {})
    state: Awakening | None = None
    for each in story:
        state = each.state
        key = (state.turn.seat, state.round) if state.turn else None
        if key != began[0]:
            began = key, {seat: player.honor for seat, player in state.players.items()}
        elif state.turn:
            whose = state.turn.seat
            gain.see(whose, state.players[whose].honor - began[1].get(whose, 0))
        if isinstance(each.asked, RollDice) and each.seat:
            rolled.see(each.seat, each.asked, each.step.value)
        elif isinstance(each.asked, DrawCards) and each.asked.deck == "pouch" and each.seat and state.round:
            drawn.see(each.seat, each.asked, each.step.value)
        for text in each.said:
            for seat in state.order:
                mine = text.removeprefix(f"{state.name(seat)} ")
                if mine != text:
                    taken[seat] += mine.startswith("takes control of ")
                    moves[seat] += int(mine.split()[1]) if mine.startswith("travels ") else 0
                    beaten[seat] += mine.startswith("defeats ")
                    saved[seat] += mine.startswith("spends 1 conviction: ") and mine.endswith(" lives.")
    if state is None:
        return []
    order = tuple(state.order)
    luck = [("Luck of the die", rolled.oddest()), ("Luck of the pouch", drawn.oddest(dict(TITLES)))]
    return [
        Figure("Rounds", str(state.round)),
        *counted("Most honor in one turn", gain.by, order),
        *counted("Tiles taken", taken, order),
        *counted("Spaces travelled", moves, order),
        *counted("Monsters defeated", beaten, order),
        *counted("Companions saved", saved, order),
        *(Figure(words, seats=odd) for words, odd in luck if odd),
    ]
