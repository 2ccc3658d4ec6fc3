"""What people tap to say what is printed on a card of the family's copy, and the sentence that reads it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, get_args

from .. import draft
from ..draft import Inside
from ..grammar import Part, Word
from ..plain import Plain
from . import vocabulary as v
from .components import Pack
from .proofread import WORDS
from .wording import amount, condition, in_words, price, whom
from .wording import sentence as said

WHEN: dict[v.Timing, str] = {
    "hero_turn": "in the heroes' turn",
    "before_roll": "before a roll",
    "after_roll": "after a roll",
    "on_critical": "on a critical",
    "on_draw": "when you have drawn tokens",
    "on_defeat": "when an enemy of your row falls",
    "encounter": "in an encounter",
    "enemy_phase_before_damage": "when you are about to be hurt",
    "clean_up": "in clean-up",
    "home": "at home",
    "passive": "always",
}
USES: dict[v.Uses, str] = {
    "unlimited": "as often as you like",
    "per_round": "once a round",
    "per_run": "once a run",
    "once": "once, then it is gone",
}

LABELS = {
    "melee": "melee attack",
    "ranged": "ranged attack",
    "melee_area": "melee area",
    "row_area": "row area",
    "gain": "gain shield, evade or focus",
    "stun_enemy": "stun enemies",
    "push": "push an enemy",
    "attack": "attack the hero",
    "stun_hero": "stun the hero",
    "summon": "summon enemies",
    "move_board": "go over to a neighbour",
    "bonus_damage": "damage to another enemy",
    "take": "take something",
    "damage_hero": "damage to a hero",
    "deal": "damage to an enemy",
    "gain_xp": "gain XP",
    "draw_tokens": "draw tokens",
    "recover_fatigue": "recover fatigue",
    "return_token": "put tokens back",
    "reroll": "roll dice again",
    "add_value": "more for actions",
    "add_die": "more dice for actions",
    "reduce_focus_cost": "actions cost less focus",
    "treat_colour_as": "a colour counts as another",
    "reduce_damage": "less damage",
    "stun_boss": "the boss does nothing",
    "pull_enemy": "an enemy comes over",
    "spawn": "enemies come",
    "add_corruption": "corruption into the bag",
    "remove_corruption": "corruption out of the bag",
    "choose": "one of these …",
    "sequence": "one after another",
    "if": "if …",
    "manual": "something else, in your own words",
    "n": "how many",
    "value": "how much",
    "fixed": "icons",
    "blue": "blue dice",
    "brown": "brown dice",
    "purple": "purple dice",
    "or …": "or …",
    "None": "none",
    "CardEffect.text": "printed words",
    "timing": "when",
    "uses": "how often",
    "cost": "the price",
    "effects": "what it does",
    "discard_self": "discard this card",
    "flip_fatigue": "flip a fatigue token",
    "flip_token": "flip tokens",
    "condition": "only if",
    **{f"who.{who}": whom(who) for who in get_args(v.Who)},
    **{f"timing.{timing}": words for timing, words in WHEN.items()},
    **{f"uses.{uses}": words for uses, words in USES.items()},
}
FIRST = ("gain", "heal", "take", "deal", "gain_xp")
KNOWN = ("copies", "icon", "hero", "heroes", "back")


class Speech(draft.Tongue):
    """The words of Children of Morta.

    :param place: where the words will stand, as `WORDS` calls it; of a card with a moment, that moment counts.
    """

    either = "choose"
    labels = LABELS

    def __init__(self, pack: Pack, place: str = "") -> None:
        self.pack, self.place = pack, place

    def say(self, thing: Any) -> str:
        return sentence(thing, self.pack)

    def offered(self, inside: Sequence[Inside], known: Sequence[str]) -> Sequence[str]:
        card = next((each for each in inside if each.word.kind is v.CardEffect), None)
        place = self.place or (str(card.value.get("timing")) if card else "")
        fit = WORDS.get(place, frozenset(known))
        there = [name for name in known if name in fit or not set(known) & fit]
        top = [name for name in FIRST if name in there]
        return [*top, *sorted((name for name in there if name not in top), key=lambda name: self.called(name))]

    def begun(self, word: Word, inside: Sequence[Inside]) -> Mapping[str, Plain]:
        if word.name == "choose":
            return {"options": [{"label": ""}, {"label": ""}]}
        return {"value": {"fixed": 1}} if "value" in {field.name for field in fields(word.kind)} else {}

    def is_asked(self, kind: Any, part: str, inside: Sequence[Inside]) -> bool:
        return not (len(inside) == 1 and part in KNOWN)

    def is_rare(self, kind: Any, part: Part, of: Mapping[str, Plain]) -> bool:
        return kind is not v.Value and (super().is_rare(kind, part, of) or part.name == "label")

    def choices(self, kind: Any, part: str) -> Mapping[Any, str]:
        pack = self.pack
        shelves: dict[str, Any] = {"deck": pack.enemy_decks, "hero": pack.heroes, "boss": pack.bosses}
        if part == "location":
            return {key: each.name for map_ in pack.maps.values() for key, each in map_.locations.items()}
        return {key: each.name for key, each in shelves.get(part, {}).items()}

    def follows(self, record: Any) -> Any:
        return follows(record, self.pack)


def sentence(thing: Any, pack: Pack) -> str:
    """Anything of a card as the card would print it."""
    if isinstance(thing, (tuple, list)):
        return ", ".join(sentence(each, pack) for each in thing) or "nothing"
    if isinstance(thing, v.Choice):
        return said(thing.effects, pack) or thing.label
    if isinstance(thing, v.Value):
        return amount(thing)
    if isinstance(thing, v.Effect):
        return in_words(thing, pack)
    if isinstance(thing, v.Condition):
        return condition(thing, pack)
    if isinstance(thing, v.Cost):
        return price(thing)
    if isinstance(thing, v.CardEffect):
        costs = [price(each) for each in thing.cost]
        only = [f"if {condition(thing.condition, pack)}"] if thing.condition else []
        often = [USES[thing.uses]] if thing.uses != "unlimited" else []
        says = said(thing.effects, pack) or thing.text or "nothing"
        return f"{', '.join([WHEN[thing.timing], *often, *costs, *only])}: {says[:1].lower()}{says[1:]}"
    told = [getattr(thing, field.name) for field in fields(thing)]
    parts = [sentence(each, pack) for each in told if is_dataclass(each)]
    parts += [sentence(each, pack) for each in told if isinstance(each, tuple) and each and is_dataclass(each[0])]
    name = getattr(thing, "name", "")
    return f"{name}: {'; '.join(parts) or 'nothing said yet'}." if name else "; ".join(parts) or "…"


def follows(record: Any, pack: Pack) -> Any:
    """A way is called by what it does."""
    if isinstance(record, v.Choice) and not record.label:
        return replace(record, label=said(record.effects, pack))
    return record
