"""Pieces are taught: lay one on the mat, press or tap three times, name it. What is known can be looked through,
renamed, forgotten, taken along and brought in.
"""

from __future__ import annotations

from typing import Any, Protocol

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules import packs
from rules.ask import IllegalAnswer
from rules.games import game, names
from rules.plain import Plain
from web.live import bodies
from web.live.seats import is_host, must_be_host, the_table

from .calibrating import NO_STORE, Calibration

teaching = Blueprint("teaching", __name__, url_prefix="/teach")

LARGEST = 24 << 20  # bytes; three small pictures of each of two thousand pieces


class Estimate(Protocol):
    @property
    def sure(self) -> float: ...
    @property
    def like(self) -> str | None: ...
    @property
    def sentence(self) -> str: ...


class Teaching(Protocol):
    """Somebody shows pieces to the camera."""

    @property
    def kinds(self) -> dict[str, str]: ...
    def begin(self, game: str, pack: str, kind: str) -> None: ...
    def end(self) -> None: ...
    def look(self) -> None: ...
    def drop(self) -> None: ...
    def name(self, name: str) -> Estimate: ...
    def view(self) -> tuple[bytes, dict[str, Plain]]: ...
    def look_picture(self, number: int) -> bytes | None: ...
    def known(self, game: str, pack: str) -> list[dict[str, Plain]]: ...
    def picture_of(self, game: str, pack: str, name: str) -> bytes | None: ...
    def rename(self, game: str, pack: str, name: str, new: str) -> None: ...
    def remove(self, game: str, pack: str, name: str) -> None: ...
    def take_along(self, game: str, pack: str) -> bytes: ...
    def pieces_in(self, data: bytes) -> int: ...
    def bring(self, game: str, pack: str, data: bytes) -> int: ...


class ToTeach(Protocol):
    """Pieces that exist only on the screen."""

    @property
    def choices(self) -> list[str]: ...
    @property
    def lying(self) -> str: ...
    def lay(self, thing: str) -> None: ...


class Seeing(Protocol):
    """Everything the camera is set up with."""

    @property
    def calibration(self) -> Calibration: ...
    @property
    def teaching(self) -> Teaching: ...
    @property
    def to_teach(self) -> ToTeach | None: ...


def _eye() -> Any:
    must_be_host()
    eye: Seeing | None = current_app.config["EYE"]
    if eye is None:
        abort(404, "No camera looks at this table.")
    return eye


def _teacher() -> Teaching:
    found: Teaching = _eye().teaching
    return found


def _pack() -> tuple[str, str]:
    """For which game and pack; the one being played if nothing else was asked for."""
    moment = the_table().moment
    usual = moment.setup.game if moment else names()[0]
    name = request.values.get("game", usual)
    if name not in names():
        abort(404, "There is no such game.")
    known = packs.names(name)
    pack = request.values.get("pack", "") or (moment.setup.pack if moment and moment.setup.game == name else known[0])
    if pack not in known:
        abort(404, f"There is no pack {pack} for {game(name).title}.")
    return name, pack


def _kind() -> str:
    kind = request.values.get("kind", "card")
    return kind if kind in _teacher().kinds else "card"


@teaching.get("/")
def page() -> ResponseReturnValue:
    """Teach a piece, and see what is known."""
    eye, (name, pack) = _eye(), _pack()
    return render_template(
        "teach.html",
        title="Teach pieces",
        games={each: game(each).title for each in names()},
        packs=packs.names(name),
        game=name,
        pack=pack,
        kind=_kind(),
        kinds=eye.teaching.kinds,
        known=eye.teaching.known(name, pack),
        to_teach=eye.to_teach,
    )


@teaching.get("/known")
def known() -> ResponseReturnValue:
    """The list of what is known, for a page that is already open."""
    name, pack = _pack()
    return render_template("parts/known.html", known=_teacher().known(name, pack), game=name, pack=pack)


@teaching.get("/seen")
def seen() -> ResponseReturnValue:
    """How far the teaching is, and what lies on the mat."""
    return _teacher().view()[1], 200, NO_STORE


@teaching.get("/mat.jpg")
def mat() -> ResponseReturnValue:
    """The mat as the camera sees it."""
    jpeg = _teacher().view()[0]
    if not jpeg:
        abort(404, "The mat is not in the picture.")
    return Response(jpeg, mimetype="image/jpeg", headers=NO_STORE)


@teaching.get("/look/<int:number>.png")
def one_look(number: int) -> ResponseReturnValue:
    """One of the looks at the piece that is being taught."""
    return _picture(_teacher().look_picture(number))


@teaching.get("/piece.png")
def piece() -> ResponseReturnValue:
    """A piece that is known."""
    return _picture(_teacher().picture_of(*_pack(), request.args.get("name", "")))


def _picture(png: bytes | None) -> ResponseReturnValue:
    if png is None:
        abort(404, "There is no such picture.")
    return Response(png, mimetype="image/png", headers=NO_STORE)


@teaching.post("/<any(begin, look, drop, name, end, lay):what>")
def do(what: str) -> ResponseReturnValue:
    """Show it, show it again, name it."""
    teacher, told = _teacher(), ""
    if what == "end":
        teacher.end()
        return "", 204
    teacher.begin(*_pack(), _kind())
    answer: dict[str, Plain] = {}
    if what == "look":
        teacher.look()
    elif what == "drop":
        teacher.drop()
    elif what == "lay":
        _lay(request.form.get("thing", ""))
    elif what == "name":
        estimate = teacher.name(request.form.get("name", ""))
        told = estimate.sentence
        answer = {"sure": estimate.sure, "like": estimate.like or ""}
    return _done({"told": told, **answer})


def _lay(thing: str) -> None:
    to_teach: ToTeach | None = _eye().to_teach
    if to_teach is None:
        raise IllegalAnswer("This is a real table: lay the piece on the mat.")
    to_teach.lay(thing)


@teaching.post("/<any(rename, remove, bring):what>")
@bodies.up_to(LARGEST, is_host)
def change(what: str) -> ResponseReturnValue:
    """Rename or forget a piece, or bring in pieces from a file."""
    must_be_host()
    teacher, (name, pack) = _teacher(), _pack()
    told = ""
    if what == "rename":
        teacher.rename(name, pack, request.form.get("name", ""), request.form.get("new", ""))
    elif what == "remove":
        teacher.remove(name, pack, request.form.get("name", ""))
    else:
        sent = request.files.get("file")
        count = teacher.bring(name, pack, sent.read() if sent else b"")
        told = f"{count} {'piece was' if count == 1 else 'pieces were'} brought in."
    return _done({"told": told})


def _done(answer: dict[str, Plain]) -> ResponseReturnValue:
    if request.headers.get("X-Page"):
        return answer
    name, pack = _pack()
    return redirect(url_for("teaching.page", game=name, pack=pack, kind=_kind()), 303)


@teaching.get("/<name>/<pack>.taught")
def take(name: str, pack: str) -> ResponseReturnValue:
    """Everything taught for a pack as one file."""
    data = _teacher().take_along(name, pack)
    headers = {"Content-Disposition": f'attachment; filename="{name}-{pack}.taught"'}
    return Response(data, mimetype="application/zip", headers=headers)
