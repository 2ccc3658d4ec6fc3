"""Photographs of a table that is not there: for the pretend table's camera, for tests and for the picture
bench.

A board is painted flat from the same art that is printed, tiles are laid on it as carelessly as people do,
and then a camera is pointed at it: perspective, a bending lens, a lamp, a window, shadows, glare, blur,
grain, hands. Each named condition says how bad each of these may be; the same seed gives the same
photograph.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import draw
from vision.find.register import Layout
from vision.read.tiles import TileReader, Tiles
from vision.read.tokens import TokenReader
from vision.reading import Image
from vision.scene import hands

Points = NDArray[np.float64]
Floats = NDArray[np.float32]
Shapes = Sequence[Mapping[str, Any]]
HEX_INNER = 0.75**0.5  # from a hex's middle to its sides, of what it is to its corners


@dataclass(frozen=True)
class Printed:
    """A printed board with its pieces, as plain shapes.

    :param slots: the middle of each slot in the board's units.
    :param pieces: shapes of each value a slot can hold, in units of one slot.
    :param cells: the outline that is printed around each slot, in the board's units.
    :param outline: of one piece, 1 from its middle to its corners.
    :param colours: ``paper``, ``field``, ``line`` and ``label`` as ``#rrggbb``.
    :param signs: shapes of each corner marker, 1 unit a side.
    :param paper: places where the bare board can be seen beside the slots.
    :param size: of a piece, in the board's units: a tile is a little smaller than its hex.
    :param labels: what is printed on a slot, if not its name.
    :param lines: what else is printed on the board, in its units.
    :param tokens: shapes of each token, 1 from its middle to its edge; they stand on *spots*.
    :param spots: the middle of each place for a token, in the board's units.
    :param token: radius of a token, in the board's units.
    """

    layout: Layout
    slots: Mapping[str, tuple[float, float]]
    pieces: Mapping[str, Shapes]
    cells: Mapping[str, Sequence[tuple[float, float]]]
    colours: Mapping[str, str]
    signs: Mapping[int, Shapes]
    paper: Sequence[tuple[float, float]] = ()
    size: float = 0.97
    labels: Mapping[str, str] = field(default_factory=dict)
    lines: Shapes = ()
    tokens: Mapping[str, Shapes] = field(default_factory=dict)
    spots: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    token: float = 0.4
    outline: Sequence[tuple[float, float]] = ()

    def __hash__(self) -> int:
        return id(self)

    def reader(self) -> TileReader:
        """The reader that knows these pieces on this board."""
        return TileReader(self._tiles, self.slots, radius=self.reach, paper=self.paper)

    @cached_property
    def _tiles(self) -> Tiles:
        return Tiles(self.pictures(), draw.colour(self.colours["field"]))

    @property
    def inner(self) -> float:
        """Of a piece's outline, how far it reaches in every direction, against a hex of the same size."""
        corners = np.array(self.outline, np.float64)
        along = np.roll(corners, -1, axis=0) - corners
        away = np.abs(corners[:, 0] * along[:, 1] - corners[:, 1] * along[:, 0]) / np.hypot(*along.T)
        return float(away.min()) / HEX_INNER

    @property
    def reach(self) -> float:
        """The radius that the reader compares: as far out as a hex would let it."""
        return self.size * self.inner

    def rims(self) -> dict[str, Sequence[tuple[float, float]]]:
        """Around each slot and spot, a little inside: what lies over it hides what is there."""
        turns = np.linspace(0, 2 * np.pi, 16)
        around = list(zip(np.cos(turns), np.sin(turns), strict=True))
        found: dict[str, Sequence[tuple[float, float]]] = {}
        for slot, (x, y) in self.slots.items():
            found[slot] = [(x + 0.85 * (cx - x), y + 0.85 * (cy - y)) for cx, cy in self.cells[slot]]
        for spot, (x, y) in self.spots.items():
            found[spot] = [(x + self.token * a, y + self.token * b) for a, b in around]
        return found

    def pictures(self) -> dict[str, Image]:
        """Every piece as the reader compares it."""
        return {value: draw.tile(shapes, 64, closer=1 / self.inner) for value, shapes in self.pieces.items()}

    def token_reader(self) -> TokenReader | None:
        """The reader that knows the tokens of this board; none if it has none."""
        if not self.tokens:
            return None
        ground = draw.colour(self.colours["paper"])
        return TokenReader.drawn(self.tokens, self.spots, radius=self.token, paper=self.paper, ground=ground)


@dataclass(frozen=True)
class Laid:
    """How one piece lies on its slot: what it is, how it is turned and how far off the middle it is."""

    value: str
    turned: float = 0.0  # degrees clockwise
    off: tuple[float, float] = (0.0, 0.0)  # in units of the board


@dataclass(frozen=True)
class Condition:
    """How the table is seen. Pairs are the least and the most; what is in between is drawn anew for each
    picture.
    """

    name: str
    across: tuple[float, float] = (22.0, 24.5)  # units of the board that the picture is wide
    tilt: tuple[float, float] = (0.0, 18.0)  # degrees from straight above
    yaw: tuple[float, float] = (-6.0, 6.0)  # degrees the board lies turned
    lens: tuple[float, float] = (0.0, 0.04)  # how far the lens bends
    light: tuple[float, float] = (0.75, 1.0)  # of full exposure
    slope: tuple[float, float] = (0.0, 0.25)  # how much darker the far side is
    warmth: tuple[float, float] = (-0.05, 0.08)  # negative: blue sky; positive: a lamp
    glare: tuple[int, int] = (0, 0)  # how many reflections
    glare_strength: tuple[float, float] = (0.3, 0.9)
    shadow: tuple[float, float] = (0.0, 0.0)  # how dark a cast shadow is
    blur: tuple[float, float] = (0.4, 0.8)  # pixels
    shake: tuple[float, float] = (0.0, 0.0)  # pixels of a moving camera
    grain: tuple[float, float] = (1.0, 3.0)  # of 255
    off: tuple[float, float] = (0.0, 0.06)  # how far tiles lie off, in units
    twist: tuple[float, float] = (0.0, 3.0)  # how far tiles are turned off, degrees
    any_turn: bool = False  # tiles lie in any turn, not only as they fit
    hands: int = 0
    jpeg: int = 0  # quality of a webcam's own packing; 0 is none


DAYLIGHT = Condition("daylight")
CONDITIONS: Mapping[str, Condition] = {
    one.name: one
    for one in (
        DAYLIGHT,
        Condition("evening", light=(0.45, 0.7), slope=(0.3, 0.7), warmth=(0.2, 0.4), grain=(3, 7), blur=(0.5,
        1.0)), Condition("window", slope=(0.5, 0.9), warmth=(-0.2, -0.05), light=(0.8, 1.15), shadow=(0.2,
        0.4)), Condition("dim", light=(0.1, 0.25), grain=(4, 10), warmth=(0.1, 0.3), blur=(0.5, 1.0)),
        Condition("lamp_glare", glare=(1, 3), glare_strength=(0.5, 1.3), slope=(0.2, 0.5)),
        Condition("hard_shadow", shadow=(0.4, 0.7), slope=(0.1, 0.4)), Condition("tilted", tilt=(30, 45),
        across=(23.5, 26)), Condition("wide_lens", lens=(0.06, 0.16), tilt=(0, 22)),
        Condition("out_of_focus", blur=(2.0, 3.4)), Condition("careless", off=(0.05, 0.2), twist=(2, 14)),
        Condition("any_turn", any_turn=True, off=(0.0, 0.12)), Condition("turned_board", yaw=(-180, 180),
        across=(25, 28)), Condition("far", across=(32, 42), blur=(0.4, 0.7)), Condition("webcam", jpeg=45,
        grain=(3, 6), blur=(0.7, 1.3)), Condition("hand", hands=1, shadow=(0.0, 0.3)), Condition(
        "everything", across=(23.5, 29), tilt=(5, 36), yaw=(-25, 25), lens=(0, 0.12), light=(0.25, 1.0),
        slope=(0.1, 0.6), warmth=(-0.15, 0.35), glare=(0, 2), glare_strength=(0.2, 0.9), shadow=(0.0, 0.6),
        blur=(0.5, 1.9), grain=(1, 8), off=(0.0, 0.16), twist=(0, 10), jpeg=60, ), ) }  # fmt: skip


@dataclass(frozen=True)
class Photograph:
    """A picture and the truth about it.

    :param board: homography from the board's units to pixels of a lens that does not bend.
    :param hidden: slots that nobody could read in this picture, as a hand lies over them.
    """

    picture: Image
    board: Points
    bend: float
    hidden: frozenset[str]
    condition: str


def lay(values: Mapping[str, str], condition: Condition, rng: np.random.Generator, *, ways: int = 6) -> dict[str, Laid]:
    """Lay *values* on their slots as carelessly as *condition* says.

    :param ways: in which a piece fits into its slot: a hex in six, a square in four.
    """
    laid = {}
    for slot, value in values.items():
        away, towards = rng.uniform(*condition.off), rng.uniform(0, 2 * np.pi)
        straight = 360 / ways * int(rng.integers(ways)) + float(rng.choice([-1, 1]) * rng.uniform(*condition.twist))
        turned = float(rng.uniform(0, 360)) if condition.any_turn else straight
        laid[slot] = Laid(value, turned, (away * float(np.cos(towards)), away * float(np.sin(towards))))
    return laid


def photograph(
    printed: Printed,
    table: Mapping[str, Laid] | Mapping[str, str],
    condition: Condition = DAYLIGHT,
    *,
    seed: int = 0,
    camera_seed: int | None = None,
    size: tuple[int, int] = (1280, 960),
    beside: bool = True,
    over: Shapes = (),
) -> Photograph:
    """What the camera sees of *table* (the value of each slot that is not empty) in *condition*.

    :param camera_seed: where the camera stands and the light falls; the seed's own if none is given, so that a
        game can be photographed move by move from one place.
    :param size: width and height in pixels.
    :param beside: whether some tiles lie beside the board too.
    :param over: what else lies on top, in the board's units: blocks, coins.
    """
    rng = np.random.default_rng(seed)
    place = np.random.default_rng(seed + 77 if camera_seed is None else camera_seed)
    strangers = {slot: value for slot, value in table.items() if isinstance(value, str)}
    laid: dict[str, Laid] = {slot: value for slot, value in table.items() if isinstance(value, Laid)}
    laid |= lay(strangers, condition, rng, ways=len(printed.outline) or 6)

    camera = Camera.stand(condition, place, size)
    flat, to_flat = _flat(printed, laid, camera.per_unit, int(place.integers(4)), seed if beside else None)
    draw.paint(flat, over, to_flat[:2])
    picture = camera.see(flat, to_flat)
    hidden: set[str] = set()
    for _ in range(condition.hands):
        picture, hand = hands.reach_in(picture, camera, rng)
        hidden |= {slot for slot, rim in printed.rims().items() if hands.hides(hand, camera, rim)}
    lit = light(picture, camera, condition, place)
    seen = sensor(lit, condition, place, rng)
    return Photograph(seen, camera.board, camera.bend[0], frozenset(hidden), condition.name)


@dataclass(frozen=True)
class Exposed:
    """What the camera would see of something that rests, but for the grain, which falls anew in every picture."""

    lit: Floats
    condition: Condition
    place: np.random.Generator

    def picture(self, seed: int) -> Image:
        return sensor(self.lit, self.condition, deepcopy(self.place), np.random.default_rng(seed))


def expose(
    printed: Printed, laid: Mapping[str, Laid], condition: Condition, *, camera_seed: int, size: tuple[int, int]
) -> Exposed:
    """The same for many pictures of one table over which no hands are."""
    place = np.random.default_rng(camera_seed)
    camera = Camera.stand(condition, place, size)
    flat, to_flat = _flat(printed, laid, camera.per_unit, int(place.integers(4)), None)
    return Exposed(light(camera.see(flat, to_flat), camera, condition, place), condition, place)


@dataclass(frozen=True)
class Camera:
    """Where a pretend camera stands and how its lens bends."""

    board: Points
    bend: tuple[float, float]
    size: tuple[int, int]
    per_unit: float  # pixels of one unit in the middle

    @classmethod
    def stand(cls, condition: Condition, rng: np.random.Generator, size: tuple[int, int]) -> Camera:
        width, height = size
        across = rng.uniform(*condition.across)
        tilt, yaw = np.deg2rad(rng.uniform(*condition.tilt)), np.deg2rad(rng.uniform(*condition.yaw))
        lean = np.deg2rad(rng.normal(0, 2))
        c, s = np.cos(yaw), np.sin(yaw)
        turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        c, s = np.cos(tilt), np.sin(tilt)
        back = np.array([[1, 0, 0], [0, c, -s], [0, s, c]])
        c, s = np.cos(lean), np.sin(lean)
        side = np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])
        rotation = side @ back @ turn
        distance = across * rng.uniform(1.1, 1.5)  # about 40 to 60 cm over a printed board
        focal = width / across * distance
        off = rng.uniform(-0.018, 0.018, 2) * across
        pose = np.column_stack([rotation[:, 0], rotation[:, 1], [off[0], off[1], distance]])
        lens = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1]])
        board = lens @ pose
        first = rng.uniform(*condition.lens)
        return cls(board / board[2, 2], (first, first * rng.uniform(-0.1, 0.15)), size, width / across)

    def see(self, flat: Image, to_flat: Points) -> Image:
        """The flat drawing through perspective and lens."""
        maps = _ways(self.board.tobytes(), self.bend, self.size, to_flat.tobytes())
        return np.asarray(cv2.remap(flat, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101), np.uint8)

    def straight(self, pixels: Points) -> Points:
        width, height = self.size
        centre = np.array([(width - 1) / 2, (height - 1) / 2])
        unit = np.hypot(width, height) / 2
        away = (pixels - centre) / unit
        r2 = (away**2).sum(axis=1, keepdims=True)
        return np.asarray(centre + unit * away * (1 + self.bend[0] * r2 + self.bend[1] * r2 * r2))

    def pixels(self, places: Any) -> Points:
        """Places of the board in pixels."""
        flat = np.atleast_2d(np.asarray(places, np.float64))
        there = flat @ self.board[:, :2].T + self.board[:, 2]
        straight = there[:, :2] / there[:, 2:]
        pixels = straight.copy()
        for _ in range(8):
            pixels += straight - self.straight(pixels)
        return np.asarray(pixels)


@lru_cache(maxsize=4)
def _ways(board: bytes, bend: tuple[float, float], size: tuple[int, int], to_flat: bytes) -> Floats:
    """From which place of the flat drawing each pixel comes: the same for as long as a camera stands."""
    camera = Camera(np.frombuffer(board).reshape(3, 3), bend, size, 1.0)
    width, height = size
    step = 8
    xs = np.arange(0, width + step, step, dtype=np.float64)
    ys = np.arange(0, height + step, step, dtype=np.float64)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    back = np.frombuffer(to_flat).reshape(3, 3) @ np.linalg.inv(camera.board)
    straight = camera.straight(grid)
    there = straight @ back[:, :2].T + back[:, 2]
    there = (there[:, :2] / there[:, 2:]).reshape(len(ys), len(xs), 2).astype(np.float32)
    # Between the grid's points the way is smooth: stretch it to every pixel.
    sample = np.array([[1 / step, 0, 0], [0, 1 / step, 0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    maps = cv2.warpAffine(there, sample, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(maps, np.float32)


# How much of the table around the board is painted, in units from the middle.
_REACH = (15.0, 12.0)
WOODS = ((62, 88, 122), (48, 58, 70), (150, 168, 182), (70, 62, 54))


@lru_cache(maxsize=6)
def _empty(printed: Printed, per_unit: int, wood: int) -> Image:
    """The board without pieces on a table top."""
    width, height = (round(2 * r * per_unit) for r in _REACH)
    table = table_top(wood, width, height).copy()
    to_pixels = draw.place((width / 2 - 0.5, height / 2 - 0.5), per_unit)
    w, h = printed.layout.half
    ink = printed.colours
    sheet = ((-w, -h), (w, -h), (w, h), (-w, h))
    draw.paint(table, [{"shape": "polygon", "points": sheet, "colour": ink["paper"]}], to_pixels)
    for name, (x, y) in printed.slots.items():
        cell = printed.cells[name]
        draw.paint(
            table,
            [
                {"shape": "polygon", "points": cell, "colour": ink["field"]},
                {"shape": "stroke", "points": cell, "closed": True, "width": 0.04, "colour": ink["line"]},
            ],
            to_pixels,
        )
        size = per_unit / 90
        name = printed.labels.get(name, name)
        (tw, th), _ = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
        at = (to_pixels @ np.array([x, y, 1])).round().astype(int)
        cv2.putText(
            table, name, (int(at[0] - tw / 2), int(at[1] + th / 2)), cv2.FONT_HERSHEY_SIMPLEX, size,
            draw.colour(ink["label"]), max(1, round(per_unit / 40)), cv2.LINE_AA,
        )  # fmt: skip
    draw.paint(table, printed.lines, to_pixels)
    for number, (x, y) in printed.layout.markers.items():
        at = to_pixels @ np.array([x, y, 1])
        draw.paint(table, printed.signs[number], draw.place((at[0], at[1]), per_unit * printed.layout.side))
    return table


@lru_cache(maxsize=4)
def table_top(number: int, width: int, height: int) -> Image:
    """Wood, more or less: one of a few colours with grain along x. To look at and copy, not to paint on."""
    rng = np.random.default_rng(number)
    colour = WOODS[number % len(WOODS)]
    fibre = cv2.resize(
        rng.normal(0, 1, (height // 3, 6)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
    )
    coarse = rng.normal(0, 1, (7, 9)).astype(np.float32)
    patches = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    shade = 1 + 0.07 * fibre + 0.06 * patches
    wood = np.empty((height, width, 3), np.uint8)
    for channel, each in enumerate(colour):  # one after another: all at once would take a good deal of memory
        wood[..., channel] = np.clip(shade * np.float32(each), 0, 255)
    return wood


def _flat(
    printed: Printed, laid: Mapping[str, Laid], per_pixel: float, wood: int, seed: int | None
) -> tuple[Image, Points]:
    """Everything seen straight from above, and the way from the board's units to its pixels."""
    per_unit = round(max(24.0, per_pixel * 1.15))
    flat = _empty(printed, per_unit, wood).copy()
    height, width = flat.shape[:2]
    middle = np.array([width / 2 - 0.5, height / 2 - 0.5])
    # Tokens stand on top of whatever tiles lie there.
    for slot, piece in sorted(laid.items(), key=lambda one: one[0] in printed.spots):
        x, y = (printed.spots if slot in printed.spots else printed.slots)[slot]
        at = middle + per_unit * np.array([x + piece.off[0], y + piece.off[1]])
        _lay_down(flat, printed, piece, at, per_unit)
    # Tiles lie beside the board too, as they do in play.
    rng = np.random.default_rng(seed)
    values = list(printed.pieces)
    for _ in range(0 if seed is None or not values else int(rng.integers(0, 7))):
        w = printed.layout.half[0]
        beside = Laid(values[int(rng.integers(len(values)))], float(rng.uniform(0, 360)))
        x = float(rng.choice([-1, 1]) * rng.uniform(w + 1.2, w + 3))
        _lay_down(flat, printed, beside, middle + per_unit * np.array([x, rng.uniform(-8, 8)]), per_unit)
    to_flat = np.array([[per_unit, 0, middle[0]], [0, per_unit, middle[1]], [0, 0, 1.0]])
    return flat, to_flat


def _lay_down(flat: Image, printed: Printed, piece: Laid, at: Points, per_unit: int) -> None:
    """One piece with the thin dark line it casts beside itself."""
    x, y = float(at[0]), float(at[1])
    size = printed.token if piece.value in printed.tokens else printed.size
    under = draw.place((x + 0.035 * per_unit, y + 0.035 * per_unit), per_unit * size, piece.turned)
    if piece.value in printed.tokens:
        draw.paint(flat, [{"shape": "circle", "at": (0.0, 0.0), "radius": 1.0, "colour": "#3f463d"}], under)
        draw.paint(flat, printed.tokens[piece.value], draw.place((x, y), per_unit * size, piece.turned))
        return
    draw.paint(flat, [{"shape": "polygon", "points": printed.outline, "colour": "#3f463d"}], under)
    draw.paint(flat, printed.pieces[piece.value], draw.place((x, y), per_unit * size, piece.turned))


def light(picture: Image, camera: Camera, condition: Condition, rng: np.random.Generator) -> Floats:
    """Lamp, window, shadow and reflections: drawn coarsely, as light is, and stretched over the picture."""
    width, height = camera.size
    rows, columns = height // 8, width // 8
    down, right = np.mgrid[-0.5 : 0.5 : rows * 1j, -0.5 : 0.5 : columns * 1j].astype(np.float32)
    turn = rng.uniform(0, 2 * np.pi)
    along = right * np.float32(np.cos(turn)) + down * np.float32(np.sin(turn))
    slope = np.float32(rng.uniform(*condition.slope))
    field = np.float32(rng.uniform(*condition.light)) * (1 - slope * (along + 0.5))
    dark = rng.uniform(*condition.shadow)
    if dark > 0.02:
        field = field * (1 - np.float32(dark) * _shadow(right, down, rng))
    warmth = rng.uniform(*condition.warmth)
    tint = np.array([1 - warmth, 1 - 0.25 * abs(warmth), 1 + 0.6 * warmth], np.float32)
    gain = cv2.resize(field[..., None] * tint, (width, height), interpolation=cv2.INTER_LINEAR)
    lit = cv2.multiply(picture, gain, dtype=cv2.CV_32F)
    count = int(rng.integers(condition.glare[0], condition.glare[1] + 1))
    if count:
        glare = np.zeros((rows, columns), np.float32)
        for _ in range(count):
            cx, cy = rng.uniform(-0.4, 0.4, 2)
            wide, tall = rng.uniform(0.02, 0.11), rng.uniform(0.02, 0.09)
            glare += np.float32(rng.uniform(*condition.glare_strength)) * np.exp(
                -(((right - cx) / wide) ** 2) - ((down - cy) / tall) ** 2
            ).astype(np.float32)
        lit += 235 * cv2.resize(glare, (width, height), interpolation=cv2.INTER_LINEAR)[..., None]
    return np.asarray(lit, np.float32)


def _shadow(right: Floats, down: Floats, rng: np.random.Generator) -> Floats:
    """Somebody stands between lamp and table: an edge, more or less sharp, straight or round."""
    turn, at = rng.uniform(0, 2 * np.pi), rng.uniform(-0.25, 0.25)
    edge = right * np.float32(np.cos(turn)) + down * np.float32(np.sin(turn)) - np.float32(at)
    if rng.random() < 0.5:
        cx, cy = rng.uniform(-0.5, 0.5, 2)
        edge = np.float32(rng.uniform(0.15, 0.4)) - np.hypot(right - np.float32(cx), down - np.float32(cy))
    sharp = np.float32(rng.uniform(25, 160))
    return np.asarray(1 / (1 + np.exp(-np.clip(edge * sharp, -30, 30))), np.float32)


def sensor(lit: Floats, condition: Condition, place: np.random.Generator, rng: np.random.Generator) -> Image:
    """Blur, grain, and the bytes of a camera."""
    blur = place.uniform(*condition.blur)
    if blur > 0.25:
        lit = cv2.GaussianBlur(lit, (0, 0), blur)
    shake = rng.uniform(*condition.shake)
    if shake >= 1:
        length = round(shake) + 1
        streak = np.zeros((length, length), np.float32)
        cv2.line(streak, (0, int(rng.integers(length))), (length - 1, int(rng.integers(length))), 1.0, 1)
        lit = cv2.filter2D(lit, -1, streak / streak.sum())
    grain = place.uniform(*condition.grain)
    # A few sheets of grain shifted about: fresh noise for every pixel would take longer than all the rest.
    noise = _grain_sheet(int(rng.integers(2)))
    height, width = lit.shape[:2]
    if height >= noise.shape[0] or width >= noise.shape[1]:
        noise = np.tile(noise, (height // noise.shape[0] + 2, width // noise.shape[1] + 2, 1))
    dy, dx = int(rng.integers(noise.shape[0] - height)), int(rng.integers(noise.shape[1] - width))
    rough = cv2.scaleAdd(np.ascontiguousarray(noise[dy : dy + height, dx : dx + width]), grain, lit)
    picture = np.asarray(np.clip(rough, 0, 255, out=rough), np.uint8)
    if condition.jpeg:
        _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, condition.jpeg])
        picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    return picture


@lru_cache(maxsize=4)
def _grain_sheet(number: int) -> Floats:
    rng = np.random.default_rng(900 + number)
    return np.asarray(rng.standard_normal((1500, 2000, 3), np.float32))


def harder(condition: Condition, **changes: Any) -> Condition:
    """The same condition with some of its ranges changed."""
    return replace(condition, **changes)
