"""Learning as people play: teach us, got it, what does this mean, what could I do, and the set-up shared out."""

from __future__ import annotations

import random

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.lessons import Sight, about
from rules.what_if import ways
from web.games import style_of
from web.live.seats import must_play, the_table, viewer

from .rules import picture

learning = Blueprint("learning", __name__, url_prefix="/learn")

KINDS = {
    "ChooseOne": "Choose one of these. Only what the rules allow can be tapped.",
    "ReadCard": "Look at the real piece and tap what it is.",
    "PickSome": "Tap as many as you want, within what it says, then confirm below them.",
    "SplitAmount": "Share it out with plus and minus until nothing is left.",
    "EnterNumber": "Tap the number.",
    "EnterText": "Type a few words. Everybody can read them.",
    "RollDice": "Roll the dice: on the table, or let the box do it.",
    "DrawFate": "Draw fate: press the fate button, or draw on the table.",
    "DrawCards": "Draw: let the box do it, or draw on the table and say what came.",
    "ReadStory": "Somebody reads it aloud. Then you go on.",
    "Confirm": "Do what it says on the table, then say that it is done.",
    "WhatChanged": "Do it on the table by hand, then enter what changed.",
    "Describe": "Read your own card and enter what it says, once.",
}
"""What a question wants of people, where no lesson says more."""


def _done() -> ResponseReturnValue:
    if request.headers.get("X-Page"):
        return "", 204
    return redirect(url_for("pages.seat" if viewer().seat else "pages.kiosk"), 303)


@learning.post("/us")
def us() -> ResponseReturnValue:
    """Teach everybody from now on, or nobody any more."""
    must_play(viewer())
    the_table().teach(request.form.get("on") != "no")
    return _done()


@learning.post("/me")
def me() -> ResponseReturnValue:
    """A seat wants lessons or advice, or does not; remembered by name."""
    who = must_play(viewer(), or_host=False)
    the_table().wish(who.seat or "", request.form.get("what", ""), request.form.get("on") != "no")
    return _done()


@learning.post("/forget")
def forget() -> ResponseReturnValue:
    """Everything anew, as if this name had never played."""
    who = must_play(viewer(), or_host=False)
    the_table().forget(who.seat or "")
    return _done()


@learning.post("/got-it")
def got_it() -> ResponseReturnValue:
    who = must_play(viewer(), or_host=False)
    the_table().got_it(who.seat or "")
    return _done()


@learning.post("/page/<int:number>")
def page(number: int) -> ResponseReturnValue:
    """Turn a page of the minute, or leave it."""
    must_play(viewer())
    if request.form.get("by") == "enough":
        the_table().end_minute()
    else:
        the_table().turn_page(number, -1 if request.form.get("by") == "-1" else 1)
    return _done()


@learning.post("/together")
def together() -> ResponseReturnValue:
    """Share the set-up out, or let it be."""
    must_play(viewer())
    the_table().set_up_together(request.form.get("on") != "no")
    return _done()


@learning.post("/tick")
def tick() -> ResponseReturnValue:
    """A step of the set-up is done."""
    must_play(viewer())
    the_table().tick(request.form.get("step", ""), request.form.get("done") != "no")
    return _done()


@learning.get("/now")
def now() -> ResponseReturnValue:
    """What does this mean, and what could I do? For whoever is asked, from what they may know."""
    who, moment = viewer(), the_table().now()
    game, state = moment.position.game, moment.position.state
    asked = moment.ask.of(who.seat) if moment.ask and who.seat else None
    if asked is None:
        abort(409, "You are asked nothing right now.")
    sight = Sight.of(game, state, moment.ask, (), who.seat)
    return render_template(
        "learn.html",
        title=game.title,
        game=game,
        style=game.name if style_of(game) else "",
        asked=asked,
        kind=KINDS.get(type(asked).__name__, ""),
        lessons=[(each, picture(game, each.picture) if each.picture else "") for each in about(sight)],
        ways=ways(moment.position, who.seat or "", random.Random(moment.entry)),
        asides=[option for option in game.asides(state, who.seat or "") if not option.barred],
    )
