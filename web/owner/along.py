"""What travels with a pack beside its cards: what its game keeps there, such as photographs, and taught pieces.

Only the box's own screen takes these along: they are the owner's pictures of the owner's things.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import abort, current_app

from rules import packs
from rules.ask import IllegalAnswer, Trouble
from rules.games import game
from web.games.own_pages import belongings as kept_by

from .teaching import LARGEST as LARGEST_TAUGHT

TAUGHT = "pieces.taught"


def largest(name: str) -> dict[str, int]:
    """Everything that may come along with a pack of a game, and how many bytes of it, unpacked."""
    return {file: each.largest for file, each in kept_by(game(name)).items()} | {TAUGHT: LARGEST_TAUGHT}


def belongings(name: str, pack: str) -> dict[str, bytes]:
    """All of it that there is for a pack, by the name it travels under."""
    found = {file.name: file.read_bytes() for file in _files(name, pack)}
    if (taught := taught_file(name, pack)) is not None:
        found[TAUGHT] = taught.read_bytes()
    return found


def told(name: str, pack: str) -> list[str]:
    """What the shelf says of it."""
    kept = kept_by(game(name))
    said = dict.fromkeys(kept[file.name].told for file in _files(name, pack))
    if taught_file(name, pack):
        said["with taught pieces"] = None
    return [words for words in said if words]


def _files(name: str, pack: str) -> list[Path]:
    place = packs.folder(name, pack)
    return [place / file for file in kept_by(game(name)) if (place / file).is_file()]


def taught_file(name: str, pack: str) -> Path | None:
    """Pieces are taught for any pack, also for those that come with the box."""
    places = (shelf / name / f"{pack}.taught" for shelf in packs.shelves)
    return next((file for file in places if file.is_file()), None)


def checked(name: str, sent: Mapping[str, bytes]) -> tuple[dict[str, bytes], bytes]:
    """What came along with a pack: the files beside its cards as the box keeps them, and the taught pieces.

    Whatever is broken is told in a sentence, before anything is put onto the shelf.
    """
    kept = kept_by(game(name))
    found = {}
    for file, data in sent.items():
        if file == TAUGHT:
            continue
        try:
            found[file] = kept[file].read(data)
        except ValueError:
            raise IllegalAnswer(f"{file} in that zip file cannot be read.") from None
        except Trouble as trouble:
            raise IllegalAnswer(f"{file} in that zip file: {trouble}") from None
    taught = sent.get(TAUGHT, b"")
    if taught:
        teacher().pieces_in(taught)
    return found, taught


def teacher() -> Any:
    """Who keeps what was taught."""
    eye = current_app.config["EYE"]
    if eye is None:
        abort(404, "There are taught pieces in that zip file, and no camera looks at this table.")
    return eye.teaching
