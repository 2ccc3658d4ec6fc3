"""What can be changed by hand in The Silent Sea: placards, figures, Water Samples, doors and cards that lie open."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from ..sheet import Field, number, one, some
from . import board
from .abilities import TURNS_OF_COOLDOWN
from .pack import SAMPLES
from .state import HEALTH, SilentSea

STATES = {"disabled": "face-down", "enabled": "face-up", "cooldown": "on Cooldown"}
DOORS = {"shut": "closed", "open": "open"}
PHASES = {"draw": "Draw Phase", "move": "Move Phase", "action": "Action Phase", "turn": "whole turn"}


def sheet(game: SilentSea) -> Iterator[Field]:
    """Hands, decks and Loyalty cards are on nobody's: whoever could change them could look."""
    if not game.players:
        return
    for seat in game.order:
        yield from _placard(game, seat)
    yield from _board(game)
    yield from _turn(game)


def _placard(game: SilentSea, seat: str) -> Iterator[Field]:
    player, path, group = game.players[seat], f"players.{seat}", game.who(seat)
    slot, heal, carry, skip = player.node or None, *(partial(each, seat=seat) for each in (_heal, _carry, _skip))
    yield number(game, f"{path}.health", "Health", group, HEALTH, slot=slot, put=heal)
    if player.alive:
        places = {node.id: board.label(game, node.id) for node in game.pack.board.nodes if node.kind != "junction"}
        yield one(game, f"{path}.node", "where", group, places, slot=slot)
    yield number(game, f"{path}.samples", "Water Samples", group, SAMPLES, slot=slot, put=carry)
    yield number(game, f"{path}.carriers", "Carriers", group, 9)
    yield number(game, f"{path}.suits", "Hazmat Suits", group, 9)
    for place, ability in enumerate(player.abilities):
        here, label = f"{path}.abilities.{place}", f"Ability card {place + 1}"
        yield one(game, f"{here}.state", label, group, STATES)
        if ability.state == "cooldown":
            yield number(game, f"{here}.counter", f"{label}: turns of Cooldown", group, TURNS_OF_COOLDOWN)
    yield some(game, f"{path}.leaves_out", "leaves out next", group, PHASES, now=player.skip, put=skip)


def _heal(game: SilentSea, health: int, seat: str) -> None:
    """Whoever comes to 0 is out as soon as the turn goes on; whoever gets Health back stands on the board again."""
    player = game.players[seat]
    player.health = health
    if health and not player.alive:
        player.alive, player.back_in = True, 0
        player.node = player.node or board.chart(game).start


def _carry(game: SilentSea, many: int, seat: str) -> None:
    """Samples come from beside the board and go there."""
    player = game.players[seat]
    game.supply -= many - player.samples
    player.samples = many


def _lie(game: SilentSea, many: int, place: str) -> None:
    game.supply -= many - game.tokens.get(place, 0)
    game.tokens[place] = many
    if not many:
        del game.tokens[place]


def _skip(game: SilentSea, phases: list[str], seat: str) -> None:
    game.players[seat].skip = list(phases)  # type: ignore[arg-type]


def _board(game: SilentSea) -> Iterator[Field]:
    group = "Board"
    labs = [node.id for node in game.pack.board.nodes if node.room_type == "water_lab"]
    for place in dict.fromkeys([*labs, *game.tokens]):
        label, now = f"Water Samples on {board.label(game, place)}", game.tokens.get(place, 0)
        put = partial(_lie, place=place)
        yield number(game, f"tokens.{place}", label, group, SAMPLES, now=now, slot=place, put=put)
    for door in game.doors:
        words = board.door_words(game, door)
        yield one(game, f"doors.{door}", words[0].upper() + words[1:], group, DOORS, slot=door)


def _turn(game: SilentSea) -> Iterator[Field]:
    group = "The turn"
    if game.phase == "move" and game.move.rolled is not None:
        yield number(game, "move.bonus", "Spaces more by cards", group, 9)
        yield number(game, "move.used", "Spaces used", group, 15)
    yield number(game, "cycle", "cycle", group, 99, low=1)
    if game.luna_health is not None:
        yield number(game, "luna_health", "Luna's Health", group, 20)
