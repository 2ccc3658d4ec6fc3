"""What a reader says it sees, and how sure it is."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Value = str | int

SURE = 0.98
"""From this confidence on, a reading may be taken without asking; below, it is only a guess to offer."""


@dataclass(frozen=True)
class Reading:
    """One slot of the table as the camera sees it.

    :param value: what lies there; ``None`` is nothing.
    :param confidence: 0 to 1, the share of such readings that are right (`vision.read.sureness`).
    :param alternatives: what else it could be, most likely first, each with its own confidence.
    """

    slot: str
    value: Value | None
    confidence: float = 1.0
    alternatives: tuple[tuple[Value | None, float], ...] = ()

    @property
    def sure(self) -> bool:
        """May this be taken without asking?"""
        return self.confidence >= SURE

    def could_be(self, value: Value | None) -> float:
        """How likely *value* is; a reader that is unsure leaves a little for everything."""
        if value == self.value:
            return self.confidence
        named = dict(self.alternatives)
        left = max(0.0, 1.0 - self.confidence - sum(named.values()))
        return named.get(value, 0.1 * left)

    def doubted(self, confidence: float) -> Reading:
        """The same reading, at most *confidence* sure."""
        return self if self.confidence <= confidence else replace(self, confidence=confidence)


@dataclass(frozen=True)
class Trouble:
    """Why a picture cannot be read, in a sentence that helps.

    :param kind: ``dark``, ``covered``, ``glare``, ``no board``, ``wrong board``, ``moved``, ``blurred`` …
    """

    kind: str
    sentence: str

    def __str__(self) -> str:
        return self.sentence


def rises(value: float, middle: float, steep: float) -> float:
    """From 0 to 1 around *middle*: how a measured value becomes a likelihood."""
    return 1 / (1 + math.exp(-min(40.0, max(-40.0, float(steep * (value - middle))))))
