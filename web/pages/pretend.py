"""The pretend box and table on the screen; only there when the box was started with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from flask import Blueprint, Response, abort, current_app, render_template, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from rules import art, markers
from rules.ask import Trouble
from rules.markers import MAT
from rules.plain import Plain
from rules.printed import Place, PrintedBoard, Zone
from rules.written import whole
from web.live.marks import drawn
from web.live.seats import must_be_host, the_table
from web.printing.paper import written

pretend = Blueprint("pretend", __name__, url_prefix="/pretend")


class Table(Protocol):
    follows: bool

    @property
    def board(self) -> PrintedBoard | None: ...
    @property
    def zones(self) -> Mapping[str, Zone]: ...
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
    """Buttons, lamps and digit of the box, and the table of the game being played with its pieces."""
    table = _pretended().table
    return render_template(
        "pretend.html",
        title="Pretend table",
        game=str(table.seen()["game"]),
        sitting=_sitting(),
        **_drawn(table.board, tuple(table.zones.values())),
        mat=MAT,
        signs={each["number"]: art.svg_shapes(list(markers.shapes(each["number"]))) for each in MAT["markers"]},
    )


def _sitting() -> list[tuple[str, Markup]]:
    """Whose lamp is which, in the order of the seats, with the mark that stands beside it."""
    moment = the_table().moment
    if moment is None:
        return []
    game, state = moment.position.game, moment.position.state
    players = game.players(state)
    return [(players.get(seat, seat.capitalize()), drawn(game, seat)) for seat in game.seats]


NO_BOARD: dict[str, Any] = {"view": (-10, -8, 20, 16), "scale": 1, "faces": {}, "print": "", "zones": (), "places": ()}
COLUMN, GAP = 3.2, 0.2  # of the camera's units: how broad zones are, and how far from the board
STOCK = 2.6  # how high a zone is of which only the number is shown


def _drawn(board: PrintedBoard | None, zones: Sequence[Zone]) -> dict[str, Any]:
    """A printed board in the camera's units, its places, and the zones beside it."""
    if board is None:
        return NO_BOARD
    unit = board.unit
    w, h = board.half[0] / unit, board.half[1] / unit
    faces = {tile.replace(" ", "-"): f"<g>{art.svg_shapes(shapes)}</g>" for tile, shapes in board.tiles.items()}
    faces |= {name: f"<g>{art.svg_shapes(shapes)}</g>" for name, shapes in board.tokens.items()}
    beside = list(_zones(zones, w, h))
    left, right = (w + 2 * GAP + COLUMN * any(side * zone["x"] > 0 for zone in beside) for side in (-1, 1))
    return {
        "view": (-left, -h - GAP, left + right, 2 * (h + GAP)),
        "scale": 1 / unit,
        "faces": faces,
        "print": art.svg_shapes(board.shapes()) + written(board.written()),
        "zones": beside,
        "places": list(_places(board)),
    }


def _zones(zones: Sequence[Zone], w: float, h: float) -> Iterator[dict[str, Any]]:
    """What belongs to the first owner lies to the left of the board, everything else to the right."""
    owner = next((zone.takes for zone in zones if zone.takes), None)
    left = [zone for zone in zones if owner and zone.takes == owner]
    right = [zone for zone in zones if zone not in left]
    for column, x in ((left, -w - GAP - COLUMN), (right, w + GAP)):
        shared = sum(not zone.hidden for zone in column) or 1
        tall = (2 * h - sum(zone.hidden for zone in column) * (STOCK + GAP)) / shared - GAP
        y = -h
        for zone in column:
            height = STOCK if zone.hidden else tall
            row = (x + COLUMN / 4, y + 1.6, 2, COLUMN / 2 - 0.1, 1.45)
            said = {"name": zone.name, "title": zone.title, "hidden": zone.hidden}
            yield {**said, "x": x, "y": y, "width": COLUMN, "height": height, "row": row}
            y += height + GAP


def _places(board: PrintedBoard) -> Iterator[dict[str, Any]]:
    """Every place a piece can be dragged to, and where figures stand that share one."""

    def place(kind: str, name: str, at: Place, outline: Sequence[Place] = (), title: str = "") -> dict[str, Any]:
        corners = " ".join(f"{x / board.unit:.3f},{y / board.unit:.3f}" for x, y in outline)
        middle = (at[0] / board.unit, at[1] / board.unit)
        return {"kind": kind, "name": name, "at": middle, "corners": corners, "title": title}

    for kind, slots in (("slots", board.slots), ("spots", board.spots)):
        for name, slot in slots.items():
            yield place(kind, name, slot.at, slot.outline, name)
    for name, area in board.areas.items():
        yield place("areas", f"place {name}", area.at, title=area.title)
        for count, stands in area.stands.items():
            for number, (dx, dy) in enumerate(stands):
                yield place("", f"stand {name} {count} {number}", (area.at[0] + dx, area.at[1] + dy))
    for track, spaces in board.tracks.items():
        for value, at in spaces.items():
            yield place(f"{track} ", f"{track} {value}", at)


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
        table.draw(form.get("what", ""))
    else:
        table.follows = form.get("on") == "1"
    return "", 204


@pretend.post("/mat/<any(lay, throw, take, clear):what>")
def mat(what: str) -> ResponseReturnValue:
    """What a hand does on the pretend reading mat."""
    laid, form = _pretended().mat, request.form
    if what == "lay":
        laid.lay(whole(form.get("number", "")) or 0)
    elif what == "throw":
        laid.throw([whole(pips) or 0 for pips in form.getlist("pips")])
    elif what == "take":
        laid.take(_piece(form.get("piece", "")))
    else:
        laid.clear()
    return "", 204


def _piece(text: str) -> int:
    number = whole(text)
    if number is None or number < 0:
        raise Trouble("There is no such piece on the pretend table.")
    return number


@pretend.get("/camera.jpg")
def camera() -> ResponseReturnValue:
    """What the pretend camera sees just now."""
    picture = _pretended().picture()
    if picture is None:
        abort(404, "No camera looks at this table.")
    return Response(picture, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})
