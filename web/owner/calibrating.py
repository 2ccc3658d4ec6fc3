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
    def unlearn(self, wanted: str) -> str: ...


class Kept(Protocol):
    """The pictures that the box keeps, if people allow it."""

    @property
    def allowed(self) -> bool: ...
    @property
    def count(self) -> int: ...
    @property
    def size(self) -> int: ...
    def allow(self, on: bool) -> str: ...
    def forget(self) -> str: ...
    def packed(self) -> bytes: ...


def the_eye() -> Any:
    """What the box sees with, for its own screen only."""
    must_be_host()
    eye: Any = current_app.config["EYE"]
    if eye is None:
        abort(404, "No camera looks at this table.")
    return eye


def the_camera() -> Calibration:
    found: Calibration = the_eye().calibration
    return found


def the_pictures() -> Kept:
    found: Kept = the_eye().kept
    return found


@calibrating.get("/")
def page() -> ResponseReturnValue:
    """What the camera sees, and how well."""
    camera, moment = the_camera(), the_table().moment
    wanted = request.args.get("game", "")
    if wanted not in camera.games:
        wanted = moment.setup.game if moment and moment.setup.game in camera.games else next(iter(camera.games))
    return render_template(
        "calibrate.html",
        title="Camera",
        games=camera.games,
        wanted=wanted,
        playing=moment is not None,
        kept=_told(the_pictures()),
    )


@calibrating.get("/look")
def look() -> ResponseReturnValue:
    """What is seen now, in words; its picture follows."""
    shown = the_camera().look(request.args.get("game", "")).shown
    return {**shown, "kept": _told(the_pictures())}, 200, NO_STORE


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


@calibrating.post("/<any(lock, again, place, forget, unlearn):what>")
def do(what: str) -> ResponseReturnValue:
    """Lock the light, look again, place the board by its corners, go by its markers again, or forget its look."""
    camera, wanted = the_camera(), request.form.get("game", "")
    told = "The camera looks again."
    if what == "lock":
        told = camera.lock()
    elif what == "place":
        told = camera.place(wanted, _corners(request.form.get("corners", "")))
    elif what == "forget":
        told = camera.forget(wanted)
    elif what == "unlearn":
        told = camera.unlearn(wanted)
    else:
        camera.look_again()
    if request.headers.get("X-Page"):
        return {"told": told}
    return redirect(url_for("calibrating.page", game=wanted), 303)


@calibrating.post("/<any(keep, forget_pictures):what>")
def pictures(what: str) -> ResponseReturnValue:
    """Switch the keeping of pictures on or off, or forget those that were kept."""
    kept = the_pictures()
    told = kept.allow(request.form.get("on") == "yes") if what == "keep" else kept.forget()
    if request.headers.get("X-Page"):
        return {"told": told}
    return redirect(url_for("calibrating.page", game=request.form.get("game", "")), 303)


@calibrating.get("/pictures.zip")
def download() -> ResponseReturnValue:
    """All kept pictures as one file, for whoever owns the box."""
    headers = {"Content-Disposition": "attachment; filename=tableside-pictures.zip", **NO_STORE}
    return Response(the_pictures().packed(), mimetype="application/zip", headers=headers)


def _told(kept: Kept) -> dict[str, Plain]:
    """How many there are, in words."""
    count, size = kept.count, max(1, round(kept.size / 1_000_000))
    words = f"{count} picture{'s' * (count != 1)}, {size} MB" if count else "No pictures yet"
    return {"allowed": kept.allowed, "count": count, "words": words}


@calibrating.post("/freeze")
def freeze() -> ResponseReturnValue:
    """Hold the picture still, so that corners can be dragged on it."""
    return the_camera().freeze(request.form.get("game", ""))


def _corners(text: str) -> list[tuple[float, float]]:
    try:
        return [(float(x), float(y)) for x, y in from_json(text)]
    except (ValueError, TypeError):
        raise IllegalAnswer("A board has four corners: drag all of them.") from None
