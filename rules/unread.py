"""Words that are made when somebody looks at them.

A player of the box walks through thousands of questions that nobody reads. So wherever the rules ask or refuse, words
may be given as they stand, or as a function that makes them: ``Refusal("AW-46", lambda: f"{have} blocks are few.")``.
Whoever looks gets the same text either way. The table does not go on before what people may still look at is read
(`Run.take`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")
Words = str | Callable[[], str]


class _Read:
    """Words, or options with their words, that may wait to be made; from the first look on they are what they are.

    :param usual: what stands there where nothing is told.
    :param kept: the shape in which they are kept.
    """

    def __init__(self, usual: Any, kept: Callable[[Any], Any]) -> None:
        self.usual, self.kept = usual, kept

    def __set_name__(self, owner: type, name: str) -> None:
        self.name, self.unread = name, UNREAD[name]

    def __get__(self, thing: Any, kind: type | None = None) -> Any:
        make = None if thing is None else thing.__dict__.get(self.unread)
        if make is not None:
            made = thing.__dict__[self.name] = self.kept(make())
            return made
        if self.usual is ALWAYS_TOLD:
            raise AttributeError(self.name)
        return self.usual


ALWAYS_TOLD = object()

UNREAD = {
    name: f"unread_{name}"
    for name in ("label", "hint", "why", "text", "others", "options", "default", "along", "seen", "fields")
}
"""Where words wait, among the values of their thing."""


def unread(usual: Any = ALWAYS_TOLD, kept: Callable[[Any], Any] = lambda made: made) -> Any:
    """A field of a dataclass for words that may wait to be made; *usual* if none are told."""
    return _Read(usual, kept)


def tell(told: dict[str, Any], name: str, said: Any) -> None:
    """Note words among the values of a thing, as they stand or as they will be made."""
    if callable(said):
        told.pop(name, None)
        told[UNREAD[name]] = said
    else:
        told[name] = said


def read(thing: Any) -> None:
    """Make whatever waits in *thing*."""
    for name, unread in UNREAD.items():
        if unread in thing.__dict__ and name not in thing.__dict__:
            getattr(thing, name)


class once(Generic[T]):  # noqa: N801  # a word for a decorator
    """Worked out when somebody first looks; from then on it is what it is. (That of functools locks.)"""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, thing: None, kind: type) -> once[T]: ...
    @overload
    def __get__(self, thing: object, kind: type | None = None) -> T: ...
    def __get__(self, thing: object | None, kind: type | None = None) -> T | once[T]:
        if thing is None:
            return self
        made = self.make(thing)
        object.__setattr__(thing, self.name, made)  # frozen or not; reaching for its dict would slow down the thing
        return made


class kept(once[T]):  # noqa: N801
    """The same, and copies of the thing take it along: it hangs on nothing that walks change."""


def kept_in(kind: type) -> set[str]:
    """What copies of such a thing take along."""
    return {name for each in kind.__mro__ for name, what in vars(each).items() if isinstance(what, kept)}
