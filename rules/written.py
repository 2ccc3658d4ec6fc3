"""What people and their files wrote: numbers, JSON and TOML, read with care.

Anybody may hand the box a file or a form. What is too long, too deep or too large to be meant is refused in a sentence,
before it costs time or memory; reading the rest is left to Python.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .plain import Plain

LONGEST = 1 << 20
"""Letters of a TOML file; the longest that comes with the box has an eighth of that."""

DEEPEST = 40
"""Lists and tables inside each other; cards need twelve."""

LONGEST_KEY = 12
"""Names in one key, as in ``heroes.bram.actions``; each of them costs as much as all before it."""

LARGEST_NUMBER = 10**15

TOO_DEEP = "lists and tables stand too deep inside each other"
TOO_LARGE = "a number in it is far too large"

_WHOLE = re.compile(r"-?[0-9]{1,9}")

_TOML = re.compile(
    r'''
      """(?:\\.|[^\\])*?(?:"{3,5}|\Z)      # texts, of which nothing counts
    | \'\'\'.*?(?:\'{3,5}|\Z)
    | "(?:\\.|[^"\\\n])*+["\n]?
    | \'[^\'\n]*+[\'\n]?
    | \#[^\n]*+
    | (?P<mark>[\[\]{}.=,\n])
    ''',
    re.VERBOSE | re.DOTALL,
)


def whole(text: str) -> int | None:
    """The whole number that *text* is, in plain digits; None if it is none that anybody would mean."""
    return int(text) if _WHOLE.fullmatch(text) else None


def from_json(text: str | bytes) -> Plain:
    """What *text* says; a ValueError if it is no JSON, or nothing that was meant."""
    try:
        value: Plain = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    _meant(value)
    return value


def from_toml(text: str) -> dict[str, Any]:
    """The tables of *text*; a ValueError if it is no TOML, or nothing that was meant."""
    if len(text) > LONGEST:
        raise ValueError(f"it is too long: a file may have {LONGEST // 1024} kB")
    _shallow(text)
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise ValueError(TOO_LARGE) from None
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    _meant(tables)
    return tables


def _no_number(word: str) -> Plain:
    raise ValueError(f"{word} is no number")


def _shallow(text: str) -> None:
    """Refuse, without reading any of it, what takes Python's own reader minutes."""
    deep, names = 0, 1
    for found in _TOML.finditer(text):
        mark = found["mark"]
        if mark is None:
            continue
        if mark == ".":
            names += 1
            if names > LONGEST_KEY:
                raise ValueError(f"a key has more than {LONGEST_KEY} names")
            continue
        names = 1
        deep = deep + 1 if mark in "[{" else max(0, deep - 1) if mark in "]}" else deep
        if deep > DEEPEST:
            raise ValueError(TOO_DEEP)


def _meant(value: Any) -> None:
    """Refuse what can be written and not be worked with."""
    level = [value]
    for _ in range(DEEPEST + LONGEST_KEY):
        below: list[Any] = []
        for each in level:
            if isinstance(each, dict):
                below += each.values()
            elif isinstance(each, list):
                below += each
            elif isinstance(each, (int, float)) and not abs(each) <= LARGEST_NUMBER:  # nor what is no number
                raise ValueError(TOO_LARGE)
        if not below:
            return
        level = below
    raise ValueError(TOO_DEEP)
