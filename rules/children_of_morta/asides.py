"""What players may do at any time: take back "done", play an item before drawing, call a goal done, start over."""

from __future__ import annotations

from collections.abc import Awaitable

from ..ask import EVENING, ChooseOne, Option, ask_each
from . import cards, doing, home
from .outcome import FightWon, RunOver, judge, objectives
from .state import Table
from .vocabulary import ManualGoal

IN_PLAY = ("encounter", "bazaar", "boss_card", "draw", "perform", "enemy", "clean_up")


def asides(state: Table, seat: str) -> tuple[Option, ...]:
    """What *seat* may do besides the pending question."""
    if not state.mode or seat not in state.seats or state.result or state.phase == "after_reset":
        return ()
    found: list[Option] = []
    if state.phase == "perform" and seat in state.run.heroes and state.hero(seat).done:
        found.append(Option("on again", "Not done after all"))
    if state.phase == "draw" and seat in state.run.heroes:
        for card in cards.held(state, seat):
            if card.effect.timing == "hero_turn":
                barred, hint = cards.why_not(state, seat, card), cards.told(state, seat, card)
                found.append(Option(f"card {card.key}", f"Use {card.name}", barred, hint=hint))
    if state.is_own and state.phase in IN_PLAY and not state.run.result and state.run.heroes:
        found.append(Option("by hand", "Do what a card says", hint="a card or an ability the box doesn't know"))
    if state.run.heroes and not state.run.result and state.phase != "set_up":
        for place, goal in enumerate(objectives(state)):
            if isinstance(goal, ManualGoal) and place not in state.run.said_done:
                found.append(Option(f"goal {place}", f"Done: {goal.text}"))
    found.append(Option("reset", "Start over", hint="Everybody is asked first.", group=EVENING))
    return tuple(found)


async def aside(state: Table, seat: str, name: str) -> None:
    """Carry one of them out."""
    what, _, which = name.partition(" ")
    if name == "on again":
        state.hero(seat).done = False
        state.say(f"{state.hero_name(seat)} goes on after all.")
    elif what == "card":
        card = next(each for each in cards.held(state, seat) if each.key == which)
        await _it_may_be_over(state, cards.use(state, seat, card))
    elif name == "by hand":
        mine = [card.source for card in cards.held(state, seat)]
        text = f"{state.hero_name(seat)} uses a card or an ability."
        await _it_may_be_over(state, doing.do_it(state, seat, text, mine))
    elif what == "goal":
        state.run.said_done.append(int(which))
        try:
            judge(state)
        except RunOver:
            state.phase = "run_end"
    else:
        await _reset(state)


async def _it_may_be_over(state: Table, deed: Awaitable[None]) -> None:
    """What somebody does at any time may end the fight or the run."""
    try:
        await deed
    except RunOver:
        state.phase = "run_end"
    except FightWon:
        state.phase = "boss_down"


async def _reset(state: Table) -> None:
    """Everybody has to agree, for the whole progress is lost (CM-286)."""
    options = (Option("no", "No"), Option("yes", "Yes, lose everything"))
    asks = [ChooseOne(each, "Start over? You lose the whole campaign.", options) for each in state.seats]
    answers = await ask_each(asks, "Start over?")
    if all(answer == "yes" for answer in answers.values()):
        home.reset(state)
    else:
        state.say("The game goes on.")
