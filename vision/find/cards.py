"""Finds cards lying anywhere on the mat, in any turn, and reads what is printed on them.

A card is a rectangle whose size in millimetres is known. So two of its edges that meet already say where all four
should be, and the picture is asked how much of them can be seen: cards that touch, lie partly under others or wear
a sleeve are still found. Which way is up, the number itself tells, or the picture if the card was taught.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.outline import PER_MM as PER_MM
from vision.find.outline import Edges, corners_of
from vision.find.outline import mat_colour as mat_colour
from vision.find.register import Registration, grey_of
from vision.read import digits, sureness
from vision.read.digits import Box
from vision.reading import Image, Reading, Value

Floats = NDArray[np.float32]
Points = NDArray[np.float64]

_HALF_SEEN = 0.5  # no number that runs under another card is surer than this
_HIDDEN = 0.03  # of where a number may run: where another card lies over more of it, digits may be hidden
CARD_PER_MM = 4.5  # pixels of a straightened card


@dataclass(frozen=True)
class Deck:
    """What the cards of one deck have in common.

    :param size: width and height in millimetres.
    :param number: where the number is printed, if there is one.
    :param possible: the numbers there are.
    """

    name: str
    size: tuple[float, float] = (63.0, 88.0)
    number: Box | None = None
    possible: Collection[int] | None = field(default=None, compare=False)


@dataclass(frozen=True)
class Found:
    """A card in the picture.

    :param corners: four corners in pixels of the picture, clockwise, its short edge first.
    :param seen: how much of its outline can be seen, 0 to 1.
    :param middle: on the mat, in millimetres.
    :param turned: degrees clockwise, up to half a turn: which of its two ends is up is not known yet.
    :param under: the corners of those cards that lie over it.
    """

    corners: Points
    seen: float
    middle: tuple[float, float]
    turned: float
    under: tuple[Points, ...] = ()

    def turned_by(self, quarters: int) -> Found:
        """The same card with another side up, so many quarters of a turn on."""
        return replace(self, corners=np.roll(self.corners, -quarters, axis=0), turned=self.turned + 90 * quarters)

    def runs_under(self, deck: Deck) -> bool:
        """Does another card lie over where the number of this one may run?"""
        box = deck.number
        if not self.under or box is None:
            return False
        width, height = deck.size
        across, down = digits.WIDEST * box.most * box.tall * height / width / 2, box.tall / 2
        place = np.array([(-across, -down), (across, -down), (across, down), (-across, down)])
        whole = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
        to_picture = cv2.getPerspectiveTransform(whole, self.corners.astype(np.float32))
        there = cv2.perspectiveTransform((place + np.array([box.x, box.y]))[None].astype(np.float32), to_picture)[0]
        least = _HIDDEN * cv2.contourArea(there)
        return any(cv2.intersectConvexConvex(there, one.astype(np.float32))[0] > least for one in self.under)


def find(
    picture: Image,
    mat: Registration,
    deck: Deck,
    *,
    half: tuple[float, float],
    least: float = 0.62,
    flat: Image | None = None,
) -> list[Found]:
    """All cards of *deck* lying on the mat, best seen first.

    :param half: half width and height of the mat in millimetres.
    :param least: how much of its outline must be seen, 0 to 1.
    :param flat: the mat seen straight from above, where that is at hand.
    """
    to_flat = to_straight(half)
    if flat is None:
        flat, _ = straightened(picture, mat, half)
    edges = Edges.of(flat)
    size = (deck.size[0] * PER_MM, deck.size[1] * PER_MM)
    guesses = _guesses(flat, edges.away, size)
    if not len(guesses):
        return []
    scores = edges.support(guesses, size)
    # Only the most promising are worth moving about, and of those that say the same only one.
    order = np.argsort(-scores)[:500]
    promising = _different(guesses[order[scores[order] >= least - 0.25]], size)[:90]
    if not len(promising):
        return []
    places, final = edges.refined(promising, size)
    places = places[final > least - 0.15]
    if not len(places):
        return []
    apart: list[tuple[float, Points]] = []
    over: list[tuple[int, ...]] = []  # for each of them which of those before lie below it
    cards: list[Image] = []
    judged = edges.among(places, size, cards)
    while (judged.seen >= least).any():
        n = int(np.where(judged.seen >= least, judged.worth, -1.0).argmax())
        judged.seen[n] = 0.0
        # A quick look first: to settle a guess takes time.
        if not edges.plausible(places[n], size, cards, room=1.3):
            continue
        place, seen, below = edges.settled(places[n], size, cards)
        if edges.plausible(place, size, cards):
            over.append(below)
            apart.append((float(seen), place))
            cards.append(edges.area(place, size))
            # What is mostly covered by it now is no card of its own; what it reaches is judged anew.
            away = np.hypot(*(places[:, :2] - place[:2]).T)
            judged.seen[away < 0.3 * min(size)] = 0.0
            touched = np.flatnonzero((away < np.hypot(*size)) & (judged.seen > 0))
            if len(touched):
                judged.renew(touched, edges.among(places[touched], size, cards))
    back = np.linalg.inv(to_flat)
    found: list[Found] = []
    for score, place in apart:
        on_mat = (corners_of(place[None], size)[0]) @ back[:2, :2].T + back[:2, 2]
        x, y = on_mat.mean(axis=0).tolist()
        found.append(Found(mat.to_pixels(on_mat), score, (x, y), float(np.rad2deg(place[2]))))
    return [
        replace(one, under=tuple(other.corners for m, other in enumerate(found) if m != n and _above(m, n, over)))
        for n, one in enumerate(found)
    ]


def _above(one: int, other: int, over: Sequence[tuple[int, ...]]) -> bool:
    """Does one found card lie above another, where they meet? Each was judged beside those found before it."""
    return other in over[one] if one > other else one not in over[other]


def straighten(picture: Image, card: Found, deck: Deck, *, per_mm: float = CARD_PER_MM) -> Image:
    """The card by itself, upright as its corners say."""
    width, height = (round(side * per_mm) for side in deck.size)
    there = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(card.corners.astype(np.float32), there)
    return np.asarray(
        cv2.warpPerspective(picture, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


@dataclass(frozen=True)
class CardRead:
    """A card with what could be read on it.

    :param likely: place by place how likely each digit is, to be taken together with further looks.
    :param up: how sure it is which of its ends is up, and that all of its number is seen, 0 to 1.
    :param rival: the number that its other end could be read as, if that is why it is not sure.
    :param evidence: that it has this number: 0 where it has none, up to 1.
    """

    card: Found
    number: Reading
    likely: Floats
    picture: Image
    up: float = 1.0
    rival: Value | None = None
    evidence: float = 0.0


def read_number(picture: Image, card: Found, deck: Deck, slot: str = "card") -> CardRead:
    """The number of a card whose way up is not known: it is read both ways, and the better one must be clearly so."""
    assert deck.number is not None, f"{deck.name} has no number"
    face = straighten(picture, card, deck)
    # Its other end up, the same pixels come in the opposite order.
    faces = [face, face[::-1, ::-1]]
    likely = digits.looks(faces, deck.number)
    readings = [digits.weighed(slot, one, deck.possible) for one in likely]
    # No number at all is what the wrong end shows; so a way without one loses against a way with one.
    worth = [0.0 if reading.value is None else reading.confidence for reading in readings]
    best = int(np.argmax(worth))
    reading, other = readings[best], readings[1 - best]
    up, rival = 1.0, None
    if other.value is not None and other.value != reading.value:
        # Both ends read as numbers: 6 and 9, 68 and 89. Only a clear difference tells them apart.
        up, rival = max(0.0, 1 - worth[1 - best] / max(worth[best], 1e-6)), other.value
    way = card.turned_by(2) if best else card
    if way.runs_under(deck) or (reading.value is None and way.turned_by(2).runs_under(deck)):
        up = min(up, _HALF_SEEN)
    number = sureness.fitted(reading, digits.KIND).doubted(up)
    evidence = min(worth[best], up)
    return CardRead(way, number, likely[best], np.ascontiguousarray(faces[best]), up, rival, evidence)


def read_again(picture: Image, first: CardRead, deck: Deck, slot: str = "card") -> CardRead:
    """The number of a card that has not moved since it was read *first*; if its way up is clear, only that way up."""
    if not first.number.sure or first.rival is not None or deck.number is None:
        return read_number(picture, first.card, deck, slot)
    face = straighten(picture, first.card, deck)
    likely = digits.look(face, deck.number)
    weighed = digits.weighed(slot, likely, deck.possible)
    number = sureness.fitted(weighed, digits.KIND).doubted(first.up)
    evidence = 0.0 if weighed.value is None else min(weighed.confidence, first.up)
    return replace(first, number=number, likely=likely, picture=face, evidence=evidence)


def read_somewhere(picture: Image, card: Found, decks: Sequence[Deck], slot: str = "card") -> CardRead:
    """The number of a card that is of one of *decks*: each has its own place for it."""
    reads = [read_number(picture, card, deck, slot) for deck in decks]
    worth = [read.evidence for read in reads]
    best = int(np.argmax(worth))
    rivals = [w for w, read in zip(worth, reads, strict=True) if read.number.value != reads[best].number.value]
    if not any(rivals):
        return reads[best]
    # Numbers in two places: which of them is the card's own, only its deck could tell.
    doubt = max(0.0, 1 - max(rivals) / max(worth[best], 1e-6))
    return replace(reads[best], number=reads[best].number.doubted(doubt))


def again(reads: Sequence[CardRead], deck: Deck, slot: str = "card") -> Reading:
    """Several looks at one card as one reading."""
    together = digits.reading(slot, digits.together([one.likely for one in reads]), deck.possible)
    # To look again does not tell which end is up, if no single look could; unless the other number cannot be.
    up = [
        1.0 if one.rival is not None and deck.possible is not None and one.rival not in deck.possible else one.up
        for one in reads
        if one.number.value == together.value
    ]
    return together.doubted(max(up, default=0.0))


def to_straight(half: tuple[float, float]) -> Points:
    """The way from millimetres to pixels of the mat seen straight from above."""
    width, height = (round(2 * side * PER_MM) for side in half)
    return np.array([[PER_MM, 0, width / 2 - 0.5], [0, PER_MM, height / 2 - 0.5], [0, 0, 1.0]])


def straightened(picture: Image, mat: Registration, half: tuple[float, float]) -> tuple[Image, Points]:
    """The mat seen straight from above, and the way from millimetres to its pixels."""
    width, height = (round(2 * side * PER_MM) for side in half)
    to_flat = to_straight(half)
    step = 8
    xs, ys = np.arange(0, width + step, step), np.arange(0, height + step, step)
    x, y = np.meshgrid(xs, ys)
    places = (np.column_stack([x.ravel(), y.ravel()]) - to_flat[:2, 2]) / PER_MM
    grid = mat.to_pixels(places).reshape(len(ys), len(xs), 2).astype(np.float32)
    sample = np.array([[1 / step, 0, 0], [0, 1 / step, 0]])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    maps = cv2.warpAffine(grid, sample, (width, height), flags=how, borderMode=cv2.BORDER_REPLICATE)
    seen = cv2.remap(picture, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8), to_flat


def _segments(flat: Image, away: Image) -> Points:
    """Straight edges in the picture, as grey shows them and as difference from the mat does: x0, y0, x1, y1."""
    found = []
    for picture in (grey_of(flat), away):
        lines = cv2.createLineSegmentDetector(0).detect(picture)[0]
        if lines is not None:
            # 4.x and 5.x shape these arrays differently.
            found.append(np.asarray(lines, np.float64).reshape(-1, 4))
    if not found:
        return np.zeros((0, 4))
    segments = np.vstack(found)
    length = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
    keep = np.argsort(-length)[:240]
    return np.asarray(segments[keep[length[keep] > 7 * PER_MM]])


def _guesses(flat: Image, away: Image, size: tuple[float, float]) -> Points:
    """Where cards could lie (x, y of the middle and turn of the upright axis): from edges that meet at a corner,
    and from single edges as long as a card's side."""
    segments = _segments(flat, away)
    if not len(segments):
        return np.zeros((0, 3))
    a, b = segments[:, :2], segments[:, 2:]
    along = (b - a) / np.hypot(*(b - a).T)[:, None]
    middle, half = (a + b) / 2, np.hypot(*(b - a).T) / 2
    guesses: list[Points] = []

    # Pairs at a right angle whose ends come near each other.
    cross = np.abs(along @ along.T)
    first, second = np.nonzero(np.triu(cross < np.sin(np.deg2rad(6)), 1))
    d1, d2 = along[first], along[second]
    apart = middle[second] - middle[first]
    turn = d1[:, 0] * d2[:, 1] - d1[:, 1] * d2[:, 0]
    t1 = (apart[:, 0] * d2[:, 1] - apart[:, 1] * d2[:, 0]) / turn
    corner = middle[first] + t1[:, None] * d1
    t2 = ((corner - middle[second]) * d2).sum(axis=1)
    reach = 7 * PER_MM
    end1, end2 = np.abs(np.abs(t1) - half[first]) < reach, np.abs(np.abs(t2) - half[second]) < reach
    within1, within2 = np.abs(t1) < half[first] + reach, np.abs(t2) < half[second] + reach
    # From the corner each edge runs towards its own middle. Where one edge ends against the middle of another, as
    # between two cards in a row, the other runs both ways.
    for near, way1, way2 in (
        (end1 & end2, (-1,), (-1,)),
        (end1 & ~end2 & within2, (-1,), (-1, 1)),
        (end2 & ~end1 & within1, (-1, 1), (-1,)),
    ):
        for s1 in way1:
            for s2 in way2:
                u = d1[near] * (s1 * np.sign(t1[near]))[:, None]
                v = d2[near] * (s2 * np.sign(t2[near]))[:, None]
                for w, h in (size, size[::-1]):
                    centre = corner[near] + u * (w / 2) + v * (h / 2)
                    upright = v if h == max(size) else u
                    guesses.append(np.column_stack([centre, np.arctan2(upright[:, 0], -upright[:, 1])]))

    # Edges of just a card's length: the card lies to either side.
    for w, h in (size, size[::-1]):
        whole = np.abs(2 * half - w) < 0.08 * w
        normal = np.column_stack([-along[whole, 1], along[whole, 0]])
        for side in (-1, 1):
            centre = middle[whole] + side * normal * (h / 2)
            upright = normal if h == max(size) else along[whole]
            guesses.append(np.column_stack([centre, np.arctan2(upright[:, 0], -upright[:, 1])]))
    out = np.vstack(guesses)
    inside = (out[:, :2] > 0).all(axis=1) & (out[:, 0] < flat.shape[1]) & (out[:, 1] < flat.shape[0])
    return np.asarray(out[inside])


def _different(guesses: Points, size: tuple[float, float]) -> Points:
    """The first of all guesses that mean the same card."""
    left, kept = guesses, []
    while len(left):
        one = left[0]
        kept.append(one)
        off = np.abs((left[:, 2] - one[2] + np.pi / 2) % np.pi - np.pi / 2)
        same = (np.hypot(*(left[:, :2] - one[:2]).T) < 0.035 * max(size)) & (off < np.deg2rad(3))
        same[0] = True
        left = left[~same]
    return np.array(kept).reshape(-1, 3)


def thumbnail(card: Image, size: tuple[int, int] = (32, 44)) -> Floats:
    """A card so small that only its picture as a whole is left, its light taken out."""
    small = cv2.resize(card, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    small -= small.mean(axis=(0, 1))
    flat = small.ravel()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6), np.float32)
