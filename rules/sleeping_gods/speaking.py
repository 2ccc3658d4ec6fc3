"""What people tap to say what is printed on a card of their copy: every word of this game, as players call it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import is_dataclass, replace
from typing import Any

from .. import draft
from ..draft import Inside, Start
from ..grammar import Part, Word, place
from ..plain import Plain, kinds_in
from .effects import ChangeName, Effect, Manual, Note, Way
from .pack import Ability, AdventureCard, EnemyAbility, LevelCard, StoryChallenge, Weapon
from .requirements import Condition, Measure
from .state import Campaign
from .wording import PLAYERS, WHO, bands, challenge_words, enemy_ability_words, food_words, in_full, say, weapon_words
from .wording import words as said

LABELS = {
    # verbs
    "gain_resource": "gain resources",
    "lose_resource": "lose resources",
    "pay": "pay a price",
    "gain_morale": "gain morale",
    "lose_morale": "lose morale",
    "ship_damage": "ship damage",
    "repair": "repair the ship",
    "damage": "damage to the crew",
    "restore_health": "restore health",
    "set_health": "set health to",
    "gain_fatigue": "gain fatigue",
    "remove_fatigue": "remove fatigue",
    "gain_status": "gain a status",
    "remove_status": "remove a status",
    "gain_command": "gain command",
    "lose_command": "lose command",
    "clear_command": "free command on boards or cards",
    "draw_ability": "draw ability cards",
    "discard_hand": "discard cards from a hand",
    "discard_tucked": "discard tucked cards",
    "equip_free": "train a card for free",
    "gain_adventure": "gain an adventure card",
    "lose_adventure": "lose an adventure card",
    "gain_weapon_equip": "gain a weapon, in hand at once",
    "remove_weapon": "lose a weapon",
    "draw_market": "market cards for sale",
    "gain_quest": "gain a quest",
    "lose_quest": "lose a quest",
    "complete_quest": "complete a quest",
    "require_keyword": "only with a keyword",
    "if_keyword": "if you have a keyword …",
    "gain_xp": "gain XP",
    "spend_xp": "lose XP",
    "gain_level": "gain a level card",
    "gain_feared": "feared points",
    "gain_revered": "revered points",
    "gain_totem": "a totem is found",
    "mark_achievement": "tick an achievement",
    "note": "a line in the journey log",
    "discard_events": "discard event cards",
    "add_events": "add event cards",
    "stay_in_play": "it stays in play",
    "move_ship": "the ship is moved",
    "free_action": "a free action",
    "extra_action": "more actions this turn",
    "lose_action": "fewer actions this turn",
    "search": "draw a search token",
    "challenge": "a challenge",
    "skill_bonus": "a skill bonus",
    "fate_table": "draw fate: a table",
    "fate_plus": "more fate",
    "redraw_fate": "redraw fate",
    "combat": "a combat",
    "attack_accuracy": "accuracy",
    "attack_damage": "damage to an attack",
    "block": "block",
    "enemy_damage": "damage to an enemy",
    "combat_action": "combat actions",
    "gain_combo": "gain combo points",
    "lose_combo": "lose combo points",
    "enemy_heal": "an enemy recovers",
    "discover_card_look": "look at a deck",
    "turn_to": "turn to a paragraph",
    "choice": "choose, each with its own words",
    "one_of": "one of these …",
    "optional": "you may …",
    "sequence": "one after another",
    "for_each": "for each …",
    "repeat_until": "again and again until …",
    "if": "if …",
    "return_to_ship": "return to the ship",
    "end_campaign": "the campaign ends",
    "manual": "something else, in your own words",
    # parts
    "n": "how much",
    "who": "who",
    "kind": "which",
    "crew": "the one named",
    "do": "what",
    "spread": "shared out among them",
    "effects": "what it says",
    "fail": "if it fails",
    "success": "if it succeeds",
    "fail_text": "what is read then",
    "then": "then",
    "otherwise": "otherwise",
    "Combat.then": "after it",
    "cost": "command to activate it",
    "Pay.cost": "the price",
    "AbilityCard.cost": "command to train it",
    "AbilityCard.fate": "fate number in its corner",
    "xp_cost": "XP it costs",
    "coin_cost": "coins it costs",
    "health_bonus": "health it adds",
    "type": "kind of card",
    "recipe": "food it takes",
    "Ability.when": "only when",
    "Ability.scope": "serves",
    "Ability.text": "printed words",
    "Ability.options": "what it does",
    "options": "or",
    "avoid_discard_skill": "a card that avoids it",
    "discard_bonus": "a bonus for discarding a card",
    "effects_on_hit": "when it hits",
    "effects_on_defeat": "when it defeats an enemy",
    "each_turn": "each turn",
    "enemies": "their numbers, such as 12, 45",
    "keep": "keep",
    "phase": "against",
    "whose": "whose attack",
    "or …": "or …",
    "Ability": "Ability",
    "Weapon": "Weapon",
    "DiscardBonus": "Bonus",
    "Band": "From … to …",
    "Way": "Way",
    "Event": "Event",
    "fate": "as much as fate",
    # values
    "None": "none",
    "difference": "the difference",
    "count:players": "as many as players",
    "count:totems": "as many as totems",
    "count:quests": "as many as quests",
    "count:crew_down": "as many as crew at 0 health",
    "count:participants": "as many as took part",
    "count:feared": "as much as feared",
    "count:revered": "as much as revered",
    "who.named": "somebody by name",
    "any": "any",
    "any_food": "any food",
    "xp": "XP",
    "when.end_round": "at the end of the round",
    "when.counter": "with each counter-attack",
    "EnemyAbility.text": "in a few words",
    "after_fate": "after fate",
    "while_equipped": "always, for whoever has it",
    "nearest_port": "to the nearest port",
    "steps": "so many regions",
    "region": "to a region",
    **{f"who.{name}": words for name, words in {**WHO, **PLAYERS}.items()},
    "who.controller": "whoever uses it",
    "who.active_player": "the active player",
}

HARM = ("damage", "ship_damage", "gain_status", "lose_morale", "gain_fatigue")
GIFT = ("gain_xp", "gain_resource", "gain_morale", "gain_adventure", "gain_quest")
TEXT = ("lose_morale", "gain_resource", "damage", "gain_xp", "challenge")
USED = ("skill_bonus", "redraw_fate", "block", "attack_damage", "restore_health")
ALWAYS = ("skill_bonus", "attack_damage", "attack_accuracy", "block", "fate_plus")
"""What cards say most often in each place stands on top."""

BEGUN: dict[str, dict[str, Plain]] = {
    "gain_resource": {"kind": "coins"},
    "lose_resource": {"kind": "coins"},
    "pay": {"cost": {"coins": 1}},
    "damage": {"who": "participants_first"},
    "restore_health": {"who": "spread_any", "spread": True},
    "gain_fatigue": {"who": "spread_any", "spread": True},
    "remove_fatigue": {"who": "spread_any", "spread": True},
    "gain_status": {"who": "one_yours"},
    "remove_status": {"who": "one_any", "status": "any"},
    "lose_command": {"who": "choose_player"},
    "discard_hand": {"who": "choose_player"},
    "discard_tucked": {"who": "one_any"},
    "equip_free": {"who": "one_any"},
    "remove_weapon": {"who": "one_any"},
    "lose_adventure": {"number": "choice"},
    "challenge": {"number": 7},
    "move_ship": {"to": "steps"},
    "fate_table": {"bands": [{"low": 1, "high": 3}, {"low": 4, "high": 6}]},
    "one_of": {"options": [[], []]},
    "choice": {"options": [{"label": ""}, {"label": ""}]},
    "clear_command": {"scope": "crew"},
    "if": {"condition": {"test": "morale", "at_least": 1}},
}
USUAL = ("one_any", "one_yours", "spread_any", "participants_first", "each_crew")
"""Whom cards speak of most."""

OWN = ("CrewBoard", "AbilityCard", "LevelCard")
"""What stands there serves only the crew member it is printed on; a shared card serves anybody."""

FILES = ("mark_achievement", "gain_level")
"""What speaks of cards by the names they have in files; owners say it in their own words."""

SHOWN = (
    *("GainResource.kind", "MoveShip.steps", "DrawMarket.n", "AdventureCard.cost"),
    *("LevelCard.skills", "LevelCard.health_bonus", "CrewBoard.skills", "AbilityCard.cost", "RedrawFate.keep"),
    *("Weapon.accuracy", "Weapon.damage", "Weapon.block", "Weapon.ranged", "Hazard.avoid_discard_skill"),
    *(
        "EnemyAbility.when",
        "DiscardBonus.give",
        "DiscardBonus.amount",
        "Measure.at_least",
        "Measure.at_most",
        "HasResource.at_least",
    ),
)
"""Parts with a usual value that cards print all the same."""

KNOWN = ("tier", "copies", "start", "market", "described", "captain", "unread", "crew", "about", "stays")
"""Of a card: what the box knows already, or the printed copy needs no word for."""


class Speech(draft.Tongue):
    """The words of Sleeping Gods."""

    either = "one_of"
    labels = LABELS

    def __init__(self, state: Campaign) -> None:
        self.state = state

    def say(self, thing: Any) -> str:
        return sentence(thing)

    def offered(self, inside: Sequence[Inside], known: Sequence[str]) -> Sequence[str]:
        first = _first(inside)
        if self.state.pack.about.private:
            known = [name for name in known if name not in FILES]
        if first == ALWAYS:
            return [*first, *(name for name in ("gain_combo", "manual") if name in known)]
        rest = sorted((name for name in known if name not in first), key=lambda name: self.called(name))
        return [*(name for name in first if name in known), *rest]

    def begun(self, word: Word, inside: Sequence[Inside]) -> Mapping[str, Plain]:
        begun: dict[str, Plain] = {"at_least": 1} if word.kind is Measure else dict(BEGUN.get(word.name, {}))
        shared = not any(each.word.kind.__name__ in OWN for each in inside)
        if word.name == "block" and shared:
            begun["who"] = "one_any"
        elif word.name.startswith("attack_") and shared:
            begun["whose"] = "any_attack"
        elif word.name == "skill_bonus" and _first(inside) == ALWAYS and not shared:
            begun["window"] = "while_equipped"
        elif word.name in ("damage", "ship_damage") and _failing(inside):
            begun["n"] = "difference"
        return begun

    def starts(self, kind: Any, part: str, inside: Sequence[Inside]) -> Sequence[Start]:
        if kind is Ability:
            shared: dict[str, Plain] = {} if any(i.word.kind.__name__ in OWN for i in inside) else {"scope": "group"}
            return (
                Start("Activate it to …", {"kind": "activated", "options": [[]], **shared}),
                Start("Always: …", {"kind": "passive", "options": [[]], **shared}),
                Start("When a turn begins: …", {"kind": "triggered", "when": ["turn_start"], "options": [[]]}),
                Start("When a combat begins: …", {"kind": "triggered", "when": ["combat_start"], "options": [[]]}),
            )
        if kind is Weapon:
            return (Start("A weapon", {"name": ""}),)
        return super().starts(kind, part, inside)

    def is_asked(self, kind: Any, part: str, inside: Sequence[Inside]) -> bool:
        if len(inside) == 1 and part in KNOWN:
            return kind is LevelCard and part == "crew"
        if len(inside) == 1 and kind is EnemyAbility and part in ("name", "amount", "only_name"):
            return False
        if kind is Ability and part == "kind":
            return False  # it was said when it was begun
        if kind is Ability and part == "cost":
            return not any(each.word.kind is AdventureCard for each in inside)  # which has one cost for all
        return True

    def is_rare(self, kind: Any, part: Part, of: Mapping[str, Plain]) -> bool:
        if part.name == "recipe":
            return of.get("type") != "recipe"
        if kind is Ability or part.name in ("text", "fail_text", "label"):
            return part.name != "cost" and kind not in (Manual, Note, EnemyAbility)
        return super().is_rare(kind, part, of) and f"{kind.__name__}.{part.name}" not in SHOWN

    def limits(self, kind: Any, part: str) -> tuple[int, int]:
        if part in ("n", "amount", "steps"):
            return (-20 if kind is ChangeName else 1), 99
        low = -20 if kind is Weapon else 0
        return {"number": (1, 9999), "low": (1, 6), "high": (1, 6), "fate": (1, 6)}.get(part, (low, 99))

    def choices(self, kind: Any, part: str) -> Mapping[Any, str]:
        pack = self.state.pack
        if part == "who":
            can_be = place(kinds_in(kind)["who"]).words
            return {each: self.called(each, "who") for each in (*(w for w in USUAL if w in can_be), *can_be)}
        if part == "crew":
            return {crew: board.name for crew, board in pack.crew.items()}
        if part == "region" and pack.regions:
            return {name: region.name for name, region in pack.regions.items()}
        if part == "type":
            return {each: each for each in ("weapon", "recipe", "gear", "companion", "card")}
        return {}

    def follows(self, record: Any) -> Any:
        return follows(record)


def _failing(inside: Sequence[Inside]) -> bool:
    return bool(inside) and inside[-1].word.kind.__name__ in ("Challenge", "StoryChallenge")


def _first(inside: Sequence[Inside]) -> tuple[str, ...]:
    """What is said most often there."""
    if _failing(inside):
        return HARM
    ability = next((each for each in inside if each.word.kind is Ability), None)
    if ability is None:
        return TEXT
    return ALWAYS if ability.value.get("kind") == "passive" else USED


# ----- in sentences


def sentence(thing: Any) -> str:
    """Anything of a card as the card would print it."""
    match thing:
        case tuple() | list():
            listed = thing and isinstance(thing[0], (tuple, list))
            return " or ".join(map(said, thing)) if listed else said(thing)
        case Ability():
            return ability_words(thing)
        case Weapon():
            return weapon_words(thing)
        case EnemyAbility(effects=(_, *_)):
            return f"{thing.text}, {LABELS[f'when.{thing.when}']}: {said(thing.effects)}"
        case EnemyAbility():
            return enemy_ability_words(thing)
        case StoryChallenge():
            return challenge_words(thing)
        case _ if isinstance(thing, Effect):
            return say(thing) or f"only with the keyword {getattr(thing, 'keyword', '')}"
        case _ if isinstance(thing, Condition):
            return in_full(thing)
    return _card(thing) if is_dataclass(thing) else str(thing)


MOMENTS = {"turn_start": "when a turn begins", "combat_start": "when a combat begins"}


def ability_words(ability: Ability) -> str:
    """ "1 command: +3 savvy or 2 block", "always: +1 savvy"."""
    does = sentence(ability.options) if ability.options else "nothing yet"
    if ability.kind == "passive":
        return f"always: {does}"
    if ability.kind == "triggered":
        return f"{' and '.join(MOMENTS.get(each, each) for each in ability.when)}: {does}"
    return f"{ability.cost} command: {does}" if ability.cost else f"activate it: {does}"


def _card(card: Any) -> str:
    """A whole card: its name, its numbers, then all it does."""
    told = list(_numbers(card))
    for name in ("weapon", "ability"):
        if getattr(card, name, None):
            told.append(sentence(getattr(card, name)))
    told += [f"+{n} {skill}" for skill, n in getattr(card, "skills", {}).items()]
    if getattr(card, "recipe", None):
        told.append(f"takes {food_words(card.recipe)}")
    for ability in getattr(card, "abilities", ()):
        cost = getattr(card, "cost", 0) if ability.kind == "activated" else 0
        told.append(sentence(replace(ability, cost=cost or ability.cost)))
    if hasattr(card, "effects"):
        told.append(said(card.effects))
    if hasattr(card, "bands"):
        told.append(bands(card.bands))
    name = getattr(card, "name", "") or getattr(card, "label", "")
    if not told:
        return f"{name}: nothing said yet." if name else "…"
    return f"{name}: {'; '.join(told).rstrip('.')}." if name else "; ".join(told)


PRINTED = {"skill": "", "low": "from", "high": "to", "xp_cost": "XP", "health_bonus": "health +"}
"""The numbers of a card that say something in its sentence, and what stands before each."""


def _numbers(card: Any) -> Iterator[str]:
    shown = PRINTED if isinstance(card, AdventureCard) else {**PRINTED, "fate": "fate", "cost": "command"}
    for part, words in shown.items():
        value = getattr(card, part, None)
        if value not in (None, "", 0):
            yield f"{words} {value}".strip()


# ----- what nobody has to say


def follows(record: Any) -> Any:
    """Printed words and labels follow from what it does; one cost holds for a whole adventure card."""
    if isinstance(record, Way) and not record.label:
        return replace(record, label=said(record.effects))
    if isinstance(record, Ability):
        return _ability(record)
    if isinstance(record, AdventureCard):
        return _adventure(record)
    return record


def _ability(ability: Ability) -> Ability:
    options = tuple(each for each in ability.options if each) or ((Manual("manual", "Do what the card says."),),)
    return replace(ability, options=options, text=ability.text or sentence(options))


def _adventure(card: AdventureCard) -> AdventureCard:
    active = [each for each in card.abilities if each.kind == "activated"]
    cost = card.cost if card.cost is not None or not active else max(each.cost for each in active)
    abilities = tuple(replace(each, cost=cost or 0) if each.kind == "activated" else each for each in card.abilities)
    weapon = replace(card.weapon, name=card.weapon.name or card.name) if card.weapon else None
    kind = "weapon" if weapon else card.type
    return replace(card, cost=cost, abilities=abilities, weapon=weapon, type=kind)
