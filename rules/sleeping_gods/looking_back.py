"""Sleeping Gods looked back on: what is worth telling again, the journey, and what can be counted."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from rules.figures import Figure, Happening, Luck

from .events import TOTEMS_TO_WIN
from .state import Campaign

TELLS = (
    "campaign is",
    "mutin",
    "is found:",
    "the combat is won",
    "at 0 health",
    "Combat!",
    "gains quest",
    "used quest box",
    "has run out",
    "gains the level card",
    "crew is",
    "sails to",
    "Event:",
    "failed by",
    "Hazard",
    "success",
)
TRIED = re.compile(r"^\d+ of \d+: (success|failed)")


def stands(state: Campaign) -> str:
    if not state.players:
        return "The ship is being made ready."
    ship, region = state.ship, state.pack.regions.get(state.ship.region)
    where = region.name if region else ship.region
    return (
        f"Turn {state.turn}: the {state.pack.names.ship} lies at {where}, hull {ship.health}, morale {ship.morale}, "
        f"with {len(state.standing)} of {len(state.crew)} crew standing; it's {state.name(state.active)}'s turn."
    )


def journey(state: Campaign) -> list[Figure]:
    names, progress = state.pack.names, state.progress
    return [
        Figure("Turns", str(state.turn)),
        Figure(names.totems.capitalize(), f"{len(progress.totems)} of {TOTEMS_TO_WIN}"),
        Figure("Quests done", str(len(state.used_quests))),
        Figure("Event decks", f"{len(state.events.done) + 1} of 3"),
    ]


def figures(story: Iterable[Happening]) -> list[Figure]:
    tried, sailed, fights, worst = Counter[str](), 0, 0, Counter[str]()
    saved, down, luck = Counter[str](), set[str](), Luck()
    state: Campaign | None = None
    for each in story:
        state = each.state
        luck.see(each)
        standing = {*state.standing}
        for crew in state.crew:
            if crew in standing and crew in down:
                saved[crew] += 1
            elif crew not in standing and crew not in down:
                worst[crew] += 1
        down = {*state.crew} - standing
        for text in each.said:
            sailed += " sails to " in text
            fights += "the combat is won" in text
            if found := TRIED.match(text):
                tried[found[1]] += 1
    if state is None:
        return []
    back = ", ".join(f"{state.called(crew)} {count}×" for crew, count in saved.most_common(3))
    return [
        *journey(state)[1:],  # its turns are counted with every game's
        *([Figure("Challenges met", f"{tried['success']} of {tried.total()}")] if tried else []),
        *([Figure("Combats won", str(fights))] if fights else []),
        *([Figure("Voyages from region to region", str(sailed))] if sailed else []),
        *([Figure("Crew down", str(worst.total()))] if worst else []),
        *([Figure("Back on their feet", back)] if back else []),
        *luck.figures("Fate, on average"),
    ]
