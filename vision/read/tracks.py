"""Reads tracks: on which of its spaces the marker of each row stands.

In every empty space a quartered circle is printed (see ``rules/track_sheet.py``). Whatever stands on it hides it, of
whatever colour: so the reader looks for the circles that it does not see. Nothing that is round or flat looks like
four quarters, and light that is brighter here than there changes nothing about them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import draw
from vision.find.register import Registration, grey_of
from vision.read import sureness
from vision.reading import Image, Reading

Floats = NDArray[np.float32]

# Places inside a circle that are looked at, in its radii.
_STEPS = (np.arange(14) - 6.5) / 7
_INSIDE = np.array([(x, y) for y in _STEPS for x in _STEPS if np.hypot(x, y) < 0.95])
# The board may be found a little beside where it lies: shifts that are tried, in radii.
SHIFTS = (-0.16, 0.0, 0.16)
# How much like the print an open circle must look, in parts of how most of them do, and how far around that nobody can
# say; where not even most of them look like the print, nothing is believed.
OPEN, DOUBT, LEAST = 0.83, 0.015, 0.5
# Where a lamp burns the picture out nobody sees whether a circle is hidden; so bright, of 255, and so much of it.
BURNT, DAZZLED = 250, 0.5
# However surely nothing stands on a row, its marker may be hidden by a sleeve: never sure enough to act upon.
NOT_FOUND = 0.6


class TrackReader:
    """Knows the tracks of a sheet and reads what each of their markers stands on.

    :param tracks: the middle of each space by what standing there means, for each track; in the board's units.
    :param circle: shapes of the circle in an empty space, 1 from its middle to its edge.
    :param radius: of a circle.
    """

    def __init__(
        self,
        tracks: Mapping[str, Mapping[str, Sequence[float]]],
        circle: Sequence[Mapping[str, Any]],
        *,
        radius: float,
    ) -> None:
        self.tracks = {track: list(spaces) for track, spaces in tracks.items()}
        self.reads = tuple(tracks)
        self.slots: dict[str, tuple[float, float]] = {}  # rows are read, not spaces
        self.radius = radius
        self.spaces = {
            f"{track} {value}": (float(x), float(y))
            for track, spaces in tracks.items()
            for value, (x, y) in spaces.items()
        }
        # A little soft, as every camera sees it.
        drawn = cv2.GaussianBlur(grey_of(draw.tile(circle, 100)).astype(np.float32), (0, 0), 12)
        down, right = ((_INSIDE[:, ::-1].T + 1) * 100).astype(int)
        self._print = _even(drawn[down, right][None])[0]
        self._where: Registration | None = None
        self._maps: list[Floats] = []

    def read(self, picture: Image, where: Registration) -> list[Reading]:
        """Where the marker of each track stands, in the order of the tracks."""
        hidden = iter(self._hidden(picture, where))
        return [self._judge(track, [next(hidden) for _ in values]) for track, values in self.tracks.items()]

    def place_of(self, reading: Reading) -> tuple[float, float] | None:
        """Where the marker of a track stands, by what was read."""
        return self.spaces.get(f"{reading.slot} {reading.value}")

    def _hidden(self, picture: Image, where: Registration) -> list[float]:
        """For each space how likely it is that something stands on it."""
        if where is not self._where:
            self._prepare(where)
        grey = grey_of(picture)
        alike, bright = np.full(len(self.spaces), -1.0), np.zeros(len(self.spaces))
        for shift in self._maps:
            seen = cv2.remap(grey, shift, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
            alike = np.maximum(alike, (_even(seen.astype(np.float32)) * self._print).mean(axis=1))
            bright = np.maximum(bright, (seen > BURNT).mean(axis=1))
        usual = float(np.median(alike))
        if usual < LEAST:
            return [0.5] * len(self.spaces)
        hidden = 1 / (1 + np.exp(np.clip((alike / usual - OPEN) / DOUBT, -30, 30)))
        hidden[(bright > DAZZLED) & (hidden > 0.5)] = 0.5
        return [float(one) for one in hidden]

    def _prepare(self, where: Registration) -> None:
        middles = np.array(list(self.spaces.values()))[:, None]
        self._maps = []
        for shift in ((dx, dy) for dx in SHIFTS for dy in SHIFTS):
            places = middles + (_INSIDE + shift) * self.radius
            self._maps.append(where.to_pixels(places).astype(np.float32).reshape(*places.shape))
        self._where = where

    def _judge(self, track: str, hidden: Sequence[float]) -> Reading:
        """One marker stands on one space, and all others are open; anything else is not sure."""
        closed, open_ = np.array(hidden), 1 - np.array(hidden)
        nothing = float(open_.prod())
        stands = {value: float(closed[n] * np.delete(open_, n).prod()) for n, value in enumerate(self.tracks[track])}
        value, sure = max(stands.items(), key=lambda one: one[1])
        if nothing >= sure:
            return Reading(track, None, min(nothing, NOT_FOUND), ((value, sure),))
        others = sorted(((v, p) for v, p in stands.items() if v != value and p > 0.01), key=lambda one: -one[1])
        return sureness.fitted(Reading(track, value, sure, tuple(others[:3])), "track")


def _even(patches: Floats) -> Floats:
    """Each patch with mean 0 and spread 1; one that is flat but for grain stays flat."""
    away = patches - patches.mean(axis=1, keepdims=True)
    return np.asarray(away / (away.std(axis=1, keepdims=True) + 2.0), np.float32)
