"""The harbour: 25 berths in five rows of five, called by column and row; a1 is the upper left corner (HL-3)."""

from __future__ import annotations

COLUMNS = "abcde"
SIDE = len(COLUMNS)
BERTHS = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in COLUMNS)


def at(berth: str) -> tuple[int, int]:
    """Column and row, counted from 0."""
    return COLUMNS.index(berth[0]), int(berth[1]) - 1


def row_of(berth: str) -> int:
    """The row's number, as the tide die shows it."""
    return int(berth[1])


def _next_to(berth: str) -> tuple[str, ...]:
    column, row = at(berth)
    steps = [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)]
    return tuple(f"{COLUMNS[x]}{y + 1}" for x, y in steps if 0 <= x < SIDE and 0 <= y < SIDE)


NEXT_TO = {berth: _next_to(berth) for berth in BERTHS}
