"""Before a game: people gather for a new one, or come back to a saved one.

All of it is only in the box's memory. A game is journalled when it begins; after a power cut people tap their seats
again.
"""

from __future__ import annotations

import secrets
import threading
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from flask import current_app

from rules.ask import IllegalAnswer, Option
from rules.game import Game, Setup

from .table import LiveTable

LONGEST_NAME = 24
JOINERS = "\u200c\u200d"
"""Signs that nobody sees, but without which some scripts and families of emoji fall apart."""

FROM_THE_BOX = "box."
"""How the token of a seat begins for which the box's own screen plays."""


def cleaned(name: str, longest: int = LONGEST_NAME) -> str:
    """A name as people may read it: one line of visible letters, not too long."""
    seen = "".join(" " if letter.isspace() else letter for letter in name)
    seen = "".join(letter for letter in seen if letter in JOINERS or not unicodedata.category(letter).startswith("C"))
    return " ".join(seen.split())[:longest].strip() if seen.strip(f" {JOINERS}") else ""


@dataclass(frozen=True)
class Guest:
    """Somebody who will play.

    :param token: the secret of their phone; empty for a name that was typed on the box's own screen.
    :param strength: how well it plays, if it is the box itself.
    :param pick: what they picked to play, such as a hero.
    """

    name: str
    token: str = ""
    strength: str = ""
    pick: str = ""


class Lobby:
    """Who is in before the game begins, and on which seat.

    :param expected: the names to begin with if nobody says otherwise: last time's, or as few as can play.
    :param guests: who is in from the start: the phones of the game before.
    :param picks: what each of them may pick.
    """

    def __init__(
        self,
        game: Game,
        expected: Mapping[str, str],
        guests: Mapping[str, Guest],
        picks: tuple[Option, ...] = (),
    ) -> None:
        self.key = f"lobby-{secrets.token_hex(4)}"
        self.game = game
        self.expected = dict(expected)
        self.picks = picks
        self.newest = ""
        self._guests = dict(guests)
        self._lock = threading.Lock()

    @property
    def guests(self) -> dict[str, Guest]:
        with self._lock:
            return {seat: self._guests[seat] for seat in self.game.seats if seat in self._guests}

    def sit(self, seat: str, name: str, token: str) -> bool:
        """A phone takes *seat* and leaves its own; False if another phone has it."""
        with self._lock:
            there = self._guests.get(seat, Guest(self.expected.get(seat, "")))
            if there.token not in ("", token):
                return False
            pick = next((each.pick for each in self._guests.values() if each.token == token), "")
            self._leave(token)
            known = "" if there.strength else there.name
            self._guests[seat] = Guest(self._own_name(seat, cleaned(name) or known), token, pick=pick)
            self.newest = seat
            return True

    def take(self, token: str, pick: str) -> bool:
        """A phone picks what it plays, or lets it go again; False if there is no such thing, or somebody has it."""
        with self._lock:
            seat = seat_of(token, {seat: guest.token for seat, guest in self._guests.items()})
            taken = {guest.pick for other, guest in self._guests.items() if other != seat}
            if seat is None or pick not in {option.value for option in self.picks} - taken:
                return False
            mine = self._guests[seat]
            self._guests[seat] = replace(mine, pick="" if mine.pick == pick else pick)
            return True

    def picked_by(self, pick: str) -> str:
        """The name of whoever picked it; empty if nobody did."""
        return next((guest.name for guest in self.guests.values() if guest.pick == pick), "")

    def write(self, seat: str, name: str) -> None:
        """The box's own screen says who sits there; a phone that has the seat keeps it."""
        with self._lock:
            there = self._guests.pop(seat, Guest(""))
            self._guests[seat] = replace(there, name=self._own_name(seat, cleaned(name)), strength="")
            self.newest = seat

    def let_play(self, seat: str, strength: str) -> bool:
        """The box itself sits there; False if a phone has the seat, or nobody else could sit anywhere."""
        with self._lock:
            others = [each for other, each in self._guests.items() if other != seat and each.strength]
            if self._guests.get(seat, Guest("")).token or len(others) + 1 >= len(self.game.seats):
                return False
            self._guests.pop(seat, None)
            self._guests[seat] = Guest(self._own_name(seat, ""), strength=strength)
            self.newest = seat
            return True

    def free(self, seat: str) -> None:
        """Nobody sits there, not even whoever did last time."""
        with self._lock:
            self._guests.pop(seat, None)
            self.expected.pop(seat, None)

    def leave(self, token: str) -> None:
        with self._lock:
            self._leave(token)

    def _leave(self, token: str) -> None:
        self._guests = {seat: guest for seat, guest in self._guests.items() if guest.token != token}

    def _own_name(self, seat: str, name: str) -> str:
        """*name*, or one like it that nobody else has: the box calls people by their names."""
        taken = {guest.name.casefold() for other, guest in self._guests.items() if other != seat}
        name = name or seat.capitalize()
        wanted, number = name, 1
        while wanted.casefold() in taken:
            number += 1
            wanted = f"{name[: LONGEST_NAME - 3]} {number}"
        return wanted

    def place_of(self, token: str) -> str | None:
        """The seat that the phone with this *token* has."""
        return seat_of(token, {seat: guest.token for seat, guest in self.guests.items()})

    @property
    def players(self) -> dict[str, str]:
        """Who plays if it begins now: all who are in; if those are too few, as many more as it takes.

        The box never plays alone.
        """
        named = {seat: guest.name for seat, guest in self.guests.items()}
        if not named:
            named = dict(self.expected)
        fewest = max(self.game.fewest, 1 + sum(bool(guest.strength) for guest in self.guests.values()))
        for seat in (*self.expected, *self.game.seats):
            if len(named) < fewest:
                named.setdefault(seat, self.expected.get(seat) or seat.capitalize())
        return {seat: named[seat] for seat in self.game.seats if seat in named}


def seat_of(token: str, claims: Mapping[str, str]) -> str | None:
    """The seat that *token* opens."""
    seat = None
    for each, known in claims.items():
        if token and secrets.compare_digest(known.encode(), token.encode()):
            seat = each
    return seat


def _picks(game: Game, last: Setup | None) -> tuple[Option, ...]:
    """What can be picked for *game*, from the cards it was played with last."""
    try:
        return game.picks(last.pack if last else "demo")
    except IllegalAnswer:  # that pack is gone or broken: then it is asked once the game has begun
        return ()


class HandOvers:
    """Phones that say a taken seat is theirs, until somebody at the table says yes or no."""

    def __init__(self) -> None:
        self._asked: dict[tuple[str, str], str] = {}
        self._lock = threading.Lock()

    def ask(self, game_id: str, seat: str, token: str) -> None:
        with self._lock:
            others = {key: known for key, known in self._asked.items() if known != token}
            self._asked = others | {(game_id, seat): token}

    def settle(self, game_id: str, seat: str) -> str:
        """The phone that asked for *seat*, which is asked for no more; empty if none did."""
        with self._lock:
            return self._asked.pop((game_id, seat), "")

    def seats(self, game_id: str) -> tuple[str, ...]:
        """The seats that are asked for."""
        return tuple(seat for known, seat in self._asked if known == game_id)

    def asked_by(self, token: str, game_id: str) -> str:
        """The seat that this phone has asked for; empty if none."""
        asked = ((seat, known) for (game, seat), known in self._asked.items() if game == game_id)
        return next((seat for seat, known in asked if token and known == token), "")


class Entrance:
    """What stands before the game: people gather for a new one, or those of a saved one come back."""

    def __init__(self, table: LiveTable) -> None:
        self.hand_overs = HandOvers()
        self._table = table
        self._lobby: Lobby | None = None
        self._instead_of = ""  # the game that lay on the table when the lobby was opened
        self._beginning = False
        self._resumed = ("", -1)

    @property
    def lobby(self) -> Lobby | None:
        """Where people gather; gone as soon as another game is opened some other way."""
        return self._lobby if self._beginning or self._instead_of == self._game_id() else None

    @property
    def resumed(self) -> bool:
        """Has a saved game just been opened, and nothing happened in it yet?"""
        moment = self._table.moment
        return moment is not None and self._resumed == (moment.game_id, moment.number)

    def before(self, page: str) -> str:
        """What stands before the game on *page*, by a name of its own; empty if the game itself is there."""
        if lobby := self.lobby:
            return lobby.key
        return f"back-{self._game_id()}" if self.resumed and page == "table" else ""

    def place_of(self, token: str) -> str | None:
        """The seat that the phone with this *token* has in the lobby, or has asked for in the game."""
        if lobby := self.lobby:
            return lobby.place_of(token)
        return self.hand_overs.asked_by(token, self._game_id()) or None

    def gather(self, game: Game) -> Lobby:
        """Let people come together for *game*; those who wait already stay."""
        if (lobby := self.lobby) and lobby.game.name == game.name:
            return lobby
        last = next((saved.setup for saved in self._table.games() if saved.setup.game == game.name), None)
        first = {seat: seat.capitalize() for seat in game.seats[: game.fewest]}
        self._instead_of = self._game_id()
        self._resumed = ("", -1)
        self._lobby = Lobby(game, last.names if last else first, self._phones_of(game), _picks(game, last))
        return self._lobby

    def _phones_of(self, game: Game) -> dict[str, Guest]:
        """Those who sit at this very game now and play it again."""
        moment = self._table.moment
        if moment is None or moment.setup.game != game.name:
            return {}
        names = game.players(moment.position.state)
        phones = {seat: token for seat, token in self._table.claims().items() if not token.startswith(FROM_THE_BOX)}
        return {seat: Guest(names[seat], token) for seat, token in phones.items() if seat in names}

    def resume(self) -> None:
        """A saved game was opened: its people come back before it goes on."""
        self._lobby = None
        moment = self._table.moment
        self._resumed = (moment.game_id, moment.number) if moment and moment.ask else ("", -1)

    def shut(self) -> None:
        self._lobby, self._resumed = None, ("", -1)

    @contextmanager
    def beginning(self, game: Game) -> Iterator[dict[str, Guest]]:
        """Those who are in, while their game begins: nobody is led to it before all have their seats."""
        lobby = self.lobby if self.lobby and self.lobby.game.name == game.name else None
        self._beginning = True
        try:
            yield lobby.guests if lobby else {}
            self._lobby = None
        finally:
            self._beginning = False

    def _game_id(self) -> str:
        moment = self._table.moment
        return moment.game_id if moment else ""


def the_entrance() -> Entrance:
    entrance: Entrance = current_app.config["ENTRANCE"]
    return entrance
