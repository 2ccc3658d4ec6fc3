"""Does the box answer sooner or later by what a seat holds? Two games side by side that differ only in that.

Each answer is timed in both, now one first and now the other, until the messages of all others stand ready. ``times``
and ``work`` are the middle of what it took in one against the other, by the clock and by the processor; ``guessed`` is
how often somebody with a stop-watch would rightly say which of the two it was: half of the time if it tells nothing.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1] / "support")]

STEPS = 300
REACTIONS = 60
NO_BETTER = 0.58
"""Of those who guess by the time; with so few answers chance alone strays that far from a half."""


def run(steps: int = STEPS, reactions: int = REACTIONS) -> list[dict[str, Any]]:
    """The figures, each with its limit."""
    import twins

    cases = [(case.what, twins.compared(case, range(2000), steps)) for case in twins.CASES]
    cases.append(("The Silent Sea: shot at and passing, with a Gun or without", twins.reactions(reactions)))
    rows = []
    for what, pairs in cases:
        took: list[list[float]] = [[], []]
        worked: list[list[float]] = [[], []]
        found = 0
        for pair in pairs:
            found += len(pair.differences())
            for number in (0, 1):
                took[number].append(pair.took[number][-1])
                worked[number].append(pair.worked[number][-1])
        right = guessed(*took)
        rows.append(
            {
                "what": what,
                "answers": len(took[0]),
                "p50_ms": round(statistics.median(took[0]) * 1000, 2),
                "times": middle(*took),
                "work": middle(*worked),
                "guessed": round(right, 3),
                "limit": NO_BETTER,
                "differences": found,
                "ok": right <= NO_BETTER and not found,
            }
        )
    return rows


def middle(one: list[float], other: list[float]) -> float:
    """How many times longer in one than in the other, answer by answer."""
    return round(statistics.median(a / b for a, b in zip(one, other, strict=True)), 3)


def guessed(one: list[float], other: list[float]) -> float:
    """How often the longer of two times tells which game it was, by the better of the two rules."""
    wins = sum((a > b) + (a == b) / 2 for a in one for b in other)
    share = wins / (len(one) * len(other))
    return max(share, 1 - share)
