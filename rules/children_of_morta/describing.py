"""A card of the owner's copy, described by taps: from then on the box does what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..ask import Anew
from ..describing import Describe, rehearsed
from ..plain import load
from . import effects
from . import vocabulary as v
from .components import AS_PRINTED, BY_HAND, UNREAD
from .proofread import WORDS, card_misfits, within
from .speaking import WHEN, Speech
from .state import Table
from .wording import sentence

STORIES = ("chapter_cards", "house_cards")
PAIRS = ("supports", "bonds")


def is_open(state: Table, source: str) -> bool:
    """Whether nobody has described this card yet.

    :param source: its table and id, such as ``items/elixir``; of a hero it is the ability.
    """
    table, _, id = source.partition("/")
    if not state.is_own or not id:
        return False
    if table == "heroes":
        return "ability" in state.pack.heroes[id].unread
    return getattr(state.pack, table)[id].effect in (BY_HAND, UNREAD)


def name_of(state: Table, source: str) -> str:
    table, _, id = source.partition("/")
    name: str = getattr(state.pack, table)[id].name
    return f"{name}'s ability" if table == "heroes" else name


async def describe(state: Table, seat: str, source: str) -> None:
    """When it works, what it costs and what it does, in one answer."""
    table, _, id = source.partition("/")
    name, place = name_of(state, source), "a chapter or house card" if table in STORIES else ""

    def odd(effect: v.CardEffect) -> Iterator[str]:
        for _, word in within(effect.effects):
            if word.do not in WORDS[place or effect.timing]:
                works = place or f"a card that works {WHEN[effect.timing]}"
                yield f"“{Speech(state.pack).called(word.do)}” can't stand on {works}."
        for misfit in card_misfits(state.pack, (), effect, place, table in PAIRS):
            yield f"{misfit.why[:1].upper()}{misfit.why[1:]}."

    def question() -> Describe:
        begun, speech = v.CardEffect(timing="hero_turn"), Speech(state.pack, place)
        text = f"{name}: what does it say?"
        return Describe(
            seat,
            text,
            v.CardEffect,
            begun,
            speech,
            judge=odd,
            trial=lambda told: _tried(state, seat, told),
            about=[name],
        )

    effect = _whole(state, load(v.CardEffect, await Anew(question)), place)
    thing = getattr(state.pack, table)[id]
    if table == "heroes":
        left = tuple(each for each in thing.unread if each != "ability")
        state.tell(table, id, replace(thing, ability=effect, unread=left))
    else:
        state.tell(table, id, replace(thing, effect=effect))
    state.say(f"The box knows {name} from now on.")


def _whole(state: Table, effect: v.CardEffect, place: str) -> v.CardEffect:
    """With its words on it; where nobody said what it does, people go on doing it by hand."""
    says = sentence(effect.effects, state.pack)
    text = effect.text or (f"{says[:1].upper()}{says[1:]}." if says else AS_PRINTED)
    if effect.effects or "manual" not in WORDS[place or effect.timing]:
        return replace(effect, text=text)
    return replace(effect, text=text, effects=(v.Manual(text=text),))


def _tried(state: Table, seat: str, effect: v.CardEffect) -> list[str]:
    """What it would do now."""
    from ..games import game

    if effect.timing == "passive" or not effect.effects:
        return [
            "It counts as long as it lies there." if effect.effects else "You do it yourselves and say what changed."
        ]
    return rehearsed(
        game(state.setup.game), state, lambda copy: effects.carry_out(copy, effect.effects, effects.Cause(seat))
    )
