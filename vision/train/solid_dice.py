"""Dice as solid bodies under lamps, many at a time: what the dice network learns from.

A real die shows its sides with their own pips, is rounded like a pebble or cut from a ball, marbled, glossy, with
hollow pips of any colour; lamps and windows mirror in it as spots, bars and rings. All of that follows from the body's
shape, so the body is followed ray by ray instead of being painted flat.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]

FIELD = 72  # pixels of the square around a die, its upper face in the middle
SIDE = 30.0  # of a die in it, in pixels
_STEP = 2 / SIDE  # a pixel, where half a die is 1

# Which places of a 3 × 3 grid have a pip, by value.
_GRID = np.zeros((7, 3, 3), bool)
_GRID[[1, 3, 5], 1, 1] = True
_GRID[2:, 0, 0] = _GRID[2:, 2, 2] = True
_GRID[4:, 0, 2] = _GRID[4:, 2, 0] = True
_GRID[6, 1, 0] = _GRID[6, 1, 2] = True
_AROUND = {1: (2, 3, 5, 4), 2: (1, 4, 6, 3), 3: (1, 2, 6, 5), 4: (1, 5, 6, 2), 5: (1, 3, 6, 4), 6: (2, 4, 5, 3)}
_TOP = 5  # faces 0 and 1 are left and right, 2 and 3 before and behind, 4 lies below


@dataclass(frozen=True)
class Dice:
    """Dice by themselves, each in the middle of its own field.

    :param picture: n × field × field × 3, blue, green, red, 0 to 255 and more where it shines.
    :param cover: n × field × field, how much of each pixel the die covers.
    :param values: the upper face; 0 for an emblem instead of pips.
    :param turned: of the upper face, degrees up to a quarter.
    :param size: side of the upper face as it is seen, in pixels.
    """

    picture: Floats
    cover: Floats
    values: Whole
    turned: Floats
    size: Floats


@dataclass(frozen=True)
class _Seen:
    """Every pixel that shows a die.

    :param of: which die.
    :param spot: where on it; it reaches from -1 to 1.
    :param normal: which way its body faces there.
    """

    of: Whole
    y: Whole
    x: Whole
    spot: Floats
    normal: Floats
    cover: Floats


def some_dice(count: int, rng: np.random.Generator) -> Dice:
    """*count* dice of any make under any lamps."""
    values = rng.integers(1, 7, count)
    ways = _ways(count, rng)
    seen = _bodies(ways, rng)
    pip, slope = _pips(seen, _around(values, rng), rng)
    emblems = np.flatnonzero(rng.random(count) < 0.04)
    for n in emblems:
        top = (seen.of == n) & (np.abs(seen.spot).argmax(axis=1) == 2)
        sign = _emblem(rng)
        u, v = ((seen.spot[top, k] * 0.5 + 0.5) * (len(sign) - 1) for k in (0, 1))
        pip[top] = cv2.remap(sign, u, v, cv2.INTER_LINEAR).ravel()
        slope[top] = 0
    values[emblems] = 0
    paint = _painted(seen, pip, count, rng)
    shades = _lit(paint, seen, seen.normal + slope, ways, pip, rng)
    picture = np.zeros((count, FIELD, FIELD, 3), np.float32)
    cover = np.zeros((count, FIELD, FIELD), np.float32)
    picture[seen.of, seen.y, seen.x] = shades
    cover[seen.of, seen.y, seen.x] = seen.cover
    edges = ways[:, 0, :2] + 1j * ways[:, 1, :2]  # how the upper face's two edges run in the picture
    turned = np.rad2deg(np.angle((edges**4).sum(axis=1))) / 4 % 90
    size = SIDE * np.sqrt(np.abs(ways[:, 2, 2]))
    return Dice(picture, cover, values, turned.astype(np.float32), size.astype(np.float32))


def _any(rng: np.random.Generator, low: float, high: float, count: int) -> Floats:
    return rng.uniform(low, high, count).astype(np.float32)


def _ways(count: int, rng: np.random.Generator) -> Floats:
    """How each die lies to the camera: rows are right, down and towards the camera in the die's own directions."""
    tilt = np.deg2rad(np.minimum(np.abs(rng.normal(0, 17, count)), 42))
    roll, azimuth = rng.uniform(0, 2 * np.pi, (2, count))
    out = np.zeros((count, 3, 3))
    for n in range(count):
        first, then = (
            np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]]) for a in (azimuth[n], roll[n])
        )
        c, s = np.cos(tilt[n]), np.sin(tilt[n])
        out[n] = then @ np.array([[1, 0, 0], [0, c, -s], [0, s, c]]) @ first
    return out.astype(np.float32)


def _around(values: Whole, rng: np.random.Generator) -> Whole:
    """What each face of each die shows: opposite faces are seven together, the others follow either way round."""
    shown = np.zeros((len(values), 6), np.int64)
    for n, value in enumerate(values):
        ring = np.roll(_AROUND[int(value)], int(rng.integers(4)))
        ring = ring[::-1] if rng.random() < 0.5 else ring
        shown[n] = [ring[0], ring[2], ring[1], ring[3], 7 - value, value]
    return shown


def _bodies(ways: Floats, rng: np.random.Generator) -> _Seen:
    """Where each pixel meets its die."""
    count = len(ways)
    rounded = _any(rng, 0.04, 0.5, count)
    # Some are cut from a ball: their faces are discs.
    ball = np.where(rng.random(count) < 0.35, _any(rng, 1.32, 1.6, count), 9).astype(np.float32)
    across = (np.arange(FIELD, dtype=np.float32) - (FIELD - 1) / 2) * _STEP
    # The upper face is in the middle of the field; the die's own middle lies beside it.
    x, y = (across[None] + ways[:, k, 2, None] for k in (0, 1))
    of, row, column = np.nonzero(np.hypot(x[:, None], y[:, :, None]) < 1.76)
    right, down, near = (ways[of, k] for k in range(3))
    start = x[of, column, None] * right + y[of, row, None] * down
    r, b = rounded[of], ball[of]
    far = np.full(len(of), -1.76, np.float32)
    nearest, there = np.full(len(of), 9, np.float32), far
    for _ in range(14):
        off = _distance(start - near * far[:, None], r, b)
        closer = off < nearest
        nearest, there = np.where(closer, off, nearest), np.where(closer, far, there)
        far = far + off
    # A pixel that the die only just misses shows a little of it.
    cover = np.clip(1.1 - nearest / _STEP, 0, 1)
    hit = cover > 0
    of, row, column, near, r, b = of[hit], row[hit], column[hit], near[hit], r[hit], b[hit]
    spot = start[hit] - near * there[hit, None]
    normal = np.maximum(np.abs(spot) - (1 - r)[:, None], 1e-4) * np.sign(spot)
    on_ball = np.linalg.norm(spot, axis=1) > b - 0.01
    normal[on_ball] = spot[on_ball]
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    # No face is quite flat.
    bulge = rng.normal(0, 0.06, count).astype(np.float32)[of, None]
    return _Seen(of, row, column, spot, normal + bulge * spot * (1 - np.abs(normal)), cover[hit].astype(np.float32))


def _distance(spot: Floats, rounded: Floats, ball: Floats) -> Floats:
    inner = np.abs(spot) - (1 - rounded)[:, None]
    outer = np.maximum(inner, 0)
    box = np.sqrt(np.einsum("ij,ij->i", outer, outer)) + np.minimum(inner.max(axis=1), 0) - rounded
    return np.asarray(np.maximum(box, np.sqrt(np.einsum("ij,ij->i", spot, spot)) - ball), np.float32)


def _pips(seen: _Seen, shown: Whole, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Where pips are (0 to 1), and which way their hollow leans there."""
    count = len(shown)
    wide, across, down = _print(shown, rng)
    hollow = _any(rng, 0, 0.9, count)[seen.of]
    rows = np.arange(len(seen.of))
    axis = np.abs(seen.spot).argmax(axis=1)
    face = 2 * axis + (seen.spot[rows, axis] > 0)
    wide, across, down = (of_face[seen.of, face] for of_face in (wide, across, down))
    first, second = np.where(axis == 0, 1, 0), np.where(axis == 2, 1, 2)
    u, v = seen.spot[rows, first], seen.spot[rows, second]
    turned = (rng.random((count, 6)) < 0.5)[seen.of, face]
    across, down = np.where(turned, down, across), np.where(turned, across, down)
    column, row = (
        np.clip(np.round(along / apart), -1, 1).astype(np.int64) for along, apart in ((u, across), (v, down))
    )
    shows = shown[seen.of, face]
    dots = np.where(turned, _GRID[shows, 1 - column, row + 1], _GRID[shows, row + 1, column + 1])
    du, dv = (u - column * across) / wide, (v - row * down) / wide
    off = np.hypot(du, dv)
    pip = dots * np.clip((1 - off) * wide / _STEP + 0.5, 0, 1)
    slope = np.zeros_like(seen.spot)
    slope[rows, first], slope[rows, second] = -du, -dv
    return pip.astype(np.float32), slope * (hollow * pip * np.minimum(off, 1))[:, None]


def _print(shown: Whole, rng: np.random.Generator) -> tuple[Floats, Floats, Floats]:
    """How wide the pips of each face are, and how far apart across and down; makers differ in all of it."""
    count = len(shown)
    wide = np.repeat(_any(rng, 0.13, 0.27, count)[:, None], 6, axis=1)
    apart = np.maximum(np.repeat(_any(rng, 0.36, 0.64, count)[:, None], 6, axis=1), 2.1 * wide)
    # A lone pip is sometimes a big one; two and three often stand closer than the corners of a four.
    one = np.where(rng.random(count) < 0.2, _any(rng, 1.0, 1.8, count), 1)[:, None]
    close = np.where(rng.random(count) < 0.5, _any(rng, 0.6, 1.0, count), 1)[:, None]
    narrow = np.where(rng.random(count) < 0.6, _any(rng, 0.65, 1.0, count), 1)[:, None]
    wide = np.where(shown == 1, wide * one, wide)
    apart = np.where((shown == 2) | (shown == 3), apart * np.where(shown == 3, np.maximum(close, 0.75), close), apart)
    # The two rows of a six are closer together than the pips of a row are, if anything.
    across = np.where(shown == 6, np.maximum(apart * narrow, 1.1 * wide), apart)
    return wide.astype(np.float32), across.astype(np.float32), apart.astype(np.float32)


def _emblem(rng: np.random.Generator) -> Floats:
    """Some sign instead of pips: a star, a letter, a splash."""
    size = 48
    sign = np.zeros((size, size), np.uint8)
    kind = rng.random()
    if kind < 0.4:
        points = 2 * int(rng.integers(3, 8))
        turns = np.arange(points) * 2 * np.pi / points
        reach = np.where(np.arange(points) % 2, rng.uniform(6, 12), rng.uniform(14, 21))
        star = size / 2 + np.column_stack([np.cos(turns), np.sin(turns)]) * reach[:, None]
        cv2.fillPoly(sign, [star.astype(np.int32)], 255, cv2.LINE_AA)
    elif kind < 0.75:
        letter = "ABDEFGHKMNRSTWXYZ&?"[int(rng.integers(19))]
        cv2.putText(sign, letter, (10, 38), int(rng.integers(8)), rng.uniform(1.0, 1.5), 255, 3, cv2.LINE_AA)
    else:
        for _ in range(int(rng.integers(3, 7))):
            a, b = rng.integers(8, 40, (2, 2))
            cv2.line(sign, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), 255, int(rng.integers(2, 6)), cv2.LINE_AA)
    return np.asarray(sign / 255, np.float32)


def _painted(seen: _Seen, pip: Floats, count: int, rng: np.random.Generator) -> Floats:
    """The colour of each pixel in white light."""
    body, ink = _colours(count, rng)
    # Some are marbled: two colours run into each other, softly or not.
    marbled = np.where(rng.random(count) < 0.35, _any(rng, 0.2, 1.0, count), 0).astype(np.float32)
    other = np.clip(body + rng.normal(0, 70, (count, 3)), 0, 255).astype(np.float32)
    smoky = rng.random(count) < 0.4  # the same colour with black in it
    other[smoky] = body[smoky] * rng.uniform(0.1, 0.6, (int(smoky.sum()), 1))
    steep = _any(rng, 1, 9, count)
    paint = body[seen.of]
    for n in np.flatnonzero(marbled):
        mine = seen.of == n
        wide, high = rng.integers(2, 9, 2)
        coarse = rng.normal(0, 1, (int(high), int(wide))).astype(np.float32)
        veins = cv2.resize(coarse, (FIELD, FIELD), interpolation=cv2.INTER_CUBIC)[seen.y[mine], seen.x[mine]]
        run = marbled[n] / (1 + np.exp(-veins * steep[n]))
        paint[mine] += (other[n] - body[n]) * run[:, None]
    return np.asarray(paint * (1 - pip[:, None]) + ink[seen.of] * pip[:, None], np.float32)


def _colours(count: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Colours of bodies and of their pips, which differ enough to be seen."""
    bodies, inks = np.zeros((count, 3), np.float32), np.zeros((count, 3), np.float32)
    for n in range(count):
        least = rng.uniform(35, 110)
        while np.abs(bodies[n] - inks[n]).max() < least:
            kind = rng.random()
            if kind < 0.3:
                body, ink, odd = rng.uniform(180, 255) + rng.uniform(-15, 15, 3), rng.uniform(0, 60, 3), 0.2
            elif kind < 0.5:
                body, ink, odd = rng.uniform(5, 80) + rng.uniform(-12, 12, 3), rng.uniform(180, 255, 3), 0.6
            else:
                body, odd = _hue(rng), 0.2
                ink = rng.uniform(205, 255, 3) if rng.random() < 0.6 else rng.uniform(0, 50, 3)
            bodies[n] = np.clip(body, 0, 255)
            inks[n] = np.clip(_hue(rng) if rng.random() < odd else ink, 0, 255)
    return bodies, inks


def _hue(rng: np.random.Generator) -> NDArray[np.float64]:
    hsv = np.array([[[rng.integers(180), rng.integers(110, 256), rng.integers(60, 250)]]], np.uint8)
    return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)


def _lit(paint: Floats, seen: _Seen, normal: Floats, ways: Floats, pip: Floats, rng: np.random.Generator) -> Floats:
    """Dice under their lamps: what is turned away from them is darker, and what mirrors them shines."""
    count = len(ways)
    of = seen.of
    normal = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    near = ways[of, 2]
    facing = np.einsum("ij,ij->i", normal, near)
    light = _any(rng, 0.35, 0.8, count)[of] * (0.7 + 0.3 * normal[:, 2])
    mirrored = 2 * facing[:, None] * normal - near
    # Shiny bodies show the bright room where they are seen aslant.
    shine = np.clip(1 - facing, 0, 1) ** 3 * _any(rng, 0, 0.5, count)[of]
    for _ in range(3):
        turn, high = rng.uniform(0, 2 * np.pi, count), rng.uniform(0.25, 1.0, count)
        flat = np.sqrt(1 - high**2)
        lamp = np.stack([flat * np.cos(turn), flat * np.sin(turn), high], axis=1).astype(np.float32)[of]
        light += _any(rng, 0.05, 0.4, count)[of] * np.maximum(np.einsum("ij,ij->i", normal, lamp), 0)
        # A lamp is a disc or a ring in the sky, a window a bar.
        edge, reach = _any(rng, 0.02, 0.12, count)[of], _any(rng, 0.04, 0.5, count)[of]
        off = np.sqrt(np.maximum(2 - 2 * np.einsum("ij,ij->i", mirrored, lamp), 0))
        disc = np.clip((reach - off) / edge + 0.5, 0, 1)
        inner = _any(rng, 0.6, 0.9, count)[of] * reach
        hole = np.clip((inner - off) / edge + 0.5, 0, 1) * (rng.random(count) < 0.35)[of]
        beside = np.abs(mirrored - lamp)
        bar = np.clip((_any(rng, 0.06, 0.4, count)[of] * reach - beside[:, 0]) / edge + 0.5, 0, 1)
        bar *= np.clip((2 * reach - beside[:, 1]) / edge + 0.5, 0, 1) * (mirrored[:, 2] > 0)
        glossy = np.where(rng.random(count) < 0.65, rng.uniform(0, 1, count) ** 2, 0).astype(np.float32)[of]
        shine += np.where((rng.random(count) < 0.35)[of], bar, disc - hole) * glossy * (1 - 0.6 * pip)
    return np.asarray(paint * light[:, None] + 235 * shine[:, None], np.float32)
