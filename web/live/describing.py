"""A card that is described on a page: the sentence as it grows, and everything that can be tapped next."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from werkzeug.datastructures import MultiDict

from rules.ask import IllegalAnswer
from rules.describing import Describe
from rules.draft import Draft, Move
from rules.draft_page import Button, Control, Page, page
from rules.plain import Plain
from rules.written import from_json, whole

SAID = "said."
"""How the name of a value on the page begins; after it stands where it belongs."""

MOST_USED = 5
NUMBERS = 6
FEW = 7
"""Numbers and choices that stand side by side; of more than that some wait under a fold."""


@dataclass(frozen=True)
class Choice:
    value: str
    words: str
    is_so: bool


@dataclass(frozen=True)
class Asked:
    """One value that can be chosen or written, as a page draws it."""

    control: Control

    @property
    def name(self) -> str:
        return SAID + json.dumps(self.control.path)

    @property
    def choices(self) -> list[Choice]:
        """All of a few words; of numbers the first ones, too."""
        control, value = self.control, self.control.value
        offered = list(control.choices)
        if control.kind == "number":
            offered = [*((n, str(n)) for n in self._numbers), *offered]
        there = value if control.kind == "some" and isinstance(value, list) else [value]
        return [Choice(json.dumps(each), words, _among(each, there)) for each, words in offered]

    @property
    def _numbers(self) -> range:
        """The first ones, or those around what it is; below nothing only where it is so."""
        control = self.control
        start = max(control.low, 0)
        if type(control.value) is int and not start <= control.value < start + NUMBERS:
            start = max(control.low, control.value - NUMBERS // 2)
        return range(start, min(control.high, start + NUMBERS - 1) + 1)

    @property
    def at_hand(self) -> list[Choice]:
        """What stands side by side; of many words what it is, and the first few."""
        many = len(self.choices) > FEW
        first = NUMBERS if self.control.kind == "number" else FEW // 2 if many else FEW
        return [each for place, each in enumerate(self.choices) if place < first or each.is_so]

    @property
    def others(self) -> list[Choice]:
        return [each for each in self.choices if each not in self.at_hand]

    @property
    def further(self) -> str:
        """A number that is not among the first."""
        value = self.control.value
        shown = any(each.is_so for each in self.choices)
        return str(value) if type(value) is int and not shown else ""

    @property
    def text(self) -> str:
        value = self.control.value
        return ", ".join(map(str, value)) if isinstance(value, list) else str(value or "")

    @property
    def counts(self) -> list[tuple[str, str, int]]:
        """Under which name, what, and how many."""
        value = self.control.value or {}
        return [(f"{self.name}={key}", words, value.get(key, 0)) for key, words in self.control.choices]


def _among(value: Plain, there: Iterable[Plain]) -> bool:
    return any(type(value) is type(each) and value == each for each in there)


class Builder:
    """What one page shows of a draft.

    :param moves: what was tapped so far.
    :param tried: what would happen now, if somebody asked.
    """

    def __init__(self, ask: Describe, moves: list[Move] | None = None, tried: list[str] | None = None) -> None:
        self.ask, self.moves, self.tried = ask, moves or [], tried
        self.draft: Draft = ask.draft(self.moves)

    @cached_property
    def page(self) -> Page:
        return page(self.draft)

    @property
    def usual(self) -> list[Asked]:
        return [Asked(each) for each in self.page.controls if not each.is_rare]

    @property
    def rare(self) -> list[Asked]:
        return [Asked(each) for each in self.page.controls if each.is_rare]

    @property
    def top(self) -> tuple[Button, ...]:
        return self.page.menu[:MOST_USED]

    @property
    def more(self) -> tuple[Button, ...]:
        return self.page.menu[MOST_USED:]

    @property
    def besides(self) -> list[Button]:
        return [each for each in self.page.besides if not each.group]

    @property
    def groups(self) -> dict[str, list[Button]]:
        """Buttons that answer one question, by that question."""
        found: dict[str, list[Button]] = {}
        for each in self.page.besides:
            if each.group:
                found.setdefault(each.group, []).append(each)
        return found


# ----- from a sent form


def moves(ask: Describe, form: MultiDict[str, str]) -> list[Move]:
    """What was tapped before, and what this form says besides: values, then the button that sent it."""
    try:
        before = from_json(form.get("moves", "[]"))
    except ValueError:
        before = None
    if not isinstance(before, list):
        raise IllegalAnswer("The page sent something the box does not understand.")
    if "back" in form:
        return before[:-1]
    draft, found = ask.draft(before), list(before)
    for control in page(draft).controls:
        value = _told(Asked(control), form)
        if value is not ... and not _among(value, [control.value]):
            draft = draft.put(control.path, value)
            found.append(["put", list(control.path), value])
    if "move" in form:
        try:
            found.append(from_json(form["move"]))
        except ValueError:
            raise IllegalAnswer("The page sent something the box does not understand.") from None
    return found


def _told(asked: Asked, form: MultiDict[str, str]) -> Plain:
    """What a form says of one value; nothing at all (``...``) if it does not speak of it."""
    control, name = asked.control, asked.name
    if control.kind == "counts":
        sent = {key: form.get(f"{name}={key}") for key, _ in control.choices}
        if all(each is None for each in sent.values()):
            return ...
        counts = {key: whole((text or "0").strip() or "0") or 0 for key, text in sent.items()}
        return {key: n for key, n in counts.items() if n}
    written = form.get(f"{name}+", "").strip()
    if control.kind == "number" and written and written != asked.further:
        number = whole(written)
        if number is None:
            raise IllegalAnswer(f"Expected a number, got {written[:40]!r}.")
        return number
    if name not in form:
        return ...
    if control.kind == "text":
        return form[name].strip() or (None if control.value is None else "")
    if control.kind in ("numbers", "texts"):
        parts = [part.strip() for part in form[name].replace(";", ",").split(",") if part.strip()]
        return [whole(part) if control.kind == "numbers" else part for part in parts]
    if control.kind == "some":
        return _several(control, [_value(each) for each in form.getlist(name) if each])
    return _value(form.getlist(name)[-1])


def _several(control: Control, picked: list[Plain]) -> Plain:
    """Some of several; where one alone can be said otherwise, none picked means that it is."""
    if not picked and not isinstance(control.value, list):
        return ...
    kept = [each for each in control.value if each in picked] if isinstance(control.value, list) else []
    return [*kept, *(each for each in picked if each not in kept)]


def _value(text: str) -> Plain:
    try:
        return from_json(text)
    except ValueError:
        return text
