"""Tokens and dice of Children of Morta as they look on the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from markupsafe import Markup, escape

from rules.ask import Ask, Option
from web.portraits import portrait
from web.portraits.dice import die

from .cast import hero

Seen = Mapping[str, Any]

SHAPES = {
    "triangle": "M0-9 9 7H-9Z",
    "leaf": "M0-9C8-5 8 5 0 9-8 5-8-5 0-9Z",
    "drop": "M0-9C4-3 7 1 7 4A7 6 0 0 1-7 4C-7 1-4-3 0-9Z",
    "star": "M0-9 2.4-3 9-2.8 3.9 1.4 5.6 8 0 4.2-5.6 8-3.9 1.4-9-2.8-2.4-3Z",
    "circle": "M0-8A8 8 0 1 1 0 8 8 8 0 1 1 0-8Z",
}
SQUARE = "M-8-8H8V8H-8Z"
DIE = re.compile(r"(?:(?:Re-roll|Ignore) (?:the|a) )(blue|brown|purple) (?:die|(\d+\+?))$")


def shape_of(colour: Seen) -> str:
    return SHAPES.get(colour["shape"], SQUARE)


def token_drawn(token: Seen, extra: str = "") -> str:
    """A token in its colour and shape, with a letter if it is an advanced one."""
    letter = f'<text y="4">{escape(token["kind"][:2])}</text>' if token["kind"] else ""
    words = f'role="img" aria-label="{escape(token["label"])}"' if token["label"] else 'aria-hidden="true"'
    return (
        f'<svg class="cm-token{extra}" viewBox="-12 -12 24 24" {words}>'
        f'<circle r="11.5" class="rim"/><path d="{shape_of(token)}" fill="{escape(token["rgb"])}"/>{letter}</svg>'
    )


def badge(shown: Seen, option: Option, ask: Ask) -> str:
    """What a button stands for, as it looks: found sooner than its name."""
    if found := DIE.search(option.label):
        return die(found[1], found[2])
    if shown["phase"] == "Choosing heroes" and option.hint:
        return portrait(hero(option.label, option.hint.partition(" Health ")[0]), 64)
    return _tokens(_spaces(shown, option, ask) or _chosen(shown, option, ask))


def _spaces(shown: Seen, option: Option, ask: Ask) -> list[Seen]:
    """An action shows the spaces it takes tokens for."""
    verb, _, slot = str(option.value).partition(":")
    side: Seen = next((side for side in shown["seats"] if side["seat"] == ask.seat), {})
    actions = {each["slot"]: each for each in side.get("actions", ())} if verb == "act" else {}
    found = actions.get(slot.partition(":")[0])
    return [{**shown["colours"][colour], "kind": ""} for colour in found["spaces"]] if found else []


def _chosen(shown: Seen, option: Option, ask: Ask) -> list[Seen]:
    """The tokens an option stands for: by colour where one fits a space, by place where they lie in a hand."""
    if isinstance(option.value, int):
        hand = next((side.get("hand", ()) for side in shown["seats"] if side["seat"] == ask.seat), ())
        at = hand[option.value] if 0 <= option.value < len(hand) else None
        return [at] if at and at["label"].lower() == option.label.lower() else []
    named = [token.partition("/") for token in option.value.split(" ")]
    if not option.group or not all(colour in shown["colours"] for colour, _, _ in named):
        return []
    return [{**shown["colours"][colour], "kind": shown["advanced"].get(kind, "")} for colour, _, kind in named]


def _tokens(tokens: Iterable[Seen]) -> str:
    drawn = "".join(token_drawn({**token, "label": ""}) for token in tokens)
    return Markup(f'<span class="token-piece cm-badge">{drawn}</span>') if drawn else ""
