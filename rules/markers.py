"""Corner markers: the small black-and-white squares by which the camera finds a board or mat.

They are the first 50 of the well-known 4×4 family (ArUco ``4x4_50``), so that any marker reader can find them. Each
printed board or mat uses numbers of its own (`rules.games.taken_markers` lists them all); so the box can also tell when
the wrong board lies on the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# Sixteen fields of each marker, row by row from the top left, 1 for white.
CODES = (
    0xB532, 0x0F9A, 0x332D, 0x9946, 0x549E, 0x79CD, 0x9E2E, 0xC4F2, 0xFEDA, 0xCF56,
    0xF991, 0x11A7, 0x0EB7, 0x2A0F, 0x24B1, 0x263E, 0x4665, 0x6600, 0x6C5E, 0x76AF,
    0x868B, 0xB02B, 0xCCD5, 0xDD82, 0xFE47, 0x9471, 0xACE4, 0xA554, 0x2123, 0x346F,
    0x4415, 0x57B2, 0x9ECF, 0xF0CB, 0x08AE, 0x0929, 0x1875, 0x04FF, 0x0DF6, 0x1C5A,
    0x1718, 0x2A28, 0x328C, 0x38B2, 0x24E8, 0x2EEB, 0x2D3F, 0x4B64, 0x502E, 0x5013,
)  # fmt: skip

_WHITE, _BLACK = "#ffffff", "#000000"


def shapes(number: int) -> tuple[dict[str, Any], ...]:
    """Marker *number* as flat shapes: its black square has side 1 and centre (0, 0), with the white edge it
    needs.
    """
    if not 0 <= number < len(CODES):
        raise ValueError(f"There is no marker {number}; expected 0 to {len(CODES) - 1}")
    fields = [_square(x / 6 - 0.25, y / 6 - 0.25, 1 / 6, _WHITE) for x, y in _white_fields(number)]
    return (_square(0, 0, 8 / 6, _WHITE), _square(0, 0, 1, _BLACK), *fields)


def _white_fields(number: int) -> Iterator[tuple[int, int]]:
    for field in range(16):
        if CODES[number] >> (15 - field) & 1:
            yield field % 4, field // 4


def _square(x: float, y: float, side: float, colour: str) -> dict[str, Any]:
    h = side / 2
    points = ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))
    return {"shape": "polygon", "points": points, "colour": colour}


# The reading mat for cards and dice, in millimetres: it fits an A4 sheet lying across.
MAT: dict[str, Any] = {
    "half_width": 141.0,
    "half_height": 98.0,
    "marker_side": 18.0,
    "paper": "#3d5a52",
    "markers": [
        {"number": 10, "at": (-126.0, -83.0)},
        {"number": 11, "at": (126.0, -83.0)},
        {"number": 12, "at": (126.0, 83.0)},
        {"number": 13, "at": (-126.0, 83.0)},
    ],
}
