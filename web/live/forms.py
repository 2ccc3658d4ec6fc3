"""From what a page sends to an answer the rules understand."""

from __future__ import annotations

import json
from collections.abc import Iterable

from werkzeug.datastructures import MultiDict

from rules.ask import Ask, Confirm, EnterNumber, EnterText, IllegalAnswer, PickSome, SplitAmount
from rules.chance import DrawCards, RollDice
from rules.describing import Describe
from rules.onward import MOST
from rules.plain import Plain
from rules.sheet import THEN, Field, WhatChanged
from rules.written import from_json, whole

from .describing import moves


def read(ask: Ask, form: MultiDict[str, str]) -> Plain:
    """The answer to *ask* in a sent form; what makes no sense is told, the rules check the rest.

    ``answer`` holds one value as JSON, ``open`` one of which a part is to be changed, ``rolled`` one whose dice were
    rolled; a form without script sends ``pick``, ``number``, ``words``, ``part.<name>`` or a sheet instead. Words are
    never read as JSON: somebody may be called 7, or true.
    """
    if isinstance(ask, EnterText):
        return form.get("words", "")
    if "open" in form:
        return _opened(form["open"])[0]
    if "rolled" in form:
        return _rolled(form["rolled"])[0]
    if "answer" in form:
        return _json(form["answer"])
    if isinstance(ask, Describe) and "moves" in form:
        return ask.draft(moves(ask, form)).value
    if isinstance(ask, WhatChanged):
        return changes(ask.fields, form) | ({THEN: _json(form[THEN])} if form.get(THEN) else {})
    if isinstance(ask, PickSome):
        return [_json(value) for value in form.getlist("pick")]
    if isinstance(ask, SplitAmount):
        parts = {option.value: form.get(f"part.{option.value}", "0") for option, _ in ask.limits}
        return {str(name): _number(part) for name, part in parts.items() if part not in ("", "0")}
    if isinstance(ask, (RollDice, DrawCards)):
        count = len(ask.dice) if isinstance(ask, RollDice) else ask.count
        return [_json(form[f"each.{place}"]) for place in range(count) if form.get(f"each.{place}")]
    if isinstance(ask, EnterNumber):
        return _number(form.get("number", ""))
    if isinstance(ask, Confirm):
        return True
    raise IllegalAnswer("No answer came.")


def parts(form: MultiDict[str, str]) -> int:
    """How many usual answers go along with this one: all, or as many as come before the one that is opened."""
    return _opened(form["open"])[1] if "open" in form else MOST


def at_any_time(form: MultiDict[str, str]) -> tuple[str, int]:
    """What is done at any time, and how many usual answers go along with it."""
    return str(_opened(form["open"])[0]) if "open" in form else form.get("name", ""), parts(form)


def rolled(form: MultiDict[str, str]) -> Plain:
    """How the dice fell that come with this answer; None if they are still to be rolled."""
    return _rolled(form["rolled"])[1] if "rolled" in form else None


def _rolled(text: str) -> tuple[Plain, Plain]:
    """``rolled`` holds an answer and what the dice show that it brings, as a JSON list."""
    sent = _json(text)
    if not isinstance(sent, list) or len(sent) != 2:
        raise IllegalAnswer("No answer came.")
    return sent[0], sent[1]


# A sheet

FIELD = "field."
"""How the name of a thing on a sheet begins: ``field.<path>`` holds what it becomes, once for each that is picked.

Where the same can be there several times, ``field.<path>=<choice>`` holds how often.
"""

MOST_OFTEN = 99


def changes(known: Iterable[Field], form: MultiDict[str, str]) -> dict[str, Plain]:
    """What a sent sheet says otherwise than things stand; whatever it leaves out stays as it is."""
    found: dict[str, Plain] = {}
    read: set[str] = set()
    for each in known:
        counts = {times(each, value): value for value, _ in each.choices}
        sent = [name for name in (FIELD + each.path, *counts) if name in form]
        read.update(sent)
        if sent:
            value = each.check(_becomes(each, form, counts))
            if each.differs(value):
                found[each.path] = value
    for name in form:
        if name.startswith(FIELD) and name not in read:
            raise IllegalAnswer(f"{name.removeprefix(FIELD)[:40]} is not on this sheet.")
    return found


def times(field: Field, choice: Plain) -> str:
    """The name under which a form says how often *choice* is there."""
    return f"{FIELD}{field.path}={json.dumps(choice)}"


def _becomes(field: Field, form: MultiDict[str, str], counts: dict[str, Plain]) -> Plain:
    sent = form.getlist(FIELD + field.path)
    if field.kind == "some":
        several = [value for name, value in counts.items() for _ in range(_often(form.get(name, "0")))]
        return [*(_json(each) for each in sent if each), *several]  # an empty one only says that it was on the form
    last = sent[-1] if sent else ""
    if field.kind == "number":
        return _number(last) if last.strip() else field.now
    return last if field.kind == "text" else _json(last)


def _often(text: str) -> int:
    number = _number(text or "0")
    if not 0 <= number <= MOST_OFTEN:
        raise IllegalAnswer(f"Nothing is there {number} times.")
    return number


def _opened(text: str) -> tuple[Plain, int]:
    """``open`` holds an answer and the number of its part that people want otherwise, as a JSON list."""
    sent = _json(text)
    if not isinstance(sent, list) or len(sent) != 2 or type(sent[1]) is not int:
        raise IllegalAnswer("No answer came.")
    return sent[0], min(max(sent[1], 0), MOST)


def _json(text: str) -> Plain:
    try:
        return from_json(text)
    except ValueError:
        return text


def _number(text: str) -> int:
    number = whole(text.strip())
    if number is None:
        raise IllegalAnswer(f"Expected a number, got {text[:40]!r}.")
    return number
