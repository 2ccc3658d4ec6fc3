"""The pages on which owners photograph the cards of their own copy, one or a whole stack, and say which is which.

Whoever sits at a game with that copy may do it, the box's own screen, and a phone that scanned the code there.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Iterator
from contextlib import ExitStack

from flask import Blueprint, Response, abort, current_app, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules import packs
from rules.ask import IllegalAnswer, Trouble
from rules.games import game as game_of
from rules.games import names
from rules.plain import Plain
from rules.written import from_toml
from web.live import bodies, codes, doors, refused
from web.live.pictured import may_see
from web.live.seats import A_YEAR, is_host, must_be_host, the_table, viewer

from . import albums
from .albums import Photograph
from .photographs import photographs

photographing = Blueprint("photographing", __name__, url_prefix="/photographs")

LARGEST = 12 << 20  # bytes of one photograph
AT_ONCE = 64 << 20  # of all that one form without a script sends
KEY_COOKIE = "tableside_photographs"
FOR_LONG = "private, max-age=31536000, immutable"  # other points would be another picture


def key(host_token: str) -> str:
    """The secret that lets a phone send photographs and nothing else, worked out from the box's own."""
    return hmac.new(host_token.encode(), b"photographs", "sha256").hexdigest()[:32]


def _may_send() -> bool:
    """The box's own screen, a phone that scanned its code, and whoever sits at a game with this copy."""
    given = request.cookies.get(KEY_COOKIE, "")
    if is_host() or secrets.compare_digest(given.encode(), key(current_app.config["HOST_TOKEN"]).encode()):
        return True
    moment, wanted = the_table().moment, request.view_args or {}
    if moment is None or not viewer().seat:
        return False
    return (moment.setup.game, packs.family(moment.setup.pack)) == (wanted.get("game"), wanted.get("pack"))


def _must_be_allowed(game: str, pack: str) -> None:
    if game not in names() or pack not in map(packs.family, packs.names(game)) or not packs.is_private(game, pack):
        abort(404, "Photographs are kept for the cards of your own copy, and there is no such copy.")
    if not _may_send():
        abort(403, "Photographs are for those who play with this copy. Scan the code on the box's own screen.")


@photographing.errorhandler(413)
def _too_large(_: Exception) -> ResponseReturnValue:
    most = AT_ONCE >> 20
    sentence = f"That is too much at once: {LARGEST >> 20} megabytes for each photograph, {most} for all together."
    return ({"told": sentence}, 413) if doors.speaks_json() else refused.page(sentence, 413)


# The album


@photographing.get("/<game>/<pack>")
def page(game: str, pack: str) -> ResponseReturnValue:
    """Every photograph of a copy, those without a name first."""
    _must_be_allowed(game, pack)
    moment, who = the_table().moment, viewer()
    named = (each for each in albums.album(game, pack).all if each.name and may_see(each, moment, who))
    return render_template(
        "photographs.html",
        title="Photographs",
        game=game_of(game),
        pack=pack,
        unnamed=_unnamed(game, pack),
        named=sorted(named, key=lambda each: each.name.casefold()),
        host=is_host(),
        home=_home(),
        sent=request.args.get("sent", type=int),
    )


@photographing.post("/<game>/<pack>")
@bodies.up_to(AT_ONCE, _may_send)
def send(game: str, pack: str) -> ResponseReturnValue:
    """Keep the photographs that came: one, or a whole stack; at a question, that of the card it is about."""
    _must_be_allowed(game, pack)
    name, whose = _asked_about(request.form.get("card", ""))
    number = request.form.get("picture", "")
    if number:
        albums.name_it(game, pack, number, name)
    else:
        for pictures in _sent():
            albums.add(game, pack, pictures, name, whose)
    current_app.config["WIRE"].tell()
    if request.headers.get("X-Page"):
        return "", 204
    if "card" in request.form:
        return redirect(_home(), 303)
    return redirect(url_for("photographing.page", game=game, pack=pack, sent=len(request.files.getlist("photo"))), 303)


def _sent() -> list[tuple[bytes, bytes]]:
    """Each picture as it is kept: all are read before the first is kept, so that a broken one changes nothing."""
    files = [file for file in request.files.getlist("photo") if file.filename]
    if not files:
        raise IllegalAnswer("No picture came along. Take or choose a photograph first.")
    read = []
    with ExitStack() as opened:
        for file in files:
            opened.callback(file.close)
        for place, file in enumerate(files, 1):
            try:
                read.append(_picture(file.stream.read(LARGEST + 1)))
            except Trouble as trouble:
                which = f"Photograph {place} of {len(files)}: " if len(files) > 1 else ""
                raise IllegalAnswer(f"{which}{trouble}") from None
    return read


def _picture(data: bytes) -> tuple[bytes, bytes]:
    if len(data) > LARGEST:
        raise Trouble(f"The picture is too large: {LARGEST >> 20} megabytes at most.")
    return photographs().card(data)


def _asked_about(card: str) -> tuple[str, tuple[str, str] | None]:
    """The card of the question that this viewer is asked just now, and whose it is if nobody else may know of it.

    If somebody was faster and the question is gone, the photograph is kept without a name.
    """
    moment, who = the_table().moment, viewer()
    if not card or moment is None or moment.ask is None:
        return "", None
    for ask in moment.ask.each:
        if card in ask.about and (ask.seat == who.seat or (who.host and not ask.private)):
            return card, (moment.game_id, ask.seat) if ask.private else None
    return "", None


# One photograph


@photographing.get("/<game>/<pack>/<number>")
def one(game: str, pack: str, number: str) -> ResponseReturnValue:
    """One photograph, large; whoever may, says here which card it is."""
    picture = next((each for each in albums.album(game, pack).all if each.number == number), None)
    if picture is None:
        abort(404, "There is no such photograph.")
    known = _known(game, pack) if _may_send() else {}
    taken = albums.album(game, pack).named
    return render_template(
        "photograph.html",
        title=picture.name or "Photograph",
        game=game_of(game),
        pack=pack,
        picture=picture,
        may_name=_may_send(),
        without={kind: [name for name in found if name.casefold() not in taken] for kind, found in known.items()},
        longest=albums.LONGEST,
        home=_home(),
    )


@photographing.post("/<game>/<pack>/<number>")
def change(game: str, pack: str, number: str) -> ResponseReturnValue:
    """Say what the card is called, or throw the photograph away; then comes the next one that has no name."""
    _must_be_allowed(game, pack)
    before = [each.number for each in _unnamed(game, pack)]
    if "away" in request.form:
        albums.throw_away(game, pack, number)
    else:
        albums.name_it(game, pack, number, request.form.get("name", ""))
    current_app.config["WIRE"].tell()
    left = [each.number for each in _unnamed(game, pack)]
    if number not in before or not left:
        return redirect(url_for("photographing.page", game=game, pack=pack), 303)
    following = next((each for each in before[before.index(number) :] if each in left), left[0])
    return redirect(url_for("photographing.one", game=game, pack=pack, number=following), 303)


def _unnamed(game: str, pack: str) -> list[Photograph]:
    """What this viewer may name next, in the order in which it was photographed."""
    moment, who = the_table().moment, viewer()
    return [each for each in albums.album(game, pack).all if not each.name and may_see(each, moment, who)]


@photographing.get("/<game>/<pack>/<number>/<any(large, small):size>.jpg")
def picture(game: str, pack: str, number: str, size: str) -> ResponseReturnValue:
    """The picture itself: always a JPEG that the box packed, for whoever was told its number."""
    found = albums.file(game, pack, number, small=size == "small")
    if found is None:
        abort(404, "There is no such photograph.")
    return Response(found.read_bytes(), mimetype="image/jpeg", headers={"Cache-Control": FOR_LONG})


def _known(game: str, pack: str) -> dict[str, list[str]]:
    """The cards of a copy that have names, by their kind: those written down, and those that this viewer has met."""
    moment, who = the_table().moment, viewer()
    newest = next(each for each, _ in packs.choices(game) if packs.family(each) == pack)
    tables: list[Plain] = [from_toml(file.read_text("utf-8")) for file in packs.folder(game, newest).glob("*.toml")]
    found = {name: kind for each in tables for kind, name in _names(each)}
    if moment and moment.setup.game == game and packs.family(moment.setup.pack) == pack:
        learned = moment.position.game.learned(moment.position.state) or {}
        told = json.dumps([moment.position.show(who.seat), moment.log_for(who.seat)], ensure_ascii=False, default=str)
        found |= {name: kind for kind, name in _names(learned) if name in told}
    kinds: dict[str, list[str]] = {}
    for name, kind in sorted(found.items()):
        kinds.setdefault(kind.replace("_", " "), []).append(name)
    return kinds


def _names(tables: Plain) -> Iterator[tuple[str, str]]:
    """Every card of plain tables that says what it is called, with its kind."""
    for kind, cards in tables.items():
        for card in cards.values() if isinstance(cards, dict) else cards if isinstance(cards, list) else ():
            if isinstance(card, dict) and isinstance(card.get("name"), str):
                yield kind, card["name"]


def _home() -> str:
    return url_for("pages.seat" if viewer().seat else "pages.kiosk")


# A phone that sits at no game


@photographing.get("/key/<token>/<game>/<pack>")
def way_in(token: str, game: str, pack: str) -> ResponseReturnValue:
    """A phone that scanned the code may send photographs from now on."""
    if not secrets.compare_digest(token.encode(), key(current_app.config["HOST_TOKEN"]).encode()):
        abort(403, "That is not this box's code. Scan the one on its own screen.")
    response = make_response(redirect(url_for("photographing.page", game=game, pack=pack), 303))
    response.set_cookie(KEY_COOKIE, token, max_age=A_YEAR, httponly=True, samesite="Lax")
    return response


@photographing.get("/<game>/<pack>/key.svg")
def code(game: str, pack: str) -> ResponseReturnValue:
    """The code itself, only for the box's own screen."""
    must_be_host()
    token = key(current_app.config["HOST_TOKEN"])
    where = current_app.config["ADDRESS"]() + url_for("photographing.way_in", token=token, game=game, pack=pack)
    return codes.code(where)
