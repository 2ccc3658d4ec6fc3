"""Players who know what they want: they act before they stop, hit the weakest, defend themselves and level up."""

from __future__ import annotations

import random
from typing import Any

from rules.ask import Ask, ChooseOne, EnterNumber, ReadStory
from rules.chance import Chance, ReadCard
from rules.children_of_morta import GAME
from rules.children_of_morta.rows import printed_health
from rules.children_of_morta.state import Table
from rules.position import Run, Step, some_step
from rules.record import Record


def play_sensibly(
    players: int, mode: str, seed: int, *, most: int = 15_000, custody: str = "box", give_up: bool = False
) -> tuple[Run, Record, list[int]]:
    """A whole game, checked after every answer: how it stands, what was answered, and the chapters that were begun.

    :param give_up: the family has had enough after its first run.
    """
    chance = random.Random(f"{mode}/{players}/{seed}")
    setup = GAME.setup(players, custody=custody)
    run, steps, begun = Run(GAME, GAME.begin(setup)), [], []
    while run.ask is not None:
        assert len(steps) < most, f"no end after {most} answers"
        story = run.ask.of(run.ask.seats[0])
        if isinstance(story, ReadStory) and story.text.startswith("Chapter "):
            begun.append(run.state.campaign.chapter)
        step = (_enough(run.ask) if give_up else None) or sensible_step(run.state, run.ask, mode, chance)
        steps.append(step)
        run.take(step)
        GAME.check(run.state)
    return run, Record(setup, tuple(steps)), begun


def _enough(ask: Ask) -> Step | None:
    """Start over when the heroes are home, and put everything away."""
    values = [option.value for option in getattr(ask, "options", ())]
    answer = "reset" if "reset" in values else "stop" if "stop" in values else None
    return Step("answer", answer, ask.seat) if answer else None


def sensible_step(state: Table, ask: Ask, mode: str, chance: random.Random) -> Step:
    """What a sensible player does next."""
    seat = chance.choice(ask.seats)
    asked = ask.of(seat)
    if asked is None or isinstance(asked, (Chance, ReadCard)):
        return some_step(GAME, state, ask, chance)
    answer = _want(state, asked, mode, chance)
    return some_step(GAME, state, ask, chance) if answer is None else Step("answer", answer, seat)


def _want(state: Table, ask: Ask, mode: str, chance: random.Random) -> Any:
    """What a sensible player answers; None: any answer is as good."""
    if isinstance(ask, EnterNumber):
        return ask.high if "shield" in ask.text else None
    if "earlier Family Trials" in ask.text:
        return []  # this is the family's first
    if not isinstance(ask, ChooseOne):
        return None
    values = [option.value for option in ask.options if not option.barred]
    acts = [value for value in values if str(value).startswith("act:")]
    uses = [value for value in values if str(value).split(":")[0] in ("item", "support", "bond", "ability")]
    if mode in values:
        return mode
    if "done" in values:
        if acts and chance.random() < 0.85:
            return chance.choice(acts)
        if uses and chance.random() < 0.5:
            return chance.choice(uses)
        return "potion" if "potion" in values else chance.choice(acts) if acts else "done"
    if "cover the" in ask.text:
        return _cover([str(value) for value in values], chance)
    targets = [str(value) for value in values if str(value).startswith(("enemy:", "window:", "boss"))]
    if targets:
        return _aim(state, ask, targets)
    if "about to take" in ask.text:
        return next((value for value in values if isinstance(value, int)), "take")
    if {"stop", "again"} <= set(map(str, values)):
        return "stop"
    for wanted in ("use", "keep", "yes", "on"):
        if wanted in values:
            return wanted
    rest = [value for value in values if value not in ("back", "reset", "save", "stop", "enough", "give up")]
    rest = [value for value in rest if not str(value).startswith(("join:", "leave:"))]
    return chance.choice(rest) if rest else None


def _cover(values: list[str], chance: random.Random) -> str | None:
    """A token that fits, else two as a wild, else fatigue."""
    tokens = [value for value in values if " " not in value and value != "back" and not value.startswith("fatigue")]
    pairs = [value for value in values if " " in value]
    fatigue = [value for value in values if value.startswith("fatigue")]
    best = tokens or pairs or fatigue
    return chance.choice(best) if best else None


def _aim(state: Table, ask: ChooseOne, targets: list[str]) -> str:
    """The boss, else whoever has least health left, else the fullest window."""
    if "boss" in targets:
        return "boss"

    def left(target: str) -> int:
        there = state.find(int(target[6:]))
        return printed_health(state, there[2]) - there[2].damage if there else 99

    enemies = [target for target in targets if target.startswith("enemy:")]
    if enemies:
        return min(enemies, key=left)
    windows = [option for option in ask.options if option.value in targets]
    return str(max(windows, key=lambda option: option.label.count(",")).value)
