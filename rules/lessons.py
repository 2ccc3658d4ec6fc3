"""Lessons: a rule told when it first matters, once, to those it concerns.

A game may keep a ``lessons.toml`` beside its ``reference.toml``. The rules know nothing of it: a lesson looks at what a
seat has before it anyway (its question, what it may read, what it is shown), so none can tell what a seat may not know.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from .ask import Ask, Option
from .plain import Plain, load

if TYPE_CHECKING:
    from .game import Game, Said


@dataclass(frozen=True, kw_only=True)
class When:
    """When it matters: all that is told here holds. Of several words any will do, in large letters or
    small, and … stands for whatever comes between.

    :param asked: words of the question.
    :param kind: the kind of question, such as ``RollDice``.
    :param option: words on an answer that can be given, or of the heading it stands under.
    :param barred: the number of the rule by which an answer cannot be given.
    :param said: words of what just happened, or of the heading it was staged with.
    :param shown: a predicate of the game's own (`Game.noticed`) on what the seat is shown.
    """

    asked: list[str] = field(default_factory=list)
    kind: str = ""
    option: list[str] = field(default_factory=list)
    barred: str = ""
    said: list[str] = field(default_factory=list)
    shown: str = ""

    @property
    def is_about_a_question(self) -> bool:
        return bool(self.asked or self.kind or self.option or self.barred)


@dataclass(frozen=True, kw_only=True)
class Lesson:
    """One rule, told when it first matters.

    :param text: one or two sentences, as a friend would say them.
    :param word: what is enough for whoever meets it after somebody else at the table did.
    :param rules: their numbers.
    :param picture: one of the pictures of the lessons, a piece by its name in the chapters or its art, or an example
        by its title.
    """

    text: str
    word: str
    rules: list[str]
    when: When
    picture: str = ""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A part of a table's drawing that lessons show, where no piece of the chapters does.

    :param table: one of the chapters' tables.
    :param seat: whose own board; empty: the table.
    :param part: a class in the drawing.
    """

    table: str
    part: str
    seat: str = ""


@dataclass(frozen=True, kw_only=True)
class Page:
    """One page of the minute before the game: a sentence or two, and what is drawn beside them."""

    text: str
    picture: str = ""


@dataclass(frozen=True, kw_only=True)
class Still:
    """Where somebody is about to give something up for nothing.

    :param text: what they could still do, in a sentence that begins with "You could still".
    :param asked: words of the question.
    :param gives_up: words on the answers with which it is gone.
    :param option: words on an answer, or its heading, that could be given instead; empty: *shown* says it all.
    :param begins: any answer that begins an action could be given instead, unless its hint says that it does nothing.
    :param shown: a predicate of the game's own on what the seat is shown: whether it is worth something.
    """

    text: str
    asked: list[str]
    gives_up: list[str]
    option: list[str] = field(default_factory=list)
    begins: bool = False
    shown: str = ""


@dataclass(frozen=True, kw_only=True)
class Teaching:
    """All that a game teaches."""

    minute: list[Page] = field(default_factory=list)
    lessons: dict[str, Lesson] = field(default_factory=dict)
    still: list[Still] = field(default_factory=list)
    pictures: dict[str, Picture] = field(default_factory=dict)


@dataclass(frozen=True)
class Card:
    """A lesson as it lies before somebody.

    :param briefly: the table has met it before: a word is enough.
    :param openly: everybody may know that it lies there.
    """

    name: str
    lesson: Lesson
    briefly: bool = False
    openly: bool = True

    @property
    def words(self) -> str:
        return self.lesson.word if self.briefly else self.lesson.text


def teaching(data: Mapping[str, Any]) -> Teaching:
    """A game's ``lessons.toml``, checked."""
    return load(Teaching, dict(data))


@dataclass(frozen=True)
class Sight:
    """What one seat has before it; None is the public screen.

    :param asks: what it is asked; for the public screen every question that is open to all.
    :param said: what just happened.
    """

    game: Game
    state: Any
    seat: str | None
    asks: tuple[Ask, ...]
    said: tuple[Said, ...]

    @classmethod
    def of(cls, game: Game, state: Any, ask: Ask | None, said: Iterable[Said], seat: str | None) -> Sight:
        """Cut to what *seat* may know."""
        if seat is None:
            asks = tuple(each for each in ask.each if not each.private) if ask else ()
        else:
            mine = ask.of(seat) if ask else None
            asks = (mine,) if mine else ()
        return cls(game, state, seat, asks, tuple(each for each in said if each.seats is None or seat in each.seats))

    @cached_property
    def shown(self) -> dict[str, Any]:
        return self.game.show(self.state, self.seat)

    def notices(self, name: str) -> bool:
        """Whether a predicate of the game's own holds for what is shown."""
        return bool(self.game.noticed[name](self.shown, self.seat))


def matters(when: When, sight: Sight) -> bool:
    """Whether a lesson matters to whoever sees this."""
    if when.is_about_a_question and not any(_is_asked(when, ask) for ask in sight.asks):
        return False
    if when.said and not any(_told(when.said, each) for each in sight.said):
        return False
    return not when.shown or sight.notices(when.shown)


def due(sight: Sight, known: Collection[str] = ()) -> Iterator[str]:
    """The lessons that matter now, by name, in the order of the game's file; none that are *known*."""
    lessons = sight.game.teaching.lessons.items()
    return (name for name, lesson in lessons if name not in known and matters(lesson.when, sight))


def about(sight: Sight) -> list[Lesson]:
    """Every lesson on what is asked, learnt or not: what does this mean?"""
    known = sight.game.teaching.lessons.values()
    return [each for each in known if each.when.is_about_a_question and matters(each.when, sight)]


def still(sight: Sight, ask: Ask, answer: Plain) -> str:
    """What whoever answers so could still do; empty if nothing is given up by it."""
    options: tuple[Option, ...] = getattr(ask, "options", ())
    given = next((option for option in options if option.value == answer), None)
    words = given.label if given else ask.words(answer)
    for each in sight.game.teaching.still:
        others = [option for option in options if not option.barred and option is not given]
        if (
            has_any(each.asked, ask.text)
            and has_any(each.gives_up, words)
            and (not each.option or any(_is_on(each.option, option) for option in others))
            and (not each.begins or any(option.begins and "nobody" not in option.hint for option in others))
            and (not each.shown or sight.notices(each.shown))
        ):
            return each.text
    return ""


def has_any(words: Iterable[str], text: str) -> bool:
    """Whether the text has any of these words, in large letters or small; … stands for whatever comes between."""
    folded = text.casefold()
    return any(_pattern(each).search(folded) if "…" in each else each.casefold() in folded for each in words)


@cache
def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part.strip()) for part in words.casefold().split("…")), re.DOTALL)


def _is_asked(when: When, ask: Ask) -> bool:
    options: tuple[Option, ...] = getattr(ask, "options", ())
    return (
        (not when.asked or has_any(when.asked, ask.text))
        and (not when.kind or type(ask).__name__ == when.kind)
        and (not when.option or any(not option.barred and _is_on(when.option, option) for option in options))
        and (not when.barred or any(option.barred and option.barred.rule == when.barred for option in options))
    )


def _is_on(words: list[str], option: Option) -> bool:
    return has_any(words, option.label) or (bool(option.group) and has_any(words, option.group))


def _told(words: list[str], said: Said) -> bool:
    return has_any(words, said.text) or (said.scene is not None and has_any(words, said.scene.heading))
