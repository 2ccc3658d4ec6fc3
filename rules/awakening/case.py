"""What a card effect is about."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Case:
    """What an effect is about: whose card it is, whom and which tile it concerns."""

    seat: str
    card: str
    other: str = ""
    hex_: int = 0
    champion: str = ""
