"""A game's cards and tiles on the reading mat: how large they are, and where numbers are printed on them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class NumberPlace:
    """Where a number is printed: across and down in parts of the card, and how high a digit is in parts of its height.

    :param most: so many digits at the most.
    """

    x: float
    y: float
    tall: float
    most: int = 3


CORNER = NumberPlace(0.15, 0.11, 0.08)


@dataclass(frozen=True)
class Sort:
    """One sort of card or tile.

    :param thing: what people call one of them.
    :param size: width and height in millimetres.
    :param number: where its number is printed; None if only its picture tells what it is.
    :param rule: what says which numbers there are.
    """

    thing: str = "card"
    size: tuple[float, float] = (63.0, 88.0)
    number: NumberPlace | None = None
    rule: str = ""


CARD = Sort()
