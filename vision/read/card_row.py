"""Reads a row of cards: which taught card lies at each place of a printed sheet, however it was laid there."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.find import cards
from vision.find.cards import Deck
from vision.find.register import Registration
from vision.read.taught import Shelf
from vision.reading import Image, Reading

# However surely no card is found at a place, a sleeve may hide it: never sure enough to act upon.
NOT_FOUND = 0.6


class CardRow:
    """Knows where cards lie on a sheet, and which they can be.

    :param places: the middle of each card, in millimetres from the sheet's, by what the place is called.
    :param deck: how large the cards are.
    :param half: half width and half height of the sheet.
    :param shelf: the cards that were taught; none are read while there are none.
    """

    def __init__(
        self, places: Mapping[str, tuple[float, float]], deck: Deck, *, half: tuple[float, float], shelf: Shelf
    ) -> None:
        self.reads = tuple(places)
        self.slots: dict[str, tuple[float, float]] = {}  # cards lie about their place, not on it to the millimetre
        self.radius = min(deck.size) / 2
        self._places, self._deck, self._half, self._shelf = dict(places), deck, half, shelf

    def read(self, picture: Image, where: Registration) -> list[Reading]:
        """The card at each place."""
        if not any(piece.kind == "card" for piece in self._shelf.pieces.values()):
            return []
        found = cards.find(picture, where, self._deck, half=self._half)
        return [self._read(slot, picture, found) for slot in self._places]

    def place_of(self, reading: Reading) -> tuple[float, float] | None:
        """Where the card lies that was read."""
        return self._places.get(reading.slot)

    def _read(self, slot: str, picture: Image, found: list[cards.Found]) -> Reading:
        away = [float(np.hypot(*np.subtract(card.middle, self._places[slot]))) for card in found]
        near = [card for card, far in zip(found, away, strict=True) if far < 0.6 * self.radius]
        if len(near) != 1:
            return Reading(slot, None, NOT_FOUND if not near else 0.0)
        return self._shelf.read(slot, cards.straighten(picture, near[0], self._deck))
