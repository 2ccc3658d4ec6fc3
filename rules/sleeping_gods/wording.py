"""Effects in short words, for buttons and the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .effects import Band, Effect
from .pack import AdventureCard, EnemyAbility, Weapon
from .requirements import Condition
from .words import plural

WHO = {
    "self": "this crew member",
    "attacker": "the attacker",
    "one_any": "one crew member",
    "one_yours": "one of yours",
    "one_per_player": "one of each player's crew",
    "participants_first": "those who took part",
    "spread_any": "the crew",
    "each_crew": "everybody",
    "each_participant": "everybody who took part",
}
PLAYERS = {"each_player": "everybody", "choose_player": "one player"}


def words(effects: Iterable[Effect]) -> str:
    """Several effects in one line."""
    return ", ".join(part for part in map(say, effects) if part) or "nothing"


def _amount(n: object) -> str:
    return str(n).removeprefix("count:").replace("_", " ")


def _harm(n: object, what: str) -> str:
    """So much, or as much as a challenge is failed by."""
    return f"1 {what} for each point short" if n == "difference" else f"{_amount(n)} {what}"


def _whom(effect: Any) -> str:
    return WHO.get(effect.who) or str(effect.crew).replace("_", " ").title()


def _cards(n: object, kind: str) -> str:
    return f"{_amount(n)} {kind} card{'s' * (n != 1)}"


def _several(n: object, thing: str) -> str:
    return f"{_amount(n)} {thing}{'s' * (n != 1)}"


def _player(effect: Any, deed: str) -> str:
    """Who it is that gains, draws or discards, unless it is the one who is asked anyway."""
    return f"{deed} ({PLAYERS[effect.who]})" if effect.who in PLAYERS else deed


def say(effect: Effect) -> str:
    """One effect in a few words; what a story hides is not told."""
    first, _, what = effect.do.partition("_")
    match effect.do:
        case "gain_resource":
            kinds = " or ".join(
                plural(_amount(effect.n), kind) for kind in ([effect.kind] if effect.kind else effect.choice)
            )
            return f"gain {kinds}"
        case "lose_resource":
            kind = "resources" if effect.kind == "any" else effect.kind
            return f"lose {plural(_amount(effect.n), kind)}"
        case "pay":
            return "pay " + food_words(effect.cost)
        case "gain_morale" | "lose_morale" | "gain_xp" | "spend_xp":
            return f"{first} {_amount(effect.n)} {what.replace('xp', 'XP')}"
        case "ship_damage":
            return _harm(effect.n, "ship damage")
        case "repair":
            return f"repair {_amount(effect.n)}"
        case "damage":
            return _harm(effect.n, f"damage to {_whom(effect)}")
        case "restore_health":
            return f"restore {_amount(effect.n)} health to {_whom(effect)}"
        case "set_health":
            return f"{_whom(effect)}: health {_amount(effect.n)}"
        case "gain_fatigue":
            return f"{_amount(effect.n)} fatigue for {_whom(effect)}"
        case "remove_fatigue":
            return f"take {_amount(effect.n)} fatigue off {_whom(effect)}"
        case "gain_status":
            return f"{effect.status} for {_whom(effect)}"
        case "remove_status":
            return f"take {effect.status.replace('any', 'a status')} off {_whom(effect)}"
        case "gain_command" | "lose_command":
            return _player(effect, f"{first} {_amount(effect.n)} command")
        case "draw_ability":
            return _player(effect, f"draw {_cards(effect.n, 'ability')}")
        case "discard_hand":
            of = "hand" if effect.skill == "any" else effect.skill
            return _player(effect, f"{'you may ' * effect.optional}discard {_cards(effect.n, of)}")
        case "discard_tucked":
            skill = "" if effect.skill == "any" else f" {effect.skill}"
            return f"discard {_cards(effect.n, f'tucked{skill}')} of {_whom(effect)}"
        case "clear_command":
            boards = {"crew": "one crew board", "card": "one adventure card", "all": "all boards and cards"}
            return f"free the command on {boards.get(effect.scope, 'your boards and all adventure cards')}"
        case "move_ship":
            far = _several(effect.steps, "region")
            return {"steps": f"the ship moves {far}", "nearest_port": "the ship goes to the nearest port"}.get(
                effect.to, "the ship is moved"
            )
        case "equip_free":
            return "train a card for free"
        case "gain_adventure" | "lose_adventure":
            which = {"random": "a random adventure card", "choice": "an adventure card of your choice"}
            return f"{first} {which.get(str(effect.number), f'adventure card {effect.number}')}"
        case "gain_weapon_equip":
            return f"adventure card {effect.number}, a weapon, for {_whom(effect)}"
        case "remove_weapon":
            return f"a weapon is taken off {_whom(effect)}"
        case "draw_market":
            less = f", {effect.discount} cheaper" if effect.discount else ""
            return f"{_cards(effect.n, 'market')} for sale{less}"
        case "gain_quest" | "lose_quest" | "complete_quest":
            return f"{first} quest {effect.number}"
        case "gain_level":
            return "gain a level card"
        case "gain_feared" | "gain_revered":
            return f"{effect.n:+d} {what}"
        case "gain_totem":
            return "find what you came for"
        case "mark_achievement":
            return "tick an achievement"
        case "discard_events":
            return f"discard {_cards(effect.n, 'event')}"
        case "add_events":
            where = "on top of" if effect.place == "top" else "under"
            return f"{_cards(effect.n, f'{effect.tier} event')} {where} the event deck"
        case "stay_in_play":
            return _staying(effect)
        case "skill_bonus":
            return f"+{_amount(effect.n)} {effect.skill.replace('any', 'to the tested skill')}"
        case "fate_plus":
            return f"+{effect.n} to fate"
        case "redraw_fate":
            return "redraw fate" + (", keep the highest" if effect.keep == "highest" else "")
        case "attack_accuracy" | "attack_damage":
            return f"+{effect.n} {what}"
        case "block":
            return f"{effect.n} block"
        case "enemy_damage":
            on = {"each": "each enemy", "target": "the target"}.get(effect.target, "one enemy")
            return f"{effect.n} damage to {on}"
        case "enemy_heal":
            on = "this enemy" if effect.target == "self" else "each neighbouring enemy"
            return f"take {effect.n} damage off {on}"
        case "gain_combo" | "lose_combo":
            return f"{first} {_several(effect.n, 'combo point')}"
        case "search":
            return f"draw {'a search token' if effect.n == 1 else f'{effect.n} search tokens'}"
        case "discover_card_look":
            return f"look at the next {_cards(effect.n, effect.deck)}"
        case "free_action":
            return f"a free {effect.action} action"
        case "combat_action" | "extra_action":
            return _several(effect.n, effect.do.replace("_", " "))
        case "lose_action":
            return f"lose {_several(effect.n, 'action')}"
        case "manual" | "note":
            return effect.text
        case "turn_to":
            return "turn to another paragraph"
        case "return_to_ship":
            return "return to the ship"
        case "end_campaign":
            return "the campaign ends"
        case "require_keyword":
            return ""
        case "challenge":
            return challenge_words(effect)
        case "combat":
            return "combat" + (f", then {words(effect.then)}" if effect.then else "")
        case "sequence":
            return words(effect.effects)
        case "optional":
            return f"if you like: {words(effect.effects)}"
        case "for_each":
            return f"for each {effect.over}: {words(effect.effects)}"
        case "repeat_until":
            return f"again and again: {words(effect.effects)}"
        case "if":
            return _depending(when(effect.condition), effect)
        case "if_keyword":
            return _depending("", effect)
        case "fate_table":
            return "draw fate: " + bands(effect.bands)
        case "one_of":
            return " or ".join(words(each) for each in effect.options)
        case "choice":
            return " or ".join(way.label.rstrip(".") for way in effect.options)


def challenge_words(challenge: Any) -> str:
    """A challenge as a card prints it: skill and number, and what each outcome brings."""
    outcomes = [f"failing: {words(challenge.fail)}"] if challenge.fail else []
    outcomes += [f"success: {words(challenge.success)}"] if challenge.success else []
    told = f" ({'; '.join(outcomes)})" if outcomes else ""
    return f"{challenge.skill} {challenge.number}{told}"


def _staying(effect: Any) -> str:
    """How long an event lies beside the deck, and what it does each turn."""
    until = {"next_port": " until you visit a port", "next_combat": " until the next combat"}.get(effect.until, "")
    until = " until the next event" if effect.until == "next_event" else until
    turn = f"; each turn: {words(effect.each_turn)}" if effect.each_turn else ""
    return effect.text or f"stays in play{until}{turn}"


def _depending(condition: str, effect: Any) -> str:
    """This or that: on something everybody can see, or on what a story keeps to itself."""
    then, otherwise = words(effect.then), words(effect.otherwise)
    if not condition:
        return " or ".join(part for part in dict.fromkeys((then, otherwise)) if part != "nothing")
    if not effect.otherwise:
        return f"if {condition}: {then}"
    return f"if {condition}: {then}, otherwise {otherwise}" if effect.then else f"unless {condition}: {otherwise}"


SEEN = {
    "ship_health": "ship health",
    "crew_down": "crew members at 0 health",
    "players": "players",
    "quests": "quests",
    "xp": "XP",
    "deck": "the number of the event deck",
}


def when(condition: Condition) -> str:
    """A condition in words; empty where a story keeps it to itself, such as the keyword of a jump."""
    match condition.test:
        case "resource":
            return f"there is {plural(condition.at_least, condition.kind.replace('_', ' '))}"
        case "mode":
            return f"the mode is {condition.mode}"
        case "status":
            who = condition.crew.replace("_", " ").title() if condition.crew else "somebody"
            return f"{who} has {condition.status}"
        case "page" if condition.at_least == condition.at_most:
            return f"the ship is on page {condition.at_least}"
        case "adventure" | "totem" | "keyword" | "totems" | "not" | "all_of" | "any_of":
            return ""
    return f"{SEEN.get(condition.test, condition.test)} is {_span(condition)}"


def _span(measure: Any) -> str:
    least, most = measure.at_least, measure.at_most
    return f"{least} or more" if most is None else f"{most} or less" if least is None else f"{least} to {most}"


def in_full(condition: Condition) -> str:
    """A condition for whoever holds the card it is printed on, and so may know it."""
    match condition.test:
        case "adventure":
            return f"you have adventure card {condition.number}"
        case "totem":
            return f"you have the totem {condition.totem}"
        case "keyword":
            return f"you have the keyword {condition.keyword}"
        case "totems":
            return f"totems found: {_span(condition)}"
        case "not":
            return f"not: {in_full(condition.condition)}"
        case "all_of" | "any_of":
            return (" and " if condition.test == "all_of" else " or ").join(map(in_full, condition.conditions))
    return when(condition)


def food_words(cost: Mapping[Any, int]) -> str:
    """A price in kind: ``3 food of any kind and 1 coin``."""
    kinds = {"any_food": "food of any kind", "any": "resources"}
    return " and ".join(plural(n, kinds.get(kind, kind)) for kind, n in cost.items())


def weapon_words(weapon: Weapon) -> str:
    parts = [f"accuracy {weapon.accuracy:+d}", f"damage {weapon.damage}", f"block {weapon.block}"]
    bonuses = [f"discard a tucked {each.skill} card: +{each.amount} {each.give}" for each in weapon.discard_bonus]
    return ", ".join([*parts, *(["ranged"] if weapon.ranged else []), *bonuses])


def enemy_ability_words(ability: EnemyAbility) -> str:
    """What stands in a square of an enemy: ``resist 2``, ``adjacent attack 2 (Reed Imp)``."""
    if ability.name == "custom":
        return ability.text or "custom"
    more = f" {ability.amount}" if ability.amount > 1 else ""
    return f"{ability.name.replace('_', ' ')}{more}{f' ({ability.only_name})' if ability.only_name else ''}"


def card_words(card: AdventureCard) -> str:
    """What an adventure card is and does: kind, command cost, food, weapon, abilities."""
    parts = [card.type]
    parts += [f"{card.cost} command"] if card.cost is not None else []
    parts += [weapon_words(card.weapon)] if card.weapon else []
    does = card.text or " ".join(ability.text for ability in card.abilities)
    food = food_words(card.recipe)
    parts += [food] if food and food not in does else []
    return ", ".join(parts) + (f". {does}" if does else "")


def bands(table: Iterable[Band]) -> str:
    """What each fate number would bring: ``1–3: 2 ship damage; 4–6: nothing``."""
    told = []
    for band in sorted(table, key=lambda each: each.low):
        span = f"{band.low}–{band.high}" if band.high > band.low else f"{band.low}"
        told.append(f"{span}: {words(band.effects)}")
    return "; ".join(told)
