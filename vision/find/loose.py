"""Cards and dice on a bare table: no mat says how long a millimetre is, so cards have to lie free.

A card is known by its proportions and by the number in its place, a die by its reader alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find import cards
from vision.find.cards import Deck, Found
from vision.find.register import Registration, grey_of
from vision.read import dice, digits
from vision.read.dice import Die
from vision.reading import Image, Reading

Points = NDArray[np.float64]

_WIDE = 1000  # pixels across in which outlines are looked for
_LEAST = 0.004  # of the picture that a card covers at least
_LARGE = 0.25  # of the picture: what covers more is a mat or a board, unless it has a card's number
_MOST = 24  # rectangles whose numbers are looked at
_ASPECT = 1.3  # how far off a card's proportions may look, seen aslant
_FILLED = (0.95, 1.03)  # how much of what its four sides enclose a card covers: its corners are rounded
_SEEN = (0.4, 0.8)  # of each side, and of all four, that the outline must follow: a hull also bridges gaps
_SAME = 0.85  # two outlines around one middle whose areas are nearer than this are one card
_GUESS = 0.85  # no lone die is surer than this
_DICE = (0.02, 0.4)  # how large a die is, of the picture's height
_ALIKE = 2.0  # so many times as large as most dice of a picture, or as small, a die is as doubtful as a lone one
_TOUCHING = 0.97  # of their side: nearer to each other than this no two dice lie
_TWICE = 0.2  # of a die's side: outlines nearer to each other than this, in place and size, are around one thing
_USUAL = 16.0  # millimetres of most dice


def quads(picture: Image, deck: Deck) -> list[Found]:
    """Everything whose four edges are all seen and that has the proportions of *deck*'s cards, largest first."""
    small, step = _smaller(picture)
    height, width = small.shape[:2]
    found: list[tuple[float, float, Points]] = []
    for lines in _lines(small):
        outlines, _ = cv2.findContours(lines, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            hull = cv2.convexHull(outline)
            area = cv2.contourArea(hull)
            x, y, w, h = cv2.boundingRect(hull)
            # What reaches the picture's edge may go on beyond it.
            if area < _LEAST * height * width or x < 2 or y < 2 or x + w > width - 2 or y + h > height - 2:
                continue
            corners = cv2.approxPolyDP(hull, 0.03 * cv2.arcLength(hull, True), True).reshape(-1, 2)
            if len(corners) != 4 or cv2.contourArea(corners) < 0.85 * area:
                continue
            exact = _upright(_sides_met(hull.reshape(-1, 2).astype(np.float64), corners.astype(np.float64)), deck)
            # Well rounded corners are no reason against a card, as long as it fills what its sides enclose.
            if exact is None or not _FILLED[0] < area / cv2.contourArea(exact.astype(np.float32)) < _FILLED[1]:
                continue
            seen = _sides_seen(outline.reshape(-1, 2).astype(np.float64), exact)
            if seen.min() > _SEEN[0] and seen.mean() > _SEEN[1]:
                found.append((area, float(seen.mean()), exact))
    apart: list[tuple[float, float, Points]] = []
    # Of several that say the same, the one whose sides are seen best; of equally good ones the outermost.
    for area, seen_of, corners in sorted(found, key=lambda one: (-round(20 * one[1]), -one[0])):
        if not any(
            np.abs(corners.mean(axis=0) - o.mean(axis=0)).max() < 6 and _SAME < area / a < 1 / _SAME
            for a, _, o in apart
        ):
            apart.append((area, seen_of, corners))
    apart.sort(key=lambda one: -one[0])
    return [Found((corners + 0.5) * step - 0.5, seen_of, (0.0, 0.0), 0.0) for _, seen_of, corners in apart]


def find_cards(picture: Image, decks: Sequence[Deck]) -> list[Found]:
    """Cards whose four edges are seen. Mats, boards and the pictures on cards are rectangles too: cards are those of
    one size that there are several of, or that have a number where their deck has it."""
    found = quads(picture, decks[0])
    numbered = [deck for deck in decks if deck.number is not None]
    areas = [cv2.contourArea(one.corners.astype(np.float32)) for one in found]
    whole = float(picture.shape[0] * picture.shape[1])
    worth = [1.0 if area < _LARGE * whole else 0.0 for area in areas]
    for n, card in enumerate(found[:_MOST]):
        if numbered:
            read = cards.read_somewhere(picture, card, numbered)
            # That it could be a 6 or a 9, or one of two decks', says nothing against there being a number.
            number = digits.weighed("card", read.likely)
            worth[n] += 0.0 if read.number.value is None or number.value is None else number.confidence
    best: tuple[float, list[Found]] = (0.0, [])
    for size in areas:
        alike = [n for n in range(len(found)) if 0.55 < areas[n] / size < 1.8]
        group: list[int] = []
        for n in sorted(alike, key=lambda n: (-worth[n], -found[n].seen)):
            if not any(_overlap(found[n].corners, found[m].corners) for m in group):
                group.append(n)
        best = max(best, (sum(worth[n] for n in group), [found[n] for n in group]), key=lambda one: one[0])
    return best[1]


def _overlap(one: Points, other: Points) -> bool:
    return inside(one.mean(axis=0), other) or inside(other.mean(axis=0), one)


def _smaller(picture: Image) -> tuple[Image, float]:
    """The picture at the size in which outlines are looked for, and how many pixels one of its pixels was."""
    step = max(1.0, picture.shape[1] / _WIDE)
    return np.asarray(cv2.resize(picture, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA), np.uint8), step


def _lines(small: Image) -> list[Image]:
    """What could be outlines: edges at three strengths, and what is brighter or darker than around; the same of how
    colourful it is, for a red die on a grey table is as bright as the table."""
    found: list[Image] = []
    bold = np.ones((3, 3), np.uint8)
    for plain in (grey_of(small), _colourful(small)):
        soft = cv2.GaussianBlur(plain, (0, 0), 1.0)
        found += [np.asarray(cv2.dilate(cv2.Canny(soft, low, 3 * low), bold), np.uint8) for low in (12, 30, 70)]
        _, parted = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        found += [np.asarray(parted, np.uint8), np.asarray(255 - parted, np.uint8)]
    return found


def _colourful(small: Image) -> Image:
    """How far the strongest of three colours is from the weakest."""
    if small.ndim == 2:
        return small
    colours = cv2.split(small)
    return np.asarray(cv2.subtract(reduce(cv2.max, colours), reduce(cv2.min, colours)), np.uint8)


def _sides_met(hull: Points, corners: Points) -> Points:
    """The corners where the four sides would meet: a card's own are rounded."""
    lines = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (b - a) / np.hypot(*(b - a))
        t = np.linspace(0.15, 0.85, 15)[:, None]
        # Nearest places of the outline to points along the middle of the side.
        wanted = a + t * (b - a)
        edges = np.roll(hull, -1, axis=0) - hull
        length = np.maximum((edges**2).sum(axis=1), 1e-9)
        s = np.clip(((wanted[:, None] - hull) * edges).sum(axis=2) / length, 0, 1)
        near = hull + s[..., None] * edges
        best = near[np.arange(len(wanted)), ((near - wanted[:, None]) ** 2).sum(axis=2).argmin(axis=1)]
        middle = best.mean(axis=0)
        way = np.linalg.svd(best - middle)[2][0]
        lines.append((middle, way if way @ along > 0 else -way))
    met = []
    for (p, u), (q, v) in zip([lines[-1], *lines[:-1]], lines, strict=True):
        cross = u[0] * v[1] - u[1] * v[0]
        far = ((q - p)[0] * v[1] - (q - p)[1] * v[0]) / cross if abs(cross) > 0.2 else np.nan
        met.append(p + far * u)
    return np.array(met)


def _sides_seen(outline: Points, corners: Points) -> Points:
    """How much of each of the four sides *outline* really follows, 0 to 1."""
    t = np.linspace(0.1, 0.9, 33)[:, None]
    near = 1.5 + 0.006 * np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).max()
    shares = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        away = ((a + t * (b - a))[:, None] - outline) ** 2
        shares.append(float((away.sum(axis=2).min(axis=1) < near**2).mean()))
    return np.array(shares)


def _upright(corners: Points, deck: Deck) -> Points | None:
    """*corners* clockwise from the top left with the short side first; None if no card of *deck* looks like that."""
    if not np.isfinite(corners).all():
        return None
    if cv2.contourArea(corners.astype(np.float32), True) < 0:
        corners = corners[::-1]
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    if min(sides[0] / sides[2], sides[2] / sides[0], sides[1] / sides[3], sides[3] / sides[1]) < 0.7:
        return None
    way = (np.roll(corners, -1, axis=0) - corners) / sides[:, None]
    if np.abs((way * np.roll(way, -1, axis=0)).sum(axis=1)).max() > 0.45:
        return None
    one, other = sides[0] + sides[2], sides[1] + sides[3]
    if one > other:
        corners, one, other = np.roll(corners, -1, axis=0), other, one
    off = (other / one) / (deck.size[1] / deck.size[0])
    return corners if 1 / _ASPECT < off < _ASPECT else None


def find_dice(picture: Image, taken: Sequence[Points] = ()) -> list[tuple[Die, Reading]]:
    """Dice of any size, and what lies on top; only what the reader knows for a die counts.

    :param taken: outlines of cards, whose pictures are full of squares and dots.
    """
    small, step = _smaller(picture)
    height = small.shape[0]
    found: list[Die] = []
    seen = np.zeros((0, 3))
    for lines in _lines(small):
        for outline in cv2.findContours(lines, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[0]:
            if min(cv2.boundingRect(outline)[2:]) < _DICE[0] * height:
                continue
            (x, y), (w, h), turned = cv2.minAreaRect(outline)
            side = min(w, h)
            if not _DICE[0] * height < side < _DICE[1] * height or side < 0.62 * max(w, h):
                continue
            if cv2.contourArea(cv2.convexHull(outline)) < 0.72 * w * h:
                continue
            at = ((x + 0.5) * step - 0.5, (y + 0.5) * step - 0.5)
            # The same thing is often outlined several times.
            apart = np.hypot(*(seen[:, :2] - at).T) + np.abs(seen[:, 2] - side * step)
            if (apart > max(3.0, _TWICE * side) * step).all() and not any(
                inside(np.array(at), outline) for outline in taken
            ):
                found.append(Die(at, side * step, float(turned) % 90, at))
                seen = np.vstack([seen, (*at, side * step)])
    first = _apart(picture, _once(picture, found))
    if not first:
        return []
    # Dice that were seen tell how large the others are: those in heaps, in trays or white on white can be sought now.
    per_mm = float(np.median([die.side for die, _ in first])) / _USUAL
    height, width = picture.shape[:2]
    here = np.array([[per_mm, 0, (width - 1) / 2], [0, per_mm, (height - 1) / 2], [0, 0, 1]])
    half = (width / 2 / per_mm, height / 2 / per_mm)
    clear = [die for die, reading in first if reading.sure]
    like = dice.find(picture, Registration(here, (width, height)), half=half, known=clear)
    like = [
        die
        for die in like
        if not any(_same(die, other) for other, _ in first)
        and not any(inside(np.array(die.middle), outline) for outline in taken)
    ]
    every = _apart(picture, like, first)
    places = [die for die, _ in every]
    return [
        (die, reading if _vouched_for(die, places) else reading.doubted(_GUESS))
        for die, reading in sorted(every, key=lambda one: one[0].middle)
    ]


def _vouched_for(die: Die, every: Sequence[Die]) -> bool:
    """Do the other dice of the picture say that this is one?

    Nothing says how large a lone die is: the dots of a badge or a picture could be one. Nor do large dice vouch for
    something small, which may be a word, a lit key or the side of a die; and where two are nearer to each other than
    dice can lie, they are two faces of one.
    """
    usual = float(np.median([one.side for one in every]))
    others = [one for one in every if one is not die]
    near = any(np.hypot(*np.subtract(die.middle, o.middle)) < _TOUCHING * (die.side + o.side) / 2 for o in others)
    return bool(others) and 1 / _ALIKE < die.side / usual < _ALIKE and not near


_GLIMPSED = 0.05  # what is less likely a die than this at a quick look is none
_ONE = (0.2, 0.25)  # how near, in sides, and how alike in size (natural logarithm) two looks at one die are


def _same(one: Die, other: Die) -> bool:
    """Is it one and the same die?"""
    away = np.hypot(*np.subtract(one.middle, other.middle)) / max(one.side, other.side)
    return bool(away < _ONE[0] and abs(np.log(one.side / other.side)) < _ONE[1])


def _once(picture: Image, found: list[Die]) -> list[Die]:
    """Each die once, where its face is, however many outlines are around it: to read one takes ten looks."""
    out: list[Die] = []
    for die, chance in sorted(dice.glimpsed(picture, found), key=lambda one: -one[1]):
        if chance > _GLIMPSED and not any(_same(die, other) for other in out):
            out.append(die)
    return out


def _apart(
    picture: Image, found: Sequence[Die], known: Sequence[tuple[Die, Reading]] = ()
) -> list[tuple[Die, Reading]]:
    """What the reader knows for dice, each once.

    :param known: what is read already.
    """
    out: list[tuple[Die, Reading]] = []
    read = [*known, *((die, dice.read(picture, die)) for die in found)]
    for die, reading in sorted(read, key=lambda one: -one[1].confidence):
        near = [
            np.hypot(die.middle[0] - o.middle[0], die.middle[1] - o.middle[1]) / max(die.side, o.side) for o, _ in out
        ]
        if reading.value is not None and reading.confidence > 0.5 and all(away > 0.6 for away in near):
            out.append((die, reading))
    return out


def inside(place: Points, outline: Points) -> bool:
    """Does *place* lie within *outline*?"""
    return cv2.pointPolygonTest(outline.astype(np.float32), (float(place[0]), float(place[1])), False) >= 0
