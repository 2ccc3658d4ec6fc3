"""The hall's word to one table: whether somebody comes to help, and who should play there next."""

from __future__ import annotations

import json
from dataclasses import dataclass

from rules.plain import load


@dataclass(frozen=True)
class Wanted:
    """A game that the hall wants to be played at a table.

    :param names: of its players, in the order of the seats.
    """

    id: str
    game: str
    names: list[str]


@dataclass(frozen=True)
class Word:
    """What the hall says.

    :param coming: since when the table has called for the help that is on its way.
    :param helped: since when it had called for the help that it got.
    """

    coming: int | None = None
    helped: int | None = None
    pairing: Wanted | None = None


def read(text: str) -> Word:
    """What was said; `ValueError` if it cannot be understood."""
    return load(Word, json.loads(text)) if text else Word()
