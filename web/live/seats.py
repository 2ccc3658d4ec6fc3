"""Who is looking: a seat's phone, the box's own screen, or somebody who watches.

A phone that takes a seat gets a secret token as a cookie; the box's own screen has the host's. There are no accounts.
"""

from __future__ import annotations

import re
import secrets
import threading
from dataclasses import dataclass

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.games import game, names

from .table import LiveTable

seats = Blueprint("seats", __name__)

SEAT_COOKIE = "tableside_seat"
HOST_COOKIE = "tableside_host"
A_YEAR = 365 * 24 * 3600
FROM_THE_BOX = "box."
"""How the token of a seat begins for which the box's own screen plays."""


OWN = re.compile(r"[\w-]{32}")
"""How the token of a phone looks."""


@dataclass(frozen=True)
class Viewer:
    """Whoever sent this request.

    :param seat: the seat this phone has taken; None for watchers and for the box's own screen.
    :param host: this is the box's own screen, which may answer what everybody may see.
    """

    seat: str | None
    host: bool

    @property
    def source(self) -> str:
        if self.seat:
            return f"kiosk for {self.seat}" if self.host else f"phone of {self.seat}"
        return "kiosk" if self.host else "watcher"


def the_table() -> LiveTable:
    table: LiveTable = current_app.config["TABLE"]
    return table


def viewer(claims: dict[str, str] | None = None) -> Viewer:
    """Whoever sent this request, by *claims* where they are known already."""
    table = the_table()
    given = request.cookies.get(SEAT_COOKIE, "")
    seat = None
    if given and table.moment:
        seat = seat_of(given, table.claims() if claims is None else claims)
    return Viewer(seat, is_host())


def seat_of(token: str, claims: dict[str, str]) -> str | None:
    """The seat that *token* opens."""
    seat = None
    for each, known in claims.items():
        if token and secrets.compare_digest(known.encode(), token.encode()):
            seat = each
    return seat


def viewing(page: str, claims: dict[str, str] | None = None) -> Viewer:
    """Whoever looks at *page*: a seat's phone has no say as the box's screen, and that screen sits at no seat."""
    who = viewer(claims)
    return Viewer(None, who.host) if page == "table" else Viewer(who.seat, False)


def is_host() -> bool:
    given = request.cookies.get(HOST_COOKIE, "")
    return secrets.compare_digest(given.encode(), current_app.config["HOST_TOKEN"].encode())


def must_be_host() -> None:
    if not is_host():
        abort(403, "This can be done on the box's own screen.")


def keep(response: Response, name: str, token: str) -> Response:
    """Give the browser a secret to come back with."""
    response.set_cookie(name, token, max_age=A_YEAR, httponly=True, samesite="Lax")  # Lax: also when coming from a link
    return response


@seats.get("/")
def join() -> ResponseReturnValue:
    """Tap your seat, or watch."""
    table = the_table()
    if table.moment is None:
        games = [game(name) for name in names()]
        return render_template("join.html", seats=[], me=None, title="Tableside", game_id="", games=games)
    taken = table.claims()
    players = table.moment.position.game.players(table.moment.position.state)
    me = viewer().seat
    return render_template(
        "join.html",
        me=me,
        title=table.moment.position.game.title,
        game=table.moment.position.game,
        game_id=table.moment.game_id,
        seats=[(seat, name, seat in taken and seat != me) for seat, name in players.items()],
        asked_for=hand_overs().asked_by(request.cookies.get(SEAT_COOKIE, "")),
    )


@seats.post("/join")
def sit() -> ResponseReturnValue:
    """Take a free seat with this phone."""
    table = the_table()
    seat = request.form.get("seat", "")
    position = table.moment.position if table.moment else None
    if position is None or seat not in position.game.players(position.state):
        abort(404, "There is no such seat in this game.")
    if viewer().seat == seat:
        return redirect(url_for("pages.seat"), 303)
    token = _own_token()
    if not table.claim(seat, token, leaving=request.cookies.get(SEAT_COOKIE, "")):  # one phone, one seat
        abort(409, "Another phone has this seat. If it's yours, tap “That's me”.")
    return keep(make_response(redirect(url_for("pages.seat"), 303)), SEAT_COOKIE, token)


def _own_token() -> str:
    """The secret of this phone: the same in every game, so that it finds its seat again whichever is opened."""
    given = request.cookies.get(SEAT_COOKIE, "")
    return given if OWN.fullmatch(given) else secrets.token_urlsafe(24)


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

    def asked_by(self, token: str) -> str:
        """The seat that this phone has asked for; empty if none."""
        return next((seat for (_, seat), known in self._asked.items() if token and known == token), "")


def hand_overs() -> HandOvers:
    found: HandOvers = current_app.config["HAND_OVERS"]
    return found


@seats.post("/thats-me")
def thats_me() -> ResponseReturnValue:
    """A seat that another phone has is mine: somebody at the table or the box's own screen has to say so too."""
    table = the_table()
    seat = request.form.get("seat", "")
    if seat not in table.claims():
        return sit()
    token = _own_token()
    hand_overs().ask(table.now().game_id, seat, token)
    current_app.config["WIRE"].tell()
    return keep(make_response(redirect(url_for("seats.join"), 303)), SEAT_COOKIE, token)


@seats.post("/hand-over/<seat>")
def hand_over(seat: str) -> ResponseReturnValue:
    """Somebody at the table says whether the phone that asked for *seat* shall have it."""
    who, table = viewer(), the_table()
    if not who.seat and not who.host:
        abort(403, "Only those who sit at the table can do this.")
    token = hand_overs().settle(table.now().game_id, seat)
    if not token:
        abort(409, "Nobody asks for this seat any more.")
    if request.form.get("yes") == "yes":
        table.claim(seat, "")
        table.claim(seat, token, leaving=token)
    else:
        current_app.config["WIRE"].tell()
    return redirect(url_for("pages.seat" if who.seat else "pages.kiosk"), 303)


@seats.post("/leave")
def leave() -> ResponseReturnValue:
    """Give the seat back, so that another phone can take it."""
    if viewer().seat:
        the_table().leave(request.cookies[SEAT_COOKIE])
    return redirect(url_for("pages.kiosk" if is_host() else "seats.join"), 303)


@seats.post("/free/<seat>")
def free(seat: str) -> ResponseReturnValue:
    """The box's own screen frees a seat whose phone is gone."""
    must_be_host()
    the_table().claim(seat, "")
    return redirect(url_for("pages.kiosk"), 303)


@seats.post("/play-for/<seat>")
def play_for(seat: str) -> ResponseReturnValue:
    """The box's own screen plays for somebody absent, until the seat is given back."""
    must_be_host()
    table = the_table()
    position = table.now().position
    if seat not in position.game.players(position.state):
        abort(404, "There is no such seat in this game.")
    token = table.claims().get(seat, "") or FROM_THE_BOX + secrets.token_urlsafe(24)
    if not token.startswith(FROM_THE_BOX) or not table.claim(seat, token):
        abort(409, "A phone has this seat. Free it first.")
    return keep(make_response(redirect(url_for("pages.seat"), 303)), SEAT_COOKIE, token)


def played_by_the_box(claims: dict[str, str]) -> list[str]:
    """The seats for which the box's own screen plays."""
    return [seat for seat, token in claims.items() if token.startswith(FROM_THE_BOX)]


@seats.get("/host/<token>")
@seats.get("/host/<token>/<any(pretend):page>")
def host(token: str, page: str = "table") -> ResponseReturnValue:
    """The box's own screen comes in by its secret token, once."""
    if not secrets.compare_digest(token.encode(), current_app.config["HOST_TOKEN"].encode()):
        abort(403, "That is not this box's token.")
    where = url_for("pretend.page" if page == "pretend" else "pages.kiosk")
    return keep(make_response(redirect(where, 303)), HOST_COOKIE, token)
