"""The calibration page's side of the box: what the camera sees just now, drawn in, with advice.

It costs nothing while nobody looks, and little while somebody does: one picture serves everybody who looks, and the
next is taken no sooner than the last one took to read. While a game is open only the board is shown, and the mat when
nothing hidden can lie on it: hands of cards lie beside them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np

from device.camera.camera import Camera, NoCamera
from device.live.table import Table
from rules.ask import Ask, IllegalAnswer, Trouble
from rules.moment import Moment
from rules.plain import Plain
from vision.find import pieces, register
from vision.find.register import Registration
from vision.read.report import Report, report
from vision.read.taught import Shelf
from vision.reading import Image

from . import boards as looks
from .mat_looks import decks
from .placed_boards import Corners, PlacedBoards

GAP = 0.3  # seconds between two pictures, at least
WIDEST = 1280  # pixels of the picture that is sent
_VEIL = (34, 31, 28)
_MAT = "mat"


@dataclass(frozen=True)
class Look:
    """One picture with all that was seen in it."""

    count: int
    jpeg: bytes
    shown: dict[str, Plain] = field(default_factory=dict)
    game_id: str = ""


class Calibration:
    """Looks through the camera for whoever sets it up.

    :param again: makes the watch read the table anew.
    :param shelf: the pieces that were taught for a game.
    :param clock: seconds that only rise.
    """

    def __init__(
        self,
        table: Table,
        camera: Camera,
        boards: PlacedBoards,
        *,
        again: Callable[[], None] = lambda: None,
        shelf: Callable[[str], Shelf | None] = lambda name: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._table = table
        self._camera = camera
        self._boards = boards
        self._again = again
        self._shelf = shelf
        self._clock = clock
        self._mat = looks.MAT
        self._last: tuple[str, Look] | None = None
        self._next = 0.0
        self._count = 0
        self._frozen: tuple[Image, bytes] | None = None
        self._bend = 0.0
        self._locked = False
        self._hidden_on_mat = False
        self._busy = threading.RLock()
        table.when_changed.append(self._changed)
        self._changed(table.moment)

    @property
    def games(self) -> dict[str, str]:
        """The games whose board the camera reads, and what they are called."""
        return looks.known()

    # Looking

    def look(self, wanted: str = "") -> Look:
        """The table just now, or a moment ago if somebody else has just looked.

        :param wanted: look for this game's board only; without one, for that of the game being played, or for all.
        """
        with self._busy:
            if self._last is not None and self._last[0] == wanted and self._clock() < self._next:
                return self._last[1]
            started = self._clock()
            look = self._looked(wanted)
            self._last = wanted, look
            self._next = self._clock() + max(GAP, self._clock() - started)
            return look

    @property
    def last(self) -> bytes | None:
        """The picture of the last look, if the game that was open then (or none) still is."""
        look = self._last
        return look[1].jpeg if look is not None and look[1].game_id == self._game_id() else None

    def _game_id(self) -> str:
        moment = self._table.moment
        return moment.game_id if moment else ""

    def _looked(self, wanted: str) -> Look:
        moment = self._table.moment
        playing, known = looks.name_of(moment.setup) if moment else "", looks.known()
        wanted = wanted if wanted in known else playing
        picture = self._camera.picture()
        if picture is None:
            seen = Report(sentences=[self._no_picture()])
        else:
            boards = {name: self._boards.board(name) for name in ([wanted] if wanted else known)}
            if wanted == "" and moment is None:
                boards = self._only_what_lies_there(picture, boards)
            # Nothing that is hidden from others is even read for the page.
            mat = None if moment is not None and self._mat_is_hidden(moment, picture) else self._mat
            shelf = wanted.partition("-")[0] or (moment.setup.game if moment else "")
            sorts = decks(moment.setup.game, moment.setup.pack) if moment else decks(shelf or None)
            seen = report(picture, boards, mat=mat, decks=sorts, shelf=self._shelf(shelf))
            self._remember_lens(seen)
        veiled = self._veil(seen, moment) if picture is not None else ""
        self._count += 1
        shown = self._shown(seen, wanted, veiled, picture is not None)
        return Look(self._count, _jpeg(seen.picture), shown, moment.game_id if moment else "")

    def _no_picture(self) -> str:
        if isinstance(self._camera, NoCamera):
            return "No camera is connected. You don't need one: tap everything in."
        why = self._camera.trouble or "The camera gives no picture: check its cable."
        return why if "by hand" in why else f"{why} Play goes on by hand."

    def _only_what_lies_there(self, picture: Image, boards: Mapping[str, Any]) -> dict[str, Any]:
        """Where no game says which board it is, its markers do; failing that, whichever was placed by hand."""
        found = register.markers(register.grey_of(picture))
        lying = {name: b for name, b in boards.items() if any(number in b.layout.markers for number in found)}
        placed = {name: b for name, b in boards.items() if b.by_hand}
        return lying or placed or dict(list(boards.items())[:1])

    def _remember_lens(self, seen: Report) -> None:
        for where in seen.where.values():
            if len(where.seen) >= 4:
                self._bend = where.bend

    def _shown(self, seen: Report, wanted: str, veiled: str, picture: bool) -> dict[str, Plain]:
        board = seen.board if seen.board in looks.known() else ""
        sure = sum(reading.value is not None and reading.sure for reading in seen.readings)
        empty = sum(reading.value is None and reading.sure for reading in seen.readings)
        unsure = [reading.slot for reading in seen.readings if not reading.sure]
        return {
            "count": self._count,
            "picture": picture,
            "game": board or wanted,
            "found": self._boards.board(board).layout.title if board else seen.board,
            "by_hand": bool(board) and self._boards.board(board).by_hand,
            "learnt": bool(board) and self._boards.has_learnt(board),
            "sentences": list[Plain](seen.sentences),
            "light": round(seen.light, 2),
            "sharp": round(min(1.0, seen.sharp / 2), 2),
            "blurred": picture and seen.sharp < 1,
            "markers": list[Plain](seen.markers),
            "wanted": seen.wanted,
            "sure": sure,
            "empty": empty,
            "unsure": list[Plain](unsure[:12]),
            "unsure_count": len(unsure),
            "veiled": veiled,
            "locked": self._locked,
        }

    # Secrets

    def _changed(self, moment: Moment | None) -> None:
        """Once somebody is asked for something hidden, a hidden card may lie on the mat until it was seen empty."""
        if moment is None:
            self._hidden_on_mat = False
        elif _private(moment.ask):
            self._hidden_on_mat = True

    def _mat_is_hidden(self, moment: Moment, picture: Image) -> bool:
        if not self._hidden_on_mat:
            return False
        if not _private(moment.ask):
            where = register.find(picture, self._mat)
            self._hidden_on_mat = not isinstance(where, Registration) or bool(pieces.find(picture, where, self._mat))
        return self._hidden_on_mat

    @property
    def secret(self) -> str:
        """Why what lies on the mat may not be shown to everybody now, a sentence; empty if it may."""
        moment = self._table.moment
        if moment is None or not self._hidden_on_mat:
            return ""
        if _private(moment.ask):
            return "Somebody is asked for something hidden: wait until that is answered."
        picture = self._camera.picture()
        if picture is None or not self._mat_is_hidden(moment, picture):
            return ""
        return "A hidden card may still lie on the mat: clear the mat first."

    def _veil(self, seen: Report, moment: Moment | None) -> str:
        """Cover what may be hidden from somebody; why, in a sentence."""
        if moment is None:
            return ""
        open_ = np.zeros(seen.picture.shape[:2], np.uint8)
        boards = [self._boards.board(name).layout for name in looks.known()]
        layouts = {layout.title: layout for layout in (*boards, *looks.layouts().values())}
        for title, where in seen.where.items():
            w, h = layouts[title].half
            sheet = where.to_pixels([(-w, -h), (w, -h), (w, h), (-w, h)])
            cv2.fillPoly(open_, [sheet.round().astype(np.int32)], 255)
        grown = cv2.dilate(open_, np.ones((9, 9), np.uint8))
        seen.picture[grown == 0] = _VEIL
        if not seen.where:
            return (
                "A game is open, so only its board would be shown, and it is not found: hands of cards may lie beside "
                "it. To see everything, put the game away for a moment; it waits."
            )
        mat = self._mat.title in seen.where
        return f"A game is open: only what lies openly on the {'board and mat' if mat else 'board'} is shown."

    # What people do on the page

    def lock(self) -> str:
        """Measure the light now and keep it."""
        if isinstance(self._camera, NoCamera):
            raise IllegalAnswer("No camera is connected.")
        self._camera.lock()
        if self._camera.trouble:
            raise Trouble(self._camera.trouble)
        self._locked = True
        self.look_again()
        return "Light and focus are measured and stay as they are now, until the box is switched off or you lock anew."

    def look_again(self) -> None:
        """Look for boards afresh, and let the watch read the table anew."""
        with self._busy:
            for name in looks.known():
                self._boards.board(name).forget(by_hand=False)
            self._next = 0.0
        self._again()

    def freeze(self, wanted: str) -> dict[str, Plain]:
        """Keep a picture on which corners can be dragged, with a first guess of where they are."""
        board = self._board(wanted)
        with self._busy:
            if self._table.moment is not None:
                raise IllegalAnswer(
                    "Put the game away for a moment to drag corners: the whole picture is shown for that, "
                    "and somebody's cards may be in it. The game waits."
                )
            picture = self._camera.picture()
            if picture is None:
                raise Trouble(self._no_picture())
            self._frozen = picture, _jpeg(picture)
            corners = self._boards.corners(wanted)
            w, h = board.layout.half
            slots = {name: [round(x / w, 4), round(y / h, 4)] for name, (x, y) in board.tiles.slots.items()}
            return {
                "corners": [[round(x, 4), round(y, 4)] for x, y in corners or _middle(w / h, picture)],
                "slots": dict[str, Plain](slots),
                "title": board.layout.title,
            }

    @property
    def frozen(self) -> bytes | None:
        """The picture on which corners are dragged; none while a game is open."""
        return None if self._frozen is None or self._table.moment is not None else self._frozen[1]

    def place(self, wanted: str, corners: Corners) -> str:
        """The corners of a board as they were dragged on the frozen picture."""
        board = self._board(wanted)
        with self._busy:
            if self._frozen is None:
                raise IllegalAnswer("There is no picture to drag corners on: begin again.")
            self._boards.place(wanted, corners, self._frozen[0], bend=self._bend)
            self._frozen = None
            self._next = 0.0
        self._again()
        return f"The {board.layout.title} is placed; the box keeps it by its picture, also when it is pushed a little."

    def forget(self, wanted: str) -> str:
        """Go by the board's markers again."""
        board = self._board(wanted)
        with self._busy:
            self._boards.forget(wanted)
            self._frozen = None
            self._next = 0.0
        self._again()
        return f"The {board.layout.title} is found by its corner markers again."

    def unlearn(self, wanted: str) -> str:
        """Forget how the tiles look on this table."""
        board = self._board(wanted)
        self._boards.unlearn(wanted)
        self.look_again()
        return f"Forgotten. The box learns anew how the {board.layout.title} looks here, while you play."

    def _board(self, wanted: str) -> Any:
        if wanted not in looks.known():
            raise IllegalAnswer("The camera reads no board of that game.")
        return self._boards.board(wanted)


def _private(ask: Ask | None) -> bool:
    """Is anybody asked for something that others may not see?"""
    return ask is not None and any(each.private for each in ask.each)


def _middle(aspect: float, picture: Image) -> list[tuple[float, float]]:
    """A board of that shape in the middle of the picture, as a beginning."""
    height, width = picture.shape[:2]
    across = min(0.8, 0.8 * height * aspect / width)
    down = across * width / height / aspect
    return [(0.5 + sx * across / 2, 0.5 + sy * down / 2) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


def _jpeg(picture: Image) -> bytes:
    if picture.shape[1] > WIDEST:
        size = (WIDEST, round(picture.shape[0] * WIDEST / picture.shape[1]))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 82])[1])
