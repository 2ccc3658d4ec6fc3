"""A bundle of pictures with what truly lay there: a zip file, or a folder with the same files in it.

For each look there are two files of one name, ``000001.jpg`` and ``000001.json``. docs/pictures.md
says what is in them.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import cv2

from device.camera import picture_file
from rules.ask import Trouble
from rules.written import from_json
from vision.find.cards import Deck
from vision.read.digits import Box
from vision.reading import Image, Reading, Value

MAT = "mat"
QUALITY = 97  # of JPEG: the readers see hardly any difference
MOST = 5000  # looks in one bundle
LARGEST_WORDS, LARGEST_PICTURE = 1_000_000, 40_000_000  # bytes


@dataclass(frozen=True)
class Look:
    """One picture of a sheet, and what truly lies on it.

    :param sheet: the board's name, or ``mat``.
    :param jpeg: the picture, cut to what may be kept.
    :param lies: what lies on each place of a board that is known for sure; None is nothing.
    :param dice: the pips of the dice on the mat.
    :param cards: the numbers of the cards of *deck* on the mat.
    :param why: it was kept: ``asked``, ``unsure``, ``corrected``, or ``set`` for one taken to measure by.
    :param light: in which light it was taken, where somebody said so.
    :param readings: what was read then.
    """

    sheet: str
    jpeg: bytes
    lies: Mapping[str, Value | None] = field(default_factory=dict)
    dice: tuple[int, ...] = ()
    cards: tuple[int, ...] = ()
    deck: Deck | None = None
    why: str = "asked"
    light: str = ""
    readings: tuple[Reading, ...] = ()

    @property
    def count(self) -> int:
        """How many things in it are known."""
        return len(self.lies) + len(self.dice) + len(self.cards)

    @property
    def picture(self) -> Image:
        return picture_file.decoded(self.jpeg, f"a picture of the {self.sheet}")

    def words(self) -> str:
        """All but the picture, as it is written down."""
        told: dict[str, Any] = {"sheet": self.sheet, "why": self.why}
        if self.light:
            told["light"] = self.light
        for name in ("lies", "dice", "cards"):
            if truth := getattr(self, name):
                told[name] = truth
        if self.deck is not None and self.cards:
            place, possible = self.deck.number, self.deck.possible
            told["deck"] = {"size": self.deck.size}
            told["deck"] |= {"number": (place.x, place.y, place.tall, place.most)} if place else {}
            told["deck"] |= {"possible": sorted(possible)} if possible is not None else {}
        told["readings"] = [(one.slot, one.value, round(one.confidence, 4)) for one in self.readings]
        return json.dumps(told, ensure_ascii=False)


def jpeg(picture: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1])


def names(files: Sequence[str]) -> list[str]:
    """Of files those that are looks, in order: both parts must be there."""
    known = set(files)
    return sorted(name for file in known if (name := file.removesuffix(".json")) != file and f"{name}.jpg" in known)


def packed(folder: Path) -> bytes:
    """All looks in *folder* as one file."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as file:  # pictures are packed already
        for name in names([each.name for each in folder.iterdir()] if folder.is_dir() else []):
            for part in (f"{name}.json", f"{name}.jpg"):
                file.writestr(part, (folder / part).read_bytes())
    return out.getvalue()


def looks(bundle: Path) -> Iterator[Look]:
    """Every look in a bundle, one after the other; what cannot be read is told."""
    for _, look in named(bundle):
        yield look


def named(bundle: Path) -> Iterator[tuple[str, Look]]:
    """Every look with the name it has there."""
    if bundle.is_dir():
        for name in names([each.name for each in bundle.iterdir()]):
            yield name, from_words((bundle / f"{name}.json").read_bytes(), (bundle / f"{name}.jpg").read_bytes(), name)
        return
    if not bundle.exists():
        raise Trouble(f"There is no file {bundle}.")
    try:
        with zipfile.ZipFile(bundle) as file:
            sizes = {each.filename: each.file_size for each in file.infolist()}
            found = names(list(sizes))
            if len(found) > MOST:
                raise Trouble(f"{bundle} holds {len(found)} pictures; {MOST} are the most.")
            for name in found:
                if sizes[f"{name}.json"] > LARGEST_WORDS or sizes[f"{name}.jpg"] > LARGEST_PICTURE:
                    raise Trouble(f"{name} in {bundle} is too large to be read.")
                yield name, from_words(file.read(f"{name}.json"), file.read(f"{name}.jpg"), name)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError) as broken:
        raise Trouble(f"{bundle} is no bundle of pictures: {broken}.") from None


def from_words(words: bytes, jpeg: bytes, name: str) -> Look:
    """A look as it was written down."""
    try:
        told: Any = from_json(words.decode())
        deck = told.get("deck")
        return Look(
            sheet=_text(told["sheet"]),
            jpeg=jpeg,
            lies={_text(slot): _value(value) for slot, value in told.get("lies", {}).items()},
            dice=tuple(map(_whole, told.get("dice", ()))),
            cards=tuple(map(_whole, told.get("cards", ()))),
            deck=_deck(deck) if deck else None,
            why=_text(told.get("why", "")),
            light=_text(told.get("light", "")),
            readings=tuple(
                Reading(_text(slot), _value(value), float(confidence))
                for slot, value, confidence in told.get("readings", ())
            ),
        )
    except (ValueError, TypeError, KeyError, AttributeError) as broken:
        raise Trouble(f"{name} tells nothing that can be understood of its picture: {broken}.") from None


def _deck(told: Any) -> Deck:
    width, height = map(float, told["size"])
    place = told.get("number")
    box = Box(float(place[0]), float(place[1]), float(place[2]), _whole(place[3])) if place else None
    possible = told.get("possible")
    return Deck("card", (width, height), box, None if possible is None else list(map(_whole, possible)))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"expected a text, got {value!r}")
    return value


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"expected a whole number, got {value!r}")
    return value


def _value(value: Any) -> Value | None:
    return value if value is None or isinstance(value, str) else _whole(value)
