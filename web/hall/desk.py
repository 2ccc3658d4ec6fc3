"""The hall's desk: whoever runs the evening answers calls for help, calls free tables out, and holds the tournament."""

from __future__ import annotations

import secrets

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.written import whole
from web.live.seats import keep

from . import drawing
from .live import the_hall

desk = Blueprint("desk", __name__)

COOKIE = "tableside_hall"
POINTS = {"first": 1.0, "draw": 0.5, "second": 0.0}


def is_host() -> bool:
    given = request.cookies.get(COOKIE, "")
    return secrets.compare_digest(given.encode(), current_app.config["HOST_TOKEN"].encode())


def must_be_host() -> None:
    if not is_host():
        abort(403, "Only the desk can do this. Whoever started the hall has its address.")


@desk.get("/")
def page() -> ResponseReturnValue:
    """All tables at a glance, for everybody in the room."""
    hall = the_hall()
    return render_template("hall/hall.html", title="The hall", hall=hall, parts=_parts(), now=hall.now, host=is_host())


def _parts() -> dict[str, str]:
    return drawing.beside(the_hall()) | {"tables": drawing.grid(the_hall())}


@desk.get("/host/<token>")
def host(token: str) -> ResponseReturnValue:
    """The desk comes in by its secret, once."""
    if not secrets.compare_digest(token.encode(), current_app.config["HOST_TOKEN"].encode()):
        abort(403, "That's not the secret of this hall's desk.")
    return keep(make_response(redirect(url_for("desk.at_the_desk"), 303)), COOKIE, token)


@desk.get("/desk")
def at_the_desk() -> ResponseReturnValue:
    must_be_host()
    hall = the_hall()
    tables = hall.tables
    helped = sorted((each for each in tables if each.helped is not None), key=lambda each: each.helped)
    return render_template("hall/desk.html", title="Desk", hall=hall, helped=helped, tables=tables, now=hall.now)


def _done() -> ResponseReturnValue:
    return redirect(url_for("desk.at_the_desk"), 303)


@desk.post("/coming/<box>")
def coming(box: str) -> ResponseReturnValue:
    """Somebody goes there."""
    must_be_host()
    the_hall().answer(box)
    return _done()


@desk.post("/done/<box>")
def done(box: str) -> ResponseReturnValue:
    """They were helped."""
    must_be_host()
    the_hall().done(box)
    return _done()


@desk.post("/free/<box>")
def free(box: str) -> ResponseReturnValue:
    """Call a free table out."""
    must_be_host()
    the_hall().call(box)
    return _done()


@desk.post("/forget/<box>")
def forget(box: str) -> ResponseReturnValue:
    must_be_host()
    the_hall().forget(box)
    return _done()


@desk.post("/tournament")
def begin() -> ResponseReturnValue:
    """Everybody has entered: pair the first round."""
    must_be_host()
    form = request.form
    entries = form.get("entries", "").splitlines()
    the_hall().begin(form.get("title", ""), form.get("game", ""), entries, whole(form.get("rounds", "")))
    return _done()


@desk.post("/tournament/<any(next, end):what>")
def go_on(what: str) -> ResponseReturnValue:
    must_be_host()
    if what == "next":
        the_hall().next_round()
    else:
        the_hall().end()
    return _done()


@desk.post("/tournament/result/<int:pairing>")
def result(pairing: int) -> ResponseReturnValue:
    """How two played who did not play at a box."""
    must_be_host()
    if request.form.get("won") not in POINTS:
        abort(400, "Say who won.")
    the_hall().enter_result(pairing, POINTS[request.form["won"]])
    return _done()


@desk.post("/tournament/enter")
def enter() -> ResponseReturnValue:
    """Somebody comes late."""
    must_be_host()
    the_hall().enter(request.form.get("name", ""))
    return _done()


@desk.post("/tournament/leave")
def leave() -> ResponseReturnValue:
    """Somebody goes home, or is back."""
    must_be_host()
    the_hall().leave(request.form.get("name", ""), gone=request.form.get("gone") == "yes")
    return _done()
