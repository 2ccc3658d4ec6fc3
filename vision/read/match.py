"""From readings to meaning: which of the tables that could be does the picture show?

Pure: candidate views come in (``{slot: value}`` each, a slot that is empty left out), explanations go out, best
first. Who looks for candidates among the legal answers is none of this file's business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Generic, TypeVar

from vision.reading import Reading, Value

View = Mapping[str, Value]
Label = TypeVar("Label")

# However unlike a reading a candidate is, it is never wholly impossible: a reader can err.
_LEAST = 1e-4


@dataclass(frozen=True)
class Difference:
    """A slot where the picture and a view disagree."""

    slot: str
    seen: Value | None
    expected: Value | None
    confidence: float


@dataclass(frozen=True)
class Explanation(Generic[Label]):
    """One candidate and how well it explains the picture.

    :param confidence: 0 to 1, against all other candidates.
    :param differs: slots that are surely seen otherwise; none for a candidate that may be taken.
    :param open: slots that no reading is sure about and where candidates could still differ.
    """

    label: Label
    likelihood: float
    confidence: float
    differs: tuple[Difference, ...]
    open: tuple[str, ...]


def differences(readings: Iterable[Reading], view: View) -> tuple[Difference, ...]:
    """Where the picture surely shows something else than *view* says."""
    return tuple(
        Difference(reading.slot, reading.value, view.get(reading.slot), reading.confidence)
        for reading in readings
        if reading.sure and reading.value != view.get(reading.slot)
    )


def unsure(readings: Iterable[Reading], view: View) -> tuple[str, ...]:
    """Slots that the picture does not surely show, and not even probably as *view* says."""
    return tuple(
        reading.slot
        for reading in readings
        if not reading.sure
        and reading.value != view.get(reading.slot)
        and reading.could_be(view.get(reading.slot)) < 0.5
    )


def likelihood(readings: Iterable[Reading], view: View) -> float:
    """How well *view* explains the picture: the logarithm of its chance."""
    return sum(log(max(reading.could_be(view.get(reading.slot)), _LEAST)) for reading in readings)


def rank(candidates: Sequence[tuple[Label, View]], readings: Sequence[Reading]) -> list[Explanation[Label]]:
    """All candidates, the one that explains the picture best first."""
    found = [(label, view, likelihood(readings, view)) for label, view in candidates]
    if not found:
        return []
    best = max(chance for _, _, chance in found)
    total = sum(exp(chance - best) for _, _, chance in found)
    explained = [
        Explanation(label, chance, exp(chance - best) / total, differences(readings, view), unsure(readings, view))
        for label, view, chance in found
    ]
    return sorted(explained, key=lambda one: (len(one.differs), -one.likelihood))


def agreed(looks: Sequence[Sequence[Reading]]) -> list[Reading]:
    """Several looks at the same slots as one: only what all see alike stays sure."""
    merged = []
    for readings in zip(*looks, strict=True):
        values = [reading.value for reading in readings]
        first = readings[0]
        if all(value == first.value for value in values):
            # Two unsure looks that agree are a little surer than one, never as sure as a clear one.
            highest = max(reading.confidence for reading in readings)
            lowest = min(reading.confidence for reading in readings)
            merged.append(Reading(first.slot, first.value, (highest + lowest) / 2, first.alternatives))
        else:
            named = {reading.value: reading.confidence / len(readings) for reading in readings}
            best = max(named, key=lambda value: named[value])
            rest = tuple((value, share) for value, share in named.items() if value != best)
            merged.append(Reading(first.slot, best, named[best] * 0.8, rest))
    return merged
