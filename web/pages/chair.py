"""The box sits down on a seat, gets up again, and gives a word of advice."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, request, url_for
from flask.typing import ResponseReturnValue

from web.live.chair import Chair, the_chair
from web.live.seats import Viewer, must_play, the_table, viewer

chair = Blueprint("chair", __name__, url_prefix="/chair")


def _box() -> Chair:
    found = the_chair()
    if found is None:
        abort(409, "The box cannot play here.")
    return found


def _allowed(seat: str) -> Viewer:
    """A seat's own phone speaks for it; the box's own screen for those without one, and whenever the box plays."""
    who, table = viewer(), the_table()
    if seat not in table.now().seats:
        abort(404, "There is no such seat in this game.")
    if who.seat != seat and not (who.host and (seat not in table.claims() or seat in table.played())):
        abort(403, "Only whoever sits there can do this.")
    return who


def _done(who: Viewer) -> ResponseReturnValue:
    if request.headers.get("X-Page"):
        return "", 204
    return redirect(url_for("pages.seat" if who.seat else "pages.kiosk"), 303)


@chair.post("/give/<seat>")
def give(seat: str) -> ResponseReturnValue:
    """The box plays on."""
    who = _allowed(seat)
    _box().give(seat, request.form.get("strength", ""))
    return _done(who)


@chair.post("/back/<seat>")
def back(seat: str) -> ResponseReturnValue:
    """Back from the kitchen."""
    who = _allowed(seat)
    _box().take_back(seat)
    return _done(who)


@chair.post("/hurry")
def hurry() -> ResponseReturnValue:
    """Like the yes button while the box thinks."""
    who = must_play(viewer())
    _box().hurry()
    return _done(who)


@chair.post("/advice")
def advice() -> ResponseReturnValue:
    """What would you do?"""
    who = must_play(viewer(), or_host=False)
    _box().ask_advice(who.seat or "")
    return _done(who)


@chair.post("/allow")
def allow() -> ResponseReturnValue:
    """From now on anybody may ask the box, or nobody."""
    who = must_play(viewer())
    _box().allow_advice(request.form.get("on") != "no")
    return _done(who)


@chair.post("/why")
def why() -> ResponseReturnValue:
    """Why did you do that?"""
    who = must_play(viewer(), or_host=False)
    _box().explain(who.seat or "")
    return _done(who)
