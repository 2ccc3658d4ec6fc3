"""Cards of the owner's copy: which one came, and what stands on it once that matters. One sheet, and never again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from ..read_off import choice, count, read_off, several, switch, written
from ..sheet import Field
from . import vocabulary as v
from .components import (
    AS_PRINTED,
    BY_HAND,
    UNREAD,
    UNREAD_HEALTH,
    Boss,
    BossAction,
    BossCard,
    Enemy,
    FerociousTile,
    Item,
    LootTile,
    Support,
    Tale,
    Talent,
)
from .icons import give_fields, given, value_fields, value_of
from .own import FINAL, called, new_id
from .state import Table
from .wording import so_many

NEW, NONE = "new", "none"
NONE_LEFT = "none, not even among the discards"  # CM-R30
SIDES = {
    "melee": "left: melee",
    "ranged": "right: ranged",
    "melee steady": "left: melee, steady",
    "ranged steady": "right: ranged, steady",
}
REWARDS = ("rage", "focus", "morv", "gemstone", "bonus")
LOOT = ("morv", "gemstone", "potion", "item", "xp", "focus")
MOST_HEALTH = 30
MOST_OF_A_BOSS = 200

_TABLES = {
    "enemy": "enemies",
    "boss": "boss_cards",
    "item": "items",
    "support": "supports",
    "talent": "talents",
    "loot": "loot",
    "ferocious": "ferocious",
    "chapter": "chapter_cards",
    "event": "house_cards",
}
_WORDS = {
    "item": "Item",
    "support": "Support card",
    "talent": "Talent",
    "loot": "Loot tile",
    "ferocious": "Ferocious tile",
    "chapter": "Chapter card",
    "event": "Event card",
}


# ----- which card came


def known(state: Table, sort: str) -> dict[str, Any]:
    """The cards of that sort that were met before and may come now.

    :param sort: such as ``item``, or with whose it is: ``enemy:goblins``, ``talent:john``, ``boss:nohar``.
    """
    pack, (what, _, whose) = state.pack, sort.partition(":")
    match what:
        case "enemy":
            return dict(pack.enemy_decks[whose].cards)
        case "boss":
            return dict(pack.bosses[whose].deck)
        case "talent":
            return {card: pack.talents[card] for card in pack.talents_of(whose)}
        case "chapter":
            return {id: card for id, card in pack.chapter_cards.items() if id not in state.campaign.chapter_cards_out}
        case "event":
            return {id: card for id, card in pack.house_cards.items() if id not in state.campaign.events_out}
        case _:
            return dict(getattr(pack, _TABLES[what]))


async def next_card(state: Table, seat: str, text: str, sort: str, names: Mapping[str, str]) -> str:
    """The next card of a real deck: one met before from the list, or a new one; empty if the deck has run out.

    :param names: what people call those met before.
    """
    what = _called(state, sort)
    told, _ = await read_off(state, seat, text, _one_card(state, sort, "", what, 1, names), about=[what])
    return _taken(state, sort, told, "")


async def next_enemies(state: Table, seat: str, text: str, coming: Sequence[tuple[str, str]]) -> list[str]:
    """All enemies of an encounter, told in one go: the deck of each, and above whose board it comes.

    :return: their cards in this order; empty where a deck has run out.
    """
    fields: list[Field] = []
    for place, (deck, whose) in enumerate(coming):
        name, before = state.hero_name(whose), coming[: place + 1]
        group = f"{name}'s {_called(state, f'enemy:{deck}')}"
        group += f" {before.count((deck, whose))}" if coming.count((deck, whose)) > 1 else ""
        number = sum(each == deck for each, _ in before)
        titles = {card: printed.name for card, printed in state.pack.enemy_decks[deck].cards.items()}
        fields += _one_card(state, f"enemy:{deck}", f"{place}.", group, number, titles)
    told, _ = await read_off(state, seat, text, fields, about=_groups(fields))
    return [_taken(state, f"enemy:{deck}", told, f"{place}.") for place, (deck, _) in enumerate(coming)]


def _one_card(state: Table, sort: str, path: str, group: str, number: int, names: Mapping[str, str]) -> list[Field]:
    """Which one it is, and of a new one what its place on the table needs.

    :param number: the first, second, third of its deck on this sheet.
    """
    there = known(state, sort)
    labels = {NEW: "a new one", **{card: names.get(card, card) for card in there}, NONE: NONE_LEFT}
    proposed = f"{_called(state, sort)} {len(there) + number}"
    return [choice(f"{path}card", "which one?", group, labels), *_printed_on(sort, path, group, proposed)]


def _groups(fields: Iterable[Field]) -> list[str]:
    """The cards of a sheet: each has a group of its own."""
    return list(dict.fromkeys(each.group for each in fields))


def _called(state: Table, sort: str) -> str:
    what, _, whose = sort.partition(":")
    if what == "enemy":
        return state.pack.enemy_decks[whose].name
    return f"{state.pack.bosses[whose].name}'s card" if what == "boss" else _WORDS[what]


def _printed_on(sort: str, path: str, group: str, proposed: str) -> list[Field]:
    """What is asked of a new card at once: no more than what its place on the table needs."""
    match sort.partition(":")[0]:
        case "loot":
            return give_fields(path, group, LOOT)
        case "ferocious":
            return [
                count(f"{path}health", "more health", group, high=9),
                *(replace(each, label=f"attack: {each.label}") for each in value_fields(path, group)),
            ]
        case "enemy":
            return [
                written(f"{path}name", "name", group, proposed),
                choice(f"{path}side", "stands", group, SIDES),
                count(f"{path}health", "health (0: look later)", group, high=MOST_HEALTH),
            ]
        case "boss":
            shield = count(f"{path}shield", "shield", group, high=20)
            return [written(f"{path}name", "name", group, proposed), shield]
        case _:
            return [written(f"{path}name", "name", group, proposed)]


def _taken(state: Table, sort: str, told: Mapping[str, Any], path: str) -> str:
    """The card that was meant: a new one is known from now on."""
    card = str(told[f"{path}card"])
    if card == NONE:
        return ""
    if card != NEW:
        return card
    what, _, whose = sort.partition(":")
    name = str(told.get(f"{path}name") or _called(state, sort))
    there = known(state, sort)
    if f"{path}name" in told and (same := called(name, there)):
        return same
    thing = _new(what, whose, name, told, path)
    same = next((id for id, each in there.items() if each == thing), None) if what in ("loot", "ferocious") else None
    if same:
        return same
    table = _TABLES[what]
    every = {**getattr(state.pack, table), **{id: 0 for deck in state.pack.enemy_decks.values() for id in deck.cards}}
    id = new_id(name, every)
    state.tell(table, id, thing)
    return id


def _new(what: str, whose: str, name: str, told: Mapping[str, Any], path: str) -> Any:
    match what:
        case "enemy":
            side, health = str(told[f"{path}side"]), int(told[f"{path}health"])
            spawn: Literal["melee", "ranged"] = "melee" if side.startswith("melee") else "ranged"
            steady: tuple[Literal["steady"], ...] = ("steady",) if side.endswith("steady") else ()
            unread: tuple[Literal["health", "actions", "rewards"], ...] = ("actions", "rewards")
            return Enemy(
                name=name,
                deck=whose,
                spawn=spawn,
                health=health or UNREAD_HEALTH,
                keywords=steady,
                unread=unread if health else ("health", *unread),
            )
        case "boss":
            return BossCard(name=name, boss=whose, shield=told[f"{path}shield"], unread=True)
        case "loot":
            return LootTile(gives=given(told, path, LOOT))
        case "ferocious":
            return FerociousTile(health_bonus=told[f"{path}health"], attack_bonus=value_of(told, path))
        case "talent":
            return Talent(name=name, hero=whose, effect=UNREAD)
        case "item":
            return Item(name=name, effect=BY_HAND)
        case "support":
            return Support(name=name, effect=BY_HAND)
        case _:
            return Tale(name=name, effect=BY_HAND)


def stranger(state: Table, deck: str) -> str:
    """The next enemy of a deck, of which nobody has told anything but that it came."""
    what = _called(state, f"enemy:{deck}")
    told = {"card": NEW, "name": f"{what} {len(known(state, f'enemy:{deck}')) + 1}", "side": "melee", "health": 0}
    return _taken(state, f"enemy:{deck}", told, "")


# ----- what stands on an enemy card


def _learn(state: Table, card: str, what: str, **printed: Any) -> None:
    enemy = state.pack.enemy(card)
    left = tuple(each for each in enemy.unread if each != what)
    deck = state.pack.deck_of(card)
    state.tell("enemies", card, replace(enemy, deck=deck, unread=left, **printed))


def _unread(state: Table, cards: Iterable[str], what: str) -> list[str]:
    return [card for card in dict.fromkeys(cards) if what in state.pack.enemy(card).unread]


def _names(state: Table, cards: Sequence[str]) -> str:
    names = [state.pack.enemy(card).name for card in cards]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


async def know_health(state: Table, seat: str, cards: Iterable[str]) -> None:
    """Somebody is hit for the first time."""
    strangers = _unread(state, cards, "health")
    if not strangers:
        return
    fields = [
        count(f"{card}.health", "health", state.pack.enemy(card).name, 3, low=1, high=MOST_HEALTH) for card in strangers
    ]
    told, _ = await read_off(
        state, seat, f"How much health does {_names(state, strangers)} have?", fields, about=_groups(fields)
    )
    for card in strangers:
        _learn(state, card, "health", health=told[f"{card}.health"])


async def know_rewards(state: Table, seat: str, cards: Iterable[str]) -> None:
    """Somebody falls for the first time."""
    strangers = _unread(state, cards, "rewards")
    if not strangers:
        return
    fields: list[Field] = []
    for card in strangers:
        name = state.pack.enemy(card).name
        fields += [count(f"{card}.xp", "XP", name, 1, high=30), *give_fields(f"{card}.", name, REWARDS)]
    text = f"{_names(state, strangers)} {'is' if len(strangers) == 1 else 'are'} beaten. What does the card give?"
    told, _ = await read_off(state, seat, text, fields, about=_groups(fields))
    for card in strangers:
        _learn(state, card, "rewards", xp=told[f"{card}.xp"], rewards=given(told, f"{card}.", REWARDS))


async def know_actions(state: Table, seat: str, cards: Iterable[str]) -> None:
    """Somebody acts for the first time; the whole row is told in one go."""
    strangers = _unread(state, cards, "actions")
    if not strangers:
        return
    fields: list[Field] = []
    for card in strangers:
        name = state.pack.enemy(card).name
        fields += [
            *(replace(each, label=f"attack: {each.label}") for each in value_fields(f"{card}.", name)),
            switch(f"{card}.critical", "+1 on a critical", name),
            several(f"{card}.also", "and also", name, _also(state)),
        ]
    text = f"What does {_names(state, strangers)} do, from top to bottom?"
    told, _ = await read_off(state, seat, text, fields, about=_groups(fields))
    for card in strangers:
        _learn(state, card, "actions", actions=_actions(told, f"{card}."))


def _also(state: Table) -> dict[str, str]:
    decks = {f"summon {deck}": f"summons one of {state.pack.enemy_decks[deck].name}" for deck in state.run.enemies}
    return {
        "stun": "stuns the hero",
        "left": "goes to the left neighbour",
        "right": "goes to the right neighbour",
        "again": "attacks again after that",
        **decks,
        "hand": "something else, done by hand",
    }


def _actions(told: Mapping[str, Any], path: str) -> tuple[v.Effect, ...]:
    """Attack, stun, summon, go over, attack again: whatever else there is is done by hand."""
    also, value = list(told[f"{path}also"]), value_of(told, path)
    attack = [v.Attack(value=value, crit_bonus=1 if told[f"{path}critical"] else 0)] if value != v.Value() else []
    words: list[v.Effect] = [*attack]
    words += [v.StunHero()] if "stun" in also else []
    words += [v.Summon(deck=each.removeprefix("summon ")) for each in also if each.startswith("summon ")]
    words += [v.MoveBoard(dir=side) for side in _SIDES if side in also]
    words += attack if "again" in also else []
    words += [v.Manual(text=AS_PRINTED)] if "hand" in also else []
    return tuple(words)


_SIDES: tuple[Literal["left", "right"], ...] = ("left", "right")

# ----- bosses

TARGETS: dict[v.Who, str] = {
    "leader": "the leader",
    "each_hero": "every hero",
    "others": "all but the leader",
    "lowest_health": "the weakest hero",
    "chosen": "a hero you choose",
}


async def which_boss(state: Table, seat: str, todo: Sequence[str]) -> str:
    """A boss comes: by name, with its health for so many players (CM-256)."""
    players, pack = len(state.seats), state.pack
    waiting = {id: boss.name for id, boss in pack.bosses.items() if id not in state.run.bosses_beaten}
    if state.mode == "trial":
        first = next((id for id in FINAL if id in waiting), "")
        waiting = {first: waiting[first]} if first else waiting
    labels = {**waiting, NEW: "another boss"} if state.mode == "trial" else {NEW: "a new one", **waiting}
    group = "The boss"
    fields = [
        choice("boss", "which one?", group, labels),
        written("name", "name", group, f"Boss {len(pack.bosses) + 1}"),
        count("health", f"health for {so_many(players, 'player')} (0: as told before)", group, high=MOST_OF_A_BOSS),
    ]
    told, _ = await read_off(state, seat, "A boss stands before you. Which one is it?", fields, todo=todo)
    id, name = str(told["boss"]), str(told["name"])
    if id == NEW:
        id = called(name, pack.bosses) or new_id(name, pack.bosses)
    boss = pack.bosses.get(id) or Boss(
        name=name, rewards=(v.Manual(text="Take what its card gives."),), reward_scope="team"
    )
    if told["health"]:
        boss = replace(boss, health_by_players={**boss.health_by_players, players: told["health"]})
    _keep_boss(state, id, boss)
    return id


def _keep_boss(state: Table, id: str, boss: Boss) -> None:
    """Its cards that were told stand by themselves."""
    state.tell("bosses", id, replace(boss, deck={card: each for card, each in boss.deck.items() if not each.boss}))


async def know_boss_health(state: Table, seat: str, boss: str) -> None:
    """It is hit for the first time by so many players."""
    printed, players = state.pack.bosses[boss], len(state.seats)
    if printed.health(players) == UNREAD_HEALTH and state.is_own:
        field = count(
            "health", f"health for {so_many(players, 'player')}", printed.name, 12, low=1, high=MOST_OF_A_BOSS
        )
        told, _ = await read_off(state, seat, f"How much health does {printed.name} have?", [field])
        health = {**printed.health_by_players, players: told["health"]}
        state.tell("bosses", boss, replace(printed, health_by_players=health, deck={}))


async def know_boss_card(state: Table, seat: str, boss: str, card: str) -> None:
    """What a boss card does, when it does it for the first time."""
    printed = state.pack.bosses[boss].deck[card]
    if not printed.unread:
        return
    group = printed.name
    fields = [
        choice("target", "whom?", group, {str(who): words for who, words in TARGETS.items()}),
        *(replace(each, label=f"attack: {each.label}") for each in value_fields("", group)),
        count("critical", "more for each critical", group, high=5),
        switch("stun", "stuns them", group),
        switch("hand", "something else, done by hand", group),
    ]
    told, _ = await read_off(state, seat, f"What does {printed.name} do?", fields, about=[group])
    target = next(who for who in TARGETS if who == told["target"])
    value = value_of(told, "")
    actions = [BossAction(effect=v.Attack(value=value), target=target)] if value != v.Value() else []
    actions += [BossAction(effect=v.StunHero(), target=target)] if told["stun"] else []
    actions += [BossAction(effect=v.Manual(text=AS_PRINTED), target="leader")] if told["hand"] else []
    crit = (v.AddValue(n=told["critical"], to="attack"),) if told["critical"] else ()
    state.tell("boss_cards", card, replace(printed, boss=boss, unread=False, actions=tuple(actions), crit=crit))
