"""Finds dice on the mat and reads how many pips lie on top.

A small network looks at each die in four turns, for a die has no up; it was trained on drawn dice of any colour
(``train_dice.py``). Faces with emblems are not pips: those dice are taught instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.cards import straightened, to_straight
from vision.find.outline import PER_MM, mat_colour
from vision.find.register import Registration, grey_of
from vision.read import lamp_spot, sureness
from vision.read.digits import load_network
from vision.reading import Image, Reading

Floats = NDArray[np.float32]
Points = NDArray[np.float64]

SIDE = 32  # of a die's cut-out, in pixels
FACE = 0.72  # how much of the cut-out the die's face fills
KIND = "die"  # of reading
FACES = 7  # six faces, and 0 for what is no die
CHANNELS = 6  # three colours, with the light taken out in two ways
_AROUND = 3.5  # pixels of a cut-out that a pixel's own light is taken from


@dataclass(frozen=True)
class Die:
    """A die in the picture: its middle and its side in pixels, and how it is turned (degrees, up to a quarter)."""

    middle: tuple[float, float]
    side: float
    turned: float
    on_mat: tuple[float, float]


def find(
    picture: Image,
    mat: Registration,
    *,
    half: tuple[float, float],
    side: tuple[float, float] = (10.0, 24.0),
    flat: Image | None = None,
    known: Sequence[Die] = (),
) -> list[Die]:
    """Everything on the mat that could be a die, from left to right.

    What lies by itself and has a die's size is one, whatever its faces show. Dice that touch each other, or lie
    against something else, are looked for wherever one would fit.

    :param half: half width and height of the mat in millimetres.
    :param side: of a die as seen from above, least and most, in millimetres.
    :param flat: the mat seen straight from above, where that is at hand.
    :param known: dice that were found already: they are not looked for again.
    """
    to_flat = to_straight(half)
    if flat is None:
        flat, _ = straightened(picture, mat, half)
    alone: list[Die] = []
    likely: list[Die] = []
    heaps: list[Die] = []
    edged, inside = _edged(flat, _HEAP * (side[1] * PER_MM) ** 2)
    unlike = _unlike_mat(flat)
    # A die's shadow often reaches a card or another die: opened wide, the two come apart.
    wide = np.ones((round(0.6 * side[0] * PER_MM),) * 2, np.uint8)
    parted = np.asarray(cv2.morphologyEx(unlike, cv2.MORPH_OPEN, wide), np.uint8)
    # A lamp's reflection on the mat has another colour too, but no sharp edge: what runs together with it by colour
    # is told apart by edges. What lies in a tray lies inside another thing's edge.
    for things, by_itself in ((unlike, True), (edged, True), (parted, False), (inside, False)):
        outlines, _ = cv2.findContours(things, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        for outline in outlines:
            (x, y), (w, h), turned = cv2.minAreaRect(outline)
            small, big = min(w, h) / PER_MM, max(w, h) / PER_MM
            if small < side[0]:
                continue
            square = big <= side[1] * 1.35 and small / big >= 0.62
            if square and cv2.contourArea(cv2.convexHull(outline)) >= 0.72 * w * h:
                # The top face is what is nearest to square: seen aslant, a die shows a side too.
                one = _at(mat, (np.array([x, y]) - to_flat[:2, 2]) / PER_MM, small, turned)
                some = alone if by_itself else likely
                if not _among(one, some, 0.5):
                    some.append(one)
            elif cv2.contourArea(outline) < _HEAP * (side[1] * PER_MM) ** 2:
                places = (_within(outline, 0.6 * side[0] * PER_MM) - to_flat[:2, 2]) / PER_MM
                heaps += [_at(mat, place, float(np.mean(side)), 0.0) for place in places]
    alone = [one for one in alone if not _among(one, known, 0.5)]
    found = list(known)
    for one, (aimed, sure) in zip(alone, _aimed(picture, mat, alone, side), strict=True):
        # Emblems are no pips: such a die stays where its outline is.
        better = aimed if sure > 0.5 and np.hypot(*np.subtract(aimed.middle, one.middle)) < 0.5 * one.side else one
        if not _among(better, found, 0.5):
            found.append(better)
    # White dice on white paper have neither another colour nor an edge; but they have pips.
    places = (_between_pips(flat, 0.6 * side[1] * PER_MM) - to_flat[:2, 2]) / PER_MM
    spots = [_at(mat, place, float(np.mean(side)), 0.0) for place in places]
    tries = [one for one in (*likely, *spots, *heaps) if not _among(one, found, 0.5)][:_TRIES]
    for aimed, sure in sorted(_aimed(picture, mat, tries, side), key=lambda one: -one[1]):
        if sure > _DIE and not _among(aimed, found, 0.75) and not _among(aimed, known, _BESIDE_IT):
            found.append(aimed)
    return sorted(found[len(known) :], key=lambda die: die.on_mat)


_HEAP = 7  # things bigger than so many of the biggest dice are no heap of dice
_BESIDE_IT = 0.85  # of its side: what is nearer to a die than that is no other die, but one of its sides
_DIE = 0.5  # how sure it must be that a die is where none was seen by its outline
_TRIES = 200  # places at most at which a die is looked for in heaps


def _at(mat: Registration, place: Points, side: float, turned: float) -> Die:
    """A die of so many millimetres at a *place* on the mat."""
    here, right = mat.to_pixels([place, place + np.array([1.0, 0.0])])
    length = side * float(np.hypot(*(right - here)))
    return Die((float(here[0]), float(here[1])), length, float(turned) % 90, (float(place[0]), float(place[1])))


def _among(die: Die, others: Sequence[Die], apart: float) -> bool:
    """Is it one of *others*?"""
    return any(np.hypot(*np.subtract(die.middle, other.middle)) < apart * min(die.side, other.side) for other in others)


def _within(outline: NDArray[np.int32], step: float) -> Points:
    """Places all over a thing, *step* pixels apart, none too near its edge."""
    x0, y0, w, h = cv2.boundingRect(outline)
    xs, ys = (np.arange(start + step / 2, start + size, step) for start, size in ((x0, w), (y0, h)))
    inside = [(x, y) for x in xs for y in ys if cv2.pointPolygonTest(outline, (float(x), float(y)), True) > 0.5 * step]
    return np.array(inside, np.float64).reshape(-1, 2)


def _aimed(picture: Image, mat: Registration, dice: list[Die], side: tuple[float, float]) -> list[tuple[Die, float]]:
    """Each of *dice* where its upper face really is, and how sure it is that one with pips is there."""
    dice = list(dice)
    sure = np.ones(len(dice), np.float32)
    for _ in range(2):
        # What was no die at the first glance is not looked at again.
        worth = np.flatnonzero(sure > 0.25)
        if not len(worth):
            break
        likely, aims = _look([cut_out(picture, dice[n].middle, dice[n].side, dice[n].turned) for n in worth])
        # Where the aim still runs away, there is nothing to aim at.
        sure[worth] = (1 - likely[:, 0]) * (np.hypot(aims[:, 0], aims[:, 1]) < 0.7)
        for n, aim in zip(worth, aims, strict=True):
            dice[n] = moved(dice[n], aim)
    out = []
    for die, chance in zip(dice, sure, strict=True):
        place = mat.to_board(die.middle)[0]
        right = mat.to_pixels(place + np.array([1.0, 0.0]))[0]
        length = die.side / float(np.hypot(*(right - np.array(die.middle))))
        fits = 0.8 * side[0] <= length <= 1.2 * side[1]
        on_mat = (float(place[0]), float(place[1]))
        out.append((Die(die.middle, die.side, die.turned, on_mat), float(chance) if fits else 0.0))
    return out


def moved(die: Die, aim: Floats) -> Die:
    """The die where the network says its face is."""
    a = np.deg2rad(die.turned)
    c, s = np.cos(a) * die.side, np.sin(a) * die.side
    right, down, bigger, along, across = (float(value) for value in aim)
    middle = (float(die.middle[0] + c * right - s * down), float(die.middle[1] + s * right + c * down))
    turned = die.turned + float(np.rad2deg(np.arctan2(across, along))) / 4
    return Die(middle, float(die.side * np.exp(np.clip(bigger, -0.6, 0.6))), turned % 90, die.on_mat)


def _unlike_mat(flat: Image) -> Image:
    """1 where something of another colour than the mat lies."""
    bare, _ = mat_colour(flat)
    things = cv2.morphologyEx(np.asarray(1 - bare, np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    return np.asarray(cv2.morphologyEx(things, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)


def _between_pips(flat: Image, reach: float) -> Points:
    """The middles of small round spots of one kind within *reach* of each other; lone ones come last."""
    found: list[tuple[int, Points]] = []
    for spots in _spots(flat):
        for one in spots:
            together = spots[np.hypot(*(spots - one).T) < reach]
            middle = together.mean(axis=0)
            if not any(np.hypot(*(middle - other)) < 0.4 * reach for _, other in found):
                found.append((len(together), middle))
    return np.array([middle for _, middle in sorted(found, key=lambda one: -one[0])], np.float64).reshape(-1, 2)


def _spots(flat: Image) -> list[Points]:
    """The middles of small round spots darker than what is around them, and of those lighter."""
    grey = cv2.GaussianBlur(grey_of(flat), (0, 0), 0.8)
    around = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(_PIP[1] * 1.3 * PER_MM) | 1,) * 2)
    both: list[Points] = []
    for way in (cv2.MORPH_BLACKHAT, cv2.MORPH_TOPHAT):
        stands_out = cv2.morphologyEx(grey, way, around)
        spots = np.asarray(stands_out > max(_STANDS_OUT, 6 * _middle(stands_out)), np.uint8)
        count, _, stats, middles = cv2.connectedComponentsWithStats(spots, connectivity=4)
        found: list[Points] = []
        for n in range(1, count):
            _, _, w, h, area = stats[n]
            small, big = min(w, h) / PER_MM, max(w, h) / PER_MM
            if _PIP[0] <= small and big <= _PIP[1] and small / big >= 0.6 and area >= 0.6 * w * h:
                found.append(middles[n])
        both.append(np.array(found, np.float64).reshape(-1, 2))
    return both


def _middle(picture: Image) -> float:
    """The median of all pixels of a grey picture, counted by how bright they are."""
    counts = np.cumsum(np.bincount(picture.ravel(), minlength=256))
    half = counts[-1] / 2
    return float((np.searchsorted(counts, half) + np.searchsorted(counts, half, side="right")) / 2)


_PIP = (1.2, 4.5)  # how wide a pip is, least and most, in millimetres
_STANDS_OUT = 28.0  # how much darker or lighter than its die, of 255


_EDGE_LOGS = np.log(np.arange(256, dtype=np.float32) + 16.0)


def _edged(flat: Image, most: float, least: float = 0.045) -> tuple[Image, Image]:
    """1 where something with a sharp edge lies; and 1 where something lies inside the edge of a bigger thing.

    :param most: how big a thing is that may hold others, in pixels.
    :param least: how fast brightness must change there, in natural logarithms a pixel.
    """
    logs = cv2.LUT(cv2.GaussianBlur(flat, (0, 0), 1.2), _EDGE_LOGS)
    across, down = cv2.Sobel(logs, cv2.CV_32F, 1, 0), cv2.Sobel(logs, cv2.CV_32F, 0, 1)
    steep = reduce(cv2.max, cv2.split(cv2.magnitude(across, down))) / 8
    # Grain is everywhere: an edge stands out from it.
    sharp = np.asarray(steep > max(least, 3.5 * float(np.median(steep))), np.uint8)
    closed = cv2.morphologyEx(sharp, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    filled, inside = (np.zeros(flat.shape[:2], np.uint8) for _ in range(2))
    cv2.drawContours(filled, outlines, -1, 1, cv2.FILLED)
    if any(cv2.contourArea(outline) > most for outline in outlines):
        every, levels = cv2.findContours(closed, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
        # The four numbers of each outline end with the one around it; 4.x and 5.x shape them alike.
        whole = [outline for outline, level in zip(every, levels.reshape(-1, 4), strict=True) if level[3] < 0]
        small = [outline for outline in whole if cv2.contourArea(outline) <= most]
        cv2.drawContours(inside, small, -1, 1, cv2.FILLED)
    filled, inside = (cv2.morphologyEx(part, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)) for part in (filled, inside))
    return np.asarray(filled, np.uint8), np.asarray(inside, np.uint8)


@cache
def _network() -> Any:
    return load_network(str(Path(__file__).with_name("dice.onnx")))


def normalised(cut: Image) -> Floats:
    """A cut-out with its light taken out, colour by colour and twice: 6 × 32 × 32.

    First over all of it, mean 0 and spread 1 of all together; then around every pixel by itself, so that dark pips
    on a dark die speak as loud as the die on its mat.
    """
    picture = cut.astype(np.float32)
    away = cv2.subtract(picture, cv2.GaussianBlur(picture, (0, 0), _AROUND, borderType=cv2.BORDER_REFLECT_101))
    spread = cv2.GaussianBlur(cv2.multiply(away, away), (0, 0), _AROUND, borderType=cv2.BORDER_REFLECT_101)
    away = cv2.divide(away, cv2.sqrt(spread) + 3.0)
    means, spreads = cv2.meanStdDev(picture)
    # All colours have one spread, each its own mean.
    length = np.float32(np.sqrt((spreads**2).mean()) + 4.0)
    both = [(colour - mean) / length for colour, mean in zip(cv2.split(picture), means.astype(np.float32), strict=True)]
    return np.stack([*both, *cv2.split(away)])


def cut_out(picture: Image, middle: tuple[float, float], side: float, turned: float, *, size: int = SIDE) -> Image:
    """A die by itself, turned upright, *size* pixels square."""
    scale = size * FACE / side
    source = picture
    if scale < 0.7:
        reach = round(side * 1.1) + 4
        x, y = round(middle[0]), round(middle[1])
        x0, y0 = max(0, x - reach), max(0, y - reach)
        source = picture[y0 : y + reach, x0 : x + reach]
        middle = (middle[0] - x0, middle[1] - y0)
        soft = 0.35 / scale
        if scale < 0.35 and min(source.shape[:2]) > 1:
            # Of large dice four pixels become one first, which blurs by half a pixel already: to blur costs most.
            whole = source[: source.shape[0] // 2 * 2, : source.shape[1] // 2 * 2]
            source = cv2.resize(whole, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
            middle = ((middle[0] - 0.5) / 2, (middle[1] - 0.5) / 2)
            scale, soft = 2 * scale, float(np.sqrt(soft**2 - 0.25)) / 2
        source = cv2.GaussianBlur(source, (0, 0), soft)
    a = np.deg2rad(turned)
    c, s = np.cos(a) * scale, np.sin(a) * scale
    matrix = np.array([[c, s, 0.0], [-s, c, 0.0]])
    matrix[:, 2] = (size - 1) / 2 - matrix[:, :2] @ np.array(middle)
    return np.asarray(
        cv2.warpAffine(source, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


# A die is looked at a little shifted and zoomed too: what changes its mind then is not sure.
_NUDGES = ((0.0, 0.0, 1.0), (0.07, 0.0, 0.92), (-0.04, 0.06, 1.0), (-0.04, -0.06, 1.1))


def read(picture: Image, die: Die, slot: str = "die") -> Reading:
    """How many pips lie on top; ``None`` if none are seen, which is never sure: emblems and glare hide them."""
    likely, there = _looked_at(picture, die)
    first = _told(likely, slot)
    if first.value is not None:
        other = _mistaken_for(picture, there, int(first.value)) if first.confidence > _DOUBTED else None
        return sureness.fitted(first, KIND) if other is None else _or_rather(first, other)
    if first.confidence >= NO_DIE:
        return first
    # Turned by an eighth and from closer by, the aim may come to rest on a face after all: a guess, but a good one.
    closer = Die(there.middle, _CLOSER * there.side, there.turned + 45, there.on_mat)
    second = sureness.fitted(_told(_looked_at(picture, closer)[0], slot), KIND).doubted(_GUESS)
    return first if second.value is None else second


def again(picture: Image, die: Die, first: Reading) -> Reading:
    """Another look at a die that has not moved since *first* was read: what else it might be was asked then."""
    if not first.sure:
        return read(picture, die, first.slot)
    cuts = [cut_out(picture, one.middle, one.side, one.turned) for one in _nudged(die)[:2]]
    second = sureness.fitted(_told(faces(cuts), first.slot), KIND)
    return second if second.value == first.value else read(picture, die, first.slot)


def glimpsed(picture: Image, dice: list[Die]) -> list[tuple[Die, float]]:
    """Each of *dice* where its face seems to be at one quick look, and how likely it is one at all."""
    if not dice:
        return []
    likely, aims = _look([cut_out(picture, one.middle, one.side, one.turned) for one in dice])
    there = [moved(one, aim) for one, aim in zip(dice, aims, strict=True)]
    return [(one, float(1 - chance)) for one, chance in zip(there, likely[:, 0], strict=True)]


def _looked_at(picture: Image, die: Die) -> tuple[Floats, Die]:
    """How likely each face is in each of four looks, and where the die was looked at in the end."""
    looks = _nudged(die)
    likely, aims = _look([cut_out(picture, one.middle, one.side, one.turned) for one in looks])
    # Each look also tells where the face is: if that is elsewhere, it is looked at there.
    there = _agreed([moved(one, aim) for one, aim in zip(looks, aims, strict=True)])
    if likely[:, 0].mean() >= 0.9 or not _ASTRAY < _apart(die, there) < _LOST:
        return likely, die
    return faces([cut_out(picture, one.middle, one.side, one.turned) for one in _nudged(there)]), there


def _told(likely: Floats, slot: str) -> Reading:
    """What several looks at a die say together."""
    together = np.exp(np.log(np.maximum(likely, 1e-4)).mean(axis=0))
    together /= together.sum()
    best = int(together.argmax())
    # The least convinced look limits how sure the die may be read.
    certain = float(min(together[best], 0.5 + 0.5 * likely[:, best].min()))
    confidence = max(0.0, 1 - _STRANGER * (1 - certain)) * (1.0 if best else _NO_PIPS)
    others = tuple((int(n) or None, float(together[n])) for n in np.argsort(-together)[1:3])
    return Reading(slot, best or None, confidence, others)


def _mistaken_for(picture: Image, die: Die, value: int) -> int | None:
    """What else a die that looks like *value* may well show; ``None`` if nothing speaks for anything else."""
    if value in (3, 5):
        near = cut_out(picture, die.middle, die.side, die.turned, size=_NEAR)
        if lamp_spot.in_the_middle(near, _NEAR * FACE):
            return value - 1
    # A low camera sees a side as large as the top, and pips of both may look like one face. Begun closer by and towards
    # each side in turn, the aim comes to rest on another face then.
    a = np.deg2rad(die.turned)
    ways = [(np.cos(a), np.sin(a)), (-np.cos(a), -np.sin(a)), (-np.sin(a), np.cos(a)), (np.sin(a), -np.cos(a))]
    starts = [
        Die((die.middle[0] + _BESIDE * die.side * x, die.middle[1] + _BESIDE * die.side * y),
            _CLOSER * die.side, die.turned, die.on_mat)
        for x, y in ways
    ]  # fmt: skip
    _, aims = _look([cut_out(picture, one.middle, one.side, one.turned) for one in starts])
    ends = [moved(one, aim) for one, aim in zip(starts, aims, strict=True)]
    # What is only smaller is a part of the same face: two pips of a three. Where the aim comes back to the same face
    # there is nothing new to see either.
    ends = [
        one
        for one in ends
        if (one.side > _PART * die.side or np.hypot(*np.subtract(one.middle, die.middle)) > _AWAY * die.side)
        and _apart(die, one) > _BACK
    ]
    if not ends:
        return None
    likely = faces([cut_out(picture, one.middle, one.side, one.turned) for one in ends]).max(axis=0)
    likely[[0, value]] = 0
    return int(likely.argmax()) if likely.max() > _ANOTHER else None


def _or_rather(reading: Reading, other: int) -> Reading:
    """The same reading in doubt, *other* being the next best."""
    rest = tuple(one for one in reading.alternatives if one[0] != other)
    return Reading(reading.slot, reading.value, _DOUBTED, ((other, 0.9 * (1 - _DOUBTED)), *rest[:1]))


_NEAR = 48  # pixels of the cut-out in which pips are compared with each other
_BESIDE, _ANOTHER = 0.2, 0.3  # how far beside, of its side, a die is looked at; how likely another face counts there
_PART, _AWAY = 0.84, 0.25  # of a die's side: what is smaller and not so far away is no other face
_BACK = 0.1  # how far off, in sides of the die, the same face is at most
_DOUBTED = 0.6  # how sure a die is at most that may well show something else
_STRANGER = 2.5  # so many times its doubt is taken from the evidence for a face
_NO_PIPS = 0.89  # how sure it is at most that there is no die where no pips are seen
NO_DIE = 0.8  # from this confidence on, what shows no pips lies there by chance: a counter, a coin, a crumb
_CLOSER, _GUESS = 0.8, 0.85  # how near a second look goes, of the die's side, and how sure it may be
_ASTRAY, _LOST = 0.1, 0.8  # of a die's side: farther off it is aimed at anew; too far off it is another one


def _nudged(die: Die) -> list[Die]:
    """The die in four turns, each time aimed at a little differently."""
    return [
        Die(
            (die.middle[0] + dx * die.side, die.middle[1] + dy * die.side),
            die.side * zoom, die.turned + 90 * n, die.on_mat,
        )
        for n, (dx, dy, zoom) in enumerate(_NUDGES)
    ]  # fmt: skip


def _agreed(dice: list[Die]) -> Die:
    """One die that was aimed at several times."""
    x, y, side = np.median([(*one.middle, one.side) for one in dice], axis=0)
    fourth = np.exp(4j * np.deg2rad([one.turned for one in dice])).sum()
    return Die((float(x), float(y)), float(side), float(np.rad2deg(np.angle(fourth))) / 4 % 90, dice[0].on_mat)


def _apart(one: Die, other: Die) -> float:
    """How differently two dice lie, in sides of the die; a turn by an eighth counts as half a side."""
    off = float(np.hypot(*np.subtract(one.middle, other.middle))) / one.side
    turn = abs((one.turned - other.turned + 45) % 90 - 45) / 90
    return max(off, 0.7 * abs(float(np.log(other.side / one.side))), turn)


def faces(cuts: list[Image]) -> Floats:
    """How likely each face is for each cut-out: cuts × 7, the first being no die."""
    return _look(cuts)[0]


def _look(cuts: list[Image]) -> tuple[Floats, Floats]:
    """How likely each face is for each cut-out, and where in it the face is: how far to the right and down (of the
    side it was cut with), how much bigger (natural logarithm) and how it is turned (cosine and sine of four times)."""
    net = _network()
    net.setInput(np.stack([normalised(cut) for cut in cuts]))
    out = np.asarray(net.forward(), np.float32).reshape(len(cuts), -1)
    likely = np.exp(out[:, :FACES] - out[:, :FACES].max(axis=1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=1, keepdims=True)), out[:, FACES:]
