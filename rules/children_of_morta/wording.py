"""The words of cards as players say them: ``Melee 1 + blue die``, ``Summon Marsh hounds``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from . import vocabulary as v
from .components import Pack

_WHO: dict[v.Who, str] = {
    "self": "you",
    "other": "the other",
    "neighbour_left": "your left neighbour",
    "neighbour_right": "your right neighbour",
    "any_hero": "any hero",
    "each_hero": "each hero",
    "leader": "the leader",
    "others": "all but the leader",
    "board_owner": "the hero",
    "lowest_health": "the weakest hero",
    "chosen": "a hero you choose",
}
_WHICH: dict[v.Which, str] = {
    "own_melee": "an enemy in your melee zone",
    "own_row": "an enemy of your row",
    "own_or_neighbour_row": "an enemy of your row or a neighbour's",
    "boss": "the boss",
    "this_enemy": "the attacker",
    "any_row": "any enemy",
}
_WHICH_OF_MANY: dict[v.Which, str] = {
    "own_melee": "{} enemies in your melee zone",
    "own_row": "{} enemies of your row",
    "own_or_neighbour_row": "{} enemies of your row or a neighbour's",
    "boss": "the boss",
    "this_enemy": "the attacker",
    "any_row": "any {} enemies",
}
_REWARDS = {
    "reward_rage": ("rage", "rage"),
    "reward_focus": ("focus", "focus"),
    "reward_morv": ("Morv", "Morvs"),
    "reward_gemstone": ("gemstone", "gemstones"),
}
_PLURAL = {"morv": "Morvs", "gemstone": "gemstones", "potion": "potions", "item": "items"}
_SINGLE = {"morv": "Morv", "gemstone": "gemstone", "potion": "potion", "item": "item"}
_TO: dict[v.BoostedWord, str] = {
    "melee": "melee attacks",
    "ranged": "ranged attacks",
    "melee_area": "melee areas",
    "row_area": "row areas",
    "gain": "gains",
    "rage": "rage",
    "any_attack": "attacks",
    "any": "actions",
    "attack": "the boss's attack",
}


def amount(value: v.Value) -> str:
    """``2``, ``blue die``, ``1 + 2 brown dice``."""
    parts = [str(value.fixed)] if value.fixed else []
    for colour in v.DIE_COLOURS:
        dice = value.dice.count(colour)
        if dice:
            parts.append(f"{colour} die" if dice == 1 else f"{dice} {colour} dice")
    return " + ".join(parts) or "0"


def _to(who: v.Who) -> str:
    return "" if who == "self" else f" for {_WHO[who]}"


def so_many(n: int, what: str, several: str = "") -> str:
    """``1 token``, ``2 tokens``, ``3 enemies``."""
    return f"{n} {what if n == 1 else several or f'{what}s'}"


def are(n: int, only: str = "") -> str:
    """The end of "there …": ``is 1``, ``are 2``, ``are only 2``."""
    return f"{'is' if n == 1 else 'are'} {only}{n}"


def are_many(n: int, what: str, several: str = "") -> str:
    """The end of "there …": ``is 1 tile``, ``are 2 tiles``."""
    return f"{'is' if n == 1 else 'are'} {so_many(n, what, several)}"


def counted(things: Iterable[str]) -> str:
    """``Lantern, 2 × Rope``."""
    counts = sorted(Counter(things).items())
    return ", ".join(thing if count == 1 else f"{count} × {thing}" for thing, count in counts)


def goods(n: int, resource: str) -> str:
    """``2 Morvs``, ``1 potion``."""
    return so_many(n, _SINGLE[resource], _PLURAL[resource])


def whom(who: v.Who) -> str:
    """``the leader``, ``each hero``."""
    return _WHO[who]


def in_words(effect: v.Effect, pack: Pack) -> str:
    """One word of a card, short enough for a board."""
    match effect:
        case v.Melee():
            return f"Melee {amount(effect.value)}"
        case v.Ranged():
            return f"Ranged {amount(effect.value)}"
        case v.MeleeArea():
            return f"Melee area of {effect.squares}: {amount(effect.value)}"
        case v.RowArea():
            return f"Row area of {effect.squares}: {amount(effect.value)}"
        case v.Gain():
            return f"Gain {amount(effect.value)} {effect.track}{_to(effect.who)}"
        case v.Rage():
            return f"{amount(effect.value)} rage"
        case v.Heal():
            return f"Heal {amount(effect.value)}{_to(effect.who)}"
        case v.StunEnemy():
            return f"Stun {_several(effect.count, effect.which)}"
        case v.Push():
            where = "" if effect.to == "any" else f" into the {effect.to} zone"
            many = "1 enemy" if effect.count == 1 else f"up to {effect.count} enemies"
            return f"Push {many}{where}"
        case v.PullEnemy():
            return f"Draw {so_many(effect.count, 'enemy', 'enemies')} over from a neighbour"
        case v.StunBoss():
            return "The boss does nothing this turn"
        case v.Attack() | v.StunHero() | v.Summon() | v.MoveBoard() | v.Spawn():
            return _of_enemies(effect, pack)
        case v.Reward():
            return so_many(effect.n, *_REWARDS[effect.do])
        case v.BonusDamage():
            return f"{effect.n} damage to another enemy"
        case v.OnDraw():
            return f"When drawn: {effect.n} {effect.do.removeprefix('on_draw_')}"
        case v.ExtraDie():
            return f"One more {effect.colour} die" if effect.n == 1 else f"{effect.n} more {effect.colour} dice"
        case v.Take():
            return f"{goods(effect.n, effect.resource)}{_to(effect.who)}"
        case v.DamageHero():
            return f"{effect.n} damage to {_WHO[effect.who]}"
        case v.Deal():
            return f"{effect.n} damage to {_WHICH[effect.which]}"
        case v.GainXp():
            return f"{effect.n} XP{_to(effect.who)}"
        case v.DrawTokens():
            return f"Draw {so_many(effect.n, 'token', 'tokens')}{_to(effect.who)}"
        case v.RecoverFatigue():
            return f"Recover {effect.n} fatigue{_to(effect.who)}"
        case v.ReturnToken():
            return f"Put up to {so_many(effect.n, 'token', 'tokens')} back{_to(effect.who)}"
        case v.Reroll():
            return f"Re-roll {so_many(effect.n, 'die', 'dice')}"
        case v.AddValue() | v.AddDie() | v.ReduceFocusCost() | v.TreatColourAs() | v.ReduceDamage():
            return _of_talents(effect, pack)
        case v.Corrupt():
            way = "into" if effect.do == "add_corruption" else "out of"
            return f"{effect.n} corruption {way} the bag"
        case v.UnlockHero():
            return f"{pack.heroes[effect.hero].name} can be played"
        case v.DrawCard():
            return f"Draw {so_many(effect.n, *_deck_words(effect.do))}"
        case v.StartBoss():
            return f"Fight {pack.bosses[effect.boss].name}"
        case v.MoveMarker():
            return f"The marker goes to {_place(pack, effect.location)}"
        case v.PlaceTiles():
            return f"{so_many(len(effect.tiles), 'tile')} on {_place(pack, effect.location)}"
        case v.SetLeader():
            return f"The leader is {_WHO[effect.who]}"
        case v.Choose():
            return " or ".join(option.label for option in effect.options)
        case v.Sequence():
            return sentence(effect.effects, pack)
        case v.If():
            otherwise = f", otherwise {sentence(effect.otherwise, pack)}" if effect.otherwise else ""
            return f"If {condition(effect.condition, pack)}: {sentence(effect.then, pack)}{otherwise}"
        case v.Manual():
            return effect.text


def sentence(effects: Iterable[v.Effect], pack: Pack) -> str:
    """Several words, one after the other."""
    return ", ".join(in_words(effect, pack) for effect in effects)


def condition(asked: v.Condition, pack: Pack) -> str:
    """A condition as the second half of "if"."""
    match asked:
        case v.TrackIs():
            return f"{asked.track} is {_bound(asked.compare, asked.n)}"
        case v.EnemiesIn():
            zone = "your row" if asked.zone == "row" else f"your {asked.zone} zone"
            bound = "more" if asked.compare == "at_least" else "fewer"
            return f"{asked.n} or {bound} enemies are in {zone}"
        case v.IsLeader():
            return "you lead" if asked.yes else "you do not lead"
        case v.NeighbourIs():
            return f"{pack.heroes[asked.hero].name} is your neighbour"
        case v.ChapterIs():
            return f"the chapter is {_bound(asked.compare, asked.n)}"


def price(cost: v.Cost) -> str:
    """What a card costs."""
    match cost:
        case v.DiscardSelf():
            return "discard this card"
        case v.FlipToken():
            colour = "" if cost.colour == "any" else f"{cost.colour} "
            return f"flip {so_many(cost.n, f'{colour}token', f'{colour}tokens')}"
        case v.Price():
            verb, what = cost.pay.split("_", 1)
            return f"{verb} {goods(cost.n, what) if what in _SINGLE else f'{cost.n} {what}'}"


def _of_enemies(effect: v.Attack | v.StunHero | v.Summon | v.MoveBoard | v.Spawn, pack: Pack) -> str:
    match effect:
        case v.Attack():
            critical = f", critical +{effect.crit_bonus}" if effect.crit_bonus else ""
            return f"Attack {amount(effect.value)}{critical}"
        case v.StunHero():
            return f"{effect.count} stun on the hero"
        case v.Summon():
            return f"Summon {effect.count} of {pack.enemy_decks[effect.deck].name}"
        case v.MoveBoard():
            return f"Go over to the {effect.dir}"
        case v.Spawn():
            red = ", ferocious" if effect.red else ""
            return f"{effect.n} of {pack.enemy_decks[effect.deck].name}{red}{_to(effect.who)}"


def _of_talents(
    effect: v.AddValue | v.AddDie | v.ReduceFocusCost | v.TreatColourAs | v.ReduceDamage, pack: Pack
) -> str:
    match effect:
        case v.AddValue() | v.AddDie():
            if isinstance(effect, v.AddValue):
                more = f"+{effect.n}"
            else:
                more = f"+{so_many(effect.n, f'{effect.colour} die', f'{effect.colour} dice')}"
            when = f" if {condition(effect.when, pack)}" if effect.when else ""
            return f"{more} for {_TO[effect.to]}{when}"
        case v.ReduceFocusCost():
            what = "actions" if effect.slot == "any" else _action(pack, effect.slot)
            return f"{what} for {effect.n} focus less"
        case v.TreatColourAs():
            return f"{pack.skill_colours[effect.colour].label} also fits {pack.skill_colours[effect.counts_as].label}"
        case v.ReduceDamage():
            return f"{effect.n} damage less{_to(effect.who)}"


def _action(pack: Pack, slot: str) -> str:
    return next(hero.actions[slot].levels[0].name for hero in pack.heroes.values() if slot in hero.actions)


def _deck_words(do: str) -> tuple[str, str]:
    return ("house card", "house cards") if do == "draw_event" else ("chapter card", "chapter cards")


def _several(count: int, which: v.Which) -> str:
    return _WHICH[which] if count == 1 else _WHICH_OF_MANY[which].format(count)


def _bound(compare: v.Compare, n: int) -> str:
    return f"{n} or {'more' if compare == 'at_least' else 'less'}"


def _place(pack: Pack, location: str) -> str:
    return next(each.locations[location].name for each in pack.maps.values() if location in each.locations)
