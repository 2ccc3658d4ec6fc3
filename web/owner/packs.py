"""The shelf of content packs: what there is for each game, to take along and to bring in.

A pack travels as one zip file of TOML files, with whatever its owner photographed and taught for it. What is brought in
is tried first: a pack that cannot be played does not get onto the shelf, and the reasons are told by file, card and
field.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import zipfile
import zlib
from io import BytesIO
from pathlib import Path

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from rules import packs
from rules.ask import IllegalAnswer
from rules.games import game, names
from web.games.own_pages import owner_pages
from web.live import bodies
from web.live.seats import is_host, must_be_host

from . import along
from .joining import own_copy

shelf = Blueprint("shelf", __name__, url_prefix="/packs")

LARGEST_ZIP = 32 << 20  # bytes; nearly all of it photographs and taught pieces
LARGEST_PACK = 1 << 20  # bytes of all TOML files once unpacked: five times the largest that comes with the box
MOST_FILES = 10_000  # in a zip file, also in one inside it
EACH_FILE = b"PK\x01\x02"  # stands once for each of them in the list, which Python reads as a whole
SIZES = "camera/mat.toml"
"""How large the owner's cards are and where their numbers stand, for the camera."""

NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}")


@shelf.get("/")
def page() -> ResponseReturnValue:
    """Every pack of every game."""
    found = [
        (game(name), [_on_the_shelf(name, pack) for pack in _to_show(name)], owner_pages(game(name)), _copies(name))
        for name in names()
    ]
    return render_template(
        "packs.html",
        title="Packs",
        games=found,
        own_copies={name: own_copy(name) for name in names()},
        host=is_host(),
        may_add=bool(packs.shelves),
    )


def _to_show(name: str) -> list[str]:
    """Every pack; of an owner's copy the last description, and that only once anything stands in it."""
    last = packs.own_copies(name)
    return [
        pack for pack in packs.names(name) if (_own(name, pack) if pack in last else not packs.is_private(name, pack))
    ]


@shelf.get("/<name>/<pack>.zip")
def take(name: str, pack: str) -> ResponseReturnValue:
    """One pack as a file to keep or to give away; for its owner with photographs and taught pieces."""
    _known(name)
    if pack not in packs.names(name):
        abort(404, f"There is no pack {pack} for {game(name).title}.")
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        place = packs.folder(name, pack)
        for file in _toml(place):
            packed.write(file, file.relative_to(place))
        for file_name, data in along.belongings(name, pack).items() if is_host() else ():
            packed.writestr(file_name, data)
    headers = {"Content-Disposition": f'attachment; filename="{name}-{pack}.zip"'}
    return Response(out.getvalue(), mimetype="application/zip", headers=headers)


@shelf.post("/")
@bodies.up_to(LARGEST_ZIP, is_host)
def bring() -> ResponseReturnValue:
    """Put a pack onto the owner's shelf, if it can be played."""
    must_be_host()
    name, pack = request.form.get("game", ""), request.form.get("name", "").strip().lower()
    _known(name)
    if not NAME.fullmatch(pack):
        raise IllegalAnswer("A pack's name has letters, digits, - and _ only, and at most 32 of them.")
    if pack in packs.names(name) and not _own(name, pack):
        raise IllegalAnswer(f"{pack} comes with the box; give yours another name.")
    if not packs.shelves:
        abort(404, "This box keeps no packs of its own.")
    sent = request.files.get("pack")
    cards, more = _unzipped(sent.read() if sent else b"", along.largest(name))
    beside, taught = along.checked(name, more)
    packs.shelves[0].mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".", dir=packs.shelves[0]) as folder:
        trial = Path(folder) / name / pack
        trial.mkdir(parents=True)
        for file, data in {**cards, **beside}.items():
            (trial / file).parent.mkdir(exist_ok=True)
            (trial / file).write_bytes(data)
        _try(name, pack, Path(folder))
        _put(trial, packs.shelves[0] / name / pack)
    packs.forget()
    if taught:
        along.teacher().bring(name, pack, taught)
    return redirect(url_for("shelf.page"), 303)


def _try(name: str, pack: str, folder: Path) -> None:
    """Set a game up with it, as people would; the reasons why not are told as they are."""
    packs.shelves.insert(0, folder)
    packs.forget()
    try:
        game(name).try_pack(pack)
    except packs.BrokenPack as broken:
        raise IllegalAnswer(str(broken)) from None
    finally:
        packs.shelves.remove(folder)
        packs.forget()


def _put(trial: Path, place: Path) -> None:
    """Onto the shelf, in place of the pack of that name; what was made here stays unless another came along."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.is_dir():
        for file in place.iterdir():
            if file.suffix != ".toml" and not (trial / file.name).exists():
                (shutil.copytree if file.is_dir() else shutil.copy2)(file, trial / file.name)
        place.rename(trial.with_name(".before"))
    trial.rename(place)


def _called(path: str) -> str:
    """What a file of a zip file is called in its pack, whatever folders it was packed with."""
    return SIZES if path == SIZES or path.endswith(f"/{SIZES}") else Path(path).name


def _unzipped(data: bytes, largest: dict[str, int]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The TOML files of a zip file, and what else there is that belongs to a pack.

    :param largest: what that may be, and how many bytes of it.
    """
    if data.count(EACH_FILE) > MOST_FILES:
        raise IllegalAnswer("There are far too many files in that zip file.")
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            files = {_called(each.filename): each for each in packed.infolist() if not each.is_dir()}
            cards = {file: each for file, each in files.items() if file.endswith(".toml")}
            more = {file: each for file, each in files.items() if file in largest}
            small = all(each.file_size <= largest[file] for file, each in more.items())
            if sum(each.file_size for each in cards.values()) > LARGEST_PACK or not small:
                raise IllegalAnswer("That is too large for a pack.")
            if not cards:
                raise IllegalAnswer("There is no TOML file in that zip file.")
            read = {file: packed.read(each) for file, each in {**cards, **more}.items()}
    except (zipfile.BadZipFile, zlib.error, EOFError):
        raise IllegalAnswer("That is no pack, or it is damaged: expected a zip file of TOML files.") from None
    except (NotImplementedError, RuntimeError):  # packed in a way that only few programs know, or with a password
        raise IllegalAnswer("That zip file cannot be unpacked here. Pack it as zip without a password.") from None
    return {file: read[file] for file in cards}, {file: read[file] for file in more}


def _on_the_shelf(name: str, pack: str) -> tuple[str, str, str, bool, str, list[str]]:
    """A pack, its title, what is in it, whether an owner made it, why it can't be played, what looks unfinished."""
    own = _own(name, pack)
    broken, doubts = "", []
    if own:  # those that come with the box are whole
        try:
            doubts = game(name).try_pack(pack)
        except packs.BrokenPack as why:
            broken = str(why)
    return pack, dict(packs.choices(name)).get(pack, pack), _files(name, pack), own, broken, doubts


def _copies(name: str) -> list[str]:
    """The owners' copies of a game, of whose cards photographs are kept."""
    return list(dict.fromkeys(packs.family(each) for each in packs.names(name) if packs.is_private(name, each)))


def _known(name: str) -> None:
    if name not in names():
        abort(404, "There is no such game.")


def _own(name: str, pack: str) -> bool:
    return any((each / name / pack).is_dir() for each in packs.shelves)


def _toml(place: Path) -> list[Path]:
    return [*sorted(place.glob("*.toml")), *(each for each in (place / SIZES,) if each.is_file())]


def _files(name: str, pack: str) -> str:
    files = _toml(packs.folder(name, pack))
    size = sum(file.stat().st_size for file in files)
    told = [f"{len(files)} {'file' if len(files) == 1 else 'files'}, {max(1, round(size / 1024))} kB"]
    return ", ".join([*told, *along.told(name, pack)])
