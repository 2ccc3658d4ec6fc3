"""Two boxes' owners join what they described: saved as a file here, opened there, and where they differ, chosen by tap.

What was sent waits beside the packs until everything is chosen. Whoever stops in the middle has changed nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules import cards_file, packs
from rules.ask import IllegalAnswer
from rules.games import game, names
from rules.joining import Tables
from web.live import bodies
from web.live.seats import is_host, must_be_host, the_table

joining = Blueprint("joining", __name__, url_prefix="/packs")

FORM_AROUND = 4096
"""Bytes of a form besides the file in it."""


@dataclass(frozen=True)
class OwnCopy:
    """An owner's copy, as the packs page shows it.

    :param so_far: how far it is described.
    :param waits: another box's cards were sent, and nobody has chosen yet.
    :param joined: another box's cards were joined last and can be given back.
    :param unknown: cards that the game under way could learn of.
    """

    title: str
    so_far: list[str]
    waits: bool
    joined: bool
    unknown: int


def own_copy(name: str) -> OwnCopy | None:
    """The copy of a game that is described at this table; None if there is none."""
    pack = next(iter(packs.own_copies(name)), None)
    if pack is None:
        return None
    table = the_table()
    live = table.moment is not None and table.moment.setup.game == name
    # what was told in campaigns and is not written down yet counts too; who only looks on need not wait for it
    known = table.described(name) if is_host() else packs.tables(name, pack)
    return OwnCopy(
        str(known["about"]["title"]),
        game(name).so_far(known),
        bool(packs.shelves) and _waiting(name).is_file(),
        bool(packs.history(name, pack).before),
        table.unknown_to_the_game() if live else 0,
    )


@joining.get("/<name>/cards.json")
def save(name: str) -> ResponseReturnValue:
    """What was described of a game, to open on another box."""
    _must_be_ours(name)
    data = cards_file.written(name, the_table().described(name))
    headers = {"Content-Disposition": f'attachment; filename="{name}-cards.json"', "Cache-Control": "no-store"}
    return Response(data, mimetype="application/json", headers=headers)


@joining.post("/<name>/cards")
@bodies.up_to(cards_file.LARGEST + FORM_AROUND, is_host)
def bring(name: str) -> ResponseReturnValue:
    """Another box's cards: joined at once, or first there is something to choose."""
    _must_be_ours(name)
    sent = request.files.get("cards")
    data = sent.read() if sent else b""
    theirs = cards_file.read(name, data)
    if not the_table().compared(name, theirs).differences:
        return _joined(name, theirs, ())
    place = _waiting(name)
    place.parent.mkdir(parents=True, exist_ok=True)
    new = place.with_suffix(".new")
    new.write_bytes(data)
    new.replace(place)
    return redirect(url_for("joining.choose", name=name), 303)


@joining.get("/<name>/join")
def choose(name: str) -> ResponseReturnValue:
    """Ours and theirs side by side, for each card of which the two say different things."""
    _must_be_ours(name)
    found = the_table().compared(name, _sent(name))
    return render_template("joining.html", title="Join cards", game=game(name), found=found)


@joining.post("/<name>/join")
def join(name: str) -> ResponseReturnValue:
    """What was chosen, for each difference; without a word ours stays."""
    _must_be_ours(name)
    theirs, form = _sent(name), request.form
    if "drop" in form:
        _waiting(name).unlink()
        return redirect(url_for("shelf.page"), 303)
    differences = the_table().compared(name, theirs).differences
    wanted = form.get("all", "")
    chosen = [each.id for each in differences if (wanted or form.get(each.id, "ours")) == "theirs"]
    return _joined(name, theirs, chosen)


@joining.post("/<name>/take-back")
def take_back(name: str) -> ResponseReturnValue:
    """Give the other box's cards back."""
    _must_be_ours(name)
    return _told(the_table().take_back_joining(name))


@joining.post("/<name>/learn")
def learn(name: str) -> ResponseReturnValue:
    """Let the game under way know what is known by now."""
    _must_be_ours(name)
    table = the_table()
    if table.moment is None or table.moment.setup.game != name:
        raise IllegalAnswer(f"No game of {game(name).title} is under way.")
    before = table.now().number
    table.take_in(before)
    return _told(" ".join(said for number, said in table.now().log_for(None) if number > before))


def _joined(name: str, theirs: Tables, chosen: tuple[str, ...] | list[str]) -> ResponseReturnValue:
    said = the_table().join(name, theirs, chosen)
    _waiting(name).unlink(missing_ok=True)
    return _told(said)


def _told(sentence: str) -> ResponseReturnValue:
    return render_template("joined.html", title="Packs", sentence=sentence)


def _must_be_ours(name: str) -> None:
    """Only the box's own screen joins cards, and only for games whose copy is described here."""
    if name not in names():
        abort(404, "There is no such game.")
    must_be_host()
    if not packs.shelves:
        abort(404, "This box keeps no packs of its own.")
    if not packs.own_copies(name):
        abort(404, f"{game(name).title} has no copy that is described at the table.")


def _waiting(name: str) -> Path:
    return packs.shelves[0] / name / ".joining.json"


def _sent(name: str) -> Tables:
    try:
        data = _waiting(name).read_bytes()
    except FileNotFoundError:
        raise IllegalAnswer("There is nothing to choose any more.") from None
    return cards_file.read(name, data)
