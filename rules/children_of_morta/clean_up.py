"""Clean-up (CM-192 to CM-199)."""

from __future__ import annotations

from ..ask import ChooseOne, Option
from . import cards
from .effects import return_tokens
from .exploring import is_unwritten
from .outcome import judge, objectives
from .rows import close_in, dismiss
from .state import ROW, Hero, Table
from .tracks import forward, highest
from .vocabulary import ManualGoal
from .wording import so_many


async def clean_up(state: Table) -> None:
    """Five steps for all players together (CM-R76)."""
    run = state.run
    if state.toggle("may_return_unused"):
        for seat in state.in_order():
            await return_tokens(state, seat, len(state.hero(seat).hand))
    for seat in state.in_order():
        await cards.offer(state, seat, "clean_up")
    for seat in state.in_order():
        hero = state.hero(seat)
        tokens_into_bag(state, hero)
        hero.defence = 0
        if hero.focus < highest(state, hero, "focus"):  # if possible (CM-195); that it is not is no news
            forward(state, hero, "focus", 1)
        _clear_face_down(state, hero)
        close_in(state, hero)
        hero.drawn = hero.done = False
        hero.acting = None
        hero.used_this_round = []
    for link in run.links:
        link.used = False
    await _ask_for_goals(state)
    judge(state, end_of_round=True)
    pass_leader(state)
    run.round += 1
    state.phase = "boss_card" if run.boss else "encounter"


def tokens_into_bag(state: Table, hero: Hero) -> None:
    """Face-down skill and fatigue tokens and drawn corruption; the fatigue discard pile stays (CM-R74)."""
    bag = state.campaign.bag
    used = [token for tokens in hero.actions.values() for token in tokens] + hero.spent
    used += ["corruption"] * hero.corruption
    for token in used:
        bag[token] = bag.get(token, 0) + 1
    if used:
        state.say(f"{state.hero_name(hero.seat)} puts {so_many(len(used), 'token')} into the bag.")
    hero.actions, hero.spent, hero.corruption = {}, [], 0


def _clear_face_down(state: Table, hero: Hero) -> None:
    """Cards that held their space after defeat go now (a house rule, CM-R53)."""
    for place in range(ROW):
        enemy = hero.row[place]
        if enemy and enemy.face_down:
            hero.row[place] = None
            dismiss(state, enemy)


async def _ask_for_goals(state: Table) -> None:
    """Objectives only people can judge are asked for when a round ends; an owner's with the next movement."""
    for place, goal in enumerate(() if is_unwritten(state) else objectives(state)):
        if isinstance(goal, ManualGoal) and place not in state.run.said_done:
            options = (Option("no", "Not yet"), Option("yes", "It is done"))
            if await ChooseOne(state.speaker(), f"{goal.text} Is it done?", options) == "yes":
                state.run.said_done.append(place)


def pass_leader(state: Table) -> None:
    """Leadership goes one seat to the left; solo, every other round has no leader (CM-199, CM-351)."""
    run = state.run
    if state.solo:
        run.leader = None if run.leader else state.seats[0]
        state.say("The leader token is flipped.")
        return
    run.leader = state.left(run.leader) if run.leader else state.seats[0]
    assert run.leader is not None
    state.say(f"{state.hero_name(run.leader)} leads now.")
