"""How likely a reading is right, learnt from pictures of which it is known what lies there.

A reader weighs what it measured into one number, its evidence: the more, the surer. How often readings with so much
evidence were right was counted on drawn, path-traced and photographed tables (``vision/train/sureness.py``), for each
reader by itself: ``sureness.json`` holds the curves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.reading import Reading

FILE = Path(__file__).with_name("sureness.json")
# Nobody is surer than that of a picture, or less sure.
MOST, LEAST = 0.999, 0.001
_CLEAREST = 1e-6  # evidence is no nearer to none, or to all, than this


@dataclass(frozen=True)
class Curve:
    """How likely readings of one kind are right.

    :param evidence: rising, as `strength` has it.
    :param right: the share of readings that is right at each, as `strength` has it; never falling.
    """

    evidence: tuple[float, ...]
    right: tuple[float, ...]

    def __call__(self, evidence: float) -> float:
        """The likelihood that a reading with this *evidence* (0 to 1) is right."""
        high = float(np.interp(strength(evidence), self.evidence, self.right))
        return min(MOST, max(LEAST, float(1 / (1 + np.exp(-high)))))


def strength(share: float | NDArray[np.float64]) -> NDArray[np.float64]:
    """A share as the logarithm of its odds: so there is room between nearly certain and all but certain."""
    inside = np.clip(share, _CLEAREST, 1 - _CLEAREST)
    return np.asarray(np.log(inside / (1 - inside)))


@cache
def curves() -> Mapping[str, Curve]:
    """All curves, by what is read."""
    kept = json.loads(FILE.read_text("utf-8"))
    return {kind: Curve(tuple(one["evidence"]), tuple(one["right"])) for kind, one in kept.items()}


_plain = False


@contextmanager
def evidence_only() -> Iterator[None]:
    """Readings with their evidence instead: for counting anew how often they are right."""
    global _plain
    _plain = True
    try:
        yield
    finally:
        _plain = False


def kind_of(reading: Reading, kind: str) -> str:
    """To see nothing is another kind of reading than to see something."""
    return kind if reading.value is not None else f"no {kind}"


def fitted(reading: Reading, kind: str) -> Reading:
    """A *reading* whose confidence is evidence, as sure as readings like it were right."""
    curve = curves().get(kind_of(reading, kind))
    if curve is None or _plain:
        return reading
    sure = curve(reading.confidence)
    # What is left is all that the others can share.
    left, claimed = 1 - sure, sum(chance for _, chance in reading.alternatives)
    less = min(1.0, left / claimed) if claimed > 0 else 1.0
    others = tuple((value, chance * less) for value, chance in reading.alternatives)
    return replace(reading, confidence=sure, alternatives=others)
