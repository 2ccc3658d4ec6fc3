"""Whole games of Children of Morta by a family that knows what it wants."""

from __future__ import annotations

import random
from typing import Any

from rules.ask import Ask, ReadStory
from rules.children_of_morta import GAME
from rules.children_of_morta.sensible import Family
from rules.plain import Plain
from rules.position import Run, Step, sensible_sample
from rules.record import Record


def play_sensibly(
    players: int,
    mode: str,
    seed: int,
    *,
    most: int = 15_000,
    custody: str = "box",
    give_up: bool = False,
    careless: bool = False,
) -> tuple[Run, Record, list[int]]:
    """A whole game, checked after every answer: how it stands, what was answered, and the chapters that were begun.

    :param give_up: the family has had enough after its first run.
    :param careless: they do whatever comes to their minds.
    """
    chance = random.Random(f"{mode}/{players}/{seed}")
    family = Careless(GAME, chance, mode) if careless else Family(GAME, chance, mode)
    setup = GAME.setup(players, custody=custody)
    run, steps, begun = Run(GAME, GAME.begin(setup)), [], []
    while run.ask is not None:
        assert len(steps) < most, f"no end after {most} answers"
        story = run.ask.of(run.ask.seats[0])
        if isinstance(story, ReadStory) and story.text.startswith("Chapter "):
            begun.append(run.state.campaign.chapter)
        step = (_enough(run.ask) if give_up else None) or family.step(run.state, run.ask)
        steps.append(step)
        run.take(step)
        GAME.check(run.state)
    return run, Record(setup, tuple(steps)), begun


class Careless(Family):
    """They choose the mode and when to stop, and leave everything else to chance."""

    def want(self, state: Any, ask: Ask) -> Plain:
        values = [option.value for option in getattr(ask, "options", ())]
        return next((value for value in (self.mode, "stop") if value in values), None)

    def whose(self, state: Any, ask: Ask) -> Ask:
        return self.chance.choice(ask.each)

    def answer(self, state: Any, ask: Ask) -> Plain:
        wanted = self.want(state, ask)
        return sensible_sample(GAME, state, ask, self.chance) if wanted is None else wanted


def _enough(ask: Ask) -> Step | None:
    """Start over when the heroes are home, and put everything away."""
    values = [option.value for option in getattr(ask, "options", ())]
    answer = "reset" if "reset" in values else "stop" if "stop" in values else None
    return Step("answer", answer, ask.seat) if answer else None
