"""Reads printed numbers of one to three digits with a small network.

The network sees a number at once: three places, each a digit or blank. It was trained on rendered type in thousands
of typefaces (``train_digits.py``); OpenCV itself runs it. It reads upright numbers only: which way is up must come
from the card, for 6 and 9 are one sign.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.register import grey_of
from vision.read import sureness
from vision.reading import Image, Reading

Floats = NDArray[np.float32]
Shade = Callable[[Image], Image]

HEIGHT, WIDTH = 32, 80  # of a cut-out, in pixels: three digits of the widest print still fit
DIGIT = 19  # how high a digit is in it
PLACES = 3
REACH = (0.5, 0.75, 1.0)  # how much of its width one, two and three digits can take
WIDEST = 0.62  # of its height: how wide a digit of wide print is
BLANK = 10  # the class that says: no digit here

CHANNELS = 2  # how often the light is taken out of it, each time differently
_AROUND = 4.5  # pixels of a cut-out that a pixel's own light is taken from
KIND = "number"  # of reading
# Numbers that two ends of a card show are weighed against each other by this power of what the network thinks of them:
# it errs more often than it thinks.
_HONEST = 21
# A number as likely as this in one cut-out needs no other.
_CLEAR = 0.999
# No number, as likely as this, at the other end of a card whose number is clear: that end is not looked at closely.
_NONE = 0.95
# From this brightness on, of 255, a pixel is burnt out; where so much of a cut-out is, nobody sees anything.
_BURNT, _DAZZLED = 250, 0.4
# A digit less likely than this at its place is not thought of.
_FAINT = 0.001
# Numbers of this likelihood are worth naming as alternatives.
_WORTH = 0.002


@dataclass(frozen=True)
class Box:
    """Where a number is printed on a card, in fractions of the card's width and height.

    :param tall: how high its digits are, in fractions of the card's height.
    :param most: so many digits at most: what lies farther out is art, however much like a digit it looks.
    """

    x: float
    y: float
    tall: float
    most: int = PLACES


def normalised(cut: Image) -> Floats:
    """A cut-out with its light taken out, twice: 2 × 32 × 80.

    First over all of it, mean 0 and spread 1; then around every pixel by itself, so that hairlines speak as loud as
    the card's frame beside them.
    """
    picture = cut.astype(np.float32)
    away = picture - cv2.GaussianBlur(picture, (0, 0), _AROUND, borderType=cv2.BORDER_REFLECT_101)
    spread = cv2.GaussianBlur(away * away, (0, 0), _AROUND, borderType=cv2.BORDER_REFLECT_101)
    picture -= picture.mean()
    return np.stack([picture / (picture.std() + 4.0), away / (np.sqrt(spread) + 3.0)]).astype(np.float32)


@cache
def _network() -> Any:
    return load_network(str(Path(__file__).with_name("digits.onnx")))


def load_network(path: str) -> Any:
    """A network file, on OpenCV's classic engine where there is a newer one: it is twice as fast on small nets."""
    dnn: Any = cv2.dnn  # OpenCV 4 has no engines to choose from
    classic = getattr(dnn, "ENGINE_CLASSIC", None)
    return dnn.readNetFromONNX(path) if classic is None else dnn.readNetFromONNX(path, classic)


def places(cuts: Sequence[Image]) -> Floats:
    """For each cut-out of 32 × 80 pixels how likely each digit is at each place: cuts × 3 × 11."""
    net = _network()
    net.setInput(np.stack([normalised(cut) for cut in cuts]))
    out = np.asarray(net.forward(), np.float32).reshape(len(cuts), PLACES, BLANK + 1)
    return _spread(out)


def numbers(likely: Floats, possible: Collection[int] | None = None) -> list[tuple[int | None, float]]:
    """The numbers a place-by-place likelihood allows, most likely first; ``None`` is no number at all.

    :param possible: the only numbers there are, if the rules know; what cannot be is then not believed.
    """
    if possible is not None:
        found: list[tuple[int | None, float]] = [(n, _chance(likely, str(n))) for n in possible]
        none = _chance(likely, "")
        # What is left over speaks for something else: the possible numbers do not share it among themselves.
        total = none + sum(p for _, p in found)
        known = max(total, 0.5)
        found = [(n, p / known) for n, p in found] + [(None, none / known)]
    else:
        # Only digits that are likely at their place are worth trying together.
        best = [
            sorted(((p, digit) for digit, p in enumerate(place) if p > _FAINT), reverse=True)[:3]
            for place in likely.tolist()
        ]
        by_number: dict[int | None, float] = {}
        for pa, a in best[0]:
            for pb, b in best[1]:
                for pc, c in best[2]:
                    text = _text((a, b, c))
                    if text is not None:
                        number = int(text) if text else None
                        by_number[number] = by_number.get(number, 0.0) + pa * pb * pc
        by_number = by_number or {None: 0.0}
        found = list(by_number.items())
    return sorted(found, key=lambda one: -one[1])


def _chance(likely: Floats, text: str) -> float:
    """How likely exactly *text* is, with or without noughts in front."""
    total = 0.0
    for length in range(len(text), PLACES + 1 if text else 1):
        digits = [int(d) for d in text.rjust(length, "0")] + [BLANK] * (PLACES - length)
        total += float(np.prod([likely[place, digit] for place, digit in enumerate(digits)]))
    return total


def _text(classes: tuple[int, int, int]) -> str | None:
    """The digits of three places, or ``None`` if a digit stands after a blank."""
    text = "".join("" if c == BLANK else str(c) for c in classes)
    return text if all(c == BLANK for c in classes[len(text) :]) else None


def together(looks: Sequence[Floats]) -> Floats:
    """Several looks at one number as one: what all of them find likely.

    Further looks see the same print in nearly the same light: they make an answer only a little surer.
    """
    logs = np.mean([np.log(np.maximum(look, 1e-5)) for look in looks], axis=0) * min(1.2, 1 + 0.03 * (len(looks) - 1))
    return _spread(logs)


def brightest(card: Image) -> Image:
    """Each pixel as bright as the brightest of its three colours: coloured art turns light, and dark print stays."""
    return np.asarray(card.max(axis=2), np.uint8)


def darkest(card: Image) -> Image:
    """Each pixel as dark as the darkest of its three colours: coloured art turns dark, and light print stays."""
    return np.asarray(card.min(axis=2), np.uint8)


# How the same number is cut out: shifted by so much of a digit's height across and down, zoomed, and squeezed.
Way = tuple[float, float, float, float]
_PLAIN: Way = (0.0, 0.0, 1.0, 1.0)
_WAYS: tuple[Way, ...] = (_PLAIN, (0.1, 0.05, 0.93, 1.0), (-0.1, -0.05, 1.08, 1.0))
# Three digits of wide print only fit in if they are squeezed a little.
_GLANCE: Way = (0.0, 0.0, 1.0, 0.9)


def cut_outs(card: Image, box: Box, ways: Sequence[Way] = _WAYS, shade: Shade = grey_of) -> list[Image]:
    """The number of a straightened card, cut out a few times a little differently: one look is too easily fooled.

    :param shade: how its colours become one brightness.
    """
    height, width = card.shape[:2]
    tall = box.tall * height
    x, y = box.x * width, box.y * height
    # Only what can get into a cut-out is worth turning grey.
    reach = tall / DIGIT * 0.65
    left, top = max(0, int(x - reach * WIDTH)), max(0, int(y - reach * HEIGHT))
    part = card[top : int(y + reach * HEIGHT) + 2, left : int(x + reach * WIDTH) + 2]
    grey = shade(np.ascontiguousarray(part))
    if DIGIT / tall < 0.7:
        grey = np.asarray(cv2.GaussianBlur(grey, (0, 0), 0.35 * tall / DIGIT), np.uint8)
    cuts = []
    for dx, dy, zoom, squeeze in ways:
        scale = DIGIT / tall * zoom
        across = scale * squeeze
        at = x - left + dx * tall + 0.5, y - top + dy * tall + 0.5
        matrix = np.array([[across, 0, WIDTH / 2 - across * at[0]], [0, scale, HEIGHT / 2 - scale * at[1]]])
        cut = cv2.warpAffine(grey, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cuts.append(np.asarray(cut, np.uint8))
    return cuts


def narrowed(cut: Image, most: int) -> Image:
    """A cut-out in which nothing is seen beside where *most* digits can be."""
    side = round(WIDTH / 2 * (1 - REACH[most - 1]))
    inside = cut[:, side : WIDTH - side]
    return np.asarray(cv2.copyMakeBorder(inside, 0, 0, side, side, cv2.BORDER_REPLICATE), np.uint8)


def look(card: Image, box: Box) -> Floats:
    """One look at the number printed in *box* of a straightened, upright *card*."""
    return looks([card], box)[0]


def looks(cards: Sequence[Image], box: Box) -> list[Floats]:
    """One look at each of *cards*, of which only one may have a number: the same card with either end up."""
    glances = [
        narrowed(cut_outs(card, box, [_GLANCE if box.most == PLACES else _PLAIN])[0], box.most) for card in cards
    ]
    first = places(glances)
    # Most numbers are clear at once; the others are cut out in every way. The end that seems to have one is asked
    # first: where it has a clear number and the other seems to have none, that is all there is to ask.
    found = list(first)
    known = [_clear(one) for one in first]
    for n in np.argsort(first[:, 0, BLANK], kind="stable").tolist():
        has = any(clear and one[0, BLANK] < 0.5 for one, clear in zip(found, known, strict=True))
        if not (known[n] or (has and first[n, 0, BLANK] > _NONE)):
            found[n] = _closely(cards[n], box, first[n], glances[n])
            known[n] = _clear(found[n])
    return [_dazzled(one, cut) for one, cut in zip(found, glances, strict=True)]


def _clear(likely: Floats) -> bool:
    """Is there but one number, or surely none, that this can be?"""
    return bool(likely.max(axis=1).prod() >= _CLEAR)


def _closely(card: Image, box: Box, first: Floats, glance: Image) -> Floats:
    """A number that is not clear at once, cut out in every way."""
    every = first[None]
    for shade in _shades(card, box):
        cuts = [narrowed(cut, box.most) for cut in cut_outs(card, box, shade=shade)]
        every = np.concatenate([every, places(cuts)])
        # The cut-outs share one picture, so they do not make each other surer: only disagreement counts. But the shade
        # in which a number stands out tells it best.
        speaks = every.max(axis=2).prod(axis=1) ** 2 + 1e-3
        likely = _spread(np.average(np.log(np.maximum(every, 1e-5)), axis=0, weights=speaks))
        if _clear(likely) and likely[0, BLANK] < 0.5:
            break  # that a shade shows none does not say that others do not
    return likely


def _spread(logs: NDArray[np.floating[Any]]) -> Floats:
    """Logarithms as likelihoods that make 1 at each place."""
    likely = np.exp(logs - logs.max(axis=-1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=-1, keepdims=True), np.float32)


def _shades(card: Image, box: Box) -> list[Shade]:
    """The ways in which colours become one brightness for a number that is not clear at once."""
    shades: list[Shade] = [grey_of] if card.ndim == 2 else [grey_of, brightest, darkest]
    tall = box.tall * card.shape[0]
    if tall > 2 * DIGIT:
        # Made so much smaller, the hairlines of big digits would fade: they are drawn bolder first, dark ones or light.
        nib = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (max(3, round(0.03 * tall) | 1),) * 2)
        shades += [partial(_bolder, way=way, nib=nib) for way in (cv2.MORPH_ERODE, cv2.MORPH_DILATE)]
    return shades


def _bolder(card: Image, way: int, nib: Image) -> Image:
    return np.asarray(cv2.morphologyEx(grey_of(card), way, nib), np.uint8)


def _dazzled(likely: Floats, cut: Image) -> Floats:
    """Where a lamp burns the picture out, no number is seen, and nobody knows whether there is one."""
    if int(likely[0].argmax()) != BLANK or float((cut > _BURNT).mean()) < _DAZZLED:
        return likely
    return (likely + np.float32(1)) / np.float32(BLANK + 2)


def reading(slot: str, likely: Floats, possible: Collection[int] | None = None) -> Reading:
    """What a look, or several together, says of the number in *slot*."""
    return sureness.fitted(weighed(slot, likely, possible), KIND)


def weighed(slot: str, likely: Floats, possible: Collection[int] | None = None) -> Reading:
    """The same with its evidence: what the network thinks of it."""
    found = numbers(likely, possible)
    value, confidence = found[0]
    others = tuple((n, p) for n, p in found[1:5] if p > _WORTH)
    return Reading(slot, value, confidence**_HONEST, others)
