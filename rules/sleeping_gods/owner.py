"""The owner's own copy: what the box does not know is told at the table, once, and kept."""

from __future__ import annotations

from .. import last_time, sheet
from ..ask import ChooseOne, EnterNumber, EnterText, Option, ReadStory
from ..last_time import LastTime
from ..read_off import count, switch
from . import effects as verbs
from .asking import ask
from .effects import Effect
from .events import TOTEM_EVENTS, add_events
from .failure import reckon
from .fate import draw_fate
from .pack import StoryChallenge
from .reading import know_health, known_now, read_off, which_enemies
from .resolve import push
from .state import COMBO_LIMIT, UNKNOWN, ByHand, Campaign, Context, TellStory
from .words import TIERS

LONGEST_PARAGRAPH = 8
HAZARD = "hazard"
STORY = "The story"
"""What the sheet calls the book."""


async def number(state: Campaign, seat: str, text: str, low: int, high: int, slot: str | None = None) -> int:
    """A number told at the table.

    :param slot: the card it is printed on, if it is one.
    """
    return int(await ask(state, lambda: EnterNumber(seat, text, low, high, slot=slot), "closed"))


async def pick(state: Campaign, seat: str, text: str, options: list[Option]) -> str:
    return str(await ask(state, lambda: ChooseOne(seat, text, options), "closed"))


async def yes(state: Campaign, seat: str, text: str) -> bool:
    return await pick(state, seat, text, [Option("no", "no"), Option("yes", "yes")]) == "yes"


# ----- what comes next by the rules


async def next_effect(state: Campaign, seat: str, verb: str) -> Effect:
    """What a text asks for that takes rules: what it needs to be known, told in one answer."""
    from . import describe

    match verb:
        case "challenge":
            challenge = await describe.told(state, seat, "Which challenge?", StoryChallenge("strength", 7))
            return verbs.Challenge("challenge", challenge.skill, challenge.number, challenge.fail)
        case "combat":
            return verbs.Combat("combat", tuple(await which_enemies(state, seat)))
        case "gain_quest":
            return verbs.ChangeQuest("gain_quest", await describe.describe_quest(state, seat))
        case "gain_adventure":
            return verbs.GainAdventure("gain_adventure", await describe.name_adventure_card(state, seat))
        case "draw_ability":
            return verbs.DrawAbility("draw_ability", "active_player", await number(state, seat, "How many?", 1, 10))
        case "search":
            return verbs.Search("search")
    if state.ship.region not in state.pack.regions:
        return verbs.MoveShip("move_ship", "steps")
    return verbs.MoveShip("move_ship", "steps", steps=await number(state, seat, "How many regions?", 1, 9))


# ----- what people do themselves

LABELS = {
    "challenge": "A challenge",
    "combat": "A combat",
    "fate": "Draw fate",
    "search": "Draw a search token",
    "gain_quest": "Gain a quest",
    "gain_adventure": "Gain an adventure card",
    "draw_ability": "Draw ability cards",
    "move_ship": "Move the ship",
}
"""What people cannot have done by themselves: it takes rules, cards the box may not know yet, or the dealer."""

THEN = [Option(verb, label) for verb, label in LABELS.items()]


async def by_hand(state: Campaign, task: ByHand) -> None:
    """What no verb says: the players do it and enter what changed, until nothing more comes of it."""
    seat, source = task.context.seat or state.active, task.context.source
    text = task.text if not source or task.text.startswith(source) else f"{source}: {task.text}"
    keep = [Option("keep", "Describe it for next time")] if task.keep else []
    changed = await done_by_hand(state, seat, text, [*THEN, *keep], again=_met_as(state, task, text))
    task.sheets += 1
    if not changed.then or changed.then == "keep":
        state.agenda.remove(task)
    await take_stock(state, changed, seat)
    if changed.then == "keep":
        await keep_for_next_time(state, task, seat)
    else:
        await go_on_with(state, seat, changed, task.context)


NAMELESS = ("Event", "Search")
"""Who says so where nobody knows which card it was."""


def _met_as(state: Campaign, task: ByHand, text: str) -> str:
    """By what it is known again when it comes again; empty if by nothing."""
    if task.context.source in NAMELESS:
        return ""
    if task.context.source == "Hazard":
        text = f"Hazard on page {state.page}"  # its name stands nowhere but in the atlas
    return _part(text, task.sheets)


def _part(name: str, sheets: int) -> str:
    """Something may take several sheets, one after another."""
    return f"{name}, part {sheets + 1}" if sheets else name


async def done_by_hand(
    state: Campaign,
    seat: str,
    text: str,
    then: list[Option],
    likely: tuple[str, ...] = ("Ship", "Resources"),
    still: str = sheet.STILL,
    again: str = "",
) -> sheet.Changed:
    """One sheet, on which what is most likely to have changed stands open.

    :param again: by what it is known when it comes again; then what changed this time is proposed.
    """
    key = last_time.key(again) if state.pack.about.private else ""
    last = state.pack.last_time.get(key)
    changed = await sheet.by_hand(
        state, seat, text, then=then, likely=likely, still=still, last=last, ask=lambda build: ask(state, build)
    )
    if key and changed.again != (last or LastTime()):
        state.met.last_time[key] = changed.again
        known_now(state)
    return changed


async def take_stock(state: Campaign, changed: sheet.Changed, seat: str) -> None:
    """What follows from what changed: totems give time, and whoever was hurt has a health."""
    found = changed.now.get("progress.found", 0) - changed.was.get("progress.found", 0)
    if found > 0:
        add_events(state, "mild", TOTEM_EVENTS * found, "top")  # every totem gives time
    await know_health(state, [crew for crew in state.crew if f"crew.{crew}.damage" in changed.now], seat)
    await reckon(state)


async def go_on_with(state: Campaign, seat: str, changed: sheet.Changed, context: Context) -> None:
    """What the text asks for next, by the rules."""
    if changed.then == "fate":
        drawn = await draw_fate(state, f"{context.source or 'The text'}: draw fate.", seat=seat)
        state.say(f"Fate {drawn} counts.")
    elif changed.then:
        push(state, (await next_effect(state, seat, str(changed.then)),), context)


async def keep_for_next_time(state: Campaign, task: ByHand, seat: str) -> None:
    """The card was done by hand; described, the box does it when it comes again."""
    from .describe import describe_event, describe_hazard, describe_search_token

    if task.keep == HAZARD:
        await describe_hazard(state, seat)
        return
    tier = next((tier for tier in TIERS if tier == task.keep), None)
    pile = state.events.used if tier else state.searched
    known = await describe_event(state, seat, tier) if tier else await describe_search_token(state, seat)
    unread = f"{UNKNOWN}{tier}" if tier else UNKNOWN
    if unread in pile:
        pile[pile.index(unread)] = known


async def use_by_hand(state: Campaign, seat: str) -> None:
    """A card or ability the box does not know, at any time."""
    text = f"{state.name(seat)} uses a card or an ability."
    changed = await done_by_hand(state, seat, text, [], (state.name(seat), "Cards and quests"))
    await take_stock(state, changed, seat)


async def lay_damage(state: Campaign, target: int, damage: int, seat: str) -> None:
    """An enemy whose squares only hands know: they lay the damage and say what came of it."""
    from ..games import game
    from .by_hand import FIGHT, row

    fight = state.combat
    assert fight
    foe = fight.row[target]
    name = f"{state.pack.enemies[foe.number].name} ({target + 1})"
    if damage <= 0:
        state.say("The attack deals no damage.")
        return
    foe.tokens += damage
    state.say(f"{damage} damage for {name}.")
    played, text = game(state.setup.game), f"Lay {damage} damage on the squares of {name}. What changed?"

    def build() -> sheet.WhatChanged:
        trial = lambda changes: sheet.tried(played, state, changes)  # noqa: E731
        return sheet.WhatChanged(seat, text, row(state), likely=(name, FIGHT), trial=trial)

    answer = dict(await ask(state, build, "closed"))
    for each, value in sheet.changed(row(state), answer):
        each.set(state, value)
        state.say(f"{each.told(value)}.")
    if fight.combo == COMBO_LIMIT:
        fight.left_combo = []


# ----- a paragraph of the owner's book


async def tell_from_the_book(state: Campaign, task: TellStory) -> None:
    """Somebody reads; the others enter what came of it, and where the book goes on."""
    seat, source = state.active, f"Paragraph {task.paragraph}"
    if task.stage == "read":
        task.stage = "way"
        text = f"Read paragraph {task.paragraph} in your book."
        await ask(state, lambda: ReadStory(seat, text, task.paragraph, waits=False))
    endings = [
        Option("same", "Go on with this paragraph"),
        Option("win", "The campaign is won"),
        Option("fail", "The campaign is lost"),
    ]
    text = f"{source}: do what it says. With nothing to turn to, you return to the ship."
    likely = (STORY, "Ship", "Resources")
    again = _part(source, task.sheets)
    changed = await done_by_hand(state, seat, text, [*THEN, *endings], likely, "return to the ship", again)
    task.sheets += 1
    turned = "story.turn_to" in changed.now
    if not changed.then and not turned:
        task.stage = "over"
    await take_stock(state, changed, seat)
    if changed.then in ("win", "fail"):
        push(state, (verbs.EndCampaign("end_campaign", "win" if changed.then == "win" else "fail"),))
    elif changed.then != "same":
        await go_on_with(state, seat, changed, Context(source=source))


async def which_paragraph(state: Campaign, seat: str) -> str:
    """Paragraphs have a number, some with a letter before it: 169, A1, D1."""
    text = "Explore: which paragraph stands at that place? Such as 12 or B7."
    return str(await ask(state, lambda: EnterText(seat, text, LONGEST_PARAGRAPH), "closed"))


async def sail_the_real_atlas(
    state: Campaign, seat: str, how: str = "", *, text: str = "Move the ship one region."
) -> None:
    """The ship is moved on the table; the page is asked for only where it crosses an edge."""
    if not how:
        ways = [
            Option("calm", "no hazard there"),
            Option("hazard", "there is a hazard"),
            *(Option(f"{HAZARD}:{key}", each.name) for key, each in state.pack.hazards.items()),
            Option("edge", "over the edge, to another page"),
        ]
        question = ChooseOne(seat, text, ways, default="calm", along=True)
        how = str(await ask(state, lambda: question, "closed"))
    ship, hazard = state.pack.names.ship, how == "hazard"
    if how == "edge":
        group = "Over the edge"
        fields = [
            count("page", "page of the atlas", group, state.page, low=1, high=99),
            switch("hazard", "there is a hazard", group),
        ]
        told, _ = await read_off(state, seat, "Turn the page and put the ship there.", fields)
        state.ship.region, hazard = f"page {told['page']}", told["hazard"]
        state.say(f"The {ship} is on page {told['page']}.")
    else:
        state.say(f"The {ship} sails one region.")
    if how.startswith(f"{HAZARD}:"):
        from .travel import meet_hazard

        await meet_hazard(state, how.partition(":")[2], seat)
    elif hazard:
        todo = "Hazard: do what it says."
        state.agenda.append(ByHand(text=todo, context=Context(source="Hazard", seat=seat), keep=HAZARD))


async def nearest_real_port(state: Campaign) -> tuple[str, int]:
    group = "The nearest port"
    fields = [
        count("moves", "regions to sail", group, 1, high=30),
        count("page", "page of the atlas", group, state.page, low=1, high=99),
    ]
    told, _ = await read_off(state, state.active, "The ship limps to the nearest port. How far is it?", fields)
    return f"page {told['page']}", int(told["moves"])
