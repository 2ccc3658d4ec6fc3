"""What stands on a real board or card, read off when it first matters: a few things told in one answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .ask import Anew, EnterText, Option
from .plain import Plain
from .sheet import LONGEST, THEN, Asking, Changes, Field, WhatChanged, copy_of


async def read_off(
    state: Any,
    seat: str,
    text: str,
    asked: Iterable[Field],
    *,
    then: Iterable[Option | str | int] = (),
    ask: Asking = Anew,
    **more: Any,
) -> tuple[dict[str, Any], str]:
    """A few things of boards or cards, told in one answer; what nobody touched is as it was proposed.

    :param ask: how the game's rules ask, where they have a way of their own.
    :return: everything by its path, and what people go on with (empty: nothing).
    """
    from .games import game  # it knows every game, and each game this

    fields, played = tuple(asked), game(state.setup.game)

    def as_it_is(changes: Changes) -> object:
        for field, value in changes:
            if field.kind == "text" and value:
                EnterText(seat, field.label, LONGEST).check(value)  # only what may stand in a name
        return copy_of(played, state)

    def build() -> WhatChanged:
        groups = dict.fromkeys(each.group for each in fields)
        return WhatChanged(
            seat, text, fields, **{"then": then, "likely": groups, "trial": as_it_is, "still": "as it stands", **more}
        )

    answer: dict[str, Plain] = dict(await ask(build))
    next_thing = answer.pop(THEN, "")
    return {each.path: answer.get(each.path, each.now) for each in fields}, str(next_thing)


def count(path: str, label: str, group: str, now: int = 0, *, low: int = 0, high: int = 20) -> Field:
    return Field(path, label, group, "number", max(low, now), low=low, high=high)


def switch(path: str, label: str, group: str, *, now: bool = False) -> Field:
    return Field(path, label, group, "yes", now)


def written(path: str, label: str, group: str, now: str) -> Field:
    return Field(path, label, group, "text", now)


def choice(
    path: str, label: str, group: str, choices: Sequence[str] | Mapping[str, str], now: str | None = None
) -> Field:
    """One of a few; the first unless somebody says otherwise."""
    words = choices if isinstance(choices, Mapping) else {each: each for each in choices}
    return Field(path, label, group, "one", next(iter(words)) if now is None else now, choices=tuple(words.items()))


def several(path: str, label: str, group: str, choices: Mapping[str, str], now: Sequence[str] = ()) -> Field:
    return Field(path, label, group, "some", list(now), choices=tuple(choices.items()))
