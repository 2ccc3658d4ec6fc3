"""Portraits by their address: nothing of any game is looked up for them, so none can tell a secret."""

from __future__ import annotations

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from web.portraits import EDITION, LONGEST, MANY, Sitter, svg

portraits = Blueprint("portraits", __name__, url_prefix="/portrait")

A_YEAR = "public, max-age=31536000, immutable"


@portraits.get("/<int:edition>/<kind>.svg")
def one(edition: int, kind: str) -> ResponseReturnValue:
    """Whoever the address tells of, always drawn the same; a browser asks once."""
    name = request.args.get("n", "")
    if edition != EDITION or not kind.isidentifier() or not 0 < len(name) <= LONGEST:
        abort(404, "There is no such portrait.")
    told = tuple(word[:LONGEST] for word in request.args.get("w", "").split(" ") if word)[:MANY]
    might, health = (request.args.get(key, 0, type=int) for key in "mh")
    drawing = svg(Sitter(kind[:LONGEST], name, told, might, health))
    return Response(drawing, mimetype="image/svg+xml", headers={"Cache-Control": A_YEAR})
