"""Taught pieces as one file that can be kept with a pack, copied and sent: a zip of small pictures and an index."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import cv2
import numpy as np

from vision.find.pieces import KINDS
from vision.read.taught import LONGEST, LOOKS, Shelf, Taught
from vision.reading import Image

FORMAT = 2
MOST_PIECES = 2000
MOST_BYTES = 96 * 1024 * 1024
"""Unpacked; a file that would become larger was not made by a box."""


def save(shelf: Shelf, path: Path) -> None:
    """Write the shelf; whatever happens meanwhile, the old file or the new one is there, never half of one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(packed(shelf))
    part.replace(path)


def packed(shelf: Shelf) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        index = [{"name": piece.name, "kind": piece.kind} for piece in shelf.pieces.values()]
        archive.writestr("pieces.json", json.dumps({"format": FORMAT, "pieces": index}, ensure_ascii=False))
        for number, piece in enumerate(shelf.pieces.values()):
            for look, picture in enumerate(piece.pictures):
                archive.writestr(f"{number}/{look}.png", cv2.imencode(".png", picture)[1].tobytes())
    return out.getvalue()


def load(path: Path) -> Shelf:
    return unpacked(path.read_bytes())


def unpacked(data: bytes) -> Shelf:
    """A shelf from a file; a sentence if it is none."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > MOST_BYTES:
                raise ValueError("This file of taught pieces is far too large.")
            index = json.loads(archive.read("pieces.json"))
            if index.get("format") != FORMAT:
                raise ValueError(f"These taught pieces have format {index.get('format')}; expected {FORMAT}.")
            if len(index["pieces"]) > MOST_PIECES:
                raise ValueError(f"There are {len(index['pieces'])} pieces in this file; a box keeps {MOST_PIECES}.")
            return Shelf([_piece(archive, number, each) for number, each in enumerate(index["pieces"])])
    except (
        zipfile.BadZipFile,
        KeyError,
        TypeError,
        AttributeError,
        UnicodeDecodeError,
        json.JSONDecodeError,
    ) as broken:
        raise ValueError(f"This is no file of taught pieces ({broken}).") from broken


def _piece(archive: zipfile.ZipFile, number: int, told: dict[str, str]) -> Taught:
    name, kind = " ".join(str(told["name"]).split())[:LONGEST], str(told["kind"])
    if kind not in KINDS or not name:
        raise ValueError(f"Piece {number + 1} of this file is a {kind} called “{name}”; nobody can teach that.")
    pictures = tuple(_picture(archive, f"{number}/{look}.png", kind) for look in range(LOOKS))
    return Taught(name, pictures, kind)


def _picture(archive: zipfile.ZipFile, file: str, kind: str) -> Image:
    picture = cv2.imdecode(np.frombuffer(archive.read(file), np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"The picture {file} cannot be read.")
    return np.asarray(cv2.resize(picture, KINDS[kind].size, interpolation=cv2.INTER_AREA), np.uint8)
