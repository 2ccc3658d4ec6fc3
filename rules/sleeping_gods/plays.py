"""Spending command: crew abilities, adventure cards and what equipped cards can do, each in its moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from ..ask import Option, Refusal, offered
from .arms import bonus_options
from .conditions import unpayable
from .effects import Effect, every
from .pack import Ability, Food
from .state import COMBO_LIMIT, Campaign, Context
from .supply import lacks, lacks_command, pay

COMBO = {"accuracy": 2, "damage": 3, "action": COMBO_LIMIT}
"""Combo points each ability of the combo card needs."""


@dataclass(frozen=True)
class Play:
    """One way to use one ability."""

    key: str
    ability: Ability
    effects: tuple[Effect, ...]
    source: str  # in words
    crew: str = ""  # whose board or equipped card it is
    card: int = 0  # or which adventure card
    recipe: tuple[tuple[Food, int], ...] = ()

    @property
    def cost(self) -> int:
        return self.ability.cost

    @cached_property
    def moment(self) -> str:
        """The kind of moment it belongs to: fate, damage, block, or free."""
        return next((MOMENTS[effect.do] for effect in self.effects if effect.do in MOMENTS), "free")

    @cached_property
    def deeds(self) -> frozenset[str]:
        """All that using it does, or may do: in a choice, under a condition, by fate."""
        return frozenset(effect.do for effect in every(self.effects))


def all_plays(state: Campaign, seat: str) -> Iterator[Play]:
    """Every activated ability *seat* could ever use: of their crew, the captain, and the shared adventure cards."""
    known = state.pack.plays
    for crew in [state.captain, *(each for each in state.crew if state.crew[each].controller == seat)]:
        board = state.crew[crew]
        case = (crew, *board.tucked, "", *board.levels)
        if case not in known:
            known[case] = _of_crew(state, crew)
        yield from known[case]
    for number in state.owned:
        if number not in known:
            known[number] = _of_card(state, number)
        yield from known[number]


# What is printed on a board or card, and so how it can be used, is the same as long as the pack is.


def _of_crew(state: Campaign, crew: str) -> tuple[Play, ...]:
    activated = [(key, ability) for key, ability in state.carried(crew) if ability.kind == "activated"]
    return tuple(play for key, ability in activated for play in _ways(key, ability, _source(state, key, crew), crew))


def _of_card(state: Campaign, number: int) -> tuple[Play, ...]:
    printed, found = state.pack.adventure_cards[number], list[Play]()
    for index, ability in enumerate(printed.abilities):
        if ability.kind == "activated":
            recipe = tuple(printed.recipe.items())
            found += _ways(f"card:{number}:{index}", ability, printed.name, card=number, recipe=recipe)
    return tuple(found)


def _source(state: Campaign, key: str, crew: str) -> str:
    kind, _, card = key.split(":", 2)
    if kind == "tucked":
        return f"{state.called(crew)}, {state.pack.ability_cards[card].name}"
    if kind == "level":
        return f"{state.called(crew)}, {state.pack.level_cards[card].name}"
    return state.called(crew)


def _ways(
    key: str, ability: Ability, source: str, crew: str = "", card: int = 0, recipe: tuple[tuple[Food, int], ...] = ()
) -> list[Play]:
    """The ways to use one ability."""
    return [
        Play(f"{key}:{index}", ability, effects, source, crew, card, recipe)
        for index, effects in enumerate(ability.options)
    ]


def label(play: Play) -> str:
    from .wording import words

    return f"{play.source}: {words(play.effects) if len(play.ability.options) > 1 else play.ability.text}"


def price_words(play: Play) -> str:
    """What using it takes: command, and food if it is cooked."""
    from .wording import food_words

    cost = f"{play.cost} command" if play.cost else "free"
    food = food_words(dict(play.recipe))
    return f"{cost}, {food}" if food else cost


def find(state: Campaign, seat: str, key: str) -> Play:
    return next(play for play in all_plays(state, seat) if play.key == key)


# ----- when a play fits


MOMENTS = {
    "fate_plus": "fate",
    "redraw_fate": "fate",
    "attack_accuracy": "fate",
    "skill_bonus": "fate",
    "attack_damage": "damage",
    "block": "block",
}
"""The moment that each of these words belongs to."""

GIVEN_BY_ACTIONS = ("free_action", "move_ship", "search", "draw_market")
NAMED_MOMENTS = {
    "fate": ("after_fate", "after_attack_fate", "before_attack_fate"),
    "damage": ("before_damage", "after_attack_fate", "before_attack_fate"),
    "block": ("on_counter", "enemy_phase"),
}


NAMED = sum(NAMED_MOMENTS.values(), ())


def does(play: Play, *verbs: str) -> bool:
    """Whether using it does one of these, or may."""
    return not play.deeds.isdisjoint(verbs)


def refusal(state: Campaign, seat: str, play: Play) -> Refusal | None:
    """Why *seat* cannot use this now, whatever the moment."""
    if play.crew:
        who = state.called(play.crew)
        if state.controller(play.crew) != seat:
            return Refusal("SG-R45", f"{who} is controlled by the active player, {state.name(state.active)}.")
        if not state.up(play.crew):
            return Refusal("SG-54", f"{who} is at 0 health; nothing of theirs can be used.")
        if state.crew[play.crew].command and (play.cost or play.key.startswith("crew:")):
            return Refusal("SG-184", f"{state.crew[play.crew].command} command lies on {who}'s board; prepare first.")
    elif state.owned[play.card]:
        return Refusal("SG-187", f"{state.owned[play.card]} command lies on {play.source}; prepare first.")
    if "own_turn" in play.ability.when and seat != state.active:
        return Refusal("SG-169", f"{play.source} works on your own turn only.")
    if state.combat:
        if play.recipe:
            return Refusal("SG-188", "You can't cook in combat.")
        if does(play, *GIVEN_BY_ACTIONS):
            return Refusal("SG-188", "You can't search or travel in combat.")
        if "outside_combat" in play.ability.when:
            return Refusal("SG-188", f"{play.source} cannot be used in combat.")
        if does(play, "enemy_damage") and not _between_attacks(state):
            return Refusal("SG-R48", f"{play.source} is for the moment between two attacks.")
        if "before_attack_fate" in play.ability.when and state.fate is not None:
            return Refusal("SG-R48", f"{play.source} comes before fate is drawn.")
    elif any(effect.do in ("combat_action", "enemy_damage", "gain_combo") for effect in play.effects):
        return Refusal("SG-169", f"{play.source} only works in combat.")
    if state.exploring:
        if does(play, *GIVEN_BY_ACTIONS):
            return Refusal("SG-189", "While you explore you can't use anything that grants an action.")
        if "outside_explore" in play.ability.when:
            return Refusal("SG-189", f"{play.source} cannot be used while exploring.")
    short = lacks_command(state, seat, play.cost)
    if short:
        return short
    if not play.cost and play.key in _used(state):
        return Refusal("SG-181", f"{play.source} was already used.")
    if play.recipe:
        short = lacks(state, dict(play.recipe), seat)
        if short:
            return short
    return unpayable(state, play.effects, seat)


def _between_attacks(state: Campaign) -> bool:
    return state.combat is not None and state.combat.attack is None and state.combat.half == "players"


def _used(state: Campaign) -> list[str]:
    """Where free abilities already spent are noted: in the draw or attack under way, else for the turn."""
    if state.fate is not None:
        return state.fate.used
    if state.combat and state.combat.attack:
        return state.combat.attack.used
    return state.used_free


def option(state: Campaign, seat: str, play: Play, barred: Refusal | None = None) -> Option:
    slot = f"card:{play.card}" if play.card else f"crew:{play.crew}"
    why = barred or refusal(state, seat, play)
    return offered(play.key, lambda: label(play), why, slot=slot, hint=lambda: price_words(play))


def _own_attack(state: Campaign, play: Play, whose: str) -> bool:
    """SG-380, SG-382: a crew member's own bonus never helps another's attack."""
    attack = state.combat.attack if state.combat else None
    if attack is None:
        return False
    return whose == "any_attack" or not play.crew or play.crew == attack.crew


def fits_fate(state: Campaign, play: Play) -> bool:
    """The play can change the draw under way."""
    draw, trial = state.fate, state.trial
    if draw is None or play.moment != "fate" or not _named_moment(state, play, "fate"):
        return False
    for effect in play.effects:
        if effect.do == "skill_bonus":
            if draw.kind != "challenge" or trial is None or effect.skill not in (trial.skill, "any"):
                return False
            if effect.window != "after_fate":
                return False
        if effect.do == "attack_accuracy" and (draw.kind != "attack" or not _own_attack(state, play, effect.whose)):
            return False
    return True


def _named_moment(state: Campaign, play: Play, kind: str) -> bool:
    """What the card itself says of its moment."""
    named = [when for when in play.ability.when if when in NAMED]
    if not named:
        return True
    if kind == "fate":
        attack = state.fate is not None and state.fate.kind == "attack"
        return any(("attack" in when) == attack for when in named if when in NAMED_MOMENTS["fate"])
    return any(when in NAMED_MOMENTS[kind] for when in named)


def fate_options(state: Campaign, seat: str) -> list[Option]:
    """What *seat* could do about the draw under way."""
    options = [option(state, seat, play) for play in all_plays(state, seat) if fits_fate(state, play)]
    draw = state.fate
    if draw and draw.kind == "challenge":
        from .challenge import boost_options

        options += boost_options(state, seat)
    if draw and draw.kind == "attack":
        options += bonus_options(state, seat, "accuracy")
        if not state.toggle("combo_before_fate_only"):
            options += combo_option(state, "accuracy")
    return options


def combo_option(state: Campaign, what: str) -> list[Option]:
    """An ability of the combo card, once there are any combo points."""
    battle = state.combat
    if battle is None or not battle.combo:
        return []
    need = COMBO[what]
    words = {"accuracy": "+1 accuracy", "damage": "+1 damage", "action": "+1 combat action"}[what]
    rule = {"accuracy": "SG-274", "damage": "SG-275", "action": "SG-276"}[what]
    barred = (
        Refusal(rule, f"That needs {need} combo points; there are {battle.combo}.") if battle.combo < need else None
    )
    hint = f"spends all {battle.combo} combo points"
    return [Option(f"combo:{what}", f"combo: {words}", barred, slot="combo", hint=hint)]


def spend_combo(state: Campaign, seat: str, what: str) -> None:
    """One ability; the marker always goes back to 0."""
    battle = state.combat
    assert battle
    spent, battle.combo = battle.combo, 0
    state.say(f"{state.name(seat)} spends {spent} combo points for +1 {what.replace('action', 'combat action')}.")
    if what == "action":
        battle.fifth = seat
        battle.done = [each for each in battle.done if each != seat]
    elif battle.attack and what == "accuracy":
        battle.attack.accuracy += 1
    elif battle.attack:
        battle.attack.damage += 1


def damage_options(state: Campaign, seat: str) -> list[Option]:
    """What *seat* could add to the damage of the attack that just hit."""
    options = bonus_options(state, seat, "damage")
    for play in all_plays(state, seat):
        if play.moment == "damage" and _named_moment(state, play, "damage"):
            own = [effect for effect in play.effects if effect.do == "attack_damage"]
            if all(_own_attack(state, play, effect.whose) for effect in own):
                options.append(option(state, seat, play))
    if not state.toggle("combo_before_fate_only"):
        options += combo_option(state, "damage")
    return options


def block_options(state: Campaign, seat: str, victim: str, phase: str) -> list[Option]:
    """Block that *seat* could activate for *victim* against the strike that is being taken."""
    options = bonus_options(state, seat, "block") if phase == "counter" else []
    for play in all_plays(state, seat):
        if play.moment != "block" or not _named_moment(state, play, "block"):
            continue
        blocks = [effect for effect in play.effects if effect.do == "block"]
        if any(effect.phase not in (phase, "both") for effect in blocks):
            continue
        # SG-381: a crew member's own block never protects another.
        if play.crew and play.crew != victim and any(effect.who == "self" for effect in blocks):
            continue
        options.append(option(state, seat, play))
    return options


def free_plays(state: Campaign, seat: str) -> list[Option]:
    """What *seat* may activate at any time, with what stands against it now."""
    from .resolve import concerns_crew

    options = []
    for play in all_plays(state, seat):
        if play.moment != "free":
            continue
        barred = refusal(state, seat, play)
        if barred is None and does(play, "free_action") and state.window != "actions":
            barred = Refusal("SG-R48", "An action can only begin between two steps of a turn; finish this first.")
        begins = not play.recipe and concerns_crew(play.effects)
        options.append(option(state, seat, play, barred).but(begins=begins))
    return options


# ----- using one


async def use(state: Campaign, seat: str, key: str, *, shown: bool = False) -> None:
    """Activate what was chosen: pay, place the command, and do what it says.

    :param shown: whom it would usually concern stood beside it.
    """
    from .resolve import concerns_crew, perform

    if key.startswith("combo:"):
        spend_combo(state, seat, key.removeprefix("combo:"))
        return
    if key.startswith("boost:"):
        from .challenge import boost

        await boost(state, seat, int(key.removeprefix("boost:")))
        return
    if key.startswith("bonus:"):
        from .attack import take_bonus

        await take_bonus(state, int(key.removeprefix("bonus:")))
        return
    play = find(state, seat, key)
    note = _used(state)
    await place_cost(state, seat, play)
    if not play.cost:
        note.append(key)
    context = Context(source=play.source, seat=seat, crew=play.crew)
    if state.trial:
        context.participants = list(state.trial.participants)
    if shown and not play.recipe and concerns_crew(play.effects):
        await perform(state, play.effects[:1], replace(context, chosen=True))
        await perform(state, play.effects[1:], context)
    else:
        await perform(state, play.effects, context)


async def place_cost(state: Campaign, seat: str, play: Play) -> None:
    """Command goes onto the board or card and locks it; food of a recipe goes to the supply."""
    if play.cost:
        state.players[seat].command -= play.cost
        if play.crew:
            state.crew[play.crew].command += play.cost
        else:
            state.owned[play.card] += play.cost
    what = f" ({play.cost} command on it)" if play.cost else ""
    state.say(f"{state.name(seat)} uses {label(play).rstrip('.')}{what}.")
    if play.recipe:
        await pay(state, dict(play.recipe), seat, play.source)
