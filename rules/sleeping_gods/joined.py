"""How two owners' descriptions of Sleeping Gods are joined: which cards are the same, and what they say in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ..joining import Cards, Place, Tables, mark
from ..plain import Plain, dump, load
from ..written import whole
from .pack import (
    Ability,
    AbilityCard,
    AdventureCard,
    CrewBoard,
    EnemyCard,
    EventCard,
    LevelCard,
    QuestCard,
    SearchToken,
)
from .reading import FIRST_OF_OURS, unread_crew
from .wording import card_words, weapon_words, words
from .words import SKILLS

COUNTED = ("adventure_cards", "enemies")
"""Numbered on their backs; those that show no number are counted by each box for itself."""

FOUR_NAMED = ("captain", "crew_1", "crew_2", "crew_3", "crew_4")
"""Whom the rulebook names; the others are told apart by the names that people wrote."""

_UNREAD = {key: dump(board) for key, board in unread_crew().items()}
_UNTOLD = {
    "crew": "Crew member ",
    "adventure_cards": "Adventure card ",
    "quests": "Quest ",
    "enemies": "Enemy ",
    "level_cards": "Level card ",
}
"""How a name begins that nobody wrote."""


def is_untold(table: str, card: Plain) -> bool:
    """Nobody has written its name."""
    begins = _UNTOLD.get(table)
    return begins is not None and card["name"].startswith(begins)


MET = ("ability_cards", "adventure_cards", "quests", "events", "enemies", "search_tokens", "crew", "level_cards")
"""What is described at the table."""


class OwnersCards(Cards):
    habits = ("last_time",)
    counted = MET
    one_and_many = ("board or card", "boards and cards")
    ours_only = ("about", "names", "board", "special_paragraphs", "special_combats")
    places: ClassVar[Mapping[str, tuple[str, ...]]] = {"crew": tuple(key for key in _UNREAD if key not in FOUR_NAMED)}

    def prepared(self, tables: Tables) -> Tables:
        """All nine boards are there, read or not."""
        crew = tables.get("crew") or {}
        return {**tables, "crew": {**_UNREAD, **crew}} if crew.keys() < _UNREAD.keys() or not crew else tables

    def who(self, table: str, key: str, card: Plain) -> str:
        if table == "crew" and key not in FOUR_NAMED and not is_untold(table, card):
            return f"called {card['name'].casefold()}"
        if table == "level_cards":
            return f"{card['crew']}, {card['name'].casefold()}"
        if table in COUNTED and (whole(key) or 0) >= FIRST_OF_OURS:
            return f"called {card['name'].casefold()}"
        if table == "search_tokens" or (table == "events" and card["name"].casefold() == key.casefold()):
            return mark(table, "", {**card, "name": ""})
        if table == "events":
            return f"{card['tier']}, {card['name'].casefold()}"
        return key

    def is_blank(self, table: str, key: str, card: Plain) -> bool:
        return table == "crew" and card == _UNREAD.get(key)

    def moved(self, table: str, card: Plain, moves: Mapping[Place, str]) -> Plain:
        return _follow(card, moves)

    def fuller(self, table: str, ours: Plain, theirs: Plain) -> Plain | None:
        if is_untold(table, ours) or is_untold(table, theirs):  # a name that was written counts
            name = (theirs if is_untold(table, ours) else ours)["name"]
            ours, theirs = {**ours, "name": name}, {**theirs, "name": name}
        rule = _FULLER.get(table)
        if rule is not None:
            return rule(ours, theirs)
        return super().fuller(table, ours, theirs)

    def named(self, table: str, key: str, card: Plain) -> str:
        if table == "search_tokens":
            return "A search token"
        if table in ("paragraphs", "hazards", "atlas"):
            return f"{'Page' if table == 'atlas' else table.removesuffix('s').capitalize()} {key}"
        return super().named(table, key, card)

    def told(self, table: str, key: str, card: Plain) -> str:
        say = _TOLD.get(table)
        return say(card) if say else super().told(table, key, card)

    def how_many(self, tables: Tables) -> int:
        """Boards and cards of which anything is known that is not the same in every copy."""
        known = super().how_many(tables)
        blank = sum(self.is_blank("crew", key, board) for key, board in tables["crew"].items())
        cards = tables["adventure_cards"].values()
        return known - blank - len([card for card in cards if card["start"] and not card["described"]])


def _follow(thing: Any, moves: Mapping[Place, str]) -> Any:
    """The same, with every card it speaks of under the key that card has here."""
    if isinstance(thing, list):
        return [_follow(each, moves) for each in thing]
    if not isinstance(thing, dict):
        return thing

    def numbers(table: str, value: Any) -> Any:
        if isinstance(value, list):
            return [numbers(table, each) for each in value]
        here = moves.get((table, str(value)))
        return value if here is None else type(value)(here)

    found = {name: _follow(value, moves) for name, value in thing.items()}
    if "enemies" in found and isinstance(found["enemies"], list):
        found["enemies"] = numbers("enemies", found["enemies"])
    if isinstance(found.get("crew"), str):
        found["crew"] = numbers("crew", found["crew"])
    if str(found.get("do")).endswith(("_adventure", "_weapon_equip")):
        found |= {name: numbers("adventure_cards", found[name]) for name in ("number", "choice") if name in found}
    if found.get("do") == "gain_level":
        found["card"] = numbers("level_cards", found["card"])
    return found


# What each only knows a part of


def _boards(ours: Plain, theirs: Plain) -> Plain | None:
    """A board is read off bit by bit: one may have read what the other has not."""
    here, there = set(ours["unread"]), set(theirs["unread"])
    both = {**ours, "skills": dict(ours["skills"]), "unread": [each for each in ours["unread"] if each in there]}
    weapons = [{**each["weapon"], "name": ""} for each in (ours, theirs)]
    for what in ("health", "weapon", *SKILLS):
        if what in there:
            continue
        if what in SKILLS:
            told, known = theirs["skills"].get(what, 0), ours["skills"].get(what, 0)
            if what in here:
                both["skills"][what] = told
        else:
            told, known = (weapons[1], weapons[0]) if what == "weapon" else (theirs[what], ours[what])
            if what in here:
                both[what] = theirs[what]
        if what not in here and told != known:
            return None
    if ours["name"] != theirs["name"] or (ours["abilities"] != theirs["abilities"] and not (here or there)):
        return None
    both["abilities"] = ours["abilities"] or theirs["abilities"]
    both["weapon"] = {**both["weapon"], "name": f"{both['name']}'s weapon"} if here | there else both["weapon"]
    return both


def _enemies(ours: Plain, theirs: Plain) -> Plain | None:
    """First its numbers are read, and its squares if somebody likes."""
    order = ("numbers", "squares", "")
    less, more = sorted((ours, theirs), key=lambda each: order.index(each["unread"]))
    if less["unread"] == more["unread"] or less["name"] != more["name"]:
        return None
    same = less["unread"] == "numbers" or all(less[what] == more[what] for what in ("defense", "damage"))
    return more if same else None


def _adventure(ours: Plain, theirs: Plain) -> Plain | None:
    """At first only the name is known, and what it costs at the market."""
    if ours["described"] and theirs["described"]:
        return None
    less, more = sorted((ours, theirs), key=lambda each: bool(each["described"]))
    both = {**more, "coin_cost": less["coin_cost"] if more["coin_cost"] is None else more["coin_cost"]}
    both["market"], both["start"] = less["market"] or more["market"], less["start"] or more["start"]
    differ = both["coin_cost"] != less["coin_cost"] is not None or less["name"] != more["name"]
    return None if differ or (not more["described"] and less["type"] != more["type"]) else both


def _quests(ours: Plain, theirs: Plain) -> Plain | None:
    if ours["name"] != theirs["name"] or (ours["keywords"] and theirs["keywords"]):
        return None
    return ours if ours["keywords"] else {**theirs, "text": theirs["text"] or ours["text"]}


def _ability_cards(ours: Plain, theirs: Plain) -> Plain | None:
    """As many copies as either has met."""
    copies = max(ours["copies"], theirs["copies"])
    return Cards().fuller("", {**ours, "copies": copies}, {**theirs, "copies": copies})


_FULLER: dict[str, Callable[[Plain, Plain], Plain | None]] = {
    "crew": _boards,
    "enemies": _enemies,
    "adventure_cards": _adventure,
    "quests": _quests,
    "ability_cards": _ability_cards,
}


# In words


def _board(card: Plain) -> str:
    board = load(CrewBoard, card)
    parts = [board.name]
    parts += [f"health {board.health}"] if "health" not in board.unread else []
    parts += [f"{skill} {n}" for skill, n in board.skills.items() if n and skill not in board.unread]
    parts += [weapon_words(board.weapon)] if "weapon" not in board.unread else []
    return _and(", ".join(parts), board.abilities)


def _and(start: str, abilities: tuple[Ability, ...]) -> str:
    said = [f"{each.text}{f' for {each.cost} command' if each.cost else ''}" for each in abilities]
    return ". ".join([start, *said])


def _enemy(card: Plain) -> str:
    enemy = load(EnemyCard, card)
    parts = [enemy.name, f"defence {enemy.defense}", f"deals {enemy.damage}", *enemy.signs]
    if enemy.squares:
        hearts = sum(square.heart for square in enemy.squares)
        parts.append(f"{len(enemy.squares)} squares in {enemy.rows} rows, {hearts} with a heart")
    return ", ".join(parts)


def _adventure_card(card: Plain) -> str:
    printed = load(AdventureCard, card)
    price = f", {printed.coin_cost} coins at the market" if printed.coin_cost is not None else ""
    return f"{printed.name}: {card_words(printed) if printed.described else 'only its name is known'}{price}"


def _quest(card: Plain) -> str:
    quest = load(QuestCard, card)
    return f"{quest.name}: {'keywords ' + ', '.join(quest.keywords) if quest.keywords else 'no keywords'}"


def _event(card: Plain) -> str:
    event = load(EventCard, card)
    return f"{event.name}, {event.tier}: {words(event.effects)}"


def _token(card: Plain) -> str:
    return words(load(SearchToken, card).effects)


def _ability_card(card: Plain) -> str:
    printed = load(AbilityCard, card)
    start = f"{printed.name}: {printed.skill}, {printed.cost} command, fate {printed.fate}"
    return _and(start, (printed.ability,) if printed.ability else ())


def _level(card: Plain) -> str:
    level = load(LevelCard, card)
    parts = [f"{level.name}: {level.xp_cost} XP", *(f"+{n} {skill}" for skill, n in level.skills.items())]
    parts += [f"+{level.health_bonus} health"] if level.health_bonus else []
    parts += [weapon_words(level.weapon)] if level.weapon else []
    return _and(", ".join(parts), (level.ability,) if level.ability else ())


_TOLD: dict[str, Callable[[Plain], str]] = {
    "crew": _board,
    "enemies": _enemy,
    "adventure_cards": _adventure_card,
    "quests": _quest,
    "events": _event,
    "search_tokens": _token,
    "ability_cards": _ability_card,
    "level_cards": _level,
}
