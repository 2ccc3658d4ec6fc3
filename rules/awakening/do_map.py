"""Verbs on the map: moving, acting, controlling, tiles (AW-V14 to AW-V24, AW-V41)."""

from __future__ import annotations

from typing import Any

from rules.ask import ChooseOne, Option

from . import choose, control, passives, travel
from .case import Case
from .do_blocks import shielded
from .state import Awakening, Grant
from .table import between
from .verbs import (
    ActAtDistance,
    ExtraActivation,
    ExtraTileAction,
    GainControl,
    LiftSameTileRule,
    LoseControl,
    MoveExtra,
    PushPlayer,
    Relocate,
    RevealTile,
    SecondTravel,
    SwapPlaces,
    SwapTiles,
)
from .words import TITLES


async def move_extra(state: Awakening, case: Case, verb: MoveExtra) -> None:
    if verb.lasts == "permanent":
        state.players[case.seat].speed_bonus += verb.amount
    elif state.turn and state.turn.seat == case.seat:
        state.turn.speed_bonus += verb.amount
    state.say(f"{state.name(case.seat)} may travel {verb.amount} further.")


async def second_travel(state: Awakening, case: Case, verb: SecondTravel) -> None:
    if state.turn and state.turn.seat == case.seat:
        state.turn.grants.append(Grant(what="travel", amount=verb.amount))
        spaces = "1 space" if verb.amount == 1 else f"{verb.amount} spaces"
        state.say(f"{state.name(case.seat)} may travel once more, {spaces}.")


async def relocate(state: Awakening, case: Case, verb: Relocate) -> None:
    """A token is placed on a free space; reveals follow at once."""
    for seat in await choose.players(state, case, verb.who):
        if shielded(state, case, seat, "position"):
            continue
        free = [space for space in _targets(state, case, seat, verb) if state.at(space) is None]
        if not free:
            state.say(f"No free space for {state.name(seat)} to go to.")
            continue
        options = [Option(space, f"To {space}", slot=f"space {space}") for space in free]
        text = f"{state.name(case.seat)}: {state.title(case.card)}: where to?"
        space = await ChooseOne(case.seat, text, options)
        state.say(f"{state.name(seat)} goes to {between(space)}.")
        await travel.put_down(state, seat, space)


def _targets(state: Awakening, case: Case, seat: str, verb: Relocate) -> list[str]:
    here = state.players[seat].space
    if verb.to == "within":
        return list(state.island.within(here, verb.distance))
    if verb.to == "adjacent_to_hex":
        wanted = choose.hexes(state, case, verb.tile)
        return [space for space, hexes in state.island.hexes.items() if any(number in wanted for number in hexes)]
    if verb.to == "adjacent_to_player":
        others = [player.space for other, player in state.players.items() if other != seat]
        return [space for space in state.island.spaces if any(o in state.island.neighbours[space] for o in others)]
    return list(state.island.spaces)


async def swap_places(state: Awakening, case: Case, verb: SwapPlaces) -> None:
    for seat in await choose.players(state, case, verb.who):
        for other in (await choose.players(state, case, verb.other))[:1]:
            if other == seat or shielded(state, case, other, "position") or shielded(state, case, seat, "position"):
                continue
            mine, theirs = state.players[seat], state.players[other]
            mine.space, theirs.space = theirs.space, mine.space
            state.say(f"{state.name(seat)} and {state.name(other)} change places.")


async def push_player(state: Awakening, case: Case, verb: PushPlayer) -> None:
    """Another token along neighbouring spaces; it may not stop on a taken one."""
    for seat in await choose.players(state, case, verb.who):
        if shielded(state, case, seat, "position"):
            continue
        free = [s for s in state.island.within(state.players[seat].space, verb.amount) if state.at(s) is None]
        if not free:
            state.say(f"{state.name(seat)} cannot be pushed anywhere.")
            continue
        chooser = case.seat if verb.chosen_by == "owner" else seat
        options = [Option(space, f"To {space}", slot=f"space {space}") for space in free]
        space = await ChooseOne(chooser, f"{state.name(chooser)}: where is {state.name(seat)} pushed to?", options)
        state.say(f"{state.name(seat)} is pushed to {space}.")
        await travel.put_down(state, seat, space)


async def extra_tile_action(state: Awakening, case: Case, verb: ExtraTileAction) -> None:
    if not state.turn or state.turn.seat != case.seat:
        return
    anywhere = verb.tile.where == "adjacent" and not verb.tile.kinds
    for _ in range(verb.amount):
        hexes = None if anywhere else choose.hexes(state, case, verb.tile)
        state.turn.grants.append(Grant(what="act", hexes=hexes, other_tile=verb.other_tile))
    state.say(f"{state.name(case.seat)} may act on {verb.amount} more tile.")


async def act_at_distance(state: Awakening, case: Case, verb: ActAtDistance) -> None:
    if not state.turn or state.turn.seat != case.seat:
        return
    state.turn.reach = max(state.turn.reach, verb.reach)
    state.turn.reach_hexes = sorted({*state.turn.reach_hexes, *choose.hexes(state, case, verb.tile)})
    state.say(f"{state.name(case.seat)} may act on tiles up to {verb.reach} away this turn.")


async def extra_activation(state: Awakening, case: Case, verb: ExtraActivation) -> None:
    if not state.turn or state.turn.seat != case.seat:
        return
    for _ in range(verb.amount):
        state.turn.grants.append(Grant(what="activate", target=verb.target, free=verb.free))
    state.say(f"{state.name(case.seat)} may activate {verb.amount} more.")


async def gain_control(state: Awakening, case: Case, verb: GainControl) -> None:
    """Control beyond the turn's bonus action."""

    def possible(number: int) -> bool:
        if not verb.conviction and not state.players[case.seat].influence:
            return False
        return control.cannot_take(state, case.seat, number, verb.conviction) is None

    text = f"{state.title(case.card)}: which tile do you take?"
    number = await choose.tile(state, case, verb.tile, text, possible)
    if number:
        await control.take(state, case.seat, number, verb.conviction, gives_honor=verb.honor)


async def lose_control(state: Awakening, case: Case, verb: LoseControl) -> None:
    victims = await choose.players(state, case, verb.who)

    def possible(number: int) -> bool:
        holder = state.control.get(number)
        return holder in victims and (holder == case.seat or not passives.protects(state, holder, "control"))

    text = f"{state.title(case.card)}: which tile is lost?"
    number = await choose.tile(state, case, verb.tile, text, possible)
    if number:
        await control.lose(state, number)


async def lift_same_tile_rule(state: Awakening, case: Case, verb: LiftSameTileRule) -> None:
    if state.turn:
        state.turn.same_tile_lifted = True
        state.say(f"{state.name(case.seat)} may control one tile and act on another this turn.")


async def swap_tiles(state: Awakening, case: Case, verb: SwapTiles) -> None:
    """Two revealed tiles change places; markers stay on their positions."""
    text = f"{state.title(case.card)}: swap which tile?"
    first = await choose.tile(state, case, verb.tile, text)
    if first is None:
        return
    text = f"{state.title(case.card)}: with which tile?"
    second = await choose.tile(state, case, verb.tile, text, lambda number: number != first)
    if second is None:
        return
    state.tiles[first], state.tiles[second] = state.tiles[second], state.tiles[first]
    names = TITLES[state.tiles[second]], TITLES[state.tiles[first]]
    state.say(f"{names[0]} and {names[1]} change places (H{first} and H{second}).")


async def reveal_tile(state: Awakening, case: Case, verb: RevealTile) -> None:
    number = await choose.tile(state, case, verb.tile, f"{state.title(case.card)}: reveal which hex?")
    if number:
        await travel.reveal(state, case.seat, number)


DO: dict[type, Any] = {
    MoveExtra: move_extra,
    SecondTravel: second_travel,
    Relocate: relocate,
    SwapPlaces: swap_places,
    PushPlayer: push_player,
    ExtraTileAction: extra_tile_action,
    ActAtDistance: act_at_distance,
    ExtraActivation: extra_activation,
    GainControl: gain_control,
    LoseControl: lose_control,
    LiftSameTileRule: lift_same_tile_rule,
    SwapTiles: swap_tiles,
    RevealTile: reveal_tile,
}
