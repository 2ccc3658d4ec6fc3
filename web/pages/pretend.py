"""The pretend box and table on the screen; only there when the box was started with them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue

from rules import art, markers
from rules.ask import Trouble
from rules.awakening import mat as island
from rules.awakening.island import HEXES as ISLAND_HEXES
from rules.awakening.island import island as spaces_of
from rules.markers import MAT
from rules.plain import Plain
from rules.sheets import TRACKS
from rules.silent_sea import sheet
from rules.silent_sea.pack import opened as opened_station
from rules.sleepers.board import HEXES, drawn_at
from rules.sleepers.pack import KINDS
from rules.track_sheet import CAP, Sheet
from web.live.seats import must_be_host
from web.printing.tracks import words_on

pretend = Blueprint("pretend", __name__, url_prefix="/pretend")


class Table(Protocol):
    follows: bool

    def move(self, number: int, place: str) -> None: ...
    def flip(self, number: int) -> None: ...
    def draw(self, what: str) -> None: ...
    def seen(self) -> dict[str, Plain]: ...


class Mat(Protocol):
    def lay(self, number: int) -> object: ...
    def throw(self, pips: Sequence[int] = ()) -> object: ...
    def take(self, number: int) -> None: ...
    def clear(self) -> None: ...


class Box(Protocol):
    def hold(self, button: str, down: bool) -> None: ...


class Pretended(Protocol):
    """What is pretended, as the page needs it."""

    @property
    def box(self) -> Box: ...
    @property
    def table(self) -> Table: ...
    @property
    def mat(self) -> Mat: ...
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
    game = str(_pretended().table.seen()["game"])
    return render_template(
        "pretend.html",
        title="Pretend table",
        game=game,
        part=game if game in _BOARDS else "tracks",
        **(_BOARDS[game]() if game in _BOARDS else _tracks(TRACKS[game])),
        mat=MAT,
        signs={each["number"]: art.svg_shapes(list(markers.shapes(each["number"]))) for each in MAT["markers"]},
    )


def _sleepers() -> dict[str, Any]:
    drawing = art.load("sleepers")
    return {
        "hint": "Drag a tile, click to turn it over, drag it beside the board when it is killed.",
        "hexes": {hex_: drawn_at(hex_) for hex_ in HEXES},
        "faces": {
            f"{side} {kind or 'back'}": drawing.svg_group(side, kind)
            for side in drawing.sides
            for kind in (None, *KINDS)
        },
    }


def _island() -> dict[str, Any]:
    """The mat of The Awakening with a place for each map tile and each token."""
    drawing = art.load("awakening")
    faces = {kind or "face_down": drawing.svg_group("island", kind) for kind in (None, *drawing.symbols)}
    slots = {
        f"hex {number}": {"at": island.hex_at(number), "corners": island.hex_corners(number), "label": f"H{number}"}
        for number in ISLAND_HEXES
    } | {
        f"space {space}": {"at": island.space_at(space), "corners": island.space_corners(space), "label": ""}
        for space in island.ISLAND.spaces
    }
    usual = {f"space {space}" for space in spaces_of().spaces}
    return {
        "hint": "Click the pouch to draw a tile and drag it onto a hex; drag tokens from triangle to triangle.",
        "style": "awakening.css",
        "board": drawing.board,
        "faces": faces | {seat: drawing.svg_token(seat) for seat in drawing.tokens},
        "slots": {
            name: {**slot, "line": 0.05 if slot["label"] or name in usual else 0.02} for name, slot in slots.items()
        },
    }


def _station() -> dict[str, Any]:
    """The printed board of The Silent Sea: its places, and where figures stand that share one."""
    drawing, station, units = art.load("silent_sea"), opened_station("demo").board, sheet.units
    return {
        "hint": "Drag a figure to where it goes; several can stand on one place.",
        "faces": {seat: drawing.svg_token(seat) for seat in drawing.tokens},
        "print": art.svg_shapes(sheet.shapes(station)),
        "names": [
            (station.called(node), sheet.at(node), units(sheet.at(node)), node.id, node.kind == "room")
            for node in station.nodes
            if node.kind != "junction"
        ],
        "stands": {name: units(at) for name, at in sheet.stands(station).items()},
        "paper": sheet.PAPER,
        "unit": sheet.UNIT,
    }


def _tracks(sheet: Sheet) -> dict[str, Any]:
    """A track sheet with its rows, and the marker that stands on each."""
    return {
        "hint": "Drag a marker along its row.",
        "faces": {"marker": f'<circle r="1" fill="{CAP}"/>'},
        "print": art.svg_shapes(sheet.shapes()),
        "words": words_on(sheet),
        "spaces": {
            f"{slot} {value}": sheet.units(at) for slot, each in sheet.spaces().items() for value, at in each.items()
        },
        "paper": sheet.paper,
        "unit": sheet.unit,
    }


_BOARDS = {"sleepers": _sleepers, "awakening": _island, "silent_sea": _station}


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


@pretend.post("/mat/<any(lay, throw, take, clear):what>")
def mat(what: str) -> ResponseReturnValue:
    """What a hand does on the pretend reading mat."""
    laid, form = _pretended().mat, request.form
    if what == "lay":
        number = form.get("number", "")
        laid.lay(int(number) if number.isdecimal() else 0)
    elif what == "throw":
        laid.throw([int(pips) if pips.isdecimal() else 0 for pips in form.getlist("pips")])
    elif what == "take":
        laid.take(_piece(form.get("piece", "")))
    else:
        laid.clear()
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
