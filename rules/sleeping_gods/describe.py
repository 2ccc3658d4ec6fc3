"""Cards of the owner's copy, described once when they are first met and known from then on.

Names and keywords are written by whoever holds the card; nothing of the published game stands in here, so nobody is
told of a card before it lies on the table.
"""

from __future__ import annotations

from dataclasses import replace
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
    DiscardBonus,
    EventCard,
    Food,
    LevelCard,
    QuestCard,
    SearchToken,
    Weapon,
    Window,
)
from .reading import (
    choice,
    count,
    known_now,
    read_off,
    weapon_fields,
    weapon_read,
    written,
)
from .state import Campaign
from .wording import words
from .words import SKILLS, Skill, Tier

FOOD_KINDS: tuple[Food, ...] = ("any_food", "meat", "vegetables", "grain")
LAST_NUMBER = 999
LONGEST_NAME = 32
LONGEST_TEXT = 80


async def name_it(state: Campaign, seat: str, text: str, proposed: str) -> str:
    """A card's name as it is printed, or the proposed one if nobody cares to write."""
    question = EnterText(seat, text, LONGEST_NAME, proposed, about=(proposed,))
    return str(await ask(state, lambda: question, "closed"))


async def skill_of(state: Campaign, seat: str, text: str) -> Skill:
    name = await pick(state, seat, text, [Option(each, each) for each in SKILLS])
    return next(each for each in SKILLS if each == name)


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
    """Its numbers and what discarding a card adds, in one answer."""
    gives = {give: f"more {give}" for give in GIVES}
    fields = [
        *weapon_fields("weapon", name),
        choice("skill", "discarding an equipped card of this skill", BONUS, ("none", *SKILLS)),
        choice("give", "adds", BONUS, tuple(gives)),
        count("amount", "as much as", BONUS, 1, low=1, high=9),
    ]
    told, _ = await read_off(state, seat, f"{name}: what is printed there?", fields, about=[name])
    bonus = tuple(
        DiscardBonus(skill, give, told["amount"])
        for skill in SKILLS
        for give in GIVES
        if (skill, give) == (told["skill"], told["give"])
    )
    return replace(weapon_read(name, "weapon", told), discard_bonus=bonus)


GIVES: tuple[Literal["damage", "accuracy", "block"], ...] = ("damage", "accuracy", "block")
BONUS = "Bonus"


# ----- boards and cards


async def describe_ability_card(state: Campaign, seat: str) -> str:
    """Skill, cost and fate of a card, in one answer; another copy of one that was met counts as such."""
    group = "The card"
    fields = [
        choice("skill", "skill", group, SKILLS),
        count("cost", "command cost", group, 1, high=9),
        count("fate", "fate number in its corner", group, 3, low=1, high=6),
        written("name", "name", group, ""),
    ]
    then = [Option("ability", "And it carries an ability")]
    about = [f"Ability card {len(state.pack.ability_cards) + 1}"]
    told, more = await read_off(state, seat, "What is printed on the ability card?", fields, then=then, about=about)
    skill = next(each for each in SKILLS if each == told["skill"])
    cost, fate = told["cost"], told["fate"]
    name = told["name"] or f"{skill} card ({cost}/{fate})"
    key = f"{name} {skill} {cost}/{fate}"
    met = state.met.ability_cards.get(key) or state.pack.ability_cards.get(key)
    if met:
        card = replace(met, copies=met.copies + 1)
    else:
        ability = await tell_ability(state, seat, name, own=True) if more == "ability" else None
        card = AbilityCard(name, fate, skill, cost, ability=ability)
    state.met.ability_cards[key] = card
    known_now(state)
    return key


async def name_adventure_card(state: Campaign, seat: str) -> int:
    """A card that is gained: the number on its back, and once what it is called; the rest when somebody likes."""
    card = await number(state, seat, "Which adventure card number?", 1, LAST_NUMBER, "adventure card")
    if card not in state.pack.adventure_cards:
        name = await name_it(state, seat, "What is it called?", f"Adventure card {card}")
        state.met.adventure_cards[card] = AdventureCard(name, "card", described=False)
        known_now(state)
    return card


async def describe_adventure_card(state: Campaign, seat: str, card: int) -> None:
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
    state.met.adventure_cards[card] = AdventureCard(
        name,
        kind,
        start=bool(known and known.start),
        market=bool(known and known.market),
        coin_cost=known.coin_cost if known else None,
        cost=cost or None,
        weapon=weapon,
        recipe=recipe,
        abilities=abilities,
    )
    known_now(state)


async def describe_level_card(state: Campaign, seat: str) -> None:
    """Whose it is, what it costs, and what it raises, in one answer."""
    group = "The level card"
    people = {state.called(crew): crew for crew in state.crew}
    fields = [
        choice("crew", "whose it is", group, tuple(people)),
        count("cost", "XP cost", group, 1, high=99),
        written("name", "name", group, ""),
        *(count(skill, skill, "It adds", high=9) for skill in SKILLS),
        count("health", "health", "It adds", high=9),
    ]
    then = [Option("weapon", "And it is a weapon"), Option("ability", "And it carries an ability")]
    about = [f"Level card {len(state.pack.level_cards) + 1}"]
    told, more = await read_off(state, seat, "What is printed on the level card?", fields, then=then, about=about)
    crew = people[told["crew"]]
    place = sum(level.crew == crew for level in state.pack.level_cards.values()) + 1
    name = told["name"] or f"Level card {place}"
    skills = {skill: told[skill] for skill in SKILLS if told[skill]}
    weapon = await tell_weapon(state, seat, name) if more == "weapon" else None
    ability = await tell_ability(state, seat, name, own=True) if more == "ability" else None
    state.met.level_cards[f"{crew}_{place}"] = LevelCard(
        name, crew, told["cost"], skills, told["health"], weapon, ability
    )
    known_now(state)


async def describe_quest(state: Campaign, seat: str) -> int:
    """A quest that is gained: its number, and once what is printed there."""
    quest = await number(state, seat, "Which quest number?", 1, LAST_NUMBER, "quest card")
    if quest not in state.pack.quests:
        await name_quest(state, seat, quest)
    return quest


async def name_quest(state: Campaign, seat: str, quest: int) -> None:
    """Keywords are words of the owner's book: whoever holds the card writes them down."""
    group, known = f"Quest {quest}", state.pack.quests.get(quest)
    fields = [
        written("name", "name", group, known.name if known else group),
        written("keywords", "keywords, with commas between", group, ""),
    ]
    about = [known.name if known else group]
    told, _ = await read_off(state, seat, f"What is printed on quest {quest}?", fields, about=about)
    keywords = tuple(dict.fromkeys(word.strip() for word in told["keywords"].split(",") if word.strip()))
    state.met.quests[quest] = QuestCard(told["name"] or group, keywords)
    known_now(state)


async def describe_event(state: Campaign, seat: str, tier: Tier) -> str:
    key = f"{tier} event {sum(event.tier == tier for event in state.pack.events.values()) + 1}"
    name = await name_it(state, seat, "What is the event called?", key.capitalize())
    effects = await tell_effects(state, seat, f"{name}: what does the card say?")
    state.met.events[key] = EventCard(name, tier, tuple(effects) or (verbs.Manual("manual", f"Do what {name} says."),))
    known_now(state)
    return key


async def describe_search_token(state: Campaign, seat: str) -> str:
    key = f"token {len(state.pack.search_tokens) + 1}"
    effects = await tell_effects(state, seat, "What does the search token show?")
    by_hand = verbs.Manual("manual", "Do what the search token shows.")
    state.met.search_tokens[key] = SearchToken(tuple(effects) or (by_hand,))
    known_now(state)
    return key


# ----- at any time


async def describe_for_next_time(state: Campaign, seat: str) -> None:
    """What lies open and the box knows little of can be described whenever somebody likes; it never has to be."""
    cards = {f"card:{n}": n for n in state.owned if not state.pack.adventure_cards[n].described}
    quests = {f"quest:{n}": n for n in state.quests if not state.pack.quests[n].keywords}
    options = [
        *(Option(key, state.card_name(n), slot=key) for key, n in cards.items()),
        *(Option(f"crew:{crew}", f"{state.called(crew)}'s board", slot=f"crew:{crew}") for crew in state.crew),
        *(Option(key, f"Quest {n}: name and keywords") for key, n in quests.items()),
        Option("none", "nothing"),
    ]
    chosen = await pick(state, seat, "Describe which?", options)
    if chosen in cards:
        await describe_adventure_card(state, seat, cards[chosen])
    elif chosen in quests:
        await name_quest(state, seat, quests[chosen])
    elif chosen != "none":
        await describe_board(state, seat, chosen.removeprefix("crew:"))


async def describe_board(state: Campaign, seat: str, crew: str) -> None:
    """Name, health, skills and weapon of a crew member in one answer, then its abilities."""
    board, group = state.pack.crew[crew], state.called(crew)
    weapon = board.weapon
    numbers = weapon_fields("weapon", "Weapon")
    printed = {"accuracy": weapon.accuracy, "damage": weapon.damage, "block": weapon.block, "ranged": weapon.ranged}
    least = max(1, state.crew[crew].damage)
    fields = [
        written("name", "name", group, board.name),
        count("health", "health", group, 5 if "health" in board.unread else board.health, low=least),
        *(count(skill, skill, group, board.skills.get(skill, 0), high=9) for skill in SKILLS),
        *(replace(each, now=printed[each.path.removeprefix("weapon.")]) for each in numbers),
    ]
    text = f"What is printed on the board of {group}?"
    told, _ = await read_off(state, seat, text, fields, about=[group])
    name = told["name"] or board.name
    known = replace(
        board,
        name=name,
        health=told["health"],
        skills={skill: told[skill] for skill in SKILLS if told[skill]},
        weapon=replace(weapon_read(f"{name}'s weapon", "weapon", told), discard_bonus=weapon.discard_bonus),
        unread=(),
    )
    state.met.crew[crew] = replace(known, abilities=await tell_abilities(state, seat, name, own=True))
    known_now(state)
