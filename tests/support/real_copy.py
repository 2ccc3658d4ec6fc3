"""A made-up printed copy of a voyage game, and its owner: the box has never seen a card of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from rules.ask import Ask, ChooseOne, EnterNumber, EnterText, PickSome
from rules.describing import Describe
from rules.plain import Plain
from rules.position import Run, Step, some_step
from rules.sheet import Field, WhatChanged
from rules.sleeping_gods import GAME
from rules.sleeping_gods.words import SKILLS

ENEMIES: dict[str, dict[str, Any]] = {
    "12": {"name": "Tin Heron", "defense": 4, "damage": 2, "signs": ["wings"], "takes": 3},
    "45": {"name": "Salt Widow", "defense": 3, "damage": 1, "signs": [], "takes": 4},
    "80": {"name": "The Long Tide", "defense": 5, "damage": 3, "signs": ["first strike"], "takes": 6},
}

TEXTS: tuple[dict[str, Any], ...] = (
    {},
    {"ship.morale": -1},
    {"ship.morale": 1, "resources.coins": 1},
    {"resources.coins": 4},
    {"ship.health": -1},
    {"crew.crew_1.damage": 1, "crew.crew_3.fatigue": 1},
    {"crew.captain.statuses": ["venom"]},
    {"progress.xp": 2},
    {"cards.gained": 300},
    {"quests.gained": 30},
    {"then": "challenge"},
    {"then": "combat"},
    {"then": "fate"},
    {"then": "search"},
    {"then": "gain_quest"},
    {"then": "gain_adventure"},
    {"then": "draw_ability"},
    {"then": "keep"},
)
"""What cards, tokens and paragraphs of this copy say: by how much something changes, or what comes next."""


HURT = {"do": "damage", "who": "participants_first", "n": "difference"}


def board(crew: str) -> dict[str, Any]:
    """What is printed on a crew board."""
    place = 0 if crew == "captain" else int(crew.removeprefix("crew_"))
    skills = {skill: (place + n) % 4 for n, skill in enumerate(SKILLS)}
    return {"health": 3 + place % 4, "accuracy": place % 3, "damage": 1 + place % 3, "block": place % 2, **skills}


class Owner:
    """Reads what is printed, does what it says, and tells the box no more than it asks for."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)
        self.cards = 300

    def step(self, state: Any, ask: Ask) -> Step:
        asked = self.chance.choice(ask.each)
        answer = self.answer(state, asked)
        return some_step(GAME, state, asked, self.chance) if answer is None else Step("answer", answer, asked.seat)

    def answer(self, state: Any, ask: Ask) -> Plain:
        """None: anything will do."""
        if isinstance(ask, WhatChanged):
            return self.sheet(state, ask)
        if isinstance(ask, Describe):
            return self.described(ask)
        if isinstance(ask, EnterNumber) and ask.slot:  # the number on the back of a card
            self.cards += 1
            return self.cards
        if isinstance(ask, EnterText):
            if "enemies" in ask.text:
                return self.chance.choice(("12", "45 12", "80", "12, 45"))
            return self.chance.choice(("12", "B7", "169")) if "paragraph" in ask.text else None
        if isinstance(ask, ChooseOne) and ask.default is not None and self.chance.random() < 0.8:
            return ask.default
        if isinstance(ask, PickSome) and ask.text.endswith("?") and ask.default is not None:
            return ask.default
        return None

    def described(self, ask: Describe) -> Plain:
        """A challenge of the book, a card with something on it, or a name alone."""
        if "challenge" in ask.text:
            return {"skill": "craft", "number": 8, "fail": [HURT]}
        return {"effects": [HURT | {"n": 1}]} if "effects" in ask.begun and self.chance.random() < 0.5 else ask.begun

    def sheet(self, state: Any, ask: WhatChanged) -> dict[str, Plain]:
        paths = {each.path: each for each in ask.fields}
        if "ship.morale" in paths:
            return self.done(ask, paths)
        if "combat.combo" in paths:
            return self.laid(state, paths)
        told = {path: self.printed(path, field) for path, field in paths.items()}
        return {path: value for path, value in told.items() if value is not None}

    def done(self, ask: WhatChanged, paths: Mapping[str, Field]) -> dict[str, Plain]:
        """Some text of the copy, as far as it can be done now."""
        wanted: dict[str, Plain] = {}
        for path, by in self.chance.choice(TEXTS).items():
            field = paths.get(path)
            if path == "then":
                wanted |= {path: by} if by in [option.value for option in ask.then] else {}
            elif path.endswith(".gained"):
                self.cards += 1
                wanted[path] = self.cards
            elif field and field.kind == "some":
                wanted[path] = by
            elif field and field.low <= field.now + by <= field.high:
                wanted[path] = field.now + by
        if "story.turn_to" in paths and "then" not in wanted and self.chance.random() < 0.5:
            wanted["story.turn_to"] = self.chance.choice(("33", "C4"))
        return wanted

    def laid(self, state: Any, paths: Mapping[str, Field]) -> dict[str, Plain]:
        """An enemy falls when as much damage lies on it as its hearts take."""
        told: dict[str, Plain] = {}
        for place, foe in enumerate(state.combat.row):
            card = ENEMIES.get(str(foe.number))
            if f"combat.row.{place}.fallen" in paths and foe.tokens >= (card["takes"] if card else 3):
                told[f"combat.row.{place}.fallen"] = True
        return told

    def printed(self, path: str, field: Field) -> Plain:
        """What stands on the board or card a question is about."""
        whose, _, what = path.rpartition(".")
        if whose in ENEMIES:
            return ENEMIES[whose][what]  # type: ignore[no-any-return]
        if whose == "captain" or whose.startswith("crew_"):
            value = board(whose).get(what)
            return None if value is None else max(field.low, value)
        return {"price": 2, "name": f"Card {self.cards}"}.get(path)


def whole_campaign(setup: Any, seed: str, most: int = 6_000) -> Run:
    """One campaign to its end by its owner, everything checked after each answer."""
    owner, run = Owner(seed), Run(GAME, GAME.begin(setup))
    for _ in range(most):
        if run.ask is None:
            return run
        run.take(owner.step(run.state, run.ask))
        GAME.check(run.state)
    raise AssertionError(f"no end after {most} answers")
