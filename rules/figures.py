"""Honest figures of a finished game: what can be counted of it, and luck against what was to be expected."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .ask import Ask
from .chance import DrawCards, DrawFate, RollDice
from .plain import Plain
from .position import Step


@dataclass(frozen=True)
class Figure:
    """One line of what was counted.

    :param table: for the whole table; empty where it is counted for each seat.
    :param seats: by seat.
    """

    words: str
    table: str = ""
    seats: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Happening:
    """One step of a game that is played through again.

    :param asked: what was answered; None for what is done at any time or by hand.
    :param state: the table after it. It is the same one all the time, further on: look, and keep only figures of it.
    :param said: what everybody may read of it.
    """

    asked: Ask | None
    step: Step
    state: Any
    said: tuple[str, ...]

    @property
    def seat(self) -> str | None:
        return self.step.seat or (self.asked.seat if self.asked else None)


class Most:
    """The most of something that each seat came to."""

    def __init__(self) -> None:
        self.by: dict[str, int] = {}

    def see(self, seat: str, count: int) -> None:
        self.by[seat] = max(count, self.by.get(seat, 0))


class Luck:
    """Numbers that chance brought to each seat, and what was to be expected of them."""

    def __init__(self) -> None:
        self._came: dict[str, list[float]] = {}
        self._expected: dict[str, float] = {}

    def see(self, happening: Happening) -> None:
        """Count a draw of fate or a roll of dice with numbers on them; anything else is left alone."""
        asked, seat = happening.asked, happening.seat
        if seat is None:
            return
        if isinstance(asked, DrawFate):
            total = sum(weight for _, weight in asked.faces)
            self._add(seat, happening.step.value, sum(number * weight for number, weight in asked.faces) / total)
        elif isinstance(asked, RollDice) and isinstance(happening.step.value, list):
            for face, (_, faces) in zip(happening.step.value, asked.dice, strict=False):
                numbers = [number for each in faces if (number := number_on(each)) is not None]
                came = number_on(face)
                if came is not None and len(numbers) == len(faces):
                    self._add(seat, came, sum(numbers) / len(numbers))

    def _add(self, seat: str, came: float, expected: float) -> None:
        self._came.setdefault(seat, []).append(came)
        self._expected[seat] = self._expected.get(seat, 0.0) + expected

    def figures(self, what: str) -> list[Figure]:
        """What each drew on average, beside what they should have."""
        if not self._came:
            return []
        came = {seat: _short(sum(each) / len(each)) for seat, each in self._came.items()}
        expected = {seat: _short(self._expected[seat] / len(each)) for seat, each in self._came.items()}
        if len({*expected.values()}) == 1:  # everybody had the same dice
            return [Figure(f"{what} ({next(iter(expected.values()))} expected)", seats=came)]
        return [Figure(what, seats={seat: f"{came[seat]} ({expected[seat]} expected)" for seat in came})]


class Kinds:
    """How often each seat drew each kind, and how often was to be expected."""

    def __init__(self) -> None:
        self._came: dict[str, dict[str, int]] = {}
        self._expected: dict[str, dict[str, float]] = {}

    def see(self, seat: str, asked: DrawCards | RollDice, value: Plain) -> None:
        came, expected = self._came.setdefault(seat, {}), self._expected.setdefault(seat, {})
        if isinstance(asked, DrawCards):
            all_left = sum(count for _, count in asked.left)
            for kind, count in asked.left:
                expected[kind] = expected.get(kind, 0.0) + asked.count * count / all_left
        else:
            for _, faces in asked.dice:
                for face in faces:
                    expected[str(face)] = expected.get(str(face), 0.0) + 1 / len(faces)
        for kind in value if isinstance(value, list) else ():
            came[str(kind)] = came.get(str(kind), 0) + 1

    def oddest(self, called: Mapping[str, str] | None = None) -> dict[str, str]:
        """For each seat the kind that came most out of proportion, beside what was to be expected of it."""
        told = {}
        for seat, expected in self._expected.items():
            came = self._came[seat]
            again = [kind for kind in expected if came.get(kind, 0) > 1]  # what came once is nothing odd
            if again:
                kind = max(again, key=lambda each: (came[each] - expected[each]) / expected[each] ** 0.5)
                name = (called or {}).get(kind, kind.replace("_", " ")).capitalize()
                told[seat] = f"{name} {came[kind]}× ({_short(expected[kind])} expected)"
        return told


def number_on(face: object) -> int | None:
    """The number on a die's side, also where a sign stands beside it, such as 2+."""
    found = re.match(r"\d+", str(face))
    return int(found[0]) if found else None


def _short(number: float) -> str:
    return f"{number:.1f}".removesuffix(".0")


def counted(words: str, by: Mapping[str, int], seats: Mapping[str, Any] | tuple[str, ...]) -> list[Figure]:
    """One line with a count for every seat; nothing where nobody has any."""
    return [Figure(words, seats={seat: str(by.get(seat, 0)) for seat in seats})] if any(by.values()) else []
