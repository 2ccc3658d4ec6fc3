"""The owner's own copy: what the box does not know is told at the table, once, and kept."""

from __future__ import annotations

from functools import partial
from typing import Literal

from ..ask import ChooseOne, Confirm, EnterNumber, Option, PickSome, ReadStory
from . import effects as verbs
from .asking import ask
from .effects import Effect
from .pack import (
    Ability,
    AbilityCard,
    AdventureCard,
    CrewBoard,
    EnemyAbility,
    EnemyCard,
    EventCard,
    Food,
    LevelCard,
    QuestCard,
    SearchToken,
    Square,
    StoryChallenge,
    Weapon,
)
from .resolve import push
from .state import ByHand, Campaign, Context, Fight, TellStory
from .story import turn_to
from .wording import words
from .words import RESOURCES, SKILLS, STATUSES, Tier

CAPTAIN = "captain"
FOOD_KINDS: tuple[Food, ...] = ("any_food", "meat", "vegetables", "grain")
CREW_NAMES = ("Captain Odessa", "Laurence", "Gregory", "Mac", "Rafael", *(f"Crew member {n}" for n in range(6, 10)))
"""Those the rulebook names; the others are told apart by number."""


async def number(state: Campaign, seat: str, text: str, low: int, high: int, slot: str | None = None) -> int:
    """A number told at the table.

    :param slot: the card it is printed on, if it is one.
    """
    return int(await ask(state, lambda: EnterNumber(seat, text, low, high, slot=slot), "closed"))


async def pick(state: Campaign, seat: str, text: str, options: list[Option]) -> str:
    return str(await ask(state, lambda: ChooseOne(seat, text, options), "closed"))


async def yes(state: Campaign, seat: str, text: str) -> bool:
    return await pick(state, seat, text, [Option("no", "no"), Option("yes", "yes")]) == "yes"


def _known_now(state: Campaign) -> None:
    """The pack grew: read it afresh when it is next wanted."""
    state.opened = None


# ----- telling what a text says

MENU: tuple[tuple[str, str], ...] = (
    ("gain_morale", "gain morale"),
    ("lose_morale", "lose morale"),
    ("ship_damage", "ship damage"),
    ("repair", "repair the ship"),
    ("gain_resource", "gain resources"),
    ("lose_resource", "lose resources"),
    ("damage", "damage to the crew"),
    ("restore_health", "restore health"),
    ("gain_fatigue", "gain fatigue"),
    ("remove_fatigue", "remove fatigue"),
    ("gain_status", "gain a status"),
    ("remove_status", "remove a status"),
    ("gain_command", "gain command"),
    ("draw_ability", "draw ability cards"),
    ("gain_xp", "gain XP"),
    ("gain_feared", "feared points"),
    ("gain_revered", "revered points"),
    ("gain_quest", "gain a quest"),
    ("complete_quest", "lose or complete a quest"),
    ("gain_adventure", "gain an adventure card"),
    ("gain_totem", "a totem is found"),
    ("discard_events", "discard event cards"),
    ("challenge", "a challenge"),
    ("combat", "a combat"),
)

BONUSES: tuple[tuple[str, str], ...] = (
    ("fate_plus", "+1 to fate"),
    ("redraw_fate", "redraw fate"),
    ("redraw_highest", "redraw fate, keep the highest"),
    ("skill_bonus", "a skill bonus after fate"),
    ("attack_accuracy", "accuracy"),
    ("attack_damage", "damage to an attack"),
    ("block", "block against a counter-attack"),
    ("enemy_phase_block", "block in the enemy phase"),
)
"""What abilities and cards do besides: into a draw, a challenge or an attack."""


async def tell_bonus(state: Campaign, seat: str, verb: str, *, own: bool) -> Effect:
    """One bonus; a crew member's own serves only themselves, a shared card anybody."""
    if verb == "redraw_fate":
        return verbs.RedrawFate("redraw_fate")
    if verb == "redraw_highest":
        return verbs.RedrawFate("redraw_fate", "highest")
    if verb == "skill_bonus":
        name = await pick(state, seat, "Which skill?", [Option(each, each) for each in SKILLS])
        skill = next(each for each in SKILLS if each == name)
        return verbs.SkillBonus("skill_bonus", skill, await number(state, seat, "How much?", 1, 9))
    n = await number(state, seat, "How much?", 1, 9)
    if verb == "fate_plus":
        return verbs.FatePlus("fate_plus", n)
    if verb == "attack_accuracy":
        return verbs.AttackBonus("attack_accuracy", n, "self" if own else "any_attack")
    if verb == "attack_damage":
        return verbs.AttackBonus("attack_damage", n, "self" if own else "any_attack")
    phase: Literal["counter", "enemy_phase"] = "enemy_phase" if verb == "enemy_phase_block" else "counter"
    return verbs.Block("block", n, phase, "self" if own else "one_any")


async def tell_ability(state: Campaign, seat: str, name: str, cost: int, *, own: bool) -> Ability:
    """Something to activate: a bonus for its moment, or effects for any time."""
    options = [*(Option(verb, label) for verb, label in BONUSES), Option("effects", "something else")]
    verb = await pick(state, seat, f"{name}: what does activating it give?", options)
    if verb != "effects":
        bonus = await tell_bonus(state, seat, verb, own=own)
        return Ability(words((bonus,)), "activated", cost, options=((bonus,),))
    told = await tell_effects(state, seat, f"{name}: what does activating it do?")
    effects = tuple(told) or (verbs.Manual("manual", f"Do what {name} says."),)
    return Ability(words(effects), "activated", cost, options=(effects,))


async def tell_effect(state: Campaign, seat: str, verb: str) -> Effect:
    """One effect, put together from a few questions."""
    match verb:
        case "gain_morale" | "lose_morale":
            return verbs.ChangeMorale(verb, await number(state, seat, "How much morale?", 1, 10))
        case "ship_damage" | "repair":
            return verbs.ChangeShip(verb, await number(state, seat, "How much?", 1, 11))
        case "gain_resource" | "lose_resource":
            kind = await pick(state, seat, "Which resource?", [Option(each, each) for each in RESOURCES])
            n = await number(state, seat, "How many?", 1, 20)
            resource = next(each for each in RESOURCES if each == kind)
            if verb == "gain_resource":
                return verbs.GainResource("gain_resource", resource, n=n)
            return verbs.LoseResource("lose_resource", resource, n)
        case "damage":
            return verbs.Damage("damage", "participants_first", await number(state, seat, "How much damage?", 1, 30))
        case "restore_health":
            n = await number(state, seat, "How much health?", 1, 30)
            return verbs.RestoreHealth("restore_health", "spread_any", n)
        case "gain_fatigue" | "remove_fatigue":
            return verbs.ChangeFatigue(verb, "spread_any", await number(state, seat, "How much fatigue?", 1, 18))
        case "gain_status" | "remove_status":
            name = await pick(state, seat, "Which status?", [Option(each, each) for each in STATUSES])
            status = next(each for each in STATUSES if each == name)
            return verbs.ChangeStatus(verb, status, "one_yours" if verb == "gain_status" else "one_any")
        case "gain_command":
            return verbs.ChangeCommand("gain_command", "active_player", await number(state, seat, "How many?", 1, 14))
        case "draw_ability":
            return verbs.DrawAbility("draw_ability", "active_player", await number(state, seat, "How many?", 1, 10))
        case "gain_xp":
            return verbs.ChangeXP("gain_xp", await number(state, seat, "How many XP?", 1, 100))
        case "gain_feared" | "gain_revered":
            return verbs.ChangeName(verb, await number(state, seat, "How many points?", -20, 20))
        case "gain_quest":
            quest = await number(state, seat, "Which quest number?", 1, 999, "quest card")
            await describe_quest(state, seat, quest)
            return verbs.ChangeQuest("gain_quest", quest)
        case "complete_quest":
            options = [Option(n, f"{n} {state.pack.quests[n].name}") for n in state.quests]
            if not options:
                return verbs.Note("note", "There is no quest to lose.")
            return verbs.ChangeQuest("complete_quest", int(await pick(state, seat, "Which quest?", options)))
        case "gain_adventure":
            card = await number(state, seat, "Which adventure card number?", 1, 999, "adventure card")
            if card not in state.pack.adventure_cards:
                await describe_adventure_card(state, seat, card)
            return verbs.GainAdventure("gain_adventure", card)
        case "gain_totem":
            return verbs.GainTotem("gain_totem", f"totem {len(state.progress.totems) + 1}")
        case "discard_events":
            return verbs.DiscardEvents("discard_events", await number(state, seat, "How many?", 1, 18))
        case "challenge":
            challenge = await tell_challenge(state, seat)
            return verbs.Challenge("challenge", challenge.skill, challenge.number, challenge.fail)
        case _:
            return verbs.Combat("combat", tuple(await tell_enemies(state, seat)))


async def tell_effects(state: Campaign, seat: str, text: str) -> list[Effect]:
    """Several effects in the order they are printed, until somebody says that is all."""
    told: list[Effect] = []
    while True:
        options = [Option("done", "that is all"), *(Option(verb, label) for verb, label in MENU)]
        verb = await pick(state, seat, text, options)
        if verb == "done":
            return told
        told.append(await tell_effect(state, seat, verb))


async def by_hand(state: Campaign, task: ByHand) -> None:
    """What no verb says: the players did it and enter what changed, each change at once."""
    seat = task.context.seat or state.active
    options = [Option("done", "that is all"), *(Option(verb, label) for verb, label in MENU)]
    verb = str(await ask(state, lambda: ChooseOne(seat, f"{task.text} What changed?", options)))
    if verb == "done":
        state.agenda.remove(task)
    else:
        push(state, (await tell_effect(state, seat, verb),), task.context)


async def tell_challenge(state: Campaign, seat: str) -> StoryChallenge:
    """A challenge as it is printed: skill, number, and what failing costs."""
    name = await pick(state, seat, "Which skill?", [Option(each, each) for each in SKILLS])
    skill = next(each for each in SKILLS if each == name)
    target = await number(state, seat, "Which number must be reached?", 1, 40)
    fails = [
        Option("health", "health: the difference as damage"),
        Option("ship", "ship damage: the difference"),
        *(Option(f"status:{each}", f"gain {each}") for each in STATUSES),
        Option("lose", "-x health"),
    ]
    picked = await ask(state, lambda: PickSome(seat, "What follows “fail:”?", fails), "closed")
    fail: list[Effect] = []
    for each in picked:
        if each == "health":
            fail.append(verbs.Damage("damage", "participants_first", "difference"))
        elif each == "ship":
            fail.append(verbs.ChangeShip("ship_damage", "difference"))
        elif each == "lose":
            fail.append(
                verbs.Damage("damage", "participants_first", await number(state, seat, "Lose how much health?", 1, 30))
            )
        else:
            status = next(status for status in STATUSES if each == f"status:{status}")
            fail.append(verbs.ChangeStatus("gain_status", status, "one_yours"))
    return StoryChallenge(skill, target, tuple(fail))


async def tell_enemies(state: Campaign, seat: str) -> list[int]:
    many = await number(state, seat, "How many enemies?", 1, 6)
    return [
        await number(state, seat, f"Number on the back of enemy {each + 1}?", 1, 999, "enemy card")
        for each in range(many)
    ]


# ----- a paragraph of the owner's book


async def tell_from_the_book(state: Campaign, task: TellStory) -> None:
    """Somebody reads; the others tap what the text asks for, thing after thing."""
    seat = state.active
    if task.stage == "read":
        task.stage = "way"
        text = f"Read paragraph {task.paragraph} in your book."
        await ask(state, lambda: ReadStory(seat, text, task.paragraph))
    options = [
        Option("turn_to", "turn to another paragraph"),
        Option("over", "return to the ship"),
        *(Option(verb, label) for verb, label in MENU),
        Option("win", "the campaign is won"),
        Option("fail", "the campaign is lost"),
    ]
    verb = str(await ask(state, lambda: ChooseOne(seat, f"Paragraph {task.paragraph}: what next?", options)))
    if verb == "turn_to":
        turn_to(state, await which_paragraph(state, seat))
    elif verb == "over":
        task.stage = "over"
    elif verb in ("win", "fail"):
        push(state, (verbs.EndCampaign("end_campaign", "win" if verb == "win" else "fail"),))
    elif verb == "combat":
        state.agenda.append(Fight(enemies=await tell_enemies(state, seat), where=f"Paragraph {task.paragraph}"))
    else:
        push(state, (await tell_effect(state, seat, verb),), Context(source=f"Paragraph {task.paragraph}"))


async def which_paragraph(state: Campaign, seat: str) -> str:
    """Paragraphs have a number, some with a letter before it: 169, A1, D1."""
    letters = [Option("", "no letter"), *(Option(chr(65 + i), chr(65 + i)) for i in range(26))]
    letter = await pick(state, seat, "Which letter stands before the number?", letters)
    return letter + str(await number(state, seat, "Which number?", 1, 9999, "paragraph"))


# ----- describing cards


async def describe_crew(state: Campaign, seat: str) -> None:
    """Nine boards: health, skills and the basic weapon."""
    for place, name in enumerate(CREW_NAMES):
        await ask(state, partial(Confirm, seat, f"Take up a board: {name}."), "closed")
        health = await number(state, seat, f"{name}: health?", 1, 20)
        skills = {skill: await number(state, seat, f"{name}: {skill}?", 0, 9) for skill in SKILLS}
        weapon = await tell_weapon(state, seat, f"{name}'s weapon")
        abilities: list[Ability] = []
        while await yes(state, seat, f"{name}: is there {'another' if abilities else 'an'} ability to activate?"):
            cost = await number(state, seat, "Its command cost?", 0, 9)
            abilities.append(await tell_ability(state, seat, name, cost, own=True))
        key = CAPTAIN if place == 0 else f"crew_{place}"
        state.met.crew[key] = CrewBoard(name, health, weapon, place == 0, skills, tuple(abilities))
    _known_now(state)


async def tell_weapon(state: Campaign, seat: str, name: str) -> Weapon:
    accuracy = await number(state, seat, f"{name}: accuracy?", -5, 9)
    damage = await number(state, seat, f"{name}: damage?", 0, 9)
    block = await number(state, seat, f"{name}: block?", 0, 9)
    return Weapon(name, accuracy, damage, block, await yes(state, seat, f"{name}: is it ranged?"))


async def describe_ability_card(state: Campaign, seat: str) -> str:
    name = await pick(state, seat, "Which skill does the card show?", [Option(each, each) for each in SKILLS])
    skill = next(each for each in SKILLS if each == name)
    cost = await number(state, seat, "Its command cost?", 0, 9)
    fate = await number(state, seat, "The fate number in its corner?", 1, 6, "fate")
    key = f"{skill} {cost}/{fate}"
    if key in state.met.ability_cards:
        card = state.met.ability_cards[key]
        state.met.ability_cards[key] = AbilityCard(
            card.name, card.fate, card.skill, card.cost, card.copies + 1, card.ability
        )
    else:
        state.met.ability_cards[key] = AbilityCard(f"{skill} card ({cost}/{fate})", fate, skill, cost)
    _known_now(state)
    return key


async def describe_adventure_card(state: Campaign, seat: str, card: int, *, market: bool = False) -> None:
    """Weapon, recipe or something to activate."""
    known = state.pack.adventure_cards.get(card)
    name = known.name if known else f"Adventure card {card}"
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
        abilities = (await tell_ability(state, seat, name, cost, own=False),)
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
    _known_now(state)


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
    cost = await number(state, seat, "Its XP cost?", 0, 99)
    skills = {skill: n for skill in SKILLS if (n := await number(state, seat, f"{skill} bonus?", 0, 9))}
    health = await number(state, seat, "Health bonus?", 0, 9)
    weapon = await tell_weapon(state, seat, "its weapon") if await yes(state, seat, "Is it a weapon?") else None
    place = sum(level.crew == crew for level in state.pack.level_cards.values()) + 1
    name = f"{state.called(crew)}'s level card {place}"
    state.met.level_cards[f"{crew}_{place}"] = LevelCard(name, crew, cost, skills, health, weapon)
    _known_now(state)


# ----- the real atlas


async def sail_the_real_atlas(state: Campaign, seat: str) -> None:
    """The ship is moved on the table; the box notes the page and asks what the hazard there does."""
    page = await number(state, seat, "Move the ship one region. On which page is it now?", 1, 99)
    state.ship.region = f"page {page}"
    state.say(f"The {state.pack.names.ship} is on page {page}.")
    if await yes(state, seat, "Is there a hazard in that region?"):
        text = "Do what the hazard says."
        state.agenda.append(ByHand(text=text, context=Context(source="Hazard", seat=seat)))


async def nearest_real_port(state: Campaign) -> tuple[str, int]:
    seat = state.active
    moves = await number(state, seat, "How many regions is it to the nearest port?", 0, 30)
    page = await number(state, seat, "On which page is that port?", 1, 99)
    return f"page {page}", moves


async def describe_quest(state: Campaign, seat: str, quest: int) -> None:
    """Keywords are words of the owner's book; the box only needs to tell them apart."""
    if quest in state.pack.quests:
        return
    keyword = await yes(state, seat, f"Does quest {quest} carry a keyword?")
    state.met.quests[quest] = QuestCard(f"Quest {quest}", (f"of quest {quest}",) if keyword else ())
    _known_now(state)


async def describe_event(state: Campaign, seat: str, tier: Tier) -> str:
    key = f"{tier} event {sum(event.tier == tier for event in state.pack.events.values()) + 1}"
    effects = await tell_effects(state, seat, "What does the event card say?")
    state.met.events[key] = EventCard(key.capitalize(), tier, tuple(effects))
    _known_now(state)
    return key


async def describe_search_token(state: Campaign, seat: str) -> str:
    key = f"token {len(state.pack.search_tokens) + 1}"
    effects = await tell_effects(state, seat, "What does the search token show?")
    state.met.search_tokens[key] = SearchToken(tuple(effects))
    _known_now(state)
    return key


ENEMY_ABILITIES = (
    "adjacent_attack", "adjacent_regen", "discard_skill", "envenom", "first_strike", "frighten", "lose_resource",
    "madden", "lose_morale", "regen", "remove_weapon", "resist", "weaken",
)  # fmt: skip


async def describe_enemy(state: Campaign, seat: str, enemy: int) -> None:
    """The grid editor: tap which squares there are and what stands in them."""
    name = f"Enemy {enemy}"
    defense = await number(state, seat, f"{name}: defence?", 0, 20)
    damage = await number(state, seat, f"{name}: basic damage?", 0, 20)
    rows = next((card.rows for card in state.pack.enemies.values()), 0) or await number(state, seat, "Rows?", 1, 6)
    cols = await number(state, seat, f"{name}: columns?", 1, 8)
    places = [(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1)]

    async def which(text: str, among: list[tuple[int, int]], least: int = 0) -> list[tuple[int, int]]:
        options = [Option(f"{row}:{col}", f"row {row}, column {col}", slot=f"square:{row}:{col}") for row, col in among]
        picked = await ask(state, lambda: PickSome(seat, text, options, at_least=least), "closed")
        return [place for place in among if f"{place[0]}:{place[1]}" in picked]

    missing = await which(f"{name}: which squares are missing?", places)
    there = [place for place in places if place not in missing] or places
    hearts = await which(f"{name}: which show a heart?", there)
    armor = await which(f"{name}: which show armor?", there, 0 if hearts else 1)
    combo = await which(f"{name}: which show a combo point?", there)
    flying = await which(f"{name}: which show wings?", there)
    bonus = {place: 0 for place in there}
    for place in await which(f"{name}: which show bonus damage?", there):
        bonus[place] = await number(state, seat, f"Row {place[0]}, column {place[1]}: how much bonus damage?", 1, 9)
    abilities: dict[tuple[int, int], EnemyAbility] = {}
    for place in await which(f"{name}: which show an ability?", there):
        options = [Option(each, each.replace("_", " ")) for each in ENEMY_ABILITIES]
        what = await pick(state, seat, f"Row {place[0]}, column {place[1]}: which ability?", options)
        strong = what == "adjacent_attack" and await yes(state, seat, "Is it +2?")
        verb = next(each for each in ENEMY_ABILITIES if each == what)
        abilities[place] = EnemyAbility(verb, 2 if strong else 1)  # type: ignore[arg-type]
    squares = tuple(
        Square(
            *place, place in hearts, place in armor, bonus[place], place in combo, place in flying, abilities.get(place)
        )
        for place in there
    )
    state.met.enemies[enemy] = EnemyCard(name, defense, damage, rows, cols, squares)
    _known_now(state)
