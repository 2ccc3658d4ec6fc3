"""Reads printed numbers of one to three digits with a small network."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

HEIGHT, WIDTH = 32, 64  # of a cut-out, in pixels
PLACES = 3
BLANK = 10  # the class that says: no digit here


def normalised(cut: NDArray[np.uint8]) -> NDArray[np.float32]:
    """A cut-out with its light taken out: mean 0, spread 1."""
    picture = cut.astype(np.float32)
    picture -= picture.mean()
    return np.asarray(picture / (picture.std() + 4.0), np.float32)
