"""One page of a game to keep: to print, or as a file that needs nothing else and names no address."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, abort, current_app, render_template, url_for
from flask.typing import ResponseReturnValue

from rules.looking_back import sessions, telling
from rules.moment import Moment
from web.games import board_of, style_of
from web.live.endings import endings
from web.live.seats import the_table
from web.portraits import left_out

keepsake = Blueprint("keepsake", __name__)

TOLD = 6
"""Moments of a game that are told on its page."""


@keepsake.get("/keepsake/<any(seat, table):page>")
def show(page: str) -> ResponseReturnValue:
    """The page to keep, to look at and to print."""
    moment = _finished()
    back = url_for("pages.kiosk" if page == "table" else "pages.seat")
    style = moment.setup.game if style_of(moment.position.game) else ""
    return render_template("keepsake.html", back=back, style=style, title=moment.position.game.title, **_kept(moment))


@keepsake.get("/keepsake.html")
def file() -> ResponseReturnValue:
    """The same as a file."""
    moment = _finished()
    own = style_of(moment.position.game)
    static = Path(str(current_app.static_folder))
    files = [static / "table.css", static / "people.css", *([own] if own else []), static / "keepsake.css"]
    kept = _kept(moment)
    html = render_template("keepsake_file.html", sheets=[each.read_text("utf-8") for each in files], **kept)
    name = f"{moment.setup.game}-{kept['day']}".replace("_", "-").replace(" ", "-").lower()
    headers = {"Content-Disposition": f"attachment; filename={name}.html"}
    return Response(html, mimetype="text/html", headers=headers)


def _finished() -> Moment:
    moment = the_table().now()
    if moment.ask is not None:
        abort(409, "Once the game is over you can keep it from here.")
    return moment


def _kept(moment: Moment) -> dict[str, Any]:
    game, state = moment.position.game, moment.position.state
    story, names = endings().of(moment), game.players(state)
    shown = {**game.turned_over(state), "news": []}
    drawing = board_of(game)
    told = telling(game, names.values(), story.deeds, TOLD)
    return {
        "game": game,
        "names": names,
        "result": shown["result"],
        "day": _day(story.deeds[-1].at),
        "evenings": len(sessions(story.deeds)),
        "figures": story.figures,
        "told": [(story.deeds[place].turn, text) for place, text in told],
        "board": left_out(drawing.kept(shown) if drawing.kept else drawing.board(shown, {}, None)),
    }


def _day(seconds: float | None) -> str:
    """The day on the wall calendar, such as 14 November 2026."""
    if seconds is None:
        return ""
    when = datetime.fromtimestamp(seconds).astimezone()
    return f"{when.day} {when:%B %Y}"
