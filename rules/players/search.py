"""Search over imagined worlds: information-set Monte Carlo tree search.

One tree of answers, and for each walk through it a fresh world that fits what the seat knows. An answer that is not
possible in a world is not there to be chosen, so each answer counts how often it was available. Every node keeps what
it is worth to the seat that chose it. Chance is never a branch: whatever is drawn or rolled, the walk goes on in the
same node, so that its values are means over what may come.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Protocol

from rules.ask import Ask, Luck
from rules.chance import Chance, ReadCard
from rules.game import Game
from rules.plain import Plain
from rules.position import Run, Step

from .sensible import Sensible, candidates, key
from .worlds import Worlds, asked_of

CURIOUS = 1.2
"""How much an answer that was seldom tried is tried for its prior alone."""

DOUBT = 0.1
"""How much worse than what was tried so far an untried answer is taken to be."""

LONGEST = 400
"""Answers after which a walk is cut off wherever it is."""


@dataclass
class Node:
    """One answer after all that led to it.

    :param worth: the sum over all walks through it, for the seat that gave the answer.
    :param available: in how many walks it could have been chosen.
    :param words: the answer as people would say it, where it answers the question that is thought about.
    """

    answer: Plain = None
    seat: str = ""
    words: str = ""
    visits: int = 0
    available: int = 0
    worth: float = 0.0
    after: dict[tuple[str, str], Node] = field(default_factory=dict)

    @property
    def mean(self) -> float:
        return self.worth / self.visits if self.visits else 0.0


class Thinker(Protocol):
    """Who thinks: on which seat, and in what way."""

    game: Game
    seat: str
    chance: Luck
    character: str


class Search:
    """Walks from one question on; ask `best` whenever it has walked enough."""

    def __init__(self, thinker: Thinker, worlds: Worlds) -> None:
        self.game, self.seat, self.chance = thinker.game, thinker.seat, thinker.chance
        self.character, self.worlds = thinker.character, worlds
        self.root = Node()
        self.usual = self.game.sensible(self.chance) or Sensible(self.game, self.chance)

    def walk(self) -> None:
        """One walk through a fresh world: down the tree, one node further, on to where it can be judged, and back."""
        run = self.worlds.imagine(self.chance)
        node, path, grown = self.root, list[Node](), False
        for _ in range(LONGEST):
            if run.ask is None or grown:
                break
            asked = run.ask.each[0] if path else asked_of(run, self.seat)
            if isinstance(asked, (Chance, ReadCard)):
                run.take(Step("answer", asked.sample(self.chance), asked.seat))
                continue
            node, grown = self._down(node, run, asked)
            path.append(node)
            run.take(Step("answer", node.answer, asked.seat))
        self._on(run)
        values = {seat: self.game.worth(run.state, seat, self.character) for seat in {node.seat for node in path}}
        self.root.visits += 1
        for node in path:
            node.visits += 1
            node.worth += values[node.seat]

    def _down(self, parent: Node, run: Run, asked: Ask) -> tuple[Node, bool]:
        """The answer that looks best from here, by its values so far and its prior; and whether it is new."""
        considered = self.usual.considers(run.state, asked)
        total = sum(weight for _, weight in considered) or 1.0
        nodes = list[tuple[Node, float]]()
        for answer, prior in considered:
            name = (asked.seat, key(answer))
            node = parent.after.get(name)
            if node is None:
                words = asked.words(answer) if parent is self.root else ""
                node = parent.after[name] = Node(answer, asked.seat, words)
            node.available += 1
            nodes.append((node, prior / total))
        tried = [node for node, _ in nodes if node.visits]
        untried = (sum(node.worth for node in tried) / sum(node.visits for node in tried) if tried else 0.5) - DOUBT

        def promise(pair: tuple[Node, float]) -> float:
            node, prior = pair
            value = node.mean if node.visits else untried
            return value + CURIOUS * prior * sqrt(node.available) / (1 + node.visits)

        best = max(nodes, key=promise)[0]
        return best, best.visits == 0

    def _on(self, run: Run) -> None:
        """Everybody plays on as usual until the position can be judged."""
        turn, turns = self.game.turn_of(run.state), 0
        for _ in range(LONGEST):
            if run.ask is None:
                return
            run.take(self._usual_step(run))
            now = self.game.turn_of(run.state)
            if now != turn:
                turn, turns = now, turns + 1
                if turns >= self.game.foresight:
                    return

    def _usual_step(self, run: Run) -> Step:
        assert run.ask is not None
        asked = run.ask.each[0]
        return Step("answer", self.usual.answer(run.state, asked), asked.seat)

    def one_ahead(self) -> list[Node]:
        """Each answer by how it stands right after it, the best first."""
        found = list[Node]()
        asked = asked_of(self.worlds.imagine(self.chance), self.seat)
        for answer in candidates(asked, self.chance):
            run = self.worlds.imagine(self.chance)
            run.take(Step("answer", answer, self.seat))
            found.append(
                Node(
                    answer, self.seat, asked.words(answer), 1, 1, self.game.worth(run.state, self.seat, self.character)
                )
            )
        self.chance.shuffle(found)  # among equals anyone
        return sorted(found, key=lambda node: -node.mean)

    def best(self) -> list[Node]:
        """The answers to the question, the most visited first."""
        return sorted(self.root.after.values(), key=lambda node: (-node.visits, -node.mean))
