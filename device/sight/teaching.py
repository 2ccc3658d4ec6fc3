"""Teaching the box a piece: lay it on the mat, press a button (or tap) three times, name it.

While somebody teaches, presses do not reach the game and nothing under the camera is taken for an answer. That ends by
itself when the page is left.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from device.camera.camera import Picture
from device.panel.lamps import Prompt
from device.panel.panel import Panel
from rules import packs
from rules.ask import IllegalAnswer, Trouble
from rules.games import names
from rules.plain import Plain
from vision.find import pieces, register, steady
from vision.find.pieces import KINDS, Piece
from vision.find.register import Registration
from vision.read import report as seen_in
from vision.read import taught_file as shelf_file
from vision.read.taught import LOOKS, Estimate, Shelf
from vision.reading import Image

from . import boards as looks

log = logging.getLogger(__name__)

PAGE_GONE = 8.0  # seconds without a word from the page after which nobody teaches any more
GAP = 0.4  # seconds between two pictures for the page, at least
LARGEST_DIE = 34.0  # millimetres, with one of its sides
SHOWN = 900  # pixels across of the picture on the page


class Shelves:
    """What was taught, one shelf for each pack, kept beside the owner's packs."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], Shelf] = {}
        self._lock = threading.RLock()

    def shelf(self, game: str, pack: str) -> Shelf:
        """The pieces taught for *pack* of *game*; a file that cannot be read is told."""
        key = (_game(game), _pack(game, pack))
        with self._lock:
            if key not in self._open:
                file = self.file(game, pack)
                try:
                    self._open[key] = shelf_file.load(file) if file and file.exists() else Shelf()
                except (OSError, ValueError) as broken:
                    raise IllegalAnswer(f"What was taught for {pack} cannot be read: {broken}") from None
            return self._open[key]

    def file(self, game: str, pack: str) -> Path | None:
        """Beside the pack's folder and not in it, so that a newer pack brought in does not sweep it away."""
        return packs.shelves[0] / game / f"{pack}.taught" if packs.shelves else None

    def change(self, game: str, pack: str, act: Callable[[Shelf], Shelf | None]) -> None:
        """Do something to a shelf and write it down; what cannot be done is told and changes nothing."""
        with self._lock:
            now = self.shelf(game, pack)
            trial = Shelf(now.pieces.values())
            try:
                trial = act(trial) or trial
                if file := self.file(game, pack):
                    shelf_file.save(trial, file)
            except (OSError, ValueError) as refused:
                raise IllegalAnswer(str(refused)) from None
            self._open[_game(game), _pack(game, pack)] = trial


class Teaching:
    """Somebody shows pieces to the camera.

    :param picture: what the camera sees.
    :param secret: why the mat may not be shown to everybody now; an empty sentence if it may.
    :param rest: told whether the watch is to rest.
    :param clock: seconds that only rise.
    """

    def __init__(
        self,
        shelves: Shelves,
        panel: Panel,
        picture: Callable[[], Picture | None],
        *,
        secret: Callable[[], str] = lambda: "",
        rest: Callable[[bool], None] = lambda resting: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.shelves = shelves
        self._panel = panel
        self._picture = picture
        self._secret = secret
        self._rest = rest
        self._clock = clock
        self._mat = looks.MAT
        self._teaching: tuple[str, str, str] | None = None  # game, pack and kind
        self._looks: list[Image] = []
        self._said = ""
        self._heard = 0.0  # the page last asked what is seen
        self._view: tuple[float, bytes, dict[str, Plain]] | None = None
        self._lock = threading.RLock()

    # From the page

    def begin(self, game: str, pack: str, kind: str) -> None:
        """From now on presses are looks at a piece of *kind*."""
        if kind not in KINDS:
            raise IllegalAnswer(f"Expected one of {', '.join(KINDS)}.")
        with self._lock:
            self.shelves.shelf(game, pack)
            self._heard = self._clock()
            self._view = None  # whatever was done, the page wants to see it
            if (game, pack, kind) != self._teaching:
                self._looks, self._said = [], ""
            self._teaching = game, pack, kind
            self._panel.overhear(self._pressed)
            self._rest(True)

    def end(self) -> None:
        """Give buttons and camera back to the game."""
        with self._lock:
            if self._teaching is not None:
                self._teaching, self._looks, self._view = None, [], None
                self._panel.overhear(None)
                self._rest(False)

    def look(self) -> None:
        """Remember how the piece looks that lies there now."""
        with self._lock:
            _, _, kind = self._must_teach()
            if len(self._looks) >= LOOKS:
                raise IllegalAnswer("It was seen often enough: now give it a name.")
            picture = self._open_picture()
            piece = self._one_piece(picture)
            if not _could_be(piece, kind):
                raise IllegalAnswer(f"That looks like a {piece.kind}, not like a {kind}: choose what it is above.")
            self._looks.append(pieces.cut_out(picture, piece, kind))
            left = LOOKS - len(self._looks)
            self._said = "Now give it a name." if not left else f"Seen. Lay it a little differently: {left} to go."

    def drop(self) -> None:
        """The last look was none."""
        with self._lock:
            self._must_teach()
            self._looks, self._said = self._looks[:-1], ""

    def name(self, name: str) -> Estimate:
        """It is called so, and known from now on."""
        with self._lock:
            game, pack, kind = self._must_teach()
            shown = list(self._looks)

            def learn(shelf: Shelf) -> None:
                if shelf.pieces.get(" ".join(name.split())):
                    raise ValueError(f"There's already a piece called {name}: take another name, or forget that one.")
                shelf.teach(name, shown, kind)

            self.shelves.change(game, pack, learn)
            told = self.shelves.shelf(game, pack).estimate(" ".join(name.split()))
            self._looks, self._said = [], ""
            return told

    def _must_teach(self) -> tuple[str, str, str]:
        if self._teaching is None:
            raise IllegalAnswer("Nobody teaches just now: open the page anew.")
        return self._teaching

    # From the box

    def _pressed(self, button: str) -> None:
        if button == "shut_down" or self._clock() - self._heard > PAGE_GONE:
            # The page was left: this press is meant for the game.
            if button != "shut_down":
                self.end()
            self._panel.when_pressed(button)
            return
        try:
            if button in ("fate", "yes"):
                self.look()
            else:
                self.drop()
        except Trouble as trouble:
            self._said = str(trouble)
            self._panel.flash(Prompt("error"), 1.0)
        else:
            self._panel.flash(Prompt("looking", digit=str(len(self._looks))), 0.6)

    # What the camera sees

    def _open_picture(self) -> Image:
        if hidden := self._secret():
            raise IllegalAnswer(hidden)
        picture = self._picture()
        broken = steady.trouble(picture)
        if picture is None or broken is not None:
            raise IllegalAnswer(str(broken))
        return picture

    def _one_piece(self, picture: Image) -> Piece:
        where = register.find(picture, self._mat)
        if not isinstance(where, Registration):
            raise IllegalAnswer("The reading mat is not in the picture: lay it under the camera, with the piece on it.")
        found = pieces.find(picture, where, self._mat)
        if not found:
            raise IllegalAnswer("Nothing lies on the mat: lay the piece in its middle.")
        if len(found) > 1:
            raise IllegalAnswer(f"{len(found)} things lie on the mat: take away all but the one to be taught.")
        return found[0]

    def view(self) -> tuple[bytes, dict[str, Plain]]:
        """The mat as the camera sees it, with what is known drawn in, and how far the teaching is."""
        with self._lock:
            game, pack, kind = self._must_teach()
            self._heard = self._clock()
            if self._view is None or self._clock() >= self._view[0]:
                started = self._clock()
                jpeg, here = self._looked(self.shelves.shelf(game, pack))
                self._view = self._clock() + max(GAP, self._clock() - started), jpeg, here
            _, jpeg, here = self._view
            return jpeg, {
                **here,
                "looks": len(self._looks),
                "said": self._said,
                "kind": kind,
                "count": round(self._view[0] * 1000),
            }

    def _looked(self, shelf: Shelf) -> tuple[bytes, dict[str, Plain]]:
        try:
            picture = self._open_picture()
        except Trouble as trouble:
            return b"", {"trouble": str(trouble), "reading": "", "outline": "", "mat": False}
        outline, known, unclear = "", "", ""
        try:
            piece = self._one_piece(picture)
            outline = piece.kind
            reading = shelf.read("piece", pieces.cut_out(picture, piece), kind=piece.kind)
            if reading.value is not None:
                known = f"{reading.value}, {round(100 * reading.confidence)} % sure"
        except Trouble as trouble:
            unclear = str(trouble)
        seen = seen_in.report(picture, {}, mat=self._mat, shelf=shelf, pips=False)
        where = seen.where.get(self._mat.title)
        jpeg = b"" if where is None else _mat_only(seen.picture, where, self._mat.half)
        return jpeg, {"trouble": unclear, "reading": known, "outline": outline, "mat": bool(jpeg)}

    def look_picture(self, number: int) -> bytes | None:
        """One of the looks so far."""
        with self._lock:
            return _png(self._looks[number]) if 0 <= number < len(self._looks) else None

    # What is known

    def known(self, game: str, pack: str) -> list[dict[str, Plain]]:
        """Every taught piece with how sure the box is about it."""
        shelf = self.shelves.shelf(game, pack)
        told = []
        for piece in shelf.pieces.values():
            estimate = shelf.estimate(piece.name)
            told.append(
                {
                    "name": piece.name,
                    "kind": piece.kind,
                    "title": KINDS[piece.kind].title,
                    "sure": estimate.sure,
                    "like": estimate.like or "",
                    "sentence": estimate.sentence,
                }
            )
        return sorted(told, key=lambda one: (str(one["kind"]), str(one["name"]).lower()))

    def picture_of(self, game: str, pack: str, name: str) -> bytes | None:
        piece = self.shelves.shelf(game, pack).pieces.get(name)
        return _png(piece.pictures[0]) if piece else None

    def rename(self, game: str, pack: str, name: str, new: str) -> None:
        self.shelves.change(game, pack, lambda shelf: shelf.rename(name, new))

    def remove(self, game: str, pack: str, name: str) -> None:
        self.shelves.change(game, pack, lambda shelf: shelf.remove(name))

    def take_along(self, game: str, pack: str) -> bytes:
        """Everything taught for a pack as one file."""
        return shelf_file.packed(self.shelves.shelf(game, pack))

    def pieces_in(self, data: bytes) -> int:
        """How many pieces there are in such a file."""
        return len(_unpacked(data).pieces)

    def bring(self, game: str, pack: str, data: bytes) -> int:
        """Put the pieces of such a file onto the shelf; how many there were."""
        brought = _unpacked(data)
        self.shelves.change(game, pack, lambda shelf: shelf.merged(brought))
        return len(brought.pieces)

    @property
    def kinds(self) -> dict[str, str]:
        return {kind.name: kind.title for kind in KINDS.values()}


def _unpacked(data: bytes) -> Shelf:
    try:
        return shelf_file.unpacked(data)
    except ValueError as refused:
        raise IllegalAnswer(str(refused)) from None


def _game(game: str) -> str:
    if game not in names():
        raise IllegalAnswer(f"There is no such game; there are {', '.join(names())}.")
    return game


def _pack(game: str, pack: str) -> str:
    if pack not in packs.names(game):
        raise IllegalAnswer(f"There is no pack {pack} for {game}; there are {', '.join(packs.names(game))}.")
    return pack


def _could_be(piece: Piece, kind: str) -> bool:
    """Has the piece the outline of its kind?"""
    if kind == "die":  # seen aslant, a die is longer than it is wide
        return piece.kind == "die" or (piece.kind == "card" and max(piece.size) < LARGEST_DIE)
    return piece.kind == kind or {piece.kind, kind} == {"tile", "token"}


def _mat_only(picture: Image, where: Registration, half: tuple[float, float]) -> bytes:
    """The mat and nothing beside it, seen straight from above."""
    w, h = half
    size = (SHOWN, round(SHOWN * h / w))
    there = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    corners = where.to_pixels([(-w, -h), (w, -h), (w, h), (-w, h)]).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, there)
    flat = cv2.warpPerspective(picture, matrix, size, flags=cv2.INTER_LINEAR)
    return bytes(cv2.imencode(".jpg", flat, [cv2.IMWRITE_JPEG_QUALITY, 82])[1])


def _png(picture: Image) -> bytes:
    return bytes(cv2.imencode(".png", picture)[1])
