"""The reading mat under the camera: where it lies, what came onto it, and what that says.

Things that lay there before a question came must not answer it, so the mat is kept as it was then, straightened, and
whatever looks the same on it now is no news.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import cards, pieces, register, steady
from vision.find.cards import PER_MM, CardRead, Deck, Found
from vision.find.register import Layout, Registration
from vision.read import dice
from vision.read.dice import Die
from vision.reading import Image, Reading, Trouble

Points = NDArray[np.float64]

NEAR = 12.0  # mm around a marker in which it is looked for first
TREMBLE = 1.6  # pixels a mat may seem to move though it did not
SAME_CARD, SAME_DIE = 0.8, 0.75  # how alike a place must look, -1 to 1, for nothing to have happened there
REACH = 2  # pixels of the straightened mat by which it may seem shifted between two pictures


@dataclass(frozen=True)
class Lying:
    """The mat in one picture.

    :param flat: seen straight from above, `cards.PER_MM` pixels for each millimetre.
    """

    picture: Image
    where: Registration
    flat: Image


@dataclass
class Mat:
    """The reading mat: looked for once, then only glanced at where it was."""

    layout: Layout
    where: Registration | None = None

    def look(self, picture: Image | None) -> Lying | Trouble:
        """The mat in *picture*, or why it is not seen."""
        broken = steady.trouble(picture)
        if broken is not None or picture is None:
            return broken or Trouble("no picture", "The camera gives no picture.")
        found = self._find(register.grey_of(picture))
        if isinstance(found, Trouble):
            return found
        self.where = found
        return Lying(picture, found, cards.straightened(picture, found, self.layout.half)[0])

    def _find(self, grey: Image) -> Registration | Trouble:
        size = (grey.shape[1], grey.shape[0])
        if self.where is not None and self.where.size == size:
            if register.stayed(grey, self.where, self.layout, TREMBLE):
                return self.where
            near = register.markers_near(grey, self.where, self.layout, room=NEAR)
            again = register.fit(near, self.layout, size, self.where.bend)
            if again is not None and again.shifted_from(self.where) < TREMBLE:
                return self.where
        return register.find(grey, self.layout)

    # What lies on it

    def cards(self, now: Lying, deck: Deck) -> list[Found]:
        """Cards of *deck* in the order in which people lay them out: row by row, from left to right."""
        found = cards.find(now.picture, now.where, deck, half=self.layout.half, flat=now.flat)
        rows: list[list[Found]] = []
        for card in sorted(found, key=lambda card: card.middle[1]):
            if rows and card.middle[1] - rows[-1][-1].middle[1] < 0.5 * deck.size[1]:
                rows[-1].append(card)
            else:
                rows.append([card])
        return [card for row in rows for card in sorted(row, key=lambda card: card.middle[0])]

    def dice(self, now: Lying) -> list[Die]:
        """Everything that could be a die, from left to right."""
        found = dice.find(now.picture, now.where, half=self.layout.half, flat=now.flat)
        # The mat's own corner markers are square too.
        signs = np.array(list(self.layout.markers.values()))
        return [die for die in found if np.hypot(*(signs - die.on_mat).T).min() > self.layout.side]

    def stayed(self, outline: Points, before: Lying, now: Lying, alike: float = SAME_CARD) -> bool:
        """Does it look inside *outline* just as it did *before*?

        :param outline: in millimetres of the mat.
        :param alike: how alike it must look, -1 to 1.
        """
        return _stayed(before.flat, now.flat, self._pixels(outline), alike)

    def _pixels(self, places: Points) -> Points:
        """Places on the mat in millimetres as pixels of the straightened mat."""
        middle = np.array([round(2 * side * PER_MM) / 2 - 0.5 for side in self.layout.half])
        return np.asarray(places * PER_MM + middle)


def _stayed(before: Image, now: Image, outline: Points, alike: float) -> bool:
    """Do both show the same inside *outline*? Brightness does not count: lamps and clouds come and go."""
    height, width = before.shape[:2]
    x0, y0 = np.clip(np.floor(outline.min(axis=0)).astype(int), 0, (width - 1, height - 1))
    x1, y1 = np.clip(np.ceil(outline.max(axis=0)).astype(int) + 1, 1, (width, height))
    if min(x1 - x0, y1 - y0) < 8:
        return False
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(mask, [(outline - (x0, y0)).round().astype(np.int32)], 1)
    inside = mask.astype(bool)
    new = _spread(now[y0:y1, x0:x1][inside])
    best = -1.0
    for dy in range(-REACH, REACH + 1):
        for dx in range(-REACH, REACH + 1):
            if y0 + dy < 0 or x0 + dx < 0 or y1 + dy > height or x1 + dx > width:
                continue
            old = _spread(before[y0 + dy : y1 + dy, x0 + dx : x1 + dx][inside])
            best = max(best, float((old * new).sum()))
    return best > alike


def _spread(values: Image) -> NDArray[np.float32]:
    """Colours with their light taken out: mean 0, length 1."""
    flat = values.astype(np.float32)
    flat -= flat.mean(axis=0)
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1.0), np.float32)


def card_outline(card: Found, lying: Lying) -> Points:
    """Where a card lies on the mat, in millimetres."""
    return lying.where.to_board(card.corners)


def die_outline(die: Die, lying: Lying) -> Points:
    """The inner part of a die's face, in millimetres: its pips tell more than its edge."""
    side = die.side / max(lying.where.scale_at(die.on_mat), 1e-6)
    a = np.deg2rad(die.turned)
    c, s = 0.42 * side * np.cos(a), 0.42 * side * np.sin(a)
    square = np.array([(-c + s, -s - c), (c + s, s - c), (c - s, s + c), (-c - s, -s + c)])
    return np.asarray(square + np.array(die.on_mat))


# Reading one thing in several pictures


def read_card(pictures: Sequence[Image], card: Found, deck: Deck) -> tuple[list[CardRead], Found]:
    """The number of a card in each picture, and the card with the right end up.

    A card has two ends that could be up, a square tile four.
    """
    ways = [card]
    if deck.size[0] == deck.size[1]:
        ways.append(card.turned_by(3))
    reads = [_looks(pictures, way, deck) for way in ways]
    worth = [sum(one.evidence for one in way) for way in reads]
    best = int(np.argmax(worth))
    chosen = reads[best]
    if len(ways) > 1 and worth[1 - best] > 0.5 * worth[best]:
        # Two neighbouring sides both read as numbers: neither is to be believed.
        chosen = [replace(one, number=one.number.doubted(0.5), up=0.5, rival=None) for one in chosen]
    return chosen, chosen[0].card


def _looks(pictures: Sequence[Image], card: Found, deck: Deck) -> list[CardRead]:
    """One card in picture after picture, until two of them are sure of the same."""
    reads = [cards.read_number(pictures[0], card, deck)]
    for picture in pictures[1:]:
        reads.append(cards.read_again(picture, reads[0], deck))
        if _agree([one.number for one in reads]):
            break
    return reads


def _agree(reads: Sequence[Reading]) -> bool:
    """Are the first look and the last one sure of the same?"""
    return reads[0].value == reads[-1].value and reads[0].sure and reads[-1].sure


def read_die(pictures: Sequence[Image], die: Die) -> Reading:
    """How many pips lie on top, as all pictures together show it."""
    reads = [dice.read(pictures[0], die)]
    first = reads[0]
    for picture in pictures[1:]:
        reads.append(dice.again(picture, die, first))
        if _agree(reads):
            break
    if any(one.value != first.value for one in reads):
        best = max(reads, key=lambda one: one.confidence)
        others = tuple((one.value, one.confidence / 2) for one in reads if one.value != best.value)
        return Reading("die", best.value, min(0.5, best.confidence), others)
    return Reading("die", first.value, float(np.mean([one.confidence for one in reads])), first.alternatives)


def face_of(picture: Image, die: Die) -> Image:
    """The die's upper face by itself, as faces are cut out when they are taught."""
    return pieces.cut_out(picture, pieces.of_die(die))
