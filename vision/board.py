"""One printed board under the camera: found, kept, and read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from vision import register, steady
from vision.reading import Image, Reading, Trouble
from vision.register import Layout, Registration
from vision.tiles import TileReader
from vision.tokens import TokenReader

# A board found again this near to where it was has not moved: markers tremble by less than that, in pixels.
TREMBLE = 1.6


@dataclass
class Board:
    """A board with tiles on it.

    It is looked for once; after that only its markers are glanced at where they were. If they went elsewhere the board
    is looked for again by itself.

    :param others: further boards and mats the box knows, to say which one lies there instead.
    :param tokens: reads the tokens that stand on it, if it has any.
    """

    layout: Layout
    tiles: TileReader
    others: Mapping[str, Layout] = field(default_factory=dict)
    where: Registration | None = None
    moved: bool = False  # between the last two pictures that were read
    tokens: TokenReader | None = None

    def read(self, picture: Image | None) -> list[Reading] | Trouble:
        """Every slot, or why the board cannot be read, in a sentence that helps."""
        broken = steady.trouble(picture)
        if broken is not None or picture is None:
            return broken or Trouble("no picture", "The camera gives no picture.")
        found = self.find(picture)
        return found if isinstance(found, Trouble) else self.read_at(picture, found)

    def read_at(self, picture: Image, where: Registration) -> list[Reading]:
        """Every slot of a board that lies there: tiles first, then tokens."""
        tokens = self.tokens.read(picture, where) if self.tokens else []
        return self.tiles.read(picture, where) + tokens

    def find(self, picture: Image) -> Registration | Trouble:
        """Where the board lies now."""
        grey = register.grey_of(picture)
        size = (grey.shape[1], grey.shape[0])
        self.moved = False
        if self.where is not None and self.where.size == size:
            near = register.markers_near(grey, self.where, self.layout)
            again = register.fit(near, self.layout, size, self.where.bend)
            if again is not None and again.shifted_from(self.where) < TREMBLE:
                return self.where
        found = register.find(grey, self.layout, others=self.others)
        if isinstance(found, Trouble):
            return found
        self.moved = self.where is not None and found.shifted_from(self.where) > 3 * TREMBLE
        if self.where is not None and not self.moved and len(found.seen) <= len(self.where.seen):
            return self.where
        self.where = found
        return found

    def place(self, corners: Sequence[Sequence[float]], picture: Image) -> Registration:
        """People dragged the board's corners themselves."""
        size = (picture.shape[1], picture.shape[0])
        self.where = replace(register.by_hand(corners, self.layout, size), seen=())
        return self.where
