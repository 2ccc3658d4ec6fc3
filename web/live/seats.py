"""Who is looking: a seat's phone, the box's own screen, or somebody who watches.

A phone that takes a seat gets a secret token as a cookie; the box's own screen has the host's. There are no accounts.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.games import game, names

from .lobby import FROM_THE_BOX, HandOvers, seat_of, the_entrance
from .table import LiveTable

seats = Blueprint("seats", __name__)

SEAT_COOKIE = "tableside_seat"
HOST_COOKIE = "tableside_host"
NAME_COOKIE = "tableside_name"
A_YEAR = 365 * 24 * 3600
OWN = re.compile(r"[\w-]{32}")
"""How the token of a phone looks."""


@dataclass(frozen=True)
class Viewer:
    """Whoever sent this request.

    :param seat: the seat this phone has taken; None for watchers and for the box's own screen.
    :param host: this is the box's own screen, which may answer what everybody may see.
    :param place: the seat this phone has in the lobby, or has asked for; it shows nothing of any game.
    """

    seat: str | None
    host: bool
    place: str | None = None

    @property
    def at(self) -> str:
        """Where this phone sits or wants to sit, as its page tells the box when it begins to listen."""
        return f"{self.seat or ''}/{self.place or ''}"

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


def viewing(page: str, claims: dict[str, str] | None = None) -> Viewer:
    """Whoever looks at *page*: a seat's phone has no say as the box's screen, and that screen sits at no seat."""
    who = viewer(claims)
    if page == "table":
        return Viewer(None, who.host)
    return Viewer(who.seat, False, the_entrance().place_of(request.cookies.get(SEAT_COOKIE, "")))


def is_host() -> bool:
    given = request.cookies.get(HOST_COOKIE, "")
    return secrets.compare_digest(given.encode(), current_app.config["HOST_TOKEN"].encode())


def must_be_host() -> None:
    if not is_host():
        abort(403, "This can be done on the box's own screen.")


def must_play(who: Viewer, *, or_host: bool = True) -> Viewer:
    """Somebody at the table, or at the box's own screen; whoever only watches is refused."""
    if not who.seat and not (or_host and who.host):
        abort(403, "Only those who sit at the table can do this.")
    return who


def keep(response: Response, name: str, token: str) -> Response:
    """Give the browser a secret to come back with."""
    response.set_cookie(name, token, max_age=A_YEAR, httponly=True, samesite="Lax")  # Lax: also when coming from a link
    return response


@seats.get("/")
def join() -> ResponseReturnValue:
    """Type your name and tap your seat, or watch. Whoever has a seat is led to it, unless they look for another one."""
    moment, lobby, me = the_table().moment, the_entrance().lobby, viewer().seat
    looks_around = "seats" in request.args or request.args.get("asked", me) != me  # asked for one that it has not yet
    if moment and not lobby and (me or "watch" in request.args) and not looks_around:
        return redirect(url_for("pages.seat"), 303)
    wire, who = current_app.config["WIRE"], viewing("join")
    drawn = wire.draw(wire.count, who, "join")
    if drawn.game != (lobby.key if lobby else moment.game_id if moment else ""):
        return redirect(request.full_path, 303)  # it began meanwhile, or was put away
    played = lobby.game if lobby else moment.position.game if moment else None
    name = request.cookies.get(NAME_COOKIE, "")
    if lobby and who.place:
        name = lobby.players.get(who.place, name)
    return render_template(
        "join.html",
        drawn=drawn,
        viewer=who,
        title=played.title if played else "Tableside",
        game=played,
        lobby=lobby,
        me=who.place if lobby else me,
        name=name,
        watching="watch" in request.args,
        games=[game(name) for name in names()],
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
    token = own_token()
    if not table.claim(seat, token, leaving=request.cookies.get(SEAT_COOKIE, "")):  # one phone, one seat
        abort(409, "Another phone has this seat. If it's yours, tap “That's me”.")
    return keep(make_response(redirect(url_for("pages.seat"), 303)), SEAT_COOKIE, token)


def own_token() -> str:
    """The secret of this phone: the same in every game, so that it finds its seat again whichever is opened."""
    given = request.cookies.get(SEAT_COOKIE, "")
    return given if OWN.fullmatch(given) else secrets.token_urlsafe(24)


def hand_overs() -> HandOvers:
    return the_entrance().hand_overs


@seats.post("/thats-me")
def thats_me() -> ResponseReturnValue:
    """A seat that another phone has is mine: somebody at the table or the box's own screen has to say so too."""
    table = the_table()
    seat = request.form.get("seat", "")
    if seat not in table.claims():
        return sit()
    token = own_token()
    hand_overs().ask(table.now().game_id, seat, token)
    current_app.config["WIRE"].tell()
    return keep(make_response(redirect(url_for("seats.join", asked=seat), 303)), SEAT_COOKIE, token)


@seats.post("/hand-over/<seat>")
def hand_over(seat: str) -> ResponseReturnValue:
    """Somebody at the table says whether the phone that asked for *seat* shall have it."""
    who, table = must_play(viewer()), the_table()
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
