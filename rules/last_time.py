"""Same as last time: what people did by hand is proposed when the same paragraph, card or enemy comes again.

Only what lies open is remembered, and by how much it changed rather than what it became. It is checked like any other
answer; what is not possible now is left out, and said.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .ask import IllegalAnswer
from .plain import Plain
from .sheet import THEN, Changes, Field, Same, WhatChanged, changed

LONGEST_KEY = 80
MOST = 24
"""Things that are remembered of one time; nobody does more by hand."""

ACTING = "@"
"""In a path: whoever acts, so that the next to meet it gains what the last one did."""


@dataclass(frozen=True)
class LastTime:
    """What people changed by hand, the last time they met something.

    :param by: how much more or less of a count, by its path.
    :param more: what was added, each as JSON.
    :param less: what was taken away, each as JSON.
    :param be: what something became, as JSON.
    :param then: what the table went on with.
    :param called: what people call each of these things.
    """

    by: dict[str, int] = field(default_factory=dict)
    more: dict[str, tuple[str, ...]] = field(default_factory=dict)
    less: dict[str, tuple[str, ...]] = field(default_factory=dict)
    be: dict[str, str] = field(default_factory=dict)
    then: str = ""
    called: dict[str, str] = field(default_factory=dict)


def key(text: str) -> str:
    """Under what it is remembered."""
    return " ".join(text.split())[:LONGEST_KEY]


def remembered(changes: Changes, then: str | int, seat: str) -> LastTime:
    """What *seat* just did by hand, to be done again."""
    by, more, less, be, called = {}, {}, {}, {}, {}
    for each, value in changes[:MOST]:
        path = _with(each.path, seat, ACTING)
        called[path] = each.label if ACTING in path else each.called
        if each.kind == "number":
            by[path] = value - each.now
        elif each.kind == "some":
            was, now = Counter[Plain](each.now), Counter[Plain](value)
            more[path] = tuple(json.dumps(one) for one in (now - was).elements())
            less[path] = tuple(json.dumps(one) for one in (was - now).elements())
        else:
            be[path] = json.dumps(value)
    return LastTime(by, more, less, be, str(then), called)


def _with(path: str, old: str, new: str) -> str:
    return ".".join(new if part == old else part for part in path.split("."))


def proposed(asked: WhatChanged, last: LastTime) -> WhatChanged:
    """The same question, with what changed last time already set, as far as that is possible now."""
    known = {each.path: each for each in asked.fields}
    answer: dict[str, Plain] = {}
    left_out: list[str] = []
    for path, words in last.called.items():
        each = known.get(_with(path, ACTING, asked.seat))
        wanted = None if each is None else _wanted(each, last, path)
        if each is None or wanted is None or not _possible(asked, {**answer, each.path: wanted}):
            left_out.append(each.called if each else words)
        else:
            answer[each.path] = wanted
    if last.then:
        if any(str(option.value) == last.then and not option.barred for option in asked.then):
            answer[THEN] = next(option.value for option in asked.then if str(option.value) == last.then)
        else:
            left_out.append(last.then.replace("_", " "))
    if not answer and not left_out:
        return asked
    return replace(asked, same=Same(answer, asked.words(answer) if answer else "", tuple(left_out)))


def _wanted(each: Field, last: LastTime, path: str) -> Plain | None:
    """What it would be; None if it cannot."""
    try:
        if path in last.by:
            return each.check(each.now + last.by[path]) if each.kind == "number" else None
        if path in last.be:
            return each.check(json.loads(last.be[path])) if each.kind not in ("number", "some") else None
        if each.kind != "some":
            return None
        there = list(each.now)
        for text in last.less.get(path, ()):
            there.remove(json.loads(text))
        return each.check([*there, *(json.loads(text) for text in last.more.get(path, ()))])
    except (IllegalAnswer, ValueError, TypeError):  # a file may say anything
        return None


def _possible(asked: WhatChanged, answer: Mapping[str, Plain]) -> bool:
    try:
        changes = changed(asked.fields, answer)
        if changes and asked.trial is not None:
            asked.trial(changes)
    except IllegalAnswer:
        return False
    return True
