"""The network on the page: the box's own one, joining another without a keyboard, and phones that come back."""

from __future__ import annotations

from flask import Blueprint, abort, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from web.live import codes
from web.live.network import may_change, may_know, the_network, token_of
from web.live.seats import SEAT_COOKIE, is_host, keep

network = Blueprint("network", __name__, url_prefix="/network")


def _must_change() -> None:
    the_network()
    if not may_change():
        abort(403, "This can be done on the box's own screen, or by a phone in the box's own network.")


def _back() -> ResponseReturnValue:
    return redirect(url_for("network.page"), 303)


@network.get("/")
def page() -> ResponseReturnValue:
    """Where the box is, which networks it hears, and its own one."""
    _must_change()
    found = the_network()
    return render_template(
        "network.html",
        title="Network",
        stands=found.standing,
        can_open=found.can_open,
        address=current_app.config["ADDRESS"](),
        name=current_app.config["NAME"],
        home=url_for("pages.kiosk" if is_host() else "seats.join"),
    )


@network.post("/own")
def own() -> ResponseReturnValue:
    """The box's own network: on or off."""
    _must_change()
    if request.form.get("on") == "yes":
        the_network().open_own()
    else:
        the_network().close_own()
    return _back()


@network.post("/look")
def look() -> ResponseReturnValue:
    """Look which networks are in reach."""
    _must_change()
    the_network().look_again()
    return _back()


@network.post("/join")
def join() -> ResponseReturnValue:
    """Try a network; the answer is on its way before the box leaves."""
    _must_change()
    said = request.form
    the_network().join(said.get("name", ""), said.get("password", ""), hidden="hidden" in said)
    return _back()


@network.get("/code.svg")
def code() -> ResponseReturnValue:
    """The way into the box's own network, for a phone's camera."""
    stands = the_network().standing
    if not stands.name:
        abort(404, "The box's own network was never on.")
    if not may_know():
        abort(403, "Whoever sits at the table can show it.")
    return codes.code(codes.wifi(stands.name, stands.password))


@network.get("/back/<word>")
def come_back(word: str) -> ResponseReturnValue:
    """A phone that knew the box by another number has its seat again."""
    token = token_of(word)
    to_the_game = make_response(redirect(url_for("seats.join"), 303))
    return to_the_game if token is None else keep(to_the_game, SEAT_COOKIE, token)
