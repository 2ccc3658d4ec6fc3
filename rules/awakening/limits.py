"""What must hold at any time: values that can be, 24 blocks of each colour, every card in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator

from .island import HEXES
from .state import Awakening, Player
from .words import ATTRIBUTES, BLOCKS, MOUNTS, STACKS, TILE_COUNTS, TITLES, TOKENS

PHASES = ("set-up", "play", "scoring", "finished")
SPHERES = ("potential", "influence", "conviction", "reserve")


def impossible(state: Awakening) -> list[str]:
    """Values that no table could show, in sentences for players; whatever else lies there."""
    strangers = [f"Nobody sits at {seat}." for seat in _seats_named(state) if seat not in state.seats]
    if strangers:  # nothing else can be told of somebody who is not there
        return strangers
    found = [*_course(state), *_map(state), *_stacks(state)]
    for seat, player in state.players.items():
        found += [*_blocks(state, seat, player), *_standing(state, seat, player), *_cards(state, player)]
    return found


def _seats_named(state: Awakening) -> Iterator[str]:
    yield from state.players
    yield from state.control.values()
    yield from (seat for seat in (state.first, state.upcoming, state.turn.seat if state.turn else "") if seat)


def _course(state: Awakening) -> Iterator[str]:
    """Rounds, turns and what is under way."""
    if state.phase not in PHASES:
        yield f"The game is {', '.join(PHASES)}, not {state.phase}."
    if state.step < 0:
        yield f"There is no step {state.step}."
    if state.round < 1:
        yield f"There is no round {state.round}; the first is 1."
    if state.end_met < 0:
        yield f"There is no round {state.end_met}; the first is 1."
    if state.settling < 0:
        yield f"{state.settling} trigger tokens cannot be on their way."
    yield from _no_token(state.tokens)
    known = state.pack.trigger
    named = [*state.active, *state.removed_triggers, *state.triggers_left, *state.triggers_top, *state.also_met]
    yield from _unknown("trigger", [*named, *([state.met_by] if state.met_by else [])], known)
    turn = state.turn
    if turn is None:
        return
    if turn.acted not in ("", "upgrade", *map(str, HEXES)):
        yield f"There is no hex {turn.acted}."
    yield from _no_hex([*turn.acts, *turn.reach_hexes, *([turn.controlled] if turn.controlled else [])])
    if turn.reach < 0 or any(grant.amount < 0 for grant in turn.grants):
        yield "Less than nothing cannot be reached."


def _no_token(tokens: Iterable[int]) -> Iterator[str]:
    yield from (f"There is no trigger token on {token}." for token in tokens if token not in TOKENS)


def _no_hex(numbers: Iterable[int]) -> Iterator[str]:
    yield from (f"There is no hex {number}." for number in numbers if number not in HEXES)


def _unknown(what: str, names: Iterable[str], known: Container[str]) -> Iterator[str]:
    yield from (f"There is no {what} {name}." for name in names if name not in known)


def _map(state: Awakening) -> Iterator[str]:
    yield from _no_hex([*state.tiles, *state.control])
    kinds = [*state.tiles.values(), *state.pouch, *state.known_tiles]
    yield from _unknown("location", kinds, TILE_COUNTS)
    for kind, count in state.pouch.items():
        most = TILE_COUNTS.get(kind, count)
        if not 0 <= count <= most:
            yield f"There are {most} {TITLES[kind]} tiles, not {count} (AW-R42)."


def _stacks(state: Awakening) -> Iterator[str]:
    for name, pile in state.stacks.items():
        for card in (*pile.top, *pile.left, *pile.bottom, *((pile.up,) if pile.up else ())):
            if card not in state.pack.tableau or state.card(card).stack != name:
                yield f"{card} is no card of the {name} stack."
    yield from _unknown("stack", state.stacks, STACKS)
    for attr, count in state.proficiency.items():
        if attr not in ATTRIBUTES:
            yield f"There is no attribute {attr}."
        if count < 0:
            yield f"{count} proficiency tiles for {attr} cannot be."


def _blocks(state: Awakening, seat: str, player: Player) -> Iterator[str]:
    lying = {f"in {sphere}": int(getattr(player, sphere)) for sphere in SPHERES}
    lying |= {f"in {attr}": number for attr, number in player.attributes.items()}
    for held in (*player.companions, *player.relics):
        if held.card in state.pack.tableau:
            lying[f"on {state.title(held.card)}"] = held.blocks
    for where, number in lying.items():
        if not 0 <= number <= BLOCKS:
            yield f"{state.name(seat)} cannot have {number} blocks {where}; a colour has {BLOCKS} (AW-R22)."
    for attr in (*player.attributes, *player.proficiency, *player.masteries):
        if attr not in ATTRIBUTES:
            yield f"There is no attribute {attr}."


def _standing(state: Awakening, seat: str, player: Player) -> Iterator[str]:
    name = state.name(seat)
    if player.honor < 0 and not state.toggle("negative_honor"):
        yield f"{name} cannot have {player.honor} honor (AW-R69)."
    if player.speed not in MOUNTS:
        yield f"{name} cannot have speed {player.speed}; it is {min(MOUNTS)} to {max(MOUNTS)} (AW-R4)."
    if player.space and player.space not in state.island.spaces:
        yield f"There is no space {player.space} on this map."
    if player.turns < 0:
        yield f"{name} cannot have had {player.turns} turns."
    if min(player.proficiency.values()) < 0:
        yield f"{name} cannot have {min(player.proficiency.values())} proficiency tiles."
    yield from _no_token(player.tokens)


def _cards(state: Awakening, player: Player) -> Iterator[str]:
    pack = state.pack
    shelves = {
        "companion": [held.card for held in player.companions],
        "relic": [held.card for held in player.relics],
        "trait": player.traits,
        "monster": player.monsters,
    }
    for kind, cards in shelves.items():
        for card in cards:
            if card not in pack.tableau or pack.tableau[card].kind != kind:
                yield f"There is no {kind} {card}."
    yield from _unknown("wretch", [player.wretch] if player.wretch else [], pack.wretch)
    yield from _unknown("journey", [player.journey] if player.journey else [], pack.journey)
    yield from _unknown("quest", [player.quest] if player.quest else [], pack.quest)


def check(state: Awakening) -> None:
    """Raise AssertionError if something got lost or doubled, or cannot be; every point has its reason."""
    assert not impossible(state), " ".join(impossible(state))
    for seat, player in state.players.items():
        assert state.blocks_of(seat) == BLOCKS, f"{seat} has {state.blocks_of(seat)} blocks"
        assert player.honor == sum(player.sources.values()), f"{seat}: {player.honor} honor from {player.sources}"
    assert all(number in state.tiles for number in state.control), "a marker lies on an open hex"
    tokens = Counter(player.space for player in state.players.values() if player.space)
    shared = [space for space, count in tokens.items() if count > 1]
    assert not shared, f"two tokens stand on {', '.join(shared)}"
    tiles = Counter(state.tiles.values()) + Counter(state.known_tiles) + Counter(state.pouch)
    assert tiles == Counter(TILE_COUNTS), f"tiles are {tiles}"
    _check_cards(state)
    if state.phase == "play" and state.toggle("trigger_token_mode") == "first_reach_or_pass":
        assert len(state.active) >= 2, "fewer than two triggers are active"
    if state.phase in ("scoring", "finished"):
        turns = {player.turns for player in state.players.values()}
        assert len(turns) == 1, f"unequal turns: {turns}"


def _check_cards(state: Awakening) -> None:
    there = [card for player in state.players.values() for card in player.cards]
    there += [*state.moving, *(card for card in state.removed if card in state.pack.tableau)]
    for pile in state.stacks.values():
        there += [*pile.top, *pile.left, *pile.bottom, *((pile.up,) if pile.up else ())]
    assert len(there) == len(set(there)), "a card lies in two places"
    treachery = state.toggle("treachery") and (state.phase != "set-up" or state.step > 4)
    wanted = {id for id, card in state.pack.tableau.items() if treachery or not card.treachery}
    if state.phase != "set-up":
        assert set(there) == wanted, f"cards are lost: {sorted(wanted - set(there))}"
    triggers = [*state.triggers_left, *state.triggers_top, *state.active, *state.removed_triggers]
    assert sorted(triggers) == sorted(state.pack.trigger), "trigger cards are lost"
