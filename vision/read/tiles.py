"""Reads which tile lies on each slot of a board, in any turn, straight from the frame.

No network: the picture of a tile is known exactly, so each slot is compared with every tile in every turn. What
makes it work is alignment (people lay tiles off the middle and askew, and the camera never stands quite where one
thinks) and taking the light out before comparing. First everything is compared coarsely in one product of two
matrices, then the few best are compared finely where they lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import draw
from vision.find.register import Registration, grey_of
from vision.read import sureness
from vision.reading import Image, Reading, Value, rises

Floats = NDArray[np.float32]
Numbers = NDArray[np.intp]

# Of a tile's radius, so much is compared: beyond it neighbours and the tile's own edge would speak.
REACH = 0.80
# Samples from edge to edge of a tile: fine ones, and coarse ones of two by two fine ones.
FINE_SIDE = 32
# Fine samples around the tile, so that it can be looked for off the middle: 4 are a quarter of its radius.
ROOM = 4
COARSE_TURNS = 24  # one reference every 15 degrees
FINE_TURNS = 120  # one every 3 degrees
CANDIDATES = 2
# Below this contrast (a natural logarithm of brightness) nothing lies on a slot.
BARE = 0.06
# Before comparing, brightness is taken as a logarithm, so that shadows and slopes of light become sums. This much
# of a bright spot is added first, so that grain in the dark does not speak loudest.
LIFT = 0.10


# The darker and the lighter parts of a tile, as shares of it: its ground is the one or the other.
_SHARES = (30, 70)


@dataclass(frozen=True)
class _Grid:
    """The samples of a tile that are compared, and what takes the light out of them."""

    side: int
    inside: Numbers  # which of side × side
    light: Floats  # n × 3: a constant and two slopes, orthonormal; bent light has three terms more

    @classmethod
    def of(cls, side: int, reach: float = REACH, *, bent: bool = False) -> _Grid:
        steps = (np.arange(side) + 0.5) / side * 2 - 1
        x, y = np.meshgrid(steps, steps)
        inside = np.flatnonzero(np.hypot(x, y) <= reach)
        x, y = x.ravel()[inside], y.ravel()[inside]
        basis = np.column_stack([np.ones(len(inside)), x, y, *((x * x, x * y, y * y) if bent else ())])
        return cls(side, inside, np.linalg.qr(basis)[0].astype(np.float32))

    def references(self, greys: Sequence[Image], turns: int) -> Floats:
        """Every tile in every turn: tiles × turns × samples, light out, of length 1."""
        out = np.empty((len(greys), turns, len(self.inside)), np.float32)
        for number, grey in enumerate(greys):
            size = 4 * self.side
            big = cv2.resize(
                grey, (size, size), interpolation=cv2.INTER_AREA if grey.shape[0] > size else cv2.INTER_LINEAR
            )
            level = np.log(big.astype(np.float32) + LIFT * 235)
            for turn in range(turns):
                # OpenCV turns the other way round when y points down.
                matrix = cv2.getRotationMatrix2D((size / 2 - 0.5, size / 2 - 0.5), -360 * turn / turns, 1.0)
                turned = cv2.warpAffine(
                    level, matrix, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
                )
                small = cv2.resize(turned, (self.side, self.side), interpolation=cv2.INTER_AREA)
                plain = small.ravel()[self.inside]
                plain = plain - self.light @ (self.light.T @ plain)
                out[number, turn] = plain / max(float(np.linalg.norm(plain)), 1e-6)
        return out

    def levels(self, grey: Image) -> Floats:
        """How bright a tile's darker and lighter parts and its rim are, as logarithms."""
        small = cv2.resize(grey, (self.side, self.side), interpolation=cv2.INTER_AREA).astype(np.float32)
        inside = np.log(small.ravel()[self.inside] + LIFT * 235)
        y, x = np.divmod(self.inside, self.side)
        rim = np.hypot(x + 0.5 - self.side / 2, y + 0.5 - self.side / 2) > 0.68 * self.side / 2
        return np.asarray([*np.percentile(inside, _SHARES), np.median(inside[rim])], np.float32)

    def windows(self, across: int, shifts: NDArray[np.int64]) -> Numbers:
        """Which samples of an *across* × *across* window lie inside when the grid is moved: shifts × samples."""
        y, x = np.divmod(self.inside, self.side)
        middle = (across - self.side) // 2
        return np.asarray((y + middle + shifts[:, 1:2]) * across + x + middle + shifts[:, 0:1], np.intp)


_ACROSS = FINE_SIDE + 2 * ROOM
_FINE, _COARSE = _Grid.of(FINE_SIDE), _Grid.of(FINE_SIDE // 2)
_MIDDLE = _Grid.of(FINE_SIDE // 2, reach=0.55)
# Coarse places tried around the middle, in coarse samples.
_COARSE_SHIFTS = np.array([(x, y) for y in range(-2, 3) for x in range(-2, 3) if abs(x) + abs(y) < 3])
_FINE_SHIFTS = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)])
# For slots in doubt: reflections bend the light, so not only its slope is taken out.
_CLOSE = _Grid.of(FINE_SIDE, bent=True)
_CLOSE_AT = _CLOSE.windows(_ACROSS, np.array([(x, y) for y in range(-4, 5, 2) for x in range(-4, 5, 2)]))
_CLEAR = 0.9  # with so much evidence a slot is in no doubt
TILE, DOUBTFUL = "tile", "tile in doubt"  # kinds of readings
_MOST_DOUBTFUL = 20  # slots that are looked at so closely
_ALL_SHIFTS = np.array([(x, y) for y in range(-ROOM, ROOM + 1) for x in range(-ROOM, ROOM + 1)])
_AT = _FINE.windows(_ACROSS, _ALL_SHIFTS)


@dataclass(frozen=True)
class Looked:
    """What the comparison of one slot gave; the confidence comes from these.

    :param alike: of the best tile and of the second best, -1 to 1.
    :param contrast: how much there is to see at all, in natural logarithms of brightness.
    :param middle: the same of the slot's very middle, where no neighbour reaches.
    :param strange: how far the slot's colour is from the bare board's.
    :param tint: how far its colour (blue and red against green) is from what the best tile's should be on this board.
    :param level: how much lighter (or darker) its ground is than the board, of how much it should be.
    """

    slot: str
    best: int
    second: int
    alike: tuple[float, float]
    contrast: float
    middle: float
    strange: float
    turned: float  # degrees clockwise
    off: tuple[float, float]  # of the tile's middle, in the board's units
    tint: tuple[float, float] = (0.0, 0.0)
    level: float = 1.0
    closely: tuple[int, float, float] | None = None  # where in doubt: best tile, how alike, how alike the second


@dataclass(frozen=True)
class Ground:
    """How tiles of one ground, light or dark, look on this table beside how they are drawn: paper, ink, gloss and light
    move all of them alike.

    :param tint: how far their colour is from the drawn one.
    :param level: how much lighter (or darker) than the board they are, of how much they should be.
    """

    tint: tuple[float, float] = (0.0, 0.0)
    level: float = 1.0

    @classmethod
    def of(cls, tiles: Sequence[Looked], least: int = 1) -> Ground | None:
        """As most of *tiles* show it; None if they are too few, too much of one kind, or like no print at all."""
        if len(tiles) < least or len({one.best for one in tiles}) < least - 1:
            return None
        blue, red = (float(np.median([one.tint[n] for one in tiles])) for n in (0, 1))
        level = float(np.median([one.level for one in tiles]))
        return cls((blue, red), level) if max(abs(blue), abs(red)) < _FAR and level > _FAINT else None

    def is_like(self, other: Ground) -> bool:
        """Would it make no difference to take the one for the other?"""
        apart = max(abs(one - two) for one, two in zip(self.tint, other.tint, strict=True))
        return apart < _ALIKE[0] and abs(self.level - other.level) < _ALIKE[1] * other.level


# So many tiles of one ground, nearly all of them different, tell how it looks here though nobody confirms them.
_FELLOWS = 4
# No paper and no light moves a colour farther than this; and a ground that hardly differs from the board is none.
_FAR, _FAINT = 0.35, 0.1
_ALIKE = (0.03, 0.1)  # in tint, and in level as a share of it


class Tiles:
    """A set of tiles in every turn, made ready to be compared: made once, for every reader of them.

    :param pictures: a picture of each tile by its value: square, the tile's outer circle touching the edges.
    :param ground: the bare board's own colour (blue, green, red); with it a tile's colour is a witness too.
    """

    def __init__(self, pictures: Mapping[str, Image], ground: draw.Colour | None = None) -> None:
        self.values: list[Value] = list(pictures)
        # What a tile's colour should be against the board's, whatever light falls on both.
        self.tints: Floats | None = None
        self.levels: Floats | None = None
        greys = [grey_of(picture) for picture in pictures.values()]
        if ground is not None:
            colour = np.array(ground, np.float32).reshape(1, 1, 3)
            self.tints = np.vstack([_chroma(_spots(picture)) for picture in pictures.values()]) - _chroma(colour)
            bare = np.log(float(grey_of(np.asarray(colour, np.uint8))[0, 0]) + LIFT * 235)
            self.levels = np.stack([_COARSE.levels(grey) for grey in greys]) - np.float32(bare)
        coarse = _COARSE.references(greys, COARSE_TURNS)
        # Beside the tiles stand the light's own three samples: they tell how long a patch is without its light.
        self.coarse = np.vstack([coarse.reshape(-1, coarse.shape[2]), _COARSE.light.T])
        self.fine = _FINE.references(greys, FINE_TURNS)
        # Every tile once more without all its slow changes, for slots under a lamp's reflection.
        close = _CLOSE.references(greys, FINE_TURNS // 2)
        self.close = close.reshape(-1, close.shape[2])


class TileReader:
    """Knows a set of tiles and reads the slots of the board that they lie on.

    :param slots: the middle of each slot, in the board's units.
    :param radius: of a tile, in the board's units.
    :param paper: places where the bare board can be seen beside the slots.
    """

    def __init__(
        self,
        tiles: Tiles,
        slots: Mapping[str, Sequence[float]],
        *,
        radius: float = 1.0,
        paper: Sequence[Sequence[float]] = (),
    ) -> None:
        self._tiles = tiles
        self.values = tiles.values
        self.slots = {name: (float(at[0]), float(at[1])) for name, at in slots.items()}
        self.radius = radius
        self.paper = [(float(x), float(y)) for x, y in paper]
        self._where: Registration | None = None
        self._map: Floats = np.zeros((0, 0, 2), np.float32)
        self._middles: Floats = self._map
        self._half = False
        self._lift = LIFT * 235
        self.learnt: dict[bool, Ground] = {}  # how light and dark tiles look on this table, as far as confirmed
        self._latest: Sequence[Looked] = ()
        self._lessons: dict[str, Looked] = {}  # how each slot looked when what lies there was last confirmed
        self._paper_seen = np.zeros((0, 2))

    def read(self, picture: Image, where: Registration) -> list[Reading]:
        """Every slot of the board, in its order."""
        self._latest = self.look(picture, where)
        return self.judge(self._latest)

    def learn(self, lies: Mapping[str, Value | None]) -> bool:
        """The rules or people confirm what lies on these slots of the picture read last: so that is how it looks here.

        Back comes whether that is news. What was confirmed otherwise before is forgotten with its slot.
        """
        for one in self._latest:
            if one.slot in lies:
                self._lessons.pop(one.slot, None)
                if one.alike[0] > 0 and self.values[one.best] == lies[one.slot]:
                    self._lessons[one.slot] = one
        before = dict(self.learnt)
        for light in (True, False):
            ground = Ground.of([one for one in self._lessons.values() if self._is_light(one.best) == light])
            if ground is not None and not ground.is_like(before.get(light, Ground())):
                self.learnt[light] = ground
        return self.learnt != before

    def forget(self) -> None:
        """The next table may look otherwise."""
        self.learnt, self._lessons = {}, {}

    def look(self, picture: Image, where: Registration) -> list[Looked]:
        """Compare every slot that shows anything with every tile."""
        windows, colours, means = self._windows(picture, where)
        contrast = _contrast(windows)
        middle = _contrast(windows, middle=True)
        against = _against_board(colours[: len(windows)], colours[len(windows) :], contrast)
        strange = np.abs(against).max(axis=1)
        bare = Looked("", 0, 0, (0.0, 0.0), 0.0, 0.0, 0.0, 0.0, (0.0, 0.0))
        looked = [
            replace(bare, slot=slot, contrast=float(c), middle=float(m), strange=float(s))
            for slot, c, m, s in zip(self.slots, contrast, middle, strange, strict=True)
        ]
        level = self._against_light(windows, means, colours, (contrast < 0.09) & (strange < 0.08))
        busy = np.flatnonzero(contrast > BARE)
        if not len(busy):
            return looked
        windows = windows[busy]
        alike, shift_of = self._coarsely(windows)

        # The best turn and place of each tile, then the best tiles.
        alike = alike.reshape(len(busy), len(self.values), COARSE_TURNS)
        turn_of = alike.argmax(axis=2)
        by_tile = np.take_along_axis(alike, turn_of[..., None], axis=2)[..., 0]
        tiles = np.argsort(-by_tile, axis=1)[:, :CANDIDATES]
        turns = np.take_along_axis(turn_of, tiles, axis=1)
        shifts = shift_of.reshape(alike.shape)[np.arange(len(busy))[:, None], tiles, turns]
        places = _COARSE_SHIFTS[shifts] * 2
        score, turns, places = self._finely(windows, tiles, turns * (FINE_TURNS // COARSE_TURNS), places)

        order = np.argsort(-score, axis=1)
        unit = 2 * self.radius / FINE_SIDE
        for row, n in enumerate(busy):
            one, two = order[row, 0], order[row, -1] if len(self.values) == 1 else order[row, 1]
            x, y = places[row, one]
            looked[n] = replace(
                looked[n],
                best=int(tiles[row, one]),
                second=int(tiles[row, two]),
                alike=(float(score[row, one]), float(score[row, two])),
                turned=float(turns[row, one]) * 360 / FINE_TURNS,
                off=(float(x) * unit, float(y) * unit),
                tint=self._tint(against[n], int(tiles[row, one])) if colours.any() else (0.0, 0.0),
                level=self._level(level[n], int(tiles[row, one])) if colours.any() else 1.0,
            )
        weighed = self.weighed(looked)
        doubtful = [row for row, n in enumerate(busy) if weighed[n][0].confidence < _CLEAR][:_MOST_DOUBTFUL]
        if doubtful:
            for row, found in zip(doubtful, self._closely(windows[doubtful]), strict=True):
                looked[busy[row]] = replace(looked[busy[row]], closely=found)
        return looked

    def _closely(self, windows: Floats) -> list[tuple[int, float, float]]:
        """Compare slots in doubt with every tile in every turn and place, finely, and without all slow light."""
        patches = windows[:, _CLOSE_AT].reshape(-1, _CLOSE_AT.shape[1])
        length = np.sqrt(np.maximum((patches**2).sum(axis=1) - ((patches @ _CLOSE.light) ** 2).sum(axis=1), 1e-6))
        alike = patches @ self._tiles.close.T / length[:, None]
        by_tile = alike.reshape(len(windows), len(_CLOSE_AT), len(self.values), -1).max(axis=(1, 3))
        order = np.argsort(-by_tile, axis=1)
        return [
            (int(tiles[0]), float(row[tiles[0]]), float(row[tiles[min(1, len(tiles) - 1)]]))
            for row, tiles in zip(by_tile, order, strict=True)
        ]

    def _tint(self, against: Floats, tile: int) -> tuple[float, float]:
        if self._tiles.tints is None:
            return 0.0, 0.0
        blue, red = (against - self._tiles.tints[tile]).tolist()
        return blue, red

    def _level(self, level: Floats, tile: int) -> float:
        if self._tiles.levels is None:
            return 1.0
        dark, light, _ = self._tiles.levels[tile]
        # A light tile must be lighter than the board here, too.
        return float(level[1] / light) if self._is_light(tile) else float(level[0] / dark)

    def _is_light(self, tile: int) -> bool:
        """Is the rim of this tile lighter than the board?"""
        return self._tiles.levels is not None and bool(self._tiles.levels[tile][2] > 0)

    def _known(self, light: bool) -> Ground:
        """How tiles of this ground look here, as far as confirmed; the other tells what the paper does to both."""
        other = self.learnt.get(not light, Ground())
        return self.learnt.get(light, Ground(other.tint))

    def _grounds(self, looked: Sequence[Looked]) -> dict[bool, Ground]:
        """How light and dark tiles look in this picture, as those tell that have the shape of one beyond doubt."""
        clear = [one for one in looked if one.alike[0] > 0.75 and one.alike[0] - one.alike[1] > 0.15]
        return {
            light: Ground.of([one for one in clear if self._is_light(one.best) == light], _FELLOWS)
            or self._known(light)
            for light in (True, False)
        }

    def _against_light(self, windows: Floats, means: Floats, colours: Floats, bare: NDArray[np.bool_]) -> Floats:
        """How bright each slot's darker and lighter parts are against the bare board there: slots × 2.

        The board's own brightness is known where it is seen: beside the slots and on bare ones. In between, the
        nearer ones speak louder.
        """
        half = _ACROSS // 2
        pooled = windows.reshape(-1, half, 2, half, 2).mean(axis=(2, 4)).reshape(-1, half * half)
        inside = pooled[:, _COARSE.windows(half, np.zeros((1, 2), np.int64))[0]]
        order = np.sort(inside, axis=1)
        parts = order[:, [round(share / 100 * (inside.shape[1] - 1)) for share in _SHARES]] + means[:, None]
        spots = np.log(colours[len(windows) :].mean(axis=1) @ _GREY + self._lift)
        known = np.concatenate([np.median(inside, axis=1)[bare] + means[bare], spots])
        if len(known) < 3:
            return np.asarray(parts - np.median(parts), np.float32)
        centres = np.array(list(self.slots.values()))
        seen_at = np.vstack([centres[bare], self._paper_seen])
        away = ((centres[:, None] - seen_at) ** 2).sum(axis=2) + 0.3
        weight = 1 / away**1.5
        board = (weight * known).sum(axis=1) / weight.sum(axis=1)
        return np.asarray(parts - board[:, None], np.float32)

    @property
    def doubtful(self) -> set[str]:
        """The slots of the picture read last that were looked at so closely because nothing clear was seen there."""
        return {reading.slot for reading, kind in self.weighed(self._latest) if kind == DOUBTFUL}

    def judge(self, looked: Sequence[Looked]) -> list[Reading]:
        """From what was compared to what may be said."""
        return [sureness.fitted(reading, kind) for reading, kind in self.weighed(looked)]

    def weighed(self, looked: Sequence[Looked]) -> list[tuple[Reading, str]]:
        """What each slot seems to show, with its evidence, and what kind of reading that is."""
        grounds = self._grounds(looked)
        return [self._weigh(one, grounds[self._is_light(one.best)]) for one in looked]

    def _weigh(self, one: Looked, ground: Ground) -> tuple[Reading, str]:
        """Three things can lie on a slot: a tile, nothing, or something the reader does not know.

        The numbers say what counts as evidence; they fall where what is certainly right begins to mix with what is
        not. How sure so much evidence makes is counted (`sureness`).
        """
        best, second = one.alike
        shape = rises(best, 0.62, 28) * rises(best - second, 0.09, 40) * rises(one.contrast, 0.11, 80)
        # A dark token on the bare board has the shape of a bomb, but not the colour of a tile around it.
        tint = max(abs(one.tint[n] - ground.tint[n]) for n in (0, 1))
        tile = shape * rises(-tint, -0.165, 80) * rises(one.level / ground.level, 0.33, 16)
        # A bare slot shows little in its middle, and that in the board's own colour: a palm or a lamp's reflection
        # shows little too, but in another.
        bare = rises(-one.middle, -0.14, 50) * rises(-one.strange, -0.10, 60)
        value = self.values[one.best]
        others: list[tuple[Value | None, float]] = [(self.values[one.second], tile * rises(second - best, 0.0, 20))]
        if one.closely is not None and max(tile, bare) < 0.5:
            # Nearer the truth than what glare or shadow made of it.
            number, alike, next_ = one.closely
            close = rises(alike, 0.6, 20) * rises(alike - next_, 0.06, 40)
            if close > 0.5 * bare:
                there = self.values[number]
                return Reading(one.slot, there, close, ((None, bare), (value, tile), *others)), DOUBTFUL
            return Reading(one.slot, None, bare, ((value, tile), *others)), DOUBTFUL
        if bare >= shape:
            return Reading(one.slot, None, bare * (1 - tile), ((value, tile), *others) if best else ()), TILE
        return Reading(one.slot, value, tile, ((None, min(bare, 1 - tile)), *others)), TILE

    def _windows(self, picture: Image, where: Registration) -> tuple[Floats, Floats, Floats]:
        """A straightened window around every slot (brightness as a logarithm, without its mean), the colours of
        every slot and of the bare paper, and the means."""
        if where is not self._where:
            self._prepare(where)
        small = picture
        if self._half:
            small = np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        grey = grey_of(small)
        seen = cv2.remap(grey, self._map, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        bright = float(np.partition(seen[::3, ::3].ravel(), -seen.size // 9 // 20)[-seen.size // 9 // 20])
        self._lift = LIFT * max(bright, 20.0)
        levels = np.log(np.arange(256, dtype=np.float32) + np.float32(self._lift))
        windows = levels[seen].reshape(len(self.slots), _ACROSS * _ACROSS)
        means = windows.mean(axis=1)
        windows -= means[:, None]
        if small.ndim == 2:
            return windows, np.zeros((len(self._middles), 9, 3), np.float32), means
        # Colour is taken from a much smaller picture, where grain is averaged out.
        tiny = cv2.resize(small, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
        colours = cv2.remap(tiny, self._middles, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return windows, np.asarray(colours.reshape(-1, 9, 3), np.float32), means

    def _prepare(self, where: Registration) -> None:
        """Where in the frame each sample lies; the same for as long as neither board nor camera moves."""
        centres = np.array(list(self.slots.values()))
        scale = min(where.scale_at(at) for at in self.slots.values())
        # Half the frame's pixels still give each sample one and more.
        self._half = scale * self.radius * 2 / FINE_SIDE > 2.2
        steps = (np.arange(_ACROSS) - (_ACROSS - 1) / 2) * (2 * self.radius / FINE_SIDE)
        x, y = np.meshgrid(steps, steps)
        around = np.column_stack([x.ravel(), y.ravel()])
        self._map = self._pixels(where, centres, around).reshape(len(centres) * _ACROSS, _ACROSS, 2)
        few = np.array([(a, b) for a in (-0.45, 0, 0.45) for b in (-0.45, 0, 0.45)]) * self.radius
        middles = self._pixels(where, centres, few).reshape(len(centres), 9, 2)
        if self.paper:
            spots = self._pixels(where, np.array(self.paper), few * 0.1).reshape(-1, 9, 2)
            room = np.array(where.size) / (2 if self._half else 1)
            inside = ((spots > 2) & (spots < room - 3)).all(axis=(1, 2))
            spots = spots[inside]
            self._paper_seen = np.array(self.paper)[inside]
            middles = np.vstack([middles, spots])
        self._middles = np.asarray((middles - 1.5) / 4, np.float32)
        self._where = where

    def _pixels(self, where: Registration, centres: NDArray[np.float64], around: NDArray[np.float64]) -> Floats:
        pixels = where.to_pixels((centres[:, None] + around).reshape(-1, 2))
        return np.asarray((pixels - 0.5) / 2 if self._half else pixels, np.float32)

    def _coarsely(self, windows: Floats) -> tuple[Floats, Numbers]:
        """How alike each slot is to each tile in each turn at its best place, and which place that is."""
        half = _ACROSS // 2
        pooled = windows.reshape(-1, half, 2, half, 2).mean(axis=(2, 4)).reshape(-1, half * half)
        patches = pooled[:, _COARSE.windows(half, _COARSE_SHIFTS)]  # slots × shifts × samples
        products = patches.reshape(-1, patches.shape[2]) @ self._tiles.coarse.T
        length = (patches**2).sum(axis=2).ravel() - (products[:, -3:] ** 2).sum(axis=1)
        alike = products[:, :-3] / np.sqrt(np.maximum(length, 1e-6))[:, None]
        alike = alike.reshape(len(windows), len(_COARSE_SHIFTS), -1)
        best = alike.argmax(axis=1)
        return np.take_along_axis(alike, best[:, None], axis=1)[:, 0], best

    def _finely(
        self, windows: Floats, tiles: Numbers, turns: Numbers, places: NDArray[np.int64]
    ) -> tuple[Floats, Numbers, NDArray[np.int64]]:
        """The same for a few tiles each, in small steps of turn and place around where they seem to lie."""
        slot = np.arange(len(windows))[:, None, None, None]
        patch = windows[slot[..., 0], _AT[_number(places)]]  # slots × tiles × samples
        near = (turns[..., None] + np.arange(-2, 3)) % FINE_TURNS
        alike = np.matmul(self._tiles.fine[tiles[..., None], near], patch[..., None])[..., 0]
        turns = np.take_along_axis(near, alike.argmax(axis=2)[..., None], axis=2)[..., 0]
        tries = np.clip(places[:, :, None] + _FINE_SHIFTS, -ROOM, ROOM)
        patches = windows[slot, _AT[_number(tries)]]  # slots × tiles × places × samples
        light = patches @ _FINE.light
        length = np.sqrt(np.maximum((patches**2).sum(axis=3) - (light**2).sum(axis=3), 1e-6))
        alike = np.matmul(patches, self._tiles.fine[tiles, turns][..., None])[..., 0] / length
        best = alike.argmax(axis=2)
        places = np.take_along_axis(tries, best[..., None, None], axis=2)[:, :, 0]
        # Now that it lies where it lies, the turn may be told better.
        patch = np.take_along_axis(patches, best[..., None, None], axis=2)[:, :, 0]
        near = (turns[..., None] + np.arange(-2, 3)) % FINE_TURNS
        alike = np.matmul(self._tiles.fine[tiles[..., None], near], patch[..., None])[..., 0]
        turns = np.take_along_axis(near, alike.argmax(axis=2)[..., None], axis=2)[..., 0]
        length = np.take_along_axis(length, best[..., None], axis=2)[..., 0]
        return alike.max(axis=2) / length, turns, places


def _number(places: NDArray[np.int64]) -> Numbers:
    """Which of all places a place is."""
    return np.asarray((places[..., 1] + ROOM) * (2 * ROOM + 1) + places[..., 0] + ROOM, np.intp)


def _contrast(windows: Floats, *, middle: bool = False) -> Floats:
    """How much there is to see in each window (or its very middle) where the tile lies, its light taken out."""
    grid = _MIDDLE if middle else _COARSE
    half = _ACROSS // 2
    pooled = windows.reshape(-1, half, 2, half, 2).mean(axis=(2, 4)).reshape(-1, half * half)
    inside = pooled[:, grid.windows(half, np.zeros((1, 2), np.int64))[0]]
    length = (inside**2).sum(axis=1) - ((inside @ grid.light) ** 2).sum(axis=1)
    return np.asarray(np.sqrt(np.maximum(length, 0) / inside.shape[1]), np.float32)


def _against_board(colours: Floats, paper: Floats, contrast: Floats) -> Floats:
    """Each slot's colour against the bare board's: its paper beside the slots, and slots that show little."""
    if not colours.any():
        return np.zeros((len(colours), 2), np.float32)
    bare = np.argsort(contrast)[: max(3, len(contrast) // 5)]
    board = np.median(np.vstack([_chroma(colours[bare]), _chroma(paper), _chroma(paper)]), axis=0)
    return np.asarray(_chroma(colours) - board, np.float32)


def _spots(picture: Image) -> Floats:
    """The colours of a tile's picture at the same places where a slot's colour is taken."""
    side = picture.shape[0]
    blurred = cv2.blur(picture, (side // 7, side // 7))
    at = np.array([0.275, 0.5, 0.725]) * side
    rows, columns = np.meshgrid(at.astype(int), at.astype(int))
    return np.asarray(blurred[rows.ravel(), columns.ravel()], np.float32)[None]


_GREY = np.array([0.114, 0.587, 0.299], np.float32)


def _chroma(colours: Floats) -> Floats:
    """Colour without brightness: blue and red against green."""
    logs = np.log(colours.mean(axis=1) + 8.0)
    return np.asarray(np.column_stack([logs[:, 0] - logs[:, 1], logs[:, 2] - logs[:, 1]]), np.float32)
