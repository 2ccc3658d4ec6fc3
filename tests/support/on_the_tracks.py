"""Photographs of a track sheet with whatever people use as markers: caps, cubes and coins of any colour."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import looks
import numpy as np
from looks import TRACKS

from vision.reading import Image
from vision.scene import board as scene

# Those that are as light or as dark as the print are the hardest.
AWKWARD = ("#ffffff", "#101010", "#f4f1e6", "#1c2b33", "#c9d6cf")


def some_table(name: str, rng: np.random.Generator, empty: float = 0.1) -> dict[str, str | None]:
    """A marker somewhere on each row; now and then none."""
    return {
        slot: None if rng.random() < empty else str(rng.choice(list(spaces)))
        for slot, spaces in TRACKS[name].tracks.items()
    }


def marker(name: str, slot: str, value: str, rng: np.random.Generator) -> list[dict[str, Any]]:
    """A cap or a cube, 8 to 12 mm across and up to 10 mm high: what is high leans away from the camera."""
    sheet = TRACKS[name]
    x, y = (mm / sheet.unit for mm in sheet.tracks[slot][value])
    x, y = np.array((x, y)) + rng.normal(0, 1.2, 2) / sheet.unit
    radius, high = rng.uniform(4.2, 6.0) / sheet.unit, rng.uniform(0.0, 10.0) / sheet.unit
    away = np.array([x, y + 4.0]) / 22 * high  # it stands before the sheet's lower edge
    ink = [int(part) for part in rng.integers(0, 256, 3)]
    colour = "#{:02x}{:02x}{:02x}".format(*ink) if rng.random() < 0.7 else str(rng.choice(AWKWARD))
    top = (x + away[0], y + away[1])
    if rng.random() < 0.5:
        side = {"shape": "stroke", "points": ((x, y), top), "width": 2 * radius, "closed": False, "colour": "#777168"}
        return [side, {"shape": "circle", "at": top, "radius": radius, "colour": colour}]
    turned = rng.uniform(0, np.pi / 2)
    corners = [(np.cos(turned + k * np.pi / 2), np.sin(turned + k * np.pi / 2)) for k in range(4)]
    base, lid = (
        [(px + 1.15 * radius * a, py + 1.15 * radius * b) for a, b in corners] for px, py in ((x, y), top)
    )  # fmt: skip
    return [
        {"shape": "polygon", "points": base, "colour": "#5f5a52"},
        {"shape": "polygon", "points": lid, "colour": colour},
    ]


def photograph(
    name: str,
    table: Mapping[str, str | None],
    condition: scene.Condition = scene.DAYLIGHT,
    *,
    seed: int,
    size: tuple[int, int] = (1280, 960),
) -> Image:
    """The sheet with a marker of any sort on each row of *table*."""
    return _taken(name, tuple(table.items()), condition, seed, size)


@lru_cache(maxsize=2)
def _taken(
    name: str, table: tuple[tuple[str, str | None], ...], condition: scene.Condition, seed: int, size: tuple[int, int]
) -> Image:
    """A camera that looks again and again at the same sheet gets the same picture."""
    rng = np.random.default_rng(seed)
    over = [part for slot, value in table if value is not None for part in marker(name, slot, value, rng)]
    sheet = looks.track_sheet(name)
    return scene.photograph(sheet, {}, condition, seed=seed, over=over, beside=False, size=size).picture
