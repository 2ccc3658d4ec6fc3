"""Finds coloured tokens on the slots of a board: which one stands where, wherever on its slot and however turned.

A token is known by its picture: colour and sign together. Colour means nothing by itself under a lamp, so everything
is taken against the bare board seen close by, whose own colour is known. Then each slot is compared with every token
in every turn at every place it could stand; something that is no token resembles none of them and stays unsure.

How to use it::

    reader = TokenReader.drawn(shapes, slots, radius=0.38, ground=(155, 145, 116), paper=bare_places)
    for reading in reader.read(picture, where):      # one for each slot, in the order of *slots*
        reading.slot, reading.value, reading.confidence   # value: a token's name, or None

Slots, radius, reach and bare places are all in the board's units (those of its `Layout`, be they millimetres). Where
the rules let tokens share a slot, give ``shared=True``: then *reach* is how far from the slot's middle a token's
middle may be, and the value names all that stand there, in the order of *tokens*, joined by ``" + "``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import draw
from vision.find.register import Registration
from vision.read import sureness
from vision.reading import Image, Reading, Value, rises

Floats = NDArray[np.float32]
Numbers = NDArray[np.intp]

# Samples from a token's middle to its edge.
FINE = 8
# So much around a token is compared too, of its radius: there the bare board should be.
EDGE = 1.12
TURNS = 24
# Colour without brightness is less disturbed by shadows than brightness is, and so counts more.
COLOUR_WEIGHT = 1.5
# Of the brightest parts of the picture, so much is added before logarithms are taken: grain in the dark must not shout.
LIFT = 0.10
# So many bare places around a slot say together how the board looks there.
WITNESSES = 9
JOIN = " + "


@dataclass(frozen=True)
class Spotted:
    """One token as it was compared; the confidence comes from these.

    :param alike: of the best token and of the best other one, -1 to 1.
    :param sign: how alike its sign alone is, without any colour, to the token's own and to the likest of the others.
    :param strength: how strongly it stands out from the board, of how strongly it should.
    :param tint: how far its colour is from what it should be, in natural logarithms.
    :param level: how much brighter it is than it should be, likewise.
    :param off: of its middle from the slot's, in the board's units.
    """

    token: int
    second: int
    alike: tuple[float, float]
    sign: tuple[float, float]
    strength: float
    tint: float
    level: float
    off: tuple[float, float]
    turned: float  # degrees clockwise


@dataclass(frozen=True)
class Slot:
    """What was seen of one slot.

    :param busy: how much its middle differs from the bare board, in natural logarithms.
    """

    name: str
    busy: float
    spotted: tuple[Spotted, ...]
    inside: bool = True  # the slot is wholly in the picture


class TokenReader:
    """Knows a set of tokens and reads on which slots of a board they stand.

    :param tokens: a picture of each by its name: square, the token's outer circle touching the edges.
    :param slots: the middle of each slot, in the board's units.
    :param radius: of a token, in the board's units.
    :param ground: the bare board's own colour (blue, green, red) at *paper*.
    :param paper: places where the bare board can be seen; best some near each slot.
    :param reach: how far off the slot's middle a token may stand, in the board's units; else about half a radius.
    :param shared: several tokens may stand on one slot.
    :param each_once: there is only one of each token.
    :param kind: of reading, by which it is known how sure it is; none where others judge further.
    :param ringed: the bare board can be seen around a token on its slot; not so where slots are printed otherwise.
    """

    def __init__(
        self,
        tokens: Mapping[str, Image],
        slots: Mapping[str, Sequence[float]],
        *,
        radius: float,
        ground: draw.Colour,
        paper: Sequence[Sequence[float]],
        reach: float | None = None,
        shared: bool = False,
        each_once: bool = True,
        ringed: bool = True,
        kind: str = "token",
    ) -> None:
        if len(paper) < 3:
            raise ValueError("Three places or more must be known where the bare board can be seen.")
        self.values: list[Value] = list(tokens)
        self.slots = {name: (float(at[0]), float(at[1])) for name, at in slots.items()}
        self.radius = radius
        self.paper = np.array([(float(x), float(y)) for x, y in paper])
        self.reach = 0.6 * radius if reach is None else reach
        self.shared, self.each_once, self.kind = shared, each_once, kind
        self._grid = _Grid.of(EDGE if ringed else 1.0)
        pictures = [_references(picture, ground, self._grid) for picture in tokens.values()]
        self._plain = np.stack(pictures)  # tokens × turns × samples × 3
        flat = self._grid.without_light(self._plain.reshape(-1, *self._plain.shape[2:]))
        self._lengths = np.sqrt((flat**2).sum(axis=1)).reshape(len(self.values), TURNS)
        self._compared = flat / self._lengths.reshape(-1, 1)
        signs = self._plain[:, :, self._grid.core, 0]
        signs = signs - signs.mean(axis=2, keepdims=True)
        # A plain token has no sign to go by.
        self._signed = (np.sqrt((signs**2).mean(axis=2)) > 0.1).all(axis=1)
        self._signs = signs / np.maximum(np.sqrt((signs**2).sum(axis=2, keepdims=True)), 1e-4)
        centres = np.array(list(self.slots.values()))
        away = ((centres[:, None] - self.paper) ** 2).sum(axis=2)
        self._near = np.argsort(away, axis=1)[:, :WITNESSES]
        self._where: Registration | None = None
        self._map: Floats = np.zeros((0, 0, 2), np.float32)
        self._spots: Floats = self._map
        self._inside: NDArray[np.bool_] = np.zeros(0, np.bool_)
        self._smaller = 1

    @classmethod
    def drawn(
        cls,
        shapes: Mapping[str, Any],
        slots: Mapping[str, Sequence[float]],
        *,
        radius: float,
        ground: draw.Colour,
        paper: Sequence[Sequence[float]],
        **more: Any,
    ) -> TokenReader:
        """A reader of tokens known by the shapes printed on them, 1 from a token's middle to its edge."""
        pictures = {name: draw.tile(one, 40, background=ground) for name, one in shapes.items()}
        return cls(pictures, slots, radius=radius, ground=ground, paper=paper, **more)

    def read(self, picture: Image, where: Registration) -> list[Reading]:
        """Every slot of the board, in its order."""
        return self.judge(self.look(picture, where))

    # Looking

    def look(self, picture: Image, where: Registration) -> list[Slot]:
        """Compare every slot that shows anything with every token."""
        if picture.ndim == 2:
            picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8)
        if where is not self._where:
            self._prepare(where)
        windows = self._windows(picture)
        middle = self._middle_of(windows)
        found = []
        for number, name in enumerate(self.slots):
            busy = float(middle[number])
            spotted: tuple[Spotted, ...] = ()
            if self.shared or busy > 0.05:
                spotted = self._spot(windows[number])
            found.append(Slot(name, busy, spotted, bool(self._inside[number])))
        return found

    def _spot(self, window: Floats) -> tuple[Spotted, ...]:
        """The tokens in one window, the likest first; only one unless slots are shared."""
        grid, across = self._grid, window.shape[0]
        places = grid.places(across)  # shifts × samples
        patches = window.reshape(-1, 3)[places]  # shifts × samples × 3
        flat = grid.without_light(patches)
        alike = flat @ self._compared.T
        lengths = np.sqrt(np.maximum((flat**2).sum(axis=1), 1e-4))
        alike /= lengths[:, None]
        steps = across - grid.side + 1
        y, x = np.divmod(np.arange(len(places)), steps)
        unit = self.radius / FINE
        off = np.column_stack([x, y]) * unit - (steps - 1) / 2 * unit
        allowed = np.hypot(*off.T) <= self.reach + 0.5 * unit
        alike[~allowed] = -1
        by_token = alike.reshape(len(places), len(self.values), TURNS)
        out: list[Spotted] = []
        while True:
            best = by_token.max(axis=2)
            shift, token = np.unravel_index(int(best.argmax()), best.shape)
            turn = int(by_token[shift, token].argmax())
            score = float(best[shift, token])
            # What else it could be, at about the same place.
            here = np.hypot(*(off - off[shift]).T) < 0.5 * self.radius
            others = best[here].max(axis=0)
            others[token] = -1
            second = int(others.argmax())
            core = grid.core
            seen = patches[shift][core].mean(axis=0)
            wanted = self._plain[token, turn][core].mean(axis=0)
            differ = seen - wanted
            signs = self._sign(patches[shift][core][:, 0])
            own = float(signs[token])
            signs[token] = -1
            out.append(
                Spotted(
                    int(token), second, (score, float(others[second])), (own, float(signs.max())),
                    score * float(lengths[shift] / self._lengths[token, turn]),
                    float(np.abs(differ[1:]).max()) / COLOUR_WEIGHT, float(differ[0]),
                    (float(off[shift, 0]), float(off[shift, 1])), turn * 360 / TURNS,
                )
            )  # fmt: skip
            if not self.shared or score < 0.5 or len(out) == len(self.values):
                return tuple(out)
            by_token[np.hypot(*(off - off[shift]).T) < 1.3 * self.radius] = -1
            if self.each_once:
                by_token[:, token] = -1

    def _sign(self, brightness: Floats) -> Floats:
        """How alike what is drawn here is to each token's sign, turned as suits it best."""
        plain = brightness - brightness.mean()
        length = max(float(np.sqrt((plain**2).sum())), 1e-4)
        return np.asarray((self._signs @ plain).max(axis=1) / length, np.float32)

    def _windows(self, picture: Image) -> Floats:
        """A straightened window around every slot, as colours against the bare board there: brightness first."""
        small = picture
        if self._smaller > 1:
            size = (picture.shape[1] // self._smaller, picture.shape[0] // self._smaller)
            small = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        seen = cv2.remap(small, self._map, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        bare = cv2.remap(small, self._spots, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        bright = max(float(np.percentile(bare, 95)), 20.0)
        lift = np.float32(LIFT * bright)
        paper = np.log(bare.reshape(len(self.paper), -1, 3).mean(axis=1) + lift)
        board = np.median(paper[self._near], axis=1)  # slots × 3
        windows = np.log(_smooth(seen, len(self.slots)) + lift)
        return _against(windows, board[:, None, None, None])

    def _middle_of(self, windows: Floats) -> Floats:
        """How much each slot's middle differs from the bare board; a token does so however much grain is smoothed."""
        across = windows.shape[1]
        windows = np.stack([cv2.blur(window, (5, 5), borderType=cv2.BORDER_REPLICATE) for window in windows])
        steps = (np.arange(across) - (across - 1) / 2) / FINE
        x, y = np.meshgrid(steps, steps)
        inside = np.hypot(x, y) < 0.8
        return np.asarray(np.sqrt((windows[:, inside] ** 2).sum(axis=2).mean(axis=1)), np.float32)

    def _prepare(self, where: Registration) -> None:
        """Where in the frame each sample lies; the same for as long as neither board nor camera moves."""
        centres = np.array(list(self.slots.values()))
        unit = self.radius / FINE
        self._smaller = max(1, int(min(where.scale_at(at) for at in centres) * unit))
        reach = int(np.ceil(self.reach / unit))
        across = self._grid.side + 2 * reach
        steps = (np.arange(across) - (across - 1) / 2) * unit
        x, y = np.meshgrid(steps, steps)
        around = np.column_stack([x.ravel(), y.ravel()])
        pixels = where.to_pixels((centres[:, None] + around).reshape(-1, 2)).reshape(len(centres), -1, 2)
        room = np.array(where.size)
        self._inside = np.asarray(((pixels > -0.5) & (pixels < room - 0.5)).all(axis=(1, 2)))
        self._map = self._shrunk(pixels).reshape(len(centres) * across, across, 2)
        few = np.array([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)]) * 0.08 * self.radius
        spots = where.to_pixels((self.paper[:, None] + few).reshape(-1, 2))
        self._spots = self._shrunk(spots).reshape(len(self.paper), 9, 2)
        self._where = where

    def _shrunk(self, pixels: NDArray[np.float64]) -> Floats:
        return np.asarray((pixels + 0.5) / self._smaller - 0.5, np.float32)

    # Judging

    def judge(self, looked: Sequence[Slot]) -> list[Reading]:
        """From what was compared to what may be said."""
        readings = [self._shared_reading(one) if self.shared else self._reading(one) for one in looked]
        inside = {one.name for one in looked if one.inside}
        sure = [sureness.fitted(one, self.kind) if one.slot in inside else one for one in readings]
        return self._once(readings, sure) if self.each_once else sure

    def _sure(self, one: Spotted) -> float:
        """How much speaks for this token and no other."""
        best, second = one.alike
        known = rises(best, 0.68, 40) * rises(best - second, 0.06, 60) * rises(one.strength, 0.3, 30)
        # A coin can have a token's colour, and a die's pip its sign; hardly both.
        own, others = one.sign
        signed = rises(own, 0.76, 45) * rises(own - others, -0.04, 70) if self._signed[one.token] else 1.0
        return known * signed * rises(-one.tint, -0.5, 20) * rises(-abs(one.level), -0.8, 10)

    def _reading(self, one: Slot) -> Reading:
        """A token, nothing, or something the reader does not know."""
        bare = rises(-one.busy, -0.2, 50)
        if not one.inside:
            return Reading(one.name, None, 0.3)
        if not one.spotted:
            return Reading(one.name, None, bare)
        first = one.spotted[0]
        token = self._sure(first)
        value, other = self.values[first.token], self.values[first.second]
        # A hand's edge or a coin is neither: then the likelier of two unlikely things is guessed.
        if bare >= rises(first.alike[0], 0.6, 20) or token < min(bare, 0.01):
            return Reading(one.name, None, bare * (1 - token), ((value, token),))
        return Reading(one.name, value, token, ((None, min(bare, 1 - token)), (other, token * 0.05)))

    def _shared_reading(self, one: Slot) -> Reading:
        """All tokens of a slot together, as sure as the least sure of them."""
        if not one.inside:
            return Reading(one.name, None, 0.3)
        # The bare board has something of every colour, but so faintly that it is none.
        faint = [spot for spot in one.spotted if spot.strength < 0.3]
        there = [spot for spot in one.spotted if spot not in faint and spot.alike[0] > 0.66]
        # The likest thing that was not taken for a token tells how sure it is that there is no other.
        left = max((spot.alike[0] for spot in one.spotted if spot not in there and spot not in faint), default=-1.0)
        nothing = rises(-left, -0.6, 30)
        if not there:
            return Reading(one.name, None, nothing)
        names = [value for number, value in enumerate(self.values) if any(s.token == number for s in there)]
        return Reading(one.name, JOIN.join(map(str, names)), nothing * min(map(self._sure, there)))

    def _once(self, weighed: Sequence[Reading], readings: list[Reading]) -> list[Reading]:
        """There is one of each token: if it seems to stand on two slots, neither is sure.

        :param weighed: the same readings with their evidence.
        """
        slots_of: dict[str, list[int]] = {}
        for number, reading in enumerate(weighed):
            if reading.value is not None:
                for name in str(reading.value).split(JOIN) if self.shared else [str(reading.value)]:
                    slots_of.setdefault(name, []).append(number)
        for numbers in slots_of.values():
            if len(numbers) < 2:
                continue
            ranked = sorted(numbers, key=lambda n: -weighed[n].confidence)
            rival = weighed[ranked[1]].confidence
            readings[ranked[0]] = readings[ranked[0]].doubted(1 - rival)
            for number in ranked[1:]:
                readings[number] = readings[number].doubted(0.5)
        return readings


@dataclass(frozen=True)
class _Grid:
    """The samples of a token that are compared."""

    side: int
    inside: Numbers  # which of side × side
    core: NDArray[np.bool_]  # of those inside: well within the token

    @classmethod
    def of(cls, edge: float) -> _Grid:
        side = 2 * int(np.ceil(edge * FINE))
        steps = (np.arange(side) + 0.5 - side / 2) / FINE
        x, y = np.meshgrid(steps, steps)
        away = np.hypot(x, y).ravel()
        inside = np.flatnonzero(away <= edge)
        return cls(side, inside, away[inside] < 0.85)

    def places(self, across: int) -> Numbers:
        """Which samples of an *across* × *across* window lie inside, wherever the grid is moved: shifts × samples."""
        y, x = np.divmod(self.inside, self.side)
        steps = np.arange(across - self.side + 1)
        down, right = np.meshgrid(steps, steps, indexing="ij")
        return np.asarray((y + down.reshape(-1, 1)) * across + x + right.reshape(-1, 1), np.intp)

    def without_light(self, patches: Floats) -> Floats:
        """Patches as vectors to compare: brightness without its mean, as a shadow changes it."""
        flat = patches.copy()
        flat[..., 0] -= flat[..., 0].mean(axis=-1, keepdims=True)
        return np.ascontiguousarray(flat.reshape(len(flat), -1))


def _references(picture: Image, ground: draw.Colour, grid: _Grid) -> Floats:
    """One token in every turn against the bare board: turns × samples × 3."""
    side = picture.shape[0]
    scale = side / 2 / FINE  # pixels a sample
    size = round(grid.side * scale)
    wide = np.full((size, size, 3), ground, np.uint8)
    radius = side / 2
    y, x = np.mgrid[0:side, 0:side] + 0.5
    disc = np.hypot(x - radius, y - radius) <= radius
    start = (size - side) // 2
    if start >= 0:
        wide[start : start + side, start : start + side][disc] = picture[disc]
    else:  # only the token itself is compared, and less than all of it
        wide = np.ascontiguousarray(picture[-start : -start + size, -start : -start + size])
    lift = LIFT * max(float(max(ground)), 20.0)
    board = np.log(np.array(ground, np.float32) + lift)
    out = np.empty((TURNS, len(grid.inside), 3), np.float32)
    for turn in range(TURNS):
        # OpenCV turns the other way round when y points down.
        matrix = cv2.getRotationMatrix2D((size / 2 - 0.5, size / 2 - 0.5), -360 * turn / TURNS, 1.0)
        turned = cv2.warpAffine(wide, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        small = np.asarray(cv2.resize(turned, (grid.side, grid.side), interpolation=cv2.INTER_AREA), np.uint8)
        out[turn] = _against(np.log(_smooth(small, 1) + lift), board)[0].reshape(-1, 3)[grid.inside]
    return out


def _smooth(seen: Image, slots: int) -> Floats:
    """Each window twice: a little smoothed, for brightness, and more, for colour, where grain is worst."""
    windows = seen.reshape(slots, -1, seen.shape[1], 3).astype(np.float32)
    sharp = np.stack([cv2.GaussianBlur(window, (0, 0), 0.5) for window in windows])
    soft = np.stack([cv2.blur(window, (3, 3), borderType=cv2.BORDER_REPLICATE) for window in windows])
    return np.asarray(np.stack([sharp, soft], axis=1), np.float32)


def _against(levels: Floats, board: Floats) -> Floats:
    """Logarithms of blue, green and red, sharp and soft, against the board's: brightness of the sharp ones, then blue
    and red against green of the soft ones.
    """
    against = levels - board
    brightness = against[..., 0, :, :, :].mean(axis=-1)
    soft = against[..., 1, :, :, :]
    blue, red = soft[..., 0] - soft[..., 1], soft[..., 2] - soft[..., 1]
    return np.asarray(np.stack([brightness, blue * COLOUR_WEIGHT, red * COLOUR_WEIGHT], axis=-1), np.float32)
