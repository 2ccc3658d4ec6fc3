"""The camera set up on the box's own screen: what it sees just now, drawn in, with advice; corners dragged by hand.

The page asks for each picture when it has shown the last one, and not at all while nobody looks at it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules.ask import IllegalAnswer
from rules.plain import Plain
from rules.written import from_json
from web.live.seats import must_be_host, the_table

calibrating = Blueprint("calibrating", __name__, url_prefix="/calibrate")

NO_STORE = {"Cache-Control": "no-store"}


class Look(Protocol):
    @property
    def jpeg(self) -> bytes: ...
    @property
    def shown(self) -> dict[str, Plain]: ...


class Calibration(Protocol):
    """The camera as the page needs it."""

    @property
    def games(self) -> dict[str, str]: ...
    @property
    def frozen(self) -> bytes | None: ...
    @property
    def last(self) -> bytes | None: ...
    def look(self, wanted: str = "") -> Look: ...
    def lock(self) -> str: ...
    def look_again(self) -> None: ...
    def freeze(self, wanted: str) -> dict[str, Plain]: ...
    def place(self, wanted: str, corners: Sequence[tuple[float, float]]) -> str: ...
    def forget(self, wanted: str) -> str: ...


def the_camera() -> Calibration:
    """The camera, for the box's own screen only."""
    must_be_host()
    eye: Any = current_app.config["EYE"]
    if eye is None:
        abort(404, "No camera looks at this table.")
    found: Calibration = eye.calibration
    return found


@calibrating.get("/")
def page() -> ResponseReturnValue:
    """What the camera sees, and how well."""
    camera, moment = the_camera(), the_table().moment
    wanted = request.args.get("game", "")
    if wanted not in camera.games:
        wanted = moment.setup.game if moment and moment.setup.game in camera.games else next(iter(camera.games))
    return render_template(
        "calibrate.html", title="Camera", games=camera.games, wanted=wanted, playing=moment is not None
    )


@calibrating.get("/look")
def look() -> ResponseReturnValue:
    """What is seen now, in words; its picture follows."""
    shown = the_camera().look(request.args.get("game", "")).shown
    return shown, 200, NO_STORE


@calibrating.get("/picture.jpg")
def picture() -> ResponseReturnValue:
    """The picture that belongs to the last words; a fresh one for a page that has heard none."""
    camera = the_camera()
    jpeg = camera.last if "n" in request.args else None
    jpeg = jpeg or camera.look(request.args.get("game", "")).jpeg
    return Response(jpeg, mimetype="image/jpeg", headers=NO_STORE)


@calibrating.get("/frozen.jpg")
def frozen() -> ResponseReturnValue:
    """The picture on which corners are dragged."""
    still = the_camera().frozen
    if still is None:
        abort(404, "There is no picture to drag corners on.")
    return Response(still, mimetype="image/jpeg", headers=NO_STORE)


@calibrating.post("/<any(lock, again, place, forget):what>")
def do(what: str) -> ResponseReturnValue:
    """Lock the light, look again, place the board by its corners, or go by its markers again."""
    camera, wanted = the_camera(), request.form.get("game", "")
    told = "The camera looks again."
    if what == "lock":
        told = camera.lock()
    elif what == "place":
        told = camera.place(wanted, _corners(request.form.get("corners", "")))
    elif what == "forget":
        told = camera.forget(wanted)
    else:
        camera.look_again()
    if request.headers.get("X-Page"):
        return {"told": told}
    return redirect(url_for("calibrating.page", game=wanted), 303)


@calibrating.post("/freeze")
def freeze() -> ResponseReturnValue:
    """Hold the picture still, so that corners can be dragged on it."""
    return the_camera().freeze(request.form.get("game", ""))


def _corners(text: str) -> list[tuple[float, float]]:
    try:
        return [(float(x), float(y)) for x, y in from_json(text)]
    except (ValueError, TypeError):
        raise IllegalAnswer("A board has four corners: drag all of them.") from None
