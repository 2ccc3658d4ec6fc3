"""Where owners' boards of The Silent Sea are kept: drafts, photographs, and the packs made of them.

All of it lies in the box's own data folder, beside the owners' other packs, and nowhere else.
"""

from __future__ import annotations

import json
import re
import shutil
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from rules import packs
from rules.ask import Trouble
from rules.plain import Plain, dump
from rules.silent_sea import pack as content
from rules.silent_sea.drafting import Draft, files, missing, owners_pack, read
from rules.written import from_json
from web.owner.keeping import write

GAME = "silent_sea"
RAW, FLAT, PHOTO, DRAFT = "raw.jpg", "flat.jpg", "photo.jpg", "draft.json"
"""As photographed; straightened; the same once it can be played on; and what was tapped so far."""

PICTURES = (RAW, FLAT, PHOTO)

BY_THE_EDITOR = ("pack.toml", "board.toml")
"""Written anew each time; the cards are written once and are the owner's from then on."""

NAME = re.compile(r"[a-z0-9_]{1,32}")
MOST = 40  # boards on one box


@dataclass(frozen=True)
class Kept:
    """A board on the shelf."""

    name: str
    title: str
    places: int
    ready: bool  # can be chosen at set-up
    straight: bool  # its corners have been dragged


def folder(name: str) -> Path:
    """Where the board *name* lies; anything that is no name is refused."""
    if not packs.shelves:
        raise Trouble("This box has no folder for owners' packs.")
    if not NAME.fullmatch(name):
        raise Trouble("There is no such board on this box.")
    return packs.shelves[0] / GAME / name


def boards() -> list[Kept]:
    """Every owner's board on this box."""
    place = folder("_").parent
    names = sorted(each.name for each in place.iterdir() if (each / DRAFT).is_file()) if place.is_dir() else []
    return [kept(name) for name in names if NAME.fullmatch(name)]


def kept(name: str) -> Kept:
    opened, place = draft(name), folder(name)
    ready = (place / "board.toml").is_file()
    return Kept(name, opened.title, len(opened.nodes), ready, (place / FLAT).is_file())


def begin(title: str) -> str:
    """A new board; its name is made of its title."""
    fresh = read({"title": title})
    if not fresh.title:
        raise Trouble("Give the board a name first.")
    if len(boards()) >= MOST:
        raise Trouble(f"There are {MOST} boards on this box. Throw one away first.")
    name = _free(_plain(fresh.title))
    folder(name).mkdir(parents=True)
    keep(name, fresh)
    return name


def _plain(title: str) -> str:
    letters = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", letters).strip("_")[:28] or "board"


def _free(name: str) -> str:
    taken = {*packs.names(GAME), *(each.name for each in boards())}
    number = 2
    while (found := name if name not in taken else f"{name}_{number}") in taken:
        number += 1
    return found


def draft(name: str) -> Draft:
    try:
        return read(from_json((folder(name) / DRAFT).read_text("utf-8")))
    except FileNotFoundError:
        raise Trouble("There is no such board on this box.") from None
    except ValueError:
        raise Trouble(f"What was tapped of {name} cannot be read any more.") from None


def keep(name: str, opened: Draft) -> None:
    write(folder(name) / DRAFT, json.dumps(dump(opened), ensure_ascii=False).encode())


def keep_taps(name: str, sent: Plain) -> Draft:
    """What the editor tapped; the picture's own shape is not the editor's to change."""
    before = draft(name)
    if not isinstance(sent, dict) or not {"nodes", "edges"} <= sent.keys():
        raise Trouble("Nothing that was tapped came along.")
    opened = read({**sent, "title": sent.get("title") or before.title, "aspect": before.aspect, "width": before.width})
    keep(name, opened)
    return opened


def picture(name: str, which: str) -> Path:
    file = folder(name) / which
    if not file.is_file():
        raise Trouble("There is no picture of this board yet.")
    return file


def keep_picture(name: str, data: bytes) -> None:
    """As photographed; it is straightened next."""
    draft(name)  # there must be such a board
    write(folder(name) / RAW, data)


def keep_flat(name: str, data: bytes, aspect: float, width: float) -> None:
    """Straightened; *width* is that of the board itself, in millimetres."""
    opened = read({**dump(draft(name)), "aspect": aspect, "width": width})
    write(folder(name) / FLAT, data)
    keep(name, opened)


def finish(name: str, in_use: Collection[str]) -> str:
    """Make the draft a pack to play with; what it is called.

    :param in_use: packs that games on this box were begun with. Such a board stays as it is, or those games could
        not be replayed; the changed one goes beside it under a name of its own.
    """
    opened, place = draft(name), folder(name)
    wrong = missing(opened.board)
    if wrong:
        raise Trouble(" ".join(wrong))
    flat = picture(name, FLAT)
    if name in in_use and (place / "board.toml").is_file():
        name = _free(re.sub(r"_\d+$", "", name))
        shutil.copytree(place, folder(name))
        place = folder(name)
    texts = files(owners_pack(opened, name, PHOTO))
    fresh = {file: text for file, text in texts.items() if file in BY_THE_EDITOR or not (place / file).exists()}
    before = {file: (place / file).read_bytes() for file in fresh if (place / file).exists()}
    try:
        for file, text in fresh.items():
            write(place / file, text.encode())
        packs.forget()
        content.opened(name)
    except packs.BrokenPack:  # cards that the owner wrote name places that are gone
        for file in fresh:
            (place / file).unlink(missing_ok=True)
        for file, data in before.items():
            write(place / file, data)
        packs.forget()
        raise
    write(place / PHOTO, flat.read_bytes())
    return name


def throw_away(name: str, in_use: Collection[str]) -> None:
    opened = draft(name)
    if name in in_use:
        raise Trouble(f"A game on this box was played on {opened.title}: it has to stay.")
    shutil.rmtree(folder(name))
    packs.forget()
