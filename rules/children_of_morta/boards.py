"""Hero boards of the owner's copy, read off as far as they matter: tracks, actions, levels, the critical reward."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..read_off import choice, count, read_off, written
from ..sheet import LONGEST, Field
from . import vocabulary as v
from .components import Action, ActionLevel, EnemyDeck
from .components import Hero as Board
from .dungeons import Dungeon
from .icons import DOES, deed, give_fields, given, kind_of, value_fields, value_of
from .own import called, new_id
from .state import Hero, Pile, Table

CRITICAL = ("focus", "rage", "heal", "morv", "gemstone", "damage", "stun")
MOST_HEALTH, MOST_STEPS = 30, 15
MOST_XP = 60
NOTHING = "nothing more"
ONE_SPACE = "none"
LIKELY = "The action"
DECKS = "Enemies"
"""What a deck is called that nobody has named."""


def is_unread(state: Table, hero: str, what: str) -> bool:
    return what in state.pack.heroes[hero].unread


def _learn(state: Table, hero: str, what: str = "", **printed: Any) -> None:
    board = state.pack.heroes[hero]
    left = tuple(each for each in board.unread if each != what)
    state.tell("heroes", hero, replace(board, unread=left, **printed))


# ----- setting up


async def set_up_table(state: Table, dungeon: str, todo: Sequence[str], *, ask_leader: bool) -> None:
    """The table is laid out; what the box has to know of it is told in the same answer.

    :param dungeon: such as ``chapter 1``.
    :param ask_leader: the Adventure Book says who leads first.
    """
    fields: list[Field] = []
    for seat in state.seats:
        fields += _tracks(state, state.hero(seat))
    book = "The Adventure Book"
    if ask_leader:
        fields.append(choice("leader", "leads first", book, {seat: state.hero_name(seat) for seat in state.seats}))
    if _decks_asked(state):
        before = ", ".join(deck.name for deck in state.pack.enemy_decks.values())
        fields.append(written("decks", "enemy decks, by their names", book, before[:LONGEST] or DECKS))
    if state.campaign.corruption and not state.first_chapter:
        fields.append(count("corruption", "corruption into the bag", book, high=state.campaign.corruption))
    likely = tuple(dict.fromkeys(each.group for each in fields))
    colours = "The colours of your skill tokens"
    if not any(colour in state.met.skill_colours for colour in state.pack.skill_colours) and not state.campaign.runs:
        fields += [
            written(f"colour.{id}", f"instead of {each.label}", colours, each.label)
            for id, each in state.pack.skill_colours.items()
        ]
    told, _ = await read_off(state, state.seats[0], "Set up the table.", fields, todo=todo, likely=likely)
    _set_up(state, dungeon, told)


def _decks_asked(state: Table) -> bool:
    return not state.run.enemies


def _tracks(state: Table, hero: Hero) -> list[Field]:
    board = state.pack.heroes[hero.id]
    if "tracks" not in board.unread:
        return []
    return [
        count(f"{hero.id}.health", "health", board.name, board.health_max, low=1, high=MOST_HEALTH),
        count(f"{hero.id}.defence", f"last space of {board.defence}", board.name, board.defence_max, high=MOST_STEPS),
        count(f"{hero.id}.focus", "last space of focus", board.name, board.focus_max, low=1, high=MOST_STEPS),
    ]


def _set_up(state: Table, dungeon: str, told: Mapping[str, Any]) -> None:
    for hero in state.run.heroes.values():
        if f"{hero.id}.health" in told:
            tracks = {f"{name}_max": told[f"{hero.id}.{name}"] for name in ("health", "defence", "focus")}
            _learn(state, hero.id, "tracks", **tracks)
            board = state.pack.heroes[hero.id]
            hero.health = board.health_max
            hero.focus = board.focus_max if state.mode == "trial" else 0
    if "leader" in told:
        state.run.leader = told["leader"]
    if "decks" in told:
        name_decks(state, dungeon, told["decks"])
    if told.get("corruption"):
        bag = state.campaign.bag
        bag["corruption"] = bag.get("corruption", 0) + told["corruption"]
        state.campaign.corruption -= told["corruption"]
    for id, colour in state.pack.skill_colours.items():
        if told.get(f"colour.{id}", colour.label) not in ("", colour.label):
            state.tell("skill_colours", id, replace(colour, label=told[f"colour.{id}"]))


def name_decks(state: Table, dungeon: str, written_down: str) -> list[str]:
    """Enemy decks of this dungeon, by their names; they are known from now on."""
    names = [part.strip() for part in re.split(r"[,+&/]| and ", written_down) if part.strip()]
    found = []
    for name in names or [DECKS]:
        deck = called(name, state.pack.enemy_decks)
        if deck is None:
            deck = new_id(name, state.pack.enemy_decks)
            state.tell("enemy_decks", deck, EnemyDeck(name=name, icon=deck))
        found.append(deck)
        state.run.enemies.setdefault(deck, Pile())
    state.tell("dungeons", dungeon, Dungeon(enemy_decks=tuple(state.run.enemies)))
    return found


# ----- actions


async def tell_action(state: Table, seat: str) -> str:
    """An action of the board that nobody has performed yet; its slot."""
    hero, board = state.hero(seat), state.board(seat)
    fields = _action_fields(state, board, f"Action {len(board.actions) + 1}")
    told, _ = await read_off(state, seat, f"{board.name}: which action is it?", fields, likely=[LIKELY, _first(board)])
    same = next((slot for slot, each in board.actions.items() if _is_called(each, told["name"])), None)
    if same:
        return same
    slot = new_id(str(told["name"]), board.actions)
    level = _level(told, level=1, xp_cost=0)
    _learn(state, hero.id, actions={**state.board(seat).actions, slot: Action(levels=(level,))})
    return slot


def _is_called(action: Action, name: str) -> bool:
    return any(level.name.casefold() == name.casefold() for level in action.levels)


def _first(board: Board) -> str:
    return f"What it does for {board.name}"


def _action_fields(state: Table, board: Board, proposed: str, now: ActionLevel | None = None) -> list[Field]:
    """Name, spaces, focus and what it does; a second group of icons stands closed below.

    :param now: the level before, from which the next one mostly differs a little.
    """
    colours = {id: each.label for id, each in state.pack.skill_colours.items()}
    spaces = now.spaces if now else ()
    does = {kind: words for kind, words in DOES.items() if kind not in ("shield", "evade") or kind == board.defence}
    groups = [kind_of(word) for word in now.effects] if now else []
    first, first_value = groups[0] if groups else ("melee", v.Value())
    second, second_value = groups[1] if len(groups) > 1 else (NOTHING, v.Value())
    also = "And also"
    return [
        written("name", "name", LIKELY, proposed),
        choice("space", "space", LIKELY, colours, spaces[0] if spaces else None),
        choice("second", "second space", LIKELY, {ONE_SPACE: "none", **colours}, spaces[1] if spaces[1:] else None),
        count("focus", "costs focus", LIKELY, now.focus_cost if now else 0, high=board.focus_max),
        choice("does", "does", _first(board), does, first),
        *value_fields("", _first(board), first_value),
        choice("also", "does", also, {NOTHING: NOTHING, **does}, second),
        *value_fields("also.", also, second_value),
    ]


def _level(told: Mapping[str, Any], *, level: int, xp_cost: int) -> ActionLevel:
    spaces = (str(told["space"]), *([str(told["second"])] if told["second"] != ONE_SPACE else []))
    words = [deed(told["does"], value_of(told, ""))]
    words += [deed(told["also"], value_of(told, "also."))] if told["also"] != NOTHING else []
    return ActionLevel(
        name=told["name"], level=level, xp_cost=xp_cost, focus_cost=told["focus"], spaces=spaces, effects=tuple(words)
    )


async def tell_level(state: Table, seat: str, slot: str) -> None:
    """The next level-up card of an action, as it is printed (CM-227)."""
    hero, board = state.hero(seat), state.board(seat)
    action = board.actions[slot]
    now, following = action.levels[-1], len(action.levels) + 1
    fields = _action_fields(state, board, now.name, now)
    price = count("xp", "price in XP", LIKELY, 5, low=1, high=MOST_XP)
    text = f"{now.name}, level {following}: what does the card show?"
    told, _ = await read_off(state, seat, text, [price, *fields], likely=[LIKELY, _first(board)])
    level = _level(told, level=following, xp_cost=told["xp"])
    actions = {**state.board(seat).actions, slot: Action(levels=(*action.levels, level))}
    _learn(state, hero.id, actions=actions)


async def know_critical(state: Table, seat: str) -> None:
    """The critical reward, when somebody first gets it (CM-45)."""
    hero, board = state.hero(seat), state.board(seat)
    if "critical" not in board.unread:
        return
    which = (board.defence, *CRITICAL)
    text = f"Critical! What does {board.name}'s board give for it?"
    told, _ = await read_off(state, seat, text, give_fields("", board.name, which))
    _learn(state, hero.id, "critical", crit_reward=given(told, "", which))


# ----- prices


async def know_price(state: Table, seat: str, kind: str) -> None:
    """What an advanced token costs, read off the house or the bazaar once (CM-219)."""
    where = "price_bazaar" if state.mode == "trial" else "price_home"
    printed = state.pack.advanced[kind]
    if getattr(printed, where) is None:
        field = count("price", "Morvs", printed.name, 2, high=12)
        told, _ = await read_off(state, seat, f"How much does a {printed.name} token cost?", [field])
        price: Any = {where: told["price"]}
        state.tell("advanced", kind, replace(printed, **price))
