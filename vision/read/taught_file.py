"""Taught pieces as one file that can be kept with a pack, copied and sent: a zip of small pictures and an index."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from pathlib import Path

import cv2
import numpy as np

from vision import picture_head
from vision.find.pieces import KINDS
from vision.read.taught import LONGEST, LOOKS, Shelf, Taught
from vision.reading import Image

FORMAT = 2
MOST_PIECES = 2000
MOST_INDEX = 1024 * 1024  # bytes
MOST_FILES = 10_000
MOST_POINTS = 200_000_000  # of all pictures; two thousand pieces as a box keeps them have 130 million
LARGEST = 4 * 1024 * 1024  # bytes of one picture
LARGEST_POINTS = 4_000_000
MOST_BYTES = 96 * 1024 * 1024
"""Unpacked; a file that would become larger was not made by a box."""

EACH_FILE = b"PK\x01\x02"
"""Stands once for each file in the list of a zip file, which Python reads as a whole."""


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
        if data.count(EACH_FILE) > MOST_FILES:
            raise ValueError("There are far too many files in this file of taught pieces.")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(info.file_size for info in archive.infolist()) > MOST_BYTES:
                raise ValueError("This file of taught pieces is far too large.")
            if archive.getinfo("pieces.json").file_size > MOST_INDEX:
                raise ValueError("This file of taught pieces is far too large.")
            if sum(_points(archive, info) for info in archive.infolist()) > MOST_POINTS:
                raise ValueError("The pictures in this file of taught pieces are far too large.")
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
    except (RuntimeError, zlib.error, EOFError):  # too deep, torn, or packed in a way that Python does not know
        raise ValueError("This is no file of taught pieces, or it is damaged.") from None


def _piece(archive: zipfile.ZipFile, number: int, told: dict[str, str]) -> Taught:
    name, kind = " ".join(str(told["name"]).split())[:LONGEST], str(told["kind"])
    if kind not in KINDS or not name:
        raise ValueError(f"Piece {number + 1} of this file is a {kind} called “{name}”; nobody can teach that.")
    pictures = tuple(_picture(archive, f"{number}/{look}.png", kind) for look in range(LOOKS))
    return Taught(name, pictures, kind)


def _points(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> int:
    """How many points the picture in one of the files has, as its head says."""
    if not info.filename.endswith(".png"):
        return 0
    with archive.open(info) as file:
        return _size(file.read(64))


def _size(data: bytes) -> int:
    """The points of a PNG, which is all that a box writes; none of anything else."""
    told = picture_head.head(data) if data.startswith(b"\x89PNG") else None
    return told.width * told.height if told else 0


def _picture(archive: zipfile.ZipFile, file: str, kind: str) -> Image:
    picture = None
    if archive.getinfo(file).file_size <= LARGEST:
        data = archive.read(file)
        if 0 < _size(data) <= LARGEST_POINTS:
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"The picture {file} cannot be read.")
    return np.asarray(cv2.resize(picture, KINDS[kind].size, interpolation=cv2.INTER_AREA), np.uint8)
