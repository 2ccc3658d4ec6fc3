"""Values that no table could show, in sentences for players."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from .players import SEATS
from .state import COMBO_LIMIT, FATIGUE_LIMIT, UNKNOWN, Battle, Campaign
from .words import TIERS

DECKS = 3  # of events, in a campaign (SG-300)


def impossible(state: Campaign) -> list[str]:
    """What cannot be by itself, whatever else lies there."""
    strangers = [*_strangers(state), *_unknown("crew member", state.crew, state.pack.crew)]
    levels = [card for crew in state.crew.values() for card in crew.levels]
    strangers += _unknown("level card", levels, state.pack.level_cards)
    if strangers:  # nothing else can be told of somebody who is not there
        return strangers
    battle = _battle(state, state.combat) if state.combat else ()
    return [*_course(state), *_ship(state), *_crew(state), *_cards(state), *_progress(state), *battle]


def _unknown(what: str, names: Iterable[object], known: Container[object]) -> Iterator[str]:
    yield from (f"There is no {what} {name or 'without a name'}." for name in names if name not in known)


def _strangers(state: Campaign) -> Iterator[str]:
    named = [*state.order, *state.players, *(crew.controller for crew in state.crew.values()), state.active]
    yield from (f"Nobody sits at {seat}." for seat in dict.fromkeys(named) if seat and seat not in SEATS)


def _course(state: Campaign) -> Iterator[str]:
    if state.turn < 0:
        yield f"There is no turn {state.turn}; the first is 1."
    if state.actions_left < 0:
        yield f"{state.actions_left} actions cannot be left."


def _ship(state: Campaign) -> Iterator[str]:
    board, ship = state.pack.board, state.ship
    if not 0 <= ship.health <= board.ship_health_max:
        yield f"The ship cannot have {ship.health} health; it is 0 to {board.ship_health_max}."
    most = board.morale_max
    if ship.morale < 0 or (most is not None and ship.morale > most):
        yield f"Morale cannot be {ship.morale}; it is {'0 or more' if most is None else f'0 to {most}'}."
    if state.pack.pages:  # of a real atlas the box knows no more than the page that people tell
        yield from _unknown("place", [ship.region], state.pack.pages)
    yield from (f"There cannot be {count} {kind}." for kind, count in state.resources.items() if count < 0)


def _crew(state: Campaign) -> Iterator[str]:
    for crew, each in state.crew.items():
        name, full = state.called(crew), state.full_health(crew)
        if not 0 <= each.damage <= full:
            yield f"{name} cannot have {each.damage} damage; it is 0 to {full}."
        if not 0 <= each.fatigue <= FATIGUE_LIMIT:
            yield f"{name} cannot have {each.fatigue} fatigue; it is 0 to {FATIGUE_LIMIT}."
        if each.command < 0:
            yield f"{name} cannot have {each.command} command."
    for seat, player in state.players.items():
        if player.command < 0:
            yield f"{state.name(seat)} cannot have {player.command} command."


def _cards(state: Campaign) -> Iterator[str]:
    pack = state.pack
    lying = [*state.discard, *(card for crew in state.crew.values() for card in crew.tucked)]
    lying += [card for player in state.players.values() for card in player.hand]
    yield from _unknown("ability card", (card for card in lying if card != UNKNOWN), pack.ability_cards)
    numbers = [*state.owned, *state.boxed, *state.market.bottom]
    numbers += [number for crew in state.crew.values() for number in crew.weapons]
    yield from _unknown("adventure card", numbers, pack.adventure_cards)
    yield from (f"There cannot be {count} command on a card." for count in state.owned.values() if count < 0)
    yield from _unknown("quest", [*state.quests, *state.used_quests], pack.quests)
    yield from _unknown("search token", (token for token in state.searched if token != UNKNOWN), pack.search_tokens)
    events = state.events
    unread = [f"{UNKNOWN}{tier}" for tier in TIERS]
    yield from _unknown("event", (card for card in [*events.used, *events.in_play] if card not in unread), pack.events)
    if not 1 <= events.number <= DECKS:
        yield f"There is no event deck {events.number}; there are {DECKS} (SG-300)."
    yield from (f"There cannot be {count} {tier} events left." for tier, count in events.box.items() if count < 0)


def _progress(state: Campaign) -> Iterator[str]:
    log = state.progress
    for count, what in ((log.xp, "XP"), (log.feared, "Feared"), (log.revered, "Revered")):
        if count < 0:
            yield f"There cannot be {count} {what} on the log."


def _battle(state: Campaign, battle: Battle) -> Iterator[str]:
    if battle.round < 1:
        yield f"There is no round {battle.round}; the first is 1."
    if not 0 <= battle.combo <= COMBO_LIMIT:
        yield f"There cannot be {battle.combo} combo points; it is 0 to {COMBO_LIMIT}."
    yield from _unknown("enemy", (foe.number for foe in battle.row), state.pack.enemies)
    for foe in battle.row:
        squares = len(state.pack.enemies[foe.number].squares) if foe.number in state.pack.enemies else 0
        yield from _unknown("square", [*foe.covered, *foe.armor], range(squares))
    for seat, count in battle.tokens.items():
        if count < 0:
            yield f"{state.name(seat)} cannot have {count} combat action tokens."
