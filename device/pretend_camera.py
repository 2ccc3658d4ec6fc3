"""The camera above the pretend table: photographs of tiles that exist only on the screen, for the real readers."""

from __future__ import annotations

import zlib
from typing import Protocol

import cv2
import numpy as np

from vision import scene

from . import looks
from .camera import Picture


class Photographed(Protocol):
    """A pretend table as its camera needs it."""

    @property
    def name(self) -> str: ...
    def view(self) -> dict[str, tuple[str, int]]: ...


class PretendCamera:
    """Photographs the pretend table whenever something on it has changed.

    :param condition: in which light; the names are those of the picture bench.
    :param place: where the camera stands; another number, another place.
    """

    def __init__(
        self,
        table: Photographed,
        *,
        condition: str = "daylight",
        place: int = 3,
        size: tuple[int, int] = (1280, 960),
        small: tuple[int, int] = (320, 240),
    ) -> None:
        self.trouble: str | None = None
        self.condition = scene.CONDITIONS[condition]
        self._table = table
        self._place = place
        self._size = size
        self._small = small
        self._seen: object = None
        self._taken: dict[int, Picture] = {}  # of the table as it is now, grain by grain
        self._pictures = 0

    def picture(self) -> Picture | None:
        """A fresh picture: grain falls anew each time, tiles that nobody moved lie as they lay."""
        self._pictures += 1
        return self._photograph(self._pictures % 2)

    def look(self) -> Picture | None:
        """The same table, small and grey."""
        small = cv2.resize(self._photograph(0), self._small, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)

    def _photograph(self, seed: int) -> Picture:
        """Taken only when something changed, as nothing else moves here."""
        seen = self._table.view()
        if (self._table.name, seen) != self._seen:
            self._seen, self._taken = (self._table.name, seen), {}
        if seed not in self._taken:
            printed = looks.PRINTED.get(self._table.name, looks.sleepers)()
            laid = {hex_: self._laid(hex_, *tile) for hex_, tile in seen.items()}
            place, size = self._place, self._size
            taken = scene.photograph(
                printed, laid, self.condition, seed=seed, camera_seed=place, size=size, beside=False
            )
            self._taken[seed] = taken.picture
        return self._taken[seed]

    def _laid(self, hex_: str, value: str, turned: int) -> scene.Laid:
        """As carelessly as the condition says, but always the same for the same tile on the same hex."""
        rng = np.random.default_rng(zlib.crc32(f"{hex_} {value} {turned}".encode()))
        askew = scene.lay({hex_: value}, self.condition, rng)[hex_]
        return scene.Laid(value, turned + (askew.turned + 30) % 60 - 30, askew.off)

    def lock(self) -> None:
        pass

    def close(self) -> None:
        self._taken = {}
