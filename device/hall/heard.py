"""What a box said, read with care: it may be another version, or somebody's joke."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from web.live.lobby import cleaned

LARGEST = 10**12
"""Of a whole number that a box may say: seconds of a clock, seats, letters."""

LENGTHS = {"id": 80, "game": 60, "title": 60, "text": 400, "pairing": 40}
"""Letters that are kept of each text of a result."""

PHASES = ("free", "gathering", "playing", "over")


@dataclass(frozen=True)
class Player:
    """Somebody at a table."""

    name: str
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class AtTable:
    """A table as the hall knows it; times are by the hall's own clock.

    :param since: when it began to wait for whom it waits now.
    :param helped: when it called for help; None if it did not.
    """

    box: str
    name: str = ""
    here: bool = False
    phase: str = "free"
    game: str = ""
    title: str = ""
    id: str = ""
    pairing: str = ""
    players: tuple[Player, ...] = ()
    turn: str = ""
    asked: tuple[str, ...] = ()
    question: str = ""
    round: str = ""
    stands: str = ""
    result: str = ""
    free: int = 0
    since: float = 0.0
    helped: float | None = None
    words: str = ""
    coming: bool = False
    trouble: str = ""

    @property
    def is_free(self) -> bool:
        return self.here and self.phase in ("free", "over")

    @property
    def number(self) -> tuple[tuple[tuple[int, str], ...], str]:
        """For sorting: Table 2 comes before Table 10."""
        return _in_order(self.name or self.box), self.box


@lru_cache(2048)
def _in_order(name: str) -> tuple[tuple[int, str], ...]:
    parts = re.findall(r"\d+|\D+", name)
    return tuple((int(part), "") if part.isdecimal() else (-1, part.casefold()) for part in parts)


def loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("expected less within each other") from None


def read(table: AtTable, said: dict[str, Any]) -> AtTable:
    """The table as it says it stands; its name, its times and its call for help are for the hall to judge."""
    phase = said.get("phase")
    return replace(
        table,
        phase=phase if phase in PHASES else "free",
        game=text_of(said, "game", 60),
        title=text_of(said, "title", 60),
        id=text_of(said, "id", 80),
        pairing=text_of(said, "pairing", 40),
        players=tuple(_player(each) for each in _list(said, "players")[:12]),
        turn=text_of(said, "turn", 40),
        asked=tuple(_cleaned(each, 40) for each in _list(said, "asked")[:12]),
        question=text_of(said, "question", 400),
        round=text_of(said, "round", 40),
        stands=text_of(said, "stands", 400),
        result=text_of(said, "result", 400),
        free=whole(said.get("free")) or 0,
        trouble=text_of(said, "trouble", 400),
    )


def result(said: Any) -> dict[str, Any] | None:
    """A finished game as it is kept; None if that is none."""
    if not isinstance(said, dict) or not isinstance(said.get("seats"), dict):
        return None
    kept: dict[str, Any] = {name: text_of(said, name, longest) for name, longest in LENGTHS.items()}
    seats = {seat: _cleaned(name, 40) for seat, name in list(said["seats"].items())[:12]}
    winners = said.get("winners")
    if not (kept["id"] and kept["game"] and seats and all(seats.values())):
        return None
    if winners is not None and not (isinstance(winners, list) and all(seat in list(seats) for seat in winners)):
        return None
    return kept | {"seats": seats, "winners": winners, "ended": said.get("ended")}


def _cleaned(said: Any, longest: int) -> str:
    """As people may read it. Most words are plain, and there are hundreds a second: those are only looked at."""
    if not isinstance(said, str):
        return ""
    return said[:longest] if said.isprintable() else cleaned(said[: 2 * longest], longest)


def text_of(said: dict[str, Any], name: str, longest: int) -> str:
    return _cleaned(said.get(name), longest)


def whole(said: Any) -> int | None:
    """A number that a box might mean."""
    return said if type(said) is int and 0 <= said <= LARGEST else None


def _list(said: dict[str, Any], name: str) -> list[Any]:
    found = said.get(name)
    return found if isinstance(found, list) else []


def _player(said: Any) -> Player:
    if not isinstance(said, dict):
        raise ValueError("expected a player")
    facts = [each for each in _list(said, "facts")[:6] if isinstance(each, list) and len(each) == 2]
    return Player(text_of(said, "name", 40), tuple((_cleaned(what, 40), _cleaned(much, 40)) for what, much in facts))
