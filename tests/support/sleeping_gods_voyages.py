"""Whole campaigns at random, with things done at any time in between; everything is checked after each step."""

from __future__ import annotations

import random
from typing import Any

from rules.position import Run, Step, some_step
from rules.record import Record
from rules.sleeping_gods import GAME


def voyage(setup: Any, seed: str, *, asides: float = 0.15, most: int = 20_000, show: bool = True) -> tuple[Run, Record]:
    """One campaign to its end through random answers and asides."""
    chance = random.Random(seed)
    run = Run(GAME, GAME.begin(setup))
    steps: list[Step] = []
    while run.ask is not None:
        assert len(steps) < most, f"no end after {most} steps"
        step = None
        if chance.random() < asides and len(run._rules) == 1 and run.state.order:
            seat = chance.choice(run.state.order)
            options = [
                option.value for option in GAME.asides(run.state, seat) if not option.barred and option.value != "reset"
            ]
            if options:
                step = Step("aside", chance.choice(options), seat)
        if step is None:
            step = some_step(GAME, run.state, run.ask, chance)
        steps.append(step)
        run.take(step)
        GAME.check(run.state)
        if show and len(steps) % 20 == 0:
            GAME.view(run.state)
            for seat in (None, *run.state.order):
                GAME.show(run.state, seat)
    return run, Record(setup, tuple(steps))
