"""Numbers that can be read off the table, and conditions on them."""

from __future__ import annotations

from collections.abc import Callable

from . import mastery
from .island import RIM_SPACES
from .state import Awakening
from .terms import AdjacentTo, AllOf, AnyOf, Compare, Condition, Count, Near, Not, OnRim, Per, SameSpaceDistance, Who
from .words import ATTRIBUTES, COMMON, HEROIC


def players_near(state: Awakening, seat: str, reach: int = 1) -> list[str]:
    """The others standing near; next to each other as the house rule says (AW-R82)."""
    here = state.players[seat].space
    far = state.island.distances(here)
    others = [other for other in state.clockwise(seat)[1:] if state.players[other].space]
    if reach == 1 and state.toggle("player_adjacency") == "shared_tile":
        mine = state.island.hexes[here]
        return [o for o in others if any(number in mine for number in state.adjacent(o))]
    return [other for other in others if far[state.players[other].space] <= reach]


def seats_of(state: Awakening, who: Who, seat: str, other: str = "", hex_: int = 0) -> list[str]:
    """The players meant, where nobody has to choose."""
    if isinstance(who, Near):
        return players_near(state, seat, who.adjacent_players)
    if who == "self":
        return [seat]
    match who:
        case "active":
            return [state.active_seat]
        case "other":
            return [other] if other else []
        case "each_other" | "chosen_opponent":
            return list(state.clockwise(seat)[1:])
        case "all" | "chosen_player":
            return list(state.clockwise(seat))
        case "tile_controller":
            controller = state.control.get(hex_)
            return [controller] if controller else []
        case "leader" | "last":
            ranking = sorted(state.order, key=lambda each: -state.players[each].honor)
            return ranking[:1] if who == "leader" else ranking[-1:]


def value(state: Awakening, count: Count, seat: str, other: str = "", hex_: int = 0) -> int:
    """What *count* comes to, summed over the players meant."""
    if of_table := OF_TABLE.get(count.count):
        return of_table(state, count)
    of_player = OF_PLAYER[count.count]
    if count.who == "self":  # as nearly always
        return of_player(state, count, seat)
    return sum([of_player(state, count, each) for each in seats_of(state, count.who, seat, other, hex_)])


def _stack_size(state: Awakening, count: Count) -> int:
    if count.stack == "trigger":
        return len(state.triggers_left) + len(state.triggers_top)
    return state.stacks[count.stack].size


OF_TABLE: dict[str, Callable[[Awakening, Count], int]] = {
    "revealed_tiles": lambda state, count: len(state.tiles),
    "stack_size": _stack_size,
    "pouch_size": lambda state, count: sum(state.pouch.values()) + len(state.known_tiles),
    "active_triggers": lambda state, count: len(state.active),
    "tokens_left": lambda state, count: len(state.tokens),
    "round": lambda state, count: state.round,
}
"""What is counted once for the whole table."""


def _blocks(state: Awakening, count: Count, seat: str) -> int:
    return len(state.tiles_of(seat)) if count.zone == "tiles" else int(getattr(state.players[seat], count.zone))


def _attribute(state: Awakening, count: Count, seat: str) -> int:
    player = state.players[seat]
    return sum(player.attributes.values()) if count.attr == "any" else player.has(count.attr)


def _attributes_total(state: Awakening, count: Count, seat: str) -> int:
    group = {"common": COMMON, "heroic": HEROIC, "all": ATTRIBUTES}[count.group]
    return sum(state.players[seat].has(attr) for attr in group)


def _proficiency(state: Awakening, count: Count, seat: str) -> int:
    tiles = state.players[seat].proficiency
    return sum(tiles.values()) if count.attr == "any" else tiles[count.attr]


def _mastery_total(state: Awakening, count: Count, seat: str) -> int:
    attrs = ATTRIBUTES if count.attr == "any" else (count.attr,)
    return sum(mastery.total(state, seat, attr) for attr in attrs)


def _distance(state: Awakening, count: Count, seat: str) -> int:
    ends, here = seats_of(state, count.to, seat), state.players[seat].space
    return min((state.island.distance(here, state.players[end].space) for end in ends if end != seat), default=0)


def _cards(state: Awakening, count: Count, seat: str) -> int:
    """Cards of the kind, colour and loyalty asked for."""
    known = state.pack.tableau
    found = [known[card] for card in state.players[seat].cards]
    if count.kind != "any":
        found = [card for card in found if card.kind == count.kind]
    if count.colour != "any":
        found = [card for card in found if card.stack == count.colour]
    if count.treachery is not None:
        found = [card for card in found if card.treachery == count.treachery]
    return len(found)


OF_PLAYER: dict[str, Callable[[Awakening, Count, str], int]] = {
    "honor": lambda state, count, seat: state.players[seat].honor,
    "blocks": _blocks,
    "attribute": _attribute,
    "attributes_total": _attributes_total,
    "attributes_different": lambda state, count, seat: sum(n > 0 for n in state.players[seat].attributes.values()),
    "cards": _cards,
    "colours_of_companions": lambda state, count, seat: len(
        {state.card(held.card).stack for held in state.players[seat].companions}
    ),
    "tiles_controlled": lambda state, count, seat: sum(
        [count.tile in ("any", state.tiles[number]) for number in state.tiles_of(seat)]
    ),
    "kinds_controlled": lambda state, count, seat: len({state.tiles[number] for number in state.tiles_of(seat)}),
    "proficiency": _proficiency,
    "mastery_total": _mastery_total,
    "masteries_won": lambda state, count, seat: len(state.players[seat].masteries),
    "speed": lambda state, count, seat: state.players[seat].speed,
    "blocks_on_companions": lambda state, count, seat: sum(held.blocks for held in state.players[seat].companions),
    "relic_charges": lambda state, count, seat: sum(held.blocks for held in state.players[seat].relics),
    "distance": _distance,
    "players_within": lambda state, count, seat: len(players_near(state, seat, count.reach)),
}
"""What is counted for each player who is meant."""


def holds(state: Awakening, condition: Condition, seat: str, other: str = "", hex_: int = 0) -> bool:
    """Whether *condition* is fulfilled for *seat*."""
    match condition:
        case Compare():
            return _compare(state, condition, seat, other, hex_)
        case AllOf():
            return all(holds(state, each, seat, other, hex_) for each in condition.conditions)
        case AnyOf():
            return any(holds(state, each, seat, other, hex_) for each in condition.conditions)
        case Not():
            return not holds(state, condition.condition, seat, other, hex_)
        case AdjacentTo():
            return any(state.tiles.get(number) == condition.tile for number in state.adjacent(seat))
        case OnRim():
            return state.players[seat].space in RIM_SPACES or len(state.adjacent(seat)) == 1
        case SameSpaceDistance():
            return bool(players_near_exactly(state, seat, condition.distance))


def players_near_exactly(state: Awakening, seat: str, reach: int) -> list[str]:
    """The others within so many moves, whatever the house rule on adjacency."""
    far = state.island.distances(state.players[seat].space)
    return [other for other in state.clockwise(seat)[1:] if far.get(state.players[other].space, 99) <= reach]


def _compare(state: Awakening, condition: Compare, seat: str, other: str, hex_: int) -> bool:
    mine = value(state, condition.of, seat, other, hex_)
    match condition.test:
        case "at_least":
            return mine >= condition.number
        case "at_most":
            return mine <= condition.number
        case "equals":
            return mine == condition.number
    theirs = [value(state, condition.of, each) for each in state.clockwise(seat)[1:]]
    match condition.test:
        case "more_than_each_other":
            return all(mine > each for each in theirs)
        case "most_or_tied":
            return all(mine >= each for each in theirs)
        case "fewest":
            return all(mine <= each for each in theirs)


def per(state: Awakening, amount: Per, seat: str, other: str = "", hex_: int = 0) -> int:
    """So much for each, at most the cap."""
    worth = value(state, amount.per, seat, other, hex_) // amount.every * amount.each
    return worth if amount.cap is None else min(worth, amount.cap)
