"""The map of Children of Morta: places, the ways between them, and names that are never in each other's way."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

from markupsafe import escape

from rules.ask import Option
from web.games.taps import can_tap, tap

Seen = Mapping[str, Any]
Box = tuple[float, float, float, float]  # left, top, right, bottom

FLAT = 0.46  # of the height a pack gives: screens are wide
RADIUS = 4.0
NAME = 3.7  # height of a name's letters, as in the style sheet
SIGN = 3.1
LETTER = 0.57  # width of a letter, of its height; capitals and m are made up for by i and l
LONG = 10  # letters; a longer name is written on two lines if that helps
FLAG = 5.0  # height of the family's flag above a place


def map_of(map_: Seen | None, slots: Mapping[str, Option]) -> str:
    """The whole map; places one can go to are buttons."""
    if map_ is None:
        return ""
    at = {place["id"]: (float(place["x"]), place["y"] * FLAT) for place in map_["locations"]}
    ways = tuple((at[a], at[b]) for a, b in map_["paths"])
    asked = tuple((place["name"], _signs(place), *at[place["id"]]) for place in map_["locations"])
    labels = labelled(asked, ways)
    paths = "".join(f'<line x1="{a[0]:g}" y1="{a[1]:.1f}" x2="{b[0]:g}" y2="{b[1]:.1f}"/>' for a, b in ways)
    places = "".join(
        _place(place, *at[place["id"]], label, map_["marker"], slots.get(f"map.{place['id']}"))
        for place, label in zip(map_["locations"], labels, strict=True)
    )
    # No wider than the places with their names and flags: a short map is drawn large.
    boxes = [label.box for label in labels] + [_around(*point) for point in at.values()]
    left, right = min(box[0] for box in boxes) - 1, max(box[2] for box in boxes) + 1
    top, bottom = min(box[1] for box in boxes) - 1, max(box[3] for box in boxes) + 1.5
    return (
        f'<svg class="cm-map" viewBox="{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}" role="group"'
        f' aria-label="{escape(map_["title"])}">'
        f'<g class="paths">{paths}</g>{places}</svg>'
    )


def _signs(place: Seen) -> str:
    return " ".join(sign for sign in ("chest", "bazaar", "boss") if place[sign])


def _place(place: Seen, x: float, y: float, label: Label, marker: str, option: Option | None) -> str:
    here = place["id"] == marker
    tiles = len(place["tiles"])
    words = "explored" if not tiles else "1 tile" if tiles == 1 else f"{tiles} tiles"
    words += f", {_signs(place).replace(' ', ', ')}" if _signs(place) else ""
    words += ", the family is here" if here else ""
    can_go = " open" if can_tap(option) else ""
    classes = "place" + " here" * here + " explored" * (not tiles) + can_go
    cards = "".join(f'<rect x="{x - 2.2 + k * 1.6:.1f}" y="{y - 2.4:.1f}" width="3" height="4"/>' for k in range(tiles))
    flag = f'<path class="flag" data-piece="flag" d="M{x:g} {y - RADIUS:.1f}v-{FLAG:g}l4 1.6-4 1.6"/>' if here else ""
    return (
        f'<g class="{classes}" data-slot="map.{escape(place["id"])}"{tap(option, words)}>'
        f"<title>{escape(place['name'])}: {escape(words)}</title>"
        f'<circle cx="{x:g}" cy="{y:.1f}" r="{RADIUS:g}"/>{cards}{label.drawn}{flag}</g>'
    )


# ----- where the names stand


@dataclass(frozen=True)
class Label:
    """A place's name and signs: their lines, and where they begin, end or have their middle."""

    lines: tuple[str, ...]
    sign: str
    x: float
    top: float
    anchor: str  # start, middle or end

    @property
    def box(self) -> Box:
        """The room it takes."""
        wide = max([len(line) * NAME for line in self.lines] + [len(self.sign) * SIGN]) * LETTER
        left = self.x - {"start": 0.0, "middle": wide / 2, "end": wide}[self.anchor]
        return left, self.top, left + wide, self.top + _high(self.lines, self.sign)

    @property
    def drawn(self) -> str:
        written = [("name", self.top + NAME * (k + 0.8), line) for k, line in enumerate(self.lines)]
        if self.sign:
            written.append(("sign", self.top + NAME * len(self.lines) + SIGN * 0.85, self.sign))
        return "".join(
            f'<text class="{kind} {self.anchor}" x="{self.x:.1f}" y="{y:.1f}">{escape(words)}</text>'
            for kind, y, words in written
        )


def _high(lines: Sequence[str], sign: str) -> float:
    return NAME * len(lines) + SIGN * bool(sign)


@cache
def labelled(
    places: tuple[tuple[str, str, float, float], ...], ways: tuple[tuple[tuple[float, float], tuple[float, float]], ...]
) -> tuple[Label, ...]:
    """A label for each place so that none covers another, a place, or more of the ways than it must.

    One is set after the other, then each looks round once more for a better place.

    :param places: name, signs, x and y of each.
    """
    taken = [_around(x, y) for _, _, x, y in places]
    chosen: list[Label | None] = [None] * len(places)
    for _ in range(3):
        for index, (name, sign, x, y) in enumerate(places):
            others = [label.box for at, label in enumerate(chosen) if label and at != index]
            rest = [box for at, box in enumerate(taken) if at != index]
            chosen[index] = min(_tries(name, sign, x, y), key=lambda one: _cost(one[0], one[1], others, rest, ways))[1]
    return tuple(label for label in chosen if label)


def _around(x: float, y: float) -> Box:
    """A place with its rim, and the family's flag, wherever it may come to stand."""
    return x - RADIUS - 0.6, y - RADIUS - FLAG, x + RADIUS + 0.6, y + RADIUS + 0.6


def _tries(name: str, sign: str, x: float, y: float) -> list[tuple[float, Label]]:
    """Below, beside or above its place, on one line or two; the number says how much it is disliked."""
    wrapped: list[tuple[float, tuple[str, ...]]] = [(0.0 if len(name) <= LONG else 1.0, (name,))]
    if " " in name:
        half = max(len(name) // 2 + 1, *map(len, name.split()))
        wrapped.append((0.5, tuple(textwrap.wrap(name, half))))
    found = []
    sides = ((0.0, "below"), (2.0, "right"), (2.0, "left"), (3.0, "above"))
    for (dislike, lines), (less, side) in product(wrapped, sides):
        high = _high(lines, sign)
        away = RADIUS + 1.2
        label = {
            "below": Label(lines, sign, x, y + away - 0.3, "middle"),
            "above": Label(lines, sign, x, y - RADIUS - FLAG - high - 0.2, "middle"),
            "right": Label(lines, sign, x + away, y - high / 2, "start"),
            "left": Label(lines, sign, x - away, y - high / 2, "end"),
        }[side]
        found.append((dislike + less, label))
    return found


def _cost(
    dislike: float,
    label: Label,
    labels: Sequence[Box],
    places: Sequence[Box],
    ways: Sequence[tuple[tuple[float, float], tuple[float, float]]],
) -> float:
    box = label.box
    hidden = sum(_shared(box, other) for other in [*labels, *places])
    crossed = sum(_crosses(box, *way) for way in ways)
    wide = max(0.0, -4 - box[0]) + max(0.0, box[2] - 104)  # a map that grows wider is drawn smaller
    return dislike + 100 * (hidden > 0) + 20 * hidden + 1.5 * crossed + 2 * wide


def _shared(one: Box, other: Box) -> float:
    """The room two boxes both take, with a little air between them."""
    wide = min(one[2], other[2]) - max(one[0], other[0]) + 0.6
    high = min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def _crosses(box: Box, start: tuple[float, float], end: tuple[float, float]) -> bool:
    """Whether a way runs through a box, looked at in twenty steps."""
    for step in range(21):
        x = start[0] + (end[0] - start[0]) * step / 20
        y = start[1] + (end[1] - start[1]) * step / 20
        if box[0] < x < box[2] and box[1] < y < box[3]:
            return True
    return False
