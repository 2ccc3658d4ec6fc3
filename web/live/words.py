"""How names, buttons and times read on a page."""

from __future__ import annotations

import re
from datetime import datetime
from functools import lru_cache
from typing import Any

from flask import request, url_for
from markupsafe import Markup, escape

from rules.ask import Refusal

BRACKETS = re.compile(r"\([^()]*\)")


def in_words(text: object) -> str:
    """A name as the rules keep it, as people read it: ``white/still_wind`` is white, still wind."""
    return str(text).replace("_", " ").replace("/", " · ")


def as_seen(value: object) -> str:
    """What lies in a place, as people say it: ``white back`` is white, face-down."""
    text = str(value).replace("_", " ")
    return f"{text.removesuffix(' back')}, face-down" if text.endswith(" back") else text


def begun(words: object) -> str:
    """A button's words begin with a capital; the name of a place, such as e5, stays as it is printed."""
    text = str(words)
    return text if len(text) == 2 and not text.isalpha() else text[:1].upper() + text[1:]


def headline(words: str) -> Markup:
    """Words that stand large; what is in brackets, such as a role, stands smaller."""
    return Markup(BRACKETS.sub(r'<span class="aside">\g<0></span>', str(escape(words))))


def ruled(refusal: Refusal, game: str) -> Markup:
    """Why something cannot be done now, with the way to its rule."""
    if not refusal.rule:
        return escape(refusal.why)
    return escape(refusal.why) + _way_to(request.script_root, game, refusal.rule)


@lru_cache(1024)  # a question may bar dozens of places, and is drawn for everybody
def _way_to(root: str, game: str, rule: str) -> Markup:
    """The number of a rule, as a way to it."""
    return Markup(' (<a href="{}">{}</a>)').format(_way(root, "pages.rules", (("name", game), ("_anchor", rule))), rule)


def way(page: str, /, **values: Any) -> str:
    """The address of a page, as Flask builds it; each is built once."""
    return _way(request.script_root, page, tuple(values.items()))


@lru_cache(1024)
def _way(root: str, page: str, values: tuple[tuple[str, Any], ...]) -> str:
    """
    :param root: where the box's pages begin.
    """
    return url_for(page, **dict(values))


def day_and_time(stamp: str) -> str:
    """When something was, as people say it: ``2026-11-16T08:51:03`` is 16 Nov 2026, 08:51."""
    try:
        when = datetime.fromisoformat(stamp)
    except ValueError:
        return stamp
    if when.tzinfo:  # kept in world time, read on the wall clock
        when = when.astimezone()
    return f"{when.day} {when:%b %Y, %H:%M}"
