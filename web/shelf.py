"""The shelf of content packs: what there is for each game, to take along and to bring in.

A pack travels as one zip file of TOML files. Whatever is brought in is tried first: a pack that cannot be played does
not get onto the shelf, and the reasons are told by file, card and field.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import zipfile
from io import BytesIO
from pathlib import Path

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules import packs
from rules.ask import IllegalAnswer
from rules.games import NAMES, game

from .seats import is_host, must_be_host

shelf = Blueprint("shelf", __name__, url_prefix="/packs")

LARGEST_ZIP = 2 << 20  # bytes; the largest demo pack packs into a twentieth of that
LARGEST_PACK = 8 << 20  # bytes once unpacked, so that a small zip cannot fill the card
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


@shelf.get("/")
def page() -> ResponseReturnValue:
    """Every pack of every game."""
    found = [
        (game(name), [(pack, _files(name, pack), _own(name, pack)) for pack in packs.names(name)]) for name in NAMES
    ]
    return render_template("packs.html", title="Packs", games=found, host=is_host(), may_add=bool(packs.shelves))


@shelf.get("/<name>/<pack>.zip")
def take(name: str, pack: str) -> ResponseReturnValue:
    """One pack as a file to keep or to give away."""
    _known(name)
    if pack not in packs.names(name):
        abort(404, f"There is no pack {pack} for {game(name).title}.")
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(packs.folder(name, pack).glob("*.toml")):
            packed.write(file, file.name)
    headers = {"Content-Disposition": f'attachment; filename="{name}-{pack}.zip"'}
    return Response(out.getvalue(), mimetype="application/zip", headers=headers)


@shelf.post("/")
def bring() -> ResponseReturnValue:
    """Put a pack onto the owner's shelf, if it can be played."""
    must_be_host()
    request.max_content_length = LARGEST_ZIP
    name, pack = request.form.get("game", ""), request.form.get("name", "").strip().lower()
    _known(name)
    if not NAME.fullmatch(pack):
        raise IllegalAnswer("A pack's name has letters, digits, - and _ only, and at most 32 of them.")
    if pack in packs.names(name) and not _own(name, pack):
        raise IllegalAnswer(f"{pack} comes with the box; give yours another name.")
    if not packs.shelves:
        abort(404, "This box keeps no packs of its own.")
    sent = request.files.get("pack")
    with tempfile.TemporaryDirectory() as folder:
        trial = Path(folder) / name / pack
        trial.mkdir(parents=True)
        _unpack(sent.read() if sent else b"", trial)
        _try(name, pack, Path(folder))
        place = packs.shelves[0] / name / pack
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(trial, place)
    packs.forget()
    return redirect(url_for("shelf.page"), 303)


def _try(name: str, pack: str, folder: Path) -> None:
    """Set a game up with it, as people would; the reasons why not are told as they are."""
    packs.shelves.insert(0, folder)
    packs.forget()
    try:
        game(name).begin(game(name).setup(game(name).fewest, pack=pack))
    except packs.BrokenPack as broken:
        raise IllegalAnswer(str(broken)) from None
    finally:
        packs.shelves.remove(folder)
        packs.forget()


def _unpack(data: bytes, into: Path) -> None:
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            files = [each for each in packed.infolist() if each.filename.endswith(".toml") and not each.is_dir()]
            if sum(each.file_size for each in files) > LARGEST_PACK:
                raise IllegalAnswer("That is too large for a pack.")
            for each in files:
                (into / Path(each.filename).name).write_bytes(packed.read(each))
    except zipfile.BadZipFile:
        raise IllegalAnswer("That is no pack: expected a zip file of TOML files.") from None
    if not files:
        raise IllegalAnswer("There is no TOML file in that zip file.")


def _known(name: str) -> None:
    if name not in NAMES:
        abort(404, "There is no such game.")


def _own(name: str, pack: str) -> bool:
    return any((each / name / pack).is_dir() for each in packs.shelves)


def _files(name: str, pack: str) -> str:
    files = sorted(packs.folder(name, pack).glob("*.toml"))
    size = sum(file.stat().st_size for file in files)
    return f"{len(files)} {'file' if len(files) == 1 else 'files'}, {max(1, round(size / 1024))} kB"
