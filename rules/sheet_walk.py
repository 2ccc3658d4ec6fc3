"""The sheet of a game that says nothing of it: told from the types of its state alone."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, is_dataclass, replace
from typing import Any, Literal

from .game import Game
from .plain import Known, Path, Plain, kinds_in, saved_fields
from .sheet import MOST, Field, Kind, in_words, with_these


@dataclass(frozen=True)
class _Whose:
    """Whose the things are that are being walked over, and what they are called so far."""

    group: str = ""
    words: tuple[str, ...] = ()

    def with_(self, word: str) -> _Whose:
        return replace(self, words=(*self.words, word))


def walk(game: Game, state: Any) -> Iterator[Field]:
    """Everything that the types of the state say how to change and that lies open, in the order it stands there."""
    return _Walk(game, state).of_a_record(state, (), _Whose())


class _Walk:
    def __init__(self, game: Game, state: Any) -> None:
        self.game = game
        self.players = game.players(state)
        self.slots = game.view(state).keys()

    def of_a_record(self, thing: Any, path: Path, whose: _Whose) -> Iterator[Field]:
        for part in saved_fields(type(thing)):
            if path or part not in ("setup", "result"):
                kind, inside = kinds_in(type(thing))[part], (*path, part)
                yield from self.of(kind, getattr(thing, part), inside, whose.with_(in_words(part)))

    def of(self, kind: Any, value: Any, path: Path, whose: _Whose) -> Iterator[Field]:
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if is_dataclass(value):
            yield from self.of_a_record(value, path, _named(whose))
        elif isinstance(value, dict) and len(args) == 2:
            for key, inside in value.items():
                yield from self.of(args[1], inside, (*path, str(key)), self._owned(whose, str(key), inside))
        elif isinstance(value, list) and any(map(is_dataclass, value)):
            for place, inside in enumerate(value):
                here = whose.with_(str(place + 1))
                yield from self.of(args[0] if args else Any, inside, (*path, str(place)), here)
        elif not self.game.is_secret(".".join(path)):
            if origin in (typing.Union, types.UnionType):
                yield from self._or_nothing(args, value, path, whose)
            elif found := self._single(kind, value, path, whose):
                yield found

    def _owned(self, whose: _Whose, key: str, inside: Any) -> _Whose:
        """What lies under a seat is that player's; anything else is called by its name."""
        if key not in self.players:
            return _named(whose).with_(in_words(key))
        return _Whose(self.players[key], () if is_dataclass(inside) else whose.words)

    def _or_nothing(self, kinds: tuple[Any, ...], value: Any, path: Path, whose: _Whose) -> Iterator[Field]:
        """One of some, or nothing at all."""
        known = [_known(kind) for kind in kinds if kind is not type(None)]
        if all(known) and len(known) < len(kinds):
            every = (None, *(each for some in known for each in some))
            yield self._field(path, whose, "one", value, choices=_choices(every, [value]))

    def _single(self, kind: Any, value: Any, path: Path, whose: _Whose) -> Field | None:
        if kind is bool:
            return self._field(path, whose, "yes", value)
        if kind is int:
            return self._field(path, whose, "number", value, low=min(0, value), high=max(MOST, value))
        if known := _known(kind):
            return self._field(path, whose, "one", value, choices=_choices(known, [value]))
        args = typing.get_args(kind)
        if typing.get_origin(kind) is list and (known := _known(args[0])):
            return self._field(path, whose, "some", list(value), choices=_choices(known, value))
        return None  # what anything might stand for, such as the number of a card

    def _field(self, path: Path, whose: _Whose, kind: Kind, now: Plain, **more: Any) -> Field:
        slot = next((part for part in path if part in self.slots), None)
        return Field(".".join(path), " ".join(whose.words), whose.group or "The game", kind, now, slot=slot, **more)


def _named(whose: _Whose) -> _Whose:
    """Things that are nobody's are called after what holds them."""
    return whose if whose.group else _Whose(whose.words[0].capitalize(), whose.words[1:])


def _known(kind: Any) -> tuple[Any, ...]:
    """Every value a thing of that kind can have, where they are few and named."""
    if typing.get_origin(kind) is Literal:
        return typing.get_args(kind)
    if typing.get_origin(kind) is typing.Annotated:
        return next((each.values for each in typing.get_args(kind)[1:] if isinstance(each, Known)), ())
    return ()


def _choices(known: Iterable[Any], there: Iterable[Any]) -> tuple[tuple[Plain, str], ...]:
    return with_these([(each, in_words(each)) for each in known], there)
