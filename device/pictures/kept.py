"""Pictures that the box keeps where it asked or was corrected, if people allow it.

It is off until somebody switches it on. Only what everybody at the table may see is kept, cut to the board or to what
was read on the mat; the folder has a size that it never outgrows, and whatever goes wrong with it, the game goes on.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from device.sight import boards
from rules.ask import Trouble
from vision.find.board import Board
from vision.find.cards import Deck
from vision.find.mat import Lying, Points
from vision.find.register import Registration
from vision.reading import Image, Reading, Value

from . import bundle, cut, score
from .bundle import Look

log = logging.getLogger(__name__)

MOST = 200_000_000  # bytes that all of them take
ROOM = 500_000_000  # bytes that must be left on the card for everything else


class Kept:
    """The folder of kept pictures.

    :param most: bytes that it may take; the oldest go first.
    :param free: how many bytes are left where it lies.
    """

    def __init__(
        self, folder: Path, *, most: int = MOST, free: Callable[[Path], int] = lambda path: shutil.disk_usage(path).free
    ) -> None:
        self.folder = folder
        self._most = most
        self._free = free
        self._switch = folder / "allowed"
        self._lock = threading.RLock()

    # What people say

    @property
    def allowed(self) -> bool:
        """Have people switched it on?"""
        return self._switch.exists()

    def allow(self, on: bool) -> str:
        """Switch it on or off; what was kept before stays until it is forgotten."""
        try:
            if on:
                self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._switch.touch(mode=0o600)
                return "From now on the box keeps the pictures it asked about. They stay on this box."
            self._switch.unlink(missing_ok=True)
        except OSError as barred:
            raise Trouble(f"That could not be kept: {barred.strerror}.") from None
        return "No more pictures are kept. Those that are stay until you forget them."

    def forget(self) -> str:
        """Throw all of them away."""
        with self._lock:
            files = self._files()
            for file in files:
                file.unlink(missing_ok=True)
        count = sum(file.suffix == ".json" for file in files)
        return f"{told(count)} forgotten." if count else "There was no picture to forget."

    @property
    def count(self) -> int:
        return len(bundle.names([file.name for file in self._files()]))

    @property
    def size(self) -> int:
        """Bytes that all of them take."""
        return sum(map(_size, self._files()))

    def packed(self) -> bytes:
        """All of them as one file."""
        with self._lock:
            return bundle.packed(self.folder)

    def _files(self) -> list[Path]:
        """The oldest first; a look's words and its picture beside each other."""
        if not self.folder.is_dir():
            return []
        return sorted(file for file in self.folder.iterdir() if file.suffix in (".json", ".jpg"))

    # What the camera brings

    def board(
        self,
        name: str,
        board: Board,
        where: Registration | None,
        picture: Image | None,
        readings: Sequence[Reading],
        lies: Mapping[str, Value | None],
        why: str,
    ) -> None:
        """A board about which it asked, or was corrected.

        :param lies: what turned out to lie there.
        """
        if not self.allowed or picture is None or where is None or not lies:
            return
        if board.by_hand or not board.layout.markers:  # nobody else could find it
            return
        turns = np.deg2rad(np.arange(0, 360, 60))
        ring = board.tiles.radius * np.column_stack([np.cos(turns), np.sin(turns)])
        read = [one for one in readings if one.slot in lies]
        right = [one for one in read if one.sure and one.value is not None and one.value == lies[one.slot]]
        clear = [np.array(board.places[one.slot]) + ring for one in right if one.slot in board.places]
        if cut.hand_in(picture, where, board.layout, clear):
            return
        jpeg = bundle.jpeg(cut.board(picture, where, board.layout))
        self.add(Look(name, jpeg, lies=dict(lies), why=why, readings=tuple(read)))

    def mat(
        self,
        lying: Lying,
        outlines: Sequence[Points],
        *,
        dice: Sequence[int] = (),
        cards: Sequence[int] = (),
        deck: Deck | None = None,
        why: str,
    ) -> None:
        """Dice or cards on the mat about which it asked, or was corrected."""
        layout = boards.MAT
        if not self.allowed or cut.hand_in(lying.picture, lying.where, layout, outlines):
            return
        jpeg = bundle.jpeg(cut.things(lying.picture, lying.where, layout, outlines))
        look = Look(bundle.MAT, jpeg, dice=tuple(dice), cards=tuple(cards), deck=deck, why=why)
        read = score.dice(look.picture) if dice else score.numbers(look.picture, look)
        self.add(replace(look, readings=tuple(read)))

    def add(self, look: Look) -> bool:
        """Keep it if there is room; the oldest make way for it."""
        try:
            with self._lock:
                return self._added(look)
        except OSError as full:
            log.warning("a picture could not be kept: %s", full)
            return False

    def _added(self, look: Look) -> bool:
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        words = look.words().encode()
        new = len(words) + len(look.jpeg)
        files = self._files()
        left = sum(map(_size, files))
        if new > self._most or self._free(self.folder) < ROOM + new:
            return False
        number = max((int(file.stem) for file in files if file.stem.isdecimal()), default=0) + 1
        while left + new > self._most:
            oldest = files.pop(0)
            left -= _size(oldest)
            oldest.unlink(missing_ok=True)
        # The words come last: a picture of which nothing is told counts for nothing.
        for end, data in ((".jpg", look.jpeg), (".json", words)):
            file = self.folder / f"{number:06d}{end}"
            try:
                file.touch(mode=0o600)
                file.write_bytes(data)
            except OSError:
                file.unlink(missing_ok=True)
                raise
        return True


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:  # gone meanwhile
        return 0


def told(count: int) -> str:
    return f"{count} picture{'s' * (count != 1)}"
