"""Cards of the owner's copy, described once when they are first met and known from then on.

Names and keywords are written by whoever holds the card; nothing of the published game stands in here, so nobody is
told of a card before it lies on the table.
"""

from __future__ import annotations

from typing import Literal

from ..ask import EnterText, Option
from . import effects as verbs
from .asking import ask
from .effects import Effect
from .owner import BONUSES, number, pick, tell_bonus, tell_effects, yes
from .pack import (
    Ability,
    AbilityCard,
    AdventureCard,
    CrewBoard,
    DiscardBonus,
    EventCard,
    Food,
    LevelCard,
    QuestCard,
    SearchToken,
    Weapon,
    Window,
)
from .state import Campaign
from .wording import words
from .words import SKILLS, Skill, Tier

CAPTAIN = "captain"
FOOD_KINDS: tuple[Food, ...] = ("any_food", "meat", "vegetables", "grain")
CREW_NAMES = ("Captain Odessa", "Laurence", "Gregory", "Mac", "Rafael", *(f"Crew member {n}" for n in range(6, 10)))
"""Those the rulebook names; the others are told apart by number until somebody writes their names."""

LONGEST_NAME = 32
LONGEST_TEXT = 80


async def name_it(state: Campaign, seat: str, text: str, proposed: str, taken: tuple[str, ...] = ()) -> str:
    """A name as it is printed, or the proposed one if nobody cares to write."""
    return str(await ask(state, lambda: EnterText(seat, text, LONGEST_NAME, proposed, taken=taken), "closed"))


async def skill_of(state: Campaign, seat: str, text: str) -> Skill:
    name = await pick(state, seat, text, [Option(each, each) for each in SKILLS])
    return next(each for each in SKILLS if each == name)


def known_now(state: Campaign) -> None:
    """The pack grew: read it afresh when it is next wanted."""
    state.opened = None


# ----- abilities

KINDS = (
    Option("activated", "it is activated with command"),
    Option("passive", "it always holds"),
    Option("turn_start", "it happens when a turn of its player begins"),
    Option("combat_start", "it happens when a combat begins"),
)


async def tell_ability(state: Campaign, seat: str, name: str, *, own: bool, cost: int | None = None) -> Ability:
    """One ability of a board or card: its moment, what it costs, and what it gives.

    :param own: it serves only the crew member it is printed on; a shared card serves anybody.
    :param cost: of an ability known to be activated.
    """
    kind = (
        "activated" if cost is not None else await pick(state, seat, f"{name}: when does the ability work?", [*KINDS])
    )
    if kind == "passive":
        bonus = await tell_passive(state, seat, name, own=own)
        scope: Literal["self", "group"] = "self" if own else "group"
        return Ability(words((bonus,)), "passive", scope=scope, options=((bonus,),))
    if kind != "activated":
        window: Window = "turn_start" if kind == "turn_start" else "combat_start"
        told = await tell_effects(state, seat, f"{name}: what happens then?")
        effects = tuple(told) or (verbs.Manual("manual", f"Do what {name} says."),)
        return Ability(words(effects), "triggered", when=(window,), options=(effects,))
    if cost is None:
        cost = await number(state, seat, f"{name}: its command cost?", 0, 9)
    options = [*(Option(verb, label) for verb, label in BONUSES), Option("effects", "something else")]
    verb = await pick(state, seat, f"{name}: what does activating it give?", options)
    if verb != "effects":
        bonus = await tell_bonus(state, seat, verb, own=own)
        return Ability(words((bonus,)), "activated", cost, options=((bonus,),))
    told = await tell_effects(state, seat, f"{name}: what does activating it do?")
    effects = tuple(told) or (verbs.Manual("manual", f"Do what {name} says."),)
    return Ability(words(effects), "activated", cost, options=(effects,))


async def tell_passive(state: Campaign, seat: str, name: str, *, own: bool) -> Effect:
    """What always holds: a skill, accuracy, damage or block."""
    kinds = [
        Option("skill", "a skill is raised"),
        Option("attack_accuracy", "more accuracy"),
        Option("attack_damage", "more damage"),
        Option("enemy_phase_block", "block in the enemy phase"),
    ]
    what = await pick(state, seat, f"{name}: what always holds?", kinds)
    if what != "skill":
        return await tell_bonus(state, seat, what, own=own)
    skill = await skill_of(state, seat, "Which skill?")
    n = await number(state, seat, "How much?", 1, 9)
    return verbs.SkillBonus("skill_bonus", skill, n, "while_equipped")


async def tell_abilities(state: Campaign, seat: str, name: str, *, own: bool) -> tuple[Ability, ...]:
    """All abilities printed there, one after another."""
    told: list[Ability] = []
    while await yes(state, seat, f"{name}: is there {'another' if told else 'an'} ability?"):
        told.append(await tell_ability(state, seat, name, own=own))
    return tuple(told)


async def tell_weapon(state: Campaign, seat: str, name: str) -> Weapon:
    accuracy = await number(state, seat, f"{name}: accuracy?", -5, 9)
    damage = await number(state, seat, f"{name}: damage?", 0, 9)
    block = await number(state, seat, f"{name}: block?", 0, 9)
    ranged = await yes(state, seat, f"{name}: is it ranged?")
    bonus: tuple[DiscardBonus, ...] = ()
    if await yes(state, seat, f"{name}: does discarding an equipped card add to an attack?"):
        skill = await skill_of(state, seat, "A card of which skill?")
        gives = [Option("damage", "damage"), Option("accuracy", "accuracy"), Option("block", "block")]
        picked = await pick(state, seat, "What does it add to?", gives)
        give: Literal["accuracy", "damage", "block"] = "damage"
        give = "accuracy" if picked == "accuracy" else "block" if picked == "block" else give
        bonus = (DiscardBonus(skill, give, await number(state, seat, "How much?", 1, 9)),)
    return Weapon(name, accuracy, damage, block, ranged, discard_bonus=bonus)


# ----- boards and cards


async def describe_crew(state: Campaign, seat: str) -> None:
    """Nine boards: name, health, skills, the basic weapon, and what each can do."""
    for place, proposed in enumerate(CREW_NAMES):
        taken = tuple(board.name for board in state.met.crew.values())
        which = "the captain's" if place == 0 else f"{place + 1} of {len(CREW_NAMES)}"
        name = await name_it(state, seat, f"Take up a crew board, {which}. Whose is it?", proposed, taken)
        health = await number(state, seat, f"{name}: health?", 1, 20)
        skills = {skill: await number(state, seat, f"{name}: {skill}?", 0, 9) for skill in SKILLS}
        weapon = await tell_weapon(state, seat, f"{name}'s weapon")
        abilities = await tell_abilities(state, seat, name, own=True)
        key = CAPTAIN if place == 0 else f"crew_{place}"
        state.met.crew[key] = CrewBoard(name, health, weapon, place == 0, skills, abilities)
    known_now(state)


async def describe_ability_card(state: Campaign, seat: str) -> str:
    """Skill, cost and fate of a card; another copy of one that was met counts as such."""
    skill = await skill_of(state, seat, "Which skill does the card show?")
    cost = await number(state, seat, "Its command cost?", 0, 9)
    fate = await number(state, seat, "The fate number in its corner?", 1, 6, "fate")
    name = await name_it(state, seat, "What is the card called?", f"{skill} card ({cost}/{fate})")
    key = f"{name} {skill} {cost}/{fate}"
    met = state.met.ability_cards.get(key) or state.pack.ability_cards.get(key)
    if met:
        card = AbilityCard(met.name, met.fate, met.skill, met.cost, met.copies + 1, met.ability)
    else:
        carries = await yes(state, seat, f"{name}: does it carry an ability?")
        ability = await tell_ability(state, seat, name, own=True) if carries else None
        card = AbilityCard(name, fate, skill, cost, ability=ability)
    state.met.ability_cards[key] = card
    known_now(state)
    return key


async def describe_adventure_card(state: Campaign, seat: str, card: int, *, market: bool = False) -> None:
    """Weapon, recipe or something else, what activating it gives, and whatever it does besides."""
    known = state.pack.adventure_cards.get(card)
    proposed = known.name if known else f"Adventure card {card}"
    name = known.name if known else await name_it(state, seat, f"What is adventure card {card} called?", proposed)
    cost = await number(state, seat, f"{name}: command cost to activate it (0 if there is none)?", 0, 9)
    kinds = [Option("weapon", "a weapon"), Option("recipe", "a recipe"), Option("gear", "something else")]
    kind = await pick(state, seat, f"{name}: what is it?", kinds)
    weapon = await tell_weapon(state, seat, name) if kind == "weapon" else None
    abilities: tuple[Ability, ...] = ()
    recipe: dict[Food, int] = {}
    if cost and kind == "recipe":
        for food in FOOD_KINDS:
            if n := await number(state, seat, f"{name}: how many {food.replace('_', ' ')} does it take?", 0, 9):
                recipe[food] = n
    if cost:
        abilities = (await tell_ability(state, seat, name, own=False, cost=cost),)
    if await yes(state, seat, f"{name}: does it do anything {'else' if cost else 'by itself'}?"):
        abilities = (*abilities, await tell_ability(state, seat, name, own=False))
    price = await number(state, seat, f"{name}: price in coins?", 0, 99) if market else None
    state.met.adventure_cards[card] = AdventureCard(
        name,
        kind,
        start=bool(known and known.start),
        market=market,
        coin_cost=price,
        cost=cost or None,
        weapon=weapon,
        recipe=recipe,
        abilities=abilities,
    )
    known_now(state)


async def describe_market_card(state: Campaign, seat: str) -> int:
    """A market card nobody has met."""
    card = await number(state, seat, "Its number?", 1, 999, "market card")
    if card not in state.pack.adventure_cards:
        await describe_adventure_card(state, seat, card, market=True)
    return card


async def describe_level_card(state: Campaign, seat: str) -> None:
    """Whose it is, what it costs, and what it raises."""
    people = [Option(crew, state.called(crew)) for crew in state.crew]
    crew = await pick(state, seat, "Whose level card is it?", people)
    place = sum(level.crew == crew for level in state.pack.level_cards.values()) + 1
    name = await name_it(state, seat, "What is the level card called?", f"Level card {place}")
    cost = await number(state, seat, "Its XP cost?", 0, 99)
    skills = {skill: n for skill in SKILLS if (n := await number(state, seat, f"{skill} bonus?", 0, 9))}
    health = await number(state, seat, "Health bonus?", 0, 9)
    weapon = await tell_weapon(state, seat, name) if await yes(state, seat, "Is it a weapon?") else None
    carries = await yes(state, seat, f"{name}: does it carry an ability?")
    ability = await tell_ability(state, seat, name, own=True) if carries else None
    state.met.level_cards[f"{crew}_{place}"] = LevelCard(name, crew, cost, skills, health, weapon, ability)
    known_now(state)


async def describe_quest(state: Campaign, seat: str, quest: int) -> None:
    """Keywords are words of the owner's book: whoever holds the card writes them down."""
    if quest in state.pack.quests:
        return
    name = await name_it(state, seat, f"What is quest {quest} called?", f"Quest {quest}")
    keywords: list[str] = []
    while await yes(state, seat, f"{name}: does it carry {'another' if keywords else 'a'} keyword?"):
        word = await name_it(state, seat, "Which keyword?", f"of quest {quest}", tuple(keywords))
        keywords.append(word)
    state.met.quests[quest] = QuestCard(name, tuple(keywords))
    known_now(state)


async def describe_event(state: Campaign, seat: str, tier: Tier) -> str:
    key = f"{tier} event {sum(event.tier == tier for event in state.pack.events.values()) + 1}"
    name = await name_it(state, seat, "What is the event called?", key.capitalize())
    effects = await tell_effects(state, seat, "What does the event card say?")
    state.met.events[key] = EventCard(name, tier, tuple(effects))
    known_now(state)
    return key


async def describe_search_token(state: Campaign, seat: str) -> str:
    key = f"token {len(state.pack.search_tokens) + 1}"
    effects = await tell_effects(state, seat, "What does the search token show?")
    state.met.search_tokens[key] = SearchToken(tuple(effects))
    known_now(state)
    return key
