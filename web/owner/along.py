"""What travels with a pack beside its cards: photographs of an owner's board, what was tapped of it, taught pieces.

Only the box's own screen takes these along: they are the owner's pictures of the owner's things.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import abort, current_app

from rules import packs
from rules.ask import IllegalAnswer, Trouble
from rules.silent_sea import drafting

from . import board_shelf
from .board_editor import LARGEST_UPLOAD, photographs
from .teaching import LARGEST as LARGEST_TAUGHT

PICTURES = (board_shelf.RAW, board_shelf.FLAT, board_shelf.PHOTO)
TAUGHT = "pieces.taught"
LARGEST = {**dict.fromkeys(PICTURES, LARGEST_UPLOAD), board_shelf.DRAFT: 1 << 20, TAUGHT: LARGEST_TAUGHT}
"""Bytes of each, unpacked."""


def belongings(name: str, pack: str) -> dict[str, bytes]:
    """All of it that there is for a pack, by the name it travels under."""
    found = {}
    for file in board_files(name, pack):
        found[file.name] = file.read_bytes()
    if (taught := taught_file(name, pack)) is not None:
        found[TAUGHT] = taught.read_bytes()
    return found


def board_files(name: str, pack: str) -> list[Path]:
    if name != board_shelf.GAME:
        return []
    place = packs.folder(name, pack)
    return [place / file for file in (*PICTURES, board_shelf.DRAFT) if (place / file).is_file()]


def taught_file(name: str, pack: str) -> Path | None:
    """Pieces are taught for any pack, also for those that come with the box."""
    places = (shelf / name / f"{pack}.taught" for shelf in packs.shelves)
    return next((file for file in places if file.is_file()), None)


def checked(name: str, sent: Mapping[str, bytes]) -> tuple[dict[str, bytes], bytes]:
    """What came along with a pack: the files of its board as the box keeps them, and the taught pieces.

    Whatever is broken is told in a sentence, before anything is put onto the shelf.
    """
    board = {}
    if name == board_shelf.GAME:
        board = {file: _board_file(file, data) for file, data in sent.items() if file != TAUGHT}
    taught = sent.get(TAUGHT, b"")
    if taught:
        teacher().pieces_in(taught)
    return board, taught


def _board_file(file: str, data: bytes) -> bytes:
    try:
        if file == board_shelf.DRAFT:
            drafting.read(json.loads(data))
            return data
        return photographs().read(data)
    except ValueError:
        raise IllegalAnswer(f"{file} in that zip file cannot be read.") from None
    except Trouble as trouble:
        raise IllegalAnswer(f"{file} in that zip file: {trouble}") from None


def teacher() -> Any:
    """Who keeps what was taught."""
    eye = current_app.config["EYE"]
    if eye is None:
        abort(404, "There are taught pieces in that zip file, and no camera looks at this table.")
    return eye.teaching
