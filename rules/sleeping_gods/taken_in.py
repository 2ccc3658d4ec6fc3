"""A campaign under way learns of cards that were described elsewhere: on the packs page, or on another box."""

from __future__ import annotations

from typing import Any

from ..joining import Cards, Tables, compare, entries
from ..plain import dump, load
from .joined import MET
from .pack import the_pack
from .reading import known_now
from .state import Campaign, Fight, Met


def takes_in(state: Campaign, cards: Cards, known: Tables) -> tuple[list[str], list[str]]:
    """What is new is known from here on; what lies on the table and was described otherwise stays as it is."""
    here: Tables = dump(state.open_pack())
    told = {table: known[table] for table in (*MET, *cards.habits) if known.get(table)}
    joined = compare(cards, here, told)
    learned, kept = list(joined.added), []
    after = {table: dict(entries(joined.tables, table)) for table in (*MET, *cards.habits)}
    for each in joined.differences:
        if _is_dealt(state, each.table, each.key):
            kept.append(f"{each.name} is already on the table, so this game keeps what it knows about it.")
        else:
            after[each.table][each.key] = each.theirs
            learned.append(each.name)
    for table in MET:
        for key, card in after[table].items():
            before = entries(here, table).get(key)
            if before is not None and before != card and (why := _cannot(state, table, key, card)):
                after[table][key] = before
                kept.append(why)
    _learn(state, after)
    completed = [name for name in joined.completed if not any(why.startswith(name) for why in kept)]
    return [*learned, *completed], kept


def _learn(state: Campaign, after: Tables) -> None:
    """Only what the pack does not say anyway is kept with the campaign."""
    begun: Tables = dump(the_pack(state.setup.pack))
    told: dict[str, Any] = {}
    for table, cards in after.items():
        if table == "crew" and state.crew:
            cards = {key: card for key, card in cards.items() if key in state.crew}
        told[table] = {key: card for key, card in cards.items() if entries(begun, table).get(key) != card}
    state.met = load(Met, told)
    known_now(state)


def _is_dealt(state: Campaign, table: str, key: str) -> bool:
    """Whether it lies anywhere but in a deck; of ability cards nobody may learn whether they do."""
    if table in ("crew", "ability_cards"):
        return True
    if table == "search_tokens":
        return key in state.searched
    if table == "events":
        stays = [each.event for each in state.stays]
        return key in (*state.events.used, *state.events.in_play, *stays, *state.tops.get("event", ()))
    if table == "level_cards":
        return any(key in crew.levels for crew in state.crew.values())
    number = int(key)
    if table == "adventure_cards":
        return number in (*state.owned, *state.boxed, *state.market.bottom)
    if table == "quests":
        return number in (*state.quests, *state.used_quests)
    return _is_fought(state, number)


def _is_fought(state: Campaign, enemy: int) -> bool:
    coming = [number for task in state.agenda if isinstance(task, Fight) for number in task.enemies]
    row = [foe.number for foe in state.combat.row] if state.combat else []
    return enemy in (*coming, *row)


def _cannot(state: Campaign, table: str, key: str, card: Any) -> str:
    """Why a card cannot become fuller right now; empty if it can."""
    if table == "enemies" and _is_fought(state, int(key)):
        return f"{card['name']} is being fought; describe it when the fight is over."
    if table == "crew" and key in state.crew:
        lies, levels = state.crew[key].damage, state.full_health(key) - state.pack.crew[key].health
        if lies > card["health"] + levels:
            return f"{card['name']} has {lies} damage here; with {card['health']} health that cannot be."
    return ""
