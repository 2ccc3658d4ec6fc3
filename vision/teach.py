"""Teaches the box a piece it does not know: lay it down, press three times, name it.

From a few pictures of the piece and those of all other taught pieces it is worked out how sure the box will be, and
which other piece it could be taken for.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards import thumbnail
from vision.reading import Image, Reading

Floats = NDArray[np.float32]

LOOKS = 3
"""How often a piece is shown before it is known."""

THUMB = (32, 44)
FORMAT = 1


@dataclass(frozen=True)
class Taught:
    """One piece the owner has shown to the box.

    :param looks: thumbnails, one for each time it was shown.
    """

    name: str
    looks: tuple[Floats, ...]
    pictures: tuple[Image, ...] = field(default=(), compare=False)

    @property
    def steady(self) -> float:
        """How alike the looks are: how well the box will know it again, up to 1."""
        pairs = [float(a @ b) for n, a in enumerate(self.looks) for b in self.looks[:n]]
        return min(pairs, default=0.0)


@dataclass(frozen=True)
class Estimate:
    """How sure the box will be about a piece, told right after it was taught.

    :param sure: 0 to 1.
    :param like: the other piece it could most easily be taken for, if there is any.
    """

    sure: float
    like: str | None
    sentence: str


class Shelf:
    """Everything the owner has taught, by name; kept with the owner's pack."""

    def __init__(self, pieces: Sequence[Taught] = ()) -> None:
        self.pieces: dict[str, Taught] = {piece.name: piece for piece in pieces}

    def teach(self, name: str, pictures: Sequence[Image]) -> Estimate:
        """Learn *name* from straightened pictures of it, all the same way up; an older piece of that name is
        replaced.
        """
        if not name.strip():
            raise ValueError("The piece needs a name.")
        if len(pictures) < LOOKS:
            raise ValueError(f"Show it {LOOKS} times; {len(pictures)} came.")
        small = tuple(np.asarray(cv2.resize(p, (126, 176), interpolation=cv2.INTER_AREA), np.uint8) for p in pictures)
        self.pieces[name] = Taught(name, tuple(thumbnail(picture, THUMB) for picture in pictures), small)
        return self.estimate(name)

    def estimate(self, name: str) -> Estimate:
        """How sure the box will be about *name*, with all it knows by now."""
        piece = self.pieces[name]
        others = [(self._alike(piece, other), other.name) for other in self.pieces.values() if other.name != name]
        nearest, like = max(others, default=(0.0, None), key=lambda one: one[0])
        # The piece must be more like itself than like any other; how much more is how sure the box will be.
        margin = piece.steady - nearest
        sure = float(np.clip(margin / 0.25, 0, 1) * np.clip((piece.steady - 0.5) / 0.4, 0, 1))
        if piece.steady < 0.75:
            sentence = f"The three looks at {name} were not alike: show it again, in steady light."
        elif like is not None and sure < 0.6:
            sentence = f"{name} looks much like {like}; the box will often ask which of the two it is."
        else:
            sentence = f"{name} is known."
        return Estimate(round(sure, 2), like if nearest > 0.5 else None, sentence)

    def read(self, slot: str, picture: Image, among: Sequence[str] | None = None) -> Reading:
        """Which taught piece *picture* shows, whichever way up it lies; ``None`` if it is none of them.

        :param among: the only pieces it can be, if the rules know.
        """
        names = [name for name in self.pieces if among is None or name in among]
        if not names:
            return Reading(slot, None, 0.0)
        ways = [thumbnail(picture, THUMB), thumbnail(np.ascontiguousarray(picture[::-1, ::-1]), THUMB)]
        scores = {name: max(float(look @ way) for look in self.pieces[name].looks for way in ways) for name in names}
        ranked = sorted(scores.items(), key=lambda one: -one[1])
        (best, score), second = ranked[0], ranked[1][1] if len(ranked) > 1 else -1.0
        known = 1 / (1 + np.exp(-25 * (score - 0.72)))
        clear = 1 / (1 + np.exp(-60 * (score - second - 0.04)))
        confidence = float(known * clear)
        if known < 0.5:
            return Reading(slot, None, float(1 - known) * 0.8, ((best, confidence),))
        return Reading(slot, best, confidence, tuple((n, float(known * (1 - clear))) for n, _ in ranked[1:2]))

    def way_up(self, name: str, picture: Image) -> bool:
        """Does *picture* show the piece the way it was taught, and not upside down?"""
        piece = self.pieces[name]
        up = max(float(look @ thumbnail(picture, THUMB)) for look in piece.looks)
        down = max(float(look @ thumbnail(np.ascontiguousarray(picture[::-1, ::-1]), THUMB)) for look in piece.looks)
        return up >= down

    def _alike(self, one: Taught, other: Taught) -> float:
        turned = [np.asarray(look.reshape(THUMB[1], THUMB[0], -1)[::-1, ::-1].ravel()) for look in other.looks]
        return max(float(a @ b) for a in one.looks for b in (*other.looks, *turned))

    # Keeping and sharing

    def save(self, path: Path) -> None:
        """Write the shelf as one file that can be kept with a pack, copied and sent."""
        part = path.with_suffix(".part")
        part.write_bytes(self.packed())
        part.replace(path)

    def packed(self) -> bytes:
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
            names = list(self.pieces)
            archive.writestr("pieces.json", json.dumps({"format": FORMAT, "pieces": names}, ensure_ascii=False))
            for number, piece in enumerate(self.pieces.values()):
                for look, picture in enumerate(piece.pictures):
                    done, data = cv2.imencode(".png", picture)
                    assert done
                    archive.writestr(f"{number}/{look}.png", data.tobytes())
        return out.getvalue()

    @classmethod
    def load(cls, path: Path) -> Shelf:
        return cls.unpacked(path.read_bytes())

    @classmethod
    def unpacked(cls, data: bytes) -> Shelf:
        """A shelf from a file; a sentence if it is none."""
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                index = json.loads(archive.read("pieces.json"))
                if index.get("format") != FORMAT:
                    raise ValueError(f"These taught pieces have format {index.get('format')}; expected {FORMAT}.")
                shelf = cls()
                for number, name in enumerate(index["pieces"]):
                    files = sorted(f for f in archive.namelist() if f.startswith(f"{number}/"))
                    pictures = []
                    for file in files:
                        picture = cv2.imdecode(np.frombuffer(archive.read(file), np.uint8), cv2.IMREAD_COLOR)
                        if picture is None:
                            raise ValueError(f"The picture {file} of {name} cannot be read.")
                        pictures.append(np.asarray(picture, np.uint8))
                    looks = tuple(thumbnail(picture, THUMB) for picture in pictures)
                    shelf.pieces[str(name)] = Taught(str(name), looks, tuple(pictures))
                return shelf
        except (zipfile.BadZipFile, KeyError, json.JSONDecodeError) as broken:
            raise ValueError(f"This is no file of taught pieces ({broken}).") from broken

    def merged(self, other: Shelf) -> Shelf:
        """Both shelves together; of two pieces with one name the other's is kept."""
        return Shelf([*(p for p in self.pieces.values() if p.name not in other.pieces), *other.pieces.values()])
