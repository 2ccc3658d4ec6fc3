"""Photographs of an owner's own cards: one album for each copy, beside its packs, on this box and nowhere else.

A picture is filed under what its card is called, so it is found wherever the card is named. It lies under a name that
only its own points give away: whoever does not know the card cannot ask for its picture.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from rules import packs
from rules.ask import Ask, EnterText, IllegalAnswer, Trouble
from rules.describing import Describe
from rules.moment import Moment
from rules.plain import Misfit, Plain, dump, load
from rules.sheet import WhatChanged
from rules.written import from_json

from .keeping import write

MOST = 800  # photographs of one copy; no game has as many cards
LONGEST = 60  # letters of a name
INDEX = "index.json"
NUMBER = re.compile(r"[0-9a-f]{32}")

log = logging.getLogger(__name__)

_lock = threading.RLock()
_read: dict[Path, tuple[tuple[int, int], Album]] = {}


@dataclass(frozen=True)
class Photograph:
    """One picture of a card.

    :param number: what its file is called.
    :param name: what the card is called; empty as long as nobody said.
    :param whose: the game and the seat for whose eyes alone the card was when it was photographed.
    :param before: the game in which it got that name, and what it was called until then: naming may be taken back.
    """

    number: str
    name: str = ""
    whose: tuple[str, str] | None = None
    before: tuple[str, str] | None = None


@dataclass(frozen=True)
class Album:
    """All photographs of one copy as they are now, in the order in which they came."""

    folder: Path
    all: tuple[Photograph, ...] = ()

    @cached_property
    def named(self) -> Mapping[str, Photograph]:
        """By what the card is called, in small letters; of several the newest."""
        return {each.name.casefold(): each for each in self.all if each.name}

    def of(self, name: str, game_id: str = "") -> Photograph | None:
        """The photograph of a card; also of one whose name was taken back in that game."""
        earlier = (each for each in reversed(self.all) if each.before == (game_id, name))
        return self.named.get(name.casefold()) or next(earlier, None)


def album(game: str, pack: str) -> Album:
    """The photographs of the copy that *pack* belongs to."""
    if not packs.shelves:
        return Album(Path())
    folder = packs.shelves[0] / game / f"{packs.family(pack)}.photographs"
    try:
        now = (folder / INDEX).stat()
    except OSError:
        return Album(folder)
    known, held = (now.st_mtime_ns, now.st_size), _read.get(folder)
    if held is None or held[0] != known:
        held = _read[folder] = known, _opened(folder)
    return held[1]


def _opened(folder: Path) -> Album:
    """What the index says of the pictures there are; a picture it does not know has no name yet."""
    there = {file.stem for file in folder.glob("*.jpg") if NUMBER.fullmatch(file.stem)}
    try:
        told = load(list[Photograph], from_json((folder / INDEX).read_text("utf-8")))
    except (OSError, ValueError, Misfit):
        told = []
    known = {each.number: each for each in told if each.number in there}
    return Album(folder, (*known.values(), *(Photograph(number) for number in sorted(there - known.keys()))))


def file(game: str, pack: str, number: str, *, small: bool = False) -> Path | None:
    """Where a picture lies; None if there is none of that number."""
    place = album(game, pack).folder / f"{number}{'.small' if small else ''}.jpg"
    return place if NUMBER.fullmatch(number) and place.is_file() else None


def add(
    game: str, pack: str, pictures: tuple[bytes, bytes], name: str = "", whose: tuple[str, str] | None = None
) -> Photograph:
    """Keep a photograph, large and small; the same one sent twice is kept once."""
    large, small = pictures
    fresh = Photograph(hashlib.sha256(large).hexdigest()[:32], name, whose)

    def added(now: Album) -> tuple[Photograph, ...]:
        others = [each for each in now.all if each.number != fresh.number]
        same = next((each for each in now.all if each.number == fresh.number), fresh)
        if len(others) >= MOST:
            raise Trouble(f"There are {MOST} photographs of this copy. Throw some away first.")
        now.folder.mkdir(parents=True, exist_ok=True)
        write(now.folder / f"{fresh.number}.small.jpg", small)
        write(now.folder / f"{fresh.number}.jpg", large)
        return (*others, replace(fresh, name=fresh.name or same.name))

    _change(game, pack, added)
    return fresh


def name_it(game: str, pack: str, number: str, name: str) -> None:
    """This is what the card in a picture is called; empty: nobody knows any more."""
    said = EnterText("", "", LONGEST).check(name) if name.strip() else ""

    def named(now: Album) -> tuple[Photograph, ...]:
        found = next((each for each in now.all if each.number == number), None)
        if found is None:
            raise IllegalAnswer("There is no such photograph any more.")
        return (*(each for each in now.all if each is not found), replace(found, name=said))

    _change(game, pack, named)


def throw_away(game: str, pack: str, number: str) -> None:
    def without(now: Album) -> tuple[Photograph, ...]:
        for each in (f"{number}.jpg", f"{number}.small.jpg"):
            (now.folder / each).unlink(missing_ok=True)
        return tuple(each for each in now.all if each.number != number)

    if NUMBER.fullmatch(number):
        _change(game, pack, without)


def told(moment: Moment, ask: Ask, answer: Plain) -> bool:
    """People answered what a card is called: does a photograph go by that name from now on?"""
    game, pack, names = moment.setup.game, moment.setup.pack, _names_in(ask, answer)
    known = {before: found for before in names if (found := album(game, pack).of(before, moment.game_id))}
    if all(found.name == names[before] for before, found in known.items()):
        return False
    fresh = {
        found.number: replace(found, name=names[before], before=(moment.game_id, before))
        for before, found in known.items()
    }
    try:
        _change(game, pack, lambda now: tuple(fresh.get(each.number, each) for each in now.all))
    except Trouble:  # the answer is taken all the same, and the photograph can be named later
        log.exception("a photograph keeps the name its card had before")
        return False
    return True


def _names_in(ask: Ask, answer: Plain) -> dict[str, str]:
    """The cards a question is about by what they were called, and what its answer calls them."""
    if isinstance(ask, EnterText):
        return {before: str(ask.check(answer)) for before in ask.about[:1]}
    if isinstance(ask, Describe):
        return {before: name for before in ask.about[:1] if (name := ask.record(answer).name)}
    if not ask.about or not isinstance(ask, WhatChanged) or not isinstance(answer, dict):
        return {}
    names = {}
    for field in ask.fields:
        name = " ".join(str(answer.get(field.path, field.now)).split())
        if name and field.kind == "text" and field.path.rpartition(".")[2] == "name":
            names[field.group if field.group in ask.about else ask.about[0]] = name
    return names


def _change(game: str, pack: str, how: Callable[[Album], tuple[Photograph, ...]]) -> None:
    if not packs.shelves:
        raise Trouble("This box has no folder for owners' packs.")
    with _lock:
        now = album(game, pack)
        try:
            after = how(now)
        except OSError as barred:
            raise Trouble(f"The photographs cannot be changed: {barred.strerror}.") from barred
        write(now.folder / INDEX, json.dumps(dump(list(after)), ensure_ascii=False).encode())
        _read.pop(now.folder, None)
