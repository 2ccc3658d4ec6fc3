"""A card of the owner's copy, described on one sheet: from then on the box does what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..read_off import choice, count, read_off, written
from ..sheet import Field
from . import vocabulary as v
from .components import AS_PRINTED, BY_HAND, UNREAD
from .icons import give_fields, given
from .proofread import WORDS
from .state import Table

WHEN: dict[v.Timing, str] = {
    "hero_turn": "in the heroes' turn",
    "enemy_phase_before_damage": "when you are about to be hurt",
    "on_draw": "when you have drawn tokens",
    "on_defeat": "when an enemy of your row falls",
    "clean_up": "in clean-up",
    "passive": "always",
}
USES: dict[v.Uses, str] = {
    "unlimited": "as often as you like",
    "per_round": "once a round",
    "per_run": "once a run",
}
WHO: dict[v.Who, str] = {
    "self": "you",
    "any_hero": "any one hero",
    "each_hero": "every hero",
}
GIVES = (
    "heal", "focus", "shield", "evade", "rage", "morv", "gemstone", "potion", "item", "xp", "tokens", "fatigue",
    "damage", "stun", "push", "less", "attack", "cheaper",
)  # fmt: skip
TALE = ("heal", "focus", "shield", "evade", "rage", "morv", "gemstone", "potion", "item", "xp", "hurt", "corruption")
SAYS, COSTS, DOES = "What it says", "It costs", "It gives"
STORIES = ("chapter_cards", "house_cards")


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
    """When it works, what it costs and what it gives, in one answer."""
    table, _, id = source.partition("/")
    name, story = name_of(state, source), table in STORIES
    which = TALE if story else GIVES
    fields = [written("text", "in a sentence", SAYS, "")]
    fields += [] if story else _card_fields(state)
    fields += [choice("who", "for whom?", DOES, _plain(_whom(table))), *give_fields("", DOES, which)]
    told, _ = await read_off(state, seat, f"{name}: what does it say?", fields, likely=[SAYS, DOES], about=[name])
    effect = _effect(told, which, story=story)
    thing = getattr(state.pack, table)[id]
    if table == "heroes":
        left = tuple(each for each in thing.unread if each != "ability")
        state.tell(table, id, replace(thing, ability=effect, unread=left))
    else:
        state.tell(table, id, replace(thing, effect=effect))
    state.say(f"The box knows {name} from now on.")


def _plain(words: Mapping[Any, str]) -> dict[str, str]:
    return {str(value): label for value, label in words.items()}


def _whom(table: str) -> dict[v.Who, str]:
    more: dict[v.Who, str] = {"other": "the other hero of the card"} if table in ("supports", "bonds") else {}
    return {**WHO, **more}


def _card_fields(state: Table) -> list[Field]:
    return [
        choice("when", "works", SAYS, _plain(WHEN)),
        choice("uses", "how often?", SAYS, _plain(USES)),
        count("pay_focus", "focus", COSTS, high=9),
        count("spend_rage", "rage", COSTS, high=9),
        count("flip_token", "tokens flipped", COSTS, high=3),
        count("lose_health", "health", COSTS, high=9),
    ]


def _effect(told: Mapping[str, Any], which: tuple[str, ...], *, story: bool) -> v.CardEffect:
    """As far as its words fit their moment; if none does, people go on doing it by hand."""
    timing: v.Timing = next((each for each in WHEN if each == told.get("when")), "hero_turn")
    place = "a chapter or house card" if story else timing
    who = next(each for each in (*WHO, "other") if each == told["who"])
    text = str(told["text"]) or AS_PRINTED
    words = tuple(word for word in given(told, "", which, who, text) if word.do in WORDS[place])
    if timing == "passive":
        return v.CardEffect(timing=timing, effects=words, text=text)
    return v.CardEffect(
        timing=timing,
        cost=_cost(told),
        effects=words or ((v.Manual(text=text),) if "manual" in WORDS[place] else ()),
        uses=next((each for each in USES if each == told.get("uses")), "unlimited"),
        text=text,
    )


def _cost(told: Mapping[str, Any]) -> tuple[v.Cost, ...]:
    prices: list[v.Cost] = []
    for pay in _PRICES:
        if told.get(pay):
            prices.append(v.Price(pay=pay, n=told[pay]))
    if told.get("flip_token"):
        prices.append(v.FlipToken(n=told["flip_token"]))
    return tuple(prices)


_PRICES: tuple[Any, ...] = ("pay_focus", "spend_rage", "lose_health")
