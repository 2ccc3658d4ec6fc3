"""Cards of the owner's copy, described once when they are first met and known from then on.

Names and keywords are written by whoever holds the card; nothing of the published game stands in here, so nobody is
told of a card before it lies on the table. Each card is one answer: its whole record, put together by taps.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from ..ask import EnterText, Option
from ..describing import Describe, rehearsed
from ..plain import load
from ..read_off import written
from . import effects as verbs
from .asking import ask
from .effects import Effect, every
from .owner import number, pick
from .pack import (
    Ability,
    AbilityCard,
    AdventureCard,
    EventCard,
    Hazard,
    LevelCard,
    Pack,
    QuestCard,
    SearchToken,
    StoryChallenge,
)
from .pack_checks import problems
from .reading import known_now, read_off
from .resolve import perform
from .speaking import Speech, sentence
from .state import Campaign, Context
from .words import Tier

LAST_NUMBER = 999
LONGEST_NAME = 32

T = TypeVar("T")


async def name_it(state: Campaign, seat: str, text: str, proposed: str) -> str:
    """A card's name as it is printed, or the proposed one if nobody cares to write."""
    question = EnterText(seat, text, LONGEST_NAME, proposed, about=(proposed,))
    return str(await ask(state, lambda: question, "closed"))


# ----- one card, one answer


async def told(state: Campaign, seat: str, text: str, begun: T, table: str = "", about: str = "") -> T:
    """What is printed there, as far as it can be said; the rest is `manual` and done by hand.

    :param begun: what is known or proposed.
    :param table: of the pack in which it will stand.
    :param about: what the card is called so far.
    """

    def build() -> Describe:
        return Describe(
            seat,
            text,
            type(begun),
            begun,
            Speech(state),
            judge=lambda record: judged(state, record, table),
            trial=lambda record: tried(state, seat, record),
            about=(about,) if about else (),
        )

    answer = await ask(state, build, "closed")
    return load(type(begun), answer)


def judged(state: Campaign, record: Any, table: str) -> Iterator[str]:
    """What is wrong with it, in sentences."""
    if getattr(record, "name", None) == "" and not isinstance(record, (AbilityCard, LevelCard)):
        yield "Write what it is called."
    for effect in every(record):
        yield from _unsaid(effect)
    card, where = (record, table) if table else (EventCard("?", "mild", tuple(_effects_of(record))), "events")
    key: str | int = 1 if where == "adventure_cards" else "it"
    alone: dict[str, Any] = {where: {key: card}}
    for problem in problems(replace(state.pack, **alone)):
        if problem.startswith(f"{where} {key}"):
            _, _, plainly = problem.partition(": ")  # without the names of tables and fields, which only files have
            yield f"{plainly[:1].upper()}{plainly[1:]}"


def _effects_of(record: Any) -> Iterator[Effect]:
    for name in ("fail", "success", "effects"):
        yield from getattr(record, name, ())


def _unsaid(effect: Effect) -> Iterator[str]:
    """A word that says too little to be done."""
    match effect:
        case verbs.Combat(enemies=()):
            yield "Which enemies? Write their numbers."
        case verbs.Manual(text="") | verbs.Note(text=""):
            yield "Write in your own words what is to be done."
        case verbs.TurnTo(paragraph=""):
            yield "Which paragraph? Write its number."
        case verbs.IfKeyword(keyword="") | verbs.RequireKeyword(keyword=""):
            yield "Which keyword? Write it as it is printed."
        case verbs.Pay(cost={}):
            yield "Say what the price is."


MOMENTS = {
    "skill_bonus": "It counts in a challenge, after fate.",
    "fate_plus": "It counts when fate is drawn.",
    "redraw_fate": "It counts when fate was drawn.",
    "attack_accuracy": "It counts in an attack.",
    "attack_damage": "It counts in an attack that hits.",
    "block": "It counts when somebody is hit.",
}
"""What does nothing but at its own moment, whenever it is tried."""


def tried(state: Campaign, seat: str, record: Any) -> list[str]:
    """What would happen if it were done here and now."""
    from ..games import game

    def doing(effects: tuple[Effect, ...]) -> Callable[[Campaign], Awaitable[None]]:
        source = getattr(record, "name", "") or "The text"
        return lambda copy: perform(copy, effects, Context(source=source, seat=seat))

    played, lines = game(state.setup.game), list[str]()
    if hasattr(record, "effects"):
        return rehearsed(played, state, doing(record.effects))
    for ability in _abilities(record):
        if ability.kind == "passive":
            lines.append(f"{sentence(ability).capitalize().rstrip('.')}.")
            continue
        for effects in ability.options:
            lines.append(f"{sentence(replace(ability, options=(effects,))).capitalize().rstrip('.')}:")
            counts = next((MOMENTS[each.do] for each in effects if each.do in MOMENTS), "")
            lines += [counts] if counts else rehearsed(played, state, doing(effects))
    if isinstance(record, StoryChallenge):
        lines += ["If it fails:", *rehearsed(played, state, doing(record.fail))]
    return lines or ["There is nothing to try: it only has numbers."]


def _abilities(record: Any) -> tuple[Ability, ...]:
    one = getattr(record, "ability", None)
    return (one,) if one else getattr(record, "abilities", ())


# ----- boards and cards


async def describe_ability_card(state: Campaign, seat: str) -> str:
    """Another copy of a card that was met counts as such."""
    about = f"Ability card {len(state.pack.ability_cards) + 1}"
    text = "What is printed on the ability card?"
    card = await told(state, seat, text, AbilityCard("", 3, "strength"), about=about)
    name = card.name or f"{card.skill} card ({card.cost}/{card.fate})"
    key = f"{name} {card.skill} {card.cost}/{card.fate}"
    met = state.met.ability_cards.get(key) or state.pack.ability_cards.get(key)
    state.met.ability_cards[key] = replace(met, copies=met.copies + 1) if met else replace(card, name=name)
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
    known = state.pack.adventure_cards.get(card, AdventureCard(f"Adventure card {card}", "gear"))
    text = f"What is printed on {known.name}?"
    begun = replace(known, described=True)
    state.met.adventure_cards[card] = await told(state, seat, text, begun, "adventure_cards", known.name)
    known_now(state)


async def describe_level_card(state: Campaign, seat: str, key: str = "") -> None:
    """Whose it is, what it costs, and what it raises."""
    known = state.pack.level_cards.get(key, LevelCard("", next(iter(state.crew)), 1))
    about = known.name or f"Level card {len(state.pack.level_cards) + 1}"
    card = await told(state, seat, "What is printed on the level card?", known, "level_cards", about)
    place = sum(level.crew == card.crew for level in state.pack.level_cards.values()) + 1
    name = card.name or f"Level card {place}"
    state.met.level_cards[key or f"{card.crew}_{place}"] = replace(card, name=name)
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
        written("keywords", "keywords, with commas between", group, ", ".join(known.keywords) if known else ""),
    ]
    about = [known.name if known else group]
    read, _ = await read_off(state, seat, f"What is printed on quest {quest}?", fields, about=about)
    keywords = tuple(dict.fromkeys(word.strip() for word in read["keywords"].split(",") if word.strip()))
    state.met.quests[quest] = QuestCard(read["name"] or group, keywords)
    known_now(state)


def by_hand(name: str) -> tuple[Effect, ...]:
    return (verbs.Manual("manual", f"Do what {name} says."),)


async def describe_event(state: Campaign, seat: str, tier: Tier, key: str = "") -> str:
    key = key or f"{tier} event {sum(event.tier == tier for event in state.pack.events.values()) + 1}"
    known = state.pack.events.get(key, EventCard(key.capitalize(), tier, ()))
    card = await told(state, seat, "What is printed on the event card?", known, "events", known.name)
    state.met.events[key] = replace(card, effects=card.effects or by_hand(card.name))
    known_now(state)
    return key


async def describe_search_token(state: Campaign, seat: str, key: str = "") -> str:
    key = key or f"token {len(state.pack.search_tokens) + 1}"
    known = state.pack.search_tokens.get(key, SearchToken(()))
    token = await told(state, seat, "What does the search token show?", known, "search_tokens")
    state.met.search_tokens[key] = replace(token, effects=token.effects or by_hand("the search token"))
    known_now(state)
    return key


async def describe_hazard(state: Campaign, seat: str, key: str = "") -> str:
    """A hazard of the atlas; it is offered by its name whenever the ship sails into one."""
    key = key or f"hazard {len(state.pack.hazards) + 1}"
    known = state.pack.hazards.get(key, Hazard(key.capitalize(), ()))
    hazard = await told(state, seat, "What does the hazard say?", known, "hazards", known.name)
    state.met.hazards[key] = replace(hazard, effects=hazard.effects or by_hand(hazard.name))
    known_now(state)
    return key


async def describe_board(state: Campaign, seat: str, crew: str) -> None:
    """Name, health, skills, weapon and abilities of a crew member."""
    board = state.pack.crew[crew]
    least = max(1, state.crew[crew].damage)
    health = max(least, 5) if "health" in board.unread else board.health
    known = replace(board, health=health, unread=())
    name = state.called(crew)
    state.met.crew[crew] = await told(state, seat, f"What is printed on the board of {name}?", known, "crew", name)
    known_now(state)


# ----- at any time

Describing = Callable[[], Awaitable[Any]]


def _open_cards(state: Campaign, seat: str) -> Iterator[tuple[Option, Describing]]:
    """Everything that lies open: what the box knows little of first, then what could be put right."""
    pack: Pack = state.pack
    right = "Already described: correct it"
    for n in state.owned:
        group = right if pack.adventure_cards[n].described else ""
        slot = f"card:{n}"
        yield Option(slot, state.card_name(n), slot=slot, group=group), _doing(describe_adventure_card, state, seat, n)
    for crew in state.crew:
        label, slot = f"{state.called(crew)}'s board", f"crew:{crew}"
        yield Option(slot, label, slot=slot), _doing(describe_board, state, seat, crew)
    for n in state.quests:
        group = right if pack.quests[n].keywords else ""
        yield Option(f"quest:{n}", f"Quest {n}: name and keywords", group=group), _doing(name_quest, state, seat, n)
    for key in dict.fromkeys(each for each in state.events.used if each in pack.events):
        event = pack.events[key]
        yield Option(f"event:{key}", event.name, group=right), _doing(describe_event, state, seat, event.tier, key)
    for key in pack.search_tokens:
        yield Option(f"token:{key}", key.capitalize(), group=right), _doing(describe_search_token, state, seat, key)
    for key, hazard in pack.hazards.items():
        yield Option(f"hazard:{key}", hazard.name, group=right), _doing(describe_hazard, state, seat, key)
    for board in state.crew.values():
        for key in board.levels:
            label = pack.level_cards[key].name
            yield Option(f"level:{key}", label, group=right), _doing(describe_level_card, state, seat, key)


def _doing(describe: Callable[..., Awaitable[Any]], *what: Any) -> Describing:
    return lambda: describe(*what)


async def describe_for_next_time(state: Campaign, seat: str) -> None:
    """What lies open can be described or put right whenever somebody likes; it never has to be."""
    found = list(_open_cards(state, seat))
    options = [*(option for option, _ in found), Option("none", "nothing")]
    chosen = await pick(state, seat, "Describe which?", options)
    for option, describe in found:
        if option.value == chosen:
            await describe()
