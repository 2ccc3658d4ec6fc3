"""The shape of each player's mark on what lies on a board: nobody needs the colour alone."""

from __future__ import annotations

from rules.marks import marks

WIDE = 16  # as the outlines are drawn


def sign(seats: tuple[str, ...], seat: str, x: float, y: float, size: float) -> str:
    """The mark of *seat* around a point of a drawing, *size* wide; its paint is the drawing's own affair."""
    scale = size / WIDE
    place = f"translate({x - size / 2:.3f} {y - size / 2:.3f}) scale({scale:.4f})"
    return f'<path class="sign" transform="{place}" d="{marks(seats)[seat].outline}"/>'
