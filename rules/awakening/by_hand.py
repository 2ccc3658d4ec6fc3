"""What can be changed by hand in The Awakening: honor, blocks, tokens, tiles and cards that lie open (AW-R85)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from rules.ask import IllegalAnswer
from rules.sheet import Field, number, one, some

from . import honor
from .island import HEXES
from .pack import Companion, Relic
from .state import Awakening, Held
from .table import between
from .words import ATTRIBUTES, BLOCKS, MOUNTS, TILE_COUNTS, TITLES, TOKENS

BY_HAND = "Entered by hand"
MOST_HONOR = 200
SPHERES = ("influence", "potential", "conviction")
NOBODY = ("", "nobody")
NO_TILE = ("", "no tile")


def sheet(state: Awakening) -> Iterator[Field]:
    """Secret Quests and what lies face down are on nobody's."""
    if state.phase != "play":
        return
    for seat in state.order:
        yield from _player(state, seat)
    yield from _island(state)
    yield from _triggers(state)


def _player(state: Awakening, seat: str) -> Iterator[Field]:
    player, path, group = state.players[seat], f"players.{seat}", state.name(seat)
    low = -MOST_HONOR if honor.lowest_honor(state) is None else 0
    yield number(state, f"{path}.honor", "honor", group, MOST_HONOR, low=low, put=partial(_honor, seat=seat))
    for sphere in SPHERES:
        yield number(state, f"{path}.{sphere}", sphere, group, BLOCKS, put=partial(_sphere, seat=seat, sphere=sphere))
    for attr in ATTRIBUTES:
        now = player.has(attr)
        put = partial(_attribute, seat=seat, attr=attr)
        yield number(state, f"{path}.attributes.{attr}", attr, group, BLOCKS, now=now, put=put)
    for held in (*player.companions, *player.relics):
        now, label = held.blocks, f"blocks on {state.title(held.card)}"
        put = partial(_on_card, seat=seat, card=held.card)
        yield number(state, f"{path}.on.{held.card}", label, group, BLOCKS, now=now, put=put)
    spaces = {space: between(space) for space in state.island.spaces}
    if player.space:
        yield one(state, f"{path}.space", "where", group, spaces, slot=f"space {player.space}")
    mounts = {speed: f"{name} (speed {speed})" for speed, (name, _) in MOUNTS.items()}
    yield one(state, f"{path}.speed", "mount", group, mounts)
    for attr in ATTRIBUTES:
        put = partial(_proficiency, seat=seat, attr=attr)
        now, most = player.proficiency[attr], player.proficiency[attr] + state.proficiency.get(attr, 0)
        yield number(state, f"{path}.proficiency.{attr}", f"proficiency in {attr}", group, most, now=now, put=put)
    # what lies open beside the stacks can be taken, and what one has can be given up
    there = [*player.cards, *(pile.up for pile in state.stacks.values() if pile.up)]
    cards = {card: state.title(card) for card in there}
    yield some(state, f"{path}.cards", "cards", group, cards, put=partial(_cards, seat=seat))


def _honor(state: Awakening, wanted: int, seat: str) -> None:
    honor.book(state, seat, wanted - state.players[seat].honor, BY_HAND)


def _sphere(state: Awakening, wanted: int, seat: str, sphere: str) -> None:
    """Blocks come from the reserve and go there, so that every colour still has 24 (AW-R22)."""
    player = state.players[seat]
    player.reserve -= wanted - int(getattr(player, sphere))
    setattr(player, sphere, wanted)


def _attribute(state: Awakening, wanted: int, seat: str, attr: str) -> None:
    player = state.players[seat]
    player.reserve -= wanted - player.has(attr)
    player.attributes[attr] = wanted


def _on_card(state: Awakening, wanted: int, seat: str, card: str) -> None:
    player = state.players[seat]
    if card in player.cards:
        player.reserve -= wanted - player.blocks_on(card)
        player.held(card).blocks = wanted


def _proficiency(state: Awakening, wanted: int, seat: str, attr: str) -> None:
    """Tiles come from below the attribute and go there."""
    player = state.players[seat]
    state.proficiency[attr] = state.proficiency.get(attr, 0) - (wanted - player.proficiency[attr])
    player.proficiency[attr] = wanted


def _cards(state: Awakening, wanted: list[str], seat: str) -> None:
    """A card that is given up goes under its stack; its blocks go to the reserve."""
    player = state.players[seat]
    for card in [each for each in player.cards if each not in wanted]:
        player.reserve += player.blocks_on(card)
        player.companions = [held for held in player.companions if held.card != card]
        player.relics = [held for held in player.relics if held.card != card]
        player.traits = [each for each in player.traits if each != card]
        player.monsters = [each for each in player.monsters if each != card]
        state.stacks[state.card(card).stack].bottom.append(card)
    for card in [each for each in wanted if each not in player.cards]:
        pile, printed = state.stacks[state.card(card).stack], state.card(card)
        if pile.up != card:
            raise IllegalAnswer(f"{state.title(card)} does not lie open any more.")
        pile.up = None
        if isinstance(printed, Companion):
            player.companions.append(Held(card=card))
        elif isinstance(printed, Relic):
            player.relics.append(Held(card=card))
        else:
            (player.traits if printed.kind == "trait" else player.monsters).append(card)


def _island(state: Awakening) -> Iterator[Field]:
    group = "Island"
    seats = [NOBODY, *((seat, state.name(seat)) for seat in state.seats)]
    for n in HEXES:
        if n in state.tiles:
            label, now = f"{state.tile(n)}: controlled by", state.control.get(n, "")
            yield one(
                state, f"control.{n}", label, group, seats, now=now, slot=f"hex {n}", put=partial(_control, hex_=n)
            )
    for n in HEXES:
        kinds = [NO_TILE] * (n not in state.tiles) + [(kind, TITLES[kind]) for kind in TILE_COUNTS]
        lies, turn = state.tiles.get(n, ""), partial(_tile, hex_=n)
        yield one(state, f"tiles.{n}", f"tile on H{n}", group, kinds, now=lies, slot=f"hex {n}", put=turn)


def _control(state: Awakening, seat: str, hex_: int) -> None:
    """The block on a tile comes from its owner's reserve and goes there."""
    was = state.control.pop(hex_, "")
    if was:
        state.players[was].reserve += 1
    if seat:
        state.players[seat].reserve -= 1
        state.control[hex_] = seat


def _tile(state: Awakening, kind: str, hex_: int) -> None:
    """Tiles come from the pouch and go there."""
    was = state.tiles.get(hex_)
    if was:
        state.pouch[was] = state.pouch.get(was, 0) + 1
    if (
        not state.pouch.get(kind) and kind in state.known_tiles
    ):  # somebody looked at it, which is nobody else's business
        state.known_tiles.remove(kind)
    else:
        state.pouch[kind] = state.pouch.get(kind, 0) - 1
    state.tiles[hex_] = kind


def _triggers(state: Awakening) -> Iterator[Field]:
    group = "Triggers"
    active = {card: state.title(card) for card in state.active}
    yield some(state, "triggers", "active triggers", group, active, now=state.active, put=_active)
    yield some(state, "tokens", "trigger tokens on", group, {token: str(token) for token in TOKENS})


def _active(state: Awakening, cards: list[str]) -> None:
    state.removed_triggers += [card for card in state.active if card not in cards]
    state.active = list(cards)
