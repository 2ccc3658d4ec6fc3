"""The owner's own board of The Silent Sea: photographed, straightened, tapped place by place, and played on.

Whoever sits at the box's own screen may do it there, or scan its code and do it on a phone.
"""

from __future__ import annotations

import hmac
import secrets

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask.typing import ResponseReturnValue

from rules.ask import Trouble
from rules.packs import BrokenPack
from rules.plain import dump
from rules.silent_sea.drafting import hints, missing, read
from rules.written import from_json
from web.games.own_pages import Belonging, OwnerPage, OwnPages
from web.live import bodies, codes
from web.live.seats import A_YEAR, is_host, must_be_host, the_table
from web.owner.photographs import LARGEST_UPLOAD, photographs

from . import board_shelf as shelf

board_editor = Blueprint(
    "board_editor",
    __name__,
    url_prefix="/boards",
    template_folder="templates",
    static_folder="static",
    static_url_path="/-",  # no board can be called that
)

EDITOR_COOKIE = "tableside_editor"
KINDS = {
    "plain": "Room",
    "water_lab": "Water Lab",
    "crisis": "Crisis Room",
    "engineer": "Role Room: Electric Room",
    "doctor": "Role Room: Med Room",
    "astrobiologist": "Role Room: Experiment Room",
    "captain": "Role Room: VIP Room",
    "extraction": "Extraction Point",
}
"""What a room can be (SS-17 to SS-35); the four Role Rooms by whose they are."""


def editor_token(host_token: str) -> str:
    """The secret that lets a phone draw boards and nothing else, worked out from the box's own."""
    return hmac.new(host_token.encode(), b"boards", "sha256").hexdigest()[:32]


def may_edit() -> bool:
    given = request.cookies.get(EDITOR_COOKIE, "")
    known = editor_token(current_app.config["HOST_TOKEN"])
    return is_host() or secrets.compare_digest(given.encode(), known.encode())


@board_editor.before_request
def _only_editors() -> None:
    open_to_all = ("board_editor.photo", "board_editor.way_in", "board_editor.static")
    if request.endpoint not in open_to_all and not may_edit():
        abort(403, "Boards are drawn on the box's own screen, or on a phone that scanned the code there.")


@board_editor.errorhandler(Trouble)
def _told(trouble: Trouble) -> ResponseReturnValue:
    if isinstance(trouble, BrokenPack):
        trouble = Trouble(" ".join(trouble.problems))
    if request.headers.get("X-Page"):
        return {"told": str(trouble)}, 400
    name = (request.view_args or {}).get("name", "")
    return render_template("silent_sea/boards_told.html", title="My boards", sentence=str(trouble), name=name), 400


@board_editor.errorhandler(413)
def _too_big(_: Exception) -> ResponseReturnValue:
    most = LARGEST_UPLOAD // (1024 * 1024)
    sentence = f"The picture is too big: a photograph may have {most} megabytes."
    name = (request.view_args or {}).get("name", "")
    return render_template("silent_sea/boards_told.html", title="My boards", sentence=sentence, name=name), 413


# The shelf


@board_editor.get("/")
def all_boards() -> ResponseReturnValue:
    """Every board on this box, a new one, and the code by which a phone comes here."""
    return render_template("silent_sea/boards.html", title="My boards", boards=shelf.boards(), host=is_host())


@board_editor.get("/key/<token>")
def way_in(token: str) -> ResponseReturnValue:
    """A phone that scanned the code may draw boards from now on."""
    if not secrets.compare_digest(token.encode(), editor_token(current_app.config["HOST_TOKEN"]).encode()):
        abort(403, "That is not this box's code. Scan the one on its own screen.")
    response = make_response(redirect(url_for("board_editor.all_boards"), 303))
    response.set_cookie(EDITOR_COOKIE, token, max_age=A_YEAR, httponly=True, samesite="Lax")
    return response


@board_editor.get("/key.svg")
def code() -> ResponseReturnValue:
    """The code itself, only for the box's own screen."""
    must_be_host()
    where = url_for("board_editor.way_in", token=editor_token(current_app.config["HOST_TOKEN"]))
    return codes.code(current_app.config["ADDRESS"]() + where)


@board_editor.post("/new")
def new() -> ResponseReturnValue:
    name = shelf.begin(request.form.get("title", ""))
    return redirect(url_for("board_editor.photograph", name=name), 303)


@board_editor.post("/<name>/forget")
def forget(name: str) -> ResponseReturnValue:
    shelf.throw_away(name, _in_use())
    return redirect(url_for("board_editor.all_boards"), 303)


def _in_use() -> set[str]:
    return {saved.setup.pack for saved in the_table().games() if saved.setup.game == shelf.GAME}


# The photograph


@board_editor.get("/<name>/photograph")
def photograph(name: str) -> ResponseReturnValue:
    """Send a photograph from this phone, or let the box's camera take it."""
    return render_template("silent_sea/boards_photograph.html", title="Photograph", board=shelf.kept(name))


@board_editor.post("/<name>/picture")
@bodies.up_to(LARGEST_UPLOAD, may_edit)
def picture(name: str) -> ResponseReturnValue:
    shelf.draft(name)
    if request.form.get("camera"):
        data = photographs().take()
    else:
        sent = request.files.get("photo")
        raw = sent.read() if sent else b""
        if not raw:
            raise Trouble("No picture came along. Choose a photograph, or let the box take it.")
        data = photographs().read(raw)
    shelf.keep_picture(name, data)
    if request.headers.get("X-Page") and "camera" not in request.form:
        return "", 204
    return redirect(url_for("board_editor.corners", name=name), 303)


@board_editor.get("/<name>/corners")
def corners(name: str) -> ResponseReturnValue:
    """Drag the four corners onto those of the board."""
    shelf.picture(name, shelf.RAW)
    width = shelf.draft(name).width / 10
    return render_template(
        "silent_sea/boards_corners.html", title="Corners", board=shelf.kept(name), width=f"{width:g}"
    )


@board_editor.post("/<name>/corners")
def straighten(name: str) -> ResponseReturnValue:
    try:
        places = [float(part) for part in request.form.get("corners", "").split()]
    except ValueError:
        places = []
    if len(places) != 8:
        raise Trouble("Four corners are needed, each with its place in the picture.")
    try:
        width = 10 * float(request.form.get("width", "42").replace(",", "."))
    except ValueError:
        raise Trouble("How wide is the board, in centimetres?") from None
    pairs = list(zip(places[::2], places[1::2], strict=True))
    data, aspect = photographs().straighten(shelf.picture(name, shelf.RAW).read_bytes(), pairs)
    shelf.keep_flat(name, data, aspect, width)
    return redirect(url_for("board_editor.edit", name=name), 303)


@board_editor.get("/<name>/<any('raw.jpg', 'flat.jpg'):which>")
def unfinished(name: str, which: str) -> ResponseReturnValue:
    return _sent(name, which)


@board_editor.get("/<name>/photo.jpg")
def photo(name: str) -> ResponseReturnValue:
    """The board under the figures, for everybody who plays on it."""
    return _sent(name, shelf.PHOTO)


def _sent(name: str, which: str) -> ResponseReturnValue:
    response = Response(shelf.picture(name, which).read_bytes(), mimetype="image/jpeg")
    response.headers["Cache-Control"] = "private, no-cache"  # asked for again, sent again only if it changed
    response.add_etag()
    return response.make_conditional(request)


# The places


@board_editor.get("/<name>")
def edit(name: str) -> ResponseReturnValue:
    """Tap the places and join them."""
    board = shelf.kept(name)
    if not board.straight:
        return redirect(url_for("board_editor.photograph", name=name), 303)
    opened = shelf.draft(name)
    return render_template(
        "silent_sea/boards_edit.html",
        title=opened.title,
        board=board,
        draft=dump(opened),
        kinds=KINDS,
        missing=missing(opened.board),
        hints=hints(opened.board),
        height=round(1000 / opened.aspect),
    )


@board_editor.post("/<name>/draft")
def tapped(name: str) -> ResponseReturnValue:
    """Keep what was tapped so far, and say what is still missing."""
    try:
        sent = from_json(request.get_data()) if request.is_json else None
    except ValueError:
        sent = None
    opened = shelf.keep_taps(name, sent)
    return {"missing": missing(opened.board), "hints": hints(opened.board)}


@board_editor.post("/<name>/finish")
def finish(name: str) -> ResponseReturnValue:
    """Make it a pack, to be chosen at set-up."""
    pack = shelf.finish(name, _in_use())
    return render_template(
        "silent_sea/boards_done.html", title="Ready to play", board=shelf.kept(pack), changed=pack != name
    )


# What travels with a pack


def _picture(data: bytes) -> bytes:
    return photographs().read(data)


def _draft(data: bytes) -> bytes:
    read(from_json(data))
    return data


PAGES = OwnPages(
    board_editor,
    (OwnerPage("board_editor.all_boards", "Draw the board of your own copy", menu="Draw your own board"),),
    dict.fromkeys(shelf.PICTURES, Belonging(LARGEST_UPLOAD, _picture, told="with photographs of its board"))
    | {shelf.DRAFT: Belonging(1 << 20, _draft)},
)
