"""One printed board under the camera: found, kept, and read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np

from vision.find import register, steady
from vision.find.keep import Keeper
from vision.find.register import Layout, Registration
from vision.read.tiles import TileReader
from vision.reading import Image, Reading, Trouble, Value

# A board found again this near to where it was has not moved: markers tremble by less than that, in pixels.
TREMBLE = 1.6
# Anchors that still agree below which a board without markers has changed so much that a fresh picture knows it better.
WORN = 0.5
# How much smaller the picture is in which a sheet is looked for that may not be there: a quarter of the time.
GLIMPSE = 0.5


class Reader(Protocol):
    """What reads the pieces on a board.

    :param radius: of a piece, in the board's units.
    :param slots: the places it reads one by one; none for pieces that are found wherever they stand.
    """

    @property
    def radius(self) -> float: ...
    @property
    def slots(self) -> Mapping[str, Sequence[float]]: ...
    def read(self, picture: Image, where: Registration) -> list[Reading]: ...


@dataclass(frozen=True)
class BoardLook:
    """One look at a board: where it lies, what lies on it, and what is wrong, if anything is."""

    where: Registration | None = None
    readings: tuple[Reading, ...] = ()
    trouble: Trouble | None = None


@dataclass
class Board:
    """A board with tiles on it.

    It is looked for once; after that only its markers are glanced at where they were. If they went elsewhere the board
    is looked for again by itself. A board without markers is placed by hand once and then kept by its picture.

    :param others: further boards and mats the box knows, to say which one lies there instead.
    :param tokens: reads the tokens that stand on it, if it has any.
    :param aside: it only lies there if people like, and answers no question: rules move what is on it, hands follow.
    :param beside: such sheets that may lie beside it.
    :param when_learnt: is told when its tiles turn out to look otherwise here than they are drawn.
    """

    layout: Layout
    tiles: Reader
    others: Mapping[str, Layout] = field(default_factory=dict)
    where: Registration | None = None
    moved: bool = False  # between the last two pictures that were read
    tokens: Reader | None = None
    aside: bool = False
    beside: Sequence[Board] = ()
    when_learnt: Callable[[], None] = field(default=lambda: None, repr=False)
    _first: Keeper | None = field(default=None, repr=False)  # by the picture in which people placed it
    _latest: Keeper | None = field(default=None, repr=False)  # by a later one, when pieces have covered most of it
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False)  # the watch and a page may both look

    def read(self, picture: Image | None) -> list[Reading] | Trouble:
        """Every slot, also of sheets beside it, or why the board cannot be read, in a sentence that helps."""
        seen = self.look(picture)
        beside = [reading for sheet in self.beside for reading in sheet.look(picture).readings]
        return seen.trouble or [*seen.readings, *beside]

    def look(self, picture: Image | None) -> BoardLook:
        """Where the board lies and what every slot holds, also where something large covers part of it."""
        broken = steady.trouble(picture)
        if broken is not None or picture is None:
            return BoardLook(trouble=broken)
        with self._lock:
            if self.aside and self.where is None and not self._glimpsed(picture):
                return BoardLook(trouble=Trouble("no board", f"The {self.layout.title} does not lie there."))
            found = self.find(picture)
            if isinstance(found, Trouble):
                if self.aside:
                    self.forget(by_hand=False)
                return BoardLook(trouble=found)
            readings = self.read_at(picture, found)
        tiles = [reading for reading in readings if reading.slot in self.tiles.slots]
        return BoardLook(found, tuple(readings), steady.covered(tiles, self.tiles.slots, found, self.layout.title))

    def read_at(self, picture: Image, where: Registration) -> list[Reading]:
        """Every slot of a board that lies there: tiles first, then tokens."""
        tokens = self.tokens.read(picture, where) if self.tokens else []
        return self.tiles.read(picture, where) + tokens

    def confirm(self, lies: Mapping[str, Value | None]) -> None:
        """The rules or people say that this lies on these slots of the last picture: so that is how it looks here."""
        with self._lock:
            news = isinstance(self.tiles, TileReader) and self.tiles.learn(lies)
        if news:
            self.when_learnt()

    def answers(self, slot: str) -> bool:
        """May what lies there be an answer? What lies on a sheet aside is only compared."""
        return not self.aside and not any(slot in getattr(sheet.tiles, "reads", ()) for sheet in self.beside)

    @property
    def places(self) -> dict[str, Sequence[float]]:
        """The middle of every place on which something can lie or stand, in the board's units."""
        stands = {name: (area.x, area.y) for name, area in getattr(self.tiles, "places", {}).items()}
        return {**self.tiles.slots, **(self.tokens.slots if self.tokens else {}), **stands}

    def find(self, picture: Image) -> Registration | Trouble:
        """Where the board lies now."""
        with self._lock:
            self.moved = False
            found = self._kept(picture) if self._first is not None else self._by_markers(picture)
            if isinstance(found, Trouble):
                return found
            shifted = 0.0 if self.where is None else found.shifted_from(self.where)
            self.moved = shifted > 3 * TREMBLE
            better = len(found.seen) > len(self.where.seen) if self.where else True
            if self.where is not None and not better and shifted < (TREMBLE if self.by_hand else 3 * TREMBLE):
                return self.where
            self.where = found
            return found

    def _glimpsed(self, picture: Image) -> bool:
        """Is any of its markers seen in a smaller picture? What nobody laid there should cost next to nothing."""
        small = cv2.resize(register.grey_of(picture), None, fx=GLIMPSE, fy=GLIMPSE, interpolation=cv2.INTER_AREA)
        return any(number in self.layout.markers for number in register.markers(np.asarray(small, np.uint8)))

    def _by_markers(self, picture: Image) -> Registration | Trouble:
        grey = register.grey_of(picture)
        size = (grey.shape[1], grey.shape[0])
        if self.where is not None and self.where.size == size:
            if register.stayed(grey, self.where, self.layout, TREMBLE):
                return self.where
            near = register.markers_near(grey, self.where, self.layout)
            again = register.fit(near, self.layout, size, self.where.bend)
            if again is not None and again.shifted_from(self.where) < TREMBLE:
                return self.where
        return register.find(grey, self.layout, others=self.others)

    def _kept(self, picture: Image) -> Registration | Trouble:
        """By its own picture; if that fails, markers may still tell that it is another board."""
        assert self._first is not None
        kept = self._first.again(picture, self.where)
        if isinstance(kept, Trouble) and self._latest is not None:
            kept = self._latest.again(picture, self.where)
        if isinstance(kept, Trouble):
            found = register.find(picture, self.layout, others=self.others)
            return found if isinstance(found, Registration) or found.kind == "wrong board" else kept
        if kept.share < WORN:
            # So many pieces were laid since that soon nothing of the first picture would be left to know it by.
            known = Keeper(kept.where, picture, reach=self.layout.half, title=self.layout.title)
            self._latest = known if known.knows_enough else self._latest
        return kept.where

    # By hand

    @property
    def by_hand(self) -> bool:
        """Was it placed by hand?"""
        return self._first is not None

    def place(self, corners: Sequence[Sequence[float]], picture: Image, *, bend: float = 0.0) -> Registration:
        """People dragged the board's corners themselves; from now on it is kept by its picture.

        :param corners: in pixels: the board's own top left, top right, bottom right and bottom left.
        :param bend: of the lens, where it is known.
        """
        size = (picture.shape[1], picture.shape[0])
        where = register.by_hand(corners, self.layout, size, bend)
        keeper = Keeper(where, picture, reach=self.layout.half, title=self.layout.title)
        if not keeper.knows_enough:
            raise ValueError(
                f"Too little can be seen of the {self.layout.title} to know it again: "
                "give it more light, or move the camera nearer."
            )
        with self._lock:
            self.where, self._first, self._latest, self.moved = where, keeper, None, False
        return where

    def forget(self, *, by_hand: bool = True) -> None:
        """Look for it anew from the start.

        :param by_hand: forget also what people dragged, and go by markers again.
        """
        with self._lock:
            self.moved = False
            if by_hand:
                self.where = self._first = self._latest = None
            elif self._first is None:
                self.where = None
