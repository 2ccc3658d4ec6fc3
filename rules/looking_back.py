"""A game looked back on: what happened, deed by deed, and which of its sentences are worth telling again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

from .figures import Figure
from .game import Game, Said

A_PAUSE = 3 * 3600
"""So many seconds without an answer, and people have gone home: what comes then is another session."""

A_BREAK = 20 * 60
"""So many seconds without an answer, and nobody was playing meanwhile."""


LONGEST_TOLD = 150
"""Letters of a sentence that is told again; a story is read where it stands."""

AGAIN = 6.0
"""How much less the same sort of news is worth the second time."""

COMMON, FEW = 0.08, 3
"""What makes up so much of a log is no news, unless it was said no more than a few times."""

ORDERS = re.compile("(Deal|Discard|Draw|Flip|Give|Lay|Move|Open|Place|Put|Read|Remove|Return|Roll|Shuffle|Take|Turn) ")
"""How a sentence begins that tells hands what to do: long done, it is nothing to tell again."""


@dataclass(frozen=True)
class Deed:
    """One thing that people did, with all that the box did upon it.

    :param number: of the journal's entry after which the table stood so.
    :param at: when it was, in seconds on the clock of the box; None if that cannot be told.
    :param seat: who did it.
    :param turn: counts the turns from 1; 0 while the table is set, or where nobody has counted.
    """

    number: int
    said: tuple[Said, ...]
    at: float | None = None
    seat: str | None = None
    turn: int = 0

    @property
    def sentences(self) -> list[str]:
        """What everybody may read of it."""
        return [each.text for each in self.said if each.seats is None]


@dataclass(frozen=True)
class Session:
    """An evening: what was played in one go."""

    deeds: tuple[Deed, ...]

    @property
    def begun(self) -> float | None:
        return next((deed.at for deed in self.deeds if deed.at is not None), None)

    @property
    def minutes(self) -> int:
        return played(self.deeds)


@dataclass(frozen=True)
class Story:
    """A game from its first moment to its last.

    :param figures: what can be counted of it.
    :param highlights: the places of the deeds that are worth going to.
    """

    name: str
    node: int
    deeds: tuple[Deed, ...]
    figures: tuple[Figure, ...] = ()
    highlights: tuple[int, ...] = ()

    @property
    def turns(self) -> int:
        return max((deed.turn for deed in self.deeds), default=0)

    @property
    def marks(self) -> list[tuple[int, str | None]]:
        """Where each turn begins, and whose it is."""
        found: list[tuple[int, str | None]] = []
        for place, deed in enumerate(self.deeds):
            if deed.turn and (not place or deed.turn != self.deeds[place - 1].turn):
                found.append((place, deed.seat))
        return found


def played(deeds: Iterable[Deed]) -> int:
    """Minutes at the table, without the breaks."""
    total, before = 0.0, None
    for deed in deeds:
        if deed.at is not None:
            if before is not None and 0 < deed.at - before < A_BREAK:
                total += deed.at - before
            before = deed.at
    return round(total / 60)


def how_long(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def sessions(deeds: Sequence[Deed]) -> list[Session]:
    """The evenings of a game, the first one first."""
    found: list[list[Deed]] = []
    before = None
    for deed in deeds:
        gone_home = before is not None and deed.at is not None and deed.at - before > A_PAUSE
        if not found or gone_home:
            found.append([])
        found[-1].append(deed)
        before = before if deed.at is None else deed.at
    return [Session(tuple(each)) for each in found]


# Which sentences tell most


def telling(game: Game, names: Iterable[str], deeds: Sequence[Deed], most: int) -> list[tuple[int, str]]:
    """The sentences that tell most, oldest first, each with the place of its deed.

    What a game calls telling comes first, one sort of it rather once than twice; then what is seldom said: "draws 1"
    tells nobody anything, the one time somebody blew up does. Of several alike the last is told.
    """
    names = tuple(filter(None, names))
    shape = _Shape(names)
    said = [
        (place, text)
        for place, deed in enumerate(deeds)
        for text in deed.sentences
        if len(text) <= LONGEST_TOLD and (not ORDERS.match(text) or text.startswith(names))
    ]
    times = Counter(shape(text) for _, text in said)
    rated = []
    for place, text in said:
        rank, count = _rank(game, text), times[shape(text)]
        often = count / len(said)
        if rank is not None or count <= FEW or often <= COMMON:
            worth = log(1 / often) + (0.0 if rank is None else 20.0 - 10.0 * rank / len(game.tells))
            rated.append((worth, place, text, f"{rank}" if rank is not None else shape(text)))
    chosen: dict[int, str] = {}
    sorts = Counter[str]()
    while rated and len(chosen) < most:
        _, place, text, sort = max(rated, key=lambda each: (each[0] - AGAIN * sorts[each[3]], each[1]))
        chosen[place] = text
        sorts[sort] += 1
        rated = [each for each in rated if each[1] != place and each[2] != text]
    return sorted(chosen.items())


def _rank(game: Game, text: str) -> int | None:
    return next((place for place, words in enumerate(game.tells) if words in text), None)


class _Shape:
    """A sentence without its names and numbers: two of one shape tell the same of somebody else."""

    def __init__(self, names: Iterable[str]) -> None:
        known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True) if name)
        self._names = re.compile(rf"\b(?:{known})\b" if known else r"(?!)")

    def __call__(self, text: str) -> str:
        text = self._names.sub("N", text)
        text = re.sub(r"\b[a-z]?\d+\b", "#", text)
        return re.sub(r"(?<=[a-z:,] )[A-Z][\w'’-]*(?: [A-Z][\w'’-]*)*", "T", text)  # titles, such as a card's


def caught_up(game: Game, names: Iterable[str], deeds: Sequence[Deed], stands: str, most: int = 5) -> list[str]:
    """What happened lately and how it stands now, in *most* sentences at most."""
    told = telling(game, names, deeds, most - bool(stands))
    if any(text == stands for _, text in told):  # how it ended was said already
        told = telling(game, names, deeds, most)
    return [*[text for _, text in told if text != stands], *([stands] if stands else [])]
