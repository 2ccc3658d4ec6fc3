"""The board: 61 hexes in a regular hexagon, five to a side (SL-8, SL-R1).

A hex is called by column letter and row number; the number names a diagonal row, so that all three families of
lines are plain arithmetic. The centre is e5, e1 the top corner, e9 the bottom one.
"""

from __future__ import annotations

COLUMNS = "abcdefghi"
DIRECTIONS = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


def _hex(q: int, r: int) -> str:
    return f"{COLUMNS[q + 4]}{r + 5}"


def axial(hex_: str) -> tuple[int, int]:
    """Column and row counted from the centre."""
    return COLUMNS.index(hex_[0]) - 4, int(hex_[1]) - 5


HEXES = tuple(_hex(q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4)


def beyond(hex_: str, direction: str, steps: int = 1) -> str | None:
    """The hex so many steps away in a straight line; None off the board."""
    (q, r), (dq, dr) = axial(hex_), DIRECTIONS[direction]
    q, r = q + dq * steps, r + dr * steps
    return _hex(q, r) if max(abs(q), abs(r), abs(q + r)) <= 4 else None


NEIGHBOURS = {here: tuple(there for direction in DIRECTIONS if (there := beyond(here, direction))) for here in HEXES}

SIDES = {
    "W": tuple(h for h in HEXES if axial(h)[0] == -4),
    "E": tuple(h for h in HEXES if axial(h)[0] == 4),
    "NE": tuple(h for h in HEXES if axial(h)[1] == -4),
    "SW": tuple(h for h in HEXES if axial(h)[1] == 4),
    "NW": tuple(h for h in HEXES if sum(axial(h)) == -4),
    "SE": tuple(h for h in HEXES if sum(axial(h)) == 4),
}
OPPOSITE = (("W", "E"), ("NE", "SW"), ("NW", "SE"))
ACROSS = 9  # hexes from one side to the one opposite
CORNERS = ("e1", "i1", "i5", "e9", "a9", "a5")


def _rows(length: int) -> tuple[tuple[str, ...], ...]:
    rows = []
    for start in HEXES:
        for direction in ("SE", "S", "NE"):  # one way along each family of lines
            row = [beyond(start, direction, steps) for steps in range(length)]
            if all(row):
                rows.append(tuple(hex_ for hex_ in row if hex_))
    return tuple(rows)


ROWS_OF_FIVE = _rows(5)
ROWS_OF_FIVE_FROM = {start: [row for row in ROWS_OF_FIVE if row[0] == start] for start in HEXES}
LONG_DIAGONALS = _rows(9)


def distance(here: str, there: str) -> int:
    (q1, r1), (q2, r2) = axial(here), axial(there)
    dq, dr = q1 - q2, r1 - r2
    return max(abs(dq), abs(dr), abs(dq + dr))


def drawn_at(hex_: str) -> tuple[float, float]:
    """Centre of the hex in a flat-top drawing, in units of a hex's circumradius; x to the right, y down."""
    q, r = axial(hex_)
    return 1.5 * q, 3**0.5 * (r + q / 2)
