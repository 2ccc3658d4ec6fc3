"""Rules one can read: chapters in the order people need them, with pieces and examples.

A game may keep a ``chapters.toml`` beside its ``reference.toml``. An example is no picture that somebody drew: it is
a table that the rules themselves come to, a few answers, and the table after them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .plain import Plain, dump, load

if TYPE_CHECKING:
    from .ask import Ask
    from .game import Game
    from .position import Position

MOST_STEPS = 80
"""Questions of a set-up, until the table of an example is reached."""

GONE = "gone"
"""What an example says of a place where nothing is any more."""


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table to begin with: a set-up, played on to some question, then changed by hand.

    :param until: words of the question at which it stands; every question before takes its usual answer.
    :param set: what is put otherwise then, by its path, as a ruling puts it.
    :param answers: what is answered after that, as in an example.
    """

    players: int = 2
    toggles: dict[str, Any] = field(default_factory=dict)
    custody: str = ""
    until: str = ""
    set: dict[str, Any] = field(default_factory=dict)
    answers: list[Any] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Look:
    """What of a game's drawing is shown.

    :param seat: whose own board; empty: the table.
    :param part: a class, id, place or kind of element in the drawing; the first of it is cut out.
    :param frame: of an SVG, only so much of it: left, top, width and height in its own units.
    :param wide: before and after stand below each other.
    """

    seat: str = ""
    part: str = "svg"
    frame: str = ""
    wide: bool = False


@dataclass(frozen=True, kw_only=True)
class PieceShown:
    """A piece with its name and what it is for.

    :param art: which printed tile or token it is; otherwise it is cut out of the drawing of *table*.
    """

    name: str
    text: str
    art: str = ""
    table: str = ""
    look: Look = field(default_factory=Look)


@dataclass(frozen=True, kw_only=True)
class Example:
    """A worked example.

    :param table: the name of the table it begins with.
    :param set: what lies otherwise on it here.
    :param answers: one after the other; ``{seat, answer}`` where several are asked at once.
    :param told: what happened, in a sentence or two.
    :param then: what must be so afterwards, by its path in the state; "gone": nothing is there.
    """

    title: str
    table: str
    answers: list[Any]
    told: str
    then: dict[str, Any]
    set: dict[str, Any] = field(default_factory=dict)
    look: Look = field(default_factory=Look)


@dataclass(frozen=True, kw_only=True)
class Chapter:
    """A short chapter.

    :param text: paragraphs with empty lines between them; lines that begin with a dash are a list.
    :param rules: the numbers of the rules it tells, single ones or from one to another: ``SL-18..SL-28``.
    """

    title: str
    text: str
    rules: list[str] = field(default_factory=list)
    pieces: list[PieceShown] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        return re.sub(r"\W+", "-", self.title.lower()).strip("-")

    @cached_property
    def blocks(self) -> list[str | list[str]]:
        """Its paragraphs, and its lists as lists."""
        found: list[str | list[str]] = []
        for block in re.split(r"\n\s*\n", self.text.strip()):
            lines = block.split("\n")
            found.append([line[2:] for line in lines] if block.startswith("- ") else " ".join(lines))
        return found


@dataclass(frozen=True, kw_only=True)
class Book:
    """All chapters of a game and the tables of their examples."""

    chapters: list[Chapter] = field(default_factory=list)
    tables: dict[str, Table] = field(default_factory=dict)


def book(data: Mapping[str, Any]) -> Book:
    """A game's ``chapters.toml``, checked."""
    return load(Book, dict(data))


def numbers(chapter: Chapter, game: Game) -> list[str]:
    """Every rule that *chapter* tells, in the order of the reference."""
    order = list(game.reference)
    told: set[str] = set()
    for span in chapter.rules:
        first, _, last = span.partition("..")
        told.update(order[order.index(first) : order.index(last or first) + 1])
    return [number for number in order if number in told]


def laid(game: Game, table: Table, more: Mapping[str, Plain]) -> Position:
    """The table of an example, as the rules come to it."""
    from .position import Position, Step

    position = Position.begin(game, game.setup(table.players, table.toggles, table.custody))
    for _ in range(MOST_STEPS):
        if position.ask is None or any(table.until in each.text for each in position.ask.each):
            break
        seat = position.ask.seats[0]
        asked = position.ask.of(seat)
        assert asked is not None
        position = position.after(_usual(asked), seat)
    changes = {**table.set, **more}
    return _answered(position.then(Step("ruling", changes)) if changes else position, table.answers)


def _usual(ask: Ask) -> Plain:
    return ask.default if ask.default is not None else next(iter(ask.answers()))


def played(game: Game, example: Example) -> tuple[Position, Position]:
    """The table before an example and after it; an answer that the rules do not allow raises `IllegalAnswer`."""
    before = laid(game, game.book.tables[example.table], example.set)
    return before, _answered(before, example.answers)


def _answered(position: Position, answers: list[Any]) -> Position:
    for answer in answers:
        assert position.ask is not None, f"the game is over before {answer!r}"
        seat = position.ask.seats[0]
        if isinstance(answer, dict) and answer.keys() == {"seat", "answer"}:
            seat, answer = answer["seat"], answer["answer"]
        position = position.after(answer, seat)
    return position


def found(position: Position, path: str) -> Plain:
    """What stands in the state at *path*; "gone" if nothing does."""
    here = dump(position.state)
    for key in path.split("."):
        if isinstance(here, list) and key.isdecimal() and int(key) < len(here):
            here = here[int(key)]
        elif isinstance(here, dict) and key in here:
            here = here[key]
        else:
            return GONE
    return GONE if here is None else here
