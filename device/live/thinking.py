"""A mind of its own, beside the box: ``python -m device.live.thinking`` reads questions and writes answers.

It is a process, not a thread: whoever thinks ahead reckons without a pause, and pages must not wait for it. It knows
nothing but the rules and the one position it is given, and ends when nobody speaks to it any more. Every line is JSON:
``{"hurry": true}`` asks for the best answer so far, anything else is a position to think about.
"""

from __future__ import annotations

import gc
import json
import logging
import os
import queue
import random
import sys
import threading
import time
from pathlib import Path
from typing import Any

from rules import packs
from rules.games import game
from rules.players import KINDS, Choice, choose
from rules.position import Position, Step

log = logging.getLogger(__name__)

NICE = 19
"""How much everything else on the box goes first."""

SMALL_THINGS = 50_000
"""Made between two looks for garbage: walks make questions and options by the thousand, and nearly all are gone by
themselves when they are answered. Looking after every 700, as is usual, takes a sixth of the time where there are many
options, and spares 5 MB at most."""


def think(told: dict[str, Any], hurry: threading.Event) -> dict[str, Any]:
    """The answer to what a seat is asked in the position that is *told*, with the best few and how good they look."""
    packs.shelves[:] = map(Path, told["shelves"])
    position = Position.load(game(told["position"]["game"]), told["position"])
    found = _found(position, told, hurry)
    best = [{"answer": each.answer, "words": each.words, "good": each.good} for each in found.best if each.tried]
    return {
        "kind": found.step.kind,
        "answer": found.answer,
        "words": found.words,
        "best": best,
        "walks": found.walks,
    }


def _found(position: Position, told: dict[str, Any], hurry: threading.Event) -> Choice:
    """As well as it can: where thinking ahead fails, what it wants at once; where that fails, what is usual."""
    seat, chance = told["seat"], random.Random(told["seed"])
    for kind in (told["strength"], "sensible"):
        try:
            return choose(
                position,
                seat,
                KINDS[kind],
                chance,
                clock=time.monotonic,
                hurry=hurry,
                knows=told["knows"],
                guest=True,
            )
        except Exception:
            log.exception("nobody who is %s can think about this", kind)
    ask = position.ask.of(seat) if position.ask else None
    if ask is None or told["knows"]:
        raise ValueError("there is nothing to answer")
    answer = ask.sample(chance) if ask.default is None else ask.default
    return Choice(Step("answer", answer, seat), ask.words(answer))


def main() -> None:
    os.nice(NICE)
    gc.set_threshold(SMALL_THINGS)
    hurry, asked = threading.Event(), queue.Queue[dict[str, Any]]()

    def listen() -> None:
        for line in sys.stdin:
            told = json.loads(line)
            if "hurry" in told:
                hurry.set()
            else:
                hurry.clear()
                asked.put(told)
        os._exit(0)  # the box is gone, whatever is being thought

    threading.Thread(target=listen, daemon=True).start()
    while True:
        told = asked.get()
        try:
            answer = think(told, hurry)
        except Exception as fault:
            answer = {"fault": f"{type(fault).__name__}: {fault}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
