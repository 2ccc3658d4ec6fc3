"""Effects in short words, for buttons and the log."""

from __future__ import annotations

from collections.abc import Iterable

from .effects import Band, Effect
from .pack import AdventureCard, Weapon
from .words import plural

WHO = {
    "self": "this crew member",
    "attacker": "the attacker",
    "named": "",
    "one_any": "one crew member",
    "one_yours": "one of yours",
    "one_per_player": "one per player",
    "participants_first": "those who took part",
    "spread_any": "the crew",
    "each_crew": "everybody",
    "each_participant": "everybody who took part",
}


def words(effects: Iterable[Effect]) -> str:
    """Several effects in one line."""
    return ", ".join(part for part in map(say, effects) if part) or "nothing"


def _amount(n: object) -> str:
    return str(n).removeprefix("count:").replace("_", " ")


def _harm(n: object, what: str) -> str:
    """So much, or as much as a challenge is failed by."""
    return f"1 {what} for each point short" if n == "difference" else f"{_amount(n)} {what}"


def say(effect: Effect) -> str:
    """One effect in a few words; what a story hides is not told."""
    do = effect.do.replace("_", " ")
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
            return "pay " + " and ".join(plural(n, kind.replace("_", " ")) for kind, n in effect.cost.items())
        case "gain_morale" | "lose_morale":
            return f"{do.split()[0]} {_amount(effect.n)} morale"
        case "ship_damage":
            return _harm(effect.n, "ship damage")
        case "repair":
            return f"repair {_amount(effect.n)}"
        case "damage":
            return _harm(effect.n, f"damage to {WHO[effect.who] or effect.crew}")
        case "restore_health":
            return f"restore {_amount(effect.n)} health ({WHO[effect.who] or effect.crew})"
        case "gain_fatigue" | "remove_fatigue":
            return f"{do.split()[0]} {_amount(effect.n)} fatigue ({WHO[effect.who] or effect.crew})"
        case "gain_status" | "remove_status":
            return f"{do.split()[0]} {effect.status.replace('any', 'a status')} ({WHO[effect.who] or effect.crew})"
        case "gain_command" | "lose_command":
            return f"{do.split()[0]} {_amount(effect.n)} command"
        case "draw_ability":
            return f"draw {_amount(effect.n)} ability card{'s' * (effect.n != 1)}"
        case "move_ship":
            far = f"{effect.steps} region{'s' * (effect.steps != 1)}"
            return {"steps": f"the ship moves {far}", "nearest_port": "the ship goes to the nearest port"}.get(
                effect.to, "the ship is moved"
            )
        case "equip_free":
            return "train a card for free"
        case "skill_bonus":
            return f"+{_amount(effect.n)} {effect.skill}"
        case "fate_plus":
            return f"+{effect.n} to fate"
        case "redraw_fate":
            return "redraw fate" + (", keep the highest" if effect.keep == "highest" else "")
        case "attack_accuracy":
            return f"+{effect.n} accuracy"
        case "attack_damage":
            return f"+{effect.n} damage"
        case "block":
            return f"{effect.n} block"
        case "free_action":
            return f"a free {effect.action} action"
        case "gain_xp" | "spend_xp":
            return f"{do.split()[0]} {_amount(effect.n)} XP"
        case "manual" | "note":
            return effect.text
        case "turn_to":
            return "turn to another paragraph"
        case "sequence" | "optional":
            return words(effect.effects)
        case "combat_action" | "extra_action":
            return f"{_amount(effect.n)} {do}"
        case "lose_action":
            return f"lose {_amount(effect.n)} action"
        case "fate_table":
            return "draw fate: " + bands(effect.bands)
        case "one_of":
            return " or ".join(words(each) for each in effect.options)
        case _:
            return do


def weapon_words(weapon: Weapon) -> str:
    parts = [f"accuracy {weapon.accuracy:+d}", f"damage {weapon.damage}", f"block {weapon.block}"]
    bonuses = [f"discard a tucked {each.skill} card: +{each.amount} {each.give}" for each in weapon.discard_bonus]
    return ", ".join([*parts, *(["ranged"] if weapon.ranged else []), *bonuses])


def card_words(card: AdventureCard) -> str:
    """What an adventure card is and does: kind, command cost, food, weapon, abilities."""
    parts = [card.type]
    parts += [f"{card.cost} command"] if card.cost is not None else []
    parts += [weapon_words(card.weapon)] if card.weapon else []
    does = card.text or " ".join(ability.text for ability in card.abilities)
    food = " and ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in card.recipe.items())
    parts += [food] if food and food not in does else []
    return ", ".join(parts) + (f". {does}" if does else "")


def bands(table: Iterable[Band]) -> str:
    """What each fate number would bring: ``1–3: 2 ship damage; 4–6: nothing``."""
    told = []
    for band in sorted(table, key=lambda each: each.low):
        span = f"{band.low}–{band.high}" if band.high > band.low else f"{band.low}"
        told.append(f"{span}: {words(band.effects)}")
    return "; ".join(told)
