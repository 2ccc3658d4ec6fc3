"""What can be said of a card, read off the types of its record: which parts it has and what can stand in each.

The words of a game are records already (`Effect`, `Condition`, `Price`), told apart by a field such as ``do``. Nothing
is listed a second time here: a verb that is added to a game can be said at the table at once.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from .plain import Plain, dump, kinds_in, saved_fields


@dataclass(frozen=True)
class Place:
    """What can stand in one place: any of these.

    :param empty: nothing at all.
    :param words: one of a few.
    :param records: things with parts of their own.
    :param item: what each of a list is.
    :param row: what each of so many is.
    :param named: names and what stands beside each.
    """

    empty: bool = False
    yes: bool = False
    number: bool = False
    text: bool = False
    words: tuple[str | int, ...] = ()
    records: tuple[Any, ...] = ()
    item: Any = None
    row: tuple[Any, ...] = ()
    named: tuple[Any, Any] | None = None

    @property
    def is_plain(self) -> bool:
        """Whether one value says it all."""
        return self.yes or self.number or self.text or bool(self.words)

    @property
    def is_nested(self) -> bool:
        """Whether it holds records, or lists that do."""
        return bool(self.records) or (self.item is not None and place(self.item).is_nested)


def place(hint: Any) -> Place:
    """What can stand where a type is *hint*."""
    return _place(hint)


@cache
def _place(hint: Any) -> Place:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return place(args[0])
    if origin in (typing.Union, types.UnionType):
        return _joined([place(each) for each in args])
    if hint is type(None):
        return Place(empty=True)
    if hint is bool:
        return Place(yes=True)
    if hint is int:
        return Place(number=True)
    if hint is str:
        return Place(text=True)
    if origin is typing.Literal:
        return Place(yes=True) if set(args) <= {False, True} else Place(words=args)
    if dataclasses.is_dataclass(hint):
        return Place(records=(hint,))
    if origin is tuple and args[-1] is not Ellipsis:
        return Place(row=args)
    if origin in (tuple, list):
        return Place(item=args[0])
    if origin is dict:
        return Place(named=(args[0], args[1]))
    raise TypeError(f"nobody can say a {hint!r}")


def _joined(places: list[Place]) -> Place:
    def some(name: str) -> Any:
        return next((value for each in places if (value := getattr(each, name))), None)

    return Place(
        empty=any(each.empty for each in places),
        yes=any(each.yes for each in places),
        number=any(each.number for each in places),
        text=any(each.text for each in places),
        words=tuple(word for each in places for word in each.words),
        records=tuple(record for each in places for record in each.records),
        item=some("item"),
        row=some("row") or (),
        named=some("named"),
    )


# ----- records


@dataclass(frozen=True)
class Word:
    """A record that can stand in a place: its name there, and what makes it this one.

    :param fixed: the field that tells it from the others; empty where nothing else can stand there.
    """

    name: str
    kind: Any
    fixed: tuple[tuple[str, Plain], ...] = ()


def words(where: Place) -> tuple[Word, ...]:
    """Every record that can stand there."""
    return _words(where.records)


@cache
def _words(records: tuple[Any, ...]) -> tuple[Word, ...]:
    found: list[Word] = []
    for kind in records:
        tag = tag_of(kind) if len(records) > 1 else ""
        if not tag:
            found.append(Word(kind.__name__, kind))
            continue
        values = typing.get_args(kinds_in(kind)[tag])
        found += [Word(str(value), kind, ((tag, value),)) for value in values]
    return tuple(found)


@cache
def tag_of(kind: Any) -> str:
    """The field by which a record is told from others; empty if it has none."""
    first = dataclasses.fields(kind)[0] if dataclasses.fields(kind) else None
    if first is None or typing.get_origin(kinds_in(kind)[first.name]) is not typing.Literal:
        return ""
    free = first.default is dataclasses.MISSING
    return first.name if free or len(typing.get_args(kinds_in(kind)[first.name])) == 1 else ""


def word_of(where: Place, value: Plain) -> Word | None:
    """Which of the records that can stand there *value* is."""
    if not isinstance(value, dict):
        return None
    for word in words(where):
        if all(value.get(name) == fixed for name, fixed in word.fixed) and (
            word.fixed or len(where.records) == 1 or dataclasses.fields(word.kind)[0].name in value
        ):
            return word
    return None


@dataclass(frozen=True)
class Part:
    """One part of a record; with a *usual* value it need not be told."""

    name: str
    hint: Any
    needed: bool
    usual: Plain = None

    @property
    def place(self) -> Place:
        return place(self.hint)


def parts(word: Word) -> Iterator[Part]:
    """What a record says besides what it is."""
    fixed = {name for name, _ in word.fixed}
    for part in _parts(word.kind):
        if part.name not in fixed:
            yield part


@cache
def _parts(kind: Any) -> tuple[Part, ...]:
    hints = kinds_in(kind)
    found = []
    for field in dataclasses.fields(kind):
        if field.name not in saved_fields(kind):
            continue
        needed = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        usual = None
        if not needed:
            make = field.default_factory
            usual = dump(field.default if make is dataclasses.MISSING else make())
        found.append(Part(field.name, hints[field.name], needed, usual))
    return tuple(found)


def fresh(word: Word) -> dict[str, Plain]:
    """A new record with as little in it as it takes."""
    made = dict(word.fixed)
    for part in parts(word):
        if part.needed:
            made[part.name] = bare(part.hint)
    if not made and (first := next(parts(word), None)):
        made[first.name] = first.usual  # by which it is known among others
    return made


def bare(hint: Any) -> Plain:
    """The least that can stand there."""
    where = place(hint)
    if where.empty:
        return None
    if where.number:
        return 1
    if where.words:
        return where.words[0]
    if where.yes:
        return False
    if where.text:
        return ""
    if where.records:
        return fresh(words(where)[0])
    if where.row:
        return [bare(each) for each in where.row]
    return {} if where.named else []
