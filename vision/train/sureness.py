"""Works out how likely a reading is right, from readings of pictures of which it is known what lies there.

``python tests/bench/sureness_bench.py --fit`` reads such pictures and writes ``vision/read/sureness.json``;
it is there because boards are the games' own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.read.sureness import Curve, strength

Floats = NDArray[np.float64]

KNOTS = 9  # of a curve, beside a few fixed ones: more would follow chance
_BENDS = (-3.0, -1.0, 1.0, 3.0)  # where a curve may bend however few readings fall there
STEPS = 10
# So many readings are added that are right as often as their evidence says: where there are hardly any others, the
# reader's own opinion counts.
OWN_OPINION = 20.0


@dataclass(frozen=True)
class Known:
    """Readings of one kind: the evidence of each, and whether it was right."""

    evidence: Floats
    right: Floats


def curve(known: Known, stranger: float = 1.0) -> Curve:
    """The likeliest rising curve through nine points.

    :param stranger: so many times as often things err in the world as they do in these pictures.
    """
    x = strength(known.evidence)
    y, weight = known.right.astype(float), np.where(known.right > 0, 1.0, stranger)
    knots = _knots(x, y)
    # Its own opinion, spread evenly.
    own = np.linspace(knots[0], knots[-1], 64)
    chance = 1 / (1 + np.exp(-own))
    x, y = np.concatenate([x, own, own]), np.concatenate([y, np.ones(64), np.zeros(64)])
    weight = np.concatenate([weight, OWN_OPINION / 64 * chance, OWN_OPINION / 64 * (1 - chance)])
    rising = _hinges(x, knots)
    heights = _fit(rising, y, weight / weight.sum(), knots)
    return Curve(tuple(np.round(knots, 3).tolist()), tuple(np.round(heights, 3).tolist()))


def _knots(x: Floats, y: Floats) -> Floats:
    """Where the curve may bend: spread over the readings that were wrong as much as over those that were right."""
    shares = np.linspace(0, 1, KNOTS)
    wrong = x[y == 0]
    both = np.quantile(x, shares) if len(wrong) < KNOTS else (np.quantile(x, shares) + np.quantile(wrong, shares)) / 2
    every = np.unique(np.round([min(x.min(), -4.0), *both, *_BENDS, max(x.max(), 5.0)], 2))
    kept = [float(every[0])]
    for knot in every[1:]:
        if knot - kept[-1] > 0.8:
            kept.append(float(knot))
    return np.array(kept)


def _hinges(x: Floats, knots: Floats) -> Floats:
    """How far along each stretch between two knots every *x* is, after a constant."""
    parts = [np.clip((x - a) / (b - a), 0, 1) for a, b in pairwise(knots)]
    return np.column_stack([np.ones(len(x)), *parts])


def _fit(terms: Floats, y: Floats, weight: Floats, knots: Floats) -> Floats:
    """Logistic regression in which no stretch may fall: each is fitted in turn until none changes."""
    coefficients = np.concatenate([[knots[0]], np.diff(knots)])
    least = np.concatenate([[-np.inf], 0.02 * np.diff(knots)])
    high = terms @ coefficients
    for _ in range(1000):
        most = 0.0
        for n, term in enumerate(terms.T):
            chance = 1 / (1 + np.exp(-high))
            slope = float(term @ (weight * (chance - y)))
            bend = float((term**2) @ (weight * np.maximum(chance * (1 - chance), 1e-3)))
            step = max(float(least[n]) - float(coefficients[n]), min(1.0, -slope / max(bend, 1e-9)))
            coefficients[n] += step
            high += step * term
            most = max(most, abs(step))
        if most < 1e-4:
            break
    return np.asarray(np.cumsum(coefficients))


def write(curves: Mapping[str, Curve], file: Path) -> None:
    """One line for each kind."""
    lines = [f'{json.dumps(kind)}: {{"evidence": {list(one.evidence)}, "right": {list(one.right)}}}'
             for kind, one in sorted(curves.items())]  # fmt: skip
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


@dataclass(frozen=True)
class Step:
    """Readings that were about as sure: how many, how sure, and how often right."""

    count: int
    expected: float
    seen: float


def steps(sure: Sequence[float], right: Sequence[bool]) -> list[Step]:
    """Ten steps from not at all sure to all but certain; those with no readings are left out."""
    said, was = np.array(sure, float), np.array(right, float)
    which = np.minimum((said * STEPS).astype(int), STEPS - 1)
    return [
        Step(int(some.sum()), float(said[some].mean()), float(was[some].mean()))
        for n in range(STEPS)
        if (some := which == n).any()
    ]


def error(found: Sequence[Step]) -> float:
    """How far, on average of all readings, what is expected of a step is from what is seen."""
    return sum(one.count * abs(one.expected - one.seen) for one in found) / max(1, sum(one.count for one in found))
