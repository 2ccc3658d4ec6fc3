"""How the box speaks: what, how loud, how fast, when not; and what pages that speak tell it."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.written import whole
from web.live.seats import is_host, must_play, viewer
from web.live.speaking import Speaking, the_voice

voice = Blueprint("voice", __name__, url_prefix="/voice")

LEVELS = (
    ("everything", "Everything", "Questions, results, and what to do on the table."),
    ("turns", "Turns", "Whose turn it is, and what happened."),
    ("results", "Results", "Only what happened."),
    ("nothing", "Nothing", "Not a word."),
)
VOLUMES = ((40, "Soft"), (70, "Normal"), (100, "Loud"))
PACES = ((130, "Slow"), (165, "Normal"), (200, "Fast"))
VOICES = (("en-gb", "British"), ("en-us", "American"), ("en-gb-scotland", "Scottish"))
TRIED = "This is how I sound. Ann, your turn."


def _speaking() -> Speaking:
    found = the_voice()
    if found is None:
        abort(404, "This box has no voice.")
    return found


def _may_change() -> None:
    """Somebody at the table, or at the box's own screen."""
    if not is_host():
        must_play(viewer())


@voice.get("/")
def page() -> ResponseReturnValue:
    """What the voice does, to be changed by taps."""
    _may_change()
    how = _speaking().how
    hours = "–".join(f"{each:%H:%M}" for each in how.quiet_hours) if how.quiet_hours else ""
    return render_template(
        "voice.html",
        title="Voice",
        how=how,
        hours=how.quiet_hours,
        quiet=hours,
        speaker=_speaking().speaker,
        trouble=_speaking().trouble,
        levels=LEVELS,
        volumes=VOLUMES,
        paces=PACES,
        voices=VOICES,
        back=url_for("pages.kiosk" if is_host() else "pages.seat"),
    )


@voice.post("/")
def change() -> ResponseReturnValue:
    """One thing at a time, each with its button; the voice says a word so that one hears what was changed."""
    _may_change()
    wanted: dict[str, object] = {}
    form = request.form
    for name in ("says", "name"):
        if name in form:
            wanted[name] = form[name]
    for name in ("volume", "pace"):
        if name in form:
            wanted[name] = whole(form[name])
    for name in ("stories", "by_ear"):
        if name in form:
            wanted[name] = form[name] == "yes"
    if "quiet" in form:
        on = form["quiet"] == "yes" and form.get("from") and form.get("to")
        wanted["quiet_hours"] = f"{form.get('from')}-{form.get('to')}" if on else False
    _speaking().change(wanted)
    if wanted.keys() & {"volume", "pace", "name"} or "try" in form:
        _speaking().say(TRIED)
    return redirect(url_for("voice.page"), 303)


@voice.post("/said/<int:number>")
def said(number: int) -> ResponseReturnValue:
    """A page has said what it was told to, or could not."""
    _speaking().said(request.form.get("key", ""), number)
    return "", 204
