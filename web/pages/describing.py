"""The page on which a card is described: every tap comes here and changes nothing; only "That's it" is an answer."""

from __future__ import annotations

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from rules.ask import IllegalAnswer, StaleAnswer
from rules.describing import Describe
from web.games import style_of
from web.live.describing import Builder, moves
from web.live.seats import the_table, viewer

from .play import asked_of

describing = Blueprint("describing", __name__)


@describing.post("/describe/<int:number>")
def say(number: int) -> ResponseReturnValue:
    """One tap further, one back, or what would happen now."""
    who, form, moment = viewer(), request.form, the_table().now()
    if number != moment.number:
        raise StaleAnswer("Something else happened meanwhile. Tap again.")
    ask = asked_of(moment.ask, who, form)
    if not isinstance(ask, Describe):
        raise IllegalAnswer("There's nothing to describe just now.")
    tapped = moves(ask, form)
    tried = ask.try_out(ask.draft(tapped).value) if "try" in form else None
    game = moment.position.game
    return render_template(
        "parts/describe.html" if request.headers.get("X-Page") else "describe.html",
        builder=Builder(ask, tapped, tried),
        ask=ask,
        n=number,
        title=ask.text,
        style=game.name if style_of(game) else "",
        moment=moment,
    )
