"""The hall on the table's own pages: calling for help, and whether and where the box tells how its table stands."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.written import whole
from web.live.hall import the_hall
from web.live.seats import is_host, must_be_host, must_play, viewer, viewing

hall = Blueprint("hall", __name__, url_prefix="/hall")


def _back() -> ResponseReturnValue:
    if request.headers.get("X-Page"):
        return "", 204
    return redirect(url_for("pages.kiosk" if is_host() else "seats.join"), 303)


def _must_be_at_the_table() -> None:
    if not viewing("seat").place:  # whoever waits in the lobby sits here, too
        must_play(viewer())


@hall.post("/call")
def call() -> ResponseReturnValue:
    """Somebody at the table wants help; with words if they like."""
    _must_be_at_the_table()
    the_hall().call(request.form.get("words", ""))
    return _back()


@hall.post("/call-off")
def call_off() -> ResponseReturnValue:
    """Nobody has to come any more."""
    _must_be_at_the_table()
    the_hall().call_off()
    return _back()


@hall.get("/")
def page() -> ResponseReturnValue:
    """Whether and where this table is told of."""
    must_be_host()
    found = the_hall()
    return render_template("hall_table.html", title="Hall", hall=found, how=found.how)


@hall.post("/")
def change() -> ResponseReturnValue:
    """The owner says where the hall is, or that it is nobody's business."""
    must_be_host()
    form = request.form
    wanted: dict[str, object] = {name: form[name] for name in ("address", "name", "user") if name in form}
    if form.get("password"):  # an empty one leaves it as it is
        wanted["password"] = form["password"]
    if "port" in form:
        wanted["port"] = whole(form["port"]) or False
    for name in ("on", "tls", "buttons"):
        if name in form:
            wanted[name] = form[name] == "yes"
    the_hall().change(wanted)
    return redirect(url_for("hall.page"), 303)
