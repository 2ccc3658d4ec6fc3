"""The page on which people change something by hand: a wrong tap, a house rule, a card that the box does not know."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules import sheet
from web.games import board_of, style_of
from web.live import forms
from web.live.by_hand import groups
from web.live.faults import safely
from web.live.pictured import own_copy, pictured
from web.live.seats import Viewer, must_play, the_table, viewing

by_hand = Blueprint("by_hand", __name__)

WHYS = ("wrong tap", "house rule", "the card says so")
ALL_OF_US = "all of us"
"""Who says so on the box's own screen, unless somebody is named."""


@by_hand.get("/by-hand/<any(seat, table):page>")
def change(page: str) -> ResponseReturnValue:
    """The sheet as it stands now, with the board to find things on; only what this viewer may know."""
    table = the_table()
    if table.moment is None:
        return redirect(url_for("seats.join"))
    who, moment = _acting(page), table.now()
    game, state = moment.position.game, moment.position.state
    board, shown = board_of(game), {**moment.position.show(who.seat), "news": []}
    drawn = render_template(
        "by_hand.html",
        title="Change something by hand",
        game=game,
        names=game.players(state),
        style=game.name if style_of(game) else "",
        moment=moment,
        page=page,
        at=who.at,
        home=_home(page),
        groups=groups(sheet.fields(game, state, who.seat)),
        # nothing can be answered on it: here a tap on a piece opens what can be changed about it
        board=safely("board", moment, who, lambda: board.board(shown, {}, who.seat)),
        whys=WHYS,
        people=[] if who.seat else [ALL_OF_US, *game.players(state).values()],
        ruling=board.ruling,
        own_copy=own_copy(moment),
    )
    return pictured({"page": drawn}, moment.setup)["page"]


@by_hand.post("/by-hand/<any(seat, table):page>/<int:number>")
def changed(page: str, number: int) -> ResponseReturnValue:
    """What was changed on the sheet of position *number*: all of it, or nothing."""
    who, form, moment = _acting(page), request.form, the_table().now()
    game, state = moment.position.game, moment.position.state
    name = game.players(state).get(who.seat or "", "") or form.get("who", "")
    why = form.get("words", "").strip() or form.get("why", "")
    # what a sheet leaves as it was can only be told beside the table it was made of; a late one is refused anyhow
    wanted = forms.changes(sheet.fields(game, state, who.seat), form) if number == moment.number else {}
    the_table().by_hand(number, wanted, name, why, who.seat)
    return ("", 204) if request.headers.get("X-Page") else redirect(_home(page), 303)


def _home(page: str) -> str:
    return url_for("pages.seat" if page == "seat" else "pages.kiosk")


def _acting(page: str) -> Viewer:
    return must_play(viewing(page))
