"""Doing what cards, events and stories say, one effect after another."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from ..ask import ChooseOne, Option, ReadStory, Refusal
from ..game import Scene
from .asking import BrokenOff, ask
from .conditions import holds, says, unpayable
from .effects import Effect
from .failure import end
from .fate import band_of, draw_fate
from .state import ByHand, Campaign, Context, DoEffects, Fight, TellStory
from .supply import pay
from .wording import bands, words

Deed = Callable[[Campaign, Any, Context], Awaitable[None]]


def push(state: Campaign, effects: Iterable[Effect], context: Context | None = None) -> None:
    """Put effects on the agenda, to be done next."""
    todo = list(effects)
    if todo:
        state.agenda.append(DoEffects(effects=todo, context=context or Context()))


async def perform(state: Campaign, effects: Iterable[Effect], context: Context) -> None:
    """Do these effects here and now, whatever they lead to."""
    depth = len(state.agenda)
    push(state, effects, context)
    while len(state.agenda) > depth:
        await go_on(state)


async def go_on(state: Campaign) -> None:
    """One step of the innermost thing on the agenda."""
    task = state.agenda[-1]
    if isinstance(task, DoEffects):
        if not task.effects:
            if task.then_read:
                text, story = "Read the failure description.", task.then_read
                await ask(state, lambda: ReadStory(state.active, text, "failure", story, waits=False))
                state.say(story, scene=Scene("It goes wrong", book=True))
            state.agenda.remove(task)
            return
        effect = task.effects.pop(0)
        await deeds()[effect.do](state, effect, task.context)
    else:
        await tasks()[task.task](state, task)


def unwind(state: Campaign, broken: BrokenOff) -> None:
    """Leave the combat or story that was broken off, and all that hung on it."""
    state.broken = ""
    kind = Fight if broken.what == "combat" else TellStory
    while state.agenda:
        task = state.agenda.pop()
        if isinstance(task, Fight):
            state.combat = None
        if isinstance(task, kind):
            break
    state.trial = state.fate = None


_TASKS: dict[str, Callable[[Campaign, Any], Awaitable[None]]] = {}


def tasks() -> dict[str, Callable[[Campaign, Any], Awaitable[None]]]:
    """What is done with each thing on the agenda besides effects."""
    if not _TASKS:
        from .combat import fight
        from .owner import by_hand
        from .story import tell

        _TASKS.update({"story": tell, "combat": fight, "by_hand": by_hand})
    return _TASKS


_DEEDS: dict[str, Deed] = {}


def deeds() -> dict[str, Deed]:
    """What each verb does."""
    if not _DEEDS:
        from . import card_deeds, crew_deeds, ship_deeds

        _DEEDS.update(_CONTROL)
        for chapter in (ship_deeds.DEEDS, crew_deeds.DEEDS, card_deeds.DEEDS):
            _DEEDS.update(chapter)
    return _DEEDS


def acting(state: Campaign, context: Context) -> str:
    """Whose choice it is: whoever activated it, else the active player."""
    return context.seat or state.active


# ----- choosing and repeating


CONCERNS = ("damage", "restore_health", "gain_fatigue", "remove_fatigue", "gain_status")
"""Verbs that ask for one of the crew, or for a sharing out among them."""


def concerns_crew(effects: Sequence[Effect]) -> bool:
    """Whether the first thing it does may ask whom it concerns."""
    return bool(effects) and effects[0].do in CONCERNS


def push_chosen(state: Campaign, effects: Sequence[Effect], context: Context) -> None:
    """Effects that somebody just chose: whom the first one usually concerns stood beside the choice."""
    push(state, effects[1:], context)
    push(state, effects[:1], replace(context, chosen=concerns_crew(effects)))


async def _choice(state: Campaign, effect: Any, context: Context) -> None:
    seat = acting(state, context)

    def barred(way: Any) -> Refusal | None:
        if not holds(state, way.requires):
            return Refusal("SG-143", f"This {says(way.requires)}.")
        return unpayable(state, way.effects, seat)

    def build() -> ChooseOne:
        text = effect.text or f"{context.source}: choose."
        return ChooseOne(
            seat,
            text,
            [
                Option(i, w.label, barred(w), hint=words(w.effects), begins=concerns_crew(w.effects))
                for i, w in enumerate(effect.options)
            ],
        )

    if all(barred(way) for way in effect.options):
        state.say(f"{context.source}: nothing of this can be chosen.")
        return
    chosen = effect.options[await ask(state, build)]
    state.say(f"{state.name(seat)} chooses: {chosen.label}")
    push_chosen(state, chosen.effects, context)


async def _one_of(state: Campaign, effect: Any, context: Context) -> None:
    seat = acting(state, context)

    def build() -> ChooseOne:
        ways = [
            Option(i, words(w), unpayable(state, w, seat) or impossible(state, w), begins=concerns_crew(w))
            for i, w in enumerate(effect.options)
        ]
        if all(way.barred for way in ways):
            ways = [Option(i, words(w), unpayable(state, w, seat)) for i, w in enumerate(effect.options)]
        return ChooseOne(seat, f"{context.source}: choose one.", ways)

    if all(unpayable(state, way, seat) for way in effect.options):
        state.say(f"{context.source}: nothing of this can be chosen.")
        return
    push_chosen(state, effect.options[await ask(state, build)], context)


def impossible(state: Campaign, effects: Iterable[Effect]) -> Refusal | None:
    """Discarding a hand card one does not have is no way out (SG-E4)."""
    for effect in effects:
        if effect.do == "discard_hand" and not effect.optional and effect.who == "active_player":
            hand = state.players[state.active].hand
            from .hands import may_hold

            if not hand or (effect.skill != "any" and not may_hold(state, state.active, effect.skill)):
                return Refusal("SG-130", f"{state.name(state.active)} holds no such card.")
    return None


async def _optional(state: Campaign, effect: Any, context: Context) -> None:
    seat = acting(state, context)

    def build() -> ChooseOne:
        yes = Option("yes", words(effect.effects), unpayable(state, effect.effects, seat))
        usual = "no" if yes.barred else "yes"
        text = f"{context.source}: do you want to?"
        aloud = f"{context.source}: {words(effect.effects)}?"
        return ChooseOne(seat, text, [yes, Option("no", "no")], default=usual, spoken=aloud)

    if await ask(state, build) == "yes":
        push(state, effect.effects, context)


async def _sequence(state: Campaign, effect: Any, context: Context) -> None:
    push(state, effect.effects, context)


async def _for_each(state: Campaign, effect: Any, context: Context) -> None:
    contexts: list[Context] = []
    if effect.over == "player":
        contexts = [replace(context, seat=seat) for seat in _from_active(state)]
    elif effect.over in ("crew", "participant"):
        crew = list(state.crew) if effect.over == "crew" else context.participants
        contexts = [replace(context, crew=each) for each in crew]
    else:
        contexts = [context] * len(state.progress.totems)
    for each in reversed(contexts):
        push(state, effect.effects, each)


def _from_active(state: Campaign) -> list[str]:
    place = state.order.index(state.active)
    return [*state.order[place:], *state.order[:place]]


async def _repeat_until(state: Campaign, effect: Any, context: Context) -> None:
    if not holds(state, effect.until) and effect.most > 0:
        push(state, (*effect.effects, replace(effect, most=effect.most - 1)), context)


async def _if(state: Campaign, effect: Any, context: Context) -> None:
    push(state, effect.then if holds(state, effect.condition) else effect.otherwise, context)


async def _if_keyword(state: Campaign, effect: Any, context: Context) -> None:
    push(state, effect.then if effect.keyword in state.keywords else effect.otherwise, context)


async def _require_keyword(state: Campaign, effect: Any, context: Context) -> None:
    if effect.keyword not in state.keywords and state.agenda and isinstance(state.agenda[-1], DoEffects):
        state.agenda[-1].effects.clear()


async def _pay(state: Campaign, effect: Any, context: Context) -> None:
    seat = acting(state, context)
    if unpayable(state, (effect,), seat):
        state.say(f"{context.source}: that cannot be paid.")
        if state.agenda and isinstance(state.agenda[-1], DoEffects):
            state.agenda[-1].effects.clear()
        return
    await pay(state, effect.cost, seat, context.source)


async def _fate_table(state: Campaign, effect: Any, context: Context) -> None:
    why = f"{context.source}: draw fate ({bands(effect.bands)})."
    fate = await draw_fate(state, why, combat=effect.combat, table=effect.bands)
    band = band_of(effect.bands, fate)
    if band.text:
        state.say(band.text)
    push(state, band.effects, replace(context, fate=fate))


async def _turn_to(state: Campaign, effect: Any, context: Context) -> None:
    from .story import turn_to

    if any(isinstance(task, DoEffects) and task.failing for task in state.agenda):
        # a failure that turns elsewhere does so instead of the next line (SG-210, SG-214)
        missed = [task for task in state.agenda if isinstance(task, DoEffects) and task.next_line]
        state.agenda[:] = [task for task in state.agenda if task not in missed[-1:]]
    turn_to(state, effect.paragraph)


async def _return_to_ship(state: Campaign, effect: Any, context: Context) -> None:
    if state.story:
        state.story.stage = "over"


async def _end_campaign(state: Campaign, effect: Any, context: Context) -> None:
    how = "story_win" if effect.outcome == "win" else "story_fail"
    await end(state, how, won=effect.outcome == "win", paragraph=effect.paragraph or "")


async def _combat(state: Campaign, effect: Any, context: Context) -> None:
    push(state, effect.then, context)
    if state.combat:
        from .combat import join_row

        await join_row(state, list(effect.enemies))
        return
    state.agenda.append(Fight(enemies=list(effect.enemies), where=context.source))


async def _challenge(state: Campaign, effect: Any, context: Context) -> None:
    from .challenge import face

    await face(state, effect, context)


async def _manual(state: Campaign, effect: Any, context: Context) -> None:
    context = replace(context, seat=acting(state, context))
    state.agenda.append(ByHand(text=effect.text, context=context))


_CONTROL: dict[str, Deed] = {
    "choice": _choice,
    "one_of": _one_of,
    "optional": _optional,
    "sequence": _sequence,
    "for_each": _for_each,
    "repeat_until": _repeat_until,
    "if": _if,
    "if_keyword": _if_keyword,
    "require_keyword": _require_keyword,
    "pay": _pay,
    "fate_table": _fate_table,
    "turn_to": _turn_to,
    "return_to_ship": _return_to_ship,
    "end_campaign": _end_campaign,
    "combat": _combat,
    "challenge": _challenge,
    "manual": _manual,
}
