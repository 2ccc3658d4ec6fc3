"""Portraits of our own: whoever and whatever lies on the table is drawn, also what only an owner's pack knows.

A portrait is made from nothing but what its address says: what kind of thing it is, its name, and a few words and
numbers from its card. So a picture can tell nobody more than the page that shows it, and the same thing looks the same
on every box.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from markupsafe import Markup, escape

from . import words
from .body import Body
from .creatures import ANY, PLANS
from .emblems import emblem
from .paint import (
    BONE,
    COAL,
    GOLD,
    INK,
    MOSS,
    OCHRE,
    PLUM,
    ROSE,
    RUST,
    SAND,
    SLATE,
    TEAL,
    Hue,
    Lots,
    bare,
    dot,
    placed,
    shape,
)
from .people import HATS, Traits, person

EDITION = 1
"""Counts up when portraits are drawn otherwise: browsers keep them for a year."""

MANY = 6
"""Words of a card's text that a portrait takes along."""

LONGEST = 60
"""Letters of a name that count."""

FOES = ("enemy", "boss", "monster")
FOLK = ("hero", "crew")
NAMED = {"red": RUST, "blue": SLATE, "yellow": OCHRE, "green": MOSS, "purple": PLUM, "pink": ROSE, "brown": SAND}
MIGHTY, HEALTHY = 2, 4
"""From so much damage on something looks fierce, from so much health tough."""


@dataclass(frozen=True)
class Sitter:
    """Whose portrait it is.

    :param kind: hero, crew, enemy, boss, monster, companion, or what a card is: gear, recipe, relic, quest …
    :param told: words of its card that a portrait can show.
    :param might: the damage it deals; 0 where nobody knows.
    """

    kind: str
    name: str
    told: tuple[str, ...] = ()
    might: int = 0
    health: int = 0

    @property
    def address(self) -> str:
        told = " ".join(self.told)
        said = {"n": self.name, "w": told, "m": self.might, "h": self.health}
        return f"/portrait/{EDITION}/{self.kind}.svg?{urlencode({key: value for key, value in said.items() if value})}"


def sitter(kind: str, name: str, *texts: str, might: int = 0, health: int | None = None) -> Sitter:
    """Somebody of whom a page tells; of the texts only words count that can be drawn."""
    name = name[:LONGEST]
    own = set(words.split(name))
    told = [word for word in dict.fromkeys(words.split(*texts)) if word in DRAWN and word not in own]
    return Sitter(kind if kind.isidentifier() else "card", name, tuple(told[:MANY]), might, health or 0)


def portrait(who: Sitter, size: int = 48) -> Markup:
    """The picture as a page shows it, beside the name, which says the same to those who hear the page."""
    return Markup(
        f'<img class="portrait" src="{escape(who.address)}" width="{size}" height="{size}" alt=""'
        f' data-of="{escape(who.name)}" decoding="sync"/>'
    )


def left_out(html: str) -> Markup:
    """A drawing without its portraits, for a page that must need nothing else."""
    return Markup(_PORTRAIT.sub("", html))


_PORTRAIT = re.compile('<img class="portrait"[^>]*>')


@lru_cache(32)  # the same people stay on the table for many questions
def named(cast: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these names, the longest first: one may begin with another."""
    longest = sorted(map(re.escape, cast), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(longest)})(?!\w)", re.IGNORECASE)


DRAWN = frozenset(
    word
    for table in (words.PLANS, words.THINGS, words.HATS, words.SIGNS)
    for listed in table.values()
    for word in listed.split()
) | frozenset(
    " ".join(
        (
            words.OLD,
            words.YOUNG,
            words.BROAD,
            words.PALE,
            words.MASKED,
            words.GLASSES,
            words.BEARDED,
            words.SMOOTH,
            *NAMED,
        )
    ).split()
)


@lru_cache(512)
def svg(who: Sitter) -> str:
    """The drawing itself."""
    lots, said = Lots(f"{who.kind} {who.name.lower()}"), [*words.split(who.name), *who.told]
    if who.kind in FOES:
        inside = _foe(who, said, lots)
    elif who.kind in FOLK or (
        who.kind == "companion" and not words.meaning({"cat": words.PLANS["cat"], "horned": "goat"}, said)
    ):
        inside = _friend(who, said, lots)
    elif who.kind == "companion":
        inside = _pet(said, lots)
    else:
        inside = _card(who, said, lots)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" stroke="{INK}" stroke-width="2"'
        f' stroke-linejoin="round" stroke-linecap="round">{inside}</svg>'
    )


def _ground(colour: str) -> str:
    return bare(f'<path fill="{colour}" d="M0 0H64V64H0Z"/>')


# Foes stand before the moon, bosses before rays in a golden frame.

NIGHTS = (TEAL, PLUM, SLATE, MOSS, ROSE, SAND, COAL)
EYES = ("#ffe36e", "#ff8a5c", "#d9f3ff", "#c9f26c")


def _foe(who: Sitter, said: list[str], lots: Lots) -> str:
    night = RUST if who.kind == "boss" else lots.one(NIGHTS)
    coat = lots.hue(night)
    accent = lots.hue(night, coat)
    eye = lots.one(EYES)
    behind = _ground(night.dark) + (_rays(night.mid) if who.kind == "boss" else _moon(night, lots))
    plan, sign = _plan(words.split(who.name), list(who.told))
    if plan == "person":
        drawn = person(_traits(who, pale=words.among(said, words.PALE)), coat, lots)
    else:
        winged = words.among(said, "flying wings winged")
        fierce = who.might >= MIGHTY or who.kind != "enemy"
        body = Body(
            COAL if plan == "golem" and lots.number(2) else coat,
            accent,
            eye,
            lots,
            fierce,
            who.health >= HEALTHY,
            winged,
            sign,
        )
        drawn = PLANS[plan or lots.one(ANY)](body)
    frame = ""
    if who.kind == "boss":
        frame = f'<rect x="1.5" y="1.5" width="61" height="61" rx="10" fill="none" stroke="{GOLD}" stroke-width="3"/>'
    return behind + drawn + frame


def _plan(name: list[str], told: list[str]) -> tuple[str, str]:
    """How it is built, and the sign it carries: as its name says, or else what is told of it."""
    if plan := words.meaning(words.PLANS, name, ends=True) or words.meaning(words.PLANS, told, ends=True):
        sign = "antlers" if words.among(name, "hart stag deer elk") else ""
        return plan, sign or (words.meaning(words.SIGNS, [*name, *told]) if plan in ("hooded", "ghost") else "")
    for said in (name, told):
        if words.meaning(words.HATS, said) or words.among(said, words.PEOPLE):
            return "person", ""
        if thing := words.meaning(words.THINGS, said):
            return "thing", thing
        if words.among(said, words.PALE):
            return "person", ""
    return "", ""


def _moon(night: Hue, lots: Lots) -> str:
    x, y, r = 32 + lots.number(9) - 4, 27 + lots.number(7) - 3, 21 + lots.number(5)
    return bare(dot(x, y, r, night.mid) + dot(x, y, r - 4, night.light))


def _rays(colour: str) -> str:
    beams = (
        "M32 32 24-14H40ZM32 32-2-8-12 6ZM32 32 66-8 76 6ZM32 32-14 24V40ZM32 32 78 24V40Z"
        "M32 32-2 72-12 58ZM32 32 66 72 76 58ZM32 32 24 78H40Z"
    )
    return bare(shape(beams, colour) + dot(32, 30, 22, colour))


# Friends stand in daylight.


def _friend(who: Sitter, said: list[str], lots: Lots) -> str:
    day = next((NAMED[word] for word in who.told if word in NAMED), None) or lots.hue()
    coat = lots.hue(day)
    back = lots.one(
        (
            dot(32, 64, 38, day.mid),
            shape("M0 40Q16 30 32 40T64 40V64H0Z", day.mid),
            shape("M0 46 18 26 32 42 46 30 64 48V64H0Z", day.mid),
            dot(32, 30, 24, BONE),
        )
    )
    return _ground(day.light) + bare(back) + person(_traits(who), coat, lots)


def _traits(who: Sitter, *, pale: bool = False) -> Traits:
    name = words.split(who.name)
    said, first = [*name, *who.told], name[0] if name else ""
    smooth = words.among(said, words.SMOOTH) or first[-1:] in ("a", "e", "y")
    bearded = words.among(said, words.BEARDED) or (not smooth and len(first) % 2 == 0)
    hat = words.meaning(words.HATS, said)
    return Traits(
        hat=hat if hat in HATS else "",
        holds=words.meaning(words.SIGNS, [*who.told, *name]),
        beard=bearded and not smooth,
        old=words.among(said, words.OLD),
        young=words.among(said, words.YOUNG),
        broad=words.among(said, words.BROAD),
        pale=pale,
        masked=words.among(said, words.MASKED),
        glasses=words.among(said, words.GLASSES),
    )


def _pet(said: list[str], lots: Lots) -> str:
    day = lots.hue(OCHRE, RUST)
    plan = "cat" if words.among(said, words.PLANS["cat"]) else "horned"
    body = Body(OCHRE if plan == "cat" else SAND, RUST, "#c9f26c", lots)
    return _ground(day.light) + bare(dot(32, 64, 38, day.mid)) + PLANS[plan](body)


# Cards: a sign on a coloured field.


def _card(who: Sitter, said: list[str], lots: Lots) -> str:
    field = next((NAMED[word] for word in who.told if word in NAMED), None) or lots.hue()
    hue = lots.hue(field)
    sign = words.meaning(words.SIGNS, words.last_first(who.name) + said) or lots.one(
        words.OF_KIND.get(who.kind, words.OF_KIND["card"])
    )
    pattern = lots.one(
        (
            dot(32, 32, 22, field.light),
            shape("M32 6 58 32 32 58 6 32Z", field.light),
            shape("M12 10H52V54H12Z", field.light),
            shape("M32 8C52 8 56 30 52 46 44 58 20 58 12 46 8 30 12 8 32 8Z", field.light),
        )
    )
    corners = "".join(dot(x, y, 2, field.mid) for x in (7, 57) for y in (7, 57))
    drawn = placed(f'<g stroke-width="1.3">{emblem(sign, hue)}</g>', 32, 32, 1.45)
    return _ground(field.dark) + bare(pattern + corners) + drawn
