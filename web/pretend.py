"""The pretend box and table on the screen; only there when the box was started with them."""

from __future__ import annotations

from typing import Any, Protocol

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from rules import art
from rules.ask import Trouble
from rules.plain import Plain
from rules.sleepers.board import HEXES, drawn_at
from rules.sleepers.pack import KINDS

from .seats import must_be_host

pretend = Blueprint("pretend", __name__, url_prefix="/pretend")


class Table(Protocol):
    follows: bool

    def move(self, number: int, place: str) -> None: ...
    def flip(self, number: int) -> None: ...
    def draw(self, what: str) -> None: ...


class Box(Protocol):
    def hold(self, button: str, down: bool) -> None: ...


class Pretended(Protocol):
    """What is pretended, as the page needs it."""

    @property
    def box(self) -> Box: ...
    @property
    def table(self) -> Table: ...
    def seen(self) -> dict[str, Plain]: ...
    def picture(self) -> bytes | None: ...


def _pretended() -> Any:
    pretended = current_app.config.get("PRETEND")
    if pretended is None:
        abort(404, "This box is a real one.")
    must_be_host()
    return pretended


@pretend.get("/")
def page() -> ResponseReturnValue:
    """Buttons, lamps and digit of the box, and the table with its tiles."""
    _pretended()
    drawing = art.load("sleepers")
    faces = {
        f"{side} {kind or 'back'}": drawing.svg_group(side, kind) for side in drawing.sides for kind in (None, *KINDS)
    }
    return render_template(
        "pretend.html", title="Pretend table", hexes={hex_: drawn_at(hex_) for hex_ in HEXES}, faces=faces
    )


@pretend.get("/seen")
def seen() -> ResponseReturnValue:
    found: dict[str, Plain] = _pretended().seen()
    return found


@pretend.post("/hold/<button>")
def hold(button: str) -> ResponseReturnValue:
    _pretended().box.hold(button, request.form.get("down") == "1")
    return "", 204


@pretend.post("/do/<any(move, flip, draw, follow):what>")
def do(what: str) -> ResponseReturnValue:
    """What a hand does on the pretend table."""
    table, form = _pretended().table, request.form
    if what == "move":
        table.move(_piece(form.get("piece", "")), form.get("place", ""))
    elif what == "flip":
        table.flip(_piece(form.get("piece", "")))
    elif what == "draw":
        table.draw(form.get("colour", ""))
    else:
        table.follows = form.get("on") == "1"
    return "", 204


def _piece(text: str) -> int:
    if not text.isdigit():
        raise Trouble("There is no such tile on the pretend table.")
    return int(text)


@pretend.get("/camera.jpg")
def camera() -> ResponseReturnValue:
    """What the pretend camera sees just now."""
    picture = _pretended().picture()
    if picture is None:
        abort(404, "No camera looks at this table.")
    return Response(picture, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})
