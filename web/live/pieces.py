"""What stands for something on the table is drawn as that thing, also on a button."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from rules.ask import Ask, Option, PickSome
from web.games import Drawing
from web.portraits import Sitter, named, portrait
from web.portraits.dice import die

SIZE = 44
"""Pixels of a portrait on a button."""


def badges(board: Drawing, shown: Mapping[str, Any], ask: Ask | None) -> Callable[[Option], str]:
    """What stands on the button of an option: the game's own piece, or the portrait of whoever its words name."""

    @cache  # nobody needs it where nothing is asked, or every option has a piece of its own
    def known() -> tuple[Mapping[str, Sitter], re.Pattern[str]]:
        cast = board.cast(shown)
        return cast, named(tuple(cast))

    def badge(option: Option) -> str:
        if ask is None:
            return ""
        own = board.badge(shown, option, ask)
        if own:
            return own
        cast, names = known()
        found = names.search(option.label) if cast else None
        who = cast.get(found[0].lower()) if found else None
        return portrait(who, SIZE) if who else ""

    return badge


def rolled(name: str, face: str | int) -> Markup:
    """A face of a die as a button shows it; what is no number is written below it."""
    words = (
        f'<span class="unseen">{escape(face)}</span>' if str(face)[:1].isdigit() else f"<small>{escape(face)}</small>"
    )
    return die(name, face) + Markup(words)


def outcome(name: str, words: str, faces: tuple[str | int, ...]) -> Markup:
    """What dice can come to: a single one called *name* is drawn, of several only the sum counts."""
    return rolled(name, faces[0]) if len(faces) == 1 else escape(words)


def confirm(ask: PickSome) -> str:
    """What the button says that sends what was picked, until a script puts their names there."""
    if not ask.at_most:
        return "Go on"
    if ask.at_least == ask.at_most:
        return ask.deed.format(str(ask.at_most))
    return f"Pick {ask.at_least} to {ask.at_most}" if ask.deed == PickSome.deed else ask.deed.format("them")
