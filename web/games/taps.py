"""What makes a place on a drawing a button: one answer, several to choose from, or why there is none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import unescape

from markupsafe import escape

from rules.ask import Option, Refusal

TAPPED = re.compile(r'data-answer="([^"]*)"( data-json)?|data-choose="([^"]*)"')


@dataclass(unsafe_hash=True)
class Several(Option):
    """A place that stands for more than one open answer: whoever taps it is asked which."""

    options: tuple[Option, ...] = ()


def by_slot(options: Iterable[Option]) -> dict[str, Option]:
    """What each place stands for, in the order of the options."""
    places: dict[str, list[Option]] = {}
    for option in options:
        if option.slot:
            places.setdefault(option.slot, []).append(option)
    return {slot: _as_one(slot, found) for slot, found in places.items()}


def _as_one(slot: str, options: list[Option]) -> Option:
    open_ones = [option for option in options if not option.barred]
    if len(open_ones) > 1:
        return Several(slot, _either(open_ones), slot=slot, options=tuple(options))
    if open_ones or len(options) == 1:
        return (open_ones or options)[0]
    reasons = dict.fromkeys(str(option.barred) for option in options)
    return replace(options[0], label=_either(options), barred=Refusal("", " ".join(reasons)))


def _either(options: list[Option]) -> str:
    return " or ".join(option.label for option in options)


def can_tap(option: Option | None) -> bool:
    return option is not None and not option.barred


def tap(option: Option | None, what: str = "") -> str:
    """The attributes of a drawn place: a button that answers, or words that say why it is none.

    :param what: what lies there, for those who hear the page.
    """
    if option is None:
        return ""
    if option.barred:
        return f' data-why="{escape(str(option.barred))}"'
    words = ". ".join(part.rstrip(".") for part in (option.label, option.hint, what) if part)
    return f' role="button" tabindex="0"{answer(option)} aria-label="{escape(words)}"'


def answer(option: Option) -> str:
    """What a tap says; for something that is a button already."""
    if isinstance(option, Several):
        choices = json.dumps([_choice(each) for each in option.options])
        return f' data-choose="{escape(choices)}" aria-haspopup="dialog"'
    if isinstance(option.value, str):
        return f' data-answer="{escape(option.value)}"'
    return f' data-answer="{escape(json.dumps(option.value))}" data-json'


def _choice(option: Option) -> dict[str, str | int]:
    if option.barred:
        return {"label": option.label, "why": str(option.barred)}
    return {"label": option.label, "hint": option.hint, "answer": option.value}


def answers_in(html: str) -> set[str | int]:
    """Every answer that a tap somewhere on a drawing can give."""
    found: set[str | int] = set()
    for value, as_json, choices in TAPPED.findall(html):
        if choices:
            found |= {each["answer"] for each in json.loads(unescape(choices)) if "answer" in each}
        else:
            found.add(json.loads(unescape(value)) if as_json else unescape(value))
    return found
