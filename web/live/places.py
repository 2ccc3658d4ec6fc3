"""The seats as people see them before they sit: who is in, which are free, who is waited for."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from flask import render_template
from markupsafe import escape

from web.games import board_of

from .lobby import FROM_THE_BOX, Entrance, Guest, Lobby
from .seats import Viewer, hand_overs
from .table import LiveTable


@dataclass(frozen=True)
class Place:
    """One seat.

    :param how: ``in`` with a phone, ``away`` if that phone is not listening, ``named`` without one, ``box`` if the
        box's own screen plays, ``plays`` if the box does, ``expected`` if only needed to begin, ``free``.
    :param fresh: taken just now.
    :param pick: what they play, in words.
    """

    seat: str
    name: str
    how: str
    mine: bool = False
    fresh: bool = False
    strength: str = ""
    pick: str = ""

    @property
    def plays(self) -> bool:
        return self.how != "free"


def gathered(lobby: Lobby, mine: str | None) -> list[Place]:
    """The seats of a game that has not begun."""
    guests, players = lobby.guests, lobby.players
    places, words = [], {option.value: option.label for option in lobby.picks}
    for seat in lobby.game.seats:
        guest = guests.get(seat)
        name = players.get(seat) or lobby.expected.get(seat, "")
        fresh, strength = seat == lobby.newest, guest.strength if guest else ""
        pick = words.get(guest.pick, "") if guest else ""
        places.append(Place(seat, name, _how(guest, seat in players), seat == mine, fresh, strength, pick))
    return places


def _how(guest: Guest | None, plays: bool) -> str:
    if guest is None:
        return "expected" if plays else "free"
    return "plays" if guest.strength else "in" if guest.token else "named"


def seated(table: LiveTable, mine: str | None, listening: Collection[str]) -> list[Place]:
    """The seats of a game that is under way."""
    position, claims, played = table.now().position, table.claims(), table.played()

    def how(seat: str, token: str) -> str:
        if seat in played and not token:
            return "plays"
        if token.startswith(FROM_THE_BOX):
            return "box"
        return "free" if not token else "in" if token in listening else "away"

    players = position.game.players(position.state)
    return [Place(seat, name, how(seat, claims.get(seat, "")), seat == mine) for seat, name in players.items()]


def parts(entrance: Entrance, table: LiveTable, who: Viewer, page: str, listening: Collection[str]) -> dict[str, str]:
    """The seats on the box's own screen or on a phone that picks one; drawn anew whenever somebody comes or goes."""
    lobby = entrance.lobby
    if lobby is None and table.moment is None:
        return {}
    game = lobby.game if lobby else table.now().position.game
    seats = render_template(
        "parts/lobby.html",
        game=game,
        lobby=lobby,
        places=gathered(lobby, who.place) if lobby else seated(table, who.seat, listening),
        viewer=who,
        faces=board_of(game).faces,
        on_stage=page == "table",
        asked_for=() if lobby else hand_overs().seats(table.now().game_id),
    )
    return {"lobby": seats} | ({"begins": f"with {listed(lobby.players.values())}"} if lobby else {})


def listed(names: Iterable[str]) -> str:
    """Names as one says them: Ann, Ben and Cleo."""
    *others, last = map(str, map(escape, names))
    return f"{', '.join(others)} and {last}" if others else last
