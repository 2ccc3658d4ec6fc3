"""Plain data: what can be written down as JSON, and typed things made of it.

`dump` turns dataclasses into plain data; `load` builds them again and says where the data does not fit:
``enemies.crab.health: expected a whole number, got 'many'``.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable
from enum import Enum
from functools import cache
from typing import Any, TypeVar, cast

from .unread import kept_in
from .written import whole

Plain = Any
"""None, bool, int, float, str, lists and string-keyed dicts of them."""

T = TypeVar("T")
Function = TypeVar("Function", bound=Callable[..., Any])
Path = tuple[str, ...]
Loader = Callable[[Any, Path], Any]


def _once_per_kind(function: Function) -> Function:
    """Worked out once for each type; typing does not know that types can be looked up."""
    return cast(Function, cache(function))


@dataclasses.dataclass(frozen=True)
class Known:
    """Beside a type, as in ``Annotated[str, Known(HEXES, "a hex of the board")]``: only these values are meant."""

    values: tuple[Any, ...]
    called: str = ""  # in words, where there are too many to name

    def must_hold(self, value: Any, path: Path) -> Any:
        if value not in self.values:
            raise Misfit(path, f"expected {self.called or 'one of ' + ', '.join(map(str, self.values))}, got {value!r}")
        return value


class Misfit(ValueError):
    """Plain data that does not fit the thing it should become."""

    def __init__(self, path: Path, why: str) -> None:
        self.path = path
        self.why = why
        super().__init__(f"{'.'.join(path)}: {why}" if path else why)


def _shown(plain: Plain) -> str:
    """As somebody would write it; of a whole file only the beginning."""
    text = repr(plain)
    return text if len(text) <= 100 else f"{text[:99]}…"


def unsaved(**kwargs: Any) -> Any:
    """A dataclass field that `dump` leaves out: it can be had from the rest, or does not outlive an answer."""
    return dataclasses.field(metadata={"unsaved": True}, compare=False, repr=False, **kwargs)


_SCALARS = frozenset((type(None), bool, int, float, str))


def dump(thing: Any) -> Plain:
    """*thing* as plain data."""
    return thing if type(thing) in _SCALARS else _dumper(type(thing))(thing)


@_once_per_kind
def _dumper(kind: Any) -> Callable[[Any], Plain]:
    # Most of a state is scalars: a call for each of them would be most of the cost of a checkpoint.
    if dataclasses.is_dataclass(kind):
        names = saved_fields(kind)
        return lambda thing: {
            name: value if type(value := getattr(thing, name)) in _SCALARS else _dumper(type(value))(value)
            for name in names
        }
    if issubclass(kind, (list, tuple)):
        return lambda thing: [each if type(each) in _SCALARS else _dumper(type(each))(each) for each in thing]
    if issubclass(kind, dict):
        return lambda thing: {
            str(key): value if type(value) in _SCALARS else _dumper(type(value))(value) for key, value in thing.items()
        }
    if issubclass(kind, Enum):
        return lambda thing: thing.value
    if issubclass(kind, (bool, int, float, str)):
        return lambda thing: thing
    raise TypeError(f"a {kind.__name__} cannot be written down as plain data")


def copied(thing: T) -> T:
    """*thing* once more, to change without changing the first; what never changes or is never saved is the same thing.

    Many times cheaper than writing it down and reading it again.
    """
    return thing if type(thing) in _SCALARS else _copier(type(thing))(thing)


@_once_per_kind
def _copier(kind: Any) -> Callable[[Any], Any]:
    if dataclasses.is_dataclass(kind):
        return _copier_of_records(kind)
    if issubclass(kind, list):
        return lambda thing: [each if type(each) in _SCALARS else _copier(type(each))(each) for each in thing]
    if issubclass(kind, tuple):
        return lambda thing: tuple(each if type(each) in _SCALARS else _copier(type(each))(each) for each in thing)
    if issubclass(kind, dict):
        return lambda thing: {
            key: value if type(value) in _SCALARS else _copier(type(value))(value) for key, value in thing.items()
        }
    return lambda thing: thing


def _copier_of_records(kind: Any) -> Callable[[Any], Any]:
    if kind.__dataclass_params__.frozen:
        return lambda thing: thing
    fields = dataclasses.fields(kind)
    names = {field.name for field in fields} | kept_in(kind)
    parts: list[tuple[str, Callable[[Any], Any]]] = []
    begun = False

    def copy(thing: Any) -> Any:
        nonlocal begun
        if not begun:  # late, so that a thing may hold things of its own kind
            begun, hints = True, kinds_in(kind)
            saved = ((field.name, _again(hints[field.name])) for field in fields if not field.metadata.get("unsaved"))
            parts.extend((name, again) for name, again in saved if again)
        new = object.__new__(kind)
        told = new.__dict__
        told.update(thing.__dict__)
        for name, again in parts:
            told[name] = again(told[name])
        if len(told) > len(names):  # what the class worked out once for itself is worked out anew
            for name in told.keys() - names:
                del told[name]
        return new

    return copy


@_once_per_kind
def _again(kind: Any) -> Callable[[Any], Any] | None:
    """How a thing of that kind is copied; None where it never changes."""
    if kind in _SCALARS or (isinstance(kind, type) and issubclass(kind, Enum)):
        return None
    if dataclasses.is_dataclass(kind):
        frozen: bool = kind.__dataclass_params__.frozen  # type: ignore[union-attr]  # every dataclass has them
        return None if frozen else copied
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return None
    if origin is typing.Annotated:
        return _again(args[0])
    if origin in (typing.Union, types.UnionType):
        return copied if any(_again(each) for each in args) else None
    if origin not in (list, dict, tuple):
        return copied
    if any(_again(each) for each in args if each is not Ellipsis):
        return _copier(origin)
    return None if origin is tuple else origin


def load(kind: type[T], plain: Plain, path: Path = ()) -> T:
    """The *kind* of thing that *plain* describes; `Misfit` says where it does not fit."""
    loaded: T = _loader(kind)(plain, path)
    return loaded


@_once_per_kind
def saved_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a dataclass that `dump` writes down."""
    return tuple(field.name for field in dataclasses.fields(kind) if not field.metadata.get("unsaved"))


@_once_per_kind
def kinds_in(kind: Any) -> dict[str, Any]:
    """What kind of thing each field of a dataclass is."""
    return typing.get_type_hints(kind, include_extras=True)


_WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


@_once_per_kind
def _loader(kind: Any) -> Loader:
    if kind is Any:
        return lambda plain, path: plain
    if kind in _WORDS:
        return _scalar(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(kind, tuple(each.value for each in kind))
    if dataclasses.is_dataclass(kind):
        return _record(kind)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Annotated:
        return _known(args[0], args[1])
    if origin is typing.Literal:
        return _choice(lambda value: value, args)
    if origin in (typing.Union, types.UnionType):
        return _either(args)
    if origin is list or kind is list:
        return _sequence(list, args[0] if args else Any)
    if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
        return _sequence(tuple, args[0])
    if origin is tuple:
        return _row(args)
    if origin is dict:
        return _mapping(args[0], args[1])
    raise TypeError(f"{kind!r} cannot be built from plain data")


def _scalar(kind: type) -> Loader:
    def loader(plain: Any, path: Path) -> Any:
        if type(plain) is kind:
            return plain
        if kind is float and type(plain) is int:
            return float(plain)
        raise Misfit(path, f"expected {_WORDS[kind]}, got {_shown(plain)}")

    return loader


def _known(kind: Any, known: Known) -> Loader:
    each = _loader(kind)
    return lambda plain, path: known.must_hold(each(plain, path), path)


def _choice(make: Callable[[Any], Any], values: tuple[Any, ...]) -> Loader:
    def loader(plain: Any, path: Path) -> Any:
        for value in values:
            if type(plain) is type(value) and plain == value:
                return make(plain)
        raise Misfit(path, f"expected one of {', '.join(map(str, values))}, got {_shown(plain)}")

    return loader


def _record(kind: Any) -> Loader:
    hints = kinds_in(kind)
    fields = {field.name: field for field in dataclasses.fields(kind) if not field.metadata.get("unsaved")}
    loaders: dict[str, Loader] = {}
    required = [
        name
        for name, field in fields.items()
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]

    def loader(plain: Any, path: Path) -> Any:
        if not isinstance(plain, dict):
            raise Misfit(path, f"expected the fields of a {kind.__name__}, got {_shown(plain)}")
        for name in plain:
            if name not in fields:
                raise Misfit((*path, name), f"not a field of a {kind.__name__}; known are {', '.join(fields)}")
        for name in required:
            if name not in plain:
                raise Misfit((*path, name), "missing")
        if not loaders:  # made late, so that a thing may hold things of its own kind
            loaders.update({name: _loader(hints[name]) for name in fields})
        values = {name: loaders[name](value, (*path, name)) for name, value in plain.items()}
        try:
            return kind(**values)
        except Misfit as misfit:
            raise Misfit((*path, *misfit.path), misfit.why) from None

    return loader


def _either(kinds: tuple[Any, ...]) -> Loader:
    """One of several kinds; records are told apart by a field that each fixes with a Literal."""
    may_be_none = type(None) in kinds
    rest = [kind for kind in kinds if kind is not type(None)]
    if len(rest) == 1:
        only = _loader(rest[0])
        return lambda plain, path: None if plain is None and may_be_none else only(plain, path)
    tags: dict[tuple[str, Any], Any] = {}
    for kind in rest:
        if dataclasses.is_dataclass(kind):
            for name, hint in kinds_in(kind).items():
                if typing.get_origin(hint) is typing.Literal:
                    tags.update({(name, value): kind for value in typing.get_args(hint)})
                    break

    def loader(plain: Any, path: Path) -> Any:
        if plain is None and may_be_none:
            return None
        if isinstance(plain, dict) and tags:
            for (name, value), kind in tags.items():
                if plain.get(name) == value:
                    return _loader(kind)(plain, path)
            tag = next(iter(tags))[0]
            known = ", ".join(str(value) for name, value in tags if name == tag)
            raise Misfit((*path, tag), f"expected one of {known}, got {plain.get(tag)!r}")
        misfits = []
        for kind in rest:
            try:
                return _loader(kind)(plain, path)
            except Misfit as misfit:
                misfits.append(misfit)
        raise max(misfits, key=lambda misfit: len(misfit.path))

    return loader


def _sequence(make: Callable[[Any], Any], item: Any) -> Loader:
    def loader(plain: Any, path: Path) -> Any:
        if not isinstance(plain, (list, tuple)):
            raise Misfit(path, f"expected a list, got {_shown(plain)}")
        each = _loader(item)
        return make(each(value, (*path, str(index))) for index, value in enumerate(plain))

    return loader


def _row(items: tuple[Any, ...]) -> Loader:
    def loader(plain: Any, path: Path) -> Any:
        if not isinstance(plain, (list, tuple)) or len(plain) != len(items):
            raise Misfit(path, f"expected {len(items)} values, got {_shown(plain)}")
        pairs = enumerate(zip(items, plain, strict=True))
        return tuple(_loader(item)(value, (*path, str(index))) for index, (item, value) in pairs)

    return loader


def _mapping(key: Any, item: Any) -> Loader:
    named = _key_loader(key)

    def loader(plain: Any, path: Path) -> Any:
        if not isinstance(plain, dict):
            raise Misfit(path, f"expected named values, got {_shown(plain)}")
        each = _loader(item)
        if named is None:
            return {name: each(value, (*path, str(name))) for name, value in plain.items()}
        return {named(name, path): each(value, (*path, str(name))) for name, value in plain.items()}

    return loader


def _key(kind: Any, name: str, path: Path) -> Any:
    named = _key_loader(kind)
    return named(name, path) if named else name


@_once_per_kind
def _key_loader(kind: Any) -> Loader | None:
    """How a name in plain data becomes a key; None where it is one as it stands."""
    if kind is str:
        return None
    if kind is int:
        return _whole_number
    if typing.get_origin(kind) is typing.Annotated:
        inside, known = typing.get_args(kind)
        plain = _key_loader(inside)
        return lambda name, path: known.must_hold(plain(name, path) if plain else name, path)
    return _loader(kind)


def _whole_number(name: str, path: Path) -> int:
    try:
        return int(name)  # JSON writes every key as a text
    except ValueError:
        raise Misfit(path, f"expected whole numbers as names, got {_shown(name)}") from None


def put(thing: Any, path: Path, plain: Plain) -> None:
    """Set one value deep inside *thing*, checked against the type that stands there."""
    _put(thing, type(thing), path, plain, ())


def _put(thing: Any, kind: Any, path: Path, plain: Plain, seen: Path) -> None:
    name, *rest = path
    here = (*seen, name)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        kind = next((each for each in args if isinstance(thing, typing.get_origin(each) or each)), kind)
        origin, args = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(thing):
        if name not in saved_fields(type(thing)):
            known = ", ".join(saved_fields(type(thing)))
            raise Misfit(here, f"there is no such thing; here are {known}")
        hint = kinds_in(type(thing))[name]
        if rest:
            _put(getattr(thing, name), hint, tuple(rest), plain, here)
        else:
            setattr(thing, name, load(hint, plain, here))
        return
    if isinstance(thing, dict):
        key = _key(args[0] if args else str, name, here)
        hint = args[1] if args else Any
        if rest:
            if key not in thing:
                raise Misfit(here, f"there is no such thing; here are {', '.join(map(str, thing)) or 'none'}")
            _put(thing[key], hint, tuple(rest), plain, here)
        elif plain is None and not _takes_none(hint):
            thing.pop(key, None)  # nothing stands there any more
        else:
            thing[key] = load(hint, plain, here)
        return
    if isinstance(thing, list):
        place = whole(name)
        if place is None or not 0 <= place < len(thing):
            raise Misfit(here, f"expected a place from 0 to {len(thing) - 1}")
        hint = args[0] if args else Any
        if rest:
            _put(thing[place], hint, tuple(rest), plain, here)
        else:
            thing[place] = load(hint, plain, here)
        return
    raise Misfit(here, "there is nothing inside this value")


def must_fit(kind: Any, path: Path, plain: Plain) -> None:
    """Could *plain* stand there in some thing of *kind*? Told by types alone, so that nothing of a real one shows."""
    _fits(kind, path, plain, ())


def _fits(kind: Any, path: Path, plain: Plain, seen: Path) -> None:
    name, *rest = path
    here = (*seen, name)
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        misfits = []
        for each in args:
            try:
                return _fits(each, path, plain, seen)
            except Misfit as misfit:
                misfits.append(misfit)
        raise max(misfits, key=lambda misfit: len(misfit.path))
    if dataclasses.is_dataclass(kind):
        if name not in saved_fields(kind):
            raise Misfit(here, f"there is no such thing; here are {', '.join(saved_fields(kind))}")
        hint = kinds_in(kind)[name]
    elif dict in (kind, origin):
        hint = args[1] if args else Any
        if rest and hint is not Any:
            _fits(hint, tuple(rest), plain, here)
        elif not rest and plain is not None:  # else nothing shall stand there any more
            load(hint, plain, here)
        _key(args[0] if args else str, name, here)
        return
    elif list in (kind, origin):
        place = whole(name)
        if place is None or place < 0:
            raise Misfit(here, "expected a place, counted from 0")
        hint = args[0] if args else Any
    else:
        raise Misfit(here, "there is nothing inside this value")
    if not rest:
        load(hint, plain, here)
    elif hint is not Any:
        _fits(hint, tuple(rest), plain, here)


def _takes_none(hint: Any) -> bool:
    return hint is Any or type(None) in typing.get_args(hint)
