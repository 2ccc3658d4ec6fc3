"""The HTTP interface for makers: what everybody at the table may see, as JSON, described as OpenAPI.

It only reads. A maker's token keeps strangers' scripts out; it is shown by ``tableside token``.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Any

from flask import Blueprint, current_app, request
from flask.typing import ResponseReturnValue

from rules.games import game, names
from web.live.seats import the_table

api = Blueprint("api", __name__, url_prefix="/api")


def maker_token(host_token: str) -> str:
    """The token that only reads, worked out from the box's own: there is but one secret to keep."""
    return hmac.new(host_token.encode(), b"maker", "sha256").hexdigest()[:32]


def _told(sentence: str, code: int) -> ResponseReturnValue:
    return {"told": sentence}, code


@api.before_request
def _token() -> ResponseReturnValue | None:
    if request.endpoint == "api.openapi":
        return None
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not secrets.compare_digest(given.encode(), current_app.config["READ_TOKEN"].encode()):
        return _told("This needs the maker's token: Authorization: Bearer …", 401)
    return None


@api.get("/table")
def table() -> ResponseReturnValue:
    """The live game as the public screen shows it."""
    moment = the_table().moment
    if moment is None:
        return _told("No game is open on this table.", 404)
    ask = moment.ask
    return {
        "game": moment.setup.game,
        "id": moment.game_id,
        "number": moment.number,
        "over": ask is None,
        "asked": {
            "seats": list(ask.told),
            "text": ask.others or ("" if ask.private else ask.text),
            "kind": "" if ask.private else type(ask).__name__,
        }
        if ask
        else None,
        "shown": moment.position.show(None),
        "view": moment.position.view(),
        "todo": [*moment.orders, *moment.todo],
        "drawn": moment.drawn,
        "log": [{"number": number, "text": text} for number, text in moment.log_for(None)],
    }


@api.get("/games")
def games() -> ResponseReturnValue:
    """The games the box knows."""
    return {
        "games": [
            {
                "name": name,
                "title": game(name).title,
                "fewest": game(name).fewest,
                "most": len(game(name).seats),
                "rules": len(game(name).reference),
                "toggles": list(game(name).toggles),
            }
            for name in names()
        ]
    }


@api.get("/rules/<name>")
def rules(name: str) -> ResponseReturnValue:
    """Every rule of one game."""
    if name not in names():
        return _told(f"There is no such game; there are {', '.join(names())}.", 404)
    found = game(name).reference.values()
    return {"rules": [{"number": rule.number, "name": rule.name, "text": rule.text} for rule in found]}


@api.get("/openapi.json")
def openapi() -> ResponseReturnValue:
    """This interface, described."""
    return DOCUMENT


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _answer(description: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}


_TEXT = {"type": "string"}
_COUNT = {"type": "integer"}
_ANY = {"type": "object"}
_TOLD = _object(told=_TEXT)


def _path(
    summary: str, schema: dict[str, Any], *, missing: str = "", named: str = "", is_open: bool = False
) -> dict[str, Any]:
    responses = {"200": _answer(summary, schema), "421": _answer("The box is not called that.", _TOLD)}
    if not is_open:
        responses["401"] = _answer("The maker's token is missing.", _TOLD)
    if missing:
        responses["404"] = _answer(missing, _TOLD)
    found: dict[str, Any] = {"summary": summary, "responses": responses, "security": [] if is_open else [{"maker": []}]}
    if named:
        found["parameters"] = [{"name": named, "in": "path", "required": True, "schema": _TEXT}]
    return {"get": found}


_LIVE = _object(
    game=_TEXT,
    id=_TEXT,
    number=_COUNT,
    over={"type": "boolean"},
    asked={
        "anyOf": [
            {"type": "null"},
            _object(seats={"type": "array", "items": _TEXT}, text=_TEXT, kind=_TEXT),
        ]
    },
    shown=_ANY,
    view={"type": "object", "additionalProperties": _TEXT},
    todo={"type": "array", "items": _TEXT},
    drawn=_TEXT,
    log={"type": "array", "items": _object(number=_COUNT, text=_TEXT)},
)
_GAME = _object(
    name=_TEXT, title=_TEXT, fewest=_COUNT, most=_COUNT, rules=_COUNT, toggles={"type": "array", "items": _TEXT}
)

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {
        "title": "Tableside",
        "version": "1",
        "description": "What everybody at the table may see. It only reads; answers come from the pages.",
    },
    "components": {"securitySchemes": {"maker": {"type": "http", "scheme": "bearer"}}},
    "paths": {
        "/api/table": _path("The live game as the public screen shows it.", _LIVE, missing="No game is open."),
        "/api/games": _path("The games the box knows.", _object(games={"type": "array", "items": _GAME})),
        "/api/rules/{name}": _path(
            "Every rule of one game.",
            _object(rules={"type": "array", "items": _object(number=_TEXT, name=_TEXT, text=_TEXT)}),
            missing="There is no such game.",
            named="name",
        ),
        "/api/openapi.json": _path("This description.", _ANY, is_open=True),
    },
}
