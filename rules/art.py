"""The look of pieces: one source for the page, the printed sheets and the pretend table.

Each game that draws its own pieces keeps an ``art.toml`` beside its rules. A picture is a list of flat shapes
in the units of that file (for Sleepers: 1 is a hex's centre to its corner, y down). Here they become SVG; the
camera's side draws the very same shapes from :meth:`Art.shapes`, which is plain data.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import escape
from math import cos, pi, sin
from typing import Any

from .printed import OUTLINES

Point = tuple[float, float]
Shape = Mapping[str, Any]

# How finely curves are cut into straight pieces; the same points go to SVG and to the camera's side.
STEPS_PER_BEND = 10
DEGREES_PER_STEP = 10.0


class ArtError(ValueError):
    """A picture is described in a way that cannot be drawn."""


@dataclass(frozen=True)
class Art:
    """Symbols, backs and colours of one game's own pieces.

    :param sides: colour names of each side, such as ``{"white": {"ink": "#17263d"}}``.
    :param symbols: flat shapes of each symbol, colours still by name.
    :param titles: what people call each symbol.
    :param outline: of a tile, 1 from its middle to its corners.
    :param tokens: small round pieces in their own colours, 1 from middle to edge.
    :param token_titles: what people call each of them.
    """

    game: str
    sides: Mapping[str, Mapping[str, str]]
    symbols: Mapping[str, tuple[Shape, ...]]
    titles: Mapping[str, str]
    back: tuple[Shape, ...]
    board: Mapping[str, Any] = field(default_factory=dict)
    outline: tuple[Point, ...] = OUTLINES["hex"]
    tokens: Mapping[str, tuple[Shape, ...]] = field(default_factory=dict)
    token_titles: Mapping[str, str] = field(default_factory=dict)

    def shapes(self, side: str, kind: str | None = None) -> tuple[Shape, ...]:
        """The whole tile of *side* as plain data, ready to draw: its face with *kind*, or its back.

        Each shape is ``polygon`` (points), ``circle`` (at, radius) or ``stroke`` (points, width, closed),
        with a ``colour`` as ``#rrggbb``; they are painted in order, strokes with round ends and round
        corners.
        """
        colours = self._colours(side)
        ground = (
            {"shape": "polygon", "points": self.outline, "colour": colours["rim"]},
            {"shape": "polygon", "points": _shrunk(self.outline, 0.94), "colour": colours["tile"]},
        )
        return ground + self.symbol(side, kind)

    def symbol(self, side: str, kind: str | None = None) -> tuple[Shape, ...]:
        """Only the symbol in the colours of *side*, without the tile under it; without *kind* the back's."""
        colours = self._colours(side)
        if kind is None:
            shapes = self.back
        elif kind in self.symbols:
            shapes = self.symbols[kind]
        else:
            raise ArtError(f"{self.game} has no symbol {kind!r}; expected one of {', '.join(self.symbols)}")
        return tuple({**shape, "colour": colours[shape["colour"]]} for shape in shapes)

    def title(self, kind: str | None = None) -> str:
        """What people call this symbol."""
        return self.titles["" if kind is None else kind]

    def svg(self, side: str, kind: str | None = None, *, size: str = "", turned: float = 0.0) -> str:
        """A whole picture of one tile, to stand by itself in a page or a sheet.

        :param size: width and height with a unit, such as ``"34mm"``; empty leaves it to the page.
        :param turned: degrees clockwise.
        """
        name = f"{self.sides[side].get('title', side)}: {self.title(kind)}"
        room = f' width="{escape(size)}" height="{escape(size)}"' if size else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 2 2"{room} role="img"'
            f' aria-label="{escape(name)}">{self.svg_group(side, kind, turned=turned)}</svg>'
        )

    def svg_group(
        self,
        side: str,
        kind: str | None = None,
        *,
        at: Point = (0.0, 0.0),
        scale: float = 1.0,
        turned: float = 0.0,
    ) -> str:
        """One tile inside a bigger drawing, its centre at *at*, *scale* units from centre to corner."""
        place = f"translate({_n(at[0])} {_n(at[1])}) scale({_n(scale)}) rotate({_n(turned)})"
        return f'<g transform="{place}">{svg_shapes(self.shapes(side, kind))}</g>'

    def svg_symbol(self, side: str, kind: str | None = None) -> str:
        """Only the symbol, as a group for a page that paints its own tile."""
        return f"<g>{svg_shapes(self.symbol(side, kind))}</g>"

    def _colours(self, side: str) -> Mapping[str, str]:
        if side not in self.sides:
            raise ArtError(f"{self.game} has no side {side!r}; expected one of {', '.join(self.sides)}")
        return self.sides[side]


def svg_shapes(shapes: Sequence[Shape]) -> str:
    """Flat shapes as SVG elements; one that says of which ``part`` it is has that as its class."""
    return "".join(map(_svg_shape, shapes))


@cache
def load(game: str) -> Art:
    """The art of *game*, from its ``art.toml``."""
    from .games import folder  # games know their art in their turn

    path = folder(game) / "art.toml"
    if not path.is_file():
        raise ArtError(f"{game} has no art of its own: {path.name} is missing beside its rules")
    return from_data(tomllib.loads(path.read_text(encoding="utf-8")))


def from_data(data: Mapping[str, Any]) -> Art:
    """The art described by *data*, checked: every shape can be drawn and each side has every colour."""
    sides: dict[str, dict[str, str]] = data["sides"]
    symbols = {kind: _flat(kind, symbol["shapes"]) for kind, symbol in data["symbols"].items()}
    back = _flat("the back", data["back"]["shapes"])
    for side, colours in sides.items():
        for name, shapes in [*symbols.items(), ("the back", back)]:
            missing = {shape["colour"] for shape in shapes} - colours.keys()
            if missing:
                raise ArtError(f"{name} uses the colour {min(missing)!r}, which {side} does not have")
    titles = {kind: symbol["title"] for kind, symbol in data["symbols"].items()} | {"": data["back"]["title"]}
    drawn: dict[str, dict[str, Any]] = data.get("tokens", {})
    tokens = {name: _token(name, token) for name, token in drawn.items()}
    named = {name: str(token["title"]) for name, token in drawn.items()}
    board, outline = data.get("board", {}), _outline(data.get("outline", "hex"))
    return Art(data["game"], sides, symbols, titles, back, board, outline, tokens, named)


def _outline(said: str | Sequence[Sequence[float]]) -> tuple[Point, ...]:
    """A name that everybody knows, or the corners themselves."""
    if not isinstance(said, str):
        return _points(said)
    if said not in OUTLINES:
        raise ArtError(f"There is no outline {said!r}; expected {', '.join(OUTLINES)} or a list of corners")
    return OUTLINES[said]


# The rim of a token, of its radius: it sets the token off from whatever it stands on.
TOKEN_RIM = 0.12


def _token(name: str, token: Mapping[str, Any]) -> tuple[Shape, ...]:
    """A whole token, ready to draw: rim, ground and sign in its own two colours."""
    signs = _flat(name, token["shapes"])
    missing = {shape["colour"] for shape in signs} - {"ground", "ink"}
    if missing:
        raise ArtError(f"{name} uses the colour {min(missing)!r}; a token has ground and ink")
    discs = (
        {"shape": "circle", "at": (0.0, 0.0), "radius": 1.0, "colour": token["ink"]},
        {"shape": "circle", "at": (0.0, 0.0), "radius": 1.0 - TOKEN_RIM, "colour": token["ground"]},
    )
    return discs + tuple({**shape, "colour": token[shape["colour"]]} for shape in signs)


def _flat(name: str, shapes: Sequence[Mapping[str, Any]]) -> tuple[Shape, ...]:
    """Arcs, curves and blobs as the strokes and polygons they are made of."""
    return tuple(_flat_shape(name, shape) for shape in shapes)


def _flat_shape(name: str, shape: Mapping[str, Any]) -> Shape:
    match shape:
        case {"shape": "polygon", "points": points, "colour": colour}:
            return {"shape": "polygon", "points": _points(points), "colour": colour}
        case {"shape": "circle", "at": [x, y], "radius": radius, "colour": colour}:
            return {"shape": "circle", "at": (float(x), float(y)), "radius": float(radius), "colour": colour}
        case {"shape": "stroke", "points": points, "width": width, "colour": colour}:
            return _stroke(_points(points), width, colour, closed=bool(shape.get("closed", False)))
        case {
            "shape": "arc",
            "at": at,
            "radius": radius,
            "start": start,
            "end": end,
            "width": width,
            "colour": colour,
        }:
            whole = abs(end - start) >= 360
            points = _arc(at, radius, start, end)
            return _stroke(points[:-1] if whole else points, width, colour, closed=whole)
        case {"shape": "curve", "points": points, "width": width, "colour": colour}:
            return _stroke(_bends(name, _points(points)), width, colour, closed=False)
        case {"shape": "blob", "points": points, "colour": colour}:
            return {"shape": "polygon", "points": _bends(name, _points(points)), "colour": colour}
    raise ArtError(f"{name}: cannot draw {dict(shape)!r}")


def _stroke(points: tuple[Point, ...], width: float, colour: str, *, closed: bool) -> Shape:
    return {"shape": "stroke", "points": points, "width": float(width), "closed": closed, "colour": colour}


def _points(points: Sequence[Sequence[float]]) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in points)


def _arc(at: Sequence[float], radius: float, start: float, end: float) -> tuple[Point, ...]:
    """Points along a circle; degrees run clockwise from the right, as y points down."""
    steps = max(2, round(abs(end - start) / DEGREES_PER_STEP))
    turns = [(start + (end - start) * k / steps) * pi / 180 for k in range(steps + 1)]
    return tuple((at[0] + radius * cos(turn), at[1] + radius * sin(turn)) for turn in turns)


def _bends(name: str, points: tuple[Point, ...]) -> tuple[Point, ...]:
    """Cubic bends (one point, then two handles and a point for each bend) cut into straight pieces."""
    if len(points) % 3 != 1 or len(points) < 4:
        raise ArtError(f"{name}: a curve has one point and then three for each bend; {len(points)} points came")
    out = [points[0]]
    for start in range(0, len(points) - 1, 3):
        a, b, c, d = points[start : start + 4]
        for k in range(1, STEPS_PER_BEND + 1):
            t = k / STEPS_PER_BEND
            s = 1 - t
            w = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
            out.append(
                (
                    w[0] * a[0] + w[1] * b[0] + w[2] * c[0] + w[3] * d[0],
                    w[0] * a[1] + w[1] * b[1] + w[2] * c[1] + w[3] * d[1],
                )
            )
    return tuple(out)


def _shrunk(points: Sequence[Point], by: float) -> tuple[Point, ...]:
    return tuple((x * by, y * by) for x, y in points)


def _svg_shape(shape: Shape) -> str:
    colour = escape(shape["colour"])
    part = f' class="{escape(shape["part"])}"' if "part" in shape else ""
    match shape["shape"]:
        case "circle":
            x, y = shape["at"]
            return f'<circle{part} cx="{_n(x)}" cy="{_n(y)}" r="{_n(shape["radius"])}" fill="{colour}"/>'
        case "polygon":
            return f'<polygon{part} points="{_svg_points(shape["points"])}" fill="{colour}"/>'
        case _:
            tag = "polygon" if shape["closed"] else "polyline"
            return (
                f'<{tag}{part} points="{_svg_points(shape["points"])}" fill="none" stroke="{colour}"'
                f' stroke-width="{_n(shape["width"])}" stroke-linecap="round" stroke-linejoin="round"/>'
            )


def _svg_points(points: Sequence[Point]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)


def _n(number: float) -> str:
    """A number as short as it can be written to a thousandth of a unit."""
    return f"{number:.3f}".rstrip("0").rstrip(".") if number else "0"
