"""The games' own style sheets."""

from __future__ import annotations

from flask import Blueprint, abort, send_file
from flask.typing import ResponseReturnValue

from rules.games import NAMES, game
from web.games import style_of

looks = Blueprint("looks", __name__, url_prefix="/static")


@looks.get("/games/<name>.css")
def style(name: str) -> ResponseReturnValue:
    """The style sheet from a game's own folder, asked for again each time and sent again only if it changed."""
    file = style_of(game(name)) if name in NAMES else None
    if file is None:
        abort(404, "There is no such style sheet.")
    return send_file(file, mimetype="text/css")
