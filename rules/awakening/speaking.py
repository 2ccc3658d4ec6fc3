"""What people tap to say what is printed on a card of their copy, and the sentence that reads it back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from string import Formatter
from typing import Any

from rules import draft
from rules.draft import Inside, Start
from rules.grammar import Part, Word, words
from rules.grammar import place as place_of
from rules.plain import Plain

from .terms import Chosen, Compare, Count, HexSel, Near, Per, UpTo, Zone
from .verbs import Choice, Effect, EndGameBonus, Manual, Verb
from .words import TITLES, amounts

WORDS: dict[str, tuple[str, str]] = {
    "gain_attribute": ("gain attributes", "gain {amount} {attr}{who}"),
    "lose_attribute": ("lose attributes", "lose {amount} {attr}{who}"),
    "pay_attribute": ("attributes", "pay {amount} {attr}"),
    "gain_honor": ("gain honor", "gain {amount} honor{who}"),
    "lose_honor": ("lose honor", "lose {amount} honor{who}"),
    "pay_honor": ("honor", "pay {amount} honor"),
    "transfer_honor": ("take honor from somebody", "{taker} takes {amount} honor from {giver}"),
    "upgrade_block": ("upgrade blocks", "upgrade {amount} blocks{who}"),
    "downgrade_block": ("downgrade blocks", "downgrade {amount} blocks{who}"),
    "move_blocks": ("move blocks", "move {amount} blocks from {source} to {target}{who}"),
    "place_influence": ("put influence somewhere", "put {amount} influence on {on}{who}"),
    "rest_companion": ("take blocks off a companion", "take {amount} blocks off {card}"),
    "exchange_attributes": ("exchange attributes", "exchange {give} for {get}"),
    "move_extra": ("travel further", "travel {amount} further"),
    "second_travel": ("travel a second time", "travel {amount} once more"),
    "relocate": ("move somebody anywhere", "go elsewhere: {to}{who}"),
    "swap_places": ("swap places", "{who:} and {other} swap places"),
    "push_player": ("push a player", "push {who:} by {amount}"),
    "extra_tile_action": ("another tile action", "{amount} more tile actions: {tile}"),
    "act_at_distance": ("act from afar", "act on {tile} up to {reach} away"),
    "extra_activation": ("another activation", "activate {amount} more ({target})"),
    "gain_control": ("gain control of a tile", "gain control of {tile}"),
    "lose_control": ("somebody loses a tile", "{who:} loses control of {tile}"),
    "lift_same_tile_rule": ("the same tile again", "you may use the same tile again"),
    "modify_cost": ("something costs less", "{what} costs {delta}"),
    "modify_gain": ("something yields more", "{source} yields {delta} {attr}"),
    "modify_owner_bonus": ("visitors bring more", "visitors bring {delta} honor"),
    "protect": ("protect something", "{what} cannot be lost ({until})"),
    "count_as": ("counts as an attribute", "counts as {value} {attr}"),
    "acquire_card": ("take a card", "take a {kind} ({source})"),
    "lose_card": ("lose a card", "lose {card}"),
    "cycle_face_up": ("turn up another card", "put the face-up card of {stack} under its stack"),
    "look_at": ("look at cards", "look at {number} of {stack}"),
    "roll_die": ("roll a die", "roll the {die} die: {then}"),
    "reroll": ("roll again", "roll the {die} die again"),
    "set_die": ("set a die", "set the {die} die to {face}"),
    "recharge_relic": ("recharge a relic", "put {amount} blocks on {card}"),
    "reuse_relic": ("use a relic again", "use {card} again"),
    "upgrade_mount": ("a better mount", "{amount} better mount"),
    "gain_proficiency": ("gain proficiency", "gain proficiency in {attr}"),
    "add_trigger": ("add an end-game trigger", "add {amount} triggers"),
    "remove_trigger": ("remove an end-game trigger", "remove {amount} triggers"),
    "swap_tiles": ("swap tiles", "swap {tile}"),
    "reveal_tile": ("reveal a tile", "reveal {tile}"),
    "end_game_bonus": ("honor at the end", "{amount} honor at the end"),
    "manual": ("something else, in your own words", "{text}"),
    "sequence": ("one after another", "{do}"),
    "choose_one": ("one of these …", "{options}"),
    "may": ("you may …", "you may: {do}"),
    "if": ("if …", "if {condition}: {then}"),
    "repeat": ("as often as you like …", "up to {up_to} times: {do}"),
    "pay": ("pay, then …", "{cost}, then {then}"),
    "for_each": ("for each player …", "for {who:}: {do}"),
    "at_least": ("at least", "{of}: {number} or more"),
    "at_most": ("at most", "{of}: {number} or fewer"),
    "equals": ("exactly", "{of}: {number}"),
    "more_than_each_other": ("more than everybody else", "more {of} than everybody else"),
    "most_or_tied": ("most, or tied for it", "most {of}, or tied for it"),
    "fewest": ("fewest", "fewest {of}"),
    "all_of": ("all of these", "{conditions}"),
    "any_of": ("any of these", "{conditions}"),
    "not": ("not", "not: {condition}"),
    "adjacent_to": ("next to a tile", "you stand next to {tile}"),
    "on_rim": ("on the rim", "you stand on the rim"),
    "same_space_distance": ("somebody is near", "somebody is within {distance}"),
}
"""Of each word what people call it, and the sentence it becomes."""

LABELS = {
    **{name: label for name, (label, _) in WORDS.items()},
    **TITLES,
    "amount": "how much",
    "attr": "which attribute",
    "who": "who",
    "Met.gains": "what activating it yields",
    "Met.choice": "of your choice",
    "Met.charges": "blocks it holds",
    "Met.ability": "while it is activated …",
    "Met.power": "each use …",
    "Met.end_bonus": "at the end …",
    "Met.effects": "besides …",
    "Met.condition": "the game ends when",
    "Companion.ability": "while it is activated …",
    "Wretch.ability": "while it is activated …",
    "Relic.power": "each use …",
    "Monster.end_bonus": "at the end …",
    "do": "it does",
    "cost": "the price",
    "only_if": "only if",
    "condition": "if",
    "then": "then",
    "otherwise": "otherwise",
    "optional": "you may",
    "limit": "how often",
    "once_per_turn": "once a turn",
    "once_per_game": "once a game",
    "per": "for each of",
    "Per": "so much for each …",
    "UpTo": "up to …",
    "Near": "somebody near",
    "Chosen": "a card you choose",
    "HexSel": "a tile",
    "or …": "or …",
    "None": "none",
}

WHO = {
    "self": "you",
    "active": "the active player",
    "other": "the other",
    "each_other": "everybody else",
    "all": "everybody",
    "chosen_opponent": "an opponent",
    "chosen_player": "a player",
    "tile_controller": "the tile's owner",
    "leader": "the leader",
    "last": "the last",
}
WINDOWS = {
    "on_acquire": "when you take it",
    "while_activated": "while activated",
    "on_use": "each use",
    "passive": "always",
    "end_game": "at the end",
}
FIRST = ("gain_attribute", "gain_honor", "upgrade_block", "move_extra", "manual")
AT_THE_END = ("end_game_bonus", "if", "manual")
ALWAYS = ("modify_cost", "modify_gain", "move_extra", "protect", "count_as")
KNOWN = ("id", "copies", "image_ref", "sort", "described", "colour", "treachery")
OF_SORT = {
    "relic": ("honor", "charges", "power", "effects"),
    "trait": ("honor", "effects"),
    "monster": ("honor", "end_bonus", "effects"),
    "trigger": ("condition",),
    "wretch": ("gains", "choice", "ability", "effects"),
}
"""What a card of each sort can say; the others are companions."""
COMPANION = ("honor", "gains", "ability", "effects")


class Speech(draft.Tongue):
    """The words of The Awakening."""

    either = "choose_one"
    labels = LABELS

    def say(self, thing: Any) -> str:
        return sentence(thing)

    def called(self, name: object, kind: str = "") -> str:
        if kind in ("who", "owner", "to", "giver", "taker", "other", "chosen_by") and str(name) in WHO:
            return WHO[str(name)]
        return super().called(name, kind)

    def offered(self, inside: Sequence[Inside], known: Sequence[str]) -> Sequence[str]:
        effect = next((each for each in reversed(inside) if each.word.kind is Effect), None)
        window = effect.value.get("window") if effect else ""
        first = AT_THE_END if window == "end_game" else ALWAYS if window == "passive" else FIRST
        top = [name for name in first if name in known]
        return [*top, *sorted((name for name in known if name not in top), key=lambda name: self.called(name))]

    def begun(self, word: Word, inside: Sequence[Inside]) -> Mapping[str, Plain]:
        if word.kind is Compare:
            return {"of": {"count": "cards"}, "number": 1}
        if word.name == "choose_one":
            return {"options": [{"label": "", "do": []}, {"label": "", "do": []}]}
        return {}

    def starts(self, kind: Any, part: str, inside: Sequence[Inside]) -> Sequence[Start]:
        if kind is not Effect:
            return super().starts(kind, part, inside)
        fixed = {"ability": "while_activated", "power": "on_use", "end_bonus": "end_game"}.get(part)
        if fixed:
            return (Start(f"{WINDOWS[fixed]} …".capitalize(), {"window": fixed, "do": []}),)
        happens = Start("When something happens …", {"window": "on_event", "event": "turn_start", "do": []})
        told = (name for name in WINDOWS if name not in ("while_activated", "on_use"))
        return (*(Start(f"{WINDOWS[name]} …".capitalize(), {"window": name, "do": []}) for name in told), happens)

    def is_asked(self, kind: Any, part: str, inside: Sequence[Inside]) -> bool:
        if kind.__name__ == "Met" and part != "name":
            return part in OF_SORT.get(str(inside[0].value.get("sort")), COMPANION)
        if len(inside) == 1 and part in KNOWN:
            return False
        if kind is Effect and part in ("event", "by", "filter"):
            return inside[-1].value.get("window") == "on_event"
        return not (kind is Effect and part == "window" and len(inside) > 1)

    def is_rare(self, kind: Any, part: Part, of: Mapping[str, Plain]) -> bool:
        if kind.__name__ == "Met" or part.name == "event":
            return False
        return super().is_rare(kind, part, of) or part.name == "label"

    def limits(self, kind: Any, part: str) -> tuple[int, int]:
        return (-20, 99) if part in ("delta", "honor") else (0, 99)

    def follows(self, record: Any) -> Any:
        return follows(record)


# ----- in sentences


def sentence(thing: Any) -> str:
    """Anything of a card as the card would print it."""
    match thing:
        case Effect():
            return _effect(thing)
        case Choice():
            return joined(thing.do) if thing.do else thing.label
        case Per():
            return f"{thing.each}{_per(thing)}"
        case Count():
            return _count(thing, many=True)
        case UpTo():
            return f"up to {thing.up_to}"
        case Near():
            return "a player near you" if thing.choose else "every player near you"
        case Chosen():
            colour = "" if thing.colour == "any" else f"{thing.colour} "
            whose = "your" if thing.owner == "self" else f"{WHO.get(str(thing.owner), 'somebody near')}'s"
            return f"one of {whose} {colour}{thing.kind}s"
        case HexSel():
            kinds = " or ".join(TITLES[each] for each in thing.kinds)
            return f"{kinds or 'a tile'} ({thing.where.replace('_', ' ')})"
        case Zone():
            return (
                thing.zone if thing.zone in ("potential", "influence", "conviction", "reserve") else f"a {thing.zone}"
            )
    if isinstance(thing, (tuple, list)):
        return joined(thing)
    name = getattr(thing, "verb", None) or getattr(thing, "test", None)
    return _filled(WORDS[name][1], thing) if name in WORDS else _card(thing)


def joined(things: Sequence[Any], by: str = ", ") -> str:
    return by.join(filter(None, map(sentence, things))) or "nothing"


def _filled(template: str, thing: Any) -> str:
    amount = getattr(thing, "amount", None)
    if isinstance(amount, Per):  # so much, and then for each of what
        return f"{_filled(template, replace(thing, amount=amount.each))}{_per(amount)}"
    said = ""
    for text, part, _, _ in Formatter().parse(template):
        said += text
        if part is not None:
            said += _part(thing, part, plainly=f"{{{part}:}}" in template)
    return ONE.sub(r"1 \1", said)


ONE = re.compile(r"\b1 (block|trigger|more tile action|time)s\b")


def _per(per: Per) -> str:
    every = "each" if per.every == 1 else f"every {per.every}"
    return f" for {every} {_count(per.per, many=per.every > 1)}" + (f", at most {per.cap}" if per.cap else "")


def _part(thing: Any, part: str, *, plainly: bool) -> str:
    """One part in words; who it concerns is only said where it is not oneself."""
    value = getattr(thing, part)
    if part == "options":
        return joined(value, " or ")
    if part == "conditions":
        return joined(value, " and " if thing.test == "all_of" else " or ")
    if part in ("who", "giver", "taker", "other"):
        who = sentence(value) if is_dataclass(value) else WHO.get(str(value), str(value))
        return who if plainly or part != "who" else "" if value == "self" else f" ({who})"
    if part == "delta":
        return f"{value:+d}"
    if isinstance(value, tuple) and value and isinstance(value[0], str):
        return " or ".join(value)
    if is_dataclass(value) or isinstance(value, tuple):
        return sentence(value)
    return LABELS.get(str(value), str(value).replace("_", " "))


def _effect(effect: Effect) -> str:
    """When, at what price, on what condition, and what."""
    moment = WINDOWS.get(effect.window) or f"when {str(effect.event).replace('_', ' ')}"
    told = [moment, *([f"only if {sentence(effect.only_if)}"] if effect.only_if else [])]
    told += [LABELS[effect.limit]] if effect.limit != "none" else []
    told += [joined(effect.cost)] if effect.cost else []
    return f"{', '.join(told)}: {'you may ' * effect.optional}{joined(effect.do)}"


COUNTED = {
    "blocks": "block|s in {zone}",
    "attribute": "{attr}|",
    "attributes_total": "attribute|s",
    "attributes_different": "different attribute|s",
    "cards": "{kind}|s",
    "colours_of_companions": "colour|s of companions",
    "tiles_controlled": "controlled {tile}|s",
    "kinds_controlled": "controlled kind|s of tile",
    "proficiency": "proficiency|",
    "mastery_total": "mastery|",
    "masteries_won": "mastery tile|s won",
    "blocks_on_companions": "block|s on companions",
    "relic_charges": "block|s on relics",
    "revealed_tiles": "revealed tile|s",
    "stack_size": "card|s in the {stack} stack",
    "pouch_size": "tile|s in the pouch",
    "active_triggers": "active trigger|s",
    "tokens_left": "token|s left",
    "players_within": "player|s near",
}
"""What is counted, one of it and several."""


def _count(count: Count, *, many: bool) -> str:
    one = COUNTED.get(count.count, f"{count.count.replace('_', ' ')}|")
    kinds = {"kind": "card" if count.kind == "any" else count.kind, "tile": TITLES.get(count.tile, "tile")}
    name, _, more = one.format(zone=count.zone, attr=count.attr, stack=count.stack, **kinds).partition("|")
    of = "" if count.who == "self" else f" of {WHO.get(str(count.who), 'those near')}"
    return f"{name}{more if many else more.removeprefix('s')}{of}"


def _card(card: Any) -> str:
    """A whole card."""
    told = []
    if getattr(card, "honor", None):
        told.append(f"{card.honor} honor")
    gains = getattr(card, "gains", None) or getattr(card, "self_gains", None)
    if gains:
        told.append(f"yields {amounts({str(name): n for name, n in gains.items()})}")
    if getattr(card, "charges", None):
        told.append(f"holds {card.charges} blocks")
    for part in ("ability", "power", "end_bonus", "condition", "count"):
        if getattr(card, part, None):
            told.append(sentence(getattr(card, part)))
    for part in ("effects", "extra", "bonuses"):
        told += [sentence(each) for each in getattr(card, part, ())]
    name = getattr(card, "name", "") or getattr(card, "text", "")
    if not told:
        return f"{name}: nothing said yet." if name else "…"
    return f"{name}: {'; '.join(told).rstrip('.')}." if name else "; ".join(told)


def printed(card: Any) -> str:
    """What an owner's card says, without its name and numbers; empty if nobody told."""
    told = [getattr(card, part) for part in ("ability", "power", "end_bonus", "condition")]
    return "; ".join(sentence(each) for each in (*told, *card.effects) if each)


# ----- what nobody has to say


def follows(record: Any) -> Any:
    """A way is called by what it does; an effect nobody could say is carried out by hand."""
    if isinstance(record, Choice) and not record.label:
        return replace(record, label=joined(record.do))
    if isinstance(record, Effect) and not record.do:
        return replace(record, do=(Manual("manual", "What the printed card says."),))
    return record


def unsaid(record: Any) -> str:
    """What is still to be written, in a sentence; empty if nothing is."""
    if isinstance(record, tuple):
        return next(filter(None, map(unsaid, record)), "")
    if not is_dataclass(record):
        return ""
    if isinstance(record, Manual) and not record.text:
        return "Write in your own words what is to be done."
    if isinstance(record, EndGameBonus) and not isinstance(record.amount, (int, Per)):
        return "Honor at the end is a number, or so much for each of something."
    return next(filter(None, (unsaid(getattr(record, f.name)) for f in fields(record))), "")


assert {word.name for word in words(place_of(Verb))} <= WORDS.keys()
