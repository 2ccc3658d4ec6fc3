"""Finds the board or mat in the picture: where each place of it lies, in pixels.

With printed corner markers it is found afresh in any picture, however the board lies. Without them people drag its
four corners once, and from then on it is kept by its picture (see ``keep.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Image, Trouble

Points = NDArray[np.float64]

# A marker's corners in units of its side, clockwise from the top left, as the marker reader gives them.
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@dataclass(frozen=True)
class Layout:
    """Where the corner markers of one board or mat are printed, in the board's own units.

    :param markers: centre of each marker by its number.
    :param side: of a marker's black square.
    :param half: half width and half height of the printed sheet.
    :param title: what people call it.
    """

    markers: Mapping[int, tuple[float, float]]
    side: float
    half: tuple[float, float]
    title: str = "board"

    @classmethod
    def from_board(cls, board: Mapping[str, Any], title: str = "board") -> Layout:
        """From the ``[board]`` of a game's art."""
        places = {int(m["number"]): (float(m["at"][0]), float(m["at"][1])) for m in board["markers"]}
        return cls(places, float(board["marker_side"]), (board["half_width"], board["half_height"]), title)

    def corners(self, number: int) -> Points:
        """The four corners of marker *number*."""
        return np.asarray(_CORNERS * self.side + np.array(self.markers[number]))


@dataclass(frozen=True)
class Registration:
    """Where a board lies in the picture.

    The camera is a lens in front of a plane: *board* is the homography from the board's units to straightened
    pixels, and *bend* says how far the lens bends them (0: not at all; barrel lenses are positive).

    :param size: width and height of the picture in pixels.
    :param error: how far the markers lie from where they should, in pixels.
    :param seen: the numbers of the markers it stands on; empty if it was done by hand or by matching.
    """

    board: NDArray[np.float64]
    size: tuple[int, int]
    bend: float = 0.0
    error: float = 0.0
    seen: tuple[int, ...] = ()

    def to_pixels(self, points: Any) -> Points:
        """Places on the board, in its units, as pixels of the picture."""
        flat = np.asarray(points, np.float64).reshape(-1, 2)
        homogeneous = flat @ self.board[:, :2].T + self.board[:, 2]
        return bent(homogeneous[:, :2] / homogeneous[:, 2:], self.bend, self.size)

    def to_board(self, pixels: Any) -> Points:
        """Pixels of the picture as places on the board."""
        flat = straightened(np.atleast_2d(np.asarray(pixels, np.float64)), self.bend, self.size)
        back = np.linalg.inv(self.board)
        homogeneous = flat @ back[:, :2].T + back[:, 2]
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])

    def scale_at(self, point: Sequence[float]) -> float:
        """How many pixels one unit of the board is at *point*, where it is seen shortest."""
        x, y = point
        here, right, down = self.to_pixels([(x, y), (x + 0.5, y), (x, y + 0.5)])
        sides = np.array([right - here, down - here]) * 2
        return float(np.linalg.svd(sides, compute_uv=False).min())

    @property
    def turned(self) -> float:
        """How far the board lies turned in the picture, degrees clockwise, -180 to 180."""
        (x0, y0), (x1, y1) = self.to_pixels([(-1, 0), (1, 0)])
        return float(np.rad2deg(np.arctan2(y1 - y0, x1 - x0)))

    def shifted_from(self, other: Registration) -> float:
        """How far the board moved between two registrations: the farthest of its places, in pixels."""
        places = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
        return float(np.hypot(*(self.to_pixels(places) - other.to_pixels(places)).T).max())


def straightened(pixels: Points, bend: float, size: tuple[int, int]) -> Points:
    """Pixels as a lens that does not bend would have them."""
    centre, unit = _lens(size)
    away = (pixels - centre) / unit
    return np.asarray(centre + unit * away * (1 + bend * (away**2).sum(axis=1, keepdims=True)))


def bent(pixels: Points, bend: float, size: tuple[int, int]) -> Points:
    """The reverse of :func:`straightened`."""
    if not bend:
        return pixels
    centre, unit = _lens(size)
    straight = (pixels - centre) / unit
    # How far out the bent place is, of how far the straight one is: the same way for both, so one number is enough.
    far = straight[:, 0] ** 2 + straight[:, 1] ** 2
    share = np.ones_like(far)
    for _ in range(8):
        share = 1 / (1 + bend * far * share**2)
    return np.asarray(centre + unit * straight * share[:, None])


def _lens(size: tuple[int, int]) -> tuple[Points, float]:
    """The lens's middle and half the picture's diagonal."""
    width, height = size
    return np.array([(width - 1) / 2, (height - 1) / 2]), float(np.hypot(width, height) / 2)


@cache
def _reader(least: float) -> Any:
    how = cv2.aruco.DetectorParameters()
    how.minMarkerPerimeterRate = least
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    how.cornerRefinementWinSize = 4
    how.adaptiveThreshWinSizeMin = 5
    how.adaptiveThreshWinSizeMax = 35
    how.adaptiveThreshWinSizeStep = 15
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), how)


def markers(grey: Image, least: float = 0.03) -> dict[int, Points]:
    """All corner markers in the picture: four corners each, in pixels, by number.

    :param least: how long a marker's outline is at the least, in lengths of the picture's longer side.
    """
    corners, numbers, _ = _reader(least).detectMarkers(grey)
    if numbers is None:
        return {}
    # 4.x gives the numbers as a column, 5.x as a row.
    found: dict[int, Points] = {}
    for number, quad in zip(np.asarray(numbers).ravel().tolist(), corners, strict=True):
        points = np.asarray(quad, np.float64).reshape(4, 2)
        # A number seen twice is kept where it is bigger: the smaller is a reflection or a picture of the board.
        if number not in found or _spread(points) > _spread(found[number]):
            found[int(number)] = points
    return found


def _spread(points: Points) -> float:
    return float(np.ptp(points, axis=0).sum())


def markers_near(grey: Image, known: Registration, layout: Layout, *, room: float = 0.6) -> dict[int, Points]:
    """Corner markers where they were last, which is far cheaper than looking everywhere.

    :param room: how far around, in the board's units.
    """
    found: dict[int, Points] = {}
    reach = layout.side * 0.75 + room
    # In so small a window every speck of the table would else be long enough to be looked into: half a marker is.
    least = round(layout.side / reach, 2)
    for number, (x, y) in layout.markers.items():
        around = known.to_pixels([(x + dx, y + dy) for dx in (-reach, reach) for dy in (-reach, reach)])
        x0, y0 = np.maximum(np.floor(around.min(axis=0)).astype(int), 0)
        x1, y1 = np.ceil(around.max(axis=0)).astype(int)
        window = grey[y0:y1, x0:x1]
        if min(window.shape) >= 20:
            inside = markers(np.ascontiguousarray(window), least)
            if number in inside:
                found[number] = inside[number] + np.array([x0, y0], np.float64)
    return found


_ALIKE = 0.8  # how alike, -1 to 1, a marker must look to how it is printed


def stayed(grey: Image, known: Registration, layout: Layout, tremble: float) -> bool:
    """Are at least two markers just where they were, and none of those that are seen elsewhere?

    Nothing is looked for: the fields of each marker are compared with how it is printed, and its corners are asked
    whether they lie where they did.

    :param tremble: how far a corner may seem to have moved though it did not, in pixels.
    """
    there: list[Points] = []
    for number in layout.markers:
        fields, signs = _printed(number)
        at = known.to_pixels(fields * layout.side + np.array(layout.markers[number]))
        seen = cv2.remap(grey, at.astype(np.float32)[:, None], None, cv2.INTER_LINEAR)
        plain = seen.ravel().astype(np.float64)
        plain -= plain.mean()
        if float(plain @ signs) > _ALIKE * max(float(np.linalg.norm(plain)), 30.0):
            there.append(known.to_pixels(layout.corners(number)))
    if len(there) < 2:
        return False
    corners = np.vstack(there)
    if (corners < 0).any() or (corners > np.array(known.size) - 1).any():
        return False
    return bool(np.hypot(*(_sharpened(grey, corners) - corners).T).max() < tremble)


@cache
def _printed(number: int) -> tuple[Points, Points]:
    """The middles of a marker's fields in units of its side, and how light each is, mean 0 and length 1."""
    across = 6  # four fields that tell its number, and a black one on either side
    signs = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50).generateImageMarker(number, across)
    steps = (np.arange(across) + 0.5) / across - 0.5
    x, y = np.meshgrid(steps, steps)
    light = signs.ravel().astype(np.float64)
    light -= light.mean()
    return np.column_stack([x.ravel(), y.ravel()]), light / np.linalg.norm(light)


_LARGE = 1600  # pixels across: markers of larger pictures are looked for in a copy of half the size first


def markers_of(grey: Image, layout: Layout) -> dict[int, Points]:
    """All corner markers in the picture; of a large one at a quarter of the time, if a smaller copy shows all of
    *layout*."""
    if max(grey.shape) >= _LARGE:
        small = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        rough = {number: 2 * corners + 0.5 for number, corners in markers(small).items()}
        if layout.markers and set(layout.markers) <= set(rough):
            exact = _sharpened(grey, np.vstack(list(rough.values()))).reshape(-1, 4, 2)
            return dict(zip(rough, exact, strict=True))
    return markers(grey)


def _sharpened(grey: Image, corners: Points) -> Points:
    """Corners of markers where the picture shows them exactly, a few pixels from where they seem to be at most."""
    enough = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 20, 0.03)
    exact = cv2.cornerSubPix(grey, corners.astype(np.float32).reshape(-1, 1, 2), (4, 4), (-1, -1), enough)
    return np.asarray(exact.reshape(-1, 2), np.float64)


# The lens is only bent as far as the markers clearly ask for it.
_BENDS = np.linspace(-0.12, 0.24, 37)


def fit(
    found: Mapping[int, Points], layout: Layout, size: tuple[int, int], bend: float | None = None
) -> Registration | None:
    """The registration that puts the layout's markers where they were *found*; ``None`` if too few were.

    :param bend: of the lens, if known from set-up; else it is found together with the rest.
    """
    numbers = [number for number in found if number in layout.markers]
    if len(numbers) < 2:
        return None
    there = np.vstack([layout.corners(number) for number in numbers])
    here = np.vstack([found[number] for number in numbers])
    if bend is not None:
        return _fitted(there, here, size, bend, tuple(numbers))
    plain = _fitted(there, here, size, 0.0, tuple(numbers))
    if plain is None and 2 < len(numbers) <= 4:
        return _without_one(found, layout, size, numbers)
    # Few markers cannot tell a bent lens from a tilted board.
    if len(numbers) < 4:
        return plain
    bent_best = _bent(lambda bend: _fitted(there, here, size, bend, tuple(numbers)))
    if bent_best is None or (plain is not None and bent_best.error >= 0.8 * plain.error):
        return plain
    return bent_best


def _bent(fitted: Callable[[float], Registration | None]) -> Registration | None:
    """Fitted with the bend that errs least; errors grow with every step away from it, so wide steps come first."""
    tried: dict[int, Registration | None] = {}

    def least(numbers: Iterable[int]) -> int:
        for number in numbers:
            if number not in tried and 0 <= number < len(_BENDS):
                tried[number] = fitted(float(_BENDS[number]))
        return min(tried, key=error)

    def error(number: int) -> float:
        one = tried.get(number)
        return one.error if one is not None else np.inf

    best = least(range(0, len(_BENDS), 4))
    for step in (2, 1):
        best = least((best - step, best + step))
    low, mid, high = error(best - 1), error(best), error(best + 1)
    if not np.isfinite((low, mid, high)).all():
        return tried[best]
    # Between the steps, by the parabola through the best and its neighbours.
    between = _BENDS[best] + 0.5 * (low - high) / max(low - 2 * mid + high, 1e-9) * (_BENDS[1] - _BENDS[0])
    finest = fitted(float(between))
    return finest if finest is not None and finest.error < mid else tried[best]


def _without_one(
    found: Mapping[int, Points], layout: Layout, size: tuple[int, int], numbers: Sequence[int]
) -> Registration | None:
    """Something on the table was taken for a marker that it is not: the others agree on where the board lies."""
    fewer = [fit({n: found[n] for n in numbers if n != one}, layout, size, 0.0) for one in numbers]
    return min((one for one in fewer if one is not None), key=lambda one: one.error, default=None)


def _fitted(
    there: Points, here: Points, size: tuple[int, int], bend: float, seen: tuple[int, ...]
) -> Registration | None:
    straight = straightened(here, bend, size)
    # Only where not all agree is it asked which of them do.
    for way in (0, cv2.RANSAC) if len(seen) > 4 else (0,):
        matrix, _ = cv2.findHomography(there, straight, way, 3.0)
        if matrix is None or not np.isfinite(matrix).all():
            return None
        registration = Registration(np.asarray(matrix, np.float64), size, bend, seen=seen)
        off = np.hypot(*(registration.to_pixels(there) - here).T)
        if off.max() < _AGREE:
            break
    if np.median(off) > 4.0:
        return None
    return Registration(registration.board, size, bend, float(np.sqrt((off**2).mean())), seen)


_AGREE = 3.0  # pixels a marker's corner may lie off


def find(
    picture: Image, layout: Layout, *, bend: float | None = None, others: Mapping[str, Layout] | None = None
) -> Registration | Trouble:
    """The board in *picture*, or why it is not found.

    :param others: further boards and mats the box knows, to say which one lies there instead.
    """
    grey = grey_of(picture)
    found = markers_of(grey, layout)
    size = (grey.shape[1], grey.shape[0])
    registration = fit(found, layout, size, bend)
    if registration is not None:
        return registration
    wrong = [number for number in found if number not in layout.markers]
    known = [number for number in found if number in layout.markers]
    if wrong and not known:
        names = [o.title for o in (others or {}).values() if any(number in o.markers for number in wrong)]
        there = f"That is the {names[0]}" if names else "Another board lies there"
        return Trouble("wrong board", f"{there}; lay the {layout.title} under the camera. Play goes on by hand.")
    if known:
        return Trouble(
            "no board",
            f"Only {len(known)} of the {layout.title}'s corner markers can be seen; uncover two or more of them. "
            "Play goes on by hand.",
        )
    if not found and fit(markers(np.ascontiguousarray(grey[:, ::-1])), layout, size, bend) is not None:
        return Trouble(
            "mirrored",
            "The picture is mirrored: switch mirroring off in the camera's own settings. Play goes on by hand.",
        )
    return Trouble(
        "no board",
        f"The {layout.title} is not in the picture: its corner markers cannot be seen. "
        "Slide it under the camera, turn it over if it lies face down, or drag its corners under Camera. "
        "Play goes on by hand.",
    )


def grey_of(picture: Image) -> Image:
    """The picture without colour."""
    return picture if picture.ndim == 2 else np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def by_hand(corners: Any, layout: Layout, size: tuple[int, int], bend: float = 0.0) -> Registration:
    """From the sheet's four corners as people dragged them: top left, top right, bottom right, bottom left."""
    w, h = layout.half
    there = np.array([[-w, -h], [w, -h], [w, h], [-w, h]], np.float64)
    straight = straightened(np.asarray(corners, np.float64).reshape(4, 2), bend, size)
    matrix = cv2.getPerspectiveTransform(there.astype(np.float32), straight.astype(np.float32))
    return Registration(np.asarray(matrix, np.float64), size, bend)
