"""The reading mat on the table, drawn flat as from straight above: what drawn cards, dice and pieces are laid on."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from vision import draw
from vision.find.register import Layout
from vision.reading import Image
from vision.scene import board as scene

PER_MM = 5.0  # pixels of the flat drawing
AROUND = 60.0  # mm of the table that are drawn around the mat
PAPER = "#3d5a52"


def spread(
    mat: Layout, signs: Mapping[int, scene.Shapes], *, table: int, paper: str = PAPER
) -> tuple[Image, NDArray[np.float64]]:
    """The mat with its corner markers, and what takes millimetres from its middle to pixels of the drawing.

    :param table: another number, another table.
    """
    width, height = (round(2 * (side + AROUND) * PER_MM) for side in mat.half)
    flat = scene.table_top(table % 3, width, height).copy()
    to_pixels = draw.place((width / 2 - 0.5, height / 2 - 0.5), PER_MM)
    w, h = mat.half
    sheet = {"shape": "polygon", "points": ((-w, -h), (w, -h), (w, h), (-w, h)), "colour": paper}
    draw.paint(flat, [sheet], to_pixels)
    for number, (x, y) in mat.markers.items():
        at = to_pixels @ np.array([x, y, 1])
        draw.paint(flat, signs[number], draw.place((at[0], at[1]), mat.side * PER_MM))
    return flat, np.array([*to_pixels, [0, 0, 1.0]])
