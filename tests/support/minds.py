"""Minds that stand in for the process that thinks."""

from __future__ import annotations

import random
import threading
from itertools import count
from typing import Any

from device.live import thinking
from rules import packs
from rules.players import KINDS, choose
from rules.position import Position


class Quiet:
    """Cannot be hurried, and needs no process."""

    def hurry(self) -> None: ...
    def close(self) -> None: ...
    def end(self) -> None: ...


class AtOnce(Quiet):
    """Knows what it wants without thinking ahead, so that a whole game takes no time."""

    def __init__(self, seed: int = 4) -> None:
        self.chance = random.Random(seed)
        self.steps: list[tuple[str, str, Any]] = []

    def think(self, position: Position, seat: str, strength: str, knows: str = "") -> dict[str, Any]:
        found = choose(position, seat, KINDS["sensible"], self.chance, knows=knows, guest=True)
        self.steps.append((seat, found.step.kind, found.answer))
        return {"kind": found.step.kind, "answer": found.answer, "words": found.words, "best": [], "walks": 0}


class Quick(Quiet):
    """Thinks as the box's own mind does, but here and hardly ahead: a whole game goes the same way in no time."""

    def __init__(self) -> None:
        self._seeds = count()

    def think(self, position: Position, seat: str, strength: str, knows: str = "") -> dict[str, Any]:
        told = {
            "position": position.save(),
            "seat": seat,
            "strength": "greedy" if strength == "hard" else "sensible",
            "knows": knows,
            "seed": next(self._seeds),
            "shelves": [str(shelf) for shelf in packs.shelves],
        }
        return thinking.think(told, threading.Event())
