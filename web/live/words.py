"""How names, buttons and times read on a page."""

from __future__ import annotations

from datetime import datetime

from flask import url_for
from markupsafe import Markup, escape

from rules.ask import Refusal


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


def ruled(refusal: Refusal, game: str) -> Markup:
    """Why something cannot be done now, with the way to its rule."""
    if not refusal.rule:
        return escape(refusal.why)
    where = url_for("pages.rules", name=game, _anchor=refusal.rule)
    return Markup('{} (<a href="{}">{}</a>)').format(refusal.why, where, refusal.rule)


def day_and_time(stamp: str) -> str:
    """When something was, as people say it: ``2026-11-16T08:51:03`` is 16 Nov 2026, 08:51."""
    try:
        when = datetime.fromisoformat(stamp)
    except ValueError:
        return stamp
    if when.tzinfo:  # kept in world time, read on the wall clock
        when = when.astimezone()
    return f"{when.day} {when:%b %Y, %H:%M}"
