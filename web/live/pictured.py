"""Photographs of an owner's cards, put in front of their names wherever a page names them.

This comes after everything is drawn: a page gets only pictures of cards whose names it has, and those were cut to what
its viewer may know.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from flask import url_for
from markupsafe import escape

from rules import packs
from rules.ask import Ask
from rules.game import Setup
from rules.moment import Moment
from web.owner import albums
from web.owner.albums import Album, Photograph

from .seats import Viewer
from .words import begun

SIZE, IN_A_LINE = (40, 56), (26, 36)
"""Pixels of a thumbnail, of a card's proportions; in a sentence as small as a finger still finds it."""

SENTENCE = 20
"""Letters beside the name that make it a sentence."""

RUNNING_TEXT = ("log", "todo", "seats", "tools")
"""Parts of a page that name a card again and again: its picture stands at the first mention."""

PORTRAIT = re.compile(r'class="portrait".* data-of="([^"]*)"')
PIECE = re.compile(r"<(/?)([a-zA-Z][\w-]*)([^>]*)>|[^<]+|<")
EMPTY = frozenset(("area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"))
NO_PICTURES = frozenset(("svg", "select", "textarea", "title", "script", "style", "code"))
NOT_THERE = ('class="unseen"', 'class="question', 'class="cardphotos')
"""Words only heard, and the question, whose cards stand large beside it."""

BUTTONS = frozenset(("a", "button", "label", "summary"))
"""A tap there means something else already, so the picture in it is only looked at."""


def pictured(parts: dict[str, str], setup: Setup) -> dict[str, str]:
    """The parts of a page with thumbnails; as they were if nothing was photographed."""
    album = albums.album(setup.game, setup.pack)
    if not album.named:
        return parts
    names, where = _pattern(tuple(each.name for each in album.named.values())), folder(setup)
    return {
        part: _Part(album, names, where, once=part in RUNNING_TEXT).with_pictures(html) if names.search(html) else html
        for part, html in parts.items()
    }


def own_copy(moment: Moment) -> bool:
    """Whether the cards are the owner's own, which may be photographed."""
    return packs.is_private(moment.setup.game, moment.setup.pack)


def folder(setup: Setup) -> str:
    """Where the photographs of a copy are found."""
    return url_for("photographing.page", game=setup.game, pack=packs.family(setup.pack))


@lru_cache(8)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """Any of these names as a page writes them, the longest first: one may begin with another."""
    longest = sorted((_begun_or_not(name) for name in names), key=len, reverse=True)
    return re.compile(rf"(?<![\w&#])(?:{'|'.join(longest)})(?!\w)")


def _begun_or_not(name: str) -> str:
    written = re.escape(str(escape(name))).replace(r"\&\#39;", "(?:'|&#39;|&#x27;)")
    return f"[{name[0]}{name[0].upper()}]{written[1:]}" if name[0].islower() else written


class _Part:
    """One part of a page on its way through.

    :param once: a card that is named again gets no second picture.
    """

    def __init__(self, album: Album, names: re.Pattern[str], where: str, *, once: bool) -> None:
        self._album, self._names, self._where, self._once = album, names, where, once
        self._open: list[tuple[str, str]] = []  # the elements around the text, and what a picture in them may be
        self._done: set[str] = set()
        self._beside = ""  # the number of the photograph that stands in the place of a portrait, before its name

    def with_pictures(self, html: str) -> str:
        return "".join(self._piece(found) for found in PIECE.finditer(str(html)))

    def _piece(self, found: re.Match[str]) -> str:
        ends, tag, attributes = found[1], (found[2] or "").lower(), found[3] or ""
        if not tag:
            return self._text(found[0], self._mode) if self._mode != "none" else found[0]
        if ends:
            while self._open and self._open.pop()[0] != tag:
                pass
        elif (
            tag == "img" and (named := PORTRAIT.search(attributes)) and (picture := self._album.of(unescape(named[1])))
        ):
            self._beside = picture.number
            return thumbnail(self._where, picture, SIZE, link=self._mode == "link")
        elif tag not in EMPTY and not attributes.endswith("/"):
            self._open.append((tag, self._inside(tag, attributes)))
        return found[0]

    @property
    def _mode(self) -> str:
        """What a picture may be at this place."""
        return self._open[-1][1] if self._open else "link"

    def _inside(self, tag: str, attributes: str) -> str:
        around = self._mode
        if around == "none" or tag in NO_PICTURES or any(each in attributes for each in NOT_THERE):
            return "none"
        if around == "still" or tag in BUTTONS or 'role="button"' in attributes:
            return "still"
        return "link"

    def _text(self, text: str, mode: str) -> str:
        if not self._once:
            self._done.clear()

        def one(found: re.Match[str]) -> str:
            picture = self._album.of(unescape(found[0]))
            if picture is None or picture.number in self._done:
                return found[0]
            self._done.add(picture.number)
            if picture.number == self._beside:
                self._beside = ""
                return found[0]
            if len(text) - len(found[0]) > SENTENCE:
                return thumbnail(self._where, picture, IN_A_LINE, link=mode == "link") + found[0]
            image = thumbnail(self._where, picture, SIZE, link=mode == "link")
            return f'<span class="pictured">{image}<span>{found[0]}</span></span>'

        return self._names.sub(one, text)


def thumbnail(where: str, picture: Photograph, size: tuple[int, int], *, link: bool) -> str:
    """
    :param size: its room is there before it comes, so that nothing on the page moves.
    """
    wide, high = size
    source = f"{where}/{picture.number}/small.jpg"
    image = f'<img class="photo" src="{source}" width="{wide}" height="{high}" alt="" loading="lazy">'
    if not link:
        return image
    called = f"Photograph: {escape(picture.name)}"
    return f'<a class="photo" href="{where}/{picture.number}" aria-label="{called}">{image}</a>'


# Beside the question


@dataclass(frozen=True)
class Beside:
    """The cards a question is about.

    :param where: the album.
    :param cards: each with its photograph, if there is one.
    :param may_send: people are asked to read them off, and may photograph them instead of writing.
    :param unnamed: what was photographed before anybody knew what it is called.
    """

    where: str
    cards: tuple[tuple[str, Photograph | None], ...]
    may_send: bool
    unnamed: tuple[Photograph, ...] = ()


def beside(moment: Moment, ask: Ask | None, viewer: Viewer) -> Beside | None:
    """What stands beside a question; None if it is about no card of the owner's copy."""
    if ask is None:
        return None
    album = albums.album(moment.setup.game, moment.setup.pack)
    if ask.about:
        unnamed = tuple(each for each in album.all if not each.name and may_see(each, moment, viewer))
        cards = tuple((name, album.of(name, moment.game_id)) for name in ask.about)
        return Beside(folder(moment.setup), cards, True, unnamed)
    name = ask.text.partition(":")[0]  # "Brass Lung: what is it?"
    found = album.of(name)
    return Beside(folder(moment.setup), ((begun(name), found),), False) if found else None


def may_see(picture: Photograph, moment: Moment | None, viewer: Viewer) -> bool:
    """Whether somebody may come across a picture without knowing its card's name.

    One of a card that was for one player's eyes is for theirs alone as long as that game is on the table.
    """
    if picture.whose is None or moment is None:
        return True
    game, seat = picture.whose
    return moment.game_id != game or viewer.seat == seat
