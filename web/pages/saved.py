"""Saved games to read: what was said in them, and what today's rules make of one that another version wrote."""

from __future__ import annotations

from flask import Blueprint, Response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from web.live.events import the_wire
from web.live.lobby import the_entrance
from web.live.seats import must_be_host, the_table

older = Blueprint("older", __name__)


@older.get("/saved/<name>")
def read(name: str) -> ResponseReturnValue:
    """The log of a saved game, whatever version wrote it; only what everybody at its table may know."""
    must_be_host()
    return render_template("saved.html", title="A saved game", reading=the_table().reading(name))


@older.get("/saved/<name>.txt")
def as_text(name: str) -> ResponseReturnValue:
    """The same to take along."""
    must_be_host()
    reading = the_table().reading(name)
    lines = [f"{', '.join(reading.players)} – {reading.title}", "", *(f"{n:>5}  {text}" for n, text in reading.lines)]
    headers = {"Content-Disposition": f"attachment; filename={name}.txt"}
    return Response("\n".join(lines) + "\n", mimetype="text/plain", headers=headers)


@older.post("/saved/<name>/from-before")
def from_before(name: str) -> ResponseReturnValue:
    """Go on from before the answers that today's rules do not take; they stay in the journal."""
    must_be_host()
    told = the_table().open(name, from_before=True)
    the_entrance().resume()
    the_wire().tell()
    if told:
        return render_template("told.html", title="Opened", sentences=told)
    return redirect(url_for("pages.kiosk"), 303)
