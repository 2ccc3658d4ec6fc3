"""The lobby: the box's own screen shows who comes, phones type a name and take a seat, and somebody taps Begin."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules import packs
from rules.game import Game
from rules.games import game, names
from rules.players import STRENGTHS, why_not
from web.live.chair import the_chair
from web.live.changes import Drawn
from web.live.lobby import Lobby, cleaned, the_entrance
from web.live.seats import NAME_COOKIE, SEAT_COOKIE, Viewer, keep, must_be_host, own_token, the_table

lobby = Blueprint("lobby", __name__, url_prefix="/lobby")


def lobby_page(drawn: Drawn, who: Viewer, gathering: Lobby | None) -> str:
    """The box's own screen before a game: a large code to scan, the seats, and one button to begin or to go on."""
    played = gathering.game if gathering else the_table().now().position.game
    naming = request.args.get("seat", "") if gathering and who.host else ""
    return render_template(
        "lobby.html",
        drawn=drawn,
        viewer=who,
        game=played,
        title=played.title,
        lobby=gathering,
        strengths=STRENGTHS if the_chair() and not why_not(played) else (),
        naming=naming if naming in played.seats else "",
        address=current_app.config["ADDRESS"](),
        **(_choices(played) if gathering and who.host else {}),
    )


def _choices(played: Game) -> dict[str, object]:
    """What else can be chosen before a game: packs, who holds what, house rules; as last time unless people say so."""
    last = next((saved.setup for saved in the_table().games() if saved.setup.game == played.name), None)
    before = last.toggles if last else {}
    known = played.toggles
    changed = {key: value for key, value in before.items() if key in known and value != known[key].default}
    shelf = packs.choices(played.name)
    # of an owner's copy there may be a fuller description by now than the one played last
    chosen = next((pack for pack, _ in shelf if last and packs.family(pack) == packs.family(last.pack)), "demo")
    return {"last": last, "changed": changed, "packs": shelf, "pack_chosen": chosen}


def _open_lobby() -> Lobby:
    found = the_entrance().lobby
    if found is None:
        abort(409, "That lobby is closed.")
    return found


def _seat(gathering: Lobby) -> str:
    seat = request.form.get("seat", "")
    if seat not in gathering.game.seats:
        abort(404, "There is no such seat in this game.")
    return seat


def _changed(page: str) -> ResponseReturnValue:
    current_app.config["WIRE"].tell()
    return ("", 204) if request.headers.get("X-Page") else redirect(url_for(page), 303)


@lobby.post("/gather/<name>")
def gather(name: str) -> ResponseReturnValue:
    """Let people gather for a game; the box's own screen shows who comes."""
    must_be_host()
    if name not in names():
        abort(404, "There is no such game.")
    the_entrance().gather(game(name))
    return _changed("pages.kiosk")


@lobby.post("/sit")
def sit() -> ResponseReturnValue:
    """A phone says who it is and takes a seat, or another one, or calls itself otherwise."""
    gathering, token, name = _open_lobby(), own_token(), cleaned(request.form.get("name", ""))
    if not gathering.sit(_seat(gathering), name, token):
        abort(409, "Somebody else was faster. Pick another seat.")
    response = keep(make_response(_changed("seats.join")), SEAT_COOKIE, token)
    return keep(response, NAME_COOKIE, name) if name else response


@lobby.post("/pick")
def pick() -> ResponseReturnValue:
    """A phone says what it plays, such as which hero; or, with the same tap again, that it leaves that open."""
    if not _open_lobby().take(request.cookies.get(SEAT_COOKIE, "") or "nobody", request.form.get("pick", "")):
        abort(409, "Somebody else was faster. Pick another.")
    return _changed("seats.join")


@lobby.post("/leave")
def leave() -> ResponseReturnValue:
    """A phone gives its seat back before the game has begun."""
    _open_lobby().leave(request.cookies.get(SEAT_COOKIE, "") or "nobody")
    return _changed("seats.join")


@lobby.post("/seat")
def name_seat() -> ResponseReturnValue:
    """The box's own screen says who sits somewhere, or that nobody does."""
    must_be_host()
    gathering = _open_lobby()
    seat = _seat(gathering)
    if strength := request.form.get("box", ""):
        if the_chair() is None or strength not in {each.name for each in STRENGTHS}:
            abort(400, "The box cannot play here.")
        if why := why_not(gathering.game):
            abort(400, why)
        if not gathering.let_play(seat, strength):
            abort(409, "A phone has this seat, or nobody would be left to play against the box.")
    elif "free" in request.form:
        gathering.free(seat)
    else:
        gathering.write(seat, request.form.get("name", ""))
    return _changed("pages.kiosk")


@lobby.post("/shut")
def shut() -> ResponseReturnValue:
    """Not this game after all; or everybody is back, and the saved one goes on."""
    must_be_host()
    the_entrance().shut()
    if chair := the_chair():
        chair.look()  # it waited until everybody was back
    return _changed("pages.kiosk")
