"""Numbers that can be read off the table, and conditions on them."""

from __future__ import annotations

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
    everybody = state.clockwise(seat)
    ranking = sorted(state.order, key=lambda each: -state.players[each].honor)
    controller = state.control.get(hex_, "")
    return {
        "active": [state.active_seat],
        "other": [other] if other else [],
        "each_other": list(everybody[1:]),
        "all": list(everybody),
        "chosen_opponent": list(everybody[1:]),
        "chosen_player": list(everybody),
        "tile_controller": [controller] if controller else [],
        "leader": ranking[:1],
        "last": ranking[-1:],
    }[who]


def value(state: Awakening, count: Count, seat: str, other: str = "", hex_: int = 0) -> int:
    """What *count* comes to, summed over the players meant."""
    table = _of_table(state, count)
    if table is not None:
        return table
    return sum(_of_player(state, count, each) for each in seats_of(state, count.who, seat, other, hex_))


def _of_table(state: Awakening, count: Count) -> int | None:
    match count.count:
        case "revealed_tiles":
            return len(state.tiles)
        case "stack_size" if count.stack == "trigger":
            return len(state.triggers_left) + len(state.triggers_top)
        case "stack_size":
            return state.stacks[count.stack].size
        case "pouch_size":
            return sum(state.pouch.values()) + len(state.known_tiles)
        case "active_triggers":
            return len(state.active)
        case "tokens_left":
            return len(state.tokens)
        case "round":
            return state.round
    return None


def _of_player(state: Awakening, count: Count, seat: str) -> int:
    player = state.players[seat]
    held = {attr: number for attr, number in player.attributes.items() if number}
    match count.count:
        case "honor":
            return player.honor
        case "blocks" if count.zone == "tiles":
            return len(state.tiles_of(seat))
        case "blocks":
            return int(getattr(player, count.zone))
        case "attribute":
            return sum(held.values()) if count.attr == "any" else player.has(count.attr)
        case "attributes_total":
            group = {"common": COMMON, "heroic": HEROIC, "all": ATTRIBUTES}[count.group]
            return sum(player.has(attr) for attr in group)
        case "attributes_different":
            return len(held)
        case "cards":
            return len([card for card in player.cards if _is_of(state, count, card)])
        case "colours_of_companions":
            return len({state.card(held.card).stack for held in player.companions})
        case "tiles_controlled":
            return sum(count.tile in ("any", state.tiles[number]) for number in state.tiles_of(seat))
        case "kinds_controlled":
            return len({state.tiles[number] for number in state.tiles_of(seat)})
        case "proficiency":
            return sum(player.proficiency.values()) if count.attr == "any" else player.proficiency[count.attr]
        case "mastery_total":
            attrs = ATTRIBUTES if count.attr == "any" else (count.attr,)
            return sum(mastery.total(state, seat, attr) for attr in attrs)
        case "masteries_won":
            return len(player.masteries)
        case "speed":
            return player.speed
        case "blocks_on_companions":
            return sum(held.blocks for held in player.companions)
        case "relic_charges":
            return sum(held.blocks for held in player.relics)
        case "distance":
            ends = seats_of(state, count.to, seat)
            there = [state.island.distance(player.space, state.players[end].space) for end in ends if end != seat]
            return min(there, default=0)
        case "players_within":
            return len(players_near(state, seat, count.reach))
    raise AssertionError(f"{count.count} is no count of a player")


def _is_of(state: Awakening, count: Count, card: str) -> bool:
    """A card of the kind, colour and loyalty asked for."""
    found = state.card(card)
    return (
        count.kind in ("any", found.kind)
        and count.colour in ("any", found.stack)
        and count.treachery in (None, found.treachery)
    )


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
