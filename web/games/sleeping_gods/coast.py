"""Coasts and borders of a chart: squares of letters become shapes that look drawn by hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sin

Point = tuple[float, float]
Cell = tuple[int, int]

SIZE = 10.0  # one letter of the chart
WOBBLE = 2.2  # how far a corner of the grid may stray
ROUNDS = 2  # of cutting corners


def cells(chart: Sequence[str], mark: str) -> set[Cell]:
    """Where *mark* stands, as rows and columns from 0."""
    return {(row, col) for row, line in enumerate(chart) for col, each in enumerate(line) if each == mark}


def outlines(chart: Sequence[str], mark: str) -> str:
    """The path around everything of that letter, islands and holes included."""
    rows, cols = len(chart), len(chart[0])
    paths = []
    for loop in _loops(cells(chart, mark)):
        points = [_strayed(row, col, rows, cols) for row, col in loop]
        for _ in range(ROUNDS):
            points = _cut(points, cols * SIZE, rows * SIZE)
        paths.append("M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + "Z")
    return "".join(paths)


def middle(chart: Sequence[str], mark: str, taken: Iterable[Cell] = ()) -> Point:
    """A good place for a region's name: the middle of its widest free stretch, near its own middle."""
    busy = set(taken)
    there = cells(chart, mark)
    free = (there - busy) or there
    centre = sum(row for row, _ in there) / len(there)
    best: tuple[float, Point] | None = None
    for row, col in sorted(free):
        if (row, col - 1) in free:
            continue  # only where a stretch begins
        end = col
        while (row, end + 1) in free:
            end += 1
        length = end - col + 1
        worth = min(length, 4) - 0.6 * abs(row - centre)
        if best is None or worth > best[0]:
            best = worth, ((col + end + 1) / 2 * SIZE, (row + 0.5) * SIZE)
    assert best is not None, f"no region {mark} on the chart"
    return best[1]


def _loops(inside: set[Cell]) -> list[list[Cell]]:
    """The corners around a set of cells, each loop with the cells on its right hand."""
    ways: dict[Cell, list[Cell]] = {}
    for row, col in sorted(inside):
        for beside, start, end in (
            ((row - 1, col), (row, col), (row, col + 1)),
            ((row, col + 1), (row, col + 1), (row + 1, col + 1)),
            ((row + 1, col), (row + 1, col + 1), (row + 1, col)),
            ((row, col - 1), (row + 1, col), (row, col)),
        ):
            if beside not in inside:
                ways.setdefault(start, []).append(end)
    loops = []
    while ways:
        start = next(iter(ways))
        loop, here, came = [start], start, (0, 0)
        while True:
            ends = ways[here]
            # where two cells touch only at a corner, turn right, so that each keeps its own shore
            right = (here[0] + came[1], here[1] - came[0])
            end = right if right in ends else ends[0]
            ends.remove(end)
            if not ends:
                del ways[here]
            came, here = (end[0] - here[0], end[1] - here[1]), end
            if here == start:
                break
            loop.append(here)
        loops.append(loop)
    return loops


def _strayed(row: int, col: int, rows: int, cols: int) -> Point:
    """A corner of the grid a little off its place, always by the same amount; the page's edge stays straight."""
    x, y = col * SIZE, row * SIZE
    if 0 < col < cols and 0 < row < rows:
        x += WOBBLE * sin(row * 12.9898 + col * 78.233)
        y += WOBBLE * sin(row * 39.3461 + col * 11.135)
    return x, y


def _cut(points: list[Point], width: float, height: float) -> list[Point]:
    """Cut every corner, except those of the page."""
    cut: list[Point] = []
    for index, here in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % len(points)]
        if here[0] in (0.0, width) and here[1] in (0.0, height):
            cut.append(here)
            continue
        cut.append((0.75 * here[0] + 0.25 * before[0], 0.75 * here[1] + 0.25 * before[1]))
        cut.append((0.75 * here[0] + 0.25 * after[0], 0.75 * here[1] + 0.25 * after[1]))
    return cut
