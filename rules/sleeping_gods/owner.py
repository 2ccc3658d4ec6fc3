"""The owner's own copy: what the box does not know is told at the table, once, and kept."""

from __future__ import annotations

from typing import Literal

from .. import sheet
from ..ask import ChooseOne, EnterNumber, Option, PickSome, ReadStory
from . import effects as verbs
from .asking import ask
from .effects import Effect
from .events import TOTEM_EVENTS, add_events
from .failure import reckon
from .pack import StoryChallenge
from .resolve import push
from .state import ByHand, Campaign, Context, Fight, TellStory
from .story import turn_to
from .words import RESOURCES, SKILLS, STATUSES


async def number(state: Campaign, seat: str, text: str, low: int, high: int, slot: str | None = None) -> int:
    """A number told at the table.

    :param slot: the card it is printed on, if it is one.
    """
    return int(await ask(state, lambda: EnterNumber(seat, text, low, high, slot=slot), "closed"))


async def pick(state: Campaign, seat: str, text: str, options: list[Option]) -> str:
    return str(await ask(state, lambda: ChooseOne(seat, text, options), "closed"))


async def yes(state: Campaign, seat: str, text: str) -> bool:
    return await pick(state, seat, text, [Option("no", "no"), Option("yes", "yes")]) == "yes"


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
    ("lose_command", "lose command"),
    ("draw_ability", "draw ability cards"),
    ("discard_hand", "discard cards from a hand"),
    ("discard_tucked", "discard tucked cards"),
    ("gain_xp", "gain XP"),
    ("spend_xp", "lose XP"),
    ("gain_feared", "feared points"),
    ("gain_revered", "revered points"),
    ("gain_quest", "gain a quest"),
    ("complete_quest", "lose or complete a quest"),
    ("gain_adventure", "gain an adventure card"),
    ("lose_adventure", "lose an adventure card"),
    ("gain_totem", "a totem is found"),
    ("discard_events", "discard event cards"),
    ("move_ship", "the ship is moved"),
    ("search", "draw a search token"),
    ("extra_action", "more actions this turn"),
    ("lose_action", "fewer actions this turn"),
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
        case "lose_command":
            return verbs.ChangeCommand("lose_command", "choose_player", await number(state, seat, "How many?", 1, 14))
        case "discard_hand":
            return verbs.DiscardHand("discard_hand", "choose_player", await number(state, seat, "How many?", 1, 3))
        case "discard_tucked":
            return verbs.DiscardTucked("discard_tucked", "one_any", await number(state, seat, "How many?", 1, 18))
        case "gain_xp" | "spend_xp":
            return verbs.ChangeXP(verb, await number(state, seat, "How many XP?", 1, 100))
        case "gain_feared" | "gain_revered":
            return verbs.ChangeName(verb, await number(state, seat, "How many points?", -20, 20))
        case "gain_quest":
            from .describe import describe_quest

            quest = await number(state, seat, "Which quest number?", 1, 999, "quest card")
            await describe_quest(state, seat, quest)
            return verbs.ChangeQuest("gain_quest", quest)
        case "complete_quest":
            options = [Option(n, f"{n} {state.pack.quests[n].name}") for n in state.quests]
            if not options:
                return verbs.Note("note", "There is no quest to lose.")
            return verbs.ChangeQuest("complete_quest", int(await pick(state, seat, "Which quest?", options)))
        case "gain_adventure":
            from .describe import describe_adventure_card

            card = await number(state, seat, "Which adventure card number?", 1, 999, "adventure card")
            if card not in state.pack.adventure_cards:
                await describe_adventure_card(state, seat, card)
            return verbs.GainAdventure("gain_adventure", card)
        case "lose_adventure":
            return verbs.LoseAdventure("lose_adventure", "choice")
        case "move_ship":
            if state.ship.region not in state.pack.regions:
                return verbs.MoveShip("move_ship", "steps")
            return verbs.MoveShip("move_ship", "steps", steps=await number(state, seat, "How many regions?", 1, 9))
        case "search":
            return verbs.Search("search")
        case "extra_action" | "lose_action":
            return verbs.ChangeActions(verb, await number(state, seat, "How many?", 1, 9))
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


GO_ON = ("challenge", "combat", "search", "gain_quest", "gain_adventure", "draw_ability", "move_ship")
"""What people cannot have done by themselves: it takes rules, cards the box may not know yet, or the dealer."""


async def by_hand(state: Campaign, task: ByHand) -> None:
    """What no verb says: the players do it and enter what changed, until nothing more comes of it."""
    seat, source = task.context.seat or state.active, task.context.source
    text = task.text if not source or task.text.startswith(source) else f"{source}: {task.text}"
    then = [Option(verb, label) for verb, label in MENU if verb in GO_ON]
    changed = await sheet.by_hand(state, seat, text, then=then, ask=lambda build: ask(state, build))
    if not changed.then:
        state.agenda.remove(task)
    found = changed.now.get("progress.found", 0) - changed.was.get("progress.found", 0)
    if found > 0:
        add_events(state, "mild", TOTEM_EVENTS * found, "top")  # every totem gives time
    await reckon(state)
    if changed.then:
        push(state, (await tell_effect(state, seat, str(changed.then)),), task.context)


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
        await ask(state, lambda: ReadStory(seat, text, task.paragraph, waits=False))
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


# ----- the real atlas


async def sail_the_real_atlas(state: Campaign, seat: str, text: str = "Move the ship one region.") -> None:
    """The ship is moved on the table; the box notes the page and asks what the hazard there does."""
    page = await number(state, seat, f"{text} On which page is it now?", 1, 99)
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
