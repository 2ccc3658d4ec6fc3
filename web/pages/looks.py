"""The games' own style sheets, and the colours of their cards."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request, send_file
from flask.typing import ResponseReturnValue

from rules.games import game, names
from web.games import style_of

looks = Blueprint("looks", __name__, url_prefix="/static")


@looks.get("/games/<name>.css")
def style(name: str) -> ResponseReturnValue:
    """The style sheet from a game's own folder, asked for again each time and sent again only if it changed."""
    file = style_of(game(name)) if name in names() else None
    if file is None:
        abort(404, "There is no such style sheet.")
    return send_file(file, mimetype="text/css")


@looks.get("/games.css")
def colours() -> ResponseReturnValue:
    """The colours of every game's card: what is drawn inside ``g-<name>`` has them."""
    rules = (f".g-{name} {{ --one: {game(name).colours[0]}; --two: {game(name).colours[1]}; }}" for name in names())
    response = Response("\n".join(rules) + "\n", mimetype="text/css", headers={"Cache-Control": "no-cache"})
    response.add_etag()
    return response.make_conditional(request)
