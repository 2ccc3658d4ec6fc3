"""How a run ends: the objectives of the chapter, and the two ways to lose (CM-201 to CM-205)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from ..game import Scene
from .state import Hero, Table
from .vocabulary import (
    Collect,
    DefeatBoss,
    DefeatEnemies,
    Explore,
    ManualGoal,
    Objective,
    Reach,
    ResolveChapterCard,
)


class RunOver(Exception):
    """The run ends here and now; nothing later is resolved."""


class FightWon(Exception):
    """The boss fell but the run goes on: no enemy phase follows (CM-R92)."""


def lose(state: Table, way: Literal["health", "space", "given up"], reason: str) -> None:
    """The run is lost at this instant (CM-205); what a chapter does to heroes after the run ends nothing any more."""
    if state.run.result:
        return
    state.run.result, state.run.way, state.run.reason = "lost", way, reason
    state.say(f"{reason} The run is lost.", scene=Scene("The run is lost", "CM-202"))
    raise RunOver


def fall(state: Table, hero: Hero) -> None:
    """A hero whose health is 0 ends the run at once (CM-190, CM-R71)."""
    if hero.health > 0 or not ends_the_run(state):
        return
    lose(state, "health", f"{state.hero_name(hero.seat)} has no health left.")


def ends_the_run(state: Table) -> bool:
    """Whether a hero without health loses the run now, or by a house rule only in the enemy phase (CM-R71)."""
    return state.run.enemy_phase or not state.toggle("defeat_only_in_enemy_phase")


def objectives(state: Table) -> tuple[Objective, ...]:
    """What has to be done: in the Family Trial the final boss has to fall (CM-325)."""
    if state.mode == "trial":
        assert state.pack.trial is not None
        return (DefeatBoss(boss=state.pack.trial.bosses[-1]),)
    return state.pack.chapters[state.campaign.chapter].objectives


def met(state: Table, goal: Objective, place: int = -1) -> bool:
    """Whether *goal* is reached; *place* is where it stands among the objectives, for those the players call."""
    have, need = progress(state, goal, place)
    return have >= need


def progress(state: Table, goal: Objective, place: int = -1) -> tuple[int, int]:
    """How far *goal* is, and how far it has to be."""
    run = state.run
    if isinstance(goal, DefeatBoss):
        return int(goal.boss in run.bosses_beaten), 1
    if isinstance(goal, Reach):
        return int(goal.location in run.explored), 1
    if isinstance(goal, Explore):
        return len(run.explored), goal.n or sum(
            bool(each.tiles) for each in state.pack.maps[run.map].locations.values()
        )
    if isinstance(goal, ResolveChapterCard):
        # Drawn cards stay out when the chapter is played again (CM-R4), so what was done with them stays done, too.
        deck = state.pack.chapters[state.campaign.chapter].chapter_deck if state.mode == "story" else ()
        done = [card for card in state.campaign.chapter_cards_done if card in deck]
        return (int(goal.card in done), 1) if goal.card else (len(done), goal.n)
    if isinstance(goal, DefeatEnemies):
        fallen = sum(run.defeated.values()) if goal.deck == "any" else run.defeated.get(goal.deck, 0)
        return fallen, goal.n
    if isinstance(goal, Collect):
        held = [len(h.items) if goal.resource == "item" else getattr(h, goal.resource) for h in run.heroes.values()]
        return sum(held), goal.n
    assert isinstance(goal, ManualGoal)
    return int(place in run.said_done), 1


def call_done(state: Table) -> None:
    """The players say that everything only they can judge is done."""
    goals = objectives(state)
    state.run.said_done = [place for place, goal in enumerate(goals) if isinstance(goal, ManualGoal)]
    judge(state, end_of_round=True)


@contextmanager
def event(state: Table) -> Iterator[None]:
    """What happens at one stroke, such as a blow that fells several, or a card from top to bottom.

    Whether it wins the run is looked at when all of it has happened, or the first reward would take the others from
    everybody else; and if it wins and loses the run, it is lost (CM-R54, CM-R77).
    """
    state.under_way += 1
    won: FightWon | None = None
    try:
        yield
    except FightWon as fight:
        won = fight
    finally:
        state.under_way -= 1
        due = state.judge_after and not state.under_way
        state.judge_after = state.judge_after and not due
    if due:
        judge(state)
    if won:
        raise won


def judge(state: Table, *, end_of_round: bool = False) -> None:
    """The run is won as soon as every objective is met; some are only looked at when a round ends (CM-R77)."""
    run = state.run
    if run.result or not run.heroes:
        return
    if state.under_way:
        state.judge_after = True
        return
    goals = objectives(state)
    if not goals or (not end_of_round and any(goal.check == "end_of_round" for goal in goals)):
        return
    if all(met(state, goal, place) for place, goal in enumerate(goals)):
        run.result, run.way, run.reason = "won", "objective", "Every objective is met."
        state.say("Every objective is met: the run is won.", scene=Scene("The run is won", "CM-201"))
        raise RunOver
